// Package desk carries out the acts of the human game master. An [Operator] carries out one act after another, each
// in one step of a game: with a reason, which goes into the log and to the players; as a dry run, which says what the
// act would do; or with an idempotency key. An act that can be undone says by which command.
package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// An Operator carries out the human game master's acts. All acts of one Operator have the same options, and are
// carried out one after another.
type Operator struct {
	Master *gm.Master
	gm.ActOptions
	Effect Effect // the effect of the last act or dry run
}

// At returns an operator whose acts have these options.
func At(m *gm.Master, how gm.ActOptions) *Operator { return &Operator{Master: m, ActOptions: how} }

// An Effect is the result of an act or of a dry run.
type Effect struct {
	Game    string
	Dry     bool            // whether it was a dry run
	Before  bool            // whether it had been done before, with the same idempotency key
	Changes []game.Fact     // values that change
	Letters []letter.Letter // letters that are sent, in order
	Exposed []gm.Disclosure `json:",omitempty"` // what seats had been told about turns that no longer count
	Notes   []string        `json:",omitempty"` // further information, in sentences
	Entry   uint64          `json:",omitempty"` // log entry by which the act can be undone; 0: it can't
	Undo    []string        `json:",omitempty"` // the command that undoes it, as words
}

// act carries out an act on an existing game: fn decides what changes. A dry run commits nothing.
func (d *Operator) act(ctx context.Context, now time.Time, name string, fn func(*gm.Step) error) error {
	return d.carryOut(ctx, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil {
			return d.Master.NoGame(ctx, name)
		}
		return fn(s)
	})
}

// actOn is like act, but name may also be the lobby. l is the letter that the act processes; nil if there is none.
func (d *Operator) actOn(ctx context.Context, now time.Time, name string, l *letter.Letter,
	fn func(*gm.Step) error) error {
	return d.carryOut(ctx, now, name, l, func(s *gm.Step) error {
		if s.Game == nil && !game.IsLobby(name) {
			return d.Master.NoGame(ctx, name)
		}
		return fn(s)
	})
}

// create is like act, for a game that does not exist yet.
func (d *Operator) create(ctx context.Context, now time.Time, name string, fn func(*gm.Step) error) error {
	return d.carryOut(ctx, now, name, nil, func(s *gm.Step) error {
		if s.Rev > 0 {
			return refusal.New("There is a game called %s already.", name)
		}
		if err := d.Master.CheckNotArchived(ctx, name); err != nil {
			return err
		}
		return fn(s)
	})
}

func (d *Operator) carryOut(ctx context.Context, now time.Time, name string, l *letter.Letter,
	fn func(*gm.Step) error) error {
	d.Effect = Effect{}
	run := func(s *gm.Step) error {
		s.Options = d.ActOptions
		if err := d.check(s.Game, name); err != nil {
			return err
		}
		if s.Game.Did(d.Once) {
			return errBefore
		}
		before, played := s.Game.Facts(), s.Game.Playing()
		if err := fn(s); err != nil {
			return err
		}
		var err error
		d.Effect, err = effect(s, before)
		d.Effect.Notes = append(d.Effect.Notes, s.Game.Shared(played)...)
		return err
	}
	if d.Dry {
		return d.dryRun(ctx, now, name, run)
	}
	err := play.Do(ctx, d.Master, now, name, l, run)
	switch {
	case errors.Is(err, errBefore), d.Once != "" && errors.Is(err, store.ErrDuplicate):
		d.Effect = Effect{Game: name, Before: true}
		return nil
	case err != nil:
		d.Effect = Effect{}
	}
	return err
}

