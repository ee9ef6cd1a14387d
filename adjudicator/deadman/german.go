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

//go:embed german.toml
var germanText string

// german returns the German names of places and powers. The result must not be modified.
var german = sync.OnceValue(func() (names struct{ Places, Powers map[string][]string }) {
	if _, err := toml.Decode(germanText, &names); err != nil {
		panic("deadman: german.toml: " + err.Error())
	}
	return names
})

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
