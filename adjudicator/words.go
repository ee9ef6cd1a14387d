package adjudicator

import "strings"

// Listed are names as a sentence has them, with a word such as "and" before the last one: "Austria, England and Turkey".
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
