package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// filed returns what is on file for a new season before a letter has come: the standing orders from the season
// before, and the result of its NEXT orders in this view. Its faults are NEXT orders that can't be carried out now.
func (v View) filed(last sheet) adjudicator.Reading {
	a := v.author("orders", sheet{})
	c := kit.NewContext(words(), a, kit.NewSheet())
	for _, line := range append([]string{}, last.alwaysLines()...) {
		c.Sheet.Set(line, line)
	}
	for _, winter := range []bool{true, false} { // the orders may be for units that are built in Winter
		for _, n := range last.next {
			if n.isWinter() == winter {
				v.take(a, n, c)
			}
		}
	}
	s := v.sheetFrom(c.Sheet.Lines())
	return adjudicator.Reading{Answer: s.String(), Parts: v.partsOf(c), Notes: c.Notes}
}

// alwaysLines returns the lines of a sheet that apply to every season.
func (s sheet) alwaysLines() []string {
	var out []string
	if s.auto {
		out = append(out, retreatAuto)
	}
	for _, o := range s.always {
		out = append(out, "ALWAYS "+o)
	}
	return out
}

// isWinter reports whether the line is a build, a removal or a waiver.
func (a ahead) isWinter() bool {
	word, _, _ := strings.Cut(a.then, " ")
	return word == "Build" || word == "Remove" || word == "Waive"
}

// take files what a NEXT or ALWAYS line means for this season, now that the view is known.
func (v View) take(a *author, n ahead, c *kit.Context) {
	order := n.then
	if !v.holds(n.guard) {
		order = n.not
	}
	if order == "" || strings.HasPrefix(order, "PAS-") && v.Peeks == 0 {
		return
	}
	s, ok := parseThen(order)
	if !ok {
		panic("deadman: an order on file is not in normal form: " + order)
	}
	o := a.entered(s, c)
	o.Adds = true // the last order counts
	c.Take(o, "NEXT "+n.String())
}

// holds reports whether a guard, a list of conditions in normal form, is true in the view; an empty one is always
// true.
func (v View) holds(guard string) bool {
	if guard == "" {
		return true
	}
	return !slices.ContainsFunc(conditionsOf(guard), func(c condition) bool { return v.is(c) == c.not })
}

// conditionsOf parses a guard in normal form.
func conditionsOf(guard string) []condition {
	conditions, ok := parseGuard(guard)
	if !ok {
		panic("deadman: a condition on file is not in normal form: " + guard)
	}
	return conditions
}

// is reports whether a condition is true. Knowledge from earlier seasons does not count.
func (v View) is(c condition) bool {
	b := standard()
	switch c.kind {
	case peeked:
		return slices.Contains(v.Known, Sighting{Phase: v.Last, Space: b.Abbr(c.at), Occupied: c.occupied})
	case found:
		return slices.ContainsFunc(v.Known, func(s Sighting) bool {
			here := s.Phase == v.Last && s.Space == b.Abbr(c.at)
			return here && s.Occupied && s.Power != ""
		})
	case seen:
		return slices.ContainsFunc(v.Starred, c.names)
	case owned:
		return slices.Contains(v.Centres, b.Abbr(c.at))
	}
	return slices.ContainsFunc(v.Units, c.names)
}

// names reports whether a unit, in the form used in views, is the unit of the condition. A province stands for any of
// its coasts.
func (c condition) names(text string) bool {
	b := standard()
	u, ok := b.unitOf(text)
	if !ok || u.Type != c.unit {
		return false
	}
	return u.At == c.at || b.Province(u.At) == c.at
}

// withStanding adds the standing orders of a sheet where it has no other orders: orders for units, retreat lists, and
// the peek.
func (v View) withStanding(s sheet) sheet {
	if len(s.always) == 0 {
		return s
	}
	always := alwaysOf(s)
	us := v.standing(s)
	for _, home := range v.homes {
		us = append(us, v.starting(s, home))
	}
	s.orders = slices.Clone(s.orders)
	for _, u := range us {
		s.fill(u, always)
	}
	if len(s.peeks) == 0 && v.Peeks > 0 {
		s.peeks = always.peeks
	}
	return s
}

// alwaysOf returns the standing orders of a sheet. The list of retreats for any unit is represented as an order
// without a unit.
func alwaysOf(s sheet) sheet {
	var all sheet
	for _, text := range s.always {
		order, ok := parseStanding(text)
		if !ok {
			panic("deadman: a standing order on file is not in normal form: " + text)
		}
		all.orders, all.peeks = append(all.orders, order.orders...), append(all.peeks, order.peeks...)
	}
	// that list comes last
	slices.SortStableFunc(all.orders, func(a, b order) int { return standard().compare(a.at, b.at) })
	return all
}

// fill completes the order of a unit from its standing order, and then from the list of retreats for any unit.
func (s *sheet) fill(u diplomacy.Unit, always sheet) {
	b := standard()
	o := blank(u)
	if given := s.of(b.Province(u.At)); given != nil {
		o = *given
	}
	for _, st := range always.orders {
		switch {
		case st.at != diplomacy.NoLoc && (st.at != u.At || st.unit != u.Type):
			continue
		case o.verb == none && st.verb != none:
			retreat, off := o.retreat, o.off
			o = st
			if len(retreat) > 0 || off {
				o.retreat, o.off = retreat, off
			}
		case len(o.retreat) == 0 && !o.off:
			o.retreat, o.off = reachable(u, st.retreat), st.off
		}
	}
	if o.verb != none || len(o.retreat) > 0 || o.off {
		s.set(o)
	}
}

// reachable returns the places of a list that a unit can move to. For a fleet, it adds the coast if only one can be
// reached.
func reachable(u diplomacy.Unit, list []diplomacy.Loc) []diplomacy.Loc {
	b := standard()
	var out []diplomacy.Loc
	for _, to := range list {
		if at, err := b.reach(u.Type, u.At, to); err == nil && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}
