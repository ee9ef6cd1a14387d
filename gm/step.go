package gm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A step is one transaction of one game: it collects what is to be changed, and commits it at its end.
type step struct {
	m        *Master
	ctx      context.Context
	now      time.Time
	name     string
	rev      uint64
	next     uint64
	g        *game     // nil: there is no such game yet
	lobby    lobbyHead // of the lobby
	log      []store.Entry
	kept     *cached            // what the Master has of the game; nil for a step that is never committed
	ahead    bool               // it may be decided on a change that is not in the store yet,
	on       *promise           // and was on this one
	when     string             // the moment of the position that was viewed last; "": it is none that is kept
	tasks    []store.Task       // without a due time: to be taken away
	news     []adjudicator.Told // told in this step
	from     mark               // where that begins
	how      Manner             // of an act of the game master
	trial    *rehearsal         // of an act that is only tried; nil: this is none
	guessed  bool               // in it, luck was drawn that has not fallen yet
	wait     time.Duration      // of the letters that are written now, until they are sent
	resolved func()             // tells the Meter of the turn that this step ends; nil: it ends none
	ended    time.Time          // when the time was up for the turn that this step ends; zero: it ends it for another reason

	letter   letter.Letter // that was admitted last
	admitted uint64        // its log entry; 0: there is none
	asksAt   string        // the address that is asked in it whether it is a player's; "": none
	begins   bool          // the game begins in it
	asked    asked         // when it began

	films *premiere // that go with the letters; nil: none

	more    []Fact          // of the game, beyond its facts, that an act changes
	exposed []Exposure      // what was told that an act makes void
	unread  []letter.Letter // with press, that are withdrawn
	notes   []string        // what else is to be known of an act
}

// The kinds of log entries.
const (
	kindLetter   = "letter"   // one that came in: a Letter
	kindOut      = "out"      // one to be sent: a Letter
	kindPosition = "position" // the position at the start of a phase
	kindPhase    = "phase"    // a phase that was played: its Record
	kindAct      = "act"      // of the human game master: an Act
	kindHeld     = "held"     // what waits for the game master: an Item
	kindSignUp   = "signup"   // who signed up for a game that began, and who got which seat: a signUp
	kindPack     = "pack"     // the board and the cards of a game that is forming
	kindHead     = "head"     // a game whose start was taken back, as it was
	kindBack     = "back"     // the game was taken back or forth: a turned
	kindPast     = "past"     // what was on file until then, where no letter changed it: a past
	kindSeal     = "seal"     // the signature of a letter that came in, as its key
)

const maxConflicts = 20

var (
	// errNothing is what a step returns that has nothing to change.
	errNothing = errors.New("nothing to do")
	// errTwice is returned for a letter that was dealt with before. Nothing was changed now.
	errTwice = errors.New("the letter was dealt with before")
	// errHeld is returned when the program failed, and the game was held.
	errHeld = &refusal.Error{Text: "That met a fault, so the game is held; its log and the game master's letter say why."}
)

// do runs a step of a game: fn decides on the game as it was loaded, and its change is committed. When
// another step came between, fn decides again. When the rules panic or don't tell again what they told, the
// game is held, the letter that the step was for is put aside, and the error is errHeld. When they fail on a letter
// while nothing is played, that letter is put aside, and the game goes on.
func (m *Master) do(ctx context.Context, now time.Time, name string, l *letter.Letter, fn func(*step) error) error {
	k := m.cache.of(name)
	ahead := l != nil // letters come in numbers; acts and deadlines wait for what was before
	for range maxConflicts {
		s := &step{m: m, ctx: ctx, now: now, name: name, kept: k, ahead: ahead}
		outcome, wait, err := m.decide(s, l, fn)
		if err == nil {
			err = wait()
		}
		if err == nil && outcome == nil && s.resolved != nil {
			s.resolved()
		}
		switch {
		case err == nil:
			return outcome
		case errors.Is(err, errNothing):
			return nil
		case l != nil && errors.Is(err, store.ErrDuplicate):
			return errTwice
		case !errors.Is(err, store.ErrConflict) && !errors.Is(err, errStale):
			return err
		}
		ahead = false
	}
	return fmt.Errorf("%s: others changed the game %d times running", name, maxConflicts)
}

// decide has a step decided, and its change on its way into the store: wait returns when it is there. outcome is what do
// is to return then.
func (m *Master) decide(s *step, l *letter.Letter, fn func(*step) error) (outcome error, wait func() error, err error) {
	k := s.kept
	k.turn.Lock()
	defer k.turn.Unlock()
	if err := s.load(); err != nil {
		return nil, nil, err
	}
	if err := s.present(l); err != nil {
		return nil, nil, err
	}
	s.renew()
	s.asked = s.g.asked()
	stack, err := guarded(func() error { return fn(s) })
	if (stack != "" || err != nil) && s.on != nil { // it may be so because of what does not come to be
		<-s.on.done
		return nil, nil, errStale
	}
	diverged, untaken := (*adjudicator.Divergence)(nil), (*untakenError)(nil)
	switch {
	case errors.As(err, &diverged):
		stack = diverged.Error()
	case errors.As(err, &untaken):
		stack = untaken.stack
	}
	switch {
	case stack != "":
		f := failed(stack, diverged != nil)
		aside := untaken != nil || l != nil && f.what == theProgram && s.g.begun()
		m.Log.Error("a step failed", "game", s.name, "of", f.what, "letter put aside", aside, "why", place(stack))
		if s = (&step{m: m, ctx: s.ctx, now: s.now, name: s.name, kept: k}); s.load() != nil || s.rev == 0 {
			return nil, nil, fmt.Errorf("%s: %s failed: %s", s.name, strings.ToLower(f.what), f.line)
		}
		if aside {
			s.putAside(l, f)
		} else {
			s.hold(l, f)
			outcome = errHeld
		}
	case err != nil:
		return nil, nil, err
	}
	wait, err = s.commit()
	return outcome, wait, err
}

