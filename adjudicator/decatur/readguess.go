package decatur

import (
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// This file guesses what may be meant by words that are not an order, from the locations, cards, numbers and order
// keywords in them.

// Suggest returns the orders that the locations, cards and order keywords of such a text may mean.
func (a *author) Suggest(said []order.Bind, c *order.Context) []string {
	spans := order.Spans(a, said, c)
	if answers[a.kind] != nil {
		return order.Unique(append(slices.Concat(spans...), a.answers()...))
	}
	at, _ := a.before(c.Lexemes[0].From)
	if s, known := a.slots[c.Lexemes[0].From]; known {
		at = slot{s.n, s.k - 1}
	}
	var lines []string
	for _, all := range spans {
		at.k++
		for _, line := range all {
			if !isStanding(line) {
				line = at.key() + ": " + line
			}
			lines = append(lines, line)
		}
	}
	return append(a.amended(said, c), lines...)
}

// shapes are the shapes of actions and standing orders; bidShapes are those of answers to a bid.
var (
	shapes = order.ParseShapes(`
draw        : draw, take+card
pass        : pass
expand      : expand, add, extra, morefac | at = own loc 1-2
port        : port, harbour | at = own loc 1 | ocean = ocean
restructure : restructure | at = loc 1-3
consolidate?: consolidate, move | to = loc 1 < to in | from = own loc 1-6 each < from of
venture?    : venture, attack, move, commit | from = own loc 1 < from | to = loc 1 < to attack
              | max = number < max raiseto | commit = number < commit
              | but = number < except | n = number | play = kind 0-3 each
exchange    : exchange | kind = kind 1 | n = number
defend      : defend, nodefend, attacked, play | at = own loc 1 | play = kind 0-3 each
relocate    : relocate, lost | to = loc 1-3 < to | at = own loc
keep        : keep | play = kind 1-5 each
discard     : discard | play = kind 1-5
`)
	bidShapes = order.ParseShapes(`
concede     : concede
bid?        : | n = number | play = kind 0-3 each
`)
)

// Shapes returns the shapes for the current question.
func (a *author) Shapes() order.Shapes {
	if answers[a.kind] != nil {
		return bidShapes
	}
	return shapes
}

// Draft returns the actions, standing orders or answers that the locations, cards and numbers in a shape may mean.
func (a *author) Draft(f order.Fill, _ string, c *order.Context) []string {
	g := guess{a, f}
	if answers[a.kind] != nil {
		return g.answer()
	}
	lines := a.possible(drafts[f.Form](g))
	if when := a.conditional(lines, f, c); len(when) > 0 {
		return when
	}
	return lines
}

const nearCondition = 5 // largest number of lexemes between a condition and the first word of an action

// conditional adds to actions the condition before or within their words.
func (a *author) conditional(lines []string, f order.Fill, c *order.Context) (out []string) {
	from, to := c.Around(f.From, f.To)
	for _, m := range c.Matches("cif", max(from, f.From-nearCondition), min(to, f.To+nearCondition)) {
		when, err := a.condition(m, c, nil)
		if err != nil || when == nil {
			continue
		}
		for _, line := range lines {
			if isStanding(line) {
				continue
			}
			alt := alternative{a.parsed(line).do, when}
			if a.b.forbids(alt) == nil {
				out = append(out, alt.words(a.b))
			}
		}
	}
	return out
}

// isStanding reports whether a line is a standing order rather than an action.
func isStanding(line string) bool {
	for head := range sheetLines {
		if strings.HasPrefix(line, head) {
			return true
		}
	}
	return false
}

// Join returns false, because each line is a separate action.
func (a *author) Join(string, string) (string, bool) { return "", false }

// Fits reports whether a line could be filed in the present situation.
func (a *author) Fits(line string) bool {
	if _, do, ok := slotOf(line); ok {
		line = do
	}
	if !isStanding(line) {
		line = "1: " + line
	}
	s, err := parseSheet(a.b, line)
	switch {
	case err != nil:
		return false
	case len(s.turn) == 1:
		return a.b.forbids(s.turn[0]) == nil && a.canDo(s.turn[0].do)
	}
	return a.checkStanding(s.rules) == nil
}

// Spell returns the name of a location, a card, an ocean or a seat.
func (a *author) Spell(b order.Bind) string {
	switch b.Class {
	case "loc":
		return a.b.Name(Loc(b.Vals[0]))
	case "kind":
		return string(kindOf(b))
	case "ocean":
		return string(Oceans[b.Vals[0]])
	}
	return string(seats()[b.Vals[0]])
}

// Place adds to an action its place among the alternatives: by the number before it, or after the previous one.
func (a *author) Place(line string, at int, c *order.Context) string {
	if _, _, ok := slotOf(line); ok || isStanding(line) || answers[a.kind] != nil {
		return line
	}
	s, known := a.slots[at]
	if !known {
		s, _ = a.before(at)
		switch n := a.numberBefore(at, c); {
		case n > 0:
			s = slot{n: n}
		case s.n > 0 && s.n < behindAll:
			s = slot{n: s.n + 1}
		default:
			s.k++
		}
		a.slots[at] = s
	}
	return s.key() + ": " + line
}

// numberBefore returns the number of a list item before a byte of the letter, in words or digits; 0 if there is none.
func (a *author) numberBefore(at int, c *order.Context) int {
	const most = 5 // largest number of words in between
	to := slices.IndexFunc(c.Lexemes, func(x order.Lexeme) bool { return x.From >= at })
	for i := to; i >= max(0, to-most); i-- {
		if i < to && (c.Lexemes[i].Kind == order.Line || strings.Contains(".;", c.Lexemes[i].Word)) {
			break
		}
		if n := c.Lexemes[i].Item; n > 0 {
			return n
		}
		isItem := i < to && (a.b.words().Is(c.Word(i-1), "choice") || strings.Contains(":.)", c.Word(i+1)))
		if n, ok := order.Numeral(c.Word(i)); ok && isItem {
			return n
		}
		for n := 1; n <= len(ordinals); n++ {
			if i < to && a.b.words().Is(c.Lexemes[i].Word, ordinals[n-1]) {
				return n
			}
		}
	}
	return 0
}

// ordinals lists the classes of words that number alternatives.
var ordinals = []string{"nth1", "nth2", "nth3", "nth4", "nth5"}

// possible returns the actions and standing orders, out of some, that could be filed in the present situation, as
// lines.
func (a *author) possible(lines []any) (out []string) {
	for _, x := range lines {
		line := ""
		switch x := x.(type) {
		case standing:
			line = x.words(a.b)
		case action:
			line = alternative{do: x}.words(a.b)
		}
		if a.Fits(line) {
			out = append(out, line)
		}
	}
	return out
}

// amended returns alternatives on the sheet with one location replaced by another, for a letter that continues its
// last alternative or contains nothing but a location.
func (a *author) amended(said []order.Bind, c *order.Context) (out []string) {
	if len(said) != 1 || said[0].Class != "loc" {
		return nil
	}
	to := Loc(said[0].Vals[0])
	if s, do, ok := slotOf(c.Last.Line); ok {
		return changeReader{a}.elsewhere(s, a.parsed(do), to)
	}
	if a.amends {
		turn, places := a.sheetOf(c)
		for i, alt := range turn {
			out = append(out, changeReader{a}.elsewhere(places[i], alt, to)...)
		}
	}
	return out
}

// canDo reports whether an action is possible in the present situation, whatever its result.
func (a *author) canDo(do action) bool {
	s := &sight{State: &a.State, board: a.b, rules: a.rules, seat: a.View.Seat, hand: a.Hand}
	return s.impossible(do) == ""
}

// A guess is the assignment of words to the slots of a shape.
type guess struct {
	*author
	order.Fill
}

// locs returns the locations in a slot.
func (g guess) locs(slot string) (out []Loc) {
	for _, b := range g.Slots[slot] {
		out = append(out, Loc(b.Vals[0]))
	}
	return out
}

// cards returns the cards in a slot, each as often as it is named.
func (g guess) cards(slot string) (out []Commonwealth) {
	for _, b := range g.Slots[slot] {
		out = append(out, slices.Repeat([]Commonwealth{kindOf(b)}, min(max(1, b.Count), maxInPlay))...)
	}
	return out
}

// number returns the number in a slot, or unset.
func (g guess) number(slot string) int {
	if n, ok := g.Is(slot); ok {
		return n
	}
	return unset
}

// drafts returns the actions and standing orders that the words may mean, by form.
var drafts = map[string]func(guess) []any{
	"draw":   func(guess) []any { return []any{drawCard{}} },
	"pass":   func(guess) []any { return []any{pass{}} },
	"expand": func(g guess) []any { return []any{expand{g.locs("at")}} },
	"port": func(g guess) (out []any) {
		at := g.locs("at")[0]
		oceans := g.b.Locations[at].Oceans
		switch said := g.Slots["ocean"]; {
		case len(oceans) < 2:
			return []any{port{at: at}}
		case len(said) > 0:
			return []any{port{at, Oceans[said[0].Vals[0]]}}
		}
		for _, o := range oceans {
			out = append(out, port{at, o})
		}
		return out
	},
	"restructure": func(g guess) (out []any) {
		for _, l := range g.locs("at") {
			out = append(out, restructure{l})
		}
		return out
	},
	"consolidate": guess.consolidation,
	"venture":     guess.ventures,
	"exchange":    guess.exchanges,
	"defend": func(g guess) []any {
		d := defence{at: g.locs("at")[0], play: g.cards("play"), upTo: unset}
		d.matching = len(d.play) == 0 && !g.Says("nodefend", "neg")
		return []any{standing{defend: []defence{d}}}
	},
	"relocate": func(g guess) []any {
		at := everywhere
		if own := g.locs("at"); len(own) > 0 {
			at = own[0]
		} else if !g.Says("relocate") {
			return nil
		}
		return []any{standing{relocate: []relocation{{at: at, to: g.locs("to"), n: unset}}}}
	},
	"keep": func(g guess) []any {
		return []any{standing{keep: once(g.cards("play"))}, standing{keep: g.cards("play")}}
	},
	"discard": func(g guess) []any { return []any{standing{discard: once(g.cards("play"))}} },
}

func (g guess) consolidation() []any {
	k := consolidate{to: g.locs("to")[0]}
	for _, b := range g.Slots["from"] {
		k.from = append(k.from, origin{Loc(b.Vals[0]), max(0, b.Count)})
	}
	if len(k.from) < 2 && !g.Says("consolidate") {
		return nil
	}
	return []any{k}
}

// exchanges returns exchanges of cards in the hand, or in play.
func (g guess) exchanges() []any {
	k, n := kindOf(g.Slots["kind"][0]), g.number("n")
	hand, inPlay := countOf(g.Hand, k), g.player(g.Seat).matching(k)
	if n > 0 {
		hand, inPlay = min(hand, n), min(inPlay, n)
	}
	var out []any
	if hand > 0 {
		out = append(out, exchange{kind: k, hand: hand})
	}
	if inPlay > 0 {
		out = append(out, exchange{kind: k, inPlay: inPlay})
	}
	return out
}

// ventures returns ventures from one location to another, with the given factors and cards.
func (g guess) ventures() []any {
	from, to := g.locs("from")[0], g.locs("to")[0]
	pointed := g.Says("venture", "attack", "move", "commit")
	if from == to {
		return nil
	}
	if !pointed && g.at(to).Owner == g.Seat && !g.Says("to") { // such as "+1 India +1 Borneo"
		return []any{expand{[]Loc{from, to}}}
	}
	w := &worded{venture: venture{from: from, to: to, ladder: emptyLadder}, n: unset, fights: len(g.Slots["play"]) > 0}
	l := &w.ladder
	l.play, l.max, l.commit, l.cardsFirst = g.cards("play"), g.number("max"), g.number("commit"), g.Says("cardsfirst")
	if n := g.Slots["n"]; len(n) > 0 && l.commit == unset {
		w.n = n[0].Vals[0]
		if but := g.number("but"); w.n == all && but != unset {
			w.n = allBut(but)
		}
		if l.max != unset {
			l.commit, w.n = w.n, unset
		}
	}
	if owner := g.at(to).Owner; len(l.play) > 0 && l.commit == unset && w.n != unset && owner != "" && owner != g.Seat {
		l.commit, w.n = w.n, unset
	}
	if _, err := g.purpose(w, nil); err != nil || checkLadder(*l) != nil {
		return nil
	}
	return []any{w.venture}
}

// answer returns possible bids.
func (g guess) answer() (out []string) {
	if g.Form == "concede" {
		return []string{"CONCEDE"}
	}
	d := bidding{commit: unset, play: g.cards("play")}
	if n := g.number("n"); n > 0 && !g.Defending() {
		d.commit = n
	}
	if g.Takeover != nil && (d.commit != unset || len(d.play) > 0) && g.checkBid(&d) == nil {
		out = append(out, d.words())
	}
	return out
}

// answers returns the bids that are always possible: the smallest sufficient one, and conceding.
func (a *author) answers() []string {
	if a.kind != "bid" || a.Takeover == nil {
		return nil
	}
	return append(a.Raises(), "CONCEDE")
}
