package order

import "slices"

// maxNotes is what an answer says of a letter at most.
const maxNotes = 50

// Unique are the first notes on a letter, each once.
func Unique(notes []string) []string {
	var out []string
	for _, n := range notes {
		if !slices.Contains(out, n) && len(out) < maxNotes {
			out = append(out, n)
		}
	}
	return out
}
