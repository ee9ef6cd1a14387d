package atlas

import "math"

// A vec is a position or a direction on the picture.
type vec struct{ x, y float64 }

func (a vec) plus(b vec) vec      { return vec{a.x + b.x, a.y + b.y} }
func (a vec) minus(b vec) vec     { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(k float64) vec { return vec{a.x * k, a.y * k} }
func (a vec) length() float64     { return math.Hypot(a.x, a.y) }
func (a vec) left() vec           { return vec{-a.y, a.x} }

// turned returns a rotated by an angle, clockwise on the picture, as y points down.
func (a vec) turned(angle float64) vec {
	sin, cos := math.Sincos(angle)
	return vec{a.x*cos - a.y*sin, a.x*sin + a.y*cos}
}

// unit returns the direction of a; zero for a zero vector.
func (a vec) unit() vec {
	if l := a.length(); l > 0 {
		return a.times(1 / l)
	}
	return vec{}
}

// toward returns the point at a fraction of the way from a to b.
func (a vec) toward(b vec, share float64) vec { return a.plus(b.minus(a).times(share)) }

// at converts a board's point.
func at(p Point) vec { return vec{p[0], p[1]} }

// An op is the operation of a path segment.
type op byte

const (
	moveTo op = iota
	lineTo
	control // a control point of the curve that follows
	curveTo // the end of a cubic Bézier curve, behind its two control points
	closing
)

// A segment is a step of a path.
type segment struct {
	op op
	p  vec
}

// A path consists of lines and outlines, filled by the nonzero winding rule: holes run in the opposite direction.
type path []segment

func (p *path) moveTo(a vec) { *p = append(*p, segment{moveTo, a}) }
func (p *path) lineTo(a vec) { *p = append(*p, segment{lineTo, a}) }
func (p *path) curveTo(a, b, c vec) {
	*p = append(*p, segment{control, a}, segment{control, b}, segment{curveTo, c})
}
func (p *path) close() { *p = append(*p, segment{op: closing}) }

// round is the distance between an end point and its control point so that four cubic Bézier curves make a circle of
// radius 1.
const round = 0.5522847498

func polyline(points ...vec) path {
	var p path
	for i, q := range points {
		if i == 0 {
			p.moveTo(q)
		} else {
			p.lineTo(q)
		}
	}
	return p
}

func polygon(points ...vec) path {
	p := polyline(points...)
	p.close()
	return p
}

func circle(c vec, r float64) path { return ellipse(c, r, r) }

func ellipse(c vec, rx, ry float64) path {
	kx, ky := round*rx, round*ry
	var p path
	p.moveTo(vec{c.x + rx, c.y})
	p.curveTo(vec{c.x + rx, c.y + ky}, vec{c.x + kx, c.y + ry}, vec{c.x, c.y + ry})
	p.curveTo(vec{c.x - kx, c.y + ry}, vec{c.x - rx, c.y + ky}, vec{c.x - rx, c.y})
	p.curveTo(vec{c.x - rx, c.y - ky}, vec{c.x - kx, c.y - ry}, vec{c.x, c.y - ry})
	p.curveTo(vec{c.x + kx, c.y - ry}, vec{c.x + rx, c.y - ky}, vec{c.x + rx, c.y})
	p.close()
	return p
}

// rect returns a rectangle around a centre, with corners rounded by r.
func rect(c vec, w, h, r float64) path { return box(c.x-w/2, c.y-h/2, w, h, r) }

// box returns a rectangle with a corner at x, y.
func box(x, y, w, h, r float64) path {
	if r <= 0 {
		return polygon(vec{x, y}, vec{x + w, y}, vec{x + w, y + h}, vec{x, y + h})
	}
	k := r * (1 - round)
	var p path
	p.moveTo(vec{x + r, y})
	p.lineTo(vec{x + w - r, y})
	p.curveTo(vec{x + w - k, y}, vec{x + w, y + k}, vec{x + w, y + r})
	p.lineTo(vec{x + w, y + h - r})
	p.curveTo(vec{x + w, y + h - k}, vec{x + w - k, y + h}, vec{x + w - r, y + h})
	p.lineTo(vec{x + r, y + h})
	p.curveTo(vec{x + k, y + h}, vec{x, y + h - k}, vec{x, y + h - r})
	p.lineTo(vec{x, y + r})
	p.curveTo(vec{x, y + k}, vec{x + k, y}, vec{x + r, y})
	p.close()
	return p
}

// star returns a star with n points.
func star(c vec, outer, inner float64, n int) path {
	points := make([]vec, 2*n)
	for i := range points {
		sin, cos := math.Sincos(math.Pi*float64(i)/float64(n) - math.Pi/2)
		r := outer
		if i%2 == 1 {
			r = inner
		}
		points[i] = c.plus(vec{cos, sin}.times(r))
	}
	return polygon(points...)
}

// cross returns the two strokes of an x.
func cross(c vec, r float64) path {
	return append(polyline(c.plus(vec{-r, -r}), c.plus(vec{r, r})), polyline(c.plus(vec{-r, r}), c.plus(vec{r, -r}))...)
}

// plus returns the two strokes of a +.
func plus(c vec, r float64) path {
	return append(polyline(c.plus(vec{-r, 0}), c.plus(vec{r, 0})), polyline(c.plus(vec{0, -r}), c.plus(vec{0, r}))...)
}

// placed returns the path scaled and then moved.
func (p path) placed(by vec, scale float64) path {
	out := make(path, len(p))
	for i, s := range p {
		out[i] = segment{s.op, s.p.times(scale).plus(by)}
	}
	return out
}
