// Package strict reads text in normal form, as the program itself writes it to file. It accepts no variants: whatever
// it reads is written again and compared, so a text must be identical, byte by byte, to what the program writes.
package strict

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Text is a text that is being read from its beginning. After the first error, nothing more is read.
type Text struct {
	rest string
	err  error
}

// Parse reads a whole text, and checks that write turns the result into the same text. So read need not check the
// order of things. The error says where the text can't be read, or how it should have been written.
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

// Must returns the result of Parse for a text that only the program can have written. It panics with the error if
// there is one.
func Must[T any](x T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("what is on file is not in normal form: %v", err))
	}
	return x
}

// Take skips the words if they come next, and reports whether they did.
func (t *Text) Take(words string) bool {
	rest, ok := strings.CutPrefix(t.rest, words)
	if !ok || t.err != nil {
		return false
	}
	t.rest = rest
	return true
}

// Put inserts words before the unread text.
func (t *Text) Put(words string) { t.rest = words + t.rest }

// Need skips words that must come next.
func (t *Text) Need(words string) { t.Check(t.Take(words)) }

// errWrong is the error for a text that can't be read from some position on.
var errWrong = errors.New("it is wrong")

// Check makes reading fail unless the argument is true.
func (t *Text) Check(right bool) {
	if !right {
		t.FailIf(errWrong)
	}
}

// FailIf makes reading fail if err is not nil. The first error counts.
func (t *Text) FailIf(err error) {
	if t.err == nil {
		t.err = err
	}
}

// fault returns an error that says what is wrong with the text, and where.
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

// Number reads a number from least to most. It may have a minus sign only if least is below 0.
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

// List calls read once, and again after each separator.
func (t *Text) List(between string, read func()) {
	for read(); t.Take(between); {
		read()
	}
}

// Index reads the name of a thing on a list, and returns its index. If several names match, it reads the longest.
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

// Name reads the name of a thing on a list as Index does, and returns the thing.
func Name[T any](t *Text, list []T, name func(T) string) (named T) {
	if i := Index(t, list, name); t.err == nil {
		named = list[i]
	}
	return named
}

// Word reads one of several words, the longest that matches.
func Word[S ~string](t *Text, words []S) S {
	return Name(t, words, func(w S) string { return string(w) })
}

// Head reads the longest key of a table that comes next, and returns its value, such as a function that reads the rest.
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

// Many reads a list of at least one thing.
func Many[T any](t *Text, between string, read func() T) (list []T) {
	t.List(between, func() { list = append(list, read()) })
	return list
}

// Each reads a list in which nothing may come twice.
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

// If reads something after some words if these come next; otherwise it returns without.
func If[T any](t *Text, words string, without T, read func() T) T {
	if t.Take(words) {
		return read()
	}
	return without
}

// Or returns what some words stand for if they come next; otherwise it reads something.
func Or[T any](t *Text, words string, is T, read func() T) T {
	if t.Take(words) {
		return is
	}
	return read()
}

// After reads something after some words, which must come next.
func After[T any](t *Text, words string, read func() T) T {
	t.Need(words)
	return read()
}

// Maybe tries to read something after some words. If it fails, the text is as before.
func Maybe[T any](t *Text, words string, read func() T) (x T, ok bool) {
	was := *t
	if x = After(t, words, read); t.err == nil {
		return x, true
	}
	*t = was
	var none T
	return none, false
}

// Distinct reports whether no two things on a list have the same key.
func Distinct[T any, K comparable](list []T, key func(T) K) bool {
	seen := map[K]bool{}
	for _, x := range list {
		seen[key(x)] = true
	}
	return len(seen) == len(list)
}
