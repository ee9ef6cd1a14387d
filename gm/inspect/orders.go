package inspect

import (
	"context"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/refusal"
)

// Filed is what a seat had on file for a question, for the game master.
type Filed struct {
	Seat    adjudicator.Seat
	Kind    string
	Orders  string   // on file; "": nothing
	Default string   // what is taken of the silent
	Missing []string `json:",omitempty"`
	Open    []string `json:",omitempty"` // in the player's words: what is not understood yet, or can't be carried out
	Heard   bool     // something came for it
	Ahead   bool     `json:",omitempty"` // before the phase, and its player has not looked at it since
	Taken   bool     // the phase is over: with these orders, or with the default
}

// OrdersOf lists what is on file now, or was when a phase was played. No phase is the one that is on; no seat is all.
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

// Refused are the lines of orders that can't be taken.
func Refused(seat adjudicator.Seat, faults []adjudicator.Fault) error {
	var b strings.Builder
	for _, f := range faults {
		b.WriteString("\n  " + f.Line + "\n    " + f.Text)
	}
	return refusal.New("Nothing was put on file for %s, as not all of it can be taken:%s", seat, b.String())
}
