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

// begun is the pseudo-game whose head lists the letters that this process has begun and that have not come to an end.
// No game can have its name. Of several processes each has its own, so that they don't wait for each other with every
// letter.
func (m *Master) begun() string {
	if m.Process == "" {
		return "letters/begun"
	}
	return "letters/begun/" + m.Process
}

// maxBegun is how many letters are remembered. Far fewer are begun at once; what is beyond are letters that
// were never seen again, such as those that were taken out of the mailbox by hand.
const maxBegun = 1000

// A begunLetter is a letter that was begun, with how often: once for having been begun at all, and once for each time
// that it was begun alone.
type begunLetter struct {
	ID    string
	Tries int
}

// A journal is what a Master keeps in memory of the letters that were begun: who waits to begin some, and what has
// ended since. Losing it costs those letters that ended a good name, and nothing else.
type journal struct {
	mu      sync.Mutex
	busy    bool // somebody commits
	waiting []*beginning
	ended   []string
	head    []begunLetter // at this revision
	rev     uint64
}

// A beginning is a call of Begin.
type beginning struct {
	ids   []string
	tries []int
	err   error
	done  chan struct{}
}

// Begin notes durably that letters are begun, before anybody looks into them, and returns for each how often it was
// begun before and did not come to an end: 0 when it is new, 1 when it was begun among others, and 1 more
// for each time that it was begun alone. Of several letters only the new ones are begun. Without a letter, Begin
// makes durable what ended. It is made for package mailer's Journal.
func (m *Master) Begin(ctx context.Context, ids []string) ([]int, error) {
	b := &beginning{ids: ids, done: make(chan struct{})}
	j := &m.journal
	j.mu.Lock()
	j.waiting = append(j.waiting, b)
	lead := !j.busy
	j.busy = true
	j.mu.Unlock()
	if lead { // those who come meanwhile share the next commit
		m.leadBegun(context.WithoutCancel(ctx))
	}
	<-b.done
	return b.tries, b.err
}

// End forgets letters that came to an end. That is durable with the next Begin: until then a crash makes them
// known, which costs nothing where they are gone from the mailbox.
func (m *Master) End(_ context.Context, ids []string) error {
	m.journal.mu.Lock()
	defer m.journal.mu.Unlock()
	m.journal.ended = append(m.journal.ended, ids...)
	return nil
}

// leadBegun commits for all callers that wait, until none does.
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

// writeBegun stores what has begun and ended. When another worker has changed the record meanwhile, it reads it again.
func (m *Master) writeBegun(ctx context.Context, some []*beginning, ended []string) error {
	j := &m.journal // only the one who leads reads and writes head and rev
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

// note begins the letters of one call, and says whether that has changed anything.
func (b *beginning) note(head []begunLetter, changed bool) ([]begunLetter, bool) {
	b.tries = make([]int, len(b.ids))
	for i, id := range b.ids {
		at := slices.IndexFunc(head, func(l begunLetter) bool { return l.ID == id })
		if at >= 0 {
			b.tries[i] = head[at].Tries
		}
		switch {
		case at >= 0 && len(b.ids) > 1:
		case at >= 0: // the newest stand last
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

// errNoBlobs is what Keep returns when there is nowhere to keep a letter.
var errNoBlobs = errors.New("the store keeps no raw letters")

// Keep stores a letter as it came, before anything is done about it, and returns the name by which
// the store gives it back (see store.Blobs): the SHA-256 of what is kept. It is kept for ever, once,
// however often it comes, but a letter that a mail server hands in again has another time on top, and is another.
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