// enter has letters from addresses taken to a game, except in a dry run.
func (d *Operator) enter(ctx context.Context, name string, addrs ...string) error {
	if d.Dry {
		return nil
	}
	for _, addr := range addrs {
		if err := d.Master.EnterPlayer(ctx, addr, name); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error unless whoever commands the act by mail may act on a game now; g is nil for what belongs to no
// game. It is called within the step, so that somebody whose rights were taken away meanwhile has none. On the command
// line, the operator of the machine has all rights.
func (d *Operator) check(g *game.Game, name string) error {
	if d.Way != game.ByMail {
		return nil
	}
	needs := game.RightsGame
	if g == nil {
		needs = game.RightsSite
	}
	has := d.Master.RightsIn(g, name, d.By)
	if has.Include(needs) {
		return nil
	}
	return Lacks(name, has, needs)
}

// checkFor is like check, for an act of several steps, before the first of them.
func (d *Operator) checkFor(ctx context.Context, name string) error {
	if d.Way != game.ByMail {
		return nil
	}
	s, err := d.Master.Find(ctx, name)
	switch {
	case err != nil:
		return err
	case s == nil:
		return d.check(nil, name)
	}
	return d.check(s.Game, name)
}

// Lacks returns the refusal of an act for which its writer has too few rights.
func Lacks(name string, has, needs game.Rights) error {
	switch {
	case needs == game.RightsSite:
		return refusal.New("That needs the right %q, for all games here, which you don't have. Nothing was done.",
			string(needs))
	case has == game.RightsRead:
		return refusal.New("You may read %s and change nothing in it; for that you need the right %q. Nothing was done.",
			name, string(needs))
	}
	return refusal.New("You are not a game master of %s (that needs the right %q), so nothing was done.", name,
		string(needs))
}

// dryRun runs an act on a game as it is in the store, and discards the result.
func (d *Operator) dryRun(ctx context.Context, now time.Time, name string, run func(*gm.Step) error) error {
	s := &gm.Step{Master: d.Master, Ctx: ctx, Now: now, Name: name}
	if err := s.Load(); err != nil {
		return err
	}
	s.BeginDryRun()
	stack, err := gm.Guarded(func() error { return run(s) })
	switch {
	case stack != "":
		return refusal.New("With that, the rules would fail and %s would be held: %s", name, gm.FirstLine(stack))
	case errors.Is(err, gm.ErrNothing):
		return nil
	}
	return err
}

// effect compares the state of a step with the facts before it.
func effect(s *gm.Step, before []game.Fact) (Effect, error) {
	e := Effect{Game: s.Name, Dry: s.Options.Dry}
	for _, now := range s.Game.Facts() {
		i := slices.IndexFunc(before, func(f game.Fact) bool { return f.Name == now.Name })
		if i >= 0 {
			now.Was = before[i].Is
			before = slices.Delete(before, i, i+1)
		}
		if now.Was != now.Is {
			e.Changes = append(e.Changes, now)
		}
	}
	for _, gone := range before {
		if gone.Is == "" {
			continue
		}
		e.Changes = append(e.Changes, game.Fact{Name: gone.Name, Was: gone.Is})
	}
	e.Changes, e.Exposed, e.Notes = append(e.Changes, s.MoreFacts...), s.Exposed, s.Notes
	if s.LuckGuessed {
		e.Notes = append(e.Notes,
			"Lots, dice and draws in this trial are not the real ones, which come from another secret.")
	}
	for i := range e.Exposed {
		e.Exposed[i].Sent = e.Exposed[i].Sent.In(s.Game.Clock.Location())
	}
	for i, entry := range s.Log {
		switch entry.Kind {
		case gm.KindOut:
			var l letter.Letter
			if err := gm.Decode(entry.Body, &l); err != nil {
				return Effect{}, err
			}
			e.Letters = append(e.Letters, l)
		case gm.KindAct:
			var a game.Act
			if err := gm.Decode(entry.Body, &a); err != nil {
				return Effect{}, err
			}
			if e.Undo = a.Undo; len(a.Undo) > 0 {
				e.Entry = s.Next + uint64(i)
			}
		}
	}
	return e, nil
}

// A done is an act that was carried out.
type done struct {
	what, detail string
	undo         []string // the command that undoes it, as words; nil if none does
}

// logAct logs an act of the human game master.
func logAct(s *gm.Step, a done) {
	entry := s.Write(gm.KindAct, s.Options.Once, game.Act{What: a.what, Detail: a.detail, Reason: s.Options.Reason,
		Undo: a.undo, Undoes: s.Options.Undoes, Change: s.Change, By: s.Options.By, Way: s.Options.Way})
	if s.Game != nil && s.Options.Once != "" {
		s.Game.Once = append(s.Game.Once, s.Options.Once)
		s.Game.Once = s.Game.Once[max(0, len(s.Game.Once)-maxOnce):]
	}
	acts, final := undoable(s)
	if s.Options.Undoes != 0 {
		*acts = slices.DeleteFunc(*acts, func(e uint64) bool { return e == s.Options.Undoes })
		return
	}
	if len(a.undo) == 0 {
		*final = entry
		return
	}
	*acts = append(*acts, entry)
	*acts = (*acts)[max(0, len(*acts)-maxActs):]
}

// undoable returns the log entries of the acts that can be undone, and the newest act that can't, of the step's game or
// of the lobby.
func undoable(s *gm.Step) (acts *[]uint64, final *uint64) {
	if s.Game == nil {
		return &s.Lobby.Acts, &s.Lobby.Final
	}
	return &s.Game.Acts, &s.Game.Final
}

// maxActs is the number of acts per game that can be undone without naming their entry.
const maxActs = 50

// LastAct finds an act that can be undone: the one in a log entry or, for 0, the newest that has not been undone.
func LastAct(ctx context.Context, m *gm.Master, name string, entry uint64) (game.Act, uint64, error) {
	s := &gm.Step{Master: m, Ctx: ctx, Name: name}
	var err error
	if game.IsLobby(name) {
		err = s.Load()
	} else {
		s, err = m.Load(ctx, name)
	}
	if err != nil {
		return game.Act{}, 0, err
	}
	if entry == 0 {
		acts, final := undoable(s)
		if len(*acts) == 0 {
			return game.Act{}, 0, refusal.New("There is nothing to take back in %s.", name)
		}
		// somebody who wants to undo the newest act does not expect an older one to be undone
		if entry = (*acts)[len(*acts)-1]; entry < *final {
			return game.Act{}, 0, notLast(s, entry)
		}
	}
	return actAt(s, entry)
}

// notLast returns the error that the newest act can't be undone. It says how to undo the one in an older entry.
func notLast(s *gm.Step, entry uint64) error {
	var last game.Act
	_, newest := undoable(s)
	if err := s.Read(*newest, gm.KindAct, &last); err != nil {
		return err
	}
	older, _, err := actAt(s, entry)
	if err != nil {
		return err
	}
	return refusal.New("What you did last was %s, and gm undo can't take that back. Before it there was %s, which "+
		"gm undo %s --act %d takes back.",
		last.What, older.What, s.Name, entry)
}

// actAt returns the act in a log entry, if it can be undone.
func actAt(s *gm.Step, entry uint64) (game.Act, uint64, error) {
	var a game.Act
	e, err := s.Entry(entry)
	switch {
	case err != nil:
		return a, 0, err
	case e.Kind != gm.KindAct:
		return a, 0, refusal.New("Entry %d of %s is not one of your acts; gm log %s lists them.", entry, s.Name, s.Name)
	}
	if err := s.Read(entry, gm.KindAct, &a); err != nil {
		return a, 0, err
	}
	if len(a.Undo) == 0 {
		return a, 0, refusal.New("%s can't be taken back.", a.What)
	}
	return a, entry, nil
}
