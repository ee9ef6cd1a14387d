package gm_test

import (
	"context"
	"errors"
	"path/filepath"
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
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// guarded is a master that looks after the service, with a game of Deadman whose turns last three days, on a store that
// stays when it is started again.
type guardedGame struct {
	testing.TB
	path  string
	m     *gm.Master
	taken time.Time // up to when letters were taken in; zero: always up to now
	heard time.Time // up to when some were, though others may wait; zero: as taken
	sent  []string  // headlines
	texts []string
}

func newGuarded(t *testing.T) *guardedGame {
	g := &guardedGame{TB: t, path: filepath.Join(t.TempDir(), "games.db")}
	g.start()
	t.Cleanup(func() { g.m.Store.Close() })
	plan := desk.Plan{Name: "h1", Rules: "haggle", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Trust: intake.TrustOpen,
		Desk: "desk@example.org", Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}, {Address: "cyd@example.org"}}}
	if err := desk.At(g.m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	g.work(noon)
	return g
}

// start starts the service again.
func (g *guardedGame) start() {
	if g.m != nil {
		if err := g.m.Store.Close(); err != nil {
			g.Fatal(err)
		}
	}
	g.m = master(g, g.path)
	g.m.OutageThreshold, g.m.Desk = time.Hour, "desk@example.org"
	g.m.TakenIn = func() time.Time {
		if g.taken.IsZero() {
			return noon.Add(1000 * 24 * time.Hour)
		}
		return g.taken
	}
	g.m.Reached = func() time.Time { return g.heard }
}

func (g *guardedGame) work(now time.Time) {
	g.Helper()
	g.sent, g.texts = nil, nil
	deliver(g, g.m, now, func(l letter.Letter) {
		head, _, _ := strings.Cut(l.Text, "\n")
		g.sent, g.texts = append(g.sent, head), append(g.texts, strings.Join(strings.Fields(l.Text), " "))
	})
}

// runs has the service run from one time to another.
func (g *guardedGame) runs(from, to time.Time) {
	g.Helper()
	for now := from; !now.After(to); now = now.Add(10 * time.Minute) {
		g.work(now)
	}
}

func (g *guardedGame) stands() (phase string, deadline time.Duration) {
	g.Helper()
	o, err := inspect.OverviewOf(g.Context(), g.m, "h1")
	if err != nil {
		g.Fatal(err)
	}
	return o.Phase, o.Deadline.Sub(noon)
}

func (g *guardedGame) expect(when, phase string, deadline time.Duration, letters int) {
	g.Helper()
	if p, d := g.stands(); p != phase || d != deadline || len(g.sent) != letters {
		g.Errorf("%s: it is in %s until %v, after %d letters, want %s, %v, %d\n%s", when, p, d, len(g.sent), phase, deadline, letters, strings.Join(g.texts, "\n"))
	}
}

// Players who could not reach us get the lost time back, and at least some hours.
func TestOutage(t *testing.T) {
	const hour = time.Hour
	for name, test := range map[string]struct {
		off, up  time.Duration // after the start of the game, whose deadline comes after 72 hours
		deadline time.Duration // then
	}{
		"over the deadline":            {70 * hour, 80 * hour, 84 * hour},                        // ten hours later would be 82, and that is only two from now
		"long before the deadline":     {60 * hour, 75 * hour, 87 * hour},                        // twelve hours were left, and are left
		"shortly before the deadline":  {66 * hour, 70 * hour, 76 * hour},                        // four hours on
		"not so shortly before it":     {60 * hour, 65 * hour, 72 * hour},                        // it was off for five hours, seven are left
		"for less than counts":         {71*hour + 30*time.Minute, 72 * hour, 72*hour + 72*hour}, // resolved
		"long ago, with days to come":  {10 * hour, 40 * hour, 72 * hour},
		"over days, deadline included": {50 * hour, 150 * hour, 172 * hour},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGuarded(t)
			phase, _ := g.stands()
			g.runs(noon.Add(10*time.Minute), noon.Add(test.off))
			g.start()
			g.work(noon.Add(test.up))
			letters := 0
			switch {
			case test.deadline == 144*hour:
				if _, deadline := g.stands(); deadline != test.deadline || len(g.sent) == 0 {
					t.Errorf("it lasts until %v, as if nothing had been resolved", deadline)
				}
				return
			case test.deadline != 72*hour:
				letters = 4 // all players and the game master
			}
			g.expect("when it is up again", phase, test.deadline, letters)
			if letters > 0 && !strings.Contains(g.texts[0], "could not read mail from "+noon.Add(test.off).Format("Monday 2 January 2006, 15:04 MST")) {
				t.Errorf("players are told: %s", g.texts[0])
			}
			g.start()
			g.runs(noon.Add(test.up+10*time.Minute), noon.Add(test.deadline-10*time.Minute))
			g.expect("before the deadline", phase, test.deadline, 0)
			g.work(noon.Add(test.deadline))
			if _, deadline := g.stands(); deadline != test.deadline+72*hour || len(g.sent) == 0 {
				t.Errorf("after its deadline it lasts until %v, and %d letters go out", deadline, len(g.sent))
			}
		})
	}
}

