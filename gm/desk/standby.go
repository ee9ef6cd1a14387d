package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

const (
	ListSet = "set"
)

// Standby adds addresses to a game's list of standbys, removes them, or replaces the list by them, in that order.
// Those who are added or removed are written to. A seat that needs a player is offered to the first standby at once.
func (d *Operator) Standby(ctx context.Context, now time.Time, name, verb string, addresses []string) error {
	addresses = letter.Addresses(addresses)
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		undo := []string{"standby", name, ListSet}
		for _, b := range s.Game.Standbys {
			undo = append(undo, b.Address)
		}
		list, err := listed(s, verb, addresses)
		if err != nil {
			return err
		}
		was := s.Game.Standbys
		s.Game.Standbys = list
		for _, b := range was {
			if !slices.Contains(list, b) {
				b.Withdraw()
				if err := play.WriteTo(s, b, "standby", writing.WithReason(s,
					"The game master has taken you off the standby list of this game.")); err != nil {
					return err
				}
			}
		}
		for _, b := range list {
			if slices.Contains(was, b) {
				continue
			}
			if err := play.WriteTo(s, b, "standby",
				"The game master has put you on the standby list of this game. You will get a letter when a seat "+
					"is free. If you would rather not be on it, answer NO."); err != nil {
				return err
			}
		}
		logAct(s, done{what: "standby " + name + " " + verb, detail: strings.Join(addresses, " "), undo: undo})
		return play.Offers(s)
	})
}

// listed returns the list of standbys after the change.
func listed(s *gm.Step, verb string, addresses []string) ([]*game.Standby, error) {
	list := slices.Clone(s.Game.Standbys)
	if verb == ListSet {
		list = nil
	}
	for _, addr := range addresses {
		b := s.Game.StandbyAt(addr)
		switch {
		case verb == reception.ListRemove && b == nil:
			return nil, refusal.New("%s is not a standby of %s; gm standby %s lists them.", addr, s.Name, s.Name)
		case verb == reception.ListRemove:
			list = slices.DeleteFunc(list, func(o *game.Standby) bool { return o == b })
			continue
		case s.Master.CheckAddress(addr) != nil:
			return nil, s.Master.CheckAddress(addr)
		case checkUnknowing(s, "", addr) != nil:
			return nil, checkUnknowing(s, "", addr)
		case s.Game.Sits(addr):
			return nil, refusal.New("%s plays in %s already.", addr, s.Name)
		case slices.ContainsFunc(list, func(o *game.Standby) bool { return o.Address == addr }):
			return nil, refusal.New("%s is a standby of %s already.", addr, s.Name)
		case len(list) >= play.MaxStandbys:
			return nil, refusal.New("%s already has %d standbys, the most that there can be.", s.Name, play.MaxStandbys)
		}
		if b == nil {
			b = &game.Standby{Address: addr}
		}
		list = append(list, b)
	}
	return list, nil
}

// Eject removes the player of a seat. The seat is offered to the standbys. Until it has a new player, the turn goes
// on with the rules' defaults for it. The other players are told nothing.
func (d *Operator) Eject(ctx context.Context, now time.Time, name, seat string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		who, err := player(s, seat)
		if err != nil {
			return err
		}
		if who.Vacant() {
			return refusal.New("Nobody sits in the seat of %s.", who.Name)
		}
		was := who.Player()
		if who.Address != "" {
			s.Change = who.Change("", game.Ejected)
		}
		if err := play.Farewell(s, who, writing.WithReason(s,
			"The game master has taken your seat in this game. Thank you for having played."), nil); err != nil {
			return err
		}
		logAct(s, done{
			what:   "eject " + name,
			detail: string(who.Name) + "=" + was,
			undo:   []string{"seat", name, string(who.Name) + "=" + was},
		})
		return play.Vacate(s, who)
	})
}
