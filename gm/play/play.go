// Package play makes games go on. [Do] runs a step of a game, and holds the game if the program fails in it.
// Questions are asked and answered; turns are resolved and reported; deadlines pass or are postponed; late players
// are reminded and missing ones replaced; press is delivered; seats change hands. The reasons come from other
// packages: a letter came (reception), the game master wants it (desk), or it is due (work).
package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
	"deaddrop/parser"
	"deaddrop/templates"
)

// TellDamage tells the human game master, once a day, of an error that means that the store's file or database is
// damaged. They may not read the log, and players of a damaged game hear nothing until a backup is restored.
func TellDamage(ctx context.Context, m *gm.Master, now time.Time, err error) {
	day := now.UTC().Format("20060102")
	if !errors.Is(err, store.ErrDamaged) || m.Damage.Load() == day {
		return
	}
	why := "Stored data is damaged: " + parser.OneLine(err.Error()) + ". Letters that need it get no " +
		"answer, and turns that need it are not resolved; all other games go on. Letters that can't be taken in " +
		"because of it stay in the mailbox."
	if err := writeDamage(context.WithoutCancel(ctx), m, now, day, why); err != nil &&
		!errors.Is(err, store.ErrDuplicate) {
		m.Log.Error("the game master could not be told of damage", "error", err)
		return
	}
	m.Damage.Store(day)
}

func writeDamage(ctx context.Context, m *gm.Master, now time.Time, day, why string) error {
	return TellSite(ctx, m, now, "damaged/"+day, "damaged", game.Item{Why: why})
}

// TellSite tells the site's game master something that concerns no particular game, by an inbox item and a letter
// of a kind with the same words. key is an idempotency key.
func TellSite(ctx context.Context, m *gm.Master, now time.Time, key, kind string, it game.Item) error {
	words, err := m.Words.Letter(kind, templates.Page{Now: now.UTC(), Notice: it.Why})
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	return Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		s.Item(key, it)
		return s.OutToDesks(letter.Letter{ID: strings.ReplaceAll(key, "/", "."), Subject: words.Subject,
			Text: words.Text, HTML: words.HTML}, false)
	})
}

// A failure is a panic or another failure of the rules or of the program.
type failure struct {
	line  string // description in one line
	stack string
	what  string // what failed: "The rules" or "The program"
}

const theProgram = "The program"

// failed returns a failure from a stack trace or another description. A panic while a phase is resolved, and a replay
// with another result, are failures of the rules; all others are the program's.
func failed(stack string, rules bool) failure {
	f := failure{line: gm.FirstLine(stack), stack: stack, what: theProgram}
	if rules || strings.Contains(stack, "adjudicator.(*Table).Run(") {
		f.what = "The rules"
	}
	return f
}

// hold stops a game on which the program failed, and writes to the game master. It puts aside the letter that was
// being handled, so that it is not tried again, and tells its writer.
func hold(s *gm.Step, l *letter.Letter, f failure) {
	if l != nil {
		s.Item(l.HeldKey(), game.Item{Why: f.line, Letter: l})
	}
	if s.Game == nil {
		return
	}
	if s.Game.State == game.Forming { // there is no position that could be wrong
		stall(s, l, f)
		return
	}
	s.Game.State, s.Game.Why = game.Held, f.line
	NoDeadline(s)
	text := f.what +
		" failed, so the game waits for you. Nothing was changed. Once that is fixed, gm resume lets it go on."
	if l != nil {
		text += " The letter being read came from " + l.From + ", who was asked to send it again later."
	}
	tellFault(s, l, f, text, "The game master has been told, and the game waits. Please send your letter again "+
		"when you hear that the game goes on.")
}

// putAside puts aside a letter on which the program failed before changing anything, and tells the game master and
// its writer. The game goes on: otherwise anybody who knows such a letter could stop it.
func putAside(s *gm.Step, l *letter.Letter, f failure) {
	s.Item(l.HeldKey(), game.Item{Why: f.line, Letter: l})
	tellFault(s, l, f,
		"The program failed on a letter from "+l.From+
			", who was asked to write it in other words. It has changed nothing, and the game goes on.",
		"What was on file stays, and the game goes on. The game master has been told. Please write what you mean "+
			"in other words, one order to a line.")
}

