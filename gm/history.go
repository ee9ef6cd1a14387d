package gm

import (
	"encoding/json"
	"fmt"
	"iter"

	"deaddrop/adjudicator"
	"deaddrop/gm/store"
	"deaddrop/templates"
)

// A phase is one that was played, or played in part, with all that it takes to play it again.
type phase struct {
	start    []byte // the position at its start
	position uint64 // its log entry
	luck     adjudicator.Luck
	format   int // of what was asked and answered
	asked    []adjudicator.Asked
	over     bool
}

// historyOf is all that a seat was written to of what it was told from one phase to another, both included: each phase is played
// again with the answers that it was played with, the last one as far as it has come.
func (s *step) historyOf(seat *seat, first, last uint64) ([]templates.Chapter, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, err
	}
	var out []templates.Chapter
	err = s.phases(mark{Position: 1, Phase: 1}, func(ph phase) error {
		if ph.luck.Phase < first || last < ph.luck.Phase {
			return nil
		}
		name, news, err := ph.told(rules)
		if from := seat.Unheard; !ph.over && from != nil { // the rest waits for the next letter
			if from.Phase < ph.luck.Phase {
				return err
			}
			news = news[:min(from.Told, len(news))]
		}
		if events := heard(seat.Name, news); len(events) > 0 {
			out = append(out, templates.Chapter{Phase: name, Events: events})
		}
		return err
	})
	return out, err
}

// phases calls f with each phase from a mark on that counts, up to the one that is played.
func (s *step) phases(from mark, f func(phase) error) error {
	ph, count := phase{luck: s.g.luck(from.Phase), over: true}, from.Phase
	for e, err := range s.entries(from.Position) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		if !counts(s.g.Void, e.Seq) {
			continue
		}
		switch e.Kind {
		case kindPosition:
			ph.position = e.Seq
			if ph.start, err = unsqueezed(e.Body); err != nil {
				return fmt.Errorf("reading a position of %s: %w", s.name, err)
			}
		case kindPhase:
			var rec adjudicator.Record
			if err := decode(e.Body, &rec); err != nil {
				return fmt.Errorf("reading a phase of %s: %w", s.name, err)
			}
			ph.format, ph.asked = rec.Format, rec.Asked
			if err := f(ph); err != nil {
				return err
			}
			count++
			ph.luck = s.g.luck(count)
		}
	}
	if s.g.State == over || !s.g.begun() {
		return nil
	}
	ph.format, ph.asked, ph.over = s.g.Record.Format, s.g.Record.Asked, false
	return f(ph)
}

// entries are those of the log from one on, those of this step included.
func (s *step) entries(from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		if err := s.durable(); err != nil {
			yield(store.Entry{}, err)
			return
		}
		for e, err := range s.m.Store.Log(s.ctx, s.name, from) {
			if err == nil && e.Seq >= s.next { // of a step that came between
				break
			}
			if !yield(e, err) {
				return
			}
		}
		for i, e := range s.log {
			if e.Seq = s.next + uint64(i); e.Seq >= from && !yield(e, nil) {
				return
			}
		}
	}
}

// entry is one of the log, which this step may have written; the zero value if there is none.
func (s *step) entry(number uint64) (store.Entry, error) {
	if number >= s.next {
		if i := number - s.next; i < uint64(len(s.log)) {
			return s.log[i], nil
		}
		return store.Entry{}, nil
	}
	if err := s.durable(); err != nil {
		return store.Entry{}, err
	}
	for e, err := range s.m.Store.Log(s.ctx, s.name, number) {
		if err != nil {
			return store.Entry{}, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		if e.Seq == number {
			return e, nil
		}
		break
	}
	return store.Entry{}, nil
}

// read reads an entry of the log, of a kind.
func (s *step) read(number uint64, kind string, into any) error {
	e, err := s.entry(number)
	switch {
	case err != nil:
		return err
	case e.Kind != kind:
		return fmt.Errorf("entry %d of %s is no %s", number, s.name, kind)
	}
	if err := decode(e.Body, into); err != nil {
		return fmt.Errorf("reading entry %d of %s: %w", number, s.name, err)
	}
	return nil
}

// told is the name of a phase, and what was told in it as if nothing had been told before, so that all of it is news.
func (ph phase) told(rules *adjudicator.Rules) (name string, news []adjudicator.Told, err error) {
	p := rules.Blank()
	if err := json.Unmarshal(ph.start, p); err != nil {
		return "", nil, fmt.Errorf("reading a position of %s: %w", rules.Name, err)
	}
	name = p.Phase()
	table := adjudicator.NewTable(ph.luck, adjudicator.Record{Format: ph.format, Asked: ph.asked})
	if err := table.Run(p); err != nil { // the program has changed since; that must not hold what is played now
		return name, nil, &untakenError{err.Error()}
	}
	return name, table.News(), nil
}
