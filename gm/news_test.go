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
	"deaddrop/gm/site"
)

// heard returns what an address has got since the last look, its letters' subjects and texts, in a line.
func (tb *tableOf) heard(addr string) string {
	var all []string
	for _, l := range tb.got[addr] {
		all = append(all, l.Subject, l.Text)
	}
	tb.got[addr] = nil
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}

// New items in the inbox are reported once a day, in one letter about all games. Items that are settled by then are
// left out, and on a day without news there is no letter.
func TestDailyLetter(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.start("g2", intake.TrustOpen)
	tb.m.Desk = "gm@example.org"
	for _, name := range []string{"g1", "g2"} {
		tb.must(desk.At(tb.m, gm.ActOptions{}).Pause(t.Context(), tb.now, name)) // so that nothing else is told
	}
	tb.must(site.KeepDigest(t.Context(), tb.m, tb.now))
	tb.deliver()
	tb.heard("gm@example.org")
	ask := func(name, text string) {
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[" + name + "]", Text: text})
	}
	tb.pass(time.Hour)
	ask("g1", "ABSENCE 1 March to 30 March")
	ask("g2", "ABSENCE 1 April to 30 April")
	tb.write(letter.Letter{From: "eve@example.net", Subject: "hello", Text: "Let me in."})
	tb.must(desk.At(tb.m, gm.ActOptions{}).Absence(t.Context(), tb.now, "g2", "X", []string{"2030-04-01", "2030-04-30"}, false))
	tb.pass(16 * time.Hour)
	if told := tb.heard("gm@example.org"); told != "" {
		t.Errorf("before the time for it: %s", told)
	}
	tb.pass(2 * time.Hour)
	told := tb.heard("gm@example.org")
	if n := strings.Count(told, "What is waiting for you"); n != 1 || !strings.Contains(told, "gm absence g1 X 2030-03-01 2030-03-30") ||
		!strings.Contains(told, "eve@example.net") || strings.Contains(told, "2030-04-01") {
		t.Errorf("%d letters: %s", n, told)
	}
	tb.pass(24 * time.Hour)
	if told := tb.heard("gm@example.org"); told != "" {
		t.Errorf("the next day, with nothing new: %s", told)
	}
	ask("g2", "ABSENCE 1 May to 30 June")
	tb.must(desk.At(tb.m, gm.ActOptions{}).Notify(t.Context(), tb.now, "g2", game.NotifyUrgent))
	tb.pass(24 * time.Hour)
	if told := tb.heard("gm@example.org"); told != "" {
		t.Errorf("of a game of which nothing is wanted: %s", told)
	}
}

// Game masters who want to hear at once get a letter at once.
func TestToldAtOnce(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.must(desk.At(tb.m, gm.ActOptions{}).Notify(t.Context(), tb.now, "g1", game.NotifyNow))
	tb.deliver()
	tb.heard("gm@example.org")
	tb.now = tb.now.Add(time.Minute)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "ABSENCE 1 March to 30 March"})
	tb.deliver()
	if told := tb.heard("gm@example.org"); strings.Count(told, "What is waiting for you") != 1 || !strings.Contains(told, "asks to be away") {
		t.Errorf("told: %s", told)
	}
}

