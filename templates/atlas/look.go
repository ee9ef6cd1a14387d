package atlas

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
)

// A look is the colour scheme of a board.
type look struct {
	sea, seaLine, glow, coast, border, land colour
	decor, decorLine                        colour
	ink, seaInk, halo, seaHalo              colour
	fog, seaFog                             colour // colours that unseen land and sea fade into
	unseen, old                             hatch
	frame, head, headInk, headDim, key      colour
	hill                                    colour
}

const (
	ownerShare = 0.62 // share of the owner's colour in a land's colour
	haloWidth  = 2.2
	roughShare = 0.1 // share of the hills' colour in rough land
)

// Colours with the same meaning on all boards: red for trouble, green for new.
var (
	white     = rgb(0xffffff)
	casing    = faint(white, 0.9) // outline around lines that separates them from what is below
	red       = rgb(0xc62828)
	green     = rgb(0x2e7d32)
	gold      = rgb(0xffc928)
	blueWater = rgb(0x1f5f8b)
	black     = rgb(0x1c1814)
	nobody    = rgb(0xb8b2a4) // colour of a piece whose owner is unknown
)

// looks returns the colour scheme of a name; see Board.Style.
func looks(name string) look {
	l := look{
		sea: rgb(0xbfd6e4), seaLine: rgb(0x7fa3bb), glow: rgb(0xe3eff5),
		coast: rgb(0x4c5a63), border: rgb(0x5b5347), land: rgb(0xf3ead2),
		decor: rgb(0xd8d2c2), decorLine: rgb(0xb9b19d),
		ink: rgb(0x2b2620), seaInk: rgb(0x2f5573), halo: faint(white, 0.78), seaHalo: faint(rgb(0xe3eff5), 0.85),
		fog: rgb(0x8d8a83), seaFog: rgb(0x8da3b1),
		unseen: hatch{colour: faint(rgb(0x5e5a52), 0.55), period: 7, width: 0.58},
		old:    hatch{colour: faint(rgb(0x5e5a52), 0.55), period: 17, width: 0.58, falls: true},
		frame:  rgb(0x3a3530), head: rgb(0x2f2a25), headInk: rgb(0xf5efe0), headDim: rgb(0xcfc6b4), key: rgb(0xefe7d3),
		hill: rgb(0x6b4f33),
	}
	switch name {
	case "atlas":
		l.sea, l.seaLine, l.glow = rgb(0xa9c7d8), rgb(0x6c93ab), rgb(0xcfe2ec)
		l.land, l.decor, l.head = rgb(0xf4efe2), rgb(0xdcd8cd), rgb(0x23323d)
	case "night": // over a dark sea
		l.sea, l.seaLine, l.glow, l.seaInk = rgb(0x2b4a60), rgb(0x6f93a8), rgb(0x4b7187), rgb(0xd3e4ec)
		l.land, l.decor, l.decorLine, l.key = rgb(0xe6dfcc), rgb(0x8b8f8c), rgb(0x767b7a), rgb(0xe2dfd4)
		l.coast, l.border, l.head, l.frame = rgb(0x14242f), rgb(0x57534a), rgb(0x16242e), rgb(0x0f1a22)
		l.seaHalo = faint(l.sea, 0.85)
	case "papyrus":
		l.sea, l.seaLine, l.glow, l.seaInk = rgb(0xb7cdc9), rgb(0x7d9c98), rgb(0xdbe6df), rgb(0x2f5a5c)
		l.land, l.decor, l.decorLine, l.key = rgb(0xefdcb2), rgb(0xcfc8b8), rgb(0xb5ad9b), rgb(0xeee0c2)
		l.coast, l.border, l.head, l.frame = rgb(0x5a4632), rgb(0x6e5539), rgb(0x46291a), rgb(0x3a2214)
		l.seaHalo = faint(l.glow, 0.85)
	}
	return l
}

// regionColours returns the tints of regions.
func regionColours() []colour {
	return []colour{rgb(0xe8c48a), rgb(0xb9cf9a), rgb(0xe3a58f), rgb(0xe6d68a), rgb(0xc9b6d8), rgb(0xa9cfc4)}
}

// spareColours returns colours for seats to which the board assigns none.
func spareColours() []colour {
	return []colour{rgb(0xc0392b), rgb(0x2f5f9e), rgb(0x3f8f4f), rgb(0xd9a320), rgb(0x8a4fa8), rgb(0x2a9d9d),
		rgb(0xc24d7a), rgb(0x7a5c35), rgb(0x5b5b5b), rgb(0x86a82e), rgb(0xe07b39), rgb(0x4aa3d8)}
}

// parseColour parses "#c8102e".
func parseColour(text string) (colour, bool) {
	digits, ok := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	return rgb(uint32(n)), ok && err == nil && len(digits) == 6
}

// seatColours returns the colours of all seats in a chart. A seat's colour follows from its name, and from the others
// only if two would get the same one, so that it seldom changes between the pictures of a game.
func (p *plate) seatColours(seats []adjudicator.Seat) map[adjudicator.Seat]colour {
	out := map[adjudicator.Seat]colour{}
	spare := spareColours()
	taken := map[uint32]bool{}
	for _, seat := range seats {
		if c, ok := p.powers[seat]; ok {
			out[seat] = c
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(seat))
		n := h.Sum32() % uint32(len(spare))
		for i := 0; i < len(spare) && taken[n]; i++ {
			n = (n + 1) % uint32(len(spare))
		}
		taken[n] = true
		out[seat] = spare[n]
	}
	return out
}

// seatsOf returns the seats that occur in a chart, the board's powers first, then by name.
func (p *plate) seatsOf(c adjudicator.Chart) []adjudicator.Seat {
	var out []adjudicator.Seat
	add := func(s adjudicator.Seat) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, place := range c.Places {
		add(place.Owner)
		for _, piece := range place.Pieces {
			add(piece.Owner)
		}
	}
	for _, a := range c.Arrows {
		add(a.Owner)
	}
	rank := func(s adjudicator.Seat) int {
		if i := slices.IndexFunc(p.board.Powers, func(w Power) bool { return w.Name == string(s) }); i >= 0 {
			return i
		}
		return len(p.board.Powers)
	}
	slices.SortFunc(out, func(a, b adjudicator.Seat) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	})
	return out
}
