package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// A round is one look through the mailbox. The worst letters are those that broke
// the connection: they come last, so that they keep nothing else.
type round struct {
	*watcher
	box   source
	held  map[string]bool // lines with a letter that must come first
	taken map[string]int  // how many letters of each line were taken
	more  bool            // some wait for the next look, as enough of their lines were taken
	later time.Time       // and when the oldest of those came
	again time.Duration   // when to look again at the latest
	kept  bool            // a letter came to an end and is still there
	worst []uint32
}

// A pending letter is one that is being taken.
type pending struct {
	*attempt
	known   int // to the Journal, from before
	raw     []byte
	letter  Letter
	err     error // of reading or of handling it
	handled bool  // or was to be, and err says why not
}

// early says whether a letter has failed too short a time ago.
func (r *round) early(uid uint32) bool {
	a := r.tried[uid]
	if a == nil || a.wait == nil {
		return false
	}
	select {
	case <-a.wait:
		a.wait = nil
		if a.breaks {
			r.worst = append(r.worst, uid)
		}
		return a.breaks
	default:
	}
	r.hold(a)
	return true
}

// items are those of some letters, by UID. The server is asked for what an
// earlier look has not left behind.
func (r *round) items(ctx context.Context, uids []uint32) ([]item, error) {
	var known []item
	var unknown []uint32
	for _, uid := range uids {
		if a := r.tried[uid]; a != nil {
			known = append(known, a.item)
		} else {
			unknown = append(unknown, uid)
		}
	}
	for some := range slices.Chunk(unknown, lettersAtOnce) {
		items, err := r.box.items(ctx, some)
		if err != nil {
			return nil, err
		}
		known = append(known, items...)
	}
	slices.SortFunc(known, func(a, b item) int { return cmp.Compare(a.uid, b.uid) })
	return known, nil
}

// takeAll takes letters, in batches, and tells after each how far it is.
func (r *round) takeAll(ctx context.Context, items []item) error {
	oldest := make([]time.Time, len(items)) // of each and those behind it
	for i := range slices.Backward(items) {
		oldest[i] = items[i].received
		if i+1 < len(items) && oldest[i+1].Before(oldest[i]) {
			oldest[i] = oldest[i+1]
		}
	}
	for from := 0; from < len(items); {
		n := r.batch(items[from:])
		if err := r.take(ctx, items[from:from+n]); err != nil {
			return err
		}
		from += n
		switch {
		case r.more && (from == len(items) || r.later.Before(oldest[from])):
			r.in.Progress(r.later)
		case from < len(items):
			r.in.Progress(oldest[from])
		}
	}
	return nil
}

// defers says whether a letter waits for the next look, as enough of its line
// were taken in this one.
func (r *round) defers(a *attempt) bool {
	if a.from == "" || r.taken[a.from] < lettersOfOne {
		return false
	}
	if !r.more || a.received.Before(r.later) {
		r.more, r.later = true, a.received
	}
	return true
}

// last takes the worst letters.
func (r *round) last(ctx context.Context) error {
	for _, uid := range r.worst {
		if err := r.takeAll(ctx, []item{r.tried[uid].item}); err != nil {
			return err
		}
		r.tried[uid].breaks = false
	}
	return nil
}

func (r *round) hold(a *attempt) {
	if a.from != "" && a.to == "" {
		r.held[a.from] = true
	}
	r.again = min(r.again, a.pause)
}

// postpone leaves a letter where it is for a while.
func (r *round) postpone(a *attempt) {
	a.pause = a.pauses.next()
	a.wait = time.After(a.pause)
	r.hold(a)
}

// batch says how many of the items are taken together: a mail that is too large
// alone, for no more than its header is fetched.
func (r *round) batch(items []item) int {
	n, sum := 0, int64(0)
	for i := range items {
		if a := r.tried[items[i].uid]; a != nil && a.large {
			items[i].size = MaxMail + 1
		}
		sum += items[i].size
		alone := r.wary || items[i].size > MaxMail
		full := sum > bytesAtOnce || n == lettersAtOnce
		if n > 0 && (alone || full) {
			break
		}
		n++
		if items[i].size > MaxMail {
			break
		}
	}
	return n
}

