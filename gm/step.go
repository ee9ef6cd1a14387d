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
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Step is one transaction of one game: it collects what is to be changed, and commits it at its end.
type Step struct {
	Master  *Master
	Ctx     context.Context
	Now     time.Time
	Name    string
	Rev     uint64
	Next    uint64
	Game    *game.Game // nil: there is no such game yet
	Lobby   game.Lobby // of the lobby
	Log     []store.Entry
	Kept    *Cached        // what the Master has of the game; nil for a step that is never committed
	Ahead   bool           // it may be decided on a change that is not in the store yet,
	BuiltOn *pendingCommit // and was on this one
	// the moment of the position that was viewed last; "": it is none that is kept
	when        string
	Tasks       []store.Task              // without a due time: to be taken away
	News        []adjudicator.EventRecord // told in this step
	NewsFrom    game.Mark                 // where that begins
	Options     ActOptions                // of an act of the game master
	DryRun      *DryRun                   // of an act that is only tried; nil: this is none
	LuckGuessed bool                      // in it, luck was drawn that has not fallen yet
	SendAfter   time.Duration             // of the letters that are written now, until they are sent
	Resolved    func()                    // tells the Meter of the turn that this step ends; nil: it ends none
	// when the time was up for the turn that this step ends; zero: it ends it for another reason
	TimeUp time.Time

	Letter      letter.Letter // that was admitted last
	Admitted    uint64        // its log entry; 0: there is none
	AsksAt      string        // the address that is asked in it whether it is a player's; "": none
	Begins      bool          // the game begins in it
	AskedBefore game.Asking   // when it began

	Films *FilmParts // that go with the letters; nil: none

	MoreFacts []game.Fact     // of the game, beyond its facts, that an act changes
	Exposed   []Disclosure    // what was told that an act makes void
	Unread    []letter.Letter // with press, that are withdrawn
	Notes     []string        // what else is to be known of an act

	Change *game.SeatChange // that an act makes; nil: none
}

// The kinds of log entries.
const (
	KindLetter   = "letter"   // one that came in: a Letter
	KindOut      = "out"      // one to be sent: a Letter
	KindPosition = "position" // the position at the start of a phase
	KindPhase    = "phase"    // a phase that was played: its Record
	KindAct      = "act"      // of the human game master: an Act
	KindHeld     = "held"     // what waits for the game master: an Item
	KindSignUp   = "signup"   // who signed up for a game that began, and who got which seat: a signUp
	KindPack     = "pack"     // the board and the cards of a game that is forming
	KindHead     = "head"     // a game whose start was taken back, as it was
	KindBack     = "back"     // the game was taken back or forth: a turned
	KindPast     = "past"     // what was on file until then, where no letter changed it: a past
	KindSeal     = "seal"     // the signature of a letter that came in, as its key
)

const MaxConflicts = 20

var (
	// ErrNothing is what a step returns that has nothing to change.
	ErrNothing = errors.New("nothing to do")
	// ErrTwice is returned for a letter that was dealt with before. Nothing was changed now.
	ErrTwice = errors.New("the letter was dealt with before")
	// ErrHeld is returned when the program failed, and the game was held.
	ErrHeld = &refusal.Error{
		Text: "The program failed on that, so the game is held; its log and the game master's letter say why.",
	}
)

func (s *Step) Load() error {
	if s.Kept != nil && s.Kept.ClaimPending(s) {
		return nil
	}
	g, err := s.Master.Store.Load(s.Ctx, s.Name)
	if err != nil {
		return s.unloaded(err)
	}
	return s.unpack(g)
}

// unloaded says which game it is that the store has an error for.
func (s *Step) unloaded(err error) error { return fmt.Errorf("loading game %s: %w", s.Name, err) }

// unpack reads the game as it is in the store into the step.
func (s *Step) unpack(g store.Game) error {
	s.Rev, s.Next = g.Rev, max(1, g.Next)
	if game.IsLobby(s.Name) && len(g.Head) > 0 {
		return Decode(g.Head, &s.Lobby)
	}
	if g.Rev == 0 || !game.IsGame(s.Name) {
		return nil
	}
	if s.Kept != nil {
		if s.Game = s.Kept.take(g.Head); s.Game != nil {
			return nil
		}
	}
	s.Game = new(game.Game)
	if err := Decode(g.Head, s.Game); err != nil {
		return fmt.Errorf("reading game %s: %w", s.Name, err)
	}
	return nil
}

