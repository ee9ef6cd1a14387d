package atlas

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sizes of what is printed in areas: symbols in a row below the label, each with a number if it occurs several times;
// and canals.
const (
	symbolsHigh = 10.5
	signWide    = 10.0
	timesWide   = 5.5 // width of a number behind a symbol
	canalWide   = 2.4

	numberedHigh  = 14.0 // height of a row of symbols that contain their numbers
	numberedWide  = 13.6
	crossingWide  = 2.2
	crossingCased = crossingWide + 2.4
)

// startCity and prizeCity are the numbers of natives by which start cities and prize cities are recognised.
const startCity, prizeCity = 5, 6

// numbered reports whether a symbol has its number inside instead of after it.
func (s Symbol) numbered() bool {
	switch s.Kind {
	case "natives", "interior", "border", "difficulty":
		return true
	}
	return strings.HasPrefix(s.Kind, coastKind) || s.isBadge()
}

// isBadge reports whether a symbol is the badge of a commonwealth.
func (s Symbol) isBadge() bool {
	_, ok := badges()[s.Kind]
	return ok
}

// coastKind is the prefix of symbol kinds for waters; a letter follows.
const coastKind = "coast "

func (s Symbol) wide() float64 {
	if s.isBadge() {
		return badgeWide + 2
	}
	if s.numbered() {
		return numberedWide
	}
	if s.Count > 1 {
		return signWide + timesWide
	}
	return signWide
}

// rowEnd returns the position of a chit at the left (-1) or the right (1) end of an area's symbols.
func (p *plate) rowEnd(a *Area, side float64) vec {
	return vec{a.Text[0] + side*(a.rowWide()/2+chitWide/2+1), p.row(a)}
}

// row returns the vertical centre of an area's row of symbols.
func (p *plate) row(a *Area) float64 {
	return a.Text[1] + p.labelLines(a)*p.board.Font*0.55
}

// drawSymbols draws the row of symbols below a label.
func (p *plate) drawSymbols(a *Area) {
	l := &p.look
	c := vec{a.Text[0] - a.rowWide()/2, p.row(a)}
	for _, s := range a.Symbols {
		if s.numbered() {
			t := numberedStamp(s, l)
			t.at = c.plus(vec{s.wide() / 2, 0})
			p.labels.add(t)
			c.x += s.wide()
			continue
		}
		t := symbolStamp(s.Kind, l.ink, l.land, 4.4)
		t.at = c.plus(vec{signWide / 2, 0})
		p.labels.add(t)
		if s.Count > 1 {
			p.labels.add(text{at: c.plus(vec{signWide - 0.4, 3.2}), text: strconv.Itoa(s.Count),
				size: 8.8, style: bold, fill: l.ink, halo: l.halo})
		}
		c.x += s.wide()
	}
}

// drawCanals draws canals over land.
func (p *plate) drawCanals() {
	for _, c := range p.board.Canals {
		line := polyline(positions(c.Points)...)
		p.lines.stroke(line, white, canalWide+2)
		p.lines.stroke(line, blueWater, canalWide)
	}
}

// numberedStamp returns a symbol that contains its number, centred at 0, 0. Natives are in a disc (golden in a start
// city, red in a prize city), interior in a shield, a border in a wave, and the difficulty of a sea in a ring.
func numberedStamp(s Symbol, l *look) stamp {
	if s.isBadge() {
		return badgeStamp(s.Kind, l)
	}
	const r = 6.2
	var body path
	fill, ink := mix(l.land, white, 0.6), black
	number := strconv.Itoa(s.Count)
	if letter, ok := strings.CutPrefix(s.Kind, coastKind); ok {
		number = letter
	}
	switch s.Kind {
	case "natives":
		body, fill, ink = circle(vec{}, r), rgb(0x37322c), white
		switch s.Count {
		case startCity:
			fill, ink = gold, black
		case prizeCity:
			fill = red
		}
	case "interior":
		body.moveTo(vec{-r, -r})
		body.lineTo(vec{r, -r})
		body.lineTo(vec{r, 0.8})
		body.curveTo(vec{r, 4.2}, vec{2.4, 6.3}, vec{0, 7.4})
		body.curveTo(vec{-2.4, 6.3}, vec{-r, 4.2}, vec{-r, 0.8})
		body.close()
	case "border":
		fill, ink = blueWater, white
		body.moveTo(vec{-r, -4})
		body.curveTo(vec{-4, -8}, vec{-1.8, -7.6}, vec{0, -5})
		body.curveTo(vec{1.8, -3}, vec{4.2, -3.6}, vec{r, -6.4})
		body.lineTo(vec{r, r})
		body.lineTo(vec{-r, r})
		body.close()
	default:
		body, fill, ink = circle(vec{}, r), l.sea, l.seaInk
	}
	line := black
	if s.Kind == "difficulty" {
		line = l.seaInk
	}
	return stamp{name: fmt.Sprint(s.Kind, " ", s.Count), items: []item{
		shape{path: body, fill: fill, line: line, width: 0.9},
		text{at: vec{0, 3.6}, text: number, size: 10.2, style: bold, anchor: middle, fill: ink},
	}}
}

