// Package inspect shows what a game is and was: its state, the orders on file, its log, its history, its position, as
// its game master may see it or as a seat does, and how a letter would be read. It changes nothing.
package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/outbox"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// CheckRunning refuses an act on a game that is not running.
func CheckRunning(s *gm.Step) error {
	switch s.Game.State {
	case game.Over:
		return refusal.New("%s is over.", s.Name)
	case game.Held:
		return refusal.New("%s is held: %s", s.Name, s.Game.Why)
	case game.Forming:
		return refusal.New("%s has not begun: it takes players. gm start %s begins it.", s.Name, s.Name)
	}
	return nil
}

// OneSeat is the seat that a game master names.
func OneSeat(s *gm.Step, name string) (*game.Seat, error) { return OneSeatOf(s, name, s.Game.Names()) }

// OneSeatOf is one, where there are those names to be had.
func OneSeatOf(s *gm.Step, name string, names []string) (*game.Seat, error) {
	found, err := s.Game.Named(name)
	switch {
	case err != nil:
		return nil, game.WithAlternatives(err, s.Name, names)
	case len(found) > 1:
		return nil, refusal.New("Name one seat; these are %s.", game.Listed(found))
	}
	return s.Game.Seat(found[0]), nil
}

// An Overview is how a game stands, for the game master.
type Overview struct {
	Name, Rules, State, Why, Phase string
	Copy                           bool      `json:",omitempty"` // of a game, to be looked at: it writes to nobody
	Deadline                       time.Time // zero: there is none now
	// since when the game master has stopped the clock; zero: it runs
	Paused    time.Time `json:",omitzero"`
	Seats     []SeatOverview
	Secret    string // its hash, as told to the players
	Rulings   []templates.Option
	Clock     calendar.Clock
	Trust     intake.Trust
	Notify    game.Notify // when the game master gets letters about what waits
	Missing   game.Ladder
	Standbys  []game.StandbyOverview  `json:",omitempty"`
	Observers []game.ObserverOverview `json:",omitempty"` // who watch, or have asked to
	SignUp    *game.SignUpOverview    `json:",omitempty"` // while it is forming
	Waits     int                     `json:",omitzero"`  // how many things of it are in the game master's inbox
	// what is chosen about press, as sentences, but for the default
	Press []string `json:",omitempty"`
}

// A SeatOverview is how a seat stands.
type SeatOverview struct {
	Name    adjudicator.Seat
	Address string
	Also    string `json:",omitempty"` // its player's second address
	Asking  string `json:",omitempty"` // an address that is asked whether it is to be that
	// since when letters to the address come back, so that none are sent; zero: they are
	Suspended time.Time `json:",omitzero"`
	Asked     bool
	In        bool // nothing has to be waited for
	Wait      bool
	Orders    string // on file
	Missing   []string
	Open      []string `json:",omitempty"` // of its player's letters, in their words: the turn waits for more about it
	game.Lateness
}

// OverviewOf tells the game master how a game stands.
func OverviewOf(ctx context.Context, m *gm.Master, name string) (Overview, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return Overview{}, err
	}
	return overview(s, func(addr string) (time.Time, error) { return outbox.SuspendedSince(ctx, m, addr) })
}

