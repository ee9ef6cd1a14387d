package order

import (
	"slices"
	"strings"
)

// Tables declares that a table of two columns, with bars between them, has a thing in its first column, and in its
// second one what is said about it, as in "Paris | 2 supply".
func (l *Lexicon) Tables() { l.tables = true }

// A row is a line that may be one of such a table.
type row struct {
	start, end int // range of the line's lexemes
	from, to   int // the same without bars at its ends
	bar        int // index of the bar between its columns; -1 if it has none, or several
	isRule     bool
}

// goesOn reports whether a row belongs to a table, which has begun or begins with it.
func (r row) goesOn(begun bool) bool { return r.bar >= 0 || r.isRule && begun }

// tabled replaces the bars in tables of two columns by colons. If the first row is a head, the words over the second
// column become a heading: "Region | If attacked" stands for "If attacked:". Below "Turn", numbers are those of turns.
func (l *Lexicon) tabled(text []Lexeme) []Lexeme {
	if !l.tables || !slices.ContainsFunc(text, isBar) {
		return text
	}
	var out []Lexeme
	rows := l.rowsOf(text)
	for i := 0; i < len(rows); {
		n := i
		for n < len(rows) && rows[n].goesOn(n > i) {
			n++
		}
		if n-i < 2 {
			out, i = append(out, text[rows[i].start:min(rows[i].end+1, len(text))]...), i+1
			continue
		}
		turns := ""
		if first := text[rows[i].from].Word; rows[i].bar == rows[i].from+1 && l.Is(first, "turn") {
			turns = first
		}
		for k, r := range rows[i:n] {
			switch {
			case r.isRule, k == 0 && turns != "":
				continue
			case turns != "" && text[r.from].Kind == Number:
				at := text[r.from].From
				out = append(out, Lexeme{Word: turns, From: at, To: at, Kind: Word})
			}
			if k == 0 && l.isHead(text[r.from:r.to]) {
				at := text[r.to-1].To
				out = append(out, text[r.bar+1:r.to]...)
				out = append(out, Lexeme{Word: ":", From: at, To: at, Kind: Sign})
			} else {
				out = append(out, text[r.from:r.to]...)
				out[len(out)-(r.to-r.bar)].Word = ":"
			}
			out = append(out, text[r.end:min(r.end+1, len(text))]...)
		}
		i = n
	}
	return out
}

func isBar(x Lexeme) bool { return x.Word == "|" }

// withoutCounts removes the first of three or more columns if it counts the rows, 1, 2 and so on, with its head.
func withoutCounts(text []Lexeme) []Lexeme {
	if !slices.ContainsFunc(text, isBar) {
		return text
	}
	var cells []span // lexemes of the first cells, with the bars behind them
	rows := 0
	for from := 0; from < len(text); {
		to := from
		for to < len(text) && text[to].Kind != Line {
			to++
		}
		first, n := firstCell(text[from:to])
		first.From, first.To = first.From+from, first.To+from
		isTable := slices.ContainsFunc(text[min(first.To, to):max(first.To, to-1)], isBar)
		from = to + 1
		isHead := len(cells) == 0 && (first.To-first.From < 2 || slices.Contains(countHeads, text[first.From].Word))
		switch {
		case isTable && n == rows+1:
			cells, rows = append(cells, first), n
		case isTable && isHead:
			cells = append(cells, first)
		case isTable && rows == 0 && len(cells) == 0: // another head, such as "Turn"
			return text
		}
	}
	if rows < 2 {
		return text
	}
	out := slices.Clone(text)
	for _, c := range slices.Backward(cells) {
		if c.To < len(out) {
			out[c.To].Item, out[c.To].item = 0, span{}
		}
		out = slices.Delete(out, c.From, c.To)
	}
	return out
}

// countHeads are words at the head of a column that counts the rows, in English and German.
var countHeads = []string{"no", "nr", "num", "number", "pos", "item", "line", "lfd", "prio", "priority", "rank"}

// firstCell returns the range of the first cell of a line, with the bar behind it, and the number in it, if it has
// nothing else.
func firstCell(line []Lexeme) (cell span, n int) {
	at := 0
	if len(line) > 1 && isBar(line[0]) && line[1].Item > 0 { // such as "2 | ...", whose number Scan has left out
		return span{0, 1}, line[1].Item
	}
	if len(line) > 0 && isBar(line[0]) {
		at++
	}
	end := at
	for end < len(line) && !isBar(line[end]) {
		end++
	}
	if end == at+1 {
		n, _ = Numeral(line[at].Word)
	}
	return span{at, min(end+1, len(line))}, n
}

// rowsOf returns the lines of a text as rows.
func (l *Lexicon) rowsOf(text []Lexeme) (out []row) {
	for from := 0; from < len(text); {
		to := from
		for to < len(text) && text[to].Kind != Line {
			to++
		}
		out = append(out, l.rowOf(text, from, to))
		from = to + 1
	}
	return out
}

// rowOf returns a line as a row.
func (l *Lexicon) rowOf(text []Lexeme, start, end int) row {
	isDrawn := func(x Lexeme) bool { return strings.Contains("-|+", x.Word) }
	r := row{start: start, end: end, from: start, to: end, bar: -1}
	r.isRule = start < end && !slices.ContainsFunc(text[start:end], func(x Lexeme) bool { return !isDrawn(x) })
	if r.from < r.to && isBar(text[r.from]) {
		r.from++
	}
	if r.from < r.to && isBar(text[r.to-1]) {
		r.to--
	}
	at := slices.IndexFunc(text[r.from:r.to], isBar)
	if at <= 0 || r.from+at+1 == r.to || r.isRule {
		return r
	}
	isLast := !slices.ContainsFunc(text[r.from+at+1:r.to], isBar)
	if isLast && (l.isHead(text[r.from:r.to]) || l.isThing(text[r.from:r.from+at])) {
		r.bar = r.from + at
	}
	return r
}

// isThing reports whether the first column of a row may name a thing: it has no order keywords, as there are before a
// bar that separates alternatives.
func (l *Lexicon) isThing(text []Lexeme) bool {
	for i, at := range l.tagged(text) {
		isVerb := slices.ContainsFunc(at, func(t tag) bool { return t.cost == 0 && l.verbs[l.labels[t.class]] })
		if isVerb || strings.Contains(":;", text[i].Word) {
			return false
		}
	}
	return true
}

// isHead reports whether a row is the head of a table: it has neither names nor numbers.
func (l *Lexicon) isHead(text []Lexeme) bool {
	for i, at := range l.tagged(text) {
		isName := slices.ContainsFunc(at, func(t tag) bool { return t.name && t.cost == 0 })
		if isName || text[i].Kind == Number {
			return false
		}
	}
	return true
}
