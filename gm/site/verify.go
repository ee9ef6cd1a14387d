package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Verification is the result of replaying a game from its log.
type Verification struct {
	Game   string
	Phases []Verified
	Lucks  []Secret // all secrets that were ever announced
	Over   bool
	Why    string // what is wrong with the letters in its log; "": nothing
}

// Sound reports whether no discrepancy was found.
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

// A Verified is the result of replaying one phase.
type Verified struct {
	Number uint64
	Name   string
	Events int    // number of events in it
	Taken  bool   `json:",omitempty"` // whether it was rolled back, so it no longer counts
	Open   bool   `json:",omitempty"` // whether it is not finished
	Why    string `json:",omitempty"` // the discrepancy; "": none
}

// A Secret describes a source of random numbers, as far as it may be disclosed.
type Secret struct {
	From   uint64 // the first phase that used it
	Hash   string // its SHA-256, as announced to players
	Former bool   `json:",omitempty"` // whether it is no longer used, because the game was rolled back
	Secret string `json:",omitempty"` // once the game is over
	Why    string `json:",omitempty"` // what is wrong with it; "": nothing
}

// Verify replays every phase of a game, including those that were rolled back, with random numbers from its secrets,
// and compares the events. It also checks that players were told the hash of each secret before it was used, and that
// the letters in the log are unchanged.
func Verify(ctx context.Context, m *gm.Master, name string) (Verification, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return Verification{}, err
	}
	if !s.Game.Begun() {
		return Verification{}, refusal.New("%s has not begun, so there is nothing to verify.", name)
	}
	rules, err := m.RulesOf(s.Game.Rules)
	if err != nil {
		return Verification{}, err
	}
	v := &verifier{s: s, rules: rules, count: 1, starts: map[uint64][]byte{},
		out: Verification{Game: name, Over: s.Game.State == game.Over}}
	if err := errors.Join(v.secrets(), v.notices()); err != nil {
		return v.out, err
	}
	// before the start was undone, other secrets were used
	for e, err := range s.Entries(max(1, s.Game.Formed)) {
		if err != nil {
			return v.out, fmt.Errorf("reading the log of %s: %w", name, err)
		}
		if err := v.entry(e); err != nil {
			return v.out, fmt.Errorf("reading entry %d of %s: %w", e.Seq, name, err)
		}
	}
	if s.Game.State != game.Over {
		v.play(s.Game.Record, false, true)
	}
	v.judge()
	v.out.Why = v.unlike()
	return v.out, nil
}

// A verifier processes a game's log.
type verifier struct {
	s      *gm.Step
	rules  *adjudicator.Rules
	out    Verification
	count  uint64
	lucks  []game.Luck
	start  []byte                   // position of the phase being replayed
	starts map[uint64][]byte        // all positions, by log entry
	all    []game.Luck              // all announced secrets, parallel to out.Lucks
	told   map[uint64]*secretNotice // secrets that were announced, by log entry
	sum    *game.Checksum           // checksum of the letters in the log
	at     uint64                   // the current log entry
	late   []string                 // hashes that were not announced before their secret was used
}

func (v *verifier) entry(e store.Entry) error {
	v.at = e.Seq
	switch e.Kind {
	case gm.KindSignUp:
		if e.Seq == v.s.Game.Formed {
			return v.lot(e)
		}
	case gm.KindPosition:
		saved, err := gm.Decompressed(e.Body)
		v.start, v.starts[e.Seq] = saved, saved
		return err
	case gm.KindPhase:
		var rec adjudicator.Record
		if err := gm.Decode(e.Body, &rec); err != nil {
			return err
		}
		v.play(rec, !game.Counts(v.s.Game.Void, e.Seq), false)
		v.count++
	case gm.KindBack:
		var t game.RollbackEntry
		if err := gm.Decode(e.Body, &t); err != nil {
			return err
		}
		v.count, v.lucks, v.start = t.Count, t.Lucks, v.starts[t.Position]
	}
	return nil
}

// lot repeats the assignment of seats.
func (v *verifier) lot(e store.Entry) error {
	var u game.SignUp
	if err := gm.Decode(e.Body, &u); err != nil {
		return err
	}
	var who []*game.Applicant
	for _, p := range u.Dealt {
		who = append(who, cmp.Or(u.Applicant(p.Address), &game.Applicant{}))
	}
	pack, err := play.PackOf(v.s)
	if err != nil {
		return err
	}
	chairs, err := v.rules.SeatsFor(len(who), pack)
	if err != nil {
		return err
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: v.s.Game.Secret}, adjudicator.Record{})
	dealt, err := game.Deal(table, play.LotForSeats, chairs, who)
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

// toldBefore reports whether a letter announced a hash before the current log entry.
func (v *verifier) toldBefore(hash string) bool {
	for entry, n := range v.told {
		if n.hash == hash && entry < v.at {
			return true
		}
	}
	return false
}

