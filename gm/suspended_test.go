package gm_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
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
	"deaddrop/gm/outbox"
	"deaddrop/gm/refusal"
)

// suspended returns a table at which letters to Ann have come back until none are sent to her any more.
func suspended(t *testing.T) *tableOf {
	t.Helper()
	tb := doubting(t, intake.TrustReply)
	if err := desk.At(tb.m, gm.ActOptions{}).Extend(t.Context(), tb.now, "g1", 2000*time.Hour); err != nil { // so that nothing else happens
		t.Fatal(err)
	}
	for range 3 {
		tb.press("hello")
		tb.deliver()
		tb.write(letter.Letter{From: "MAILER-DAEMON@mail.example.org", Subject: "Undelivered", Machine: "a report", Detail: tb.detail(tb.last("ann@example.org").Return),
			Report: &letter.Report{Failed: true, Why: "5.1.1 no such user"}})
	}
	tb.press("are you there?")
	tb.deliver()
	tb.got["ann@example.org"] = nil
	return tb
}

func (tb *tableOf) press(text string) {
	tb.Helper()
	if err := desk.At(tb.m, gm.ActOptions{}).Press(tb.Context(), tb.now, "g1", "X", text); err != nil {
		tb.Fatal(err)
	}
}

// came reports how many letters with a text came to an address.
func (tb *tableOf) came(to, text string) (n int) {
	for _, l := range tb.got[to] {
		if strings.Contains(l.Text, text) {
			n++
		}
	}
	return n
}

// pass lets time pass, with a look at what is due every hour.
func (tb *tableOf) pass(long time.Duration) {
	tb.Helper()
	for range int(long / time.Hour) {
		tb.now = tb.now.Add(time.Hour)
		tb.deliver()
	}
}

// A letter to a suspended address waits, and does not age by it, but not for ever.
func TestSuspendedLetterWaits(t *testing.T) {
	tb := suspended(t)
	told := len(tb.got["gm@example.org"])
	tb.pass(29 * 24 * time.Hour)
	out := unsentOf(t, tb.m)
	if len(out) != 1 || out[0].State != "waits" || out[0].Tries != 0 || out[0].Next.IsZero() || !strings.Contains(out[0].Error, "come back") {
		t.Fatalf("after 29 days the outbox has %+v", out)
	}
	var refused *refusal.Error
	if err := desk.At(tb.m, gm.ActOptions{}).Retry(t.Context(), tb.now, "g1", out[0].Number); !errors.As(err, &refused) || !strings.Contains(refused.Text, "letters to ann@example.org come back") {
		t.Errorf("retrying it: %v", err)
	}
	if due, waits, err := desk.At(tb.m, gm.ActOptions{}).RetryAll(t.Context(), tb.now); due != 0 || waits != 1 || err != nil {
		t.Errorf("retrying all: %d go out, %d wait, %v", due, waits, err)
	}
	if n := len(tb.got["gm@example.org"]); n != told {
		t.Errorf("the game master got %d letters meanwhile", n-told)
	}
	tb.pass(2 * 24 * time.Hour)
	out = unsentOf(t, tb.m)
	if len(out) != 1 || out[0].State != "failed" || !out[0].Next.IsZero() {
		t.Errorf("after 31 days the outbox has %+v", out)
	}
	if n := tb.came("gm@example.org", "has waited for 30 days"); n != 1 {
		t.Errorf("the game master is told %d times", n)
	}
	if len(tb.got["ann@example.org"]) != 0 {
		t.Error("a letter went to a suspended address")
	}
}

// Waiting letters are sent at once when a letter comes from the address, and fail as if they were new.
func TestSuspensionEnds(t *testing.T) {
	tb := suspended(t)
	tb.pass(10 * 24 * time.Hour)
	tb.now = tb.now.Add(10 * time.Minute)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "STATUS\n", Proof: letter.Proved})
	tb.now = tb.now.Add(time.Second)
	c := &carrier{fate: func(letter.Letter) error { return errors.New("450 busy") }}
	c.every(t, tb.m, tb.now, time.Minute)
	if out := unsentOf(t, tb.m); len(out) != 2 || out[0].State != "ready" || out[0].Tries != 1 || out[0].Next.IsZero() {
		t.Fatalf("after a failure, the outbox has %+v", out)
	}
	tb.pass(time.Hour)
	if tb.came("ann@example.org", "are you there?") != 1 || len(unsentOf(t, tb.m)) != 0 {
		t.Errorf("came %d letters, and the outbox has %+v", len(tb.got["ann@example.org"]), unsentOf(t, tb.m))
	}
}

