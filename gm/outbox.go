package gm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

// The names of tasks. That of a letter ends with the number of its log entry.
const (
	taskDeadline = "deadline" // the time for answers is over
	taskRemind   = "remind"   // those who are not in get a letter
	taskGrey     = "grey"     // press that does not say who wrote it goes out
	taskResolve  = "resolve"  // everybody was in, and the time for second thoughts is over
	taskOffer    = "offer"    // a standby has not answered
	taskStart    = "start"    // everybody has signed up: the game begins
	taskPaused   = "paused"   // the game master is told of a game in which nothing happens; once only of one that he has paused
	taskSend     = "send/"
	taskDigest   = "digest/" // one letter about those of a seat that were not answered on their own; the seat's name follows
)

// Mailboxes is what the names of mailboxes' records begin with, whose tasks are for Master.Mailbox. No game has such a name.
const Mailboxes = "mailbox/"

const (
	retake       = 2 * time.Minute
	taskBatch    = 20              // tasks that are taken at once by each of those who send in parallel
	maxBatch     = 64              // and by all of them: whatever is taken when the program dies is in doubt
	maxSettling  = 16              // letters that are sent and not yet noted as sent
	othersRetry  = 5 * time.Second // of what another process has to do
	pendingRetry = time.Second     // of a deadline before which letters may still lie in the mailbox
	turnRetry    = time.Minute
)

// A Send sends one letter. A nil error means that the next server has taken it. An [Undeliverable] is given up, an
// [Unanswered] may have arrived, and a [Postponed] was not tried. Any other error means that it was not delivered,
// and has it sent again later, with the same Message-ID. When ctx ends, Send should return soon.
type Send func(context.Context, letter.Letter) error

// Work does what is due: resolves turns whose time has come and sends letters. It returns how many
// tasks it took; when there are none, there is nothing due at now. What fails is tried again later. When ctx
// ends, what is in hand is finished first. Its error is that of the store.
//
// Letters to one address go out in their order, one after another. Those to others go out beside them if Parallel says so.
func (m *Master) Work(ctx context.Context, now time.Time, send Send) (int, error) {
	batch, hold := min(taskBatch*max(1, m.Parallel), maxBatch), cmp.Or(m.Retake, retake)
	held := ctx
	if m.Process != "" { // from now on, as the hold is: what is to be made good below may take longer than that
		var done context.CancelFunc
		held, done = context.WithTimeout(ctx, hold*3/4)
		defer done()
	}
	if m.Guard > 0 {
		switch err := m.watchOver(ctx, now); {
		case errors.Is(err, errMends): // which counts as a task, so that it goes on at once
			return 1, nil
		case errors.Is(err, errMended):
			return 0, nil
		case err != nil:
			return 0, err
		}
	}
	if held.Err() != nil { // what would be taken now is anybody's soon, or already
		return 0, ctx.Err()
	}
	tasks, err := m.Store.Take(ctx, now, now.Add(hold), batch)
	if err != nil {
		m.tellDamage(ctx, now, err)
		return 0, fmt.Errorf("taking tasks: %w", err)
	}
	errands := make([]*errand, len(tasks))
	for i, t := range tasks {
		errands[i] = m.errand(ctx, t)
	}
	if err := m.runAll(held, now, errands, send); err != nil {
		return 0, err
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return len(tasks), nil
}

// An errand is a task in hand, with the letter if it is to send one.
type errand struct {
	store.Task
	letter letter.Letter
	trail  trail
	err    error // why there is no letter
}

func (e *errand) isLetter() bool { return strings.HasPrefix(e.Name, taskSend) }

// line is what an errand must wait for: earlier ones with the same line.
func (e *errand) line() string {
	if e.isLetter() {
		return letter.Address(e.letter.To)
	}
	return "game " + e.Game
}

// errand reads what it takes to do a task.
func (m *Master) errand(ctx context.Context, t store.Task) *errand {
	e := &errand{Task: t}
	if e.isLetter() {
		e.trail = readTrail(t.Body)
		e.letter, e.err = m.letterOf(ctx, t.Game, t.Name)
		m.screen(ctx, t.Game, &e.letter)
	}
	return e
}

// letterOf reads the letter that a task is to send.
func (m *Master) letterOf(ctx context.Context, game, task string) (l letter.Letter, err error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(task, taskSend), 10, 64)
	if err != nil {
		return l, &Undeliverable{fmt.Errorf("task %q: %w", task, err)}
	}
	for e, err := range m.Store.Log(ctx, game, n) {
		if err != nil {
			return l, fmt.Errorf("reading letter %d of %s: %w", n, game, err)
		}
		if err := decode(e.Body, &l); err != nil || e.Kind != kindOut {
			return letter.Letter{}, &Undeliverable{fmt.Errorf("entry %d of %s is no letter", n, game)}
		}
		return l, nil
	}
	return l, &Undeliverable{fmt.Errorf("the log of %s has no entry %d", game, n)}
}

