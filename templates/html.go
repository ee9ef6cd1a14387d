package templates

import (
	"strings"
	"unicode/utf8"
)

// html is the HTML of a letter under construction: the box at the top and the body below it. All text is escaped when
// it is added. The elements are headings, paragraphs, lists, quotations and preformatted lines.
type html struct {
	top, body []byte
	block     rune     // the kind of block that is open, or 0
	picture   *Picture // the picture of the board; nil if there is none, or if it has been placed
	first     bool     // whether the first line, the headline, has been written
	dent      int      // indent of the open preformatted block, which is removed to save space on a phone
	rows      []string // lines of the open table or drawing
}

func (h *html) grow(n int) { h.body = make([]byte, 0, n) }

// runOn is the kind of a block whose lines have no mark and are joined into a paragraph.
const runOn rune = 1

// gap handles an empty line before a line of the given kind: it ends the open block, except that preformatted blocks
// of that kind keep the empty line.
func (h *html) gap(kind rune) {
	switch {
	case kind == h.block && kind == markAsIs:
		h.body = append(h.body, '\n')
	case kind == h.block && (kind == markTable || kind == markDrawn):
		h.rows = append(h.rows, "")
	case kind != h.block || kind != markQuote:
		h.close()
	}
}

// board places the picture at the current position.
func (h *html) board() {
	if h.picture == nil || h.picture.ID == "" {
		return
	}
	h.close()
	h.body = append(h.body, `<img class="board" src="cid:`...)
	h.body = appendEscaped(h.body, h.picture.ID)
	h.body = append(h.body, `" alt="`...)
	h.body = appendEscaped(h.body, h.picture.Caption)
	h.body = append(h.body, "\">\n"...)
	h.picture = nil
}

// close ends the open block.
func (h *html) close() {
	switch h.block {
	case markTop:
		h.top = append(h.top, "</p>\n"...)
	case markPara, markNote, markRow, runOn:
		h.body = append(h.body, "</p>\n"...)
	case markItem:
		h.body = append(h.body, "</li></ul>\n"...)
	case markQuote:
		h.body = append(h.body, "</p></blockquote>\n"...)
	case markAsIs:
		h.body = append(h.body, "</pre>\n"...)
	case markTable:
		g := gridOf(h.rows)
		h.body = g.write(h.body)
	case markDrawn:
		h.body = appendDrawing(h.body, h.rows)
	}
	h.block = 0
}

// end ends the letter. It appends the picture if no template has placed it.
func (h *html) end() {
	h.board()
	h.close()
}

// line adds a line of the given kind. Without a kind, an indented line is a list item, and others are
// joined.
func (h *html) line(kind rune, line string) {
	if !h.first {
		h.headline(line)
		return
	}
	words := strings.TrimLeft(line, " ")
	indent := len(line) - len(words)
	switch kind {
	case markText:
	case markTop:
		h.close()
		h.block = markTop
		h.top = appendEscaped(append(h.top, "<p>"...), words)
	case markHead:
		h.close()
		h.body = appendElement(h.body, "h2", words)
	case markLabel:
		h.close()
		h.body = appendElement(h.body, "h3", words)
	case markQuote:
		h.quote(line)
	case markAsIs:
		h.asIs(line)
	case markTable, markDrawn:
		if h.block != kind {
			h.close()
			h.block, h.rows = kind, nil
		}
		h.rows = append(h.rows, line)
	case markGoes:
		h.goOn(words)
	case markRow:
		h.row(words)
	case markPara, markNote:
		h.paragraph(kind, indent, words)
	case markItem:
		h.item(indent, words)
	default:
		switch {
		case indent > 0:
			h.item(indent, words)
		case h.block == runOn || h.block == markNote:
			h.goOn(words)
		default:
			h.paragraph(runOn, 0, words)
		}
	}
}

// headline adds the first line. Its tag, which is for programs rather than for people, is set in small print.
func (h *html) headline(line string) {
	h.first = true
	h.top = append(h.top, "<h1>"...)
	if tag, words, ok := strings.Cut(line, "] "); ok && strings.HasPrefix(tag, "[") {
		h.top = append(h.top, `<span class="tag">`...)
		h.top = append(appendEscaped(h.top, tag), "]</span> "...)
		line = words
	}
	h.top = append(appendEscaped(h.top, line), "</h1>\n"...)
}

