package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Cursor goes through the tokens of a line, or of a part of one.
type Cursor struct {
	Line   string
	Tokens []Token
	Pos    int // the token that is next
}

// From is a cursor of its own that goes through the same tokens from one on.
func (c *Cursor) From(pos int) Cursor { return Cursor{c.Line, c.Tokens, pos} }

// Part is a cursor through the tokens from one to before another.
func (c *Cursor) Part(from, to int) Cursor { return Cursor{Line: c.Line, Tokens: c.Tokens[from:to]} }

// At is the k-th word from here; "" behind the last one.
func (c *Cursor) At(k int) string {
	if c.Pos+k >= len(c.Tokens) {
		return ""
	}
	return c.Tokens[c.Pos+k].Word
}

// Peek is the next word; "" behind the last one.
func (c *Cursor) Peek() string { return c.At(0) }

// Done reports whether nothing is left.
func (c *Cursor) Done() bool { return c.Pos >= len(c.Tokens) }

// Accept goes on if the next word is one of those.
func (c *Cursor) Accept(words ...string) bool {
	if c.Done() || !slices.Contains(words, c.Peek()) {
		return false
	}
	c.Pos++
	return true
}

// None reports whether nothing is left but NONE, or another word for it, which takes back what is before it.
func (c *Cursor) None() bool {
	return c.Pos+1 == len(c.Tokens) && slices.Contains([]string{"none", "nothing", "off", "never", "nobody", "cancel"}, c.Peek())
}

// Skip goes past all words that are among those.
func (c *Cursor) Skip(words ...string) {
	for c.Accept(words...) {
	}
}

// Phrase goes on if the next words are one of the phrases.
func (c *Cursor) Phrase(phrases ...string) bool {
	if c.Done() {
		return false
	}
	for _, p := range phrases {
		if k := c.Spells(p); k > 0 {
			c.Pos += k
			return true
		}
	}
	return false
}

// Spells is how many words from here on make up a phrase; 0 if they don't.
func (c *Cursor) Spells(phrase string) int {
	for k := 0; ; k++ {
		rest, ok := strings.CutPrefix(phrase, c.At(k))
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

// Number reads one, in digits or in letters.
func (c *Cursor) Number() (int, bool) {
	n, ok := Numeral(c.Peek())
	if ok {
		c.Pos++
	}
	return n, ok
}

// Rest is what is left, as written, for a complaint.
func (c *Cursor) Rest() string {
	if c.Done() {
		return ""
	}
	return Shortened(strings.TrimRight(c.Line[c.Tokens[c.Pos].From:c.Tokens[len(c.Tokens)-1].To], " ."))
}

// Written is the text from one token to before another, for a complaint.
func (c *Cursor) Written(from, to int) string {
	to = min(to, len(c.Tokens))
	if from >= to {
		return ""
	}
	return Shortened(c.Line[c.Tokens[from].From:c.Tokens[to-1].To])
}

// Shortened is a text that is not too long to be repeated.
func Shortened(s string) string {
	const most = 60
	r := []rune(s[:min(len(s), 4*most+4)])
	if len(r) <= most {
		return strings.ToValidUTF8(s, "")
	}
	return strings.ToValidUTF8(string(r[:most]), "") + "..."
}

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// MaxNumber is the highest one that a line may have; what is more is taken for it.
const MaxNumber = 1000

// Numeral is the number that a word is, in digits or in letters.
func Numeral(w string) (int, bool) {
	if w == "" {
		return 0, false
	}
	if isDigit(w[0]) {
		if strings.Trim(w, "0123456789") != "" {
			return 0, false
		}
		n, err := strconv.Atoi(w)
		if err != nil { // too many digits
			return MaxNumber, true
		}
		return min(n, MaxNumber), true
	}
	n := slices.Index(numerals, w)
	return max(n, 0), n >= 0
}

// IsNumeral reports whether a word is a number.
func IsNumeral(w string) bool { _, ok := Numeral(w); return ok }

// A Complaint is a sentence for the player, who gets it with the line that it is about.
type Complaint string

func (c Complaint) Error() string { return string(c) }

// Complain makes a complaint.
func Complain(format string, args ...any) error { return Complaint(fmt.Sprintf(format, args...)) }