// tellFault tells the game master, and the writer of the letter if there is one, that the program failed on it.
func tellFault(s *gm.Step, l *letter.Letter, f failure, toDesk, toWriter string) {
	for _, seat := range s.Game.Seats {
		page := writing.PageFor(s, nil, seat)
		switch {
		case seat.Name == adjudicator.GM:
			page.Notice, page.Trace = toDesk, f.stack
			if l != nil {
				page.Quoted, _, _ = l.Quoted()
			}
			writing.SendPlain(s, seat, "desk", page, nil)
		case l != nil && seat.Owns(l.From):
			page.Notice = "The program failed on your letter, which has changed nothing. " + toWriter
			writing.SendPlain(s, seat, "notice", page, l)
		}
	}
}

var errGone = errors.New("the game was taken away while the letter was on its way")

// present returns an error if the letter's game no longer exists, so that the letter is retried and finds its place
// then.
func present(s *gm.Step, l *letter.Letter) error {
	if l != nil && s.Game == nil && game.IsGame(s.Name) {
		return fmt.Errorf("%s: %w", s.Name, errGone)
	}
	return nil
}

// Do runs a step of a game: fn decides on the game as loaded, and its change is committed. If another step was
// committed meanwhile, fn decides again. If the rules panic, or a replay differs, the game is held, the step's letter
// is put aside, and the error is [gm.ErrHeld]. If they fail on a letter outside the resolution of a phase, only that
// letter is put aside.
func Do(ctx context.Context, m *gm.Master, now time.Time, name string, l *letter.Letter,
	fn func(*gm.Step) error) error {
	k := m.Cache.Of(name)
	ahead := l != nil // letters come in bursts; acts and deadlines wait for earlier commits
	for range gm.MaxConflicts {
		s := &gm.Step{Master: m, Ctx: ctx, Now: now, Name: name, Kept: k, Ahead: ahead}
		outcome, wait, err := decide(m, s, l, fn)
		if err == nil {
			err = wait()
		}
		if err == nil && outcome == nil && s.Resolved != nil {
			m.Log.Info("a turn was resolved", "game", name, "next", s.Game.Phase) // "" when the game is over
			s.Resolved()
		}
		switch {
		case err == nil:
			return outcome
		case errors.Is(err, gm.ErrNothing):
			return nil
		case l != nil && errors.Is(err, store.ErrDuplicate):
			return gm.ErrTwice
		case !errors.Is(err, store.ErrConflict) && !errors.Is(err, gm.ErrStale):
			return err
		}
		ahead = false
	}
	return fmt.Errorf("%s: others changed the game %d times in a row", name, gm.MaxConflicts)
}

// decide makes a step's decision and passes the change to the store; wait returns when that is durable. outcome is
// what Do has to return then.
func decide(m *gm.Master, s *gm.Step, l *letter.Letter,
	fn func(*gm.Step) error) (outcome error, wait func() error, err error) {
	k := s.Kept
	k.Deciding.Lock()
	defer k.Deciding.Unlock()
	if err := s.Load(); err != nil {
		return nil, nil, err
	}
	if err := present(s, l); err != nil {
		return nil, nil, err
	}
	s.Renew()
	s.AskedBefore = s.Game.Asked()
	stack, err := gm.Guarded(func() error { return fn(s) })
	if (stack != "" || err != nil) && s.BuiltOn != nil { // perhaps because of an uncommitted change
		<-s.BuiltOn.Done
		return nil, nil, gm.ErrStale
	}
	diverged, untaken := (*adjudicator.Divergence)(nil), (*gm.UntakenError)(nil)
	switch {
	case errors.As(err, &diverged):
		stack = diverged.Error()
	case errors.As(err, &untaken):
		stack = untaken.Stack
	}
	switch {
	case stack != "":
		f := failed(stack, diverged != nil)
		fails := l != nil && f.what == theProgram && s.Game.Begun()
		aside := fails || untaken != nil
		m.Log.Error("a step failed", "game", s.Name, "of", f.what, "letter put aside", aside, "why", gm.TopFrame(stack))
		if s = (&gm.Step{Master: m, Ctx: s.Ctx, Now: s.Now, Name: s.Name, Kept: k}); s.Load() != nil || s.Rev == 0 {
			return nil, nil, fmt.Errorf("%s: %s failed: %s", s.Name, strings.ToLower(f.what), f.line)
		}
		if aside {
			putAside(s, l, f)
		} else {
			hold(s, l, f)
			outcome = gm.ErrHeld
		}
	case err != nil:
		return nil, nil, err
	}
	wait, err = s.Commit()
	return outcome, wait, err
}
