package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
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

func joinConditions(cs []condition) string {
	words := make([]string, len(cs))
	for i, c := range cs {
		words[i] = c.String()
	}
	return strings.Join(words, " AND ")
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

// conditions reads what stands between IF and THEN.
func (r *reader) conditions(text string) ([]condition, error) {
	var out []condition
	words := wordsIn(text)
	for len(words) > 0 {
		c, rest, err := r.condition(words)
		if err != nil {
			return nil, err
		}
		switch out = append(out, c); {
		case len(out) > maxConditions:
			return nil, complain("That is too much for one IF.")
		case len(rest) == 0:
			return out, nil
		case rest[0] == "or":
			return nil, complain("There is no OR: write an IF line for each.")
		case rest[0] != "and":
			return nil, ask("What does %q mean here? %s", strings.Join(rest, " "), conditionHelp)
		}
		words = rest[1:]
	}
	return nil, complain("A condition is missing. %s", conditionHelp)
}

// fillers are words that a condition may have and does not need.
func fillers(w string) bool {
	return slices.Contains([]string{"i", "my", "own", "the", "a", "unit", "spy", "have", "has", "found", "in", "at", "on", "is", "was", "says", "still", "me", "seen", "peek"}, w)
}

func (r *reader) condition(words []string) (condition, []string, error) {
	var c condition
	for len(words) > 0 && (words[0] == "not" || words[0] == "no") {
		c.not, words = !c.not, words[1:]
	}
	lead := map[string]conditionKind{"pas": peeked, "peek": peeked, "found": found, "seen": seen, "starred": seen, "own": owned, "owned": owned}
	for len(words) > 1 && one(words[0], "i", "my", "the", "spy") {
		words = words[1:]
	}
	if len(words) == 0 {
		return c, nil, complain("A condition is missing. %s", conditionHelp)
	}
	kind, named := lead[words[0]]
	c.kind = kind
	if named {
		words = words[1:]
	} else if words[0] == "have" {
		words = words[1:]
	}
	words = skipFillers(words)
	t, rest := unitType(words)
	if typed := len(rest) < len(words); typed != (kind == seen || kind == present) {
		return c, nil, r.unfit(c.kind, typed, words)
	}
	at, used, err := r.place(rest)
	if err != nil {
		return c, nil, err
	}
	c.unit, c.at = t, at
	if kind != seen && kind != present {
		c.at = r.Province(at)
	} else if t == diplomacy.Army {
		c.at = r.Province(at)
	}
	rest = rest[used:]
	if kind == peeked {
		return r.peekedAs(c, rest)
	}
	if kind == present && len(rest) > 1 && (rest[0] == "is" || rest[0] == "was") {
		rest = rest[1:]
	}
	if kind == present && len(rest) > 0 && (rest[0] == "found" || rest[0] == "seen" || rest[0] == "starred") { // "A Bur seen"
		c.kind, rest = seen, rest[1:]
	}
	return c, rest, nil
}

func skipFillers(words []string) []string {
	for len(words) > 1 && (words[0] == parser.Dash || fillers(words[0])) {
		if _, used := standard().places.Prefix(words[1:]); used > 0 && isUnit(words[0]) { // "A Bur"
			break
		}
		words = words[1:]
	}
	return words
}

// unfit says why a condition with a unit, or without one, is none.
func (r *reader) unfit(kind conditionKind, typed bool, words []string) error {
	switch {
	case kind == found && typed:
		return ask("found Bel if your spy found somebody there, or seen A Bel if your unit was found?")
	case kind == seen:
		return ask("Which unit of yours? For example: seen A Bur.")
	case typed:
		return complain("Write the place without a unit: PAS Nth occupied, own Bel.")
	}
	return complain("%q is no condition. %s", strings.Join(words, " "), conditionHelp)
}

// peekedAs reads what a peek must have shown.
func (r *reader) peekedAs(c condition, words []string) (condition, []string, error) {
	not := false
	for len(words) > 0 && (words[0] == parser.Dash || words[0] == "is" || words[0] == "was" || words[0] == "says" || words[0] == "not") {
		not, words = not != (words[0] == "not"), words[1:]
	}
	if len(words) == 0 || !strings.HasPrefix(words[0], "occupied") && !strings.HasPrefix(words[0], "empty") {
		return c, nil, ask("occupied or empty? For example: PAS %s occupied.", r.Abbr(c.at))
	}
	c.occupied = strings.HasPrefix(words[0], "occupied") != not
	return c, words[1:], nil
}
