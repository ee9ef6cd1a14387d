package gm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/store"
)

// A cache saves a Master from reading again what it has just written. It is never the truth: what it has of a game
// counts only while the store has the very same head, and a Master that starts, or one beside another, does without.
type cache struct {
	mu      sync.Mutex
	games   map[string]*cached
	players map[string]knownPlayer
	check   func(kept *game, js []byte) // for tests; nil else
}

// A filled is an order form with what was on file.
type filled struct {
	kind, answer string
	form         []string
}

// A knownPlayer is the record of an address at a revision.
type knownPlayer struct {
	rev  uint64
	head playerHead
}

const (
	maxCached  = 64  // games of which something is kept
	maxPlayers = 512 // and addresses
	maxAhead   = 100 // changes that may be on their way into the store; a game further behind was removed and begun anew
)

// A cached is what is kept of a game.
type cached struct {
	turn sync.Mutex // held while a step is decided, so that steps of one game don't undo each other
	next *promise   // the newest change that may not be in the store yet; only for who has the turn

	mu       sync.Mutex
	head     []byte // as it is in the store
	g        *game  // what stands in head; nil while a step has it
	brief    *game  // so much of it as says who plays; never changed
	briefRev uint64 // at which revision

	seen     adjudicator.Position // the last one of which letters told; never changed
	seenWhen string               // what it hangs on
	forms    map[adjudicator.Seat]filled
}

// A promise is a change that is on its way into the store. The next step may be decided on it before it is there: its
// own change comes behind and fails if this one does.
type promise struct {
	rev, next uint64        // what they will be
	g         *game         // as it will be; nil when a step has it, or it is not to be built on
	done      chan struct{} // closed when err is known
	err       error
}

// of is what is kept of a game.
func (c *cache) of(name string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.games[name]; k != nil {
		return k
	}
	if c.games == nil {
		c.games = map[string]*cached{}
	}
	if len(c.games) >= maxCached { // who has it in use merely is no longer waited for
		dropAny(c.games)
	}
	k := &cached{}
	c.games[name] = k
	return k
}

// player is the record of an address at a revision, if it is kept.
func (c *cache) player(name string, rev uint64) (playerHead, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.players[name]
	return p.head, ok && p.rev == rev
}

