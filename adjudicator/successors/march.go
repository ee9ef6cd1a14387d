package successors

import (
	"cmp"
	"slices"
)

// The movement points of each kind of unit for a turn (SU-10, SU-11).
const (
	landPoints   = 3
	leaderPoints = 4
	fleetPoints  = 5
)

// A walker is one unit during movement. Each unit is tracked on its own, as units that have moved differ from those
// that have not.
type walker struct {
	unit   Type
	hired  bool // whether it is a mercenary
	left   int  // movement points left
	fresh  bool // whether it has not moved in this turn
	landed bool // whether it came ashore in the area where it stands
}

// A party is the units of one side that move together. While they move, they are off the board.
type party struct {
	side    string
	lent    bool // whether the units are an ally's
	walkers []walker
	leader  bool // whether the mover's leader is with them
	lead    int  // movement points that the leader has left
}

// marched tells everybody of a march by land (SU-10): kind "marched".
type marched struct {
	Seat    string
	Of      string   `json:",omitempty"` // owner of the units if they are an ally's; otherwise ""
	Path    []string // from where they started to where the last of them stopped
	Units   Units    // units that reached the end of the path
	Leader  bool     `json:",omitempty"`
	Behind  []behind `json:",omitempty"` // units that could not go as far
	Stopped bool     `json:",omitempty"` // whether unfriendly units stopped them before the ordered destination
}

// A behind is units that stopped on the way.
type behind struct {
	At    string
	Units Units
}

// moves carries out the mover's marches and voyages in the order in which they are written (SU-10 to SU-12). Where
// the mover's fleets start among others' fleets, they may fight first (SU-26).
func (r *turn) moves() {
	r.start = r.player(r.mover).Leader.At
	r.seaFights()
	for _, m := range r.sheets[r.mover].moves {
		x := movement{r, m}
		if why := x.moveError(); why != "" {
			r.skip(r.mover, m.words(r.edition()), why)
			continue
		}
		x.carryOut()
	}
	r.unfoughtAtSea()
}

// A movement is a march or a voyage that is being carried out.
type movement struct {
	*turn
	move move
}

// moveError returns the reason that a march or voyage can't be started; "" if it can. Whether the units are there is
// not checked here.
func (r movement) moveError() string {
	b := r.edition()
	least := 2
	if r.move.sail && r.move.land != nowhere {
		least = 1
	}
	if len(r.move.path) < least {
		return "It leads nowhere."
	}
	for i := 1; i < len(r.move.path); i++ {
		from, to := r.move.path[i-1], r.move.path[i]
		switch {
		case r.move.sail && !b.Sails(from, to):
			return "No fleet goes from " + b.Name(from) + " to " + b.Name(to) + " in one step."
		case !r.move.sail && !b.Walks(from, to):
			return "No way leads from " + b.Name(from) + " to " + b.Name(to) + " by land."
		}
	}
	last := r.move.path[len(r.move.path)-1]
	switch {
	case r.move.of != "" && !r.friendly(r.mover, r.move.of):
		return "You have no alliance with " + r.move.of + "."
	case r.move.land != nowhere && !b.lands(last, r.move.land):
		return b.Name(r.move.land) + " is no coast of " + b.Name(last) + "."
	case r.move.land == nowhere && b.IsSea(last) && r.move.carries():
		return "Troops don't stay at sea: say where they LAND."
	}
	return ""
}

// carryOut makes the march or voyage, as far as it is possible.
func (r movement) carryOut() {
	if r.move.sail {
		r.sail()
	} else {
		r.march()
	}
}

