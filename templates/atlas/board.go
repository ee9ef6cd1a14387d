package atlas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// A Board is a map ready to be drawn: shared border lines, the areas that they bound, and positions for pieces and
// labels. All lengths are in pixels of a picture of Width and Height. It is immutable; templates/mapmaker creates it.
type Board struct {
	Name          string // the name that charts refer to
	Title         string // such as "Europe, 1901"
	Width, Height float64
	Style         string  // colour scheme, such as "classic" or "atlas"
	Token         float64 // radius of a piece
	Font          float64 // height of the areas' labels
	Powers        []Power `json:",omitempty"` // powers whose colours the map defines

	Areas []Area
	Arcs  []Arc
	Links []Link `json:",omitempty"`

	Modern bool    `json:",omitempty"` // whether soldiers and ships look like those of the 20th century
	Canals []Canal `json:",omitempty"`

	Crossings []Link `json:",omitempty"` // two-headed arrows over water or mountains between two lands

	Schematic bool `json:",omitempty"` // whether the board consists of cards joined by straight lines
	// whether lines join adjacent places without a common border, and walls separate places that have one but are not
	// adjacent
	Joined bool   `json:",omitempty"`
	Walls  []Link `json:",omitempty"` // borders between places that are not adjacent

	Lakes     [][]Point `json:",omitempty"` // outlines of lakes that belong to no place
	Graticule [][]Point `json:",omitempty"` // meridians and parallels
}

// A Point is a position: pixels from the left and from the top.
type Point [2]float64

// A Power is the name of a power with its colour, such as "Austria" and "#c8102e".
type Power struct{ Name, Colour string } // "Austria", "#c8102e"

// An Arc is a piece of border between two areas. Left and Right are indexes into Board.Areas, as seen when walking
// along the points; -1 is beyond the edge of the picture.
type Arc struct {
	Left, Right int
	Points      []Point
}

// The kinds of areas.
const (
	Land  = "land"
	Sea   = "sea"
	Decor = "decor" // land that is not a place of the game
	Lake  = "lake"  // water that is not a place of the game
	Void  = "void"  // the ground outside a round map
	Paper = "paper" // the ground below cards
)

// An Area is a part of the picture, in one piece or several. If it is Land or Sea, it is a place of the game.
type Area struct {
	Name   string // name in the rules, such as "Nth"; "" if it is not a place
	Full   string `json:",omitempty"` // full name, such as "North Sea"
	Kind   string
	Over   bool   `json:",omitempty"` // whether it is a card on top of other areas; cards come last in the list
	Label  string `json:",omitempty"` // the label on the map, such as "Lon" or "NTH"; it may have several lines
	Centre bool   `json:",omitempty"` // whether it is a supply centre, whose label has a dot
	Region string `json:",omitempty"` // the region of the board that it belongs to
	// value of the place, shown in a disc below the label, with Port and Raises beside it
	Value  string   `json:",omitempty"`
	Rough  bool     `json:",omitempty"` // whether hills are drawn
	Port   bool     `json:",omitempty"` // whether an anchor is drawn
	Raises []string `json:",omitempty"` // kinds of pieces that are raised there, such as "cavalry"

	Symbols []Symbol `json:",omitempty"` // symbols in a row below the label; an area with a Value has none

	Rings [][]int // outlines, the longest first; each lists indexes of arcs, where ^i is arc i backwards

	Unit   Point // centre of the pieces
	Second Point // centre of a second, dislodged piece beside them
	Text   Point // centre of the label, not counting the dot of a supply centre to its left
	// number of pieces that fit around Unit, in rows of four; 0 if no piece can be there
	Pieces int     `json:",omitempty"`
	Stacks Point   `json:",omitzero"`  // width and height of the space around Unit, if pieces are drawn as stacks
	Room   float64 `json:",omitempty"` // distance from Unit to the nearest border
	Coasts []Coast `json:",omitempty"` // its coasts, if it has more than one
}

// A Symbol is a symbol printed in an area, such as "factory", with a number.
type Symbol struct {
	Kind  string
	Count int
}

// A Canal is a line over land from one water to another.
type Canal struct {
	Name   string
	Points []Point
}

// A Coast is one of several coasts of an area, with the positions of its name and of pieces on it.
type Coast struct {
	Name   string // such as "nc"
	Unit   Point
	Second Point
	Text   Point // centre of the coast's name
}

// A Link is a line that joins two places. On a board where adjacency is shown by lines, it leads from one place's
// Unit through the points to the other's.
type Link struct {
	From, To string
	Points   []Point
}

// Area returns the place with a name.
func (b *Board) Area(name string) (*Area, bool) {
	i := slices.IndexFunc(b.Areas, func(a Area) bool { return a.Name == name && name != "" })
	if i < 0 {
		return nil, false
	}
	return &b.Areas[i], true
}

// Coast returns the coast with a name.
func (a *Area) Coast(name string) (*Coast, bool) {
	i := slices.IndexFunc(a.Coasts, func(c Coast) bool { return c.Name == name })
	if i < 0 {
		return nil, false
	}
	return &a.Coasts[i], true
}

// Ring returns the points of an outline; the last is joined to the first.
func (b *Board) Ring(ring []int) []Point {
	var out []Point
	for _, i := range ring {
		if i >= 0 {
			p := b.Arcs[i].Points
			out = append(out, p[:len(p)-1]...)
			continue
		}
		p := b.Arcs[^i].Points
		for k := len(p) - 1; k > 0; k-- {
			out = append(out, p[k])
		}
	}
	return out
}

// Encode returns the board as JSON with each area, arc and link on a line of its own, so that diffs are readable.
func (b *Board) Encode() ([]byte, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	for _, start := range []string{`{"Name":`, `{"Left":`, `{"From":`} {
		text = bytes.ReplaceAll(text, []byte(","+start), []byte(",\n"+start))
	}
	return append(text, '\n'), nil
}

// DecodeBoard parses the output of Encode.
func DecodeBoard(text []byte) (*Board, error) {
	b := new(Board)
	if err := json.Unmarshal(text, b); err != nil {
		return nil, err
	}
	return b, b.check()
}

// check returns an error if an index into the board's areas or arcs is out of range.
func (b *Board) check() error {
	for i, a := range b.Arcs {
		if len(a.Points) < 2 || max(a.Left, a.Right) >= len(b.Areas) || min(a.Left, a.Right) < -1 {
			return fmt.Errorf("board %s: arc %d is broken", b.Name, i)
		}
	}
	for _, a := range b.Areas {
		for _, ring := range a.Rings {
			for _, i := range ring {
				if i >= len(b.Arcs) || ^i >= len(b.Arcs) {
					return fmt.Errorf("board %s: %s has an outline of arcs that there are not", b.Name, a.Name)
				}
			}
		}
	}
	return nil
}
