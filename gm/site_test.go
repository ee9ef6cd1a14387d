package gm_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// beside returns another process on a master's store.
func beside(m *gm.Master, name string) *gm.Master {
	return &gm.Master{Process: name, Store: m.Store, Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Desk: m.Desk, Key: m.Key, OutageThreshold: m.OutageThreshold, TakenIn: m.TakenIn}
}

// twoProcesses returns two that serve the guarded game.
func twoProcesses(t *testing.T) (g *guardedGame, a, b *gm.Master) {
	g = newGuarded(t)
	g.m.Process = "a"
	return g, g.m, beside(g.m, "b")
}

// both has processes work at once, and returns the letters that they send about an outage or the clock.
func both(t *testing.T, now time.Time, masters ...*gm.Master) (sent []string) {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, m := range masters {
		all.Go(func() {
			for {
				n, err := work.Due(t.Context(), m, now, func(_ context.Context, l letter.Letter) error {
					mu.Lock()
					defer mu.Unlock()
					if text := strings.Join(strings.Fields(l.Text), " "); strings.Contains(text, "could not read mail") || strings.Contains(text, "--is-right") {
						sent = append(sent, text)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				if n == 0 || err != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return sent
}

// If all processes were down, the time that players lost is made good once, whichever process starts first.
func TestProcessesAfterAnOutage(t *testing.T) {
	for range 5 {
		g, a, b := twoProcesses(t)
		phase, _ := g.stands()
		for at := time.Duration(0); at <= 70*time.Hour; at += 20 * time.Minute {
			both(t, noon.Add(at), a, b)
		}
		g.sent = both(t, noon.Add(80*time.Hour), beside(a, "a"), beside(b, "b"))
		g.expect("when both are up again", phase, 84*time.Hour, 4)
	}
}

// With very many games, an outage is made good in several steps, by one process, or by another if that dies.
func TestProcessesMendManyGames(t *testing.T) {
	const games = 120
	_, a, b := twoProcesses(t)
	for i := range games {
		plan := desk.Plan{Name: fmt.Sprintf("g%03d", i), Rules: "haggle", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Trust: intake.TrustOpen,
			Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}, {Address: "cyd@example.org"}}}
		if err := desk.At(a, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
	}
	for at := time.Duration(0); at <= 70*time.Hour; at += 50 * time.Minute {
		both(t, noon.Add(at), a)
	}
	moved := func() (n int) {
		for i := range games {
			o, err := inspect.OverviewOf(t.Context(), a, fmt.Sprintf("g%03d", i))
			if err != nil {
				t.Fatal(err)
			}
			switch d := o.Deadline.Sub(noon); {
			case d > 72*time.Hour && d < 144*time.Hour:
				n++
			case d != 72*time.Hour:
				t.Errorf("%s lasts until %v", o.Name, d)
			}
		}
		return n
	}
	before := moved()
	work := func(m *gm.Master, at time.Duration, want bool) {
		t.Helper()
		n, err := work.Due(t.Context(), m, noon.Add(at), func(context.Context, letter.Letter) error { return nil })
		if err != nil || (n > 0) != want {
			t.Fatalf("%d tasks; %v", n, err)
		}
	}
	work(a, 80*time.Hour, true)
	work(b, 80*time.Hour, false)
	if n := moved(); before != 0 || n == 0 || n == games {
		t.Errorf("at first it is made good in %d games", n)
	}
	both(t, noon.Add(80*time.Hour+3*time.Minute), b) // a has died
	both(t, noon.Add(80*time.Hour+4*time.Minute), beside(a, "a"))
	if n := moved(); n != games {
		t.Errorf("it is made good in %d games of %d", n, games)
	}
	for _, i := range []int{0, 99, 100, games - 1} {
		var log strings.Builder
		if err := inspect.Chronicle(t.Context(), a, fmt.Sprintf("g%03d", i), &log); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(log.String(), "act: outage"); n != 1 {
			t.Errorf("in game %d it is made good %d times", i, n)
		}
	}
}

// A process that was cut off while another one served the games has nothing to make good.
func TestProcessThatWasCutOff(t *testing.T) {
	g, a, b := twoProcesses(t)
	both(t, noon, a, b)
	for at := 10 * time.Minute; at <= 76*time.Hour; at += 10 * time.Minute {
		both(t, noon.Add(at), b)
	}
	_, deadline := g.stands()
	if deadline != 144*time.Hour {
		t.Fatalf("b alone has the game at a deadline of %v", deadline)
	}
	g.sent = nil
	for at := 76 * time.Hour; at <= 143*time.Hour; at += 10 * time.Minute { // a long time without b
		g.sent = append(g.sent, both(t, noon.Add(at), a)...)
	}
	phase, _ := g.stands()
	g.expect("when it is back", phase, 144*time.Hour, 0)
	g.sent = both(t, noon.Add(143*time.Hour+30*time.Minute), b)
	g.expect("when the other one is back", phase, 144*time.Hour, 0)
}

// If one process distrusts the clock, all do, and the game master is told once.
func TestProcessesAndTheClock(t *testing.T) {
	g, a, b := twoProcesses(t)
	both(t, noon, a, b)
	phase, _ := g.stands()
	g.sent = both(t, noon.Add(1000*time.Hour), a, b)
	g.expect("when it jumps", phase, 72*time.Hour, 1)
	if err := site.AcceptClock(t.Context(), a, noon.Add(1000*time.Hour)); err != nil {
		t.Fatal(err)
	}
	g.sent = both(t, noon.Add(1000*time.Hour+10*time.Second), b)
	g.expect("when it is believed", phase, 1072*time.Hour, 4)
	if _, err := a.Begin(t.Context(), []string{"x"}); err != nil {
		t.Fatal(err)
	}
	if tries, err := b.Begin(t.Context(), []string{"x"}); err != nil || tries[0] != 0 {
		t.Errorf("a letter that another process has begun was begun %v times by this one; %v", tries, err)
	}
}

// A process puts back what it could not send, before others take it for dead.
func TestProcessPutsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, a, _ := twoProcesses(t)
		defer g.m.Store.Close()
		a.OutageThreshold, a.Parallel = 0, 2
		if err := desk.At(a, gm.ActOptions{}).Press(t.Context(), noon, "h1", "ALL", "Hello."); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex // two are sent at once
		tried := 0
		began := time.Now()
		_, err := work.Due(t.Context(), a, noon, func(ctx context.Context, l letter.Letter) error {
			mu.Lock()
			tried++
			mu.Unlock()
			<-ctx.Done()
			return ctx.Err()
		})
		if took := time.Since(began); err != nil || tried == 0 || tried > 2 || took != 90*time.Second {
			t.Errorf("it has tried %d letters for %v; %v", tried, took, err)
		}
		var again []letter.Letter
		for range 2 {
			if _, err := work.Due(t.Context(), a, noon, func(_ context.Context, l letter.Letter) error {
				mu.Lock()
				defer mu.Unlock()
				again = append(again, l)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			a.Parallel = 1
		}
		if len(again) != 3 {
			t.Errorf("%d letters are sent in the end, want 3", len(again))
		}
	})
}

// The task of a mailbox is left to a process that reads mailboxes.
func TestProcessWithoutMailbox(t *testing.T) {
	_, a, b := twoProcesses(t)
	if _, err := a.Store.Commit(t.Context(), work.Mailboxes+"gm@deaddrop.example", store.Change{Set: []store.Task{{Name: "poll", Due: noon}}}); err != nil {
		t.Fatal(err)
	}
	taken := 0
	b.Mailbox = func(context.Context, time.Time, store.Task) time.Time { taken++; return time.Time{} }
	both(t, noon, a)
	both(t, noon.Add(time.Second), b)
	if taken != 0 {
		t.Error("it is offered again at once")
	}
	both(t, noon.Add(5*time.Second), b)
	if taken != 1 {
		t.Errorf("it was taken %d times", taken)
	}
}
