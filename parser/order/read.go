package order

import (
	"slices"
	"strings"
)

// A reader reads the text of a letter sentence by sentence, and has each decided about.
type reader struct {
	*letter
	guess      *guesser
	doubts     *doubter
	judge      *judge
	settlement *settlement
	asides     *asides
}

// newReader returns the reader of a letter, with all its parts.
func newReader(c *Context, g Game) *reader {
	words := &wording{&c.Passage}
	a := &letter{ctx: c, lexicon: c.lexicon, game: g, words: words, own: &holdings{&c.Passage, words, g}}
	a.files = newFiling(a)
	guess, doubts, revoker := &guesser{a}, &doubter{a}, &revoker{a}
	prose := &proseReader{letter: a, guess: guess, revoker: revoker}
	return &reader{letter: a, guess: guess, doubts: doubts,
		judge:      &judge{letter: a, guess: guess, doubts: doubts, revoker: revoker, prose: prose},
		settlement: &settlement{letter: a, guess: guess, wholes: &wholes{letter: a, guess: guess}},
		asides:     &asides{letter: a, guess: guess}}
}

// Limits that no turn comes near.
const (
	mostOrders  = 400   // order keywords in a letter
	mostOpeners = 1200  // words that may begin an order, such as "a", which may begin one of an army
	mostLexemes = 15000 // words, numbers and signs of any kind
)

// Read reads a letter, whose text must be in plain characters, and applies it to a sheet, which is modified.
func Read(l *Lexicon, g Game, sheet *Sheet, text string) *Context {
	c := NewContext(l, g, sheet)
	c.reader.answers, c.dictated = len(sheet.Keys()) > 0, isDictated(Scan(text))
	if n, ok := g.(Narrow); ok {
		c.reader.narrow = n.IsNarrow()
	}
	text = c.reader.asides.withoutAsides(text)
	c.reader.readAll(text)
	c.reader.settlement.askFragments(text)
	c.reader.settlement.settle()
	c.reader.asides.askReplies()
	c.reader.asides.askComments()
	return c
}

