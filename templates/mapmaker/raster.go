package mapmaker

import (
	"math"
	"slices"
)

// fine is the number of raster cells per pixel of the picture, in each direction.
const fine = 2

const (
	nobody  = -1 // a cell without a place, or without a unit
	outside = -2 // a position beyond the edge of the picture
)

// A raster is the picture as a grid of cells, in which the places take and grow their areas.
type raster struct {
	m             *Map
	geography     *Geography
	w, h          int
	scale         float64 // cells per Earth radius
	left, top     float64 // projected coordinates of the picture's upper left corner
	land, blocked []bool
	fixed         []bool  // whether a cell's place can no longer change
	unit          []int32 // index of the unit at each cell, or nobody
	place         []int32 // index of the place at each cell, or nobody
	places        []*place
	split         map[int32]bool // units that a cut divides
	crossings     [][]float64    // working storage of inside: crossings by row; empty between calls
}

func newRaster(m *Map, g *Geography) *raster {
	r := &raster{m: m, geography: g, places: slices.Clone(m.places), split: map[int32]bool{}}
	f := m.frame
	left, right, top, bottom := m.project(f.left).x, m.project(f.right).x, m.project(f.top).y, m.project(f.bottom).y
	if f.disc > 0 {
		left, right, top, bottom = -f.disc*rim, f.disc*rim, f.disc*rim, -f.disc*rim
	}
	r.w = int(f.width) * fine
	r.scale = float64(r.w) / (right - left)
	r.left, r.top = left, top
	r.h = int(math.Round((top-bottom)*r.scale/fine)) * fine
	n := r.w * r.h
	r.land, r.blocked, r.fixed = make([]bool, n), make([]bool, n), make([]bool, n)
	r.unit, r.place = slices.Repeat([]int32{nobody}, n), slices.Repeat([]int32{nobody}, n)
	return r
}

// rim is the width of the picture of a round map, relative to the map's diameter.
const rim = 1.01

// cell converts degrees to a position on the raster.
func (r *raster) cell(p point) point {
	q := r.m.project(p)
	return point{(q.x - r.left) * r.scale, (r.top - q.y) * r.scale}
}

// at returns the index of the cell at a position on the raster, and whether the raster contains it.
func (r *raster) at(p point) (int, bool) {
	x, y := int(math.Floor(p.x)), int(math.Floor(p.y))
	return y*r.w + x, r.has(x, y)
}

// has reports whether column x and row y are within the raster.
func (r *raster) has(x, y int) bool {
	across, down := 0 <= x && x < r.w, 0 <= y && y < r.h
	return across && down
}

// beside returns the cells to the left and right of a cell, above and below it; -1, or another negative number,
// beyond the edge.
func (r *raster) beside(i int) [4]int {
	out := [4]int{i - 1, i + 1, i - r.w, i + r.w}
	switch i % r.w {
	case 0:
		out[0] = -1
	case r.w - 1:
		out[1] = -1
	}
	if out[3] >= len(r.land) {
		out[3] = -1
	}
	return out // above the first row the index is negative already
}

// walk calls f with positions along a line given in degrees, from point to point in a straight line on the raster, at
// most step cells apart.
func (r *raster) walk(line []point, step float64, f func(point)) {
	for i := range line {
		b := r.cell(line[i])
		if i == 0 {
			f(b)
			continue
		}
		a := r.cell(line[i-1])
		n := int(math.Hypot(b.x-a.x, b.y-a.y)/step) + 1
		for k := 1; k <= n; k++ {
			t := float64(k) / float64(n)
			f(point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t})
		}
	}
}

