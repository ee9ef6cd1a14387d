package successors_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
	"deaddrop/tier"
)

var exampleGames = flag.Int("successors.examples", tier.Pick(4, 20), "in how many games of robots all examples are tried")

// In whole games of robots, each example in each letter is filed whole when its reader sends it, without any fault.
// Every third turn of a player is one of the examples, and is carried out as written.
func TestExamples(t *testing.T) {
	games, errs := adjudicatortest.PlayGames(*exampleGames, func(i int) *exampleGame {
		options := map[string]string{"speed": []string{"standard", "patient"}[i%2]}
		return &exampleGame{seed: uint64(i), players: 3 + i/2%2, options: options, shown: map[string]int{}}
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
	kinds := []string{"home home", "turn ransom", "turn chit", "turn buy", "turn march", "turn attack", "turn sail", "turn guard", "turn ally",
		"standing guard", "standing chit later", "standing ally", "standing gift", "standing losses", "battle fight on", "battle retreat"}
	if tier.Full() {
		kinds = append(kinds, "turn fight", "turn lend", "turn sea fight", "standing lend", "battle rear guard")
	}
	for _, kind := range kinds {
		if shown[kind] == 0 {
			t.Errorf("no letter shows %s: %v", kind, shown)
		}
	}
}

// An exampleGame is one in which examples are tried.
type exampleGame struct {
	seed    uint64
	players int
	options map[string]string

	r     *rand.Rand
	tried map[string]bool // lines of examples that are on file for this turn, each behind its seat
	shown map[string]int  // examples, by question and kind
}

// Play plays the game to its end.
func (g *exampleGame) Play() error {
	g.r = rand.New(rand.NewPCG(g.seed, 9))
	luck := adjudicator.Luck{Secret: fmt.Append(nil, "examples ", g.seed)}
	config, err := successors.Rules.Configure(adjudicator.Config{Seats: successors.Rules.Seats[:g.players], Options: g.options})
	if err != nil {
		return err
	}
	p, err := successors.Rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	for err == nil && p.Phase() != "" {
		luck.Phase++
		g.tried = map[string]bool{}
		var told []adjudicator.EventRecord
		if p, told, err = adjudicatortest.PlayPhase(successors.Rules, p, luck, g.answer); err == nil {
			err = g.done(told)
		}
	}
	return err
}

// answer returns an example or a robot's orders, when all examples have been tried.
func (g *exampleGame) answer(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
	v, ok := p.View(req.Seat).(successors.View)
	if !ok {
		return req.Default, false, nil
	}
	examples := v.Examples(req.Kind)
	if len(examples) == 0 || len(examples) > 6 {
		return "", false, fmt.Errorf("%s, asked for %s, is shown %d examples", req.Seat, req.Kind, len(examples))
	}
	var answers []string
	for _, e := range examples {
		g.shown[req.Kind+" "+e.Kind]++
		text := strings.Join(e.Lines, "\n")
		r := v.Read(req.Kind, "", text)
		if r.Answer != text {
			return "", false, fmt.Errorf("%s, asked for %s: the example\n%s\nis filed as\n%s", req.Seat, req.Kind, text, r.Answer)
		}
		if slices.ContainsFunc(r.Parts, func(q adjudicator.Part) bool { return q.Open() || q.Why != "" }) {
			return "", false, fmt.Errorf("%s, asked for %s: the example\n%s\nis answered with %+v", req.Seat, req.Kind, text, r)
		}
		if err := v.Check(req.Kind, r.Answer); err != nil {
			return "", false, fmt.Errorf("%s, asked for %s: %q: %v", req.Seat, req.Kind, text, err)
		}
		answers = append(answers, r.Answer)
	}
	if one := g.r.IntN(len(answers)); req.Kind != "standing" && g.r.IntN(3) == 0 {
		for _, line := range examples[one].Lines {
			g.tried[string(req.Seat)+": "+line] = true
		}
		return answers[one], false, nil
	}
	r := v.Read(req.Kind, req.Filed, robot.Robot{Board: successors.House()}.Answer(v, req.Kind, g.r))
	if r.Answer == "" {
		return req.Default, false, nil
	}
	return r.Answer, false, nil
}

// done finds examples that were not carried out.
func (g *exampleGame) done(told []adjudicator.EventRecord) error {
	for _, event := range told {
		var skipped struct{ Line, Why string }
		if event.Kind != "skipped" {
			continue
		}
		if err := json.Unmarshal(event.Data, &skipped); err != nil {
			return err
		}
		if g.tried[fmt.Sprintf("%s: %s", event.To.Seats[0], skipped.Line)] {
			return fmt.Errorf("the example %q is not carried out: %s", skipped.Line, skipped.Why)
		}
	}
	return nil
}
