package dishonest

import (
	"cmp"
	"slices"
	"strconv"
)

// points returns a power's points: for objectives that it controls or occupies, scored cards, and those of the
// scenario (DD-42).
func (r *turn) points(seat string) int {
	p := r.player(seat)
	n := p.Extra
	for a, place := range r.board.Places {
		if place.Objective && r.holder(Area(a)) == seat {
			n++
		}
	}
	for _, card := range p.Scored {
		// Units on their way to a battle are nowhere, and must not invalidate a card.
		open := len(r.coming) > 0 && slices.Contains(r.held, card)
		if open || r.is(optScored, "stays") || r.fulfilled(seat, card) {
			n++
		}
	}
	return n
}

// fulfilled reports whether the conditions of a player's scored card hold now (DD-15).
func (r *turn) fulfilled(seat string, card int) bool {
	v := r.viewOf(seat)
	return !slices.ContainsFunc(r.board.card(card).Scoring, func(c Condition) bool {
		return c.Kind != IfGM && !v.meets(c)
	})
}

// holding returns the scored cards whose conditions hold; the others don't count.
func (r *turn) holding() []int {
	var out []int
	for _, p := range r.Players {
		for _, card := range p.Scored {
			if r.is(optScored, "lapses") && r.fulfilled(p.Seat, card) {
				out = append(out, card)
			}
		}
	}
	return out
}

// score updates everybody's points. A player who reaches the winning number ends the game at once; if there are
// several, the player whose turn it is wins, then the first on the League track (DD-42).
func (r *turn) score() {
	if r.Over {
		return
	}
	var told tallied
	for i := range r.Players {
		p := &r.Players[i]
		if n := r.points(p.Seat); n != p.Points {
			told.Changes = append(told.Changes, Change{p.Seat, p.Points, n})
			p.Points = n
		}
	}
	if len(told.Changes) > 0 {
		r.tell("points", told)
	}
	winners := slices.DeleteFunc(r.order(), func(seat string) bool { return r.player(seat).Points < r.board.Points })
	switch {
	case slices.Contains(winners, r.Mover):
		r.end(r.Mover, true)
	case len(winners) > 0:
		r.end(winners[0], true)
	}
}

// year starts the step after an action phase in which everybody has passed: the income phase of the next year, which
// clears the rest of all queues, or the end of the game if the ruling limits the years.
func (r *turn) year() {
	if last, err := strconv.Atoi(r.value(optYears)); err == nil && r.Year >= last {
		r.end(slices.MaxFunc(r.order(), r.ahead), false)
		return
	}
	for i := range r.Players {
		r.Players[i].Passed, r.Players[i].Missed, r.Players[i].Won = false, false, 0
	}
	for _, seat := range r.Seats() {
		s := r.sheets[seat]
		s.turns = nil
		r.sheets[seat] = s
		r.keep(seat)
		x := r.secret(seat)
		x.Silent, x.Attacked = false, nil
	}
	r.Year, r.Turn, r.Mover, r.Round, r.Lap = r.Year+1, 0, "", nil, 0
}

// ahead compares players by their points, and on a tie by the League track.
func (r *turn) ahead(x, y string) int {
	return cmp.Or(cmp.Compare(r.player(x).Points, r.player(y).Points), cmp.Compare(r.rank(y), r.rank(x)))
}

// end ends the game: a player has won, by the number of points or as the leader after the last year, and their ally
// with them.
func (r *turn) end(winner string, points bool) {
	r.Over, r.Winner = true, []string{winner}
	ally := r.player(winner).Ally
	if ally != "" {
		r.Winner = append(r.Winner, ally)
	}
	told := ended{Year: r.Year, Winner: winner, Ally: ally, Reached: points}
	for _, seat := range slices.Backward(slices.SortedStableFunc(slices.Values(r.order()), r.ahead)) {
		told.Scores = append(told.Scores, Score{seat, r.player(seat).Points})
	}
	r.tell("end", told)
}

// winners returns the winner, and the ally who wins with them.
func (e ended) winners() []string {
	if e.Ally != "" {
		return []string{e.Winner, e.Ally}
	}
	return []string{e.Winner}
}
