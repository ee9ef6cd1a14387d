package dishonest

// limit is how many units a power may have in one region or sea-zone: the cubes in its pool, but at least one (DD-8),
// and what its ideology gives.
func (s *State) limit(seat string) int {
	return max(1, s.player(seat).Pool) + s.passive(seat).Limit
}

// burden is how many units a power has in an area as supply counts them: a garrison is one (DD-38).
func (s *State) burden(a Area, seat string) int {
	n := s.force(a, seat).Total()
	if h := s.Areas[a]; h.Garrison > 0 && h.Keeper == seat {
		n++
	}
	return n
}

// supply is the check at the end of each turn: what a power has beyond its limit is removed, in the order that it
// wants, else the cheapest first, and garrisons never (DD-41).
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

// heaviest is where a power has most units, as supply counts them, and how many; nowhere, if it has none.
func (s *State) heaviest(seat string) (at Area, n int) {
	at = nowhere
	for a := range s.Areas {
		if k := s.burden(Area(a), seat); k > n {
			at, n = Area(a), k
		}
	}
	return at, n
}
