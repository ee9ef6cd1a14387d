package deadman

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// A headingReader reads the text below headings: orders for the next season or for every season, conditions, builds and
// lists of retreats.
type headingReader struct{ *author }

// deepest is the largest number of nested headings, as in NEXT IF ... THEN. Further headings are not recognised.
const deepest = 2

// block reads the text after a heading, on its line or below it.
func (a headingReader) block(b kit.Block, c *kit.Context) {
	if a.depth >= deepest {
		c.Read(b.Text)
		return
	}
	switch b.Heading.Form {
	case "RETREATS", "DISLODGED":
		switch word := strings.ToLower(strings.Trim(b.Text, " .!\n")); {
		case isWord("auto", word):
			c.Set(kit.Order{Key: retreatAuto, Line: retreatAuto}, b.Quote)
		case isWord("none", word):
			c.Drop(retreatAuto, b.Quote)
		default:
			a.under(asRetreats, b.Text, c)
		}
	case "WINTER":
		a.under(asBuilds, b.Text, c)
	case "REMOVALS":
		a.under(asRemovals, b.Text, c)
	case "HOLDS":
		a.under(asHolds, b.Text, c)
	case "SPIES":
		a.under(asSpies, b.Text, c)
	case "PEEKAT":
		a.under(asPeeks, b.Text, c)
	case "MOVES":
		a.under(asOrders, b.Text, c)
	case "SETUPOF":
		parts := len(c.Parts)
		if a.under(asSetUp, b.Text, c); len(c.Parts) == parts && strings.TrimSpace(b.Text) != "" {
			c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote, Why: words().Says("unclear")})
		}
	case "NEXT":
		a.ahead(nextSeason, b, c)
	case "ALWAYS":
		a.ahead(everySeason, b, c)
	case "WHEN":
		a.condition(b, c)
	case "BADWHEN":
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote, Why: conditionHelp})
	case "NOW":
		a.within(b.Text, c)
	case "SEASON":
		a.season(b, c)
	}
}

// under reads orders in the mode that a heading sets.
func (a headingReader) under(m mode, text string, c *kit.Context) {
	was := a.mode
	a.mode = m
	c.Read(text)
	a.mode = was
}

// within reads the text below a heading that only says that the text is for the present. It may contain further
// headings.
func (a headingReader) within(text string, c *kit.Context) {
	a.depth++
	c.ReadAll(text)
	a.depth--
}

// elseWord matches the words between the branches of a condition.
var elseWord = regexp.MustCompile(`(?i)\b(?:else|otherwise|sonst|andernfalls)\b`)

// A span is a time other than the present for which orders can be filed.
type span struct {
	prefix string
	most   int                    // largest number of lines on file
	bare   string                 // the question if no text follows its heading
	takes  func(line string) bool // reports whether a line can be filed for it
}

// Limits that no player needs to exceed.
const (
	maxNext   = 40
	maxAlways = 20
)

var (
	nextSeason = span{"NEXT ", maxNext,
		"Which order is for the next season? Write it after NEXT on the same line, as in NEXT A Mun-Bur, or below " +
			"it. NEXT OFF takes back everything that is on file for it.",
		func(line string) bool { _, ok := parseAhead(line); return ok }}
	everySeason = span{"ALWAYS ", maxAlways,
		"Which order is for every season? Write it after ALWAYS on the same line, as in ALWAYS A Mun H R Ber, or " +
			"below a line ALWAYS: with a colon. ALWAYS OFF takes back all of them.",
		func(line string) bool { _, ok := parseStanding(line); return ok || line == retreatAuto }}
)