// overview tells how the step's game stands. suspended tells since when nothing is sent to an address, as
// Master.suspended does.
func overview(s *gm.Step, suspended func(addr string) (time.Time, error)) (Overview, error) {
	o := Overview{
		Name: s.Game.Name, Rules: s.Game.Rules, State: string(s.Game.State), Why: s.Game.Why, Phase: s.Game.Phase,
		Copy:     s.Game.Copy,
		Deadline: s.Game.Deadline.In(s.Game.Clock.Location()), Secret: s.Game.Hash(), Clock: s.Game.Clock,
		Trust: cmp.Or(s.Game.Trust, intake.TrustReply), Notify: s.Notify(), Missing: s.Game.Missing, Standbys: s.Game.StandbyOverviews(),
		Observers: s.Game.ObserverOverviews(), Press: game.PressWords(s.Game.PressRules), Waits: len(s.Game.Inbox),
	}
	if s.Game.Paused != nil {
		o.Paused = s.Game.Paused.Since.In(s.Game.Clock.Location())
	}
	if rules, err := s.Master.RulesOf(s.Game.Rules); err == nil { // else the program no longer has them
		o.Rulings = game.Rulings(rules, s.Game.Options)
	}
	if s.Game.State == game.Forming {
		o.Why, o.SignUp = s.Game.SignUp.Stalled, s.Game.SignUp.Overview(s.Game.Clock.Location())
	}
	for _, seat := range s.Game.Seats {
		so := SeatOverview{Name: seat.Name, Address: seat.Address, Also: seat.Also, Wait: seat.Wait,
			Lateness: seat.Lateness()}
		if seat.Asks(s.Now) {
			so.Asking = seat.Asking.Address
		}
		var err error
		if so.Suspended, err = suspended(seat.Address); err != nil {
			return Overview{}, err
		}
		if q := s.Game.Question(seat, 0); q != nil {
			so.Asked, so.In, so.Orders, so.Missing = true, s.Game.IsIn(q), q.Answer, q.Missing
			for _, p := range q.Points {
				so.Open = append(so.Open, p.Quote)
			}
		}
		o.Seats = append(o.Seats, so)
	}
	return o, nil
}

// As returns what a seat knows now: as its letters say it, and its view as JSON.
func As(ctx context.Context, m *gm.Master, now time.Time, name string,
	as string) (text string, view []byte, err error) {
	return AsAt(ctx, m, now, name, as, "")
}

// AsAt returns what a seat knew when a phase had begun, before anybody had answered; "" is now.
func AsAt(ctx context.Context, m *gm.Master, now time.Time,
	name, as, phase string) (text string, view []byte, err error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return "", nil, err
	}
	if s.Now = now; !s.Game.Begun() {
		return "", nil, refusal.New("%s has not begun, so there is nothing to know yet.", name)
	}
	if err := s.GoTo(phase); err != nil {
		return "", nil, err
	}
	who, err := knower(s, as)
	if err != nil {
		return "", nil, err
	}
	stack, err := gm.Guarded(func() error {
		p, _, err := s.Replay()
		if err != nil {
			return err
		}
		page := writing.PageFor(s, p, who)
		words, err := m.Words.Letter("state", page)
		if err != nil {
			return fmt.Errorf("writing the state: %w", err)
		}
		text = words.Text
		view, err = json.MarshalIndent(page.View, "", "  ")
		return err
	})
	if stack != "" {
		return "", nil, refusal.New("The rules of %s fail: %s", name, gm.FirstLine(stack))
	}
	return text, view, err
}

// knower is a seat by its name. The game master and observers know something in every game, also when nobody sits
// there.
func knower(s *gm.Step, name string) (*game.Seat, error) {
	for _, always := range []adjudicator.Seat{adjudicator.GM, adjudicator.Observer} {
		if strings.EqualFold(name, string(always)) && s.Game.Seat(always) == nil {
			return &game.Seat{Name: always}, nil
		}
	}
	names := s.Game.Names()
	for _, always := range []adjudicator.Seat{adjudicator.GM, adjudicator.Observer} {
		if s.Game.Seat(always) == nil {
			names = append(names, string(always))
		}
	}
	return OneSeatOf(s, name, names)
}

// Games lists the games, in the order of their names: those that are given, or all. One that can't be read is "broken".
func Games(ctx context.Context, m *gm.Master, only ...string) ([]Overview, error) {
	suspended, err := outbox.Suspensions(ctx, m, len(only) == 0)
	if err != nil {
		return nil, err
	}
	games, _ := m.Among(ctx, only)
	return gm.Gather(games, func(g store.NamedGame) (o Overview, _ error) {
		s, err := m.Look(ctx, g)
		if err == nil {
			o, err = overview(s, suspended)
		}
		if err != nil {
			o = Overview{Name: g.Name, State: gm.Broken, Why: err.Error()}
		}
		return o, nil
	})
}
