package atlas

import (
	"hash/fnv"
	"slices"
	"strings"
)

// Sizes of the marks in a row below an area's label: a disc with the value, an anchor, and the kinds of pieces that
// are raised there.
const (
	marksHigh = 13.5
	discWide  = 13.0
	markWide  = 11.5
	chitWide  = 9.0 // how far a chit sticks out to the left of the disc
)

// Marks returns the size of the row of marks below an area's label, including a chit; zero if the area has no marks.
func (a *Area) Marks() (wide, high float64) {
	switch {
	case a.Value != "":
		return a.rowWide() + 2*chitWide, marksHigh
	case len(a.Symbols) > 0 && a.Symbols[0].isBadge():
		return a.rowWide(), badgeRoom
	case len(a.Symbols) > 0 && a.Symbols[0].numbered():
		return a.rowWide(), numberedHigh
	case len(a.Symbols) > 0:
		return a.rowWide() + 2*chitWide, symbolsHigh
	}
	return 0, 0
}

func (a *Area) rowWide() float64 {
	if a.Value == "" {
		wide := 0.0
		for _, s := range a.Symbols {
			wide += s.wide()
		}
		return wide
	}
	wide := discWide + markWide*float64(len(a.Raises))
	if a.Port {
		wide += markWide
	}
	return wide
}

// disc returns the centre of the disc with an area's value.
func (p *plate) disc(a *Area) vec {
	return vec{a.Text[0] - a.rowWide()/2 + discWide/2, p.row(a) + 0.5}
}

// drawMarks draws the row below a label.
func (p *plate) drawMarks(a *Area) {
	if a.Value == "" {
		p.drawSymbols(a)
		return
	}
	l := &p.look
	c := p.disc(a)
	p.labels.add(valueStamp(a.Value, l, c))
	c.x += discWide/2 + markWide/2
	marks := a.Raises
	if a.Port {
		marks = append([]string{"port"}, marks...)
	}
	for _, kind := range marks {
		s := symbolStamp(kind, mix(l.ink, l.land, 0.15), l.land, 4.7)
		s.at = c
		p.labels.add(s)
		c.x += markWide
	}
}

// valueStamp returns a disc with a number.
func valueStamp(value string, l *look, c vec) stamp {
	return stamp{name: "value " + value, at: c, items: []item{
		shape{path: circle(vec{}, 6), fill: mix(l.land, white, 0.75), line: l.ink, width: 1},
		text{at: vec{0, 3.5}, text: value, size: 9.8, style: bold, anchor: middle, fill: l.ink},
	}}
}

// drawChit draws a chit at the marks of an area: a tower for a home, a flag for a colony, or a chit such as unrest.
func (d *drawing) drawChit(a *Area, t token) {
	fill, ok := d.colours[t.Owner]
	if !ok {
		fill = nobody
	}
	switch {
	case t.Kind == "home":
		d.notes.add(homeStamp(a.Value, fill, d.disc(a)))
	case a.Value != "":
		d.notes.add(chitStamp(t.Kind, d.disc(a).minus(vec{discWide/2 + chitWide - 5.5, 0})))
	case t.Kind == "colony":
		d.notes.add(flagStamp(fill, d.rowEnd(a, 1)))
	default:
		d.notes.add(chitStamp(t.Kind, d.rowEnd(a, -1)))
	}
}

// homeStamp returns a tower with the value of its place.
func homeStamp(value string, fill colour, c vec) stamp {
	const w, top, notch, low = 6.6, -7.8, -5.2, 6.4
	tower := polygon(vec{-w, top}, vec{-w / 2, top}, vec{-w / 2, notch}, vec{-w / 4, notch}, vec{-w / 4, top},
		vec{w / 4, top}, vec{w / 4, notch}, vec{w / 2, notch}, vec{w / 2, top}, vec{w, top}, vec{w, low}, vec{-w, low})
	return stamp{name: "home " + value + css(fill), at: c, items: []item{
		shape{path: tower, fill: fill, line: white, width: 2.4},
		shape{path: tower, fill: fill, line: black, width: 1},
		text{at: vec{0, 4.4}, text: value, size: 9.8, style: bold, anchor: middle, fill: inkOn(fill)},
	}}
}

