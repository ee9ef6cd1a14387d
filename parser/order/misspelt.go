package order

import (
	"slices"
	"strings"
)

// This file recognises words that are misspelt or cut short.

// A shape is what a word and its misspellings have in common: the first letters and the approximate length.
type shape struct {
	first byte
	size  int
}

func shapeOf(word string) shape { return shape{word[0], len(word)} }

const (
	leastGuess = 5 // smallest number of letters of a word that may be misspelt
	leastCut   = 4 // smallest number of letters to which a name may be shortened
	leastTwice = 8 // smallest number of letters of a word that may contain two errors
)

// vocabulary adds a word in which a misspelling is recognised.
func (l *Lexicon) vocabulary(word string) {
	if at := shapeOf(word); len(word) >= leastGuess && !slices.Contains(l.known[at], word) {
		l.known[at] = append(l.known[at], word)
	}
}

// mayBeMisspelt reports whether a lexeme is an unknown word that is long enough for a typing error.
func (l *Lexicon) mayBeMisspelt(x Lexeme) bool {
	return x.Kind == Word && len(x.Word) >= leastGuess && !l.Knows(x.Word)
}

// misspelt returns the node after the first of several alternative words for which there is one.
func (n *node) misspelt(words []string) *node {
	for _, w := range words {
		if next := n.after(w); next != nil {
			return next
		}
	}
	return nil
}

// alike returns the known words of which a word may be a misspelling. They must begin with the same letter, or with
// the first two letters exchanged; otherwise it is a different word, as "catches" is not "watches".
func (l *Lexicon) alike(word string) []string {
	if len(word) < 2 {
		return nil
	}
	var out []string
	for size := len(word) - 1; size <= len(word)+1; size++ {
		for _, known := range l.known[shape{word[0], size}] {
			if OneApart(word, known) {
				out = append(out, known)
			}
		}
		if word[0] == word[1] {
			continue
		}
		for _, known := range l.known[shape{word[1], size}] {
			if known[1] == word[0] && OneApart(word, known) {
				out = append(out, known)
			}
		}
	}
	return out
}

// guesses returns the phrases that an unknown word may begin with a misspelling, or shortened.
func (l *Lexicon) guesses(all []Lexeme, i int) []tag {
	word := all[i].Word
	if len(word) < 3 || l.common[word] {
		return nil
	}
	var out []tag
	if len(word) >= leastCut {
		for _, known := range l.alike(word) {
			if l.root[known] == nil {
				continue
			}
			out = merge(out, l.behind(l.root[known], all, i, costGuess), len(word) < leastGuess)
		}
	}
	if slices.ContainsFunc(out, func(t tag) bool { return t.end > 0 }) {
		return out
	}
	bare := len(word) <= leastGuess && !strings.ContainsAny(word, "aeiou")
	for _, known := range l.names[word[0]] {
		short := len(word) >= leastCut && strings.HasPrefix(known, word)
		if short || bare && subsequence(word, known) {
			out = merge(out, l.root[known].tagged(nil, i+1, costGuess), !short)
		}
	}
	if isLong := len(word) >= leastTwice && all[i].Capital; !isLong || len(out) > 0 {
		return out
	}
	for _, known := range l.names[word[0]] {
		if twoApart(word, known) {
			out = merge(out, l.root[known].tagged(nil, i+1, costGuess), true)
		}
	}
	return out
}

// nearest returns the names of which a word, however short, may be a misspelling or contains some letters: "Vna".
func (l *Lexicon) nearest(word string) []tag {
	var out []tag
	mayBeCut := len(word) > 2 && len(word) <= leastGuess
	for _, known := range l.first[word[0]] {
		isCut := mayBeCut && len(known) > leastGuess && subsequence(word, known)
		if isCut || len(known) > 2 && OneApart(word, known) {
			out = merge(out, l.root[known].tagged(nil, 1, costGuess), true)
		}
	}
	return slices.DeleteFunc(out, func(t tag) bool { return !t.name })
}

// merge combines guesses of the same class, so that a word may stand for several things.
func merge(out, more []tag, least bool) []tag {
	for _, t := range more {
		at := slices.IndexFunc(out, func(o tag) bool { return o.class == t.class && o.end == t.end })
		if at < 0 {
			t.least, t.vals = least, slices.Clone(t.vals)
			out = append(out, t)
			continue
		}
		for _, v := range t.vals {
			if !slices.Contains(out[at].vals, v) {
				out[at].vals = append(out[at].vals, v)
			}
		}
	}
	return out
}

// subsequence reports whether the letters of a word occur in another one in the same order.
func subsequence(word, in string) bool {
	for i := range len(in) {
		if word != "" && in[i] == word[0] {
			word = word[1:]
		}
	}
	return word == ""
}

// twoApart reports whether a and b differ by at most two wrong, missing or additional letters.
func twoApart(a, b string) bool {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return false
	}
	row := make([]int, len(b)+1) // edit distances between the processed part of a and each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			far := before
			if a[i] != b[j] {
				far = min(before, row[j], row[j+1]) + 1
			}
			before, row[j+1] = row[j+1], far
		}
	}
	return row[len(b)] <= 2
}

// OneApart reports whether a and b differ by one typing error.
func OneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return len(b) == len(a)+1 && a[i:] == b[i+1:]
	case i == len(a):
		return false
	case a[i+1:] == b[i+1:]:
		return true
	}
	if i+1 == len(a) {
		return false
	}
	return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// mistyped returns the names and order keywords that an unknown word may be.
func (l *Lexicon) mistyped(all []Lexeme, tags [][]tag, i int) (out []Bind) {
	near := tags[i]
	if len(near) == 0 {
		near = l.nearest(all[i].Word)
	}
	for _, t := range near {
		if len(tags[i]) == 0 || t.end == i+1 && l.isNameOrVerb(t) {
			out = append(out, Bind{Class: l.labels[t.class], Vals: t.vals, From: i, To: i + 1})
		}
	}
	return out
}
