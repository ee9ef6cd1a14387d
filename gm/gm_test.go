package gm_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
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
	"deaddrop/gm/outbox"
	"deaddrop/gm/work"
)

var noon = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

// started returns a master with a running game of Deadman, d1.
func started(t testing.TB) *gm.Master {
	t.Helper()
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	return m
}

// deliver does all that is due, and hands each letter that goes out to take.
func deliver(t testing.TB, m *gm.Master, now time.Time, take func(letter.Letter)) {
	t.Helper()
	for {
		n, err := work.Due(t.Context(), m, now, func(_ context.Context, l letter.Letter) error { take(l); return nil })
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// A letter that can't be sent is tried again later and later, with the same Message-ID; one that can
// never be is given up at once, and others are not kept from going out.
func TestRetries(t *testing.T) {
	m := started(t)
	tries := map[string][]time.Time{}
	ids := map[string]string{}
	now := noon
	for now.Before(noon.Add(30 * time.Hour)) {
		_, err := work.Due(t.Context(), m, now, func(_ context.Context, l letter.Letter) error {
			tries[l.To] = append(tries[l.To], now)
			if id, ok := ids[l.To]; ok && id != l.ID {
				t.Errorf("%s: another Message-ID at another try: %s, %s", l.To, id, l.ID)
			}
			ids[l.To] = l.ID
			switch l.To {
			case "france@example.org":
				return errors.New("the server is away")
			case "italy@example.org":
				return &outbox.Undeliverable{Err: errors.New("550 nobody of that name")}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	if n := len(tries["italy@example.org"]); n != 1 {
		t.Errorf("a letter that can't be delivered was tried %d times", n)
	}
	if n := len(tries["england@example.org"]); n != 1 {
		t.Errorf("a letter was sent %d times", n)
	}
	for i, want := range []time.Duration{5, 10, 20, 40, 80, 160, 200, 200} { // and up to a fifth more
		at := tries["france@example.org"]
		if got := at[i+1].Sub(at[i]); got < want*time.Minute || got > want*time.Minute*6/5+time.Minute {
			t.Errorf("after failure %d, the letter is tried again in %v, want %v minutes or a bit more", i+1, got, want)
		}
	}
}

// Seats that nobody asked for are drawn by lot: the same secret gives the same seats, and another others.
func TestLot(t *testing.T) {
	seats := func(secret string) string {
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer m.Store.Close()
		plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte(secret), Clock: calendar.Clock{Every: time.Hour}, Players: []game.Player{{Seat: "Turkey", Address: "tarik@example.org"}}}
		for i := range 6 {
			plan.Players = append(plan.Players, game.Player{Address: fmt.Sprintf("p%d@example.org", i)})
		}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
		o, err := inspect.OverviewOf(t.Context(), m, "d1")
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range o.Seats {
			out = append(out, s.Address[:2])
		}
		return strings.Join(out, " ")
	}
	first := seats("0123456789abcdef")
	if !strings.HasSuffix(first, " ta") || first != seats("0123456789abcdef") {
		t.Errorf("the lot is %s", first)
	}
	for i := range 5 {
		if first != seats(fmt.Sprintf("0123456789abcde%d", i)) {
			return
		}
	}
	t.Errorf("every secret gives %s", first)
}
