package order

import (
	"slices"
	"strings"
)

// splitting lists the classes of words that begin a new clause.
var splitting = []string{"but", "reason", "cond", "alt"}

// depth is the change of the nesting depth at brackets.
var depth = map[string]int{"(": 1, ")": -1}

// sentences divides the cover of a letter into sentences.
func (l *Lexicon) sentences(text string, lexemes []Lexeme, cover []segment) []sentence {
	d := divider{Lexicon: l, text: text, lexemes: lexemes, cover: cover}
	d.cur = sentence{clauses: []clause{{}}, newLine: true}
	for k := range cover {
		d.take(k)
	}
	d.end("", len(lexemes), true, true)
	for i := range d.out {
		for j := range d.out[i].clauses {
			l.classify(&d.out[i].clauses[j], lexemes)
		}
	}
	return d.out
}

// A divider divides the cover of a letter into sentences, and these into clauses.
type divider struct {
	*Lexicon
	text     string
	lexemes  []Lexeme
	cover    []segment
	out      []sentence
	cur      sentence // the current sentence
	brackets int      // number of open brackets
}

// end ends the current sentence before a lexeme. The sign is "" at the end of a line.
func (d *divider) end(sign string, to int, blank, newLine bool) {
	d.cur.to, d.cur.end, d.cur.blank = to, sign, blank
	if to > d.cur.from {
		d.out = append(d.out, d.cur)
	}
	d.cur = sentence{from: to, clauses: []clause{{}}, newLine: newLine}
}

// last returns the current clause.
func (d *divider) last() *clause { return &d.cur.clauses[len(d.cur.clauses)-1] }

// split begins a new clause, after a sign or a word of a class such as "but".
func (d *divider) split(opener string) {
	if len(d.last().segments) > 0 {
		d.cur.clauses = append(d.cur.clauses, clause{})
	}
	last := d.last()
	last.apart = opener == "cond" && last.opener == "joint"
	last.opener = opener
}

// take adds segment k of the cover to the current sentence.
func (d *divider) take(k int) {
	s := d.cover[k]
	switch s.role {
	case roleSign:
		d.sign(k)
		return
	case roleLine:
		blank := d.lexemes[s.from].Word == "\n\n"
		begins := k+1 < len(d.cover) && d.cover[k+1].match != nil // whether an order follows
		if blank || begins || !runsOn(d.text, d.lexemes, s.from) {
			d.brackets = 0
			d.end("", s.to, blank, true)
		}
		return
	case roleNumber:
		ofList := k+1 < len(d.cover) && isMarked(d.lexemes, d.cover, k+1)
		if ofList && !isBracketed(d.lexemes, s.from) {
			return
		}
	case roleWrapper, roleMark:
		switch label := d.labels[s.class]; {
		case label == "joint", label == "companion":
			d.split(label)
			return
		case label == "precaution" && d.cur.hasMatch():
			d.split("reason")
		case label == "precaution":
			d.split("cond")
		case slices.Contains(splitting, label):
			d.split(label)
		}
	}
	d.add(k)
}

// sign handles a sign, which ends a sentence, ends a clause, or does neither.
func (d *divider) sign(k int) {
	s := d.cover[k]
	word := d.lexemes[s.from].Word
	d.brackets = max(0, d.brackets+depth[word])
	switch {
	case word == ".":
		d.stop(k)
	case word == "?" && d.brackets > 0: // such as "(is that right?)"
		d.split(",")
	case strings.Contains("!?;", word):
		d.end(word, s.to, false, false)
	case word == "-" && isStroke(d.lexemes, d.cover, k):
	case word == "-" && d.cur.hasMatch() && d.asks(k+1):
		d.end("", s.to, false, false) // "... - what if that fails?"
	default:
		d.split(word)
	}
}

// asks reports whether segment k of the cover is a question word.
func (d *divider) asks(k int) bool { return k < len(d.cover) && d.isMark(d.cover[k], "ask") }

// stop handles a full stop.
func (d *divider) stop(k int) {
	s := d.cover[k]
	switch {
	case isItem(d.lexemes, d.cover, k), goesOn(d.lexemes, s.from): // such as "2."
		d.split(",")
	case !isDecimal(d.lexemes, s.from):
		d.end(".", s.to, false, false)
	}
}