// runAll does errands: in their order, or those of each line in their order and up to Parallel lines at once.
func (m *Master) runAll(ctx context.Context, now time.Time, errands []*errand, send Send) error {
	if m.Parallel <= 1 {
		for _, e := range errands {
			if err := m.settle(ctx, e, m.run(ctx, now, e, send)); err != nil {
				return err
			}
		}
		return nil
	}
	var names []string
	lines := map[string][]*errand{}
	for _, e := range errands {
		name := e.line()
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], e)
	}
	errs := make(chan error, len(errands))
	free, settling := make(chan struct{}, m.Parallel), make(chan struct{}, maxSettling)
	var all sync.WaitGroup
	for _, name := range names {
		free <- struct{}{}
		all.Go(func() {
			for _, e := range lines[name] {
				again := m.run(ctx, now, e, send)
				settling <- struct{}{}
				all.Go(func() { // beside what is sent next, so that many share a transaction of the store
					errs <- m.settle(ctx, e, again)
					<-settling
				})
			}
			<-free
		})
	}
	all.Wait()
	close(errs)
	var err error
	for e := range errs {
		err = cmp.Or(err, e)
	}
	return err
}

// run does an errand, and says when it is to be done again. Once ctx has ended, it puts it back.
func (m *Master) run(ctx context.Context, now time.Time, e *errand, send Send) (again time.Time) {
	switch {
	case ctx.Err() != nil:
		return e.putBack()
	case e.isLetter():
		return m.attempt(ctx, now, e, send)
	}
	return m.turn(context.WithoutCancel(ctx), now, e.Task)
}

// settle notes what became of an errand.
func (m *Master) settle(ctx context.Context, e *errand, again time.Time) error {
	err := m.Store.Settle(context.WithoutCancel(ctx), e.Task, again)
	if err != nil && !errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("settling a task: %w", err)
	}
	return nil
}

// putBack leaves a task as if it had not been taken: a letter was not begun, so it is in no doubt.
func (e *errand) putBack() time.Time {
	if e.isLetter() && !e.crashed() {
		e.trail.Tries = e.Tries
		e.Body = e.trail.body()
	}
	return e.Due
}

// turn does a task that is no letter, and says when it is to be done again.
func (m *Master) turn(ctx context.Context, now time.Time, t store.Task) (again time.Time) {
	if strings.HasPrefix(t.Game, Mailboxes) {
		if m.Mailbox == nil {
			return now.Add(othersRetry)
		}
		return m.Mailbox(ctx, now, t)
	}
	var err error
	seat, isDigest := strings.CutPrefix(t.Name, taskDigest)
	switch {
	case t.Name == taskRemind:
		err = m.remind(ctx, now, t.Game)
	case t.Name == taskOffer:
		err = m.do(ctx, now, t.Game, nil, (*step).lapse)
	case t.Name == taskStart:
		err = m.startDue(ctx, now, t.Game)
	case t.Name == taskPaused:
		err = m.remindDesk(ctx, now, t.Game)
	case t.Name == taskGrey:
		err = m.relay(ctx, now, t.Game)
	case isDigest:
		err = m.do(ctx, now, t.Game, nil, func(s *step) error { return s.digest(seat) })
	default:
		err = m.expire(ctx, now, t.Game, t.Name)
	}
	switch {
	case errors.Is(err, errMailPending), errors.Is(err, errStopped):
		return now.Add(pendingRetry)
	case err != nil: // a deadline is never given up
		m.Log.Error(undone(t.Name), "game", t.Game, "error", err)
		m.tellDamage(ctx, now, err)
		return now.Add(turnRetry)
	}
	return time.Time{}
}

// undone says what a task that failed was to do, for the log. It is tried again.
func undone(task string) string {
	if strings.HasPrefix(task, taskDigest) {
		return "a digest can't be sent"
	}
	return cmp.Or(map[string]string{
		taskRemind: "players can't be reminded",
		taskOffer:  "the offer of a seat can't be taken back",
		taskStart:  "a game can't begin",
		taskPaused: "the game master can't be reminded of a pause",
		taskGrey:   "unsigned press can't be sent",
	}[task], "a turn can't be resolved")
}

// errMailPending is returned for a deadline that is over, but not for the letters that came before it.
var errMailPending = errors.New("letters that came in time may not have been taken in yet")
