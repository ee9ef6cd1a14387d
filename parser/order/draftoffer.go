package order

import (
	"slices"
	"strings"
)

// This file offers drafted orders with the parts of the letter that they belong to.

// offer adds the drafted orders to the parts of the letter that they belong to.
func (d *drafting) offer() {
	d.forget()
	more := map[int][]drafted{} // drafted orders by the part that they belong to
	for _, x := range d.out {
		isOnFile := slices.ContainsFunc(d.Sheet.Lines(), func(line string) bool {
			is := func(drafted string) bool { return strings.HasSuffix(" "+line, " "+drafted) }
			return slices.ContainsFunc(x.lines, is)
		})
		at := d.partFor(x)
		if at < 0 || isOnFile {
			continue
		}
		isOffered := func(line string) bool {
			is := func(was string) bool { return strings.HasSuffix(was, ": "+line) }
			return slices.ContainsFunc(d.Parts[at].Suggest, is)
		}
		if d.Parts[at].Fate == Asked && len(d.Parts[at].Suggest) == 1 && isOffered(x.lines[0]) {
			continue
		}
		for i, line := range x.lines {
			x.lines[i] = d.game.Place(line, x.from, d.Context)
		}
		more[at] = append(more[at], x)
	}
	for at, all := range more {
		p := &d.Parts[at]
		if p.Fate == Talk {
			p.Why = d.lexicon.Says("unclear")
		}
		p.Fate = Asked
		var lines []string
		for _, x := range all {
			lines = append(lines, x.lines[0])
		}
		for _, x := range all {
			lines = append(lines, x.lines[1:min(len(x.lines), max(1, mostSuggestions-len(lines)+1))]...)
		}
		unknown, _, _ := strings.Cut(d.lexicon.Says("unknown"), "%")
		p.Drafted = p.Why == d.lexicon.Says("unclear") || strings.HasPrefix(p.Why, unknown)
		if !p.Drafted && d.isAsked(all, *p) {
			continue
		}
		isSure := !slices.ContainsFunc(all, func(x drafted) bool { return !x.sure })
		if _, guesses := d.game.(Lister); !isSure || !p.Drafted || guesses {
			lines = append(lines, p.Suggest...)
		}
		p.Suggest = Unique(lines)
		p.Suggest = p.Suggest[:min(len(p.Suggest), max(mostSuggestions, len(all)))]
	}
}

// forget turns questions about words that were taken back into talk.
func (d *drafting) forget() {
	for i := range d.Parts {
		p := &d.Parts[i]
		within := func(s, in span) bool { return in.From <= s.From && s.To <= in.To }
		isUndone := slices.ContainsFunc(d.undone, func(in span) bool {
			return slices.ContainsFunc(d.spansOf(*p), func(s span) bool { return within(s, in) })
		})
		if p.isOpen() && isUndone && len(d.Given)+len(d.out) > 0 {
			*p = Part{Fate: Talk, Quote: p.Quote}
		}
	}
}

// isAsked reports whether a question already offers what was drafted for its part.
func (d *drafting) isAsked(all []drafted, p Part) bool {
	switch {
	case len(p.Suggest) == 0 || all[0].changes:
		return false
	case len(p.Suggest) > 1:
		return true
	}
	return !d.extends(all, p)
}

// extends reports whether the draft for a part consists of several orders, or covers words outside the part.
func (d *drafting) extends(all []drafted, p Part) bool {
	beyond := func(s span) bool { return all[0].from < s.From || s.To < all[0].to }
	return len(all) > 1 || slices.ContainsFunc(d.spansOf(p), beyond)
}

// spansOf returns the ranges of bytes that a part quotes.
func (d *drafting) spansOf(p Part) (out []span) {
	for piece := range strings.SplitSeq(p.Quote, " / ") {
		if at := strings.Index(d.Text, piece); at >= 0 && piece != "" {
			out = append(out, span{at, at + len(piece)})
		}
	}
	return out
}

// partFor returns the index of the part with which a drafted order is offered: the question about its words, or the
// ignored part that contains them, or else a question about other words; -1 if there is none.
func (d *drafting) partFor(x drafted) int {
	talk, other := -1, -1
	promotes := x.strong && !x.aside && !x.denied
	for i := range d.Parts {
		p := &d.Parts[i]
		overlaps, cut := false, false // whether it covers words of the part, and whether it also covers others
		for _, s := range d.spansOf(*p) {
			if s.From < x.to && x.from < s.To {
				overlaps, cut = true, cut || x.from < s.From || s.To < x.to
			}
		}
		switch {
		case !overlaps:
			if p.isOpen() && other < 0 {
				other = i
			}
		case p.Fate == Refused && cut && x.strong:
			return i
		case p.Fate == Refused:
			return -1
		case p.isOpen() && x.aside && len(p.Suggest) == 0:
			return -1
		case p.isOpen():
			return i
		case p.Fate == Talk && talk < 0:
			talk = i
		}
	}
	switch {
	case talk >= 0 && promotes:
		return talk
	case x.sure && !x.aside && !x.denied && !d.Suggests(x.lines[0]):
		return other
	}
	return -1
}
