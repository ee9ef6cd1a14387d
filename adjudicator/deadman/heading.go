package deadman

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deaddrop/parser"
)

// For which season lines are.
type when uint8

const (
	thisSeason when = iota
	nextSeason
	standing // for every season
	never    // neither the season that is asked for nor the next
)

// headed takes a season that heads a line off it: "Fall 1902:", or that is all of it. The lines below
// are for that season.
func (r *reader) headed(line string) (rest string) {
	head, rest, colon := strings.Cut(line, ":")
	words := wordsIn(head)
	if len(words) > 0 && len(words) <= 3 && (words[0] == "now" || words[0] == "this") && colon && !slices.ContainsFunc(words[1:], noSeasonWord) {
		r.when = thisSeason
		return rest
	}
	switch empty := len(wordsIn(rest)) == 0; {
	case !isSeasonal(words):
	case slices.Contains(words, "next") && empty:
		r.when = nextSeason
		return ""
	case slices.Contains(words, "next") && words[0] != "next": // "For next season: A Par-Bur"
		return "NEXT " + rest
	case colon && empty && (slices.Contains(words, "always") || slices.Contains(words, "standing")):
		r.when = standing
		return ""
	}
	if isAdjusting(words) {
		return r.indoorsOf(rest)
	}
	t, dated, ok := r.seasonOf(words)
	if !ok || !dated && !colon {
		if t, head, rest, ok = r.leading(line); !ok {
			return line
		}
		words = wordsIn(head)
	}
	asked, _ := seasonAt(r.Phase)
	switch {
	case t == asked && slices.Contains(words, "winter"):
		r.when = thisSeason
		return r.indoorsOf(rest)
	case t == asked, t == asked+1 && r.anyUnit: // "NEXT Spring 1903: A Par-Bur"
		r.when = thisSeason
	case t == asked+1:
		r.when = nextSeason
	case t < asked:
		r.when = thisSeason
		r.notes = append(r.notes, fmt.Sprintf("%q is over, so what stands below it was read for %s.", strings.TrimSpace(head), r.Phase))
	default:
		r.when = never
		r.refuse(line, "Orders can be sent for %s and for the season after it. What stands below this line was not read.", r.Phase)
	}
	return rest
}

// isAdjusting reports whether words are a heading such as ADJUSTMENTS, which is another word for a Winter's builds.
func isAdjusting(words []string) bool {
	adjusts := func(w string) bool { return w == "adjustment" || w == "adjustments" }
	return slices.ContainsFunc(words, adjusts) && !slices.ContainsFunc(words, func(w string) bool {
		return noSeasonWord(w) && !adjusts(w) && w != "winter" && !isNumber(w)
	})
}

// indoorsOf is what stands below or behind the heading of a Winter: where builds are due, units that nothing is said
// of are builds.
func (r *reader) indoorsOf(rest string) string {
	if r.Builds == 0 || len(r.homes) > 0 {
		return rest
	}
	if ps := pieces(rest); len(ps) == 0 || bareUnit(ps[0].words) {
		return "Build " + rest
	}
	return rest
}

// leading finds a season that a line begins with though no colon stands behind it: "Spring 1903 A Par-Bur", "Next
// Spring: A Par-Bur", "Spring orders" alone. Behind it stands an order or nothing, or else the line is prose.
func (r *reader) leading(line string) (t int, head, rest string, ok bool) {
	const most = 8 // words that such a heading may have
	n, named := 0, false
	tokens := tokensIn(line)
	for n < len(tokens) && n < most {
		w := tokens[n].Word
		season := isSeason(w) || seasonCode.MatchString(w)
		if !season && !(isNumber(w) && named) && !(w == "next" && n == 0) && noSeasonWord(w) {
			break
		}
		named = named || season
		n++
	}
	if !named {
		return 0, "", "", false
	}
	head, rest = line[:tokens[n-1].To], strings.TrimLeft(line[tokens[n-1].To:], " \t:,.")
	if words := wordsIn(rest); len(words) > 0 && !begins(words) {
		return 0, "", "", false
	}
	words := wordsIn(head)
	asked, _ := seasonAt(r.Phase)
	next := words[0] == "next"
	if next {
		words = words[1:]
	}
	t, dated, ok := r.seasonOf(words)
	if next && !dated && t == asked {
		t += 2 // of next year
	}
	return t, head, rest, ok
}