// ahead reads orders for the next season, or for every season.
func (a headingReader) ahead(when span, b kit.Block, c *kit.Context) {
	then := a.thenAuthor()
	then.always = when.prefix == everySeason.prefix
	sub := kit.Read(words(), then, kit.NewSheet(), b.Text)
	hasOther := func(fate kit.Fate) bool {
		return slices.ContainsFunc(sub.Parts, func(p kit.Part) bool { return p.Fate != fate })
	}
	switch is := strings.ToLower(strings.TrimSpace(b.Text)); {
	case a.open && !then.always && hasOther(kit.Talk):
		c.Add(kit.Part{Fate: kit.Refused, Quote: b.Quote, Why: "In Diplomacy nothing is filed for a later season."})
		return
	case a.open && !then.always:
		c.Add(kit.Part{Fate: kit.Talk, Quote: b.Quote})
		return
	case is == "":
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Head, Why: when.bare})
		return
	case isWord("none", is):
		for _, k := range onFile(c, when.prefix) {
			c.Drop(k, b.Quote)
		}
		return
	}
	slices.Sort(then.dropped)
	for _, about := range slices.Compact(then.dropped) { // several forms may match; one is enough
		a.dropAhead(when.prefix, about, b.Text, c)
	}
	for _, line := range withLists(sub.Sheet.Lines()) {
		a.fileAhead(when, line, b, c)
	}
	isNothing := len(sub.Sheet.Keys()) == 0
	if isNothing && len(then.dropped) == 0 && !hasOther(kit.Filed) {
		c.Add(kit.Part{Fate: kit.Talk, Quote: b.Quote}) // the text takes itself back
	}
	for _, p := range sub.Parts {
		if p.Fate == kit.Talk && isNothing && b.Head == strings.ToUpper(b.Head) {
			p.Fate, p.Why = kit.Asked, words().Says("unclear")
		}
		for i := range p.Suggest {
			p.Suggest[i] = when.prefix + p.Suggest[i]
		}
		if p.Fate != kit.Filed {
			c.Add(p)
		}
	}
	c.Notes = append(c.Notes, sub.Notes...)
}

// fileAhead files a line for another time, if the line can be for that time and if there is room.
func (a headingReader) fileAhead(when span, line string, b kit.Block, c *kit.Context) {
	x := kit.Order{Key: when.prefix + subject(line), Line: when.prefix + line}
	switch {
	case line == retreatAuto:
		x = kit.Order{Key: line, Line: line}
	case strings.HasPrefix(line, "NEXT "): // an order with a condition
		x = kit.Order{Key: line, Line: line}
		line = strings.TrimPrefix(line, when.prefix)
	}
	others := slices.DeleteFunc(onFile(c, when.prefix), func(k string) bool { return k == x.Key })
	switch {
	case len(others) >= when.most:
		c.Add(kit.Part{Fate: kit.Refused, Quote: b.Quote,
			Why: fmt.Sprintf("There are %d such orders on file already, and there is no room for more.", when.most)})
	case !when.takes(line):
		c.Add(kit.Part{Fate: kit.Refused, Quote: b.Quote,
			Why: "Only orders to units, a peek and lists of retreats can stand for every season. Builds and removals " +
				"are for NEXT."})
	default:
		c.Sheet.Set(x.Key, "") // removed first, so that it becomes the last one on file
		c.Set(x, b.Quote)
	}
}

// withLists moves each list of retreats after the order of its unit.
func withLists(lines []string) []string {
	var out []string
	for _, line := range lines {
		list, ok := parseOrder(line)
		at := slices.IndexFunc(out, func(o string) bool { return subject(o) == subject(line) })
		if isList := ok && list.verb == none; isList && at >= 0 {
			out[at] += list.retreats()
			continue
		}
		out = append(out, line)
	}
	return out
}

// dropAhead removes what is on file for another season.
func (a headingReader) dropAhead(prefix, about, text string, c *kit.Context) {
	unit, isList := strings.CutSuffix(about, " R")
	for _, k := range c.Sheet.Keys() {
		isUnits := strings.HasPrefix(k, prefix) && strings.HasSuffix(k, " "+unit)
		isAuto := k == retreatAuto && about == retreatAuto
		line, _, has := strings.Cut(c.Sheet.Get(k), " R ")
		isOrder := strings.Contains(line, "-") || strings.Count(line, " ") > strings.Count("ALWAYS A Mun", " ")
		switch {
		case !isUnits && !isAuto, isList && !has:
			continue
		case isList && isOrder:
			c.Set(kit.Order{Key: k, Line: line}, text)
		default:
			c.Drop(k, text)
		}
		return
	}
	if about != retreatAuto && !(about == "R" && c.Sheet.Get(retreatAuto) != "") {
		c.Notes = append(c.Notes, fmt.Sprintf("%q takes nothing back: there is no such order on file.", text))
	}
}

