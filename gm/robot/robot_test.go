package robot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"deaddrop/adjudicator"
	deadmanrobot "deaddrop/adjudicator/deadman/robot"
	dealersrobot "deaddrop/adjudicator/dealers/robot"
	decaturrobot "deaddrop/adjudicator/decatur/robot"
	dishonestrobot "deaddrop/adjudicator/dishonest/robot"
	"deaddrop/adjudicator/robots"
	successorsrobot "deaddrop/adjudicator/successors/robot"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/work"
	"deaddrop/templates"
)

var titles = []robots.Game{deadmanrobot.Game, deadmanrobot.Diplomacy, decaturrobot.Game, successorsrobot.Game,
	dishonestrobot.Game, dealersrobot.Game}

const (
	person = "me@example.org"
	deskAt = "desk@example.org"
)

// A table is a game of one person and robots.
type table struct {
	*testing.T
	m    *gm.Master
	path string
	now  time.Time
	got  []letter.Letter

	others []string // addresses of further people
}

// open opens a store at a path, with a game master for whom robots play all titles.
func open(t testing.TB, path string) *gm.Master {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	m := &gm.Master{Key: []byte("the key of a test"), Store: db, Words: words, Address: "gm@deaddrop.example", Name: "Deaddrop",
		Robots: titles, Log: slog.New(slog.DiscardHandler)}
	for _, g := range titles {
		m.Rules = append(m.Rules, g.Rules)
	}
	return m
}

// begin begins a game of a title with one person, in the first seat, and robots.
func begin(t *testing.T, rules *adjudicator.Rules, change func(*desk.Plan)) *table {
	t.Helper()
	b := &table{T: t, path: filepath.Join(t.TempDir(), "games.db"), now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)}
	b.m = open(t, b.path)
	t.Cleanup(func() { b.m.Store.Close() })
	players := max(rules.Min, 3)
	seats, err := rules.SeatsFor(players, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := desk.Plan{Name: "g1", Rules: rules.Name, Robots: true, Seats: players, Secret: bytes.Repeat([]byte{7}, 32),
		Players: []game.Player{{Seat: seats[0], Address: person}}, Desk: deskAt,
		Clock: calendar.Clock{Every: 72 * time.Hour, Remind: 24 * time.Hour, Ends: calendar.WhenIn}}
	if change != nil {
		change(&plan)
	}
	if err := desk.At(b.m, gm.ActOptions{}).New(t.Context(), b.now, plan); err != nil {
		t.Fatal(err)
	}
	for _, p := range plan.Players {
		b.others = append(b.others, p.Address)
	}
	b.settle()
	return b
}

