package desk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// Edit replaces the position at the start of the phase, if the rules can go on from the new one. The position is
// text; base is the value that PositionOf returned with the text that was edited, or "" for any. The answers on file
// are read again. Everybody is written to.
func (d *Operator) Edit(ctx context.Context, now time.Time, name string, text []byte, base string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckEditable(s); err != nil {
			return err
		}
		saved, err := s.Position()
		if err != nil {
			return err
		}
		if base != "" && base != inspect.BaseOf(saved) {
			return refusal.New("%s has moved on since you took its position. Begin again with the current one.",
				name)
		}
		return edit(s, saved, text)
	})
}

// Unedit restores a position from the log that was replaced in the current phase.
func (d *Operator) Unedit(ctx context.Context, now time.Time, name string, entry uint64) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckEditable(s); err != nil {
			return err
		}
		old, err := s.PositionAt(entry)
		if err != nil {
			return err
		}
		saved, err := s.Position()
		if err != nil {
			return err
		}
		return edit(s, saved, old)
	})
}

func edit(s *gm.Step, saved, text []byte) error {
	p, js, err := readPosition(s, text)
	if err != nil {
		return err
	}
	if s.MoreFacts, err = inspect.Differences(saved, js); err != nil {
		return err
	}
	if len(s.MoreFacts) == 0 {
		return refusal.New("%s has exactly that position already, so nothing was changed.", s.Name)
	}
	for i := range s.MoreFacts {
		s.MoreFacts[i].Name = "position " + s.MoreFacts[i].Name
	}
	filed, lost := map[string]game.Filing{}, map[adjudicator.Seat]string{}
	for _, q := range s.Game.Open {
		filed[q.Slot()] = game.Filing{Answer: q.Answer, Heard: q.Heard}
		lost[q.Seat] = q.Answer
	}
	undo, deadline := strconv.FormatUint(s.Game.Position, 10), s.Game.Deadline
	if s.Game.Paused != nil {
		deadline = s.Now.Add(s.Game.Paused.Left)
	}
	s.Game.Phase, s.Game.Position = p.Phase(), s.Write(gm.KindPosition, "", json.RawMessage(js))
	if err := playable(s, js); err != nil {
		return err
	}
	if p, err = anew(s, filed, false); err != nil {
		return err
	}
	play.SetDeadline(s, deadline)
	unhear(s, s.Game.Count, len(s.Game.Record.Told))
	logAct(s, done{
		what:   "edit " + s.Name,
		detail: strconv.Itoa(len(s.MoreFacts)) + " changes",
		undo:   []string{"edit", s.Name, "--entry", undo},
	})
	return tellEdit(s, p, lost)
}

// readPosition parses a position that a person wrote, as strictly as possible.
func readPosition(s *gm.Step, text []byte) (adjudicator.Position, []byte, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, nil, err
	}
	p := rules.Blank()
	stack, err := gm.Guarded(func() error {
		in := json.NewDecoder(bytes.NewReader(text))
		in.DisallowUnknownFields()
		if err := in.Decode(p); err != nil {
			return err
		}
		if _, err := in.Token(); !errors.Is(err, io.EOF) {
			return errors.New("it is followed by something else")
		}
		return nil
	})
	if err != nil {
		stack = strings.TrimPrefix(err.Error(), "json: ")
	}
	if stack != "" {
		return nil, nil, refusal.New("The position can't be read: %s.", gm.FirstLine(stack))
	}
	var js []byte
	stack, err = gm.Guarded(func() error {
		if p.Phase() == "" {
			return refusal.New("In that position the game would be over.")
		}
		if js, err = json.Marshal(p); err != nil || rules.Switch == nil {
			return err
		}
		rules.Switch(p, s.Game.Options)
		if ruled, err := json.Marshal(p); err != nil || !bytes.Equal(ruled, js) {
			return cmp.Or(err,
				refusal.New("The rulings in that position are not those of the game. Switch rulings with gm switch "+
					"%s.", s.Name))
		}
		return nil
	})
	if stack != "" {
		return nil, nil, refusal.New("The rules reject that position: %s.", gm.FirstLine(stack))
	}
	return p, js, err
}

// playable returns an error if the rules can't resolve the phase from a position without any orders, or can't produce
// every seat's view. Otherwise the game would be held later.
func playable(s *gm.Step, js []byte) error {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return err
	}
	stack, err := gm.Guarded(func() error {
		rec := adjudicator.Record{}
		for range play.MaxUnasked {
			p := rules.Blank()
			if err := json.Unmarshal(js, p); err != nil {
				return err
			}
			table := adjudicator.NewTable(s.Game.Luck(s.Game.Count), rec)
			if err := table.Run(p); err != nil {
				return err
			}
			for _, seat := range append(s.Game.Players(), adjudicator.GM, adjudicator.Observer) {
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
		return refusal.New("The rules can't play %s from that position: %s.", s.Game.Phase, gm.FirstLine(stack))
	}
	return nil
}

// tellEdit tells everybody the new state of the game, and each player which of their orders are no longer on file.
func tellEdit(s *gm.Step, p adjudicator.Position, before map[adjudicator.Seat]string) error {
	text := writing.WithReason(s, "The game master has corrected the position at the start of "+s.Game.Phase+
		". This letter shows how things stand for you now.")
	return tellAnew(s, p, func(seat *game.Seat) string { return text + linesLost(s, seat, before) })
}
