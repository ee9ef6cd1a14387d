package reception

import (
	"context"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// answersOffer processes a letter that answers an offer to a standby.
func answersOffer(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	answer := false
	// otherwise two programs could answer each other for ever
	err := m.ChangePlayer(ctx, l.From, func(head *gm.PlayerRecord) bool {
		answer = head.Lost.Allow(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return taking{}, err
	}
	if !answer {
		return taking{why: "It answers the offer of a seat. It got no answer, since others before it did."}, nil
	}
	says := in.Words.Verdict
	if says == parser.Yes {
		if err := m.EnterPlayer(ctx, l.From, in.Game); err != nil {
			return taking{}, err
		}
	}
	return taking{game: in.Game, step: func(s *gm.Step) error { return answered(s, l, says, in.Token) }}, nil
}

// answered executes a standby's answer to an offer, or to being listed.
func answered(s *gm.Step, l letter.Letter, says parser.Verdict, t letter.Token) error {
	b := s.Game.StandbyAt(l.From)
	if b == nil && says == "" || s.Game.State == game.Over {
		return notNow(s, l)
	}
	if b != nil {
		if why := doubts(s, l, t, b.Doubted); why != "" {
			return doubtStandby(s, l, b, why)
		}
		b.Doubted = 0
	}
	s.Write(gm.KindLetter, l.Key(), l)
	switch {
	case b == nil:
		return play.WriteTo(s, &game.Standby{Address: l.From}, "standby", "You are no longer a standby of this game.")
	case says == "NO":
		seat := b.Seat
		s.Item("", game.Item{
			About: game.TopicOf(game.AboutVacancy, seat),
			Seat:  seat, Why: b.Address + " no longer wants to be a standby of this game." +
				play.OfferedAfter(s, seat, b),
		})
		play.Strike(s, b)
		if err := play.WriteTo(s, b, "standby", "Thank you. You are no longer a standby of this game."); err != nil {
			return err
		}
		return play.Offers(s)
	case says == "" && b.Seat != "":
		return play.WriteTo(s, b, "standby",
			"Please answer with the single word YES if you want the seat, or NO. Nothing else from you can be read "+
				"until you have one.")
	case s.Game.State == game.Held:
		return play.WriteTo(s, b, "standby",
			"The game is waiting for its game master. Please answer again in a few days.")
	case b.Seat == "" && says == "YES":
		return play.WriteTo(s, b, "standby",
			"No seat is free at the moment. You stay on the list, and will be asked when there is one.")
	case b.Seat == "":
		return notNow(s, l)
	}
	who := s.Game.Seat(b.Seat)
	play.Strike(s, b)
	was, change := who.Address, who.Change(b.Address, game.TakenOver)
	if err := play.Reseat(s, who, b.Address, "As we haven't heard from you for some time, your seat in this game has "+
		"been given to a standby. Thank you for having played."); err != nil {
		return err
	}
	text := b.Address + " has taken over this seat."
	if was != "" {
		text = b.Address + " has taken over this seat from " + was + "."
	}
	s.Item("", game.Item{Seat: who.Name, Why: text, Change: change, News: true})
	return play.Offers(s)
}

// doubtStandby puts aside a doubtful answer of a standby to a letter of ours, and asks them about it.
func doubtStandby(s *gm.Step, l letter.Letter, b *game.Standby, why string) error {
	if err := takenBefore(s, l); err != nil {
		return err
	}
	if err := play.WriteTo(s, b, "standby", game.Doubted(why)); err != nil {
		return err
	}
	b.Doubted = b.Sent
	play.Stray(s, l.HeldKey(), game.Item{Seat: b.Seat, Why: "It answers a letter to a standby. " + why, Letter: &l})
	return nil
}

// notNow puts aside a letter from a standby that answers no offer.
func notNow(s *gm.Step, l letter.Letter) error {
	key := l.HeldKey()
	l.Shorten()
	play.Stray(s, key, game.Item{Why: "It answers a letter to a standby, and says neither YES nor NO to anything.",
		Letter: &l})
	return nil
}

// Changes to a list of standbys or observers.
const (
	ListAdd    = "add"
	ListRemove = "remove"
)

const resignTime = 7 * 24 * time.Hour // how long RESIGN waits for its confirmation

// resign executes the command RESIGN. The seat is vacated after the answer was written.
func (in *incoming) resign(args string) {
	sure := strings.EqualFold(args, "YES")
	switch {
	case in.seat.Name == adjudicator.GM:
		in.note("A game master can't resign by mail.")
	case in.s.Game.State == game.Over:
		in.note("The game is over.")
	case !sure || in.seat.Resigns.IsZero() || in.s.Now.Sub(in.seat.Resigns) > resignTime:
		in.seat.Resigns = in.s.Now
		in.note("You have asked to leave the game. If you mean it, answer with the line RESIGN YES: you will then lose " +
			"your seat, and only the game master and whoever takes it over will be told. If you do not " +
			"mean it, do nothing.")
	default:
		in.resigned = true
	}
}

// left vacates the seat of a player who has resigned.
func (in *incoming) left() error {
	in.s.Item("", game.Item{
		About: game.TopicOf(game.AboutVacancy, in.seat.Name),
		Seat:  in.seat.Name, Why: in.seat.Address +
			" has resigned. Until somebody takes the seat over, it sends nothing. " + play.WhoIsNext(in.s, nil),
		Change: in.seat.Change("", game.Resigned),
	})
	if desk := in.s.Game.Seat(adjudicator.GM); desk != nil {
		writing.Notice(in.s, desk, "desk", string(in.seat.Name)+" has resigned. gm inbox says more.", nil)
	}
	return play.Vacate(in.s, in.seat)
}
