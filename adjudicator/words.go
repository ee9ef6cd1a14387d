package adjudicator

import (
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
