package deadman

import (
	"errors"
	"fmt"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// Check returns an error for an answer that is not in normal form, or that is impossible.
func (v View) Check(kind, answer string) error {
	s, err := v.parse(kind, answer)
	switch {
	case err != nil || answer == noOrders:
		return err
	case kind == retreats:
		return v.wayOut(s)
	}
	a := v.author(kind, sheet{setup: s.setup})
	c := kit.NewContext(words(), a, kit.NewSheet())
	for _, one := range s.singly() {
		o := a.entered(one, c)
		if why := o.Refuse + o.Ask + strings.Join(o.Refused, " "); why != "" {
			return fmt.Errorf("%s: %s", one, why)
		}
		c.Take(o, one.String())
	}
	is := v.sheetFrom(c.Sheet.Lines())
	is.setup, is.vote, is.auto, is.always, is.next = s.setup, s.vote, s.auto, s.always, s.next
	if is.String() != answer {
		return fmt.Errorf("%q comes to %q", answer, is)
	}
	return nil
}

// wayOut returns an error if dislodged units can't go where a sheet orders them to go.
func (v View) wayOut(s sheet) error {
	b := standard()
	for _, u := range v.dislodged() {
		o := s.of(b.Province(u.At))
		if o == nil {
			continue
		}
		for _, to := range o.retreat {
			if _, err := b.reach(u.Type, u.At, to); err != nil {
				return fmt.Errorf("%s: %w", withdrawal(u, o), err)
			}
		}
	}
	return nil
}

// Check returns an error, because the game master is asked nothing.
func (Truth) Check(string, string) error { return errors.New("the game master has no units") }

// sheetOf parses an answer on file, which must have passed Check.
func (v View) sheetOf(kind, answer string) sheet {
	s, err := v.parse(kind, answer)
	if err != nil {
		panic("deadman: what is on file is not in normal form: " + err.Error())
	}
	return s
}

// parse parses an answer in normal form, with the power's own units.
func (v View) parse(kind, answer string) (s sheet, err error) {
	switch {
	case answer == noOrders:
	case kind == retreats:
		s, err = v.parseRetreats(answer)
	default:
		s, err = parse(answer)
	}
	s.own(v.own)
	return s, err
}

// parseRetreats parses the retreats of dislodged units, in the order of the view.
func (v View) parseRetreats(text string) (sheet, error) {
	s, err := parseLines(text)
	if is := strings.Join(v.withdrawals(s), "\n"); err == nil && is != text {
		err = fmt.Errorf("%q is not in normal form, which is %q", text, is)
	}
	return s, err
}

// withdrawals returns the lines of a sheet with the retreats of dislodged units.
func (v View) withdrawals(s sheet) []string {
	var lines []string
	for _, u := range v.dislodged() {
		if o := s.of(standard().Province(u.At)); o != nil {
			lines = append(lines, withdrawal(u, o))
		}
	}
	return lines
}

func withdrawal(u diplomacy.Unit, o *order) string {
	b := standard()
	if len(o.retreat) == 0 {
		return b.unit(u) + " DB"
	}
	return b.unit(u) + " R " + strings.Join(b.abbrs(o.retreat), ", ")
}
