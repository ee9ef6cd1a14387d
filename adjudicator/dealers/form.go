package dealers

import (
	"slices"
)

// form is the order form: a line for each thing that is on file, and blanks for what may be. Read takes each line back
// as it is, and a blank one for nothing; each line can be changed alone.
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

// filled are lines, or a blank if there are none.
func filled(lines []string, blank string) []string {
	if len(lines) == 0 {
		return []string{blank}
	}
	return lines
}

// labels are what a form has before an answer, by kind.
var labels = map[string]string{"draft": "TAKE", "more": "MORE", "defence": "DEFEND", "final": "FINAL",
	"winter": "WINTER"}

// answerForm is the form of a question: what is on file, or a blank.
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

// missing says what a sheet leaves open, and what comes of that.
func (v *View) missing(kind string, s sheet) []string {
	if kind == "turn" && (len(s.turns) == 0 || len(s.turns[0]) == 0) {
		return []string{"You have no orders for this turn on file: you pass."}
	}
	return nil
}
