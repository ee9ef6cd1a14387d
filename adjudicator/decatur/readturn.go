package decatur

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// This file reads the alternatives of a sheet.

const (
	maxAlternatives = 9
	maxStanding     = 40 // largest number of lines with standing orders
)

const oneAction = "A turn has only one action. Is this for when the line before it can't be done? Then give it the " +
	"next number, such as 2: ..."

// alternative reads an action with its condition, and its place on the sheet.
func (a *author) alternative(m *order.Match, c *order.Context,
	read func(*author, *order.Match, *order.Context) (action, error)) order.Outcome {
	at, aside := a.slot(m, c)
	if at.k == 0 && (at.n < 1 || at.n > maxAlternatives) {
		return order.Outcome{Refuse: "There can be at most nine alternatives: 1 to 9."}
	}
	a.noted = nil
	do, err := read(a, m, c)
	if err != nil {
		return a.numbered(a.unread(err, m, c, at), at)
	}
	when, err := a.condition(m, c, aim(do))
	if err != nil {
		return refusal(err)
	}
	out, err := a.settled(do, when, at, c)
	switch {
	case err != nil:
		return a.numbered(refusal(err), at)
	case out.Ask != "":
		return out
	}
	out.Note, a.noted = joinNotes(out.Note, a.noted...), nil
	return a.taken(out, m, c, at, aside)
}

// unread returns the refusal of an action that could not be read. Suggestions include its condition.
func (a *author) unread(err error, m *order.Match, c *order.Context, at slot) order.Outcome {
	out := refusal(err)
	if a.asked != nil {
		a.on[at.key()], a.asked, out.About = a.asked, nil, []string{at.key()}
	}
	when, err := a.condition(m, c, nil)
	if err != nil || when == nil {
		return out
	}
	for i := range out.Suggest {
		out.Suggest[i] += " IF " + when.words(a.b)
	}
	out.Suggest = slices.DeleteFunc(out.Suggest, func(line string) bool {
		_, err := parseSheet(a.b, "1: "+line)
		return err != nil
	})
	return out
}

// taken files an alternative that was read, or asks what it means in relation to the others.
func (a *author) taken(out order.Outcome, m *order.Match, c *order.Context, at slot, aside bool) order.Outcome {
	line, given := out.Orders[0].Line, a.given(c)
	asks := func(why string) order.Outcome { return order.Outcome{Ask: why, Suggest: []string{line}} }
	// "instead of the draw", but there is no draw
	if instead := m.Has("ra") && !m.Has("nr"); instead && at.n == 0 && a.amends {
		return asks(takesBack)
	}
	for _, s := range given { // the same alternative again
		if _, do, _ := slotOf(c.Given[s.key()]); at.k > 0 && strings.HasSuffix(line, ": "+do) {
			out.Orders[0] = order.Order{Key: s.key(), Line: c.Given[s.key()]}
			return out
		}
	}
	switch {
	case m.Has("e") && a.isBehindOpen(m, at, c):
		return asks("Is this for when the line before it can't be done? That line is not on file.")
	case aside:
		return asks(oneAction)
	case c.Fixes && at.k > 0 && len(given) > 1:
		return a.whichFixed(given, line)
	}
	out.Adds = m.Has("fx") && c.Given[at.key()] != ""
	return out
}

// isBehindOpen reports whether what an alternative begins with, such as "otherwise", is about one of the letter that
// was refused; or about any that is not on file, where the letter adds to those that are.
func (a *author) isBehindOpen(m *order.Match, at slot, c *order.Context) bool {
	isOpen := func(p order.Part) bool { return p.Fate == order.Asked || p.Fate == order.Refused }
	if at == (slot{behindAll, 1}) {
		return slices.ContainsFunc(c.Parts, isOpen)
	}
	before, end := a.before(c.Lexemes[m.From].From)
	if end > 0 && c.Given[before.key()] != "" {
		return false
	}
	for _, p := range slices.Backward(c.Parts) {
		if p.Fate != order.Talk {
			return isOpen(p) && !a.isOffered(p, c)
		}
	}
	return false
}

