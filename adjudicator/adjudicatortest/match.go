package adjudicatortest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// A Match is a game that is played using only the Rules interface, and observed after each phase.
type Match struct {
	Rules  *adjudicator.Rules
	Config adjudicator.Config
	Seed   uint64
	Most   int // largest number of phases; a longer game counts as endless

	Answer Answerer
	// Watch, unless nil, is called with the position at the start, and after each phase with the new position and the
	// events told in it. Its error ends the match.
	Watch func(p adjudicator.Position, told []adjudicator.EventRecord) error

	Phase  string         // the current or last phase
	Phases int            // number of phases so far
	Counts map[string]int // number of events by kind
}

// Play plays the match to its end. Every eighth position is saved and loaded, which must not change it.
func (m *Match) Play() error {
	m.Counts = map[string]int{}
	luck := adjudicator.Luck{Secret: fmt.Append(nil, "robots ", m.Seed)}
	config, err := m.Rules.Configure(m.Config)
	if err != nil {
		return err
	}
	p, err := m.Rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	if err != nil {
		return err
	}
	for err = m.Watch(p, nil); err == nil && p.Phase() != ""; m.Phases++ {
		if luck.Phase++; m.Phases >= m.Most {
			return fmt.Errorf("the game does not end")
		}
		m.Phase = p.Phase()
		var told []adjudicator.EventRecord
		if p, told, err = PlayPhase(m.Rules, p, luck, m.Answer); err != nil {
			return err
		}
		for _, event := range told {
			m.Counts[event.Kind]++
		}
		if m.Phases%8 == 0 {
			err = comesBack(m.Rules, p)
		}
		if err == nil {
			err = m.Watch(p, told)
		}
	}
	return err
}

// comesBack checks that saving and loading does not change a position.
func comesBack(rules *adjudicator.Rules, p adjudicator.Position) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	back := rules.Blank()
	if err := json.Unmarshal(text, back); err != nil {
		return err
	}
	if again, _ := json.Marshal(back); string(again) != string(text) {
		return fmt.Errorf("saved as\n%s\nit comes back as\n%s", text, again)
	}
	return nil
}

// Filed returns the result of a player's text: the answer on file, and whether it counts as a letter. With sound set,
// no line may be refused. The answer must be read as itself.
func Filed(v adjudicator.View, req adjudicator.Request, words string,
	sound bool) (answer string, heard bool, err error) {
	if words == "" {
		return cmp.Or(req.Filed, req.Default), false, nil
	}
	reading := v.Read(req.Kind, req.Filed, words)
	if sound && len(reading.Faults()) > 0 {
		return "", false, fmt.Errorf("%s, asked for %s: %v\nin:\n%s", req.Seat, req.Kind, reading.Faults(), words)
	}
	if reading.Answer == "" {
		return req.Default, true, nil
	}
	if again := v.Read(req.Kind, "", reading.Answer); again.Answer != reading.Answer || len(again.Faults()) > 0 {
		return "", false, fmt.Errorf("%s, asked for %s: what is on file is read otherwise:\n%s\n%s\n%v",
			req.Seat, req.Kind, reading.Answer, again.Answer, again.Faults())
	}
	return reading.Answer, true, nil
}

// Averages returns a line about some matches: the average number of phases, and of each kind of event.
func Averages(matches []*Match) string {
	phases, counts := 0, map[string]int{}
	for _, m := range matches {
		phases += m.Phases
		for k, n := range m.Counts {
			counts[k] += n
		}
	}
	n := float64(max(len(matches), 1))
	var events []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		events = append(events, fmt.Sprintf("%s %.1f", k, float64(counts[k])/n))
	}
	return fmt.Sprintf("%d games, %.1f phases; events: %s", len(matches), float64(phases)/n, strings.Join(events, ", "))
}
