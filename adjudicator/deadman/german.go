package deadman

import (
	_ "embed"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"deaddrop/parser"
)

//go:embed german.toml
var germanText string

// A tongue is what orders may be written in beside English.
type tongue struct {
	Places, Powers, Words, Little map[string][]string

	means   map[string]string // English words by those of the tongue, and by phrases of them
	telling map[string]bool   // words that no English line has
}

// german is the one that there is. Nothing changes it.
var german = sync.OnceValue(func() *tongue {
	t := &tongue{means: map[string]string{}, telling: map[string]bool{}}
	if _, err := toml.Decode(germanText, t); err != nil {
		panic("deadman: german.toml: " + err.Error())
	}
	for phrase, means := range spelt(t.Words) {
		words := parser.Words(phrase)
		t.means[strings.Join(words, " ")] = strings.ToLower(means)
		if len(words) == 1 {
			t.telling[words[0]] = true
		}
	}
	for phrase, means := range spelt(t.Little) {
		t.means[strings.Join(parser.Words(phrase), " ")] = means
	}
	const short = 4 // letters of a word that may be an abbreviation
	for name := range spelt(t.Places) {
		for _, w := range parser.Words(name) {
			if len(w) > short {
				t.telling[w] = true
			}
		}
	}
	return t
})

// spelt are all spellings of a list, and what each stands for.
func spelt(list map[string][]string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, means := range slices.Sorted(maps.Keys(list)) {
			for _, name := range list[means] {
				for _, spelling := range parser.Spellings(name) {
					if !yield(spelling, means) {
						return
					}
				}
			}
		}
	}
}

// tokensIn are the tokens of a line; those of a German line are put into English.
func tokensIn(line string) []parser.Token {
	tokens := parser.Tokens(line)
	lost := func(t parser.Token) bool { return one(t.Word, "lost", "lose") } // "löst" and "löse", if they are written so
	if slices.ContainsFunc(tokens, lost) && !strings.ContainsAny(line, "äöüÄÖÜ") {
		return tokens // "Munich is lost" disbands nothing
	}
	return german().english(tokens)
}

// wordsIn are the words of those.
func wordsIn(line string) []string {
	words := parser.Words(line)
	if !slices.ContainsFunc(words, german().tells) {
		return words
	}
	tokens := tokensIn(parser.Plain(line))
	words = make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Word
	}
	return words
}

func (t *tongue) tells(word string) bool { return t.telling[word] }

// english puts the words of a line into English where it has one that tells that it is not.
func (t *tongue) english(tokens []parser.Token) []parser.Token {
	if !slices.ContainsFunc(tokens, func(token parser.Token) bool { return t.telling[token.Word] }) {
		return tokens
	}
	const longest = 3 // words of a phrase
	var out []parser.Token
	for i := 0; i < len(tokens); {
		taken := tokens[i]
		n := 1
		phrase := ""
		for k := i; k < min(len(tokens), i+longest); k++ {
			phrase = strings.TrimPrefix(phrase+" "+tokens[k].Word, " ")
			if means, ok := t.means[phrase]; ok {
				taken, n = parser.Token{Word: means, From: tokens[i].From, To: tokens[k].To}, k-i+1
			}
		}
		if i += n; taken.Word != "" {
			out = append(out, taken)
		}
	}
	return out
}
