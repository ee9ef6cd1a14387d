package decatur

import (
	"slices"

	"deaddrop/parser/order"
)

// What may be meant by words that are no order: the locations, cards, numbers and words of orders in them make up what is offered.

// A hint is what words say that may be one action.
type hint struct {
	verbs   []string // classes of words of orders
	at      []Loc
	from    []bool // which of those stand behind "from"
	cards   []Commonwealth
	numbers []int // all among them
	except  bool  // there is a word such as "but"
	most    bool  // there is a word such as "at most"
	extra   bool  // or one such as "another"
	lost    bool  // or one of those for a location that is lost
	not     bool  // or one that says no
}

// Suggest says what orders the locations, cards and words of orders of a text may make up that is no order.
func (a *author) Suggest(said []order.Bind, c *order.Context) []string {
	if answers[a.kind] != nil {
		return a.answersTo(a.hinted(said, 0, len(c.Lexemes), c))
	}
	starts := []int{0} // of actions: where the second word of orders stands, and so on
	verbs := 0
	for _, b := range said {
		if guesses[b.Class] == nil {
			continue
		}
		if verbs++; verbs > 1 {
			starts = append(starts, b.From)
		}
	}
	var out []string
	at, _ := a.before(c.Lexemes[0].From)
	for i, from := range starts {
		to := len(c.Lexemes)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		lines := a.possible(a.meant(a.hinted(said, from, to, c)), at)
		if len(lines) > 0 {
			at.k++
		}
		out = append(out, lines...)
	}
	whole := a.hinted(said, 0, len(c.Lexemes), c)
	if len(out) == 0 && len(starts) > 1 {
		out = a.possible(a.meant(whole), at)
	}
	return append(a.amended(whole, c), out...)
}

// hinted collects what the words between two lexemes say.
func (a *author) hinted(said []order.Bind, from, to int, c *order.Context) (h hint) {
	words := a.b.words()
	taken := map[int]bool{}
	for _, b := range said {
		for i := b.From; i < b.To; i++ {
			taken[i] = true
		}
		if b.From < from || b.From >= to {
			continue
		}
		switch {
		case b.Class == "loc" && len(b.Vals) == 1 && !slices.Contains(h.at, Loc(b.Vals[0])):
			h.at, h.from = append(h.at, Loc(b.Vals[0])), append(h.from, words.Is(c.Word(b.From-1), "from"))
		case b.Class == "kind":
			n := 1
			if k, ok := order.Numeral(c.Word(b.From - 1)); ok {
				n, taken[b.From-1] = min(k, maxInPlay), true
			}
			h.cards = append(h.cards, slices.Repeat([]Commonwealth{kindOf(b)}, n)...)
		case len(b.Vals) == 0:
			h.verbs = append(h.verbs, b.Class)
		}
	}
	for i := from; i < to; i++ {
		word := c.Word(i)
		n, isNumber := order.Numeral(word)
		switch {
		case taken[i] && !words.Is(word, "max"), words.Is(c.Word(i+1), "card"):
		case words.Is(word, "couple"):
			h.numbers = append(h.numbers, 2)
		case isNumber && n <= maxFactors:
			h.numbers = append(h.numbers, n)
		case words.Is(word, "all"):
			h.numbers = append(h.numbers, all)
		}
		h.except = h.except || words.Is(word, "except")
		h.most = h.most || words.Is(word, "max")
		h.extra = h.extra || words.Is(word, "extra")
		h.lost = h.lost || words.Is(word, "lost")
		h.not = h.not || words.Is(word, "not") || words.Is(word, "neg")
	}
	return h
}

// meant are what actions and standing orders a hint may be about.
func (a *author) meant(h hint) []any {
	own := !slices.ContainsFunc(h.at, func(l Loc) bool { return !a.owns(a.Seat, l) })
	few := len(h.at) > 0 && len(h.at) <= 2
	switch {
	case h.lost && len(h.at) > 1:
		return []any{standing{relocate: []relocation{{at: h.at[0], to: h.at[1:], n: unset}}}}
	case h.extra && own && few:
		return []any{expand{h.at}}
	}
	for _, verb := range h.verbs {
		if guess := guesses[verb]; guess != nil {
			return guess(a, h)
		}
	}
	switch {
	case len(h.verbs) == 0 && len(h.at) == 2:
		return ventures(a, h)
	case own && len(h.at) > 0 && len(h.cards) > 0:
		return guesses["defend"](a, h)
	}
	return nil
}

// possible are those of some actions that the board allows and that can be done as things stand, as lines behind an alternative.
func (a *author) possible(lines []any, at slot) (out []string) {
	at.k++
	for _, x := range lines {
		switch x := x.(type) {
		case standing:
			if a.checkStanding(x) == nil {
				out = append(out, x.words(a.b))
			}
		case action:
			if a.b.forbids(alternative{do: x}) == nil && a.hinders(x) == "" {
				out = append(out, a.line(at, x, nil))
			}
		}
	}
	return out
}

