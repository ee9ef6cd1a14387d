package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// singly splits a sheet into sheets with a single item for this season each. Orders come last, because they may be
// for units that are built.
func (s sheet) singly() []sheet {
	var out []sheet
	for _, u := range s.builds {
		out = append(out, sheet{builds: []diplomacy.Unit{u}})
	}
	if s.waives {
		out = append(out, sheet{waives: true})
	}
	for _, at := range s.removes {
		out = append(out, sheet{removes: []diplomacy.Loc{at}})
	}
	for _, at := range s.peeks {
		out = append(out, sheet{peeks: []diplomacy.Loc{at}})
	}
	for _, o := range s.orders {
		out = append(out, sheet{orders: []order{o}})
	}
	return out
}

// entered returns the outcome of a sheet with a single item that was filed before the view was known.
func (a *author) entered(s sheet, c *kit.Context) kit.Outcome {
	switch {
	case len(s.orders) > 0:
		return a.enteredOrder(s.orders[0])
	case len(s.peeks) > 0:
		return a.enteredPeek(s.peeks[0], c)
	case len(s.builds) > 0:
		u := s.builds[0]
		if a.Builds == 0 {
			return refusal(noBuild)
		}
		if err := a.vacantCentre(u.At); err != nil {
			return refusal("%s", sentenceOf(err))
		}
		u.Power = a.own
		return buildReader{a}.raise(u, c, kit.Outcome{})
	case len(s.removes) > 0:
		return buildReader{a}.scrap(s.removes[0], c, kit.Outcome{})
	}
	return buildReader{a}.waive(nil, c)
}

// enteredPeek returns the outcome of a peek, which is refused if earlier ones have used up all peeks.
func (a *author) enteredPeek(space diplomacy.Loc, c *kit.Context) kit.Outcome {
	var on []string
	for _, line := range c.Sheet.Lines() {
		if strings.HasPrefix(line, "PAS-") && line != "PAS-"+a.Abbr(space) {
			on = append(on, line)
		}
	}
	if len(on) >= a.Peeks {
		return refusal("You have %s a season; on file: %s.", plural(a.Peeks, "peek"), strings.Join(on, ", "))
	}
	return peekReader{a}.peekAt(space, c)
}

// enteredOrder returns the outcome of an order for the unit in its place, if there is one.
func (a *author) enteredOrder(o order) kit.Outcome {
	u, ok := a.unitAt(o.at)
	switch {
	case !ok:
		return a.noUnit(o.at)
	case a.inWinter:
		return refusal(onlyBuilds)
	case o.verb == spy && o.on == a.own:
		return refusal(ownSpy)
	case o.verb == spy && a.open:
		return refusal(noSpies)
	case o.verb == disband && a.open:
		return refusal(noDisband)
	}
	var out kit.Outcome
	if _, set := a.starts[a.Province(u.At)]; !set && a.isHome(u.At) {
		u.Type, u.At = o.unit, o.at // the unit starts with the type and place that are ordered
	}
	if u.Type != o.unit {
		out.Note = "Your unit in " + a.Name(a.Province(u.At)) + " is " + noun(u.Type) + "."
	}
	o.unit, o.at = u.Type, u.At
	if o.verb == move {
		o.to = a.landing(u, o.to)
	}
	if err := a.possible(o); err != nil {
		return impossible(err)
	}
	if o.verb != none {
		out.Orders = append(out.Orders, o.filed())
	}
	list := blank(u)
	list.off = o.off
	for _, l := range o.retreat {
		to, err := a.reach(u.Type, u.At, l)
		if err != nil {
			out.Refused = append(out.Refused, sentenceOf(err))
		} else if !slices.Contains(list.retreat, to) {
			list.retreat = append(list.retreat, to)
		}
	}
	if list.hasList() {
		out.Orders = append(out.Orders, list.listed())
	}
	return out
}
