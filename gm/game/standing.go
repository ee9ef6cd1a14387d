package game

import (
	"slices"

	"deaddrop/adjudicator"
)

// A standing order is what a seat's player answers to questions of a kind when he sends nothing else.
type StandingOrder struct{ Kind, Text string }

// StandingAnswer is a seat's answer to a question of that kind, as its view reads it; "" if it has none, or none of it can be
// read now.
func (s *Seat) StandingAnswer(kind string, view adjudicator.View) string {
	i := slices.IndexFunc(s.Standing, func(o StandingOrder) bool { return o.Kind == kind })
	if i < 0 {
		return ""
	}
	return view.Read(kind, "", s.Standing[i].Text).Answer
}

// FallBack puts a seat's standing orders on file for a question for which nothing is. Small decisions are not waited for
// then; for others the player still may answer, and is waited for.
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
