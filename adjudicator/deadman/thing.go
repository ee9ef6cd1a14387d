package deadman

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"deaddrop/parser"
)

// thing is the first place, unit or power of another player that a text names, as it is written there; "" if there is
// none.
func (r *reader) thing(text string) string {
	tokens := parser.Tokens(text)
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Word
	}
	for i := range words {
		if power, used := r.powers.Prefix(words[i:]); used > 0 && r.isNamed(text, tokens, i, used) && power[0] != r.own {
			return text[tokens[i].From:tokens[i+used-1].To]
		}
		_, used := r.places.Prefix(words[i:])
		if used == 0 || !r.isNamed(text, tokens, i, used) {
			continue
		}
		from := i
		if i > 0 && isUnit(words[i-1]) && (len(words[i-1]) > 1 || isCapital(text, tokens[i-1])) {
			from--
		}
		return text[tokens[from].From:tokens[i+used-1].To]
	}
	return ""
}

// isNamed reports whether tokens with the name of a place or power stand for it. An abbreviation that is a word of
// everyday life as well must have something beside it that shows what it is.
func (r *reader) isNamed(text string, tokens []parser.Token, i, used int) bool {
	const short = 3 // letters of an abbreviation
	word := tokens[i].Word
	switch {
	case used == 1 && len(word) < short:
		return false
	case used > 1, len(word) > short && !isEveryday(word):
		return true
	case i > 0 && one(tokens[i-1].Word, "army", "fleet"), i > 0 && isUnit(tokens[i-1].Word) && isCapital(text, tokens[i-1]):
		return true
	case isEveryday(word) && len(tokens) > 1:
		return isCapital(text, tokens[i]) && !r.beginsSentence(text, tokens, i) || r.beside(tokens, i, 2)
	}
	return isCapital(text, tokens[i]) || r.beside(tokens, i, 1) || i > 0 && isUnit(tokens[i-1].Word) ||
		i > 0 && tokens[i-1].Word == parser.Dash || i+1 < len(tokens) && tokens[i+1].Word == parser.Dash
}

// beside reports whether a place stands next to a token, or behind a dash as well if it may be two tokens away.
func (r *reader) beside(tokens []parser.Token, i, away int) bool {
	at := func(k int) bool {
		if k < 0 || k >= len(tokens) {
			return false
		}
		word := tokens[k].Word
		return len(word) > 2 && !isEveryday(word) && len(r.places.Find(word)) > 0
	}
	dash := func(k int) bool { return k >= 0 && k < len(tokens) && tokens[k].Word == parser.Dash }
	if away == 1 {
		return at(i-1) || at(i+1)
	}
	return dash(i-1) && at(i-2) || dash(i+1) && at(i+2)
}

// beginsSentence reports whether a capital letter says nothing of a token: it is the first of a sentence, or all are
// capitals.
func (r *reader) beginsSentence(text string, tokens []parser.Token, i int) bool {
	return i == 0 || strings.ContainsAny(text[tokens[i-1].To:tokens[i].From], ".!?:\n") ||
		!strings.ContainsFunc(text, unicode.IsLower)
}

func isCapital(text string, t parser.Token) bool {
	c, _ := utf8.DecodeRuneInString(text[t.From:])
	return unicode.IsUpper(c)
}

// isEveryday reports whether the name of a place or power is a word of everyday life too.
func isEveryday(w string) bool {
	switch w {
	case "nor", "war", "her", "the", "tun", "nap", "den", "bel", "gas", "con", "por", "mar", "bar", "par", "fin", "ion", "pie", "rum", "arm",
		"bud", "gal", "med", "mid", "pet", "nat", "spa", "liv", "sev", "bur", "vie", "kon", "pre", "kan", "ost", "rom", "aus", "both", "cons", "gulf",
		"golf", "channel", "kanal", "bucht", "western", "eastern", "arme", "port", "york", "pete", "mars", "finn", "franz":
		return true
	}
	return false
}