// settle does what is due, and checks that no robot is written to.
func (b *table) settle() {
	b.Helper()
	for {
		n, err := work.Due(b.Context(), b.m, b.now, func(_ context.Context, l letter.Letter) error {
			if l.To != person && l.To != deskAt && !slices.Contains(b.others, l.To) {
				b.Errorf("a letter goes to %q:\n%s", l.To, l.Text)
			}
			b.got = append(b.got, l)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// later lets time pass until a task of the game is due, and does it.
func (b *table) later() {
	b.Helper()
	var at time.Time
	for task, err := range b.m.Store.Tasks(b.Context(), "g1") {
		if err != nil {
			b.Fatal(err)
		}
		if at.IsZero() || task.Due.Before(at) {
			at = task.Due
		}
	}
	if b.now = at; at.IsZero() {
		b.Fatal("nothing is ever due")
	}
	b.settle()
}

// stands returns the game's state, and the overview of a seat.
func (b *table) stands(seat adjudicator.Seat) (inspect.Overview, inspect.SeatOverview) {
	b.Helper()
	o, err := inspect.OverviewOf(b.Context(), b.m, "g1")
	if err != nil {
		b.Fatal(err)
	}
	i := slices.IndexFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Name == seat || seat == "" && s.Address == person })
	if i < 0 {
		b.Fatalf("there is no seat %q", seat)
	}
	return o, o.Seats[i]
}

// writes takes in a letter of the person.
func (b *table) writes(text string) {
	b.Helper()
	b.now = b.now.Add(time.Second)
	l := letter.Letter{ID: fmt.Sprintf("%d@example.org", b.now.UnixNano()), From: person, Subject: "Re: [g1]", Text: text,
		Proof: letter.Proved}
	if err := reception.Receive(b.Context(), b.m, b.now, l); err != nil {
		b.Fatal(err)
	}
	b.settle()
}

// last returns the newest letter to the person.
func (b *table) last() string {
	for _, l := range slices.Backward(b.got) {
		if l.To == person {
			return l.Text
		}
	}
	return ""
}

// filed returns what robots have filed, by seat and number of the question, and fails if they did twice.
func (b *table) filed() map[string]gm.RobotOrders {
	b.Helper()
	out := map[string]gm.RobotOrders{}
	for e, err := range b.m.Store.Log(b.Context(), "g1", 1) {
		if err != nil {
			b.Fatal(err)
		}
		if e.Kind != gm.KindRobot {
			continue
		}
		var r gm.RobotOrders
		if err := gm.Decode(e.Body, &r); err != nil {
			b.Fatal(err)
		}
		key := fmt.Sprintf("%s.%d", r.Seat, r.Number)
		if was, twice := out[key]; twice {
			b.Errorf("%s has answered %d twice: %+v and %+v", r.Seat, r.Number, was, r)
		}
		out[key] = r
	}
	return out
}

// turns plays a number of turns, in which the person lets the rules decide for them.
func (b *table) turns(n int) {
	b.Helper()
	var phases []string
	for range 40 * n {
		o, me := b.stands("")
		switch {
		case o.State != string(game.Running):
			b.Fatalf("the game is %s: %s", o.State, o.Why)
		case !me.Asked || me.In:
			b.Fatalf("in %s the person is not asked, or in, and yet the game does not go on", o.Phase)
		case !slices.Contains(phases, o.Phase):
			if phases = append(phases, o.Phase); len(phases) > n {
				return
			}
		}
		b.writes("READY")
	}
	b.Fatalf("after many letters the game has come no further than %q", phases)
}

// A game of one person goes on as soon as that person has written, whatever its title; what robots filed is logged,
// and the game can be told again without them.
func TestThreeTurns(t *testing.T) {
	for _, title := range titles {
		t.Run(title.Rules.Name, func(t *testing.T) {
			b := begin(t, title.Rules, nil)
			if first := b.last(); !strings.Contains(first, "obots play ") && !strings.Contains(first, "A robot plays ") {
				t.Errorf("the first letter does not say who is a robot:\n%s", first)
			}
			began := b.now
			b.turns(3)
			if passed := b.now.Sub(began); passed > time.Hour {
				t.Errorf("three turns took %v", passed)
			}
			own := 0
			for _, r := range b.filed() {
				if r.Text != "" {
					own++
				}
			}
			if own < 3 {
				t.Errorf("robots have written %d answers of their own", own)
			}
			b.m.Robots = nil
			if v, err := site.Verify(t.Context(), b.m, "g1"); err != nil || !v.Sound() {
				t.Errorf("told again it is %+v: %v", v, err)
			}
		})
	}
}

// errKilled stands for the end of the process.
var errKilled = errors.New("killed")

// A dying store is killed at one of the steps of robots: before it is stored, or right afterwards.
type dying struct {
	store.Store
	after   bool
	commits int // how many such steps are still carried out
}

func (d *dying) Commit(ctx context.Context, name string, c store.Change) (uint64, error) {
	isRobots := slices.ContainsFunc(c.Log, func(e store.Entry) bool { return e.Kind == gm.KindRobot })
	if !isRobots || d.commits > 0 {
		if isRobots {
			d.commits--
		}
		return d.Store.Commit(ctx, name, c)
	}
	if d.after {
		if _, err := d.Store.Commit(ctx, name, c); err != nil {
			return 0, err
		}
	}
	return 0, errKilled
}

func (d *dying) Settle(context.Context, store.Task, time.Time) error { return errKilled }

// Whenever the service is killed while robots answer, they answer once, and the same.
func TestKilled(t *testing.T) {
	undisturbed := begin(t, deadmanrobot.Diplomacy.Rules, nil)
	undisturbed.turns(2)
	want := undisturbed.filed()
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprint("after=", after), func(t *testing.T) {
			b := begin(t, deadmanrobot.Diplomacy.Rules, nil)
			whole := b.m.Store
			b.m.Store = &dying{Store: whole, after: after}
			l := letter.Letter{ID: "1@example.org", From: person, Subject: "Re: [g1]", Text: "READY", Proof: letter.Proved}
			err := reception.Receive(t.Context(), b.m, b.now, l)
			if err == nil {
				_, err = work.Due(t.Context(), b.m, b.now, func(context.Context, letter.Letter) error { return nil })
			}
			if !errors.Is(err, errKilled) {
				t.Fatalf("it was not killed: %v", err)
			}
			if err := whole.Close(); err != nil {
				t.Fatal(err)
			}
			b.m = open(t, b.path)
			b.now = b.now.Add(time.Hour) // the lease of the task is over
			b.settle()
			if _, me := b.stands(""); !me.Asked || me.In {
				t.Errorf("the person is %+v", me)
			}
			b.turns(1)
			for key, is := range b.filed() {
				if is != want[key] {
					t.Errorf("%s wrote %+v, and undisturbed %+v", key, is, want[key])
				}
			}
		})
	}
}

