package gm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// An Exposure is what a seat has been told of turns that don't count any more.
type Exposure struct {
	Seat    adjudicator.Seat
	Address string
	Phases  []string  // of which it was told something
	Sent    time.Time `json:",omitzero"`  // when the first letter was written that told it; zero: that is not known
	Waits   uint64    `json:",omitempty"` // the letter is still in the outbox, under that number
	Wrote   bool      `json:",omitempty"` // a letter came from its address since, so that it was surely seen
	Spared  bool      `json:",omitempty"` // the letter had not begun to be sent, and was withdrawn: it was told nothing
}

// Line is an exposure in a sentence, with times of a zone.
func (e Exposure) Line(z *time.Location) string {
	if e.Spared {
		return fmt.Sprintf("%s (%s) knows nothing of %s: that letter has not been sent, and is withdrawn.", e.Seat, e.Address, listed(e.Phases))
	}
	text := fmt.Sprintf("%s (%s) was sent results of %s", e.Seat, e.Address, listed(e.Phases))
	if !e.Sent.IsZero() {
		text += " on " + e.Sent.In(z).Format(dateTime)
	}
	switch {
	case e.Waits > 0:
		text += fmt.Sprintf("; that letter has not gone out yet (outbox %d)", e.Waits)
	case e.Wrote:
		text += ", and has written since"
	}
	return text + "."
}

// exposure is who was told what since the start of a phase, beyond what is told at its start, as the game was before it was
// taken to elsewhere; gone are the letters that were withdrawn.
func (s *step) exposure(from chapter, started int, was standing, gone []uint64) ([]Exposure, error) {
	found := map[adjudicator.Seat]*Exposure{}
	begun := from.Position
	err := s.undone(from, was, func(name string, count, entry uint64, told []adjudicator.Told) {
		if count > from.Count {
			started = 0
		} else {
			begun = max(begun, entry)
		}
		for _, seat := range s.g.Seats {
			known := told
			if u := was.Seats[seat.Name].Unheard; u != nil && count >= u.Phase {
				known = known[:0]
				if count == u.Phase {
					known = told[:min(u.Told, len(told))]
				}
			}
			if seat.Name == adjudicator.GM || !hears(seat.Name, known[min(started, len(known)):]) {
				continue
			}
			e := cmp.Or(found[seat.Name], &Exposure{Seat: seat.Name, Address: seat.Address})
			e.Phases = append(e.Phases, name)
			found[seat.Name] = e
		}
	})
	if err != nil {
		return nil, err
	}
	var out []Exposure
	for _, seat := range s.g.Seats {
		if e := found[seat.Name]; e != nil {
			if err := s.sentTo(e, begun, gone); err != nil {
				return nil, err
			}
			out = append(out, *e)
		}
	}
	return out, nil
}

// undone calls f with each phase from one on that counted, and with what was told in it. entry is that of the phase; 0 for the
// one that was half played.
func (s *step) undone(from chapter, was standing, f func(name string, count, entry uint64, told []adjudicator.Told)) error {
	name, count := "", from.Count
	for e, err := range s.entries(from.Position) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		if e.Seq >= s.next {
			break
		}
		switch {
		case !counts(was.Void, e.Seq):
		case e.Kind == kindPosition:
			if name, err = s.phaseName(e.Body); err != nil {
				return err
			}
		case e.Kind == kindPhase:
			var rec adjudicator.Record
			if err := decode(e.Body, &rec); err != nil {
				return fmt.Errorf("reading a phase of %s: %w", s.name, err)
			}
			f(name, count, e.Seq, rec.Told)
			count++
		}
	}
	if was.State != over {
		f(name, count, 0, was.Record.Told)
	}
	return nil
}

// hears reports whether one of the events is for a seat.
func hears(seat adjudicator.Seat, events []adjudicator.Told) bool {
	return slices.ContainsFunc(events, func(t adjudicator.Told) bool { return t.To.Has(seat) })
}

// sentTo finds the letter by which a seat was told, the first one to it after a log entry, and what became of it.
func (s *step) sentTo(e *Exposure, after uint64, gone []uint64) error {
	number, certain := uint64(0), false
	for entry, err := range s.entries(after) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		if entry.Seq >= s.next {
			break
		}
		if entry.Kind != kindOut && entry.Kind != kindLetter {
			continue
		}
		var l letter.Letter
		if err := decode(entry.Body, &l); err != nil {
			return fmt.Errorf("reading entry %d of %s: %w", entry.Seq, s.name, err)
		}
		switch {
		case entry.Kind == kindLetter:
			e.Wrote = e.Wrote || number > 0 && s.g.seat(e.Seat).of(letter.Address(l.From))
		case l.Answer || letter.Address(l.To) != e.Address || certain:
		case slices.Contains(gone, entry.Seq):
			e.Spared = true
		case number == 0 || l.State: // an older program did not say what tells of the game
			number, certain, e.Sent = entry.Seq, l.State, entry.At
		}
	}
	if e.Spared = e.Spared && !certain; e.Spared {
		e.Sent, e.Wrote = time.Time{}, false
		return nil
	}
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return fmt.Errorf("reading the tasks of %s: %w", s.name, err)
		}
		if number > 0 && t.Name == taskName(number) && readTrail(t.Body).GivenUp == "" {
			e.Waits = number
		}
	}
	return nil
}

// phaseName is the name of the phase that begins at a saved position.
func (s *step) phaseName(body []byte) (string, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return "", err
	}
	p := rules.Blank()
	if err := decode(body, p); err != nil {
		return "", fmt.Errorf("reading a position of %s: %w", s.name, err)
	}
	return strings.TrimSpace(p.Phase()), nil
}
