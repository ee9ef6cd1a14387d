package gate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// A Turn is one round of answers and its result, by the rules alone.
type Turn struct {
	Before adjudicator.Position // position at the start of the phase
	// questions of the phase so far, with their answers; the last one is this turn's
	Asked []adjudicator.QuestionRecord
	Told  []adjudicator.EventRecord // events told in this turn
	After adjudicator.Position      // position after the turn
	Next  []adjudicator.Request     // what is asked next; empty when the game is over
}

// toldTo returns what the rules reveal to a seat about a turn: its view afterwards, an observer's, what it was told
// and is asked, and who is asked within the turn, as that delays the next letter.
func toldTo(t Turn, seat adjudicator.Seat) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n%s\n", t.After.Phase(), text(t.After.View(seat)), text(t.After.View(adjudicator.Observer)))
	for _, told := range t.Told {
		if told.To.Has(seat) {
			fmt.Fprintf(&b, "%s %s\n", told.Kind, told.Data)
		}
	}
	for _, req := range t.Next {
		switch {
		case req.Seat == seat:
			fmt.Fprintf(&b, "%+v\n", req)
		case req.Aside:
			fmt.Fprintf(&b, "%s is asked, short: %v\n", req.Seat, req.Short)
		}
	}
	return b.String()
}

// A truth is a game played by the rules alone, without a game master: its position and open questions.
type truth struct {
	rules  *adjudicator.Rules
	secret []byte
	phase  uint64
	saved  []byte // position at the start of the phase
	rec    adjudicator.Record
	at     adjudicator.Position // position as far as the phase was played
	open   []adjudicator.Request
}

// truly sets up a game with luck from a secret.
func truly(rules *adjudicator.Rules, config adjudicator.Config, secret []byte) (truth, error) {
	t := truth{rules: rules, secret: secret}
	p, err := rules.Setup(adjudicator.NewTable(adjudicator.Luck{Secret: secret}, adjudicator.Record{}), config)
	if err != nil {
		return t, fmt.Errorf("setting up %s: %w", rules.Name, err)
	}
	t.begin(p)
	_, err = t.run()
	return t, err
}

func (t *truth) begin(p adjudicator.Position) {
	t.phase++
	t.saved, t.rec = []byte(text(p)), adjudicator.Record{}
}

// run plays on until something is asked or the game is over.
func (t *truth) run() (told []adjudicator.EventRecord, err error) {
	for {
		t.at = t.rules.Blank()
		if err := json.Unmarshal(t.saved, t.at); err != nil {
			return nil, fmt.Errorf("reading a position: %w", err)
		}
		t.open = nil
		if t.at.Phase() == "" {
			return told, nil
		}
		table := adjudicator.NewTable(adjudicator.Luck{Secret: t.secret, Phase: t.phase}, t.rec)
		if err := table.Run(t.at); err != nil {
			return nil, err
		}
		told = append(told, table.News()...)
		if t.rec, t.open = table.Record(), table.Open(); t.open != nil {
			return told, nil
		}
		t.begin(t.at)
	}
}

// play returns the game after the open questions were answered. heard are the seats whose answers arrived. The
// receiver is not changed.
func (t truth) play(answers []string, heard []adjudicator.Seat) (truth, Turn, error) {
	turn := Turn{Before: t.rules.Blank()}
	if err := json.Unmarshal(t.saved, turn.Before); err != nil {
		return t, turn, fmt.Errorf("reading a position: %w", err)
	}
	t.rec.Asked = slices.Clone(t.rec.Asked)
	last := &t.rec.Asked[len(t.rec.Asked)-1]
	last.Answers, last.Heard = answers, heard
	turn.Asked = t.rec.Asked
	told, err := t.run()
	turn.Told, turn.After, turn.Next = told, t.at, t.open
	return t, turn, err
}

// rule applies options from the current phase on. It reports whether that was possible: it is not if part of the
// phase was played, or if it would change the open questions.
func (t *truth) rule(options map[string]string) (bool, error) {
	if len(t.rec.Asked) != 1 || len(t.rec.Told) > 0 {
		return false, nil
	}
	p := t.rules.Blank()
	if err := json.Unmarshal(t.saved, p); err != nil {
		return false, fmt.Errorf("reading a position: %w", err)
	}
	t.rules.Switch(p, options)
	asked := t.open
	t.saved, t.rec = []byte(text(p)), adjudicator.Record{}
	_, err := t.run()
	return slices.EqualFunc(asked, t.open, func(a, b adjudicator.Request) bool {
		return a.Seat == b.Seat && a.Kind == b.Kind
	}), err
}

// request returns what a seat is asked, or nil.
func (t truth) request(seat adjudicator.Seat) *adjudicator.Request {
	for i := range t.open {
		if t.open[i].Seat == seat {
			return &t.open[i]
		}
	}
	return nil
}

// text returns v as JSON.
func text(v any) string {
	js, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("gate: %T can't be written: %v", v, err))
	}
	return string(js)
}
