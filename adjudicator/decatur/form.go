package decatur

import (
	"fmt"
	"strings"
)

// blanks is how many alternatives a form has room for at least.
const blanks = 3

// form is the order form: a line for each alternative and one more, then what is filed for whenever it may be needed,
// or a blank for it. Read takes each line back as it is, and a blank one for nothing.
func (v *View) form(s sheet) []string {
	var out []string
	for i, a := range s.turn {
		out = append(out, fmt.Sprintf("%d: %s", i+1, a.words(v.board)))
	}
	for n := len(s.turn) + 1; n <= max(blanks, len(s.turn)+1) && n <= maxAlternatives; n++ {
		out = append(out, fmt.Sprintf("%d: ", n))
	}
	b := v.board
	groups := []struct {
		blank string
		rules standing
	}{{"DEFEND: ", standing{defend: s.rules.defend}}, {"RELOCATE: ", standing{relocate: s.rules.relocate}},
		{"KEEP: ", standing{keep: s.rules.keep}}, {"DISCARD: ", standing{discard: s.rules.discard}}}
	for _, g := range groups {
		if lines := g.rules.lines(b); len(lines) > 0 {
			out = append(out, lines...)
		} else {
			out = append(out, g.blank)
		}
	}
	return append(out, s.call.lines(b)...)
}

// answerForm is the form of a short answer: a line with its words, or a blank.
func answerForm(blank, answer string) []string {
	if answer == "" {
		return []string{blank}
	}
	return strings.Split(answer, "\n")
}
