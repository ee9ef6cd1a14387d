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

// A cache saves a Master from reading what it has just written. Only the store is authoritative: the cached state of
// a game is used only while the store still has the same head. A Master that has just started, or another process on
// the same store, works without it.
type cache struct {
	mu      sync.Mutex
	games   map[string]*Cached
	players map[string]knownPlayer
	check   func(kept *game.Game, js []byte) // called by tests with each game that is kept; otherwise nil
}

// A filled is an order form filled in from an answer.
type filled struct {
	kind, answer string
	form         []string
}

// A knownPlayer is the record of an address at a revision of the store.
type knownPlayer struct {
	rev  uint64
	head PlayerRecord
}

const (
	maxCached  = 64  // largest number of games in the cache
	maxPlayers = 512 // largest number of addresses in the cache
	// largest number of revisions that may be on their way into the store; a cached game further ahead was removed
	// from the store and begun again
	maxAhead = 100
)

// A Cached is the cached state of a game.
type Cached struct {
	Deciding sync.Mutex // held while a step is decided, so that steps of one game don't undo each other
	// the newest change that may not be in the store yet; may be used only by the holder of the game's turn to decide
	pending *pendingCommit

	Mu         sync.Mutex
	Head       []byte     // the head as it is in the store
	Game       *game.Game // the decoded head; nil while a step is using it
	Summary    *game.Game // the part of the game that says who plays; never modified
	SummaryRev uint64     // revision of Summary

	seenPosition adjudicator.Position // the position last shown in a letter; never modified
	seenWhen     string               // identifies the moment of that position
	forms        map[adjudicator.Seat]filled
}

// A pendingCommit is a change that is on its way into the store. The next step may be decided on top of it before it
// is stored: its own change then comes after this one, and fails if this one fails. Otherwise every letter to a game
// would wait for the disk: BenchmarkLetters would process only 0.79 times as many letters per second.
type pendingCommit struct {
	rev, next uint64        // revision and next log entry number after the change
	g         *game.Game    // the game after the change; nil while a step is using it, or if it can't be built on
	Done      chan struct{} // closed when err is known
	err       error
}

// Of returns the cached state of a game, which is empty if nothing is cached.
func (c *cache) Of(name string) *Cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.games[name]; k != nil {
		return k
	}
	if c.games == nil {
		c.games = map[string]*Cached{}
	}
	if len(c.games) >= maxCached { // a step that uses the dropped state is just no longer waited for
		dropAny(c.games)
	}
	k := &Cached{}
	c.games[name] = k
	return k
}

// player returns the cached record of an address at a revision, and whether there is one.
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

// dropAny removes an arbitrary entry to make room. It is read again when it is needed.
func dropAny[K comparable, V any](kept map[K]V) {
	for k := range kept {
		delete(kept, k)
		return
	}
}

// take moves the game out of the cache, so that a step can modify it while nobody else has it. It returns nil if the
// game is not cached with this head.
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

// keep puts the game of a committed step back into the cache with its new head, unless the game may differ from what
// the head says.
func (k *Cached) keep(c *cache, s *Step, head, js []byte) {
	g := c.normalized(s.Game, js)
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.Head, k.Game, k.Summary, k.SummaryRev = head, g, s.Game.Summary(k.Summary), s.Rev+1
}

// normalized returns a game as it would be read from its JSON, or nil if the two may differ.
func (c *cache) normalized(g *game.Game, js []byte) *game.Game {
	if !g.Normalize(js) {
		return nil
	}
	if c.check != nil {
		c.check(g, js)
	}
	return g
}

// commits registers a change that is on its way into the store, so that the next step can be decided on top of it.
// The caller must call kept with the result of the commit.
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

// ClaimPending gives a step the game of a pending commit, so that the step need not wait for the disk, and reports
// whether there was one. If not, no commit is pending when it returns. Only the holder of the game's turn to decide
// may call it.
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

// durable waits until the change that a step was decided on is in the store. A step must call it before it reads from
// the store.
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

// ErrStale is returned by a step that was decided on top of a change that failed.
var ErrStale = errors.New("decided on a change that failed")

// Summary returns the part of a game that says who plays, or nil if there is no game with that name. It must not be
// modified.
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

// summaryAt returns the cached summary of a game whose revision in the store is rev, or nil if there is none or only
// an older one. If changes may be ahead of the store, a newer summary is accepted; if not, a higher cached revision
// means that another process has removed the game and restored it. The caller must hold Mu.
func (k *Cached) summaryAt(rev uint64, ahead bool) *game.Game {
	if rev == 0 || rev > k.SummaryRev || rev+maxAhead < k.SummaryRev {
		return nil
	}
	if rev < k.SummaryRev && !ahead {
		return nil
	}
	return k.Summary
}

// runsAhead reports whether steps may be decided on changes that are still on their way into the store.
func (m *Master) runsAhead() bool {
	_, ok := store.As[store.Queue](m.Store)
	return ok
}

// View returns the position that letters show: the one reached with the answers of the phase so far. It may be shared
// and must not be modified.
func (s *Step) View() (adjudicator.Position, error) {
	if s.Game.Position >= s.Next { // the position is not in the store yet
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

// position returns the cached position of a moment, or nil if another one is cached.
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

// Form returns the order form of a seat, filled in with what is on file for it. It is cached, since most letters to a
// seat come when nothing has changed since the last one.
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

// Fill caches the order form of a question with what is on file now. A caller that has just filed it has the form
// already, which saves reading everything again.
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
