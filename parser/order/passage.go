package order

import (
	"slices"
	"strings"
)

// A Passage is the text that is being read, divided into lexemes. It finds words in it by their classes, and quotes
// it as it is written.
type Passage struct {
	Text    string
	Lexemes []Lexeme // the lexemes of the text

	lexicon   *Lexicon
	dictated  bool                // whether the letter contains names of signs in place of signs
	matched   map[string][]*Match // cached matches of the parts of forms, by part
	matchedIn *Lexeme             // the text of these matches, identified by its first lexeme
}

// Quote returns the text between two lexemes as written.
func (p *Passage) Quote(from, to int) string {
	if from >= to {
		return ""
	}
	for from < to && strings.Contains(",:;-)/|", p.Lexemes[from].Word) {
		from++
	}
	for from < to && (strings.Contains(",:;-(/|", p.Lexemes[to-1].Word) || p.Lexemes[to-1].Kind == Line) {
		to--
	}
	if from >= to {
		return ""
	}
	return strings.TrimSpace(p.Text[p.Lexemes[from].From:p.Lexemes[to-1].To])
}

// mostNear is the distance, in bytes, up to which names before an order may explain a word such as "there".
const mostNear = 200

// NamedBefore returns the names and order keywords shortly before a lexeme: those in its own sentence, and those in
// the sentence before.
func (p *Passage) NamedBefore(at int) (own, before []Bind) {
	end := p.Lexemes[at].From
	text := p.scan(p.Text[max(0, end-mostNear):end])
	tags := p.lexicon.tagged(text)
	ends := func(at int) bool {
		isShort := at > 0 && text[at].Word == "." && len(text[at-1].Word) == 1 // such as "i.e."
		return text[at].Kind == Line || strings.Contains(".!?", text[at].Word) && !isShort
	}
	from := len(text)
	for from > 0 && !ends(from-1) {
		from--
	}
	start := from
	for start > 0 && ends(start-1) {
		start--
	}
	for start > 0 && !ends(start-1) {
		start--
	}
	return p.lexicon.said(nil, tags, from, len(text)), p.lexicon.said(nil, tags, start, from)
}

// Word returns the word of a lexeme.
func (p *Passage) Word(at int) string {
	if at < 0 || at >= len(p.Lexemes) {
		return ""
	}
	return p.Lexemes[at].Word
}

// Find returns the occurrences of phrases of a class between two lexemes of the current text.
func (p *Passage) Find(class string, from, to int) []Bind {
	var out []Bind
	for i := from; i < to; i++ {
		for _, end := range p.endsOf(class, i) {
			if end <= to {
				out = append(out, Bind{Class: class, From: i, To: end})
			}
		}
	}
	return out
}

// Phrase returns the longest phrase of some classes that begins at a lexeme. If several are equally long, the first
// class takes precedence. It also reports whether there is one.
func (p *Passage) Phrase(at int, classes []string) (Bind, bool) {
	var found Bind
	rank := len(classes)
	for _, t := range p.phrases(at) {
		i := slices.Index(classes, p.label(t.class))
		isBetter := t.end > found.To || t.end == found.To && i < rank
		if i >= 0 && isBetter {
			found, rank = Bind{Class: classes[i], From: at, To: t.end}, i
		}
	}
	return found, found.To > 0
}

// Matches returns the matches of a part of the forms between two lexemes, the longest at each lexeme.
func (p *Passage) Matches(part string, from, to int) (out []*Match) {
	if pat := p.lexicon.parts[part]; pat != nil && len(p.Lexemes) > 0 {
		if p.matchedIn != &p.Lexemes[0] {
			p.matched, p.matchedIn = map[string][]*Match{}, &p.Lexemes[0]
		}
		if _, known := p.matched[part]; !known {
			p.matched[part] = p.matchesOf(part, pat)
		}
	}
	for _, m := range p.matched[part] {
		if from <= m.From && m.From < to {
			out = append(out, m)
		}
	}
	return out
}

// matchesOf returns the longest match of a part at each lexeme of the text.
func (p *Passage) matchesOf(part string, pat *pattern) (out []*Match) {
	m := newMatcher(p.lexicon, p.Lexemes, p.lexicon.tagged(p.Lexemes))
	for i := range p.Lexemes {
		var best *Match
		for _, w := range m.match(pat, i) {
			if best == nil || w.end > best.To {
				best = &Match{Form: part, From: i, To: w.end}
				w.bound.each(func(b *Bind) { best.binds = append(best.binds, *b) })
			}
		}
		if best != nil {
			out = append(out, best)
		}
	}
	return out
}

// Around returns the range of the sentence that contains the given lexemes.
func (p *Passage) Around(from, to int) (int, int) {
	for from > 0 && !p.endsSentence(from-1) {
		from--
	}
	for to < len(p.Lexemes) && !p.endsSentence(to) {
		to++
	}
	return from, to
}

// endsSentence reports whether a sentence ends with a lexeme.
func (p *Passage) endsSentence(at int) bool {
	return p.Lexemes[at].Kind == Line || strings.Contains(".!?;", p.Lexemes[at].Word)
}

// quoteOf returns words as they are written.
func (p *Passage) quoteOf(segments []segment) string {
	return p.Quote(segments[0].from, segments[len(segments)-1].to)
}

// scan splits a part of the letter into lexemes.
func (p *Passage) scan(text string) []Lexeme {
	lexemes := Scan(text)
	if p.dictated {
		lexemes = punctuated(lexemes)
	}
	return p.lexicon.tabled(p.lexicon.unglued(withoutCounts(lettered(withoutRepeats(lexemes)))))
}

// endsOf returns the ends of the phrases of a class that begin at a lexeme.
func (p *Passage) endsOf(class string, at int) (ends []int) {
	for _, t := range p.phrases(at) {
		if p.label(t.class) == class {
			ends = append(ends, t.end)
		}
	}
	return ends
}

// turnTo makes a text the current one.
func (p *Passage) turnTo(text string) { p.Text, p.Lexemes = text, p.scan(text) }

// saidIn returns the lexemes of a text, and the names and order keywords in it.
func (p *Passage) saidIn(text string) (said []Bind, lexemes []Lexeme) {
	lexemes = p.scan(text)
	return p.lexicon.said(nil, p.lexicon.tagged(lexemes), 0, len(lexemes)), lexemes
}

// phrases returns the phrases that begin at a lexeme.
func (p *Passage) phrases(at int) []tag { return p.lexicon.phrases(p.Lexemes, at) }

// label returns the name of a class of words.
func (p *Passage) label(of Class) string { return p.lexicon.labels[of] }

// means reports whether a name may stand for the same thing as one that was found in some text.
func (p *Passage) means(s segment, b Bind) bool {
	return slices.ContainsFunc(p.phrases(s.from), func(t tag) bool {
		return t.class == s.class && t.end == s.to && same(Bind{Class: p.label(t.class), Vals: t.vals}, b)
	})
}

// isAfter reports whether a word of one of some classes precedes a name, without another name between them.
func (p *Passage) isAfter(b Bind, before []Bind, classes []string) bool {
	least := b.From - farthest
	for _, x := range before {
		if len(x.Vals) > 0 {
			least = max(least, x.To)
		}
	}
	for at := b.From - 1; at >= max(0, least); at-- {
		for _, class := range classes {
			if slices.ContainsFunc(p.endsOf(class, at), func(end int) bool { return end <= b.From }) {
				return true
			}
		}
	}
	return false
}

const farthest = 5 // largest number of words between a name and the word that says what it is for
