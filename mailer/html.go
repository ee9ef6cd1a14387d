package mailer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlText converts HTML to text. Each block and each <br> begins a line, the cells of a table row share a line,
// hidden and struck-out text is left out, and quoted text gets "> " before each line. It works on tokens with a stack
// of open elements rather than a tree, so that bad or deep nesting does no harm. ok is false if there are more than
// tags tags.
func htmlText(source string, tags int) (text string, ok bool) {
	w := htmlWriter{due: nothing}
	w.out.Grow(len(source) / 2)
	z := html.NewTokenizer(strings.NewReader(source))
	for ; tags >= 0; tags-- {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return w.out.String(), true
		case html.TextToken:
			tags++
			w.text(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			w.open(readElement(z, kind))
		case html.EndTagToken:
			name, _ := z.TagName()
			w.close(name)
		}
	}
	return "", false
}

// Separators that are due before the next word; the larger includes the smaller.
const (
	nothing = iota
	space
	newLine
	blankLine
)

type htmlWriter struct {
	out    strings.Builder
	stack  []element // open elements
	due    int
	breaks int  // line ends requested so far
	cell   bool // a cell has begun and is still empty
	row    bool // the last thing written was a cell of one line
	rest   bool // everything that follows is quoted
	quotes int  // number of open elements that are quoted
	intros int  // number of open elements that are quoted until a quotation in them ends (untilQuote)
	muted  int  // number of open elements that are not displayed
	pre    int  // number of open elements that are preformatted
	tiny   bool // letters have size zero
}

// maxOpen is the number of open elements that are searched for the one that an end tag closes.
const maxOpen = 64

func (w *htmlWriter) open(e element) {
	for w.implied(e) {
		w.pop()
	}
	switch {
	case e.hidden:
	case e.name == atom.Br:
		w.lineEnd()
		return
	case isCell(e.name):
		w.openCell()
	case e.name == atom.Tr:
		w.need(newLine)
		w.row = false
	case e.name == atom.P:
		w.need(blankLine)
	case isBlock(e.name), e.quoted != 0, e.ends:
		w.need(newLine)
	}
	w.rest = w.rest || e.ends && w.muted == 0
	if !isVoid(e.name) && !e.empty {
		w.push(e)
	}
}

func (w *htmlWriter) push(e element) {
	e.breaks, e.wasTiny = w.breaks, w.tiny
	if e.sized {
		w.tiny = e.tiny
	}
	w.stack = append(w.stack, e)
	w.count(e, 1)
}

// pop closes the innermost open element.
func (w *htmlWriter) pop() {
	n := len(w.stack) - 1
	e := w.stack[n]
	w.stack = w.stack[:n]
	switch {
	case e.hidden:
	case isCell(e.name):
		w.cell, w.row = false, w.breaks-e.breaks <= 1
		w.due = min(w.due, newLine) // a row is one line, even if its cells hold paragraphs
	case e.name == atom.P:
		w.need(blankLine)
	case isBlock(e.name), e.quoted != 0:
		w.need(newLine)
	}
	w.count(e, -1)
	w.tiny = e.wasTiny
	if n > 0 && w.stack[n-1].quoted == untilQuote && e.cites {
		w.stack[n-1].quoted = 0
		w.intros--
	}
}

func (w *htmlWriter) count(e element, n int) {
	switch e.quoted {
	case whole:
		w.quotes += n
	case untilQuote:
		w.intros += n
	}
	if e.hidden {
		w.muted += n
	}
	if e.pre {
		w.pre += n
	}
}

// implied reports whether the start tag of e closes the innermost element, as HTML allows.
func (w *htmlWriter) implied(e element) bool {
	if len(w.stack) == 0 {
		return false
	}
	switch last := w.stack[len(w.stack)-1].name; last {
	case atom.P, atom.Option:
		return isBlock(e.name) || e.name == last
	case atom.Li:
		return e.name == atom.Li
	case atom.Dt, atom.Dd:
		return e.name == atom.Dt || e.name == atom.Dd
	case atom.Td, atom.Th:
		return isCell(e.name) || e.name == atom.Tr || e.name == atom.Tbody
	case atom.Tr:
		return e.name == atom.Tr || e.name == atom.Tbody
	case atom.Head:
		return e.name == atom.Body
	}
	return false
}

