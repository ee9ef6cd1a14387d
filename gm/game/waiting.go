package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
)

// IsIn reports whether a question needs no more waiting for.
func (g *Game) IsIn(q *Question) bool { return g.Complete(q) && !g.Seat(q.Seat).Wait }

// Complete reports whether all is on file for a question that its seat means to send.
func (g *Game) Complete(q *Question) bool {
	if q.Stands {
		return true
	}
	if s := g.Seat(q.Seat); s != nil && s.Address == "" { // who may come is waited for
		return g.Offered(s.Name) == nil
	}
	if q.Answer == "" {
		return false
	}
	whole := !q.Ahead && !q.Unclear() && len(q.Missing) == 0
	return whole || g.Seat(q.Seat).Ready
}

// AllIn reports whether nobody has to be waited for. Past the deadline nobody's WAIT counts.
func (g *Game) AllIn(now time.Time) bool {
	in := g.IsIn
	if !now.Before(g.Deadline) {
		in = g.Complete
	}
	return len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !in(q) })
}

// Aside reports whether nothing is asked but what is within a turn: then only who is asked is written to.
func (g *Game) Aside() bool {
	return g.State == Running && len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *Question) bool {
		return !q.Aside
	})
}

// Brisk reports whether all that is asked are small decisions within a turn. There may be many of them, so the delay
// for second thoughts is short then.
func (g *Game) Brisk() bool {
	return g.Aside() && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !q.Short })
}

// Forgotten reports whether a seat has had no letter for more phases than there are seats, as it was asked nothing.
// Then it gets one all the same.
func (g *Game) Forgotten(s *Seat) bool {
	return s.Unheard != nil && g.Count-s.Unheard.Phase > uint64(len(g.Seats))
}

// Silent reports whether nothing has come for a question, and nothing was on file for it. A seat in which nobody sits
// is not silent: it owes nothing.
func (p *People) Silent(q *Question) bool {
	if q.Answer != "" || q.Heard {
		return false
	}
	s := p.Seat(q.Seat)
	return s != nil && s.Address != "" && s.Name != adjudicator.GM
}

// MissingSeats are those who are silent now.
func (g *Game) MissingSeats() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, q := range g.Open {
		if g.Silent(q) && !slices.Contains(out, q.Seat) {
			out = append(out, q.Seat)
		}
	}
	return out
}

// FewPlayers reports whether everybody can know that nothing but small decisions is asked.
func (g *Game) FewPlayers() bool {
	return len(g.Open) > 0 && !g.Aside() && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !q.Short })
}

// Begun reports whether a game has a position.
func (g *Game) Begun() bool { return g.Position > 0 }

// FallBack puts a seat's standing orders on file for a question for which nothing is. Small decisions are not waited
// for then; for others the player still may answer, and is waited for.
func (g *Game) FallBack(q *Question, view adjudicator.View) {
	seat := g.Seat(q.Seat)
	if seat == nil || view == nil || q.Answer != "" {
		return
	}
	if answer := seat.StandingAnswer(q.Kind, view); answer != "" {
		MustPass(view, q.Kind, answer)
		q.Answer, q.Standing, q.Ahead = answer, true, !q.Short && !q.Aside
	}
}
