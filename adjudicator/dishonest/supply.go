package dishonest

// limit returns the number of units that a power may have in one region or sea-zone: the cubes in its pool, but at
// least one (DD-8), plus the bonus of its ideology.
func (s *State) limit(seat string) int {
	return max(1, s.player(seat).Pool) + s.passive(seat).Limit
}

// burden returns the number of units that a power has in an area for the supply check: a garrison counts as one
// (DD-38).
func (s *State) burden(a Area, seat string) int {
	n := s.force(a, seat).Total()
	if h := s.Areas[a]; h.Garrison > 0 && h.Keeper == seat {
		n++
	}
	return n
}

// supply carries out the check at the end of each turn: units beyond a power's limit are removed, in the order that
// the power wants, or else the cheapest first; garrisons are never removed (DD-41).
func (r *turn) supply() {
	var told unsupplied
	for _, p := range r.Players {
		limit := r.limit(p.Seat)
		one := Starved{Seat: p.Seat, Limit: limit}
		for i := range r.Areas {
			a := Area(i)
			have := r.force(a, p.Seat)
			excess := min(r.burden(a, p.Seat)-limit, have.Total())
			if excess <= 0 {
				continue
			}
			lost := r.losses(p.Seat, have, excess, r.sheets[p.Seat].rules.lose)
			r.take(a, p.Seat, lost)
			one.Lost = grouped(one.Lost, r.Areas[a].Area, lost)
		}
		if len(one.Lost) > 0 {
			told.Powers = append(told.Powers, one)
		}
	}
	if len(told.Powers) > 0 {
		r.tell("supply", told)
	}
}

// heaviest returns the area where a power has the most units, as supply counts them, and their number; nowhere if it
// has none.
func (s *State) heaviest(seat string) (at Area, n int) {
	at = nowhere
	for a := range s.Areas {
		if k := s.burden(Area(a), seat); k > n {
			at, n = Area(a), k
		}
	}
	return at, n
}