// play replays a phase and records discrepancies.
func (v *verifier) play(rec adjudicator.Record, taken, open bool) {
	g := game.Game{Chance: game.Chance{Secret: v.s.Game.Secret, Lucks: v.lucks}}
	out := Verified{Number: v.count, Events: len(rec.Told), Taken: taken, Open: open}
	stack, err := gm.Guarded(func() error {
		p := v.rules.Blank()
		if err := json.Unmarshal(v.start, p); err != nil {
			return fmt.Errorf("its position can't be read: %w", err)
		}
		out.Name = p.Phase()
		table := adjudicator.NewTable(g.Luck(v.count), rec)
		if err := table.Run(p); err != nil {
			return err
		}
		if !open && table.Open() != nil {
			return errors.New("the recorded answers do not bring it to its end")
		}
		if news := table.News(); len(news) > 0 {
			return fmt.Errorf("%s was not told: %s", news[0].Kind, news[0].Data)
		}
		return nil
	})
	switch {
	case stack != "":
		out.Why = "the rules fail: " + gm.FirstLine(stack)
	case err != nil:
		out.Why = err.Error()
	}
	// phases without questions are played while the game is being set up
	if hash := game.Hashed(g.Luck(v.count).Secret); !open && len(rec.Asked) > 0 && !v.toldBefore(hash) {
		v.late = append(v.late, hash)
	}
	v.out.Phases = append(v.out.Phases, out)
}

// judge checks that each secret was announced before it was used, and discloses it if the game is over. It omits
// secrets that were replaced before being used or announced.
func (v *verifier) judge() {
	var lucks []Secret
	for i, l := range v.out.Lucks {
		late := slices.Contains(v.late, l.Hash)
		l.Why = v.untold(l.Hash)
		if unused := slices.ContainsFunc(v.s.Game.Former, v.all[i].Same) && l.Why == nobodyTold; unused && !late {
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

// secrets finds all secrets that were ever announced, including those of undone rollbacks.
func (v *verifier) secrets() error {
	v.add(game.Luck{From: 1, Secret: v.s.Game.Secret})
	for e, err := range v.s.Entries(1) {
		var t game.RollbackEntry
		if err == nil && e.Kind == gm.KindBack {
			err = gm.Decode(e.Body, &t)
			v.add(t.Was.Lucks...)
			v.add(t.Lucks...)
		}
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", v.s.Name, err)
		}
	}
	v.add(v.s.Game.Lucks...)
	v.add(v.s.Game.Former...)
	return nil
}

func (v *verifier) add(lucks ...game.Luck) {
	for _, l := range lucks {
		if slices.ContainsFunc(v.all, l.Same) {
			continue
		}
		v.all = append(v.all, l)
		former := !bytes.Equal(l.Secret, v.s.Game.Secret) && !slices.ContainsFunc(v.s.Game.Lucks, l.Same)
		v.out.Lucks = append(v.out.Lucks, Secret{From: l.From, Hash: game.Hashed(l.Secret), Former: former})
	}
}

// A secretNotice is a letter that announces the hash of a secret.
type secretNotice struct {
	hash, to string
	gone     bool // whether it was withdrawn before it was sent
}

// notices finds the letters that announce hashes, and recomputes the checksum over all letters.
func (v *verifier) notices() error {
	v.told = map[uint64]*secretNotice{}
	for e, err := range v.s.Entries(1) {
		switch {
		case err != nil:
		case e.Kind == gm.KindOut:
			err = v.notice(e)
		case e.Kind == gm.KindBack:
			var t game.RollbackEntry
			err = gm.Decode(e.Body, &t)
			v.gone(t.Gone, true)
			v.gone(t.Sent, false)
		}
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", v.s.Name, err)
		}
	}
	return nil
}

func (v *verifier) notice(e store.Entry) error {
	var l letter.Letter
	if err := gm.Decode(e.Body, &l); err != nil {
		return err
	}
	if sealed := v.s.Game.Letters; sealed != nil && e.Seq >= sealed.From {
		v.sum = v.sum.Add(e.Seq, l)
	}
	for _, secret := range v.out.Lucks {
		if gm.Tells(l, secret.Hash) {
			v.told[e.Seq] = &secretNotice{hash: secret.Hash, to: letter.Address(l.To)}
		}
	}
	return nil
}

func (v *verifier) gone(entries []uint64, gone bool) {
	for _, entry := range entries {
		if n := v.told[entry]; n != nil {
			n.gone = gone
		}
	}
}

const nobodyTold = "no letter has told its hash"

// untold returns whose letter with a hash was withdrawn without a replacement, or "".
func (v *verifier) untold(hash string) string {
	got := map[string]bool{}
	for _, n := range v.told {
		if n.hash == hash {
			got[n.to] = got[n.to] || !n.gone
		}
	}
	missed := 0
	for _, is := range got {
		if !is {
			missed++
		}
	}
	switch {
	case len(got) == 0:
		return nobodyTold
	case missed == len(got):
		return "all letters that told its hash were withdrawn before they were sent"
	case missed > 0:
		return fmt.Sprintf("of %d addresses that its hash was written to, %d never got it: those letters were "+
			"withdrawn before they were sent", len(got), missed)
	}
	return ""
}

// unlike returns how the letters in the log differ from those that were written, or "".
func (v *verifier) unlike() string {
	was := v.s.Game.Letters
	if was == nil || v.sum != nil && bytes.Equal(v.sum.Sum, was.Sum) {
		return ""
	}
	return fmt.Sprintf("letters in its log, from entry %d on, were changed, added or taken out after they were written",
		was.From)
}
