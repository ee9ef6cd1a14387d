package desk

import (
	"context"
	"maps"

	"deaddrop/gm"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
)

// PlanLike returns the plan of a game like another one: with its title, rulings, edition, deadlines, press, house rules
// and settings for players who are missing, but without name, players and secret. With ownPack the caller has an
// edition of its own.
func PlanLike(ctx context.Context, m *gm.Master, name string, ownPack bool) (Plan, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return Plan{}, err
	}
	g := s.Game
	plan := Plan{Rules: g.Rules, Options: maps.Clone(g.Options), Clock: g.Clock.Clone(), Press: maps.Clone(g.PressRules),
		Trust: g.Trust, Missing: g.Missing, Blindfold: g.Blindfold, House: g.House}
	rules, err := m.RulesOf(g.Rules)
	if err != nil || ownPack {
		return plan, err
	}
	if plan.Pack, err = play.PackOf(s); err != nil {
		return plan, err
	}
	if g.Pack == 0 && !g.EditionKept && rules.House != nil {
		return plan, refusal.New("%s was begun by an older program, which did not record whether it has an edition "+
			"of its own. Everything else can be copied from it: give its edition with --pack FILE, or use "+
			"--house-edition.", name)
	}
	return plan, nil
}
