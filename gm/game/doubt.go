package game

// A Doubt is a letter that was put aside until the seat confirms it.
type Doubt struct {
	Entry  uint64 // log entry of the letter
	Letter int    // number of our letter that asks
}

// Doubted returns what somebody without a seat is told about a doubtful answer to a letter of ours, with the reason.
func Doubted(why string) string {
	return "A letter in your name has changed nothing. " + why +
		" If it is yours, send it again as an answer to this letter, and to nobody else."
}
