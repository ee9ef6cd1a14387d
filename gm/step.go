package gm

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A step is one transaction of one game: it collects what is to be changed, and commits it at its end.
type step struct {
	m     *Master
	ctx   context.Context
	now   time.Time
	name  string
	rev   uint64
	next  uint64
	g     *game // nil: there is no such game yet
	log   []store.Entry
	tasks []store.Task       // without a due time: to be taken away
	news  []adjudicator.Told // told in this step
	from  mark               // where that begins
	wait  time.Duration      // of the letters that are written now, until they are sent
}

// The kinds of log entries.
const (
	kindLetter   = "letter"   // one that came in: a Letter
	kindOut      = "out"      // one to be sent: a Letter
	kindPosition = "position" // the position at the start of a phase
	kindPhase    = "phase"    // a phase that was played: its Record
	kindAct      = "act"      // of the human game master: an Act
	kindHeld     = "held"     // a letter that waits for the game master: a Held
)

const maxConflicts = 20

var (
	// errNothing is what a step returns that has nothing to change.
	errNothing = errors.New("nothing to do")
	// errHeld is returned when the rules failed, and the game was held.
	errHeld = &Refusal{"The rules failed, so the game is held; its log and the game master's letter say why."}
)

// do runs a step of a game: fn decides on the game as it was loaded, and its change is committed. When
// another step came between, fn decides again. When the rules panic or don't tell again what they told, the
// game is held, the letter that the step was for is put aside, and the error is errHeld. When they fail on a letter
// while nothing is played, that letter is put aside, and the game goes on.
func (m *Master) do(ctx context.Context, now time.Time, name string, l *Letter, fn func(*step) error) error {
	for range maxConflicts {
		s := &step{m: m, ctx: ctx, now: now, name: name}
		if err := s.load(); err != nil {
			return err
		}
		stack, err := guarded(func() error { return fn(s) })
		if d := (*adjudicator.Divergence)(nil); errors.As(err, &d) {
			stack = d.Error()
		}
		var outcome error
		var untaken *untakenError
		switch {
		case stack != "", errors.As(err, &untaken):
			if untaken != nil {
				stack = untaken.stack
			}
			m.Log.Error("the rules failed", "game", name, "letter put aside", untaken != nil, "why", stack)
			if s = (&step{m: m, ctx: ctx, now: now, name: name}); s.load() != nil || s.rev == 0 {
				return fmt.Errorf("%s: the rules failed: %s", name, firstLine(stack))
			}
			if untaken != nil {
				s.putAside(l, stack)
			} else {
				s.hold(l, stack)
				outcome = errHeld
			}
		case errors.Is(err, errNothing):
			return nil
		case err != nil:
			return err
		}
		switch err := s.commit(); {
		case err == nil:
			return outcome
		case l != nil && errors.Is(err, store.ErrDuplicate): // this letter was taken before
			return nil
		case errors.Is(err, store.ErrConflict):
		default:
			return fmt.Errorf("%s: committing a step: %w", name, err)
		}
	}
	return fmt.Errorf("%s: others changed the game %d times running", name, maxConflicts)
}

// An untakenError is a failure on a letter that was being taken in, while nothing was played.
type untakenError struct{ stack string }

func (e *untakenError) Error() string { return firstLine(e.stack) }

// guarded runs fn and returns the stack if it panics. This is the one place where a fault of ours is
// caught: it must not take the other games with it.
func guarded(fn func() error) (stack string, err error) {
	defer func() {
		if r := recover(); r != nil {
			stack = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return "", fn()
}

func (s *step) load() error {
	g, err := s.m.Store.Load(s.ctx, s.name)
	if err != nil {
		return fmt.Errorf("loading game %s: %w", s.name, err)
	}
	s.rev, s.next = g.Rev, max(1, g.Next)
	if g.Rev == 0 || !isGame(s.name) {
		return nil
	}
	s.g = new(game)
	if err := decode(g.Head, s.g); err != nil {
		return fmt.Errorf("reading game %s: %w", s.name, err)
	}
	return nil
}

// write appends to the log, and returns the entry's number.
func (s *step) write(kind, key string, body any) uint64 {
	js, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("gm: a %s can't be saved: %v", kind, err))
	}
	s.log = append(s.log, store.Entry{Kind: kind, Key: key, At: s.now, Body: squeeze(js)})
	return s.next + uint64(len(s.log)) - 1
}

