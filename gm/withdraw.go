package gm

import (
	"fmt"
	"slices"
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// withdraw takes the letters out of the outbox that tell what does not count any more after the start of a phase, as the game
// was before it was taken there, and returns their entries: those that surely nobody has got. (One that is begun to be sent in
// this very moment goes out all the same.)
func (s *step) withdraw(from chapter, was standing) (gone []uint64, err error) {
	idle := map[string]bool{}
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return nil, fmt.Errorf("reading the outbox of %s: %w", s.name, err)
		}
		tried := readTrail(t.Body)
		idle[t.Name] = t.Tries == tried.Tries && tried.Lost == 0 && !tried.Doubt && tried.GivenUp == ""
	}
	begun, ended := time.Time{}, false
	for e, err := range s.entries(from.Position) {
		if err != nil {
			return nil, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		if e.Seq >= s.next {
			break
		}
		switch {
		case !counts(was.Void, e.Seq):
		case e.Seq == from.Position:
			begun = e.At
		case e.Kind == kindPhase:
			ended = true
		case e.Kind == kindOut && idle[taskName(e.Seq)] && (ended || e.At.After(begun)): // else it tells of the phase before
			var l letter.Letter
			if err := decode(e.Body, &l); err != nil {
				return nil, fmt.Errorf("reading entry %d of %s: %w", e.Seq, s.name, err)
			}
			if l.State {
				gone = append(gone, e.Seq)
				s.task(taskName(e.Seq), time.Time{})
				if len(l.Press) > 0 {
					s.unread = append(s.unread, l)
				}
			}
		}
	}
	return gone, nil
}

// passOnUnread writes to a seat the press in its letters that were withdrawn.
func (s *step) passOnUnread(seat *seat) {
	for _, l := range s.unread {
		if t, ok := s.m.tokenOf(l.ID); !ok || s.g.holder(s.m.Key, t) != seat {
			continue
		}
		for _, p := range l.Press {
			page := s.page(nil, seat)
			page.Press = []templates.Press{p}
			s.send(seat, "press", page, nil)
		}
	}
}

// afterwards is what the game master has to know of a game that he takes back.
func (s *step) afterwards(gone int, without bool) []string {
	var out []string
	if gone > 0 {
		out = append(out, counted(gone, "letter about what is undone had not been sent yet, and is withdrawn", "letters about what is undone had not been sent yet, and are withdrawn")+".")
	}
	filed := slices.ContainsFunc(s.g.Open, func(q *question) bool { return q.Ahead })
	switch {
	case !filed || without:
	case s.g.Clock.Ends == calendar.WhenIn:
		out = append(out, "What is on file again counts if its player sends nothing more, but until the deadline they are waited for: they are in when they say READY or send it anew.")
	default:
		out = append(out, "What is on file again counts if its player sends nothing more; they are reminded until they say READY or send it anew.")
	}
	if !s.g.Deadline.IsZero() {
		out = append(out, fmt.Sprintf("The deadline is set anew; gm deadline %s moves it.", s.name))
	}
	return out
}

// counted is a number of things, and what they do.
func counted(n int, one, many string) string {
	if n == 1 {
		return "One " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
