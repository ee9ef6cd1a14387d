package order

import (
	"fmt"
	"slices"
	"strings"
)

// What an answer says of a letter at most.
const (
	maxNotes = 50
	maxAside = 10 // lines
)

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

// Aside says which lines were taken for no order; "" for none.
func Aside(lines []string) string {
	n := len(lines)
	if n == 0 {
		return ""
	}
	if lines = lines[:min(n, maxAside)]; n > maxAside {
		lines = append(slices.Clone(lines), fmt.Sprintf("and %d more", n-maxAside))
	}
	return "Left aside, since it is no order: " + strings.Join(lines, " / ")
}
