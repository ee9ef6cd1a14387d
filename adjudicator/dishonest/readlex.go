package dishonest

import (
	"slices"
	"strings"

	orders "deaddrop/parser/order"
)

// A cursor goes through the words of a line.
type cursor = orders.Cursor

// lexer takes lines apart. Letters and digits that are written together, as in "2inf" and "x3", are apart.
var lexer = orders.Lexer{
	Comparisons: map[string]string{">": ">", ">=": ">=", "≥": ">=", "=>": ">=", "<": "<", "<=": "<=", "≤": "<=", "=<": "<=", "=": "=", "==": "="},
	Unglued:     orders.Apart,
	Abbreviated: abbreviated,
}

// lex is a cursor through a line.
func lex(line string) *cursor {
	c := lexer.Lex(line)
	return &c
}

// abbreviated reports whether a full stop ends no sentence, as in "E. China Sea" and "2 inf.".
func abbreviated(toks []orders.Token) bool {
	w := toks[len(toks)-1].Word
	return len(w) == 1 && !orders.IsNumeral(w) || one(w, "inf", "arm", "ftr", "flt", "sqn", "ops", "nr", "no", "vs", "st")
}

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }

// complain is a sentence for the player: what is wrong, and what it needs.
func complain(format string, args ...any) error { return orders.Complain(format, args...) }

// leftover complains of what can't be read behind what can.
func leftover(c *cursor) error { return complain("I don't understand %q there.", c.Rest()) }

// keywords are the words of the grammar, which are no misspelt names.
const keywords = `to into from in at on and or else otherwise then not all none off of by a an the is are has have via through with without against if when while unless odds deployed strength fighters garrison any anywhere
	everywhere everything return returning returns home retreat retreats retreating lose loses losing supply card cards deploy deploys take build move my me mine his their there here it please thanks thank you turn yes no
	nothing nobody everybody attacked least most more less than next first both each only also x number nr using commit`

var keywordList = strings.Fields(keywords)

func isKeyword(w string) bool { return slices.Contains(keywordList, w) }
