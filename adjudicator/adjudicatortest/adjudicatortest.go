// Package adjudicatortest is the conformance suite that the rules of every game run, and the smallest
// game there is, to test what runs games.
package adjudicatortest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A Player answers a request at random, in words that may be wrong, given nothing but its view.
type Player func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string

// A Suite is how one title is put through conformance.
type Suite struct {
	Rules  *adjudicator.Rules
	Config adjudicator.Config
	Player Player
	Games  int // seeds to play
	Phases int // after so many a game may go on without an end; 0: each game must end within 1,000

	// Twin makes of a position before a phase another one that the watcher can't tell from it, in what the phase does
	// not rightly show them; nil if there is none. It may change the position that it is given.
	Twin func(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position
}

// Run plays games of random players and holds the rules to the contract: what is saved and loaded
// plays on alike, a phase played again tells the same, defaults and what was filed ahead pass their own check, answers
// in normal form come back as they are, an answer that is not due changes nothing for anybody else, charts are of their
// view, and the game ends. With a Twin, a phase that is played from two positions with the same answers must ask, tell
// and show the watcher the same, unless the game ends with it.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	if err := adjudicator.Validate([]*adjudicator.Rules{s.Rules}); err != nil {
		t.Fatal(err)
	}
	config, err := s.Rules.Configure(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	s.chairs(t)
	s.Config = config
	twins := 0
	for seed := range uint64(s.Games) {
		g := &game{Suite: s, t: t, luck: adjudicator.Luck{Secret: []byte{byte(seed), byte(seed >> 8)}},
			rand: rand.New(rand.NewPCG(seed, 1))}
		g.play()
		twins += g.twins
	}
	if s.Twin != nil && twins == 0 {
		t.Error("no phase was played from two positions")
	}
}

// Kinds plays the games and returns the kinds of questions that are asked in them, and of events that are told, each once and
// in order.
func (s Suite) Kinds(t *testing.T) (asks, events []string) {
	t.Helper()
	for seed := range uint64(s.Games) {
		m := Match{Rules: s.Rules, Config: s.Config, Seed: seed, Most: 1000}
		r := rand.New(rand.NewPCG(seed, 1))
		m.Answer = func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			asks = append(asks, req.Kind)
			return Filed(p.View(req.Seat), req, s.Player(p.View(req.Seat), req, r), false)
		}
		m.Watch = func(_ adjudicator.Position, told []adjudicator.EventRecord) error {
			for _, event := range told {
				events = append(events, event.Kind)
			}
			return nil
		}
		if err := m.Play(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(asks)
	slices.Sort(events)
	return slices.Compact(asks), slices.Compact(events)
}

// chairs checks that there are seats for each number of players, in the order of the table.
func (s Suite) chairs(t *testing.T) {
	t.Helper()
	for n := s.Rules.Min; n <= len(s.Rules.Seats); n++ {
		chairs, err := s.Rules.SeatsFor(n, s.Config.Pack)
		if err != nil {
			t.Fatal(err)
		}
		ordered := slices.IsSortedFunc(chairs, func(a, b adjudicator.Seat) int {
			return slices.Index(s.Rules.Seats, a) - slices.Index(s.Rules.Seats, b)
		})
		if _, err := s.Rules.Configure(adjudicator.Config{Seats: chairs, Options: s.Config.Options,
			Pack: s.Config.Pack}); err != nil || !ordered {
			t.Fatalf("%d players sit in %v: %v", n, chairs, err)
		}
	}
}

type game struct {
	Suite
	t    *testing.T
	luck adjudicator.Luck
	rand *rand.Rand

	twins int // how many phases were played to their end from two positions
}

func (g *game) play() {
	g.t.Helper()
	p, err := g.Rules.Setup(adjudicator.NewTable(g.luck, adjudicator.Record{}), g.Config)
	if err != nil {
		g.t.Fatal(err)
	}
	for n := 1; p.Phase() != ""; n++ {
		if g.Phases > 0 && n > g.Phases {
			return
		}
		if n > 1000 {
			g.t.Fatalf("seed %x: the game does not end", g.luck.Secret)
		}
		g.luck.Phase = uint64(n)
		p = g.phase(p)
	}
}

// phase plays one phase to its end, from the saved position each time.
func (g *game) phase(start adjudicator.Position) adjudicator.Position {
	g.t.Helper()
	saved := marshal(g.t, start)
	var rec adjudicator.Record
	for range 10_000 {
		p, table := g.run(saved, rec)
		g.charted(p)
		if table.Open() == nil {
			if p.Phase() != "" {
				g.twin(saved, rec.Asked)
			}
			return p
		}
		g.aside(table.Open())
		rec = decoded(g.t, table.Record())
		last := &rec.Asked[len(rec.Asked)-1]
		for i, req := range table.Open() {
			if last.Answers[i] == "" {
				last.Answers[i] = g.answer(p, req)
				g.sealed(saved, rec, p, req.Seat)
				break
			}
		}
	}
	g.t.Fatalf("seed %x: %s asks without an end", g.luck.Secret, start.Phase())
	return nil
}

// run plays a phase twice, which must not differ.
func (g *game) run(saved []byte, rec adjudicator.Record) (adjudicator.Position, *adjudicator.Table) {
	g.t.Helper()
	p, table := g.once(saved, rec)
	again, twin := g.once(saved, rec)
	if a, b := marshal(g.t, table.Record()), marshal(g.t, twin.Record()); string(a) != string(b) {
		g.t.Fatalf("seed %x: a phase played twice differs:\n%s\n%s", g.luck.Secret, a, b)
	}
	if a, b := marshal(g.t, p), marshal(g.t, again); string(a) != string(b) {
		g.t.Fatalf("seed %x: a phase played twice ends differently:\n%s\n%s", g.luck.Secret, a, b)
	}
	return p, table
}

func (g *game) once(saved []byte, rec adjudicator.Record) (adjudicator.Position, *adjudicator.Table) {
	g.t.Helper()
	p := g.Rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		g.t.Fatal(err)
	}
	if back := marshal(g.t, p); string(back) != string(saved) {
		g.t.Fatalf("seed %x: a position is not saved whole:\n%s\n%s", g.luck.Secret, saved, back)
	}
	table := adjudicator.NewTable(g.luck, rec)
	if err := table.Run(p); err != nil {
		g.t.Fatalf("seed %x: %v", g.luck.Secret, err)
	}
	return p, table
}

