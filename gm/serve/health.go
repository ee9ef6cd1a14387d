package serve

import (
	"context"
	"fmt"
	"time"

	"deaddrop/gm/amount"
	"deaddrop/gm/site"
)

const (
	// longestRound is after how many ticks without a new round of work something must be stuck. A round ends when all
	// its letters are sent, which may take a slow mail server five minutes.
	longestRound = 600
	// longestLook is for how long the mailbox may not have been looked through before that is remarked.
	longestLook = 15 * time.Minute
)

// health says what is wrong with a service, for whoever may restart it, a line each; and what else there is to know. It
// names no game and nobody, and does not say what a server has answered.
//
// That the mailbox can't be reached is no reason to restart the service: that would mend nothing, as it tries again by
// itself, and where several run it would end them all at once, though deadlines wait for the mail and letters still go
// out. So it is a note, and so are letters that can't be kept and a clock that is not believed.
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
	if !site.ClockAccepted(s.master) { // which no restart mends
		notes = append(notes, "The clock is not trusted, so no turn is resolved; gm clock says more.")
	}
	if s.mailbox == nil {
		return wrong, notes
	}
	if d := s.untaken.longest(now); d >= untakenAge { // as on a full disk
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
