package play

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/outbox"
	"deaddrop/gm/refusal"
)

// Announced returns an error if letters with the hash of the current secret are still unsent. Without that rule, a
// game master could keep changing the luck until they like the result, and nobody would know. Letters to suspended
// addresses don't count.
func Announced(s *gm.Step) error {
	if s.Game.Copy {
		return nil
	}
	hashes, waits := s.Game.Hashes(), 0
	for t, err := range s.Master.Store.Tasks(s.Ctx, s.Name) {
		if err != nil {
			return fmt.Errorf("reading the outbox of %s: %w", s.Name, err)
		}
		trail := outbox.ReadTrail(t.Body)
		if !strings.HasPrefix(t.Name, gm.TaskSend) || trail.GivenUp != "" || !trail.Waits.IsZero() {
			continue
		}
		l, err := outbox.LetterOf(s.Ctx, s.Master, s.Name, t.Name)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(hashes, func(hash string) bool { return gm.Tells(l, hash) }) {
			waits++
		}
	}
	if waits > 0 {
		return refusal.New("There can be new luck once the letters with the SHA-256 of the last secret are out: "+
			"%s. gm outbox %s lists them, and gm rollback --same-luck leaves luck as it is.",
			game.Counted(waits, "waits to be sent", "wait to be sent"), s.Name)
	}
	return nil
}

// DrewSince reports whether random numbers were used since the first question of a phase.
func DrewSince(s *gm.Step, from game.Chapter) (drew bool, err error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return false, err
	}
	err = s.Phases(game.Mark{Position: from.Position, Phase: from.Count}, func(ph gm.Phase) error {
		last, err := ph.Drew(rules)
		if last > 0 || last == 0 && ph.Luck.Phase > from.Count {
			drew = true
		}
		return err
	})
	return drew, err
}
