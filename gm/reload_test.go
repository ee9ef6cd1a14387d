package gm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
)

// meanwhile is a store in which another process does something before the next change. It has no queue of
// changes, so that it sees them all.
type meanwhile struct {
	store.Store
	act func()
}

func (s *meanwhile) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if act := s.act; act != nil {
		s.act = nil
		act()
	}
	return s.Store.Commit(ctx, game, c)
}

// A vacation note or a returned letter arrives while the start of its game is taken back: then there are no
// seats any more. That is no failure of the rules, and the game goes on forming.
func TestNotesWhileTheStartIsTakenBack(t *testing.T) {
	for name, note := range map[string]letter.Letter{
		"vacation note":   {Away: true, Machine: "Auto-Submitted"},
		"returned letter": {Machine: "a DSN", Report: &letter.Report{Failed: true, Status: "5.1.1", Why: "user unknown", Recipient: "p1@example.org"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := lobbied(t, "deadman", false)
			for i := range 7 {
				b.join(fmt.Sprintf("p%d@example.org", i), "France")
			}
			games := b.m.Store
			other := &gm.Master{Key: b.m.Key, Store: games, Words: b.m.Words, Address: b.m.Address, Name: b.m.Name, Rules: b.m.Rules, Log: b.m.Log}
			taken := false
			b.m.Store = &meanwhile{games, func() {
				taken = true
				if err := desk.At(other, gm.ActOptions{}).RevertStart(t.Context(), b.now, "s1"); err != nil {
					t.Error(err)
				}
			}}
			note.ID, note.From, note.Subject, note.InReplyTo = "note@example.org", "p1@example.org", "Re: "+b.last["p1@example.org"].Subject, b.last["p1@example.org"].ID
			if err := reception.Receive(t.Context(), b.m, b.now, note); err != nil {
				t.Errorf("it is not taken: %v", err)
			}
			b.m.Store = games
			if !taken {
				t.Fatal("the start was not taken back meanwhile")
			}
			if o := b.overview(); o.State != "forming" || strings.Contains(fmt.Sprint(o.Why), "nil pointer") {
				t.Errorf("the game is %s: %s", o.State, o.Why)
			}
		})
	}
}