// Some hours before the deadline the game master hears who is not in, unless everybody is; one who plays a blind game
// does not, and is told of no other seat's affairs in any letter about the inbox.
func TestMissingAreTold(t *testing.T) {
	for _, test := range []struct {
		name, rules, desk, want string
	}{
		{"one who does not play", "deadman", "gm@example.org", "the game is still waiting for Austria, England, Germany, Italy, Russia and Turkey. gm deadline d1 +1d"},
		{"one who plays blind", "deadman", "france@example.org", ""},
		{"one who plays an open game", "diplomacy", "france@example.org", "the game is still waiting for Austria, England"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := &tableOf{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, got: map[string][]letter.Letter{}}
			defer tb.m.Store.Close()
			plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: test.rules, Secret: []byte("0123456789abcdef"),
				Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: test.desk}
			for _, seat := range []string{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"} {
				plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: strings.ToLower(seat) + "@example.org"})
			}
			tb.must(desk.At(tb.m, gm.ActOptions{}).New(t.Context(), tb.now, plan))
			tb.must(desk.At(tb.m, gm.ActOptions{}).Notify(t.Context(), tb.now, "d1", game.NotifyNow))
			tb.must(desk.At(tb.m, gm.ActOptions{}).Orders(t.Context(), tb.now, "d1", "France", "A Par-Bur; A Mar-Spa; F Bre-Mid", false))
			tb.write(letter.Letter{From: "italy@example.org", Subject: "[d1]", Text: "ABSENCE 1 March to 30 March"})
			tb.pass(65 * time.Hour)
			before := tb.heard(test.desk)
			if strings.Contains(before, "not in") {
				t.Errorf("long before the deadline: %s", before)
			}
			if plays := test.desk != "gm@example.org"; plays == strings.Contains(before, "asks to be away") || !strings.Contains(before, "What is waiting for you") {
				t.Errorf("of an absence to decide: %s", before)
			}
			tb.pass(2 * time.Hour)
			if told := tb.heard(test.desk); test.want == "" && told != "" || !strings.Contains(told, test.want) {
				t.Errorf("told %q, want %q", told, test.want)
			}
		})
	}
}

// The game master of a game in which nobody answers any more is told that every few days, and not before each
// deadline who is missing.
func TestDesertedGameWarnsNoMore(t *testing.T) {
	tb := &tableOf{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, got: map[string][]letter.Letter{}}
	defer tb.m.Store.Close()
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"),
		Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: "gm@example.org", Missing: game.Ladder{}}
	for _, seat := range []string{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"} {
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: strings.ToLower(seat) + "@example.org"})
	}
	tb.must(desk.At(tb.m, gm.ActOptions{}).New(t.Context(), tb.now, plan))
	warned := 0
	for range 8 {
		tb.pass(72*time.Hour + time.Minute)
		warned += strings.Count(tb.heard("gm@example.org"), "the game is still waiting for ")
	}
	if warned != 3 {
		t.Errorf("in eight turns without a letter the game master is warned %d times", warned)
	}
}

// A standby who has taken over a seat needs no act of the game master: it is reported, and then leaves the list. A
// game master who gets no reports, or who plays, finds it there.
func TestNewsGoOffTheList(t *testing.T) {
	for _, c := range []struct {
		name   string
		notify game.Notify
		desk   string
		left   int
	}{
		{"daily", game.NotifyDaily, "gm@example.org", 0}, {"at once", game.NotifyNow, "gm@example.org", 0},
		{"urgent alone", game.NotifyUrgent, "gm@example.org", 1}, {"one who plays", game.NotifyNow, "ann@example.org", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := doubting(t, intake.TrustOpen)
			at := desk.At(tb.m, gm.ActOptions{})
			if c.desk != "gm@example.org" {
				tb.must(at.Seat(t.Context(), tb.now, "g1", "GM", c.desk))
			}
			if c.notify != game.NotifyDaily {
				tb.must(at.Notify(t.Context(), tb.now, "g1", c.notify))
			}
			if c.notify != game.NotifyNow { // which settles it without the daily letter
				tb.must(site.KeepDigest(t.Context(), tb.m, tb.now))
			}
			tb.must(at.Standby(t.Context(), tb.now, "g1", "add", []string{"hal@example.org"}))
			tb.must(at.Eject(t.Context(), tb.now, "g1", "O"))
			tb.deliver()
			offer := tb.last("hal@example.org")
			tb.now = tb.now.Add(time.Minute)
			tb.write(letter.Letter{From: "hal@example.org", Subject: "Re: x", Text: "YES\n", InReplyTo: offer.ID, Detail: tb.detail(offer.ReplyTo)})
			tb.heard(c.desk)
			tb.pass(20 * time.Hour)
			items, err := desk.Inbox(t.Context(), tb.m, "g1")
			tb.must(err)
			if len(items) != c.left {
				t.Errorf("there wait %v", items)
			}
		})
	}
}
