// Package robotstest compares what robots read in their letters with their views.
package robotstest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/templates"
)

// A Reader is a robot with one letter. It returns what it reads in the letter, what its view contains, which must be
// equal, and its answer.
type Reader[V adjudicator.View] func(v V, req adjudicator.Request, letter string,
	r *rand.Rand) (got, want V, lines string)

// ReadAlong plays games of robots, one for each number of players, each for a limited number of phases, and compares
// what the robots read in each letter with their views. No line that they write may be refused. watch is called with
// the position after each phase; it may be nil.
func ReadAlong[V adjudicator.View](t *testing.T, rules *adjudicator.Rules, sizes []int, most uint64,
	read Reader[V], watch func(adjudicator.Position)) {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, players := range sizes {
		seats, err := rules.SeatsFor(players, nil)
		if err != nil {
			t.Fatal(err)
		}
		config, err := rules.Configure(adjudicator.Config{Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		luck := adjudicator.Luck{Secret: []byte{byte(players)}}
		p, err := rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(players), 0))
		answer := func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			letter, err := words.Letter("turn", templates.Page{Game: "g", Rules: rules.Name, Title: rules.Title,
				Phase: p.Phase(), Seat: string(req.Seat), Now: time.Unix(0, 0).UTC(),
				Deadline: time.Unix(3600, 0).UTC(), View: p.View(req.Seat), First: luck.Phase == 1,
				Ask: &templates.Ask{Kind: req.Kind, Number: 1, Default: req.Default, Answer: req.Filed,
					Ahead: req.Filed != ""}})
			if err != nil {
				return "", false, err
			}
			got, want, lines := read(p.View(req.Seat).(V), req, letter.Text, r)
			if !reflect.DeepEqual(got, want) {
				return "", false, fmt.Errorf("%s (%s) reads\n%+v\nfor\n%+v\nin\n%s", req.Seat, req.Kind,
					got, want, letter.Text)
			}
			if lines == "" {
				return req.Default, false, nil
			}
			reading := p.View(req.Seat).Read(req.Kind, req.Filed, lines)
			if len(reading.Faults()) > 0 {
				return "", false, fmt.Errorf("%s (%s): %q: %v", req.Seat, req.Kind, lines, reading.Faults())
			}
			return reading.Answer, false, nil
		}
		for p.Phase() != "" && luck.Phase < most {
			luck.Phase++
			phase := p.Phase()
			loaded := adjudicatortest.Rewritten(rules, p, nil) // so that empty lists are nil, as in what robots read
			if p, _, err = adjudicatortest.PlayPhase(rules, loaded, luck, answer); err != nil {
				t.Fatalf("%s: %v", phase, err)
			}
			if watch != nil {
				watch(p)
			}
		}
	}
}

// Asked checks that a robot was asked every kind of question.
func Asked(t *testing.T, asked map[string]int, kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		if asked[kind] == 0 {
			t.Errorf("no robot was asked for %s: %v", kind, asked)
		}
	}
}
