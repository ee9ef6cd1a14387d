package parser

import (
	"strings"
	"sync"
)

// What players write in German beside the commands in English. A synonym stands for a command, and what follows it is written
// with synonyms too.

// A synonym is another word for a command, or for a word that follows one. It is found without accents, and with the
// two letters that stand for an umlaut.
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

// arguments are the words behind a command that was written in German, and what they mean.
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

// Spellings are how a word with an umlaut or a sharp s may be spelt: as it is, and with the two letters that stand for it.
func Spellings(word string) []string {
	spelt := inTwoLetters.Replace(word)
	if spelt == word {
		return []string{word}
	}
	return []string{word, spelt}
}

// known finds synonyms by their words as they are compared.
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

// inGerman is a line that begins with a synonym for a command as it would be with the command.
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