func (h *html) paragraph(kind rune, indent int, words string) {
	h.close()
	h.block = kind
	switch {
	case kind == markNote:
		h.body = append(h.body, `<p class="note">`...)
	case indent > 2:
		h.body = append(h.body, `<p class="in">`...)
	default:
		h.body = append(h.body, "<p>"...)
	}
	h.body = appendEscaped(h.body, words)
}

// row adds a line directly below the block above it if that block is a row, and as a paragraph otherwise.
func (h *html) row(words string) {
	if h.block != markRow {
		h.paragraph(markRow, 0, words)
		return
	}
	h.body = append(h.body, "<br>\n"...)
	h.body = appendEscaped(h.body, words)
}

func (h *html) item(indent int, words string) {
	if h.block != markItem {
		h.close()
		h.body = append(h.body, "<ul>"...)
	} else {
		h.body = append(h.body, "</li>"...)
	}
	h.block = markItem
	if indent > 2 {
		h.body = append(h.body, "\n<li class=\"in\">"...)
	} else {
		h.body = append(h.body, "\n<li>"...)
	}
	h.body = appendEscaped(h.body, spaced(words))
}

// spaced preserves a gap between words, which HTML would collapse.
func spaced(words string) string {
	for {
		before, after, ok := strings.Cut(words, "  ")
		if !ok {
			return words
		}
		words = before + gapInLine + strings.TrimLeft(after, " ")
	}
}

// gapInLine is a gap as wide as two letters, after which a line may be broken.
const gapInLine = "\u2003 "

// goOn appends words to the open block.
func (h *html) goOn(words string) {
	if h.block == 0 {
		h.paragraph(markPara, 0, words)
		return
	}
	if h.block == markTop {
		h.top = appendEscaped(append(h.top, ' '), words)
		return
	}
	if h.block == markQuote {
		words = strings.TrimPrefix(words, "| ")
	}
	h.body = append(h.body, ' ')
	h.body = appendEscaped(h.body, words)
}

// quote adds a line that somebody else wrote. The bar in front of it is kept: if the letter is quoted in an answer,
// the bar shows that the line is not the answering player's own.
func (h *html) quote(line string) {
	if h.block != markQuote {
		h.close()
		h.block = markQuote
		h.body = append(h.body, "<blockquote><p>"...)
	} else {
		h.body = append(h.body, "</p>\n<p>"...)
	}
	h.body = append(h.body, `<span class="bar" aria-hidden="true">| </span>`...)
	h.body = appendEscaped(h.body, strings.TrimPrefix(strings.TrimPrefix(line, "|"), " "))
}

// asIs adds a preformatted line, without the indent of the block. A remark behind an order is set in another style
// than the order.
func (h *html) asIs(line string) {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if h.block != markAsIs {
		h.close()
		h.block, h.dent = markAsIs, indent
		h.body = append(h.body, "<pre>"...)
	} else {
		h.body = append(h.body, '\n')
	}
	line = line[min(indent, h.dent):]
	order, said, ok := strings.Cut(line, sayingGap)
	if !ok || strings.TrimSpace(order) == "" {
		h.body = appendEscaped(h.body, line)
		return
	}
	h.body = appendEscaped(h.body, order)
	h.body = append(h.body, sayingGap+`<span class="said">`...)
	h.body = append(appendEscaped(h.body, said), "</span>"...)
}

// sayingGap separates an order from the remark behind it.
const sayingGap = "    "

func appendElement(b []byte, name, words string) []byte {
	b = append(append(append(b, '<'), name...), '>')
	b = appendEscaped(b, words)
	return append(append(append(b, "</"...), name...), ">\n"...)
}

// appendEscaped appends words with HTML characters escaped and underlining marks turned into elements.
func appendEscaped(b []byte, words string) []byte {
	from := 0
	for i := 0; i < len(words); {
		as, n := "", 1
		switch c := words[i]; c {
		case '<':
			as = "&lt;"
		case '>':
			as = "&gt;"
		case '&':
			as = "&amp;"
		case '"':
			as = "&#34;"
		case '\'':
			as = "&#39;"
		case markLead:
			var r rune
			if r, n = utf8.DecodeRuneInString(words[i:]); r == markOn {
				as = "<u>"
			} else if r == markOff {
				as = "</u>"
			} else if !isMark(r) {
				i += n
				continue
			}
		default:
			i++
			continue
		}
		b = append(append(b, words[from:i]...), as...)
		i += n
		from = i
	}
	return append(b, words[from:]...)
}
