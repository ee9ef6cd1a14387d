package deadman

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// retreat removes units that disband (DM-16), and moves dislodged units to the first open space on their lists, or
// removes them (DM-25). Where a unit has disbanded the space is open, even if others have bounced there (DM-45).
func (s *season) retreat(t *adjudicator.Table) {
	b := standard()
	s.m.Units = slices.DeleteFunc(s.m.Units, func(u diplomacy.Unit) bool {
		return s.orders[s.cameFrom(u)].verb == disband
	})
	s.askRetreats(t)
	var orders []diplomacy.RetreatOrder
	for _, d := range s.m.Dislodged {
		i := s.number(d.Unit.At)
		to := s.wishes(i)
		if k := slices.IndexFunc(to, b.OpenTo(d, s.m.Units, s.m.Contested).Has); k >= 0 && s.orders[i].verb != disband {
			orders = append(orders, diplomacy.RetreatsTo(d.Unit.At, to[k]))
		}
	}
	out := b.Retreat(s.m.Units, s.m.Dislodged, s.m.Contested, orders, s.rulebook())
	for _, u := range s.m.Units {
		s.end[s.cameFrom(u)] = u.At
	}
	for _, r := range out.Results {
		if r.OK {
			s.end[s.number(r.Unit.At)] = r.To
		}
	}
	s.units = out.Units
	s.units.sort()
}

// cameFrom returns the index of a unit that was not dislodged.
func (s *season) cameFrom(u diplomacy.Unit) int {
	b := standard()
	for i, r := range s.result {
		at := s.was[i].At
		if r.Order.Verb == diplomacy.Move && r.OK {
			at = r.Order.To
		}
		here := s.was[i].Power == u.Power && b.Province(at) == b.Province(u.At)
		if here && s.lost[i] == nil && !s.goneBefore(i) {
			return i
		}
	}
	panic("deadman: a unit has come from nowhere")
}

// wishes returns the spaces to which a unit would retreat, in order of preference.
func (s *season) wishes(i int) []diplomacy.Loc {
	o, u := s.orders[i], s.was[i]
	switch {
	case s.absent[u.Power]: // DM-34
		return nil
	case len(o.retreat) > 0 || o.off:
		return o.retreat
	case s.sheets[u.Power].auto || s.is(optNoList, "auto"):
		return s.homeward(u)
	}
	return nil
}

// homeward returns the adjacent spaces in the order in which a unit retreats by the rule: centres of its own, other
// centres, then alphabetically by name (DM-25).
func (s *season) homeward(u diplomacy.Unit) []diplomacy.Loc {
	b := standard()
	rank := func(l diplomacy.Loc) int {
		switch p := b.Province(l); {
		case s.Owners[p] == u.Power:
			return 0
		case b.IsCentre(p):
			return 1
		}
		return 2
	}
	to := b.Reach(u.Type, u.At)
	slices.SortFunc(to, func(x, y diplomacy.Loc) int {
		return cmp.Or(rank(x)-rank(y), strings.Compare(b.Name(x), b.Name(y)))
	})
	return to
}

// askRetreats asks the owners of dislodged units for retreats, if the options say so (DM-26). They are not told which
// spaces are open, and others are told nothing; on an open board everybody sees both. Lists of retreats on their
// sheets are filed in advance.
func (s *season) askRetreats(t *adjudicator.Table) {
	if !s.open && !s.is(optRetreats, "mini") {
		return
	}
	s.retreating = s
	var reqs []adjudicator.Request
	for power := range s.seats() {
		if us := s.mayRetreat(power); len(us) > 0 {
			reqs = append(reqs, s.retreatRequest(power, us))
		}
	}
	answers := t.Ask(reqs...)
	for i, answer := range answers {
		v := s.view(standard().Power(string(reqs[i].Seat)))
		sheet := v.sheetOf(retreats, answer)
		for _, u := range v.dislodged() {
			o := &s.orders[s.number(u.At)]
			o.retreat, o.off = nil, true // without a line it is removed
			if given := sheet.of(standard().Province(u.At)); given != nil {
				o.retreat = given.retreat
			}
		}
	}
	s.retreating = nil
}

// mustRetreat returns the dislodged units of a power that can be ordered to retreat.
func (s *season) mustRetreat(power diplomacy.Power) units {
	if s.absent[power] {
		return nil
	}
	var out units
	for i, u := range s.was {
		if u.Power == power && s.lost[i] != nil && s.orders[i].verb != disband {
			out = append(out, u)
		}
	}
	return out
}

// mayRetreat returns the dislodged units of a power for which it is asked. On an open board, units that can't go
// anywhere are left out.
func (s *season) mayRetreat(power diplomacy.Power) units {
	return slices.DeleteFunc(s.mustRetreat(power), func(u diplomacy.Unit) bool {
		return s.open && len(s.openTo(u)) == 0
	})
}

// openTo returns the spaces that are open to a dislodged unit, in the order of the board.
func (s *season) openTo(u diplomacy.Unit) []diplomacy.Loc {
	i := slices.IndexFunc(s.m.Dislodged, func(d diplomacy.Dislodged) bool { return d.Unit == u })
	return slices.Collect(standard().OpenTo(s.m.Dislodged[i], s.m.Units, s.m.Contested).All())
}

func (s *season) retreatRequest(power diplomacy.Power, us units) adjudicator.Request {
	var filed, off []string
	for _, u := range us {
		i, unit := s.number(u.At), standard().unit(u)
		off = append(off, unit+" DB")
		to := s.wishes(i)
		if s.open { // a retreat to a closed space would be refused
			open := s.openTo(u)
			to = slices.DeleteFunc(slices.Clone(to), func(l diplomacy.Loc) bool { return !slices.Contains(open, l) })
		}
		if len(to) > 0 {
			filed = append(filed, unit+" R "+strings.Join(standard().abbrs(to), ", "))
		} else if s.orders[i].off {
			filed = append(filed, unit+" DB")
		}
	}
	return adjudicator.Request{Seat: seat(power), Kind: retreats, Default: strings.Join(off, "\n"),
		Filed: strings.Join(filed, "\n"), Short: true}
}
