package gm

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
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

// bearing are the commands that bear on what is on file and on whether the turn waits.
var bearing = []string{"STATUS", "ORDERS", "CLEAR", "READY", "WAIT", "ON"}

// ReadAs says how a letter would be read that the player of a seat sends now, in answer to our last letter; with foresee also
// what the orders on file would come to then, as far as the player knows.
func (m *Master) ReadAs(ctx context.Context, now time.Time, name, seat, text string, foresee bool) (Trial, error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return Trial{}, err
	}
	s.now = now
	if err := s.running(); err != nil {
		return Trial{}, err
	}
	who, err := s.one(seat)
	if err != nil {
		return Trial{}, err
	}
	q := s.g.question(who, 0)
	if q == nil {
		return Trial{}, refusal.New("%s is asked nothing in %s now.", who.Name, s.g.Phase)
	}
	var t Trial
	stack, err := guarded(func() error {
		p, err := s.view()
		if err != nil {
			return err
		}
		in := s.try(p, who, letter.Letter{From: cmp.Or(who.Address, nobody), Text: text, Date: now})
		in.answers = &letter.Token{Letter: who.Sent}
		was := q.Answer
		if err := in.take(); err != nil {
			return err
		}
		t = in.outcome(q)
		t.Details = in.details(q, was)
		if foresee {
			in.foresee(q, t.Details)
		}
		return nil
	})
	if stack != "" {
		return Trial{}, refusal.New("The letter could not be read: %s", firstLine(stack))
	}
	return t, err
}

// nobody writes letters that are only tried.
const nobody = "nobody@deaddrop.invalid"

// try is a letter from a seat that is to be taken in on trial: of that step, nothing may be committed.
func (s *step) try(p adjudicator.Position, seat *seat, l letter.Letter) *incoming {
	in := s.incoming(p, seat, l, s.wordsOf(l))
	in.trial = true
	return in
}

// wordsOf is what a letter to the step's game says, however it got there.
func (s *step) wordsOf(l letter.Letter) parser.Letter {
	return intake.Read(l, intake.Known{Plays: []string{s.name}, Games: map[string]*intake.Game{s.name: s.g.known()}}).Words
}

// outcome is what has become of a letter that was taken in, and of the question that it answers.
func (in *incoming) outcome(q *question) Trial {
	t := Trial{Filed: linesOf(q.Answer), Asked: []Asked{}, Refused: []Denied{}, Talk: []string{}, Missing: array(q.Missing), Settled: in.g.in(q)}
	for _, p := range in.read.Parts {
		switch p.Fate {
		case adjudicator.Unsure:
			t.Asked = append(t.Asked, Asked{Line: p.Quote, Text: p.Why, Suggest: linesOf(strings.Join(p.Suggest, "\n"))})
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

// details are those of an outcome. was is what was on file before.
func (in *incoming) details(q *question, was string) *Details {
	d := &Details{Seat: q.Seat, Kind: q.Kind, Phase: in.g.Phase, New: array(beyond(q.Answer, was)), Gone: array(beyond(was, q.Answer)),
		Taken: []string{}, Vain: []Denied{}, Offers: [][]string{}, Passed: []string{}, Notes: array(in.r.Notes), Aside: []string{}}
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

// foresee adds to details what the orders on file would come to, as far as their player knows.
func (in *incoming) foresee(q *question, d *Details) {
	view, ok := in.reply.View.(adjudicator.Foresight)
	if !ok {
		d.Unforeseen = in.title().Title + " has no preview of what orders come to."
		return
	}
	if d.Foreseen = view.Foresee(q.Kind, cmp.Or(q.Answer, q.Default)); len(d.Foreseen) == 0 {
		d.Unforeseen = "Nothing can be foreseen of what is asked here."
	}
}

// linesOf are the lines of an answer.
func linesOf(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })
}

// array is a list that is never null as JSON.
func array[T any](list []T) []T { return append([]T{}, list...) }
