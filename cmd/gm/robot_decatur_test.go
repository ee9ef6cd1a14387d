package main

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/templates"
)

// What the robot reads in its letters is what its view has, round for round of a whole game.
func TestDecaturRobotReads(t *testing.T) {
	config, err := decatur.Rules.Configure(adjudicator.Config{Seats: decatur.Rules.Seats[:5]})
	if err != nil {
		t.Fatal(err)
	}
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	game := adjudicator.Luck{Secret: []byte("reading")}
	p, err := decatur.Rules.Setup(adjudicator.NewTable(game, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	factors, ports, inPlay := 0, 0, 0
	for p.Phase() != "" {
		game.Phase++
		table := adjudicator.NewTable(game, adjudicator.Record{})
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		rec := table.Record()
		for i, req := range table.Open() {
			v := p.View(req.Seat).(decatur.View)
			r := &decaturRobot{seat: string(req.Seat), rand: rand.New(rand.NewPCG(uint64(i), game.Phase)), board: decatur.House()}
			letter, err := words.Letter("turn", templates.Page{Game: "d", Rules: "decatur", Title: "Decatur", Phase: p.Phase(), Seat: string(req.Seat),
				Now: time.Unix(0, 0).UTC(), Deadline: time.Unix(3600, 0).UTC(), View: v, Ask: &templates.Ask{Kind: req.Kind, Number: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := seen(r.view(letter.Text)), seen(v); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %s reads\n%+v\nfor\n%+v\nin\n%s", p.Phase(), req.Seat, got, want, letter.Text)
			}
			lines, _ := r.answer(letter.Text)
			reading := v.Read(req.Kind, req.Filed, lines)
			if len(reading.Faults) > 0 {
				t.Fatalf("%s, %s: %v", p.Phase(), req.Seat, reading.Faults)
			}
			rec.Asked[0].Answers[i] = reading.Answer
			factors, ports, inPlay = factors+v.Factors(string(req.Seat)), ports+v.Ports(string(req.Seat)), inPlay+len(v.Players[0].InPlay)
		}
		table = adjudicator.NewTable(game, rec)
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		if len(table.Open()) > 0 {
			t.Fatalf("%s: somebody was asked in its midst", p.Phase())
		}
	}
	if factors == 0 || ports == 0 || inPlay == 0 {
		t.Errorf("the robots saw little: %d factors, %d ports, %d cards in play", factors, ports, inPlay)
	}
}

// seen is what a robot needs of a view: cards in the order of their names.
func seen(v decatur.View) decatur.View {
	out := decatur.View{Seat: v.Seat, Hand: sorted(v.Hand), Prosperity: sorted(v.Prosperity)}
	out.Interval, out.Intervals, out.Round, out.Open, out.Locations = v.Interval, v.Intervals, v.Round, sorted(v.Open), v.Locations
	for _, p := range v.Players {
		p.InPlay = sorted(p.InPlay)
		out.Players = append(out.Players, p)
	}
	return out
}

func sorted[T ~string](cards []T) []T { return slices.Sorted(slices.Values(cards)) }
