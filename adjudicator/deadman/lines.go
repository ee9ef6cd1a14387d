package deadman

import (
	"slices"
	"strings"

	"deaddrop/parser"
)

// How a letter is taken apart into lines.

const maxJoined = 200 // bytes of an order that a list of retreats may stand below

// A line is one of a letter.
type line struct {
	text    string   // as it is read
	raw     string   // as written
	remarks []string // in brackets, and signatures: what is no part of its orders
	spot    spot
}

// A collector puts the lines of a text together as they are read.
type collector struct {
	lines    []line
	last     int  // the last one that has words; -1 if none has yet
	retreats bool // below a heading of that name,
	used     bool // which has lines below it
}

// lines are the lines of a text as they are read: put together where a mail program broke them or a list of
// retreats stands below its order, with retreats below a heading written out.
func lines(text string) []line {
	c := &collector{last: -1}
	for raw := range strings.SplitSeq(apart(unbroken(text)), "\n") {
		c.take(raw)
	}
	return c.lines
}

// take takes one more line.
func (c *collector) take(raw string) {
	if at := dislodgedAt(raw); at != nil && len(wordsIn(raw[:at[0]])) == 0 && len(wordsIn(raw[at[1]:])) == 0 {
		c.retreats, c.used = true, false
		return
	}
	l := line{raw: strings.TrimSpace(raw)}
	l.text, l.remarks = clean(raw)
	words := wordsIn(l.text)
	if len(words) == 0 {
		c.retreats = c.retreats && !c.used
		if l.text = ""; len(l.remarks) > 0 {
			c.lines = append(c.lines, l)
		}
		return
	}
	head := underRetreats(l.text, words)
	below, heads := "", false
	if head > 0 || c.retreats {
		below, heads = allRetreat(l.text[head:])
	}
	above := ""
	if c.last >= 0 {
		above = c.lines[c.last].text
	}
	unit, to, named := unitAndRest(words)
	switch {
	case isBranch(above, words):
		c.lines[c.last].join(l)
		return
	case len(words) == 1 && isRetreat(words[0]):
		c.retreats, c.used = true, false
		return
	case heads:
		l.text, c.retreats, c.used = below, true, true
	case isListOff(above, words):
		unit, _, _ := unitAndRest(wordsIn(above))
		l.text = unit + " R NONE"
	case isAuto(words), isRetreat(words[0]) && len(words) > 1 && strings.HasPrefix(words[1], "auto"):
		c.retreats = false
	case isRetreat(words[0]) && len(words) > 1:
		unit, to, named := unitAndRest(words[1:])
		if !named && above != "" && len(above) < maxJoined { // "R Kie, Hel" below an order
			c.lines[c.last].join(l)
			return
		}
		if to != "" && !slices.ContainsFunc(wordsIn(to), isUnit) { // "R A Mun Ber, Kie"; without a place it removes the unit
			l.text = unit + " R " + to
		}
	case c.retreats && named:
		l.text, c.used = unit+" R "+to, true
	default:
		c.retreats = false
	}
	c.lines, c.last = append(c.lines, l), len(c.lines)
}

// join puts one more line to one that it goes on with.
func (l *line) join(more line) {
	l.text += " " + more.text
	l.raw += "\n" + more.raw
	l.remarks = append(l.remarks, more.remarks...)
}

// underRetreats finds where a line goes on behind a heading "Retreats:"; 0 is that it has none.
func underRetreats(line string, words []string) int {
	if len(words) > 1 && one(words[0], "retreat", "retreats") {
		if i := strings.Index(line, ":"); i > 0 && len(wordsIn(line[:i])) == 1 {
			return i + 1
		}
	}
	return 0
}

// isListOff reports whether words are "R NONE" below an order, and so about its list of retreats.
func isListOff(above string, words []string) bool {
	if above == "" || len(words) != 2 || len(words[0]) > len("ret") || !isOff(words[1:]) {
		return false
	}
	_, _, named := unitAndRest(wordsIn(above))
	return named
}

// isBranch reports whether words go on with the IF of the line above them.
func isBranch(above string, words []string) bool {
	if above == "" || len(above) > maxJoined {
		return false
	}
	before := wordsIn(above)
	return slices.Contains(before[:min(3, len(before))], "if") && (one(words[0], "then", "else", "otherwise") || one(before[len(before)-1], "then", "else", "otherwise"))
}

// unitAndRest splits words into a unit with its type, and what stands behind it.
func unitAndRest(words []string) (unit, rest string, ok bool) {
	_, place := unitType(words)
	_, used := standard().places.Prefix(place)
	if len(place) == len(words) || used == 0 {
		return "", "", false
	}
	n := len(words) - len(place) + used
	unit, words = strings.Join(words[:n], " "), words[n:]
	for len(words) > 0 && (words[0] == parser.Dash || isRetreat(words[0]) || isMove(words[0])) {
		words = words[1:]
	}
	return unit, strings.Join(words, " "), true
}