func (c *cache) keepPlayer(name string, rev uint64, head playerHead) {
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

// dropAny makes room in what is kept; what was dropped is read again if need be.
func dropAny[K comparable, V any](kept map[K]V) {
	for k := range kept {
		delete(kept, k)
		return
	}
}

// take hands out the game of a head to a step, which may change it: nobody else has it then. It is nil if it is not there.
func (k *cached) take(head []byte) *game {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.g == nil || !bytes.Equal(k.head, head) {
		return nil
	}
	g := k.g
	k.g = nil
	return g
}

// keep takes back the game of a step that was committed with that head, unless it may differ from what the head says.
func (k *cached) keep(c *cache, s *step, head, js []byte) {
	g := c.saved(s.g, js)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.head, k.g, k.brief, k.briefRev = head, g, s.g.brief(k.brief), s.rev+1
}

// saved is a game as it would be if it were read from its JSON; nil if that may be another one.
func (c *cache) saved(g *game, js []byte) *game {
	if !g.asSaved(js) {
		return nil
	}
	if c.check != nil {
		c.check(g, js)
	}
	return g
}

// promised notes a change that is on its way, for the next step to be decided on. kept is to be called when it is known
// what became of it.
func (k *cached) promised(c *cache, s *step, head, js []byte) (kept func(error)) {
	p := &promise{rev: s.rev + 1, next: s.next + uint64(len(s.log)), g: c.saved(s.g, js), done: make(chan struct{})}
	k.next = p
	k.mu.Lock()
	defer k.mu.Unlock()
	k.brief, k.briefRev = s.g.brief(k.brief), p.rev
	return func(err error) {
		k.mu.Lock()
		defer k.mu.Unlock()
		switch p.err = err; {
		case err != nil:
			k.g, k.brief, k.briefRev = nil, nil, 0
		case p.g != nil:
			k.head, k.g, p.g = head, p.g, nil
		}
		close(p.done)
	}
}

// claim gives a step the game of a promise, so that it need not wait for the disk, and reports whether there is one. Else
// there is no promise any more when it returns. Whoever has the turn may call it.
func (k *cached) claim(s *step) bool {
	p := k.next
	if p == nil {
		return false
	}
	if s.ahead {
		k.mu.Lock()
		g := p.g
		p.g = nil
		k.mu.Unlock()
		if g != nil {
			s.g, s.rev, s.next, s.on = g, p.rev, p.next, p
			return true
		}
	}
	<-p.done
	k.next = nil
	return false
}

// durable waits until what a step was decided on is in the store, for one that is going to read there.
func (s *step) durable() error {
	if s.on == nil {
		return nil
	}
	<-s.on.done
	if s.on.err != nil {
		return errStale
	}
	return nil
}

// errStale is returned by a step that was decided on what did not come to be.
var errStale = errors.New("decided on a change that failed")

// brief is so much of a game as says who plays; nil if there is none of that name. It must not be changed.
func (m *Master) brief(ctx context.Context, name string) (*game, error) {
	k := m.cache.of(name)
	if known, ok := store.As[store.Revisions](m.Store); ok {
		rev, err := known.Revision(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("loading game %s: %w", name, err)
		}
		k.mu.Lock()
		b := k.briefAt(rev, m.ahead())
		k.mu.Unlock()
		if b != nil || rev == 0 {
			return b, nil
		}
	}
	saved, err := m.Store.Load(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("loading game %s: %w", name, err)
	}
	if saved.Rev == 0 || !IsGame(name) {
		return nil, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if b := k.briefAt(saved.Rev, m.ahead()); b != nil {
		return b, nil
	}
	g := new(game)
	if err := decode(saved.Head, g); err != nil {
		return nil, fmt.Errorf("reading game %s: %w", name, err)
	}
	k.head, k.g, k.brief, k.briefRev = saved.Head, g, g.brief(nil), saved.Rev
	return k.brief, nil
}

// briefAt is what is kept of a game whose revision in the store is rev; nil if nothing is, or it is older. Where changes may be
// ahead, what is kept may be on its way into the store. Where not, a lower revision is that of a game that another process has
// removed and brought back. Whoever calls it has locked mu.
func (k *cached) briefAt(rev uint64, ahead bool) *game {
	if rev == 0 || rev > k.briefRev || rev < k.briefRev && !ahead || rev+maxAhead < k.briefRev {
		return nil
	}
	return k.brief
}

// ahead reports whether changes may be decided on that are on their way into the store.
func (m *Master) ahead() bool {
	_, ok := store.As[store.Queue](m.Store)
	return ok
}

// brief is so much of a game as says who plays: what it was before, if that still says so. It is never changed.
func (g *game) brief(was *game) *game {
	same := func(a, b *seat) bool { return a.Name == b.Name && a.Address == b.Address && a.Also == b.Also }
	if was != nil && was.Name == g.Name && was.Rules == g.Rules && was.State == g.State && was.Trust == g.Trust &&
		was.Formed == g.Formed && maps.Equal(was.PressRules, g.PressRules) && was.SignUp == nil && g.SignUp == nil && was.Gallery == nil && g.Gallery == nil && slices.EqualFunc(was.Seats, g.Seats, same) {
		return was
	}
	b := &game{Name: g.Name, Rules: g.Rules, State: g.State, Trust: g.Trust, Formed: g.Formed, PressRules: maps.Clone(g.PressRules), SignUp: g.SignUp.brief(), Gallery: g.Gallery.brief()}
	for _, s := range g.Seats {
		b.Seats = append(b.Seats, &seat{Name: s.Name, Address: s.Address, Also: s.Also})
	}
	return b
}

// asSaved makes a game what it would be if it were read from its JSON, and reports whether it is. Only times and events differ
// there: a time that is read has no name of its zone and no monotonic clock.
func (g *game) asSaved(js []byte) bool {
	for _, t := range g.times() {
		text, err := t.MarshalText()
		if err != nil || t.UnmarshalText(text) != nil {
			return false
		}
	}
	for i := range g.Record.Told {
		g.Record.Told[i].Event = adjudicator.Event{}
	}
	return !bytes.Contains(js, []byte(`\ufffd`)) // which stands for what can't be saved
}

// times are all that a game has.
func (g *game) times() []*time.Time {
	out := append([]*time.Time{&g.Deadline, &g.Remind, &g.Resolve, &g.Urged, &g.Stalled, &g.Counted, &g.Delayed.Deadline}, g.SignUp.times()...)
	for _, o := range g.observers() {
		out = append(out, &o.At, &o.Confirmed, &o.Answered.Since)
	}
	for _, b := range g.Standbys {
		out = append(out, &b.Until)
	}
	if g.Still != nil {
		out = append(out, &g.Still.Since)
	}
	if g.Paused != nil {
		out = append(out, &g.Paused.Since)
	}
	for _, s := range g.Seats {
		out = append(out, &s.Pressed.Since, &s.Answered.Since, &s.Confirms.Since, &s.Absences.Since, &s.Wrote, &s.Resigns, &s.Seconds.Since)
		if s.Asking != nil {
			out = append(out, &s.Asking.At)
		}
	}
	return out
}

// view is the position of which letters tell, as far as the phase's answers go. It may be somebody else's as well, so it
// is only to be looked at.
func (s *step) view() (adjudicator.Position, error) {
	if s.g.Position >= s.next { // it is not in the store yet
		p, _, err := s.replay()
		return p, err
	}
	when := s.g.moment()
	k := s.m.cache.of(s.name)
	p := k.position(when)
	if p == nil {
		var err error
		if p, _, err = s.replay(); err != nil {
			return nil, err
		}
		k.see(when, p)
	}
	s.when = when
	return p, nil
}

// position is the one that was seen at a moment; nil if it was another moment.
func (k *cached) position(when string) adjudicator.Position {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.seenWhen != when {
		return nil
	}
	return k.seen
}

func (k *cached) see(when string, p adjudicator.Position) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.seen, k.seenWhen, k.forms = p, when, map[adjudicator.Seat]filled{}
}

// form is the order form of a seat with what is on file for it. Most letters come when nothing has changed since the last one
// to the same seat.
func (s *step) form(view adjudicator.View, q *question) []string {
	read := func() []string { return view.Read(q.Kind, "", q.Answer).Form }
	if s.when == "" {
		return read()
	}
	k := s.m.cache.of(s.name)
	k.mu.Lock()
	f, known := k.forms[q.Seat]
	fits := known && k.seenWhen == s.when && f.kind == q.Kind && f.answer == q.Answer
	k.mu.Unlock()
	if fits {
		return f.form
	}
	form := read()
	s.fill(q, form)
	return form
}

// fill keeps the order form of a question with what is on file for it now. Whoever has just put that on file has the form, and
// need not have all of it read once more.
func (s *step) fill(q *question, form []string) {
	if s.when == "" {
		return
	}
	k := s.m.cache.of(s.name)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.seenWhen == s.when {
		k.forms[q.Seat] = filled{q.Kind, q.Answer, form}
	}
}

// moment says all that the position hangs on when the phase is played as far as its answers go.
func (g *game) moment() string {
	b := fmt.Appendf(nil, "%s\x00%s\x00%d %d %d %d", g.Rules, g.State, g.Position, g.Count, g.Turns, len(g.Record.Told))
	for _, a := range g.Record.Asked {
		b = fmt.Appendf(b, " %d", len(a.Answers))
		for _, answer := range a.Answers {
			b = append(fmt.Appendf(b, " %d:", len(answer)), answer...)
		}
	}
	return string(b)
}
