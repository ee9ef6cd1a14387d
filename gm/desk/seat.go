package desk

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// Seat gives a seat to another player, or to the same player at another address. They get a letter as at the start of
// a game, with everything that the seat has not been told yet, and the orders on file stay. The former player is told
// that they have left; nobody else is told.
func (d *Operator) Seat(ctx context.Context, now time.Time, name, seat, to string) error {
	if strings.EqualFold(to, game.RobotWord) {
		return d.seatRobot(ctx, now, name, seat)
	}
	to = letter.Address(to)
	if err := d.Master.CheckAddress(to); err != nil {
		return err
	}
	if _, err := d.Master.Load(ctx, name); err != nil {
		return err
	}
	if err := d.enter(ctx, name, to); err != nil {
		return err
	}
	since, err := outbox.SuspendedSince(ctx, d.Master, to)
	if err != nil {
		return err
	}
	err = d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		who, err := inspect.OneSeat(s, seat)
		if err != nil {
			return err
		}
		if who.Address == to && !since.IsZero() { // the game master trusts the address
			logAct(s, done{what: "seat " + name, detail: string(who.Name) + "=" + to})
			return nil
		}
		if who.Address == to {
			return refusal.New("%s sits there already.", to)
		}
		if err := errors.Join(checkUnknowing(s, who.Name, to), checkCompany(s, who)); err != nil {
			return err
		}
		was := who.Player()
		s.Change = who.Change(to, game.Replaced)
		withdrawOffers(s, who.Name, to)
		if err := play.Reseat(s, who, to, "The game master has given your seat in this game to another address. If "+
			"that one is also yours, play on from there; if not, thank you for having played."); err != nil {
			return err
		}
		undo := []string{"seat", name, string(who.Name) + "=" + was}
		if was == "" {
			undo = []string{"eject", name, string(who.Name)}
		}
		logAct(s, done{what: "seat " + name, detail: string(who.Name) + "=" + to, undo: undo})
		return play.Offers(s)
	})
	if err != nil || d.Dry {
		return err
	}
	return play.Alive(ctx, d.Master, now, to) // the game master vouches that letters arrive there
}

// checkCompany returns an error if a second person would join a blind game whose turns end early. A person against
// robots alone need not wait for deadlines, but with two people the time of a report would tell each of them when the
// other has written.
func checkCompany(s *gm.Step, who *game.Seat) error {
	people := 0
	for _, seat := range s.Game.Seats {
		if seat.Name != adjudicator.GM && seat.Address != "" {
			people++
		}
	}
	early := writing.BlindDeadlines(s) && s.Game.Clock.Ends == calendar.WhenIn
	if !early || people != 1 || who.Address != "" {
		return nil
	}
	return refusal.New("Turns of %[1]s end as soon as everybody has written. With a second person, the time of a "+
		"report would tell each of the two when the other has written. Have its turns end at deadlines first: "+
		"gm clock %[1]s --ends deadline", s.Name)
}

// seatRobot gives a seat to a robot. Its former player, if there is one, is told that they have left; nobody else is
// told.
func (d *Operator) seatRobot(ctx context.Context, now time.Time, name, seat string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := errors.Join(inspect.CheckRunning(s), play.CheckRobots(s.Master, s.Game.Rules)); err != nil {
			return err
		}
		who, err := player(s, seat)
		if err != nil {
			return err
		}
		if who.IsRobot() {
			return refusal.New("A robot sits there already.")
		}
		undo := []string{"seat", name, string(who.Name) + "=" + who.Address}
		if who.Address == "" {
			undo = []string{"eject", name, string(who.Name)}
		} else {
			s.Change = who.Change("", game.Replaced)
		}
		if err := play.SeatRobot(s, who, writing.WithReason(s, "The game master has given your seat in this game to a "+
			"robot. Thank you for having played.")); err != nil {
			return err
		}
		logAct(s, done{what: "seat " + name, detail: string(who.Name) + "=" + game.RobotWord, undo: undo})
		return nil
	})
}

// withdrawOffers takes a new player off the standbys, and back the offer of their seat to somebody else.
func withdrawOffers(s *gm.Step, seat adjudicator.Seat, to string) {
	if b := s.Game.StandbyAt(to); b != nil {
		play.Strike(s, b)
	}
	if b := s.Game.Offered(seat); b != nil {
		b.Withdraw()
	}
}

// dropSecond removes a player's second address, or cancels the question about one. The player is told.
func (d *Operator) dropSecond(ctx context.Context, now time.Time, name, addr string) error {
	addr = letter.Address(addr)
	return d.act(ctx, now, name, func(s *gm.Step) error {
		i := slices.IndexFunc(s.Game.Seats, func(seat *game.Seat) bool {
			return slices.Contains(seat.OtherAddresses(), addr)
		})
		if i < 0 {
			return refusal.New("%s is nobody's second address in %s.", addr, name)
		}
		play.TakeSecond(s, s.Game.Seats[i], addr)
		logAct(s, done{what: "seat " + name + " drop", detail: addr})
		return nil
	})
}

// reachable routes players' letters to a copy of a game that is to go on.
func (d *Operator) reachable(ctx context.Context, name string) error {
	s, err := d.Master.Load(ctx, name)
	if err != nil || s.Game.State != game.Held {
		return nil // the step itself reports the error
	}
	for _, seat := range s.Game.Seats {
		if err := d.enter(ctx, name, seat.Addresses()...); err != nil {
			return err
		}
	}
	return nil
}

// player returns the player's seat that a game master names.
func player(s *gm.Step, name string) (*game.Seat, error) {
	var players []string
	for _, p := range s.Game.Players() {
		players = append(players, string(p))
	}
	if strings.Contains(name, "@") {
		return playerAt(s, letter.Address(name))
	}
	who, err := inspect.OneSeatOf(s, name, players)
	if err == nil && who.Name == adjudicator.GM {
		return nil, refusal.New("The game master is not a player; the seats of %s are "+
			"%s.", s.Name, game.Listed(players))
	}
	return who, err
}

// playerAt returns the seat of the player with an address.
func playerAt(s *gm.Step, addr string) (*game.Seat, error) {
	i := slices.IndexFunc(s.Game.Seats, func(seat *game.Seat) bool {
		return seat.Name != adjudicator.GM && seat.Owns(addr)
	})
	if i < 0 {
		return nil, refusal.New("Nobody with the address %s plays in %s.", addr, s.Name)
	}
	return s.Game.Seats[i], nil
}
