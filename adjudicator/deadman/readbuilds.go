package deadman

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A buildReader reads builds, removals and the set-up of units, for the author of a letter.
type buildReader struct{ *author }

// A namedUnit is a place with an optional type of unit.
type namedUnit struct {
	t     diplomacy.UnitType
	typed bool
	at    diplomacy.Loc
	place kit.Bind
}

// named returns the units that a list names, each with its type.
func (a buildReader) named(m *kit.Match, c *kit.Context) []namedUnit {
	var out []namedUnit
	for _, n := range m.All("n1") {
		t, typed := typeWithin(m, n, c)
		for _, p := range m.Within("p", n) {
			out = append(out, namedUnit{t, typed, a.coastOf(m, n, locOf(p), c), p})
		}
	}
	return out
}

// coastOf returns the coast of a place that stands behind its type: "St Petersburg: fleet (south coast)".
func (a buildReader) coastOf(m *kit.Match, n kit.Bind, at diplomacy.Loc, c *kit.Context) diplomacy.Loc {
	for _, side := range m.Within("cs", n) {
		first := strings.Replace(c.Word(side.From)[:1], "o", "e", 1) // such as "Ostküste"
		for _, coast := range a.Coasts(a.Province(at)) {
			if strings.HasSuffix(a.Abbr(coast), "("+first+"c)") {
				return coast
			}
		}
	}
	return at
}

// listed reads units for which only a heading or the season says whether they are set up or built.
func (a buildReader) listed(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.mode == asSetUp || a.mode == asOrders && len(a.homes) > 0 {
		return a.setUp(m, c)
	}
	return a.build(m, c)
}

// setUp reads which units start where (DM-3). All set-ups together are one line on file.
func (a buildReader) setUp(m *kit.Match, c *kit.Context) kit.Outcome {
	switch {
	case a.open:
		return refusal(noSetUp)
	case len(a.homes) == 0:
		return refusal("The set-up is over; it was for Spring 1901.")
	}
	starts := map[diplomacy.Loc]diplomacy.Unit{}
	var out kit.Outcome
	for _, n := range a.named(m, c) {
		for _, at := range places(n.place.Vals) {
			if a.isHome(at) && !a.isHome(a.Province(n.at)) {
				n.at = at
			}
		}
		home := a.Province(n.at)
		s := a.standing(n.t, n.at)
		_, twice := starts[home]
		switch {
		case twice:
			return refusal(onePerHome)
		case !a.isHome(home):
			out.And(foreign(refusal("%s is not one of your home centres (%s).", a.Name(home),
				strings.Join(a.Homes, ", "))))
		case !n.typed:
			return a.whichType(home)
		case s.outcome.Ask != "":
			return s.outcome
		case s.outcome.Refuse != "":
			out.And(s.outcome)
		default:
			starts[home] = s.Unit
			c.Said = append(c.Said, int(s.At))
		}
	}
	if len(starts) == 0 {
		return out.OrRefusal()
	}
	for home, u := range starts {
		was, ok := a.starts[home]
		isGiven := c.Given["SETUP"] != "" && !c.Fixes
		if isGiven && ok && was != u {
			return refusal(onePerHome)
		}
	}
	maps.Copy(a.starts, starts)
	out.And(a.started())
	out.Adds = true
	return out
}

// whatStarts asks for the home centres if only the number of units is given.
func (a buildReader) whatStarts(*kit.Match, *kit.Context) kit.Outcome {
	var us units
	for _, home := range a.homes {
		us = append(us, a.startingIn(home))
	}
	us.sort()
	return question("Which unit starts where? For example: SETUP %s.", joinUnits(us))
}

// started files all set-ups so far.
func (a buildReader) started() kit.Outcome {
	us := slices.SortedFunc(maps.Values(a.starts), a.byProvince)
	out := filing("SETUP", "SETUP "+joinUnits(us))
	out.Adds = true
	return out
}

