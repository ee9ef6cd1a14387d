package desk

import (
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
)

// Notify sets when the game master of a game gets letters about inbox items.
func (d *Operator) Notify(ctx context.Context, now time.Time, name string, when game.Notify) error {
	if err := when.Check(); err != nil {
		return err
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		was := s.Notify()
		if when == was {
			return refusal.New("%s is already set like that: %s.", name, was)
		}
		s.Game.Notify = when
		s.MoreFacts = append(s.MoreFacts, game.Fact{Name: "letters about what waits for you", Was: string(was),
			Is: string(when)})
		logAct(s, done{what: "notify " + name, detail: string(when), undo: []string{"notify", name, string(was)}})
		return nil
	})
}
