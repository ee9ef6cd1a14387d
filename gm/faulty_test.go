package gm_test

import (
	"errors"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// faulty are rules that fail on the word "crash" when they read it, take the word "scrawl" for what is not in normal form,
// and fail on the word "fail" when they play with it, until the program is mended: once.
var faulty = &adjudicator.Rules{
	Name: "faulty", Title: "Faulty", Doc: "Send any word.", Seats: []adjudicator.Seat{"Ann", "Bob"}, Min: 2,
	Setup: func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
		return &faultyPosition{}, nil
	},
	Blank: func() adjudicator.Position { return &faultyPosition{} },
}

type faultyPosition struct{ Words []string }

func (p *faultyPosition) Phase() string { return "Round " + strings.Repeat("I", len(p.Words)/2+1) }
func (p *faultyPosition) Play(t *adjudicator.Table) {
	p.Words = append(p.Words, t.Ask(
		adjudicator.Request{Seat: "Ann", Kind: "square", Default: "-"},
		adjudicator.Request{Seat: "Bob", Kind: "square", Default: "-"})...)
	if slices.Contains(p.Words, "fail") && !mended {
		mended = true
		panic("faulty: a turn that nobody thought of")
	}
}

var mended bool // what rules must not look at

func (p *faultyPosition) View(adjudicator.Seat) adjudicator.View { return faultyView{} }

type faultyView struct{ Squares string }

func (faultyView) Read(_, old, text string) adjudicator.Reading {
	if text == "crash" {
		panic("faulty: a letter that nobody thought of")
	}
	return taken(text)
}

func (faultyView) Check(_, answer string) error {
	if answer == "scrawl" {
		return errors.New("nobody can read a scrawl")
	}
	return nil
}

// fickle are rules that never tell the same twice.
var fickle = &adjudicator.Rules{
	Name: "fickle", Title: "Fickle", Doc: "Send any word.", Seats: []adjudicator.Seat{"Ann", "Bob"}, Min: 2,
	Setup: func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
		return &ficklePosition{}, nil
	},
	Blank: func() adjudicator.Position { return &ficklePosition{} },
}

type ficklePosition struct{ faultyPosition }

var runs int // of all games: what rules must not look at

func (p *ficklePosition) Play(t *adjudicator.Table) {
	t.Ask(adjudicator.Request{Seat: "Ann", Kind: "square", Default: "-"})
	runs++
	t.Tell(adjudicator.Event{Kind: "taken", Data: map[string]any{"By": "Ann", "Square": runs}}, adjudicator.All())
	t.Ask(adjudicator.Request{Seat: "Bob", Kind: "square", Default: "-"})
}

// broken are rules that fail as soon as they are played.
var broken = &adjudicator.Rules{
	Name: "broken", Title: "Broken", Doc: "Don't.", Seats: []adjudicator.Seat{"Ann", "Bob"}, Min: 2,
	Setup: func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
		return &brokenPosition{}, nil
	},
	Blank: func() adjudicator.Position { return &brokenPosition{} },
}

type brokenPosition struct{ faultyPosition }

func (*brokenPosition) Play(*adjudicator.Table) { panic("broken: at once") }
