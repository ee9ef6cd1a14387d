package successors

import "slices"

// alliances brings the alliances up to date: an alliance is in force from this player's turn on if both players want
// it, and ends when one of them no longer does (SU-13).
func (r *turn) alliances() {
	wants := func(x, y string) bool { return slices.Contains(r.sheets[x].rules.ally, y) }
	var told allied
	left := r.table()
	for i, x := range left {
		for _, y := range left[i+1:] {
			was, is := r.friendly(x, y), wants(x, y) && wants(y, x)
			switch {
			case is && !was:
				told.Begun = append(told.Begun, [2]string{x, y})
			case was && !is:
				told.Ended = append(told.Ended, [2]string{x, y})
			}
		}
	}
	if len(told.Begun)+len(told.Ended) == 0 {
		return
	}
	for _, pair := range told.Begun {
		r.ally(pair[0], pair[1], true)
	}
	for _, pair := range told.Ended {
		r.ally(pair[0], pair[1], false)
	}
	r.tell("alliances", told)
	for a := range r.Areas {
		if len(told.Ended) > 0 {
			r.settle(Area(a)) // a leader may now stand alone among former friends
		}
	}
}

// table returns the seats of the players who are still in the game, in the order of the table.
func (p *position) table() []string {
	var out []string
	for _, s := range p.Secrets {
		if !p.player(s.Seat).Out {
			out = append(out, s.Seat)
		}
	}
	return out
}

// ally puts an alliance of two players in force, or ends it.
func (p *position) ally(x, y string, on bool) {
	for _, pair := range [][2]string{{x, y}, {y, x}} {
		a := p.player(pair[0])
		allies := slices.DeleteFunc(slices.Clone(a.Allies), func(s string) bool { return s == pair[1] })
		if on {
			allies = append(allies, pair[1])
		}
		slices.SortFunc(allies, func(s, o string) int { return p.chair(s) - p.chair(o) })
		if a.Allies = allies; len(allies) == 0 {
			a.Allies = nil
		}
	}
}

// chair returns a player's place at the table.
func (p *position) chair(name string) int {
	return slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == name })
}

// lends returns the owner's units in an area that another player may move and fight with in their own turn: what the
// owner has filed, as long as the two are allied (SU-13).
func (r *turn) lends(owner, to string, a Area) Units {
	if owner == to || !r.friendly(owner, to) {
		return Units{}
	}
	have := r.units(a, owner)
	var out Units
	for _, l := range r.sheets[owner].rules.lend {
		if l.to != to || l.at != nowhere && l.at != a {
			continue
		}
		if len(l.units) == 0 {
			return have
		}
		for _, p := range l.units {
			if p.n == all {
				p.n = have[p.unit]
			}
			out[p.unit] = min(have[p.unit], out[p.unit]+p.n)
		}
	}
	return out
}

// loans works out which units of other players the mover may use in this turn. Everybody is told before the mover
// writes, and again if this has changed once all orders are in.
func (r *turn) loans() {
	var now []Loan
	r.lent = map[foot]int{}
	for _, owner := range r.table() {
		for a := range r.Areas {
			u := r.lends(owner, r.mover, Area(a))
			for _, t := range Types {
				if u[t] > 0 {
					r.lent[foot{Area(a), owner, t}] = u[t]
				}
			}
			if u.Total() > 0 {
				now = append(now, Loan{From: owner, Area: r.Areas[a].Area, Units: u})
			}
		}
	}
	if !slices.Equal(now, r.loaned) {
		r.tell("loans", loaned{To: r.mover, Loans: now})
	}
	r.loaned = now
}
