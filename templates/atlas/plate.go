package atlas

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// A plate is what all pictures of a board share. It is immutable, except that its ground is painted when it is first
// needed.
type plate struct {
	board  *Board
	fonts  *fonts
	look   look
	powers map[adjudicator.Seat]colour
	areas  map[string]int // indexes of areas by name
	shapes []path         // outlines of the areas
	plain  []colour       // colours of the areas when they have no owner
	lines  scene          // coasts and borders
	glow   scene          // glow along coasts, on the water side
	labels scene
	taken  []block // space taken by labels
	stacks bool    // whether pieces are drawn as stacks

	capitals bool // whether the labels of seas are in capitals

	ground *ground // nil until it is painted
	fronts []path  // for each arc, its path if it separates two lands, otherwise nil
}

// A block is an axis-aligned rectangle.
type block struct{ low, high vec }

func (b block) has(v vec, margin float64) bool {
	within := func(x, low, high float64) bool { return low-margin < x && x < high+margin }
	return within(v.x, b.low.x, b.high.x) && within(v.y, b.low.y, b.high.y)
}

func newPlate(b *Board, f *fonts) (*plate, error) {
	p := &plate{board: b, fonts: f, look: looks(b.Style), powers: map[adjudicator.Seat]colour{},
		areas: map[string]int{}}
	fits := min(b.Width, b.Height) >= 100 && max(b.Width, b.Height) <= 4000
	if !fits || len(b.Areas) >= noArea {
		return nil, fmt.Errorf("board %s: %d areas on %g by %g pixels", b.Name, len(b.Areas), b.Width, b.Height)
	}
	for _, w := range b.Powers {
		c, ok := parseColour(w.Colour)
		if !ok {
			return nil, fmt.Errorf("board %s: the colour of %s is %q", b.Name, w.Name, w.Colour)
		}
		p.powers[adjudicator.Seat(w.Name)] = c
	}
	var regions []string
	for _, a := range b.Areas {
		if a.Region != "" && !slices.Contains(regions, a.Region) {
			regions = append(regions, a.Region)
		}
	}
	slices.Sort(regions)
	for i, a := range b.Areas {
		if a.Name != "" {
			p.areas[a.Name] = i
		}
		p.capitals = p.capitals || a.Kind == Sea && a.Label != "" && a.Label == strings.ToUpper(a.Label)
		p.stacks = p.stacks || a.Stacks != (Point{})
		var s path
		for _, ring := range a.Rings {
			s = append(s, polygon(positions(b.Ring(ring))...)...)
		}
		p.shapes = append(p.shapes, slices.Clone(s)) // clone without spare capacity
		p.plain = append(p.plain, p.look.areaColour(a, slices.Index(regions, a.Region)))
	}
	p.drawLines()
	p.drawLabels()
	p.drawHills()
	return p, nil
}

// areaColour returns the colour of an area without owner; region is the number of its region, or -1.
func (l *look) areaColour(a Area, region int) colour {
	switch a.Kind {
	case Sea:
		return l.sea
	case Lake:
		return mix(l.sea, l.glow, 0.2)
	case Decor:
		return l.decor
	case Void, Paper:
		return l.key
	}
	if region >= 0 {
		all := regionColours()
		return mix(l.land, all[region%len(all)], 0.55)
	}
	if a.Rough {
		return mix(l.land, l.hill, roughShare)
	}
	return l.land
}

func positions(points []Point) []vec {
	out := make([]vec, len(points))
	for i, p := range points {
		out[i] = at(p)
	}
	return out
}

