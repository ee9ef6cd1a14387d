package decatur

import (
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// A cursor goes through the tokens of a line, or of a part of one.
type cursor struct{ order.Cursor }

// lex takes a plain line apart.
func lex(line string) *cursor { return &cursor{lexer.Lex(line)} }

var lexer = order.Lexer{
	Comparisons: map[string]string{"<": "<", ">": ">", "<=": "<=", ">=": ">=", "=": "=", "==": "=", "≤": "<=", "=<": "<=", "≥": ">=", "!=": "!=", "<>": "!="},
	Unglued:     unglued,
	Joined:      joinedWords,
	Abbreviated: func(toks []order.Token) bool {
		w := toks[len(toks)-1].Word
		return len(w) <= 2 || one(w, "max", "nos", "alt")
	},
}

// unglued appends a token; "2xOrient", "4factors" and "commit5" are two.
func unglued(out []order.Token, t order.Token) []order.Token {
	if letters := strings.TrimRight(t.Word, "0123456789"); one(letters, "commit", "max", "move", "play", "with") {
		at := t.From + len(letters)
		return append(out, order.Token{Word: letters, From: t.From, To: at}, order.Token{Word: t.Word[len(letters):], From: at, To: t.To})
	}
	rest := strings.TrimLeft(t.Word, "0123456789")
	n := len(t.Word) - len(rest)
	if n == 0 || one(rest, "st", "nd", "rd", "th") {
		return append(out, t)
	}
	if len(rest) > 3 && rest[0] == 'x' {
		rest = rest[1:]
	}
	return append(out, order.Token{Word: t.Word[:n], From: t.From, To: t.From + n}, order.Token{Word: rest, From: t.To - len(rest), To: t.To})
}

// joinedWords makes one of "as long as" and of "w/".
func joinedWords(toks []order.Token, line string) []order.Token {
	n := len(toks)
	switch toks[n-1].Word {
	case "as":
		if n > 2 && toks[n-2].Word == "long" && one(toks[n-3].Word, "as", "so") {
			toks[n-3].Word, toks[n-3].To = "if", toks[n-1].To
			return toks[:n-2]
		}
	case "/":
		if at := toks[n-1]; n > 1 && toks[n-2].Word == "w" && toks[n-2].To == at.From && !strings.HasPrefix(line[at.To:], "o") {
			toks[n-2].Word, toks[n-2].To = "with", at.To
			return toks[:n-1]
		}
	}
	return toks
}

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }
