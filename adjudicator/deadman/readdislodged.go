package deadman

import (
	"regexp"
	"slices"
	"strings"

	"deaddrop/parser"
)

// What is said of units for when they are dislodged. "A Bur-Par if dislodged" is a list of retreats and no move; who
// took it for a move would march the unit off, and "DB if dislodged" would throw it away.

var (
	dislodged = regexp.MustCompile(`(?i)(?:\bonly\s+)?\b(?:(?:if|when|in\s+case)\s+(?:it\s+is\s+|it's\s+|they\s+are\s+)?(?:dislodged|forced\s+to\s+retreat)|(?:in\s+case\s+of|on|upon)\s+dislodge?ment)\b[\s,:]*`)
	inside    = regexp.MustCompile(`[(\[]([^()\[\]]*)[)\]]`)
	leadsTo   = regexp.MustCompile(`(?i)^(?:(?:then|must|it)\s+)*(?:(?:r|retreats?|go(?:es)?|moves?)\b)?(?:\s*to\b)?[\s:]*`)
)

const askRetreat = "Write where it should retreat as: A Bur R Par, DB."

// dislodgedAt finds where a line says that a unit is dislodged; nil if it does not.
func dislodgedAt(line string) []int {
	if !mayHave(line, "dislodg", "forced") {
		return nil
	}
	return dislodged.FindStringIndex(line)
}

// retiring writes what a line says of units that are dislodged as lists of retreats. What can't be read so is left, and
// asked back.
func retiring(line string) string {
	if !mayHave(line, "dislodg", "forced") || !dislodged.MatchString(line) {
		return line
	}
	line = inside.ReplaceAllStringFunc(line, func(s string) string {
		if dislodged.MatchString(s) {
			return ", " + s[1:len(s)-1] + " "
		}
		return s
	})
	at := dislodged.FindStringIndex(line)
	if dislodged.MatchString(line[at[1]:]) { // several are not put right together
		return line
	}
	before, phrase, behind := line[:at[0]], line[at[0]:at[1]], line[at[1]:]
	to := behind[len(leadsTo.FindString(behind)):]
	switch ends := strings.TrimRight(before, " \t"); {
	case goesTo(to):
		return before + "R " + offWord(to)
	case len(wordsIn(before)) == 0 || strings.HasSuffix(ends, ".") || strings.HasSuffix(ends, ";"):
		if out, ok := allRetreat(behind); ok {
			return before + out
		}
		return line
	}
	if ps := pieces(behind); len(ps) > 0 && sameUnit(before, ps[0].text) {
		if out, ok := allRetreat(behind); ok {
			return before + "; " + out
		}
		return line
	}
	if out, ok := lastRetreats(before); ok && (len(wordsIn(behind)) == 0 || strings.ContainsAny(phrase, ",") || strings.ContainsAny(behind[:1], ".;!")) {
		return out + "; " + strings.TrimLeft(behind, ".;!")
	}
	return line
}

// goesTo reports whether text begins with where a unit retreats: a place that no order begins with, or what disbands it.
func goesTo(text string) bool {
	words := skip(wordsIn(text), func(w string) bool { return w == parser.Dash })
	if len(words) == 0 {
		return false
	}
	_, used := standard().places.Prefix(words)
	if used > 0 {
		return used == len(words) || words[used] != parser.Dash && !isVerb(words[used]) && !isMove(words[used])
	}
	if isUnit(words[0]) || !isDisband(words[0]) && !isRemove(words[0]) {
		return false
	}
	_, rest := unitType(words[1:])
	return len(rest) == len(words)-1
}

// offWord is text with DB for a first word that removes the unit: "if dislodged remove it".
func offWord(text string) string {
	if tokens := tokensIn(text); len(tokens) > 0 && isRemove(tokens[0].Word) {
		return "DB" + strings.TrimPrefix(text[tokens[0].To:], " it")
	}
	return text
}

// allRetreat writes each order of a text as a list of retreats, if each names a unit and where it goes.
func allRetreat(text string) (string, bool) {
	ps := alternatives(pieces(text)) // "A Bur-Par, Gas"
	out := make([]string, len(ps))
	for i, p := range ps {
		var ok bool
		if out[i], ok = asRetreat(p.words); !ok {
			return "", false
		}
	}
	return strings.Join(out, "; "), len(ps) > 0
}

// asRetreat writes an order to go somewhere, or to disband, as a list of retreats.
func asRetreat(words []string) (string, bool) {
	words = courteous(skip(words, func(w string) bool { return isNumber(w) || w == parser.Dash || isRetreat(w) }))
	if len(words) > 1 && (isDisband(words[0]) || isRemove(words[0])) {
		words = append(slices.Clone(words[1:]), "db")
	}
	_, place := unitType(words)
	_, used := standard().places.Prefix(place)
	typed := len(place) < len(words)
	if used == 0 || used == len(place) {
		return "", false
	}
	rest := place[used:]
	to := skip(rest, func(w string) bool { return w == parser.Dash || isRetreat(w) || isMove(w) || isAux(w) })
	switch _, found := standard().places.Prefix(to); {
	case len(to) == 0, len(to) == len(rest) && !typed && !isDisband(to[0]), slices.ContainsFunc(to, isUnit):
		return "", false
	case found == 0 && !isDisband(to[0]) || slices.ContainsFunc(to, func(w string) bool { return isVerb(w) && !isDisband(w) }):
		return "", false
	}
	n := len(words) - len(rest)
	return strings.Join(words[:n], " ") + " R " + strings.Join(to, " "), true
}

// lastRetreats writes the last order of a text as a list of retreats: "A Mar H, A Bur-Par" or "A Bur-Mun, to Par", of
// which the last part says what the whole line goes on with.
func lastRetreats(text string) (string, bool) {
	ps := pieces(text)
	if len(ps) == 0 {
		return "", false
	}
	last := ps[len(ps)-1]
	from := len(text) - len(last.rest)
	if slices.ContainsFunc(last.words, isRetreat) {
		return text, true
	}
	if out, ok := asRetreat(last.words); ok {
		return text[:from] + out, true
	}
	if i := strings.LastIndex(text, ","); i > 0 { // "A Bur H, DB"
		to := strings.TrimSpace(text[i+1:])
		if to = to[len(leadsTo.FindString(to)):]; goesTo(to) && len(pieces(text[:i])) > 0 {
			return text[:i] + " R " + offWord(to), true
		}
	}
	return "", false
}

// ofRetreat reports whether words speak of a unit that is dislodged.
func ofRetreat(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "dislodg") }) || slices.Contains(words, "forced")
}
