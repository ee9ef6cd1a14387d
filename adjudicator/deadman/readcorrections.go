package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A correctionReader reads what an author says about orders that they gave before: that they keep, cancel or
// correct them.
type correctionReader struct{ *author }

// keep reads a text that changes nothing.
func (a correctionReader) keep(*kit.Match, *kit.Context) kit.Outcome { return kit.Outcome{} }

// restKept reads that the orders on file for all other units stay. If there are none, it asks whether these units
// hold.
func (a correctionReader) restKept(m *kit.Match, c *kit.Context) kit.Outcome {
	stays := slices.ContainsFunc(c.Lexemes[m.From:m.To], func(x kit.Lexeme) bool {
		return slices.Contains(staying, x.Word)
	})
	if len(a.earlier) > 0 || a.inWinter || a.then || !stays {
		return kit.Outcome{}
	}
	out := kit.Outcome{Ask: "Nothing is on file for your other units. Do they hold?"}
	for _, u := range a.pool() {
		if c.Given[a.key(u.At)] == "" && !a.doubts(c, u) {
			out.Suggest = append(out.Suggest, holding(u).text(""))
		}
	}
	if len(out.Suggest) == 0 {
		return kit.Outcome{}
	}
	return out
}

// same reads that the orders on file for some units stay.
func (a correctionReader) same(m *kit.Match, c *kit.Context) kit.Outcome {
	us, bad := a.unitsOf(m, c)
	for _, u := range us {
		if k := a.key(u.At); c.Sheet.Get(k) == "" && c.Sheet.Get("Build "+k) == "" {
			return question(whatToDo, a.unit(u))
		}
	}
	return bad
}

// cancel removes the orders on file for some units.
func (a correctionReader) cancel(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.inWinter {
		return a.noOrders(m, c)
	}
	us, out := a.unitsOf(m, c)
	if about := a.leadingTo(m, c); failed(out) && len(about) > 0 { // "Forget Galicia"
		return kit.Outcome{Ask: "Which orders do you want to take back? Write the new ones.", About: about}
	}
	for _, u := range us {
		c.Said = append(c.Said, int(u.At))
		k := a.key(u.At)
		if c.Sheet.Get(k)+c.Sheet.Get(k+" R") == "" {
			return question("There is no order for %s on file, so there is nothing to take back.", a.unit(u))
		}
		out.Drop = append(out.Drop, k, k+" R")
	}
	return out
}

// leadingTo returns the keys of the orders on file, or in the letter, that lead to the place that a form names.
func (a correctionReader) leadingTo(m *kit.Match, c *kit.Context) (keys []string) {
	for _, b := range m.All("u") {
		for _, p := range placesWithin(m, b) {
			for _, k := range c.Sheet.Keys() {
				o, ok := parseOrder(c.Sheet.Get(k))
				if ok && o.to != diplomacy.NoLoc && a.Province(o.to) == a.Province(locOf(p)) {
					keys = append(keys, k)
				}
			}
		}
	}
	return keys
}

// clear removes everything that earlier letters have filed.
func (a correctionReader) clear(_ *kit.Match, c *kit.Context) kit.Outcome {
	var out kit.Outcome
	for _, k := range c.Sheet.Keys() {
		if c.Given[k] == "" || c.Given[k] != c.Sheet.Get(k) {
			out.Drop = append(out.Drop, k)
		}
	}
	if len(out.Drop) == 0 {
		out.Drop = c.Sheet.Keys()
	}
	return out
}

// undo takes back the previous order.
func (a correctionReader) undo(_ *kit.Match, c *kit.Context) kit.Outcome {
	if len(c.Sheet.Keys()) == 0 && c.Last.Key == "" {
		return talk
	}
	if c.Given[c.Last.Key] == "" {
		return question("What do you want to take back? Write CANCEL and the order, or a new order for the unit.")
	}
	return kit.Outcome{Undo: []string{c.Last.Key}}
}

// fixTo reads a corrected destination, "make that Tyr" or "Tyr, not Bur", for the order that it can refer to.
func (a correctionReader) fixTo(m *kit.Match, c *kit.Context) kit.Outcome {
	us, bad := a.unitsOf(m, c)
	if failed(bad) {
		return bad
	}
	not, isNot := m.Get("notp")
	if last, is := strings.CutPrefix(c.Last.Line, "PAS-"); is && len(us) == 0 { // "PAS-Con. Oops, not Con, Bul"
		if to, bad := a.plain(m.All("w"), c); !failed(bad) && (!isNot || last == a.key(locOf(not))) {
			c.Fixes = true
			return peekReader(a).peekAt(to[0], c)
		}
	}
	if it := a.pronoun(c); len(us) == 0 && !isNot && a.isCancelled(it, c) { // "Strike Spain to Gascony, make it Marseilles"
		us = units{it.Unit}
	}
	var keys []string
	for _, u := range us {
		keys = append(keys, a.key(u.At))
	}
	switch {
	case len(us) > 0:
	case c.Given[c.Last.Key] != "" && !isNot:
		keys = []string{c.Last.Key}
	default:
		keys = c.Sheet.Keys()
	}
	var found []kit.Order
	for _, k := range keys {
		o, ok := parseOrder(c.Sheet.Get(k))
		if !ok && len(us) > 0 {
			o, ok = holding(us[0]), true
		}
		isLeft := o.verb == move && slices.Contains(not.Vals, int(a.Province(o.to)))
		isOther := isNot && len(us) == 0 && !isLeft // the unit goes to a place other than the one that is denied
		if !ok || isOther {
			continue
		}
		if moved, can := a.goingTo(m, c, o); can {
			found = append(found, moved.filed())
		}
	}
	isPlain := len(us) > 0 || isNot || len(keys) == 1
	isTalk := !isPlain && c.Last.Key == "" && len(c.Sheet.Keys()) == 0
	switch {
	case len(found) == 1 && isPlain:
		c.Fixes = true
		return kit.Outcome{Orders: found}
	case len(found) == 0 && isTalk:
		return talk
	}
	out := kit.Outcome{Ask: "Which order do you want to change? Write the whole new order.", Suggest: linesOf(found)}
	if c.Given[c.Last.Key] != "" {
		out.Undo = []string{c.Last.Key}
	}
	return out
}

