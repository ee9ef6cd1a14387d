package templates

import (
	"strings"

	"deaddrop/adjudicator"
)

const maxWishes = 3 // number of seats in an example of a sign-up

// Sample returns what may follow the name of a command in the game of a page, such as "Spring 1901", or "" if the game
// has no example. Titles have their own in the templates "sample NAME"; an example of a standing order is one that
// answers a question of the title in the same way every time.
func (s *Set) Sample(name string, p Page) string {
	w := s.in[English]
	switch {
	case name == "MAP" || name == "HISTORY":
		return p.Phase
	case name == "JOIN" && len(p.Seats) > 0:
		return "NAME " + adjudicator.Listed(p.Seats[:min(maxWishes, len(p.Seats))], "or")
	case name == "TRY" && p.Ask != nil:
		if examples := p.Ask.Examples; len(examples) > 0 {
			return examples[0].Lines[0]
		}
	case name == "ON":
		for _, kind := range s.Kinds(p.Rules) {
			if answer := w.sample(p.Rules, "each "+kind, p); answer != "" {
				return kind + " DO " + answer
			}
		}
	}
	return w.sample(p.Rules, "sample "+name, p)
}

// Describes reports whether a title has a page of its own for a word, such as "COSTS" or "CARDS".
func (s *Set) Describes(rules, word string) bool { return s.in[English].has(rules, "page "+word) }

// sample executes a title's template in one line; "" if there is none.
func (w *wording) sample(rules, name string, p Page) string {
	if !w.has(rules, name) {
		return ""
	}
	text, err := w.part(rules, name, &p)
	if err != nil { // a letter does without an example
		return ""
	}
	return strings.Join(strings.Fields(plain(text)), " ")
}
