// Package strict reads text that a program has written: what is on file, in normal form. It knows no English. What it reads
// it has written again, and compares: so a text is taken only if it is, byte by byte, what the program writes.
package strict

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Text is a text that is read from its beginning on. After the first thing that is wrong, nothing more is read.
type Text struct {
	rest string
	err  error
}

// Parse reads a whole text, and has written again what came of it; so read may be lax about the order of things, and about
// what write leaves out. The error says where the text can't be read, or how it would be written.
func Parse[T any](text string, read func(*Text) T, write func(T) string) (T, error) {
	var none T
	t := &Text{rest: text}
	x := read(t)
	if t.Check(t.rest == ""); t.err != nil {
		return none, t.fault(text)
	}
	if is := write(x); is != text {
		return none, fmt.Errorf("%q is written %q", text, is)
	}
	return x, nil
}

// Must is what was read of text that the program alone can have written. An error is a fault of the program.
func Must[T any](x T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("what is on file is not in normal form: %v", err))
	}
	return x
}

// Take goes past some words if they stand here.
func (t *Text) Take(words string) bool {
	rest, ok := strings.CutPrefix(t.rest, words)
	if !ok || t.err != nil {
		return false
	}
	t.rest = rest
	return true
}

// Put puts some words before what is still to be read.
func (t *Text) Put(words string) { t.rest = words + t.rest }

// Need goes past words that must stand here.
func (t *Text) Need(words string) { t.Check(t.Take(words)) }

// errWrong is all that there is to say of a text that can't be read from some place on.
var errWrong = errors.New("it is wrong")

// Check has the text be wrong unless what was read of it is right.
func (t *Text) Check(right bool) {
	if !right {
		t.FailIf(errWrong)
	}
}

// FailIf has the text be wrong if there is an error. The first one counts.
func (t *Text) FailIf(err error) {
	if t.err == nil {
		t.err = err
	}
}

// fault says what is wrong with the text, and where.
func (t *Text) fault(text string) error {
	where := fmt.Sprintf("%q can't be read from %q on", text, t.rest)
	if t.rest == "" {
		where = fmt.Sprintf("%q is wrong at its end", text)
	}
	if errors.Is(t.err, errWrong) {
		return errors.New(where)
	}
	return fmt.Errorf("%s: %w", where, t.err)
}

// Number reads a number from least to most. Only where least is below 0 it can have a sign.
func (t *Text) Number(least, most int) int {
	behind := t.rest
	if least < 0 {
		behind = strings.TrimPrefix(behind, "-")
	}
	behind = strings.TrimLeft(behind, "0123456789")
	n, err := strconv.Atoi(t.rest[:len(t.rest)-len(behind)])
	if t.Check(err == nil); n < least || n > most {
		t.FailIf(fmt.Errorf("%d is not from %d to %d", n, least, most))
	}
	if t.err != nil {
		return least
	}
	t.rest = behind
	return n
}

// List reads something, and again behind each sign that stands between.
func (t *Text) List(between string, read func()) {
	for read(); t.Take(between); {
		read()
	}
}

// Index reads the name of a thing on a list, and is its place there. Of names that begin alike it is the longest.
func Index[T any](t *Text, list []T, name func(T) string) int {
	at, longest := 0, ""
	for i, x := range list {
		if n := name(x); len(n) > len(longest) && strings.HasPrefix(t.rest, n) {
			at, longest = i, n
		}
	}
	t.Check(longest != "" && t.Take(longest))
	return at
}

// Name reads the name of a thing on a list, as Index does.
func Name[T any](t *Text, list []T, name func(T) string) (named T) {
	if i := Index(t, list, name); t.err == nil {
		named = list[i]
	}
	return named
}

// Word reads one of some words, of which the longest counts as well.
func Word[S ~string](t *Text, words []S) S {
	return Name(t, words, func(w S) string { return string(w) })
}

// Head reads what a line begins with, and is what a table has for that, such as how the rest is read. The longest counts.
func Head[T any](t *Text, table map[string]T) (x T, ok bool) {
	longest := ""
	for head := range table {
		if len(head) > len(longest) && strings.HasPrefix(t.rest, head) {
			longest = head
		}
	}
	if t.Check(longest != "" && t.Take(longest)); t.err != nil {
		return x, false
	}
	return table[longest], true
}

// Many reads a list.
func Many[T any](t *Text, between string, read func() T) (list []T) {
	t.List(between, func() { list = append(list, read()) })
	return list
}

// Each reads a list in which nothing comes twice.
func Each[T comparable](t *Text, between string, read func() T) (list []T) {
	t.List(between, func() {
		x := read()
		if slices.Contains(list, x) {
			t.FailIf(fmt.Errorf("%v comes twice", x))
		}
		list = append(list, x)
	})
	return list
}

// If reads something that stands behind some words, if these stand here; else it is what it is without.
func If[T any](t *Text, words string, without T, read func() T) T {
	if t.Take(words) {
		return read()
	}
	return without
}

// Or is what some words stand for, if they stand here; else it reads something.
func Or[T any](t *Text, words string, is T, read func() T) T {
	if t.Take(words) {
		return is
	}
	return read()
}

// After reads something that stands behind some words.
func After[T any](t *Text, words string, read func() T) T {
	t.Need(words)
	return read()
}

// Maybe reads something that stands behind some words. If it can't be read, or the words don't stand here, nothing is.
func Maybe[T any](t *Text, words string, read func() T) (x T, ok bool) {
	was := *t
	if x = After(t, words, read); t.err == nil {
		return x, true
	}
	*t = was
	var none T
	return none, false
}

// Distinct reports whether each thing on a list has another key.
func Distinct[T any, K comparable](list []T, key func(T) K) bool {
	seen := map[K]bool{}
	for _, x := range list {
		seen[key(x)] = true
	}
	return len(seen) == len(list)
}