// take sees to some letters. An error is one of the connection, or of the
// Journal.
func (r *round) take(ctx context.Context, items []item) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var some []*pending
	for _, it := range items {
		a := r.tried[it.uid]
		if a == nil {
			a = &attempt{item: it, pauses: backoff{first: r.in.Retry}}
			r.tried[it.uid] = a
		}
		a.item = it // it may have proved larger
		p := &pending{attempt: a}
		switch {
		case a.to != "": // that could not be moved before: one by one, lest one keeps the others
			if err := r.move(ctx, p); err != nil {
				return err
			}
		case !r.held[a.from] && !r.defers(a):
			some = append(some, p)
		}
	}
	if r.in.Journal == nil {
		return r.run(ctx, some)
	}
	return r.begin(ctx, some)
}

// begin asks the Journal, and takes letters together up to one that was begun
// before. That one is taken alone, and then the others.
func (r *round) begin(ctx context.Context, some []*pending) error {
	if len(some) == 0 {
		return nil
	}
	known, err := r.in.Journal.Begin(ctx, r.ids(some))
	if err == nil && len(known) != len(some) {
		err = fmt.Errorf("it knows %d of %d letters", len(known), len(some))
	}
	if err != nil {
		return fmt.Errorf("counting attempts: %w", err)
	}
	for i, p := range some {
		p.known = known[i]
	}
	first := slices.IndexFunc(some, func(p *pending) bool { return p.known > 0 })
	switch {
	case first < 0:
		return r.run(ctx, some)
	case len(some) == 1 && some[0].known > tries:
		r.giveUp(ctx, some[0], givenUp)
		return r.move(ctx, some...)
	case len(some) == 1:
		return r.run(ctx, some)
	}
	var later []*pending // not begun after all
	for _, p := range some[first:] {
		if p.known == 0 {
			later = append(later, p)
		}
	}
	r.end(ctx, later)
	if err := r.run(ctx, some[:first]); err != nil {
		return err
	}
	if err := r.begin(ctx, some[first:first+1]); err != nil {
		return err
	}
	return r.begin(ctx, some[first+1:])
}

func (r *round) id(p *pending) string { return fmt.Sprintf("%s/%d/%d", r.in.Mailbox, r.epoch, p.uid) }

func (r *round) ids(some []*pending) []string {
	var ids []string
	for _, p := range some {
		ids = append(ids, r.id(p))
	}
	return ids
}

// end tells the Journal of letters that came to an end. Of one that was suspected it is on the disk before the letter
// is moved: else whatever ends the program in the middle of moving would speak against it.
func (r *round) end(ctx context.Context, some []*pending) {
	if r.in.Journal == nil || len(some) == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	err := r.in.Journal.End(ctx, r.ids(some))
	if err == nil && slices.ContainsFunc(some, func(p *pending) bool { return p.known > 0 }) {
		_, err = r.in.Journal.Begin(ctx, nil)
	}
	if err != nil {
		r.in.Log.WarnContext(ctx, "attempts cannot be counted", "error", err)
	}
}

// run fetches letters that were begun, has them handled and moves them.
func (r *round) run(ctx context.Context, some []*pending) error {
	if len(some) == 0 {
		return nil
	}
	if err := r.fetch(ctx, some); err != nil {
		r.end(ctx, some)
		return err
	}
	r.handleAll(ctx, some)
	var ended []*pending
	for _, p := range some {
		if r.settle(ctx, p) {
			ended = append(ended, p)
		}
	}
	r.end(ctx, ended)
	// What was done is done: this is not given up because ctx has ended.
	if err := r.move(context.WithoutCancel(ctx), some...); err != nil {
		return err
	}
	return ctx.Err()
}

// fetch gets the mails. When the server refuses some of many, it asks for each.
func (r *round) fetch(ctx context.Context, some []*pending) error {
	var items []item
	for _, p := range some {
		items = append(items, p.item)
	}
	raws, err := r.box.fetch(ctx, items)
	large := (*sizeError)(nil)
	switch {
	case err == nil:
		for i, p := range some {
			p.raw = raws[i]
		}
		return nil
	case errors.Is(err, errRefused) && len(some) > 1:
		for i := range some {
			if err := r.fetch(ctx, some[i:i+1]); err != nil {
				return err
			}
		}
		return nil
	case errors.Is(err, errRefused):
		r.in.Log.ErrorContext(ctx, "letter cannot be fetched", "uid", some[0].uid, "error", err)
		r.postpone(some[0].attempt)
		return nil
	case errors.As(err, &large):
		r.tried[large.uid].large = true
	case len(some) == 1:
		some[0].breaks = true
		r.postpone(some[0].attempt)
	}
	r.wary = true
	return err
}

