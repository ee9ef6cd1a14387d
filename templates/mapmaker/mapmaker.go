package mapmaker

import (
	"fmt"
	"math"
	"slices"

	"deaddrop/templates/atlas"
)

// Compile creates the board of a map from the geography of the Earth.
func (m *Map) Compile(g *Geography) (*atlas.Board, error) {
	r := newRaster(m, g)
	r.drawUnits()
	r.drawLakes()
	r.drawVoid()
	r.drawCoast()
	if err := r.takeUnits(); err != nil {
		return nil, fmt.Errorf("map %s: %w", m.name, err)
	}
	r.dropIslands()
	r.drawCuts()
	if err := r.grow(true); err != nil {
		return nil, fmt.Errorf("map %s: %w", m.name, err)
	}
	r.snap()
	r.fill(true)
	r.tidy(true)
	r.findLakes()
	if err := r.grow(false); err != nil {
		return nil, fmt.Errorf("map %s: %w", m.name, err)
	}
	r.fill(false)
	r.tidy(false)
	r.uncross()
	b := r.board()
	for _, k := range m.links {
		b.Links = append(b.Links, atlas.Link{From: k.from, To: k.to})
	}
	for _, c := range m.canals {
		var line []point
		for _, p := range c.path {
			line = append(line, r.cell(p))
		}
		b.Canals = append(b.Canals, atlas.Canal{Name: c.name, Points: pixels(line)})
	}
	for _, c := range m.crossings {
		var line []point
		for _, p := range c.path {
			line = append(line, r.cell(p))
		}
		b.Crossings = append(b.Crossings, atlas.Link{From: c.from, To: c.to, Points: pixels(line)})
	}
	if err := r.arrange(b); err != nil {
		return nil, err
	}
	for i, k := range b.Links {
		from, _ := b.Area(k.From)
		to, _ := b.Area(k.To)
		b.Links[i].Points = []atlas.Point{from.Unit, to.Unit}
	}
	return b, nil
}

// board returns the board with everything but the positions of pieces and labels.
func (r *raster) board() *atlas.Board {
	m := r.m
	b := &atlas.Board{Name: m.name, Title: m.title, Style: m.style, Width: float64(r.w) / fine,
		Height: float64(r.h) / fine, Token: m.detail.token, Font: m.detail.font, Powers: m.powers,
		Modern: m.detail.modern > 0}
	var rings [][][]int
	b.Arcs, rings = r.trace()
	for i, p := range r.places {
		b.Areas = append(b.Areas, atlas.Area{
			Name: p.name, Full: p.full, Kind: p.kind, Label: p.label, Centre: p.centre, Region: p.region,
			Rings: rings[i], Value: p.value, Rough: p.rough, Port: p.port, Raises: p.raises, Symbols: p.symbols,
		})
	}
	if m.detail.lakes > 0 {
		for _, lake := range r.geography.lakes {
			if line := r.line(lake, 0.3); len(line) > 3 && size(line) > 18 && !r.inland(lake) {
				b.Lakes = append(b.Lakes, line)
			}
		}
	}
	if step := m.detail.graticule; step > 0 {
		b.Graticule = r.graticule(step)
	}
	return b
}

// line projects a line given in degrees and simplifies it; the result is in pixels, or nil if no part of it is in the
// picture.
func (r *raster) line(degrees []point, tolerance float64) []atlas.Point {
	line := slices.Clone(densify(degrees, 1))
	seen := false
	for i, p := range line {
		line[i] = r.cell(p)
		_, in := r.at(line[i])
		seen = seen || in
	}
	if !seen {
		return nil
	}
	return pixels(simplify(line, tolerance*fine))
}

// graticule returns the meridians and parallels that are step degrees apart, as lines in pixels.
func (r *raster) graticule(step float64) [][]atlas.Point {
	var out [][]atlas.Point
	draw := func(from, to point) {
		if line := r.line([]point{from, to}, 0.2); line != nil {
			out = append(out, line)
		}
	}
	for lon := math.Ceil((r.m.middle.x-180)/step) * step; lon < r.m.middle.x+180; lon += step {
		draw(point{lon, -85}, point{lon, 85})
	}
	for lat := math.Ceil(-89/step) * step; lat < 90; lat += step {
		draw(point{r.m.middle.x - 179, lat}, point{r.m.middle.x + 179, lat})
	}
	return out
}
