package mapmaker

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"deaddrop/templates/atlas"
)

// takeUnits gives places the units that they take. A unit that is named by itself takes precedence over its country.
func (r *raster) takeUnits() error {
	countries, codes := map[string][]int{}, map[string][]int{}
	for i, u := range r.geography.units {
		countries[u.country] = append(countries[u.country], i)
		codes[u.code] = append(codes[u.code], i)
	}
	owner := slices.Repeat([]int32{nobody}, len(r.geography.units))
	named := make([]bool, len(owner))
	for i, p := range r.m.places {
		for _, word := range p.take {
			name, minus := strings.CutPrefix(word, "-")
			units, country := countries[name]
			if !country {
				units = codes[name]
			}
			if len(units) == 0 {
				return fmt.Errorf("line %d: %s takes %s, and there is no such unit or country", p.line, p.full, name)
			}
			for _, u := range units {
				switch {
				case minus, country && (named[u] || slices.Contains(p.take, "-"+r.geography.units[u].code)):
				case owner[u] != nobody && named[u] == !country:
					return fmt.Errorf("line %d: %s takes %s, and so does %s", p.line, p.full, name,
						r.m.places[owner[u]].full)
				default:
					owner[u], named[u] = int32(i), !country
				}
			}
		}
	}
	for i, u := range r.unit {
		if r.land[i] && u >= 0 && owner[u] != nobody {
			r.place[i], r.fixed[i] = owner[u], true
		}
	}
	for _, b := range r.m.bridges {
		r.paint(b, func(i int) { r.place[i], r.fixed[i] = int32(r.m.index(b.place)), true })
	}
	return nil
}

// drawCuts blocks the cells that lie on cuts, so that nothing grows across them.
func (r *raster) drawCuts() {
	for _, c := range r.m.cuts {
		r.walk(c, 0.3, func(p point) {
			if i, ok := r.at(p); ok {
				r.blocked[i] = true
				if r.unit[i] >= 0 {
					r.split[r.unit[i]] = true
				}
			}
		})
	}
}

// grow expands every place from its seeds over land, or over water if land is false. A cell goes to the place that
// reaches it first; cuts stop all growth.
func (r *raster) grow(land bool) error {
	f := newFront(r)
	for i, p := range r.places {
		if p.water() == land {
			continue
		}
		hits := 0
		for _, seed := range p.seeds {
			r.walk(seed, 0.5, func(q point) {
				j, ok := r.at(q)
				if !ok || r.land[j] != land || r.blocked[j] {
					return
				}
				if !r.fixed[j] || r.place[j] == int32(i) {
					r.place[j] = int32(i)
					f.add(j, 0)
					hits++
				}
			})
		}
		if hits == 0 && len(p.seeds) > 0 {
			return fmt.Errorf("line %d: no seed of %s is on %s that is free", p.line, p.full,
				map[bool]string{true: "land", false: "water"}[land])
		}
	}
	open := func(i int) bool { return r.land[i] == land && !r.blocked[i] && !r.fixed[i] }
	r.components(func(i int) bool {
		return open(i) || f.time[i] == 0
	}, func(int, int) bool { return true }, func(cells []int) {
		if p := r.only(cells); p >= 0 { // no other place competes for these cells, so no march is needed
			for _, i := range cells {
				r.place[i], f.done[i] = p, true
			}
		}
	})
	f.march(open)
	return nil
}

// only returns the one place that already owns some of these cells, or nobody if several places do or none does.
func (r *raster) only(cells []int) int32 {
	p := int32(nobody)
	for _, i := range cells {
		if q := r.place[i]; q >= 0 {
			if p >= 0 && p != q {
				return nobody
			}
			p = q
		}
	}
	return p
}

