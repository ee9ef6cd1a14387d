package gm_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// In a blind game, a later deadline does not reveal who is away, nor does where players live.
func TestAbsenceHidesWhoIsAway(t *testing.T) {
	told := func(zone string) (letters []string) {
		t.Helper()
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer func() {
			if err := m.Store.Close(); err != nil {
				t.Error(err)
			}
		}()
		plan := desk.Plan{Name: "b1", Rules: "sealed", Secret: []byte("0123456789abcdef"), Trust: intake.TrustOpen, Clock: calendar.Clock{Every: 72 * time.Hour},
			Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}, {Address: "cyd@example.org"}, {Address: "dee@example.org"}}}
		now := noon
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), now, plan); err != nil {
			t.Fatal(err)
		}
		take := func(l letter.Letter) {
			if l.To == "bob@example.org" {
				letters = append(letters, l.Subject+"\n"+l.Text)
			}
		}
		deliver(t, m, now, take)
		for i, text := range []string{"ZONE " + zone + "\n", "ABSENCE 4 January to 8 January\n"} {
			if err := reception.Receive(t.Context(), m, now, letter.Letter{ID: string(rune('a'+i)) + "@example.org", From: "ann@example.org", Subject: "[b1]", Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), now, "b1", ""); err != nil {
			t.Fatal(err)
		}
		deliver(t, m, now, take)
		return letters
	}
	at := told("UTC")
	if len(at) < 2 {
		t.Fatalf("there are %d letters", len(at))
	}
	for _, zone := range []string{"Asia/Tokyo", "America/Los_Angeles"} {
		if there := told(zone); !slices.Equal(at, there) {
			t.Errorf("one who is away in %s:\n%s\nand at home:\n%s", zone, there[len(there)-1], at[len(at)-1])
		}
	}
}

// errands are rules by which two of three are asked something a second time: Cid, and whoever Ann names. That is Ann's
// secret, and Cid's.
type errands struct{ trial }

func (p *errands) Play(t *adjudicator.Table) {
	ask := func(seats ...adjudicator.Seat) []string {
		var all []adjudicator.Request
		for _, seat := range seats {
			all = append(all, adjudicator.Request{Seat: seat, Kind: "plea", Default: "nothing"})
		}
		return t.Ask(all...)
	}
	ask(adjudicator.Seat(ask("Ann", "Bob", "Cid")[0]), "Cid")
	p.Day++
}

// A deadline reveals to nobody who else is asked: it moves past the absences of all players, whoever is asked. The
// same holds where a turn ends early, and Cid knows from press who is away.
func TestAbsenceHidesWhoIsAsked(t *testing.T) {
	told := func(errand string) (letters []string) {
		t.Helper()
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer func() {
			if err := m.Store.Close(); err != nil {
				t.Error(err)
			}
		}()
		rules := *court
		rules.Blind, rules.Seats = true, []adjudicator.Seat{"Ann", "Bob", "Cid"}
		rules.Setup = func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
			return &errands{trial{Day: 1}}, nil
		}
		rules.Blank = func() adjudicator.Position { return new(errands) }
		m.Rules = []*adjudicator.Rules{&rules}
		plan := desk.Plan{Name: "c1", Rules: "court", Secret: []byte("0123456789abcdef"), Trust: intake.TrustOpen, Clock: calendar.Clock{Every: 72 * time.Hour, Ends: calendar.WhenIn},
			Players: []game.Player{{Seat: "Ann", Address: "ann@example.org"}, {Seat: "Bob", Address: "bob@example.org"}, {Seat: "Cid", Address: "cid@example.org"}}}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
		for i, text := range []string{"ann: ABSENCE 4 January to 8 January", "ann: " + errand, "bob: nothing", "cid: nothing"} {
			who, text, _ := strings.Cut(text, ": ")
			if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: fmt.Sprint(i, "@example.org"), From: who + "@example.org", Subject: "[c1]", Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		deliver(t, m, noon, func(l letter.Letter) {
			if l.To == "cid@example.org" {
				letters = append(letters, l.Subject+"\n"+l.Text)
			}
		})
		return letters
	}
	hers, his := told("Ann"), told("Bob")
	if len(hers) < 3 || !strings.Contains(hers[len(hers)-1], "This deadline is later than usual.") {
		t.Fatalf("the letters to Cid are not what this test is about:\n%s", strings.Join(hers, "\n"))
	}
	if !slices.Equal(hers, his) {
		t.Errorf("when Ann is asked, Cid is told:\n%s\nand when Bob is:\n%s", hers[len(hers)-1], his[len(his)-1])
	}
}

// Nobody can put off deadlines again and again: without the game master's leave, one seat's absences move them by at
// most two weeks in a game. What the game master has granted is not counted.
func TestAbsencesMoveDeadlinesByTwoWeeks(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	plan := desk.Plan{Name: "b1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Trust: intake.TrustOpen, Clock: calendar.Clock{Every: 24 * time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	now, at := noon, desk.At(m, gm.ActOptions{})
	if err := at.New(t.Context(), now, plan); err != nil {
		t.Fatal(err)
	}
	deadline := func() time.Time {
		t.Helper()
		s, err := m.Load(t.Context(), "b1")
		if err != nil {
			t.Fatal(err)
		}
		return s.Game.Deadline
	}
	moved, asked := time.Duration(0), 0
	turn := func(i int, leave func(from, to string)) {
		t.Helper()
		would := now.Add(24 * time.Hour)
		leave(would.Format(time.DateOnly), would.AddDate(0, 0, i%3).Format(time.DateOnly))
		if err := at.Resolve(t.Context(), now, "b1", ""); err != nil {
			t.Fatal(err)
		}
		moved += deadline().Sub(would)
		now = deadline()
	}
	for i := range 20 {
		turn(i, func(from, to string) {
			text := "ABSENCE " + from + " to " + to
			if i%2 == 1 { // what is taken back after it was of use counts all the same
				text = "ABSENCE OFF\n" + text
			}
			if err := reception.Receive(t.Context(), m, now, letter.Letter{ID: fmt.Sprint(i, "@example.org"), From: "france@example.org", Subject: "[b1]", Text: text}); err != nil {
				t.Fatal(err)
			}
			box, err := desk.Inbox(t.Context(), m, "b1")
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(box, func(it game.Item) bool { return strings.Contains(it.Why, "asks to be away") }) {
				asked = cmp.Or(asked, i)
			}
		})
	}
	if least, most := 12*24*time.Hour, 15*24*time.Hour; moved < least || moved > most || asked == 0 {
		t.Errorf("deadlines moved by %v, and the game master is asked in turn %d", moved, asked)
	}
	before := moved
	turn(2, func(from, to string) {
		if err := at.Absence(t.Context(), now, "b1", "France", []string{from, to}, false); err != nil {
			t.Fatal(err)
		}
	})
	if moved-before < 48*time.Hour {
		t.Errorf("the game master lets France be away for three days, and the deadline moves by %v", moved-before)
	}
}
