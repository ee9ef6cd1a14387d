package dealers

import (
	"slices"
	"strings"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// A cursor goes through the words of a line.
type cursor = orders.Cursor

// lexer takes lines apart. Letters and digits that are written together, as in "Privateers2" and "x3", are apart.
var lexer = orders.Lexer{
	Comparisons: map[string]string{"=": "=", "==": "="},
	Unglued:     orders.Apart,
	Abbreviated: abbreviated,
}

// lex is a cursor through a line.
func lex(line string) *cursor {
	c := lexer.Lex(line)
	return &c
}

// suits are the signs of the strengths on the cards.
var suits = strings.NewReplacer("♠", " A", "♥", " D", "♣", " S")

// plainly is a text in plain characters.
func plainly(text string) string {
	if strings.ContainsFunc(text, func(c rune) bool { return c >= 0x7f || c < ' ' && c != '\n' }) {
		return parser.Plain(suits.Replace(text))
	}
	return text
}

// abbreviated reports whether a full stop ends no sentence, as in "N. Sea" and "att.". "=S." ends one.
func abbreviated(toks []orders.Token) bool {
	w := toks[len(toks)-1].Word
	return len(w) == 1 && w >= "a" && !one(w, "a", "d", "s", "x") || one(w, "att", "atk", "def", "sup", "nr", "no", "vs", "st", "mt", "lvl")
}

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }

// complain is a sentence for the player: what is wrong, and what it needs.
func complain(format string, args ...any) error { return orders.Complain(format, args...) }

// leftover complains of what can't be read behind what can.
func leftover(c *cursor) error { return complain("I don't understand %q there.", c.Rest()) }

// keywords are the words of the grammar, which are no misspelt names.
const keywords = `to into from in at on and or else otherwise then not all none off of by a an the is are has have via through with without against vs if when while unless min first final needed enough anyway drawn
	hand ready leader token cube cubes nothing everything anything any anywhere everywhere effect effects master level lvl card cards area rest remaining play use take dismiss my me mine his their there here it please
	thanks thank you turn year yes no nobody everybody attacked least most more less than next last both each only also x number nr using for as att atk attack attacks def defence defense sup supp support attacker
	defender win lose beat reach`

var keywordList = strings.Fields(keywords)

func isKeyword(w string) bool { return slices.Contains(keywordList, w) }
