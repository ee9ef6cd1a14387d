package gm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/store"
)

// A cache saves a Master from reading again what it has just written. The store alone is the truth: what the cache has
// of a game is used only while the store has the very same head. A Master that starts, or one that shares the store,
// does without.
type cache struct {
	mu      sync.Mutex
	games   map[string]*Cached
	players map[string]knownPlayer
	check   func(kept *game.Game, js []byte) // for tests; nil else
}

// A filled is an order form, and the answer that it was made for.
type filled struct {
	kind, answer string
	form         []string
}

// A knownPlayer is the record of an address at a revision.
type knownPlayer struct {
	rev  uint64
	head PlayerRecord
}

const (
	maxCached  = 64  // games of which something is kept
	maxPlayers = 512 // and addresses
	// changes that may be on their way into the store; a game further behind was removed and begun anew
	maxAhead = 100
)

// A Cached is what the cache has of a game.
type Cached struct {
	Deciding sync.Mutex     // held while a step is decided, so that steps of one game don't undo each other
	pending  *pendingCommit // the newest change that may not be in the store yet; only for whoever has the turn

	Mu         sync.Mutex
	Head       []byte     // as it is in the store
	Game       *game.Game // what stands in head; nil while a step has it
	Summary    *game.Game // so much of it as says who plays; never changed
	SummaryRev uint64     // at which revision

	seenPosition adjudicator.Position // the last one of which letters told; never changed
	seenWhen     string               // what it depends on
	forms        map[adjudicator.Seat]filled
}

// A pendingCommit is a change that is on its way into the store. The next step may be decided on it before it is there:
// its own change comes behind and fails if this one does. Without that, BenchmarkLetters takes in 0.79 times as many
// letters a second, since each letter to a game waits for the disk.
type pendingCommit struct {
	rev, next uint64        // what they will be
	g         *game.Game    // as it will be; nil when a step has it, or it is not to be built on
	Done      chan struct{} // closed when err is known
	err       error
}

// Of returns what the cache has of a game.
func (c *cache) Of(name string) *Cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.games[name]; k != nil {
		return k
	}
	if c.games == nil {
		c.games = map[string]*Cached{}
	}
	if len(c.games) >= maxCached { // who has it in use merely is no longer waited for
		dropAny(c.games)
	}
	k := &Cached{}
	c.games[name] = k
	return k
}

// player is the record of an address at a revision, if it is kept.
func (c *cache) player(name string, rev uint64) (PlayerRecord, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.players[name]
	return p.head, ok && p.rev == rev
}

func (c *cache) keepPlayer(name string, rev uint64, head PlayerRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.players == nil {
		c.players = map[string]knownPlayer{}
	}
	if len(c.players) >= maxPlayers {
		dropAny(c.players)
	}
	c.players[name] = knownPlayer{rev, head}
}

// dropAny makes room in the cache. What was dropped is read again when it is needed.
func dropAny[K comparable, V any](kept map[K]V) {
	for k := range kept {
		delete(kept, k)
		return
	}
}

// take moves a game out of the cache to a step, which may change it, as nobody else has it then. It returns nil if the
// game is not there.
func (k *Cached) take(head []byte) *game.Game {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	if k.Game == nil || !bytes.Equal(k.Head, head) {
		return nil
	}
	g := k.Game
	k.Game = nil
	return g
}

// keep takes back the game of a step that was committed with that head, unless it may differ from what the head says.
func (k *Cached) keep(c *cache, s *Step, head, js []byte) {
	g := c.normalized(s.Game, js)
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.Head, k.Game, k.Summary, k.SummaryRev = head, g, s.Game.Summary(k.Summary), s.Rev+1
}

// normalized returns a game as it would be read from its JSON; nil if the two may differ.
func (c *cache) normalized(g *game.Game, js []byte) *game.Game {
	if !g.Normalize(js) {
		return nil
	}
	if c.check != nil {
		c.check(g, js)
	}
	return g
}

// commits notes a change that is on its way into the store, so that the next step can be decided on it. kept is to be
// called when it is known what became of it.
func (k *Cached) commits(c *cache, s *Step, head, js []byte) (kept func(error)) {
	p := &pendingCommit{rev: s.Rev + 1, next: s.Next + uint64(len(s.Log)), g: c.normalized(s.Game, js),
		Done: make(chan struct{})}
	k.pending = p
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.Summary, k.SummaryRev = s.Game.Summary(k.Summary), p.rev
	return func(err error) {
		k.Mu.Lock()
		defer k.Mu.Unlock()
		switch p.err = err; {
		case err != nil:
			k.Game, k.Summary, k.SummaryRev = nil, nil, 0
		case p.g != nil:
			k.Head, k.Game, p.g = head, p.g, nil
		}
		close(p.Done)
	}
}

