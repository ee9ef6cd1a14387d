package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

var _ adjudicator.Trier = View{}

// A foresight is a movement as a player can predict it: the power's own units, the units of others that it sees, and
// those that the player supposes. Units of others hold unless the player supposes something else.
type foresight struct {
	View
	board
	units  units   // the power's own units first
	orders []order // an order for each unit
	own    int     // number of own units
	given  []bool  // whether the player supposes what the unit does
	vague  []bool  // whether the type of the unit is not known
	judge  *diplomacy.Resolver
	*diplomacy.Movement
}

// foresight resolves the movement ordered by an answer, with what is supposed of others.
func (v View) foresight(answer string, others []supposed) foresight {
	f := foresight{View: v, board: standard()}
	s := v.withStanding(v.sheetOf("orders", answer))
	for _, home := range v.homes {
		f.units = append(f.units, v.starting(s, home))
	}
	f.units = append(f.units, v.remaining(s)...)
	for _, u := range f.units {
		o := blank(u)
		if given := s.of(f.Province(u.At)); given != nil {
			o = *given
		}
		if o.verb == none {
			o.verb = hold
		}
		f.orders = append(f.orders, o)
	}
	f.own = len(f.units)
	f.given, f.vague = make([]bool, f.own), make([]bool, f.own)
	for _, x := range others {
		f.add(x)
	}
	for _, x := range v.seen() {
		f.add(x)
	}
	var orders []diplomacy.Order
	for _, o := range f.orders {
		orders = append(orders, o.resolved())
	}
	f.judge = diplomacy.NewResolver(f.board.Board, v.rules)
	f.Movement = f.judge.Resolve(f.units, orders)
	return f
}

// add adds a unit of another power, unless there is a unit in its province already.
func (f *foresight) add(x supposed) {
	if f.number(x.unit.At) >= 0 {
		return
	}
	if x.unit.Power == diplomacy.Nobody { // a power that no other unit belongs to
		x.unit.Power = unnamed + diplomacy.Power(len(f.units))
	}
	f.units, f.orders = append(f.units, x.unit), append(f.orders, x.order)
	f.given, f.vague = append(f.given, x.given), append(f.vague, x.vague)
}

// unnamed is the number from which on powers are counted that the player has not named.
const unnamed diplomacy.Power = 32

// remaining returns the units that a sheet's orders are for, without those that will be removed in Winter because too
// few removals are ordered (DM-30).
func (v View) remaining(s sheet) units {
	us, gone := v.standing(s), v.unordered(s)
	us = slices.DeleteFunc(us, func(u diplomacy.Unit) bool { return slices.Contains(gone, u) })
	return us
}

// comesTo returns the predicted result of an order.
func (f foresight) comesTo(i int, o order) string {
	said := f.result(i, o)
	if c, ok := f.judge.Dislodger(i); ok {
		return said + fmt.Sprintf(" Its unit is dislodged by %s.", f.clash(c.Other, c.Own))
	}
	return said
}

// result returns the predicted result of an order, without what happens to the unit that stays where it is.
func (f foresight) result(i int, o order) string {
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
		if by := f.attacker(o.at); by >= 0 {
			return fmt.Sprintf("it fails, because it is attacked by %s.", f.whose(by))
		}
		return "it finds what is there, unless somebody attacks it."
	}
	if _, gone := f.judge.Dislodger(i); gone {
		return "it does not stay."
	}
	return "it stays, unless somebody dislodges it."
}

// attacker returns the index of a foreign unit that moves to a place, or -1.
func (f foresight) attacker(at diplomacy.Loc) int {
	for i := f.own; i < len(f.orders); i++ {
		if o := f.orders[i]; o.verb == move && f.Province(o.to) == f.Province(at) {
			return i
		}
	}
	return -1
}

