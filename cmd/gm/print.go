package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store/bolt"
)

// printf formats to the output of a command, and removes characters from other people's text that could control the
// terminal.
func printf(w io.Writer, format string, args ...any) {
	io.WriteString(w, printable(fmt.Sprintf(format, args...)))
}

// A harmlessText is a writer that removes characters that could control a terminal.
type harmlessText struct{ io.Writer }

// Write writes a text without such characters.
func (w harmlessText) Write(text []byte) (int, error) {
	_, err := io.WriteString(w.Writer, printable(string(text)))
	return len(text), err
}

// printable removes the characters from a text that could control a terminal or reverse the direction of writing.
// Text from strangers or from files may contain them.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return -1
		}
		return r
	}, text)
}

// steers reports whether a character could control a terminal.
func steers(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// encode prints a value as JSON.
func encode(w io.Writer, v any) error {
	js, err := jsonOf(v)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, js, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err = harmlessJSON{w}.Write(out.Bytes())
	return err
}

// A harmlessJSON is a writer of JSON that escapes characters in strings that could control a terminal.
type harmlessJSON struct{ io.Writer }

// Write writes JSON with such characters escaped.
func (w harmlessJSON) Write(js []byte) (int, error) {
	var b strings.Builder
	for _, r := range string(js) {
		if steers(r) { // valid JSON contains only DEL and characters beyond ASCII
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

// array returns a list that is never null in JSON.
func array[T any](list []T) []T { return append([]T{}, list...) }

// indent puts a mark in front of each line of a text.
func indent(text string) string {
	return "    | " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    | ")
}

// quoted returns the words of a command, quoted for a shell.
func quoted(words []string) string {
	out := slices.Clone(words)
	for i, w := range out {
		if w == "" || strings.ContainsAny(w, " \t\n\"'\\$&|;<>()*?[]{}~#!`") {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// complain prints why a command failed. A refusal is printed as a sentence of its own.
func complain(w io.Writer, err error) {
	var refused *refusal.Error
	var fault *calendar.Fault
	switch {
	case errors.As(err, new(*said)):
	case errors.As(err, &refused):
		printf(w, "%s\n", refused.Text)
	case errors.As(err, &fault):
		printf(w, "%s\n", fault.Text)
	case errors.Is(err, bolt.ErrDamaged):
		printf(w, "gm: %v; gm store check says what to do\n", err)
	case errors.Is(err, context.Canceled): // which call was interrupted is of no interest
		printf(w, "gm was interrupted.\n")
	default:
		printf(w, "gm: %v\n", err)
	}
}