// A service that runs, but gets no mail, is as good as off. What came in time counts all the same.
func TestOutageOfMail(t *testing.T) {
	g := newGuarded(t)
	g.runs(noon, noon.Add(70*time.Hour))
	phase, _ := g.stands()
	g.taken = noon.Add(70 * time.Hour)
	g.runs(noon.Add(70*time.Hour), noon.Add(76*time.Hour))
	g.expect("without mail", phase, 72*time.Hour, 0)
	g.taken = noon.Add(77 * time.Hour)
	g.work(noon.Add(77*time.Hour + time.Second))
	g.expect("with mail again", phase, 81*time.Hour, 4)
}

// A long queue of letters is no outage: deadlines wait for it, and are not put off.
func TestQueueIsNoOutage(t *testing.T) {
	g := newGuarded(t)
	g.runs(noon, noon.Add(70*time.Hour))
	phase, _ := g.stands()
	g.taken = noon.Add(70 * time.Hour)
	for now := noon.Add(70 * time.Hour); now.Before(noon.Add(76 * time.Hour)); now = now.Add(10 * time.Minute) {
		g.heard = now
		g.work(now)
		if now.Equal(noon.Add(74 * time.Hour)) {
			g.start()
			g.work(now.Add(time.Minute))
		}
		g.expect("with letters that wait", phase, 72*time.Hour, 0)
	}
	g.taken = noon.Add(72*time.Hour - time.Second)
	g.work(noon.Add(76 * time.Hour))
	g.expect("with letters from before the deadline that wait", phase, 72*time.Hour, 0)
	g.taken = noon.Add(72 * time.Hour)
	g.work(noon.Add(76*time.Hour + time.Minute))
	if _, deadline := g.stands(); deadline == 72*time.Hour {
		t.Error("with those from after the deadline alone that wait, the turn is not resolved")
	}
}

// An outage in the midst of a queue is one, and letters from before a deadline count all the same.
func TestOutageOfQueue(t *testing.T) {
	g := newGuarded(t)
	g.runs(noon, noon.Add(66*time.Hour))
	phase, _ := g.stands()
	g.taken, g.heard = noon.Add(66*time.Hour), noon.Add(70*time.Hour)
	g.runs(noon.Add(66*time.Hour), noon.Add(80*time.Hour))
	g.expect("without mail", phase, 72*time.Hour, 0)
	g.heard = noon.Add(80 * time.Hour)
	g.work(noon.Add(80*time.Hour + time.Second))
	g.expect("with mail again", phase, 84*time.Hour, 4)
	g.heard = noon.Add(84 * time.Hour)
	g.runs(noon.Add(80*time.Hour), noon.Add(85*time.Hour))
	g.expect("with letters that wait", phase, 84*time.Hour, 0)
}

// A service that has never read its mailbox does not know how long it was off.
func TestOutageUnread(t *testing.T) {
	g := newGuarded(t)
	g.runs(noon, noon.Add(70*time.Hour))
	g.start()
	phase, _ := g.stands()
	g.taken = time.Unix(0, 0)
	g.runs(noon.Add(90*time.Hour), noon.Add(92*time.Hour))
	g.expect("before the mailbox was read", phase, 72*time.Hour, 0)
}

// A frail store fails to save the service's heartbeat, as if the program had died just before.
type frail struct{ store.Store }

func (f frail) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if game == "service/watch" {
		return 0, errors.New("the disk is full")
	}
	return f.Store.Commit(ctx, game, c)
}

