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

// errNothing is what a step returns that has nothing to change.
var errNothing = errors.New("nothing to do")

// do runs a step of a game: fn decides on the game as it was loaded, and its change is committed. When
// another step came between, fn decides again. When the rules panic or don't tell again what they told, the
// game is held, and the letter that the step was for is put aside.
func (m *Master) do(ctx context.Context, now time.Time, name string, l *Letter, fn func(*step) error) error {
	for range maxConflicts {
		s := &step{m: m, ctx: ctx, now: now, name: name}
		if err := s.load(); err != nil {
			return err
		}
		stack, err := s.guarded(fn)
		if d := (*adjudicator.Divergence)(nil); errors.As(err, &d) {
			stack = d.Error()
		}
		if stack != "" {
			m.Log.Error("the rules failed", "game", name, "why", stack)
			s = &step{m: m, ctx: ctx, now: now, name: name}
			if err := s.load(); err != nil {
				return err
			}
			s.hold(l, stack)
		} else if err == errNothing {
			return nil
		} else if err != nil {
			return err
		}
		switch err := s.commit(); {
		case err == nil:
			return nil
		case errors.Is(err, store.ErrDuplicate): // this letter was taken before
			return nil
		case errors.Is(err, store.ErrConflict):
		default:
			return fmt.Errorf("%s: committing a step: %w", name, err)
		}
	}
	return fmt.Errorf("%s: others changed the game %d times running", name, maxConflicts)
}

// guarded runs fn and returns the stack if it panics. This is the one place where a fault of ours is
// caught: it must not take the other games with it.
func (s *step) guarded(fn func(*step) error) (stack string, err error) {
	defer func() {
		if r := recover(); r != nil {
			stack = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return "", fn(s)
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
	if err := unpack(g.Head, s.g); err != nil {
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
	s.log = append(s.log, store.Entry{Kind: kind, Key: key, At: s.now, Body: pack(js)})
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
		c.Head = pack(head)
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
	s.task(taskDeadline, time.Time{})
	s.task(taskResolve, time.Time{})
	for _, seat := range s.g.Seats {
		if l != nil && seat.Address == address(l.From) {
			s.notice(seat, "notice", "Your letter met a fault of this program. Nothing was changed by it; the game master has it and will see to it. The game waits until then.", l)
		}
	}
	if desk := s.g.seat(adjudicator.GM); desk != nil {
		page := s.page(nil, desk)
		page.Notice, page.Trace = "The rules failed, so the game waits for you. Nothing was changed. When the program is mended, gm resume lets it go on.", why
		if l != nil {
			page.Notice += " The letter that was being taken in came from " + l.From + "."
			page.Quoted = "Subject: " + l.Subject + "\n\n" + l.Text
		}
		s.send(desk, "desk", page, nil)
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
	s.task(fmt.Sprintf("%s%012d", taskSend, seq), s.now)
	return l
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
