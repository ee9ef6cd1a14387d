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

// barred says what somebody has done who may not sign up without the game master; "" if they may.
func barred(ctx context.Context, m *gm.Master, addr string) (why string, err error) {
	if m.Bar == nil {
		return "", nil
	}
	p, err := record.OfPlayer(ctx, m, addr)
	if err != nil || p.Asked < m.Bar.Least || p.Rate() <= m.Bar.Most {
		return "", err
	}
	return fmt.Sprintf("missed %d of %d turns (%.0f%%). Whoever has missed more than %.0f%% is let in by the game master "+
		"alone.", p.Missed, p.Asked, 100*p.Rate(), 100*m.Bar.Most), nil
}

// atTheBar puts the letter aside of somebody who may not sign up by themselves. They are told why, and the game master
// can seat them all the same.
func atTheBar(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, c intake.Claim, item, why string,
	err error) (taking, error) {
	if err != nil {
		return taking{}, err
	}
	answer := false // two programs that answer each other would never end
	err = m.ChangePlayer(ctx, l.From, func(head *gm.PlayerRecord) bool {
		answer = head.Lost.Allow(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return taking{}, err
	}
	return taking{game: c.Game, step: func(s *gm.Step) error {
		if answer && s.Game.State == game.Forming {
			a := &game.Applicant{Address: l.From, Sent: int(s.Now.Unix())} // a number that was never used for them
			writing.Invite(s, a, game.StageBarred, barredNotice(why), &l)
		}
		key, aside := l.HeldKey(), l
		aside.Shorten() // the mailbox has it whole
		play.Stray(s, key, game.Item{About: game.TopicOf(game.AboutJoining, l.From), Why: item, Letter: &aside})
		return nil
	}}, nil
}

// barredNotice tells somebody why they were not signed up, and what they can do.
func barredNotice(why string) string {
	return "You are not signed up yet. In your games here, you have " + why + " The game master has your " +
		"letter, and can let you in all the same; then you will hear more. Each turn of your other games here for which you " +
		"send something makes that part smaller."
}
