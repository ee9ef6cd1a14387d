package gm

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Verification is what came of playing a game again from its log.
type Verification struct {
	Game   string
	Phases []Verified
	Lucks  []Secret
	Over   bool
}

// Sound reports whether nothing differs.
func (v Verification) Sound() bool {
	for _, p := range v.Phases {
		if p.Why != "" {
			return false
		}
	}
	for _, l := range v.Lucks {
		if l.Why != "" {
			return false
		}
	}
	return true
}

// A Verified is a phase that was played again.
type Verified struct {
	Number uint64
	Name   string
	Events int    // that were told in it
	Taken  bool   `json:",omitempty"` // back: it does not count any more
	Open   bool   `json:",omitempty"` // it is half played
	Why    string `json:",omitempty"` // what differs; "": nothing
}

// A Secret is where luck comes from, as far as it may be known.
type Secret struct {
	From   uint64 // the phase from which on
	Hash   string // its SHA-256, as the players were told it
	Secret string `json:",omitempty"` // once the game is over
	Why    string `json:",omitempty"` // what is wrong with it; "": nothing
}

// Verify plays every phase of a game again, those included that were taken back, with the luck that comes from its secret,
// and compares what was told. It also looks whether the players were told the secret's hash before anything was played.
func (m *Master) Verify(ctx context.Context, name string) (Verification, error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return Verification{}, err
	}
	if !s.g.begun() {
		return Verification{}, refusal.New("%s has not begun, so there is nothing to verify.", name)
	}
	rules, err := m.rules(s.g.Rules)
	if err != nil {
		return Verification{}, err
	}
	v := &verifier{step: s, rules: rules, count: 1, starts: map[uint64][]byte{}, told: map[string]bool{}}
	v.out = Verification{Game: name, Over: s.g.State == over, Lucks: []Secret{{From: 1, Hash: s.g.hash()}}}
	for _, l := range s.g.Lucks {
		v.out.Lucks = append(v.out.Lucks, Secret{From: l.From, Hash: hashed(l.Secret)})
	}
	for e, err := range s.entries(max(1, s.g.Formed)) { // what was before an earlier start was taken back had other luck
		if err != nil {
			return v.out, fmt.Errorf("reading the log of %s: %w", name, err)
		}
		if err := v.entry(e); err != nil {
			return v.out, fmt.Errorf("reading entry %d of %s: %w", e.Seq, name, err)
		}
	}
	if s.g.State != over {
		v.play(s.g.Record, false, true)
	}
	v.judge()
	return v.out, nil
}

// A verifier goes through a log.
type verifier struct {
	*step
	rules  *adjudicator.Rules
	out    Verification
	count  uint64
	lucks  []luck
	start  []byte            // the position of the phase that is played
	starts map[uint64][]byte // all positions, by log entry
	told   map[string]bool   // hashes that letters have told
	late   []string          // hashes that were not told yet when a phase was played with their secret
}

func (v *verifier) entry(e store.Entry) error {
	switch e.Kind {
	case kindSignUp:
		if e.Seq == v.g.Formed {
			return v.lot(e)
		}
	case kindPosition:
		saved, err := unsqueezed(e.Body)
		v.start, v.starts[e.Seq] = saved, saved
		return err
	case kindPhase:
		var rec adjudicator.Record
		if err := decode(e.Body, &rec); err != nil {
			return err
		}
		v.play(rec, !counts(v.g.Void, e.Seq), false)
		v.count++
	case kindBack:
		var t turned
		if err := decode(e.Body, &t); err != nil {
			return err
		}
		v.count, v.lucks, v.start = t.Count, t.Lucks, v.starts[t.Position]
	case kindOut:
		return v.letter(e)
	}
	return nil
}

// lot deals the seats again.
func (v *verifier) lot(e store.Entry) error {
	var u signUp
	if err := decode(e.Body, &u); err != nil {
		return err
	}
	var who []*applicant
	for _, p := range u.Dealt {
		who = append(who, cmp.Or(u.applicant(p.Address), &applicant{}))
	}
	pack, err := v.pack()
	if err != nil {
		return err
	}
	chairs, err := v.rules.Chairs(len(who), pack)
	if err != nil {
		return err
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: v.g.Secret}, adjudicator.Record{})
	dealt, err := deal(table, lotForSeats, chairs, who)
	out := Verified{Name: "the lot for seats"}
	switch {
	case err != nil:
		out.Why = err.Error()
	case !slices.Equal(dealt, u.Dealt):
		out.Why = "the secret deals other seats"
	}
	v.out.Phases = append(v.out.Phases, out)
	return nil
}

// letter notes which hashes a letter tells.
func (v *verifier) letter(e store.Entry) error {
	var l letter.Letter
	if err := decode(e.Body, &l); err != nil {
		return err
	}
	words := strings.Join(strings.Fields(l.Text), "")
	for _, secret := range v.out.Lucks {
		if strings.Contains(words, secret.Hash) {
			v.told[secret.Hash] = true
		}
	}
	return nil
}

// play plays a phase again and notes what differs.
func (v *verifier) play(rec adjudicator.Record, taken, open bool) {
	g := game{Secret: v.g.Secret, Lucks: v.lucks}
	out := Verified{Number: v.count, Events: len(rec.Told), Taken: taken, Open: open}
	stack, err := guarded(func() error {
		p := v.rules.Blank()
		if err := json.Unmarshal(v.start, p); err != nil {
			return fmt.Errorf("its position can't be read: %w", err)
		}
		out.Name = p.Phase()
		table := adjudicator.NewTable(g.luck(v.count), rec)
		if err := table.Run(p); err != nil {
			return err
		}
		if !open && table.Open() != nil {
			return errors.New("it does not come to its end")
		}
		if news := table.News(); len(news) > 0 {
			return fmt.Errorf("%s was not told: %s", news[0].Kind, news[0].Data)
		}
		return nil
	})
	switch {
	case stack != "":
		out.Why = "the rules fail: " + firstLine(stack)
	case err != nil:
		out.Why = err.Error()
	}
	if hash := hashed(g.luck(v.count).Secret); !open && len(rec.Asked) > 0 && !v.told[hash] { // what asks nobody is played as the game is set up
		v.late = append(v.late, hash)
	}
	v.out.Phases = append(v.out.Phases, out)
}

// judge says of each secret whether it was promised before it was used, and gives it away when the game is over.
func (v *verifier) judge() {
	for i := range v.out.Lucks {
		l := &v.out.Lucks[i]
		switch {
		case !v.told[l.Hash]:
			l.Why = "no letter has told its hash"
		case slices.Contains(v.late, l.Hash):
			l.Why = "a phase was played with it before its hash was told"
		}
		if secret := v.g.Secret; v.out.Over {
			if i > 0 {
				secret = v.g.Lucks[i-1].Secret
			}
			l.Secret = hex.EncodeToString(secret)
		}
	}
}
