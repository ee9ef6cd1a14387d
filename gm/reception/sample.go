package reception

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A Sample is a letter to a seat at a position, without a stored game.
type Sample struct {
	Title    string
	Position json.RawMessage    // in the form of saved games; missing options have their defaults
	Luck     adjudicator.Luck   // source of random numbers of the phase
	Record   adjudicator.Record // the phase as far as it was played

	Answers map[adjudicator.Seat]string // answers to the first question; the phase is then played to the next question
	Seat    adjudicator.Seat
	Kind    string // kind of the question
	Old     string // the answer on file before
	Text    string // text of the letter, as the mail program sent it
}

// A Reader reads letters without a store or a running game.
type Reader struct {
	Rules []*adjudicator.Rules
	Words *templates.Set
}

// Read says how a letter would be read. Its error begins with the name of the offending field.
func (r Reader) Read(ctx context.Context, c Sample) (Trial, error) {
	m := &gm.Master{Store: nowhere{}, Rules: r.Rules, Words: r.Words, Log: slog.New(slog.DiscardHandler)}
	rules, err := m.RulesOf(c.Title)
	if err != nil {
		return Trial{}, fmt.Errorf("title: %w", err)
	}
	p, request, err := c.question(rules)
	if err != nil {
		return Trial{}, err
	}
	var t Trial
	stack, err := gm.Guarded(func() error {
		l := letter.Letter{From: Nobody, Text: c.Text}
		if c.Old, err = onFile(p.View(request.Seat), request, c.Old); err != nil {
			return err
		}
		s, q := c.step(rules, p, request, l.Words().Form)
		s.Master, s.Ctx = m, ctx
		in := Try(s, p, s.Game.Seats[0], l)
		if err := in.Take(); err != nil {
			return err
		}
		t = in.Outcome(q)
		return nil
	})
	if stack != "" {
		err = fmt.Errorf("text: it could not be read: %s", gm.FirstLine(stack))
	}
	return t, err
}

// onFile converts the answer on file to normal form, which a sample need not use.
func onFile(view adjudicator.View, r adjudicator.Request, old string) (string, error) {
	anew, _ := adjudicator.Rewrite(view, r.Seat, r.Kind, old)
	switch {
	case len(anew.Lost) > 0:
		return "", fmt.Errorf("old: %s: %s", anew.Lost[0].Line, anew.Lost[0].Text)
	case anew.Is == "" && old != "":
		return "", errors.New("old: nothing in it is an order")
	}
	return anew.Is, nil
}

// step returns a step of a game at the sample's question, and that question. An order form in the letter counts as
// printed with the answer on file.
func (c Sample) step(rules *adjudicator.Rules, p adjudicator.Position, r adjudicator.Request,
	form *parser.Form) (*gm.Step, *game.Question) {
	if form == nil {
		form = &parser.Form{Tag: parser.Tag{Game: "sample", Question: 1}}
	}
	q := &game.Question{Number: form.Tag.Question, Seat: r.Seat, Kind: r.Kind, Default: r.Default, Short: r.Short,
		Stands: r.Stands, Aside: r.Aside, Answer: c.Old, Revision: form.Revision}
	q.Examine(p.View(q.Seat), 1)
	g := &game.Game{
		Name: form.Tag.Game, Rules: rules.Name, State: game.Running,
		Turn:   game.Turn{Phase: p.Phase(), Count: 1, Open: []*game.Question{q}},
		People: game.People{Seats: []*game.Seat{{Name: q.Seat, Asked: q.Number, Owner: game.Owner{Address: Nobody}}}},
		Timing: game.Timing{Clock: calendar.Clock{Every: time.Hour, Ends: game.EndingOf(rules)}},
	}
	s := &gm.Step{Name: g.Name, Next: 1, Game: g}
	g.Deadline = s.Now.Add(g.Clock.Every)
	return s, q
}

// question returns the position at which the sample's seat is asked, and what it is asked.
func (c Sample) question(rules *adjudicator.Rules) (adjudicator.Position, adjudicator.Request, error) {
	var none adjudicator.Request
	if !slices.Contains(rules.Seats, c.Seat) {
		return nil, none, fmt.Errorf("seat: %s has no seat %q; there are %s", rules.Title, c.Seat,
			game.Listed(rules.Seats))
	}
	saved, err := c.withOptions(rules)
	if err != nil {
		return nil, none, err
	}
	p, table, err := playPhase(rules, saved, c.Luck, c.Record)
	if err == nil && len(c.Answers) > 0 {
		p, table, err = playPhase(rules, saved, c.Luck, c.answered(p, table))
	}
	if err != nil {
		return nil, none, err
	}
	i := slices.IndexFunc(table.Open(), func(r adjudicator.Request) bool { return r.Seat == c.Seat })
	switch {
	case i < 0: // as in a winter without adjustments: the letter is read as if it were asked
		p, err := blank(rules, saved)
		return p, adjudicator.Request{Seat: c.Seat, Kind: c.Kind}, err
	case table.Open()[i].Kind != c.Kind:
		return nil, none, fmt.Errorf("kind: %s is asked for %q there, not for %q", c.Seat, table.Open()[i].Kind, c.Kind)
	}
	return p, table.Open()[i], nil
}

// withOptions returns the sample's position with all options set.
func (c Sample) withOptions(rules *adjudicator.Rules) ([]byte, error) {
	var saved map[string]json.RawMessage
	if json.Unmarshal(c.Position, &saved) != nil || saved == nil {
		return nil, errors.New("position: it is no object, as games save one")
	}
	var err error
	if saved["Options"] == nil {
		saved["Options"], err = json.Marshal(rules.Defaults())
	}
	js, failed := json.Marshal(saved)
	return js, errors.Join(err, failed)
}

// blank parses a saved position of a title.
func blank(rules *adjudicator.Rules, saved []byte) (adjudicator.Position, error) {
	p := rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	return p, nil
}

// playPhase plays the phase of a saved position as far as the record goes.
func playPhase(rules *adjudicator.Rules, saved []byte, luck adjudicator.Luck,
	kept adjudicator.Record) (adjudicator.Position, *adjudicator.Table, error) {
	p, err := blank(rules, saved)
	if err != nil {
		return nil, nil, err
	}
	table := adjudicator.NewTable(luck, kept)
	stack, err := gm.Guarded(func() error { return table.Run(p) })
	switch {
	case stack != "":
		return nil, nil, fmt.Errorf("position: the rules fail at it: %s", gm.FirstLine(stack))
	case err != nil:
		return nil, nil, fmt.Errorf("record: %w", err)
	}
	return p, table, nil
}

// answered returns the record of a table with the open questions answered as the sample says, or else by default.
func (c Sample) answered(p adjudicator.Position, table *adjudicator.Table) adjudicator.Record {
	rec := table.Record()
	for i, r := range table.Open() {
		rec.Asked[len(rec.Asked)-1].Answers[i] = cmp.Or(p.View(r.Seat).Read(r.Kind, "", c.Answers[r.Seat]).Answer,
			r.Default)
	}
	return rec
}

// nowhere is a store that is always empty.
type nowhere struct{ store.Store }

// Load implements store.Store.
func (nowhere) Load(context.Context, string) (store.Game, error) { return store.Game{Next: 1}, nil }

// Log implements store.Store.
func (nowhere) Log(context.Context, string, uint64) iter.Seq2[store.Entry, error] {
	return func(func(store.Entry, error) bool) {}
}

// Games implements store.Store.
func (nowhere) Games(context.Context, string) iter.Seq2[string, error] {
	return func(func(string, error) bool) {}
}