func (s *step) commit() error {
	c := store.Change{Rev: s.rev, Log: s.log}
	for _, t := range s.tasks {
		if t.Due.IsZero() {
			c.Done = append(c.Done, t.Name)
		} else {
			c.Set = append(c.Set, t)
		}
	}
	if s.g != nil {
		head, err := json.Marshal(s.g)
		if err != nil {
			return fmt.Errorf("saving the head: %w", err)
		}
		c.Head = squeeze(head)
	}
	_, err := s.m.Store.Commit(s.ctx, s.name, c)
	return err
}

// task sets a task of the game, in place of the one of that name. Without a due time it is taken away.
func (s *step) task(name string, due time.Time) {
	s.tasks = slices.DeleteFunc(s.tasks, func(t store.Task) bool { return t.Name == name })
	s.tasks = append(s.tasks, store.Task{Name: name, Due: due})
}

// hold stops a game whose rules failed, and writes to the game master. The letter that was being taken
// in is put aside, so that it does not come back, and its writer is told.
func (s *step) hold(l *Letter, why string) {
	if l != nil {
		s.write(kindHeld, l.key(), Held{Why: firstLine(why), Letter: l})
	}
	if s.g == nil {
		return
	}
	s.g.State, s.g.Why = held, firstLine(why)
	for _, task := range []string{taskDeadline, taskRemind, taskResolve} {
		s.task(task, time.Time{})
	}
	text := "The rules failed, so the game waits for you. Nothing was changed. When the program is mended, gm resume lets it go on."
	if l != nil {
		text += " The letter that was being taken in came from " + l.From + ", who was asked to send it again then."
	}
	s.tellFault(l, why, text, "The game master has been told, and the game waits. Please send your letter again when you hear that it goes on.")
}

// putAside keeps a letter on which the program failed before it had changed anything for the game master, who is
// written to, as is its writer. The game goes on: else anybody who knows such a letter could stop it.
func (s *step) putAside(l *Letter, why string) {
	s.write(kindHeld, l.key(), Held{Why: firstLine(why), Letter: l})
	s.tellFault(l, why, "The program failed on a letter from "+l.From+", who was asked to write it in other words. Nothing was changed by it, and the game goes on.",
		"What was on file stays, and the game goes on. The game master has been told. Please write what you mean in other words, an order a line.")
}

// tellFault tells the game master, and the writer of the letter if there is one, that the program failed on it.
func (s *step) tellFault(l *Letter, why, toDesk, toWriter string) {
	for _, seat := range s.g.Seats {
		page := s.page(nil, seat)
		switch {
		case seat.Name == adjudicator.GM:
			page.Notice, page.Trace = toDesk, why
			if l != nil {
				page.Quoted = parser.Plain("Subject: " + l.Subject + "\n\n" + l.Text)
			}
			s.sendPlain(seat, "desk", page, nil)
		case l != nil && seat.Address == address(l.From):
			page.Notice = "Your letter met a fault of this program, and nothing was changed by it. " + toWriter
			s.sendPlain(seat, "notice", page, l)
		}
	}
}

// sendPlain is send for when something is wrong already: if it is the templates, the letter is what there
// is to say and nothing else.
func (s *step) sendPlain(to *seat, kind string, page templates.Page, answer *Letter) {
	if stack, _ := guarded(func() error { s.send(to, kind, page, answer); return nil }); stack != "" {
		s.m.Log.Error("templates failed", "game", s.name, "why", stack)
		to.Sent++
		s.post(s.g.Secret, string(to.Name), to.Sent, Letter{To: to.Address, Subject: parser.Tag{Game: s.name}.String() + " the game is held",
			Text: page.Notice + "\n\n" + page.Quoted + "\n\n" + page.Trace + "\n"})
	}
}

// post leaves a letter to be sent. n makes its Message-ID, the same at every attempt: it counts the letters to
// that reader, so it tells nothing of letters to others.
func (s *step) post(secret []byte, reader string, n int, l Letter) Letter {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "message-id\x00%s\x00%s\x00%d", s.name, reader, n)
	_, domain, _ := strings.Cut(s.m.Address, "@")
	l.ID = strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:20])) + "@" + domain
	l.From, l.FromName, l.Date = s.m.Address, s.m.Name, s.now
	seq := s.write(kindOut, "", l)
	s.task(fmt.Sprintf("%s%012d", taskSend, seq), s.now.Add(s.wait))
	return l
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
