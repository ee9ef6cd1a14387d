package inspect

import (
	"cmp"
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
)

// ReadAs shows how a letter from a seat's player would be read now, as an answer to our last letter. With foresee it
// also shows what the orders on file would achieve, as far as the player knows.
func ReadAs(ctx context.Context, m *gm.Master, now time.Time, name, seat, text string,
	foresee bool) (reception.Trial, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return reception.Trial{}, err
	}
	s.Now = now
	if err := CheckRunning(s); err != nil {
		return reception.Trial{}, err
	}
	who, err := OneSeat(s, seat)
	if err != nil {
		return reception.Trial{}, err
	}
	q := s.Game.Question(who, 0)
	if q == nil {
		return reception.Trial{}, refusal.New("%s has nothing to decide in %s now.", who.Name, s.Game.Phase)
	}
	var t reception.Trial
	stack, err := gm.Guarded(func() error {
		p, err := s.View()
		if err != nil {
			return err
		}
		l := letter.Letter{From: cmp.Or(who.Address, reception.Nobody), Text: text, Date: now}
		in := reception.Try(s, p, who, l)
		in.Answers = &letter.Token{Letter: who.Sent}
		was := q.Answer
		if err := in.Take(); err != nil {
			return err
		}
		t = in.Outcome(q)
		t.Details = in.Details(q, was)
		if foresee {
			in.Foresee(q, t.Details)
		}
		return nil
	})
	if stack != "" {
		return reception.Trial{}, refusal.New("The letter could not be read: %s", gm.FirstLine(stack))
	}
	return t, err
}
