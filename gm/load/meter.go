package load

import (
	"context"
	"errors"
	"sync"
	"time"

	"deaddrop/gm/store"
)

// A meter wraps a store, and records the duration of each call in the span of its context.
type meter struct {
	store.Store
	now func() time.Time
}

// Unwrap returns the wrapped store.
func (m *meter) Unwrap() store.Store { return m.Store }

// Commit calls the wrapped store, and measures the call.
func (m *meter) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	began := m.now()
	rev, err := m.Store.Commit(ctx, game, c)
	spanOf(ctx).committed(game, c, began, m.now(), err)
	return rev, err
}

// Take calls the wrapped store, and measures the call.
func (m *meter) Take(ctx context.Context, now, until time.Time, most int, except ...string) ([]store.Task, error) {
	began := m.now()
	tasks, err := m.Store.Take(ctx, now, until, most, except...)
	s := spanOf(ctx)
	s.took("take", m.now().Sub(began))
	s.since(m.now())
	return tasks, err
}

// Settle calls the wrapped store, and measures the call.
func (m *meter) Settle(ctx context.Context, t store.Task, again time.Time) error {
	began := m.now()
	err := m.Store.Settle(ctx, t, again)
	s := spanOf(ctx)
	s.took("settle", m.now().Sub(began))
	s.since(m.now())
	return err
}

// Enqueue calls the wrapped store, if that is a store.Queue, and measures the call as a commit that lasts until the
// change is durable.
func (m *meter) Enqueue(ctx context.Context, game string, c store.Change) (wait func() error, err error) {
	queue, ok := store.As[store.Queue](m.Store)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	began := m.now()
	answer, err := queue.Enqueue(ctx, game, c)
	if err != nil {
		return nil, err
	}
	return func() error {
		err := answer()
		spanOf(ctx).committed(game, c, began, m.now(), err)
		return err
	}, nil
}

// Seen holds the measurements of one job.
type Seen struct {
	Took      map[string][]time.Duration `json:",omitempty"` // durations, by measure
	Conflicts int                        `json:",omitempty"` // commits that failed because of a conflict
	// what was committed, by game; "" for the records of players
	Games map[string]*Grown `json:",omitempty"`
}

// Grown sums up what was committed for a game.
type Grown struct {
	Commits int
	Turns   int // number of phases that were played
	Entries int
	Log     int // bytes of the new entries
	Head    int // current size of the head, in bytes
}

// A span collects the measurements of a job. A nil span ignores them.
type span struct {
	mu   sync.Mutex
	s    Seen
	mark time.Time // when the step that is being measured began
	last int       // number of turns in this job
}

type spanKey struct{}

func spanOf(ctx context.Context) *span {
	s, _ := ctx.Value(spanKey{}).(*span)
	return s
}

func (s *span) took(what string, d time.Duration) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.s.Took == nil {
		s.s.Took = map[string][]time.Duration{}
	}
	s.s.Took[what] = append(s.s.Took[what], d)
}

// since records when the next step to be measured began.
func (s *span) since(at time.Time) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mark = at
}

// turned records the duration of a job in which a turn was played.
func (s *span) turned(what string, d time.Duration) {
	s.mu.Lock()
	turns := s.last
	s.mu.Unlock()
	if turns > 0 {
		s.took(what, d)
	}
}

// committed records a commit, and the duration of the turn if the commit contains one.
func (s *span) committed(game string, c store.Change, began, ended time.Time, err error) {
	if s == nil {
		return
	}
	s.took("commit", ended.Sub(began))
	g := &Grown{Commits: 1, Head: len(c.Head)}
	for _, e := range c.Log {
		g.Entries++
		g.Log += len(e.Kind) + len(e.Key) + len(e.Body)
		if e.Kind == "phase" {
			g.Turns++
		}
	}
	s.mu.Lock()
	if errors.Is(err, store.ErrConflict) {
		s.s.Conflicts++
	}
	mark := s.mark
	if err == nil {
		s.last += g.Turns
		if s.s.Games == nil {
			s.s.Games = map[string]*Grown{}
		}
		if was := s.s.Games[game]; was != nil {
			g.add(was)
		}
		s.s.Games[game] = g
	}
	s.mu.Unlock()
	if err == nil && g.Turns > 0 {
		s.took("turn", ended.Sub(mark))
	}
}

// add adds earlier commits to the total.
func (g *Grown) add(was *Grown) {
	g.Commits, g.Turns, g.Entries, g.Log = g.Commits+was.Commits, g.Turns+was.Turns, g.Entries+was.Entries,
		g.Log+was.Log
	if g.Head == 0 {
		g.Head = was.Head
	}
}

func (s *span) seen() Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.s
}
