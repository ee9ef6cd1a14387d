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

// A round is one look through the mailbox. The letters that broke a connection come last, so that they hold up no
// others.
type round struct {
	*watcher
	box   source
	held  map[string]bool // senders with an earlier letter that must be handled first
	taken map[string]int  // number of letters taken, by sender
	more  bool            // letters are left for the next look because of lettersOfOne
	later time.Time       // when the oldest of those arrived
	again time.Duration   // longest pause before the next look
	kept  bool            // a letter that may be forgotten by the Journal stays in the mailbox
	worst []uint32
}

// A pending letter is one that is being handled in this round.
type pending struct {
	*attempt
	known   int // earlier tries, as the Journal says
	raw     []byte
	parts   *outline // outline of a letter that is too large, or nil if only its header was fetched
	letter  Letter
	err     error // what went wrong in parsing or handling the letter
	handled bool  // whether it was handled, or parsing it failed
}

// early reports whether a letter failed so recently that it must not be retried yet.
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

// items returns the items for some UIDs, in order. It asks the server only for those that no earlier look has
// fetched.
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

// takeAll handles letters in batches, and reports Progress after each.
func (r *round) takeAll(ctx context.Context, items []item) error {
	oldest := make([]time.Time, len(items)) // arrival of the oldest of items[i:]
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

// defers reports whether a letter waits for the next look, because this one has taken lettersOfOne letters of its
// sender.
func (r *round) defers(a *attempt) bool {
	if a.from == "" || r.taken[a.from] < lettersOfOne {
		return false
	}
	if !r.more || a.received.Before(r.later) {
		r.more, r.later = true, a.received
	}
	return true
}

// last handles the letters that broke a connection, each on its own.
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

// postpone leaves a letter in the mailbox for a while.
func (r *round) postpone(a *attempt) {
	a.pause = a.pauses.next()
	a.wait = time.After(a.pause)
	r.hold(a)
}

// batch returns how many of the items to handle together. A mail that is too large is handled alone, because only its
// header is fetched.
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

// take handles some letters. An error is one of the connection or of the Journal.
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
		a.item = it // its size may have been corrected
		p := &pending{attempt: a}
		switch {
		case a.to != "": // an earlier move failed: move each on its own, so that none blocks the others
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

// begin records letters in the Journal and handles them: first all before the first one that an earlier run of the
// program did not finish, then that one alone, and then the others.
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
	var later []*pending // not to be begun together with a suspect
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

// end records in the Journal that letters are finished. For a letter under suspicion the record is made durable
// before the letter is moved: otherwise a crash during the move would count against it.
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

// run fetches letters that the Journal knows as begun, handles them, and moves them.
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
	// Handled letters are moved even if ctx has ended.
	if err := r.move(context.WithoutCancel(ctx), some...); err != nil {
		return err
	}
	return ctx.Err()
}

// fetch gets the contents of letters. If the server refuses a batch, it asks for each letter on its own.
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
		if len(some) == 1 && some[0].size > MaxMail && raws[0] != nil {
			return r.fetchText(ctx, some[0])
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

// handleAll parses letters and handles them, those of different senders in parallel.
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
		p.from = strings.Clone(p.letter.senderKey()) // copied, so that it does not keep the letter in memory
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
		workers.Go(func() error { r.handleSender(ctx, line); return nil })
	}
	_ = workers.Wait()
}

// read parses a mail, or its header and its text if the mail is too large.
func (p *pending) read() {
	parse := Read
	switch {
	case p.size > MaxMail && p.parts != nil:
		parse = func(raw []byte, received time.Time) (Letter, error) { return readOutline(raw, p.parts, received) }
	case p.size > MaxMail:
		parse = readLarge
	}
	p.letter, p.err = read(parse, p.raw, p.received)
	p.handled = p.err != nil
}

// handleSender handles the letters of one sender in order, up to the first one that fails.
func (r *round) handleSender(ctx context.Context, line []*pending) {
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

// settle decides where a letter goes, and reports whether the Journal may forget it.
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
		return true // stopped by ctx, not because of the letter
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

// giveUp calls GaveUp for a letter, and then marks it to be moved to Failed.
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

// move moves letters to the mailboxes in their field to. Others stay.
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
