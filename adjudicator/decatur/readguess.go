package decatur

import (
	"slices"

	"deaddrop/parser/order"
)

// Suggest says what orders the locations, cards and words of orders of a text may make up that is no order.
func (a *author) Suggest(said []order.Bind, c *order.Context) []string {
	if answers[a.kind] != nil {
		return nil
	}
	var at []Loc
	var cards []Commonwealth
	var words []string
	for _, b := range said {
		switch {
		case b.Class == "loc" && len(b.Vals) == 1 && !slices.Contains(at, Loc(b.Vals[0])):
			at = append(at, Loc(b.Vals[0]))
		case b.Class == "kind":
			cards = append(cards, kindOf(b))
		case len(b.Vals) == 0:
			words = append(words, b.Class)
		}
	}
	for _, word := range words {
		if guess := guesses[word]; guess != nil {
			return a.possible(guess(a, at, cards), said, c)
		}
	}
	if s, do, ok := slotOf(c.Last.Line); ok && len(words) == 0 && len(at) == 1 {
		return a.elsewhere(s, a.parsed(do), at[0])
	}
	if len(words) == 0 && len(at) == 2 {
		return a.possible(guesses["venture"](a, at, cards), said, c)
	}
	return nil
}

// possible are those of some actions that the board allows and that can be done as things stand, as lines behind the last
// alternative.
func (a *author) possible(lines []any, said []order.Bind, c *order.Context) []string {
	at := slot{}
	if len(said) > 0 {
		at, _ = a.before(c.Lexemes[said[0].From].From)
	}
	at.k++
	var out []string
	for _, x := range lines {
		switch x := x.(type) {
		case standing:
			if a.checkStanding(x) == nil {
				out = append(out, x.words(a.b))
			}
		case action:
			alt := alternative{do: x}
			if a.b.forbids(alt) == nil && a.hinders(x) == "" {
				out = append(out, a.line(at, x, nil))
			}
		}
	}
	return out
}

// guesses are what may be meant with a word of orders, locations and cards: actions, and standing orders.
var guesses = map[string]func(a *author, at []Loc, cards []Commonwealth) []any{
	"venture": ventures, "attack": ventures, "move": ventures, "commit": ventures,
	"expand": func(_ *author, at []Loc, _ []Commonwealth) []any {
		if len(at) == 0 {
			return nil
		}
		return []any{expand{at}}
	},
	"restructure": func(_ *author, at []Loc, _ []Commonwealth) (out []any) {
		for _, l := range at {
			out = append(out, restructure{l})
		}
		return out
	},
	"port": func(a *author, at []Loc, _ []Commonwealth) (out []any) {
		for _, l := range at {
			if oceans := a.b.Locations[l].Oceans; len(oceans) > 1 {
				for _, o := range oceans {
					out = append(out, port{l, o})
				}
			} else {
				out = append(out, port{at: l})
			}
		}
		return out
	},
	"consolidate": func(_ *author, at []Loc, _ []Commonwealth) []any {
		if len(at) < 2 {
			return nil
		}
		k := consolidate{to: at[0]}
		for _, l := range at[1:] {
			k.from = append(k.from, origin{at: l})
		}
		return []any{k}
	},
	"exchange": func(_ *author, _ []Loc, cards []Commonwealth) (out []any) {
		for _, k := range once(cards) {
			out = append(out, exchange{kind: k})
		}
		return out
	},
	"draw": func(*author, []Loc, []Commonwealth) []any { return []any{drawCard{}} },
	"pass": func(*author, []Loc, []Commonwealth) []any { return []any{pass{}} },
	"defend": func(_ *author, at []Loc, cards []Commonwealth) (out []any) {
		for _, l := range at {
			out = append(out, standing{defend: []defence{{at: l, play: cards, matching: len(cards) == 0, upTo: unset}}})
		}
		return out
	},
	"relocate": func(_ *author, at []Loc, _ []Commonwealth) []any {
		if len(at) == 0 {
			return nil
		}
		d := relocation{at: everywhere, to: at, n: unset}
		if len(at) > 1 {
			d = relocation{at: at[0], to: at[1:], n: unset}
		}
		return []any{standing{relocate: []relocation{d}}}
	},
	"keep": func(_ *author, _ []Loc, cards []Commonwealth) []any {
		if len(cards) == 0 {
			return nil
		}
		return []any{standing{keep: cards}}
	},
}

// ventures are those from one location to another one that are named.
func ventures(a *author, at []Loc, cards []Commonwealth) []any {
	if len(at) < 2 {
		return nil
	}
	from, to := at[0], at[1]
	if !a.owns(a.Seat, from) {
		from, to = to, from
	}
	w := &worded{venture: venture{from: from, to: to, ladder: emptyLadder}, n: unset, fights: len(cards) > 0}
	w.ladder.play = cards
	if _, err := a.purpose(w, nil); err != nil {
		return nil
	}
	return []any{w.venture}
}
