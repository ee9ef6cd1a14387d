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

// A mailbox is read by one process at a time. If several processes share a store, it is the process that has taken
// the mailbox's task and keeps postponing it. When that process dies, the task becomes due, and another process takes
// it.
type mailbox struct {
	mailReader
	store store.Store // nil if no other process may read the mailbox
	name  string      // name of its record in the store
	me    string      // name of this process
	now   func() time.Time
	log   *slog.Logger

	taken chan uint64 // receives the record's revision when this process has taken the task

	mu     sync.Mutex
	looked time.Time // time up to which all letters are known to have been taken in
	heard  time.Time // last time at which letters were taken in, or none were waiting
}

// A mailReader passes the letters of a mailbox to handle until ctx ends.
type mailReader interface {
	Watch(ctx context.Context, handle func(context.Context, mailer.Letter) error) error
}

// A mailboxHead is the stored record of a mailbox.
type mailboxHead struct {
	Reader string    // the process that reads the mailbox; "" if there is none
	Looked time.Time // time up to which all letters were taken in
	// last time at which letters were taken in, or none were waiting; zero if equal to Looked
	Heard time.Time `json:",omitzero"`
}

const (
	mailboxTask  = "poll"
	mailboxHold  = 30 * time.Second // time without a sign of life after which another process may read the mailbox
	mailboxRenew = mailboxHold / 6
	mailboxTell  = time.Second // shortest interval at which the record is updated after complete looks
)

// newMailbox returns the mailbox of an address. If s is nil, only this process reads it.
func newMailbox(in mailReader, s store.Store, address, me string, now func() time.Time, log *slog.Logger) *mailbox {
	return &mailbox{mailReader: in, store: s, name: work.Mailboxes + address, me: me, now: now, log: log,
		taken: make(chan uint64, 1)}
}

// lookedAt returns the time up to which all letters were taken in: the start of the last complete look through the
// mailbox, or later if the look in progress has got further.
func (b *mailbox) lookedAt() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.looked
}

// heardAt returns the last time at which letters were taken in, or none were waiting.
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

// watch passes letters to handle while this process is the one that reads the mailbox, until ctx ends.
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

// offer makes sure that the mailbox has a task. The task is due at once if no process is known to read the mailbox,
// or if it was this process before a restart.
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
	if errors.Is(err, store.ErrConflict) { // another process has just done it
		return nil
	}
	return err
}

// refresh reads from the store how far other processes have taken letters in.
func (b *mailbox) refresh(ctx context.Context) error {
	if b.store == nil {
		return nil
	}
	head, _, err := b.load(ctx)
	b.setLooked(head.Looked)
	b.setHeard(head.Heard)
	return err
}

// take makes this process the reader of the mailbox, after it has got the mailbox's task. again is when the task is
// due next.
func (b *mailbox) take(ctx context.Context, now time.Time, t store.Task) (again time.Time) {
	// the task is left from a time when several processes shared the games, or belongs to another address
	if b.store == nil || t.Game != b.name {
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
	case <-b.taken: // discard an earlier take that has not been acted on
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
		return head, 0, fmt.Errorf("reading the note about who reads the mailbox: %w", err)
	}
	return head, g.Rev, nil
}

// lastRenewed returns when the process that reads the mailbox has last renewed its hold, or the zero time if none reads it.
func (b *mailbox) lastRenewed(ctx context.Context) (at time.Time, err error) {
	head, _, err := b.load(ctx)
	if err != nil || head.Reader == "" {
		return at, err
	}
	for t, err := range b.store.Tasks(ctx, b.name) {
		if err != nil {
			return at, fmt.Errorf("finding out who reads the mailbox: %w", err)
		}
		if t.Name == mailboxTask {
			at = t.Due.Add(-mailboxHold)
		}
	}
	return at, nil
}

// commit stores who reads the mailbox and how far they have got, and when another process may take it.
func (b *mailbox) commit(ctx context.Context, rev uint64, head mailboxHead, due time.Time) (uint64, error) {
	js, err := json.Marshal(head)
	if err == nil {
		rev, err = b.store.Commit(ctx, b.name,
			store.Change{Rev: rev, Head: js, Set: []store.Task{{Name: mailboxTask, Due: due}}})
	}
	if err != nil {
		return 0, fmt.Errorf("noting who reads the mailbox: %w", err)
	}
	return rev, nil
}

// read reads the mailbox as long as it belongs to this process.
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
	if rev > 0 { // this process still has the mailbox, and gives it up
		_, left := b.commit(context.WithoutCancel(ctx), rev, mailboxHead{Looked: b.lookedAt(), Heard: b.heardAt()},
			b.now())
		if left != nil && !errors.Is(left, store.ErrConflict) {
			b.log.Warn("the mailbox waits to be taken by another process", "error", left)
		}
	}
	return err
}

// renew extends this process's hold on the mailbox and records how far the mailbox was read, until ctx ends or the
// hold is lost. It returns the record's revision, or 0 if the hold was lost.
func (b *mailbox) renew(ctx context.Context, rev uint64) uint64 {
	kept, told := b.now(), b.lookedAt()
	for range every(ctx, mailboxTell) {
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
	return rev
}

// after returns the revision of the record after a conflict. The conflict may be with a commit of our own whose reply
// was lost. It is 0 if another process has the mailbox.
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
