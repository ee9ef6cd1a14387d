package dealers

import (
	"cmp"
	"slices"
)

// score has a player score points, or lose them if negative, and tells everybody why. Unless the ruling says
// otherwise, nobody falls below 0 (DH-18); a loss of no points is not reported (DH-36).
func (r *turn) score(seat string, n int, why string) {
	comesTo := r.award(seat, n)
	if r.is(optCredits, "each") {
		n = comesTo
	}
	if n != 0 {
		r.tell("points", scored{seat, n, r.player(seat).Points, why})
	}
}

// award is like score, but reports nothing. It returns the points that the player has actually gained or lost.
func (r *turn) award(seat string, n int) int {
	p := r.player(seat)
	was := p.Points
	if p.Points += n; n < 0 && r.is(optFloor, "floor") {
		p.Points = max(p.Points, min(was, 0))
	}
	return p.Points - was
}

// Worth returns the points for each territory at the end (DH-30).
func (s State) Worth() int {
	switch s.value(optWorth) {
	case "none":
		return 0
	case "one":
		return 1
	default:
		return s.edition().TerritoryWorth
	}
}

// end ends the game: points of the track, of masters and of territories are added up, and the highest total wins
// (DH-30, DH-31).
func (r *turn) end() {
	told := ended{Year: r.Year}
	for i := range r.Players {
		p := &r.Players[i]
		f := Final{Seat: p.Seat, Track: p.Points, Masters: len(p.Masters), Territories: len(r.territories(p.Seat))}
		for _, name := range p.Masters {
			f.OfMasters += r.board.family(name).Points
		}
		f.OfTerritories = f.Territories * r.Worth()
		f.Total = f.Track + f.OfMasters + f.OfTerritories
		p.Points = f.Total
		told.Scores = append(told.Scores, f)
	}
	slices.SortStableFunc(told.Scores, func(x, y Final) int { return -r.ahead(x, y) })
	for _, f := range told.Scores {
		if best := told.Scores[0]; r.ahead(best, f) == 0 {
			told.Winners = append(told.Winners, f.Seat)
			told.Tied = told.Tied || len(told.Winners) > 1
		} else if f.Total == best.Total {
			told.Tied = true
		}
	}
	r.Over, r.Winner = true, told.Winners
	r.tell("end", told)
}

// ahead compares the final scores of players (DH-31).
func (r *turn) ahead(x, y Final) int {
	if r.is(optEqual, "shared") {
		return cmp.Compare(x.Total, y.Total)
	}
	return cmp.Or(cmp.Compare(x.Total, y.Total), cmp.Compare(x.Masters, y.Masters),
		cmp.Compare(x.Territories, y.Territories))
}

// winners returns the winners.
func (e ended) winners() []string { return e.Winners }