// chitStamp returns a red chit with a symbol.
func chitStamp(kind string, c vec) stamp {
	s := symbolStamp(kind, white, red, 4.8)
	items := []item{shape{path: circle(vec{}, 6.6), fill: red, line: white, width: 1}}
	return stamp{name: "chit " + kind, at: c, items: append(items, s.items...)}
}

// drawHills draws hills on rough land, avoiding labels.
func (p *plate) drawHills() {
	const few = 6
	for i := range p.board.Areas {
		a := &p.board.Areas[i]
		if !a.Rough {
			continue
		}
		hills := p.hillsOf(a, 1)
		for closer := 0.85; closer > 0.4 && len(hills) < few; closer *= 0.85 {
			hills = p.hillsOf(a, closer)
		}
		for _, c := range hills {
			p.lines.add(p.hill(c))
		}
	}
}

// hillsOf returns positions for the hills of an area, in rows.
func (p *plate) hillsOf(a *Area, spacing float64) []vec {
	const half, clear = 4.6, 2.5
	across, down := 19*spacing, 12*spacing
	rings := p.rings(a)
	low, high := extent(rings)
	h := fnv.New32a()
	h.Write([]byte(a.Name))
	shift := float64(h.Sum32() % 7)
	var out []vec
	for row, y := 0, low.y+down/2; y < high.y; row, y = row+1, y+down {
		for x := low.x + shift + float64(row%2)*across/2; x < high.x; x += across {
			c := vec{x, y}
			free := !slices.ContainsFunc(p.taken, func(b block) bool { return b.has(c, half) })
			for _, by := range []vec{{-half - clear, 2}, {half + clear, 2}, {0, -half}, {0, half},
				{-half, half}, {half, half}} {
				free = free && inside(rings, c.plus(by))
			}
			if free {
				out = append(out, c)
			}
		}
	}
	return out
}

// hill returns a hill with a shadow on its right side.
func (p *plate) hill(c vec) stamp {
	var ridge, shade path
	ridge.moveTo(vec{-4.6, 2.6})
	ridge.curveTo(vec{-3, -0.6}, vec{-1.8, -3.4}, vec{-0.2, -3.4})
	ridge.curveTo(vec{1.6, -3.4}, vec{2.8, -0.4}, vec{4.6, 2.6})
	shade.moveTo(vec{-0.2, -3.4})
	shade.curveTo(vec{1.6, -3.4}, vec{2.8, -0.4}, vec{4.6, 2.6})
	shade.lineTo(vec{1.6, 2.6})
	shade.curveTo(vec{1.4, 0.4}, vec{1, -1.6}, vec{-0.2, -3.4})
	shade.close()
	ink := p.look.hill
	return stamp{name: "hill", at: c, items: []item{
		shape{path: shade, fill: faint(ink, 0.25)},
		shape{path: ridge, line: faint(ink, 0.5), width: 1},
	}}
}

// rings returns the outlines of an area.
func (p *plate) rings(a *Area) [][]vec {
	out := make([][]vec, len(a.Rings))
	for i, r := range a.Rings {
		out[i] = positions(p.board.Ring(r))
	}
	return out
}

// extent returns the rectangle around the first outline, the longest.
func extent(rings [][]vec) (low, high vec) {
	if len(rings) == 0 {
		return low, high
	}
	low, high = rings[0][0], rings[0][0]
	for _, v := range rings[0] {
		low, high = vec{min(low.x, v.x), min(low.y, v.y)}, vec{max(high.x, v.x), max(high.y, v.y)}
	}
	return low, high
}

// inside reports whether a point is within outlines and not in a hole.
func inside(rings [][]vec, v vec) bool {
	in := false
	for _, r := range rings {
		for i, b := range r {
			a := r[(i+len(r)-1)%len(r)]
			if (a.y > v.y) != (b.y > v.y) && v.x < a.x+(v.y-a.y)/(b.y-a.y)*(b.x-a.x) {
				in = !in
			}
		}
	}
	return in
}

