package adjudicator

import (
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Trier is a view that can say what orders would come to, as far as its seat knows: from the seat's own orders, from
// what it sees, and from what the player supposes of others.
type Trier interface {
	View

	// Try says what orders would come to. It depends on nothing but the view and the trial, so that it can't reveal
	// anything. It returns no lines for kinds of questions of which it can say nothing.
	Try(Trial) Tried
}

// A Trial asks what orders would come to, without filing them.
type Trial struct {
	Kind    string   // kind of the question that the orders answer
	Answer  string   // the orders, in normal form
	Suppose []string // what others may do, in the player's words
}

// Stream returns random numbers for results that can only be estimated. They depend on the trial alone.
func (t Trial) Stream() *rand.Rand {
	text := strings.Join(append([]string{t.Kind, t.Answer}, t.Suppose...), "\x00")
	return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(text))))
}

// Tried is what orders would come to, in sentences for the player.
type Tried struct {
	Lines   []string // what the player's own orders would come to
	Assumed []string // what this rests on: what others are taken to do
	Faults  []Fault  // what the player supposes that was not understood
	Chart   *Chart   // the board with the orders and their expected results; nil for the board as it is
}

// An Explainer is a view that can say why orders of the last turn failed or succeeded, as far as its seat may know.
type Explainer interface {
	View

	// Explain answers the question why something happened, such as "A Mun-Bur" or "Mun", in sentences for the player.
	// It returns nil if it does not know what the question is about.
	Explain(about string) []string
}

// Supposed returns what a trial supposes of other seats, as orders that they have on file. read reads a player's words
// as such orders, after what was read before; its fault says why it can't.
func (t Trial) Supposed(seats []string, read func(seat, old, text string) (orders, fault string)) (map[string]string,
	[]Fault) {
	out := map[string]string{}
	var faults []Fault
	for _, line := range t.Suppose {
		name, text, _ := strings.Cut(line, ":")
		i := slices.IndexFunc(seats, func(s string) bool { return strings.EqualFold(s, strings.TrimSpace(name)) })
		if i < 0 {
			faults = append(faults, Fault{Line: "SUPPOSE " + line, Text: "Say whose orders you suppose: SUPPOSE, one " +
				"of " +
				Listed(seats, "and") + ", a colon, and the orders that they have on file."})
			continue
		}
		orders, fault := read(seats[i], out[seats[i]], text)
		if fault != "" {
			faults = append(faults, Fault{Line: "SUPPOSE " + line, Text: fault})
			continue
		}
		out[seats[i]] = orders
	}
	return out, faults
}

// A TurnTrial tries a player's turn by the rules themselves, with what others are supposed to have on file.
type TurnTrial struct {
	Rivals []string                                             // the seats of the other players
	Read   func(seat, old, text string) (orders, fault string)  // as in Trial.Supposed
	Play   func(orders map[string]string) (*Tally, bool, error) // plays the turn out; whether the odds are exact
	Lines  func(*Tally) []string                                // what the turn would come to
	Others func(orders map[string]string) []string              // what others are taken to do
}

// Turn says what a player's turn would come to.
func (t Trial) Turn(x TurnTrial) Tried {
	orders, faults := t.Supposed(x.Rivals, x.Read)
	tally, exact, err := x.Play(orders)
	if err != nil {
		return Tried{Lines: []string{"That can't be predicted: " + err.Error() + "."}, Faults: faults}
	}
	out := Tried{Lines: x.Lines(tally), Assumed: x.Others(orders), Faults: faults}
	if tally.Uncertain() {
		out.Assumed = append(out.Assumed, sureness(exact))
	}
	return out
}

// ReadStanding reads text as standing orders, as v, the view of their player's seat, understands it. old is what is
// on file. fault says why it can't be read, or is "".
func ReadStanding(v View, old, text string) (orders, fault string) {
	return ReadSupposed(v, "standing", old, text)
}

// ReadSupposed reads a player's words as an answer to a kind of question by the view of their seat.
func ReadSupposed(v View, kind, old, text string) (orders, fault string) {
	r := v.Read(kind, old, text)
	for _, p := range r.Parts {
		if p.Fate == Unsure || p.Fate == Refused {
			return "", p.Why
		}
	}
	if r.Answer == "" || !r.Has(Filed) {
		if kind != "standing" {
			return "", "I don't understand that as their answer to the question that is open."
		}
		return "", "I don't understand that as orders that they could have on file."
	}
	return r.Answer, ""
}