// march moves a party by land, until its movement points are used up or it meets unfriendly units (SU-10).
func (r movement) march() {
	b := r.edition()
	p, short := r.gather(r.cost())
	if len(p.walkers) == 0 && !p.leader {
		r.skip(r.mover, r.move.words(b), short)
		return
	}
	told := marched{Seat: r.mover, Of: r.move.of, Path: []string{b.Name(r.move.path[0])}}
	at := r.move.path[0]
	for _, to := range r.move.path[1:] {
		stay := p.split(func(w walker) bool { return w.left >= b.Cost(to) || w.fresh && r.is(optMinimum, "one") })
		leaderAlone := len(stay) == 0 && p.leader && p.lead >= b.Cost(to)
		ahead := leaderAlone || len(p.walkers) > 0
		if !ahead {
			p.walkers = stay
			break
		}
		if len(stay) > 0 {
			units := r.put(at, party{side: p.side, lent: p.lent, walkers: stay})
			told.Behind = append(told.Behind, behind{b.Name(at), units})
		}
		if p.leader && p.lead < b.Cost(to) {
			r.putLeader(at, &p)
		}
		p.step(b.Cost(to))
		at = to
		told.Path = append(told.Path, b.Name(at))
		if r.stops(at, r.mover) || r.stops(at, p.side) {
			p.halt()
			told.Stopped = at != r.move.path[len(r.move.path)-1]
			break
		}
	}
	told.Leader = p.leader
	told.Units = r.put(at, p)
	switch {
	case len(told.Path) == 1:
		r.skip(r.mover, r.move.words(b), "They have too few movement points.")
		return
	case short != "":
		r.skip(r.mover, r.move.words(b), short)
	case len(told.Path) < len(r.move.path) && !told.Stopped:
		r.skip(r.mover, r.move.words(b), "They have too few movement points to go further than "+b.Name(at)+".")
	}
	r.tell("marched", told)
}

// stops reports whether land units of a side have to stop when they enter a province, because of what is there
// (SU-10, SU-27).
func (r *turn) stops(a Area, side string) bool { return r.bars(r.Options, a, side) }

// cost returns the movement points that the path costs by land.
func (r movement) cost() int {
	n := 0
	for _, a := range r.move.path[1:] {
		n += r.edition().Cost(a)
	}
	return n
}

// gather takes the land units of a move off the board, and the leader if the move includes the leader. Of each type
// it takes units with just enough movement points. short names what is missing; "" if nothing is.
func (r movement) gather(cost int) (p party, short string) {
	at := r.move.path[0]
	p = party{side: cmp.Or(r.move.of, r.mover), lent: r.move.of != ""}
	portions := r.move.units
	fleetsAlone := r.move.sail && r.move.fleets > 0
	if len(portions) == 0 && !r.move.leader && !fleetsAlone {
		for _, t := range Land {
			portions = append(portions, portion{all, t})
		}
	}
	for _, o := range portions {
		there := r.candidates(p, o.unit, cost)
		n := len(there)
		if o.n != all && o.n < n {
			n = o.n
		} else if o.n > n {
			short = "Not so many units can go from " + r.edition().Name(at) + "; those that can, go."
		}
		r.pick(at, &p, o.unit, there[:n])
	}
	if r.move.leader {
		if l := r.player(r.mover).Leader; l.Captor == "" && l.At == r.edition().Name(at) {
			p.leader, p.lead = true, r.leadLeft()
			r.player(r.mover).Leader.At = ""
		} else {
			short = "Your leader is not in " + r.edition().Name(at) + "."
		}
	}
	leaderIsShort := r.move.leader && short != ""
	if len(p.walkers) == 0 && !p.leader && !leaderIsShort {
		short = "No such units can go from " + r.edition().Name(at) + "."
	}
	return p, short
}

// leadLeft returns the number of movement points that the mover's leader has left.
func (r *turn) leadLeft() int { return max(0, leaderPoints+r.player(r.mover).March-r.rode) }

// candidates returns the units of a type in the area that can still move, in the order in which they are picked:
// first those with just enough movement points, then those with the most.
func (r movement) candidates(p party, t Type, cost int) []walker {
	at := r.move.path[0]
	f := foot{at, p.side, t}
	out := slices.Clone(r.walked[f])
	n := r.units(at, p.side)[t]
	for range n - len(out) {
		out = append(out, walker{unit: t, left: r.points(t), fresh: true})
	}
	out = slices.DeleteFunc(out, func(w walker) bool { return w.left <= 0 })
	slices.SortStableFunc(out, func(x, y walker) int {
		switch xs, ys := x.left >= cost, y.left >= cost; {
		case xs && ys:
			return x.left - y.left
		case xs:
			return -1
		case ys:
			return 1
		}
		return y.left - x.left
	})
	if p.lent {
		out = out[:min(len(out), r.lent[f])]
	}
	return out
}