// usual reads that units start as usual, possibly with an exception.
func (a buildReader) usual(m *kit.Match, c *kit.Context) kit.Outcome {
	for _, home := range a.homes {
		delete(a.starts, home)
		a.starts[home] = a.startingIn(home)
	}
	if m.Has("n1") {
		return a.setUp(m, c)
	}
	return a.started()
}

// allStart reads that all units start as armies, or all as fleets.
func (a buildReader) allStart(m *kit.Match, c *kit.Context) kit.Outcome {
	t := diplomacy.Army
	if n := counted(m, c); m.Has("nn") && n != len(a.homes) { // "three armies" are all if there are three centres
		return a.whatStarts(m, c)
	}
	if b, ok := m.Get("t"); ok {
		t, _ = typeOf(c, b)
	} else if m.Has("allf") {
		t = diplomacy.Fleet
	}
	for _, home := range a.homes {
		s := a.standing(t, home)
		if failed(s.outcome) {
			return s.outcome
		}
		a.starts[home] = s.Unit
	}
	return a.started()
}

// build reads units to be built (DM-28). An impossible one does not affect the others on the list.
func (a buildReader) build(m *kit.Match, c *kit.Context) kit.Outcome {
	switch {
	case a.mode == asRemovals:
		return a.remove(m, c)
	case a.Builds == 0 && !a.then:
		return a.buildLater(m, c)
	}
	var out kit.Outcome
	for _, n := range a.named(m, c) {
		x := a.buildOne(m, c, n, out)
		if x.Ask != "" {
			return x
		}
		out.And(x)
	}
	return out.OrRefusal()
}

// rebuild reads that a unit that is to be built, or is to start, is of another type: "the new unit in Kiel should be a
// fleet".
func (a buildReader) rebuild(m *kit.Match, c *kit.Context) kit.Outcome {
	for _, p := range m.All("p") {
		home := a.Province(locOf(p))
		if a.isHome(home) {
			delete(a.starts, home)
			c.Fixes = true
			return a.setUp(m, c)
		}
		if c.Sheet.Get("Build "+a.key(home)) != "" {
			c.Fixes = true
		}
	}
	return a.build(m, c)
}

// buildLater refuses builds in other seasons; in Fall it offers them for the coming Winter.
func (a buildReader) buildLater(m *kit.Match, c *kit.Context) kit.Outcome {
	no := refusal(noBuild)
	if !strings.HasPrefix(a.Phase, fall) || a.open {
		return no
	}
	x := buildReader{a.thenAuthor()}.build(m, c)
	for _, o := range x.Orders {
		if !failed(x) {
			no.Suggest = append(no.Suggest, "NEXT "+o.Line)
		}
	}
	return no
}

// buildOne reads a unit to be built, after those of a list.
func (a buildReader) buildOne(m *kit.Match, c *kit.Context, n namedUnit, list kit.Outcome) kit.Outcome {
	at := n.at
	if len(n.place.Vals) > 1 {
		var bad kit.Outcome
		if at, bad = a.choose(c, n.place, a.vacantCentre); bad.Ask != "" {
			return bad
		}
	}
	where := a.Province(at)
	err := a.vacantCentre(at)
	u, own := a.units.in(where)
	s := a.standing(n.t, at)
	switch {
	case err != nil && own && m.Form == "UNITS":
		return kit.Outcome{Ask: unitDoesWhat, Suggest: []string{holding(u).text("")}}
	case err != nil && m.Form == "UNITS": // such as "the new army to Picardy"
		return foreign(refusal("%s", sentenceOf(err)))
	case err != nil:
		return refusal("%s", sentenceOf(err))
	case !n.typed:
		return a.whichBuild(where)
	case failed(s.outcome):
		return s.outcome
	}
	c.Said = append(c.Said, int(s.At))
	return a.raise(s.Unit, c, list)
}

