package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// object is a JSON object as encoding/json reads it: of members with the same
// key the last counts, and capitals of keys matter, as they would not in a
// struct.
type object map[string]json.RawMessage

// decode reads any line. It is slow and says what is wrong.
func (r *reader) decode(line []byte) error {
	r.reset()
	var o object
	if err := json.Unmarshal(line, &o); err != nil {
		if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
			return fmt.Errorf("byte %d: %w", bad.Offset, err)
		}
		return errors.New("the line is no JSON object")
	}
	if o == nil {
		return errors.New("the line is no JSON object")
	}
	name, err := textOf(o["phase"], "phase")
	if err != nil {
		return err
	}
	r.name = []byte(name)
	r.caseName, r.game = echo(o["case"]), echo(o["game"])
	for _, read := range []func(object) error{r.decodeUnits, r.decodeDislodged, r.decodeContested, r.decodeCentres, r.decodeOrders} {
		if err := read(o); err != nil {
			return err
		}
	}
	return nil
}

// textOf reads a string; "" if there is none.
func textOf(raw json.RawMessage, what string) (string, error) {
	var s string
	if len(raw) > 0 && json.Unmarshal(raw, &s) != nil {
		return "", fmt.Errorf("%s: not a string", what)
	}
	return s, nil
}

// echo reads a string and does not mind if it is none.
func echo(raw json.RawMessage) text {
	var s *string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil || s == nil {
		return text{}
	}
	return text{[]byte(*s), true}
}

// list reads a list; none if there is none.
func list(o object, key string) (ms []json.RawMessage, err error) {
	if raw := o[key]; len(raw) > 0 && json.Unmarshal(raw, &ms) != nil {
		return nil, fmt.Errorf("%s: not a list", key)
	}
	return ms, nil
}

func (r *reader) decodeUnits(o object) error {
	ms, err := list(o, "units")
	for i, raw := range ms {
		d, err := r.unit(raw)
		if err != nil {
			return fmt.Errorf("units[%d]: %w", i, err)
		}
		r.units = append(r.units, d.Unit)
	}
	return err
}

func (r *reader) decodeDislodged(o object) error {
	ms, err := list(o, "dislodged")
	for i, raw := range ms {
		d, err := r.unit(raw)
		if err == nil {
			err = r.attacker(&d, raw)
		}
		if err != nil {
			return fmt.Errorf("dislodged[%d]: %w", i, err)
		}
		r.dislodged = append(r.dislodged, d)
	}
	return err
}

// unit reads a unit.
func (r *reader) unit(raw json.RawMessage) (d diplomacy.Dislodged, err error) {
	d.By, d.From = diplomacy.NoLoc, diplomacy.NoLoc
	var o object
	if json.Unmarshal(raw, &o) != nil || o == nil {
		return d, errors.New("not an object")
	}
	var values [3]string
	for i, key := range []string{"power", "type", "loc"} {
		if values[i], err = textOf(o[key], key); err != nil {
			return d, err
		}
	}
	if d.Unit.Power, err = r.lookUpPower(values[0]); err != nil {
		return d, err
	}
	var ok bool
	if d.Unit.Type, ok = typeOf(tokenOf(padded(values[1]), 0, len(values[1]))); !ok {
		return d, fmt.Errorf("the type is A or F, not %q", values[1])
	}
	d.Unit.At, err = r.lookUp(values[2])
	return d, err
}

// attacker reads where the attacker of a dislodged unit came from, if there is
// such a space.
func (r *reader) attacker(d *diplomacy.Dislodged, raw json.RawMessage) error {
	var o object
	if err := json.Unmarshal(raw, &o); err != nil {
		return err
	}
	code, err := textOf(o["attacker_from"], "attacker_from")
	if err != nil {
		return err
	}
	open := false
	if raw := o["origin_open"]; len(raw) > 0 && json.Unmarshal(raw, &open) != nil {
		return errors.New("origin_open: neither true nor false")
	}
	if code == "" {
		return nil
	}
	l, err := r.lookUp(code)
	if err != nil {
		return fmt.Errorf("attacker_from: %w", err)
	}
	if !open {
		d.From = r.board.Province(l)
	}
	return nil
}

func (r *reader) lookUp(code string) (diplomacy.Loc, error) {
	if l := r.loc(tokenOf(padded(code), 0, len(code))); l != diplomacy.NoLoc {
		return l, nil
	}
	return diplomacy.NoLoc, fmt.Errorf("there is no location %q", code)
}

func (r *reader) lookUpPower(name string) (diplomacy.Power, error) {
	if p := r.powerOf(tokenOf(padded(name), 0, len(name))); p != diplomacy.Nobody {
		return p, nil
	}
	return diplomacy.Nobody, fmt.Errorf("there is no power %q", name)
}

func (r *reader) decodeContested(o object) error {
	ms, err := list(o, "contested")
	for i, raw := range ms {
		code, err := textOf(raw, fmt.Sprintf("contested[%d]", i))
		if err != nil {
			return err
		}
		l, err := r.lookUp(code)
		if err != nil {
			return fmt.Errorf("contested[%d]: %w", i, err)
		}
		r.contested = append(r.contested, r.board.Province(l))
	}
	return err
}

// decodeCentres reads who owns which centre. It goes through the object by
// itself, as keys can be the same but for their capitals.
func (r *reader) decodeCentres(o object) error {
	const what = "supply_centers"
	raw := o[what]
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if raw[0] != '{' {
		return fmt.Errorf("%s: not an object", what)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := r.centre(key.(string), value); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// centre reads the owner of a centre: a power, or null or "" for nobody.
func (r *reader) centre(code string, owner json.RawMessage) error {
	l, err := r.lookUp(code)
	if err != nil {
		return err
	}
	if !r.board.IsCentre(l) {
		return fmt.Errorf("%s is no supply centre", r.board.Code(l))
	}
	name, err := textOf(owner, r.board.Code(l))
	if err != nil {
		return err
	}
	r.owner[l] = diplomacy.Nobody
	if name != "" {
		r.owner[l], err = r.lookUpPower(name)
	}
	return err
}

func (r *reader) decodeOrders(o object) error {
	ms, err := list(o, "orders")
	for i, raw := range ms {
		order := echo(raw)
		if !order.given {
			return fmt.Errorf("orders[%d]: not a string", i)
		}
		r.orders = append(r.orders, padded(strings.ReplaceAll(string(order.bytes), "\t", " ")))
	}
	return err
}
