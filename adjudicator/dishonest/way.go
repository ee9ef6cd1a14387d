package dishonest

import (
	"iter"
	"slices"
)

// A ground is what an area is to moving units of a type.
type ground struct {
	pass bool // whether they may go on from it
	rest bool // whether a movement may end there, and another one begin
	end  bool // whether their path may end there, with land units or ships if it needs some
}

// ground returns what an area is to a power's units of a type, as things stand (DD-19 to DD-22, DD-24).
func (s *State) ground(seat string, t Type, a Area) ground {
	sea := s.edition().IsSea(a)
	switch {
	case s.Areas[a].Quagmire:
		return ground{}
	case t == Fighter:
		return s.sky(seat, a)
	case s.closed(a) || t.IsNaval() && !sea:
		return ground{}
	case t.IsNaval():
		ally, foe := s.friendly(a, seat), s.enemy(a, seat)
		return ground{pass: !foe, rest: !foe && !ally, end: !ally}
	case sea:
		return ground{pass: !s.enemy(a, seat)}
	}
	own := s.occupies(a, seat)
	return ground{pass: own, rest: own, end: !s.friendly(a, seat)}
}

// joins reports whether a canal joins two sea-zones.
func (c Canal) joins(x, y Area) bool { return c.Seas == [2]Area{x, y} || c.Seas == [2]Area{y, x} }

// canals returns the names of the canals that join two sea-zones, and of the regions that open them.
func (b *Board) canals(x, y Area) (names, keys []string) {
	for _, c := range b.Canals {
		if c.joins(x, y) {
			names, keys = append(names, c.Name), append(keys, b.Name(c.Region))
		}
	}
	return names, keys
}

// adjacent reports whether two areas are adjacent for a power: on the board, or by a canal whose region the power or
// its ally holds (DD-23).
func (s *State) adjacent(x, y Area, seat string) bool {
	b := s.edition()
	return b.Linked(x, y) || slices.ContainsFunc(b.Canals, func(c Canal) bool {
		return c.joins(x, y) && (s.occupies(c.Region, seat) || s.friendly(c.Region, seat))
	})
}

// around returns the areas adjacent to an area for a power, without duplicates: in the order of the board, and then
// those by canals.
func (s *State) around(a Area, seat string) iter.Seq[Area] {
	return func(yield func(Area) bool) {
		b := s.edition()
		for _, o := range b.Next(a) {
			if !yield(o) {
				return
			}
		}
		if !b.IsSea(a) {
			return
		}
		for i, c := range b.Canals {
			o, ok := c.from(a)
			again := ok && slices.ContainsFunc(b.Canals[:i], func(x Canal) bool { return x.joins(a, o) })
			if !ok || again || !s.adjacent(a, o, seat) {
				continue
			}
			if !yield(o) {
				return
			}
		}
	}
}

// from returns the other sea-zone of a canal; ok is false if the canal is not on the given one.
func (c Canal) from(a Area) (o Area, ok bool) {
	for i, end := range c.Seas {
		if end == a {
			return c.Seas[1-i], true
		}
	}
	return nowhere, false
}

// shut reports whether a quagmire prevents retreats and deployments into and out of a region (DD-24). No move in a
// tactics action enters or leaves one under any ruling.
func (s *State) shut(a Area) bool { return s.Areas[a].Quagmire && s.is(optQuagmire, "all") }

// paces is the cost for units to be where they are, by the number of spaces left of their last movement: [movement]
// for each movement, and 1 for each space; never where it is impossible.
type paces [4]int

const (
	movement = 1000
	never    = 1 << 30
)

// nowise is the cost where units can't be, and atRest where they start.
var (
	nowise = paces{never, never, never, never}
	atRest = paces{0, never, never, never}
)

// on returns the cost after one more space, between areas that are sea-zones or not; rest is whether they may stop
// where they are, and begin a movement there. Being carried is a separate movement, over three sea-zones, which ends
// when they land (DD-22).
func (p paces) on(t Type, sea, ahead, rest bool) paces {
	out := nowise
	pay := func(left, cost int) { out[left] = min(out[left], cost) }
	for left, cost := range p {
		switch {
		case cost >= never:
		case t.IsLand() && sea && !ahead:
			pay(0, cost+1)
		case t.IsLand() && !sea && ahead:
			pay(amphibious-1, cost+movement+1)
		default:
			if left > 0 {
				pay(left-1, cost+1)
			}
			if rest {
				pay(t.Range()-1, cost+movement+1)
			}
		}
	}
	return out
}

