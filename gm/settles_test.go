package gm_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/site"
)

// waits returns the lines of what waits for the game master in a game.
func waits(t *testing.T, m *gm.Master, name string) string {
	t.Helper()
	items, err := desk.Inbox(t.Context(), m, name)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, it := range items {
		lines = append(lines, it.Line())
	}
	return strings.Join(lines, "\n")
}

// A request to the game master leaves the inbox when it is settled, either way: an absence is granted, or the player
// withdraws it.
func TestAbsencesSettleThemselves(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.now = tb.now.Add(time.Minute)
	ask := func(text string) {
		t.Helper()
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: text})
	}
	ask("ABSENCE 1 March to 30 March")
	ask("ABSENCE 1 March to 31 March") // takes the place of the first
	if w := waits(t, tb.m, "g1"); strings.Count(w, "asks to be away") != 1 || !strings.Contains(w, "2030-03-31") {
		t.Errorf("waiting:\n%s", w)
	}
	tb.must(desk.At(tb.m, gm.ActOptions{}).Absence(t.Context(), tb.now, "g1", "X", []string{"2030-03-01", "2030-03-31"}, false))
	if w := waits(t, tb.m, "g1"); w != "" {
		t.Errorf("the absence is granted, and there waits:\n%s", w)
	}
	ask("ABSENCE 1 June to 30 June")
	ask("ABSENCE OFF")
	if w := waits(t, tb.m, "g1"); strings.Contains(w, "asks to be away") {
		t.Errorf("she is not away after all, and there waits:\n%s", w)
	}
}

// Somebody without proof who asks for a place many times is one item in the inbox of that game. It is settled when
// the game master has entered them, when they have proved who they are, or when the game begins.
func TestJoinsSettleThemselves(t *testing.T) {
	b := lobbied(t, "deadman", false)
	for range 3 {
		b.write("ann@example.org", letter.Unproven, "JOIN s1 France")
	}
	b.write("bob@example.org", letter.Unproven, "JOIN s1")
	if w := waits(t, b.m, "s1"); strings.Count(w, "ann@example.org \"x\"") != 1 || strings.Count(w, "\n") != 1 {
		t.Errorf("waiting:\n%s", w)
	}
	if err := b.desk().Apply(t.Context(), b.now, "s1", game.Player{Address: "ann@example.org"}, "France", false); err != nil {
		t.Fatal(err)
	}
	b.join("bob@example.org", "")
	if w := waits(t, b.m, "s1"); w != "" {
		t.Errorf("both have what they asked for, and there waits:\n%s", w)
	}
}

// refuse returns a carrier whose server takes nothing for an address.
func refuse(addr string) *carrier {
	return &carrier{fate: func(l letter.Letter) error {
		if l.To == addr {
			return &outbox.Undeliverable{Err: errors.New("RCPT TO: 550 5.1.1 no such user"), Nobody: true}
		}
		return nil
	}}
}

