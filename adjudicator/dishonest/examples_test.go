package dishonest_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/dishonest/robot"
	"deaddrop/tier"
)

var exampleGames = flag.Int("dishonest.examples", tier.Pick(2, 8), "in how many games of robots all examples are tried")

// In games of robots, each example in each letter is filed whole when its reader sends it, without any fault.
func TestExamples(t *testing.T) {
	games, errs := adjudicatortest.PlayGames(*exampleGames, func(i int) *exampleGame {
		return &exampleGame{seed: uint64(i), players: 4 + i%4, shown: map[string]int{}}
	})
	shown := map[string]int{}
	for i, g := range games {
		if errs[i] != nil {
			t.Errorf("seed %d: %v", g.seed, errs[i])
		}
		for kind, n := range g.shown {
			shown[kind] += n
		}
	}
	t.Log(shown)
	for _, kind := range []string{"income income", "turn attack", "turn build", "turn garrison", "turn ideology", "turn pass",
		"standing ahead", "standing defend", "standing losses", "defence commit", "secondary use", "secondary decline"} {
		if shown[kind] == 0 {
			t.Errorf("no letter shows %s", kind)
		}
	}
}

// An exampleGame is one in which examples are tried.
type exampleGame struct {
	seed    uint64
	players int
	r       *rand.Rand
	shown   map[string]int // examples, by question and kind
}

// Play plays the game to its end.
func (g *exampleGame) Play() error {
	g.r = rand.New(rand.NewPCG(g.seed, 9))
	luck := adjudicator.Luck{Secret: fmt.Append(nil, "examples ", g.seed)}
	seats, err := dishonest.Rules.SeatsFor(g.players, nil)
	if err != nil {
		return err
	}
	config, err := dishonest.Rules.Configure(adjudicator.Config{Seats: seats})
	if err != nil {
		return err
	}
	p, err := dishonest.Rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	for err == nil && p.Phase() != "" {
		luck.Phase++
		p, _, err = adjudicatortest.PlayPhase(dishonest.Rules, p, luck, g.answer)
	}
	return err
}

// answer returns an example or, when all have been tried, a robot's answer.
func (g *exampleGame) answer(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
	v, ok := p.View(req.Seat).(dishonest.View)
	if !ok {
		return req.Default, false, nil
	}
	for _, e := range v.Examples(req.Kind) {
		g.shown[req.Kind+" "+e.Kind]++
		text := strings.Join(e.Lines, "\n")
		r := v.Read(req.Kind, "", text)
		if slices.ContainsFunc(r.Parts, func(q adjudicator.Part) bool { return q.Open() || q.Why != "" }) {
			return "", false, fmt.Errorf("%s, asked for %s: the example\n%s\nis answered with %+v", req.Seat, req.Kind, text, r)
		}
		if err := v.Check(req.Kind, r.Answer); err != nil {
			return "", false, fmt.Errorf("%s, asked for %s: %q: %v", req.Seat, req.Kind, text, err)
		}
	}
	r := v.Read(req.Kind, req.Filed, robot.Answer(v, req.Kind, req.Filed, g.r))
	if r.Answer == "" {
		return req.Default, false, nil
	}
	return r.Answer, false, nil
}
