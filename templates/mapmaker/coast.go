package mapmaker

import (
	"math"
	"slices"

	"deaddrop/templates/atlas"
)

// drawUnits marks on the raster the cells of all provinces and counties except those that the map ignores.
func (r *raster) drawUnits() {
	for u, unit := range r.geography.units {
		if slices.Contains(r.m.ignored, unit.country) || slices.Contains(r.m.ignored, unit.code) {
			continue
		}
		var rings [][]point
		for _, ring := range unit.rings {
			for _, part := range r.unroll(ring) {
				part = densify(part, 0.5)
				for i, p := range part {
					part[i] = r.cell(p)
				}
				rings = append(rings, part)
			}
		}
		r.inside(rings, func(first, last int) {
			for i := first; i <= last; i++ {
				r.unit[i] = int32(u)
			}
		})
	}
}

// drawVoid adds an area for everything outside the rim of a round map.
func (r *raster) drawVoid() {
	if r.m.frame.disc == 0 {
		return
	}
	void := int32(len(r.places))
	r.places = append(r.places, &place{kind: atlas.Void})
	radius := r.m.frame.disc * r.scale
	x0, y0 := -r.left*r.scale, r.top*r.scale
	for i := range r.place {
		if math.Hypot(float64(i%r.w)+0.5-x0, float64(i/r.w)+0.5-y0) > radius {
			r.place[i], r.fixed[i], r.unit[i] = void, true, nobody
		}
	}
}

// drawLakes removes large lakes from the land, so that no border crosses them.
func (r *raster) drawLakes() {
	for _, lake := range r.geography.lakes {
		if !r.inland(lake) {
			continue
		}
		var ring []point
		for _, p := range densify(lake, 0.5) {
			ring = append(ring, r.cell(p))
		}
		r.inside([][]point{ring}, func(first, last int) {
			for i := first; i <= last; i++ {
				r.unit[i] = nobody
			}
		})
	}
}

// inland reports whether a lake, given as its outline in degrees, is large enough to be an area of its own.
func (r *raster) inland(lake []point) bool {
	if r.m.detail.inland == 0 {
		return false
	}
	line := r.line(lake, 0.3)
	return len(line) > 3 && size(line) >= r.m.detail.inland
}

// drawCoast smooths the coast to the resolution of the picture: a cell is land if at least half of its surroundings
// are. Then it draws channels and bridges.
func (r *raster) drawCoast() {
	mask := make([]float32, len(r.land))
	for i, u := range r.unit {
		if u >= 0 {
			mask[i] = 1
		}
	}
	if sigma := r.m.detail.coast * fine; sigma > 0 {
		blur(mask, r.w, sigma)
	}
	for i := range mask {
		r.land[i] = mask[i] >= 0.5 && !r.fixed[i]
	}
	for _, b := range r.m.channels {
		r.paint(b, func(i int) { r.land[i] = false })
	}
	for _, b := range r.m.bridges {
		r.paint(b, func(i int) { r.land[i] = true })
	}
	r.spread(r.unit, func(i int) bool { return r.land[i] })
}

// blur applies a Gaussian blur to a mask of width w in place, first along rows, then along columns.
func blur(mask []float32, w int, sigma float64) {
	n := int(math.Ceil(3 * sigma))
	kernel := make([]float32, 2*n+1)
	var sum float32
	for i := range kernel {
		d := float64(i - n)
		kernel[i] = float32(math.Exp(-d * d / (2 * sigma * sigma)))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	rows := make([]float32, len(mask))
	for i := range mask {
		row, x := i-i%w, i%w
		var s float32
		for j, k := range kernel {
			s += k * mask[row+min(w-1, max(0, x+j-n))]
		}
		rows[i] = s
	}
	h := len(mask) / w
	for i := range mask {
		y, x := i/w, i%w
		var s float32
		for j, k := range kernel {
			s += k * rows[min(h-1, max(0, y+j-n))*w+x]
		}
		mask[i] = s
	}
}

// paint calls f with the index of each cell under a brush's path.
func (r *raster) paint(b brush, f func(int)) {
	radius := math.Max(0.7, b.width*fine/2)
	r.walk(b.path, 0.5, func(p point) {
		for y := int(p.y - radius); y <= int(p.y+radius)+1; y++ {
			for x := int(p.x - radius); x <= int(p.x+radius)+1; x++ {
				middle := point{float64(x) + 0.5, float64(y) + 0.5}
				if i, ok := r.at(middle); ok && math.Hypot(middle.x-p.x, middle.y-p.y) <= radius {
					f(i)
				}
			}
		}
	})
}

// seeded returns the cells that contain a seed of a sea or lake if water is set, or of a land if not.
func (r *raster) seeded(water bool) map[int]bool {
	out := map[int]bool{}
	for _, p := range r.places {
		if p.water() != water {
			continue
		}
		for _, seed := range p.seeds {
			r.walk(seed, 0.5, func(q point) {
				if i, ok := r.at(q); ok {
					out[i] = true
				}
			})
		}
	}
	return out
}

// smallest is the area of the smallest body of water that is drawn, in square pixels.
const smallest = 40

// dropIslands turns islands too small to be visible into sea, and bodies of water that are too small into land.
func (r *raster) dropIslands() {
	seeded := r.seeded(false)
	all := func(int, int) bool { return true }
	r.components(func(i int) bool { return r.land[i] }, all, func(cells []int) {
		taken, size := false, px(len(cells))
		for _, i := range cells {
			if seeded[i] {
				return
			}
			taken = taken || r.fixed[i]
		}
		if size >= r.m.detail.islet && taken || size >= r.m.detail.island {
			return
		}
		for _, i := range cells {
			r.land[i], r.place[i], r.fixed[i], r.unit[i] = false, nobody, false, nobody
		}
	})
	r.components(func(i int) bool { return !r.land[i] && !r.fixed[i] }, all, func(cells []int) {
		if px(len(cells)) < smallest {
			for _, i := range cells {
				r.land[i] = true
			}
		}
	})
	r.spread(r.unit, func(i int) bool { return r.land[i] })
}

// findLakes marks the bodies of water that contain no seed of a sea.
func (r *raster) findLakes() {
	seeded := r.seeded(true)
	lake := int32(nobody)
	r.components(func(i int) bool {
		return !r.land[i] && !r.fixed[i]
	}, func(int, int) bool { return true }, func(cells []int) {
		if slices.ContainsFunc(cells, func(i int) bool { return seeded[i] }) {
			return
		}
		if lake < 0 {
			lake = int32(len(r.places))
			r.places = append(r.places, &place{kind: atlas.Lake})
		}
		for _, i := range cells {
			r.place[i], r.fixed[i] = lake, true
		}
	})
}