// add adds a segment of the cover to the current clause. Two adjacent orders get a clause each.
func (d *divider) add(k int) {
	s := d.cover[k]
	last := d.last()
	if s.match != nil && slices.ContainsFunc(last.segments, func(x segment) bool { return x.match != nil }) {
		carried := last.introducing()
		d.split("")
		last = d.last()
		last.segments = append(last.segments, carried...)
	}
	last.segments = append(last.segments, s)
	ends := s.match != nil && !s.match.Weak && d.lexemes[s.to-1].Word == "." // such as "Ruhr supports. Munich ..."
	if ends && k+2 < len(d.cover) && d.cover[k+2].role != roleLine {
		d.end(".", s.to, false, false)
	}
}

// isBracketed reports whether a number is in brackets after a word, as in "Orient (2)".
func isBracketed(lexemes []Lexeme, at int) bool {
	return at > 1 && lexemes[at-1].Word == "(" && lexemes[at-2].Kind == Word
}

// isMarked reports whether the segment after a number is the mark of a list item.
func isMarked(lexemes []Lexeme, cover []segment, k int) bool {
	word := lexemes[cover[k].from].Word
	return word == ")" || word == "." && isItem(lexemes, cover, k)
}

// isItem reports whether a full stop follows the number of a list item, rather than a number at the end of a
// sentence: "I bid 3, otherwise 1. I draw 2."
func isItem(lexemes []Lexeme, cover []segment, k int) bool {
	if k == 0 || cover[k-1].role != roleNumber {
		return false
	}
	at := cover[k].from
	if k >= 2 && lexemes[at-2].Word == "+" { // "2 supply + 79. Retreat to ..."
		return false
	}
	if k < 2 || at+1 == len(lexemes) || !lexemes[at+1].Capital {
		return true
	}
	return lexemes[at-2].Kind != Word || cover[k-2].match != nil
}

// isStroke reports whether a dash is between a name and an unknown word, as in "A Mun-Xyz".
func isStroke(lexemes []Lexeme, cover []segment, k int) bool {
	if k == 0 || k+1 == len(cover) {
		return false
	}
	isNamed := cover[k-1].role == roleName || cover[k-1].match != nil
	if !isNamed || cover[k+1].role != roleUnknown {
		return false
	}
	at := cover[k].from
	glued := lexemes[at-1].To == lexemes[at].From && lexemes[at].To == lexemes[at+1].From
	last := k+2 == len(cover) || cover[k+2].role == roleSign || cover[k+2].role == roleLine
	return glued || last
}

// isDecimal reports whether a full stop after a number is a decimal point, as in "12.5".
func isDecimal(lexemes []Lexeme, at int) bool {
	if at == 0 || at+1 >= len(lexemes) {
		return false
	}
	before, behind := lexemes[at-1], lexemes[at+1]
	return before.Kind == Number && behind.Kind == Number && lexemes[at].To == behind.From
}

const longestDots = 4 // largest length of dots in bytes: the words "full stop" are longer

// goesOn reports whether a sentence continues after "...".
func goesOn(lexemes []Lexeme, at int) bool {
	if dots := lexemes[at].To - lexemes[at].From; dots < 2 || dots > longestDots || at+1 == len(lexemes) {
		return false
	}
	return lexemes[at+1].Kind == Word && !lexemes[at+1].Capital
}

const runLength = 45 // length of a line, in bytes, from which on a mail program may have broken it

// runsOn reports whether a sentence continues on the next line: the line is long, and the next one begins with a
// small letter.
func runsOn(text string, lexemes []Lexeme, at int) bool {
	start := strings.LastIndexByte(text[:lexemes[at].From], '\n') + 1
	if at+1 == len(lexemes) || lexemes[at].From-start < runLength || isLastWords(lexemes[at+1:]) {
		return false
	}
	next := lexemes[at+1]
	return next.Kind == Word && next.Item == 0 && !next.Capital
}

// isLastWords reports whether only one or two words are left, such as the name below a letter.
func isLastWords(rest []Lexeme) bool {
	words := slices.DeleteFunc(slices.Clone(rest[:min(len(rest), 4)]), func(x Lexeme) bool { return x.Kind == Line })
	return len(words) <= 2 && len(rest) <= 4
}
