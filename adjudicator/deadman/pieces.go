package deadman

import (
	"regexp"
	"slices"
	"strings"

	"deaddrop/parser"
)

// broken is a line that ends with a dash, and the place that belongs to it on the next.
var broken = regexp.MustCompile(`([-–—>→])[ \t]*\n[ \t]*(\pL[\pL. ]*\pL)[ \t]*(\n|$)`)

// unbroken puts together what a mail program has broken: "A Rom-" and "Ven" below it.
func unbroken(text string) string {
	return broken.ReplaceAllStringFunc(text, func(s string) string {
		m := broken.FindStringSubmatch(s)
		if words := parser.Words(m[2]); len(standard().places.Find(m[2])) == 0 || isUnit(words[0]) {
			return s
		}
		return m[1] + m[2] + m[3]
	})
}

// sentence is where an order begins behind other words: "I was away. A Con-Bul".
var sentence = regexp.MustCompile(`[.!?:]\s+([AaFf]|Army|Fleet|army|fleet)\s`)

// pieces splits a line into orders. A comma separates orders, and the items of a list as well.
func pieces(line string) []string {
	var out []string
	var open list // that a comma may go on with
	for part := range strings.SplitSeq(joined.ReplaceAllString(line, ", $1"), ";") {
		for i, piece := range strings.Split(part, ",") {
			piece = strings.TrimSpace(piece)
			words := parser.Words(piece)
			if i > 0 && len(out) > 0 && open.takes(words) {
				out[len(out)-1] += ", " + piece
				open.retreats = open.retreats || isRetreat(words[0])
				continue
			}
			for at := sentence.FindStringIndex(piece); at != nil && !unfinished(piece[:at[0]]); at = sentence.FindStringIndex(piece) {
				out, piece = append(out, piece[:at[0]+1]), strings.TrimSpace(piece[at[0]+1:])
			}
			out, open = append(out, piece), listOf(parser.Words(piece))
		}
	}
	return slices.DeleteFunc(out, func(piece string) bool { return len(parser.Words(piece)) == 0 })
}

// unfinished reports whether a text belongs to the unit behind it: "France: A Par-Bur", "A Mar s. A Par".
func unfinished(text string) bool {
	words := parser.Words(text)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return len(standard().powers.Find(text)) > 0 || isSupport(last) || isConvoy(last) || isUnit(last)
}

// lines are the lines of a text as they are read: put together where a mail program broke them or a list of
// retreats stands below its order, with retreats below a heading written out, and coasts without points.
func lines(text string) []string {
	var out []string
	retreats := false
	for line := range strings.SplitSeq(unbroken(text), "\n") {
		line = points.ReplaceAllString(line, "$1$2")
		words := parser.Words(line)
		if len(words) == 0 {
			continue
		}
		unit, to, named := unitAndRest(words)
		switch {
		case len(words) == 1 && isRetreat(words[0]):
			retreats = true
			continue
		case isAuto(words):
			retreats = false
		case isRetreat(words[0]) && len(out) > 0 && len(words) > 1:
			unit, to, named := unitAndRest(words[1:])
			if !named && len(out[len(out)-1]) < maxJoined { // "R Kie, Hel" below an order
				out[len(out)-1] += " " + line
				continue
			}
			if to != "" { // "R A Mun Ber, Kie"; without a place it removes the unit
				line = unit + " R " + to
			}
		case retreats && named:
			line = unit + " R " + to
		default:
			retreats = false
		}
		out = append(out, line)
	}
	return out
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

const maxJoined = 200 // bytes of an order that a list of retreats may stand below

var (
	points = regexp.MustCompile(`\b([NSEWnsew])\.\s?([Cc])\b\.?`)                                            // "Spa n.c."
	joined = regexp.MustCompile(`\s(?:and|&|/|und|et)\s+(A|F|a|f|Army|Fleet|army|fleet|Build|Remove|PAS)\b`) // "A Par-Bur and F Bre-Mao"
)

// A list is what goes on behind a comma: one of units, or of retreats.
type list struct{ units, retreats, order bool }

// listOf is the list that words begin.
func listOf(words []string) list {
	if len(words) == 0 {
		return list{}
	}
	units := slices.Contains([]string{"setup", "set", "build", "builds", "b", "remove", "removes", "removal", "removals"}, words[0])
	return list{units: units, retreats: slices.ContainsFunc(words, isRetreat), order: true}
}

// takes reports whether words behind a comma belong to the list.
func (l list) takes(words []string) bool {
	if len(words) == 0 || !l.order {
		return false
	}
	if isRetreat(words[0]) { // "A Mun-Tyr, R Boh, Ber"
		return len(words) > 1 && !isUnit(words[1]) // "R A Ser" removes it
	}
	if words[0] == "or" {
		words = words[1:]
	}
	if l.units {
		_, words = unitType(words)
		_, used := standard().places.Prefix(words)
		return used > 0 && used == len(words)
	}
	if !l.retreats {
		return false
	}
	_, used := standard().places.Prefix(words)
	words = words[used:]
	return len(words) == 0 || len(words) == 1 && isDisband(words[0])
}
