package gm_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// A carrier is a mail server in a test: it says what becomes of a letter, and notes all that it was given.
type carrier struct {
	mu    sync.Mutex
	fate  func(l letter.Letter) error
	given []letter.Letter
}

func (c *carrier) send(_ context.Context, l letter.Letter) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given = append(c.given, l)
	return c.fate(l)
}

// to returns the letters that an address was sent, or for which it was tried.
func (c *carrier) to(who string) []letter.Letter {
	return slices.DeleteFunc(slices.Clone(c.given), func(l letter.Letter) bool { return l.To != who+"@example.org" })
}

// every does what is due each minute, for so long.
func (c *carrier) every(t *testing.T, m *gm.Master, from time.Time, long time.Duration) {
	t.Helper()
	for now := from; now.Before(from.Add(long)); now = now.Add(time.Minute) {
		for n := 1; n > 0; {
			var err error
			if n, err = work.Due(t.Context(), m, now, c.send); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// withDesk returns a master with a game that has a game master's seat, and whose first letters are out.
func withDesk(t *testing.T) *gm.Master {
	t.Helper()
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() { m.Store.Close() })
	plan := desk.Plan{Name: "d2", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 2000 * time.Hour}, Desk: "desk@example.org"}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	workOff(t, m, noon)
	return m
}

func press(t *testing.T, m *gm.Master, to, text string) {
	t.Helper()
	if err := desk.At(m, gm.ActOptions{}).Press(t.Context(), noon, "d2", to, text); err != nil {
		t.Fatal(err)
	}
}

func unsentOf(t *testing.T, m *gm.Master) []outbox.Unsent {
	t.Helper()
	out, err := outbox.List(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A letter is given up when it is too old, however often it was tried: a receipt after a day, others after four. The
// game master is told once, and can have it sent all the same.
func TestGivingUpByAge(t *testing.T) {
	m := withDesk(t)
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "france@example.org" {
			return errors.New("451 try\n later")
		}
		return nil
	}}
	ages := func(what string, from time.Time, want time.Duration) {
		t.Helper()
		c.given = nil
		c.every(t, m, from, want+10*time.Minute)
		tries := c.to("france")
		if len(tries) < 9 {
			t.Fatalf("%s was tried %d times", what, len(tries))
		}
		out := unsentOf(t, m)
		if len(out) != 1 || out[0].State != "failed" || !out[0].Next.IsZero() || out[0].Error != "451 try later" || out[0].Tries != len(tries) {
			t.Errorf("%s: the outbox has %+v", what, out)
		}
		told := c.to("desk")
		if len(told) != 1 || !strings.Contains(strings.Join(strings.Fields(told[0].Text), " "), fmt.Sprintf("(451 try later). To have it sent once more, use gm outbox retry d2 %d.", out[0].Number)) {
			t.Errorf("%s: the game master is told %d times: %v", what, len(told), told)
		}
		if err := desk.At(m, gm.ActOptions{}).Drop(t.Context(), from.Add(want), "d2", out[0].Number); err != nil || len(unsentOf(t, m)) != 0 {
			t.Errorf("%s: dropped: %v, and the outbox has %v", what, err, unsentOf(t, m))
		}
	}
	press(t, m, "France", "x")
	ages("a letter", noon, 96*time.Hour)
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1@test", From: "france@example.org", Subject: "[d2.1]", Text: "READY"}); err != nil {
		t.Fatal(err)
	}
	ages("a receipt", noon.Add(200*time.Hour), 24*time.Hour)
}

