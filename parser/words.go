package parser

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Dash is the token that every hyphen, dash and arrow becomes.
const Dash = "-"

// Plain rewrites what mail programs put in for plain characters: spaces of all kinds, full-width
// letters, line ends, byte order marks and what has no width. Letters keep their accents.
func Plain(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")), "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Co), unicode.IsControl(r): // private ones would be ours
			return -1
		}
		return r
	}, s)
}

// Words splits a line into words, each in lower case and without accents, and dashes: any hyphen, dash
// or arrow is a Dash. Other signs only separate.
func Words(line string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	dashed := false // within an arrow, or behind a dash that was kept
	for _, r := range fold(line) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			word.WriteRune(r)
			dashed = false
		case r == '\'' || r == '’': // St Petersburg's
		case isDash(r):
			flush()
			if !dashed {
				out = append(out, Dash)
			}
			dashed = true
		default:
			flush()
			dashed = dashed && r == ' '
		}
	}
	flush()
	return out
}

func isDash(r rune) bool {
	return r == '>' || r == '=' || r == '~' || r == '−' || r == '⇨' || unicode.Is(unicode.Pd, r) || r >= '←' && r <= '⇿' || r >= '➔' && r <= '➾'
}

// fold is s as it is compared: plain, in lower case, without accents.
func fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	t := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	out, _, err := transform.String(t, strings.ToLower(Plain(s)))
	if err != nil {
		return strings.ToLower(s) // not reached: Plain gives valid UTF-8
	}
	return out
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] < ' ' {
			return false
		}
	}
	return true
}
