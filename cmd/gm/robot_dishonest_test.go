package main

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/templates"
)

// What the robot reads in its letters is what its view has, question for question of the first years of games of four and of
// seven.
func TestDishonestRobotReads(t *testing.T) {
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	letter := func(p adjudicator.Position, req adjudicator.Request) string {
		out, err := words.Letter("turn", templates.Page{Game: "dd", Rules: "dishonest", Title: "Dishonest Decade", Phase: p.Phase(), Seat: string(req.Seat),
			Now: time.Unix(0, 0).UTC(), Deadline: time.Unix(3600, 0).UTC(), View: p.View(req.Seat),
			Ask: &templates.Ask{Kind: req.Kind, Number: 1, Default: req.Default}})
		if err != nil {
			t.Fatal(err)
		}
		return out.Text
	}
	seen := map[string]int{}
	for _, players := range []int{4, 7} {
		seats, err := dishonest.Rules.Chairs(players, nil)
		if err != nil {
			t.Fatal(err)
		}
		config, err := dishonest.Rules.Configure(adjudicator.Config{Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		game := adjudicator.Luck{Secret: []byte{byte(players)}}
		p, err := dishonest.Rules.Setup(adjudicator.NewTable(game, adjudicator.Record{}), config)
		if err != nil {
			t.Fatal(err)
		}
		for p.Phase() != "" && game.Phase < 150 { // some years, of which one has bids
			game.Phase++
			saved, err := json.Marshal(p) // what is asked is asked of a position that has gone on since then
			if err != nil {
				t.Fatal(err)
			}
			rec := adjudicator.Record{}
			for {
				table := adjudicator.NewTable(game, rec)
				p = dishonest.Rules.Blank()
				if err := json.Unmarshal(saved, p); err != nil {
					t.Fatal(err)
				}
				if err := table.Run(p); err != nil {
					t.Fatal(err)
				}
				if rec = table.Record(); len(table.Open()) == 0 {
					break
				}
				answers := rec.Asked[len(rec.Asked)-1].Answers
				for i, req := range table.Open() {
					answers[i] = req.Default
					if req.Kind == "standing" {
						continue
					}
					v := p.View(req.Seat).(dishonest.View)
					r := &dishonestRobot{seat: string(req.Seat), rand: rand.New(rand.NewPCG(uint64(i), game.Phase)), board: dishonest.House()}
					text := letter(p, req)
					if got, want := remembered(r.view(text), req.Kind), remembered(v, req.Kind); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, %s (%s) reads\n%+v\nfor\n%+v\nin\n%s", p.Phase(), req.Seat, req.Kind, got, want, text)
					}
					seen[req.Kind]++
					if lines, _ := r.answer(text); lines != "" {
						reading := v.Read(req.Kind, req.Filed, lines)
						if len(reading.Faults) > 0 {
							t.Fatalf("%s, %s (%s): %q: %v", p.Phase(), req.Seat, req.Kind, lines, reading.Faults)
						}
						answers[i] = reading.Answer
					}
				}
			}
		}
	}
	for _, kind := range []string{"income", "bid", "turn", "secondary", "defence"} {
		if seen[kind] == 0 {
			t.Errorf("no robot was asked for %s: %v", kind, seen)
		}
	}
}

// remembered is what a robot needs of a view. In the midst of the income phase a letter leaves the board out, and whose turn
// it is matters to a robot when it moves.
func remembered(v dishonest.View, kind string) dishonest.View {
	out := dishonest.View{Seat: v.Seat, Hand: append([]int(nil), v.Hand...), Stock: v.Stock}
	for _, p := range v.Players {
		out.Players = append(out.Players, dishonest.Player{Seat: p.Seat, Points: p.Points, Cards: p.Cards, Pool: p.Pool, Tile: p.Tile, Spent: p.Spent, Passed: p.Passed, Ally: p.Ally})
	}
	if kind == "turn" {
		out.Year, out.Turn, out.Mover = v.Year, v.Turn, v.Mover
	}
	out.Unplayed = append(out.Unplayed, v.Unplayed...)
	if kind == "secondary" {
		out.Tile = v.Tile
	}
	if kind == "bid" || kind == "ideology" {
		return out
	}
	for _, h := range v.Areas {
		n := dishonest.Holding{Area: h.Area, Colony: h.Colony, Garrison: h.Garrison, Keeper: h.Keeper, Neutral: h.Neutral, Quagmire: h.Quagmire}
		for _, k := range h.Stacks {
			n.Stacks = append(n.Stacks, dishonest.Stack{Seat: k.Seat, Force: k.Force})
		}
		out.Areas = append(out.Areas, n)
	}
	return out
}
