package templates

import (
	"strings"
	"unicode/utf8"
)

// noteIndent is how far a line among columns is indented that goes on with the row above it.
const noteIndent = 6

// A column is a part of all lines of a table, from one character to another.
type column struct {
	from, to int
	numbers  bool // but for the first line it has nothing else
}

// A grid is the lines of a table, a row each, and its columns.
type grid struct {
	rows    [][]rune
	columns []column
}

// gridOf finds the columns of lines: what blanks part in all of them. One blank parts columns of numbers only, as there
// are names of two words.
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

// take takes in a column, as one with the last one if one blank parts words.
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

// blank reports whether nothing stands there in any row.
func (g *grid) blank(at int) bool {
	for _, row := range g.rows {
		if at < len(row) && row[at] != ' ' && !g.note(row) {
			return false
		}
	}
	return true
}

// note reports whether a row goes on with the one above it, across the columns.
func (g *grid) note(row []rune) bool {
	return strings.HasPrefix(string(row), strings.Repeat(" ", noteIndent))
}

// cell is what a row has in a column.
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

// write writes a table of HTML. Its first row is one of headings if it has words above numbers.
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

// headed reports whether the first row has the names of columns.
func (g *grid) headed() bool {
	for _, c := range g.columns {
		if c.numbers && strings.Trim(g.cell(g.rows[0], c), "0123456789-+") != "" {
			return true
		}
	}
	return false
}

// phoneColumns is how many characters of a drawing a phone shows side by side at its usual size.
const phoneColumns = 56

// appendDrawing writes lines that stay as they are, in letters that are small enough for a phone.
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
