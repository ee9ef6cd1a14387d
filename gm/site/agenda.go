package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// AgendaOf returns the deadlines of running games, for the game master: of the games with the given names, or of all.
// A game that can't be read has none.
func AgendaOf(ctx context.Context, m *gm.Master, only ...string) (templates.Agenda, error) {
	return agenda(ctx, m, only, func(s *gm.Step) []templates.Entry {
		return []templates.Entry{{UID: m.MessageID("deadline." + s.Name), Summary: s.Name + ": " + s.Game.Phase}}
	})
}

// AgendaFor returns the deadlines of the questions to the player with an address, as in the letters to them. It
// contains nothing about questions to other players, and no deadlines that the letters leave out of calendars. An
// entry has the same UID as in the letter, so that it replaces that one.
func AgendaFor(ctx context.Context, m *gm.Master, addr string, only ...string) (templates.Agenda, error) {
	addr = letter.Address(addr)
	plays := false
	a, err := agenda(ctx, m, only, func(s *gm.Step) (all []templates.Entry) {
		for _, seat := range s.Game.Seats {
			if seat.Name == adjudicator.GM || !seat.Owns(addr) {
				continue
			}
			plays = true
			if uid := writing.DateOf(s, seat); uid != "" {
				all = append(all, templates.Entry{UID: uid,
					Summary: fmt.Sprintf("%s: %s, as %s", s.Name, s.Game.Phase, seat.Name)})
			}
		}
		return all
	})
	if err == nil && !plays {
		err = refusal.New("Nobody with the address %s plays in a game that is running.", addr)
	}
	return a, err
}

// agenda collects the entries that find returns for each running game with a deadline.
func agenda(ctx context.Context, m *gm.Master, only []string,
	find func(*gm.Step) []templates.Entry) (templates.Agenda, error) {
	a := templates.Agenda{Name: cmp.Or(m.Name, "Deaddrop") + ": deadlines"}
	games, _ := m.Among(ctx, only)
	for g, err := range games {
		if err != nil {
			return a, err
		}
		entries, err := entriesOf(ctx, m, g, find)
		if err != nil && len(only) > 0 {
			return a, err
		}
		a.Entries = append(a.Entries, entries...)
	}
	slices.SortStableFunc(a.Entries, func(a, b templates.Entry) int { return a.Deadline.Compare(b.Deadline) })
	return a, nil
}

// entriesOf returns the entries for a game.
func entriesOf(ctx context.Context, m *gm.Master, g store.NamedGame,
	find func(*gm.Step) []templates.Entry) ([]templates.Entry, error) {
	s, err := m.Look(ctx, g)
	if err != nil || s.Game.State != game.Running {
		return nil, err
	}
	all := find(s)
	if s.Game.Deadline.IsZero() { // for example, because the game is paused
		return nil, nil
	}
	note := s.Game.Rules
	if rules, err := m.RulesOf(s.Game.Rules); err == nil {
		note = rules.Title
	}
	if grace := s.Game.Clock.Grace; grace > 0 {
		note += fmt.Sprintf(". The turn waits another %s for the late.", game.Lasting(grace))
	}
	for i := range all {
		all[i].Deadline, all[i].Note = s.Game.Deadline, note
	}
	return all, nil
}
