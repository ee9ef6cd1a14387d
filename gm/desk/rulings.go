package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// Switch changes rulings, by option, and tells everybody. The answers on file are read again, as their meaning may
// depend on rulings.
func (d *Operator) Switch(ctx context.Context, now time.Time, name string, values map[string]string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		rules, err := d.Master.RulesOf(s.Game.Rules)
		if err != nil {
			return err
		}
		if rules.Switch == nil {
			return refusal.New("%s has no rulings that can be switched in a running game.", rules.Title)
		}
		if len(s.Game.Record.Asked) > 1 {
			return refusal.New("%s has been partly played; rulings can be switched when it is over.", s.Game.Phase)
		}
		options := maps.Clone(s.Game.Options)
		maps.Copy(options, values)
		config, err := rules.Configure(adjudicator.Config{Seats: s.Game.Players(), Options: options})
		if err != nil {
			return refusal.New("%s.", err)
		}
		var changes []string
		for _, o := range rules.Options {
			if was, is := s.Game.Options[o.Name], config.Options[o.Name]; was != is {
				change := fmt.Sprintf("%s is now %s: %s (%s).", o.Name, is, o.Meaning(is), o.Rule)
				if is != o.Values[0] && o.Tells != "" { // as the first letter does
					change += " This setting gives away " + o.Tells + "."
				}
				changes = append(changes, change+" It was "+was+".")
			}
		}
		if len(changes) == 0 {
			return refusal.New("%s is already played with those rulings.", name)
		}
		undo := []string{"switch", name}
		for _, option := range slices.Sorted(maps.Keys(config.Options)) {
			if was := s.Game.Options[option]; was != config.Options[option] {
				undo = append(undo, option+"="+was)
			}
		}
		before, err := switched(s, rules, config.Options)
		if err != nil {
			return err
		}
		logAct(s, done{what: "switch " + name, detail: strings.Join(changes, " "), undo: undo})
		if err := tellSwitch(s, changes, before); err != nil {
			return err
		}
		return play.GoOn(s)
	})
}

// switched sets the options at the start of the phase, reads the answers on file again, and returns the earlier ones.
// It returns an error if events before the first question would differ.
func switched(s *gm.Step, rules *adjudicator.Rules,
	options map[string]string) (before map[adjudicator.Seat]string, err error) {
	saved, err := s.Position()
	if err != nil {
		return nil, err
	}
	p := rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		return nil, fmt.Errorf("reading the position of %s: %w", s.Name, err)
	}
	rules.Switch(p, options)
	s.Game.Options = options
	s.Game.Position = s.Write(gm.KindPosition, "", p)
	s.Game.Record.Asked = nil
	p, table, err := s.Replay()
	if d := (*adjudicator.Divergence)(nil); errors.As(err, &d) {
		return nil,
			refusal.New("With that, the reports of %s so far would have been different; switch the ruling when "+
				"that phase is over.",
				s.Game.Phase)
	}
	if err != nil {
		return nil, err
	}
	asks := table.Open()
	if !slices.EqualFunc(asks, s.Game.Open, func(r adjudicator.Request, q *game.Question) bool {
		return r.Seat == q.Seat && r.Kind == q.Kind
	}) {
		return nil, refusal.New("With that, the questions of %s so far would have been different; switch the "+
			"ruling when that phase is over.",
			s.Game.Phase)
	}
	s.Game.Record = table.Record()
	before = map[adjudicator.Seat]string{}
	for i, q := range s.Game.Open {
		before[q.Seat] = q.Answer
		q.Default = asks[i].Default
		view, ahead := p.View(q.Seat), q.Ahead
		read := view.Read(q.Kind, "", q.Answer)
		if read.Answer == q.Answer {
			q.Missing = read.Missing
			continue
		}
		play.FileAnswer(s, q, view, read)
		q.Ahead = ahead // its player has not reviewed it
		if seat := s.Game.Seat(q.Seat); seat != nil {
			seat.Ready = false
		}
	}
	return before, nil
}

// linesLost tells a seat which orders are no longer on file; "" if all are.
func linesLost(s *gm.Step, seat *game.Seat, before map[adjudicator.Seat]string) string {
	if q := s.Game.Question(seat, 0); q != nil {
		if gone := game.Beyond(before[seat.Name], q.Answer); len(gone) > 0 {
			return " Because of that, this is no longer on file for you: " + strings.Join(gone, "; ") + "."
		}
	}
	return ""
}

// tellSwitch tells everybody what was switched, and each player how that changed their answers on file.
func tellSwitch(s *gm.Step, changes []string, before map[adjudicator.Seat]string) error {
	p, _, err := s.Replay()
	if err != nil {
		return err
	}
	writing.TellAll(s, p, func(page *templates.Page, seat *game.Seat) {
		page.Notice = writing.WithReason(s, "The game master has changed how the game is played, from "+s.Game.Phase+
			" on. "+strings.Join(changes, " ")) + linesLost(s, seat, before)
	})
	return nil
}
