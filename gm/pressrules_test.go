package gm_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// Press is passed on as, and when, the game master has chosen.
func TestPressOfGames(t *testing.T) {
	for _, c := range []struct {
		rule, value string
		passed      bool
	}{
		{"to", "players", true}, {"to", "gm", false}, {"while", "always", true}, {"while", "filed", false}, {"goes", "now", true},
		{"goes", "report", false},
	} {
		t.Run(c.rule+"="+c.value, func(t *testing.T) {
			tb := doubting(t, intake.TrustOpen)
			if !c.passed { // what is chosen already is refused
				tb.must(desk.At(tb.m, gm.ActOptions{}).PressRules(t.Context(), tb.now, "g1", map[string]string{c.rule: c.value}))
			}
			tb.deliver()
			tb.heard("bob@example.org")
			tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "PRESS TO O\nHello Bob.\nENDPRESS\n"})
			if told := tb.heard("bob@example.org"); strings.Contains(told, "Hello Bob.") != c.passed {
				t.Errorf("Bob is told: %s", told)
			}
			tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nREADY\n"})
			if told := tb.heard("bob@example.org"); strings.Contains(told, "Hello Bob.") != (c.value == "report") {
				t.Errorf("with the report Bob is told: %s", told)
			}
		})
	}
}

// A game that is handed over has its new game master get what is for one, and the old one nothing more.
func TestHandedOver(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.must(desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "GM", "hal@example.org"))
	tb.deliver()
	if told := tb.heard("hal@example.org"); !strings.Contains(told, "you are the game master") {
		t.Errorf("the new game master is told: %s", told)
	}
	tb.heard("gm@example.org")
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "PRESS TO GM\nAre you there?\nENDPRESS\n"})
	if told := tb.heard("hal@example.org"); !strings.Contains(told, "Are you there?") {
		t.Errorf("of a word to the game master they are told: %s", told)
	}
	if told := tb.heard("gm@example.org"); told != "" {
		t.Errorf("the old one is told: %s", told)
	}
}

// Where the game master chooses the players, applicants wait in the inbox until they are entered.
func TestApprovedPlayers(t *testing.T) {
	b := lobbied(t, "deadman", true)
	b.write("kim@example.org", letter.Proved, "JOIN s1\n")
	items, err := desk.Inbox(t.Context(), b.m, "s1")
	if err != nil || len(items) != 1 || !strings.Contains(items[0].Why, "You approve the players of this game yourself") {
		t.Fatalf("%v, %v", items, err)
	}
	if err := b.desk().Apply(t.Context(), b.now, "s1", game.Player{Address: "kim@example.org"}, "", true); err != nil {
		t.Fatal(err)
	}
	if items, err = desk.Inbox(t.Context(), b.m, "s1"); err != nil || len(items) > 0 {
		t.Errorf("when they are entered there waits %v, %v", items, err)
	}
}

// If the game master has chosen so, no press is passed on while only retreats are asked for.
func TestPressWhileOnlySmall(t *testing.T) {
	for _, small := range []string{"yes", "no"} {
		tb := &tableOf{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, got: map[string][]letter.Letter{}}
		defer tb.m.Store.Close()
		plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "diplomacy", Secret: []byte("0123456789abcdef"),
			Clock: calendar.Clock{Every: 72 * time.Hour}, Press: map[string]string{"small": small}}
		for _, seat := range []string{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"} {
			plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: strings.ToLower(seat) + "@example.org"})
		}
		at := desk.At(tb.m, gm.ActOptions{})
		tb.must(at.New(t.Context(), tb.now, plan))
		for _, orders := range []string{"A Ven-Tyr; A Rom-Ven", "A Ven-Tri; A Tyr S A Ven-Tri"} {
			tb.must(at.Orders(t.Context(), tb.now, "d1", "Italy", orders, false))
			tb.must(at.Resolve(t.Context(), tb.now, "d1", ""))
		}
		tb.deliver()
		tb.heard("italy@example.org")
		tb.write(letter.Letter{From: "france@example.org", Subject: "[d1]", Text: "PRESS TO Italy\nWell done.\nENDPRESS\n"})
		if told := tb.heard("italy@example.org"); strings.Contains(told, "Well done.") != (small == "yes") {
			t.Errorf("with small=%s Italy is told: %s", small, told)
		}
	}
}

// Whatever a letter says, its press is told as its writer's, to those who are named and to nobody as somebody else's.
func TestNoFalseNames(t *testing.T) {
	for _, first := range []string{"PRESS AS O TO O", "PRESS FROM O TO O", "PRESS TO O FROM GM", "BROADCAST AS GM"} {
		tb := doubting(t, intake.TrustOpen)
		tb.heard("bob@example.org")
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: first + "\nBelieve me.\nENDPRESS\n"})
		told := tb.heard("bob@example.org")
		if strings.Contains(told, "Believe me.") && !strings.Contains(told, "press from X") {
			t.Errorf("%s: Bob is told: %s", first, told)
		}
	}
}
