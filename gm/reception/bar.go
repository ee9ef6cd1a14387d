package reception

import (
	"context"
	"fmt"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/record"
	"deaddrop/gm/writing"
)

// barred returns what somebody has done that excludes them from signing up without the game master's consent, or ""
// if they may sign up.
func barred(ctx context.Context, m *gm.Master, addr string) (why string, err error) {
	if m.Bar == nil {
		return "", nil
	}
	p, err := record.OfPlayer(ctx, m, addr)
	if err != nil || p.Asked < m.Bar.Least || p.Rate() <= m.Bar.Most {
		return "", err
	}
	return fmt.Sprintf("missed %d of %d turns (%.0f%%). Anybody who has missed more than %.0f%% can be let in only "+
		"by the game master.", p.Missed, p.Asked, 100*p.Rate(), 100*m.Bar.Most), nil
}

// atTheBar puts aside the sign-up of somebody who may not sign up by themselves. It tells them why, and the game
// master can admit them nevertheless.
func atTheBar(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, c intake.Claim, item, why string,
	err error) (taking, error) {
	if err != nil {
		return taking{}, err
	}
	answer := false // the answers are limited: two programs that answer each other would never end
	err = m.ChangePlayer(ctx, l.From, func(head *gm.PlayerRecord) bool {
		answer = head.Lost.Allow(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return taking{}, err
	}
	return taking{game: c.Game, step: func(s *gm.Step) error {
		if answer && s.Game.State == game.Forming {
			// a number that was never used in a letter to them
			a := &game.Applicant{Address: l.From, Sent: int(s.Now.Unix())}
			writing.Invite(s, a, game.StageBarred, barredNotice(why), &l)
		}
		key, aside := l.HeldKey(), l
		aside.Shorten() // the mailbox has the complete letter
		play.Stray(s, key, game.Item{About: game.TopicOf(game.AboutJoining, l.From), Why: item, Letter: &aside})
		return nil
	}}, nil
}

// barredNotice returns the text that tells somebody why they were not signed up, and what they can do.
func barredNotice(why string) string {
	return "You are not signed up yet. In your games here, you have " + why + " The game master has your letter, and " +
		"can let you in all the same; then you will hear more. Each turn for which you send something in your other " +
		"games here lowers that percentage."
}
