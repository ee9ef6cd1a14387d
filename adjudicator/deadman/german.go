package deadman

import (
	_ "embed"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/BurntSushi/toml"

	"deaddrop/parser"
)

var (
	//go:embed german.toml
	germanText string
	//go:embed foreign.toml
	foreignText string
)

// A nomenclature has the names of places and powers, by their English ones.
type nomenclature struct{ Places, Powers map[string][]string }

// german returns the German names of places and powers, and elsewhere those in other languages. The results must not be modified.
var (
	german    = sync.OnceValue(func() nomenclature { return namesOf("german.toml", germanText) })
	elsewhere = sync.OnceValue(func() nomenclature { return namesOf("foreign.toml", foreignText) })
)

func namesOf(file, text string) (n nomenclature) {
	if _, err := toml.Decode(text, &n); err != nil {
		panic("deadman: " + file + ": " + err.Error())
	}
	return n
}

// spelt yields all spellings in a list, with what each stands for.
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
