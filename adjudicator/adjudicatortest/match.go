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

// A Match is one game, played through the contract alone and watched at every phase.
type Match struct {
	Rules  *adjudicator.Rules
	Config adjudicator.Config
	Seed   uint64
	Most   int // phases, before the game counts as one without an end

	Answer Answerer
	// Watch gets the position at the start, and each that comes of a phase with what was told in it. Its error ends the
	// match.
	Watch func(p adjudicator.Position, told []adjudicator.EventRecord) error

	Phase  string         // the one that is played, or was the last
	Phases int            // until now
	Counts map[string]int // events by kind
}

// Play plays the match to its end. Every eighth position is saved and must come back as it was.
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

// comesBack saves a position and loads it.
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

// Filed is what comes of a player's words: what is on file then, and whether anything was heard of them. None of their
// lines may be refused if they are to be sound, and what is put on file must be read again as it is.
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

// Averages is a line on some matches: their phases, and how often what was told, in each on average.
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