// The outbox shows what became of each letter, and the game master can have one sent or dropped by its number.
func TestOutbox(t *testing.T) {
	m := withDesk(t)
	fates := map[string]error{
		"france@example.org": errors.New("450 mailbox busy"),
		"italy@example.org":  &outbox.Undeliverable{Err: errors.New("550 no such user")},
		"turkey@example.org": &outbox.DeliveryUnknown{Err: errors.New("cut off")},
		"russia@example.org": &outbox.Postponed{After: 3 * time.Hour, Err: errors.New("the limit of an hour is reached")},
	}
	c := &carrier{fate: func(l letter.Letter) error { return fates[l.To] }}
	press(t, m, "France, Italy, Turkey, Russia, Austria", "x")
	if out := unsentOf(t, m); len(out) != 5 || out[0].State != "ready" || !out[0].Next.Equal(noon) || out[0].Game != "d2" || !strings.Contains(out[0].Subject, "d2") {
		t.Fatalf("before the first attempt: %+v", out)
	}
	c.every(t, m, noon, time.Minute)
	numbers := map[string]uint64{}
	var got []string
	for _, o := range unsentOf(t, m) {
		numbers[o.To] = o.Number
		next := "never"
		if !o.Next.IsZero() {
			next = o.Next.Sub(noon).Truncate(time.Minute).String()
		}
		got = append(got, fmt.Sprintf("%s %s %d %s: %s", o.To, o.State, o.Tries, next, o.Error))
	}
	slices.Sort(got)
	want := []string{
		"france@example.org ready 1 5m0s: 450 mailbox busy",
		"italy@example.org failed 1 never: 550 no such user",
		"russia@example.org ready 0 3h0m0s: the limit of an hour is reached",
		"turkey@example.org unknown 1 10m0s: cut off",
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the outbox has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var refused *refusal.Error
	if err := desk.At(m, gm.ActOptions{}).Retry(t.Context(), noon, "d2", 1); !errors.As(err, &refused) {
		t.Errorf("retrying what is no letter: %v", err)
	}
	for _, name := range []string{"", "d9", "player/france@example.org"} {
		if err := desk.At(m, gm.ActOptions{}).Drop(t.Context(), noon, name, 1); !errors.As(err, &refused) {
			t.Errorf("dropping a letter of %q: %v", name, err)
		}
	}
	clear(fates)
	c.given = nil
	for _, to := range []string{"italy", "turkey", "russia"} {
		if err := desk.At(m, gm.ActOptions{}).Retry(t.Context(), noon, "d2", numbers[to+"@example.org"]); err != nil {
			t.Errorf("retrying the letter to %s: %v", to, err)
		}
	}
	if err := desk.At(m, gm.ActOptions{}).Drop(t.Context(), noon, "d2", numbers["france@example.org"]); err != nil {
		t.Error(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Retry(t.Context(), noon, "d2", numbers["italy@example.org"]); !errors.As(err, &refused) {
		t.Errorf("retrying what is about to be sent: %v", err)
	}
	c.every(t, m, noon, time.Hour)
	if to := c.to("france"); len(to) != 0 || len(c.to("italy")) != 1 || len(c.to("russia")) != 1 || len(unsentOf(t, m)) != 0 {
		t.Errorf("then these went out: %v, and the outbox has %v", c.given, unsentOf(t, m))
	}
	if to := c.to("turkey"); len(to) != 1 || !to[0].Duplicate || c.to("italy")[0].Duplicate {
		t.Errorf("only the one that may have arrived is to be marked: %+v", c.given)
	}
}

// Letters that were given up are forgotten after thirty days.
func TestOutboxForgets(t *testing.T) {
	m := withDesk(t)
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "italy@example.org" {
			return &outbox.Undeliverable{Err: errors.New("550 no such user")}
		}
		return nil
	}}
	press(t, m, "Italy", "x")
	c.every(t, m, noon, time.Minute)
	c.every(t, m, noon.Add(29*24*time.Hour), time.Minute)
	if len(unsentOf(t, m)) != 1 {
		t.Errorf("after 29 days the outbox has %v", unsentOf(t, m))
	}
	c.every(t, m, noon.Add(31*24*time.Hour), time.Minute)
	if len(unsentOf(t, m)) != 0 || len(c.to("italy")) != 1 {
		t.Errorf("after 31 days the outbox has %v, and Italy's letter was tried %d times", unsentOf(t, m), len(c.to("italy")))
	}
}

// A letter whose mail server never says whether it took it is sent again a few times and no more, under the same
// Message-ID.
func TestUnanswered(t *testing.T) {
	m := withDesk(t)
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "italy@example.org" {
			return &outbox.DeliveryUnknown{Err: errors.New("the answer was lost")}
		}
		return nil
	}}
	press(t, m, "Italy", "x")
	c.every(t, m, noon, 100*time.Hour)
	to := c.to("italy")
	if len(to) != 10 || to[0].Duplicate || slices.ContainsFunc(to[1:], func(l letter.Letter) bool { return !l.Duplicate || l.ID != to[0].ID }) {
		t.Errorf("it was sent %d times: %+v", len(to), to)
	}
	if out := unsentOf(t, m); len(out) != 1 || out[0].State != "unknown" || !out[0].Next.IsZero() {
		t.Errorf("the outbox has %+v", out)
	}
	if told := c.to("desk"); len(told) != 1 || !strings.Contains(told[0].Text, "never said") {
		t.Errorf("the game master is told %v", told)
	}
}

// A service that dies with a letter in hand does not know what became of it. The next one sends it, marked as what may
// be a copy; those that it takes for the first time are not marked.
func TestCrashLeavesADoubt(t *testing.T) {
	m := withDesk(t)
	press(t, m, "Italy", "x")
	if _, err := m.Store.Take(t.Context(), noon, noon.Add(time.Minute), 100); err != nil { // and then it died
		t.Fatal(err)
	}
	if out := unsentOf(t, m); len(out) != 1 || out[0].State != "sending" {
		t.Errorf("the outbox has %+v", out)
	}
	press(t, m, "France", "x")
	c := &carrier{fate: func(letter.Letter) error { return nil }}
	c.every(t, m, noon, 2*time.Minute)
	if to := c.to("italy"); len(to) != 1 || !to[0].Duplicate || len(c.to("france")) != 1 || c.to("france")[0].Duplicate {
		t.Errorf("sent were %+v", c.given)
	}
}

