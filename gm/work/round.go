package work

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
)

// A round does a batch of tasks.
type round struct {
	m       *gm.Master
	send    Send
	batch   int // number of tasks that are taken at once
	hold    time.Duration
	behind  map[string]bool // addresses to which a letter with a picture is to be sent
	looking sync.Mutex      // held while letters go before a picture
}

// take takes tasks that are due.
func (r *round) take(ctx context.Context, now time.Time) ([]*outbox.Job, error) {
	tasks, err := r.m.Store.Take(ctx, now, now.Add(r.hold), r.batch)
	if err != nil {
		play.TellDamage(ctx, r.m, now, err)
		return nil, fmt.Errorf("taking tasks: %w", err)
	}
	jobs := make([]*outbox.Job, len(tasks))
	for i, t := range tasks {
		jobs[i] = outbox.JobOf(ctx, r.m, t)
	}
	return jobs, nil
}

// do does jobs: in order or, with Parallel, several queues at once, first those without pictures.
func (r *round) do(ctx context.Context, now time.Time, jobs []*outbox.Job) error {
	if r.m.Parallel <= 1 {
		for _, e := range jobs {
			if err := settleJob(ctx, r.m, e, runJob(ctx, r.m, now, e, r.send)); err != nil {
				return err
			}
		}
		return nil
	}
	first, later := r.split(jobs)
	err := r.queues(ctx, now, first, r.m.Parallel)
	return cmp.Or(err, r.queues(ctx, now, later, maxDrawn))
}

// split separates letters with pictures, and those behind them, from what is done first. Answers pass letters with
// pictures, and other letters to the same address don't.
func (r *round) split(jobs []*outbox.Job) (first, later []*outbox.Job) {
	for _, e := range jobs {
		if e.IsDrawn() {
			r.behind[e.Queue()] = true
		}
		if e.IsDrawn() || r.behind[e.Queue()] && !e.Letter.Answer {
			later = append(later, e)
		} else {
			first = append(first, e)
		}
	}
	return first, later
}

// queues does jobs: each queue in order, and several queues at once.
func (r *round) queues(ctx context.Context, now time.Time, jobs []*outbox.Job, most int) error {
	var names []string
	lines := map[string][]*outbox.Job{}
	for _, e := range jobs {
		name := e.Queue()
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], e)
	}
	errs := make(chan error, 2*len(jobs))
	free, settling := make(chan struct{}, most), make(chan struct{}, maxSettling)
	var all sync.WaitGroup
	for _, name := range names {
		free <- struct{}{}
		all.Go(func() {
			for _, e := range lines[name] {
				if e.IsDrawn() {
					errs <- r.letPass(ctx)
				}
				again := runJob(ctx, r.m, now, e, r.send)
				settling <- struct{}{}
				all.Go(func() { // in a goroutine of its own, so that several results share a transaction of the store
					errs <- settleJob(ctx, r.m, e, again)
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

// letPass sends the letters that have been written since the batch was taken, before a picture is drawn. Those with
// pictures, and those behind them, are put back.
func (r *round) letPass(ctx context.Context) error {
	r.looking.Lock()
	defer r.looking.Unlock()
	if r.m.Waits == nil || ctx.Err() != nil {
		return nil
	}
	now, waits := r.m.Waits()
	var back []*outbox.Job
	var err error
	for n := r.batch; waits && n == r.batch && err == nil; { // there may be more pictures than a batch before a letter
		var jobs, first, later []*outbox.Job
		jobs, err = r.take(ctx, now)
		n = len(jobs)
		first, later = r.split(jobs)
		back = append(back, later...)
		err = cmp.Or(err, r.queues(ctx, now, first, r.m.Parallel))
	}
	for _, e := range back {
		err = cmp.Or(err, settleJob(ctx, r.m, e, e.PutBack()))
	}
	return err
}
