package parser_test

import (
	"slices"
	"testing"

	"deaddrop/parser"
)

// The reader gets the quoted line above each line of the author's, and comments; but not the last line of a letter that
// is quoted whole above the answer.
func TestExplained(t *testing.T) {
	for text, want := range map[string][]string{
		"> A Par\nstays\n> A Mar (Marseilles)\n>\nto Spa\n> bye": {"> A Par", "stays", "> A Mar (Marseilles)", "to Spa"},
		"> A Par\n\nstays\n> F Bre\n\nholds":                     {"> A Par", "stays", "> F Bre", "holds"},
		"> A Par\n> bye\n\nA Mar H":                              {"A Mar H"},
		"// first\nA Par H // why not\n# Mar\n":                  {"// first", "A Par H", "// why not", "# Mar"},
		"READY\n> A Par\nstays":                                  {"> A Par", "stays"},
		"// A Par H":                                             {},
		"A Par H\n\n\nA Mar H\nF Bre H\n":                        {"A Par H", "", "A Mar H", "F Bre H"},
		"\nREADY\n\nA Par H\n\n":                                 {"A Par H"},
		"A Par H\nREADY\n\nA Mar H":                              {"A Par H", "", "A Mar H"},
	} {
		if got := parser.Read("", text).Explained(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, and not %q", text, got, want)
		}
	}
}

// A line that a mail program seems to have added is the author's if more follows on it.
func TestSentFrom(t *testing.T) {
	lines(t, "Sent from the bus, sorry for typos. A Par H", "Sent from the bus, sorry for typos. A Par H")
	lines(t, "A Par H\nSent from my iPhone. Please excuse typos.", "A Par H")
}
