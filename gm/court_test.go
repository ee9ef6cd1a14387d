package gm_test

import (
	"strconv"

	"deaddrop/adjudicator"
)

// court is a small game with all that tic-tac-toe lacks: a hidden hand, two questions in a phase, one of
// them to the game master, events that only one seat hears, and an end of which nobody is told.
var court = &adjudicator.Rules{
	Name: "court", Title: "Court", Doc: "Plead; the game master rules.", Seats: []adjudicator.Seat{"Ann", "Bob"}, Min: 2,
	Setup: func(t *adjudicator.Table, _ adjudicator.Config) (adjudicator.Position, error) {
		return &trial{Day: 1, Card: t.Roll("card", 52)}, nil
	},
	Blank: func() adjudicator.Position { return new(trial) },
}

type trial struct {
	Day  int
	Card int // Ann's
}

func (p *trial) Phase() string {
	if p.Day > 2 {
		return ""
	}
	return "Day " + strconv.Itoa(p.Day)
}

func (p *trial) Play(t *adjudicator.Table) {
	pleas := t.Ask(
		adjudicator.Request{Seat: "Ann", Kind: "plea", Default: "nothing"},
		adjudicator.Request{Seat: "Bob", Kind: "plea", Default: "nothing"})
	t.Tell(adjudicator.Event{Kind: "heard", Data: pleas}, adjudicator.To(adjudicator.GM))
	ruling := t.Ask(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling"})[0]
	t.Tell(adjudicator.Event{Kind: "ruled", Data: ruling}, adjudicator.To("Ann"))
	p.Day++
}

func (p *trial) View(s adjudicator.Seat) adjudicator.View {
	if s == "Ann" || s == adjudicator.GM {
		return court1{p.Card}
	}
	return court1{}
}

type court1 struct {
	Card int `json:",omitempty"`
}

func (court1) Read(_, _, text string) adjudicator.Reading { return taken(text) }
func (court1) Check(string, string) error                 { return nil }

// taken returns a reading that accepts any words unchanged.
func taken(text string) adjudicator.Reading {
	if text == "" {
		return adjudicator.Reading{}
	}
	return adjudicator.Reading{Answer: text, Parts: []adjudicator.Part{{Fate: adjudicator.Filed, Quote: text}}}
}
