package dishonest

import (
	"iter"
	"slices"
)

// A ground is what an area is to units of a type that move.
type ground struct {
	pass bool // they may go on from it
	rest bool // a movement may end there, and another one begin
	end  bool // their way may end there, with land units or ships if it needs some
}

// ground is what an area is to a power's units of a type, as things stand (DD-19 to DD-22, DD-24).
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

// canals are the names of the canals that join two sea-zones, and of the regions that open them.
func (b *Board) canals(x, y Area) (names, keys []string) {
	for _, c := range b.Canals {
		if c.joins(x, y) {
			names, keys = append(names, c.Name), append(keys, b.Name(c.Region))
		}
	}
	return names, keys
}

// adjacent reports whether two areas are next to each other for a power: on the board, or by a canal whose region it
// holds or its ally (DD-23).
func (s *State) adjacent(x, y Area, seat string) bool {
	b := s.edition()
	return b.Linked(x, y) || slices.ContainsFunc(b.Canals, func(c Canal) bool {
		return c.joins(x, y) && (s.occupies(c.Region, seat) || s.friendly(c.Region, seat))
	})
}

// around are the areas next to one for a power, each once: in the order of the board, and then those by canals.
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

// from is where a canal leads from a sea-zone; ok is false if it does not.
func (c Canal) from(a Area) (o Area, ok bool) {
	for i, end := range c.Seas {
		if end == a {
			return c.Seas[1-i], true
		}
	}
	return nowhere, false
}

// shut reports whether a quagmire keeps retreats and deployments out of a region and in it (DD-24). No move in a
// tactics action enters or leaves one, whatever the ruling is.
func (s *State) shut(a Area) bool { return s.Areas[a].Quagmire && s.is(optQuagmire, "all") }

// paces are what units have paid to be where they are, by how many spaces are left of their last movement: [movement]
// for each that was bought, and 1 for each space; never where it can't be.
type paces [4]int

const (
	movement = 1000
	never    = 1 << 30
)

// nowise is what they have paid where they can't be, and atRest where they start.
var (
	nowise = paces{never, never, never, never}
	atRest = paces{0, never, never, never}
)

// on is what it is when they have gone one space further, between areas that are sea-zones or not; rest: they may stop
// where they are, and begin a movement there. To be carried is a movement of its own, of three sea-zones, which ends
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

// merged is the better of both for each number of spaces left.
func (p paces) merged(q paces) paces {
	for i := range p {
		p[i] = min(p[i], q[i])
	}
	return p
}

func (p paces) best() int      { return slices.Min(p[:]) }
func (p paces) possible() bool { return p.best() < never }

// fewest is how many movements were bought at least.
func (p paces) fewest() int { return p.best() / movement }

// A survey is what it costs units of a type to come to each area from one, going only where they pass, as things stand.
type survey struct {
	*State
	seat  string
	unit  Type
	from  Area
	rests func(Area) bool // where a movement may end
	is    []ground        // by area
	costs []paces         // by area
}

// survey looks for all ways of a power's units from one area, where they have paid so much. Whether fighters may end
// where they come is not looked at, nor which ships move away.
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

// open reports whether units may go from one area to the next, to pass it or to stop there.
func (y *survey) open(at, o Area) bool {
	b := y.edition()
	lands := y.unit.IsLand() && b.IsSea(at) && !b.IsSea(o)
	if lands && !y.ferried(y.seat, o) {
		return false
	}
	return y.is[o].pass || y.is[o].end
}

// step is what it costs to be in an area, coming from the one before.
func (y *survey) step(at, o Area) paces {
	b := y.edition()
	return y.costs[at].on(y.unit, b.IsSea(at), b.IsSea(o), at == y.from || y.rests(at))
}

// ways are the cheapest ways to an area: those with the fewest movements, and of them those with the fewest spaces.
// There are at most so many of them, in the order of the board.
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

// wayTo is the cheapest way of a player's units from one area to another as things stand: the one with the fewest
// movements, then with the fewest spaces; nil if there is none. Unique reports whether there is no other as cheap. It
// does not look at whether fighters may land there, nor at what else moves.
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

// resting is where units may stop between two movements, as things stand.
func (v *View) resting(t Type) func(Area) bool {
	return func(a Area) bool { return v.ground(v.Seat, t, a).rest }
}
