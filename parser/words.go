package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Dash is the token that every hyphen, dash and arrow becomes.
const Dash = "-"

// Plain rewrites what mail programs put in for plain characters: spaces of all kinds, full-width
// letters, line ends, byte order marks and what has no width. Letters keep their accents.
func Plain(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ReplaceAll(strings.ReplaceAll(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")), "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r), r == '\u2800', r == '\u115f', r == '\u1160': // a blank of braille, and fillers: no spaces, but seen as such
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Co), unicode.IsControl(r): // private ones would be ours
			return -1
		}
		return r
	}, s)
}

// OneLine is what others wrote, in one line that can't steer a terminal: as Plain rewrites it, with one space for each
// run of spaces and line ends.
func OneLine(s string) string { return strings.Join(strings.Fields(Plain(s)), " ") }

// plain reports whether Plain would leave s as it is, for nearly all lines are so.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x7f || s[i] < ' ' && s[i] != '\n' {
			return false
		}
	}
	return true
}

// Words splits a line into words, each in lower case and without accents, and dashes: any hyphen, dash
// or arrow is a Dash. Other signs only separate.
func Words(line string) []string {
	if !ascii(line) {
		line = Plain(line)
	}
	var out []string
	from, dashed := -1, false // where a word began; within an arrow, or behind a dash that was kept
	for i, r := range line {
		switch {
		case r == '\'' || r < ' ', r >= utf8.RuneSelf && (r == '’' || unicode.Is(unicode.Mn, r)): // St Petersburg's
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
	if r < utf8.RuneSelf {
		return r == '-' || r == '>' || r == '=' || r == '~'
	}
	return r == '−' || r == '⇨' || unicode.Is(unicode.Pd, r) || r >= '←' && r <= '⇿' || r >= '➔' && r <= '➾'
}

// folded reports whether s is nothing but small letters and digits without accents: one word, as it is compared.
func folded(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// alphanumeric reports whether s is nothing but letters and digits without accents.
func alphanumeric(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// fold is a word as it is compared: in lower case, without accents and apostrophes.
func fold(s string) string {
	if alphanumeric(s) {
		return strings.ToLower(s)
	}
	letters := func(r rune) rune { // accents are none
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
