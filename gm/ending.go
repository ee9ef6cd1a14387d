package gm

import (
	"context"
	"time"

	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// An ended is how a game stood that the game master has ended.
type ended struct {
	State state
	Why   string        `json:",omitempty"`
	Left  time.Duration `json:",omitempty"` // until its deadline
	Told  bool          `json:",omitempty"` // the players know the secret of its luck, so that it can't go on
}

// End ends a game before its rules do, or calls one off that is forming. Everybody is told, and with secret also the
// secret that its luck came from: then it can't be taken up again.
func (d *Desk) End(ctx context.Context, now time.Time, name string, secret bool) error {
	return d.act(ctx, now, name, func(s *step) error {
		switch {
		case s.g.State == over && (s.g.Ended == nil || s.g.Ended.Told):
			return refusal.New("%s is over already.", name)
		case s.g.State == over && !secret:
			return refusal.New("%s is ended already. gm end %s --secret tells the players the secret of its luck, too; gm reopen %s takes it up again.", name, name, name)
		case s.g.State == forming:
			return s.callOff()
		}
		text := "The game master has ended this game."
		if s.g.State != over {
			s.g.Ended = &ended{State: s.g.State, Why: s.g.Why, Left: max(0, s.g.Deadline.Sub(now))}
		} else {
			text = "This game will not be taken up again."
		}
		s.g.State, s.g.Why = over, "ended by the game master"
		s.noDeadline()
		undo := []string{"reopen", name}
		var diaries []templates.Diary
		if text = s.because(text); secret {
			s.g.Ended.Told, undo = true, nil
			var err error
			if diaries, err = s.diaries(); err != nil {
				return err
			}
			text += "\nAll its luck came from the secret " + s.g.secrets() + ". You were told the SHA-256 of that line at the start."
		} else {
			text += " In case it is taken up again, what is secret in it stays so."
		}
		s.premiere()
		s.tellAll(nil, func(page *templates.Page, _ *seat) { page.Notice, page.Diaries = text, diaries })
		s.tellObservers(nil, "The game master has ended this game.")
		s.act("end "+name, "", undo...)
		return nil
	})
}

// callOff ends a game that is forming. Whoever has not confirmed is not written to: nobody knows whether he wants that.
func (s *step) callOff() error {
	s.g.Ended = &ended{State: forming}
	s.g.State, s.g.Why = over, "called off by the game master"
	s.task(taskStart, time.Time{})
	for _, a := range s.g.SignUp.Asked {
		if a.in() {
			s.invite(a, stageEnded, s.because("The game master has called this game off, so it does not begin."), nil)
		}
	}
	s.act("end "+s.name, "", "reopen", s.name)
	return nil
}

// Reopen takes a game up again that the game master has ended. Players have as much time as they had left, or time anew if
// that is less than a day.
func (d *Desk) Reopen(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *step) error {
		switch {
		case s.g.State != over || s.g.Ended == nil:
			return refusal.New("%s was not ended by you; it is %s.", name, s.g.State)
		case s.g.Ended.Told:
			return refusal.New("The players of %s know the secret of its luck, so it can't go on.", name)
		}
		was := *s.g.Ended
		s.g.State, s.g.Why, s.g.Ended = was.State, was.Why, nil
		switch was.State {
		case forming:
			for _, a := range s.g.SignUp.Asked {
				if a.in() {
					s.invite(a, stageIn, s.because("The game takes players again, and you are signed up as you were."), nil)
				}
			}
			s.full()
		case running:
			switch {
			case s.g.Paused != nil: // and stays so
			case was.Left < day24:
				s.due(s.g.deadline(now))
			default:
				s.due(s.g.Clock.Later(now, was.Left))
			}
			p, _, err := s.replay()
			if err != nil {
				return err
			}
			s.tellAll(p, func(page *templates.Page, _ *seat) {
				page.Notice = s.because("The game master has taken this game up again. What you have on file stays.")
			})
		}
		s.act("reopen "+name, "", "end", name)
		return nil
	})
}
