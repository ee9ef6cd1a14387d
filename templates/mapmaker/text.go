package mapmaker

import (
	"bytes"
	_ "embed"
	"sync"

	"deaddrop/templates/atlas"
)

//go:embed earth/world.txt.gz
var world []byte

// earth returns the geography of the Earth; it is read when the first map needs it.
var earth = sync.OnceValues(func() (*Geography, error) { return ReadGeography(bytes.NewReader(world)) })

// FromText compiles the map file that belongs to an edition of a game.
func FromText(text string) (*atlas.Board, error) {
	m, err := ReadMap("picture", []byte(text))
	if err != nil {
		return nil, err
	}
	g, err := earth()
	if err != nil {
		return nil, err
	}
	return m.Compile(g)
}
