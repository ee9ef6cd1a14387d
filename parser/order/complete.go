package order

import (
	"slices"
)

// This file asks what whole sentences may mean of which parts were not understood.

// A said is a sentence, with what was known when it was read.
type said struct {
	text    string
	lexemes []Lexeme
	before  []int // things that had been named before
	last    Order
	things  []int // things of the player's that it names
	aside   bool  // whether it asks, or says what is to happen later
	tells   bool  // whether it says what happened, or what others say
	reasons bool  // whether it gives reasons
}

// completes reports whether a game can guess at the meaning of whole sentences.
func completes(g Game) bool { _, is := g.(Completer); return is }

// complete adds to questions about parts of a sentence what the whole sentence may mean, because names and words of
// orders of different parts may belong together. It asks about ignored parts of a sentence if they may mean an order
// for something that has none.
func (c *Context) complete() {
	if !completes(c.game) || c.talks {
		return
	}
	text, lexemes, before, last := c.Text, c.Lexemes, c.Said, c.Last
	c.Completes = true
	var memo memory
	for from := 0; from < len(c.Parts); {
		to := from + 1
		for to < len(c.Parts) && c.Parts[to].of == c.Parts[from].of {
			to++
		}
		if of := c.Parts[from].of; of != nil {
			c.Text, c.Lexemes = of.text, of.lexemes
			c.Said, c.Last = memo.before(of)
			to = c.completeOne(from, to, &memo)
		}
		from = to
	}
	c.Completes = false
	c.Text, c.Lexemes, c.Said, c.Last = text, lexemes, before, last
}

// completeOne does that for the sentence whose parts begin at index from. It returns the index after its last part.
func (c *Context) completeOne(from, to int, memo *memory) int {
	parts := c.Parts[from:to]
	of := parts[0].of
	isVague := slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Asked && !p.exact })
	isRefused := slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Refused })
	passed := !isVague && !isRefused && c.passed(parts)
	if !isVague && !isRefused && !passed {
		memo.note(of, nil)
		return to
	}
	if c.Passed = !isVague; passed {
		c.Open = c.open(parts)
	}
	lines := c.meant(0, len(of.lexemes))
	c.game.(Completer).Learn(lines)
	c.Passed, c.Open = false, nil
	memo.note(of, lines)
	switch {
	case !passed:
		c.offerMore(parts, lines)
	case c.isNews(lines):
		asked := Part{Fate: Asked, Quote: c.Quote(0, len(of.lexemes)), Why: c.lexicon.Says("unclear"), of: of}
		asked.Suggest = lines[:min(len(lines), mostForOne)]
		filed := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Fate != Filed })
		c.Parts = slices.Replace(c.Parts, from, to, append(filed, asked)...)
		return from + len(filed) + 1
	}
	return to
}

// open returns the indexes of names in the parts of a sentence that were ignored; nil if all of it was ignored.
func (c *Context) open(parts []Part) []int {
	if !slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Filed }) {
		return nil
	}
	out := []int{}
	for _, p := range parts {
		if p.Fate == Filed {
			continue
		}
		lexemes := c.scan(p.Quote)
		for _, b := range c.lexicon.said(nil, c.lexicon.tagged(lexemes), 0, len(lexemes)) {
			out = append(out, b.Vals...)
		}
	}
	return out
}

// A memory is what is known about the previous sentences, to which "it" or "that" may refer.
type memory struct {
	of    *said // the previous sentence
	lines []string
}

// note stores what a sentence may mean.
func (m *memory) note(of *said, lines []string) { m.of, m.lines = of, lines }

// before returns the things named before a sentence, and the last order: as they were when the sentence was read or,
// if the previous sentence was not understood, according to what that may mean.
func (m *memory) before(of *said) ([]int, Order) {
	if m.of == nil || of.last != m.of.last || len(of.before) != len(m.of.before) {
		return of.before, of.last
	}
	things, last := slices.Clone(of.before), of.last
	if len(m.of.things) > 0 {
		things = append(things, m.of.things[0])
	}
	if n := len(m.lines); n > 0 {
		last = Order{Line: m.lines[n-1]}
	}
	return things, last
}

// passed reports whether part of a sentence was left as talk, or for the game master, in a letter that contains
// orders.
func (c *Context) passed(parts []Part) bool {
	of := parts[0].of
	hasFate := func(parts []Part, fate Fate) bool {
		return slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == fate })
	}
	if addressed := c.answers || c.narrow || len(c.Given) > 0; !addressed && !hasFate(c.Parts, Asked) {
		return false
	}
	tells := of.tells && (c.answers || c.decided(of.things))
	reasons := of.reasons && hasFate(parts, Filed)
	if of.aside || tells || reasons {
		return false
	}
	return hasFate(parts, Talk) || hasFate(parts, ToGM)
}

// offerMore adds new lines to the suggestions of those parts that have room for them. Refused parts become questions.
func (c *Context) offerMore(parts []Part, lines []string) {
	isWhole := c.game.(Completer).IsWhole
	for i := range parts {
		// a meaning of the whole sentence says more than one of a part
		if p := &parts[i]; slices.ContainsFunc(lines, isWhole) {
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), isWhole)
		}
	}
	for _, p := range parts {
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return slices.Contains(p.Suggest, line) || !c.isNews([]string{line})
		})
	}
	most := mostSuggestions
	if len(parts) == 1 {
		most = mostForOne
	}
	for _, fate := range []Fate{Asked, Refused} {
		for i := range parts {
			p := &parts[i]
			if p.Fate != fate || p.exact || len(p.Suggest) >= mostSuggestions {
				continue
			}
			n := min(len(lines), most-len(p.Suggest))
			p.Suggest, lines = append(slices.Clip(p.Suggest), lines[:n]...), lines[n:]
			if len(p.Suggest) > 0 {
				p.Fate = Asked
			}
		}
	}
}