// keyMarks returns the names of the marks that the key of a board explains.
func (p *plate) keyMarks() []string {
	found := map[string]bool{}
	for _, a := range p.board.Areas {
		found["value"] = found["value"] || a.Value != ""
		found["port"] = found["port"] || a.Port
		found["rough land"] = found["rough land"] || a.Rough
		found["raised here"] = found["raised here"] || len(a.Raises) > 0
		for _, s := range a.Symbols {
			found[s.Kind] = true
			found["coast"] = found["coast"] || strings.HasPrefix(s.Kind, coastKind)
			found["start city"] = found["start city"] || s == Symbol{"natives", startCity}
			found["prize city"] = found["prize city"] || s == Symbol{"natives", prizeCity}
		}
	}
	found["neighbours"], found["no way"] = p.board.Joined && len(p.board.Links) > 0, len(p.board.Walls) > 0
	found["canal"], found["crossing"] = len(p.board.Canals) > 0, len(p.board.Crossings) > 0
	var out []string
	for _, name := range []string{
		"value", "port", "raised here", "rough land", "objective", "factory", "crate", "government", "derrick",
		"impassable", "natives", "start city", "prize city", "interior", "border", "difficulty", "canal", "crossing", "coast", "neighbours",
		"no way", "British", "Crescent", "Independent", "Orient", "Russian",
	} {
		if found[name] {
			out = append(out, name)
		}
	}
	return out
}

// keyMark draws a mark, or a symbol of a stack, for the key with the middle of its left side at 0, 0, and returns its
// width.
func (d *drawing) keyMark(s *scene, name string) float64 {
	grey := mix(d.look.ink, d.look.seaInk, 0.4)
	put := func(t stamp, wide float64) float64 {
		t.at = t.at.plus(vec{wide / 2, 0})
		s.add(t)
		return wide
	}
	switch name {
	case "value":
		return put(valueStamp("3", &d.look, vec{}), 14)
	case "home":
		return put(homeStamp("3", grey, vec{0, 0.5}), 15)
	case "colony":
		return put(flagStamp(grey, vec{}), 10)
	case "objective", "factory", "crate", "government", "derrick":
		return put(symbolStamp(name, d.look.ink, d.look.key, 5.4), 12)
	case "natives", "interior", "border", "difficulty":
		return put(numberedStamp(Symbol{Kind: name, Count: 3}, &d.look), 13)
	case "start city":
		return put(numberedStamp(Symbol{"natives", startCity}, &d.look), 13)
	case "prize city":
		return put(numberedStamp(Symbol{"natives", prizeCity}, &d.look), 13)
	case "British", "Crescent", "Independent", "Orient", "Russian":
		return put(badgeStamp(name, &d.look), badgeWide+2)
	case "crossing":
		crossing(s, []vec{{0, 0}, {28, 0}})
		return 28
	case "coast":
		return put(numberedStamp(Symbol{Kind: coastKind + "A"}, &d.look), 13)
	case "neighbours":
		s.stroke(polyline(vec{0, 0}, vec{24, 0}), faint(white, 0.6), 3.2)
		s.stroke(polyline(vec{0, 0}, vec{24, 0}), faint(d.look.ink, 0.85), 1.3, 5, 3)
		return 24
	case "no way":
		wall(s, []vec{{0, 0}, {24, 0}})
		return 24
	case "canal":
		s.stroke(polyline(vec{0, 0}, vec{20, 0}), white, canalWide+2)
		s.stroke(polyline(vec{0, 0}, vec{20, 0}), blueWater, canalWide)
		return 20
	case "revolt", "invasion", "quagmire", "impassable":
		return put(chitStamp(name, vec{}), 14)
	case "port":
		return put(symbolStamp(name, d.look.ink, d.look.key, 6), 12)
	case "raised here":
		put(symbolStamp("infantry", d.look.ink, d.look.key, 4.7), 10)
		t := symbolStamp("cavalry", d.look.ink, d.look.key, 4.7)
		t.at.x = 11
		put(t, 10)
		return 22
	case "rough land":
		s.fill(box(0, -8, 26, 16, 2), mix(d.look.land, d.look.hill, roughShare))
		s.add(d.hill(vec{8, -1}), d.hill(vec{18, 3}))
		s.stroke(box(0, -8, 26, 16, 2), d.look.border, 0.8)
		return 26
	}
	s.add(shape{path: box(0, -8, 17, 16, 3), fill: grey, line: black, width: 1})
	put(symbolStamp(d.sign(name), inkOn(grey), grey, 6.2), 17)
	return 17
}
