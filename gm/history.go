package gm

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Phase is a phase that was played, entirely or in part, with everything that is needed to play it again.
type Phase struct {
	Start    []byte // the position at its start
	position uint64 // log entry of that position
	Luck     adjudicator.Luck
	format   int // format version of its questions and answers
	Asked    []adjudicator.QuestionRecord
	Over     bool
}

// Phases calls f for each phase that is still valid, from a mark to the current phase.
func (s *Step) Phases(from game.Mark, f func(Phase) error) error {
	ph, count := Phase{Luck: s.Game.Luck(from.Phase), Over: true}, from.Phase
	for e, err := range s.Entries(from.Position) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if !game.Counts(s.Game.Void, e.Seq) {
			continue
		}
		switch e.Kind {
		case KindPosition:
			ph.position = e.Seq
			if ph.Start, err = Decompressed(e.Body); err != nil {
				return fmt.Errorf("reading a position of %s: %w", s.Name, err)
			}
		case KindPhase:
			var rec adjudicator.Record
			if err := Decode(e.Body, &rec); err != nil {
				return fmt.Errorf("reading a phase of %s: %w", s.Name, err)
			}
			ph.format, ph.Asked = rec.Format, rec.Asked
			if err := f(ph); err != nil {
				return err
			}
			count++
			ph.Luck = s.Game.Luck(count)
		}
	}
	if s.Game.State == game.Over || !s.Game.Begun() {
		return nil
	}
	ph.format, ph.Asked, ph.Over = s.Game.Record.Format, s.Game.Record.Asked, false
	return f(ph)
}

// Entries yields the log entries from a number on, including those of this step.
func (s *Step) Entries(from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		if err := s.durable(); err != nil {
			yield(store.Entry{}, err)
			return
		}
		for e, err := range s.Master.Store.Log(s.Ctx, s.Name, from) {
			if err == nil && e.Seq >= s.Next { // an entry of a step that was committed meanwhile
				break
			}
			if !yield(e, err) {
				return
			}
		}
		for i, e := range s.Log {
			if e.Seq = s.Next + uint64(i); e.Seq >= from && !yield(e, nil) {
				return
			}
		}
	}
}

// Entry returns a log entry, which may be one that this step has written, or the zero value if there is none.
func (s *Step) Entry(entry uint64) (store.Entry, error) {
	if entry >= s.Next {
		if i := entry - s.Next; i < uint64(len(s.Log)) {
			return s.Log[i], nil
		}
		return store.Entry{}, nil
	}
	if err := s.durable(); err != nil {
		return store.Entry{}, err
	}
	for e, err := range s.Master.Store.Log(s.Ctx, s.Name, entry) {
		if err != nil {
			return store.Entry{}, fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if e.Seq == entry {
			return e, nil
		}
		break
	}
	return store.Entry{}, nil
}

// Read decodes the body of a log entry, which must be of the given kind.
func (s *Step) Read(entry uint64, kind string, into any) error {
	e, err := s.Entry(entry)
	switch {
	case err != nil:
		return err
	case e.Kind != kind:
		return fmt.Errorf("entry %d of %s is no %s", entry, s.Name, kind)
	}
	if err := Decode(e.Body, into); err != nil {
		return fmt.Errorf("reading entry %d of %s: %w", entry, s.Name, err)
	}
	return nil
}

// Told returns the name of a phase and all events that were told in it.
func (ph Phase) Told(rules *adjudicator.Rules) (name string, news []adjudicator.EventRecord, err error) {
	p := rules.Blank()
	if err := json.Unmarshal(ph.Start, p); err != nil {
		return "", nil, fmt.Errorf("reading a position of %s: %w", rules.Name, err)
	}
	name = p.Phase()
	table := adjudicator.NewTable(ph.Luck, adjudicator.Record{Format: ph.format, Asked: ph.Asked})
	if err := table.Run(p); err != nil { // the rules have changed since that phase; this must not stop the current game
		return name, nil, &UntakenError{err.Error()}
	}
	return name, table.News(), nil
}

// Chapters returns the phases that are still valid, including the current one. It returns a refusal if the game has
// not begun.
func (s *Step) Chapters() ([]game.Chapter, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, err
	}
	var out []game.Chapter
	err = s.Phases(game.Mark{Position: 1, Phase: 1}, func(ph Phase) error {
		p := rules.Blank()
		if err := json.Unmarshal(ph.Start, p); err != nil {
			return fmt.Errorf("reading a position of %s: %w", s.Name, err)
		}
		out = append(out, game.Chapter{Count: ph.Luck.Phase, Position: ph.position, Name: p.Phase(),
			Asked: ph.Asked, Start: ph.Start})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = refusal.New("%s has not begun.", s.Name)
	}
	return out, err
}

// BegunAt returns the position at the start of a phase.
func (s *Step) BegunAt(c game.Chapter) (adjudicator.Position, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, err
	}
	p := rules.Blank()
	if err := json.Unmarshal(c.Start, p); err != nil {
		return nil, fmt.Errorf("reading a position of %s: %w", s.Name, err)
	}
	return p, nil
}

// Chapter finds a phase by its name or its number.
func (s *Step) Chapter(text string) (game.Chapter, error) {
	all, err := s.Chapters()
	if err != nil {
		return game.Chapter{}, err
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
	return game.Chapter{}, refusal.New("%s has had no phase %q; its last ones are %s.", s.Name,
		text, game.Listed(names))
}

// mostNamed is the largest number of phases that a refusal lists when no phase is named.
const mostNamed = 5

// PositionAt decodes the position in a log entry.
func (s *Step) PositionAt(entry uint64) ([]byte, error) {
	e, err := s.Entry(entry)
	switch {
	case err != nil:
		return nil, err
	case e.Kind != KindPosition:
		return nil, refusal.New("Entry %d of %s is no position.", entry, s.Name)
	}
	return Decompressed(e.Body)
}

// GoTo sets a step that is only used for reading to the start of a phase, before any answers; "" leaves it at the
// present.
func (s *Step) GoTo(phase string) error {
	if phase == "" {
		return nil
	}
	c, err := s.Chapter(phase)
	if err != nil {
		return err
	}
	g := *s.Game
	g.State, g.Why, g.Phase, g.Count, g.Position, g.Record, g.Open = game.Running, "", c.Name, c.Count,
		c.Position, adjudicator.Record{}, nil
	s.Game = &g
	return nil
}
