package deadman

import (
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

type conditionKind uint8

const (
	present conditionKind = iota // such as "A Bur": a unit of mine is there
	peeked                       // such as "PAS Nth occupied": what a peek of mine showed
	found                        // such as "found Bel": a spy of mine found a unit there
	seen                         // such as "seen A Bur": a unit of mine has a star
	owned                        // such as "own Bel": I own the centre
)

// A condition is a condition of an order for the next season. It concerns only what its author will know by then.
type condition struct {
	kind     conditionKind
	not      bool
	unit     diplomacy.UnitType
	at       diplomacy.Loc
	occupied bool
}

// String returns the condition in normal form.
func (c condition) String() string {
	b := standard()
	text := map[conditionKind]string{
		present: c.unit.String() + " " + b.Abbr(c.at),
		peeked:  "PAS " + b.Abbr(c.at) + map[bool]string{true: " occupied", false: " empty"}[c.occupied],
		found:   "found " + b.Abbr(c.at),
		seen:    "seen " + c.unit.String() + " " + b.Abbr(c.at),
		owned:   "own " + b.Abbr(c.at),
	}[c.kind]
	if c.not {
		return "NOT " + text
	}
	return text
}

// parseGuard parses the text between IF and THEN.
func parseGuard(text string) ([]condition, bool) {
	var out []condition
	for part := range strings.SplitSeq(text, " AND ") {
		c, ok := parseCondition(part)
		if !ok || len(out) == maxConditions {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

// parseCondition parses the result of [condition.String].
func parseCondition(text string) (c condition, ok bool) {
	is, not := strings.CutPrefix(text, "NOT ")
	c.not = not
	kinds := map[string]conditionKind{"PAS": peeked, "found": found, "own": owned, "seen": seen}
	word, rest, _ := strings.Cut(is, " ")
	if c.kind = kinds[word]; c.kind == peeked {
		rest, c.occupied = strings.CutSuffix(rest, " occupied")
		rest = strings.TrimSuffix(rest, " empty")
	}
	switch c.kind {
	case present:
		rest = is
		fallthrough
	case seen:
		u, isUnit := parseUnit(rest)
		c.unit, c.at, ok = u.Type, u.At, isUnit
		ok = ok && (u.Type == diplomacy.Fleet || standard().Province(u.At) == u.At)
	default:
		c.at, ok = parseProvince(rest)
	}
	return c, ok && c.String() == text
}

// maxConditions is the largest number of conditions after an IF.
const maxConditions = 8

// conditionHelp is the last sentence of all refusals of conditions.
const conditionHelp = "IF is for the next season (DM-40), and for what you will know then: " +
	`"PAS Nth occupied" or "PAS Nth empty" (your peek showed that), "found Bel" (a spy of yours found a unit there), ` +
	`"seen A Bur" (that unit of yours has a star), "own Bel" (the centre is yours), "A Bur" (you have that unit there).`
