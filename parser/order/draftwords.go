package order

import (
	"slices"
	"strings"
)

// This file finds the names, numbers and order keywords that a draft is made from.

// correctsBetween reports whether there are words of correction between two lexemes, after which the sentence says
// what is meant instead. This is not so for "to Borneo instead, ..." or "Borneo instead of India".
func (d *drafting) correctsBetween(from, to int) (corrects, undoes bool) {
	for i := from; i < to; i++ {
		for _, t := range d.phrases(i) {
			label := d.label(t.class)
			if t.end > to || !slices.Contains(correcting, label) {
				continue
			}
			trails := t.end < len(d.Lexemes) && strings.Contains(",.;)", d.Lexemes[t.end].Word) && i > from
			ofThat := t.end < len(d.Lexemes) && slices.Contains([]string{"of", "than"}, d.Lexemes[t.end].Word)
			if label == "undo" {
				return true, true
			}
			corrects = corrects || !trails && !ofThat
		}
	}
	return corrects, false
}

// correcting lists the classes of words after which something else is meant than before.
var correcting = []string{"fix", "halt", "undo"}

// saidBetween returns the names, numbers and order keywords between two lexemes.
func (d *drafting) saidBetween(from, to int) []Bind {
	tags := d.lexicon.tagged(d.Lexemes)
	kinds := d.kindsBetween(from, to)
	said := append(slices.Clone(kinds), slices.DeleteFunc(d.lexicon.said(nil, tags, from, to), d.kindOf(kinds))...)
	within := map[int]bool{}
	add := func(b Bind) {
		said = append(said, b)
		for i := b.From; i < b.To; i++ {
			within[i] = true
		}
	}
	said = slices.DeleteFunc(said, func(b Bind) bool { return len(b.Vals) == 0 && d.isCorrecting(b) })
	for _, b := range slices.Clone(said) {
		for i := b.From; i < b.To; i++ {
			within[i] = true
		}
	}
	for i := from; i < to; i++ {
		for _, t := range tags[i] { // a name that is misspelt
			isSure := t.name && !t.least && len(d.Lexemes[i].Word) >= leastGuess
			if isSure && !within[i] {
				add(Bind{Class: d.label(t.class), Vals: t.vals, From: i, To: t.end})
			}
		}
	}
	for i := from; i < to; i++ {
		// the number of a list item, and not of units
		isItem := d.begins(i) && i+1 < to && within[i+1] && !slices.ContainsFunc(kinds, func(k Bind) bool {
			return k.From == i+1
		})
		if n, end, ok := d.numberAt(i); ok && !within[i] && !isItem {
			add(Bind{Class: NumberClass, Vals: []int{n}, From: i, To: end})
		}
		d.noteEnd(i)
	}
	for i := from; i < to; i++ {
		if class := d.stemmed(i); class != "" && !within[i] {
			add(Bind{Class: class, From: i, To: i + 1})
		}
	}
	pointing, _ := d.game.Shapes().classes()
	for _, class := range pointing {
		for _, b := range d.Find(class, from, to) {
			if !within[b.From] && !d.isCorrecting(b) {
				add(b)
			}
		}
	}
	slices.SortStableFunc(said, func(a, b Bind) int { return a.From - b.From })
	return slices.CompactFunc(said, func(a, b Bind) bool { return a.From == b.From })
}

// noteEnd records that a sentence or clause ends at a lexeme.
func (d *drafting) noteEnd(at int) {
	switch word := d.Lexemes[at].Word; {
	case strings.Contains("/|", word) || d.Lexemes[at].Kind == Line:
		d.ends[at+1] = max(d.ends[at+1], lossBreak)
	case strings.Contains(",:()", word):
		d.ends[at+1] = max(d.ends[at+1], lossClause)
	}
}

// isCorrecting reports whether a word belongs to a phrase of correction: "no wait".
func (d *drafting) isCorrecting(b Bind) bool {
	for at := max(0, b.From-longestWrapper); at <= b.From; at++ {
		for _, t := range d.phrases(at) {
			label := d.label(t.class)
			corrects := label != "undo" && slices.Contains(correcting, label)
			if corrects && t.end >= b.To && t.end > at+1 {
				return true
			}
		}
	}
	return false
}

// stemmed returns the class of the order keyword of which a lexeme is another form: "trading" for "trade".
func (d *drafting) stemmed(at int) string {
	word := d.Lexemes[at].Word
	if d.lexicon.isClassed(word) {
		return ""
	}
	for _, ending := range []string{"ing", "ed", "es", "s"} {
		stem, is := strings.CutSuffix(word, ending)
		if !is || len(stem) < 3 {
			continue
		}
		doubled := stem[:len(stem)-1] // as in "planned"
		for _, w := range []string{stem, stem + "e", doubled} {
			if n := d.lexicon.root[w]; n != nil {
				for _, t := range n.tags {
					if label := d.label(t.class); d.lexicon.verbs[label] {
						return label
					}
				}
			}
		}
	}
	return ""
}

// kindsBetween returns the words between two lexemes that count as names.
func (d *drafting) kindsBetween(from, to int) (out []Bind) {
	for _, k := range d.game.Shapes().kinds {
		for i, classes := range k.words {
			for class := range strings.SplitSeq(classes, "/") {
				for _, b := range d.Find(class, from, to) {
					out = append(out, Bind{Class: k.class, Vals: []int{i}, From: b.From, To: b.To})
				}
			}
		}
	}
	return out
}

// kindOf returns a function that reports whether some kinds already contain a word: one without a value that overlaps
// one of them, or one of the same words as a name.
func (d *drafting) kindOf(kinds []Bind) func(Bind) bool {
	return func(b Bind) bool {
		return slices.ContainsFunc(kinds, func(k Bind) bool {
			same := k.From == b.From && k.To == b.To
			return same || len(b.Vals) == 0 && k.From < b.To && b.From < k.To
		})
	}
}

// begins reports whether a lexeme begins a line, or a part of a line.
func (d *drafting) begins(at int) bool {
	return at == 0 || d.Lexemes[at-1].Kind == Line || strings.Contains("/|;.", d.Lexemes[at-1].Word)
}

// numberAt returns the number at a lexeme: a numeral, "both", or a phrase such as "all of them".
func (d *drafting) numberAt(at int) (n, end int, ok bool) {
	if ends := d.endsOf("all", at); len(ends) > 0 {
		end = slices.Max(ends)
		if n, ok := Numeral(d.Word(end)); ok { // such as "all five"
			return n, end + 1, true
		}
		return Everything, end, true
	}
	if ends := d.endsOf("couple", at); len(ends) > 0 {
		return 2, slices.Max(ends), true
	}
	if ends := d.endsOf("naught", at); len(ends) > 0 {
		return 0, slices.Max(ends), true
	}
	word := d.Lexemes[at].Word
	if slices.Contains([]string{"both", "beide", "beiden"}, word) {
		return 2, at + 1, true
	}
	n, ok = Numeral(word)
	return n, at + 1, ok
}
