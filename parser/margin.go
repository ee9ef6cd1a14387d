package parser

import (
	"slices"
	"strings"
)

// This file keeps what stands beside the lines that the author wrote and may explain them.

// An aside is a line that may explain one that the author wrote: the quoted line above it, or a comment.
type aside struct {
	at    int // index of the line that follows it
	text  string
	apart bool // for a quoted line: whether a blank line follows it
}

// A margin collects the asides of a letter.
type margin struct {
	asides []aside
	above  []string // the quoted lines above, marked, that no line of the author's has followed
	apart  bool     // whether a blank line follows it
}

// skips notes a line that is not the author's, or a comment, before line at of theirs.
func (m *margin) skips(line string, at int) {
	switch text := unquoted(line); {
	case isComment(line):
		m.asides = append(m.asides, aside{at, line, false})
	case marked(line) && text != "":
		m.above, m.apart = append(m.above[max(0, len(m.above)-1):], quoteMark+text), false
	}
}

// passes notes the two quoted lines above line at, which is the author's.
func (m *margin) passes(line string, at int) {
	m.apart = m.apart || line == ""
	if len(m.above) > 0 && line != "" {
		m.asides = append(m.asides, aside{at, strings.Join(m.above, "\n"), m.apart})
		m.above = nil
	}
}

// cut returns line at without the comment behind it.
func (m *margin) cut(line string, at int) string {
	words, comment, is := strings.Cut(line, " // ")
	if is {
		m.asides = append(m.asides, aside{at + 1, "// " + strings.TrimSpace(comment), false})
	}
	return strings.TrimSpace(words)
}

// explaining returns the asides, without a quoted line below which all of the letter stands.
func (m *margin) explaining() []aside {
	isQuoted := func(a aside) bool { return strings.HasPrefix(a.text, quoteMark) }
	first := slices.IndexFunc(m.asides, isQuoted)
	if first < 0 || !m.asides[first].apart || slices.ContainsFunc(m.asides[first+1:], isQuoted) {
		return m.asides
	}
	return slices.Delete(m.asides, first, first+1)
}

// quoteMark begins a quoted line.
const quoteMark = "> "

// Explained returns the lines for the game together with those that may explain them, where they stand: comments, which
// begin with "//", and before each line of the author's up to two lines that are quoted above it, which begin with "> ".
// Without such lines, an empty one stands where the author has left one, because it ends a list.
func (l Letter) Explained() []string {
	if len(l.asides) == 0 || len(l.Lines) == 0 {
		return l.spaced()
	}
	var out []string
	from := 0
	for _, a := range l.asides {
		at := min(a.at, len(l.Lines))
		out, from = append(append(out, l.Lines[from:at]...), a.text), at
	}
	return append(out, l.Lines[from:]...)
}

// spaced returns the lines for the game, with an empty line between two of them where the author has left one.
func (l Letter) spaced() (out []string) {
	at := 0 // the first of the author's lines that are not yet passed
	for _, line := range l.Lines {
		n := slices.Index(l.Written[at:], line)
		if n > 0 && at > 0 && slices.Contains(l.Written[at:at+n], "") {
			out = append(out, "")
		}
		at += n + 1
		out = append(out, line)
	}
	return out
}
