package gm_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// phase returns the phase that d1 is in.
func phase(t *testing.T, m *gm.Master) string {
	t.Helper()
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil {
		t.Fatal(err)
	}
	return o.Phase
}

// work does all that is due, and counts the letters that go out to each address.
func workOff(t *testing.T, m *gm.Master, now time.Time) map[string]int {
	t.Helper()
	sent := map[string]int{}
	deliver(t, m, now, func(l letter.Letter) { sent[l.To]++ })
	return sent
}

// After an outage, letters that came in time may still lie in the mailbox when the deadline passes.
func TestDeadlineWaitsForTheMailbox(t *testing.T) {
	m := started(t)
	taken := noon
	m.TakenIn = func() time.Time { return taken }
	workOff(t, m, noon)
	late := noon.Add(100 * time.Hour)
	if workOff(t, m, late); phase(t, m) != "Spring 1901" {
		t.Fatalf("the turn is resolved before the mailbox was looked at: %s", phase(t, m))
	}
	if err := reception.Receive(t.Context(), m, late, letter.Letter{ID: "1@test", From: "france@example.org", Subject: "[d1.1]", Text: "A Par-Bur"}); err != nil {
		t.Fatal(err)
	}
	taken = late
	workOff(t, m, late.Add(2*time.Second))
	text, _, err := inspect.As(t.Context(), m, late, "d1", "France")
	if err != nil || phase(t, m) != "Fall 1901" || !strings.Contains(text, "A Bur") {
		t.Errorf("it is %s, and France knows (%v):\n%s", phase(t, m), err, text)
	}
}

// A service that is told to stop while a letter is being sent notes that it was sent.
func TestStopDoublesNothing(t *testing.T) {
	m := started(t)
	ctx, stop := context.WithCancel(t.Context())
	sent := map[string]int{}
	_, err := work.Due(ctx, m, noon, func(_ context.Context, l letter.Letter) error {
		sent[l.To]++
		stop()
		return nil
	})
	if !errors.Is(err, context.Canceled) || len(sent) != 1 {
		t.Fatalf("after %v, sent %v", err, sent)
	}
	for to, n := range workOff(t, m, noon.Add(time.Hour)) {
		sent[to] += n
	}
	for to, n := range sent {
		if n != 1 {
			t.Errorf("%s has %d letters", to, n)
		}
	}
	if len(sent) != 7 {
		t.Errorf("sent %v", sent)
	}
}

// Letters that only look like those of an address don't make it the same address.
func TestForgedAddresses(t *testing.T) {
	m := started(t)
	workOff(t, m, noon)
	for _, from := range []string{"tur\u212aey@example.org", "\u0130taly@example.org", "france@example.org ", "FRANCE@example.org"} {
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: from, From: from, Subject: "[d1.1]", Text: "READY"}); err != nil {
			t.Fatal(err)
		}
	}
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range o.Seats {
		if own := s.Name == "France"; s.In != own {
			t.Errorf("%s is in: %v", s.Name, s.In)
		}
	}
	if sent := workOff(t, m, noon); len(sent) != 1 || sent["france@example.org"] != 1 {
		t.Errorf("answers went to %v", sent)
	}
}

// Rules that fail while a game is set up leave no game, and the players' other games go on.
func TestRulesThatFailAtTheStart(t *testing.T) {
	m := started(t)
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "bad", Rules: "broken", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: time.Hour},
		Players: []game.Player{{Address: "france@example.org"}, {Address: "italy@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err == nil || !strings.Contains(err.Error(), "the rules failed") {
		t.Errorf("New returns %v", err)
	}
	games, err := inspect.Games(t.Context(), m)
	if err != nil || len(games) != 1 {
		t.Errorf("the games are %+v (%v)", games, err)
	}
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1@test", From: "france@example.org", Subject: "no tag", Text: "A Par-Bur"}); err != nil {
		t.Error(err)
	}
	if o, err := inspect.OverviewOf(t.Context(), m, "d1"); err != nil || o.Seats[2].Orders != "A Par-Bur" {
		t.Errorf("on file is %+v (%v)", o.Seats[2], err)
	}
}

// A player can't stop a game by filling it up with press of the greatest length, or with letters full of faults.
func TestFillingUp(t *testing.T) {
	m := started(t)
	send := func(id, from, text string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: id, From: from + "@example.org", Subject: "[d1.1]", Text: text}); err != nil {
			t.Fatalf("letter %s: %v", id, err)
		}
	}
	send("1", "italy", "PRESS TO ALL\n"+strings.Repeat("x\n", 108_000)+"ENDPRESS")
	send("2", "italy", strings.Repeat("PRESS TO ALL\n"+strings.Repeat("<", 8000)+"\nENDPRESS\n", 30))
	send("3", "italy", strings.Repeat("PRESS TO aus,eng,fra,ger,rus,tur\nx\nENDPRESS\n", 5000))
	send("4", "italy", "B x"+strings.Repeat(",lon", 60_000))
	send("5", "italy", strings.Repeat("A Xyz-Abc\n", 25_000))
	send("6", "italy", "A Ven H R "+strings.Repeat("Tyr ", 60_000))
	sent := 0
	for to, n := range workOff(t, m, noon) {
		if n > 15 {
			t.Errorf("%d letters went to %s", n, to)
		}
		sent += n
	}
	send("7", "france", "A Par-Bur\nREADY")
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", "Spring 1901"); err != nil || phase(t, m) != "Fall 1901" {
		t.Errorf("after that the turn is not resolved: %v", err)
	}
}

