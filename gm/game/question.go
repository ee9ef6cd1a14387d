package game

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// Beyond are the lines of a text that another one does not have.
func Beyond(text, other string) []string {
	have := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return line == "" || slices.Contains(have, line)
	})
}

// A Question is a request of the rules with what is on file for it. Its number counts those of its
// seat, so that it tells nothing of what others are asked.
type Question struct {
	Number  int
	Seat    adjudicator.Seat
	Kind    string
	Default string
	Answer  string   `json:",omitempty"`
	Missing []string `json:",omitempty"`
	Heard   bool     `json:",omitempty"` // orders came for it, even if none could be taken, or CLEAR, READY or WAIT
	Doubt   bool     `json:",omitempty"` // an earlier version did not take something, and kept no points
	Points  []point  `json:",omitempty"` // what is open in its player's letters
	Offered int      `json:",omitempty"` // offers of all its points so far
	Told    []int    `json:",omitempty"` // the newest letters to its seat that show points
	Ahead   bool     `json:",omitempty"` // what is on file was filed with an earlier phase, and not looked at since
	Short   bool     `json:",omitempty"`
	Stands  bool     `json:",omitempty"` // nobody is waited for: what is on file counts
	Aside   bool     `json:",omitempty"`
	Even    bool     `json:",omitempty"` // nothing goes on before its deadline
	// how many letters had gone to its seat when it was put, if that has shared the number of another one
	Since int `json:",omitempty"`

	Standing bool `json:",omitempty"` // what is on file, or was at first, are standing orders

	// Revision counts the letters that changed what is on file. Past has the log entries that say what was on file
	// before each of the newest of them, 0 for nothing: an order form that comes back may have been printed at any of
	// these times.
	Revision int
	Past     []uint64 `json:",omitempty"`
	Files    []string `json:",omitempty"` // the same of a game that an earlier version saved, and what is on file now
}

// Within reports whether it is a small question within a turn.
func (q *Question) Within() bool { return q.Aside && q.Short }

// Quiet reports whether no letter tells of a question, as it is open within a turn.
func (q *Question) Quiet() bool { return q.Stands && q.Aside }

// Rulings are the options of a game as people read them: what is, and not what else could be.
func Rulings(rules *adjudicator.Rules, values map[string]string) []templates.Option {
	var out []templates.Option
	for _, o := range rules.Options {
		v := templates.Option{Name: o.Name, Value: values[o.Name], Rule: o.Rule, Doc: o.Meaning(values[o.Name])}
		if v.Switched = v.Value != o.Values[0]; v.Switched {
			v.Tells = o.Tells
		}
		out = append(out, v)
	}
	return out
}

// A Filing is what was on file for a question, and whether it was heard of.
type Filing struct {
	Answer string
	Heard  bool
}

// Slot is where an answer to the question is kept: by its seat and its kind.
func (q *Question) Slot() string { return Slot(q.Seat, q.Kind) }

// Slot is where the answer of a seat to a kind of question is kept.
func Slot(seat adjudicator.Seat, kind string) string { return string(seat) + "\x00" + kind }

// A point is a part of a player's letter that is open: the turn waits for the player to say more about it. It is closed
// by orders, by READY, or by a YES, which puts one of its offers on file.
type point struct {
	Quote  string   // in the player's words
	Why    string   `json:",omitempty"`
	Filed  bool     `json:",omitempty"` // it is on file, but can't be carried out as far as its player knows
	Offers []string `json:",omitempty"` // lines of orders in normal form; "" leaves what is on file as it is
	First  int      `json:",omitempty"` // the number of the first offer; they are counted for the whole question
	Letter int      // the first letter to the seat that tells of it
}
