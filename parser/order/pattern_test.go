package order

import (
	"fmt"
	"strings"
	"testing"
)

// The matches of a pattern in "a b c ..." from the first word on: where they end, what they cost and what they bind.
func TestPatterns(t *testing.T) {
	const words = "[words]\nglued : a\na : a\nb : b\nc : c\nd : d\none : one\n[forms]\nab = a b\n"
	for _, c := range []struct{ pattern, text, want string }{
		{"a b c", "a b c", "3/0"},
		{"a b c", "a b d", ""},
		{"a ( b | c ) d", "a c d", "3/0"},
		{"a b? c", "a c", "2/0"},
		{"a b? c", "a b c", "3/0"},
		{"a b* c", "a c", "2/0"},
		{"a b* c", "a b b b c", "5/0"},
		{"a b+ c", "a c", ""},
		{"a b+", "a b b", "2/0 3/0"},
		{"a b ^4 | a b c", "a b c", "2/4 3/0"},
		{"a ^2 | a ^1", "a", "1/1"},
		{"a end", "a", "1/0"},
		{"a end", "a b", ""},
		{"a end b?", "a\nb", "1/0 3/4"},
		{"a b", "a\nb", "3/4"},
		{"a b", "a. b", "3/4"},
		{"one a", "one. a", ""}, // a word of everyday life is not cut short
		{"x:ab c", "a b c", "3/0 x=0-2"},
		{"x:a y:b", "a b", "2/0 x=0-1 y=1-2"},
		{"( x:a | x:b )+", "a b a", "1/0 x=0-1 2/0 x=0-1 x=1-2 3/0 x=0-1 x=1-2 x=2-3"},
		{"'a' 'zz'", "a zz", "2/0"},
		{"a number", "a 12", "2/0"},
	} {
		l := NewLexicon()
		if err := l.Load(words + "TEST = " + c.pattern); err != nil {
			t.Fatal(err)
		}
		text := Scan(c.text)
		m := newMatcher(l, text, l.tagged(text))
		var got []string
		for _, w := range m.match(l.forms[0].pattern, 0) {
			got = append(got, fmt.Sprintf("%d/%d", w.end, w.cost))
			w.bound.each(func(b *Bind) { got = append(got, fmt.Sprintf("%s=%d-%d", b.Name, b.From, b.To)) })
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q of %q: %q, want %q", c.pattern, c.text, strings.Join(got, " "), c.want)
		}
	}
}
