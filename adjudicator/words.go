package adjudicator

import (
	"fmt"
	"strconv"
	"strings"
)

// Listed joins names for a sentence, with a word such as "and" before the last one: "Austria, England and Turkey".
func Listed[S ~string](names []S, and string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" " + and + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(name))
	}
	return b.String()
}

// Nth returns an ordinal number, from 1 on: "1st", "22nd".
func Nth(n int) string {
	ending := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// maxQuoted is the largest number of characters of a player's line that is quoted in a reason.
const maxQuoted = 60

// Beside returns the reason that a line was not accepted because another line, in the player's words, was not; what
// they belong to is a "turn", an "answer" or the like.
func Beside(what, other string) string {
	if other == "" {
		return fmt.Sprintf("Another line of this %s was not accepted, so this one wasn't, either.", what)
	}
	if words := []rune(other); len(words) > maxQuoted {
		other = string(words[:maxQuoted]) + "…"
	}
	return fmt.Sprintf("This belongs to the same %s as “%s”, which was not accepted.", what, other)
}
