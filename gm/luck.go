package gm

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// A DryRun is what was played when an act began that is only tried.
type DryRun struct {
	Phase uint64
	Asked int // questions in it
}

// BeginDryRun has luck that has not fallen yet not show from here on. It is called again when a trial puts the game to
// where it was before.
func (s *Step) BeginDryRun() {
	if s.Game != nil {
		s.DryRun = &DryRun{s.Game.Count, len(s.Game.Record.Asked)}
	}
}

// luck is where the luck of the phase comes from that is played. In a trial, what would fall next comes from another
// secret: nobody is to know dice before they are thrown.
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

// Lots is the table at which the seats of a game that begins are dealt. A trial deals others: else whoever does not
// like the lot could have somebody else sign up.
func (s *Step) Lots() *adjudicator.Table {
	l := adjudicator.Luck{Secret: s.Game.Secret}
	if s.DryRun != nil {
		l.Beyond, s.LuckGuessed = dryRunSecret(s.Game.Secret), true
	}
	return adjudicator.NewTable(l, adjudicator.Record{})
}

// dryRunSecret is the secret of trials in the place of a game's.
func dryRunSecret(secret []byte) []byte {
	h := sha256.Sum256(append([]byte("a trial\x00"), secret...))
	return h[:]
}

// Tells reports whether a letter tells a hash, however its lines are broken.
func Tells(l letter.Letter, hash string) bool {
	return strings.Contains(strings.Join(strings.Fields(l.Text), ""), hash)
}

// Drew is how many questions of a phase had been asked when luck was drawn last in it; -1 if none was.
func (ph Phase) Drew(rules *adjudicator.Rules) (int, error) {
	p := rules.Blank()
	if err := json.Unmarshal(ph.Start, p); err != nil {
		return 0, fmt.Errorf("reading a position of %s: %w", rules.Name, err)
	}
	table := adjudicator.NewTable(ph.Luck, adjudicator.Record{Format: ph.format, Asked: ph.Asked})
	if err := table.Run(p); err != nil { // the program has changed since
		return 1, nil
	}
	return table.Drew(), nil
}