// inside calls span with each run of cells of a row whose centres lie inside the rings, by the even-odd rule.
func (r *raster) inside(rings [][]point, span func(first, last int)) {
	if r.crossings == nil {
		r.crossings = make([][]float64, r.h)
	}
	rows := r.crossings
	low, high := r.h, -1
	for _, ring := range rings {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if a.y > b.y {
				a, b = b, a
			}
			from, to := max(0, int(math.Ceil(a.y-0.5))), min(r.h-1, int(math.Ceil(b.y-0.5))-1)
			for y := from; y <= to; y++ {
				rows[y] = append(rows[y], a.x+(float64(y)+0.5-a.y)*(b.x-a.x)/(b.y-a.y))
			}
			if from <= to {
				low, high = min(low, from), max(high, to)
			}
		}
	}
	for y := low; y <= high; y++ {
		xs := rows[y]
		slices.Sort(xs)
		for k := 0; k+1 < len(xs); k += 2 {
			first, last := max(0, int(math.Ceil(xs[k]-0.5))), min(r.w-1, int(math.Ceil(xs[k+1]-0.5))-1)
			if first <= last {
				span(y*r.w+first, y*r.w+last)
			}
		}
		rows[y] = xs[:0]
	}
}

// unroll cuts a ring at the meridian opposite the middle of the map, and moves each part to the side of the map on
// which it is drawn.
func (r *raster) unroll(ring []point) [][]point {
	const half = 179.9995
	u := make([]point, len(ring))
	low, high := math.Inf(1), math.Inf(-1)
	for i, p := range ring {
		x := p.x - r.m.middle.x
		near := 0.0
		if i > 0 {
			near = u[i-1].x
		}
		x -= 360 * math.Round((x-near)/360)
		u[i] = point{x, p.y}
		low, high = min(low, x), max(high, x)
	}
	var out [][]point
	for _, turn := range []float64{-360, 0, 360} {
		if low+turn > half || high+turn < -half {
			continue
		}
		part := make([]point, len(u))
		for i, p := range u {
			part[i] = point{p.x + turn, p.y}
		}
		part = clip(clip(part, half, 1), half, -1)
		for i := range part {
			part[i].x += r.m.middle.x
		}
		if len(part) > 2 {
			out = append(out, part)
		}
	}
	return out
}

// clip returns the part of a ring for which side*x <= limit.
func clip(ring []point, limit, side float64) []point {
	var out []point
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		in, next := side*a.x <= limit, side*b.x <= limit
		if in {
			out = append(out, a)
		}
		if in != next {
			t := (side*limit - a.x) / (b.x - a.x)
			out = append(out, point{side * limit, a.y + t*(b.y-a.y)})
		}
	}
	return out
}

// component returns the cells connected to cell i through cells for which ok is true (flood fill), and marks them in
// seen.
func (r *raster) component(i int, seen []bool, ok func(int) bool) []int {
	cells := []int{i}
	seen[i] = true
	for k := 0; k < len(cells); k++ {
		for _, j := range r.beside(cells[k]) {
			if j >= 0 && !seen[j] && ok(j) {
				seen[j] = true
				cells = append(cells, j)
			}
		}
	}
	return cells
}

// components calls f once for each connected component of the cells for which in is true; together says whether cell
// j may belong to the component that begins at cell i.
func (r *raster) components(in func(int) bool, together func(i, j int) bool, f func(cells []int)) {
	seen := make([]bool, len(r.land))
	for i := range r.land {
		if !seen[i] && in(i) {
			f(r.component(i, seen, func(j int) bool { return in(j) && together(i, j) }))
		}
	}
}

// spread gives each cell that has no value, and for which ok is true, the value of the nearest cell that has one.
func (r *raster) spread(values []int32, ok func(int) bool) {
	var edge []int
	for i, v := range values {
		if v >= 0 && ok(i) {
			edge = append(edge, i)
		}
	}
	for len(edge) > 0 {
		var next []int
		for _, i := range edge {
			for _, j := range r.beside(i) {
				if j >= 0 && values[j] < 0 && ok(j) {
					values[j] = values[i]
					next = append(next, j)
				}
			}
		}
		edge = next
	}
}

// px converts a number of cells to an area in square pixels.
func px(cells int) float64 { return float64(cells) / (fine * fine) }