// If the program dies after it has put deadlines off, they are put off only once.
func TestOutageMadeGoodOnce(t *testing.T) {
	g := newGuarded(t)
	g.runs(noon, noon.Add(70*time.Hour))
	phase, _ := g.stands()
	g.start()
	whole := g.m.Store
	g.m.Store = frail{whole}
	for range 2 {
		if _, err := work.Due(t.Context(), g.m, noon.Add(80*time.Hour), func(context.Context, letter.Letter) error { return nil }); err == nil {
			t.Fatal("it is not noticed that the store fails")
		}
	}
	g.m.Store = whole
	g.start()
	g.work(noon.Add(80 * time.Hour))
	g.expect("when it is up again", phase, 84*time.Hour, 4)
}

// In a game without a deadline nothing is put off.
func TestOutagePaused(t *testing.T) {
	g := newGuarded(t)
	g.runs(noon, noon.Add(70*time.Hour))
	if err := desk.At(g.m, gm.ActOptions{}).Pause(t.Context(), noon.Add(70*time.Hour), "h1"); err != nil {
		t.Fatal(err)
	}
	g.work(noon.Add(70 * time.Hour))
	g.start()
	g.work(noon.Add(72 * time.Hour))
	if len(g.sent) != 0 {
		t.Errorf("of a paused game it is said %q", g.texts)
	}
	if err := desk.At(g.m, gm.ActOptions{}).Resume(t.Context(), noon.Add(73*time.Hour), "h1"); err != nil {
		t.Fatal(err)
	}
	if _, deadline := g.stands(); deadline != 75*time.Hour {
		t.Errorf("two hours were left, and now it lasts until %v", deadline)
	}
}

// While the clock can't be right, nothing is resolved. The game master is told once, and says when it is right again.
func TestClockJumps(t *testing.T) {
	const hour = time.Hour
	for name, test := range map[string]struct {
		ran, says time.Duration
		back      time.Duration // it is right again; 0: it never is
		deadline  time.Duration // when the game master believes it
	}{
		"back":                  {ran: 70 * hour, says: 60 * hour, deadline: 72 * hour},
		"back for a while":      {ran: 70 * hour, says: 60 * hour, back: 70*hour + 5*time.Minute},
		"far forward":           {ran: 70 * hour, says: 1000 * hour, deadline: 1004 * hour},
		"far forward and back":  {ran: 70 * hour, says: 1000 * hour, back: 70*hour + 5*time.Minute},
		"far back to last year": {ran: 70 * hour, says: -10_000 * hour, deadline: 72 * hour},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGuarded(t)
			g.runs(noon, noon.Add(test.ran))
			phase, _ := g.stands()
			g.start()
			g.work(noon.Add(test.says))
			g.expect("when it jumps", phase, 72*hour, 1)
			if len(g.texts) == 1 && !strings.Contains(g.texts[0], "gm clock --is-right") {
				t.Errorf("the game master is told: %s", g.texts[0])
			}
			if items, err := desk.Inbox(t.Context(), g.m); err != nil || len(items) != 1 || !strings.Contains(items[0].Why, "gm clock --is-right") {
				t.Errorf("in the inbox is %v, %v", items, err)
			}
			if err := desk.At(g.m, gm.ActOptions{}).Resolve(t.Context(), noon.Add(test.says), "h1", ""); err == nil {
				t.Error("a turn is resolved by a clock that is not believed")
			}
			g.start()
			g.work(noon.Add(test.says + time.Minute))
			g.expect("a minute later", phase, 72*hour, 0)
			if test.back > 0 {
				g.work(noon.Add(test.back))
				g.expect("when it is right again", phase, 72*hour, 0)
				g.runs(noon.Add(test.back), noon.Add(72*hour))
				g.work(noon.Add(72 * hour))
				if _, deadline := g.stands(); deadline != 144*hour {
					t.Errorf("at the deadline it lasts until %v", deadline)
				}
				return
			}
			if err := site.AcceptClock(t.Context(), g.m, noon.Add(test.says)); err != nil {
				t.Fatal(err)
			}
			if _, deadline := g.stands(); deadline != test.deadline {
				t.Errorf("when it is believed, the deadline is %v, want %v", deadline, test.deadline)
			}
			if err := site.AcceptClock(t.Context(), g.m, noon.Add(test.says)); err == nil {
				t.Error("a clock that is believed is believed once more")
			}
			g.work(noon.Add(test.says + 20*time.Minute))
			if len(g.sent) > 4 {
				t.Errorf("it is not believed again: %q", g.texts)
			}
			if err := desk.At(g.m, gm.ActOptions{}).Resolve(t.Context(), noon.Add(test.says), "h1", ""); err != nil {
				t.Error(err)
			}
		})
	}
}
