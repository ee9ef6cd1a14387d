package gm_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/record"
	"deaddrop/gm/site"
	"deaddrop/gm/store/folder"
)

// passes lets a deadline pass.
func (tb *tableOf) passes() {
	tb.Helper()
	tb.now = tb.now.Add(73 * time.Hour)
	tb.deliver()
}

// players returns the statistics.
func (tb *tableOf) players() []record.Player {
	tb.Helper()
	all, unread, err := site.Players(tb.Context(), tb.m)
	if err != nil || len(unread) > 0 {
		tb.Fatal(unread, err)
	}
	return all
}

// of returns what is counted of a player.
func (tb *tableOf) of(addr string) record.Tally {
	tb.Helper()
	all := tb.players()
	i := slices.IndexFunc(all, func(p record.Player) bool { return p.Is(addr) })
	if i < 0 {
		return record.Tally{}
	}
	one, err := record.OfPlayer(tb.Context(), tb.m, addr)
	if err != nil || one.Tally != all[i].Tally {
		tb.Fatalf("%s by themselves: %+v, %v; among all: %+v", addr, one.Tally, err, all[i].Tally)
	}
	return all[i].Tally
}

// tallied compares what is counted of players.
func (tb *tableOf) tallied(when string, want map[string]record.Tally) {
	tb.Helper()
	for addr, tally := range want {
		if got := tb.of(addr); got != tally {
			tb.Errorf("%s, of %s: %+v\nwant %+v", when, addr, got, tally)
		}
	}
}

// Turns, misses, changes of seats and results are counted for whoever sat there at that time. Turns that were taken
// back are not, and a second address is its player's. A game counts the same when it is over, archived or brought
// back.
func TestPlayersAreCounted(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.m.Shelf = folder.Dir(t.TempDir())
	at := desk.At(tb.m, gm.ActOptions{})
	tb.moves("1")
	tb.passes() // bob misses a turn, and the rules take square 2
	tb.rollback("Move 2", nil)
	tb.deliver()
	tb.passes() // and again
	tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "5"})
	tb.write(tb.yes(second, tb.ask(second), letter.Proved))
	tb.tallied("while it runs", map[string]record.Tally{
		main:              {Played: 1, Running: 1, Asked: 2},
		second:            {Played: 1, Running: 1, Asked: 2},
		"bob@example.org": {Played: 1, Running: 1, Asked: 1, Missed: 1, Late: 2},
	})
	if err := at.Seat(t.Context(), tb.now, "g1", "O", "cyd@example.org"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.passes() // cyd misses a first turn
	tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "9"})
	tb.start("g2", intake.TrustOpen) // bob resigns here
	tb.write(letter.Letter{From: "bob@example.org", Subject: "[g2]", Text: "RESIGN"})
	tb.write(letter.Letter{From: "bob@example.org", Subject: "[g2]", Text: "RESIGN YES"})
	want := map[string]record.Tally{
		second:            {Played: 2, Running: 1, Asked: 3, Won: 1},
		"cyd@example.org": {Played: 1, Asked: 1, Missed: 1, Late: 1, Lost: 1},
		"bob@example.org": {Played: 1, Asked: 1, Missed: 1, Late: 2, Replaced: 1}, // he was asked nothing in g2
	}
	tb.tallied("when it is over", want)
	tb.tallied("by the summary", want)
	tb.passes()
	if _, err := site.Archive(t.Context(), tb.m, tb.now, "g1", false); err != nil {
		t.Fatal(err)
	}
	want[second] = record.Tally{Played: 2, Running: 1, Asked: 4, Missed: 1, Won: 1, Late: 1} // g2 goes on
	tb.tallied("in the archive", want)
	if _, err := site.Unarchive(t.Context(), tb.m, "g1"); err != nil {
		t.Fatal(err)
	}
	tb.tallied("brought back", want)
}

// A seat that is taken away and given back is one tenure. An ejected player who comes back to no seat is counted as
// ejected.
func TestEjectionsAreCounted(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	at := desk.At(tb.m, gm.ActOptions{})
	tb.moves("1", "2", "3")
	eject := func() {
		t.Helper()
		if err := at.Eject(t.Context(), tb.now, "g1", "O"); err != nil {
			t.Fatal(err)
		}
	}
	eject()
	tb.tallied("ejected", map[string]record.Tally{"bob@example.org": {Played: 1, Asked: 1, Ejected: 1}})
	if err := at.Seat(t.Context(), tb.now, "g1", "O", "bob@example.org"); err != nil {
		t.Fatal(err)
	}
	tb.tallied("taken back", map[string]record.Tally{"bob@example.org": {Played: 1, Running: 1, Asked: 1}})
}

