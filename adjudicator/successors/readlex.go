package successors

import (
	"slices"

	"deaddrop/parser/order"
)

// A cursor goes through the tokens of a line, or of a part of one.
type cursor struct{ order.Cursor }

// lex takes a plain line apart. Letters and digits that are written together, as in "3i" and "x3", are apart.
func lex(line string) *cursor { return &cursor{lexer.Lex(line)} }

var lexer = order.Lexer{
	Comparisons: map[string]string{">": ">", ">=": ">=", "≥": ">=", "=>": ">="},
	Unglued:     order.Apart,
	Abbreviated: isAbbreviated,
}

// isAbbreviated reports whether the last token is cut short: "L. Egypt", "3 inf. from Media".
func isAbbreviated(toks []order.Token) bool {
	n := len(toks)
	w := toks[n-1].Word
	if one(w, "n", "s", "e", "w", "l", "u") && (n < 2 || !order.IsNumeral(toks[n-2].Word)) {
		return true
	}
	return one(w, "inf", "cav", "el", "ele", "eleph", "lev", "fl", "flt", "ldr", "nr", "no", "vs", "st")
}

// leftover complains of what can't be read behind what can.
func leftover(c *cursor) error { return order.Complain("I don't understand %q there.", c.Rest()) }

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }
