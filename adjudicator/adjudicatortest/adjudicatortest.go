// Package adjudicatortest provides the conformance suite for the rules of all games, and some very small games for
// testing programs that run games.
package adjudicatortest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A Player answers a request at random, from its view alone. The words may be wrong.
type Player func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string

// A Suite configures the conformance tests of a title.
type Suite struct {
	Rules  *adjudicator.Rules
	Config adjudicator.Config
	Player Player
	Games  int // number of games to play, each with a seed of its own
	Phases int // number of phases after which a game may be abandoned; 0 means that each game must end within 1,000

	// Twin derives from a position before a phase another one that the watcher can't distinguish from it, and that
	// must not lead to a different result for the watcher. It returns nil if there is none. It may modify its
	// argument.
	Twin func(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position
}

// Run plays games between random players and checks that the rules keep the contract: a saved and loaded position
// plays on in the same way; a phase that is played again tells the same; defaults and answers filed in advance are in
// normal form; answers in normal form are read as themselves; an answer that is not due changes nothing for others;
// charts depend only on views; and games end. With a Twin, a phase played from two positions with the same answers
// must ask, tell and show the watcher the same, unless the game ends with it.
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

// Kinds plays the games and returns the kinds of questions that were asked and of events that were told, sorted.
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

// chairs checks that Table returns seats for each number of players, in the order of the table.
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

	twins int // number of phases that were played to their end from two positions
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

// phase plays one phase to its end, starting again from the saved position after each answer.
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

// run plays a phase twice, and checks that both runs are equal.
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

// answer lets the player answer from their view. It checks how the text and the default are read, with and without an
// answer on file.
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

// fixed checks that an answer is in normal form, and that it is read as itself.
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

// sealed checks that an answer of a seat tells nobody else anything while other seats are still waited for.
func (g *game) sealed(saved []byte, rec adjudicator.Record, before adjudicator.Position, seat adjudicator.Seat) {
	g.t.Helper()
	last := rec.Asked[len(rec.Asked)-1]
	if !slices.Contains(last.Answers, "") {
		return // it was the last answer, so the phase goes on
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

// aside checks that simultaneous requests are all aside, or none: otherwise nobody could be left out of the letters.
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
