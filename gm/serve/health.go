package serve

import (
	"context"
	"fmt"
	"time"

	"deaddrop/gm/amount"
	"deaddrop/gm/site"
)

const (
	// longestRound is the number of ticks without a new round of work after which the service counts as stuck. A
	// round ends when all its letters are sent, which may take five minutes with a slow mail server.
	longestRound = 600
	// longestLook is the time without a complete look through the mailbox after which health adds a note.
	longestLook = 15 * time.Minute
)

// health returns what is wrong with the service, one line each, for a program that may restart it, and notes on its
// state. The lines contain no names of games or people, and no answers of servers.
//
// An unreachable mailbox is only a note, not a reason to restart the service: the service retries by itself, and if
// several processes run, all would be restarted at once, although letters are still sent. Letters that can't be
// stored and an implausible clock are also only notes.
func (s *Service) health(ctx context.Context) (wrong, notes []string) {
	now := s.now()
	if why := s.overdue(); why != "" {
		wrong = append(wrong, why)
	}
	switch answered, failed := s.probeStore(ctx); {
	case !answered:
		wrong = append(wrong, "The store does not answer.")
	case failed != nil:
		wrong = append(wrong, "The store fails; the log says how.")
	}
	if !site.ClockAccepted(s.master) { // restarting would not help
		notes = append(notes, "The clock is not trusted, so no turn is resolved; gm clock says more.")
	}
	if s.loggedOut(now) {
		notes = append(notes, "Somebody has to log in to the mailbox again, or soon will have to: gm login.")
	}
	if s.mailbox == nil {
		return wrong, notes
	}
	if d := s.untaken.longest(now); d >= untakenAge { // for example, because the disk is full
		notes = append(notes, fmt.Sprintf("Letters can't be taken in for %s; the log says why.", amount.Time(d)))
	}
	most := longestLook + s.config.Poll.Duration
	looked, heard := s.mailbox.lookedAt(), s.mailbox.heardAt()
	switch since := now.Sub(looked); {
	case looked.IsZero():
		notes = append(notes, "The mailbox has not been read yet.")
	case since > most && now.Sub(heard) <= most:
		notes = append(notes, fmt.Sprintf("Some letters have been waiting for %s; others are taken in meanwhile.",
			amount.Time(since)))
	case since > most:
		notes = append(notes, fmt.Sprintf("The mailbox was last read %s ago; the log says why.",
			amount.Time(since)))
	}
	return wrong, notes
}
