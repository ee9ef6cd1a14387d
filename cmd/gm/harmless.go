package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// harmless is a text without the signs that steer a terminal or turn the direction of writing round: what strangers wrote, or
// what stands in a file from elsewhere, may have them.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return -1
		}
		return r
	}, text)
}

func steers(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}

// A harmlessJSON is a writer of JSON that has such signs within strings as their numbers.
type harmlessJSON struct{ io.Writer }

func (w harmlessJSON) Write(js []byte) (int, error) {
	var b strings.Builder
	for _, r := range string(js) {
		if steers(r) { // only those beyond ASCII are left, and DEL
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	if _, err := io.WriteString(w.Writer, b.String()); err != nil {
		return 0, err
	}
	return len(js), nil
}
