package jsonl

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A phase is the content of an input line.
type phase struct {
	date
	name           []byte // name of the phase, as given
	caseName, game []byte // strings that are copied to the output; nil if missing
	units          []diplomacy.Unit
	dislodged      []diplomacy.Dislodged
	contested      []diplomacy.Loc   // contested provinces
	owner          []diplomacy.Power // owners of centres, by Loc
	orders         [][]byte
	unitIn         [256]int16 // index of the unit in each province, plus 1
	dislodgedIn    [256]int16 // the same for dislodged units
}

// A reader reads lines, one after another, reusing its memory.
//
// Each of its methods reads the next value completely, whether it is valid or not.
type reader struct {
	*names
	phase
	scanner
}

func newReader(n *names) *reader {
	return &reader{names: n, phase: phase{owner: make([]diplomacy.Power, n.board.Locs())}}
}

// read reads a line, which ends with a newline, and returns an error if it is invalid.
func (r *reader) read(line []byte) error {
	r.reset()
	r.open(line)
	var err error
	if r.at('{') {
		err = r.readLine()
	} else {
		r.skip()
		err = errors.New("the line is no JSON object")
	}
	if err := cmp.Or(r.close(), err); err != nil {
		return err
	}
	return r.check()
}

// reset clears the data of the previous line.
func (r *reader) reset() {
	r.name, r.caseName, r.game = nil, nil, nil
	r.units, r.dislodged, r.contested, r.orders = r.units[:0], r.dislodged[:0], r.contested[:0], r.orders[:0]
	for l := range r.owner {
		r.owner[l] = diplomacy.Nobody
	}
}

// readLine reads the object on a line. If several members have the same key, the last one counts.
func (r *reader) readLine() error {
	var phase, units, dislodged, contested, centres, orders error
	for key := range r.members() {
		switch string(key) {
		case "phase":
			r.name, phase = r.textOrNull()
		case "case":
			r.caseName, _ = r.text()
		case "game":
			r.game, _ = r.text()
		case "units":
			units = r.readUnits()
		case "dislodged":
			dislodged = r.readDislodged()
		case "contested":
			contested = r.readContested()
		case "supply_centers":
			centres = r.readCentres()
		case "orders":
			orders = r.readOrders()
		default:
			r.skip()
		}
	}
	return cmp.Or(in("phase", phase), units, dislodged, contested, in("supply_centers", centres), orders)
}

// in adds to an error the place where it occurred.
func in(where string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", where, err)
}

// readList reads a list, or null, by reading each element. It returns the error of the first invalid element.
func (r *reader) readList(key string, read func() error) (wrong error) {
	if !r.at('[') {
		null := r.at('n')
		if r.skip(); !null {
			wrong = errors.New("not a list")
		}
		return in(key, wrong)
	}
	for i := range r.elements() {
		if err := read(); err != nil && wrong == nil {
			wrong = fmt.Errorf("%s[%d]: %w", key, i, err)
		}
	}
	return wrong
}

func (r *reader) readUnits() error {
	r.units = r.units[:0]
	return r.readList("units", func() error {
		d, err, _ := r.readUnit()
		r.units = append(r.units, d.Unit)
		return err
	})
}

func (r *reader) readDislodged() error {
	r.dislodged = r.dislodged[:0]
	return r.readList("dislodged", func() error {
		d, err, ofAttacker := r.readUnit()
		r.dislodged = append(r.dislodged, d)
		return cmp.Or(err, ofAttacker)
	})
}

// readUnit reads a unit, and the space that is closed to it because its attacker came from there. It returns separate
// errors for the two.
func (r *reader) readUnit() (d diplomacy.Dislodged, ofUnit, ofAttacker error) {
	d.By = diplomacy.NoLoc
	if !r.at('{') {
		r.skip()
		return d, errors.New("not an object"), nil
	}
	var power, typ, loc, from []byte
	var badPower, badType, badLoc, badFrom, badOpen error
	open := false
	for key := range r.members() {
		switch string(key) {
		case "power":
			power, badPower = r.textOrNull()
		case "type":
			typ, badType = r.textOrNull()
		case "loc":
			loc, badLoc = r.textOrNull()
		case "attacker_from":
			from, badFrom = r.textOrNull()
		case "origin_open":
			open, badOpen = r.readBool()
		default:
			r.skip()
		}
	}
	d.Unit, ofUnit = r.newUnit(power, typ, loc)
	d.From, ofAttacker = r.closed(from, open)
	return d, cmp.Or(in("power", badPower), in("type", badType), in("loc", badLoc), ofUnit),
		cmp.Or(in("attacker_from", badFrom), in("origin_open", badOpen), in("attacker_from", ofAttacker))
}

// closed returns the province that is closed to a unit because its attacker came from there, or NoLoc.
func (r *reader) closed(from []byte, open bool) (diplomacy.Loc, error) {
	if len(from) == 0 {
		return diplomacy.NoLoc, nil
	}
	l, err := r.knownLoc(from)
	if err != nil || open {
		return diplomacy.NoLoc, err
	}
	return r.board.Province(l), nil
}