// isOffered reports whether an alternative was found in the words of a part whose writer leaves open whether they want
// it, or which of several.
func (a *author) isOffered(p order.Part, c *order.Context) bool {
	from := strings.LastIndex(c.Text, p.Quote)
	for at := range a.slots {
		if from <= at && at < from+len(p.Quote) && p.Fate == order.Asked {
			return one(p.Why, a.b.words().Says("alt"), a.b.words().Says("hyp"))
		}
	}
	return false
}

// numbered adds the place to what an outcome suggests.
func (a *author) numbered(o order.Outcome, at slot) order.Outcome {
	for i, line := range o.Suggest {
		if _, _, ok := slotOf(line); !ok {
			o.Suggest[i] = at.key() + ": " + line
		}
	}
	return o
}

// given returns the places of the letter's alternatives so far.
func (a *author) given(c *order.Context) []slot {
	var out []slot
	for key := range c.Given {
		if s, _, ok := slotOf(key + ": "); ok {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, compare)
	return out
}

// whichFixed asks which alternative a correction is to replace.
func (a *author) whichFixed(given []slot, line string) order.Outcome {
	out := order.Outcome{Ask: "Which of your alternatives does this replace?"}
	_, do, _ := slotOf(line)
	for _, s := range given {
		out.Suggest = append(out.Suggest, s.key()+": "+do)
	}
	return out
}

// slot returns the place on the sheet for the alternative that begins with a match: by its number, or else the next
// one. aside reports whether the letter puts it beside another one, as if a turn had two actions.
func (a *author) slot(m *order.Match, c *order.Context) (at slot, aside bool) {
	begin := c.Lexemes[m.From].From
	before, end := a.before(begin)
	between := ""
	if end > 0 && end <= begin {
		between = c.Text[end:begin]
	}
	_, otherwise := m.Get("e")
	isFirst := end == 0 || strings.Contains(between, "\n")
	numbered := m.Has("nr") || isFirst && itemOf(c.Text, begin) > 0
	_, given := c.Given[before.key()]
	nr, _ := m.Get("nr")
	bare := nr.Class == "number" && !strings.Contains(":).|/", c.Word(nr.To)) &&
		!strings.ContainsAny(between, "\n.;|/,:")
	aside = given && end > 0 && !otherwise
	aside = aside && !c.Fixes && (!numbered || bare)
	aside = aside && sameBreath.MatchString(between+c.Quote(m.From, m.From+1)+" ")
	if at, known := a.slots[begin]; known {
		return at, aside
	}
	switch fixed := a.given(c); {
	case m.Has("nr"):
		at = slot{n: a.numberOf(m, c)}
	case numbered:
		at = slot{n: itemOf(c.Text, begin)}
	case m.Has("ra") && len(changeReader{a}.doing(m, c)) == 1:
		at = changeReader{a}.doing(m, c)[0]
	case c.Fixes && !otherwise && len(fixed) == 1:
		at = fixed[0]
	case c.Fixes && len(fixed) == 0 && m.Form == "TOWHERE" && a.isGoing(m, c):
		t, _ := m.Get("t")
		at, _, _, _ = a.goingTo(Loc(t.Vals[0]), c)
	case end == 0 && a.amends && (otherwise || m.Has("fu")):
		at = slot{behindAll, 1}
	default:
		at = slot{before.n, before.k + step}
	}
	a.slots[begin], a.ends[begin] = at, c.Lexemes[m.To-1].To
	return at, aside
}

// isGoing reports whether one venture on file goes where a match goes.
func (a *author) isGoing(m *order.Match, c *order.Context) bool {
	t, ok := m.Get("t")
	if !ok || len(t.Vals) != 1 {
		return false
	}
	_, _, _, ok = a.goingTo(Loc(t.Vals[0]), c)
	return ok
}

// sameBreath matches the text between two actions of one turn: "draw, then expand India".
var sameBreath = regexp.MustCompile(`(?i)^[ ,(]*(?:(?:and|then|also|plus|&|\+)[ ,]*)*[^\n.;|/]*$`)

// before returns the place of the alternative before a byte of the letter, and where it ends; end is 0 if there is
// none.
func (a *author) before(begin int) (at slot, end int) {
	from := -1
	for b, s := range a.slots {
		if b < begin && b > from {
			from, at, end = b, s, a.ends[b]
		}
	}
	return at, end
}

// numberOf returns the number before an alternative: "2:", "second choice".
func (a *author) numberOf(m *order.Match, c *order.Context) int {
	k, _ := m.Get("nr")
	if n, ok := strings.CutPrefix(k.Class, "nth"); ok {
		i, _ := strconv.Atoi(n)
		return i
	}
	return numberAt(k, c)
}

// itemOf returns the number of the list item that begins directly before a byte, or 0.
func itemOf(text string, at int) int {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	if all := order.Scan(text[start:min(len(text), at+20)]); len(all) > 0 {
		return all[0].Item
	}
	return 0
}

// aim returns the location that an action is about, to which "it" refers in its condition.
func aim(do action) *Loc {
	switch do := do.(type) {
	case *worded:
		return &do.to
	case restructure:
		return &do.at
	case port:
		return &do.at
	}
	return nil
}

func (a *author) pass(*order.Match, *order.Context) (action, error) { return pass{}, nil }
func (a *author) draw(*order.Match, *order.Context) (action, error) { return drawCard{}, nil }

func (a *author) expand(m *order.Match, c *order.Context) (action, error) {
	at, err := a.places(m, "l", c)
	if err != nil {
		return nil, err
	}
	if q, ok := m.Get("q"); ok && numberAt(q, c) != 1 || len(at) < len(m.All("l")) {
		return nil, mistaken([]string{expand{at}.words(a.b)},
			"An expansion adds one factor to each of one or two locations (DC-15).")
	}
	return expand{at}, nil
}

func (a *author) restructure(m *order.Match, c *order.Context) (action, error) {
	l, _ := m.Get("l")
	at, err := a.place(l, c)
	return restructure{at}, err
}

func (a *author) port(m *order.Match, c *order.Context) (action, error) {
	l, _ := m.Get("l")
	at, err := a.place(l, c)
	if err != nil {
		return nil, err
	}
	p, oceans := port{at: at}, a.b.Locations[at].Oceans
	o, said := m.Get("po")
	switch {
	case said && !(len(oceans) == 1 && oceans[0] == Oceans[o.Vals[0]]):
		p.ocean = Oceans[o.Vals[0]]
	case !said && len(oceans) > 1:
		var meant []string
		for _, o := range oceans {
			meant = append(meant, port{at, o}.words(a.b))
		}
		a.asked = p
		return nil, mistaken(meant, "Which ocean: %s? %s is on two.", listedOr(oceans), a.b.Name(at))
	}
	return p, nil
}

func listedOr[T ~string](names []T) string { return adjudicator.Listed(names, "or") }

// someOf is an exchange of a number of cards from wherever they are. It is never filed, but converted to an exchange
// by the player's cards.
type someOf struct {
	kind Commonwealth
	n    int
}

func (s someOf) words(b *Board) string { return exchange{s.kind, s.n, 0}.words(b) }

func (a *author) exchange(m *order.Match, c *order.Context) (action, error) {
	k, _ := m.Get("ek")
	e := exchange{kind: kindOf(k)}
	n := unset
	if q, ok := m.Get("q1"); ok {
		n = numberAt(q, c)
	}
	placed := 0
	for _, b := range m.All("ph") {
		q, counted := within(m, "q", b)
		if q3, ok := within(m, "q3", b); ok {
			q, counted = q3, true
		}
		here := n
		if counted {
			here = numberAt(q, c)
		}
		if here == unset && c.Word(k.To) == "card" { // "my British card in hand"
			here = 1
		}
		if have := a.holding(e.kind, bound(m, "ip", b)); here == unset && have == 1 {
			here = 1
		}
		if here == unset {
			return nil, order.Complain("How many of them? For example: EXCHANGE Orient HAND 1 PLAY 1, or EXCHANGE " +
				"ALL Orient.")
		}
		if placed++; bound(m, "ip", b) {
			e.inPlay = here
		} else {
			e.hand = here
		}
	}
	plural := strings.HasSuffix(strings.ToLower(c.Quote(k.From, min(k.To+1, m.To))), "s")
	switch {
	case n > maxListed || e.hand > maxListed || e.inPlay > maxListed:
		return nil, soMany
	case n == 0, placed > 0 && e.hand+e.inPlay == 0:
		return nil, order.Complain("An exchange must be of at least one card (DC-13).")
	case placed > 0, n == unset && (m.Has("al") || plural):
		return e, nil
	case n == unset:
		return someOf{e.kind, 1}, nil
	}
	return someOf{e.kind, n}, nil
}

// holding returns how many cards of a kind the player has in play, or in hand.
func (a *author) holding(k Commonwealth, inPlay bool) int {
	if inPlay {
		return a.player(a.Seat).matching(k)
	}
	return countOf(a.Hand, k)
}

func (a *author) consolidate(m *order.Match, c *order.Context) (action, error) {
	t, _ := m.Get("t")
	to, err := a.place(t, c)
	if err != nil {
		return nil, err
	}
	k := consolidate{to: to}
	for _, g := range m.All("g") {
		at, _ := within(m, "at", g)
		l, err := a.place(at, c)
		if err != nil {
			return nil, err
		}
		o := origin{at: l}
		switch n := amount(m, g, c); {
		case n == 0:
			return nil, order.Complain("No factor from %s? Name a number, 1 or more, or ALL.", a.b.Name(l))
		case n > maxFactors:
			return nil, order.Complain("There are never more than seven factors in a location (DC-10).")
		case n > 0:
			o.n = n
		}
		if slices.ContainsFunc(k.from, func(p origin) bool { return p.at == l }) {
			return nil, order.Complain("%s is named twice.", a.b.Name(l))
		}
		k.from = append(k.from, o)
	}
	if len(k.from) > 0 {
		return k, nil
	}
	return a.gathered(to)
}

// gathered returns a consolidation from everywhere, in the present situation.
func (a *author) gathered(to Loc) (action, error) {
	k := consolidate{to: to}
	for i := range a.b.Locations {
		if l := Loc(i); a.b.Near(l, to) && a.owns(a.Seat, l) && a.at(l).Factors > 0 {
			k.from = append(k.from, origin{at: l})
		}
	}
	if len(k.from) == 0 {
		return nil, order.Complain("No other location of yours with factors is adjacent to %s, or coastal on a same "+
			"ocean (DC-17).", a.b.Name(to))
	}
	return k, nil
}

// sheetOf returns the alternatives on a sheet, the best first, and their places.
func (a *author) sheetOf(c *order.Context) (out []alternative, at []slot) {
	for _, key := range slices.Sorted(slices.Values(c.Sheet.Keys())) {
		if s, _, ok := slotOf(key + ": "); ok {
			at = append(at, s)
		}
	}
	slices.SortFunc(at, compare)
	anew := slices.ContainsFunc(at, func(s slot) bool { return s.n == 0 })
	at = slices.DeleteFunc(at, func(s slot) bool { _, given := c.Given[s.key()]; return anew && !given })
	for _, s := range at {
		_, do, _ := slotOf(c.Sheet.Get(s.key()))
		out = append(out, a.parsed(do))
	}
	return out, at
}

// parsed parses an alternative in normal form.
func (a *author) parsed(do string) alternative {
	s, err := parseSheet(a.b, "1: "+do)
	if err != nil || len(s.turn) != 1 {
		panic("decatur: what was read is not in normal form: " + do)
	}
	return s.turn[0]
}
