package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"deaddrop/gm/store"
	"deaddrop/gm/work"
	"deaddrop/mailer"
)

// A mailbox is read by one process at a time. Where a process has the games for itself, that is it. Of several on one
// store it is the one that has taken the mailbox's task and goes on to put it off: when it dies, the task falls due,
// and another one takes it.
type mailbox struct {
	mailReader
	store store.Store // nil: no other process reads it
	name  string      // of its record in the store
	me    string      // this process
	now   func() time.Time
	log   *slog.Logger

	taken chan uint64 // the record's revision when this process has taken the task

	mu     sync.Mutex
	looked time.Time // up to when all that came was taken in, as far as is known
	heard  time.Time // when some letters were taken in last, or there were none
}

// A mailReader hands the letters of a mailbox to handle until ctx ends.
type mailReader interface {
	Watch(ctx context.Context, handle func(context.Context, mailer.Letter) error) error
}

// mailboxHead is what the store has of a mailbox.
type mailboxHead struct {
	Reader string    // the process that reads it; "": none
	Looked time.Time // up to when all that came was taken in
	Heard  time.Time `json:",omitzero"` // when some letters were taken in last, or there were none; zero: as Looked
}

const (
	mailboxTask  = "poll"
	mailboxHold  = 30 * time.Second // after which a mailbox is another process's whose reader is not heard of
	mailboxRenew = mailboxHold / 6
	mailboxTell  = time.Second // how often others are told at most of a look that was completed
)

// newMailbox is the mailbox of an address. Without a store this process alone reads it.
func newMailbox(in mailReader, s store.Store, address, me string, now func() time.Time, log *slog.Logger) *mailbox {
	return &mailbox{mailReader: in, store: s, name: work.Mailboxes + address, me: me, now: now, log: log,
		taken: make(chan uint64, 1)}
}

// lookedAt is up to when whatever came was taken in: when the last complete look through the mailbox began, or further,
// where one is under way.
func (b *mailbox) lookedAt() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.looked
}

// heardAt is when letters were taken in last, or there were none.
func (b *mailbox) heardAt() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.heard
}

func (b *mailbox) setLooked(at time.Time) {
	b.setHeard(at)
	b.mu.Lock()
	defer b.mu.Unlock()
	if at.After(b.looked) {
		b.looked = at
	}
}

func (b *mailbox) setHeard(at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at.After(b.heard) {
		b.heard = at
	}
}

// watch hands letters to handle while this process reads the mailbox, until ctx ends.
func (b *mailbox) watch(ctx context.Context, handle func(context.Context, mailer.Letter) error) error {
	if b.store == nil {
		return b.Watch(ctx, handle)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case rev := <-b.taken:
			if err := b.read(ctx, rev, handle); err != nil {
				return err
			}
		}
	}
}

// offer sees that the mailbox has its task, due at once if nobody is known to read it, or it was this process in an
// earlier life.
func (b *mailbox) offer(ctx context.Context) error {
	if b.store == nil {
		return nil
	}
	head, rev, err := b.load(ctx)
	if err != nil {
		return err
	}
	for _, err := range b.store.Tasks(ctx, b.name) {
		if err != nil || head.Reader != "" && head.Reader != b.me {
			return err
		}
	}
	head.Reader = ""
	_, err = b.commit(ctx, rev, head, b.now())
	if errors.Is(err, store.ErrConflict) { // another process has come between, which sees to it
		return nil
	}
	return err
}

// refresh learns how far others have taken letters in.
func (b *mailbox) refresh(ctx context.Context) error {
	if b.store == nil {
		return nil
	}
	head, _, err := b.load(ctx)
	b.setLooked(head.Looked)
	b.setHeard(head.Heard)
	return err
}

// take takes the mailbox for this process, which has got its task.
func (b *mailbox) take(ctx context.Context, now time.Time, t store.Task) (again time.Time) {
	if b.store == nil || t.Game != b.name { // it is of the time when others had these games, or of another address
		return time.Time{}
	}
	head, rev, err := b.load(ctx)
	if err == nil {
		head.Reader = b.me
		rev, err = b.commit(ctx, rev, head, now.Add(mailboxHold))
	}
	if err != nil {
		b.log.Warn("the mailbox could not be taken", "error", err)
		return now.Add(time.Second)
	}
	select {
	case <-b.taken: // one that was never begun
	default:
	}
	b.taken <- rev
	return time.Time{}
}

