package mapmaker

import "math"

// A projection maps longitude and latitude in degrees to a plane whose unit is the Earth's radius, with y pointing
// north.
type projection func(point) point

const radian = math.Pi / 180

// azimuthal returns Lambert's azimuthal equal-area projection around a centre. With a bulge the centre keeps its
// scale and the rim shrinks: r' = bulge*atan(r/bulge).
func azimuthal(middle point, bulge float64) projection {
	sin0, cos0 := math.Sincos(middle.y * radian)
	return func(p point) point {
		sinL, cosL := math.Sincos((p.x - middle.x) * radian)
		sinF, cosF := math.Sincos(p.y * radian)
		c := sin0*sinF + cos0*cosF*cosL
		s := math.Sqrt(2 / math.Max(1e-9, 1+c))
		x, y := s*cosF*sinL, s*(cos0*sinF-sin0*cosF*cosL)
		if r := math.Hypot(x, y); bulge > 0 && r > 1e-9 {
			k := bulge * math.Atan(r/bulge) / r
			x, y = x*k, y*k
		}
		return point{x, y}
	}
}

// cylindrical returns Miller's cylindrical projection, in which the whole Earth is a rectangle.
func cylindrical(middle point) projection {
	return func(p point) point {
		f := min(max(p.y, -89), 89) * radian
		return point{(p.x - middle.x) * radian, 1.25 * math.Log(math.Tan(math.Pi/4+0.4*f))}
	}
}

// stretched scales the map vertically by a factor.
func (under projection) stretched(tall float64) projection {
	if tall == 1 {
		return under
	}
	return func(p point) point {
		q := under(p)
		return point{q.x, q.y * tall}
	}
}

// banded scales the part of a cylindrical map between two meridians, or two parallels, by a factor.
func (under projection) banded(meridians bool, from, to, factor float64) projection {
	along := func(v, low, high float64) float64 {
		return v + (factor-1)*(min(max(v, low), high)-low)
	}
	if meridians {
		low, high := under(point{from, 0}).x, under(point{to, 0}).x
		return func(p point) point {
			q := under(p)
			return point{along(q.x, low, high), q.y}
		}
	}
	low, high := under(point{0, from}).y, under(point{0, to}).y
	return func(p point) point {
		q := under(p)
		return point{q.x, along(q.y, low, high)}
	}
}

// foldLimit is the largest factor of a lens; beyond it, the lens would show some points twice.
const foldLimit = 3.2

// lens magnifies the map around a point. The effect fades out over radius, which is in Earth radii, so that a crowded
// corner gets more space. Lenses may be combined.
func (under projection) lens(at point, radius, factor float64) projection {
	c := under(at)
	return func(p point) point {
		q := under(p)
		dx, dy := q.x-c.x, q.y-c.y
		k := 1 + (factor-1)*math.Exp(-(dx*dx+dy*dy)/(radius*radius))
		return point{c.x + dx*k, c.y + dy*k}
	}
}
