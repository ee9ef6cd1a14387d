package dealers

import (
	"slices"
)

// form returns the order form: a line for each order on file, and blank lines for possible ones. Read accepts each
// line unchanged, and takes a blank one as nothing; each line can be changed on its own.
func (v *View) form(s sheet) []string {
	m := v.on()
	var out []string
	out = append(out, s.turns.Form(func(d deed) string { return d.words(m) })...)
	rules := s.rules
	out = append(out, standing{defend: rules.defend}.lines(m)...)
	if !slices.ContainsFunc(rules.defend, func(d defence) bool { return d.at == nowhere && d.against == "" }) {
		out = append(out, "DEFEND ANY: ")
	}
	out = append(out, filled(standing{winter: rules.winter}.lines(m), "WINTER: ")...)
	return append(out, filled(standing{stop: rules.stop}.lines(m), "STOP: ")...)
}

// filled returns lines, or a blank if there are none.
func filled(lines []string, blank string) []string {
	if len(lines) == 0 {
		return []string{blank}
	}
	return lines
}

// labels has the labels of answers on a form, by the kind of question.
var labels = map[string]string{"draft": "TAKE", "more": "MORE", "defence": "DEFEND", "final": "FINAL",
	"winter": "WINTER"}

// answerForm returns the form for a question: the answer on file, or a blank.
func answerForm(kind string, lines []string) []string {
	out := labels[kind] + ": "
	for i, l := range lines {
		if i > 0 {
			out += "; "
		}
		out += l
	}
	return []string{out}
}

// missing returns a note for each thing that a sheet leaves open, with the consequence.
func (v *View) missing(kind string, s sheet) []string {
	if kind == "turn" && (len(s.turns) == 0 || len(s.turns[0]) == 0) {
		return []string{"You have no orders on file for this turn: you will pass."}
	}
	return nil
}
