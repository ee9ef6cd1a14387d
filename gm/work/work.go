// Package work does what is due: [Due] takes tasks from the store, sends the letters among them and tries again those
// that were not delivered, and has done what else a task stands for, such as a turn whose deadline is over.
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
	"deaddrop/gm/site"
	"deaddrop/gm/store"
)

// Mailboxes is what the names of mailboxes' records begin with, whose tasks are for Master.Mailbox. No game has such a
// name.
const Mailboxes = "mailbox/"

const (
	leaseTimeout = 2 * time.Minute
	taskBatch    = 20              // tasks that are taken at once by each of those who send in parallel
	maxBatch     = 64              // and by all of them: whatever is taken when the program dies is in doubt
	maxSettling  = 16              // letters that are sent and not yet noted as sent
	othersRetry  = 5 * time.Second // of what another process has to do
	pendingRetry = time.Second     // of a deadline before which letters may still lie in the mailbox
	turnRetry    = time.Minute
)

// Due does what is due: resolves turns whose time has come and sends letters. It returns how many
// tasks it took; when there are none, there is nothing due at now. What fails is tried again later. When ctx
// ends, what is in hand is finished first. Its error is that of the store.
//
// Letters to one address go out in their order, one after another. Those to others go out beside them if Parallel says
// so.
func Due(ctx context.Context, m *gm.Master, now time.Time, send Send) (int, error) {
	batch, hold := min(taskBatch*max(1, m.Parallel), maxBatch), cmp.Or(m.LeaseTimeout, leaseTimeout)
	held := ctx
	if m.Process != "" { // from now on, as the hold is: what is to be made good below may take longer than that
		var done context.CancelFunc
		held, done = context.WithTimeout(ctx, hold*3/4)
		defer done()
	}
	if m.OutageThreshold > 0 {
		switch err := site.KeepHeartbeat(ctx, m, now); {
		case errors.Is(err, site.ErrExtending): // which counts as a task, so that it goes on at once
			return 1, nil
		case errors.Is(err, site.ErrExtended):
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
		play.TellDamage(ctx, m, now, err)
		return 0, fmt.Errorf("taking tasks: %w", err)
	}
	jobs := make([]*outbox.Job, len(tasks))
	for i, t := range tasks {
		jobs[i] = outbox.JobOf(ctx, m, t)
	}
	if err := runJobs(held, m, now, jobs, send); err != nil {
		return 0, err
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return len(tasks), nil
}

// runJobs does jobs: in their order, or those of each queue in their order and up to Parallel queues at once.
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
	var all sync.WaitGroup
	for _, name := range names {
		free <- struct{}{}
		all.Go(func() {
			for _, e := range lines[name] {
				again := runJob(ctx, m, now, e, send)
				settling <- struct{}{}
				all.Go(func() { // beside what is sent next, so that many share a transaction of the store
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

// runJob does a job, and says when it is to be done again. Once ctx has ended, it puts it back.
func runJob(ctx context.Context, m *gm.Master, now time.Time, e *outbox.Job, send Send) (again time.Time) {
	switch {
	case ctx.Err() != nil:
		return e.PutBack()
	case e.IsLetter():
		return attempt(ctx, m, now, e, send)
	}
	return runTask(context.WithoutCancel(ctx), m, now, e.Task)
}

// settleJob notes what became of a job.
func settleJob(ctx context.Context, m *gm.Master, e *outbox.Job, again time.Time) error {
	err := m.Store.Settle(context.WithoutCancel(ctx), e.Task, again)
	if err != nil && !errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("settling a task: %w", err)
	}
	return nil
}

// runTask does a task that is no letter, and says when it is to be done again.
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
	case t.Name == gm.TaskGrey:
		err = play.Relay(ctx, m, now, t.Game)
	case isDigest:
		err = play.Do(ctx, m, now, t.Game, nil, func(s *gm.Step) error { return reception.Digest(s, seat) })
	default:
		err = play.Expire(ctx, m, now, t.Game, t.Name)
	}
	switch {
	case errors.Is(err, play.ErrMailPending), errors.Is(err, play.ErrClockStopped):
		return now.Add(pendingRetry)
	case err != nil: // a deadline is never given up
		m.Log.Error(undone(t.Name), "game", t.Game, "error", err)
		play.TellDamage(ctx, m, now, err)
		return now.Add(turnRetry)
	}
	return again
}

// undone says what a task that failed was to do, for the log. It is tried again.
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
		gm.TaskGrey:    "unsigned press can't be sent",
	}[task], "a turn can't be resolved")
}
