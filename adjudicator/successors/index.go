package successors

import (
	"slices"
	"strings"

	"deaddrop/parser"
)

// An index finds what people write for provinces and seas. It is made once for a board.
type index struct {
	areas *parser.Names[Area]
	verbs *parser.Names[string]
	types *parser.Names[Type]
}

// finder is the index of a board. Areas are found by name, by a part of the name, and with directions short or long.
func (b *Board) finder() *index {
	whole := map[string]bool{}
	for _, p := range b.Places {
		whole[strings.Join(parser.Words(p.Name), " ")] = true
	}
	areas := parser.NewNames(func(yield func(string, Area) bool) {
		for i, p := range b.Places {
			for _, name := range spellings(p.Name, p.Sea) {
				own := name == p.Name
				if (own || !whole[strings.Join(parser.Words(name), " ")] && !taken(name)) && !yield(name, Area(i)) {
					return
				}
			}
		}
	})
	verbs := parser.NewNames(func(yield func(string, string) bool) {
		for _, w := range []string{"march", "fight", "attack", "purchase", "insist", "retreat", "battle", "ransom", "leader"} {
			if !yield(w, w) {
				return
			}
		}
	})
	types := parser.NewNames(func(yield func(string, Type) bool) {
		for _, t := range Types {
			for _, name := range []string{t.String(), t.String() + "s"} {
				if !yield(name, t) {
					return
				}
			}
		}
	})
	return &index{areas, verbs, types}
}

// taken reports whether a part of a name means something else in orders.
func taken(name string) bool {
	words := parser.Words(name)
	if len(words) != 1 {
		return false
	}
	_, isUnit := typeOf(words[0])
	return isKeyword(words[0]) || verbOf(words[0]) != noVerb || isUnit || seatOf(words[0]) != ""
}

// spellings are the names of an area: "North India", "N India", "Northern India", "India"; "Aegean Sea", "Aegean".
func spellings(name string, sea bool) []string {
	out := []string{name}
	words := slices.DeleteFunc(parser.Words(name), func(w string) bool { return w == parser.Dash })
	if len(words) < 2 {
		return out
	}
	first, rest, last := words[0], strings.Join(words[1:], " "), words[len(words)-1]
	switch first {
	case "the", "gulf", "sea":
		out = append(out, strings.TrimPrefix(rest, "of "))
		return out
	case "east", "west", "north", "south", "lower", "upper", "greater", "lesser", "inner", "outer", "central":
		out = append(out, first[:1]+" "+rest, rest, rest+" "+first)
		if one(first, "east", "west", "north", "south") {
			out = append(out, first+"ern "+rest, first[:1]+rest)
		}
	default:
		out = append(out, first)
	}
	if one(last, "sea", "ocean", "gulf", "strait", "straits") && sea {
		front := strings.Join(words[:len(words)-1], " ")
		return append(out, front, strings.ReplaceAll(front, "east ", "eastern ")+" "+last)
	}
	return append(out, rest)
}

// typeOf is the type of unit that a word names.
func typeOf(w string) (Type, bool) {
	switch w {
	case "levy", "levies", "lev", "levys", "lv", "l", "levee", "levees", "levied", "militia":
		return Levy, true
	case "elephant", "elephants", "el", "els", "ele", "eleph", "elefant", "elefants", "elephat", "elephats", "elphant", "elphants", "e", "elephent", "elephents":
		return Elephant, true
	case "infantry", "inf", "infs", "infantries", "i", "foot", "infanty", "infantery", "infrantry", "inft", "infentry", "footmen", "infantrymen":
		return Infantry, true
	case "cavalry", "cav", "cavs", "cavalries", "c", "horse", "cavalary", "calvary", "cavlry", "cavalery", "horsemen", "calvalry", "riders":
		return Cavalry, true
	case "fleet", "fleets", "flt", "flts", "fl", "f", "ship", "ships", "feet", "fleeet", "navy", "galleys":
		return Fleet, true
	}
	return 0, false
}

// seatOf is the seat that a word names, "Blue" or "Blue's"; "" for none.
func seatOf(w string) string {
	for _, s := range seats() {
		if n := len(s); len(w) >= n && strings.EqualFold(w[:n], string(s)) && (len(w) == n || w[n:] == "s") {
			return string(s)
		}
	}
	return ""
}

// isKeyword reports whether a word is one of the grammar, and so no name that was misspelt.
func isKeyword(w string) bool {
	switch w {
	case "to", "into", "from", "in", "at", "on", "and", "or", "else", "otherwise", "then", "not", "all", "none", "off", "of", "by", "a", "an", "the", "is", "are", "has", "have", "via", "through",
		"with", "without", "carry", "carrying", "land", "landing", "leader", "ldr", "against", "rounds", "round", "until", "losses", "leave", "leaving", "while", "when", "if", "odds", "price", "for",
		"my", "me", "mine", "his", "their", "there", "here", "it", "anywhere", "everywhere", "everything", "everyone", "everybody", "where", "revolt", "turn", "starts", "start", "now", "talent", "talents", "t",
		"please", "thanks", "thank", "you", "chit", "chits", "home", "unit", "units", "army", "rest", "remaining", "others", "nothing", "nobody", "anyone", "end", "weaker", "sea", "port", "ashore":
		return true
	}
	return false
}