// Several workers on one store let each robot answer once.
func TestWorkers(t *testing.T) {
	b := begin(t, deadmanrobot.Diplomacy.Rules, nil)
	for turn := range 3 {
		l := letter.Letter{ID: fmt.Sprintf("%d@example.org", turn), From: person, Subject: "Re: [g1]", Text: "READY",
			Proof: letter.Proved}
		if err := reception.Receive(t.Context(), b.m, b.now, l); err != nil {
			t.Fatal(err)
		}
		group, ctx := errgroup.WithContext(t.Context())
		for i := range 4 {
			m := &gm.Master{Key: b.m.Key, Store: b.m.Store, Words: b.m.Words, Address: b.m.Address, Name: b.m.Name, Robots: titles,
				Rules: b.m.Rules, Log: b.m.Log, Process: fmt.Sprint("worker ", i)}
			group.Go(func() error {
				for {
					n, err := work.Due(ctx, m, b.now, func(context.Context, letter.Letter) error { return nil })
					if err != nil || n == 0 {
						return err
					}
				}
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		b.settle()
	}
	if n := len(b.filed()); n < 3*6 {
		t.Errorf("robots have answered %d questions", n)
	}
}

// Robots alone play at the pace of the clock, not to the end at once, and agree to a draw some time.
func TestRobotsAlone(t *testing.T) {
	b := begin(t, deadmanrobot.Diplomacy.Rules, func(p *desk.Plan) { p.Players = nil })
	o, _ := b.stands("France")
	if o.Phase != "Spring 1901" {
		t.Fatalf("at once it is %s", o.Phase)
	}
	began := b.now
	for o.State == string(game.Running) && o.Phase != "Spring 1906" {
		was := o.Deadline
		b.later()
		if o, _ = b.stands("France"); o.Deadline.Equal(was) && b.now.After(was) {
			t.Fatalf("the deadline %v passes, and nothing happens", was)
		}
	}
	if took := b.now.Sub(began); o.State != string(game.Over) || took < 10*72*time.Hour {
		t.Errorf("after %v the game is %s in %s: %s", took, o.State, o.Phase, o.Why)
	}
}

// A person who is out does not have the robots play the rest at once.
func TestPersonOut(t *testing.T) {
	g := game.Game{Turn: game.Turn{Open: []*game.Question{{Seat: "B", Answer: "x"}}, Out: []adjudicator.Seat{"A"}},
		People: game.People{Seats: []*game.Seat{{Name: "A", Owner: game.Owner{Address: person}},
			{Name: "B", Owner: game.Owner{Robot: game.KnownRobot}}, {Name: adjudicator.GM, Owner: game.Owner{Address: deskAt}}}},
		Timing: game.Timing{Deadline: time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)}}
	if g.AllIn(g.Deadline.Add(-time.Second)) || !g.AllIn(g.Deadline) {
		t.Error("a turn of robots alone does not end at its deadline")
	}
	if g.Out = nil; !g.AllIn(g.Deadline.Add(-time.Second)) {
		t.Error("a turn with a person waits for the deadline though everybody is in")
	}
}

// A seat that is silent for too long goes to a robot. Its player and the game master are told, and nobody else;
// whoever gets the seat then is told what it knows, and has to say that what the robot filed may stand.
func TestLadder(t *testing.T) {
	const other = "you@example.org"
	b := begin(t, deadmanrobot.Diplomacy.Rules, func(p *desk.Plan) {
		p.Players = append(p.Players, game.Player{Seat: "Turkey", Address: other})
		p.Missing = game.Ladder{Standby: 2, Robot: true}
	})
	b.writes("READY")
	b.later()
	for range 60 {
		if _, turkey := b.stands("Turkey"); turkey.Robot != game.NoRobot {
			break
		}
		if _, me := b.stands(""); me.Asked && !me.In {
			b.writes("READY")
		} else {
			b.later()
		}
	}
	o, turkey := b.stands("Turkey")
	if turkey.Robot != game.QuietRobot || turkey.Address != "" {
		t.Fatalf("Turkey is %+v", turkey)
	}
	var told []string
	for _, l := range b.got {
		if strings.Contains(strings.Join(strings.Fields(l.Text), " "), "a robot plays your seat in this game from now on") {
			told = append(told, l.To)
		}
	}
	if !slices.Equal(told, []string{other}) || o.Waits == 0 {
		t.Errorf("%q are told, and %d items wait for the game master", told, o.Waits)
	}
	b.writes("STATUS\nPRESS TO Turkey\nHello.\nENDPRESS")
	if said := b.last(); strings.Contains(said, "A robot plays Turkey") || !strings.Contains(said, "Your press was sent to Turkey.") {
		t.Errorf("of the robot that nobody is told of, it says:\n%s", said)
	}
	if err := desk.At(b.m, gm.ActOptions{}).Seat(t.Context(), b.now, "g1", "Turkey", other); err != nil {
		t.Fatal(err)
	}
	b.settle()
	if _, turkey = b.stands("Turkey"); turkey.Robot != game.NoRobot || turkey.In && turkey.Asked {
		t.Errorf("with a person again, Turkey is %+v", turkey)
	}
}

// A second person joins a blind game against robots only once its turns end at deadlines.
func TestSecondPerson(t *testing.T) {
	b := begin(t, deadmanrobot.Game.Rules, nil)
	act := desk.At(b.m, gm.ActOptions{})
	_, me := b.stands("")
	robot := slices.IndexFunc(deadmanrobot.Game.Rules.Seats, func(s adjudicator.Seat) bool { return s != me.Name })
	seat := string(deadmanrobot.Game.Rules.Seats[robot])
	b.others = []string{"you@example.org"}

	err := act.Seat(b.Context(), b.now, "g1", seat, "you@example.org")
	if err == nil || !strings.Contains(err.Error(), "gm clock g1 --ends deadline") {
		t.Fatalf("while turns end early: %v", err)
	}
	err = act.Retime(b.Context(), b.now, "g1", func(c *calendar.Clock) error { c.Ends = calendar.AtDeadline; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := act.Seat(b.Context(), b.now, "g1", seat, "you@example.org"); err != nil {
		t.Errorf("while turns end at deadlines: %v", err)
	}
}

// When a turn is taken back, robots answer again.
func TestRollback(t *testing.T) {
	b := begin(t, deadmanrobot.Diplomacy.Rules, nil)
	b.turns(2)
	if err := desk.At(b.m, gm.ActOptions{}).Rollback(t.Context(), b.now, "g1", desk.Back{}); err != nil {
		t.Fatal(err)
	}
	b.settle()
	b.turns(1)
	if v, err := site.Verify(t.Context(), b.m, "g1"); err != nil || !v.Sound() {
		t.Errorf("told again it is %+v: %v", v, err)
	}
}

// German letters, too, say who is a robot, and what becomes of press to one.
func TestInGerman(t *testing.T) {
	b := begin(t, deadmanrobot.Diplomacy.Rules, nil)
	b.writes("SET LANGUAGE Deutsch")
	b.writes("STATUS\nPRESS TO Italy\nCiao.\nENDPRESS")
	for _, want := range []string{"Roboter spielen auf diesen Plätzen: ", "Ein Roboter spielt Italy. Er liest keine Presse: deine wird"} {
		if said := strings.Join(strings.Fields(b.last()), " "); !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, b.last())
		}
	}
}

// A broken robot fails whenever it is asked.
type brokenRobot struct{}

func (brokenRobot) Answer(string) (string, bool) { panic("broken") }

// A robot that fails leaves its answer to the rules, and the game goes on.
func TestBrokenRobot(t *testing.T) {
	b := begin(t, deadmanrobot.Diplomacy.Rules, nil)
	b.m.Robots = []robots.Game{{Rules: deadmanrobot.Diplomacy.Rules,
		New: func(string, *rand.Rand, int) robots.Player { return brokenRobot{} }}}
	b.turns(2)
	for key, r := range b.filed() {
		if !strings.HasSuffix(key, ".1") && r.Text != "" {
			t.Errorf("%s has written %q", key, r.Text)
		}
	}
}
