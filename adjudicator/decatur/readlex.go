package decatur

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"deaddrop/parser"
)

// A token is a word of a line in lower case, or a sign: a dash (any hyphen or arrow), a comparison, a bracket, or one of
// ",;|:/&.". A full stop is one only where it ends a sentence.
type token struct {
	word     string
	from, to int // bytes of the line
}

// lex takes a plain line apart.
func lex(line string) []token {
	out := make([]token, 0, 8+len(line)/4)
	end := 0
	word := func(w string, from, to int) {
		out = signs(out, line, end, from)
		out = unglued(out, token{w, from, to})
		end = to
		if n := len(out); n > 2 && w == "as" && out[n-2].word == "long" && one(out[n-3].word, "as", "so") { // "as long as"
			out[n-3].word, out[n-3].to = "if", to
			out = out[:n-2]
		}
	}
	if !isSimple(line) {
		for _, t := range parser.Tokens(line) {
			if t.Word != parser.Dash {
				word(t.Word, t.From, t.To)
			}
		}
		return signs(out, line, end, len(line))
	}
	lower := strings.ToLower(line)
	for i := 0; i < len(lower); i++ {
		from := i
		for i < len(lower) && (lower[i] >= 'a' && lower[i] <= 'z' || lower[i] >= '0' && lower[i] <= '9') {
			i++
		}
		if i > from {
			word(lower[from:i], from, i)
		}
	}
	return signs(out, line, end, len(line))
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

// unglued appends a token; "2xOrient", "4factors" and "commit5" are two.
func unglued(out []token, t token) []token {
	if letters := strings.TrimRight(t.word, "0123456789"); t.to-t.from == len(t.word) && letters != t.word && one(letters, "commit", "max", "move", "play", "with") {
		at := t.from + len(letters)
		return append(out, token{letters, t.from, at}, token{t.word[len(letters):], at, t.to})
	}
	n := 0
	for n < len(t.word) && t.word[n] >= '0' && t.word[n] <= '9' {
		n++
	}
	rest := t.word[n:]
	if n == 0 || rest == "" || t.to-t.from != len(t.word) || one(rest, "st", "nd", "rd", "th") {
		return append(out, t)
	}
	if len(rest) > 3 && rest[0] == 'x' {
		rest = rest[1:]
	}
	return append(out, token{t.word[:n], t.from, t.from + n}, token{rest, t.to - len(rest), t.to})
}

// signs appends those that stand between two words.
func signs(out []token, line string, from, to int) []token {
	run := -1 // where a run began
	flush := func(at int) {
		if run >= 0 {
			out = append(out, token{comparison(line[run:at]), run, at})
			run = -1
		}
	}
	for i, r := range line[from:to] {
		i += from
		if isRun(r) || r == '!' && strings.HasPrefix(line[i+1:], "=") {
			if run < 0 {
				run = i
			}
			continue
		}
		flush(i)
		if r == ' ' {
			continue
		}
		sign := ""
		switch r {
		case '/':
			if n := len(out); n > 0 && out[n-1].word == "w" && out[n-1].to == i && !strings.HasPrefix(line[i+1:], "o") { // "w/ 2"
				out[n-1].word, out[n-1].to = "with", i+1
				continue
			}
			sign = "/"
		case ',', ';', '|', ':', '(', ')':
			sign = string(r)
		case '&', '+':
			sign = "and"
		case '[', '{':
			sign = "("
		case ']', '}':
			sign = ")"
		case '.', '!', '?', '…':
			if n := len(out); n > 0 && (r != '.' || len(out[n-1].word) > 2 && !one(out[n-1].word, "max", "nos", "alt") && (i+1 >= len(line) || line[i+1] == ' ')) {
				sign = "."
			}
		}
		if sign != "" {
			out = append(out, token{sign, i, i + len(string(r))})
		}
	}
	flush(to)
	return out
}

// isRun reports whether a sign is a part of an arrow or a comparison.
func isRun(r rune) bool {
	switch r {
	case '<', '>', '=', '~', '-', '≤', '≥':
		return true
	}
	return r >= utf8.RuneSelf && len(parser.Words(string(r))) == 1 // any dash or arrow
}

// comparison is what a run of signs stands for: a comparison, else a dash.
func comparison(run string) string {
	switch run {
	case "<", ">", "<=", ">=", "=":
		return run
	case "==":
		return "="
	case "≤", "=<":
		return "<="
	case "≥":
		return ">="
	case "!=", "<>":
		return "!="
	}
	return parser.Dash
}

func isSign(w string) bool {
	switch w {
	case "", parser.Dash, ",", ";", "|", ":", "(", ")", "/", ".", "<", ">", "<=", ">=", "=", "!=":
		return true
	}
	return false
}

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }

