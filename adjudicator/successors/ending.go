package successors

import (
	"cmp"
	"slices"
)

// isBeaten reports whether the mover has no land unit and no free leader while an enemy holds their home (SU-23).
func (r *turn) isBeaten() bool {
	p := r.player(r.mover)
	home, ok := r.edition().Area(p.Home)
	if !ok || r.allUnits(p.Seat).Army() > 0 || !r.lost(home, p.Seat) {
		return false
	}
	return p.Leader.Captor != "" || r.is(optOut, "turn") && p.Leader.At == ""
}

// isBankrupt reports whether the mover, after their revenue, is beaten and can't pay for their leader (SU-28).
func (r *turn) isBankrupt() bool {
	if r.Turn <= 1 || !r.is(optOut, "unpaid") {
		return false
	}
	return r.isBeaten() && r.player(r.mover).Talents < freedom
}

// eliminate removes the mover from the game (SU-23).
func (r *turn) eliminate() {
	p := r.player(r.mover)
	told := eliminated{Seat: p.Seat, Talents: p.Talents, Fleets: r.allUnits(p.Seat)[Fleet], Chits: p.Chits}
	for a := range r.Areas {
		r.place(Area(a), Stack{Side: p.Seat})
		if r.Areas[a].Marker == p.Seat {
			r.Areas[a].Marker = ""
		}
	}
	r.pay(p.Seat, bank, p.Talents)
	s := r.secret(p.Seat)
	r.Spent = append(r.Spent, s.Hand...)
	*s = Secret{Seat: p.Seat}
	for _, other := range p.Allies {
		r.ally(p.Seat, other, false)
	}
	p.Out, p.Chits, p.March, p.Leader = true, 0, 0, Leader{}
	for _, other := range r.left() {
		r.forget(other, p.Seat)
	}
	for i := range r.Players {
		if l := &r.Players[i].Leader; l.Captor == p.Seat {
			seat := r.Players[i].Seat
			*l = Leader{At: r.Players[i].Home}
			if at := r.refuge(r.edition(), seat, ""); at != nowhere {
				l.At = r.edition().Name(at)
			}
			told.Freed = append(told.Freed, seat)
		}
	}
	r.tell("eliminated", told)
	for _, seat := range told.Freed {
		if a, ok := r.edition().Area(r.player(seat).Home); ok {
			r.settle(a)
		}
	}
}

// forget removes a player who is out from another player's standing orders.
func (r *turn) forget(seat, out string) {
	x := r.standing(seat)
	x.ally = slices.DeleteFunc(x.ally, func(s string) bool { return s == out })
	x.lend = slices.DeleteFunc(x.lend, func(l loan) bool { return l.to == out })
	x.raid = slices.DeleteFunc(x.raid, func(l ride) bool { return l.to == out })
	x.react = slices.DeleteFunc(x.react, func(c react) bool { return c.with == out })
	r.secret(seat).Standing = x.words(r.edition())
}

// tally returns a player's final score: the value of each province that they alone occupy and that has no chit, and
// half a point for each talent (SU-24).
func (s *State) tally(b *Board, seat string) Score {
	out := Score{Seat: seat, Out: s.player(seat).Out, Talents: s.player(seat).Talents}
	for i, h := range s.Areas {
		if !b.IsSea(Area(i)) && h.Unrest == "" && s.soleOccupant(Area(i)) == seat {
			out.Provinces++
			out.Points += b.Places[i].Value
		}
	}
	out.Halves = 2*out.Points + out.Talents
	return out
}

// score ends the game. On a tie, the player who moved earlier in the last turn is ahead (SU-24).
func (r *turn) score() {
	told := ended{Turn: r.Turn, Turns: r.Turns}
	for _, seat := range r.seats() {
		told.Scores = append(told.Scores, r.tally(r.edition(), seat))
	}
	slices.SortStableFunc(told.Scores, func(x, y Score) int {
		switch {
		case x.Out == y.Out:
			return cmp.Compare(y.Halves, x.Halves)
		case x.Out:
			return 1
		default:
			return -1
		}
	})
	best, second := told.Scores[0], told.Scores[1]
	told.Winner, told.Tied = best.Seat, best.Halves == second.Halves && !second.Out
	r.Over = true
	r.tell("end", told)
}

// winners returns the winner, of whom there is always one.
func (e ended) winners() []string { return []string{e.Winner} }
