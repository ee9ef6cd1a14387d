package transfer

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"deaddrop/gm/store"
)

// Workers is the number of games that are copied or compared at once.
const Workers = 8

// Limits of one commit.
const (
	chunkLen   = 500     // entries
	chunkBytes = 1 << 20 // bytes in the bodies of the entries; the last entry may exceed it
)

// Totals counts what a pass over two stores found and did.
type Totals struct {
	Games   int // games that Options.Counts counts
	Records int // all records, including those games
	Entries int
	Tasks   int
	Blobs   int
	Bytes   int64 // size of heads, bodies and blobs

	Same    int // games that were equal already
	Copied  int // games that were copied
	Removed int // games that only the destination had
	Put     int // blobs that were missing
}

// maxNamed is the number of games that a report names.
const maxNamed = 5

// changed reports whether the pass changed anything.
func (t Totals) changed() bool { return t.Copied+t.Removed+t.Put > 0 }

// A pass makes the destination equal to the source, as far as it differs.
type pass struct {
	from, to store.Store
	counts   func(name string) bool // nil: every game
	progress func(Totals)           // may be nil
	adds     bool                   // games that the destination has already are not compared

	mu       sync.Mutex
	totals   Totals
	copied   []string // names of the first games that were copied
	chaff    int      // copied records that match chaff
	vanished int      // games that were removed while they were being copied
}

// Snapshot copies a store in use into a new one, each game as it is at some moment. It is for backups.
func Snapshot(ctx context.Context, from, to store.Store, counts func(name string) bool) (Totals, error) {
	p := &pass{from: from, to: to, counts: counts}
	t, err := p.run(ctx)
	// the record that replaces a removed game may have been created after its place in the list was passed
	for more := true; more && err == nil; more = p.vanished > 0 {
		p.adds, p.vanished = true, 0
		if _, err = p.run(ctx); err == nil {
			err = p.blobs(ctx) // put meanwhile, as copied games may refer to them
		}
		t = p.totals
	}
	return t, err
}

// note updates the totals and reports them.
func (p *pass) note(add func(*Totals)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	add(&p.totals)
	if p.progress != nil {
		p.progress(p.totals)
	}
}

// run passes over both stores once.
func (p *pass) run(ctx context.Context) (Totals, error) {
	if err := p.blobs(ctx); err != nil { // first, because games refer to them
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

// surplus removes a game that the source does not have.
func (p *pass) surplus(ctx context.Context, name string) error {
	if err := forget(ctx, p.to, name); err != nil {
		return err
	}
	p.note(func(t *Totals) { t.Removed++ })
	return nil
}

// game makes a game in the destination equal to the same game in the source.
func (p *pass) game(ctx context.Context, name string) error {
	have, err := Read(ctx, p.to, name)
	if err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	var want Sum
	if have.Next > 0 { // otherwise there is nothing to compare
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

// forget removes a game at whatever revision it is.
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

// maxAttempts is how many times a game may change while it is being copied.
const maxAttempts = 100

// copyGame copies a game to a store that has no game with that name, and returns its Sum without the hash. The head
// and the tasks come with the last commit, so that nobody could play on in a partial copy. A game in use is copied as
// it is at some moment.
func copyGame(ctx context.Context, from, to store.Store, name string) (Sum, error) {
	w := &writing{to: to, name: name}
	for range maxAttempts {
		g, err := from.Load(ctx, name)
		if err != nil {
			return w.sum, fmt.Errorf("loading %q: %w", name, err)
		}
		if g.Rev == 0 || g.Next <= w.last { // it was removed, and perhaps created again; the next pass copies that
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
		} // otherwise its log has grown, without a change to earlier entries
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

// A writing is a game in the process of being copied.
type writing struct {
	to     store.Store
	name   string
	change store.Change // the next change to commit
	size   int          // total size of its bodies
	last   uint64       // the last entry that was copied
	sum    Sum
}

// log copies the entries after those already copied, up to the one before next.
func (w *writing) log(ctx context.Context, from store.Store, next uint64) error {
	for e, err := range from.Log(ctx, w.name, w.last+1) {
		if err != nil {
			return fmt.Errorf("reading the log of %q: %w", w.name, err)
		}
		if e.Seq >= next { // added meanwhile
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

// finish commits the head and the tasks, which complete the copy.
func (w *writing) finish(ctx context.Context, g store.Game) (Sum, error) {
	w.change.Head = g.Head
	w.sum.Next, w.sum.Tasks = g.Next, len(w.change.Set)
	w.sum.Bytes += int64(len(g.Head))
	for _, t := range w.change.Set {
		w.sum.Bytes += int64(len(t.Body))
	}
	return w.sum, w.commit(ctx)
}

// Count reads a whole store and counts its content. Its error names what can't be read.
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