// drawCrossings draws the crossings of a board as two-headed arrows.
func (p *plate) drawCrossings() {
	for _, k := range p.board.Crossings {
		crossing(&p.lines, positions(k.Points))
	}
}

func crossing(s *scene, line []vec) {
	const long, half = 8.0, 4.2
	last := len(line) - 1
	first, end := line[0], line[last]
	out, in := line[0].minus(line[1]).unit(), line[last].minus(line[last-1]).unit()
	shaft := slices.Clone(line)
	shaft[0], shaft[last] = first.minus(out.times(long-1)), end.minus(in.times(long-1))
	s.stroke(polyline(shaft...), black, crossingCased)
	for _, head := range []path{arrowHead(first, out, long, half), arrowHead(end, in, long, half)} {
		s.add(shape{path: head, fill: white, line: black, width: 2})
	}
	s.stroke(polyline(shaft...), white, crossingWide)
	for _, head := range []path{arrowHead(first, out, long, half), arrowHead(end, in, long, half)} {
		s.fill(head, white)
	}
}

// sign returns the name of the symbol that a board uses for a kind of piece.
func (p *plate) sign(kind string) string {
	if p.board.Modern && (kind == "infantry" || kind == "fleet") {
		return "modern " + kind
	}
	return kind
}

// flagStamp returns the flag of a power.
func flagStamp(fill colour, c vec) stamp {
	var flag path
	flag.moveTo(vec{-2.6, -5})
	flag.curveTo(vec{-0.6, -6.4}, vec{1.4, -3.6}, vec{4.6, -5})
	flag.lineTo(vec{4.6, 0.4})
	flag.curveTo(vec{1.4, 1.8}, vec{-0.6, -1}, vec{-2.6, 0.4})
	flag.close()
	return stamp{name: "flag " + css(fill), at: c, items: []item{
		shape{path: box(-3.6, -5.8, 1.4, 11.4, 0), fill: black, line: white, width: 0.8},
		shape{path: flag, fill: fill, line: white, width: 2},
		shape{path: flag, fill: fill, line: black, width: 0.9},
	}}
}

// printed returns the shapes of symbols printed on a board, at radius 1, and what is cut out of them; nothing for
// other kinds.
func printed(kind string) (dark []path, cut path) {
	switch kind {
	case "factory": // a saw-tooth roof and a chimney
		return []path{polygon(vec{-0.95, 0.85}, vec{-0.9, -0.95}, vec{-0.56, -0.95}, vec{-0.5, 0}, vec{-0.04, -0.4},
			vec{-0.04, 0}, vec{0.44, -0.4}, vec{0.44, 0}, vec{0.95, -0.4}, vec{0.95, 0.85})}, nil
	case "crate":
		return []path{box(-0.82, -0.78, 1.64, 1.6, 0)},
			append(polygon(vec{-0.6, -0.36}, vec{-0.42, -0.56}, vec{0.6, 0.4}, vec{0.42, 0.6}),
				polygon(vec{0.6, -0.36}, vec{0.42, -0.56}, vec{-0.6, 0.4}, vec{-0.42, 0.6})...)
	case "government": // a temple
		return []path{polygon(vec{-1, -0.28}, vec{0, -0.98}, vec{1, -0.28}), box(-0.76, -0.2, 0.3, 0.74, 0),
			box(-0.15, -0.2, 0.3, 0.74, 0), box(0.46, -0.2, 0.3, 0.74, 0), box(-0.96, 0.56, 1.92, 0.3, 0)}, nil
	case "derrick":
		return []path{polygon(vec{-0.8, 0.95}, vec{-0.12, -1}, vec{0.1, -1}, vec{-0.5, 0.95}),
			polygon(vec{0.8, 0.95}, vec{0.12, -1}, vec{-0.1, -1}, vec{0.5, 0.95}), box(-0.5, 0.3, 1, 0.2, 0),
			box(-0.3, -0.3, 0.6, 0.18, 0)}, nil
	case "objective":
		return []path{star(vec{0, 0.06}, 1.15, 0.48, 5)}, nil
	case "impassable": // a no-entry sign
		return []path{circle(vec{}, 0.98)}, box(-0.62, -0.2, 1.24, 0.4, 0)
	case "quagmire": // mud
		var p []path
		for _, y := range []float64{-0.62, 0, 0.62} {
			p = append(p, polygon(vec{-0.9, y}, vec{-0.45, y - 0.26}, vec{0, y}, vec{0.45, y - 0.26},
				vec{0.9, y}, vec{0.9, y + 0.26}, vec{0.45, y}, vec{0, y + 0.26}, vec{-0.45, y}, vec{-0.9, y + 0.26}))
		}
		return p, nil
	}
	return nil, nil
}

