package gm

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// PositionOf is the position at the start of the phase as text, to be changed and handed to Edit, and what tells it from
// all others.
func (m *Master) PositionOf(ctx context.Context, name string) (text []byte, base string, err error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return nil, "", err
	}
	if err := s.editable(); err != nil {
		return nil, "", err
	}
	saved, err := s.position()
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, saved, "", "  "); err != nil {
		return nil, "", fmt.Errorf("reading the position of %s: %w", name, err)
	}
	b.WriteByte('\n')
	return b.Bytes(), baseOf(saved), nil
}

func baseOf(saved []byte) string {
	h := sha256.Sum256(saved)
	return hex.EncodeToString(h[:8])
}

// editable refuses to have a position changed that is not the start of what is asked.
func (s *step) editable() error {
	if err := s.running(); err != nil {
		return err
	}
	if len(s.g.Record.Asked) > 1 {
		return refusal.New("%s is half played, and what was answered so far would be lost. Take it back to its start first, with gm rollback %s.", s.g.Phase, s.name)
	}
	return nil
}

// Edit puts another position in place of the one at the start of the phase, once the rules can be played from there. It is
// given as text; base is what PositionOf said of the one that was changed, "" for whichever is there. What is on file is
// read once more. Everybody is written to.
func (d *Desk) Edit(ctx context.Context, now time.Time, name string, text []byte, base string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.editable(); err != nil {
			return err
		}
		saved, err := s.position()
		if err != nil {
			return err
		}
		if base != "" && base != baseOf(saved) {
			return refusal.New("%s has gone on since you took its position. Begin again with the one that it has now.", name)
		}
		return s.edit(saved, text)
	})
}

// Unedit puts a position of the log back in the place of the one that has replaced it in the phase.
func (d *Desk) Unedit(ctx context.Context, now time.Time, name string, entry uint64) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.editable(); err != nil {
			return err
		}
		old, err := s.positionAt(entry)
		if err != nil {
			return err
		}
		saved, err := s.position()
		if err != nil {
			return err
		}
		return s.edit(saved, old)
	})
}

// positionAt is a position of the log.
func (s *step) positionAt(entry uint64) ([]byte, error) {
	e, err := s.entry(entry)
	switch {
	case err != nil:
		return nil, err
	case e.Kind != kindPosition:
		return nil, refusal.New("Entry %d of %s is no position.", entry, s.name)
	}
	return unsqueezed(e.Body)
}

func (s *step) edit(saved, text []byte) error {
	p, js, err := s.readPosition(text)
	if err != nil {
		return err
	}
	if s.more, err = differences(saved, js); err != nil {
		return err
	}
	if len(s.more) == 0 {
		return refusal.New("That is the position that %s has.", s.name)
	}
	for i := range s.more {
		s.more[i].Name = "position " + s.more[i].Name
	}
	filed, lost := map[string]filing{}, map[adjudicator.Seat]string{}
	for _, q := range s.g.Open {
		filed[q.slot()] = filing{q.Answer, q.Heard}
		lost[q.Seat] = q.Answer
	}
	undo, deadline := strconv.FormatUint(s.g.Position, 10), s.g.Deadline
	if s.g.Paused != nil {
		deadline = s.now.Add(s.g.Paused.Left)
	}
	s.g.Phase, s.g.Position = p.Phase(), s.write(kindPosition, "", json.RawMessage(js))
	if err := s.playable(js); err != nil {
		return err
	}
	if p, err = s.anew(filed, false); err != nil {
		return err
	}
	s.due(deadline)
	s.unhear(s.g.Count, len(s.g.Record.Told))
	s.act("edit "+s.name, strconv.Itoa(len(s.more))+" changes", "edit", s.name, "--entry", undo)
	return s.tellEdit(p, lost)
}

// readPosition reads a position that somebody has written, as strictly as can be.
func (s *step) readPosition(text []byte) (adjudicator.Position, []byte, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, nil, err
	}
	p := rules.Blank()
	stack, err := guarded(func() error {
		in := json.NewDecoder(bytes.NewReader(text))
		in.DisallowUnknownFields()
		if err := in.Decode(p); err != nil {
			return err
		}
		if _, err := in.Token(); !errors.Is(err, io.EOF) {
			return errors.New("there is something behind its end")
		}
		return nil
	})
	if err != nil {
		stack = strings.TrimPrefix(err.Error(), "json: ")
	}
	if stack != "" {
		return nil, nil, refusal.New("The position can't be read: %s.", firstLine(stack))
	}
	var js []byte
	stack, err = guarded(func() error {
		if p.Phase() == "" {
			return refusal.New("In that position the game is over.")
		}
		if js, err = json.Marshal(p); err != nil || rules.Switch == nil {
			return err
		}
		rules.Switch(p, s.g.Options)
		if ruled, err := json.Marshal(p); err != nil || !bytes.Equal(ruled, js) {
			return cmp.Or(err, refusal.New("The rulings in that position are not those of the game. They are switched with gm rule %s.", s.name))
		}
		return nil
	})
	if stack != "" {
		return nil, nil, refusal.New("The position makes no sense to the rules: %s.", firstLine(stack))
	}
	return p, js, err
}

// playable refuses a position from which the rules can't play the phase to its end, when nobody sends anything, or can't say what
// a seat knows. Else the game would be held later.
func (s *step) playable(js []byte) error {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return err
	}
	stack, err := guarded(func() error {
		rec := adjudicator.Record{}
		for range maxUnasked {
			p := rules.Blank()
			if err := json.Unmarshal(js, p); err != nil {
				return err
			}
			table := adjudicator.NewTable(s.g.luck(s.g.Count), rec)
			if err := table.Run(p); err != nil {
				return err
			}
			for _, seat := range append(s.g.players(), adjudicator.GM, adjudicator.Observer) {
				if _, err := json.Marshal(p.View(seat)); err != nil {
					return err
				}
			}
			open := table.Open()
			if open == nil {
				return nil
			}
			rec = table.Record()
			last := rec.Asked[len(rec.Asked)-1]
			for i, r := range open {
				if last.Answers[i] = r.Default; r.Default == "" { // only the game master can say how it goes on
					return nil
				}
			}
		}
		return nil
	})
	if stack == "" && err != nil {
		stack = err.Error()
	}
	if stack != "" {
		return refusal.New("The rules can't play %s from that position: %s.", s.g.Phase, firstLine(stack))
	}
	return nil
}

// tellEdit writes to everybody how the game stands now, and to each what he no longer has on file.
func (s *step) tellEdit(p adjudicator.Position, before map[adjudicator.Seat]string) error {
	text := s.because("The game master has corrected the position at the start of " + s.g.Phase + ". This letter says how it stands for you now.")
	return s.tellAnew(p, func(seat *seat) string { return text + s.lost(seat, before) })
}
