package adjudicatortest

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A Bettor is a view that says what a turn may come to, with the odds.
type Bettor interface {
	adjudicator.View
	Odds(adjudicator.Trial) (*adjudicator.Tally, bool, error)
	Counts(*adjudicator.Tally, float64, adjudicator.EventRecord)
}

// A Turn is a turn of a game whose odds are compared with what really comes of it.
type Turn struct {
	rules   *adjudicator.Rules
	luck    adjudicator.Luck // state of luck in the phase up to the question
	saved   []byte           // the position when the phase began
	request adjudicator.Request
	answer  string
	view    Bettor
	tally   *adjudicator.Tally
	exact   bool
}

// Fight plays games of robots until a player who moves first has a turn with a fight.
func (x Tries) Fight(t testing.TB) *Turn {
	t.Helper()
	seats, err := x.Rules.SeatsFor(x.Players, nil)
	if err != nil {
		t.Fatal(err)
	}
	var found *Turn
	for seed := uint64(1); seed < 20 && found == nil; seed++ {
		r := rand.New(rand.NewPCG(seed, 10))
		m := Match{Rules: x.Rules, Config: adjudicator.Config{Seats: seats}, Seed: seed, Most: 400}
		var saved []byte
		m.Watch = func(p adjudicator.Position, _ []adjudicator.EventRecord) (err error) {
			saved, err = json.Marshal(p)
			return err
		}
		m.Answer = func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			if req.Seat == adjudicator.GM {
				return "NOTHING", true, nil
			}
			v := p.View(req.Seat).(Bettor)
			filed, heard, err := Filed(v, req, x.Robot(v, req, r), false)
			fits := req.Kind == x.Kind && strings.Contains(filed, x.Orders)
			if err != nil || found != nil || !fits {
				return filed, heard, err
			}
			tally, exact, err := v.Odds(adjudicator.Trial{Kind: x.Kind, Answer: filed})
			if err == nil && x.fights(tally) {
				luck := adjudicator.Luck{Secret: fmt.Append(nil, "robots ", seed), Phase: uint64(m.Phases) + 1}
				found = &Turn{x.Rules, luck, saved, req, filed, v, tally, exact}
				return "", false, fmt.Errorf("found")
			}
			return filed, heard, err
		}
		if err := m.Play(); err != nil && found == nil && m.Phases < m.Most {
			t.Fatalf("seed %d, %s: %v", seed, m.Phase, err)
		}
	}
	if found == nil {
		t.Fatal("no such turn")
	}
	return found
}

// fights reports whether odds are those of a fight.
func (x Tries) fights(odds *adjudicator.Tally) bool {
	return slices.ContainsFunc(odds.Names(), func(name string) bool { return strings.Contains(name, x.Odds) })
}

// compare plays the turn n times with the real rules and other luck, where everybody else sends nothing, and checks
// that all things come as often as their odds say, within three standard deviations.
func (c *Turn) compare(t testing.TB, n int) {
	t.Helper()
	var real adjudicator.Tally
	for i := range n {
		p := c.rules.Blank()
		if err := json.Unmarshal(c.saved, p); err != nil {
			t.Fatal(err)
		}
		luck := c.luck
		luck.Beyond, luck.Known = fmt.Append(nil, "beyond ", i), 1
		_, told, err := PlayPhase(c.rules, p, luck, func(_ adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			if req == c.request {
				return c.answer, true, nil
			}
			if req.Filed != "" {
				return req.Filed, false, nil
			}
			return req.Default, false, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range told {
			c.view.Counts(&real, 1/float64(n), e)
		}
	}
	compared := 0
	for _, name := range c.tally.Names() {
		if strings.Contains(name, "\x00lost") || strings.Contains(name, "\x00began") || strings.Contains(name, "\x00sunk") {
			continue // averages
		}
		if strings.HasPrefix(name, "Carried out") {
			continue // no event says it
		}
		p := c.tally.Of(name)
		throws := float64(n)
		if !c.exact { // both are estimates
			throws = 1 / (1/throws + 1.0/2000)
		}
		if sigma := math.Sqrt(p * (1 - p) / throws); math.Abs(real.Of(name)-p) > 3*sigma+1e-9 {
			t.Errorf("%q came in %.4f, and not in %.4f, of %d turns (sigma %.4f):\n%s", name, real.Of(name), p, n, sigma, c.answer)
		}
		compared++
	}
	t.Logf("%s: %d things in %d turns of\n%s", c.rules.Title, compared, n, c.answer)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// Bench measures a trial of the turn.
func (c *Turn) Bench(b *testing.B) {
	trial := adjudicator.Trial{Kind: c.request.Kind, Answer: c.answer}
	v := adjudicator.View(c.view).(adjudicator.Trier)
	for b.Loop() {
		if tried := v.Try(trial); len(tried.Lines) < 2 {
			b.Fatal(tried)
		}
	}
}
