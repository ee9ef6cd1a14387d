package gm

import (
	"encoding/json"
	"fmt"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
)

// Replay plays the current phase from the position at its start, as far as there are answers.
func (s *Step) Replay() (adjudicator.Position, *adjudicator.Table, error) {
	s.when = ""
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, nil, err
	}
	saved, err := s.Position()
	if err != nil {
		return nil, nil, err
	}
	p := rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		return nil, nil, fmt.Errorf("reading the position of %s: %w", s.Name, err)
	}
	if s.Game.State == game.Over {
		return p, nil, nil
	}
	luck := s.luck()
	table := adjudicator.NewTable(luck, s.Game.Record)
	err = table.Run(p)
	s.LuckGuessed = s.LuckGuessed || luck.Beyond != nil && table.Drew() >= luck.Known
	return p, table, err
}

// Position returns the saved position at the start of the phase, which may have been written by this step.
func (s *Step) Position() ([]byte, error) {
	e, err := s.Entry(s.Game.Position)
	switch {
	case err != nil:
		return nil, err
	case e.Kind != KindPosition:
		return nil, fmt.Errorf("entry %d of %s is no position", s.Game.Position, s.Name)
	}
	return Decompressed(e.Body)
}

// Title returns the game's rules. If this program does not have them, the result has only a name, and nothing can be
// played.
func (s *Step) Title() *adjudicator.Rules {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return &adjudicator.Rules{Title: s.Game.Rules}
	}
	return rules
}
