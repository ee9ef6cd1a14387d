package adjudicator

// A Foresight is a view that can predict the results of orders, as far as its seat knows: from the interaction of the
// seat's own orders, and from what it sees. It ignores what other seats may do.
type Foresight interface {
	View

	// Foresee returns, for each line of an answer in normal form, a sentence for the player on its expected result.
	// It returns nil for kinds of questions without predictions.
	Foresee(kind, answer string) []string
}
