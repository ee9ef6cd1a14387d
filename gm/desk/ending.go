package desk

import (
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// End ends a game before its rules do, or calls off a forming one. Everybody is told; with secret, they are also told
// the secret of the game's luck, and the game can't be resumed.
func (d *Operator) End(ctx context.Context, now time.Time, name string, secret bool) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		switch {
		case s.Game.State == game.Over && (s.Game.Ended == nil || s.Game.Ended.Told):
			return refusal.New("%s is already over.", name)
		case s.Game.State == game.Over && !secret:
			return refusal.New("%s is ended already. gm end %s --secret tells the players the secret of its luck, "+
				"too; gm reopen %s continues it.", name, name, name)
		case s.Game.State == game.Forming:
			return callOff(s)
		}
		text := "The game master has ended this game."
		if s.Game.State != game.Over {
			s.Game.Ended = &game.Ended{State: s.Game.State, Why: s.Game.Why, Left: max(0, s.Game.Deadline.Sub(now))}
		} else {
			text = "This game will not be reopened."
		}
		s.Game.State, s.Game.Why = game.Over, "ended by the game master"
		play.NoDeadline(s)
		undo := []string{"reopen", name}
		var diaries []templates.Diary
		if text = writing.WithReason(s, text); secret {
			s.Game.Ended.Told, undo = true, nil
			var err error
			if diaries, err = play.Diaries(s); err != nil {
				return err
			}
			text += "\nAll its random draws used the secret " + s.Game.Secrets() +
				". You were told the SHA-256 of these 64 characters at the start."
		} else {
			text += " In case it is reopened, its secrets stay secret."
		}
		writing.ShareFilms(s)
		writing.TellAll(s, nil, func(page *templates.Page, _ *game.Seat) { page.Notice, page.Diaries = text, diaries })
		play.TellObservers(s, nil, "The game master has ended this game.")
		s.Publish(gm.Notice{Event: gm.EventOver, Text: "the game master has ended the game."})
		logAct(s, done{what: "end " + name, undo: undo})
		return nil
	})
}

// callOff ends a game that is forming. Applicants who have not confirmed get no letter, as nothing proves that they
// applied.
func callOff(s *gm.Step) error {
	s.Game.Ended = &game.Ended{State: game.Forming}
	s.Game.State, s.Game.Why = game.Over, "called off by the game master"
	s.Task(gm.TaskStart, time.Time{})
	for _, a := range s.Game.SignUp.Asked {
		if a.In() {
			writing.Invite(s, a, game.StageEnded,
				writing.WithReason(s, "The game master has called this game off, so it does not begin."), nil)
		}
	}
	if !s.Game.SignUp.Approve {
		s.Publish(gm.Notice{Event: gm.EventOver, Text: "the game was called off, and does not begin."})
	}
	logAct(s, done{what: "end " + s.Name, undo: []string{"reopen", s.Name}})
	return nil
}

// Reopen resumes a game that the game master has ended. Players get the time that they had left, or new time if that
// is less than a day.
func (d *Operator) Reopen(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		switch {
		case s.Game.State != game.Over || s.Game.Ended == nil:
			return refusal.New("You have not ended %s; it is %s.", name, s.Game.State)
		case s.Game.Ended.Told:
			return refusal.New("The players of %s were told the secret of its luck, so it can't go on.", name)
		}
		was := *s.Game.Ended
		s.Game.State, s.Game.Why, s.Game.Ended = was.State, was.Why, nil
		switch was.State {
		case game.Forming:
			for _, a := range s.Game.SignUp.Asked {
				if a.In() {
					writing.Invite(s, a, game.StageIn,
						writing.WithReason(s, "The game takes players again, and you are signed up as you were."), nil)
				}
			}
			play.StartIfFull(s)
		case game.Running:
			switch {
			case s.Game.Paused != nil: // the game stays paused
			case was.Left < game.Day24:
				play.SetDeadline(s, s.Game.NextDeadline(now))
			default:
				play.SetDeadline(s, s.Game.Clock.Later(now, was.Left))
			}
			p, _, err := s.Replay()
			if err != nil {
				return err
			}
			writing.TellAll(s, p, func(page *templates.Page, _ *game.Seat) {
				page.Notice = writing.WithReason(s,
					"The game master has reopened this game. What you have on file stays.")
			})
		}
		logAct(s, done{what: "reopen " + name, undo: []string{"end", name}})
		return nil
	})
}
