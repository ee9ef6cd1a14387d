package parser

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Names finds things by their names. Case, accents and punctuation do not matter; a name of several words is also found
// with the words run together. One name may stand for several things.
type Names[T comparable] struct {
	byName map[string][]T // by folded words joined by spaces; nil for a proper beginning of a longer name
	spell  []string       // the names, sorted
	// the names of at least four letters, by themselves and by each form with a letter left out
	near    map[string][]string
	longest int // number of letters in the longest name
}

// NewNames makes a Names from pairs of a name and what it stands for.
func NewNames[T comparable](pairs iter.Seq2[string, T]) *Names[T] {
	n := &Names[T]{byName: map[string][]T{}}
	for name, thing := range pairs {
		words := withoutDashes(Words(name))
		n.add(strings.Join(words, " "), thing)
		n.add(strings.Join(words, ""), thing)
		for i := range words {
			if beginning := strings.Join(words[:i], " "); n.byName[beginning] == nil {
				n.byName[beginning] = nil
			}
		}
	}
	for name, things := range n.byName {
		if len(things) > 0 {
			n.spell = append(n.spell, name)
		}
	}
	slices.Sort(n.spell)
	n.near = map[string][]string{}
	for _, name := range n.spell {
		letters := utf8.RuneCountInString(name)
		if n.longest = max(n.longest, letters); letters < 4 {
			continue
		}
		for _, less := range append(shorter(name), name) {
			n.near[less] = append(n.near[less], name)
		}
	}
	return n
}

func (n *Names[T]) add(name string, thing T) {
	if name != "" && !slices.Contains(n.byName[name], thing) {
		n.byName[name] = append(n.byName[name], thing)
	}
}

// Find returns what the whole text may stand for.
func (n *Names[T]) Find(text string) []T {
	if folded(text) {
		return slices.Clone(n.byName[text])
	}
	return slices.Clone(n.byName[strings.Join(withoutDashes(Words(text)), " ")])
}

// Prefix finds the longest name at the start of words, which must be those that [Words] returns. It returns what
// the name may stand for, and the number of words that it takes, including dashes.
func (n *Names[T]) Prefix(words []string) (found []T, used int) {
	name := ""
	for i, w := range words {
		switch {
		case i == 0:
			name = w
		case w == Dash:
			continue
		default:
			name += " " + w
		}
		things, goesOn := n.byName[name]
		if len(things) > 0 {
			found, used = things, i+1
		}
		if !goesOn {
			break
		}
	}
	return slices.Clone(found), used
}

// Near returns what a word may stand for if one letter is wrong, missing or too many, or two neighbours are
// exchanged. The word must have four letters. The result contains each thing once, in the order of the names.
func (n *Names[T]) Near(word string) []T {
	var names []string
	if letters := utf8.RuneCountInString(word); letters < 4 || letters > n.longest+1 {
		return nil
	}
	for _, less := range append(shorter(word), word) {
		for _, name := range n.near[less] {
			if oneApart([]rune(word), []rune(name)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return n.things(names)
}

// Beginning returns the things whose names begin with a word of at least four letters. The result contains each thing
// once, in the order of the names.
func (n *Names[T]) Beginning(word string) []T {
	if utf8.RuneCountInString(word) < 4 {
		return nil
	}
	i, _ := slices.BinarySearch(n.spell, word)
	j := i
	for j < len(n.spell) && strings.HasPrefix(n.spell[j], word) {
		j++
	}
	return n.things(n.spell[i:j])
}

func (n *Names[T]) things(names []string) []T {
	var out []T
	for _, name := range names {
		for _, thing := range n.byName[name] {
			if !slices.Contains(out, thing) {
				out = append(out, thing)
			}
		}
	}
	return out
}

// shorter returns the word with each of its letters left out in turn.
func shorter(word string) []string {
	letters := []rune(word)
	out := make([]string, len(letters))
	for i := range letters {
		out[i] = string(letters[:i]) + string(letters[i+1:])
	}
	return out
}

// oneApart reports whether one typing error turns a into b. It is false for equal words.
func oneApart(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return slices.Equal(a[i:], b[i+1:]) && len(b) == len(a)+1
	}
	if i == len(a) {
		return false
	}
	if slices.Equal(a[i+1:], b[i+1:]) || i+1 == len(a) {
		return slices.Equal(a[i+1:], b[i+1:])
	}
	swapped := a[i] == b[i+1] && a[i+1] == b[i]
	return swapped && slices.Equal(a[i+2:], b[i+2:])
}

func withoutDashes(words []string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return w == Dash })
}
