package deadman

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

var _ adjudicator.Foresight = View{}

// A foresight is the movement of a power's own units as its player can predict it. On an open board, all other units
// are assumed to hold in their places; otherwise it contains no others.
type foresight struct {
	View
	board
	units  units   // the power's own units first
	orders []order // an order for each unit
	diplomacy.Movement
}

// Foresee predicts the results of orders from what the player knows. About other units it assumes only their places
// on an open board, and says what the result depends on.
func (v View) Foresee(kind, answer string) []string {
	if kind != "orders" || v.own == diplomacy.Nobody {
		return nil
	}
	f := v.foresight(answer)
	var out []string
	for i, o := range f.orders {
		out = append(out, o.text("")+": "+f.comesTo(i, o))
	}
	return out
}

// foresight resolves the movement ordered by an answer.
func (v View) foresight(answer string) foresight {
	f := foresight{View: v, board: standard()}
	s := v.withStanding(v.sheetOf("orders", answer))
	for _, home := range v.homes {
		f.units = append(f.units, v.starting(s, home))
	}
	f.units = append(f.units, v.remaining(s)...)
	var orders []diplomacy.Order
	for _, u := range f.units {
		o := blank(u)
		if given := s.of(f.Province(u.At)); given != nil {
			o = *given
		}
		if o.verb == none {
			o.verb = hold
		}
		f.orders, orders = append(f.orders, o), append(orders, o.resolved())
	}
	for _, h := range v.Board {
		for _, text := range h.Units {
			u, ok := f.unitOf(text)
			if u.Power = f.board.Board.Power(h.Power); ok && u.Power != v.own {
				f.units = append(f.units, u)
			}
		}
	}
	f.Movement = f.Resolve(f.units, orders, v.rules)
	return f
}

// remaining returns the units that a sheet's orders are for, without those that will be removed in Winter because too
// few removals are ordered (DM-30).
func (v View) remaining(s sheet) units {
	b, us := standard(), v.standing(s)
	if n := v.Removals - len(s.removes); n > 0 {
		gone := b.Farthest(us, b.Homes(v.own), n)
		us = slices.DeleteFunc(us, func(u diplomacy.Unit) bool { return slices.Contains(gone, u) })
	}
	return us
}

// comesTo returns the predicted result of an order.
func (f foresight) comesTo(i int, o order) string {
	switch o.verb {
	case move:
		switch {
		case !f.Results[i].OK:
			return f.stays(i, o)
		case o.via || !f.CanReach(o.unit, o.at, o.to):
			return f.arrives(o) + " No fleet of its convoy may be dislodged."
		}
		return f.arrives(o)
	case support, convoy:
		return f.helps(i, o)
	case disband:
		return "it leaves the board."
	case spy:
		return "it finds what is there, unless somebody attacks it."
	}
	return "it stays, unless somebody dislodges it."
}

// arrives returns the prediction for a move that no known unit prevents.
func (f foresight) arrives(o order) string {
	there := f.number(o.to)
	switch {
	case there < 0 && f.open:
		return "it goes there, unless somebody else comes there as strongly."
	case there < 0:
		return "it goes there, unless somebody else is there or comes there as strongly."
	case f.mine(there):
		return fmt.Sprintf("it goes there if your own %s gets away and nobody else comes there as strongly.",
			f.unit(f.units[there]))
	}
	return fmt.Sprintf("it dislodges %s, unless others support that or come there.", f.whose(there))
}

// stays returns the prediction for a move that fails because of known units.
func (f foresight) stays(i int, o order) string {
	r := f.Results[i]
	switch by := f.number(r.By); {
	case r.Why == diplomacy.NoConvoy, r.Why == diplomacy.Illegal && !f.open:
		return "it goes there only with a convoy, which your own orders do not make."
	case r.Why == diplomacy.Illegal:
		return "it stays: there are no fleets on the way that could convoy it."
	case r.Why != diplomacy.Bounced || by < 0:
		return "it stays: " + r.Why.String() + "."
	case !f.mine(by):
		return fmt.Sprintf("it does not get in, unless %s leaves.", f.whose(by))
	case f.meets(o, f.orders[by]):
		return fmt.Sprintf("it bounces with your own %s.", f.orders[by].text(""))
	default:
		return fmt.Sprintf("it stays, because your own %s stays.", f.unit(f.units[by]))
	}
}

// meets reports whether two moves have the same destination, or go against each other.
func (f foresight) meets(o, other order) bool {
	if other.verb != move {
		return false
	}
	return f.Province(other.to) == f.Province(o.to) || f.Province(other.to) == f.Province(o.at)
}

// helps returns the prediction for a support or convoy. Orders of foreign units are unknown.
func (f foresight) helps(i int, o order) string {
	there, does, unless := f.number(o.target), "stays", "attacked"
	if o.to != diplomacy.NoLoc {
		does = "goes to " + f.Abbr(o.to)
	}
	if o.verb == convoy {
		unless = "dislodged"
	}
	switch {
	case there < 0 && f.open:
		return fmt.Sprintf("it has no effect: there is no unit in %s.", f.Abbr(o.target))
	case there < 0 || !f.mine(there):
		return fmt.Sprintf("it counts if a unit in %s %s, unless it is %s.", f.Abbr(o.target), does, unless)
	case f.Results[i].OK:
		return fmt.Sprintf("it counts, unless it is %s.", unless)
	case f.Results[i].Why != diplomacy.Void:
		return fmt.Sprintf("it has no effect: your own %s can't do that.", f.unit(f.units[there]))
	}
	return fmt.Sprintf("it has no effect: your own order is %s.", f.orders[there].text(""))
}

// number returns the index of the unit in a province, or -1 if none is known there.
func (f foresight) number(at diplomacy.Loc) int {
	if at == diplomacy.NoLoc {
		return -1
	}
	return slices.IndexFunc(f.units, func(u diplomacy.Unit) bool { return f.Province(u.At) == f.Province(at) })
}

func (f foresight) mine(i int) bool { return i < len(f.orders) }

// whose returns the name of a foreign unit with its owner.
func (f foresight) whose(i int) string {
	return f.power(f.units[i].Power) + "'s " + f.unit(f.units[i])
}
