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
	"deaddrop/templates"
)

// Observer adds addresses to a game's observers, removes them, or replaces the list by them. Only those who are added
// or removed are written to.
func (d *Operator) Observer(ctx context.Context, now time.Time, name, verb string, addresses []string) error {
	addresses = letter.Addresses(addresses)
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		if !s.Game.Begun() {
			return refusal.New("%s has not begun, so there is nothing to watch yet.", name)
		}
		undo := []string{"observer", name, ListSet}
		for _, o := range s.Game.Observers() {
			if !o.Confirmed.IsZero() {
				undo = append(undo, o.Address)
			}
		}
		if verb == ListSet {
			var err error
			if addresses, err = onlyObservers(s, addresses); err != nil {
				return err
			}
		}
		for _, addr := range addresses {
			if err := changeObserver(s, verb, addr); err != nil {
				return err
			}
		}
		logAct(s, done{what: "observer " + name + " " + verb, detail: strings.Join(addresses, " "), undo: undo})
		return nil
	})
}

// onlyObservers removes all other observers, and returns the addresses that are still to be added.
func onlyObservers(s *gm.Step, addresses []string) (more []string, err error) {
	for _, o := range s.Game.Observers() {
		if !slices.ContainsFunc(addresses, func(a string) bool { return a == o.Address }) {
			err = changeObserver(s, reception.ListRemove, o.Address)
		}
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(slices.Clone(addresses), func(a string) bool {
		o := s.Game.Observer(a)
		return o != nil && !o.Confirmed.IsZero()
	}), nil
}

// changeObserver adds or removes one observer.
func changeObserver(s *gm.Step, verb, addr string) error {
	o := s.Game.Observer(addr)
	switch {
	case verb == reception.ListRemove && o == nil:
		return refusal.New("%s does not watch %s; gm observer %s lists who does.", addr, s.Name, s.Name)
	case verb == reception.ListRemove:
		play.StrikeObserver(s, addr)
		if o.Confirmed.IsZero() { // they had not confirmed
			return nil
		}
		page, err := play.Observed(s, templates.WatchOut,
			writing.WithReason(s, "The game master has taken you off the list of observers of this game."))
		if err == nil {
			play.TellObserver(s, o, page, nil)
		}
		return err
	case s.Game.PressRule("observe") == game.ObserveNo:
		return refusal.New("Nobody may watch %s. gm press-rules %s observe=gm lets you choose who may watch, "+
			"observe=mail lets anybody; the players are told.", s.Name, s.Name)
	case s.Master.CheckAddress(addr) != nil:
		return s.Master.CheckAddress(addr)
	case s.Game.Sits(addr):
		return refusal.New("%s has a seat in %s, and so gets everything that an observer gets.", addr, s.Name)
	case o != nil && !o.Confirmed.IsZero():
		return refusal.New("%s watches %s already.", addr, s.Name)
	}
	o, ok := play.AdmitObserver(s, addr, true)
	if !ok {
		return refusal.New("%s already has %d observers, the most that there can be.", s.Name, play.MaxObservers)
	}
	page, err := play.Observed(s, templates.WatchIn, writing.WithReason(s,
		"You may now watch this game. If you would rather not, answer OBSERVE OFF."))
	if err == nil {
		play.TellObserver(s, o, page, nil)
	}
	return err
}
