package reception

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A Trial says how a letter would be read, in a dry run. Its texts are the player's own words.
type Trial struct {
	Filed   []string `json:"filed"`   // the answer that would be on file, one line each, in normal form
	Asked   []Asked  `json:"asked"`   // parts of the letter about which the player would be asked
	Refused []Denied `json:"refused"` // parts that can't be accepted
	Talk    []string `json:"talk"`    // parts that are neither orders nor requests
	ToGM    bool     `json:"to_gm"`   // whether a part is a question or a message to the game master
	Missing []string `json:"missing"` // what the answer leaves undecided
	Settled bool     `json:"settled"` // whether the turn would no longer wait for this player

	Details *Details `json:"details,omitempty"` // nil for a Sample
}

// Asked is a part of a letter about which its player is asked.
type Asked struct {
	Line    string   `json:"line"`
	Text    string   `json:"text"`    // the reason
	Suggest []string `json:"suggest"` // suggestions of all offers that a YES might file, one line each
}

// Denied is a part of a letter that can't be accepted, with the reason.
type Denied struct {
	Line string `json:"line"`
	Text string `json:"text"`
}

// Details are further results of a trial.
type Details struct {
	Seat   adjudicator.Seat `json:"seat"`
	Kind   string           `json:"kind"` // kind of the question
	Phase  string           `json:"phase"`
	New    []string         `json:"new"`    // lines that would be added to the answer on file
	Gone   []string         `json:"gone"`   // lines that would be removed from it
	Taken  []string         `json:"taken"`  // text that was read as orders
	Vain   []Denied         `json:"vain"`   // those orders, read and valid, that seem impossible from the player's view
	Offers [][]string       `json:"offers"` // for each of Asked: what each offer would file
	Passed []string         `json:"passed"` // text for the game master
	Notes  []string         `json:"notes"`  // what the player would be told about the accepted parts
	Aside  []string         `json:"aside"`  // commands that were not tried, as they don't concern the turn

	// What the orders would achieve, as far as the player knows, or why that can't be said.
	Foreseen   []string `json:"foreseen,omitempty"`
	Unforeseen string   `json:"unforeseen,omitempty"`
	Assumed    []string `json:"assumed,omitempty"` // what others are taken to do
	Misread    []Denied `json:"misread,omitempty"` // what the letter supposes that was not understood
}

// bearing lists the commands that affect the answer on file, or whether the turn waits.
var bearing = []string{"STATUS", "ORDERS", "CLEAR", "READY", "WAIT", "ON"}

// Nobody is the sender of letters that are only read in a dry run.
const Nobody = "nobody@deaddrop.invalid"

// Try prepares a dry run of a letter from a seat. Its step must not be committed.
func Try(s *gm.Step, p adjudicator.Position, seat *game.Seat, l letter.Letter) *incoming {
	in := newIncoming(s, p, seat, l, wordsOf(s, l))
	in.trial = true
	return in
}

// wordsOf parses a letter to the step's game, however it was addressed.
func wordsOf(s *gm.Step, l letter.Letter) parser.Letter {
	games := map[string]*intake.Game{s.Name: s.Game.Known()}
	return intake.Read(l, intake.Known{Plays: []string{s.Name}, Games: games}).Words
}

// Outcome returns the result for a processed letter and the question that it answers.
func (in *incoming) Outcome(q *game.Question) Trial {
	t := Trial{
		Filed: linesOf(q.Answer), Asked: []Asked{}, Refused: []Denied{}, Talk: []string{},
		Missing: array(q.Missing), Settled: in.s.Game.IsIn(q),
	}
	for _, p := range in.read.Parts {
		switch p.Fate {
		case adjudicator.Unsure:
			suggest := linesOf(strings.Join(p.Suggest, "\n"))
			t.Asked = append(t.Asked, Asked{Line: p.Quote, Text: p.Why, Suggest: suggest})
		case adjudicator.Refused:
			t.Refused = append(t.Refused, Denied{Line: p.Quote, Text: p.Why})
		case adjudicator.Talk:
			t.Talk = append(t.Talk, p.Quote)
		case adjudicator.ToGM:
			t.ToGM = true
		}
	}
	for _, f := range in.r.Faults {
		t.Refused = append(t.Refused, Denied(f))
	}
	return t
}

// Details returns the details of an outcome. was is the answer that was on file before.
func (in *incoming) Details(q *game.Question, was string) *Details {
	d := &Details{
		Seat: q.Seat, Kind: q.Kind, Phase: in.s.Game.Phase,
		New: array(game.Beyond(q.Answer, was)), Gone: array(game.Beyond(was, q.Answer)),
		Taken: []string{}, Vain: []Denied{}, Offers: [][]string{}, Passed: []string{},
		Notes: array(in.r.Notes), Aside: []string{},
	}
	for _, p := range in.read.Parts {
		switch p.Fate {
		case adjudicator.Filed:
			d.Taken = append(d.Taken, p.Quote)
			if p.Open() {
				d.Vain = append(d.Vain, Denied{Line: p.Quote, Text: p.Why})
			}
		case adjudicator.Unsure:
			d.Offers = append(d.Offers, array(p.Suggest))
		case adjudicator.ToGM:
			d.Passed = append(d.Passed, p.Quote)
		}
	}
	for _, c := range in.words.Commands {
		if !slices.Contains(bearing, c.Name) && c.Name != "SUPPOSE" && c.Name != "TRY" {
			d.Aside = append(d.Aside, c.Name)
		}
	}
	return d
}

// Foresee adds what the orders on file would achieve, as far as their player knows.
func (in *incoming) Foresee(q *game.Question, d *Details) {
	view, ok := in.reply.View.(adjudicator.Trier)
	if !ok {
		d.Unforeseen = in.s.Title().Title + " has no preview of orders."
		return
	}
	tried := view.Try(adjudicator.Trial{Kind: q.Kind, Answer: cmp.Or(q.Answer, q.Default), Suppose: in.words.Supposed()})
	d.Foreseen, d.Assumed = tried.Lines, tried.Assumed
	for _, f := range tried.Faults {
		d.Misread = append(d.Misread, Denied(f))
	}
	if len(d.Foreseen) == 0 {
		d.Unforeseen = "There is no preview of what is asked here."
	}
}

// linesOf returns the lines of an answer.
func linesOf(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })
}

// array returns a copy of a list that is never null in JSON.
func array[T any](list []T) []T { return append([]T{}, list...) }
