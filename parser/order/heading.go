package order

import (
	"slices"
	"strings"
)

// This file finds headings, and the text that each of them applies to.

// heading returns the heading that begins at a lexeme, if the lexeme begins a sentence; otherwise nil.
func (m *matcher) heading(i int) *Match {
	isBracket := m.text[i].Word == "(" // such as "[Hold]"
	if m.text[i].Kind == Sign && !isBracket || m.text[i].Kind == Line {
		return nil
	}
	if !m.opens(i) || m.thanks(i) {
		return nil
	}
	var best *Match
	for k := range m.lexicon.forms {
		f := &m.lexicon.forms[k]
		if !f.Heading || !m.begins(f.pattern, i) {
			continue
		}
		for _, w := range m.match(f.pattern, i) {
			if w.end <= i || !m.heads(w.end) {
				continue
			}
			if best == nil || m.isLonger(i, w.end, best.To) {
				best = &Match{Form: f.Name, From: i, To: w.end, Long: f.Long}
				w.bound.each(func(b *Bind) { best.binds = append(best.binds, *b) })
			}
		}
	}
	return best
}

// isLonger reports whether a heading is longer than another one that begins at the same lexeme. A heading on a single
// line takes precedence over one on two lines.
func (m *matcher) isLonger(from, to, other int) bool {
	if two := m.hasLine(from, to); two != m.hasLine(from, other) {
		return !two
	}
	return to > other
}

// hasLine reports whether a line ends between two lexemes.
func (m *matcher) hasLine(from, to int) bool {
	return slices.ContainsFunc(m.text[from:to], func(x Lexeme) bool { return x.Kind == Line })
}

// thanks reports whether a phrase such as "see you" ends at a lexeme, as in "see you next season".
func (m *matcher) thanks(i int) bool {
	for j := max(0, i-longestWrapper); j < i; j++ {
		if m.isPhrase(j, i, []string{"thanks"}) {
			return true
		}
	}
	return false
}

// opens reports whether a lexeme begins a sentence, apart from words without meaning before it: "Please, ...".
func (m *matcher) opens(i int) bool {
	for i > 0 && m.text[i-1].Kind != Line && !strings.Contains(".!?;", m.text[i-1].Word) {
		before := m.wrapperBefore(i)
		if strings.Contains("(,:", m.text[i-1].Word) {
			before = i - 1
		}
		if before == i {
			return false
		}
		i = before
	}
	return true
}

const longestWrapper = 5 // largest number of lexemes

// wrapperBefore returns the lexeme at which the longest wrapper begins that ends at lexeme i, or i if there is none.
func (m *matcher) wrapperBefore(i int) int {
	found := i
	for j := i - 1; j >= max(0, i-longestWrapper); j-- {
		switch {
		case m.isPhrase(j, i, marks): // "next year" is no "next" and "year"
			found = i
		case m.isPhrase(j, i, wrappers):
			found = j
		}
	}
	return found
}

// isPhrase reports whether the lexemes between two are a phrase of one of some classes.
func (m *matcher) isPhrase(from, to int, classes []string) bool {
	return slices.ContainsFunc(m.tags[from], func(t tag) bool {
		return t.end == to && t.cost == 0 && slices.Contains(classes, m.lexicon.labels[t.class])
	})
}

// heads reports whether the text before a lexeme can be a heading: it ends with a sign or a line, or an order may
// begin after it.
func (m *matcher) heads(at int) bool {
	if at >= len(m.text) || m.text[at].Kind == Line || strings.Contains(":-,", m.text[at-1].Word) {
		return true
	}
	return slices.ContainsFunc(m.tags[at], func(t tag) bool {
		return t.cost == 0 && m.lexicon.isNameOrVerb(t)
	}) || m.lexicon.glued[m.text[at].Word]
}

// blockEnd returns the end of a heading's block. The block is the rest of the heading's line or, if that is empty,
// the lines below up to a blank line. It also ends at the next heading.
func blockEnd(m *matcher, h *Match) int {
	from := h.To
	ownLine := from < len(m.text) && m.text[from].Kind != Line && !h.Long
	for i := from; i < len(m.text); i++ {
		isLine, isBlank := m.text[i].Kind == Line, m.text[i].Word == "\n\n"
		switch {
		case isLine && ownLine:
			if i+1 == len(m.text) || !m.isGoingOn(i+1) {
				return i
			}
		case isLine && isBlank && i > from:
			return i
		case i > from && m.heading(i) != nil:
			return i
		}
	}
	return len(m.text)
}

// isGoingOn reports whether a line with this beginning continues the one before it: "ELSE ...".
func (m *matcher) isGoingOn(at int) bool {
	return slices.ContainsFunc(m.tags[at], func(t tag) bool { return m.lexicon.labels[t.class] == "goes on" })
}