// answer has the player answer from their view, and checks the reading of words and defaults, with and without
// an answer on file.
func (g *game) answer(p adjudicator.Position, req adjudicator.Request) string {
	g.t.Helper()
	v := p.View(req.Seat)
	if req.Default != "" {
		g.fixed(v, req.Kind, req.Default)
	}
	if req.Filed != "" {
		g.fixed(v, req.Kind, req.Filed)
	}
	first := v.Read(req.Kind, "", g.Player(v, req, g.rand))
	if first.Answer == "" {
		if req.Default == "" {
			g.t.Fatalf("seed %x: the player has no answer for the game master", g.luck.Secret)
		}
		return req.Default
	}
	g.fixed(v, req.Kind, first.Answer)
	second := v.Read(req.Kind, first.Answer, g.Player(v, req, g.rand))
	if second.Answer == "" {
		g.t.Fatalf("seed %x: an amendment takes away what was on file: %q", g.luck.Secret, first.Answer)
	}
	g.fixed(v, req.Kind, second.Answer)
	form := v.Read(req.Kind, "", second.Answer).Form
	if back := v.Read(req.Kind, second.Answer, strings.Join(form, "\n")); len(form) > 0 && len(back.Faults()) > 0 {
		g.t.Fatalf("seed %x: the order form %q is read back with faults %v", g.luck.Secret, form, back.Faults())
	}
	return second.Answer
}

// fixed checks that an answer is in normal form, and read as itself.
func (g *game) fixed(v adjudicator.View, kind, answer string) {
	g.t.Helper()
	if err := v.Check(kind, answer); err != nil {
		g.t.Fatalf("seed %x: %s %q is not in normal form: %v", g.luck.Secret, kind, answer, err)
	}
	if r := v.Read(kind, "", answer); r.Answer != answer || len(r.Faults()) > 0 {
		g.t.Fatalf("seed %x: %s %q is read back as %q with faults %v", g.luck.Secret, kind, answer,
			r.Answer, r.Faults())
	}
}

// sealed checks that nobody but seat learns from an answer of its that others are still waited for.
func (g *game) sealed(saved []byte, rec adjudicator.Record, before adjudicator.Position, seat adjudicator.Seat) {
	g.t.Helper()
	last := rec.Asked[len(rec.Asked)-1]
	if !slices.Contains(last.Answers, "") {
		return // it was the last answer: the phase goes on
	}
	after, table := g.once(saved, rec)
	for _, s := range append([]adjudicator.Seat{adjudicator.Observer}, g.Config.Seats...) {
		if s == seat {
			continue
		}
		if a, b := marshal(g.t, before.View(s)), marshal(g.t, after.View(s)); string(a) != string(b) {
			g.t.Fatalf("seed %x: %s learns of %s's sealed answer:\n%s\n%s", g.luck.Secret, s, seat, a, b)
		}
	}
	if n := len(table.News()); n > 0 {
		g.t.Fatalf("seed %x: %s's sealed answer is told: %+v", g.luck.Secret, seat, table.News())
	}
}

// aside checks that what is asked at once is aside for all or for none: else nobody can be left out of the letters.
func (g *game) aside(reqs []adjudicator.Request) {
	g.t.Helper()
	for _, req := range reqs {
		if req.Aside != reqs[0].Aside {
			g.t.Fatalf("seed %x: a question is aside for some only: %+v", g.luck.Secret, reqs)
		}
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	js, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func decoded(t *testing.T, rec adjudicator.Record) (back adjudicator.Record) {
	t.Helper()
	if err := json.Unmarshal(marshal(t, rec), &back); err != nil {
		t.Fatal(err)
	}
	return back
}
