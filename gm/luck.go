package gm

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// A DryRun records the state of the current phase when the dry run of an act began.
type DryRun struct {
	Phase uint64
	Asked int // number of questions asked in the phase
}

// BeginDryRun makes luck that is drawn from now on come from another secret, so that a dry run can't reveal future
// luck. It is called again when the dry run takes the game back.
func (s *Step) BeginDryRun() {
	if s.Game != nil {
		s.DryRun = &DryRun{s.Game.Count, len(s.Game.Record.Asked)}
	}
}

// luck returns the source of luck for the current phase. In a dry run, future luck comes from another secret, since
// nobody may know dice before they are thrown.
func (s *Step) luck() adjudicator.Luck {
	l := s.Game.Luck(s.Game.Count)
	if s.DryRun == nil || s.Game.Count < s.DryRun.Phase {
		return l
	}
	l.Beyond = dryRunSecret(l.Secret)
	if s.Game.Count == s.DryRun.Phase {
		l.Known = s.DryRun.Asked
	}
	return l
}

// Lots returns the table at which seats are dealt when a game begins. A dry run deals differently: otherwise somebody
// who did not like the result could let another player sign up first.
func (s *Step) Lots() *adjudicator.Table {
	l := adjudicator.Luck{Secret: s.Game.Secret}
	if s.DryRun != nil {
		l.Beyond, s.LuckGuessed = dryRunSecret(s.Game.Secret), true
	}
	return adjudicator.NewTable(l, adjudicator.Record{})
}

// dryRunSecret returns the secret that replaces a game's secret in dry runs.
func dryRunSecret(secret []byte) []byte {
	h := sha256.Sum256(append([]byte("a trial\x00"), secret...))
	return h[:]
}

// Tells reports whether a letter contains a hash, even if it is broken over several lines.
func Tells(l letter.Letter, hash string) bool {
	return strings.Contains(strings.Join(strings.Fields(l.Text), ""), hash)
}

// Drew returns how many questions of a phase had been asked when luck was last drawn in it, or -1 if none was drawn.
func (ph Phase) Drew(rules *adjudicator.Rules) (int, error) {
	p := rules.Blank()
	if err := json.Unmarshal(ph.Start, p); err != nil {
		return 0, fmt.Errorf("reading a position of %s: %w", rules.Name, err)
	}
	table := adjudicator.NewTable(ph.Luck, adjudicator.Record{Format: ph.format, Asked: ph.Asked})
	if err := table.Run(p); err != nil { // the rules have changed since
		return 1, nil
	}
	return table.Drew(), nil
}
