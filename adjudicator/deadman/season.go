package deadman

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// A season is the board from the movement to the season's end. What becomes of the units is kept by their
// number in was.
type season struct {
	*position
	was     units   // before the movement
	orders  []order // one for each; a unit without one holds
	results []diplomacy.Result
	m       diplomacy.Movement
	failed  []bool            // underlined (DM-21)
	end     []diplomacy.Loc   // where it is at the season's end; NoLoc: gone
	lost    []*diplomacy.Unit // dislodged: the unit as it was
	by      []diplomacy.Power // who dislodged it
	found   [][]diplomacy.Loc // by an espionage order that worked: where units are
	seenBy  [][]diplomacy.Power
	units   units // at the end
	peeks   map[diplomacy.Power][]Peek
}

// setUp puts the units on the board before Spring 1901 (DM-2, DM-3).
func (p *position) setUp() {
	if !p.settingUp() {
		return
	}
	var all units
	for i := range standard().Powers() {
		v := p.view(diplomacy.Power(i))
		for _, home := range v.homes {
			all = append(all, v.starting(p.sheetFor(v.own), home))
		}
	}
	all.sort()
	p.Units = all
}

func (p *position) sheetFor(power diplomacy.Power) sheet {
	if s, ok := p.sheets[power]; ok {
		return s
	}
	return sheet{}
}

// adjusted is what became of a power's Winter.
type adjusted struct{ Built, Removed []string }

// adjust builds and removes (DM-28 to DM-31). Its result is by power.
func (p *position) adjust() []adjusted {
	b := standard()
	out := make([]adjusted, len(b.Powers()))
	if p.Season != spring || p.Year == 1901 {
		return out
	}
	var after units
	for i := range out {
		v := p.view(diplomacy.Power(i))
		s := p.sheetFor(v.own)
		gone := s.removes
		if n := v.Removals - len(gone); n > 0 { // DM-30: none ordered, so the farthest from home
			rest := slices.DeleteFunc(slices.Clone(v.units), func(u diplomacy.Unit) bool { return slices.Contains(gone, b.Province(u.At)) })
			for _, u := range b.Farthest(rest, b.Homes(v.own), n) {
				gone = append(gone, b.Province(u.At))
			}
		}
		for _, u := range v.units {
			if slices.Contains(gone, b.Province(u.At)) {
				out[i].Removed = append(out[i].Removed, b.unit(u))
			} else {
				after = append(after, u)
			}
		}
		for _, u := range s.builds {
			out[i].Built = append(out[i].Built, b.unit(u))
			after = append(after, u)
		}
	}
	after.sort()
	p.Units = after
	return out
}

// move resolves the movement (DM-5). Spies and those that disband stand (DM-8, DM-16).
func (p *position) move() *season {
	b := standard()
	s := &season{position: p, was: p.Units}
	n := len(s.was)
	s.orders, s.results, s.failed = make([]order, n), make([]diplomacy.Result, n), make([]bool, n)
	s.end, s.lost, s.by = make([]diplomacy.Loc, n), make([]*diplomacy.Unit, n), make([]diplomacy.Power, n)
	s.found, s.seenBy = make([][]diplomacy.Loc, n), make([][]diplomacy.Power, n)
	var standing units
	var index []int
	var orders []diplomacy.Order
	for i, u := range s.was {
		sheet := p.sheetFor(u.Power)
		if o := sheet.of(b.Province(u.At)); o != nil {
			s.orders[i] = *o
		} else {
			s.orders[i] = order{unit: u.Type, at: u.At, target: diplomacy.NoLoc, to: diplomacy.NoLoc}
		}
		if s.orders[i].verb == none {
			s.orders[i].verb = hold
		}
		s.end[i] = diplomacy.NoLoc
		if s.orders[i].verb == disband && p.is(optDB, "before") {
			continue
		}
		standing, index = append(standing, u), append(index, i)
		orders = append(orders, s.orders[i].resolved())
	}
	s.m = b.Resolve(standing, orders, diplomacy.Rules{})
	for j, r := range s.m.Results {
		s.results[index[j]] = r
	}
	for _, d := range s.m.Dislodged {
		i := s.number(d.Unit.At)
		s.lost[i], s.by[i] = &d.Unit, s.taker(i)
	}
	for i := range s.was {
		s.failed[i] = s.fails(i)
	}
	return s
}

// taker is who took the space of a dislodged unit. The unit's own result may name somebody else: who
// stopped its move.
func (s *season) taker(i int) diplomacy.Power {
	b := standard()
	for _, r := range s.m.Results {
		if r.OK && r.Order.Verb == diplomacy.Move && b.Province(r.Order.To) == b.Province(s.was[i].At) {
			return r.Unit.Power
		}
	}
	panic("deadman: a unit was dislodged by nobody")
}

// number finds the unit that stood in a province before the movement.
func (s *season) number(at diplomacy.Loc) int {
	b := standard()
	return slices.IndexFunc(s.was, func(u diplomacy.Unit) bool { return b.Province(u.At) == b.Province(at) })
}

