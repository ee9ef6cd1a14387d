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
	reportAge      = 4 * 24 * time.Hour
	receiptAge     = 24 * time.Hour   // after which nobody waits for an answer any more
	ambiguousRetry = 10 * time.Minute // doubled each time
	// attempts without an answer: most were cut off before the letter had arrived, and who gets copies sees that they
	// are
	maxUnknown    = 10
	givenUpKept   = 30 * 24 * time.Hour // how long the outbox shows a letter that was given up
	suspendedWait = time.Hour           // between two looks whether an address is still suspended
)

// attempt sends a letter, notes what came of it, and says when to try again; never, when it was sent or given up.
func attempt(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, send Send) (again time.Time) {
	if e.Attempts.GivenUp != "" { // long ago
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
	// it was cut short, which is no failure
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

// hand calls send, unless nothing is to be sent to that address. A fault of the mailer's must not take the other
// letters with it.
func hand(ctx context.Context, m *gm.Master, e *outbox.Job, send Send) error {
	since, err := outbox.SuspendedSince(ctx, m, e.Letter.To)
	switch {
	case err != nil:
		return err
	case !since.IsZero():
		return &outbox.Postponed{After: suspendedWait, Err: outbox.ErrSuspended}
	}
	stack, err := gm.Guarded(func() error { return send(ctx, e.Letter) })
	if stack != "" {
		m.Log.Error("sending a letter failed", "game", e.Game, "task", e.Name, "why", gm.TopFrame(stack))
		return &outbox.DeliveryUnknown{Err: errors.New(gm.FirstLine(stack))}
	}
	return err
}

// retryPostponed says when a letter is tried that was held back. That counts as no failure. While its address is
// suspended it does not grow older, up to a point.
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

// retryUnknown says when a letter of which nobody knows whether it arrived is sent again.
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

// retryFailed says when a letter that was not delivered is tried again: later and later, until it is too old.
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

// giveUp notes that a letter is not tried again, and tells the game master. The outbox shows it for a while.
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

// noteNobody counts a letter as one that came back, if its mail server says that nobody gets mail at its address.
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

// tellGivenUp notes in a game that a letter is given up, and tells the game master.
func tellGivenUp(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, until time.Time,
	became outbox.Became) error {
	return play.Do(context.WithoutCancel(ctx), m, now, e.Game, nil, func(s *gm.Step) error {
		if s.Rev == 0 { // it was removed since
			return gm.ErrNothing
		}
		s.Write(gm.KindAct, "", game.Act{What: "given up: " + e.Name, Detail: e.Attempts.Error})
		s.Tasks = append(s.Tasks, store.Task{Name: e.Name, Due: until, Body: e.Attempts.Body()})
		if s.Game == nil {
			return nil
		}
		// which would only fail again
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

// nobodyThere puts into the inbox that a seat's address is none, and says what to do about it; "" if it is none of that.
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
	s.SettleSeat(seat.Name, game.AboutReturned) // one says it all
	s.Item("", game.Item{About: game.TopicOf(game.AboutReturned, seat.Name), Seat: seat.Name, Why: text})
	return said
}

// permanent reports whether trying again can't help.
func permanent(err error) bool {
	var u *outbox.Undeliverable
	return errors.As(err, &u)
}

// A Send sends one letter. A nil error means that the next server has taken it. An [outbox.Undeliverable] is given up,
// an [outbox.DeliveryUnknown] may have arrived, and a [outbox.Postponed] was not tried. Any other error means that it
// was not delivered, and has it sent again later, with the same Message-ID. When ctx ends, Send should return soon.
type Send func(context.Context, letter.Letter) error