// amended are alternatives on the sheet with another location in the place of one, both of which the words name; or with the one
// that they name, in a letter that goes on with its last alternative.
func (a *author) amended(h hint, c *order.Context) (out []string) {
	if s, do, ok := slotOf(c.Last.Line); ok && len(h.verbs) == 0 && len(h.at) == 1 {
		return a.elsewhere(s, a.parsed(do), h.at[0])
	}
	if a.amends && len(h.verbs) == 0 && len(h.at) == 1 {
		turn, at := a.sheetOf(c)
		for i, alt := range turn {
			out = append(out, a.elsewhere(at[i], alt, h.at[0])...)
		}
	}
	for _, from := range h.at {
		for _, to := range h.at {
			if from != to && a.amends {
				out = append(out, a.swapped(from, to, c)...)
			}
		}
	}
	return out
}

// guesses are what may be meant with a word of orders.
var guesses = map[string]func(a *author, h hint) []any{
	"venture": ventures, "attack": ventures, "move": ventures, "commit": ventures,
	"expand": expansions,
	"add": func(a *author, h hint) []any {
		if len(h.at) == 2 && a.owns(a.Seat, h.at[0]) != a.owns(a.Seat, h.at[1]) {
			return ventures(a, h)
		}
		return expansions(a, h)
	},
	"restructure": func(_ *author, h hint) (out []any) {
		for _, l := range h.at {
			out = append(out, restructure{l})
		}
		return out
	},
	"port": ports, "harbour": ports,
	"consolidate": func(_ *author, h hint) []any {
		if len(h.at) < 2 {
			return nil
		}
		k := consolidate{to: h.at[0]}
		for _, l := range h.at[1:] {
			k.from = append(k.from, origin{at: l})
		}
		return []any{k}
	},
	"exchange": func(_ *author, h hint) (out []any) {
		for _, k := range once(h.cards) {
			n := countOf(h.cards, k)
			out = append(out, exchange{kind: k}, exchange{kind: k, hand: n}, exchange{kind: k, inPlay: n})
		}
		return out
	},
	"draw": func(*author, hint) []any { return []any{drawCard{}} },
	"pass": func(*author, hint) []any { return []any{pass{}} },
	"defend": func(_ *author, h hint) (out []any) {
		for _, l := range h.at {
			out = append(out, standing{defend: []defence{{at: l, play: h.cards, matching: len(h.cards) == 0 && !h.not, upTo: unset}}})
		}
		return out
	},
	"relocate": func(_ *author, h hint) []any {
		switch len(h.at) {
		case 0:
			return nil
		case 1:
			return []any{standing{relocate: []relocation{{at: everywhere, to: h.at, n: unset}}}}
		}
		return []any{standing{relocate: []relocation{{at: h.at[0], to: h.at[1:], n: unset}}}}
	},
	"keep": func(_ *author, h hint) []any {
		if len(h.cards) == 0 {
			return nil
		}
		return []any{standing{keep: h.cards}}
	},
}

// expansions are of the locations that are named, or of any two of three.
func expansions(_ *author, h hint) []any {
	switch len(h.at) {
	case 1, 2:
		return []any{expand{h.at}}
	case 3:
		return []any{expand{[]Loc{h.at[0], h.at[2]}}, expand{h.at[:2]}, expand{h.at[1:]}}
	}
	return nil
}

func ports(a *author, h hint) (out []any) {
	for _, l := range h.at {
		oceans := a.b.Locations[l].Oceans
		if len(oceans) < 2 {
			out = append(out, port{at: l})
			continue
		}
		for _, o := range oceans {
			out = append(out, port{l, o})
		}
	}
	return out
}

// ventures are those from one location to another one that are named, with so many factors and such cards.
func ventures(a *author, h hint) []any {
	if len(h.at) < 2 {
		return nil
	}
	from, to := h.at[0], h.at[1]
	backwards := h.from[1] && !h.from[0] // "to Persia from India"
	if !a.owns(a.Seat, from) || backwards && a.owns(a.Seat, to) {
		from, to = to, from
	}
	w := &worded{venture: venture{from: from, to: to, ladder: emptyLadder}, n: unset, fights: len(h.cards) > 0}
	w.ladder.play = h.cards
	switch {
	case len(h.numbers) == 1 && h.most:
		w.ladder.max = h.numbers[0]
	case len(h.numbers) > 0:
		if w.n = h.numbers[0]; len(h.numbers) > 1 && w.n == all && h.except {
			w.n = allBut(h.numbers[1])
		}
		if len(h.numbers) > 1 && h.most && w.n != all {
			w.ladder.commit, w.n, w.ladder.max = w.n, unset, h.numbers[1]
		}
	}
	if _, err := a.purpose(w, nil); err != nil || checkLadder(w.ladder) != nil {
		return nil
	}
	return []any{w.venture}
}

// answersTo are what an answer to a bid may be: what its numbers and cards say, what is enough, and to concede.
func (a *author) answersTo(h hint) (out []string) {
	if a.kind != "bid" || a.Takeover == nil {
		return nil
	}
	d := bidding{commit: unset, play: h.cards}
	if len(h.numbers) > 0 && !a.Defending() {
		d.commit = h.numbers[0]
	}
	if (d.commit != unset || len(d.play) > 0) && a.checkBid(&d) == nil {
		out = append(out, d.words())
	}
	return order.Unique(append(out, append(a.Raises(), "CONCEDE")...))
}
