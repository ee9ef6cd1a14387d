package transfer

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"deaddrop/gm/store"
)

// Workers is how many games are copied or compared at once.
const Workers = 8

// A chunk is what one commit carries, so that none is large.
const (
	chunkLen   = 500     // entries
	chunkBytes = 1 << 20 // of their bodies; the last one may exceed it
)

// Totals say what a pass over two stores has found, and done.
type Totals struct {
	Games   int // those that Options.Counts
	Records int // all, the games among them
	Entries int
	Tasks   int
	Blobs   int
	Bytes   int64 // of heads, bodies and blobs

	Same    int // games that were as they had to be
	Copied  int // those that were not
	Removed int // those that the source has not
	Put     int // blobs that were missing
}

// maxNamed is how many games are told of by name.
const maxNamed = 5

// changed reports whether the pass found something to do.
func (t Totals) changed() bool { return t.Copied+t.Removed+t.Put > 0 }

// A pass makes one store what another one is, as far as it is not.
type pass struct {
	from, to store.Store
	counts   func(name string) bool // nil: all
	progress func(Totals)           // nil: nobody is told
	adds     bool                   // what the other one has already stays as it is

	mu       sync.Mutex
	totals   Totals
	copied   []string // the first games that were
	chaff    int      // records that were, and that a service leaves
	vanished int      // games that were removed while they were copied
}

// Snapshot copies all of a store that is in use into a new one: each game as it is at some moment. It is for backups.
func Snapshot(ctx context.Context, from, to store.Store, counts func(name string) bool) (Totals, error) {
	p := &pass{from: from, to: to, counts: counts}
	t, err := p.run(ctx)
	// what has become of it may have been listed before it was there
	for more := true; more && err == nil; more = p.vanished > 0 {
		p.adds, p.vanished = true, 0
		if _, err = p.run(ctx); err == nil {
			err = p.blobs(ctx) // that were put since, and that what was copied may name
		}
		t = p.totals
	}
	return t, err
}

// note adds to the totals, and tells of them.
func (p *pass) note(add func(*Totals)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	add(&p.totals)
	if p.progress != nil {
		p.progress(p.totals)
	}
}

// run goes over both stores once.
func (p *pass) run(ctx context.Context) (Totals, error) {
	if err := p.blobs(ctx); err != nil { // first, as games name them
		return p.totals, err
	}
	group, each := errgroup.WithContext(ctx)
	group.SetLimit(Workers)
	err := both(p.from.Games(ctx, ""), p.to.Games(ctx, ""), cmpStrings, func(name string, in, out bool) bool {
		if each.Err() != nil {
			return false
		}
		if name == record || p.adds && out {
			return true
		}
		group.Go(func() error {
			if in {
				return p.game(each, name)
			}
			return p.surplus(each, name)
		})
		return true
	})
	if failed := group.Wait(); failed != nil {
		return p.totals, failed
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return p.totals, fmt.Errorf("listing the games: %w", err)
	}
	return p.totals, nil
}

// surplus removes what the source has not.
func (p *pass) surplus(ctx context.Context, name string) error {
	if err := forget(ctx, p.to, name); err != nil {
		return err
	}
	p.note(func(t *Totals) { t.Removed++ })
	return nil
}

// game makes a game in the one store what it is in the other.
func (p *pass) game(ctx context.Context, name string) error {
	have, err := Read(ctx, p.to, name)
	if err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	var want Sum
	if have.Next > 0 { // else there is nothing to compare
		if want, err = Read(ctx, p.from, name); err != nil {
			return fmt.Errorf("the source: %w", err)
		}
	}
	same := have.Next > 0 && want == have
	if !same {
		if err := forget(ctx, p.to, name); err != nil {
			return err
		}
		if want, err = copyGame(ctx, p.from, p.to, name); err != nil {
			return err
		}
	}
	p.note(func(t *Totals) {
		if want.Next == 0 {
			p.vanished++
			t.Removed++
			return
		}
		if same {
			t.Same++
		} else {
			t.Copied++
			if chaff(name) {
				p.chaff++
			} else if len(p.copied) < maxNamed {
				p.copied = append(p.copied, name)
			}
		}
		if p.counts == nil || p.counts(name) {
			t.Games++
		}
		t.Records++
		t.Entries += want.Entries
		t.Tasks += want.Tasks
		t.Bytes += want.Bytes
	})
	return nil
}

// forget removes a game, whatever its revision.
func forget(ctx context.Context, s store.Store, name string) error {
	g, err := s.Load(ctx, name)
	if err == nil && g.Rev > 0 {
		err = remove(ctx, s, name, g.Rev)
	}
	if err != nil {
		return fmt.Errorf("removing %q: %w", name, err)
	}
	return nil
}

