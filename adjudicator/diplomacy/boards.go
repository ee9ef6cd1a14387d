package diplomacy

import (
	"embed"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed boards/*.toml
var packs embed.FS

// boards contains the boards that come with the package, by name. Each is parsed when it is first needed.
var boards = func() map[string]func() *Board {
	files, err := packs.ReadDir("boards")
	if err != nil {
		panic("diplomacy: " + err.Error())
	}
	all := map[string]func() *Board{}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		all[name] = sync.OnceValue(func() *Board {
			b, err := ParseBoard(packText(name))
			if err != nil {
				panic("diplomacy: " + packPath(name) + ": " + err.Error())
			}
			return b
		})
	}
	return all
}()

func packPath(name string) string { return "boards/" + name + ".toml" }

// packText returns the pack of a board, which must exist.
func packText(name string) []byte {
	text, err := packs.ReadFile(packPath(name))
	if err != nil {
		panic("diplomacy: " + err.Error())
	}
	return text
}

// Standard returns the standard board of seven powers.
func Standard() *Board { return BoardNamed("standard") }

// BoardNamed returns the board of exactly that name, one of BoardNames, or nil if there is none. It returns the same
// board each time.
func BoardNamed(name string) *Board {
	if read, ok := boards[name]; ok {
		return read()
	}
	return nil
}

// BoardNames returns the names of the boards that come with the package in
// alphabetical order.
func BoardNames() []string { return slices.Sorted(maps.Keys(boards)) }