// newUnit returns the unit with a power, type and location.
func (r *reader) newUnit(power, typ, loc []byte) (u diplomacy.Unit, err error) {
	if u.Power, err = r.knownPower(power); err != nil {
		return u, err
	}
	if u.Type = unitType(typ); u.Type == unstated {
		return u, fmt.Errorf("the type is A or F, not %q", typ)
	}
	u.At, err = r.knownLoc(loc)
	return u, err
}

// readBool reads true, false or null, which counts as false.
func (r *reader) readBool() (bool, error) {
	yes, no := r.at('t'), r.at('f') || r.at('n')
	r.skip()
	if !yes && !no {
		return false, errors.New("neither true nor false")
	}
	return yes, nil
}

func (r *reader) readContested() error {
	r.contested = r.contested[:0]
	return r.readList("contested", func() error {
		code, err := r.textOrNull()
		if err != nil {
			return err
		}
		l, err := r.knownLoc(code)
		if err == nil {
			r.contested = append(r.contested, r.board.Province(l))
		}
		return err
	})
}

// readCentres reads the owners of centres. Here too, keys that differ only in case are the same.
func (r *reader) readCentres() (wrong error) {
	for l := range r.owner {
		r.owner[l] = diplomacy.Nobody
	}
	if !r.at('{') {
		null := r.at('n')
		if r.skip(); !null {
			wrong = errors.New("not an object")
		}
		return wrong
	}
	for code := range r.members() {
		owner, err := r.textOrNull()
		wrong = cmp.Or(wrong, r.own(code, owner, err))
	}
	return wrong
}

// own sets the owner of a centre, or nobody if owner is "". err is the error in the given owner, if any.
func (r *reader) own(code, owner []byte, err error) error {
	l, unknown := r.knownLoc(code)
	switch {
	case unknown != nil:
		return unknown
	case !r.board.IsCentre(l):
		return fmt.Errorf("%s is no supply centre", r.board.Code(l))
	case err != nil:
		return in(r.board.Code(l), err)
	}
	r.owner[l] = diplomacy.Nobody
	if len(owner) > 0 {
		r.owner[l], err = r.knownPower(owner)
	}
	return err
}

func (r *reader) readOrders() error {
	r.orders = r.orders[:0]
	return r.readList("orders", func() error {
		order, ok := r.text()
		if !ok {
			return errors.New("not a string")
		}
		if bytes.IndexByte(order, '\t') >= 0 {
			order = bytes.ReplaceAll(order, []byte("\t"), []byte(" "))
		}
		r.orders = append(r.orders, order)
		return nil
	})
}

// check completes the phase after reading, and returns an error if it is inconsistent.
func (r *reader) check() error {
	var ok bool
	if r.date, ok = dateOf(r.name); !ok {
		return fmt.Errorf("phase: %q is none; phases are such as S1901M, F1901R and W1901A", r.name)
	}
	clear(r.unitIn[:])
	for i, u := range r.units {
		if err := enter(r.board, u, i, &r.unitIn); err != nil {
			return fmt.Errorf("units[%d]: %w", i, err)
		}
	}
	if len(r.dislodged) > 0 && r.kind != 'R' {
		return errors.New("dislodged: only in a retreat phase are there dislodged units")
	}
	clear(r.dislodgedIn[:])
	for i, d := range r.dislodged {
		if err := enter(r.board, d.Unit, i, &r.dislodgedIn); err != nil {
			return fmt.Errorf("dislodged[%d]: %w", i, err)
		}
	}
	return nil
}

// enter records that unit i is in its province, or returns an error if that is impossible.
func enter(b *diplomacy.Board, u diplomacy.Unit, i int, in *[256]int16) error {
	p := b.Province(u.At)
	if !b.CanStand(u.Type, u.At) {
		return misplaced(b, u)
	}
	if in[p] != 0 {
		return fmt.Errorf("another unit is in %s already", b.Code(p))
	}
	in[p] = int16(i + 1)
	return nil
}

func misplaced(b *diplomacy.Board, u diplomacy.Unit) error {
	if u.Type == diplomacy.Army {
		return fmt.Errorf("an army cannot be in %s", b.Code(u.At))
	}
	var coasts []string
	for _, l := range b.Coasts(u.At) {
		coasts = append(coasts, b.Code(l))
	}
	if len(coasts) == 0 {
		return fmt.Errorf("a fleet cannot be in %s", b.Code(u.At))
	}
	slices.Sort(coasts)
	return fmt.Errorf("a fleet cannot be in %s, only in %s", b.Code(u.At), strings.Join(coasts, " or "))
}

// unitAt returns the index of the unit in the province of l, or -1.
func (r *reader) unitAt(l diplomacy.Loc) int { return int(r.unitIn[r.board.Province(l)]) - 1 }
