package order

import (
	"slices"
)

// A wholes asks what whole sentences may mean of which parts were not understood.
type wholes struct {
	*letter
	guess *guesser
}

// completes reports whether a game can guess at the meaning of whole sentences.
func completes(g Game) bool { _, is := g.(Completer); return is }

// complete adds to questions about parts of a sentence what the whole sentence may mean, because names and order
// keywords of different parts may belong together. It asks about ignored parts of a sentence if they may mean an
// order for something that has none.
func (w *wholes) complete() {
	if !completes(w.game) || w.talks {
		return
	}
	was, before, last := w.ctx.Passage, w.ctx.Said, w.ctx.Last
	w.ctx.Completes = true
	var memo memory
	for from := 0; from < len(w.ctx.Parts); {
		to := from + 1
		for to < len(w.ctx.Parts) && w.ctx.Parts[to].of == w.ctx.Parts[from].of {
			to++
		}
		if of := w.ctx.Parts[from].of; of != nil {
			w.ctx.Text, w.ctx.Lexemes = of.text, of.lexemes
			w.ctx.Said, w.ctx.Last = memo.before(of)
			to = w.completeOne(from, to, &memo)
		}
		from = to
	}
	w.ctx.Completes = false
	w.ctx.Passage, w.ctx.Said, w.ctx.Last = was, before, last
}

// completeOne does that for the sentence whose parts begin at index from. It returns the index after its last part.
func (w *wholes) completeOne(from, to int, memo *memory) int {
	parts := w.ctx.Parts[from:to]
	of := parts[0].of
	isVague := slices.ContainsFunc(parts, Part.isOpen)
	known := !isVague && !hasFate(parts, Refused)
	passed := known && w.passed(parts)
	if known && !passed {
		memo.note(of, nil)
		return to
	}
	if w.ctx.Passed = !isVague; passed {
		w.ctx.Open = w.open(parts)
	}
	lines := w.guess.meant(0, len(of.lexemes))
	w.game.(Completer).Learn(lines)
	w.ctx.Passed, w.ctx.Open = false, nil
	memo.note(of, lines)
	switch {
	case !passed:
		w.offerMore(parts, lines)
	case w.files.isNews(lines):
		asked := Part{Fate: Asked, Quote: w.ctx.Quote(0, len(of.lexemes)), Why: w.lexicon.Says("unclear"), of: of}
		asked.Suggest = lines[:min(len(lines), mostForOne)]
		filed := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Fate != Filed })
		w.ctx.Parts = slices.Replace(w.ctx.Parts, from, to, append(filed, asked)...)
		return from + len(filed) + 1
	}
	return to
}

// open returns the indexes of names in the parts of a sentence that were ignored; nil if all of it was ignored.
func (w *wholes) open(parts []Part) []int {
	if !hasFate(parts, Filed) {
		return nil
	}
	out := []int{}
	for _, p := range parts {
		if p.Fate == Filed {
			continue
		}
		said, _ := w.ctx.saidIn(p.Quote)
		for _, b := range said {
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
func (w *wholes) passed(parts []Part) bool {
	of := parts[0].of
	addressed := w.answers || w.narrow || len(w.ctx.Given) > 0
	if !addressed && !hasFate(w.ctx.Parts, Asked) {
		return false
	}
	tells := of.tells && (w.answers || w.files.decided(of.things))
	reasons := of.reasons && hasFate(parts, Filed)
	if of.aside || tells || reasons {
		return false
	}
	return hasFate(parts, Talk, ToGM)
}

// offerMore adds new lines to the suggestions of those parts that have room for them. Refused parts become questions.
func (w *wholes) offerMore(parts []Part, lines []string) {
	isWhole := w.game.(Completer).IsWhole
	for i := range parts {
		// a meaning of the whole sentence says more than one of a part
		if p := &parts[i]; slices.ContainsFunc(lines, isWhole) {
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), isWhole)
		}
	}
	for _, p := range parts {
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return slices.Contains(p.Suggest, line) || !w.files.isNews([]string{line})
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
