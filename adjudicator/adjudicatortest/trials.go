package adjudicatortest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"deaddrop/adjudicator"
)

// Trials plays a game of robots, by some rulings, and has the first and then every so-manieth answer to a question of
// each kind tried. It checks that a trial says something, and the same again, that it leaves the view as it was, and
// that orders of others can be supposed as suppose says for the kind of question, if it says any. It returns what was
// said, by line, for each kind.
func Trials(t *testing.T, rules *adjudicator.Rules, players int, options map[string]string, every int,
	suppose map[string]string,
	answer func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string) map[string][]string {
	t.Helper()
	seats, err := rules.SeatsFor(players, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(players), 9))
	said, asked := map[string][]string{}, map[string]int{}
	m := Match{Rules: rules, Config: adjudicator.Config{Seats: seats, Options: options}, Seed: uint64(players), Most: 400,
		Watch: func(adjudicator.Position, []adjudicator.EventRecord) error { return nil }}
	m.Answer = func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		if req.Seat == adjudicator.GM {
			return "NOTHING", true, nil
		}
		v := p.View(req.Seat)
		filed, heard, err := Filed(v, req, answer(v, req, r), false)
		if err != nil {
			return filed, heard, err
		}
		if asked[req.Kind]++; asked[req.Kind]%every == 1 {
			tried, err := tried(p, req, filed)
			if err != nil {
				return "", false, err
			}
			other := seats[0]
			if other == req.Seat {
				other = seats[1]
			}
			said[req.Kind] = append(said[req.Kind], tried.Lines...)
			if suppose[req.Kind] == "" {
				return filed, heard, nil
			}
			with := adjudicator.Trial{Kind: req.Kind, Answer: filed,
				Suppose: []string{string(other) + ": " + suppose[req.Kind]}}
			if got := v.(adjudicator.Trier).Try(with); len(got.Faults) > 0 || len(got.Lines) == 0 {
				return "", false, fmt.Errorf("in %s, %q can't be supposed: %v", req.Kind, with.Suppose, got.Faults)
			}
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
	was, err := json.Marshal(p.View(req.Seat))
	if err != nil {
		return adjudicator.Tried{}, err
	}
	one, again := v.Try(trial), v.Try(trial)
	is, err := json.Marshal(p.View(req.Seat))
	switch {
	case err != nil:
		return one, err
	case len(one.Lines) == 0:
		return one, fmt.Errorf("of %s %q nothing is said", req.Kind, answer)
	case !reflect.DeepEqual(one, again):
		return one, fmt.Errorf("%q is tried with another result again", answer)
	case !bytes.Equal(was, is):
		return one, fmt.Errorf("trying %q changes the view", answer)
	}
	return one, nil
}