// An address that the mail server refuses at once counts as one from which letters come back: the game master is told
// at the first, the third suspends it. What was given up goes to the address that puts it right, none to the wrong
// one, and then nothing is left to do.
func TestRefusedAddress(t *testing.T) {
	m := withDesk(t)
	c := refuse("france@example.org")
	for i, text := range []string{"one", "two", "three", "four"} {
		press(t, m, "France", text)
		c.every(t, m, noon.Add(time.Duration(i)*time.Minute), time.Minute)
		if told := c.to("desk"); i == 0 && (len(told) != 1 || !strings.Contains(strings.Join(strings.Fields(told[0].Text), " "), "gm seat d2 France=ADDRESS puts it right")) {
			t.Fatalf("the game master is told %+v", told)
		}
	}
	o, err := inspect.OverviewOf(t.Context(), m, "d2")
	suspended := slices.ContainsFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Name == "France" && !s.Suspended.IsZero() })
	if !suspended || len(c.to("france")) != 3 || err != nil {
		t.Errorf("after %d letters: %+v, %v", len(c.to("france")), o.Seats, err)
	}
	if w := waits(t, m, "d2"); !strings.Contains(w, "No more letters are sent") || strings.Contains(w, "\n") {
		t.Errorf("waiting:\n%s", w)
	}
	now := noon.Add(5 * time.Minute)
	at := desk.At(m, gm.ActOptions{})
	if err := at.Seat(t.Context(), now, "d2", "France", "marie@example.org"); err != nil {
		t.Fatal(err)
	}
	c.every(t, m, now, time.Minute)
	if len(c.to("france")) != 3 {
		t.Error("the wrong address is written to")
	}
	for _, text := range []string{"one", "two", "three", "four"} {
		if !contains(c.to("marie"), text) {
			t.Errorf("the right address does not get %q", text)
		}
	}
	todo, err := site.Todos(t.Context(), m, now, "d2")
	if w := waits(t, m, "d2"); w != "" || len(todo) > 0 || len(unsentOf(t, m)) > 0 || err != nil {
		t.Errorf("there is left to do: %q, %+v, %v", w, todo, err)
	}
}

func contains(all []letter.Letter, text string) bool {
	for _, l := range all {
		if strings.Contains(l.Text, text) {
			return true
		}
	}
	return false
}

// A letter that was on its way to a seat's old address and is given up then goes to the new one when it is tried
// again, and is nothing to do until then.
func TestRetryGoesToTheNewAddress(t *testing.T) {
	m := withDesk(t)
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "france@example.org" {
			return errors.New("450 later")
		}
		return nil
	}}
	press(t, m, "France", "one")
	c.every(t, m, noon, time.Minute)
	at := desk.At(m, gm.ActOptions{})
	if err := at.Seat(t.Context(), noon.Add(time.Minute), "d2", "France", "marie@example.org"); err != nil {
		t.Fatal(err)
	}
	c.fate = refuse("france@example.org").fate
	now := noon.Add(24 * time.Hour)
	c.every(t, m, now, time.Minute)
	var number uint64
	for _, o := range unsentOf(t, m) {
		if o.To == "france@example.org" && strings.Contains(o.Subject, "press") {
			number = o.Number
		}
	}
	if todo, err := site.Todos(t.Context(), m, now, "d2"); len(todo) > 1 || err != nil { // the farewell
		t.Errorf("to do: %+v, %v", todo, err)
	}
	if err := at.Retry(t.Context(), now, "d2", number); err != nil {
		t.Fatal(err)
	}
	c.every(t, m, now, time.Minute)
	if !contains(c.to("marie"), "one") {
		t.Errorf("the letter %d was not sent to the new address: %+v", number, unsentOf(t, m))
	}
}

// The first letter of a seat that comes back is told by mail, and not only in the inbox.
func TestFirstReturnIsTold(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.press("hello")
	tb.deliver()
	tb.write(letter.Letter{From: "MAILER-DAEMON@mail.example.org", Subject: "Undelivered", Machine: "a report",
		Detail: tb.detail(tb.last("ann@example.org").Return), Report: &letter.Report{Failed: true, Why: "5.1.1 no such user"}})
	tb.deliver()
	told := strings.Join(strings.Fields(tb.last("gm@example.org").Text), " ")
	if !strings.Contains(told, "came back: 5.1.1 no such user. If the address is wrong, gm seat g1 X=ADDRESS puts it right") {
		t.Errorf("the game master is told: %s", told)
	}
	tb.must(desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", "ann@new.example"))
	tb.got["ann@example.org"] = nil
	tb.deliver()
	if w := waits(t, tb.m, "g1"); w != "" || len(tb.got["ann@example.org"]) > 0 {
		t.Errorf("she has a new address; there waits %q, and the old one gets %+v", w, tb.got["ann@example.org"])
	}
}
