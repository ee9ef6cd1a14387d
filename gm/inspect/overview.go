// Package inspect shows games: their state, orders on file, logs, histories and positions, as the game master or a
// seat may see them, and how a letter would be read. It changes nothing.
package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
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

// CheckRunning returns an error unless the game is running.
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

// OneSeat returns the seat that a game master names.
func OneSeat(s *gm.Step, name string) (*game.Seat, error) { return OneSeatOf(s, name, s.Game.Names()) }

// OneSeatOf is like OneSeat, limited to the given names of seats.
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

// An Overview describes the state of a game for the game master.
type Overview struct {
	Name, Rules, State, Why, Phase string
	Copy                           bool      `json:",omitempty"` // whether it is a copy, which sends no letters
	Deadline                       time.Time // zero if there is none
	// when the game master stopped the clock; zero: it runs
	Paused    time.Time `json:",omitzero"`
	Seats     []SeatOverview
	Secret    string // hash of the secret, as players were told it
	Rulings   []templates.Option
	Clock     calendar.Clock
	Trust     intake.Trust
	Notify    game.Notify // when the game master gets letters about inbox items
	Missing   game.Ladder
	Standbys  []game.StandbyOverview  `json:",omitempty"`
	Observers []game.ObserverOverview `json:",omitempty"` // including those who have only asked
	SignUp    *game.SignUpOverview    `json:",omitempty"` // the sign-up; nil unless the game is forming
	Waits     int                     `json:",omitzero"`  // number of the game's items in the game master's inbox
	Masters   []MasterOverview        // the game masters, the one with the seat first
	Blindfold bool                    `json:",omitempty"` // whether a game master who plays sees no secrets
	// options about press that differ from the default, as sentences
	Press []string `json:",omitempty"`
}

// A MasterOverview describes a game master of a game.
type MasterOverview struct {
	Address string
	Rights  game.Rights
	Seat    bool `json:",omitempty"` // whether they have the game master's seat
	Plays   bool `json:",omitempty"` // whether they also play in the game, or stand by
}

// masters describes the game masters of a game.
func masters(s *gm.Step) []MasterOverview {
	out := []MasterOverview{}
	add := func(addr string, rights game.Rights, seat bool) {
		known := slices.ContainsFunc(out, func(o MasterOverview) bool { return o.Address == addr })
		if addr != "" && !known {
			out = append(out, MasterOverview{Address: addr, Rights: rights, Seat: seat, Plays: s.Game.Plays(addr)})
		}
	}
	if desk := s.Game.Seat(adjudicator.GM); desk != nil {
		add(desk.Address, game.RightsGame, true)
	}
	for _, addr := range s.Master.SiteDesks() {
		add(addr, game.RightsSite, false)
	}
	for _, f := range s.Game.Fellows {
		add(f.Address, s.Master.RightsIn(s.Game, s.Name, f.Address), false)
	}
	for _, c := range s.Master.ConfiguredMasters(s.Name) {
		add(c.Address, s.Master.RightsIn(s.Game, s.Name, c.Address), false)
	}
	return out
}

// A SeatOverview describes the state of a seat.
type SeatOverview struct {
	Name    adjudicator.Seat
	Address string
	Robot   game.Robot `json:",omitempty"` // whether a robot plays it
	Also    string     `json:",omitempty"` // the player's second address
	Asking  string     `json:",omitempty"` // an address that was asked whether it is the second one
	// since when the address is suspended; zero: it is not
	Suspended time.Time `json:",omitzero"`
	Asked     bool
	In        bool // whether it need not be waited for
	Wait      bool
	Orders    string // the orders on file
	Missing   []string
	Open      []string `json:",omitempty"` // parts of the player's letters that are open, in their words
	game.Lateness
}

// OverviewOf describes a game for the game master.
func OverviewOf(ctx context.Context, m *gm.Master, name string) (Overview, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return Overview{}, err
	}
	return overview(s, func(addr string) (time.Time, error) { return outbox.SuspendedSince(ctx, m, addr) })
}

// overview describes the step's game. suspended is as returned by outbox.Suspensions.
func overview(s *gm.Step, suspended func(addr string) (time.Time, error)) (Overview, error) {
	o := Overview{
		Name: s.Game.Name, Rules: s.Game.Rules, State: string(s.Game.State), Why: s.Game.Why, Phase: s.Game.Phase,
		Copy:     s.Game.Copy,
		Deadline: s.Game.Deadline.In(s.Game.Clock.Location()), Secret: s.Game.Hash(), Clock: s.Game.Clock,
		Trust: cmp.Or(s.Game.Trust, intake.TrustReply), Notify: s.Notify(), Missing: s.Game.Missing, Standbys: s.Game.StandbyOverviews(),
		Observers: s.Game.ObserverOverviews(), Press: game.PressWords(s.Game.PressRules), Waits: len(s.Game.Inbox),
		Masters: masters(s), Blindfold: s.Game.Blindfold,
	}
	if s.Game.Paused != nil {
		o.Paused = s.Game.Paused.Since.In(s.Game.Clock.Location())
	}
	if rules, err := s.Master.RulesOf(s.Game.Rules); err == nil { // this program may not have these rules
		o.Rulings = game.Rulings(rules, s.Game.Options)
	}
	if s.Game.State == game.Forming {
		o.Why, o.SignUp = s.Game.SignUp.Stalled, s.Game.SignUp.Overview(s.Game.Clock.Location())
	}
	for _, seat := range s.Game.Seats {
		so := SeatOverview{Name: seat.Name, Address: seat.Address, Robot: seat.Robot, Also: seat.Also, Wait: seat.Wait,
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

// As returns what a seat knows now: as text of its letters, and its view as JSON.
func As(ctx context.Context, m *gm.Master, now time.Time, name string,
	as string) (text string, view []byte, err error) {
	return AsAt(ctx, m, now, name, as, "")
}

// AsAt returns what a seat knew at the start of a phase, before any answers; "" means now.
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

// knower returns a seat by its name. The game master's and the observers' seats exist in every game, even if nobody
// holds them.
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

// Games describes the given games, or all, sorted by name. The state of one that can't be read is "broken".
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
