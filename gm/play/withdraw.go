package play

import (
	"fmt"
	"slices"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// Withdraw removes from the outbox the unsent letters that became invalid when the game was rolled back to the start
// of a phase; was is the state before. It returns the log entries of those that certainly nobody got. A letter that
// is being sent at this moment is sent nevertheless.
func Withdraw(s *gm.Step, from game.Chapter, was game.Snapshot) (gone []uint64, err error) {
	idle := map[string]bool{}
	for t, err := range s.Master.Store.Tasks(s.Ctx, s.Name) {
		if err != nil {
			return nil, fmt.Errorf("reading the outbox of %s: %w", s.Name, err)
		}
		tried := outbox.ReadTrail(t.Body)
		clear := tried.Lost == 0 && !tried.Doubt && tried.GivenUp == ""
		idle[t.Name] = clear && t.Tries == tried.Tries
	}
	begun, ended := time.Time{}, false
	for e, err := range s.Entries(from.Position) {
		if err != nil {
			return nil, fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if e.Seq >= s.Next {
			break
		}
		switch {
		case !game.Counts(was.Void, e.Seq):
		case e.Seq == from.Position:
			begun = e.At
		case e.Kind == gm.KindPhase:
			ended = true
		case e.Kind == gm.KindOut && !ended && !e.At.After(begun): // it is about the previous phase
		case e.Kind == gm.KindOut && idle[gm.TaskName(e.Seq)]:
			var l letter.Letter
			if err := gm.Decode(e.Body, &l); err != nil {
				return nil, fmt.Errorf("reading entry %d of %s: %w", e.Seq, s.Name, err)
			}
			if l.State {
				gone = append(gone, e.Seq)
				s.Task(gm.TaskName(e.Seq), time.Time{})
				if len(l.Press) > 0 {
					s.Unread = append(s.Unread, l)
				}
			}
		}
	}
	return gone, nil
}

// PassOnUnread writes to a seat the press that was in its withdrawn letters.
func PassOnUnread(s *gm.Step, seat *game.Seat) {
	for _, l := range s.Unread {
		if t, ok := s.Master.TokenOf(l.ID); !ok || s.Game.Holder(s.Master.Key, t) != seat {
			continue
		}
		for _, p := range l.Press {
			page := writing.PageFor(s, nil, seat)
			page.Press = []templates.Press{p}
			writing.Send(s, seat, "press", page, nil)
		}
	}
}

// Afterwards returns what the game master must know after a rollback.
func Afterwards(s *gm.Step, gone int, without bool) []string {
	var out []string
	if gone > 0 {
		out = append(out, game.Counted(gone, "letter about what is undone had not been sent yet, and is withdrawn",
			"letters about what is undone had not been sent yet, and are withdrawn")+".")
	}
	filed := slices.ContainsFunc(s.Game.Open, func(q *game.Question) bool { return q.Ahead })
	switch {
	case !filed || without:
	case s.Game.EndsEarly():
		out = append(out, "What is on file again counts if its player sends nothing more, but the turn waits for "+
			"them until the deadline, unless they say READY or send it again.")
	default:
		out = append(out, "What is on file again counts if its player sends nothing more; they are reminded until "+
			"they say READY or send it again.")
	}
	if !s.Game.Deadline.IsZero() {
		out = append(out, fmt.Sprintf("There is a new deadline; gm deadline %s moves it.", s.Name))
	}
	return out
}

// Retried makes a letter due at once.
func Retried(s *gm.Step, e *outbox.Job) {
	was := "waits"
	if e.Attempts.GivenUp != "" {
		was = "given up"
	} else if !e.Due.IsZero() {
		was = "next at " + e.Due.In(outbox.Location(s)).Format(game.DateTime)
	}
	s.Tasks = append(s.Tasks, e.Requeue(s.Now))
	s.MoreFacts = append(s.MoreFacts, game.Fact{Name: Outgoing(s, e.Number(), e), Was: was, Is: "sent at once"})
}

// RetryAll makes all unsent letters of a game due at once. It returns how many are due, and how many have a suspended
// address.
func RetryAll(s *gm.Step) (due, suspended int, err error) {
	for t, err := range s.Master.Store.Tasks(s.Ctx, s.Name) {
		if err != nil {
			return 0, 0, fmt.Errorf("reading the outbox of %s: %w", s.Name, err)
		}
		e := outbox.JobOf(s.Ctx, s.Master, t)
		if !e.IsLetter() || e.Attempts.GivenUp != "" {
			continue
		}
		since, err := outbox.SuspendedSince(s.Ctx, s.Master, e.Letter.To)
		switch {
		case err != nil:
			return 0, 0, err
		case !since.IsZero():
			suspended++
		case !e.InHand(s.Now):
			Retried(s, e)
			due++
		}
	}
	return due, suspended, nil
}

// Outgoing describes a letter in the outbox for the game master.
func Outgoing(s *gm.Step, entry uint64, e *outbox.Job) string {
	return fmt.Sprintf("letter %s %d to %s", s.Name, entry, e.Letter.To)
}
