package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
)

// tellAnew tells everybody the state of the game, and the events since the start of the phase.
func tellAnew(s *gm.Step, p adjudicator.Position, notice func(*game.Seat) string) (err error) {
	for _, seat := range s.Game.Seats {
		if seat.Address == "" { // a later player will be told
			if seat.Unheard == nil {
				seat.Unheard = &game.Mark{Position: s.Game.Position, Phase: s.Game.Count}
			}
			continue
		}
		page := writing.PageFor(s, p, seat)
		page.Notice = notice(seat)
		if page.Events, err = play.Events(s, seat); err != nil {
			return err
		}
		if seat.Name == adjudicator.GM {
			for _, e := range s.Exposed {
				page.Lines = append(page.Lines, e.Line(s.Game.Zone(seat)))
			}
		}
		writing.Send(s, seat, "anew", page, nil)
		play.PassOnUnread(s, seat)
	}
	s.News = nil
	play.Issue(s)
	play.TellObservers(s, p, "The game master has moved this game to where it stands now. Whatever you were told "+
		"that does not agree with it no longer counts.")
	return nil
}

// exposure returns who was told what since the start of a phase, beyond what is told at its start. was is the state
// before the rollback, and gone are the withdrawn letters.
func exposure(s *gm.Step, from game.Chapter, started int, was game.Snapshot, gone []uint64) ([]gm.Disclosure, error) {
	found := map[adjudicator.Seat]*gm.Disclosure{}
	begun := from.Position
	err := undone(s, from, was, func(name string, count, entry uint64, told []adjudicator.EventRecord) {
		if count > from.Count {
			started = 0
		} else {
			begun = max(begun, entry)
		}
		for _, seat := range s.Game.Seats {
			known := told
			if u := was.Seats[seat.Name].Unheard; u != nil && count >= u.Phase {
				known = known[:0]
				if count == u.Phase {
					known = told[:min(u.Told, len(told))]
				}
			}
			if seat.Name == adjudicator.GM || !game.Hears(seat.Name, known[min(started, len(known)):]) {
				continue
			}
			e := cmp.Or(found[seat.Name], &gm.Disclosure{Seat: seat.Name, Address: seat.Address})
			e.Phases = append(e.Phases, name)
			found[seat.Name] = e
		}
	})
	if err != nil {
		return nil, err
	}
	var out []gm.Disclosure
	for _, seat := range s.Game.Seats {
		if e := found[seat.Name]; e != nil {
			if err := sentTo(s, e, begun, gone); err != nil {
				return nil, err
			}
			out = append(out, *e)
		}
	}
	return out, nil
}

// undone calls f for each voided phase, with the events told in it. entry is the phase's log entry, or 0 for an
// incomplete phase.
func undone(s *gm.Step, from game.Chapter, was game.Snapshot, f func(name string, count, entry uint64,
	told []adjudicator.EventRecord)) error {
	name, count := "", from.Count
	for e, err := range s.Entries(from.Position) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if e.Seq >= s.Next {
			break
		}
		switch {
		case !game.Counts(was.Void, e.Seq):
		case e.Kind == gm.KindPosition:
			if name, err = phaseName(s, e.Body); err != nil {
				return err
			}
		case e.Kind == gm.KindPhase:
			var rec adjudicator.Record
			if err := gm.Decode(e.Body, &rec); err != nil {
				return fmt.Errorf("reading a phase of %s: %w", s.Name, err)
			}
			f(name, count, e.Seq, rec.Told)
			count++
		}
	}
	if was.State != game.Over {
		f(name, count, 0, was.Record.Told)
	}
	return nil
}

// sentTo finds the letter by which a seat was told, the first to it after a log entry, and its fate.
func sentTo(s *gm.Step, e *gm.Disclosure, after uint64, gone []uint64) error {
	number, certain := uint64(0), false
	for entry, err := range s.Entries(after) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if entry.Seq >= s.Next {
			break
		}
		if entry.Kind != gm.KindOut && entry.Kind != gm.KindLetter {
			continue
		}
		var l letter.Letter
		if err := gm.Decode(entry.Body, &l); err != nil {
			return fmt.Errorf("reading entry %d of %s: %w", entry.Seq, s.Name, err)
		}
		switch {
		case entry.Kind == gm.KindLetter:
			e.Wrote = e.Wrote || number > 0 && s.Game.Seat(e.Seat).Owns(letter.Address(l.From))
		case l.Answer || letter.Address(l.To) != e.Address || certain:
		case slices.Contains(gone, entry.Seq):
			e.Spared = true
		case number == 0 || l.State: // letters of an old program are not marked
			number, certain, e.Sent = entry.Seq, l.State, entry.At
		}
	}
	if e.Spared = e.Spared && !certain; e.Spared {
		e.Sent, e.Wrote = time.Time{}, false
		return nil
	}
	for t, err := range s.Master.Store.Tasks(s.Ctx, s.Name) {
		if err != nil {
			return fmt.Errorf("reading the tasks of %s: %w", s.Name, err)
		}
		if number > 0 && t.Name == gm.TaskName(number) && outbox.ReadTrail(t.Body).GivenUp == "" {
			e.Waits = number
		}
	}
	return nil
}

// phaseName returns the name of the phase that begins at a saved position.
func phaseName(s *gm.Step, body []byte) (string, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return "", err
	}
	p := rules.Blank()
	if err := gm.Decode(body, p); err != nil {
		return "", fmt.Errorf("reading a position of %s: %w", s.Name, err)
	}
	return strings.TrimSpace(p.Phase()), nil
}
