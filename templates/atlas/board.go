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
	Name          string // as a chart names its board
	Title         string // "Europe, 1901"
	Width, Height float64
	Style         string  // the palette: "classic", "atlas"
	Token         float64 // radius of a piece
	Font          float64 // height of the areas' labels
	Powers        []Power `json:",omitempty"` // whose colours the map chooses

	Areas []Area
	Arcs  []Arc
	Links []Link `json:",omitempty"`

	Modern bool    `json:",omitempty"` // soldiers and ships look as those of the 20th century
	Canals []Canal `json:",omitempty"`

	Crossings []Link `json:",omitempty"` // arrows over water or mountains, from one land to another and back

	Schematic bool   `json:",omitempty"` // it is of cards: what joins them are whole lines
	Joined    bool   `json:",omitempty"` // lines join what has no common border, and walls part what has one
	Walls     []Link `json:",omitempty"` // borders between places that are not next to each other

	Lakes     [][]Point `json:",omitempty"` // closed lines, nobody's
	Graticule [][]Point `json:",omitempty"` // meridians and parallels
}

// A Point is a position: pixels from the left and from the top.
type Point [2]float64

// A Power is a power with a colour of its own.
type Power struct{ Name, Colour string } // "Austria", "#c8102e"

// An Arc is a piece of border between two areas. Left and Right are indexes into Board.Areas, as seen when walking
// along the points; -1 is beyond the frame.
type Arc struct {
	Left, Right int
	Points      []Point
}

// The kinds of areas.
const (
	Land  = "land"
	Sea   = "sea"
	Decor = "decor" // land that is no place of the game
	Lake  = "lake"  // water that is none
	Void  = "void"  // beyond the rim of a round map
	Paper = "paper" // what cards lie on
)

// An Area is a part of the picture, in one piece or several. If it is Land or Sea, it is a place of the game.
type Area struct {
	Name   string // as the rules write it: "Nth"; empty if it is no place
	Full   string `json:",omitempty"` // "North Sea"
	Kind   string
	Over   bool     `json:",omitempty"` // a card that lies on other areas; they come last
	Label  string   `json:",omitempty"` // what stands on the map, "Lon", "NTH"; it may have several lines
	Centre bool     `json:",omitempty"` // a supply centre: its label has a dot
	Region string   `json:",omitempty"` // what part of the board it is of
	Value  string   `json:",omitempty"` // what it is worth: in a disc below the label, and beside it Port and Raises
	Rough  bool     `json:",omitempty"` // there are hills
	Port   bool     `json:",omitempty"` // an anchor
	Raises []string `json:",omitempty"` // kinds of pieces that come from there: "cavalry"

	Symbols []Symbol `json:",omitempty"` // what it has, in a row below the label; an area with a Value has none

	Rings [][]int // outlines: indexes into the arcs, ^i walks arc i backwards; the longest first

	Unit   Point // the middle of what stands there
	Second Point // the middle of another piece beside it: a dislodged one
	Text   Point // the middle of the label, with the dot of a supply centre on its left
	// number of pieces that fit around Unit, in rows of four; 0: there are never any
	Pieces int     `json:",omitempty"`
	Stacks Point   `json:",omitzero"`  // width and height of the space around Unit, if pieces are drawn as stacks
	Room   float64 `json:",omitempty"` // from Unit to the nearest border
	Coasts []Coast `json:",omitempty"` // where the shore is split
}

// A Symbol is something printed in an area, with a number, such as "factory".
type Symbol struct {
	Kind  string
	Count int
}

// A Canal is a line over land from one water to another.
type Canal struct {
	Name   string
	Points []Point
}

// A Coast is one of several coasts of an area, and where pieces on it are drawn.
type Coast struct {
	Name   string // "nc"
	Unit   Point
	Second Point
	Text   Point // the middle of its name
}

// A Link is a line that joins two places. On a board where borders join nothing, it leads from one Unit to the other
// through the points.
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

// Encode returns the board as JSON with a line for each area, arc and line, so that diffs are readable.
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

// DecodeBoard parses the result of Encode.
func DecodeBoard(text []byte) (*Board, error) {
	b := new(Board)
	if err := json.Unmarshal(text, b); err != nil {
		return nil, err
	}
	return b, b.check()
}

// check returns an error if an index is out of range.
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
