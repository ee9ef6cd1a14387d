package order

import (
	"slices"
	"strings"
	"unicode/utf8"

	"deaddrop/parser"
)

// A Token is a word of a line in lower case, or a sign: a dash (any hyphen or arrow), a comparison, or one of ",;|:/().".
// Other brackets are round ones, and "&" and "+" are the word "and". A full stop is one only where it ends a sentence, as
// "!" and "?" do.
type Token struct {
	Word     string
	From, To int // bytes of the line
}

// A Lexer takes lines apart by the habits of a game. Each of its fields may be left out.
type Lexer struct {
	// Comparisons are the runs of the signs "<>=~-≤≥", and "!=", that are no dash, and the word of each.
	Comparisons map[string]string
	// Unglued appends a word with letters and digits as the tokens that it is made of, such as "3inf" as two.
	Unglued func(toks []Token, t Token) []Token
	// Joined puts the last of the tokens so far together, such as "as long as" to one.
	Joined func(toks []Token, line string) []Token
	// Abbreviated reports whether the last of the tokens so far is cut short, so that a full stop behind it ends nothing.
	Abbreviated func(toks []Token) bool
}

// Lex takes a line apart that is in plain characters (see [parser.Plain]).
func (l Lexer) Lex(line string) Cursor {
	s := scan{Lexer: l, line: line, toks: make([]Token, 0, 8+len(line)/4)}
	if !isSimple(line) {
		for _, t := range parser.Tokens(line) {
			if t.Word != parser.Dash && t.Word != "" {
				s.word(Token(t))
			}
		}
	} else {
		lower := strings.ToLower(line)
		for i := 0; i < len(lower); i++ {
			from := i
			for i < len(lower) && isAlphanumeric(lower[i]) {
				i++
			}
			if i > from {
				s.word(Token{lower[from:i], from, i})
			}
		}
	}
	s.signs(len(line))
	return Cursor{Line: line, Tokens: s.toks}
}

// isSimple reports whether the words of a line are runs of plain letters and digits, which need no second look.
func isSimple(line string) bool {
	for i := range len(line) {
		if line[i] >= utf8.RuneSelf || line[i] < ' ' || line[i] == '\'' {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlphanumeric(c byte) bool { return c >= 'a' && c <= 'z' || isDigit(c) }

// A scan is a line of which a part is taken apart.
type scan struct {
	Lexer
	line string
	toks []Token
	end  int // of that part
}

// word appends a word with the signs before it.
func (s *scan) word(t Token) {
	s.signs(t.From)
	s.end = t.To
	if s.Unglued != nil && t.To-t.From == len(t.Word) && isGlued(t.Word) {
		s.toks = s.Unglued(s.toks, t)
		s.join()
		return
	}
	s.add(t)
}

// isGlued reports whether a word has both letters and digits.
func isGlued(w string) bool {
	for i := 1; i < len(w); i++ {
		if isDigit(w[i]) != isDigit(w[0]) {
			return true
		}
	}
	return false
}

// add appends a token.
func (s *scan) add(t Token) {
	s.toks = append(s.toks, t)
	s.join()
}

func (s *scan) join() {
	if s.Joined != nil {
		s.toks = s.Joined(s.toks, s.line)
	}
}

// signs appends those that stand between two words.
func (s *scan) signs(to int) {
	if to == s.end+1 && s.line[s.end] == ' ' {
		return
	}
	run := -1 // where a run of them began that make up one
	flush := func(at int) {
		if run >= 0 {
			word, ok := s.Comparisons[s.line[run:at]]
			if !ok {
				word = parser.Dash
			}
			s.add(Token{word, run, at})
			run = -1
		}
	}
	for i, r := range s.line[s.end:to] {
		i += s.end
		if isRun(r) || r == '!' && s.Comparisons["!="] != "" && strings.HasPrefix(s.line[i+1:], "=") {
			if run < 0 {
				run = i
			}
			continue
		}
		flush(i)
		if sign := s.sign(r, i); sign != "" {
			s.add(Token{sign, i, i + 1})
		}
	}
	flush(to)
}

// sign is what one that stands at a byte of the line is taken for; "" for nothing.
func (s *scan) sign(r rune, at int) string {
	switch r {
	case ',', ';', '|', ':', '/', '(', ')':
		return string(r)
	case '&', '+':
		return "and"
	case '[', '{':
		return "("
	case ']', '}':
		return ")"
	case '.':
		if at+1 < len(s.line) && s.line[at+1] != ' ' || s.Abbreviated != nil && len(s.toks) > 0 && s.Abbreviated(s.toks) {
			return ""
		}
	case '!', '?':
	default:
		return ""
	}
	if len(s.toks) == 0 {
		return ""
	}
	return "."
}

// isRun reports whether a sign is a part of an arrow or a comparison.
func isRun(r rune) bool {
	switch r {
	case '<', '>', '=', '~', '-', '≤', '≥':
		return true
	}
	return r >= utf8.RuneSelf && slices.Equal(parser.Words(string(r)), []string{parser.Dash})
}

// IsSign reports whether a token's word is no word but a sign, or missing.
func IsSign(w string) bool {
	switch w {
	case "", parser.Dash, ",", ";", "|", ":", "(", ")", "/", ".", "<", ">", "<=", ">=", "=", "!=":
		return true
	}
	return false
}

// Apart appends a token as two where letters and digits are written together, as in "3inf", "x3" and "inf3"; "1st" is one.
func Apart(toks []Token, t Token) []Token {
	w, start := t.Word, 0
	for i := 1; i < len(w); i++ {
		if isDigit(w[i]) == isDigit(w[i-1]) || isDigit(w[i-1]) && slices.Contains([]string{"st", "nd", "rd", "th"}, w[i:]) {
			continue
		}
		toks = append(toks, Token{Word: w[start:i], From: t.From + start, To: t.From + i})
		start = i
	}
	return append(toks, Token{Word: w[start:], From: t.From + start, To: t.To})
}
