package gm

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A crossed letter has orders for a question that was closed before it came. They are kept until its seat is asked the like
// again, and then count if the player says so.
type crossed struct {
	Kind   string
	Number int    // of the question that was closed
	Text   string // as it was written
}

const (
	maxKinds   = 6       // questions of a seat whose kinds are known
	maxCrossed = 2 << 10 // bytes of a crossed letter
)

// kind is that of a question that was put to the seat; "" if it is not known.
func (s *seat) kind(number int) string {
	if i := len(s.Kinds) - 1 - s.Asked + number; 0 <= i && i < len(s.Kinds) {
		return s.Kinds[i]
	}
	return ""
}

// crosses reports whether the letter answers a question that is closed, though the one that is open has its number: that was
// put without a letter. A letter that answers one written since does not.
func (in *incoming) crosses(q *question) bool {
	kind := in.seat.kind(in.tag.Question)
	return q.quiet() && kind != "" && kind != q.Kind && (in.answers == nil || in.answers.Letter <= q.Since)
}

// cross says what becomes of a letter that answers a question which is closed, not even of lines of it that would stand for
// years: they might change a turn that its writer has not seen. What it would put on file for the open question is offered;
// what has no place there is kept.
func (in *incoming) cross(open *question) {
	in.late, in.r.Unchanged = true, true
	in.r.Closed = "Your letter answers an older question, which is closed."
	if in.tag.Question > in.seat.Asked {
		in.r.Closed = fmt.Sprintf("Your letter answers question %d, which you have not been asked.", in.tag.Question)
	}
	text := strings.Join(in.words.Lines, "\n")
	if v, _ := parser.PlainVerdict(text); text == "" || v != "" {
		return
	}
	if open != nil {
		in.read = in.reads(open, text)
		if offer := strings.Join(beyond(in.read.Answer, open.Answer), "\n"); in.read.Has(adjudicator.Filed) && offer != "" {
			in.changed, in.seat.Ready, in.r.Unchanged = true, false, false
			open.raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: in.words.Lines[0], Why: crossedWhy, Suggest: []string{offer}}}, in.seat.Sent+1)
			return
		}
	}
	kind := in.seat.kind(in.tag.Question)
	if kind == "" || len(text) > maxCrossed || open != nil && len(in.read.Open()) == 0 {
		return
	}
	in.seat.Crossed, in.keeps = &crossed{kind, in.tag.Question, text}, true
	in.r.Closed += " If it has orders, they are kept, and offered to you the next time you are asked for the same thing."
}

const crossedWhy = "Your letter answers an older question, which is closed. For what you are asked now, its orders could count as follows."

// offerCrossed offers what a crossed letter has for a question of the same kind.
func (q *question) offerCrossed(seat *seat, view adjudicator.View) {
	c := seat.Crossed
	if c == nil || c.Kind != q.Kind {
		return
	}
	seat.Crossed = nil
	read := view.Read(q.Kind, q.Answer, c.Text)
	offer := strings.Join(beyond(read.Answer, q.Answer), "\n")
	if read.Has(adjudicator.Filed) && offer != "" {
		first, _, _ := strings.Cut(c.Text, "\n")
		q.raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: first, Why: keptWhy, Suggest: []string{offer}}}, seat.Sent+1)
	}
}

const keptWhy = "This came too late for an earlier question of the same kind. It can count for this one."
