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

// A Trial is how a letter would be read. Nothing is done with it. Its words are the player's own.
type Trial struct {
	Filed   []string `json:"filed"`   // all that would be on file, a line each, in normal form
	Asked   []Asked  `json:"asked"`   // what the player would be asked about
	Refused []Denied `json:"refused"` // what can't be taken
	Talk    []string `json:"talk"`    // what is no order, and wants nothing
	ToGM    bool     `json:"to_gm"`   // something is a question, or words to the game master
	Missing []string `json:"missing"` // what the answer leaves open
	Settled bool     `json:"settled"` // the turn would not wait for this player any more

	Details *Details `json:"details,omitempty"` // nil for a Sample
}

// Asked is a part of a letter that its player is asked about.
type Asked struct {
	Line    string   `json:"line"`
	Text    string   `json:"text"`    // why
	Suggest []string `json:"suggest"` // the lines that a YES may file, of all suggestions
}

// Denied is a part of a letter that can't be taken, and why.
type Denied struct {
	Line string `json:"line"`
	Text string `json:"text"`
}

// Details are what else there is to say of a trial.
type Details struct {
	Seat   adjudicator.Seat `json:"seat"`
	Kind   string           `json:"kind"` // of the question
	Phase  string           `json:"phase"`
	New    []string         `json:"new"`    // lines that would come on file,
	Gone   []string         `json:"gone"`   // and off it
	Taken  []string         `json:"taken"`  // the words that were read as orders
	Vain   []Denied         `json:"vain"`   // those of them that can't be carried out, as far as the player knows
	Offers [][]string       `json:"offers"` // for each of Asked: what a YES would file, an offer each
	Passed []string         `json:"passed"` // the words to the game master
	Notes  []string         `json:"notes"`  // what the player would be told of what was taken
	Aside  []string         `json:"aside"`  // commands that were not tried, as they have nothing to do with the turn

	// What the orders would come to, as far as the player knows, or why nothing can be said of that.
	Foreseen   []string `json:"foreseen,omitempty"`
	Unforeseen string   `json:"unforeseen,omitempty"`
}

// bearing are the commands that concern what is on file, or whether the turn waits.
var bearing = []string{"STATUS", "ORDERS", "CLEAR", "READY", "WAIT", "ON"}

// Nobody is the sender of letters that are only read on trial.
const Nobody = "nobody@deaddrop.invalid"

// Try prepares a letter from a seat to be taken in on trial: that step must not be committed.
func Try(s *gm.Step, p adjudicator.Position, seat *game.Seat, l letter.Letter) *incoming {
	in := newIncoming(s, p, seat, l, wordsOf(s, l))
	in.trial = true
	return in
}

// wordsOf reads what a letter to the step's game says, however it was addressed.
func wordsOf(s *gm.Step, l letter.Letter) parser.Letter {
	games := map[string]*intake.Game{s.Name: s.Game.Known()}
	return intake.Read(l, intake.Known{Plays: []string{s.Name}, Games: games}).Words
}

// Outcome is what has become of a letter that was taken in, and of the question that it answers.
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

// Details are those of an outcome. was is what was on file before.
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
		if !slices.Contains(bearing, c.Name) {
			d.Aside = append(d.Aside, c.Name)
		}
	}
	return d
}

// Foresee adds to details what the orders on file would come to, as far as their player knows.
func (in *incoming) Foresee(q *game.Question, d *Details) {
	view, ok := in.reply.View.(adjudicator.Foresight)
	if !ok {
		d.Unforeseen = in.s.Title().Title + " has no preview of orders."
		return
	}
	if d.Foreseen = view.Foresee(q.Kind, cmp.Or(q.Answer, q.Default)); len(d.Foreseen) == 0 {
		d.Unforeseen = "There is no preview of what is asked here."
	}
}

// linesOf are the lines of an answer.
func linesOf(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })
}

// array is a list that is never null as JSON.
func array[T any](list []T) []T { return append([]T{}, list...) }
