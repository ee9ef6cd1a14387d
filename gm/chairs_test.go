package gm_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
)

// A title may say which seats so many players sit in: they are dealt, wished for and promised, and no others.
func TestSeatsForSoMany(t *testing.T) {
	rules := *court
	rules.Seats = []adjudicator.Seat{"Ann", "Bob", "Cid", "Dan"}
	rules.Table = func(players int, _ []byte) []adjudicator.Seat {
		return map[int][]adjudicator.Seat{2: {"Bob", "Dan"}, 4: rules.Seats}[players]
	}
	plan := func(name string, seats ...adjudicator.Seat) desk.Plan {
		p := desk.Plan{Name: name, Rules: "court", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: "desk@example.org"}
		for i, seat := range seats {
			p.Players = append(p.Players, game.Player{Seat: seat, Address: fmt.Sprintf("p%d@example.org", i)})
		}
		return p
	}
	b := &lobby{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, proved: map[string]bool{}, letters: map[string]int{}, last: map[string]letter.Letter{}, got: map[string]int{}}
	t.Cleanup(func() {
		if err := b.m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	b.m.Rules = []*adjudicator.Rules{&rules}
	seats := func(game string) (out []adjudicator.Seat) {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), b.m, game)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range o.Seats {
			if s.Name != adjudicator.GM {
				out = append(out, s.Name)
			}
		}
		return out
	}
	refused := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := b.desk().New(t.Context(), noon, plan("c1", "", "Bob")); err != nil {
		t.Fatal(err)
	}
	if got := seats("c1"); !slices.Equal(got, []adjudicator.Seat{"Bob", "Dan"}) {
		t.Errorf("they sit in %v", got)
	}
	refused(b.desk().New(t.Context(), noon, plan("c2", "", "Ann")), `There is no free seat "Ann"; there are Bob and Dan.`)
	refused(b.desk().New(t.Context(), noon, plan("c2", "Bob", "Ann")), `There is no free seat "Ann"; there are Bob and Dan.`)
	refused(b.desk().New(t.Context(), noon, plan("c2", "Bob", "Bob")), "Bob is given to two players; give each a seat of their own.")
	refused(b.desk().New(t.Context(), noon, plan("c2", "", "", "")), "can't be played by 3")
	refused(b.desk().Open(t.Context(), noon, plan("s1"), 3, false), "can't be played by 3")

	if err := b.desk().Open(t.Context(), noon, plan("s1"), 2, false); err != nil {
		t.Fatal(err)
	}
	refused(b.desk().Apply(t.Context(), noon, "s1", game.Player{Seat: "Cid", Address: "boss@example.org"}, "", true), `There is no free seat "Cid"; there are Bob and Dan.`)
	b.join("p1@example.org", "Dan")
	if l := b.last["p1@example.org"].Text; !strings.Contains(l, "Bob") || strings.Contains(l, "Ann") {
		t.Errorf("who signs up reads\n%s", l)
	}
	b.join("p2@example.org", "*")
	if got := seats("s1"); !slices.Equal(got, []adjudicator.Seat{"Bob", "Dan"}) || b.last["p1@example.org"].Subject == "" || !strings.Contains(b.last["p1@example.org"].Subject, "Dan") {
		t.Errorf("they sit in %v, and %s", got, b.last["p1@example.org"].Subject)
	}
	if v, err := site.Verify(t.Context(), b.m, "s1"); err != nil || !v.Sound() {
		t.Errorf("verified: %+v, %v", v, err)
	}
}