// begins reports whether words begin as an order does.
func begins(words []string) bool {
	_, rest := unitType(words)
	_, used := standard().places.Prefix(rest)
	switch w := words[0]; {
	case used > 0:
		return len(rest) < len(words) || used < len(rest) && (rest[used] == parser.Dash || isVerb(rest[used]) || isMove(rest[used]))
	case isBuild(w), isRemove(w), isDisband(w), isPeek(w), isRetreat(w), isHold(w), isMove(w):
		_, rest := unitType(words[1:])
		_, used := standard().places.Prefix(rest)
		return used > 0
	}
	return false
}

// isSeasonal reports whether words are a heading such as NEXT SEASON or STANDING ORDERS, and nothing else.
func isSeasonal(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return noSeasonWord(w) && !isAheadWord(w) })
}

// isAheadWord reports whether a word makes what follows it for another season than the one that is asked for.
func isAheadWord(w string) bool { return one(w, "next", "always", "standing") }

// seasonAt is the number of a phase among all seasons.
func seasonAt(phase string) (t, year int) {
	season, y, _ := strings.Cut(phase, " ")
	year, err := strconv.Atoi(y)
	if err != nil {
		return 0, 0 // not reached: a view has a phase
	}
	switch season {
	case fall:
		return 2*year + 1, year
	case winter:
		return 2*year + 2, year
	}
	return 2 * year, year
}

var seasonCode = regexp.MustCompile(`^([sfw])(\d{4}|\d{2})[mrab]?$`)

// seasonOf finds the season in the words of a heading. Words that belong to none make it none. Without a year it
// is the one asked for or the next. A year far from the game's is that of the letter.
func (r *reader) seasonOf(words []string) (t int, dated, ok bool) {
	asked, year := seasonAt(r.Phase)
	for _, w := range words {
		if m := seasonCode.FindStringSubmatch(w); m != nil {
			t, ok = half(m[1]), true
			w = m[2]
		}
		switch n, err := strconv.Atoi(w); {
		case isSeason(w) && !dated:
			t, ok = half(w), true
		case isSeason(w):
			t, dated = half(w), false
		case err == nil && ok && (len(w) == 2 || len(w) == 4):
			if len(w) == 2 {
				n += year / 100 * 100
			}
			t, dated = 2*n+t, true
			if n < year-20 || n > year+20 {
				return 0, false, false
			}
		case noSeasonWord(w) && len(r.powers.Find(w)) == 0:
			return 0, false, false
		}
	}
	if !ok {
		return 0, false, false
	}
	if !dated {
		return asked + (t+asked)%2, false, true
	}
	if t == asked+2 && asked%2 == 0 && slices.Contains(words, "winter") { // of the year that the Spring is in
		t = asked
	}
	return t, true, true
}

// otherSeason reports whether words behind an order make it one for another season than the one that is asked for.
func (r *reader) otherSeason(words []string) bool {
	i := slices.IndexFunc(words, func(w string) bool { return isSeason(w) || w == "next" })
	switch {
	case i < 0 || r.anyUnit, slices.ContainsFunc(words[:i], func(w string) bool {
		return !one(w, "in", "for", "the", "during", "of", "as", "only", "but", "my", "and", parser.Dash)
	}): // "see you next season"
		return false
	case words[i] == "next":
		return i+1 == len(words) || isSeason(words[i+1]) || one(words[i+1], "season", "turn", "year", "move")
	}
	n := i + 1
	for n < len(words) && isNumber(words[n]) {
		n++
	}
	t, _, ok := r.seasonOf(words[i:n])
	asked, _ := seasonAt(r.Phase)
	return ok && t != asked
}

func isSeason(w string) bool {
	return w == "spring" || w == "fall" || w == "autumn" || w == "winter"
}

// half is 0 for Spring, 1 for Fall and 2 for Winter, which is one with the next Spring (DM-31).
func half(season string) int {
	switch season[0] {
	case 'f', 'a':
		return 1
	case 'w':
		return 2
	}
	return 0
}

// noSeasonWord reports whether a word does not belong to the heading of a season.
func noSeasonWord(w string) bool {
	switch w {
	case "orders", "order", "moves", "my", "our", "for", "of", "the", "season", "turn", "move", "year", "and", "now", "this", parser.Dash:
		return false
	}
	return true
}
