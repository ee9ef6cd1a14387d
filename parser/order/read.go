package order

import (
	"slices"
	"strings"
)

// Limits that no turn comes near.
const (
	mostOrders  = 400   // words of orders in a letter
	mostOpeners = 1200  // words that may begin an order, such as "a", which may begin one of an army
	mostLexemes = 15000 // words, numbers and signs of any kind
)

// Read reads a letter, whose text must be in plain characters, and applies it to a sheet, which is modified.
func Read(l *Lexicon, g Game, sheet *Sheet, text string) *Context {
	c := NewContext(l, g, sheet)
	c.answers, c.dictated = len(sheet.Keys()) > 0, isDictated(Scan(text))
	if n, ok := g.(Narrow); ok {
		c.narrow = n.IsNarrow()
	}
	text = c.withoutAsides(text)
	c.ReadAll(text)
	c.askFragments(text)
	c.settle()
	c.askReplies()
	c.askComments()
	return c
}

// ReadAll reads a part of the letter that may contain headings: the text without a heading, and the block of each
// heading.
func (c *Context) ReadAll(text string) {
	lexemes := c.scan(text)
	tooLong := func() { c.Add(Part{Fate: Asked, Quote: firstLine(text), Why: c.lexicon.Says("too long")}) }
	if len(lexemes) > mostLexemes {
		tooLong()
		return
	}
	tags := c.lexicon.tagged(lexemes)
	if c.lexicon.isTooMuch(tags) {
		tooLong()
		return
	}
	m := newMatcher(c.lexicon, lexemes, tags)
	from := 0
	plain := func(to int) {
		if from < to {
			start := 0 // the mark of the first item of a list
			if from > 0 {
				start = lexemes[from-1].To
			}
			c.Read(text[start:lexemes[to-1].To])
		}
	}
	for i := 0; i < len(lexemes); i++ {
		h := m.heading(i)
		if h == nil {
			continue
		}
		plain(i)
		end := blockEnd(m, h)
		c.Text, c.Lexemes = text, lexemes
		b := Block{Heading: h, Head: c.Quote(h.From, h.To), Quote: c.Quote(h.From, end)}
		if h.To < end {
			b.Text = text[lexemes[h.To].From:lexemes[end-1].To]
		}
		if c.list != "" {
			c.Add(Part{Fate: Asked, Quote: b.Quote, Why: c.lexicon.Says(c.list)})
		} else {
			c.of = nil
			c.game.Block(b, c)
		}
		if end < len(lexemes) && lexemes[end].Word == "\n\n" {
			c.endList()
		}
		from, i = end, end-1
	}
	plain(len(lexemes))
}

// firstLine returns the first line of a text, shortened for a quotation.
func firstLine(text string) string {
	const most = 100
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(line); len(r) > most {
		return string(r[:most])
	}
	return line
}

// isTooMuch reports whether a letter contains more words that may be names or verbs, or that may begin an order, than
// any turn needs.
func (l *Lexicon) isTooMuch(tags [][]tag) bool {
	orders, openers := 0, 0
	isOrder := func(t tag) bool { return t.cost == 0 && (t.name || l.roles[t.class] == roleVerb) }
	for _, at := range tags {
		if slices.ContainsFunc(at, isOrder) {
			orders++
		}
		if slices.ContainsFunc(at, func(t tag) bool { return t.cost == 0 && l.openers.has(t.class) }) {
			openers++
		}
	}
	return orders > mostOrders || openers > mostOpeners
}

// Read reads a part of the letter that contains no headings.
func (c *Context) Read(text string) {
	c.Text, c.Lexemes = text, c.scan(text)
	tags := c.lexicon.tagged(c.Lexemes)
	cover := c.lexicon.cover(c.Lexemes, tags, c.game.Plays, 0)
	all := c.lexicon.sentences(text, c.Lexemes, cover)
	c.withoutSelf(all)
	c.withoutSigner(all)
	for _, s := range all {
		c.talks = c.talks || s.speaks() && !(c.answers && c.isOnFileSaid(&s))
		c.later = c.later || s.marked("later")
	}
	var stretches []stretch
	for i := range all {
		s := &all[i]
		goesOn := i+1 < len(all) && !all[i+1].newLine // such as "Sent from the bus. A Mun-Bur"
		c.signed = c.signed || i > 0 && !goesOn && s.signsOff()
		if s.marked("options") && !s.hasOrders() {
			c.list = "options"
		}
		var next *sentence
		if i+1 < len(all) {
			next = &all[i+1]
		}
		before := len(c.Parts)
		c.of = c.saying(s)
		stretches = append(stretches, stretch{s.from, s.to, c.of.aside, s.wrapped("fix") || s.wrapped("halt")})
		c.sentence(s, next, c.list)
		if len(c.Parts) == before && c.isChoice(s) {
			c.Add(Part{Fate: Asked, Quote: c.Quote(s.from, s.to), Why: c.lexicon.Says("unclear")})
		}
		if len(c.Parts) == before && s.isFragment() {
			c.fragments = append(c.fragments, c.Quote(s.from, s.to))
		}
		c.weigh(s, before)
		c.hintAt(s, before)
		c.greeted = c.greeted || s.wrapped("greet")
		c.pass(s, before)
		if s.blank {
			c.endList()
		}
		if d := c.announced(s); d != "" {
			c.list = d
		}
	}
	c.readings = append(c.readings, reading{c.Text, c.Lexemes, stretches})
	for _, decide := range c.deferred {
		decide()
	}
	c.deferred = nil
}