// readAll reads a part of the letter that may contain headings: the text without a heading, and the block of each
// heading.
func (r *reader) readAll(text string) {
	lexemes := r.ctx.scan(text)
	tooLong := func() { r.ctx.Add(Part{Fate: Asked, Quote: firstLine(text), Why: r.lexicon.Says("too long")}) }
	if len(lexemes) > mostLexemes {
		tooLong()
		return
	}
	tags := r.lexicon.tagged(lexemes)
	if r.lexicon.isTooMuch(tags) {
		tooLong()
		return
	}
	m := newMatcher(r.lexicon, lexemes, tags)
	from := 0
	plain := func(to int) {
		if from < to {
			start := 0 // the mark of the first item of a list
			if from > 0 {
				start = lexemes[from-1].To
			}
			r.read(text[start:lexemes[to-1].To])
		}
	}
	for i := 0; i < len(lexemes); i++ {
		h := m.heading(i)
		if h == nil {
			continue
		}
		plain(i)
		end := blockEnd(m, h)
		r.ctx.Text, r.ctx.Lexemes = text, lexemes
		b := Block{Heading: h, Head: r.ctx.Quote(h.From, h.To), Quote: r.ctx.Quote(h.From, end)}
		if h.To < end {
			b.Text = text[lexemes[h.To].From:lexemes[end-1].To]
		}
		if r.list != "" {
			r.ctx.Add(Part{Fate: Asked, Quote: b.Quote, Why: r.lexicon.Says(r.list)})
		} else {
			r.of = nil
			r.game.Block(b, r.ctx)
		}
		if end < len(lexemes) && lexemes[end].Word == "\n\n" {
			r.endList()
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

// read reads a part of the letter that contains no headings.
func (r *reader) read(text string) {
	r.ctx.turnTo(text)
	tags := r.lexicon.tagged(r.ctx.Lexemes)
	cover := r.lexicon.cover(r.ctx.Lexemes, tags, r.game.Plays, 0)
	all := r.lexicon.sentences(text, r.ctx.Lexemes, cover)
	r.withoutSelf(all)
	r.withoutSigner(all)
	for _, s := range all {
		isTold := r.answers && r.words.isOnFileSaid(&s) // such as "you have Munich as holding"
		r.talks = r.talks || s.speaks() && !isTold
		r.awaits = r.awaits || s.announces()
		r.undecided = r.undecided || s.marked("open")
	}
	var stretches []stretch
	for i := range all {
		s := &all[i]
		goesOn := i+1 < len(all) && !all[i+1].newLine // such as "Sent from the bus. A Mun-Bur"
		if i > 0 && !goesOn && s.signsOff() {
			r.signed = true
		}
		opens := s.marked("options") && !s.hasOrders()
		if opens {
			r.list = "options"
		}
		var next *sentence
		if i+1 < len(all) {
			next = &all[i+1]
		}
		before := len(r.ctx.Parts)
		r.of = r.saying(s)
		stretches = append(stretches, stretch{s.from, s.to, r.of.aside, s.replacing()})
		r.judge.sentence(s, next, r.list)
		if len(r.ctx.Parts) == before && r.words.isChoice(s) {
			r.ctx.Add(Part{Fate: Asked, Quote: r.ctx.Quote(s.from, s.to), Why: r.lexicon.Says("unclear")})
		}
		if len(r.ctx.Parts) == before && s.isFragment() {
			r.settlement.fragments = append(r.settlement.fragments, r.ctx.Quote(s.from, s.to))
		}
		r.settlement.weigh(s, before)
		r.settlement.hintAt(s, before)
		r.greeted = r.greeted || s.wrapped("greet")
		r.weighed = s.end == "?" && r.words.hasOr(s)
		r.settlement.pass(s, before)
		if s.blank && !(opens && s.endsWithColon()) {
			r.endList()
		}
		if d := r.doubts.announced(s); d != "" {
			r.list = d
		}
	}
	r.readings = append(r.readings, reading{r.ctx.Text, r.ctx.Lexemes, stretches})
	for _, decide := range r.deferred {
		decide()
	}
	r.deferred = nil
}

// longestFragment is the largest number of words in a letter that counts as a fragment.
const longestFragment = 6

// saying returns what a sentence says, with what is known before it.
func (r *reader) saying(s *sentence) *said {
	asks := s.end == "?" && !s.wrapped("polite", "please")
	denies := r.narrow && s.marked("neg")
	aside := r.apart() || asks || denies
	first := &s.clauses[0]
	thanks := first.wrappers["thanks"] && len(first.names) == 0 // and not only at the end: "Make it Paris, thanks"
	aside = aside || s.marked("later") || thanks
	tells := s.marked("says", "past") && !s.wrapped("fix")
	return &said{text: r.ctx.Text, lexemes: r.ctx.Lexemes[s.from:s.to], before: slices.Clone(r.ctx.Said),
		last: r.ctx.Last, things: r.own.named(s.segments()), aside: aside, tells: tells,
		orders:  !asks && r.begins(s),
		weighs:  s.marked("hyp") && !s.marked("past", "done", "cond"),
		reasons: slices.ContainsFunc(s.clauses, func(cl clause) bool { return cl.opener == "reason" })}
}

// begins reports whether a sentence begins as an order does, and says nothing that turns it into something else.
func (r *reader) begins(s *sentence) bool {
	if r.list != "" || s.marked(telling...) || r.judge.revoker.revokes(s) {
		return false
	}
	return s.commands() || s.beginsOrder()
}

// withoutSelf removes the player's own seat from the names, because it is not a thing: "Germany: ...".
func (r *reader) withoutSelf(all []sentence) {
	for i := range all {
		for j := range all[i].clauses {
			cl := &all[i].clauses[j]
			cl.names = slices.DeleteFunc(cl.names, func(s segment) bool {
				return r.ctx.label(s.class) == "seat" && r.own.is(s)
			})
		}
	}
}

// closing lists the classes of words with which letters end.
var closing = map[string]bool{"thanks": true, "please": true, "filler": true}

// withoutSigner removes the name of the writer from the last words of the letter: "... and that's it Walt".
func (r *reader) withoutSigner(all []sentence) {
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
	closes := before.role == roleWrapper && closing[r.ctx.label(before.class)]
	if closes && r.ctx.Lexemes[last.from].Capital {
		cl.segments, cl.unknown = cl.segments[:n-1], cl.unknown[:len(cl.unknown)-1]
	}
}