// A cursor goes through the tokens of a line, or of a part of one.
type cursor struct {
	line string
	toks []token
	i    int
}

// at is the k-th word from here; "" behind the last one.
func (c *cursor) at(k int) string {
	if c.i+k >= len(c.toks) {
		return ""
	}
	return c.toks[c.i+k].word
}

func (c *cursor) peek() string { return c.at(0) }
func (c *cursor) done() bool   { return c.i >= len(c.toks) }

// accept goes on if the next word is one of those.
func (c *cursor) accept(words ...string) bool {
	if c.done() || !slices.Contains(words, c.peek()) {
		return false
	}
	c.i++
	return true
}

// skip goes past all words that are among those.
func (c *cursor) skip(words ...string) {
	for c.accept(words...) {
	}
}

// phrase goes on if the next words are one of the phrases.
func (c *cursor) phrase(phrases ...string) bool {
	if c.done() {
		return false
	}
	for _, p := range phrases {
		if k := c.spells(p); k > 0 {
			c.i += k
			return true
		}
	}
	return false
}

// spells is how many words from here on make up a phrase; 0 if they don't.
func (c *cursor) spells(phrase string) int {
	for k := 0; ; k++ {
		rest, ok := strings.CutPrefix(phrase, c.at(k))
		switch {
		case !ok || len(rest) == len(phrase):
			return 0
		case rest == "":
			return k + 1
		case rest[0] != ' ':
			return 0
		}
		phrase = rest[1:]
	}
}

// rest is what is left, as written, for a complaint.
func (c *cursor) rest() string {
	if c.done() {
		return ""
	}
	return shortened(strings.TrimRight(c.line[c.toks[c.i].from:c.toks[len(c.toks)-1].to], " ."))
}

// written is the text from one token to before another.
func (c *cursor) written(from, to int) string {
	if from >= to || to > len(c.toks) {
		return ""
	}
	return shortened(c.line[c.toks[from].from:c.toks[to-1].to])
}

// shortened is a text that is not too long to be repeated.
func shortened(s string) string {
	const most = 60
	r := []rune(s[:min(len(s), 4*most+4)])
	if len(r) <= most {
		return strings.ToValidUTF8(s, "")
	}
	return strings.ToValidUTF8(string(r[:most]), "") + "..."
}

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// numeral is the number that a word is.
func numeral(w string) (int, bool) {
	if w == "" {
		return 0, false
	}
	if strings.Trim(w, "0123456789") == "" {
		if n, err := strconv.Atoi(w); err == nil {
			return min(n, 1000), true
		}
		return 1000, true // too many digits
	}
	if len(w) < 3 || len(w) > 5 {
		return 0, false
	}
	n := slices.Index(numerals, w)
	return max(n, 0), n >= 0
}

// number reads one.
func (c *cursor) number() (int, bool) {
	n, ok := numeral(c.peek())
	if ok {
		c.i++
	}
	return n, ok
}

// A complaint is a sentence for the player, who gets it with the line that it is about.
type complaint string

func (c complaint) Error() string { return string(c) }

func complain(format string, args ...any) error { return complaint(fmt.Sprintf(format, args...)) }