// close closes the innermost element with the name in tag, and everything within it. As in browsers, an inline
// element closes no block, and within a cell only table tags close the cell.
func (w *htmlWriter) close(tag []byte) {
	name := atom.Lookup(tag)
	for i := len(w.stack) - 1; i >= max(0, len(w.stack)-maxOpen); i-- {
		open := &w.stack[i]
		if open.name == name && open.tag == unknownTag(name, tag) {
			for len(w.stack) > i {
				w.pop()
			}
			return
		}
		if outlasts(open.name, name) {
			break
		}
	}
	if name == atom.P { // </p> alone is an empty paragraph
		w.need(blankLine)
	}
}

// outlasts reports whether an open element stays open when an element around it is closed.
func outlasts(open, around atom.Atom) bool {
	if isCell(open) {
		return !isTable(around)
	}
	return isBlock(open) && !isBlock(around)
}

// need requests a separator before the next word.
func (w *htmlWriter) need(due int) {
	if w.cell || w.muted > 0 { // the first block in a cell begins no line
		return
	}
	if due >= newLine && w.due < newLine {
		w.breaks++
	}
	if due > w.due && w.out.Len() > 0 {
		w.due = due
	}
}

// openCell begins a table cell. It stands on the line of the previous cell if that has only one line.
func (w *htmlWriter) openCell() {
	if w.muted > 0 {
		return
	}
	if w.row && w.due >= newLine {
		w.due = space
	} else if w.row {
		w.need(space)
	} else {
		w.need(newLine)
	}
	w.cell, w.row = true, false
}

// lineEnd ends the current line, even if it is empty.
func (w *htmlWriter) lineEnd() {
	if w.muted > 0 {
		return
	}
	w.begin()
	w.out.WriteByte('\n')
	w.breaks++
}

// begin writes the separators that are due.
func (w *htmlWriter) begin() {
	fresh := w.out.Len() == 0 || w.out.String()[w.out.Len()-1] == '\n'
	switch {
	case w.due == blankLine && !fresh:
		w.out.WriteString("\n\n")
	case w.due == blankLine && w.out.Len() > 0, w.due == newLine && !fresh:
		w.out.WriteByte('\n')
	case w.due == space && !fresh:
		w.out.WriteByte(' ')
	}
	if fresh || w.due >= newLine {
		w.mark()
	}
	w.due, w.cell = nothing, false
}

// mark writes the quotation marks at the beginning of a line.
func (w *htmlWriter) mark() {
	depth := w.quotes
	if depth == 0 && w.intros > 0 {
		depth = 1
	}
	if w.rest {
		depth++
	}
	if depth > 0 {
		w.out.WriteString(">>>>>>>>>"[:min(depth, 9)] + " ")
	}
}

func (w *htmlWriter) text(s []byte) {
	if w.muted > 0 || w.tiny {
		return
	}
	if w.pre > 0 {
		w.preformatted(s)
		return
	}
	for len(s) > 0 {
		n := 0
		for n < len(s) && blanks[s[n]] {
			n++
		}
		if n > 0 && w.due < space && !w.cell {
			w.due = space
		}
		s, n = s[n:], 0
		for n < len(s) && !blanks[s[n]] {
			n++
		}
		w.word(s[:n])
		s = s[n:]
	}
}

func (w *htmlWriter) word(s []byte) {
	if len(s) > 0 {
		w.begin()
		w.out.Write(s)
	}
}

func (w *htmlWriter) preformatted(s []byte) {
	for len(s) > 0 {
		line, rest := cutLine(s)
		w.word(line)
		if len(rest) > 0 || s[len(s)-1] == '\n' {
			w.lineEnd()
		}
		s = rest
	}
}
