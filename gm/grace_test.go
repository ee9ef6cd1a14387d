package gm_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/parser"
)

// Where the time of a report must reveal nothing, a turn waits for late players in any case, and each of them hears
// only of themselves: what all others get, and when, is the same whoever is late.
func TestGraceTellsNothing(t *testing.T) {
	const grace = 24 * time.Hour
	got := func(in ...string) map[string][]string {
		t.Helper()
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer m.Store.Close()
		plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Grace: grace}}
		for _, seat := range deadman.Rules.Seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
		}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
		out := map[string][]string{}
		deliver(t, m, noon, func(letter.Letter) {})
		for i, power := range in {
			at := noon.Add(80 * time.Hour) // within the grace
			if i%2 == 0 {
				at = noon.Add(70 * time.Hour)
			}
			if err := reception.Receive(t.Context(), m, at, letter.Letter{ID: power + "@test", From: power + "@example.org", Subject: "[d1]", Text: "READY"}); err != nil {
				t.Fatal(err)
			}
		}
		deliver(t, m, noon.Add(71*time.Hour), func(letter.Letter) {})
		for now := noon.Add(72 * time.Hour); now.Before(noon.Add(72*time.Hour + grace + time.Minute)); now = now.Add(5 * time.Second) {
			deliver(t, m, now, func(l letter.Letter) {
				headline, _ := parser.Headline(l.Text)
				out[l.To] = append(out[l.To], fmt.Sprintf("%v %s", now.Sub(noon), headline))
			})
			if now.Sub(noon) == 73*time.Hour {
				now = noon.Add(72*time.Hour + grace - time.Minute)
			}
		}
		return out
	}
	nobody := got()
	if turkey := nobody["turkey@example.org"]; len(turkey) != 2 || !strings.HasSuffix(turkey[0], "Turkey: you are late, Spring 1901") || turkey[1] != "96h0m0s [d1.2] Turkey: Fall 1901" {
		t.Errorf("Turkey is late, and gets %q", turkey)
	}
	for _, in := range [][]string{{"austria"}, {"austria", "france", "russia"}} {
		if some := got(in...); !slices.Equal(some["turkey@example.org"], nobody["turkey@example.org"]) {
			t.Errorf("when %v are in, Turkey gets %q, and else %q", in, some["turkey@example.org"], nobody["turkey@example.org"])
		}
	}
	all := got("turkey", "england", "austria", "germany", "france", "italy", "russia")
	if turkey := all["turkey@example.org"]; len(turkey) != 1 || turkey[0] != "96h0m0s [d1.2] Turkey: Fall 1901" {
		t.Errorf("when all are in, Turkey gets %q", turkey)
	}
}

// A turn that ends some seconds after its deadline does not cost its players a day.
func TestSecondsLate(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	plan := desk.Plan{Name: "g1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, At: "20:00", Grace: time.Hour},
		Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	deadline := func() time.Time {
		o, err := inspect.OverviewOf(t.Context(), m, "g1")
		if err != nil {
			t.Fatal(err)
		}
		return o.Deadline
	}
	first := deadline()
	for _, late := range []time.Duration{7 * time.Second, time.Hour + 7*time.Second} {
		deliver(t, m, first.Add(late), func(letter.Letter) {})
	}
	if got := deadline().Sub(first); got != 96*time.Hour { // three days after the end of the grace, at the next eight o'clock
		t.Errorf("the next deadline is %v later", got)
	}
	if err := desk.At(m, gm.ActOptions{}).Retime(t.Context(), first, "g1", func(c *calendar.Clock) error { c.Grace = 0; return nil }); err != nil {
		t.Fatal(err)
	}
	second := deadline()
	deliver(t, m, second.Add(7*time.Second), func(letter.Letter) {})
	if got := deadline().Sub(second); got != 72*time.Hour {
		t.Errorf("without grace, the next deadline is %v later", got)
	}
}

// During a pause nothing ends a turn, and a WAIT holds a turn only until its deadline.
func TestPauseAndWait(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	plan := desk.Plan{Name: "g1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Trust: intake.TrustOpen, Clock: calendar.Clock{Every: 72 * time.Hour, Grace: 24 * time.Hour},
		Players: []game.Player{{Seat: "X", Address: "ann@example.org"}, {Seat: "O", Address: "bob@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	expect := func(when, phase string) inspect.Overview {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), m, "g1")
		if err != nil || o.Phase != phase {
			t.Errorf("%s it is in %s, %v, want %s", when, o.Phase, err, phase)
		}
		return o
	}
	write := func(from, text string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: text + from, From: from, Subject: "[g1]", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := desk.At(m, gm.ActOptions{}).Pause(t.Context(), noon, "g1"); err != nil {
		t.Fatal(err)
	}
	write("ann@example.org", "5")
	deliver(t, m, noon.Add(200*time.Hour), func(letter.Letter) {})
	expect("in a pause, with all in,", "Move 1")
	if err := desk.At(m, gm.ActOptions{}).Resume(t.Context(), noon, "g1"); err != nil {
		t.Fatal(err)
	}
	expect("after it", "Move 2")
	write("bob@example.org", "1\nWAIT")
	o := expect("when O waits", "Move 2")
	var late []string
	deliver(t, m, o.Deadline, func(l letter.Letter) {
		if strings.Contains(l.Text, "you are late") {
			late = append(late, l.To)
		}
	})
	if expect("at the deadline", "Move 3"); len(late) > 0 {
		t.Errorf("%v are late, who were in", late)
	}
}