// points returns the movement points of a unit of a type that has not moved.
func (r movement) points(t Type) int {
	if t == Fleet {
		return fleetPoints
	}
	n := landPoints
	at := r.move.path[0]
	led := r.start == r.edition().Name(at)
	if r.is(optMarch, "along") {
		led = led && r.move.leader && r.leads(at, r.mover)
	}
	if led {
		n = leaderPoints
	}
	return n + r.player(r.mover).March
}

// pick moves units from an area of the board into a party.
func (r *turn) pick(at Area, p *party, t Type, some []walker) {
	f := foot{at, p.side, t}
	hired := r.take(at, p.side, unitsOf(len(some), t))
	for i, w := range some {
		if !w.fresh {
			j := slices.Index(r.walked[f], w)
			r.walked[f] = slices.Delete(slices.Clone(r.walked[f]), j, j+1)
			if w.landed {
				r.landed[f]--
			}
		}
		w.hired = i < hired[t]
		p.walkers = append(p.walkers, w)
	}
	if p.lent {
		r.lent[f] -= len(some)
	}
}

// put places a party with its leader in an area, and returns its units.
func (r *turn) put(at Area, p party) Units {
	var units, hired Units
	for _, w := range p.walkers {
		f := foot{at, p.side, w.unit}
		units[w.unit]++
		if w.hired {
			hired[w.unit]++
		}
		w.hired = false
		if !w.fresh {
			r.walked[f] = append(r.walked[f], w)
		}
		if w.landed {
			r.landed[f]++
		}
		if p.lent {
			r.lent[f]++
		}
	}
	if units.Total() > 0 {
		r.add(at, p.side, units, hired)
	}
	r.putLeader(at, &p)
	return units
}

// putLeader places the leader of a party in an area, if it has one.
func (r *turn) putLeader(at Area, p *party) {
	if !p.leader {
		return
	}
	r.player(r.mover).Leader.At = r.edition().Name(at)
	r.rode = leaderPoints + r.player(r.mover).March - p.lead
	p.leader = false
}

// split removes from a party the units for which goes is false, and returns them.
func (p *party) split(goes func(walker) bool) (stay []walker) {
	var on []walker
	for _, w := range p.walkers {
		if goes(w) {
			on = append(on, w)
		} else {
			stay = append(stay, w)
		}
	}
	p.walkers = on
	return stay
}

// step deducts the movement points for entering a province.
func (p *party) step(cost int) {
	for i := range p.walkers {
		w := &p.walkers[i]
		w.left, w.fresh, w.landed = max(0, w.left-cost), false, false
	}
	p.lead = max(0, p.lead-cost)
}

// halt ends a party's movement for this turn.
func (p *party) halt() {
	for i := range p.walkers {
		p.walkers[i].left, p.walkers[i].fresh = 0, false
	}
	p.lead = 0
}

// homeward marches a player's units in a province, which an event sends home, towards their home: up to three
// movement points, or until they meet unfriendly units. It does not use up any movement of their turn.
func (r *turn) homeward(seat string, from Area) {
	b := r.edition()
	types := []Type{Cavalry, Infantry, Elephant}
	switch r.Options[optLeader] {
	case "army":
	case "levies":
		types = Land
	default:
		return
	}
	home, ok := b.Area(r.player(seat).Home)
	if !ok || from == home || b.IsSea(from) {
		return
	}
	units := r.units(from, seat).Only(types...)
	if units.Army() == 0 {
		return
	}
	path := b.wayHome(from, home)
	if len(path) < 2 {
		return
	}
	told := marched{Seat: seat, Path: []string{b.Name(from)}, Units: units}
	at, left := from, landPoints
	for _, to := range path[1:] {
		if left -= b.Cost(to); left < 0 {
			break
		}
		at = to
		told.Path = append(told.Path, b.Name(at))
		if r.stops(at, seat) {
			told.Stopped = at != home
			break
		}
	}
	if at == from {
		return
	}
	hired := r.take(from, seat, units)
	r.add(at, seat, units, hired)
	r.tell("marched", told)
}

// wayHome returns the cheapest path between two provinces by land, on a tie the one with the fewest steps, then the
// first in the order of the board; nil if there is none.
func (b *Board) wayHome(from, to Area) []Area {
	way := b.links.Way(to, from, func(at, next Area) int {
		if !b.Walks(at, next) {
			return -1
		}
		return b.Cost(at)
	})
	slices.Reverse(way)
	return way
}