// handleAll reads letters and has them handled, each line by itself.
func (r *round) handleAll(ctx context.Context, some []*pending) {
	var workers errgroup.Group
	workers.SetLimit(r.in.Parallel)
	for _, p := range some {
		if p.raw != nil {
			workers.Go(func() error { p.read(); return nil })
		}
	}
	_ = workers.Wait() // none returns an error
	var lines [][]*pending
	index := make(map[string]int)
	for _, p := range some {
		if p.raw == nil || p.err != nil {
			continue
		}
		p.from = strings.Clone(p.letter.line()) // which outlives the letter, and is a part of its header
		if r.held[p.from] || r.defers(p.attempt) {
			continue
		}
		r.taken[p.from]++
		i, there := index[p.from]
		if !there || p.from == "" {
			i = len(lines)
			index[p.from] = i
			lines = append(lines, nil)
		}
		lines[i] = append(lines[i], p)
	}
	for _, line := range lines {
		workers.Go(func() error { r.handleLine(ctx, line); return nil })
	}
	_ = workers.Wait()
}

// read reads a mail of which all was fetched, or only the header.
func (p *pending) read() {
	parse := Read
	if p.size > MaxMail {
		parse = func(raw []byte, received time.Time) (Letter, error) {
			l := readHeader(raw, received)
			l.TooLarge = true
			return l, l.fault(ErrTooLarge)
		}
	}
	p.letter, p.err = read(parse, p.raw, p.received)
	p.handled = p.err != nil
}

// handleLine has the letters of one sender handled, up to one that fails.
func (r *round) handleLine(ctx context.Context, line []*pending) {
	for _, p := range line {
		leave, err := r.in.Queue.enter(ctx, p.from)
		if err != nil {
			return
		}
		p.err = r.handle(ctx, p.letter)
		p.handled = true
		leave()
		if p.err != nil {
			return
		}
	}
}

// settle decides what becomes of a letter, and says whether it came to an end,
// so that the Journal may forget it.
func (r *round) settle(ctx context.Context, p *pending) (ended bool) {
	panicked := (*readPanic)(nil)
	switch {
	case !p.handled:
		r.kept = true
		return true
	case p.err == nil:
		p.to = r.in.Done
		return true
	case ctx.Err() != nil:
		return true // it was told to stop, which is no fault of the letter
	}
	r.in.Log.ErrorContext(ctx, "letter cannot be handled", "id", p.letter.ID, "uid", p.uid, "error", p.err)
	if errors.As(p.err, &panicked) {
		r.giveUp(ctx, p, p.err.Error())
		return false
	}
	if isPermanent(p.err) {
		if p.permanent++; p.permanent >= tries || p.known >= tries {
			r.giveUp(ctx, p, p.err.Error())
			return false
		}
	} else {
		r.kept = true
	}
	r.postpone(p.attempt)
	return !isPermanent(p.err)
}

// giveUp tells of a letter that is to go to Failed.
func (r *round) giveUp(ctx context.Context, p *pending, why string) {
	l := p.letter.bare()
	l.Received = p.received
	if l.ID == "" {
		l.ID = r.id(p)
	}
	if r.in.GaveUp != nil {
		if err := r.in.GaveUp(ctx, l, why); err != nil {
			r.in.Log.ErrorContext(ctx, "letter cannot be given up", "id", l.ID, "uid", p.uid, "error", err)
			r.postpone(p.attempt)
			return
		}
	}
	r.in.Log.ErrorContext(ctx, "letter is given up", "id", l.ID, "uid", p.uid, "to", r.in.Failed)
	p.to = r.in.Failed
}

// move moves letters to where they go. Those that go nowhere stay.
func (r *round) move(ctx context.Context, some ...*pending) error {
	for _, to := range slices.Compact([]string{r.in.Done, r.in.Failed}) {
		var those []*pending
		var uids []uint32
		for _, p := range some {
			if p.to == to {
				those = append(those, p)
				uids = append(uids, p.uid)
			}
		}
		if len(those) == 0 {
			continue
		}
		err := r.box.put(ctx, uids, to)
		switch {
		case errors.Is(err, errRefused):
			r.in.Log.ErrorContext(ctx, "letters cannot be moved", "uids", uids, "to", to, "error", err)
			for _, p := range those {
				r.postpone(p.attempt)
			}
		case err != nil:
			return err
		case to == r.in.Failed:
			r.end(ctx, those)
		}
		if err == nil {
			r.trouble.n = 0
		}
	}
	return nil
}