func remove(ctx context.Context, s store.Store, name string, rev uint64) error {
	r, ok := store.As[store.Remover](s)
	if !ok {
		return errors.New("the store can't remove anything")
	}
	return r.Remove(ctx, name, rev)
}

// maxAttempts is how often a game may change while it is copied.
const maxAttempts = 100

// copyGame writes a game into a store that has none of that name, and returns its Sum without the hash. What comes has
// its head and its tasks with the last commit, so that what is half copied is no game that anybody could go on with. A
// game that is in use is copied as it is at some moment.
func copyGame(ctx context.Context, from, to store.Store, name string) (Sum, error) {
	w := &writing{to: to, name: name}
	for range maxAttempts {
		g, err := from.Load(ctx, name)
		if err != nil {
			return w.sum, fmt.Errorf("loading %q: %w", name, err)
		}
		if g.Rev == 0 || g.Next <= w.last { // it was removed, and perhaps begun anew; the next pass copies that
			return Sum{}, forget(ctx, to, name)
		}
		if err := w.log(ctx, from, g.Next); err != nil {
			return w.sum, err
		}
		if w.change.Set, err = readTasks(ctx, from, name); err != nil {
			return w.sum, err
		}
		now, err := from.Load(ctx, name)
		if err != nil {
			return w.sum, fmt.Errorf("loading %q: %w", name, err)
		}
		if now.Rev == g.Rev {
			return w.finish(ctx, g)
		} // else its log has grown, and nothing before that has changed
	}
	return w.sum, fmt.Errorf("%q changes all the time", name)
}

func readTasks(ctx context.Context, from store.Store, name string) (tasks []store.Task, err error) {
	for t, err := range from.Tasks(ctx, name) {
		if err != nil {
			return nil, fmt.Errorf("reading the tasks of %q: %w", name, err)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// A writing is a game of which some was copied.
type writing struct {
	to     store.Store
	name   string
	change store.Change // to be committed
	size   int          // of its bodies
	last   uint64       // the entry that was copied last
	sum    Sum
}

// log copies the entries behind those that were copied, up to the one before next.
func (w *writing) log(ctx context.Context, from store.Store, next uint64) error {
	for e, err := range from.Log(ctx, w.name, w.last+1) {
		if err != nil {
			return fmt.Errorf("reading the log of %q: %w", w.name, err)
		}
		if e.Seq >= next { // written meanwhile
			break
		}
		if e.Seq != w.last+1 {
			return fmt.Errorf("%q has no entry %d: the source is damaged", w.name, w.last+1)
		}
		if len(w.change.Log) == chunkLen || w.size >= chunkBytes {
			if err := w.commit(ctx); err != nil {
				return err
			}
		}
		w.change.Log = append(w.change.Log, e)
		w.size += len(e.Body)
		w.last = e.Seq
		w.sum.Entries++
		w.sum.Bytes += int64(len(e.Body))
	}
	return nil
}

func (w *writing) commit(ctx context.Context) error {
	rev, err := w.to.Commit(ctx, w.name, w.change)
	if err != nil {
		return fmt.Errorf("writing %q: %w", w.name, err)
	}
	w.change.Rev, w.change.Log, w.size = rev, nil, 0
	return nil
}

// finish makes it a game.
func (w *writing) finish(ctx context.Context, g store.Game) (Sum, error) {
	w.change.Head = g.Head
	w.sum.Next, w.sum.Tasks = g.Next, len(w.change.Set)
	w.sum.Bytes += int64(len(g.Head))
	for _, t := range w.change.Set {
		w.sum.Bytes += int64(len(t.Body))
	}
	return w.sum, w.commit(ctx)
}

// Count reads all of a store, and says how much there is. Its error names what can't be read.
func Count(ctx context.Context, s store.Store, counts func(name string) bool) (t Totals, err error) {
	for name, err := range s.Games(ctx, "") {
		if err != nil {
			return t, fmt.Errorf("listing the games: %w", err)
		}
		sum, err := Read(ctx, s, name)
		if err != nil {
			return t, err
		}
		if t.Records++; counts == nil || counts(name) {
			t.Games++
		}
		t.Entries += sum.Entries
		t.Tasks += sum.Tasks
		t.Bytes += sum.Bytes
	}
	b, _, lists := blobsOf(s)
	if !lists {
		return t, nil
	}
	for ref, err := range b.BlobRefs(ctx, store.Ref{}) {
		if err != nil {
			return t, fmt.Errorf("listing the blobs: %w", err)
		}
		data, err := b.Blob(ctx, ref)
		if err == nil && store.RefOf(data) != ref {
			err = errors.New("it is damaged")
		}
		if err != nil {
			return t, fmt.Errorf("blob %v: %w", ref, err)
		}
		t.Blobs++
		t.Bytes += int64(len(data))
	}
	return t, nil
}
