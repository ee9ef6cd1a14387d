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
	v.showMoves(show)
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

// A moving is a move of a unit, another unit that can support it, and how good an example it is.
type moving struct {
	unit   diplomacy.Unit
	to     diplomacy.Loc
	helper *diplomacy.Unit
	worth  int
}

// showMoves shows the best move, and the best one that another unit can support, if that is another.
func (v View) showMoves(show func(kind string, lines ...string)) {
	b := standard()
	var best, helped moving
	for _, m := range v.moves() {
		if m.worth > best.worth {
			best = m
		}
		if m.helper != nil && m.worth > helped.worth {
			helped = m
		}
	}
	written := func(m moving) string { return b.unit(m.unit) + "-" + b.Abbr(m.to) }
	if best.worth > 0 && best.helper == nil {
		show("move", written(best))
	}
	if helped.worth > 0 {
		show("support", written(helped), b.unit(*helped.helper)+" S "+written(helped))
	}
}

// moves are all moves of the power's units to where none of them is. Those to a supply centre that is not its own are
// the best, and of equals those that can be supported.
func (v View) moves() []moving {
	b := standard()
	var out []moving
	for _, u := range v.units {
		for _, to := range b.Reach(u.Type, u.At) {
			if _, own := v.unitIn(b.Abbr(b.Province(to))); own {
				continue
			}
			m := moving{unit: u, to: to, helper: v.helper(u, to), worth: 1}
			if v.wants(to) {
				m.worth += 2
			}
			if m.helper != nil {
				m.worth++
			}
			out = append(out, m)
		}
	}
	return out
}

// wants reports whether a space has a supply centre that is not the power's own. Whose else it is may be a secret.
func (v View) wants(l diplomacy.Loc) bool {
	b := standard()
	at := b.Province(l)
	return b.IsCentre(at) && !slices.Contains(v.Centres, b.Abbr(at))
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

// showConvoy shows a convoy by one fleet, if the power has a fleet at sea with an army beside it; best to a supply centre
// that is not its own.
func (v View) showConvoy(show func(kind string, lines ...string)) {
	b := standard()
	var order, other []string
	for _, fleet := range v.units {
		for _, army := range v.units {
			for _, to := range v.landings(fleet, army) {
				move := b.unit(army) + "-" + b.Abbr(to)
				lines := []string{move, b.unit(fleet) + " C " + move}
				if order == nil && v.wants(to) {
					order = lines
				}
				if other == nil {
					other = lines
				}
			}
		}
	}
	if order == nil {
		order = other
	}
	if order != nil {
		show("convoy", order...)
	}
}

// landings are where a fleet can take an army that it could not go to by land, and where no unit of the power's is.
func (v View) landings(fleet, army diplomacy.Unit) []diplomacy.Loc {
	b := standard()
	if fleet.Type != diplomacy.Fleet || b.Terrain(fleet.At) != diplomacy.Sea || army.Type != diplomacy.Army {
		return nil
	}
	around := b.Touching(fleet.At)
	if !slices.Contains(around, army.At) {
		return nil
	}
	var out []diplomacy.Loc
	for _, to := range around {
		_, own := v.unitIn(b.Abbr(to))
		if own || b.Terrain(to) == diplomacy.Sea { // the army's own place is one of those
			continue
		}
		if !b.CanReach(diplomacy.Army, army.At, to) {
			out = append(out, to)
		}
	}
	return out
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
