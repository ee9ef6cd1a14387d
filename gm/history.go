package gm

import (
	"encoding/json"
	"fmt"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// history is all that a seat was told in the phases that are over: each is played again with the answers that it
// was played with.
func (s *step) history(seat adjudicator.Seat) ([]templates.Chapter, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, err
	}
	var out []templates.Chapter
	var start []byte // the position at the start of the phase
	luck := adjudicator.Luck{Secret: s.g.Secret}
	for e, err := range s.m.Store.Log(s.ctx, s.name, 1) {
		if err != nil {
			return nil, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		switch e.Kind {
		case kindPosition:
			if start, err = unsqueezed(e.Body); err != nil {
				return nil, fmt.Errorf("reading a position of %s: %w", s.name, err)
			}
		case kindPhase:
			luck.Phase++
			var rec adjudicator.Record
			if err := decode(e.Body, &rec); err != nil {
				return nil, fmt.Errorf("reading a phase of %s: %w", s.name, err)
			}
			c, err := told(rules, start, luck, rec, seat)
			if err != nil {
				return nil, err
			}
			if len(c.Events) > 0 {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// told is what a seat was told in a phase.
func told(rules *adjudicator.Rules, start []byte, luck adjudicator.Luck, rec adjudicator.Record, seat adjudicator.Seat) (templates.Chapter, error) {
	p := rules.Blank()
	if err := json.Unmarshal(start, p); err != nil {
		return templates.Chapter{}, fmt.Errorf("reading a position of %s: %w", rules.Name, err)
	}
	c := templates.Chapter{Phase: p.Phase()}
	table := adjudicator.NewTable(luck, adjudicator.Record{Asked: rec.Asked}) // as if nothing had been told, so that all of it is news
	if err := table.Run(p); err != nil {                                      // the program has changed since; that must not hold what is played now
		return c, &untakenError{err.Error()}
	}
	for _, t := range table.News() {
		if t.To.Has(seat) {
			c.Events = append(c.Events, t.Event)
		}
	}
	return c, nil
}