// isChoice reports whether a sentence is an item of a numbered list with one or two words, and not an order: "3:
// card".
func (c *Context) isChoice(s *sentence) bool {
	numbered, short := c.Lexemes[s.from].Item > 0, s.to-s.from <= 2
	return numbered && short && !s.hasOrders() && !s.wrapped("greet", "thanks")
}

// longestFragment is the largest number of words in a letter that counts as a fragment.
const longestFragment = 6

// isFragment reports whether a sentence contains words of orders or names without saying anything with them, and is
// not a greeting.
func (s *sentence) isFragment() bool {
	if s.hasOrders() || s.wrapped("greet", "thanks") || s.marked("signoff") {
		return false
	}
	return slices.ContainsFunc(s.segments(), func(x segment) bool {
		return slices.Contains([]role{roleName, roleVerb, roleLittle}, x.role)
	})
}

// askFragments asks about a letter that consists only of one or two words of orders, such as "card", so that it is
// not ignored.
func (c *Context) askFragments(text string) {
	said := slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Fate != Talk })
	if said || len(c.scan(text)) > longestFragment {
		return
	}
	for _, quote := range c.fragments {
		if len(quote) == 1 { // a single character is a typing error
			continue
		}
		c.Add(Part{Fate: Asked, Quote: quote, Why: c.lexicon.Says("unclear")})
	}
}

// saying returns what a sentence says, with what is known before it.
func (c *Context) saying(s *sentence) *said {
	asks := s.end == "?" && !s.wrapped("polite", "please")
	denies := c.narrow && s.marked("neg")
	aside := c.apart() || asks || denies
	aside = aside || s.marked("later") || s.wrapped("thanks")
	tells := s.marked("says", "past") && !s.wrapped("fix")
	return &said{text: c.Text, lexemes: c.Lexemes[s.from:s.to], before: slices.Clone(c.Said), last: c.Last,
		things: c.own(s.segments()), aside: aside, tells: tells,
		reasons: slices.ContainsFunc(s.clauses, func(cl clause) bool { return cl.opener == "reason" })}
}

// withoutSelf removes the player's own seat from the names, because it is not a thing: "Germany: ...".
func (c *Context) withoutSelf(all []sentence) {
	for i := range all {
		for j := range all[i].clauses {
			cl := &all[i].clauses[j]
			cl.names = slices.DeleteFunc(cl.names, func(s segment) bool {
				return c.label(s.class) == "seat" && c.isOwn(s)
			})
		}
	}
}

// closing lists the classes of words with which letters end.
var closing = map[string]bool{"thanks": true, "please": true, "filler": true}

// withoutSigner removes the name of the writer from the last words of the letter: "... and that's it Walt".
func (c *Context) withoutSigner(all []sentence) {
	if len(all) == 0 {
		return
	}
	s := &all[len(all)-1]
	cl := &s.clauses[len(s.clauses)-1]
	n := len(cl.segments)
	if n < 2 || cl.segments[n-1].role != roleUnknown || len(cl.unknown) == 0 {
		return
	}
	last, before := cl.segments[n-1], cl.segments[n-2]
	closes := before.role == roleWrapper && closing[c.label(before.class)]
	if closes && c.Lexemes[last.from].Capital {
		cl.segments, cl.unknown = cl.segments[:n-1], cl.unknown[:len(cl.unknown)-1]
	}
}

// speaks reports whether a sentence addresses another player about the board.
func (s *sentence) speaks() bool {
	return !s.wrapped("polite") && slices.ContainsFunc(s.clauses, func(c clause) bool {
		return c.marks["you"] && len(c.names)+len(c.orders) > 0
	})
}

// isOnFileSaid reports whether a sentence says what the game master has on file: "where you have Munich as holding".
func (c *Context) isOnFileSaid(s *sentence) bool {
	for i := s.from; i+1 < s.to; i++ {
		if c.Word(i) == "you" && slices.Contains([]string{"have", "had", "got"}, c.Word(i+1)) {
			return true
		}
	}
	return false
}

const longestSignature = 8 // largest number of lexemes

// signsOff reports whether a sentence ends the letter: "Kind regards," or "Sent from my iPhone".
func (s *sentence) signsOff() bool {
	if !s.newLine || s.to-s.from > longestSignature {
		return false
	}
	return s.marked("signoff") && !s.hasOrders()
}
