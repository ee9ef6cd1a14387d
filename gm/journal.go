package gm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"deaddrop/gm/store"
)

// begun returns the name of the record that lists letters whose processing has begun and not ended in this process.
// It can't be the name of a game. Each process has a record of its own, so that processes don't wait for each other
// with every letter.
func (m *Master) begun() string {
	if m.Process == "" {
		return "letters/begun"
	}
	return "letters/begun/" + m.Process
}

// maxBegun is the largest number of letters that are remembered. Far fewer are being processed at any time; beyond
// that are letters that never came again, for example because somebody deleted them from the mailbox.
const maxBegun = 1000

// A begunLetter is a letter whose processing has begun, with the number of attempts: 1 for the first, and 1 more for
// each attempt in which it was processed alone.
type begunLetter struct {
	ID    string
	Tries int
}

// A journal is the part of the list of begun letters that a Master keeps in memory: calls waiting to be recorded, and
// letters that have ended since. If it is lost, letters that have ended are suspected of having caused the crash;
// nothing else is affected.
type journal struct {
	mu      sync.Mutex
	busy    bool // whether some goroutine is committing
	waiting []*beginning
	ended   []string
	head    []begunLetter // the stored list at revision rev
	rev     uint64
}

// A beginning is a pending call of Begin.
type beginning struct {
	ids   []string
	tries []int
	err   error
	done  chan struct{}
}

// Begin records durably that the processing of letters begins, before anybody looks into them. For each letter it
// returns how often that was recorded before without the processing having ended: 0 for a new letter, 1 if it was
// begun together with others, and 1 more for each time that it was begun alone. If there are several letters, only
// the new ones are recorded as begun. Without letters, Begin makes earlier calls of End durable. It implements the
// Journal of package mailer.
func (m *Master) Begin(ctx context.Context, ids []string) ([]int, error) {
	b := &beginning{ids: ids, done: make(chan struct{})}
	j := &m.journal
	j.mu.Lock()
	j.waiting = append(j.waiting, b)
	lead := !j.busy
	j.busy = true
	j.mu.Unlock()
	if lead { // callers that arrive meanwhile share the next commit
		m.leadBegun(context.WithoutCancel(ctx))
	}
	<-b.done
	return b.tries, b.err
}

// End records that the processing of letters has ended. This becomes durable with the next Begin. After a crash
// before that, the letters count as not ended, which does no harm if they are no longer in the mailbox.
func (m *Master) End(_ context.Context, ids []string) error {
	m.journal.mu.Lock()
	defer m.journal.mu.Unlock()
	m.journal.ended = append(m.journal.ended, ids...)
	return nil
}

// leadBegun commits for all waiting callers, until none is waiting.
func (m *Master) leadBegun(ctx context.Context) {
	j := &m.journal
	for {
		j.mu.Lock()
		some, ended := j.waiting, j.ended
		j.waiting, j.ended = nil, nil
		j.busy = len(some) > 0
		if !j.busy {
			j.ended = ended
		}
		j.mu.Unlock()
		if len(some) == 0 {
			return
		}
		err := m.writeBegun(ctx, some, ended)
		if err != nil {
			j.mu.Lock()
			j.ended = append(ended, j.ended...)
			j.mu.Unlock()
		}
		for _, b := range some {
			b.err = err
			close(b.done)
		}
	}
}

// writeBegun stores which letters have begun and ended. If another worker has changed the record meanwhile, it reads
// the record again.
func (m *Master) writeBegun(ctx context.Context, some []*beginning, ended []string) error {
	j := &m.journal // only the goroutine that commits reads and writes head and rev
	for range MaxConflicts {
		g, err := m.Store.Load(ctx, m.begun())
		if err != nil {
			return fmt.Errorf("loading the letters that were begun: %w", err)
		}
		if g.Rev != j.rev || g.Rev == 0 {
			j.head = nil
			if g.Rev > 0 {
				if err := json.Unmarshal(g.Head, &j.head); err != nil {
					return fmt.Errorf("reading the letters that were begun: %w", err)
				}
			}
			j.rev = g.Rev
		}
		head := slices.DeleteFunc(slices.Clone(j.head), func(l begunLetter) bool {
			return slices.Contains(ended, l.ID)
		})
		changed := len(head) != len(j.head)
		for _, b := range some {
			head, changed = b.note(head, changed)
		}
		if !changed {
			return nil
		}
		head = head[max(0, len(head)-maxBegun):]
		js, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("saving the letters that were begun: %w", err)
		}
		rev, err := m.Store.Commit(ctx, m.begun(), store.Change{Rev: g.Rev, Head: js})
		switch {
		case err == nil:
			j.head, j.rev = head, rev
			return nil
		case !errors.Is(err, store.ErrConflict):
			return fmt.Errorf("saving the letters that were begun: %w", err)
		}
	}
	return fmt.Errorf("others changed the letters that were begun %d times running", MaxConflicts)
}

// note adds the letters of one call to the list, and reports whether the list has changed.
func (b *beginning) note(head []begunLetter, changed bool) ([]begunLetter, bool) {
	b.tries = make([]int, len(b.ids))
	for i, id := range b.ids {
		at := slices.IndexFunc(head, func(l begunLetter) bool { return l.ID == id })
		if at >= 0 {
			b.tries[i] = head[at].Tries
		}
		switch {
		case at >= 0 && len(b.ids) > 1:
		case at >= 0: // the newest letters are at the end
			l := begunLetter{id, head[at].Tries + 1}
			head, changed = append(slices.Delete(head, at, at+1), l), true
		case len(b.ids) > 1:
			head, changed = append(head, begunLetter{id, 1}), true
		default:
			head, changed = append(head, begunLetter{id, 2}), true
		}
	}
	return head, changed
}

// errNoBlobs is returned by Keep if the store can't keep letters.
var errNoBlobs = errors.New("the store keeps no raw letters")

// Keep stores an incoming letter unchanged, before it is processed, and returns its name in the store (see
// store.Blobs), which is the SHA-256 of its bytes. It is kept for ever. The same bytes are stored only once; but a
// letter that a mail server delivers again has another time at its top, and so counts as different.
func (m *Master) Keep(ctx context.Context, raw []byte) (ref string, err error) {
	blobs, ok := store.As[store.Blobs](m.Store)
	if !ok {
		return "", errNoBlobs
	}
	name, err := blobs.PutBlob(ctx, raw)
	if err != nil {
		return "", fmt.Errorf("keeping a letter: %w", err)
	}
	return name.String(), nil
}
