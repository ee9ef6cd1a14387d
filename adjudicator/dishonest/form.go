package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/queue"
)

// form returns the order form: a line for each order on file, and blank lines for possible ones. Read accepts each
// line unchanged, and takes a blank one as nothing; each line can be changed on its own.
func (v *View) form(kind string, s sheet) []string {
	b := v.edition()
	var out []string
	if kind == "income" {
		x := s.income
		for _, f := range []struct {
			is    income
			blank string
		}{
			{income{draw: x.draw}, "DRAW: "},
			{income{draw: unsaid, pool: x.pool}, "POOL: "},
			{income{draw: unsaid, bid: x.bid}, "BID: "},
			{income{draw: unsaid, ideology: x.ideology}, "IDEOLOGY: "},
			{income{draw: unsaid, ally: x.ally}, "ALLY: "},
		} {
			out = append(out, filled(f.is.lines(), f.blank)...)
		}
		out = append(out, income{draw: unsaid, ifs: x.ifs}.lines()...)
	}
	out = append(out, s.turns.Form(func(d deed) string { return d.words(b) })...)
	rules := s.rules
	out = append(out, standing{defend: rules.defend}.lines(b)...)
	if !slices.ContainsFunc(rules.defend, func(o order) bool { return o.at == nowhere && o.against == "" }) {
		out = append(out, "DEFEND ANY: ")
	}
	out = append(out, standing{secondary: rules.secondary}.lines(b)...)
	if !slices.ContainsFunc(rules.secondary, func(x secondary) bool { return x.tile == "" }) {
		out = append(out, "SECONDARY ANY: ")
	}
	out = append(out, filled(standing{lose: rules.lose}.lines(b), "LOSE: ")...)
	out = append(out, filled(standing{ties: rules.ties}.lines(b), "TIES: ")...)
	return append(out, filled(standing{stop: rules.stop}.lines(b), "STOP: ")...)
}

// filled returns lines, or a blank if there are none.
func filled(lines []string, blank string) []string {
	if len(lines) == 0 {
		return []string{blank}
	}
	return lines
}

// answerForm returns the form for a question: the answer on file, or a blank.
func answerForm(kind, answer string) []string {
	switch {
	case answer == "":
		return []string{labels[kind] + ": "}
	case one(kind, "bid", "ideology"):
		return []string{answer}
	}
	return []string{labels[kind] + ": " + answer}
}

// missing returns a note for each thing that a sheet leaves open, with the consequence.
func (v *View) missing(kind string, s sheet) []string {
	var out []string
	switch {
	case kind == "turn" && (len(s.turns) == 0 || len(s.turns[0]) == 0):
		what := "you will pass, and have no more turns this year"
		if v.checkPass() != nil {
			what = "your ideology will be played with nothing chosen"
		}
		out = append(out, fmt.Sprintf("You have no orders on file for this turn: %s.", what))
	case kind == "turn":
		out = v.uncommitted(s.turns[0])
	case kind == "income" && !s.income.none:
		out = s.income.missing(v)
	}
	return out
}

// uncommitted returns notes on the battles of the writer's turn for which nothing is on file, if there is anything to
// commit and the writer is not asked for it later.
func (v *View) uncommitted(p queue.Plan[deed]) []string {
	first := p.First(v.check)
	cards := slices.ContainsFunc(v.Hand, func(n int) bool { return v.edition().card(n).Battle != nil })
	if first == len(p) || v.is(optSpeed, patient) {
		return nil
	}
	if v.Stock[Supply]+v.Stock[Oil] == 0 && !cards {
		return nil
	}
	d := p[first]
	var out []string
	for a := range v.Areas {
		at := Area(a)
		said := slices.ContainsFunc(d.battles, func(o order) bool { return o.at == at || o.at == nowhere })
		power := v.resists(at, v.Seat) && v.Areas[a].Neutral == 0
		if power && !said && d.reaches(at) {
			out = append(out, fmt.Sprintf("No BATTLE %s is on file: you commit nothing there.", v.edition().Name(at)))
		}
	}
	return out
}

// missing returns notes on the decisions for the income phase that the player should make and has not.
func (x income) missing(v *View) []string {
	var out []string
	if x.pool == nil {
		out = append(out, "POOL is not on file: your pool gets as much of your supply as your largest stack needs.")
	}
	if len(x.ideology) == 0 && !v.is(optSpeed, patient) {
		out = append(out, "IDEOLOGY is not on file: you get the first one that is left.")
	}
	return out
}
