// Package work does what is due: [Due] takes tasks from the store, sends and retries letters, and calls the code for
// other tasks, such as a turn whose deadline is past.
package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
	"deaddrop/gm/reception"
	"deaddrop/gm/robot"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
)

// Mailboxes is the name prefix of the records of mailboxes, whose tasks are passed to Master.Mailbox. No game has
// such a name.
const Mailboxes = "mailbox/"

const (
	leaseTimeout = 2 * time.Minute
	taskBatch    = 20 // number of tasks that are taken at once for each parallel sender
	// largest number of tasks taken at once: if the program dies, all of these letters are in doubt
	maxBatch     = 64
	maxSettling  = 16              // largest number of letters that were sent but are not yet recorded as sent
	maxDrawn     = 3               // largest number of letters with a picture in memory
	asideBatch   = 2 * maxDrawn    // number of letters with a picture after which others that were written go first
	othersRetry  = 5 * time.Second // pause for tasks that another process must do
	pendingRetry = time.Second     // pause for a deadline while letters that came before it may still be in the mailbox
	turnRetry    = time.Minute
)

// Due does what is due at now: it resolves turns and sends letters. It returns the number of tasks that it took, 0 if
// nothing was due. Whatever fails is retried later. When ctx ends, it finishes the tasks that it has begun. It
// returns an error only if the store fails.
//
// Letters to one address are sent one after another, in order. Letters to different addresses are sent concurrently
// if Parallel allows it; then, no picture is drawn while other letters or tasks wait. Only an answer passes a letter to
// the same address.
//
// All tasks that it takes are done when it returns, and none is taken meanwhile. So one worker that calls it never
// takes a task that it has in hand, however short the lease.
func Due(ctx context.Context, m *gm.Master, now time.Time, send Send) (int, error) {
	hold := cmp.Or(m.LeaseTimeout, leaseTimeout)
	held := ctx
	if m.Process != "" { // starting now, as the lease does; what follows may take long
		var done context.CancelFunc
		held, done = context.WithTimeout(ctx, hold*3/4)
		defer done()
	}
	if m.OutageThreshold > 0 {
		switch err := site.KeepHeartbeat(ctx, m, now); {
		case errors.Is(err, site.ErrExtending): // this counts as a task, so that Due is called again at once
			return 1, nil
		case errors.Is(err, site.ErrExtended):
			return 0, nil
		case err != nil:
			return 0, err
		}
	}
	if held.Err() != nil { // the lease is about to end
		return 0, ctx.Err()
	}
	jobs, err := take(ctx, m, now, now.Add(hold))
	if err != nil {
		play.TellDamage(ctx, m, now, err)
		return 0, fmt.Errorf("taking tasks: %w", err)
	}
	if err := runJobs(held, m, now, jobs, send); err != nil {
		return 0, err
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return len(jobs), nil
}

// take takes tasks that are due. With Parallel, it takes letters that were put aside only if nothing else is due, and
// few of them at a time.
func take(ctx context.Context, m *gm.Master, now, until time.Time) ([]*outbox.Job, error) {
	most, except := taskBatch, []string(nil)
	if m.Parallel > 1 {
		most, except = min(taskBatch*m.Parallel, maxBatch), []string{outbox.IsAside}
	}
	tasks, err := m.Store.Take(ctx, now, until, most, except...)
	sorts := len(except) > 0 && len(tasks) > 0
	if err == nil && len(tasks) == 0 && len(except) > 0 {
		tasks, err = m.Store.Take(ctx, now, until, asideBatch)
	}
	jobs := make([]*outbox.Job, len(tasks))
	for i, t := range tasks {
		jobs[i] = outbox.JobOf(ctx, m, t)
	}
	if sorts {
		outbox.SortOut(ctx, m, now, jobs)
	}
	return jobs, err
}

// runJobs does jobs: in order or, with Parallel, each queue in order and several queues at once.
func runJobs(ctx context.Context, m *gm.Master, now time.Time, jobs []*outbox.Job, send Send) error {
	if m.Parallel <= 1 {
		for _, e := range jobs {
			if err := settleJob(ctx, m, e, runJob(ctx, m, now, e, send)); err != nil {
				return err
			}
		}
		return nil
	}
	var names []string
	lines := map[string][]*outbox.Job{}
	for _, e := range jobs {
		name := e.Queue()
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], e)
	}
	errs := make(chan error, len(jobs))
	free, settling := make(chan struct{}, m.Parallel), make(chan struct{}, maxSettling)
	drawn := make(chan struct{}, maxDrawn)
	var all sync.WaitGroup
	for _, name := range names {
		free <- struct{}{}
		all.Go(func() {
			for _, e := range lines[name] {
				if e.IsDrawn() {
					drawn <- struct{}{}
				}
				again := runJob(ctx, m, now, e, send)
				if e.IsDrawn() {
					<-drawn
				}
				settling <- struct{}{}
				all.Go(func() { // in a goroutine of its own, so that several results share a transaction of the store
					errs <- settleJob(ctx, m, e, again)
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

// runJob does a job, and returns when to do it again. Once ctx has ended, it puts the job back.
func runJob(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, send Send) (again time.Time) {
	switch {
	case ctx.Err() != nil:
		return e.PutBack()
	case e.Aside:
		return e.PutAside()
	case e.IsLetter():
		return attempt(ctx, m, now, e, send)
	}
	return runTask(context.WithoutCancel(ctx), m, now, e.Task)
}

// settleJob records the result of a job.
func settleJob(ctx context.Context, m *gm.Master, e *outbox.Job, again time.Time) error {
	err := m.Store.Settle(context.WithoutCancel(ctx), e.Task, again)
	if err != nil && !errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("settling a task: %w", err)
	}
	return nil
}

// runTask does a task other than a letter, and returns when to do it again.
func runTask(ctx context.Context, m *gm.Master, now time.Time, t store.Task) (again time.Time) {
	if strings.HasPrefix(t.Game, Mailboxes) {
		if m.Mailbox == nil {
			return now.Add(othersRetry)
		}
		return m.Mailbox(ctx, now, t)
	}
	if gm.IsNotice(t) {
		return sendNotice(ctx, m, now, t)
	}
	var err error
	seat, isDigest := strings.CutPrefix(t.Name, gm.TaskDigest)
	switch {
	case t.Name == gm.TaskRemind:
		err = play.Remind(ctx, m, now, t.Game)
	case t.Name == gm.TaskOffer:
		err = play.Do(ctx, m, now, t.Game, nil, play.Lapse)
	case t.Name == gm.TaskStart:
		err = play.StartDue(ctx, m, now, t.Game)
	case t.Name == gm.TaskMissing:
		err = play.TellMissing(ctx, m, now, t.Game)
	case t.Name == gm.TaskNews:
		err = site.TellNews(ctx, m, now, t.Game)
	case t.Name == gm.TaskInbox:
		again, err = site.Digest(ctx, m, now)
	case t.Name == gm.TaskPaused:
		err = play.RemindDesk(ctx, m, now, t.Game)
	case t.Name == gm.TaskRobots:
		err = robot.Answer(ctx, m, now, t.Game)
	case t.Name == gm.TaskGrey:
		err = play.Relay(ctx, m, now, t.Game)
	case isDigest:
		err = play.Do(ctx, m, now, t.Game, nil, func(s *gm.Step) error { return reception.Digest(s, seat) })
	default: // gm.TaskDeadline, gm.TaskResolve
		err = play.Expire(ctx, m, now, t.Game, t.Name)
	}
	switch {
	case errors.Is(err, play.ErrMailPending), errors.Is(err, play.ErrClockStopped):
		return now.Add(pendingRetry)
	case err != nil: // deadlines are never given up
		m.Log.Error(undone(t.Name), "game", t.Game, "error", err)
		play.TellDamage(ctx, m, now, err)
		return now.Add(turnRetry)
	}
	return again
}

// undone describes a failed task for the log. It will be retried.
func undone(task string) string {
	if strings.HasPrefix(task, gm.TaskDigest) {
		return "a digest can't be sent"
	}
	return cmp.Or(map[string]string{
		gm.TaskRemind:  "players can't be reminded",
		gm.TaskOffer:   "the offer of a seat can't be taken back",
		gm.TaskStart:   "a game can't begin",
		gm.TaskMissing: "the game master can't be told who is missing",
		gm.TaskNews:    "the game master can't be told what waits",
		gm.TaskInbox:   "the game masters can't be told what waits",
		gm.TaskPaused:  "the game master can't be reminded of a pause",
		gm.TaskRobots:  "robots can't answer",
		gm.TaskGrey:    "unsigned press can't be sent",
	}[task], "a turn can't be resolved")
}
