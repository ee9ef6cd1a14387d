package robots

import (
	"regexp"
	"strconv"
	"strings"
)

var field = regexp.MustCompile(`(?m)^  ([A-Z][a-z, ]+): (.*\n(?:    .*\n)*)`)

// Value returns the text after a label in a letter, which may continue over several lines: "Units: A Par, F Bre".
func Value(letter, name string) string {
	for _, m := range field.FindAllStringSubmatch(letter, -1) {
		if m[1] == name {
			return strings.Join(strings.Fields(m[2]), " ")
		}
	}
	return ""
}

var continuation = regexp.MustCompile(`\n {4,}`)

// Unfolded returns a letter in which indented lines are joined to the lines above them.
func Unfolded(letter string) string { return continuation.ReplaceAllString(letter, " ") }

// Number returns the number that an expression's first group matches in a letter, or 0 if there is no match.
func Number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// Ranking returns the final table in a player's last letter.
func Ranking(last string) string {
	_, text, _ := strings.Cut(last, "\nTHE GAME IS OVER: ")
	parts := strings.SplitN(text, "\n\n", 3)
	return "THE GAME IS OVER: " + strings.Join(parts[:min(2, len(parts))], "\n\n")
}
