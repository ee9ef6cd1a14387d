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

// printf writes to the output of a command. What others wrote in it can't steer a terminal.
func printf(w io.Writer, format string, args ...any) {
	io.WriteString(w, printable(fmt.Sprintf(format, args...)))
}

// A harmlessText is a writer that leaves such signs out.
type harmlessText struct{ io.Writer }

// Write passes a text on.
func (w harmlessText) Write(text []byte) (int, error) {
	_, err := io.WriteString(w.Writer, printable(string(text)))
	return len(text), err
}

// printable is a text without the signs that steer a terminal or turn the direction of writing round: what strangers
// wrote, or what stands in a file from elsewhere, may have them.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return -1
		}
		return r
	}, text)
}

// steers reports whether a sign steers a terminal.
func steers(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// encode prints what a command has found out for programs.
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

// A harmlessJSON is a writer of JSON that has such signs within strings as their numbers.
type harmlessJSON struct{ io.Writer }

// Write passes JSON on.
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

// array is a list that is never null as JSON.
func array[T any](list []T) []T { return append([]T{}, list...) }

// indent is a text with a mark in front of each line.
func indent(text string) string {
	return "    | " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    | ")
}

// quoted are the words of a command as a shell takes them.
func quoted(words []string) string {
	out := slices.Clone(words)
	for i, w := range out {
		if w == "" || strings.ContainsAny(w, " \t\n\"'\\$&|;<>()*?[]{}~#!`") {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// complain prints why a command failed: a refusal as the sentence that it is.
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
	case errors.Is(err, context.Canceled): // at which call that was is of no use
		printf(w, "gm was interrupted.\n")
	default:
		printf(w, "gm: %v\n", err)
	}
}
