package intake

import (
	"slices"

	"deaddrop/parser"
)

// Wants are what a letter to a game asks for: one thing, or several.
type Wants struct {
	Orders bool // something is to be on file, or to count as all, or the turn to wait
	Form   bool // an order form is in it beside commands, and may only be quoted
	Answer bool // it is a yes or no
	Press  bool // something is to be passed on to others
	Know   bool // it is to be told something
	Other  bool // it sets something of its writer's own, such as a time zone, or is about the seat itself
}

// WantsOf says what a letter asks for.
func WantsOf(words parser.Letter) Wants {
	form, alone := words.Form != nil, len(words.Commands) == 0
	filled := form && alone
	w := Wants{Orders: filled || len(words.Lines) > 0, Form: form && !alone, Answer: words.Verdict != ""}
	for _, c := range words.Commands {
		switch {
		case c.Name == "PRESS":
			w.Press = true
		case slices.Contains([]string{"CLEAR", "READY", "WAIT"}, c.Name):
			w.Orders = true
		case slices.Contains([]string{"STATUS", "HELP", "RULES", "MAP", "COSTS", "CARDS", "FILM", "HISTORY"}, c.Name):
			w.Know = true
		case c.Name != "ORDERS": // that says what its lines are
			w.Other = true
		}
	}
	return w
}

// Harmless reports whether a letter changes nothing: it only wants to know something.
func (w Wants) Harmless() bool { return w == Wants{Know: true} }
