package game

import (
	"strings"

	"deaddrop/adjudicator"
)

// A Crossed letter has orders for a question that was closed before it came. They are kept until its seat is asked the like
// again, and then count if the player says so.
type Crossed struct {
	Kind   string
	Number int    // of the question that was closed
	Text   string // as it was written
}

// Kind is that of a question that was put to the seat; "" if it is not known.
func (s *Seat) Kind(number int) string {
	if i := len(s.Kinds) - 1 - s.Asked + number; 0 <= i && i < len(s.Kinds) {
		return s.Kinds[i]
	}
	return ""
}

// OfferCrossed offers what a crossed letter has for a question of the same kind.
func (q *Question) OfferCrossed(seat *Seat, view adjudicator.View) {
	c := seat.Crossed
	if c == nil || c.Kind != q.Kind {
		return
	}
	seat.Crossed = nil
	read := view.Read(q.Kind, q.Answer, c.Text)
	offer := strings.Join(Beyond(read.Answer, q.Answer), "\n")
	if read.Has(adjudicator.Filed) && offer != "" {
		first, _, _ := strings.Cut(c.Text, "\n")
		q.Raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: first, Why: keptWhy, Suggest: []string{offer}}}, seat.Sent+1)
	}
}

const keptWhy = "This came too late for an earlier question of the same kind. It can count for this one."
