package gm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// Undeliverable is an error that Send returns when trying again can't help: the letter is given up, and the
// game master told.
type Undeliverable struct{ Err error }

func (u *Undeliverable) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *Undeliverable) Unwrap() error { return u.Err }

// Unanswered is an error that Send returns when the whole letter was handed over and no answer came, so that nobody
// knows whether it was taken. It is sent again a few times, marked as a possible copy; after that it is given up.
type Unanswered struct{ Err error }

func (u *Unanswered) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *Unanswered) Unwrap() error { return u.Err }

// Postponed is an error that Send returns when it has not tried: a limit or a server that asked for patience holds the
// letter back. It counts as no failure.
type Postponed struct {
	After time.Duration // not before that
	Err   error         // why
}

func (p *Postponed) Error() string { return p.Err.Error() }

// Unwrap returns the mailer's error.
func (p *Postponed) Unwrap() error { return p.Err }

const (
	firstRetry    = 5 * time.Minute // doubled each time
	lastRetry     = 4 * time.Hour   // and no more than this
	reportAge     = 4 * 24 * time.Hour
	receiptAge    = 24 * time.Hour      // after which nobody waits for an answer any more
	doubtRetry    = 10 * time.Minute    // doubled each time
	maxUnanswered = 10                  // attempts without an answer: most were cut off before the letter had arrived, and who gets copies sees that they are
	givenUpKept   = 30 * 24 * time.Hour // how long the outbox shows a letter that was given up
	suspendedWait = time.Hour           // between two looks whether an address is still suspended
	suspendedAge  = 30 * 24 * time.Hour // after which nobody will come for a letter to it
	maxOutcome    = 300                 // bytes of an error that are kept
)

// A trail is what is known of the attempts to send a letter. It is kept with the letter's task, once one has failed.
type trail struct {
	Tries   int       // as the store counts them: how many attempts have ended. One more has begun and not ended
	Failed  int       `json:",omitempty"` // did not deliver it
	Lost    int       `json:",omitempty"` // had no answer
	Doubt   bool      `json:",omitempty"` // one of them may have delivered it
	Since   time.Time `json:",omitzero"`  // when the first one failed
	Waits   time.Time `json:",omitzero"`  // since when it waits because its address is suspended; zero: it does not
	GivenUp string    `json:",omitempty"` // failed or unknown; "": it will be tried again
	Error   string    `json:",omitempty"` // the last one's
}

// readTrail reads what is kept with a task. What can't be read is as good as nothing: the letter must go out.
func readTrail(body []byte) (t trail) {
	if len(body) > 0 && json.Unmarshal(body, &t) != nil {
		return trail{}
	}
	return t
}

func (t trail) body() []byte {
	js, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("gm: a trail can't be saved: %v", err))
	}
	return js
}

// crashed reports whether an earlier attempt has not ended: the program died while the letter was in hand.
func (e *errand) crashed() bool { return e.Tries > e.trail.Tries+1 }

// attempt sends a letter, notes what came of it, and says when to try again; never, when it was sent or given up.
func (m *Master) attempt(ctx context.Context, now time.Time, e *errand, send Send) (again time.Time) {
	if e.trail.GivenUp != "" { // long ago
		return time.Time{}
	}
	e.trail.Doubt = e.trail.Doubt || e.crashed()
	e.letter.Duplicate = e.trail.Doubt
	err := e.err
	if err == nil {
		err = m.hand(ctx, e, send)
	}
	if err == nil {
		m.meter().Tried(OutcomeSent)
		return time.Time{}
	}
	if e.trail.Tries = e.Tries; !errors.Is(err, errSuspended) {
		e.trail.Waits = time.Time{}
	}
	postponed, unanswered := (*Postponed)(nil), (*Unanswered)(nil)
	lost := errors.As(err, &unanswered)
	e.trail.Doubt = e.trail.Doubt || lost
	switch {
	case ctx.Err() != nil && !(lost && errors.Is(ctx.Err(), context.DeadlineExceeded)): // it was cut short, which is no failure
		again = now
	case errors.As(err, &postponed):
		again = m.laterAgain(ctx, now, e, postponed)
	case lost:
		again = m.lostAgain(ctx, now, e, err)
	default:
		again = m.failedAgain(ctx, now, e, err)
	}
	e.Body = e.trail.body()
	return again
}

// errSuspended is why a letter waits whose address is suspended.
var errSuspended = errors.New("letters to that address come back, so none are sent until one comes from it")

// hand calls send, unless nothing is to be sent to that address. A fault of the mailer's must not take the other letters
// with it.
func (m *Master) hand(ctx context.Context, e *errand, send Send) error {
	since, err := m.suspended(ctx, e.letter.To)
	switch {
	case err != nil:
		return err
	case !since.IsZero():
		return &Postponed{After: suspendedWait, Err: errSuspended}
	}
	stack, err := guarded(func() error { return send(ctx, e.letter) })
	if stack != "" {
		m.Log.Error("sending a letter failed", "game", e.Game, "task", e.Name, "why", place(stack))
		return &Unanswered{errors.New(firstLine(stack))}
	}
	return err
}

