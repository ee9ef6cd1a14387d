package main

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
	"deaddrop/templates"
)

// What the robot reads in its letters is what its view has, turn for turn of whole games of three and of four.
func TestSuccessorsRobotReads(t *testing.T) {
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	letter := func(p adjudicator.Position, req adjudicator.Request) string {
		out, err := words.Letter("turn", templates.Page{Game: "su", Rules: "successors", Title: "Successors", Phase: p.Phase(), Seat: string(req.Seat),
			Now: time.Unix(0, 0).UTC(), Deadline: time.Unix(3600, 0).UTC(), View: p.View(req.Seat), First: p.Phase() == "Set-up",
			Ask: &templates.Ask{Kind: req.Kind, Number: 1, Default: req.Default}})
		if err != nil {
			t.Fatal(err)
		}
		return out.Text
	}
	var units, chits, captives, unrest, fleets int
	for _, players := range []int{3, 4} {
		config, err := successors.Rules.Configure(adjudicator.Config{Seats: successors.Rules.Seats[:players]})
		if err != nil {
			t.Fatal(err)
		}
		game := adjudicator.Luck{Secret: []byte{byte(players)}}
		p, err := successors.Rules.Setup(adjudicator.NewTable(game, adjudicator.Record{}), config)
		if err != nil {
			t.Fatal(err)
		}
		for p.Phase() != "" {
			game.Phase++
			saved, err := json.Marshal(p) // what is asked is asked of a position that has gone on since then
			if err != nil {
				t.Fatal(err)
			}
			table := adjudicator.NewTable(game, adjudicator.Record{})
			if err := table.Run(p); err != nil {
				t.Fatal(err)
			}
			rec := table.Record()
			for i, req := range table.Open() {
				v := p.View(req.Seat).(successors.View)
				r := &successorsRobot{seat: string(req.Seat), rand: rand.New(rand.NewPCG(uint64(i), game.Phase)), board: successors.House()}
				text := letter(p, req)
				if got, want := noted(r.view(text)), noted(v); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, %s reads\n%+v\nfor\n%+v\nin\n%s", p.Phase(), req.Seat, got, want, text)
				}
				answer := req.Default
				if lines, _ := r.answer(text); lines != "" {
					reading := v.Read(req.Kind, req.Filed, lines)
					if len(reading.Faults) > 0 {
						t.Fatalf("%s, %s: %v", p.Phase(), req.Seat, reading.Faults)
					}
					answer = reading.Answer
				}
				rec.Asked[len(rec.Asked)-1].Answers[i] = answer
				chits += len(v.Hand)
			}
			p = successors.Rules.Blank()
			if err := json.Unmarshal(saved, p); err != nil {
				t.Fatal(err)
			}
			table = adjudicator.NewTable(game, rec)
			if err := table.Run(p); err != nil {
				t.Fatal(err)
			}
			if len(table.Open()) > 0 {
				t.Fatalf("%s: somebody was asked in its midst", p.Phase())
			}
			v := p.View("").(successors.View)
			for _, h := range v.Areas {
				for _, k := range h.Stacks {
					units, fleets = units+k.Units.Army(), fleets+k.Units.Of(successors.Fleet)
				}
				unrest += len(h.Unrest)
			}
			for _, q := range v.Players {
				captives += len(q.Leader.Captor)
			}
		}
	}
	if units == 0 || chits == 0 || captives == 0 || unrest == 0 {
		t.Errorf("the robots saw little: %d units, %d chits, %d captives, %d fleets, unrest %d", units, chits, captives, fleets, unrest)
	}
}

// noted is what a robot needs of a view. Whose turn it is matters to it when it moves.
func noted(v successors.View) successors.View {
	out := successors.View{Seat: v.Seat, Hand: append([]int(nil), v.Hand...)}
	for _, p := range v.Players {
		out.Players = append(out.Players, successors.Player{Seat: p.Seat, Home: p.Home, Talents: p.Talents, Chits: p.Chits, Leader: p.Leader})
	}
	if v.Mover == v.Seat {
		out.Turn, out.Mover = v.Turn, v.Mover
	}
	for _, h := range v.Areas {
		n := successors.Holding{Area: h.Area, Unrest: h.Unrest}
		for _, k := range h.Stacks {
			n.Stacks = append(n.Stacks, successors.Stack{Side: k.Side, Units: k.Units})
		}
		out.Areas = append(out.Areas, n)
	}
	return out
}