// Of a blind game only its existence is counted before it is over, so that nobody learns who is asked and who has
// answered.
func TestBlindGamesAreCountedWhenOver(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	plan := desk.Plan{Name: "b1", Rules: "sealed", Trust: intake.TrustOpen, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range []string{"ann", "bob", "cid", "dee"} {
		plan.Players = append(plan.Players, game.Player{Address: seat + "@blind.example"})
	}
	at := desk.At(tb.m, gm.ActOptions{})
	if err := at.New(t.Context(), tb.now, plan); err != nil {
		t.Fatal(err)
	}
	tb.passes()
	cid := plan.Players[2].Address
	tb.tallied("running", map[string]record.Tally{cid: {Played: 1, Running: 1, Hidden: 1}})
	for _, p := range tb.players() {
		for _, s := range p.Games {
			if s.Seat != "" {
				t.Errorf("%s is told to be %s in %s, which is running", p.Address, s.Seat, s.Game)
			}
		}
	}
	if err := at.End(t.Context(), tb.now, "b1", true); err != nil {
		t.Fatal(err)
	}
	tb.tallied("over", map[string]record.Tally{cid: {Played: 1, Asked: 1, Missed: 1, Late: 1}})
}

// A player's forgotten record counts no more, under any of their addresses; what comes after it does.
func TestForget(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.moves("1", "2")
	tb.write(tb.yes(second, tb.ask(second), letter.Proved))
	if _, err := site.Forget(t.Context(), tb.m, tb.now, second); err != nil {
		t.Fatal(err)
	}
	tb.tallied("forgotten", map[string]record.Tally{main: {}, second: {}, "bob@example.org": {Played: 1, Running: 1, Asked: 1}})
	if _, err := site.Forget(t.Context(), tb.m, tb.now, main); err == nil {
		t.Error("somebody of whom nothing is counted is forgotten")
	}
	tb.now = tb.now.Add(time.Hour)
	tb.start("g2", intake.TrustOpen)
	tb.tallied("afterwards", map[string]record.Tally{main: {Played: 1, Running: 1}})
	if again, err := site.Remember(t.Context(), tb.m, main); err != nil || !again {
		t.Fatal(again, err)
	}
	plan := desk.Plan{Name: "g3", Rules: "tictactoe", Trust: intake.TrustOpen, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []game.Player{{Seat: "X", Address: second}, {Seat: "O", Address: "bob@example.org"}}}
	if err := desk.At(tb.m, gm.ActOptions{}).New(t.Context(), tb.now, plan); err != nil {
		t.Fatal(err)
	}
	tb.tallied("remembered, with a game in which she plays from there", map[string]record.Tally{second: {Played: 3, Running: 3, Asked: 1}})
}

// A player who has missed too many turns can't sign up by JOIN: they are told why, and so is the game master, who can
// seat them nevertheless. Players who have missed fewer, or have had few turns, are asked as usual.
func TestBarAtJoin(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.moves("1")
	tb.passes() // bob misses square 2
	tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "5"})
	tb.passes() // and 3
	tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "9"})
	plan := desk.Plan{Name: "s1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: "gm@example.org"}
	at := desk.At(tb.m, gm.ActOptions{})
	if err := at.Open(t.Context(), tb.now, plan, 0, false); err != nil {
		t.Fatal(err)
	}
	join := func(from string) string {
		t.Helper()
		return strings.Join(strings.Fields(tb.write(letter.Letter{From: from, Subject: "x", Text: "JOIN s1", Proof: letter.Proved})), " ")
	}
	const asks = "the single word YES"
	bob := "bob@example.org"
	tb.m.Bar = &gm.Bar{Most: 0.2, Least: 3}
	if got := join(bob); !strings.Contains(got, asks) {
		t.Errorf("who has had few turns gets: %s", got)
	}
	tb.write(letter.Letter{From: bob, Subject: "[s1]", Text: "LEAVE s1", Proof: letter.Proved})
	tb.m.Bar.Least = 2
	if got := join(main); !strings.Contains(got, asks) {
		t.Errorf("who has missed nothing gets: %s", got)
	}
	plan.Name = "s2"
	if err := at.Open(t.Context(), tb.now, plan, 0, false); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(tb.write(letter.Letter{From: bob, Subject: "x", Text: "JOIN s2 O", Proof: letter.Proved})), " ")
	for _, want := range []string{"sign-up: the game master decides", "you have missed 2 of 2 turns (100%). Anybody who has missed more than 20%", "The game master has your letter"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in: %s", want, got)
		}
	}
	items, err := desk.Inbox(t.Context(), tb.m, "s2")
	if err != nil || len(items) != 1 || !strings.Contains(items[0].Why, "They have missed 2 of 2 turns") || !strings.Contains(items[0].Why, "gm seat s2 add bob@example.org 'O'") {
		t.Errorf("the game master is told %+v (%v)", items, err)
	}
	if err := at.Apply(t.Context(), tb.now, "s2", game.Player{Address: bob}, "O", true); err != nil {
		t.Fatal(err)
	}
	if items, err := desk.Inbox(t.Context(), tb.m, "s2"); err != nil || len(items) > 0 {
		t.Errorf("when he is seated, there waits %+v (%v)", items, err)
	}
	plan.Name = "s3"
	if err := at.Open(t.Context(), tb.now, plan, 0, false); err != nil {
		t.Fatal(err)
	}
	before := len(tb.got[bob])
	for range 20 {
		tb.write(letter.Letter{From: bob, Subject: "x", Text: "JOIN s3", Proof: letter.Proved})
	}
	if n := len(tb.got[bob]) - before; n > 10 {
		t.Errorf("for 20 letters he gets %d", n)
	}
}
