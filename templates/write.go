package templates

import "strings"

// A writer writes a letter once as text and once as HTML, line by line, from the marked text that templates produce.
type writer struct {
	text  strings.Builder
	html  html
	gap   int  // number of pending empty lines; more than one only in columns
	row   bool // whether the last line belongs to a row
	table rune // markTable: lines are in columns; markDrawn: they are a drawing; 0: neither
}

// write writes all lines. It cleans up after templates: trailing spaces, repeated empty lines, and lines with nothing
// but marks.
func (w *writer) write(text string) {
	w.text.Grow(len(text) + 1)
	w.html.grow(len(text) + len(text)/2)
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t")
		if line == "" {
			w.empty()
			continue
		}
		w.line(line)
	}
	w.html.end()
	if w.text.Len() == 0 {
		w.text.WriteByte('\n')
	}
}

// empty handles an empty line.
func (w *writer) empty() {
	switch {
	case w.text.Len() == 0:
	case w.table != 0:
		w.gap++
	default:
		w.gap = 1
	}
}

// line handles a line that is not empty.
func (w *writer) line(line string) {
	kind := rune(0)
	ends := false
	if marked(line) {
		for mark, rest := peel(line); mark != 0; mark, rest = peel(line) {
			line = rest
			switch mark {
			case markTable, markDrawn:
				w.table = mark
			case markEnd:
				w.table = 0
			case markBoard:
				w.html.board()
			default:
				if kind == 0 { // the first mark determines the kind of the line, as in {{top}}{{wrap 0 .Delayed}}
					kind = mark
				}
			}
		}
		line, ends = strings.CutSuffix(line, string(markEnd))
		if line = strings.TrimRight(line, " "); line == "" {
			if ends {
				w.table = 0
			}
			if kind != 0 {
				w.empty()
			}
			return
		}
	}
	if w.table != 0 {
		kind = w.table
	}
	if kind == markRow && w.row {
		w.gap = 0
	}
	w.row = kind == markRow || kind == markGoes && w.row
	for ; w.gap > 0; w.gap-- {
		w.text.WriteByte('\n')
		w.html.gap(kind)
	}
	w.text.WriteString(plain(line))
	w.text.WriteByte('\n')
	w.html.line(kind, line)
	if ends {
		w.table = 0
	}
}
