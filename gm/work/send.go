package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
)

const (
	reportAge  = 4 * 24 * time.Hour
	receiptAge = 24 * time.Hour // age from which on an answer is no longer useful
	// pause before the first retry of a letter that may have arrived; doubled each time
	ambiguousRetry = 10 * time.Minute
	// attempts without a reply: most were cut off before the letter arrived, and readers see that duplicates are
	// duplicates
	maxUnknown    = 10
	givenUpKept   = 30 * 24 * time.Hour // how long the outbox lists a letter that was given up
	suspendedWait = time.Hour           // interval at which a suspended address is checked
)

// attempt sends a letter, records the result, and returns when to try again; the zero time if it was sent or given
// up.
func attempt(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, send Send) (again time.Time) {
	if e.Attempts.GivenUp != "" { // it was given up earlier
		return time.Time{}
	}
	e.Attempts.Doubt = e.Attempts.Doubt || e.Crashed()
	e.Letter.Duplicate = e.Attempts.Doubt
	err := e.Err
	if err == nil {
		err = hand(ctx, m, e, send)
	}
	if err == nil {
		m.MeterOrNone().Tried(gm.OutcomeSent)
		return time.Time{}
	}
	if e.Attempts.Tries = e.Tries; !errors.Is(err, outbox.ErrSuspended) {
		e.Attempts.Waits = time.Time{}
	}
	postponed, unanswered := (*outbox.Postponed)(nil), (*outbox.DeliveryUnknown)(nil)
	lost := errors.As(err, &unanswered)
	e.Attempts.Doubt = e.Attempts.Doubt || lost
	switch {
	// it was interrupted, which is not a failure
	case ctx.Err() != nil && !(lost && errors.Is(ctx.Err(), context.DeadlineExceeded)):
		again = now
	case errors.As(err, &postponed):
		again = retryPostponed(ctx, m, now, e, postponed)
	case lost:
		again = retryUnknown(ctx, m, now, e, err)
	default:
		again = retryFailed(ctx, m, now, e, err)
	}
	e.Body = e.Attempts.Body()
	return again
}

// hand calls send, unless the address is suspended. It recovers from panics of the mailer, which must not affect
// other letters.
func hand(ctx context.Context, m *gm.Master, e *outbox.Job, send Send) error {
	since, err := outbox.SuspendedSince(ctx, m, e.Letter.To)
	switch {
	case err != nil:
		return err
	case !since.IsZero():
		return &outbox.Postponed{After: suspendedWait, Err: outbox.ErrSuspended}
	}
	l := e.Letter
	writing.AddFilm(ctx, m, e.Game, &l) // not before, since those of all letters that wait take much memory
	stack, err := gm.Guarded(func() error { return send(ctx, l) })
	if stack != "" {
		m.Log.Error("sending a letter failed", "game", e.Game, "task", e.Name, "why", gm.TopFrame(stack))
		return &outbox.DeliveryUnknown{Err: errors.New(gm.FirstLine(stack))}
	}
	return err
}

// retryPostponed returns when to retry a letter that was held back. That is not a failure. While its address is
// suspended the letter does not age, up to a limit.
func retryPostponed(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, p *outbox.Postponed) time.Time {
	e.Attempts.Error = outbox.Outcome(p)
	m.MeterOrNone().Tried(gm.OutcomePostponed)
	if errors.Is(p, outbox.ErrSuspended) {
		if e.Attempts.Waits.IsZero() {
			e.Attempts.Waits = now
		}
		if !now.Before(e.Attempts.Waits.Add(outbox.SuspendedAge)) {
			return giveUp(ctx, m, now, e, outbox.StateFailed)
		}
	}
	return now.Add(max(p.After, time.Second))
}

// retryUnknown returns when to retry a letter that may or may not have arrived.
func retryUnknown(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, err error) time.Time {
	e.Attempts.Lost++
	e.Attempts.Error = outbox.Outcome(err)
	if e.Attempts.Lost >= maxUnknown {
		return giveUp(ctx, m, now, e, outbox.StateUnknown)
	}
	wait := min(cmp.Or(m.AmbiguousRetry, ambiguousRetry)<<(e.Attempts.Lost-1), outbox.LastRetry)
	m.MeterOrNone().Tried(gm.OutcomeUnknown)
	m.Log.Warn("may have arrived, will be sent again", "game", e.Game, "task", e.Name, "in", wait, "error", err)
	return now.Add(wait)
}

// retryFailed returns when to retry a letter that was not delivered, with growing pauses until the letter is too old.
func retryFailed(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, err error) time.Time {
	e.Attempts.Failed++
	e.Attempts.Error = outbox.Outcome(err)
	if e.Attempts.Since.IsZero() {
		e.Attempts.Since = now
	}
	age := reportAge
	if e.Letter.Answer {
		age = receiptAge
	}
	last := e.Attempts.Since.Add(age)
	if refused := (*outbox.Undeliverable)(nil); errors.As(err, &refused) && refused.Nobody {
		e.Attempts.Nobody = true
	}
	if permanent(err) || !now.Before(last) {
		return giveUp(ctx, m, now, e, outbox.StateFailed)
	}
	wait := min(e.Backoff(), last.Sub(now))
	m.MeterOrNone().Tried(gm.OutcomeFailed)
	m.Log.Warn("will be tried again", "game", e.Game, "task", e.Name, "failed", e.Attempts.Failed,
		"in", wait, "error", err)
	return now.Add(wait)
}