// clash returns a unit that opposes another one, with its supports and both strengths.
func (f foresight) clash(other, own diplomacy.Force) string {
	by := ""
	if len(other.By) > 0 {
		by = ", supported by " + f.names(other.By)
	}
	at := f.number(other.Unit)
	name := f.orders[at].text("")
	if !f.mine(at) {
		name = f.whose(at)
	}
	return fmt.Sprintf("%s%s: %d against %d", name, by, other.Strength, own.Strength)
}

// arrives returns the prediction for a move that no known unit prevents.
func (f foresight) arrives(o order) string {
	there := f.number(o.to)
	switch {
	case there < 0 && f.open:
		return "it goes there, unless somebody else moves there with equal strength."
	case there < 0:
		return "it goes there, unless somebody else is there or moves there with equal strength."
	case !f.mine(there) && f.leaves(there):
		return fmt.Sprintf("it goes there if %s leaves and nobody else moves there with equal "+
			"strength.", f.whose(there))
	case f.mine(there):
		return fmt.Sprintf("it goes there if your own %s leaves and nobody else moves there with equal strength.",
			f.unit(f.units[there]))
	}
	return fmt.Sprintf("it dislodges %s, unless others support that or move there.", f.whose(there))
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
	case !f.mine(by) && f.given[by]:
		if c, ok := f.judge.Clash(i); ok {
			return fmt.Sprintf("it bounces with %s.", f.clash(c.Other, c.Own))
		}
		return fmt.Sprintf("it bounces with %s.", f.whose(by))
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
	case f.Results[i].Why == diplomacy.Cut:
		return fmt.Sprintf("it is cut by %s.", f.whose(f.number(f.Results[i].By)))
	case f.Results[i].Why == diplomacy.Dislodgement:
		return "it has no effect."
	case there < 0 && f.open:
		return fmt.Sprintf("it has no effect: there is no unit in %s.", f.Abbr(o.target))
	case f.hangsOnOthers(i, there):
		return fmt.Sprintf("it counts if a unit in %s %s, unless it is %s.", f.Abbr(o.target), does, unless)
	case f.Results[i].OK:
		return fmt.Sprintf("it counts, unless it is %s.", unless)
	case f.Results[i].Why != diplomacy.Void && f.mine(there):
		return fmt.Sprintf("it has no effect: your own %s can't do that.", f.unit(f.units[there]))
	case !f.mine(there):
		return fmt.Sprintf("it has no effect: you suppose %s.", f.whose(there))
	}
	return fmt.Sprintf("it has no effect: your own order is %s.", f.orders[there].text(""))
}

// hangsOnOthers reports whether a support or convoy counts only if a unit that is not the player's does something: one
// that is not known, one of which nothing is supposed, or one that does it as the player supposes.
func (f foresight) hangsOnOthers(i, helped int) bool {
	if helped < 0 {
		return true
	}
	return !f.mine(helped) && (f.Results[i].OK || !f.given[helped])
}

// number returns the index of the unit in a province, or -1 if none is known there.
func (f foresight) number(at diplomacy.Loc) int {
	if at == diplomacy.NoLoc {
		return -1
	}
	return slices.IndexFunc(f.units, func(u diplomacy.Unit) bool { return f.Province(u.At) == f.Province(at) })
}

// names lists the units in some provinces.
func (f foresight) names(at []diplomacy.Loc) string {
	var names []string
	for _, l := range at {
		names = append(names, f.unit(f.units[f.number(l)]))
	}
	return strings.Join(names, ", ")
}

// leaves reports whether a unit moves away.
func (f foresight) leaves(i int) bool { return f.orders[i].verb == move && f.Results[i].OK }

func (f foresight) mine(i int) bool { return i < f.own }

// whose returns the name of a foreign unit with its owner, as far as they are known.
func (f foresight) whose(i int) string {
	what := f.unit(f.units[i])
	if f.given[i] {
		what = f.orders[i].text("")
	}
	if f.vague[i] {
		what = "unit in " + f.Abbr(f.Province(f.units[i].At))
	}
	if f.units[i].Power >= unnamed {
		return "somebody's " + what
	}
	return f.power(f.units[i].Power) + "'s " + what
}
