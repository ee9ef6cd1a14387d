package deadman

import (
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

type conditionKind uint8

const (
	present conditionKind = iota // "A Bur": a unit of mine is there
	peeked                       // "PAS Nth occupied"
	found                        // "found Bel": by a spy of mine
	seen                         // "seen A Bur": a unit of mine has a star
	owned                        // "own Bel"
)

// A condition is one of those that an order for the next season may have. It is about what its author
// will know by then, and nothing else.
type condition struct {
	kind     conditionKind
	not      bool
	unit     diplomacy.UnitType
	at       diplomacy.Loc
	occupied bool
}

// String is the condition in normal form.
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

// parseGuard reads what stands between IF and THEN.
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

// parseCondition reads what [condition.String] writes.
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

// maxConditions is how many an IF may have.
const maxConditions = 8

// conditionHelp is what every refusal of a condition ends with.
const conditionHelp = "IF is for the next season (DM-40), and for what you will know then: " +
	`"PAS Nth occupied" or "PAS Nth empty" (your peek showed that), "found Bel" (a spy of yours found a unit there), ` +
	`"seen A Bur" (that unit of yours has a star), "own Bel" (the centre is yours), "A Bur" (you have that unit there).`
