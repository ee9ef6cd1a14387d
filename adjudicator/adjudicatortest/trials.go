package adjudicatortest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Trials plays a game of robots and has every so-manieth answer to a question of some kinds tried. It checks that a
// trial says something, and the same again, that it leaves the view as it was, and that orders of others can be
// supposed as suppose says. It returns what was said, by line.
func Trials(t *testing.T, rules *adjudicator.Rules, players int, kinds string, every int, suppose string,
	answer func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string) []string {
	t.Helper()
	seats, err := rules.SeatsFor(players, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(players), 9))
	var said []string
	asked := 0
	m := Match{Rules: rules, Config: adjudicator.Config{Seats: seats}, Seed: uint64(players), Most: 400,
		Watch: func(adjudicator.Position, []adjudicator.EventRecord) error { return nil }}
	m.Answer = func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		if req.Seat == adjudicator.GM {
			return "NOTHING", true, nil
		}
		v := p.View(req.Seat)
		filed, heard, err := Filed(v, req, answer(v, req, r), false)
		if err != nil || !strings.Contains(kinds, req.Kind) {
			return filed, heard, err
		}
		if asked++; asked%every == 0 {
			tried, err := tried(p, req, filed)
			if err != nil {
				return "", false, err
			}
			other := seats[0]
			if other == req.Seat {
				other = seats[1]
			}
			with := adjudicator.Trial{Kind: req.Kind, Answer: filed, Suppose: []string{string(other) + ": " + suppose}}
			if got := v.(adjudicator.Trier).Try(with); len(got.Faults) > 0 || len(got.Lines) == 0 {
				return "", false, fmt.Errorf("%q can't be supposed: %v", with.Suppose, got.Faults)
			}
			said = append(said, tried.Lines...)
		}
		return filed, heard, nil
	}
	if err := m.Play(); err != nil && m.Phases < m.Most {
		t.Fatalf("%s: %v", m.Phase, err)
	}
	return said
}

// tried tries an answer twice.
func tried(p adjudicator.Position, req adjudicator.Request, answer string) (adjudicator.Tried, error) {
	trial := adjudicator.Trial{Kind: req.Kind, Answer: answer}
	v := p.View(req.Seat).(adjudicator.Trier)
	was := fmt.Sprintf("%+v", p.View(req.Seat))
	one := v.Try(trial)
	switch {
	case len(one.Lines) == 0:
		return one, fmt.Errorf("of %q nothing is said", answer)
	case !reflect.DeepEqual(one, v.Try(trial)):
		return one, fmt.Errorf("%q is tried with another result again", answer)
	case fmt.Sprintf("%+v", p.View(req.Seat)) != was:
		return one, fmt.Errorf("trying %q changes the view", answer)
	}
	return one, nil
}