// Commit sends the step's change to the store. wait returns when it is there, or can't be.
func (s *Step) Commit() (wait func() error, err error) {
	if s.Game != nil {
		s.NoteStall()
	}
	c := store.Change{Rev: s.Rev, Log: s.Log}
	for _, t := range s.Tasks {
		if t.Due.IsZero() {
			c.Done = append(c.Done, t.Name)
		} else {
			c.Set = append(c.Set, t)
		}
	}
	var js []byte
	if s.Game != nil || game.IsLobby(s.Name) {
		var of any = s.Game
		if s.Game == nil {
			of = s.Lobby
		}
		if js, err = json.Marshal(of); err != nil {
			return nil, fmt.Errorf("saving the head: %w", err)
		}
		c.Head = Compress(js)
	}
	said := func(err error) error {
		if err == nil {
			return nil
		}
		return fmt.Errorf("%s: committing a step: %w", s.Name, err)
	}
	queue, ok := store.As[store.Queue](s.Master.Store)
	if !ok || s.Game == nil {
		_, failed := s.Master.Store.Commit(s.Ctx, s.Name, c)
		if failed == nil && s.Game != nil {
			s.Kept.keep(&s.Master.Cache, s, c.Head, js)
		}
		return func() error { return said(failed) }, nil
	}
	answer, err := queue.Enqueue(s.Ctx, s.Name, c)
	if err != nil {
		return nil, said(err)
	}
	kept := s.Kept.commits(&s.Master.Cache, s, c.Head, js)
	return func() error {
		err := answer()
		kept(err)
		return said(err)
	}, nil
}

// Task sets a task of the game, and replaces one of that name. Without a due time the task is removed.
func (s *Step) Task(name string, due time.Time) {
	s.Tasks = slices.DeleteFunc(s.Tasks, func(t store.Task) bool { return t.Name == name })
	s.Tasks = append(s.Tasks, store.Task{Name: name, Due: due})
}

// Post queues a letter to a seat. Its token makes its Message-ID, the same at every attempt, and the addresses that
// answers and DSNs come to. The letter's number counts those to that reader, so it tells nothing of letters to others.
func (s *Step) Post(to *game.Seat, proof letter.Kind, question int, l letter.Letter) letter.Letter {
	to.Sent++
	reader := letter.Reader{Name: string(to.Name), Address: l.To}
	t := letter.Token{Kind: proof, Game: s.Name, Seat: slices.Index(s.Game.Seats, to), Letter: to.Sent,
		Question: question}.Signed(s.Master.Key, reader)
	l.ReplyTo = s.Master.AddressOf(t)
	l.ID = s.Master.MessageID(t.Encrypted(s.Master.Key))
	t.Kind = letter.Return
	l.Return = s.Master.AddressOf(t.Signed(s.Master.Key, reader))
	return s.Out(l)
}

// MessageID makes a Message-ID of ours.
func (m *Master) MessageID(local string) string {
	_, domain, _ := strings.Cut(m.Address, "@")
	return local + "@" + domain
}

// Out queues a letter, unless the game is a copy, whose players must not hear of it.
func (s *Step) Out(l letter.Letter) letter.Letter {
	l.From, l.FromName, l.Date = s.Master.Address, s.Master.Name, s.Now
	if s.Game != nil && s.Game.Copy {
		return l
	}
	seq := s.Write(KindOut, "", l)
	if s.Game != nil {
		s.Game.Letters = s.Game.Letters.Add(seq, l)
	}
	s.Task(TaskName(seq), s.Now.Add(s.SendAfter))
	return l
}

// A FilmParts is the film that goes with the last letters of a game.
type FilmParts struct {
	Own    bool         // each seat's is its own
	Shared *letter.Film // else; nil: there is none
	Asked  bool         // by who writes FILM: it may take all the room of a mail
}

// NoteStall notes whether anything keeps the game from going on, so that the game master is told after a while.
func (s *Step) NoteStall() {
	now := s.Game.Standstill()
	switch was := s.Game.Still; {
	case now == nil && was == nil:
	case now == nil:
		s.Game.Still = nil
		s.Task(TaskPaused, time.Time{})
	case was == nil || was.Of != now.Of:
		s.Game.Still = &game.Stall{Of: now.Of, Since: now.Since}
		if now.Since.IsZero() {
			s.Game.Still.Since = s.Now.Round(0).UTC()
		}
		s.Task(TaskPaused, s.Now.Add(now.Every))
	}
}

func (s *Step) Strays() *game.Strays {
	if s.Game != nil {
		return &s.Game.Strays
	}
	return &s.Lobby.Strays
}
