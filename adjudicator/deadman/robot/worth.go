package robot

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// How robots value places is David Norman's idea, of his DumbBot: a foreign centre is worth the more the larger its
// owner is, one's own the more the larger the neighbour is who could take it; and a place is worth what is near it,
// by steps.

// Weights say what counts for the worth of a place.
type weights struct {
	attack, defence float64     // value of attacking foreign centres, and of defending own ones
	near            [10]float64 // value of what is that number of steps away
	// weight of each own unit that can go there, and of each unit of the strongest rival
	strength, competition float64
}

// DumbBot's weights. In Spring it looks one step further than the place where a unit goes, in Fall at the place.
var (
	springWeights = weights{attack: 0.7, defence: 0.3, near: [10]float64{100, 1000, 30, 10, 6, 5, 4, 3, 2, 1},
		strength: 1000, competition: 1000}
	fallWeights = weights{attack: 0.6, defence: 0.4, near: [10]float64{1000, 100, 30, 10, 6, 5, 4, 3, 2, 1},
		strength: 1000, competition: 1000}
	winterWeights = weights{attack: 0.7, defence: 0.3, near: [10]float64{100, 1000, 300, 100, 60, 30, 10, 3, 2, 1}}
)

// A worth is what places are worth to a power, by type of unit and location.
type worth [2][]float64

// worth returns what places are worth to a power.
func (g *ground) worth(w world, me diplomacy.Power, by weights) worth {
	press := g.pressure(w.units)
	held := w.held(g)
	var now, next, sum worth
	for kind := range now {
		now[kind], next[kind] = make([]float64, g.Locs()), make([]float64, g.Locs())
		sum[kind] = make([]float64, g.Locs())
	}
	for _, c := range g.centres {
		value := by.attack * size(held, w.owner[c])
		if w.owner[c] == me {
			value = by.defence * size(held, strongest(&press, held, me, c))
		}
		for l := range diplomacy.Loc(g.Locs()) {
			if g.Province(l) == c {
				now[0][l], now[1][l] = value, value
			}
		}
	}
	for _, weight := range by.near {
		for kind := range now {
			for l := range now[kind] {
				sum[kind][l] += weight * now[kind][l]
				next[kind][l] = now[kind][l] / 5
				for _, to := range g.reach[kind][l] {
					next[kind][l] += now[kind][to] / 5
				}
			}
		}
		now, next = next, now
	}
	if by.strength == 0 && by.competition == 0 {
		return sum
	}
	rivals := press.rivals(me)
	for kind := range sum {
		for l := range sum[kind] {
			p := g.Province(diplomacy.Loc(l))
			sum[kind][l] += by.strength*float64(press[me][p]) - by.competition*float64(rivals[p])
		}
	}
	return sum
}

// size returns how much a power counts, by its centres.
func size(held []int, power diplomacy.Power) float64 {
	n := 0.0
	if power != diplomacy.Nobody {
		n = float64(held[power])
	}
	return n*n + 4*n + 16
}

// strongest returns the largest other power that can go to a province, or Nobody.
func strongest(press *pressure, held []int, me diplomacy.Power, at diplomacy.Loc) diplomacy.Power {
	best := diplomacy.Nobody
	for power := range diplomacy.Power(len(held)) {
		if power == me || press[power][at] == 0 {
			continue
		}
		if best == diplomacy.Nobody || held[power] > held[best] {
			best = power
		}
	}
	return best
}

// of returns the worth of where a unit is.
func (v worth) of(u diplomacy.Unit) float64 { return v[u.Type][u.At] }

// best returns places sorted by their worth for a type of unit, the best first.
func (v worth) best(kind diplomacy.UnitType, from []diplomacy.Loc) []diplomacy.Loc {
	out := slices.Clone(from)
	slices.SortStableFunc(out, func(x, y diplomacy.Loc) int { return cmp.Compare(v[kind][y], v[kind][x]) })
	return out
}

// pick returns the best of several values, or sometimes the next best if it is hardly worse. values are sorted, the
// largest first.
func pick(values []float64, r *rand.Rand) int {
	const alternative, steep = 50, 500 // how often the next best is thought of, and how much its difference counts
	i := 0
	for i+1 < len(values) && r.IntN(100) < alternative {
		chance := 0
		if values[i] > 0 {
			chance = int((values[i] - values[i+1]) * steep / values[i])
		}
		if r.IntN(100) < chance {
			break
		}
		i++
	}
	return i
}