// giveUp records that a letter is not retried any more, and tells the game master. The outbox lists it for a while.
func giveUp(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, state string) time.Time {
	e.Attempts.GivenUp = state
	m.MeterOrNone().Tried(gm.OutcomeGivenUp)
	m.Log.Error("given up", "game", e.Game, "task", e.Name, "failed", e.Attempts.Failed, "error", e.Attempts.Error)
	until := now.Add(givenUpKept)
	became, told := noteNobody(ctx, m, now, e)
	tell := told
	if tell == nil {
		tell = tellGivenUp(ctx, m, now, e, until, became)
	}
	if tell == nil && became.Suspended {
		tell = outbox.Told(ctx, m, e.Letter.To)
	}
	if tell != nil {
		e.Attempts.GivenUp = ""
		m.Log.Error("the game master could not be told", "game", e.Game, "error", tell)
		return now.Add(outbox.FirstRetry)
	}
	return until
}

// noteNobody counts a failure as a bounce if the mail server says that the address has no mailbox.
func noteNobody(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job) (outbox.Became, error) {
	if !e.Attempts.Nobody {
		return outbox.Became{}, nil
	}
	s := &gm.Step{Master: m, Ctx: ctx, Name: e.Game}
	if err := s.Load(); err != nil || s.Rev == 0 {
		return outbox.Became{}, err
	}
	back := outbox.Return{Game: e.Game, Letter: e.Game + " " + e.Name, Next: s.Next,
		Written: store.Entry{Seq: e.Number(), At: e.Letter.Date}}
	return back.Note(ctx, m, now, letter.Address(e.Letter.To), true)
}

// tellGivenUp records in a game that a letter was given up, and tells the game master.
func tellGivenUp(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, until time.Time,
	became outbox.Became) error {
	return play.Do(context.WithoutCancel(ctx), m, now, e.Game, nil, func(s *gm.Step) error {
		if s.Rev == 0 { // the game was removed
			return gm.ErrNothing
		}
		s.Write(gm.KindAct, "", game.Act{What: "given up: " + e.Name, Detail: e.Attempts.Error, Way: game.ByService})
		s.Tasks = append(s.Tasks, store.Task{Name: e.Name, Due: until, Body: e.Attempts.Body()})
		if s.Game == nil {
			return nil
		}
		// a letter to the game master would only fail again
		// nor may two game masters whose addresses are wrong get letters about each other for ever
		s.ToDeskOnly = slices.Contains(s.Master.Desks(s.Game), letter.Address(e.Letter.To))
		if desk := s.Game.Seat(adjudicator.GM); desk != nil && desk.Address != letter.Address(e.Letter.To) {
			page := writing.PageFor(s, nil, desk)
			page.Notice = e.GivenUpNotice()
			if said := nobodyThere(s, e, became); said != "" {
				page.Notice += " " + said
			}
			writing.SendPlain(s, desk, "desk", page, nil)
		}
		return nil
	})
}

// nobodyThere adds an inbox item about a seat's address without a mailbox, and returns advice; "" if that is not the
// reason.
func nobodyThere(s *gm.Step, e *outbox.Job, became outbox.Became) string {
	if !e.Attempts.Nobody {
		return ""
	}
	i := slices.IndexFunc(s.Game.Seats, func(seat *game.Seat) bool { return seat.Address == letter.Address(e.Letter.To) })
	if i < 0 {
		return ""
	}
	seat := s.Game.Seats[i]
	why := strings.TrimSuffix(e.Attempts.Error, ".")
	said := outbox.WrongAddress(s.Name, seat) + " What was given up goes to the new one."
	text := fmt.Sprintf("Nobody gets mail at %s of %s: %s. %s", seat.Address, seat.Name, why, said)
	if became.Suspended {
		text = outbox.SuspendedNotice(s.Name, seat, why)
		said = text
	}
	s.SettleSeat(seat.Name, game.AboutReturned) // one item is enough
	s.Item("", game.Item{About: game.TopicOf(game.AboutReturned, seat.Name), Seat: seat.Name, Why: text})
	return said
}

// permanent reports whether a retry can't help.
func permanent(err error) bool {
	var u *outbox.Undeliverable
	return errors.As(err, &u)
}

// A Send sends one letter. It returns nil if the next mail server has accepted the letter, an [outbox.Undeliverable]
// if it must be given up, an [outbox.DeliveryUnknown] if it may have arrived, and an [outbox.Postponed] if no attempt
// was made. After any other error the letter was not delivered, and is retried later with the same Message-ID. When
// ctx ends, Send should return soon.
type Send func(context.Context, letter.Letter) error
