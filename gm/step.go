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
	"deaddrop/templates"
)

// A Step is one transaction of one game: it collects changes, and commits them at its end.
type Step struct {
	Master  *Master
	Ctx     context.Context
	Now     time.Time
	Name    string
	Rev     uint64
	Next    uint64
	Game    *game.Game // nil if there is no such game yet
	Lobby   game.Lobby // the head of the lobby, if the step is for the lobby
	Log     []store.Entry
	Kept    *Cached        // cached state of the game; nil for a step that is never committed
	Ahead   bool           // whether it may be decided on top of a change that is not in the store yet
	BuiltOn *pendingCommit // the change that it was decided on, if that may not be in the store
	// identifies the position that View has returned; "" if it can't be cached
	when        string
	Tasks       []store.Task              // tasks to be set; those without a due time are to be removed
	News        []adjudicator.EventRecord // events told in this step
	NewsFrom    game.Mark                 // where these events begin
	Options     ActOptions                // options of the game master's act, if the step is one
	DryRun      *DryRun                   // set if the step is the dry run of an act, otherwise nil
	LuckGuessed bool                      // whether the dry run has drawn luck that the game has not drawn yet
	SendAfter   time.Duration             // how long letters wait before they are sent
	Resolved    func()                    // tells the Meter that the turn is resolved; nil if the step resolves none
	// when the time for the turn ended; zero if the step ends the turn for another reason
	TimeUp time.Time

	Letter      letter.Letter // the letter that was admitted last
	Admitted    uint64        // log entry of that letter; 0 if there is none
	AsksAt      string        // the address that the letter asks to confirm that it is the player's; "" if none
	Begins      bool          // whether the step begins the game
	AskedBefore game.Asking   // what was asked when the step began

	Films *FilmParts // films for the step's letters; nil if there are none

	MoreFacts []game.Fact     // facts that an act changes besides the game's own facts
	Exposed   []Disclosure    // what players were told about turns that the act makes void
	Unread    []letter.Letter // letters with press that are withdrawn
	Notes     []string        // other remarks on the act for the game master

	// letters to the game master go to the one with the seat alone, not to all who act on the game
	ToDeskOnly bool

	Change *game.SeatChange // the change of a seat that the act makes, or nil
}

// Kinds of log entries, with the type of their body.
const (
	KindLetter   = "letter"   // an incoming letter: a Letter
	KindOut      = "out"      // a letter to be sent: a Letter
	KindPosition = "position" // the position at the start of a phase
	KindPhase    = "phase"    // a phase that was played: its Record
	KindAct      = "act"      // an act of the human game master: an Act
	KindHeld     = "held"     // an item for the game master: an Item
	KindSignUp   = "signup"   // who signed up for a game that began, and who got which seat: a signUp
	KindPack     = "pack"     // board and cards of a game with an edition of its own
	KindHead     = "head"     // the state of a game whose start was taken back
	KindBack     = "back"     // the game was taken back or forth: a turned
	KindPast     = "past"     // what was on file before it was changed by something other than a letter: a past
	KindSeal     = "seal"     // the signature of an incoming letter, as the entry's key
	KindRobot    = "robot"    // what a robot has put on file for its seat: a RobotOrders
	KindPublic   = "public"   // what became public of a game that anybody may watch, as a Publication
)

// RobotOrders are what a robot wrote for its seat, and so put on file, in answer to one of the seat's questions.
type RobotOrders struct {
	Seat   adjudicator.Seat
	Kind   string // kind of the question
	Number int    // number of the question
	Text   string // as the robot wrote it; "" if it left the answer to the rules
}

// A Publication is what became public at once of a game that everybody may watch: with a report, or press of the game
// master's to all.
type Publication struct {
	Upto  game.Mark         // the first event that is not public yet
	Phase uint64            // the number of the phase in which the press was sent
	Press []templates.Press `json:",omitempty"`
}

const MaxConflicts = 20

var (
	// ErrNothing is returned by a step that has nothing to change.
	ErrNothing = errors.New("nothing to do")
	// ErrTwice is returned for a letter that was handled before. It changes nothing.
	ErrTwice = errors.New("the letter was dealt with before")
	// ErrHeld is returned if the program failed and the game was held.
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

// unloaded adds the game's name to an error of the store.
func (s *Step) unloaded(err error) error { return fmt.Errorf("loading game %s: %w", s.Name, err) }

// unpack decodes the stored game into the step.
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

// Commit passes the step's change to the store. wait returns when the change is stored or has failed.
func (s *Step) Commit() (wait func() error, err error) {
	if s.Game != nil {
		s.NoteStall()
		s.wakeRobots()
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

// Task sets a task of the game, replacing one with the same name. Without a due time, the task is removed.
func (s *Step) Task(name string, due time.Time) {
	s.Tasks = slices.DeleteFunc(s.Tasks, func(t store.Task) bool { return t.Name == name })
	s.Tasks = append(s.Tasks, store.Task{Name: name, Due: due})
}

// Post queues a letter to a seat. The letter's token determines its Message-ID, which is the same at every attempt,
// and the addresses for answers and DSNs. The letter's number counts only letters to that reader, so it reveals
// nothing about letters to others.
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

// MessageID returns a Message-ID in the service's domain.
func (m *Master) MessageID(local string) string {
	_, domain, _ := strings.Cut(m.Address, "@")
	return local + "@" + domain
}

// Out queues a letter, unless the game is a copy, which players must not notice.
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

// FilmParts are the films that go with the last letters of a game.
type FilmParts struct {
	Own    bool         // whether each seat gets a film of its own
	Shared *letter.Film // the film for everybody, if Own is not set; nil if there is none
	Asked  bool         // whether a player has requested it with FILM, so that it may use all the space in a mail
}

// NoteStall records whether something keeps the game from going on, so that the game master is told after a while.
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

// wakeRobots has robots answer what they are asked, in a step of their own.
func (s *Step) wakeRobots() {
	if len(s.Game.ForRobots()) > 0 {
		s.Task(TaskRobots, s.Now)
	}
}

func (s *Step) Strays() *game.Strays {
	if s.Game != nil {
		return &s.Game.Strays
	}
	return &s.Lobby.Strays
}