// whichBuild asks whether an army or a fleet is to be built in a centre.
func (a buildReader) whichBuild(where diplomacy.Loc) kit.Outcome {
	var can []string
	for _, at := range append([]diplomacy.Loc{where}, a.Coasts(where)...) {
		for _, t := range []diplomacy.UnitType{diplomacy.Army, diplomacy.Fleet} {
			if a.CanStand(t, at) {
				can = append(can, "Build "+a.unit(diplomacy.Unit{Type: t, At: at}))
			}
		}
	}
	why := fmt.Sprintf("An army or a fleet in %s?", a.Name(where))
	if a.CanStand(diplomacy.Fleet, where) {
		why += fmt.Sprintf(" Write %s or %s.", can[0], can[1])
	}
	return kit.Outcome{Ask: why, Suggest: can, About: []string{"Build " + a.key(where)}}
}

// raise adds a unit to the builds. One from an earlier letter is dropped if necessary; among those of one letter, the
// first ones count (DM-28).
func (a buildReader) raise(u diplomacy.Unit, c *kit.Context, list kit.Outcome) kit.Outcome {
	k := "Build " + a.key(u.At)
	out := filing(k, "Build "+a.unit(u))
	a.raised = slices.DeleteFunc(a.raised, func(o diplomacy.Unit) bool { return a.key(o.At) == a.key(u.At) })
	if len(a.raised) >= a.Builds && !a.then {
		i := slices.IndexFunc(a.raised, func(o diplomacy.Unit) bool { return isEarlier(c, list, "Build "+a.key(o.At)) })
		if i < 0 {
			return refusal("You have only %s. These orders come first: %s.", plural(a.Builds, "build"),
				joinUnits(a.raised))
		}
		out.Note = fmt.Sprintf("Build %s from an earlier letter is no longer on file: you have only %s.",
			a.unit(a.raised[i]), plural(a.Builds, "build"))
		out.Drop = append(out.Drop, "Build "+a.key(a.raised[i].At))
		a.raised = slices.Delete(a.raised, i, i+1)
	}
	if c.Given["Waive"] == "" {
		out.Drop = append(out.Drop, "Waive")
	}
	if c.Given[k] == "" {
		out.Drop = append(out.Drop, k) // removed first, so that it becomes the last one on file
	}
	a.raised = append(a.raised, u)
	return out
}

// isEarlier reports whether the line with a key is from an earlier letter, and not from this one or its list.
func isEarlier(c *kit.Context, list kit.Outcome, key string) bool {
	return c.Given[key] == "" && !slices.ContainsFunc(list.Orders, func(o kit.Order) bool { return o.Key == key })
}

// waive drops builds from earlier letters, and waives the builds that this letter does not order.
func (a buildReader) waive(m *kit.Match, c *kit.Context) kit.Outcome {
	saysWaive := m != nil && strings.HasPrefix(c.Word(m.From), "waiv")
	isSaid := saysWaive || a.inWinter || a.mode == asBuilds
	switch none := a.Builds == 0 && !a.then; {
	case none && isSaid:
		return refusal("You have no builds to waive.")
	case none:
		return talk
	}
	a.waives = true
	out := filing("Waive", "Waive")
	a.raised = slices.DeleteFunc(a.raised, func(u diplomacy.Unit) bool {
		k := "Build " + a.key(u.At)
		isEarlier := c.Given[k] == "" && !a.then
		if isEarlier {
			out.Drop = append(out.Drop, k)
		}
		return isEarlier
	})
	return out
}

// bare reads units without any order, and asks about them.
func (a buildReader) bare(m *kit.Match, c *kit.Context) kit.Outcome {
	removes := a.inWinter && a.Removals > 0
	if a.inWinter && !removes || a.kind == retreats {
		return talk
	}
	out := kit.Outcome{Ask: unitDoesWhat}
	if removes {
		out.Ask = "Is this what you want to remove?"
	}
	for _, p := range m.All("p") {
		u, ok := a.unitAt(locOf(p))
		if ok {
			c.Said = append(c.Said, int(u.At))
		}
		switch {
		case !ok && removes:
			return talk
		case !ok:
			return a.noUnit(locOf(p))
		case removes:
			out.Suggest = append(out.Suggest, "Remove "+a.key(u.At))
		case c.Sheet.Get(a.key(u.At)) == "":
			out.Suggest = append(out.Suggest, holding(u).text(""))
		}
	}
	return out
}

