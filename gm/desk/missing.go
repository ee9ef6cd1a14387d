package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
	"deaddrop/parser"
	"deaddrop/templates"
)

// Absence registers absences of a player, without a limit on their number: ranges of dates or, as words, as players
// write them. With only, they replace all others. Later deadlines are moved past them; the current one stays.
func (d *Operator) Absence(ctx context.Context, now time.Time, name, seat string, dates []string, only bool) error {
	spans, ok := game.SpansOf(dates)
	if !ok || len(dates) == 0 && !only {
		return refusal.New("Give the first and the last day, as in gm absence %s %s 2026-12-24 2027-01-06, or 24 "+
			"Dec to 6 Jan.", name, game.Word(seat))
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		who, err := player(s, seat)
		if err != nil {
			return err
		}
		play.ForgetAbsences(s, who)
		s.SettleSeat(who.Name, game.AboutAbsence, game.AboutAway)
		if only && len(dates) == 0 && len(who.Away) == 0 {
			return refusal.New("%s is not recorded as away.", who.Name)
		}
		undo := []string{"absence", name, string(who.Name), "--cancel"}
		if len(who.Away) > 0 {
			undo = undo[:3]
			for _, a := range who.Away {
				undo = append(undo, a.From, a.To)
			}
			undo = append(undo, "--only")
		}
		if only {
			who.KeepAbsences(func(game.Absence) bool { return false })
		}
		for _, span := range spans {
			days, why := parser.ReadDays(span, now.In(s.Game.Zone(who)))
			if why != "" {
				return refusal.New("%s", why)
			}
			granted := game.Absent(days)
			granted.Granted = true
			who.WithAbsence(granted)
		}
		text := "The game master has recorded that you are not away."
		if len(who.Away) > 0 {
			text = "The game master has recorded that you are away " + game.Spoken(who.Away) +
				". Any new deadline that falls in that period is moved to the end of it."
		}
		writing.Notice(s, who, "notice", writing.WithReason(s, text), nil)
		logAct(s, done{what: "absence " + name, detail: string(who.Name) + " " + game.Spoken(who.Away), undo: undo})
		return nil
	})
}

// Missing changes what a game does about missing players, in the words of [game.ParseLadder], and tells everybody.
func (d *Operator) Missing(ctx context.Context, now time.Time, name string, words []string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		was := s.Game.Missing
		is, err := game.ParseLadder(was, words)
		if err != nil {
			return err
		}
		if err := is.Check(writing.BlindDeadlines(s), s.Game.Clock.Ends); err != nil {
			return err
		}
		if is.Robot {
			if err := play.CheckRobots(s.Master, s.Game.Rules); err != nil {
				return err
			}
		}
		if slices.Equal(is.Words(), was.Words()) {
			return refusal.New("%s is already set like that: %s.", name, strings.Join(was.Words(), " "))
		}
		s.Game.Missing = is
		writing.TellAll(s, nil, func(page *templates.Page, _ *game.Seat) {
			page.Notice, page.Ladder = writing.WithReason(s,
				"The game master has changed what happens when a player sends nothing."), writing.LadderLines(s)
		})
		logAct(s, done{
			what:   "missing " + name,
			detail: strings.Join(is.Words(), " "),
			undo:   append([]string{"missing", name}, was.Words()...),
		})
		if err := play.Offers(s); err != nil {
			return err
		}
		if was.Hold && !is.Hold && s.Game.State == game.Running {
			return play.GoOn(s)
		}
		return nil
	})
}