// laterAgain says when a letter is tried that was held back. That counts as no failure. While its address is suspended it
// does not grow older, up to a point.
func (m *Master) laterAgain(ctx context.Context, now time.Time, e *errand, p *Postponed) time.Time {
	e.trail.Error = outcome(p)
	m.meter().Tried(OutcomePostponed)
	if errors.Is(p, errSuspended) {
		if e.trail.Waits.IsZero() {
			e.trail.Waits = now
		}
		if !now.Before(e.trail.Waits.Add(suspendedAge)) {
			return m.giveUp(ctx, now, e, stateFailed)
		}
	}
	return now.Add(max(p.After, time.Second))
}

// lostAgain says when a letter of which nobody knows whether it arrived is sent again.
func (m *Master) lostAgain(ctx context.Context, now time.Time, e *errand, err error) time.Time {
	e.trail.Lost++
	e.trail.Error = outcome(err)
	if e.trail.Lost >= maxUnanswered {
		return m.giveUp(ctx, now, e, stateUnknown)
	}
	wait := min(cmp.Or(m.Doubt, doubtRetry)<<(e.trail.Lost-1), lastRetry)
	m.meter().Tried(OutcomeUnknown)
	m.Log.Warn("may have arrived, will be sent again", "game", e.Game, "task", e.Name, "in", wait, "error", err)
	return now.Add(wait)
}

// failedAgain says when a letter that was not delivered is tried again: later and later, until it is too old.
func (m *Master) failedAgain(ctx context.Context, now time.Time, e *errand, err error) time.Time {
	e.trail.Failed++
	e.trail.Error = outcome(err)
	if e.trail.Since.IsZero() {
		e.trail.Since = now
	}
	age := reportAge
	if e.letter.Answer {
		age = receiptAge
	}
	last := e.trail.Since.Add(age)
	if permanent(err) || !now.Before(last) {
		return m.giveUp(ctx, now, e, stateFailed)
	}
	wait := min(e.backoff(), last.Sub(now))
	m.meter().Tried(OutcomeFailed)
	m.Log.Warn("will be tried again", "game", e.Game, "task", e.Name, "failed", e.trail.Failed, "in", wait, "error", err)
	return now.Add(wait)
}

// backoff is how long to wait after a failure. Up to a fifth of it is there so that letters that failed together do
// not come back together. It hangs on the letter and not on luck, which the game master draws for games alone.
func (e *errand) backoff() time.Duration {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%d", e.Game, e.Name, e.trail.Failed)
	wait := min(firstRetry<<min(e.trail.Failed-1, 10), lastRetry*5/6)
	return (wait + time.Duration(h.Sum64()%1000)*wait/5000).Truncate(time.Second)
}

// giveUp notes that a letter is not tried again, and tells the game master. The outbox shows it for a while.
func (m *Master) giveUp(ctx context.Context, now time.Time, e *errand, state string) time.Time {
	e.trail.GivenUp = state
	m.meter().Tried(OutcomeGivenUp)
	m.Log.Error("given up", "game", e.Game, "task", e.Name, "failed", e.trail.Failed, "error", e.trail.Error)
	until := now.Add(givenUpKept)
	tell := m.do(context.WithoutCancel(ctx), now, e.Game, nil, func(s *step) error {
		if s.rev == 0 { // it was removed since
			return errNothing
		}
		s.write(kindAct, "", Act{What: "given up: " + e.Name, Detail: e.trail.Error})
		s.tasks = append(s.tasks, store.Task{Name: e.Name, Due: until, Body: e.trail.body()})
		if s.g == nil {
			return nil
		}
		if desk := s.g.seat(adjudicator.GM); desk != nil && desk.Address != letter.Address(e.letter.To) { // which would only fail again
			page := s.page(nil, desk)
			page.Notice = e.obituary()
			s.sendPlain(desk, "desk", page, nil)
		}
		return nil
	})
	if tell != nil {
		e.trail.GivenUp = ""
		m.Log.Error("the game master could not be told", "game", e.Game, "error", tell)
		return now.Add(firstRetry)
	}
	return until
}

// obituary tells the game master of a letter that is given up.
func (e *errand) obituary() string {
	what := "A letter could not be delivered, and is given up"
	if !e.trail.Waits.IsZero() {
		what = fmt.Sprintf("A letter has waited for %d days, and is given up", suspendedAge/(24*time.Hour))
	}
	if e.trail.GivenUp == stateUnknown {
		what = fmt.Sprintf("A letter was sent %d times, and its mail server never said whether it took it", e.trail.Lost)
	}
	number := strings.TrimLeft(strings.TrimPrefix(e.Name, taskSend), "0")
	return fmt.Sprintf("%s: %q to %s (%s). To have it sent once more, use gm outbox retry %s %s.",
		what, e.letter.News(), e.letter.To, strings.TrimSuffix(e.trail.Error, "."), e.Game, number)
}

// outcome is an error in one line. What a mail server wrote in it can't steer a terminal.
func outcome(err error) string {
	line := parser.OneLine(err.Error())
	return strings.ToValidUTF8(line[:min(len(line), maxOutcome)], "")
}

// permanent reports whether trying again can't help.
func permanent(err error) bool {
	var u *Undeliverable
	return errors.As(err, &u)
}
