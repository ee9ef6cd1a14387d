package decatur

import (
	"fmt"
	"strings"
)

// blanks is the smallest number of alternatives for which a form has room.
const blanks = 3

// form returns the order form: a line for each alternative and a blank one, then lines for standing orders, filled in
// or blank. Read accepts each line as it is, and ignores blank ones.
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

// answerForm returns the form for a short answer: a line with the answer, or a blank.
func answerForm(blank, answer string) []string {
	if answer == "" {
		return []string{blank}
	}
	return strings.Split(answer, "\n")
}