// ClaimPending gives a step the game of a pending commit, so that it need not wait for the disk, and reports whether
// there was one. Otherwise no commit is pending any more when it returns. Whoever has the turn may call it.
func (k *Cached) ClaimPending(s *Step) bool {
	p := k.pending
	if p == nil {
		return false
	}
	if s.Ahead {
		k.Mu.Lock()
		g := p.g
		p.g = nil
		k.Mu.Unlock()
		if g != nil {
			s.Game, s.Rev, s.Next, s.BuiltOn = g, p.rev, p.next, p
			return true
		}
	}
	<-p.Done
	k.pending = nil
	return false
}

// durable waits until what a step was decided on is in the store. A step that reads from the store calls it first.
func (s *Step) durable() error {
	if s.BuiltOn == nil {
		return nil
	}
	<-s.BuiltOn.Done
	if s.BuiltOn.err != nil {
		return ErrStale
	}
	return nil
}

// ErrStale is returned by a step that was decided on a change that failed.
var ErrStale = errors.New("decided on a change that failed")

// Summary is so much of a game as says who plays; nil if there is none of that name. It must not be changed.
func (m *Master) Summary(ctx context.Context, name string) (*game.Game, error) {
	k := m.Cache.Of(name)
	if known, ok := store.As[store.Revisions](m.Store); ok {
		rev, err := known.Revision(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("loading game %s: %w", name, err)
		}
		k.Mu.Lock()
		b := k.summaryAt(rev, m.runsAhead())
		k.Mu.Unlock()
		if b != nil || rev == 0 {
			return b, nil
		}
	}
	saved, err := m.Store.Load(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("loading game %s: %w", name, err)
	}
	if saved.Rev == 0 || !game.IsGame(name) {
		return nil, nil
	}
	k.Mu.Lock()
	defer k.Mu.Unlock()
	if b := k.summaryAt(saved.Rev, m.runsAhead()); b != nil {
		return b, nil
	}
	g := new(game.Game)
	if err := Decode(saved.Head, g); err != nil {
		return nil, fmt.Errorf("reading game %s: %w", name, err)
	}
	k.Head, k.Game, k.Summary, k.SummaryRev = saved.Head, g, g.Summary(nil), saved.Rev
	return k.Summary, nil
}

// summaryAt returns the summary in the cache of a game whose revision in the store is rev; nil if there is none, or an
// older one. Where changes may be ahead, what is kept may be on its way into the store. Where not, a lower revision is
// that of a game that another process has removed and brought back. Whoever calls it has locked mu.
func (k *Cached) summaryAt(rev uint64, ahead bool) *game.Game {
	if rev == 0 || rev > k.SummaryRev || rev+maxAhead < k.SummaryRev {
		return nil
	}
	if rev < k.SummaryRev && !ahead {
		return nil
	}
	return k.Summary
}

// runsAhead reports whether changes may be decided on that are on their way into the store.
func (m *Master) runsAhead() bool {
	_, ok := store.As[store.Queue](m.Store)
	return ok
}

// View is the position of which letters tell, as far as the phase's answers go. It may be somebody else's as well, so
// it is only to be looked at.
func (s *Step) View() (adjudicator.Position, error) {
	if s.Game.Position >= s.Next { // it is not in the store yet
		p, _, err := s.Replay()
		return p, err
	}
	when := s.Game.PositionKey()
	k := s.Master.Cache.Of(s.Name)
	p := k.position(when)
	if p == nil {
		var err error
		if p, _, err = s.Replay(); err != nil {
			return nil, err
		}
		k.keepPosition(when, p)
	}
	s.when = when
	return p, nil
}

// position returns the position that the cache has for a moment; nil if it is of another moment.
func (k *Cached) position(when string) adjudicator.Position {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	if k.seenWhen != when {
		return nil
	}
	return k.seenPosition
}

func (k *Cached) keepPosition(when string, p adjudicator.Position) {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.seenPosition, k.seenWhen, k.forms = p, when, map[adjudicator.Seat]filled{}
}

// Form is the order form of a seat with what is on file for it. Most letters come when nothing has changed since the
// last one to the same seat.
func (s *Step) Form(view adjudicator.View, q *game.Question) []string {
	read := func() []string { return view.Read(q.Kind, "", q.Answer).Form }
	if s.when == "" {
		return read()
	}
	k := s.Master.Cache.Of(s.Name)
	k.Mu.Lock()
	f, known := k.forms[q.Seat]
	asked := f.kind == q.Kind && f.answer == q.Answer
	fits := known && asked && k.seenWhen == s.when
	k.Mu.Unlock()
	if fits {
		return f.form
	}
	form := read()
	s.Fill(q, form)
	return form
}

// Fill keeps the order form of a question with what is on file for it now. Whoever has just put that on file has the
// form, and need not have all of it read once more.
func (s *Step) Fill(q *game.Question, form []string) {
	if s.when == "" {
		return
	}
	k := s.Master.Cache.Of(s.Name)
	k.Mu.Lock()
	defer k.Mu.Unlock()
	if k.seenWhen == s.when {
		k.forms[q.Seat] = filled{q.Kind, q.Answer, form}
	}
}
