package parser

import (
	"iter"
	"strings"
	"unicode"
)

// Breaks returns the positions of the spaces at which a line may be broken. Those within a command such as "gm undo dm1"
// are none of them: a command has to stay whole, or whoever copies it copies half of it.
func Breaks(line string) []int {
	var out []int
	for at, rest := 0, line; ; {
		space := strings.IndexByte(rest, ' ')
		if space < 0 {
			return out
		}
		if strings.TrimLeft(rest[:space], "([\"'→> ") == "gm" {
			space = commandEnd(rest)
			if space >= len(rest) {
				return out
			}
		}
		if space > 0 { // else it belongs to an indentation or a column
			out = append(out, at+space)
		}
		at, rest = at+space+1, rest[space+1:]
	}
}

// sureWords are how many words of a command are taken for its own whatever they are: gm, the command, a game, and what
// it is about.
const sureWords = 4

// commandEnd returns where the command ends with which a text begins.
func commandEnd(text string) int {
	end, quoted := 0, false
	for n := 1; end < len(text); n++ {
		word, _, _ := strings.Cut(text[end:], " ")
		next, _, _ := strings.Cut(strings.TrimPrefix(text[end+len(word):], " "), " ")
		end += len(word)
		if strings.Count(word, "'")%2 == 1 {
			quoted = !quoted
		}
		if quoted {
			end = min(end+1, len(text))
			continue
		}
		closed := strings.TrimRight(word, ".,;:)") != word
		prose := !argument(next) && !(next == "to" && n >= sureWords)
		if closed || n >= sureWords && prose || next == "" {
			return end
		}
		end = min(end+1, len(text))
	}
	return end
}

// argument reports whether a word is hardly one of a sentence that goes on behind a command: it has more than small
// letters.
func argument(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) })
}

// Units yields the words of a text; a whole command counts as one word.
func Units(text string) iter.Seq[string] {
	if !strings.Contains(text, "gm ") {
		return strings.FieldsSeq(text)
	}
	return func(yield func(string) bool) {
		line := strings.Join(strings.Fields(text), " ")
		at := 0
		for _, end := range Breaks(line) {
			if !yield(line[at:end]) {
				return
			}
			at = end + 1
		}
		if at < len(line) {
			yield(line[at:])
		}
	}
}

// Fold breaks a text into lines of at most that width, in bytes, between words; a command is never broken. Spaces are
// made one.
func Fold(text string, width int) []string {
	var out []string
	for line := strings.Join(strings.Fields(text), " "); line != ""; {
		cut := FoldAt(line, 0, width)
		out = append(out, line[:cut])
		line = strings.TrimPrefix(line[cut:], " ")
	}
	return out
}

// FoldAt returns where a line is broken that may have that width: at the last place that fits behind the first from
// bytes, else at the next one. It is the line's length if it need not be broken, or can't be.
func FoldAt(line string, from, width int) int {
	if len(line) <= width {
		return len(line)
	}
	cut := len(line)
	for _, at := range Breaks(line) {
		switch {
		case at <= from:
		case at <= width:
			cut = at
		default:
			return min(cut, at)
		}
	}
	return cut
}