// drawLines draws coasts and borders.
func (p *plate) drawLines() {
	b, l := p.board, &p.look
	dry := func(kind string) bool { return kind == Land || kind == Decor }
	p.fronts = make([]path, len(b.Arcs))
	blocks := b.cards()
	var coast, inner, seas, decor, rim, cards path
	for i, a := range b.Arcs {
		if a.Left >= 0 && b.Areas[a.Left].Over {
			cards = append(cards, polyline(positions(a.Points)...)...)
			continue
		}
		if a.Left < 0 || a.Right < 0 {
			continue
		}
		left, right := b.Areas[a.Left].Kind, b.Areas[a.Right].Kind
		line := beside(positions(a.Points), blocks)
		switch {
		case left == Void || right == Void:
			rim = append(rim, line...)
		case dry(left) != dry(right):
			coast = append(coast, line...)
		case left == Decor && right == Decor:
			decor = append(decor, line...)
		case dry(left):
			inner = append(inner, line...)
			p.fronts[i] = line
		default:
			seas = append(seas, line...)
		}
	}
	for _, g := range b.Graticule {
		p.glow.stroke(polyline(positions(g)...), faint(l.seaLine, 0.35), 0.6)
	}
	for _, g := range []struct{ width, opacity float64 }{{11, 0.42}, {5, 0.75}} {
		p.glow.add(shape{path: coast, line: faint(l.glow, g.opacity), width: g.width, shared: true})
	}
	p.glow.stroke(seas, faint(l.seaLine, 0.95), 1.1, 5, 3.2)
	for _, k := range b.Lakes {
		p.lines.add(shape{path: polygon(positions(k)...), fill: mix(l.sea, l.glow, 0.2), line: faint(l.coast, 0.5),
			width: 0.6})
	}
	p.lines.stroke(decor, l.decorLine, 0.7)
	p.lines.stroke(inner, faint(l.border, 0.75), 0.9)
	p.lines.add(shape{path: coast, line: faint(l.coast, 0.95), width: 1, shared: true})
	p.lines.stroke(rim, l.frame, 3.4)
	p.lines.stroke(rim, l.glow, 1.2)
	p.drawCanals()
	p.drawCrossings()
	p.lines.stroke(cards, faint(white, 0.7), 3.6)
	p.lines.stroke(cards, l.border, 1.3)
	p.drawLinks()
}

// drawLinks draws links and walls between places.
func (p *plate) drawLinks() {
	b, l := p.board, &p.look
	for _, k := range b.Walls {
		wall(&p.lines, positions(k.Points))
	}
	for _, k := range b.Links {
		line := polyline(positions(k.Points)...)
		if b.Schematic {
			p.lines.stroke(line, l.border, 1.5)
			continue
		}
		p.lines.stroke(line, faint(white, 0.6), 3.2)
		p.lines.stroke(line, faint(l.ink, 0.85), 1.3, 5, 3)
	}
}

// wall draws a border that can't be crossed.
func wall(s *scene, line []vec) {
	s.stroke(polyline(line...), white, 5)
	s.stroke(polyline(line...), red, 2.6, 0.1, 4.4)
}

// lineHigh is the line spacing of labels, relative to the font height.
const lineHigh = 1.1

// labelLines returns the number of lines in an area's label.
func (p *plate) labelLines(a *Area) float64 { return float64(1 + strings.Count(a.Label, "\n")) }

// drawLabels adds the names of places, with a halo. Those of areas go into a scene of their own, which is painted
// after the pieces; those of coasts go below the pieces.
func (p *plate) drawLabels() {
	l, size := &p.look, p.board.Font
	for i := range p.board.Areas {
		a := &p.board.Areas[i]
		for _, c := range a.Coasts { // drawn below the pieces there, since a piece shows the coast as well
			p.lines.add(text{at: at(c.Text).plus(vec{0, 3}), text: c.Name, size: 8.5, style: italic,
				anchor: middle, fill: l.ink, halo: faint(white, 0.6)})
		}
		if a.Label == "" {
			continue
		}
		_, marks := a.Marks()
		lines := strings.Split(a.Label, "\n")
		t := text{at: at(a.Text).plus(vec{0, size*0.36 - marks/2}), text: lines[0], size: size,
			anchor: middle, fill: l.ink, halo: l.halo}
		switch {
		case a.Kind == Sea:
			t.style, t.fill, t.halo, t.spacing = italic, l.seaInk, l.seaHalo, SeaSpacing
		case a.Centre:
			t.style = bold
		}
		w := 0.0
		for _, line := range lines {
			w = max(w, p.fonts.width(line, t.style, t.size, t.spacing))
		}
		t.at.y -= lineHigh * size * float64(len(lines)-1) / 2
		low := vec{t.at.x - w/2, t.at.y - 0.75*size}
		if a.Centre {
			dot := vec{a.Text[0] - w/2 - 2.6, a.Text[1]}
			t.at.x += 3.6
			low.x = dot.x - 3
			p.labels.fill(circle(dot, 3.3), faint(white, 0.9))
			p.labels.fill(circle(dot, 2.4), l.ink)
		}
		p.labels.add(t)
		for _, line := range lines[1:] {
			t.at.y += lineHigh * size
			t.text = line
			p.labels.add(t)
		}
		p.taken = append(p.taken, block{low, vec{t.at.x + w/2, t.at.y + 0.1*size + marks}})
		p.drawMarks(a)
	}
}
