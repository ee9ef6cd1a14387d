package desk

import (
	"context"
	"maps"
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

// Press sends press from the game master at once to the named seats, or to all for "ALL".
func (d *Operator) Press(ctx context.Context, now time.Time, name, to, text string) error {
	if strings.TrimSpace(text) == "" {
		return refusal.New("There is nothing to send.")
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if !s.Game.Begun() {
			return refusal.New("%s has not begun, so there is nobody to write to.", name)
		}
		p, err := s.Game.Addressed(to)
		if err != nil {
			return game.WithAlternatives(err, s.Name, s.Game.Names())
		}
		p.From, p.Text = string(adjudicator.GM), strings.TrimSpace(text)
		play.Deliver(s, p)
		logAct(s, done{what: "press " + name + " " + to, detail: text})
		return nil
	})
}

// PressRules changes a game's options about press, and tells everybody.
func (d *Operator) PressRules(ctx context.Context, now time.Time, name string, values map[string]string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		rules, err := s.Master.RulesOf(s.Game.Rules)
		if err != nil {
			return err
		}
		all := map[string]string{}
		maps.Copy(all, s.Game.PressRules)
		maps.Copy(all, values)
		if all, err = game.PressRules(rules, all); err != nil {
			return err
		}
		undo, changes := []string{"press-rules", name}, []string{}
		for _, o := range game.PressOptionList {
			if was, is := s.Game.PressRule(o.Name), game.PressChoice(all, o.Name); was != is {
				undo, changes = append(undo, o.Name+"="+was), append(changes, game.PressSentence(o, is))
			}
		}
		if len(changes) == 0 {
			return refusal.New("%s already has those press rules.", name)
		}
		if g := s.Game.Gallery; g != nil && game.PressChoice(all, "observe") == game.ObserveNo &&
			s.Game.PressRule("observe") != game.ObserveNo {
			play.TellObservers(s, nil, "The game master no longer lets anybody watch this game.")
			// observers who are new must not read what was written before
		} else if g != nil && s.Game.PressRule("observe") == game.ObserveNo {
			g.Read = len(s.Game.Press)
		}
		s.Game.PressRules = all
		writing.TellAll(s, nil, func(page *templates.Page, _ *game.Seat) {
			page.Notice = writing.WithReason(s, "The game master has changed the rules about press. "+
				strings.Join(changes, " "))
		})
		logAct(s, done{what: "press-rules " + name, detail: strings.Join(changes, " "), undo: undo})
		return nil
	})
}

// Mute stops the delivery of a seat's press to other players, or with off resumes it. Only that seat is told.
func (d *Operator) Mute(ctx context.Context, now time.Time, name, who string, off bool) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		seat, err := player(s, who)
		if err != nil {
			return err
		}
		undo := []string{"mute", name, string(seat.Name)}
		text := "The game master has stopped your press to others. You can still write to the game master: PRESS " +
			"TO GM."
		switch {
		case seat.Silenced == !off && off:
			return refusal.New("The press of %s is already being passed on.", seat.Name)
		case seat.Silenced == !off:
			return refusal.New("The press of %s is already stopped.", seat.Name)
		case off:
			text = "The game master passes your press to others on again."
		default:
			undo = append(undo, "--lift")
		}
		seat.Silenced = !off
		writing.Notice(s, seat, "notice", writing.WithReason(s, text), nil)
		logAct(s, done{what: "mute " + name, detail: text, undo: undo})
		return nil
	})
}
