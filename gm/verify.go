package gm

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Verification is what came of playing a game again from its log.
type Verification struct {
	Game   string
	Phases []Verified
	Lucks  []Secret // all that were ever announced
	Over   bool
	Why    string // what is wrong with the letters in its log; "": nothing
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
	return v.Why == ""
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
	Former bool   `json:",omitempty"` // it is in force no more, as the game was taken back
	Secret string `json:",omitempty"` // once the game is over
	Why    string `json:",omitempty"` // what is wrong with it; "": nothing
}

// Verify plays every phase of a game again, those included that were taken back, with the luck that comes from its secret,
// and compares what was told. It also looks whether the players were told the hash of each secret before anything was played
// with it, and whether the letters in the log are those that were written.
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
	v := &verifier{step: s, rules: rules, count: 1, starts: map[uint64][]byte{}, out: Verification{Game: name, Over: s.g.State == over}}
	if err := errors.Join(v.secrets(), v.notices()); err != nil {
		return v.out, err
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
	v.out.Why = v.unlike()
	return v.out, nil
}

// A verifier goes through a log.
type verifier struct {
	*step
	rules  *adjudicator.Rules
	out    Verification
	count  uint64
	lucks  []luck
	start  []byte             // the position of the phase that is played
	starts map[uint64][]byte  // all positions, by log entry
	all    []luck             // the secrets that were ever announced, as out.Lucks
	told   map[uint64]*notice // by log entry
	sum    *checksum          // of the letters in the log
	at     uint64             // the log entry that is read
	late   []string           // hashes that were not told yet when a phase was played with their secret
}

func (v *verifier) entry(e store.Entry) error {
	v.at = e.Seq
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

// toldBefore reports whether a letter had told a hash before the log entry that is read.
func (v *verifier) toldBefore(hash string) bool {
	for entry, n := range v.told {
		if n.hash == hash && entry < v.at {
			return true
		}
	}
	return false
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
	if hash := hashed(g.luck(v.count).Secret); !open && len(rec.Asked) > 0 && !v.toldBefore(hash) { // what asks nobody is played as the game is set up
		v.late = append(v.late, hash)
	}
	v.out.Phases = append(v.out.Phases, out)
}

// judge says of each secret whether it was promised before it was used, and gives it away when the game is over. One that
// nothing was played with before another took its place, and that nobody was promised, is left out.
func (v *verifier) judge() {
	var lucks []Secret
	for i, l := range v.out.Lucks {
		late := slices.Contains(v.late, l.Hash)
		l.Why = v.untold(l.Hash)
		if unused := slices.ContainsFunc(v.g.Former, v.all[i].same) && l.Why == nobodyTold; unused && !late {
			continue
		}
		if l.Why == "" && late {
			l.Why = "a phase was played with it before its hash was told"
		}
		if v.out.Over {
			l.Secret = hex.EncodeToString(v.all[i].Secret)
		}
		lucks = append(lucks, l)
	}
	v.out.Lucks = lucks
}