// The game master may believe in the address again, or give the seat another one, which then gets what waited.
func TestSeatEndsSuspension(t *testing.T) {
	for _, to := range []string{"ann@example.org", "anna@example.org"} {
		tb := suspended(t)
		tb.pass(10 * time.Hour)
		if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", to); err != nil {
			t.Fatal(err)
		}
		tb.now = tb.now.Add(time.Second)
		tb.deliver()
		if n := tb.came(to, "are you there?"); n != 1 {
			t.Errorf("%s got it %d times", to, n)
		}
		if to == "ann@example.org" {
			continue
		}
		if len(tb.got["ann@example.org"]) != 0 || tb.last(to).InReplyTo != "" && !slices.ContainsFunc(tb.got[to], func(l letter.Letter) bool { return l.ID == tb.last(to).InReplyTo }) {
			t.Errorf("%s got %d letters, and the last one to %s answers %s", "ann", len(tb.got["ann@example.org"]), to, tb.last(to).InReplyTo)
		}
		answer := letter.Letter{From: to, Subject: "Re: x", Text: "5\nWAIT\n", InReplyTo: tb.last(to).ID}
		if got := tb.write(answer); !strings.Contains(got, takes) {
			t.Errorf("an answer to what waited gets %s", got)
		}
	}
}

// The overview says whose letters come back, and since when.
func TestOverviewTellsSuspension(t *testing.T) {
	tb := suspended(t)
	o, err := inspect.OverviewOf(t.Context(), tb.m, "g1")
	if err != nil || !o.Seats[0].Suspended.Equal(noon) || !o.Seats[1].Suspended.IsZero() {
		t.Errorf("the overview: %+v, %v", o.Seats, err)
	}
}

// All that waits for a later attempt can be sent at once; what was given up is not.
func TestRetryAll(t *testing.T) {
	m := withDesk(t)
	fates := map[string]error{
		"france@example.org": errors.New("535 wrong password"),
		"italy@example.org":  &outbox.Undeliverable{Err: errors.New("550 no such user")},
		"turkey@example.org": &outbox.DeliveryUnknown{Err: errors.New("cut off")},
		"russia@example.org": &outbox.Postponed{After: 3 * time.Hour, Err: errors.New("the limit of an hour is reached")},
	}
	c := &carrier{fate: func(l letter.Letter) error { return fates[l.To] }}
	press(t, m, "France, Italy, Turkey, Russia", "x")
	c.every(t, m, noon, time.Minute)
	clear(fates)
	c.given = nil
	if due, waits, err := desk.At(m, gm.ActOptions{}).RetryAll(t.Context(), noon.Add(time.Minute)); due != 3 || waits != 0 || err != nil {
		t.Errorf("retried: %d go out, %d wait, %v", due, waits, err)
	}
	if due, _, err := desk.At(m, gm.ActOptions{}).RetryAll(t.Context(), noon.Add(time.Minute)); due != 0 || err != nil {
		t.Errorf("retried once more: %d go out, %v", due, err)
	}
	c.every(t, m, noon.Add(time.Minute), time.Minute)
	if len(c.to("france")) != 1 || len(c.to("turkey")) != 1 || !c.to("turkey")[0].Duplicate || len(c.to("russia")) != 1 || len(c.to("italy")) != 0 {
		t.Errorf("then went out %+v", c.given)
	}
}

// No player can have the service's own address: it would write to itself.
func TestOwnAddressIsRefused(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	m.Plus = true
	local, domain, _ := strings.Cut(m.Address, "@")
	plan := func(name, x, gmSeat string) desk.Plan {
		return desk.Plan{Name: name, Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: gmSeat,
			Players: []game.Player{{Seat: "X", Address: x}, {Seat: "O", Address: "bob@example.org"}}}
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan("ok", "ann@example.org", "ann@example.org")); err != nil {
		t.Fatal(err)
	}
	for i, own := range []string{m.Address, strings.ToUpper(m.Address), local + "+x@" + domain} {
		for what, err := range map[string]error{
			"a player":        desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan(fmt.Sprintf("p%d", i), own, "")),
			"the game master": desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan(fmt.Sprintf("d%d", i), "ann@example.org", own)),
			"a new player":    desk.At(m, gm.ActOptions{}).Seat(t.Context(), noon, "ok", "X", own),
		} {
			if refused := (*refusal.Error)(nil); !errors.As(err, &refused) || !strings.Contains(refused.Text, "come back to it") {
				t.Errorf("%s at %s: %v", what, own, err)
			}
		}
	}
}
