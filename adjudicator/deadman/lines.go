package deadman

import (
	"slices"
	"strings"

	"deaddrop/parser"
)

// How a letter is taken apart into lines.

const maxJoined = 200 // bytes of an order that a list of retreats may stand below

// lines are the lines of a text as they are read: put together where a mail program broke them or a list of
// retreats stands below its order, with retreats below a heading written out.
func lines(text string) (out, aside []string) {
	retreats := false
	used := false // the heading RETREATS has lines below it
	for line := range strings.SplitSeq(apart(unbroken(text)), "\n") {
		if at := dislodgedAt(line); at != nil && len(wordsIn(line[:at[0]])) == 0 && len(wordsIn(line[at[1]:])) == 0 {
			retreats, used = true, false
			continue
		}
		line, remarks := clean(line)
		aside = append(aside, remarks...)
		words := wordsIn(line)
		if len(words) == 0 {
			retreats = retreats && !used
			continue
		}
		head := underRetreats(line, words)
		below, heads := "", false
		if head > 0 || retreats {
			below, heads = allRetreat(line[head:])
		}
		unit, to, named := unitAndRest(words)
		switch {
		case isBranch(out, words):
			out[len(out)-1] += " " + line
			continue
		case len(words) == 1 && isRetreat(words[0]):
			retreats, used = true, false
			continue
		case heads:
			line, retreats, used = below, true, true
		case isListOff(out, words):
			unit, _, _ := unitAndRest(wordsIn(out[len(out)-1]))
			line = unit + " R NONE"
		case isAuto(words), isRetreat(words[0]) && len(words) > 1 && strings.HasPrefix(words[1], "auto"):
			retreats = false
		case isRetreat(words[0]) && len(words) > 1:
			unit, to, named := unitAndRest(words[1:])
			if n := len(out); !named && n > 0 && len(out[n-1]) < maxJoined { // "R Kie, Hel" below an order
				out[n-1] += " " + line
				continue
			}
			if to != "" && !slices.ContainsFunc(wordsIn(to), isUnit) { // "R A Mun Ber, Kie"; without a place it removes the unit
				line = unit + " R " + to
			}
		case retreats && named:
			line, used = unit+" R "+to, true
		default:
			retreats = false
		}
		out = append(out, line)
	}
	return out, aside
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
func isListOff(above []string, words []string) bool {
	if len(above) == 0 || len(words) != 2 || len(words[0]) > len("ret") || !isOff(words[1:]) {
		return false
	}
	_, _, named := unitAndRest(wordsIn(above[len(above)-1]))
	return named
}

// isBranch reports whether words go on with the IF of the line above them.
func isBranch(above []string, words []string) bool {
	if len(above) == 0 || len(above[len(above)-1]) > maxJoined {
		return false
	}
	before := wordsIn(above[len(above)-1])
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
