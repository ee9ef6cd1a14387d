package atlas

import (
	"strings"

	"deaddrop/adjudicator"
)

// Sizes on a card: its label with the marks, and the pieces below.
const (
	cardPad    = 5.0
	cardRound  = 7.0
	labelLong  = 12   // number of letters after which a label is broken, if it contains a blank
	stackRoomX = 62.0 // width of the space for stacks
	stackRoomY = 32.0
)

// A card is a place of a plan drawn as a rectangle, with an area around 0, 0.
type card struct {
	size vec
	area Area
}

// labelOf returns a name as a label: in two lines if it is long and contains a blank.
func labelOf(name string) string {
	if len(name) <= labelLong {
		return name
	}
	best := -1
	for i, c := range name {
		if c == ' ' && (best < 0 || max(i, len(name)-i) < max(best, len(name)-best)) {
			best = i
		}
	}
	if best < 0 {
		return name
	}
	return name[:best] + "\n" + name[best+1:]
}

// areaOf returns the area for site i of a plan, without shape and positions.
func (p *plate) areaOf(plan *adjudicator.Plan, i int) Area {
	s := plan.Sites[i]
	a := Area{Name: s.Name, Full: s.Name, Kind: Land, Label: labelOf(s.Name), Region: s.Region, Value: s.Value,
		Rough: s.Rough, Port: s.Port, Raises: s.Raises}
	if s.Sea {
		a.Kind = Sea
		if p != nil && p.capitals {
			a.Label = strings.ToUpper(a.Label)
		}
	}
	for _, m := range s.Marks {
		a.Symbols = append(a.Symbols, Symbol{m.Kind, m.Count})
	}
	return a
}

// coastSymbols returns the symbols for the waters of a site.
func coastSymbols(plan *adjudicator.Plan, i int) []Symbol {
	var out []Symbol
	for _, c := range plan.Sites[i].Coasts {
		out = append(out, Symbol{coastKind + plan.Sites[c].Name[:1], 1})
	}
	return out
}

// cardOf returns the card for site i of a plan, with as much space for pieces as the areas of the board have.
func (p *plate) cardOf(plan *adjudicator.Plan, i int) card {
	a := p.areaOf(plan, i)
	a.Over = true
	a.Symbols = append(a.Symbols, coastSymbols(plan, i)...)
	low := p.labelSize(&a)
	room := vec{2.6 * p.board.Token, 2.4 * p.board.Token}
	switch {
	case p.stacks:
		room = vec{stackRoomX, stackRoomY}
		a.Stacks = Point{stackRoomX, stackRoomY}
	case p.wide():
		room.x = 2*RowWide*p.board.Token - 2
	}
	size := vec{max(low.x, room.x) + 2*cardPad, low.y + room.y + 2*cardPad}
	a.Text = Point{0, -size.y/2 + cardPad + low.y/2}
	a.Unit = Point{0, size.y/2 - cardPad - room.y/2}
	a.Second = Point{room.x / 2, a.Unit[1]}
	a.Pieces, a.Room = 2, room.y/2
	return card{size, a}
}

// wide reports whether there is space for two pieces side by side on this board.
func (p *plate) wide() bool {
	for _, a := range p.board.Areas {
		if a.Pieces > 1 {
			return true
		}
	}
	return false
}

// labelSize returns the size of a label with its marks.
func (p *plate) labelSize(a *Area) vec {
	if a.Label == "" {
		return vec{}
	}
	wide, high := a.Marks()
	t := text{size: p.board.Font}
	switch {
	case a.Kind == Sea:
		t.style, t.spacing = italic, SeaSpacing
	case a.Centre:
		t.style = bold
	}
	for line := range strings.SplitSeq(a.Label, "\n") {
		wide = max(wide, p.fonts.width(line, t.style, t.size, t.spacing))
	}
	return vec{wide, p.labelLines(a)*lineHigh*t.size + high}
}

// put adds a card to a board, centred at a point; around is the index of the area that surrounds it.
func (b *Board) put(c card, middle vec, around int) {
	move := func(p Point) Point { return Point{p[0] + middle.x, p[1] + middle.y} }
	a := c.area
	a.Unit, a.Second, a.Text = move(a.Unit), move(a.Second), move(a.Text)
	a.Rings = [][]int{{len(b.Arcs)}}
	b.Arcs = append(b.Arcs, Arc{Left: len(b.Areas), Right: around, Points: rounded(middle, c.size)})
	b.Areas = append(b.Areas, a)
}

// cards returns the rectangles of a board's cards.
func (b *Board) cards() []block {
	var out []block
	for _, a := range b.Areas {
		if a.Over {
			low, high := extent([][]vec{positions(b.Ring(a.Rings[0]))})
			out = append(out, block{low, high})
		}
	}
	return out
}

// beside returns the parts of a line that are not covered by cards.
func beside(line []vec, cards []block) path {
	if len(cards) == 0 {
		return polyline(line...)
	}
	var out path
	for i := 1; i < len(line); i++ {
		for _, part := range outside(line[i-1], line[i], cards) {
			last := len(out) - 1
			if last < 0 || out[last].p != part[0] {
				out.moveTo(part[0])
			}
			out.lineTo(part[1])
		}
	}
	return out
}

// rounded returns the outline of a card with rounded corners.
func rounded(c, size vec) []Point {
	const steps = 4
	half := size.times(0.5)
	var out []Point
	for corner, by := range []vec{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}} {
		turn := vec{c.x + by.x*(half.x-cardRound), c.y + by.y*(half.y-cardRound)}
		for i := range steps + 1 {
			v := vec{0, -cardRound}.turned(quarter * (float64(corner) + float64(i)/steps))
			out = append(out, Point{turn.x + v.x, turn.y + v.y})
		}
	}
	return append(out, out[0])
}

// blockOf returns the rectangle of a card.
func blockOf(middle, size vec) block {
	half := size.times(0.5)
	return block{middle.minus(half), middle.plus(half)}
}
