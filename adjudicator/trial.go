package adjudicator

import (
	"crypto/sha256"
	"math/rand/v2"
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
