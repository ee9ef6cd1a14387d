package successors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"deaddrop/parser"
)

// A token is a word of a line in lower case, or a sign: a dash (any hyphen or arrow), ">", ">=", a bracket, or one of
// ",;|:/.". A full stop is one only where it ends a sentence.
type token struct {
	word     string
	from, to int // bytes of the line
}

// lex takes a plain line apart. Letters and digits that are written together, as in "3i" and "x3", are apart.
func lex(line string) []token {
	out := make([]token, 0, 8+len(line)/4)
	end := 0
	if isSimple(line) {
		lower := strings.ToLower(line)
		for i := 0; i < len(lower); {
			from := i
			for i < len(lower) && isAlphanumeric(lower[i]) {
				i++
			}
			if i > from {
				out = unglued(signs(out, line, end, from), token{lower[from:i], from, i})
				end = i
				continue
			}
			i++
		}
		return signs(out, line, end, len(line))
	}
	for _, t := range parser.Tokens(line) {
		if t.Word != parser.Dash && t.Word != "" {
			out = unglued(signs(out, line, end, t.From), token{t.Word, t.From, t.To})
			end = t.To
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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlphanumeric(c byte) bool { return c >= 'a' && c <= 'z' || isDigit(c) }

// unglued appends a token; "3inf", "x3" and "inf3" are two, "1st" is one.
func unglued(out []token, t token) []token {
	if t.to-t.from != len(t.word) {
		return append(out, t)
	}
	w, start := t.word, 0
	for i := 1; i < len(w); i++ {
		if isDigit(w[i]) == isDigit(w[i-1]) || isDigit(w[i-1]) && one(w[i:], "st", "nd", "rd", "th") {
			continue
		}
		out = append(out, token{w[start:i], t.from + start, t.from + i})
		start = i
	}
	return append(out, token{w[start:], t.from + start, t.to})
}

// signs appends those that stand between two words.
func signs(out []token, line string, from, to int) []token {
	run := -1 // where a run of them began that make up one
	flush := func(at int) {
		if run >= 0 {
			out = append(out, token{comparison(line[run:at]), run, at})
			run = -1
		}
	}
	for i, r := range line[from:to] {
		i += from
		if isRun(r) {
			if run < 0 {
				run = i
			}
			continue
		}
		flush(i)
		sign := ""
		switch r {
		case ',', ';', '|', ':', '/', '(', ')':
			sign = string(r)
		case '&', '+':
			sign = "and"
		case '[', '{':
			sign = "("
		case ']', '}':
			sign = ")"
		case '.', '!', '?':
			if ends(out, line, i) {
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

// ends reports whether the full stop at a byte ends a sentence, and not an abbreviation.
func ends(out []token, line string, at int) bool {
	if len(out) == 0 || line[at] != '.' {
		return len(out) > 0
	}
	w := out[len(out)-1].word
	if one(w, "n", "s", "e", "w", "l", "u") && (len(out) < 2 || !isNumeral(out[len(out)-2].word)) { // "L. Egypt"
		return false
	}
	return (at+1 >= len(line) || line[at+1] == ' ') && !one(w, "inf", "cav", "el", "ele", "eleph", "lev", "fl", "flt", "ldr", "nr", "no", "vs", "st")
}

// isRun reports whether a sign is a part of an arrow or a comparison.
func isRun(r rune) bool {
	switch r {
	case '<', '>', '=', '~', '-', '≤', '≥':
		return true
	}
	return r >= utf8.RuneSelf && len(parser.Words(string(r))) == 1 && parser.Words(string(r))[0] == parser.Dash
}

// comparison is what a run of signs stands for: a comparison, else a dash.
func comparison(run string) string {
	switch run {
	case ">", ">=":
		return run
	case "≥", "=>":
		return ">="
	}
	return parser.Dash
}

func isSign(w string) bool {
	switch w {
	case "", parser.Dash, ",", ";", "|", ":", "(", ")", "/", ".", ">", ">=":
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
	to = min(to, len(c.toks))
	if from >= to {
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

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

const maxNumber = 1000 // that a line may have

// numeral is the number that a word is.
func numeral(w string) (int, bool) {
	if w == "" {
		return 0, false
	}
	if isDigit(w[0]) {
		if strings.Trim(w, "0123456789") != "" {
			return 0, false
		}
		n, err := strconv.Atoi(w)
		if err != nil { // too many digits
			return maxNumber, true
		}
		return min(n, maxNumber), true
	}
	n := slices.Index(numerals, w)
	return max(n, 0), n >= 0
}

func isNumeral(w string) bool { _, ok := numeral(w); return ok }

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

// leftover complains of what can't be read behind what can.
func leftover(c *cursor) error { return complain("I don't understand %q there.", c.rest()) }