// modern returns the shapes of 20th-century pieces.
func modern(kind string) (dark []path, cut path) {
	switch kind {
	case "modern infantry": // a soldier with a helmet and a rifle
		return []path{
			circle(vec{-0.1, -0.52}, 0.27),
			polygon(vec{-0.56, -0.52}, vec{-0.4, -0.86}, vec{-0.1, -1.02}, vec{0.2, -0.86}, vec{0.36, -0.52}),
			polygon(vec{-0.46, -0.24}, vec{0.26, -0.24}, vec{0.22, 0.38}, vec{-0.38, 0.38}),
			polygon(vec{-0.38, 0.3}, vec{-0.08, 0.3}, vec{-0.22, 1}, vec{-0.54, 1}),
			polygon(vec{-0.08, 0.3}, vec{0.22, 0.3}, vec{0.38, 1}, vec{0.06, 1}),
			polygon(vec{-0.3, 0.16}, vec{-0.16, 0.34}, vec{0.98, -0.62}, vec{0.86, -0.78}),
		}, nil
	case "armour": // a tank
		wheels := circle(vec{-0.62, 0.48}, 0.15)
		for _, x := range []float64{-0.2, 0.22, 0.62} {
			wheels = append(wheels, circle(vec{x, 0.48}, 0.15)...)
		}
		return []path{box(-1, 0.16, 2, 0.64, 0.3),
			polygon(vec{-0.86, 0.2}, vec{-0.7, -0.12}, vec{0.74, -0.12}, vec{0.92, 0.2}),
			polygon(vec{-0.5, -0.1}, vec{-0.4, -0.6}, vec{0.24, -0.6}, vec{0.4, -0.1}),
			box(0.2, -0.5, 0.86, 0.18, 0)}, wheels
	case "fighter": // an aeroplane from above
		return []path{polygon(vec{0, -1}, vec{0.17, -0.74}, vec{0.18, -0.36}, vec{1.02, 0}, vec{1.02, 0.3},
			vec{0.18, 0.16}, vec{0.12, 0.58}, vec{0.46, 0.8}, vec{0.46, 1}, vec{0, 0.9}, vec{-0.46, 1}, vec{-0.46, 0.8},
			vec{-0.12, 0.58}, vec{-0.18, 0.16}, vec{-1.02, 0.3}, vec{-1.02, 0}, vec{-0.18, -0.36},
			vec{-0.17, -0.74})}, nil
	case "modern fleet": // a battleship
		return []path{
			polygon(vec{-1.04, 0.22}, vec{1.04, 0.12}, vec{0.84, 0.74}, vec{-0.84, 0.74}),
			polygon(vec{-0.28, 0.2}, vec{-0.2, -0.42}, vec{0.22, -0.42}, vec{0.3, 0.2}),
			box(-0.06, -1, 0.14, 0.7, 0), box(-0.28, -0.76, 0.58, 0.12, 0), box(-0.76, -0.14, 0.36, 0.34, 0),
			box(-1.02, -0.08, 0.4, 0.13, 0), box(0.42, -0.18, 0.36, 0.34, 0), box(0.64, -0.12, 0.42, 0.13, 0),
		}, nil
	case "squadron": // a destroyer
		return []path{
			polygon(vec{-1, 0.36}, vec{0.5, 0.36}, vec{0.66, 0.16}, vec{1.04, 0.1}, vec{0.8, 0.76}, vec{-0.86, 0.76}),
			polygon(vec{-0.46, 0.4}, vec{-0.54, -0.24}, vec{-0.22, -0.24}, vec{-0.14, 0.4}),
			polygon(vec{0.02, 0.4}, vec{-0.04, -0.06}, vec{0.24, -0.06}, vec{0.32, 0.4}), box(0.36, -0.6, 0.1, 1, 0),
		}, nil
	case "garrison": // a fort
		return []path{polygon(vec{-0.92, -0.78}, vec{-0.5, -0.78}, vec{-0.5, -0.46}, vec{-0.22, -0.46},
			vec{-0.22, -0.78}, vec{0.22, -0.78}, vec{0.22, -0.46}, vec{0.5, -0.46}, vec{0.5, -0.78}, vec{0.92, -0.78},
			vec{0.92, 0.84}, vec{-0.92, 0.84})}, box(-0.24, 0.16, 0.48, 0.68, 0)
	}
	return nil, nil
}
