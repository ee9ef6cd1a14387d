package gm_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// listed returns the game master's list, of some games or of all, and how many items of it have those words.
func (tb *tableOf) listed(words string, games ...string) (all []game.Item, with int) {
	tb.Helper()
	all, err := desk.Inbox(tb.Context(), tb.m, games...)
	if err != nil {
		tb.Fatal(err)
	}
	for _, it := range all {
		if it.Letter != nil && strings.Contains(it.Letter.From, words) || strings.Contains(it.Why, words) {
			with++
		}
	}
	return all, with
}

// However many letters strangers write, from one domain or from as many as there are letters, those with a signature,
// mail that came back, and all else are on the list still, and an item counts what was left off.
func TestListUnderFire(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	if err := reception.GiveUp(t.Context(), tb.m, tb.now, letter.Letter{ID: "poison", From: "ann@example.org"}, "It is poison.", "in Failed"); err != nil {
		t.Fatal(err)
	}
	flood := func(n int, domain string, proof letter.Proof) {
		t.Helper()
		for i := range n {
			from := "eve@" + domain
			if strings.Contains(domain, "%d") {
				from = fmt.Sprintf("eve@"+domain, i)
			}
			tb.write(letter.Letter{From: from, Text: "Buy this.", Proof: proof})
		}
	}
	has := func(words string, want int) {
		t.Helper()
		if all, got := tb.listed(words); got != want {
			t.Errorf("of %d items %d are of %q, want %d", len(all), got, words, want)
		}
	}
	flood(30, "one.example", letter.Proved)
	has("@one.example", 20)
	has("Letters of strangers: 10 since then were left off this list", 1)
	flood(60, "x%d.example", letter.Unproven)
	tb.write(letter.Letter{From: "cay@club.example", Text: "May I play?", Proof: letter.Proved})
	tb.write(letter.Letter{From: "mailer-daemon@mx.example", Machine: "a DSN", Report: &letter.Report{Failed: true, Why: "550 no such user"}})
	tb.write(letter.Letter{From: "eve@ann.example", Text: "Buy this."})
	has("@x", 50)
	has("@club.example", 1)
	has("but not which one", 1)
	has("It is poison.", 1)
	has("@ann.example", 0)
	has("Letters of strangers: 21 since", 1)

	all, _ := tb.listed("")
	i := slices.IndexFunc(all, func(it game.Item) bool { return it.Dropped })
	if shown, err := desk.Item(t.Context(), tb.m, all[i].Ref); err != nil || shown.Why != all[i].Why {
		t.Errorf("it is shown as %+v, %v", shown, err)
	}
	if err := desk.At(tb.m, gm.ActOptions{}).Done(t.Context(), tb.now, all[i].Ref); err != nil {
		t.Fatal(err)
	}
	has("Letters of strangers", 0)
	flood(1, "y.example", letter.Unproven)
	has("Letters of strangers: 1 since", 1)

	tb.now = tb.now.Add(24 * time.Hour)
	flood(1, "y.example", letter.Unproven)
	has("@y.example", 1)
	for range 4 {
		tb.now = tb.now.Add(24 * time.Hour)
		flood(60, "z%d.example", letter.Unproven)
	}
	has("@club.example", 1)
	has("but not which one", 1)
	has("It is poison.", 1)
	if all, _ := tb.listed(""); len(all) > 400 {
		t.Errorf("the list has %d items", len(all))
	}
}

// Letters in a player's name that nobody was asked about are dropped for newer ones; what a game tells is not, however
// much there is of it.
func TestListOfGameUnderFire(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "b2\n"})
	for range 8 {
		for range 30 {
			tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "RESIGN\n", Proof: letter.Disowned})
		}
		tb.now = tb.now.Add(24 * time.Hour)
	}
	all, asked := tb.listed("was asked whether it is theirs", "g1")
	_, counts := tb.listed("Letters of strangers: 60 since", "g1")
	if forged := slices.DeleteFunc(slices.Clone(all), func(it game.Item) bool { return it.Letter == nil || it.Letter.Proof != letter.Disowned }); len(forged) != 100 || asked != 1 || counts != 1 {
		t.Errorf("of %d items %d are forged, %d were asked about, %d count", len(all), len(forged), asked, counts)
	}
}

// Items about letters given up, or about faults of the store or a game, are never dropped from the list.
func TestNothingElseIsDropped(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	for n := range 510 {
		if err := reception.GiveUp(t.Context(), tb.m, tb.now, letter.Letter{ID: fmt.Sprint(n), From: "ann@example.org"}, fmt.Sprintf("It is poison %d.", n), "in Failed"); err != nil {
			t.Fatal(err)
		}
	}
	if all, first := tb.listed("poison 0."); first != 1 {
		t.Errorf("the first of 510 letters that were given up is not on the list of %d", len(all))
	}
}
