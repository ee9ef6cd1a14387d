package robot

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
)

var (
	strengthGames = flag.Int("strength.games", 4, "how many games of robots of two kinds are played at mixed tables; 200 tell something")
	strengthYear  = flag.String("strength.year", "1904", "the last year of those games")
)

// An answerer plays from views.
type answerer func(v deadman.View, kind string, r *rand.Rand) string

// ahead has robots look ahead.
func ahead(by func(v deadman.View, kind string, plain bool, r *rand.Rand) string) answerer {
	return func(v deadman.View, kind string, r *rand.Rand) string { return by(v, kind, false, r) }
}

// A mixed game is played by robots of two kinds, three of one and four of the other.
type mixed struct {
	rules    *adjudicator.Rules
	seed     uint64
	last     string // year
	one, two answerer

	ones    []bool // by power: whether it is played by the first kind
	centres [2]int // at the end, by kind
	seats   [2]int
}

// Play plays the game to its end.
func (g *mixed) Play() error {
	config, err := g.rules.Configure(adjudicator.Config{Seats: g.rules.Seats, Options: map[string]string{"last_year": g.last}})
	if err != nil {
		return err
	}
	luck := adjudicator.Luck{Secret: fmt.Append(nil, "strength ", g.seed)}
	p, err := g.rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(g.seed/2, 1)) // seeds 2n and 2n+1 exchange the seats of the two kinds
	g.ones = make([]bool, len(g.rules.Seats))
	for i, n := range r.Perm(len(g.ones)) {
		g.ones[n] = (i < 3) == (g.seed%2 == 0)
	}
	r = rand.New(rand.NewPCG(g.seed, 2))
	for p.Phase() != "" {
		if luck.Phase++; luck.Phase > 400 {
			return fmt.Errorf("the game does not end")
		}
		g.count(p)
		if p, _, err = adjudicatortest.PlayPhase(g.rules, p, luck, func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			return g.answer(p, req, r)
		}); err != nil {
			return err
		}
	}
	g.count(p)
	return nil
}

func (g *mixed) answer(p adjudicator.Position, req adjudicator.Request, r *rand.Rand) (string, bool, error) {
	v := p.View(req.Seat).(deadman.View)
	by := g.two
	power := standard().power(string(req.Seat))
	if g.ones[power] {
		by = g.one
	}
	words := by(v, req.Kind, r)
	if words == "" {
		return req.Default, true, nil
	}
	reading := v.Read(req.Kind, req.Filed, words)
	if g.ones[power] && len(reading.Faults()) > 0 { // the plain ones may order what is impossible
		return "", false, fmt.Errorf("%s, %s: %v\nin\n%s", p.Phase(), req.Seat, reading.Faults(), words)
	}
	if reading.Answer == "" {
		return req.Default, true, nil
	}
	return reading.Answer, true, nil
}

// count notes who has how many centres.
func (g *mixed) count(p adjudicator.Position) {
	g.centres, g.seats = [2]int{}, [2]int{}
	for i, h := range p.View(adjudicator.GM).(deadman.Truth).Powers {
		kind := 1
		if g.ones[i] {
			kind = 0
		}
		g.centres[kind] += len(h.Centres)
		g.seats[kind]++
	}
}

// A match is the sum of many mixed games.
type match struct {
	games        int
	each         [2]float64 // centres of a seat at the end, by kind
	ahead, level int        // games in which the first kind had more centres a seat, or as many
}

func (m match) String() string {
	return fmt.Sprintf("%d games: %.2f centres a seat against %.2f; more in %d games, as many in %d",
		m.games, m.each[0], m.each[1], m.ahead, m.level)
}

// against plays games between two kinds of robots. Two games in a row have the seats exchanged.
func against(t *testing.T, rules *adjudicator.Rules, n int, last string, one, two answerer) match {
	t.Helper()
	all, errs := adjudicatortest.PlayGames(n, func(i int) *mixed {
		return &mixed{rules: rules, seed: uint64(i), last: last, one: one, two: two}
	})
	m := match{games: n}
	var centres, seats [2]float64
	for i, g := range all {
		if errs[i] != nil {
			t.Fatalf("seed %d: %v", g.seed, errs[i])
		}
		for kind := range centres {
			centres[kind] += float64(g.centres[kind])
			seats[kind] += float64(g.seats[kind])
		}
		a, b := g.centres[0]*g.seats[1], g.centres[1]*g.seats[0]
		if a > b {
			m.ahead++
		}
		if a == b {
			m.level++
		}
	}
	for kind := range centres {
		m.each[kind] = centres[kind] / seats[kind]
	}
	return m
}

// TestStrength has robots that look a turn ahead play against DumbBots at mixed tables.
func TestStrength(t *testing.T) {
	m := against(t, deadman.Diplomacy, *strengthGames, *strengthYear, ahead(onOpenBoard), dumb)
	t.Log(m)
	if m.each[0] < 1.2*m.each[1] {
		t.Errorf("robots do hardly better than DumbBots")
	}
}

// TestDeadmanStrength has robots that believe something of others play against robots that don't.
func TestDeadmanStrength(t *testing.T) {
	m := against(t, deadman.Rules, *strengthGames, *strengthYear, ahead(inTheDark), plain)
	t.Log(m)
	if m.each[0] < 1.2*m.each[1] {
		t.Errorf("robots do hardly better than plain ones")
	}
}

// BenchmarkMove measures how long a robot takes over a move in mid-game: on the open board, and in the dark.
func BenchmarkMove(b *testing.B) {
	var v, dark deadman.View
	g := &mixed{rules: deadman.Diplomacy, seed: 1, last: "1907", two: dumb,
		one: func(now deadman.View, kind string, r *rand.Rand) string {
			if kind == "orders" && len(now.Units) > len(v.Units) {
				v = now
			}
			return dumb(now, kind, r)
		}}
	if err := g.Play(); err != nil {
		b.Fatal(err)
	}
	dark = deadman.View{Power: v.Power, Phase: v.Phase, Units: v.Units, Centres: v.Centres}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			onOpenBoard(v, "orders", false, rand.New(rand.NewPCG(1, 1)))
		}
		b.ReportMetric(float64(len(v.Units)), "units")
	})
	b.Run("dark", func(b *testing.B) {
		for b.Loop() {
			inTheDark(dark, "orders", false, rand.New(rand.NewPCG(1, 1)))
		}
	})
}
