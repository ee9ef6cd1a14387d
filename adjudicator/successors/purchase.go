package successors

import (
	"cmp"
	"fmt"
	"slices"
)

// A quote is the price of one unit and the place where it is put (SU-9).
type quote struct {
	at    Area
	price int
}

// purchases carries out a player's purchases in the order in which they are written (SU-9). A line that is not
// possible as a whole is carried out as far as possible, the best units first.
func (r *turn) purchases(seat string) {
	b := r.edition()
	told := purchased{Seat: seat}
	for _, p := range r.sheets[seat].buy {
		bought, why := r.purchase(b, r.Options, seat, p)
		for _, l := range bought {
			told.Talents += l.Talents
			told.Bought = enter(told.Bought, l)
		}
		if why != "" {
			r.skip(seat, p.words(b), why)
		}
	}
	if len(told.Bought) > 0 {
		told.Purse = r.player(seat).Talents
		r.tell("purchase", told)
	}
}

// purchase carries out one line as far as possible, and returns the purchases and the reason that it went no further;
// "" if all of it was bought.
func (s *State) purchase(b *Board, rules map[string]string, seat string, p purchase) (out []Bought, why string) {
	for _, t := range Types {
		n := 0
		for ; n < p.units[t]; n++ {
			o, not := s.quoted(b, rules, seat, t, p.at)
			if not != "" {
				if n > 0 {
					not = fmt.Sprintf("Only %s. %s", unitsOf(n, t), not)
				}
				why = cmp.Or(why, not)
				break
			}
			s.pay(seat, bank, o.price)
			s.add(o.at, seat, unitsOf(1, t), Units{})
			out = enter(out, Bought{b.Name(o.at), unitsOf(1, t), o.price})
		}
	}
	return out, why
}

// enter adds a purchase to a list that has one entry for each area.
func enter(list []Bought, more Bought) []Bought {
	i := slices.IndexFunc(list, func(o Bought) bool { return o.Area == more.Area })
	if i < 0 {
		return append(list, more)
	}
	list[i].Units, list[i].Talents = list[i].Units.Plus(more.Units), list[i].Talents+more.Talents
	return list
}

// quoted returns the place and price of a unit of a type that a player buys for an area, or the reason that they
// can't (SU-9). If the area is nowhere, the type decides the place.
func (s *State) quoted(b *Board, rules map[string]string, seat string, t Type, at Area) (quote, string) {
	if why := s.unraised(b, rules, seat, t); why != "" {
		return quote{}, why
	}
	var o quote
	var why string
	switch t {
	case Fleet:
		o, why = s.yard(b, rules, seat, at)
	case Elephant:
		o, why = s.stable(b, rules, seat, at)
	default:
		o, why = s.muster(b, seat, t, at)
	}
	if why == "" && s.player(seat).Talents < o.price {
		why = fmt.Sprintf("%s costs %s, and you have %d left.", unitsOf(1, t), talents(o.price), s.player(seat).Talents)
	}
	return o, why
}

// unraised returns the reason that a player can't raise a unit of a type anywhere; "" if they can.
func (s *State) unraised(b *Board, rules map[string]string, seat string, t Type) string {
	shows := func(kinds ...Type) bool {
		return slices.ContainsFunc(b.areas(), func(a Area) bool {
			return !b.IsSea(a) && slices.ContainsFunc(kinds, func(k Type) bool {
				return b.Raises(a, k)
			}) && s.controls(rules, a) == seat
		})
	}
	either := rules[optRaise] == "either"
	raised := t == Infantry || t == Cavalry
	switch {
	case s.Turn == 1 && rules[optNewly] == "nothing":
		return "Nothing is bought in the first game turn (SU-25)."
	case s.free(b, seat, t) == 0:
		return fmt.Sprintf("All %d counters for %s of your colour are on the board.", b.Counters[t], t)
	case t == Elephant && !s.Offer:
		return "Elephants can be bought only in a turn in which the event offers them (SU-9)."
	case raised && either && !shows(Infantry, Cavalry):
		return "You control no province that shows infantry or cavalry (SU-9)."
	case raised && !either && !shows(t):
		return fmt.Sprintf("You control no province that shows %s (SU-9).", t)
	}
	return ""
}