func (s *step) load() error {
	if s.kept != nil && s.kept.claim(s) {
		return nil
	}
	g, err := s.m.Store.Load(s.ctx, s.name)
	if err != nil {
		return s.unloaded(err)
	}
	return s.unpack(g)
}

// unloaded says which game it is that the store has an error for.
func (s *step) unloaded(err error) error { return fmt.Errorf("loading game %s: %w", s.name, err) }

// unpack has the step decided on a game as it is in the store.
func (s *step) unpack(g store.Game) error {
	s.rev, s.next = g.Rev, max(1, g.Next)
	if isLobby(s.name) && len(g.Head) > 0 {
		return decode(g.Head, &s.lobby)
	}
	if g.Rev == 0 || !IsGame(s.name) {
		return nil
	}
	if s.kept != nil {
		if s.g = s.kept.take(g.Head); s.g != nil {
			return nil
		}
	}
	s.g = new(game)
	if err := decode(g.Head, s.g); err != nil {
		return fmt.Errorf("reading game %s: %w", s.name, err)
	}
	return nil
}

// commit has the step's change on its way into the store. wait returns when it is there, or can't be.
func (s *step) commit() (wait func() error, err error) {
	if s.g != nil {
		s.noteStill()
	}
	c := store.Change{Rev: s.rev, Log: s.log}
	for _, t := range s.tasks {
		if t.Due.IsZero() {
			c.Done = append(c.Done, t.Name)
		} else {
			c.Set = append(c.Set, t)
		}
	}
	var js []byte
	if s.g != nil || isLobby(s.name) {
		var of any = s.g
		if s.g == nil {
			of = s.lobby
		}
		if js, err = json.Marshal(of); err != nil {
			return nil, fmt.Errorf("saving the head: %w", err)
		}
		c.Head = squeeze(js)
	}
	said := func(err error) error {
		if err == nil {
			return nil
		}
		return fmt.Errorf("%s: committing a step: %w", s.name, err)
	}
	queue, ok := store.As[store.Queue](s.m.Store)
	if !ok || s.g == nil {
		_, failed := s.m.Store.Commit(s.ctx, s.name, c)
		if failed == nil && s.g != nil {
			s.kept.keep(&s.m.cache, s, c.Head, js)
		}
		return func() error { return said(failed) }, nil
	}
	answer, err := queue.Enqueue(s.ctx, s.name, c)
	if err != nil {
		return nil, said(err)
	}
	kept := s.kept.promised(&s.m.cache, s, c.Head, js)
	return func() error {
		err := answer()
		kept(err)
		return said(err)
	}, nil
}

// task sets a task of the game, in place of the one of that name. Without a due time it is taken away.
func (s *step) task(name string, due time.Time) {
	s.tasks = slices.DeleteFunc(s.tasks, func(t store.Task) bool { return t.Name == name })
	s.tasks = append(s.tasks, store.Task{Name: name, Due: due})
}

// post leaves a letter to a seat to be sent. Its token makes its Message-ID, the same at every attempt, and the
// addresses that answers and DSNs come to. The letter's number counts those to that reader, so it tells nothing of
// letters to others.
func (s *step) post(to *seat, proof letter.Kind, question int, l letter.Letter) letter.Letter {
	to.Sent++
	reader := letter.Reader{Name: string(to.Name), Address: l.To}
	t := letter.Token{Kind: proof, Game: s.name, Seat: slices.Index(s.g.Seats, to), Letter: to.Sent, Question: question}.Signed(s.m.Key, reader)
	l.ReplyTo = s.m.at(t)
	l.ID = s.m.id(t.Encrypted(s.m.Key))
	t.Kind = letter.Return
	l.Return = s.m.at(t.Signed(s.m.Key, reader))
	return s.out(l)
}

// id is a Message-ID of ours.
func (m *Master) id(local string) string {
	_, domain, _ := strings.Cut(m.Address, "@")
	return local + "@" + domain
}

// out leaves a letter to be sent, unless the game is a copy, whose players must not hear of it.
func (s *step) out(l letter.Letter) letter.Letter {
	l.From, l.FromName, l.Date = s.m.Address, s.m.Name, s.now
	if s.g != nil && s.g.Copy {
		return l
	}
	seq := s.write(kindOut, "", l)
	if s.g != nil {
		s.g.Letters = s.g.Letters.add(seq, l)
	}
	s.task(taskName(seq), s.now.Add(s.wait))
	return l
}
