package parser

import (
	"strings"
	"sync"
)

// A synonym is a German word for a command, or for a word that follows one. It is also recognised without accents,
// and with two letters in place of an umlaut.
type synonym struct{ word, means string }

var synonyms = []synonym{
	{"stand", "STATUS"},
	{"befehle", "ORDERS"},
	{"löschen", "CLEAR"},
	{"fertig", "READY"},
	{"warten", "WAIT"},
	{"presse", "PRESS"},
	{"stumm", "MUTE"},
	{"tagebuch", "DIARY"},
	{"spiel", "GAME"},
	{"als", "AS"},
	{"karte", "MAP"},
	{"brett", "MAP"},
	{"rückblick", "HISTORY"},
	{"sprache", "SET"},
	{"setze", "SET"},
	{"zeitzone", "ZONE"},
	{"abwesend", "ABSENCE"},
	{"sperren", "LOCK"},
	{"auch", "ALSO"},
	{"aussteigen", "RESIGN"},
	{"anmelden", "JOIN"},
	{"abmelden", "LEAVE"},
	{"zuschauen", "OBSERVE"},
	{"liste", "LIST"},
	{"regeln", "RULES"},
	{"hilfe", "HELP"},
	{"ende", "END"},
}

// arguments are words that may follow a command in German.
var arguments = []synonym{
	{"an", "TO"},
	{"alle", "ALL"},
	{"außer", "BUT"},
	{"grau", "GREY"},
	{"offen", "WHITE"},
	{"leise", "QUIET"},
	{"niemand", "NOBODY"},
	{"und", "and"},
	{"oder", "OR"},
	{"aus", "OFF"},
	{"ja", "YES"},
	{"karte", "MAP"},
	{"sprache", "LANGUAGE"},
	{"briefe", "LETTERS"},
	{"kurz", "SHORT"},
	{"lang", "FULL"},
	{"keine", "NONE"},
	{"frühjahr", "Spring"},
	{"frühling", "Spring"},
	{"herbst", "Fall"},
	{"spielleiter", "GM"},
	{"den", ""},
	{"dem", ""},
	{"die", ""},
}

var inTwoLetters = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")

// Spellings returns a word, and also the word with ae, oe, ue and ss in place of umlauts and sharp s, if it contains
// any.
func Spellings(word string) []string {
	spelt := inTwoLetters.Replace(word)
	if spelt == word {
		return []string{word}
	}
	return []string{word, spelt}
}

// known returns the meanings of synonyms by their folded spellings. The map is made when it is first needed.
func known(all []synonym) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		out := map[string]string{}
		for _, s := range all {
			for _, spelt := range Spellings(s.word) {
				out[fold(spelt)] = s.means
			}
		}
		return out
	})
}

var commandOf, argumentOf = known(synonyms), known(arguments)

// inGerman translates a line that begins with a synonym for a command.
func inGerman(word, rest string) (name, args string, ok bool) {
	if word = fold(word); len(word) > len("aussteigen") {
		return "", "", false
	}
	if name = commandOf()[word]; name == "" || name == "GAME" && !game.MatchString(rest) {
		return "", "", false
	}
	words := strings.Fields(rest)
	for i, w := range words {
		bare := strings.TrimRight(w, ",;:.!")
		if means, ok := argumentOf()[fold(bare)]; ok {
			words[i] = means + w[len(bare):]
		}
	}
	if word == "sprache" {
		words = append([]string{"LANGUAGE"}, words...)
	}
	return name, strings.TrimSpace(strings.ReplaceAll(strings.Join(words, " "), "  ", " ")), true
}
