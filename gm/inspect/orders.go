package inspect

import (
	"context"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/refusal"
)

// Filed is the answer on file for a question, for the game master.
type Filed struct {
	Seat    adjudicator.Seat
	Kind    string
	Orders  string   // the orders on file; "" if there are none
	Default string   // what the rules assume if nothing is on file
	Missing []string `json:",omitempty"`
	// parts of letters that were not understood or are impossible, in the player's words
	Open  []string `json:",omitempty"`
	Heard bool     // whether a letter has come for the question
	// whether the answer was filed before the phase, and not reviewed by its player since
	Ahead bool `json:",omitempty"`
	Taken bool // whether the phase is over, and was resolved with these orders or the default
}

// OrdersOf returns the answers on file, now or when a phase was resolved. "" means the current phase, or all seats.
func OrdersOf(ctx context.Context, m *gm.Master, name, seat, phase string) ([]Filed, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return nil, err
	}
	var out []Filed
	if phase == "" {
		for _, q := range s.Game.Open {
			f := Filed{Seat: q.Seat, Kind: q.Kind, Orders: q.Answer, Default: q.Default, Missing: q.Missing,
				Heard: q.Heard, Ahead: q.Ahead}
			for _, p := range q.Points {
				f.Open = append(f.Open, p.Quote)
			}
			out = append(out, f)
		}
	} else {
		c, err := s.Chapter(phase)
		if err != nil {
			return nil, err
		}
		for _, a := range c.Asked {
			for i, r := range a.Requests {
				out = append(out, Filed{Seat: r.Seat, Kind: r.Kind, Orders: a.Answers[i], Default: r.Default,
					Heard: slices.Contains(a.Heard, r.Seat), Taken: a.Answers[i] != ""})
			}
		}
	}
	if seat == "" {
		return out, nil
	}
	who, err := knower(s, seat)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(out, func(f Filed) bool { return f.Seat != who.Name }), nil
}

// Refused returns a refusal that lists invalid lines of orders.
func Refused(seat adjudicator.Seat, faults []adjudicator.Fault) error {
	var b strings.Builder
	for _, f := range faults {
		b.WriteString("\n  " + f.Line + "\n    " + f.Text)
	}
	return refusal.New("Nothing was put on file for %s, as not all of it can be taken:%s", seat, b.String())
}
