package robot

import (
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// A draft is a set of orders for the units of a power, chosen unit by unit in the manner of DumbBot: each goes to the
// best place that it can reach, or now and then the next best; where another of its power stands or goes already, it
// supports it if a rival could come.
type draft struct {
	*ground
	own    []diplomacy.Unit
	worth  worth
	rivals [128]int8
	r      *rand.Rand

	orders []diplomacy.Order // one for each unit
	done   []bool
	waits  []bool // units that wait for another unit to be ordered first
}

// drafted returns orders for units of one power.
func (g *ground) drafted(own []diplomacy.Unit, v worth, rivals [128]int8, r *rand.Rand) []diplomacy.Order {
	d := &draft{ground: g, own: own, worth: v, rivals: rivals, r: r, orders: make([]diplomacy.Order, len(own)),
		done: make([]bool, len(own)), waits: make([]bool, len(own))}
	queue := r.Perm(len(own))
	for len(queue) > 0 {
		i := queue[0]
		if d.done[i] {
			queue = queue[1:]
		} else if first := d.order(i); first >= 0 {
			queue = slices.Insert(queue, 0, first)
		}
	}
	d.useHolds()
	return d.orders
}

// order chooses the order of a unit, or returns the unit that must be ordered before it.
func (d *draft) order(i int) (first int) {
	u := d.own[i]
	to := d.worth.best(u.Type, append(slices.Clone(d.reach[u.Type][u.At]), u.At))
	for len(to) > 0 {
		values := make([]float64, len(to))
		for n, l := range to {
			values[n] = d.worth[u.Type][l]
		}
		n := pick(values, d.r)
		order, first := d.towards(i, to[n])
		if first >= 0 {
			d.waits[i] = true
			return first
		}
		if order.Verb != diplomacy.NoVerb {
			d.orders[i], d.done[i] = order, true
			return -1
		}
		to = slices.Delete(to, n, n+1)
	}
	d.orders[i], d.done[i] = diplomacy.Holds(u.At), true
	return -1
}

// towards returns what a unit can do if it wants to go somewhere: go there, or support who is there or goes there. It
// is NoVerb if it should want something else, and first is the unit that must be ordered before it, or -1.
func (d *draft) towards(i int, to diplomacy.Loc) (o diplomacy.Order, first int) {
	u, p := d.own[i], d.Province(to)
	if to == u.At {
		return diplomacy.Holds(u.At), -1
	}
	nothing := diplomacy.Order{Verb: diplomacy.NoVerb}
	for j, other := range d.own {
		switch {
		case j == i:
		case !d.done[j]:
			if d.Province(other.At) != p {
				continue
			}
			if d.waits[j] {
				return nothing, -1
			}
			return nothing, j
		case d.orders[j].Verb == diplomacy.Move && d.Province(d.orders[j].To) == p:
			if d.rivals[p] > 0 {
				return diplomacy.SupportsMove(u.At, other.At, p), -1
			}
			return nothing, -1
		case d.orders[j].Verb != diplomacy.Move && d.Province(other.At) == p:
			if d.rivals[p] > 1 {
				return diplomacy.Supports(u.At, other.At), -1
			}
			return nothing, -1
		}
	}
	return diplomacy.Moves(u.At, to), -1
}

// useHolds has units that hold support the most valuable of what goes on next to them.
func (d *draft) useHolds() {
	for i, u := range d.own {
		if d.orders[i].Verb != diplomacy.Hold {
			continue
		}
		best := 0.0
		for j, other := range d.own {
			at, least, o := other.At, int8(1), diplomacy.Supports(u.At, other.At)
			if d.orders[j].Verb == diplomacy.Move {
				at, least = d.orders[j].To, 0
				o = diplomacy.SupportsMove(u.At, other.At, d.Province(at))
			}
			p := d.Province(at)
			if j == i || d.rivals[p] <= least || !slices.Contains(d.borders[u.Type][u.At], p) {
				continue
			}
			if v := d.worth[other.Type][at] * float64(d.rivals[p]); v > best {
				best, d.orders[i] = v, o
			}
		}
	}
}
