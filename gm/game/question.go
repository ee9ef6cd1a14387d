package game

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// Beyond returns the lines of a text that are not in another.
func Beyond(text, other string) []string {
	have := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return line == "" || slices.Contains(have, line)
	})
}

// A Question is a request of the rules with the answer on file. Questions are numbered per seat, so that a number
// reveals nothing about other seats' questions.
type Question struct {
	Number  int
	Seat    adjudicator.Seat
	Kind    string
	Default string
	Answer  string   `json:",omitempty"`
	Missing []string `json:",omitempty"`
	// whether a letter with orders for it came, even if none was accepted, or with CLEAR, READY or WAIT
	Heard   bool    `json:",omitempty"`
	Doubt   bool    `json:",omitempty"` // set by an old version, which kept no points: something was not accepted
	Points  []point `json:",omitempty"` // parts of the player's letters that are open
	Offered int     `json:",omitempty"` // number of offers in all points so far
	Told    []int   `json:",omitempty"` // the newest letters to the seat that show points
	// whether the answer was filed in an earlier phase and has not been reviewed since
	Ahead  bool `json:",omitempty"`
	Short  bool `json:",omitempty"`
	Stands bool `json:",omitempty"` // whether nobody is waited for, because the answer on file counts
	Aside  bool `json:",omitempty"`
	Even   bool `json:",omitempty"` // whether the turn never ends before its deadline
	// number of letters sent to the seat before the question was asked, if it shares its number with an earlier
	// question
	Since int `json:",omitempty"`

	Standing bool `json:",omitempty"` // whether the answer on file is, or began as, standing orders

	// Revision counts the letters that changed the answer on file. The field Past has the log entries with the
	// answers before the newest of these changes, 0 for none: an order form that is returned may be from any of these
	// times.
	Revision int
	Past     []uint64 `json:",omitempty"`
	// the same as Past, as texts with the current answer last; written by an old version
	Files []string `json:",omitempty"`
}

// Within reports whether the question is a small decision within a turn.
func (q *Question) Within() bool { return q.Aside && q.Short }

// Quiet reports whether no letter mentions the question, because it stays open during the turn without being waited
// for.
func (q *Question) Quiet() bool { return q.Stands && q.Aside }

// Rulings returns the options of a game for display, with their values but without the alternatives.
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

// A Filing is the answer that was on file for a question, and whether a letter had come for it.
type Filing struct {
	Answer string
	Heard  bool
}

// Slot returns the key under which an answer to the question is stored.
func (q *Question) Slot() string { return Slot(q.Seat, q.Kind) }

// Slot returns the key for the answer of a seat to a kind of question.
func Slot(seat adjudicator.Seat, kind string) string { return string(seat) + "\x00" + kind }

// A point is an open part of a player's letter: the turn waits for the player to clarify it. It is closed by orders,
// by READY, or by a YES, which files one of its offers.
type point struct {
	Quote  string   // the part of the letter, in the player's words
	Why    string   `json:",omitempty"`
	Filed  bool     `json:",omitempty"` // whether it is on file, but seems impossible from the player's view
	Offers []string `json:",omitempty"` // orders in normal form that a YES would file; "" keeps what is on file
	First  int      `json:",omitempty"` // number of the first offer; offers are numbered per question
	Letter int      // number of the first letter to the seat that reports it
}
