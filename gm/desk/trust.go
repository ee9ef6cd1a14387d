package desk

import (
	"cmp"
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/intake"
)

// Trusting sets what a game requires to believe that a letter is genuine.
func (d *Operator) Trusting(ctx context.Context, now time.Time, name string, trust intake.Trust) error {
	if err := trust.Check(); err != nil {
		return err
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		logAct(s, done{
			what:   "trust " + name,
			detail: string(trust),
			undo:   []string{"trust", name, string(cmp.Or(s.Game.Trust, intake.TrustReply))},
		})
		s.Game.Trust = trust
		return nil
	})
}
