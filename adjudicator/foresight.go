package adjudicator

// A Foresight is a view that can say beforehand what orders would come to, as far as its seat knows: from what its own
// orders do to each other, and from what it sees. What other seats do is not in it.
type Foresight interface {
	View

	// Foresee says of each line of an answer in normal form what it would come to, in a sentence for the player. It
	// says nothing where nothing can be foreseen of that kind of question.
	Foresee(kind, answer string) []string
}
