package gm

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// A chapter is a phase that counts.
type chapter struct {
	Count    uint64
	Position uint64 // the log entry with the position at its start
	Name     string
	asked    []adjudicator.Asked
	start    []byte
}

// chapters are the phases that count, the one that is played included. A game that has not begun has none, and is refused.
func (s *step) chapters() ([]chapter, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, err
	}
	var out []chapter
	err = s.phases(mark{Position: 1, Phase: 1}, func(ph phase) error {
		p := rules.Blank()
		if err := json.Unmarshal(ph.start, p); err != nil {
			return fmt.Errorf("reading a position of %s: %w", s.name, err)
		}
		out = append(out, chapter{ph.luck.Phase, ph.position, p.Phase(), ph.asked, ph.start})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = refusal.New("%s has not begun.", s.name)
	}
	return out, err
}

// begunAt is the position at the start of a phase.
func (s *step) begunAt(c chapter) (adjudicator.Position, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, err
	}
	p := rules.Blank()
	if err := json.Unmarshal(c.start, p); err != nil {
		return nil, fmt.Errorf("reading a position of %s: %w", s.name, err)
	}
	return p, nil
}

// chapter finds a phase by its name, or its number.
func (s *step) chapter(text string) (chapter, error) {
	all, err := s.chapters()
	if err != nil {
		return chapter{}, err
	}
	text = strings.Join(strings.Fields(text), " ")
	number, err := strconv.ParseUint(text, 10, 64)
	for _, c := range slices.Backward(all) {
		if strings.EqualFold(c.Name, text) || err == nil && c.Count == number {
			return c, nil
		}
	}
	var names []string
	for _, c := range all[max(0, len(all)-mostNamed):] {
		names = append(names, c.Name)
	}
	return chapter{}, refusal.New("%s has had no phase %q; its last ones are %s.", s.name, text, listed(names))
}

// mostNamed is how many phases are named to somebody who named none.
const mostNamed = 5
