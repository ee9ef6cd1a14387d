package intake

import (
	"slices"

	"deaddrop/parser"
)

// Wants lists what a letter to a game asks for.
type Wants struct {
	Orders bool // it files orders, declares them complete, or holds up the turn
	Form   bool // whether it contains an order form besides commands; the form may only be quoted
	Answer bool // whether it is a yes or no
	Press  bool // it has something to pass on to other players
	Know   bool // it asks to be told something
	Other  bool // it changes a setting of its writer, such as a time zone, or the seat itself
}

// informs lists the commands that only ask to be told something.
var informs = []string{"STATUS", "HELP", "RULES", "MAP", "COSTS", "CARDS", "FILM", "HISTORY", "TRY", "SUPPOSE", "WHY"}

// WantsOf returns what a letter asks for.
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
		case slices.Contains(informs, c.Name):
			w.Know = true
		case c.Name != "ORDERS": // ORDERS only introduces lines of orders
			w.Other = true
		}
	}
	if words.Tries() { // nothing about the turn counts in it
		w.Orders, w.Form, w.Answer = false, false, false
	}
	return w
}

// Harmless reports whether a letter only asks for information and changes nothing.
func (w Wants) Harmless() bool { return w == Wants{Know: true} }