func (b *mailbox) load(ctx context.Context) (head mailboxHead, rev uint64, err error) {
	g, err := b.store.Load(ctx, b.name)
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, 0, fmt.Errorf("loading who reads the mailbox: %w", err)
	}
	return head, g.Rev, nil
}

// kept is when the process that reads the mailbox last said so; zero: none does.
func (b *mailbox) kept(ctx context.Context) (at time.Time, err error) {
	head, _, err := b.load(ctx)
	if err != nil || head.Reader == "" {
		return at, err
	}
	for t, err := range b.store.Tasks(ctx, b.name) {
		if err != nil {
			return at, fmt.Errorf("looking who reads the mailbox: %w", err)
		}
		if t.Name == mailboxTask {
			at = t.Due.Add(-mailboxHold)
		}
	}
	return at, nil
}

// commit says who reads the mailbox and how far, and when another process may take it.
func (b *mailbox) commit(ctx context.Context, rev uint64, head mailboxHead, due time.Time) (uint64, error) {
	js, err := json.Marshal(head)
	if err == nil {
		rev, err = b.store.Commit(ctx, b.name,
			store.Change{Rev: rev, Head: js, Set: []store.Task{{Name: mailboxTask, Due: due}}})
	}
	if err != nil {
		return 0, fmt.Errorf("saying who reads the mailbox: %w", err)
	}
	return rev, nil
}

// read reads the mailbox while it is this process's.
func (b *mailbox) read(ctx context.Context, rev uint64, handle func(context.Context, mailer.Letter) error) error {
	b.log.Info("this process reads the mailbox")
	ours, lose := context.WithCancel(ctx)
	defer lose()
	group, ours := errgroup.WithContext(ours)
	group.Go(func() error {
		defer lose()
		rev = b.renew(ours, rev)
		return nil
	})
	group.Go(func() error { return b.Watch(ours, handle) })
	err := group.Wait()
	if rev > 0 { // it is still ours, and anybody may take it at once
		_, left := b.commit(context.WithoutCancel(ctx), rev, mailboxHead{Looked: b.lookedAt(), Heard: b.heardAt()},
			b.now())
		if left != nil && !errors.Is(left, store.ErrConflict) {
			b.log.Warn("the mailbox waits to be taken by another process", "error", left)
		}
	}
	return err
}

// renew keeps the mailbox for this process and tells the others how far it was looked through, until ctx ends or the
// mailbox is lost. It returns the record's revision; 0 when it is lost.
func (b *mailbox) renew(ctx context.Context, rev uint64) uint64 {
	kept, told := b.now(), b.lookedAt()
	ticker := time.NewTicker(mailboxTell)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return rev
		case <-ticker.C:
		}
		now, looked := b.now(), b.lookedAt()
		if !looked.After(told) && now.Sub(kept) < mailboxRenew {
			continue
		}
		next, err := b.commit(ctx, rev, mailboxHead{Reader: b.me, Looked: looked, Heard: b.heardAt()},
			now.Add(mailboxHold))
		switch {
		case err == nil:
			rev, kept, told = next, now, looked
		case ctx.Err() != nil:
			return rev
		case errors.Is(err, store.ErrConflict):
			if rev = b.after(ctx, rev); rev == 0 {
				b.log.Warn("another process reads the mailbox now")
				return 0
			}
		case now.Sub(kept) > mailboxHold*3/4:
			b.log.Warn("the mailbox is left to others, as the store does not answer", "error", err)
			return 0
		}
	}
}

// after is the revision of the record after a conflict: a commit of our own may have been made though its answer was
// lost. It is 0 when another process has the mailbox.
func (b *mailbox) after(ctx context.Context, rev uint64) uint64 {
	head, now, err := b.load(ctx)
	switch {
	case err != nil:
		return rev // to be tried again
	case head.Reader != b.me:
		return 0
	}
	return now
}
