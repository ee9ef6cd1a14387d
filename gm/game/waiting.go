package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
)

// IsIn reports whether a question no longer needs to be waited for.
func (g *Game) IsIn(q *Question) bool { return g.Complete(q) && !g.Seat(q.Seat).Wait }

// Complete reports whether the answer on file for a question is final.
func (g *Game) Complete(q *Question) bool {
	if q.Stands {
		return true
	}
	if s := g.Seat(q.Seat); s != nil && s.Vacant() { // nobody is waited for unless somebody is being offered the seat
		return g.Offered(s.Name) == nil
	}
	if q.Answer == "" {
		return false
	}
	whole := !q.Ahead && !q.Unclear() && len(q.Missing) == 0
	return whole || g.Seat(q.Seat).Ready
}

// AllIn reports whether nobody needs to be waited for. After the deadline the command WAIT has no effect. Before it, a
// game in which only robots are left is never in.
func (g *Game) AllIn(now time.Time) bool {
	in := g.IsIn
	if !now.Before(g.Deadline) {
		in = g.Complete
	} else if g.RobotsAlone() {
		return false
	}
	return len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !in(q) })
}

// Aside reports whether all open questions arise within a turn. Then only the seats asked get letters.
func (g *Game) Aside() bool {
	return g.State == Running && len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *Question) bool {
		return !q.Aside
	})
}

// Brisk reports whether all open questions are small decisions within a turn. As there may be many, the delay for
// second thoughts is short then.
func (g *Game) Brisk() bool {
	return g.Aside() && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !q.Short })
}

// Forgotten reports whether a seat has had no letter for more phases than there are seats, because it was asked
// nothing. Such a seat gets a letter anyway.
func (g *Game) Forgotten(s *Seat) bool {
	return s.Unheard != nil && g.Count-s.Unheard.Phase > uint64(len(g.Seats))
}

// Silent reports whether no letter has come for a question, with nothing on file. A vacant seat is not silent, nor is a
// robot.
func (p *People) Silent(q *Question) bool {
	if q.Answer != "" || q.Heard {
		return false
	}
	s := p.Seat(q.Seat)
	return s != nil && s.Address != "" && s.Name != adjudicator.GM
}

// MissingSeats returns the seats that are silent now.
func (g *Game) MissingSeats() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, q := range g.Open {
		if g.Silent(q) && !slices.Contains(out, q.Seat) {
			out = append(out, q.Seat)
		}
	}
	return out
}

// FewPlayers reports whether only small decisions are asked and everybody may know that.
func (g *Game) FewPlayers() bool {
	return len(g.Open) > 0 && !g.Aside() && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !q.Short })
}

// Begun reports whether a game has begun, that is, has a position.
func (g *Game) Begun() bool { return g.Position > 0 }

// FallBack files a seat's standing orders for a question without an answer. For a small decision the player is then
// no longer waited for; for others they still are, and may change the answer.
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
