package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// Examples are orders of the power's own units, one for each kind of order: a move before what supports it, and last
// what is to be decided beside units.
func (v View) Examples(kind string) []adjudicator.Example {
	if v.own == diplomacy.Nobody || v.Out {
		return nil
	}
	var out []adjudicator.Example
	show := func(kind string, lines ...string) {
		out = append(out, adjudicator.Example{Kind: kind, Lines: lines})
	}
	switch kind {
	case "orders":
		v.showOrders(show)
		v.showWinter(show)
	case "adjustments":
		v.showWinter(show)
	}
	return out
}

// showOrders shows orders of units, and a peek.
func (v View) showOrders(show func(kind string, lines ...string)) {
	if len(v.homes) > 0 {
		show("setup", "SETUP "+strings.Join(v.Usual, ", "))
		for _, home := range v.homes {
			v.units = append(v.units, standardUnit(home))
		}
	}
	b := standard()
	if m, ok := v.exampleMove(); ok {
		move := b.unit(m.unit) + "-" + b.Abbr(m.to)
		if m.helper != nil {
			show("support", move, b.unit(*m.helper)+" S "+move)
		} else {
			show("move", move)
		}
	}
	v.showConvoy(show)
	if u, ok := v.idle(); ok && !v.open {
		show("spy", b.unit(u)+" E "+v.another())
	}
	if u, ok := v.idle(); ok {
		if back := v.refuges(u); back != "" {
			show("retreat", b.unit(u)+" H R "+back)
		}
	}
	if v.Peeks > 0 {
		show("peek", "PAS-"+b.Abbr(v.spaceToPeek()))
	}
}

// A moving is a move of a unit, and another unit that can support it.
type moving struct {
	unit   diplomacy.Unit
	to     diplomacy.Loc
	helper *diplomacy.Unit
}

// exampleMove is a move to a supply centre that is not the power's own if there is one, and of such moves one that
// another unit can support; false if no unit can move.
func (v View) exampleMove() (moving, bool) {
	b := standard()
	best, worth := moving{}, 0
	for _, u := range v.units {
		for _, to := range b.Reach(u.Type, u.At) {
			at := b.Province(to)
			if _, own := v.unitIn(b.Abbr(at)); own {
				continue
			}
			m := moving{unit: u, to: to, helper: v.helper(u, to)}
			points := 1
			if b.IsCentre(at) && !slices.Contains(v.Centres, b.Abbr(at)) {
				points += 2
			}
			if m.helper != nil {
				points++
			}
			if points > worth {
				best, worth = m, points
			}
		}
	}
	return best, worth > 0
}

// helper is a unit that can support a move; nil if none can.
func (v View) helper(mover diplomacy.Unit, to diplomacy.Loc) *diplomacy.Unit {
	b := standard()
	for _, u := range v.units {
		reaches := slices.ContainsFunc(b.Reach(u.Type, u.At), func(l diplomacy.Loc) bool {
			return b.Province(l) == b.Province(to)
		})
		if u != mover && reaches {
			return &u
		}
	}
	return nil
}

// showConvoy shows a convoy by one fleet, if the power has a fleet at sea with an army beside it.
func (v View) showConvoy(show func(kind string, lines ...string)) {
	b := standard()
	for _, fleet := range v.units {
		if fleet.Type != diplomacy.Fleet || b.Terrain(fleet.At) != diplomacy.Sea {
			continue
		}
		for _, army := range v.units {
			if army.Type != diplomacy.Army || !slices.Contains(b.Touching(fleet.At), army.At) {
				continue
			}
			if to, ok := v.landing(fleet, army); ok {
				move := b.unit(army) + "-" + b.Abbr(to)
				show("convoy", move, b.unit(fleet)+" C "+move)
				return
			}
		}
	}
}

// landing is where a fleet can take an army that it could not go to by land, and where no unit of the power's is.
func (v View) landing(fleet, army diplomacy.Unit) (diplomacy.Loc, bool) {
	b := standard()
	for _, to := range b.Touching(fleet.At) {
		_, own := v.unitIn(b.Abbr(to))
		if own || b.Terrain(to) == diplomacy.Sea { // the army's own place is one of those
			continue
		}
		if !b.CanReach(diplomacy.Army, army.At, to) {
			return to, true
		}
	}
	return 0, false
}

// idle is the unit that the other examples use least: the last one.
func (v View) idle() (diplomacy.Unit, bool) {
	if len(v.units) == 0 {
		return diplomacy.Unit{}, false
	}
	return v.units[len(v.units)-1], true
}

// another is a power that is not the view's: always the same, since which ones are left may be a secret.
func (v View) another() string {
	b := standard()
	return b.power((v.own + 1) % diplomacy.Power(len(b.Powers())))
}

// refuges is a list of retreats of a unit, two spaces at most.
func (v View) refuges(u diplomacy.Unit) string {
	b := standard()
	var out []string
	for _, to := range b.Reach(u.Type, u.At) {
		if _, own := v.unitIn(b.Abbr(b.Province(to))); !own && len(out) < 2 {
			out = append(out, b.Abbr(to))
		}
	}
	return strings.Join(out, ", ")
}

// spaceToPeek is a space in which no unit of the power's is: one next to its last unit, if there is such a one.
func (v View) spaceToPeek() diplomacy.Loc {
	b := standard()
	var near []diplomacy.Loc
	if u, ok := v.idle(); ok {
		near = b.Touching(b.Province(u.At))
	}
	for _, l := range append(near, b.Provinces()...) {
		if _, own := v.unitIn(b.Abbr(l)); !own {
			return l
		}
	}
	return b.Provinces()[0]
}

// showWinter shows a build or a removal, where one is due.
func (v View) showWinter(show func(kind string, lines ...string)) {
	switch {
	case v.Builds > 0 && len(v.Vacant) > 0:
		show("build", "Build A "+v.Vacant[0])
	case v.Removals > 0 && len(v.Units) > 0:
		show("removal", "Remove "+v.Units[len(v.Units)-1])
	}
}
