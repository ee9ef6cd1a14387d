package atlas

import (
	"math"
	"slices"
)

// A run is a polyline that approximates a path.
type run struct {
	points []vec
	closed bool
}

// runs flattens a path into polylines.
func (p path) runs() []run {
	var out []run
	var now []vec
	end := func(closed bool) {
		if len(now) > 0 {
			out = append(out, run{now, closed})
			now = nil
		}
	}
	for i, s := range p {
		switch s.op {
		case moveTo:
			end(false)
			now = append(now, s.p)
		case lineTo:
			now = append(now, s.p)
		case curveTo:
			a, b, c, d := now[len(now)-1], p[i-2].p, p[i-1].p, s.p
			n := int(1.4*math.Sqrt(b.minus(a).length()+c.minus(b).length()+d.minus(c).length())) + 2
			for i := 1; i <= n; i++ {
				now = append(now, bezier(a, b, c, d, float64(i)/float64(n)))
			}
		case closing:
			end(true)
		}
	}
	end(false)
	return out
}

// bezier returns the point at t of a cubic curve.
func bezier(a, b, c, d vec, t float64) vec {
	u := 1 - t
	return a.times(u * u * u).plus(b.times(3 * u * u * t)).plus(c.times(3 * u * t * t)).plus(d.times(t * t * t))
}

// outlines returns the polygons that a stroke along the path fills.
func (p path) outlines(width float64, dashes []float64, butt bool) [][]vec {
	var out [][]vec
	for _, r := range p.runs() {
		if len(dashes) == 0 {
			out = append(out, r.outline(width/2, butt)...)
			continue
		}
		for _, dash := range r.dashed(dashes) {
			out = append(out, run{points: dash}.outline(width/2, butt)...)
		}
	}
	return out
}

// outline returns the polygons around a polyline, with round joins.
func (r run) outline(half float64, butt bool) [][]vec {
	same := func(a, b vec) bool { return b.minus(a).length() <= 1e-3 }
	q := slices.CompactFunc(slices.Clone(r.points), same)
	if r.closed && len(q) > 1 && same(q[0], q[len(q)-1]) {
		q = q[:len(q)-1]
	}
	if len(q) == 1 {
		if butt {
			return nil
		}
		return [][]vec{arc(nil, q[0], half, 0, 2*math.Pi)}
	}
	back := slices.Clone(q)
	slices.Reverse(back)
	if r.closed && len(q) > 2 {
		return [][]vec{side(q, true, half), side(back, true, half)}
	}
	out := side(q, false, half)
	if !butt {
		out = lineCap(out, q, half)
	}
	out = append(out, side(back, false, half)...)
	if !butt {
		out = lineCap(out, back, half)
	}
	return [][]vec{out}
}

// side returns a line parallel to a polyline at distance half, on its left as y points down.
func side(q []vec, closed bool, half float64) []vec {
	n := len(q)
	last := n - 1
	if closed {
		last = n
	}
	out := make([]vec, 0, 3*n)
	for i := range last {
		a, b := q[i], q[(i+1)%n]
		ahead := b.minus(a).unit()
		off := ahead.left().times(half)
		if i > 0 || closed {
			before := a.minus(q[(i-1+n)%n]).unit()
			turn := math.Atan2(before.x*ahead.y-before.y*ahead.x, before.x*ahead.x+before.y*ahead.y)
			if turn < 0 { // on the outer side of the bend
				out = arc(out, a, half, math.Atan2(before.y, before.x)+math.Pi/2, turn)
			} else if turn > 0.02 { // on the inner side: through the corner
				out = append(out, a)
			}
		}
		out = append(out, a.plus(off), b.plus(off))
	}
	return out
}

// lineCap rounds the end of a line.
func lineCap(out, q []vec, half float64) []vec {
	last := q[len(q)-1]
	d := last.minus(q[len(q)-2])
	return arc(out, last, half, math.Atan2(d.y, d.x)+math.Pi/2, -math.Pi)
}

// arc appends the points of a circular arc.
func arc(out []vec, c vec, r, from, sweep float64) []vec {
	n := int(math.Abs(sweep)*math.Sqrt(r+0.2)*1.6) + 1
	for i := 0; i <= n; i++ {
		sin, cos := math.Sincos(from + sweep*float64(i)/float64(n))
		out = append(out, c.plus(vec{cos, sin}.times(r)))
	}
	return out
}

// dashed splits a polyline into dashes; lengths are the lengths of dashes and gaps, alternately.
func (r run) dashed(lengths []float64) [][]vec {
	line := r.points
	if r.closed {
		line = append(slices.Clone(line), line[0])
	}
	var out [][]vec
	k, left, inked := 0, lengths[0], true
	now := []vec{line[0]}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := b.minus(a).length()
		gone := 0.0
		for length-gone > left {
			gone += left
			p := a.toward(b, gone/length)
			if inked {
				out = append(out, append(now, p))
			}
			inked, k = !inked, (k+1)%len(lengths)
			left, now = lengths[k], []vec{p}
		}
		left -= length - gone
		if inked {
			now = append(now, b)
		}
	}
	if inked && len(now) > 1 {
		out = append(out, now)
	}
	return out
}