// isCancelled reports whether the order that an earlier letter has put on file for a unit was taken back.
func (a correctionReader) isCancelled(u ordered, c *kit.Context) bool {
	key := a.key(u.At)
	return !failed(u.outcome) && a.earlier[key] && c.Sheet.Get(key) == ""
}

// state reads what is told of a place, such as "Munich is occupied".
func (a correctionReader) state(*kit.Match, *kit.Context) kit.Outcome { return kit.Outcome{Told: true} }

// goingTo changes a unit's order, if it is a move or hold, to a move to the place in a form, if the unit can go there
// without a convoy.
func (a correctionReader) goingTo(m *kit.Match, c *kit.Context, o order) (order, bool) {
	if o.verb != hold && o.verb != move {
		return o, false
	}
	to, _ := m.Get("w")
	u := o.who()
	at, bad := a.choose(c, to, func(at diplomacy.Loc) error { return a.besides(u, at) })
	return a.moving(u, at), !failed(bad)
}

// disbands reads "Disband A Ruh", which means a removal if one is due.
func (a correctionReader) disbands(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.Removals > 0 && !a.then || a.inWinter {
		return buildReader(a).remove(m, c)
	}
	m.Form = "DISBAND"
	o := a.orders(m, c)
	isInitial := c.Word(m.From) == "d" && c.Word(m.From+1) == "." // "D. Paris" may be a person's name
	if isInitial && !failed(o) {
		return kit.Outcome{Ask: words().Says("unclear"), Suggest: linesOf(o.Orders)}
	}
	return o
}

// whoCan asks which unit is to carry out an order that names none, and suggests those that can, if there are few.
func (a correctionReader) whoCan(m *kit.Match, c *kit.Context) kit.Outcome {
	const few = 3
	asked := *m
	asked.Form = map[string]string{"ASKSUP": "SUPPORT", "ASKCON": "CONVOY", "ASKSPY": "SPY", "ASKMOVE": "MOVE"}[m.Form]
	isElsewhen := a.inWinter || a.kind == retreats || a.then
	isTold := strings.HasSuffix(c.Word(m.From), "ing") // "moving to Bel" tells
	isNone := a.open && asked.Form == "SPY"
	if isElsewhen || isTold || isNone {
		return talk
	}
	out := kit.Outcome{Ask: "Which unit should do this?"}
	for _, u := range a.pool() {
		if line := a.near(&asked, c, u); line != "" {
			out.Suggest = append(out.Suggest, line)
		}
	}
	switch {
	case len(out.Suggest) == 0:
		return talk
	case len(out.Suggest) > few:
		out.Suggest = nil
	}
	return out
}

// unsaid asks what an order keyword refers to if no name came with it.
func (a correctionReader) unsaid(m *kit.Match, _ *kit.Context) kit.Outcome {
	switch {
	case m.Form == "ASKPEEK" && a.Peeks > 0 && a.kind != retreats:
		which := question("Which space should it be? For example: PAS-Nth.")
		which.About = []string{"PAS"}
		return which
	case m.Form == "ASKVOTE" && a.Votes:
		return question("What is your vote? For example: VOTE Draw, or VOTE France.")
	case m.Form == "ASKBUILD" && a.Builds > 0 && len(a.vacant) > 0:
		example := buildReader(a).whichBuild(a.vacant[0]).Suggest[0]
		return question("Build what, and where? For example: %s.", example)
	}
	return talk
}

// incomplete asks what a unit is to support, convoy or spy on.
func (a correctionReader) incomplete(m *kit.Match, c *kit.Context) kit.Outcome {
	us := a.subjects(m, c)
	if len(us) == 0 || failed(us[0].outcome) {
		return talk
	}
	unit := a.unit(us[0].Unit)
	switch what, _ := m.Get("s2"); {
	case what.Class == "s":
		return question(supportWhich, unit)
	case what.Class == "c":
		return question(convoyWhat)
	case a.open:
		return talk
	}
	return question(spyOnWhich, unit)
}

// offLine reads "A Mun NONE", which removes what is on file for the next season or for every season.
func (a correctionReader) offLine(m *kit.Match, c *kit.Context) kit.Outcome {
	if b, ok := m.Get("off"); ok {
		a.dropped = append(a.dropped, map[string]string{"pas": "PAS", "retreat": "R"}[b.Class])
		switch {
		case a.then:
			return kit.Outcome{}
		case b.Class == "pas":
			return peekReader(a).noPeek(m, c)
		}
		return kit.Outcome{Drop: []string{retreatAuto}}
	}
	us := a.subjects(m, c)
	if len(us) == 0 || failed(us[0].outcome) {
		return talk
	}
	list := a.key(us[0].At) + " R"
	if m.Has("rr") {
		a.dropped = append(a.dropped, list)
		return kit.Outcome{Drop: []string{list}}
	}
	a.dropped = append(a.dropped, a.key(us[0].At))
	return kit.Outcome{Drop: []string{a.key(us[0].At), list}}
}
