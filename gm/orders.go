package gm

import (
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
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
func (m *Master) OrdersOf(ctx context.Context, name, seat, phase string) ([]Filed, error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return nil, err
	}
	var out []Filed
	if phase == "" {
		for _, q := range s.g.Open {
			f := Filed{Seat: q.Seat, Kind: q.Kind, Orders: q.Answer, Default: q.Default, Missing: q.Missing, Heard: q.Heard, Ahead: q.Ahead}
			for _, p := range q.Points {
				f.Open = append(f.Open, p.Quote)
			}
			out = append(out, f)
		}
	} else {
		c, err := s.chapter(phase)
		if err != nil {
			return nil, err
		}
		for _, a := range c.asked {
			for i, r := range a.Requests {
				out = append(out, Filed{Seat: r.Seat, Kind: r.Kind, Orders: a.Answers[i], Default: r.Default, Heard: slices.Contains(a.Heard, r.Seat), Taken: a.Answers[i] != ""})
			}
		}
	}
	if seat == "" {
		return out, nil
	}
	who, err := s.knower(seat)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(out, func(f Filed) bool { return f.Seat != who.Name }), nil
}

// Orders puts orders on file for a seat in place of what it has there; nothing, for "". They are read as if the seat had
// sent them, and refused with all lines that can't be taken. The seat is told.
func (d *Desk) Orders(ctx context.Context, now time.Time, name, seat, text string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		who, err := s.one(seat)
		if err != nil {
			return err
		}
		q := s.g.question(who, 0)
		if q == nil {
			return refusal.New("%s is asked nothing in %s now.", who.Name, s.g.Phase)
		}
		p, err := s.view()
		if err != nil {
			return err
		}
		text = strings.TrimSpace(text)
		view := p.View(who.Name)
		read := view.Read(q.Kind, "", text)
		if len(read.Faults()) > 0 {
			return refused(who.Name, read.Faults())
		}
		switch {
		case text == "" && q.Answer == "" && !q.Heard:
			return refusal.New("%s has nothing on file.", who.Name)
		case text != "" && read.Answer == "":
			return refusal.New("Nothing in that says what %s is to do, so nothing was put on file. gm orders %s %s shows what is missing.", who.Name, name, word(string(who.Name)))
		case read.Answer == q.Answer && q.Heard == (text != ""):
			return refusal.New("That is what %s has on file.", who.Name)
		}
		undo := []string{"orders", name, string(who.Name), "clear"}
		if q.Answer != "" {
			undo = []string{"orders", name, string(who.Name), "set", "--", strings.ReplaceAll(q.Answer, "\n", "; ")}
		}
		s.file(q, view, read)
		q.clear()
		q.Heard, who.Ready = text != "", false
		page := s.page(p, who)
		page.Notice = s.because("The game master has put orders on file for you; they are shown below. You can change them.")
		if text == "" {
			page.Notice = s.because("The game master has taken what you had on file away. You can send it anew.")
		}
		s.send(who, "notice", page, nil)
		s.act("orders "+name+" "+string(who.Name), read.Answer, undo...)
		return s.goOn()
	})
}

// refused are the lines of orders that can't be taken.
func refused(seat adjudicator.Seat, faults []adjudicator.Fault) error {
	var b strings.Builder
	for _, f := range faults {
		b.WriteString("\n  " + f.Line + "\n    " + f.Text)
	}
	return refusal.New("Nothing was put on file for %s, as not all of it can be taken:%s", seat, b.String())
}
