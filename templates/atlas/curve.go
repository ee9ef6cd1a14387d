package atlas

import "math"

// A curve is a smooth line: a sequence of cubic Bézier curves.
type curve [][4]vec

// bent returns a curve from a to b that swings out to the left by a fraction of its length (y points down).
func bent(a, b vec, swing float64) curve {
	c := a.toward(b, 0.5).plus(b.minus(a).left().times(2 * swing))
	return curve{{a, a.toward(c, 2./3), b.toward(c, 2./3), b}}
}

// leaning returns a curve from a to b that leaves a and reaches b at the given angles to the straight line.
func leaning(a, b vec, out, in float64) curve {
	const reach = 0.42
	d := b.minus(a).times(reach)
	return curve{{a, a.plus(d.turned(out)), b.minus(d.turned(-in)), b}}
}

// through returns a curve through several points.
func through(points ...vec) curve {
	n := len(points)
	get := func(i int) vec {
		switch {
		case i < 0:
			return points[0]
		case i >= n:
			return points[n-1]
		}
		return points[i]
	}
	var out curve
	for i := range n - 1 {
		before, a, b, after := get(i-1), get(i), get(i+1), get(i+2)
		out = append(out, [4]vec{a, a.plus(b.minus(before).times(1. / 6)), b.minus(after.minus(a).times(1. / 6)), b})
	}
	return out
}

// at returns the point at t, from 0 to 1.
func (c curve) at(t float64) vec {
	f := t * float64(len(c))
	i := min(max(int(f), 0), len(c)-1)
	k := c[i]
	return bezier(k[0], k[1], k[2], k[3], f-float64(i))
}

// along returns the direction at t.
func (c curve) along(t float64) vec {
	return c.at(min(1, t+0.01)).minus(c.at(max(0, t-0.01))).unit()
}

func (c curve) length() float64 {
	const steps = 16
	sum, last := 0.0, c.at(0)
	for i := 1; i <= steps; i++ {
		now := c.at(float64(i) / steps)
		sum += now.minus(last).length()
		last = now
	}
	return sum
}

// between returns the part of a curve from t0 to t1.
func (c curve) between(t0, t1 float64) curve {
	var out curve
	n := float64(len(c))
	for i, k := range c {
		from, to := max(0, t0*n-float64(i)), min(1, t1*n-float64(i))
		if from < to {
			out = append(out, cut(k, from, to))
		}
	}
	if len(out) == 0 {
		p := c.at(t0)
		return curve{{p, p, p, p}}
	}
	return out
}

// cut returns the part of one Bézier curve from t0 to t1.
func cut(k [4]vec, t0, t1 float64) [4]vec {
	slope := func(t float64) vec { // a third of the slope at t
		u := 1 - t
		return k[1].minus(k[0]).times(u * u).plus(k[2].minus(k[1]).times(2 * u * t)).plus(k[3].minus(k[2]).times(t * t))
	}
	a, b := bezier(k[0], k[1], k[2], k[3], t0), bezier(k[0], k[1], k[2], k[3], t1)
	return [4]vec{a, a.plus(slope(t0).times(t1 - t0)), b.minus(slope(t1).times(t1 - t0)), b}
}

// cropped returns a curve without the parts within ra of its beginning and rb of its end.
func (c curve) cropped(ra, rb float64) curve {
	a, b := c.at(0), c.at(1)
	const steps = 100
	t0, t1 := 0, steps
	for t0 < steps/2 && c.at(float64(t0)/steps).minus(a).length() < ra {
		t0++
	}
	for t1 > steps/2 && c.at(float64(t1)/steps).minus(b).length() < rb {
		t1--
	}
	if t0 >= t1 {
		return c.between(0.45, 0.55)
	}
	return c.between(float64(t0)/steps, float64(t1)/steps)
}

func (c curve) path() path {
	var p path
	p.moveTo(c[0][0])
	for _, k := range c {
		p.curveTo(k[1], k[2], k[3])
	}
	return p
}

// wavy returns a wave along the curve.
func (c curve) wavy() path {
	length := c.length()
	n := int(length/3) + 2
	points := make([]vec, n+1)
	for i := range points {
		t := float64(i) / float64(n)
		calm := min(1, min(t, 1-t)*length/8) // no waves at the ends
		points[i] = c.at(t).plus(c.along(t).left().times(2.4 * calm * math.Sin(t*length/10*2*math.Pi)))
	}
	return through(points...).path()
}

// wavyRing returns a wavy circle with a radius of r around 0, 0.
func wavyRing(r float64) path {
	const waves, steps = 12, 48
	points := make([]vec, steps+1)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		k := r + 1.5*math.Sin(waves*2*math.Pi*float64(i)/steps)
		points[i] = vec{1.12 * cos, sin}.times(k)
	}
	return through(points...).path()
}

// arrowHead returns an arrowhead whose tip points along a direction.
func arrowHead(tip, along vec, length, half float64) path {
	back, notch := tip.minus(along.times(length)), tip.minus(along.times(0.72*length))
	return polygon(tip, back.plus(along.left().times(half)), notch, back.minus(along.left().times(half)))
}