// muster returns the quote for land units, which are put in the home or with the leader, or the reason that there is
// none.
func (s *State) muster(b *Board, seat string, t Type, at Area) (quote, string) {
	p := s.player(seat)
	home, settled := b.Area(p.Home)
	settled = settled && !s.lost(home, seat)
	camp, leads := b.Area(p.Leader.At)
	leads = leads && p.Leader.Captor == "" && !b.IsSea(camp)
	if at == nowhere && settled {
		at = home
	} else if at == nowhere && leads {
		at = camp
	}
	switch {
	case at == nowhere:
		return quote{}, "Enemies hold your home, and your leader is not on land, so there is no place for them."
	case settled && at == home, leads && at == camp:
		return quote{at, b.price(t)}, ""
	case at == home:
		return quote{}, fmt.Sprintf("Enemies hold %s, your home.", b.Name(at))
	}
	return quote{}, fmt.Sprintf("%s is not your home, and your leader is not there (SU-9).", b.Name(at))
}

// stable returns the quote for elephants, which are put in a controlled province that can raise them, or the reason
// that there is none.
func (s *State) stable(b *Board, rules map[string]string, seat string, at Area) (quote, string) {
	for _, a := range b.areas() {
		here := at == nowhere || a == at
		if here && b.Raises(a, Elephant) && s.controls(rules, a) == seat {
			return quote{a, b.price(Elephant)}, ""
		}
	}
	if at == nowhere {
		return quote{}, "You control no province that shows elephants (SU-9)."
	}
	return quote{},
		fmt.Sprintf("Elephants are put into a province that shows them and that you control; %s is none (SU-9).",
			b.Name(at))
}

// yard returns the quote for a fleet, which is put in a coastal province that its owner controls or in a sea adjacent
// to one, or the reason that there is none. A fleet is cheaper in a port, or off one.
func (s *State) yard(b *Board, rules map[string]string, seat string, at Area) (quote, string) {
	p := s.player(seat)
	owns := func(a Area) bool { return b.Coastal(a) && s.controls(rules, a) == seat }
	if at == nowhere {
		for _, name := range []string{p.Home, p.Leader.At} {
			if a, ok := b.Area(name); ok && owns(a) {
				return quote{a, b.berth(a)}, ""
			}
		}
		return quote{}, "Say in which port, on which coast or in which sea it is to be built: neither your home nor " +
			"where your leader is will do."
	}
	if !b.IsSea(at) {
		if !owns(at) {
			return quote{},
				fmt.Sprintf("Fleets are built in coastal provinces that you control, or in seas next to them; %s "+
					"is none (SU-9).", b.Name(at))
		}
		return quote{at, b.berth(at)}, ""
	}
	best := quote{nowhere, 0}
	for _, a := range b.Next(at, false) {
		if b.IsSea(a) || !owns(a) {
			continue
		}
		if best.at == nowhere || b.berth(a) < best.price {
			best = quote{at, b.berth(a)}
		}
	}
	switch {
	case best.at == nowhere:
		return best, fmt.Sprintf("You control no coast of %s (SU-9).", b.Name(at))
	case slices.ContainsFunc(s.Areas[at].Stacks, func(k Stack) bool {
		return k.Units[Fleet] > 0 && !s.friendly(seat, k.Side)
	}):
		return best, fmt.Sprintf("Enemy fleets lie in %s.", b.Name(at))
	}
	return best, ""
}

// price returns the price of a land unit (SU-9).
func (b *Board) price(t Type) int {
	switch t {
	case Levy:
		return 1
	case Infantry:
		return 2
	case Cavalry:
		return 3
	default:
		return b.Elephant
	}
}

// berth returns the price of a fleet that is built in a province (SU-9).
func (b *Board) berth(a Area) int {
	if b.Places[a].Port {
		return 3
	}
	return 5
}
