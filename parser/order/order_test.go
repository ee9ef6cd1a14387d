package order_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// lexer is one with something in each of its fields.
var lexer = order.Lexer{
	Comparisons: map[string]string{"<": "<", ">=": ">=", "≥": ">=", "!=": "!="},
	Unglued: func(toks []order.Token, t order.Token) []order.Token {
		rest := strings.TrimLeft(t.Word, "0123456789")
		if n := len(t.Word) - len(rest); n > 0 && rest != "" {
			return append(toks, order.Token{Word: t.Word[:n], From: t.From, To: t.From + n}, order.Token{Word: rest, From: t.From + n, To: t.To})
		}
		return append(toks, t)
	},
	Joined: func(toks []order.Token, line string) []order.Token {
		if n := len(toks); n > 1 && toks[n-2].Word == "up" && toks[n-1].Word == "to" {
			toks[n-2].Word, toks[n-2].To = "max", toks[n-1].To
			return toks[:n-1]
		}
		return toks
	},
	Abbreviated: func(toks []order.Token) bool { return toks[len(toks)-1].Word == "nr" },
}

func TestLex(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", ""},
		{"MOVE Media-Susiana 3inf", "move media - susiana 3 inf"},
		{"move Media --> Susiana, up to 4", "move media - susiana , max 4"},
		{"a < 3; b >= 2 | c ≥ 1 / d != 2 => [e]", "a < 3 ; b >= 2 | c >= 1 / d != 2 - ( e )"},
		{"draw. Then pass! nr. 3", "draw . then pass . nr 3"},
		{". 3.5 a & b + c", "3 5 a and b and c"},
		{"Médoc – l’Égypte 3é", "medoc - legypte 3e"},
	} {
		whole := lexer.Lex(c.line)
		var words []string
		end := 0
		for _, tok := range whole.Tokens {
			words = append(words, tok.Word)
			if tok.From < end || tok.To <= tok.From || tok.To > len(c.line) {
				t.Errorf("%q: %q stands at %d to %d", c.line, tok.Word, tok.From, tok.To)
			}
			end = tok.To
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
	if got := fmt.Sprint(order.Lexer{}.Lex("3inf >= 2 nr. ! up to").Tokens); got != "[{3inf 0 4} {- 5 7} {2 8 9} {nr 10 12} {. 12 13} {. 14 15} {up 16 18} {to 19 21}]" {
		t.Errorf("without habits: %s", got)
	}
}

func TestCursor(t *testing.T) {
	c := lexer.Lex("please buy twelve CAV, 5000 inf at Media.")
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	c.Skip("please", "now")
	check("a phrase that goes on", c.Phrase("buy", "buy ten"), true)
	check("spells", c.Spells("twelve cav"), 2)
	check("spells a part of a word", c.Spells("twelve ca"), 0)
	n, ok := c.Number()
	check("a number in letters", fmt.Sprint(n, ok), "12 true")
	check("written", c.Written(0, c.Pos), "please buy twelve")
	check("accepts", c.Accept("inf"), false)
	check("accepts", c.Accept("inf", "cav") && c.Accept(","), true)
	n, ok = c.Number()
	check("a number that is too high", fmt.Sprint(n, ok), "1000 true")
	check("rest", c.Rest(), "inf at Media")
	ahead := c.From(c.Pos + 1)
	check("a cursor of its own", ahead.Peek()+" "+c.Peek(), "at inf")
	part := c.Part(3, 4)
	check("a part", part.Peek()+part.At(1)+part.Written(0, 9), "cavCAV")
	c.Skip("inf", "at", "media", ".")
	check("behind the end", fmt.Sprint(c.Done(), c.Peek() == "", c.Rest() == "", c.Written(c.Pos, c.Pos+1) == "", c.Accept(""), c.Phrase("")), "true true true true false false")
	check("too long to be repeated", order.Shortened(strings.Repeat("é", 61)), strings.Repeat("é", 60)+"...")
}

func FuzzLex(f *testing.F) {
	f.Add("MOVE Media-Susiana 3inf >= ≥ 2. nr. 4 L’Égypte [up to]")
	f.Fuzz(func(t *testing.T, line string) {
		line = parser.Plain(line)
		c := lexer.Lex(line)
		if !slices.IsSortedFunc(c.Tokens, func(a, b order.Token) int { return a.From - b.From }) {
			t.Errorf("%q: %v", line, c.Tokens)
		}
		for i, tok := range c.Tokens {
			if c.Written(i, i+1) != order.Shortened(line[tok.From:tok.To]) {
				t.Errorf("%q: %v", line, tok)
			}
		}
	})
}

func TestApart(t *testing.T) {
	for word, want := range map[string]string{"3inf": "3 inf", "x3": "x 3", "2x3i": "2 x 3 i", "1st": "1st", "22nd": "22nd", "inf": "inf"} {
		var words []string
		for _, tok := range (order.Lexer{Unglued: order.Apart}).Lex(word).Tokens {
			words = append(words, tok.Word)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestNotes(t *testing.T) {
	var many []string
	for n := range 60 {
		many = append(many, fmt.Sprint(n))
	}
	if got := order.Unique(append([]string{"0", "1", "0"}, many...)); len(got) != 50 || got[0] != "0" || got[49] != "49" {
		t.Errorf("%q", got)
	}
}