// snap gives each whole unit that no place took explicitly to the place that has grown over most of it.
func (r *raster) snap() {
	if r.m.detail.snap == 0 {
		return
	}
	free := func(i int) bool {
		owned := r.land[i] && r.unit[i] >= 0 && r.place[i] >= 0
		return owned && !r.fixed[i] && !r.split[r.unit[i]]
	}
	cells := map[int32]map[int32]int{}
	for i, u := range r.unit {
		if free(i) {
			if cells[u] == nil {
				cells[u] = map[int32]int{}
			}
			cells[u][r.place[i]]++
		}
	}
	best := map[int32]int32{}
	for u, counts := range cells {
		best[u] = most(counts)
	}
	for i, u := range r.unit {
		if free(i) {
			r.place[i] = best[u]
		}
	}
}

// most returns the place with the most cells, the first of several with equally many, or nobody if the map is empty.
func most(counts map[int32]int) int32 {
	return slices.MaxFunc(append(slices.Sorted(maps.Keys(counts)), nobody), func(a, b int32) int {
		return cmp.Compare(counts[a], counts[b])
	})
}

// fill gives cells that no front reached to the nearest place. Land that has no place near becomes scenery, which
// belongs to no place of the game.
func (r *raster) fill(land bool) {
	r.spread(r.place, func(i int) bool { return r.land[i] == land })
	decor := int32(nobody)
	for i := range r.place {
		if land && r.land[i] && r.place[i] < 0 {
			if decor < 0 {
				decor = int32(len(r.places))
				r.places = append(r.places, &place{kind: atlas.Decor})
			}
			r.place[i] = decor
		}
	}
}

// stray is the area of the largest exclave that tidy gives to the place around it, in square pixels.
const stray = 120

// tidy gives small exclaves to the place that surrounds them.
func (r *raster) tidy(land bool) {
	seeded := r.seeded(!land)
	var parts [][]int
	largest := map[int32]int{}
	r.components(func(i int) bool {
		return r.land[i] == land && r.place[i] >= 0
	}, func(i, j int) bool { return r.place[i] == r.place[j] }, func(cells []int) {
		parts = append(parts, cells)
		largest[r.place[cells[0]]] = max(largest[r.place[cells[0]]], len(cells))
	})
	for _, cells := range parts {
		own := r.place[cells[0]]
		if len(cells) == largest[own] || px(len(cells)) >= stray || slices.ContainsFunc(cells, func(i int) bool {
			return seeded[i]
		}) {
			continue
		}
		touches := map[int32]int{}
		for _, i := range cells {
			for _, j := range r.beside(i) {
				if j < 0 || r.land[j] != land {
					continue
				}
				if p := r.place[j]; p >= 0 && p != own {
					touches[p]++
				}
			}
		}
		if p := most(touches); p >= 0 {
			for _, i := range cells {
				r.place[i] = p
			}
		}
	}
}

// uncross changes cells so that no four areas meet crosswise in a point, where the border could be drawn in two ways.
func (r *raster) uncross() {
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(r.place)-r.w-1; i++ {
			if i%r.w == r.w-1 {
				continue
			}
			a, b, c, d := r.place[i], r.place[i+1], r.place[i+r.w], r.place[i+r.w+1]
			if a == d && a != b && a != c {
				r.place[i+1], changed = a, true
			} else if b == c && b != a && b != d {
				r.place[i], changed = b, true
			}
		}
	}
}

// noise returns smooth pseudo-random noise between -1 and 1 whose waves are about wave long, in the unit of x and y.
func noise(x, y, wave float64, seed uint32) float64 {
	x, y = x/wave, y/wave
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	fx, fy = fx*fx*(3-2*fx), fy*fy*(3-2*fy)
	h := func(a, b float64) float64 {
		n := uint32(int32(a))*374761393 + uint32(int32(b))*668265263 + seed*2246822519
		n = (n ^ n>>13) * 1274126177
		n ^= n >> 16
		return float64(n)/float64(1<<31) - 1
	}
	return (h(x0, y0)*(1-fx)+h(x0+1, y0)*fx)*(1-fy) + (h(x0, y0+1)*(1-fx)+h(x0+1, y0+1)*fx)*fy
}