// fails tells whether an order is underlined, which must tell its owner nothing of what others did but that
// it failed (DM-21).
func (s *season) fails(i int) bool {
	o, r := s.orders[i], s.results[i]
	switch o.verb {
	case disband: // DM-16: it can't fail
		return false
	case move: // an army for which there is no convoy at all holds, and fails
		return r.Order.Verb != diplomacy.Move || !r.OK
	case spy: // DM-9: any attack cuts espionage
		return s.lost[i] != nil || s.attacked(i, diplomacy.NoLoc)
	case support:
		except := diplomacy.NoLoc
		if o.to != diplomacy.NoLoc { // who is attacked with it cuts it only by dislodging
			except = standard().Province(o.to)
		}
		return s.lost[i] != nil || s.attacked(i, except) || s.discloses(i)
	case convoy: // DM-23
		return s.lost[i] != nil || s.discloses(i)
	}
	return s.lost[i] != nil
}

// discloses reports whether a support or convoy is underlined since the other unit did something else.
// That is so for a unit of the same power, by the orders as they were written: what the board made
// of them, such as whether there was a fleet at all for a convoy, would disclose foreign units. For others
// it is so only if the game's option says so.
func (s *season) discloses(i int) bool {
	o, b := s.orders[i], standard()
	j := s.number(o.target)
	if j < 0 || s.was[j].Power != s.was[i].Power {
		why := s.results[i].Why
		return s.is(optVoidSupport, "underline") && o.verb == support && (why == diplomacy.Void || why == diplomacy.Illegal)
	}
	other := s.orders[j]
	if o.to == diplomacy.NoLoc {
		return other.verb == move
	}
	return other.verb != move || b.Province(other.to) != b.Province(o.to)
}

// attacked reports whether another power's unit attacked the unit's space, other than from the space
// except. A move that can't take place is no attack (DM-9).
func (s *season) attacked(i int, except diplomacy.Loc) bool {
	b := standard()
	for _, r := range s.m.Results {
		switch {
		case r.Order.Verb != diplomacy.Move || b.Province(r.Order.To) != b.Province(s.was[i].At):
		case r.Unit.Power == s.was[i].Power || b.Province(r.Unit.At) == except:
		case r.Why == diplomacy.NoConvoy || r.Why == diplomacy.Disrupted || r.Why == diplomacy.Paradox:
		default:
			return true
		}
	}
	return false
}

// retreat takes off who disbands (DM-16) and moves the dislodged to the first space of their lists that
// is open, or off the board (DM-25).
func (s *season) retreat() {
	b := standard()
	s.m.Units = slices.DeleteFunc(s.m.Units, func(u diplomacy.Unit) bool {
		i := s.cameFrom(u)
		return s.orders[i].verb == disband
	})
	var orders []diplomacy.RetreatOrder
	for _, d := range s.m.Dislodged {
		o := s.orders[s.number(d.Unit.At)]
		if o.verb == disband {
			continue
		}
		if k := slices.IndexFunc(o.retreat, b.OpenTo(d, s.m.Units, s.m.Contested).Has); k >= 0 {
			orders = append(orders, diplomacy.RetreatsTo(d.Unit.At, o.retreat[k]))
		}
	}
	out := b.Retreat(s.m.Units, s.m.Dislodged, s.m.Contested, orders, diplomacy.Rules{})
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

// cameFrom finds the number of a unit that was not dislodged.
func (s *season) cameFrom(u diplomacy.Unit) int {
	b := standard()
	for i, r := range s.results {
		at := s.was[i].At
		if r.Order.Verb == diplomacy.Move && r.OK {
			at = r.Order.To
		}
		if s.lost[i] == nil && s.was[i].Power == u.Power && b.Province(at) == b.Province(u.At) && !s.goneBefore(i) {
			return i
		}
	}
	panic("deadman: a unit has come from nowhere")
}

func (s *season) goneBefore(i int) bool {
	return s.orders[i].verb == disband && s.is(optDB, "before")
}

// spy finds the units that espionage orders see where they are at the season's end (DM-10 to DM-13).
func (s *season) spy() {
	b := standard()
	for i, o := range s.orders {
		if o.verb != spy || s.failed[i] {
			continue
		}
		for _, space := range b.Touching(b.Province(s.was[i].At)) {
			for j, at := range s.end {
				if at == diplomacy.NoLoc || b.Province(at) != space || s.was[j].Power != o.on {
					continue
				}
				s.found[i] = append(s.found[i], space)
				if s.is(optStars, "spy") || !slices.Contains(s.seenBy[j], s.was[i].Power) {
					s.seenBy[j] = append(s.seenBy[j], s.was[i].Power)
				}
			}
		}
	}
}

// peek answers the peeks, from where the units are at the season's end (DM-18, DM-19).
func (s *season) peek() {
	s.peeks = map[diplomacy.Power][]Peek{}
	for power, sheet := range s.sheets {
		for _, at := range sheet.peeks {
			_, occupied := s.units.in(at)
			s.peeks[power] = append(s.peeks[power], Peek{Space: standard().Abbr(at), Occupied: occupied})
		}
	}
}

// A change of hands is what a power has won and lost in a year.
type change struct{ gained, lost []diplomacy.Loc }

// count gives the centres to those who stand there after a Fall. Its result is by power; nil after a
// Spring.
func (p *position) count() []change {
	if p.Season != fall {
		return nil
	}
	b := standard()
	year := make([]change, len(b.Powers()))
	for _, c := range b.Centres() {
		u, ok := p.Units.in(c)
		if !ok || u.Power == p.Owners[c] {
			continue
		}
		if was := p.Owners[c]; was != diplomacy.Nobody {
			year[was].lost = append(year[was].lost, c)
		}
		year[u.Power].gained = append(year[u.Power].gained, c)
		p.Owners[c] = u.Power
	}
	return year
}
