package game

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/parser"
)

// An Act is the log record of something that the human game master did.
type Act struct {
	What   string   // the command
	Detail string   `json:",omitempty"`
	Reason string   `json:",omitempty"`
	Undo   []string `json:",omitempty"` // the command that undoes it, as words; nil if none does
	Undoes uint64   `json:",omitempty"` // log entry of the act that this one undoes

	Change *SeatChange `json:",omitempty"` // the seat that changed hands; nil: none did

	By  string `json:",omitempty"` // address of whoever did it, if they said
	Way Way    `json:",omitempty"` // how they did it; "": that was not recorded
}

// Facts returns the values whose changes a game master is shown, in the order of display.
func (g *Game) Facts() []Fact {
	if g == nil {
		return nil
	}
	fact := func(name, is string) Fact { return Fact{Name: name, Is: is} }
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(g.Clock.Location()).Format(DateTime)
	}
	out := []Fact{
		fact("state", strings.TrimSuffix(string(g.State)+": "+g.Why, ": ")),
		fact("phase", g.Phase),
		fact("paused since", at(g.pausedSince())),
		fact("deadline", at(g.Deadline)),
		fact("reminder", at(g.Remind)),
		fact("early end", at(g.Resolve)),
		fact("trust", string(g.Trust)),
		fact("press", strings.Join(PressWords(g.PressRules), " ")),
	}
	out = append(out, ClockFacts(g.Clock)...)
	for _, seat := range g.Seats {
		out = append(out, fact(string(seat.Name)+": address", seat.Player()))
		if seat.Also != "" {
			out = append(out, fact(string(seat.Name)+": second address", seat.Also))
		}
		if seat.Silenced {
			out = append(out, fact(string(seat.Name)+": press", "stopped"))
		}
	}
	out = append(out, g.SignUp.facts()...)
	for _, q := range g.Open {
		out = append(out, fact(fmt.Sprintf("%s: %s on file", q.Seat, q.Kind), q.Answer))
	}
	out = append(out, g.missingFacts()...)
	out = append(out, g.observerFacts()...)
	out = append(out, g.fellowFacts()...)
	for _, name := range slices.Sorted(maps.Keys(g.Options)) {
		out = append(out, fact("ruling "+name, g.Options[name]))
	}
	return out
}

// Words returns an act in one line, followed by lines with its further effects.
func (a Act) Words() string {
	text := "act: " + a.What
	if a.Reason != "" {
		text += " (" + parser.OneLine(a.Reason) + ")"
	}
	text += a.by()
	if a.Undoes != 0 {
		text += fmt.Sprintf(", which takes %d back", a.Undoes)
	}
	if a.Detail != "" {
		text += "\n" + Indented(parser.Plain(a.Detail))
	}
	return text
}

// A Fact is a named value of a game, in words for the game master.
type Fact struct {
	Name    string // such as "deadline" or "France: orders"
	Was, Is string
}

// A Way is the way in which an act was commanded.
type Way string

const (
	ByMail    Way = "by mail"
	ByCommand Way = "on the command line"
	ByService Way = "by the service"
)

// by returns who carried out an act, and how; "" if unknown.
func (a Act) by() string {
	out := ""
	if a.By != "" {
		out = ", by " + a.By
	}
	if a.Way != "" {
		out += ", " + string(a.Way)
	}
	return out
}
