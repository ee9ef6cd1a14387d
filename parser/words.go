package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Dash is the word that stands for every hyphen, dash and arrow.
const Dash = "-"

// Plain replaces the variants of plain characters that mail programs write: all kinds of spaces, full-width letters and
// line ends become plain ones, and characters without a width are removed. Letters keep their accents.
func Plain(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ReplaceAll(strings.ReplaceAll(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")), "\r\n", "\n"), "\r",
		"\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r), r == '\u2800', r == '\u115f',
			r == '\u1160': // also the blank Braille pattern and Hangul fillers
			return ' '
		// private characters are removed because we use them ourselves
		case unicode.In(r, unicode.Cf, unicode.Co), unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}

// OneLine returns a stranger's text as one line that can't control a terminal: as Plain rewrites it, with one space for
// each run of spaces and line ends.
func OneLine(s string) string { return strings.Join(strings.Fields(Plain(s)), " ") }

// plain reports whether Plain would leave s as it is, which is so for nearly all lines.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x7f || s[i] < ' ' && s[i] != '\n' {
			return false
		}
	}
	return true
}

// Words splits a line into words, in lower case and without accents. Any hyphen, dash or arrow becomes a Dash, and
// other signs only separate words.
func Words(line string) []string {
	if !ascii(line) {
		line = Plain(line)
	}
	var out []string
	// where the current word began; whether we are within an arrow, or after a dash that was kept
	from, dashed := -1, false
	for i, r := range line {
		switch {
		case r == '\'', r < ' ', r == '’': // an apostrophe, as in "St Petersburg's", or a control character
			continue
		case r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r): // an accent
			continue
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if from < 0 {
				from = i
			}
			dashed = false
			continue
		}
		if from >= 0 {
			out = append(out, fold(line[from:i]))
		}
		from = -1
		dash := isDash(r)
		if dash && !dashed {
			out = append(out, Dash)
		}
		dashed = dash || dashed && r == ' '
	}
	if from >= 0 {
		out = append(out, fold(line[from:]))
	}
	return out
}

func isDash(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return strings.IndexByte("->=~", byte(r)) >= 0
	case r >= '←' && r <= '⇿', r >= '➔' && r <= '➾': // arrows
		return true
	}
	return r == '−' || unicode.Is(unicode.Pd, r)
}

// folded reports whether s is in the form that fold returns for a single word: lower-case ASCII letters and digits.
func folded(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return true
}

// alphanumeric reports whether s consists of ASCII letters and digits.
func alphanumeric(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return true
}

// fold returns a word in the form in which words are compared: in lower case, without accents and apostrophes.
func fold(s string) string {
	if alphanumeric(s) {
		return strings.ToLower(s)
	}
	letters := func(r rune) rune { // combining accents are not letters
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}
	if ascii(s) {
		return strings.Map(letters, strings.ToLower(s))
	}
	return strings.ToLower(norm.NFC.String(strings.Map(letters, norm.NFD.String(s))))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] < ' ' {
			return false
		}
	}
	return true
}
