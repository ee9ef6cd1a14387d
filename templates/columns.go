package templates

import (
	"strings"
	"unicode/utf8"
)

// noteIndent is the indent of a line that continues the row above it.
const noteIndent = 6

// A column is a range of character positions in all lines of a table.
type column struct {
	from, to int
	numbers  bool // whether all rows except the first contain only numbers
}

// A grid is a table: its rows and columns.
type grid struct {
	rows    [][]rune
	columns []column
}

// gridOf finds the columns of a table: they are separated by blanks in all lines. A single blank separates only
// columns of numbers, as there are names of two words.
func gridOf(lines []string) grid {
	g := grid{}
	wide := 0
	for _, line := range lines {
		row := []rune(line)
		g.rows = append(g.rows, row)
		wide = max(wide, len(row))
	}
	for at := 0; at < wide; at++ {
		if g.blank(at) {
			continue
		}
		c := column{from: at}
		for at < wide && !g.blank(at) {
			at++
		}
		c.to = at
		g.take(c)
	}
	return g
}

// take adds a column, or merges it with the previous one if a single blank separates words.
func (g *grid) take(c column) {
	c.numbers = g.counts(c)
	last := len(g.columns) - 1
	if last < 0 {
		g.columns = append(g.columns, c)
		return
	}
	before := &g.columns[last]
	if c.from-before.to > 1 || c.numbers && before.numbers {
		g.columns = append(g.columns, c)
		return
	}
	before.to = c.to
	before.numbers = g.counts(*before)
}

// blank reports whether all rows have a blank at a position.
func (g *grid) blank(at int) bool {
	for _, row := range g.rows {
		if at < len(row) && row[at] != ' ' && !g.note(row) {
			return false
		}
	}
	return true
}

// note reports whether a row continues the one above it, across the columns.
func (g *grid) note(row []rune) bool {
	return strings.HasPrefix(string(row), strings.Repeat(" ", noteIndent))
}

// cell returns the text of a row in a column.
func (g *grid) cell(row []rune, c column) string {
	return strings.TrimSpace(string(row[min(c.from, len(row)):min(c.to, len(row))]))
}

// counts reports whether a column has numbers in all rows but the first.
func (g *grid) counts(c column) bool {
	for i, row := range g.rows {
		if i > 0 && strings.Trim(g.cell(row, c), "0123456789-+") != "" {
			return false
		}
	}
	return len(g.rows) > 1
}

// write appends the table as HTML. The first row is a heading if it has words above numbers.
func (g *grid) write(b []byte) []byte {
	b = append(b, "<table>\n"...)
	for i, row := range g.rows {
		b = append(b, "<tr>"...)
		if g.note(row) {
			b = append(b, `<td class="more" colspan="99">`...)
			b = append(appendEscaped(b, strings.TrimSpace(string(row))), "</td></tr>\n"...)
			continue
		}
		element := "td"
		if i == 0 && g.headed() {
			element = "th"
		}
		for _, c := range g.columns {
			b = append(append(b, '<'), element...)
			if c.numbers {
				b = append(b, ` class="n"`...)
			}
			b = appendEscaped(append(b, '>'), g.cell(row, c))
			b = append(append(append(b, "</"...), element...), '>')
		}
		b = append(b, "</tr>\n"...)
	}
	return append(b, "</table>\n"...)
}

// headed reports whether the first row is a heading.
func (g *grid) headed() bool {
	for _, c := range g.columns {
		if c.numbers && strings.Trim(g.cell(g.rows[0], c), "0123456789-+") != "" {
			return true
		}
	}
	return false
}

// phoneColumns is the number of columns of a drawing that a phone shows at its normal font size.
const phoneColumns = 56

// appendDrawing appends preformatted lines, in a font small enough for a phone.
func appendDrawing(b []byte, lines []string) []byte {
	class := "drawing"
	for _, line := range lines {
		if utf8.RuneCountInString(line) > phoneColumns {
			class = "wide drawing"
		}
	}
	b = append(append(append(b, `<pre class="`...), class...), `">`...)
	for i, line := range lines {
		if i > 0 {
			b = append(b, '\n')
		}
		b = appendEscaped(b, line)
	}
	return append(b, "</pre>\n"...)
}