// condition reads IF ... THEN ... ELSE ... (DM-40).
func (a headingReader) condition(b kit.Block, c *kit.Context) {
	h, text := b.Heading, b.Text
	fail := func(why string) {
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote, Why: why, Suggest: c.Guess(b.Quote)})
	}
	if a.open {
		fail("Diplomacy has no conditional orders.")
		return
	}
	var guards []string
	for _, g := range h.All("g") {
		guard, o := a.guard(h, g, c)
		if o.Ask != "" {
			fail(o.Ask)
			return
		}
		guards = append(guards, guard.String())
	}
	var branches [2][]string
	first, other := text, ""
	if at := elseWord.FindStringIndex(text); at != nil {
		first, other = text[:at[0]], text[at[1]:]
	}
	for i, branch := range []string{first, other} {
		then := a.thenAuthor()
		then.guarded = true
		sub := kit.Read(words(), then, kit.NewSheet(), branch)
		branches[i] = withLists(sub.Sheet.Lines())
		for _, p := range sub.Parts {
			if p.Fate != kit.Filed {
				fail(cmp.Or(p.Why, words().Says("unclear")))
				return
			}
		}
	}
	isEither := len(branches[1]) > 0
	switch {
	case len(branches[0]) == 0 || !isEither && elseWord.MatchString(text):
		fail("There is no order after THEN, or none after ELSE. " + conditionHelp)
		return
	case isEither && len(branches[0])+len(branches[1]) > 2:
		fail("With ELSE there is one order after THEN and one after ELSE: write an IF line for each order.")
		return
	}
	for _, line := range branches[0] {
		n := ahead{guard: strings.Join(guards, " AND "), then: line}
		if isEither {
			n.not = branches[1][0]
		}
		c.Set(kit.Order{Key: n.key(), Line: "NEXT " + n.String()}, b.Quote)
	}
}

// guard reads one condition.
func (a headingReader) guard(h *kit.Match, g kit.Bind, c *kit.Context) (condition, kit.Outcome) {
	has := func(name string) bool { return len(h.Within(name, g)) > 0 }
	places := h.Within("p", g)
	if len(places) == 0 {
		return condition{}, question("Which unit do you mean? %s", conditionHelp)
	}
	place := places[0]
	if len(place.Vals) > 1 {
		return condition{}, a.whichPlace(c, place)
	}
	x := condition{not: has("ng"), at: a.Province(locOf(place))}
	switch {
	case has("pk"):
		x.kind, x.occupied = peeked, has("oc") != has("no2")
	case has("fo"):
		x.kind = found
	case has("ow"):
		x.kind = owned
	default:
		if x.kind = present; has("se") {
			x.kind = seen
		}
		t, typed := typeWithin(h, g, c)
		if !typed {
			return x, question("An army or a fleet in %s? %s", a.Name(x.at), conditionHelp)
		}
		x.unit, x.at = t, locOf(place)
	}
	return x, kit.Outcome{}
}

// season reads the text below the name of a season: orders for this season, or for the next one.
func (a headingReader) season(b kit.Block, c *kit.Context) {
	t, ok := a.seasonNamed(b.Heading, c)
	asked, _ := seasonAt(a.Phase)
	switch {
	case !ok || t == asked || a.then:
		a.within(b.Text, c)
	case t == asked+1:
		a.ahead(nextSeason, b, c)
	case t < asked:
		c.Notes = append(c.Notes, b.Head+" is over, so the lines below it were read for "+a.Phase+".")
		c.Read(b.Text)
	default:
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote,
			Why: "You can send orders for " + a.Phase +
				" and for the season after it. The lines below this one were not read."})
	}
}

// aheadOff removes what is on file for the next season, or for every season.
func (a headingReader) aheadOff(m *kit.Match, c *kit.Context) kit.Outcome {
	return kit.Outcome{Drop: onFile(c, map[string]string{"NEXTOFF": "NEXT ", "ALWAYSOFF": "ALWAYS "}[m.Form])}
}