// A service that is told to stop puts back what it has not begun, and that is in no doubt. A letter that was cut off
// is tried again without counting as a failure.
func TestStopLeavesNoDoubt(t *testing.T) {
	m := withDesk(t)
	press(t, m, "Austria, France, Italy", "x")
	ctx, stop := context.WithCancel(t.Context())
	_, err := work.Due(ctx, m, noon, func(_ context.Context, l letter.Letter) error { stop(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for _, o := range unsentOf(t, m) {
		if o.State != "ready" || o.Tries != 0 || o.Next.After(noon) {
			t.Errorf("after that, the outbox has %+v", o)
		}
	}
	c := &carrier{fate: func(letter.Letter) error { return nil }}
	c.every(t, m, noon, time.Minute)
	if len(c.given) != 3 || slices.ContainsFunc(c.given, func(l letter.Letter) bool { return l.Duplicate }) {
		t.Errorf("then went out: %+v", c.given)
	}
}

// A panic of who sends harms neither the other letters nor the service.
func TestSendPanics(t *testing.T) {
	m := withDesk(t)
	press(t, m, "France, Italy", "x")
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "france@example.org" {
			panic("mail gone wrong")
		}
		return nil
	}}
	c.every(t, m, noon, time.Minute)
	if out := unsentOf(t, m); len(out) != 1 || out[0].State != "unknown" || out[0].Error != "mail gone wrong" || len(c.to("italy")) != 1 {
		t.Errorf("sent were %v, and the outbox has %+v", c.given, out)
	}
}

// Letters to several addresses go out beside each other, and those to one address in their order.
func TestParallel(t *testing.T) {
	m := withDesk(t)
	m.Parallel = 3
	for i := range 5 {
		press(t, m, "Austria, France, Italy, Turkey", fmt.Sprintf("number %d.", i))
	}
	var mu sync.Mutex
	busy, most, got := map[string]int{}, 0, map[string][]string{}
	together := make(chan struct{}, 2)
	for n := 1; n > 0; {
		var err error
		n, err = work.Due(t.Context(), m, noon, func(_ context.Context, l letter.Letter) error {
			mu.Lock()
			if busy[l.To]++; busy[l.To] > 1 {
				t.Errorf("two letters go to %s at once", l.To)
			}
			most = max(most, len(slices.Collect(maps.Keys(busy))))
			first := len(got) < 2 && got[l.To] == nil
			_, text, _ := strings.Cut(l.Text, "number ")
			got[l.To] = append(got[l.To], text[:1])
			mu.Unlock()
			if first { // wait for a second one to another address
				together <- struct{}{}
				for len(together) < 2 {
					time.Sleep(time.Millisecond)
				}
			}
			mu.Lock()
			delete(busy, l.To)
			mu.Unlock()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if most < 2 || most > 3 {
		t.Errorf("%d addresses are written to at once", most)
	}
	if len(got) != 4 || len(unsentOf(t, m)) != 0 {
		t.Errorf("written to were %v, and the outbox has %v", got, unsentOf(t, m))
	}
	for to, numbers := range got {
		if strings.Join(numbers, "") != "01234" {
			t.Errorf("%s gets them as %v", to, numbers)
		}
	}
}

// A store that counts how often it is asked for more than taking and settling.
type commits struct {
	store.Store
	n atomic.Int64
}

func (c *commits) Commit(ctx context.Context, game string, change store.Change) (uint64, error) {
	c.n.Add(1)
	return c.Store.Commit(ctx, game, change)
}

// A letter that is sent, or that failed and will be tried again, costs no step of its game.
func TestSendingCostsNoStep(t *testing.T) {
	m := withDesk(t)
	press(t, m, "France, Italy", "x")
	counted := &commits{Store: m.Store}
	m.Store = counted
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "france@example.org" {
			return errors.New("450 busy")
		}
		return nil
	}}
	c.every(t, m, noon, 7*time.Minute)
	if len(c.to("france")) < 2 || counted.n.Load() != 0 {
		t.Errorf("%d attempts cost %d commits", len(c.given), counted.n.Load())
	}
}

// The game master is not told of letters to their own address: telling would only fail again.
func TestDeskThatCanNotBeReached(t *testing.T) {
	m := withDesk(t)
	c := &carrier{fate: func(l letter.Letter) error {
		if l.To == "desk@example.org" {
			return &outbox.Undeliverable{Err: errors.New("550 no such user")}
		}
		return nil
	}}
	press(t, m, "GM", "x")
	c.every(t, m, noon, time.Minute)
	if len(c.given) != 1 || len(unsentOf(t, m)) != 1 {
		t.Errorf("tried were %d letters, and the outbox has %+v", len(c.given), unsentOf(t, m))
	}
}