// No player can keep the game master from switching a ruling by filing what will be impossible in its season; the
// player is told when the season begins. What was reported stays, so a ruling that would change a report has to wait.
func TestSwitchAfterANote(t *testing.T) {
	m := started(t)
	switchTo := func(ruling, value string) error {
		return desk.At(m, gm.ActOptions{}).Switch(t.Context(), noon, "d1", map[string]string{ruling: value})
	}
	if err := switchTo("pas_per_season", "unit"); err != nil {
		t.Fatal(err)
	}
	next := func(id, orders string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: id, From: "france@example.org", Subject: "[d1]", Text: orders}); err != nil {
			t.Fatal(err)
		}
		if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
			t.Fatal(err)
		}
	}
	next("1", "A Par-Bur\nNEXT A Par H")
	if err := switchTo("db", "before"); err != nil || phase(t, m) != "Fall 1901" {
		t.Errorf("in %s a ruling can't be switched: %v", phase(t, m), err)
	}
	next("2", "A Bur H\nNEXT A Par H\nNEXT IF A Bur THEN PAS-Nth\nNEXT IF own Par THEN PAS-Eng")
	if err := switchTo("pas_per_season", "power"); err == nil || !strings.Contains(err.Error(), "would have been different") {
		t.Errorf("in %s a ruling can be switched that changes what was told: %v", phase(t, m), err)
	}
}

// When a ruling is switched, players are told what it reveals, as in the first letter; about the default nothing is
// said.
func TestSwitchTellsWhatItGivesAway(t *testing.T) {
	m := started(t)
	workOff(t, m, noon)
	for _, c := range []struct {
		value, want string
		tells       bool
	}{
		{"power", "dislodger is now power: the owner of a dislodged unit is told which power dislodged it. This setting gives away which power dislodged a unit. It was hidden.", true},
		{"hidden", "dislodger is now hidden: the owner of a dislodged unit is not told which power dislodged it. It was power.", false},
	} {
		if err := desk.At(m, gm.ActOptions{}).Switch(t.Context(), noon, "d1", map[string]string{"dislodger": c.value}); err != nil {
			t.Fatal(err)
		}
		if _, err := work.Due(t.Context(), m, noon, func(_ context.Context, l letter.Letter) error {
			text := strings.Join(strings.Fields(l.Text), " ")
			if tells := strings.Contains(text, "This setting gives away which power dislodged a unit."); !strings.Contains(text, c.want) || tells != c.tells {
				t.Errorf("%s is told:\n%s", l.To, l.Text)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A store that counts how often a log is read.
type counting struct {
	store.Store
	logs int
}

func (c *counting) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	c.logs++
	return c.Store.Log(ctx, game, from)
}

// However often a letter asks for the history, all phases are played again once.
func TestHistoryOverAndOver(t *testing.T) {
	m := started(t)
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	c := &counting{Store: m.Store}
	m.Store = c
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1", From: "france@example.org", Subject: "[d1]", Text: strings.Repeat("HISTORY\n", 3000)}); err != nil {
		t.Fatal(err)
	}
	if c.logs > 5 {
		t.Errorf("the log was read %d times", c.logs)
	}
}

// A letter that comes after the deadline, while others that came before it still lie in the mailbox, does
// not close the turn on those.
func TestLateLetterAfterAnOutage(t *testing.T) {
	m := started(t)
	taken := noon
	m.TakenIn = func() time.Time { return taken }
	workOff(t, m, noon)
	late := noon.Add(73 * time.Hour)
	for i, from := range []string{"france", "germany", "italy"} {
		text := []string{"A Par-Bur\nWAIT", "A Mun-Ruh", "A Ven-Tri"}[i]
		if err := reception.Receive(t.Context(), m, late, letter.Letter{ID: from, From: from + "@example.org", Subject: "[d1.1]", Text: text}); err != nil {
			t.Fatal(err)
		}
		workOff(t, m, late)
	}
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil || o.Phase != "Spring 1901" || o.Seats[2].Orders == "" || o.Seats[3].Orders != "A Mun-Ruh" || o.Seats[4].Orders != "A Ven-Tri" {
		t.Fatalf("it is %+v (%v)", o, err)
	}
	taken = late
	if workOff(t, m, late.Add(time.Minute)); phase(t, m) != "Fall 1901" {
		t.Errorf("then the turn is not resolved: %s", phase(t, m))
	}
}

// Letters that belong to no game may come twice as well.
func TestTwiceInTheLobby(t *testing.T) {
	m := started(t)
	workOff(t, m, noon)
	for range 2 {
		for _, l := range []letter.Letter{
			{ID: "1", From: "eve@example.org", Subject: "x", Text: strings.Repeat("spam ", 1000)},
			{ID: "2", From: "france@example.org", Subject: "away", Text: "x", Machine: "auto-submitted"},
			{ID: "3", From: "france@example.org", Subject: "[g9.1]", Text: "x"},
		} {
			if err := reception.Receive(t.Context(), m, noon, l); err != nil {
				t.Errorf("%s: %v", l.Subject, err)
			}
		}
	}
	held, err := desk.Inbox(t.Context(), m)
	if err != nil || len(held) != 2 {
		t.Errorf("held are %d (%v)", len(held), err)
	}
	if sent := workOff(t, m, noon); sent["france@example.org"] != 1 || len(sent) != 1 {
		t.Errorf("answers went to %v", sent)
	}
}