// items reads places below a heading that says what is done with all of them: the units there hold, or they are looked at.
func (a buildReader) items(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.mode == asPeeks {
		return peekReader(a).peeks(m, c)
	}
	var holds []order
	for _, p := range m.All("p") {
		u, ok := a.unitAt(locOf(p))
		if !ok {
			return a.noUnit(locOf(p))
		}
		c.Said = append(c.Said, int(u.At))
		holds = append(holds, holding(u))
	}
	return a.file(holds...)
}

// remove reads units to be removed.
func (a buildReader) remove(m *kit.Match, c *kit.Context) kit.Outcome {
	out := a.spare(m.All("notp"), c) // such as "Portugal instead of Spain"
	for _, u := range a.every(m, c) {
		out.And(a.scrap(u.At, c, out))
	}
	for _, b := range append(m.All("u"), m.All("n1")...) {
		named := placesWithin(m, b)
		if len(named) == 0 {
			s := a.subject(m, b, c)
			if failed(s.outcome) {
				return s.outcome
			}
			named = []kit.Bind{{Vals: []int{int(s.At)}}}
		}
		where := locOf(named[0])
		for _, at := range places(named[0].Vals) {
			if _, own := a.units.in(a.Province(at)); own {
				where = at
			}
		}
		out.And(a.scrap(where, c, out))
	}
	return out.OrRefusal()
}

// remains reads that units are not to be removed after all, or that all others are kept.
func (a buildReader) remains(m *kit.Match, c *kit.Context) kit.Outcome {
	out := a.spare(m.All("u"), c)
	out.Talk = len(out.Drop)+len(a.gone) == 0
	return out
}

// spare drops units from the removals.
func (a buildReader) spare(named []kit.Bind, c *kit.Context) (out kit.Outcome) {
	for _, b := range named {
		where := a.Province(locOf(b))
		a.gone = slices.DeleteFunc(a.gone, func(at diplomacy.Loc) bool { return at == where })
		if k := "Remove " + a.Abbr(where); c.Sheet.Get(k) != "" {
			out.Drop = append(out.Drop, k)
		}
	}
	return out
}

// scrap adds the unit in a place to the removals. One from an earlier letter is dropped if necessary.
func (a buildReader) scrap(at diplomacy.Loc, c *kit.Context, list kit.Outcome) kit.Outcome {
	where := a.Province(at)
	_, own := a.units.in(where)
	switch {
	case a.then:
	case !own:
		return a.noUnit(where)
	case a.Removals == 0 && a.open:
		return refusal("You have no unit to remove now.")
	case a.Removals == 0:
		return refusal("You have no unit to remove now. To disband one in the season, write DB: F Nth DB.")
	}
	line := "Remove " + a.Abbr(where)
	out := filing(line, line)
	a.gone = slices.DeleteFunc(a.gone, func(at diplomacy.Loc) bool { return at == where })
	if len(a.gone) >= a.Removals && !a.then {
		i := slices.IndexFunc(a.gone, func(at diplomacy.Loc) bool { return isEarlier(c, list, "Remove "+a.Abbr(at)) })
		if i < 0 {
			return refusal("You have to remove only %s.", plural(a.Removals, "unit"))
		}
		was := "Remove " + a.Abbr(a.gone[i])
		out.Note = fmt.Sprintf("%s from an earlier letter is no longer on file: you have to remove only %s.", was,
			plural(a.Removals, "unit"))
		out.Drop = append(out.Drop, was)
		a.gone = slices.Delete(a.gone, i, i+1)
	}
	a.gone = append(a.gone, where)
	return out
}