// merged returns the lower of both costs for each number of spaces left.
func (p paces) merged(q paces) paces {
	for i := range p {
		p[i] = min(p[i], q[i])
	}
	return p
}

func (p paces) best() int      { return slices.Min(p[:]) }
func (p paces) possible() bool { return p.best() < never }

// fewest returns the smallest number of movements.
func (p paces) fewest() int { return p.best() / movement }

// A survey is the cost for units of a type to reach each area from one, moving only where they may pass, as things
// stand.
type survey struct {
	*State
	seat  string
	unit  Type
	from  Area
	rests func(Area) bool // whether a movement may end in an area
	is    []ground        // kind of ground, by area
	costs []paces         // by area
}

// survey computes the costs of all paths of a power's units from an area, where they have already paid some. It does
// not check whether fighters may end there, or which ships move away.
func (s *State) survey(seat string, t Type, from Area, paid paces, rests func(Area) bool) *survey {
	y := &survey{State: s, seat: seat, unit: t, from: from, rests: rests, is: make([]ground, len(s.Areas)),
		costs: make([]paces, len(s.Areas))}
	for a := range s.Areas {
		y.is[a], y.costs[a] = s.ground(seat, t, Area(a)), nowise
	}
	y.costs[from] = paid
	for queue := []Area{from}; len(queue) > 0; {
		at := queue[0]
		queue = queue[1:]
		for o := range s.around(at, seat) {
			if o == from || !y.open(at, o) {
				continue
			}
			cost := y.costs[o].merged(y.step(at, o))
			if cost == y.costs[o] {
				continue
			}
			y.costs[o] = cost
			if y.is[o].pass && !slices.Contains(queue, o) {
				queue = append(queue, o)
			}
		}
	}
	return y
}

// open reports whether units may go from one area to the next, either to pass it or to stop there.
func (y *survey) open(at, o Area) bool {
	b := y.edition()
	lands := y.unit.IsLand() && b.IsSea(at) && !b.IsSea(o)
	if lands && !y.ferried(y.seat, o) {
		return false
	}
	return y.is[o].pass || y.is[o].end
}

// step returns the cost of being in an area, coming from the one before.
func (y *survey) step(at, o Area) paces {
	b := y.edition()
	return y.costs[at].on(y.unit, b.IsSea(at), b.IsSea(o), at == y.from || y.rests(at))
}

// ways returns the cheapest paths to an area: those with the fewest movements, and of them those with the fewest
// spaces, at most most of them, in the order of the board.
func (y *survey) ways(to Area, most int) [][]Area {
	var out [][]Area
	b := y.edition()
	var back func(tail []Area, left, cost int)
	back = func(tail []Area, left, cost int) {
		at := tail[0]
		if at == y.from {
			if !slices.ContainsFunc(out, func(w []Area) bool { return slices.Equal(w, tail) }) {
				out = append(out, tail)
			}
			return
		}
		for o := range y.around(at, y.seat) {
			if o != y.from && !y.is[o].pass || !y.open(o, at) {
				continue
			}
			for was, paid := range y.costs[o] {
				one := nowise
				if one[was] = paid; len(out) < most &&
					one.on(y.unit, b.IsSea(o), b.IsSea(at), o == y.from || y.rests(o))[left] == cost && cost < never {
					back(slices.Insert(slices.Clone(tail), 0, o), was, paid)
				}
			}
		}
	}
	best := y.costs[to].best()
	for left, cost := range y.costs[to] {
		if cost == best && cost < never {
			back([]Area{to}, left, cost)
		}
	}
	return out
}

// wayTo returns the cheapest path of a player's units from one area to another as things stand: the one with the
// fewest movements, then with the fewest spaces; nil if there is none. unique is whether no other path is as cheap.
// It does not check whether fighters may land there, or what else moves.
func (v *View) wayTo(t Type, from, to Area) (path []Area, unique bool) {
	g := v.ground(v.Seat, t, to)
	if v.Areas[from].Quagmire || v.edition().IsSea(from) != t.IsNaval() {
		return nil, false
	}
	if from == to || !g.end && t != Fighter {
		return nil, false
	}
	ways := v.survey(v.Seat, t, from, atRest, v.resting(t)).ways(to, 2)
	if len(ways) == 0 {
		return nil, false
	}
	return ways[0], len(ways) == 1
}

// resting returns a function that reports whether units of a type may stop in an area between two movements, as
// things stand.
func (v *View) resting(t Type) func(Area) bool {
	return func(a Area) bool { return v.ground(v.Seat, t, a).rest }
}
