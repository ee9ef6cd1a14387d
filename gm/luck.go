package gm

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// A rehearsal is what was played when an act began that is only tried.
type rehearsal struct {
	Phase uint64
	Asked int // questions in it
}

// rehearses has luck that has not fallen yet not show from here on. It is called again when a trial puts the game to where
// it was before.
func (s *step) rehearses() {
	if s.g != nil {
		s.trial = &rehearsal{s.g.Count, len(s.g.Record.Asked)}
	}
}

// luck is where the luck of the phase comes from that is played. In a trial, what would fall next comes from another secret:
// nobody is to know dice before they are thrown.
func (s *step) luck() adjudicator.Luck {
	l := s.g.luck(s.g.Count)
	if s.trial == nil || s.g.Count < s.trial.Phase {
		return l
	}
	l.Beyond = trialSecret(l.Secret)
	if s.g.Count == s.trial.Phase {
		l.Known = s.trial.Asked
	}
	return l
}

// lots is the table at which the seats of a game that begins are dealt. A trial deals others: else whoever does not like the lot
// could have somebody else sign up.
func (s *step) lots() *adjudicator.Table {
	l := adjudicator.Luck{Secret: s.g.Secret}
	if s.trial != nil {
		l.Beyond, s.guessed = trialSecret(s.g.Secret), true
	}
	return adjudicator.NewTable(l, adjudicator.Record{})
}

// trialSecret is the secret of trials in the place of a game's.
func trialSecret(secret []byte) []byte {
	h := sha256.Sum256(append([]byte("a trial\x00"), secret...))
	return h[:]
}

// retire keeps the secrets that were in force and are no more: each that was announced is told at the end.
func (g *game) retire(before []luck) {
	inForce := func(l luck) bool {
		return bytes.Equal(l.Secret, g.Secret) || slices.ContainsFunc(g.Lucks, l.same)
	}
	for _, l := range before {
		if !slices.ContainsFunc(g.Former, l.same) {
			g.Former = append(slices.Clip(g.Former), l)
		}
	}
	g.Former = slices.DeleteFunc(slices.Clone(g.Former), inForce)
}

func (l luck) same(other luck) bool { return bytes.Equal(l.Secret, other.Secret) }

// hashes are those of all secrets that the game has, or had.
func (g *game) hashes() []string {
	out := []string{hashed(g.Secret)}
	for _, l := range slices.Concat(g.Lucks, g.Former) {
		out = append(out, hashed(l.Secret))
	}
	return out
}

// tells reports whether a letter tells a hash, however its lines are broken.
func tells(l letter.Letter, hash string) bool {
	return strings.Contains(strings.Join(strings.Fields(l.Text), ""), hash)
}

// announced refuses new luck while letters that tell the hash of the last one wait to be sent: else somebody could draw until
// they like what they see, and nobody would hear of it. One for an address that gets no mail now is not waited for.
func (s *step) announced() error {
	if s.g.Copy {
		return nil
	}
	hashes, waits := s.g.hashes(), 0
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return fmt.Errorf("reading the outbox of %s: %w", s.name, err)
		}
		trail := readTrail(t.Body)
		if !strings.HasPrefix(t.Name, taskSend) || trail.GivenUp != "" || !trail.Waits.IsZero() {
			continue
		}
		l, err := s.m.letterOf(s.ctx, s.name, t.Name)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(hashes, func(hash string) bool { return tells(l, hash) }) {
			waits++
		}
	}
	if waits > 0 {
		return refusal.New("New luck can be had when the letters that tell the SHA-256 of the last one are out: %s. gm outbox %s lists them, and gm rollback --same-luck leaves luck as it is.",
			counted(waits, "waits to be sent", "wait to be sent"), s.name)
	}
	return nil
}

// drewSince reports whether luck has fallen since the first question of a phase.
func (s *step) drewSince(from chapter) (drew bool, err error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return false, err
	}
	err = s.phases(mark{Position: from.Position, Phase: from.Count}, func(ph phase) error {
		last, err := ph.drew(rules)
		drew = drew || last > 0 || last == 0 && ph.luck.Phase > from.Count
		return err
	})
	return drew, err
}

// drew is how many questions of a phase had been asked when luck was drawn last in it; -1 if none was.
func (ph phase) drew(rules *adjudicator.Rules) (int, error) {
	p := rules.Blank()
	if err := json.Unmarshal(ph.start, p); err != nil {
		return 0, fmt.Errorf("reading a position of %s: %w", rules.Name, err)
	}
	table := adjudicator.NewTable(ph.luck, adjudicator.Record{Format: ph.format, Asked: ph.asked})
	if err := table.Run(p); err != nil { // the program has changed since
		return 1, nil
	}
	return table.Drew(), nil
}

// A checksum is the SHA-256 of all letters of a game from one on, by which it shows whether one was changed later.
type checksum struct {
	From uint64 // the log entry of the first
	Sum  []byte
}

// add is the checksum with one more letter.
func (c *checksum) add(entry uint64, l letter.Letter) *checksum {
	next := checksum{From: entry}
	h := sha256.New()
	if c != nil {
		next.From = c.From
		h.Write(c.Sum)
	}
	for _, part := range []string{l.ID, l.To, l.Subject, l.Text, l.HTML} {
		fmt.Fprintf(h, "%d\x00%s", len(part), part)
	}
	next.Sum = h.Sum(nil)
	return &next
}
