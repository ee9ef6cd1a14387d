package adjudicatortest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Tries are the tests of what a game says of orders that are tried and not filed.
type Tries struct {
	Rules   *adjudicator.Rules
	Players int
	Every   int // the first answer to a question of a kind is tried, and then every so-manieth
	Robot   func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string
	Suppose map[string]string // orders that others are supposed to have on file, by kind of question
	// Said has a word that trials of answers to each kind of question contain, or "" for kinds of which anything will
	// do; by the speed of the game.
	Said map[string]map[string]string
	// A turn with a fight: how many times it is played to compare it with its odds; the kind of its question; a word
	// of its orders; and a word of what is said of its fight.
	Throws             int
	Kind, Orders, Odds string
}

// Whole tries turns of robots in a whole game of each speed: something is said of each, the same each time.
func (x Tries) Whole(t *testing.T) {
	for speed, kinds := range x.Said {
		said := x.said(t, map[string]string{"speed": speed})
		for kind, word := range kinds {
			if !slices.ContainsFunc(said[kind], func(line string) bool { return strings.Contains(line, word) }) {
				t.Errorf("%s, %s: nobody is told of %q:\n%s", speed, kind, word, strings.Join(said[kind], "\n"))
			}
		}
	}
}

// Compare plays a turn with a fight many times: what a trial says of it comes as often as it says.
func (x Tries) Compare(t *testing.T) {
	x.Fight(t).compare(t, x.Throws)
}

// said plays a game of robots, by some rulings, and has the first and then every so-manieth answer to a question of
// each kind tried. It checks that a trial says something, and the same again, that it leaves the view as it was, and
// that orders of others can be supposed. It returns what was said, by line, for each kind.
func (x Tries) said(t *testing.T, options map[string]string) map[string][]string {
	t.Helper()
	seats, err := x.Rules.SeatsFor(x.Players, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(x.Players), 9))
	said, asked := map[string][]string{}, map[string]int{}
	m := Match{Rules: x.Rules, Config: adjudicator.Config{Seats: seats, Options: options}, Seed: uint64(x.Players), Most: 400,
		Watch: func(adjudicator.Position, []adjudicator.EventRecord) error { return nil }}
	m.Answer = func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		if req.Seat == adjudicator.GM {
			return "NOTHING", true, nil
		}
		v := p.View(req.Seat)
		filed, heard, err := Filed(v, req, x.Robot(v, req, r), false)
		if err != nil {
			return filed, heard, err
		}
		if asked[req.Kind]++; asked[req.Kind]%x.Every == 1 {
			tried, err := tried(p, req, filed)
			if err != nil {
				return "", false, err
			}
			other := seats[0]
			if other == req.Seat {
				other = seats[1]
			}
			said[req.Kind] = append(said[req.Kind], tried.Lines...)
			if x.Suppose[req.Kind] == "" {
				return filed, heard, nil
			}
			with := adjudicator.Trial{Kind: req.Kind, Answer: filed,
				Suppose: []string{string(other) + ": " + x.Suppose[req.Kind]}}
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

// TrySays tries orders by a view, in a player's words, with what is supposed of others, and checks that some sentences are
// in the answer: about the orders, or about what was assumed. With "no " in front of it, a sentence must not be there.
func TrySays(t *testing.T, v adjudicator.Trier, kind, orders, suppose string, want ...string) {
	t.Helper()
	r := v.Read(kind, "", orders)
	if len(r.Faults()) > 0 {
		t.Fatalf("%q: %v", orders, r.Faults())
	}
	trial := adjudicator.Trial{Kind: kind, Answer: r.Answer}
	if suppose != "" {
		trial.Suppose = strings.Split(suppose, "\n")
	}
	got := v.Try(trial)
	if len(got.Faults) > 0 {
		t.Errorf("%q can't be supposed: %v", suppose, got.Faults)
	}
	said := slices.Concat(got.Lines, got.Assumed)
	for _, line := range want {
		line, never := strings.CutPrefix(line, "no ")
		if slices.Contains(said, line) == never {
			t.Errorf("%q with %q: %q is wrong about\n%s", orders, suppose, line, strings.Join(said, "\n"))
		}
	}
}
