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

// routeSteps bounds the search of serves. The standard board needs fewer than a hundred; if the limit is reached, the
// convoy order counts as possible.
const routeSteps = 4096

// joins reports whether a sea lies at both provinces, so that one fleet in it can convoy between them.
func (b *Board) joins(sea, from, to Loc) bool {
	coasts := b.shores.Has(from) && b.shores.Has(to)
	return coasts && b.waters[from].Has(sea) && b.waters[to].Has(sea)
}

// serves reports whether a fleet in sea is needed for some route from one province to another over the given seas,
// that is, for a route that would be broken without it. Only then is a convoy order possible (DATC 6.G.6, 6.G.19).
func (b *Board) serves(sea, from, to Loc, seas Set) bool {
	switch {
	case !seas.Has(sea):
		return false
	case from != to && b.joins(sea, from, to):
		return true // the fleet alone makes a route
	case !b.route(from, to, seas):
		return false
	case !b.route(from, to, seas.less(sea)):
		return true // without it, there is no route at all
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

// A routeWalk searches for a route without detours that passes a given sea. On such a route, only the first sea
// touches the province of departure, only the last one touches the destination, and each sea touches no others of the
// route than its neighbours. So each of its fleets is needed.
type routeWalk struct {
	board *Board
	sea   Loc // the sea that must be passed
	end   Set
	left  int
}

// from continues a route at a sea over the free seas, and reports whether it can be completed.
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
