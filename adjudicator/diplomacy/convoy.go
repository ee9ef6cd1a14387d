package diplomacy

// route reports whether an army can be convoyed from one province to another
// over fleets in the given seas.
func (b *Board) route(from, to Loc, seas Set) bool {
	if !b.shores.Has(from) || !b.shores.Has(to) || from == to {
		return false
	}
	end := b.waters[to].and(seas)
	if end.empty() {
		return false
	}
	fresh := b.waters[from].and(seas)
	for seen := fresh; !fresh.empty(); seen = seen.or(fresh) {
		if fresh.meets(end) {
			return true
		}
		var next Set
		for !fresh.empty() {
			next = next.or(b.waters[fresh.pop()])
		}
		fresh = next.and(seas).minus(seen)
	}
	return false
}

// routeSteps bounds the search of serves. The standard board needs fewer
// than a hundred; where it ends, a convoy order gets the benefit of the doubt.
const routeSteps = 4096

// joins reports whether a sea lies at both provinces, so that one fleet in it can convoy between them.
func (b *Board) joins(sea, from, to Loc) bool {
	coasts := b.shores.Has(from) && b.shores.Has(to)
	return coasts && b.waters[from].Has(sea) && b.waters[to].Has(sea)
}

// serves reports whether a fleet in sea is needed by some route from one
// province to another over the given seas: a route that would break without
// it. A convoy order is possible only then (DATC 6.G.6, 6.G.19).
func (b *Board) serves(sea, from, to Loc, seas Set) bool {
	switch {
	case !seas.Has(sea):
		return false
	case from != to && b.joins(sea, from, to):
		return true // by itself
	case !b.route(from, to, seas):
		return false
	case !b.route(from, to, seas.less(sea)):
		return true // nothing goes without it
	}
	w := routeWalk{board: b, sea: sea, end: b.waters[to], left: routeSteps}
	shore := b.waters[from].and(seas)
	for starts := shore; !starts.empty(); {
		if first := starts.pop(); w.from(first, seas.minus(shore), first == sea) {
			return true
		}
	}
	return false
}

// routeWalk walks the routes without a detour: of the seas on such a route
// only the first touches the province of departure, only the last that of
// arrival, and none touches another but its neighbours on the way. So each of
// its fleets is needed.
type routeWalk struct {
	board *Board
	sea   Loc // to be passed
	end   Set
	left  int
}

// from goes on from sea at over the free seas.
func (w *routeWalk) from(at Loc, free Set, passed bool) bool {
	w.left--
	switch {
	case w.left < 0:
		return true
	case w.end.Has(at):
		return passed
	}
	next := w.board.waters[at].and(free)
	for steps := next; !steps.empty(); {
		if s := steps.pop(); w.from(s, free.minus(next), passed || s == w.sea) {
			return true
		}
	}
	return false
}
