package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// Examples returns orders for the power's own units, one for each kind of order. A move comes before its support;
// decisions that are not about units come last.
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

// showOrders adds examples of orders to units, and of a peek.
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

// A moving is a possible move with a unit that can support it, and its quality as an example.
type moving struct {
	unit   diplomacy.Unit
	to     diplomacy.Loc
	helper *diplomacy.Unit
	worth  int
}

// showMoves adds the best move, and the best move that another unit can support, if that is a different one.
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

// moves returns all moves of the power's units to places without units of its own. The best lead to a supply centre
// of another owner; of equals, those that can be supported.
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

// wants reports whether a space has a supply centre that the power does not own. Its owner may be secret.
func (v View) wants(l diplomacy.Loc) bool {
	b := standard()
	at := b.Province(l)
	return b.IsCentre(at) && !slices.Contains(v.Centres, b.Abbr(at))
}

// helper returns a unit that can support a move, or nil.
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

// showConvoy adds a convoy by a single fleet, if the power has a fleet at sea next to an army; preferably to a supply
// centre that it does not own.
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

// landings returns the places without units of the power to which a fleet can convoy an army that could not go there
// by land.
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
		if own || b.Terrain(to) == diplomacy.Sea { // also excludes the army's own place
			continue
		}
		if !b.CanReach(diplomacy.Army, army.At, to) {
			out = append(out, to)
		}
	}
	return out
}

// idle returns the unit that the other examples use least: the last one.
func (v View) idle() (diplomacy.Unit, bool) {
	if len(v.units) == 0 {
		return diplomacy.Unit{}, false
	}
	return v.units[len(v.units)-1], true
}

// another returns some other power, always the same one, because it may be secret which ones are left.
func (v View) another() string {
	b := standard()
	return b.power((v.own + 1) % diplomacy.Power(len(b.Powers())))
}

// refuges returns a list of retreats for a unit, of at most two spaces.
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

// spaceToPeek returns a space without a unit of the power's, preferably next to its last unit.
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

// showWinter adds a build or a removal, if one is due.
func (v View) showWinter(show func(kind string, lines ...string)) {
	switch {
	case v.Builds > 0 && len(v.Vacant) > 0:
		show("build", "Build A "+v.Vacant[0])
	case v.Removals > 0 && len(v.Units) > 0:
		show("removal", "Remove "+v.Units[len(v.Units)-1])
	}
}
