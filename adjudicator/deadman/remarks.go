package deadman

import (
	"fmt"
	"slices"
	"strings"
)

// What is said of a whole letter, when all of it was read.

// remark says what a letter has come to where its author may expect something else: his form may stand above
// his own words or below them, and a list of retreats outlives the order that it came with.
func (r *reader) remark() {
	for _, o := range r.orders {
		unit := r.Province(o.at)
		if r.several[unit] {
			r.notes = append(r.notes, fmt.Sprintf("There are several orders for %s %s; this one counts: %s%s.", o.unit, r.Abbr(o.at), o.text(""), o.retreats()))
		}
		if o.hasList() && (r.asks[unit] || r.outlives(o)) {
			r.notes = append(r.notes, fmt.Sprintf("%s keeps its list of retreats,%s; R NONE takes it back.", o.text(""), o.retreats()))
		}
	}
	r.unfounded()
}

// outlives reports whether an order has its list of retreats from one of an earlier letter.
func (r *reader) outlives(o order) bool {
	unit := r.Province(o.at)
	old := r.before.of(unit)
	return old != nil && r.given[unit] != "" && !r.lists[unit] && old.hasList() && old.text("") != o.text("")
}

// unfounded tells of conditions that can't hold, since nothing on file looks at their space. What was said of a
// sheet once is not said of it again.
func (r *reader) unfounded() {
	said := r.View.blind(r.before)
	for _, c := range r.View.blind(r.sheet) {
		if slices.Contains(said, c) {
			continue
		}
		space := r.Abbr(c.at)
		why := fmt.Sprintf("No peek at %s is on file for this season", space)
		if r.Peeks == 0 {
			why = r.noPeeks()
		}
		r.notes = append(r.notes, fmt.Sprintf("%s%s, so %q can't hold.", strings.ToUpper(why[:1]), why[1:], c.String()))
	}
}

// blind are the conditions of a sheet on what a peek will have shown that is not on it, each once.
func (v View) blind(s sheet) []condition {
	peeks := v.withStanding(s).peeks
	var out []condition
	for _, a := range s.next {
		if a.guard == "" {
			continue
		}
		for _, c := range conditionsOf(a.guard) {
			c.not = false
			if c.kind == peeked && !slices.Contains(peeks, c.at) && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// noPeeks says why there are none now (DM-18, DM-20).
func (r *reader) noPeeks() string {
	if _, year := seasonAt(r.Phase); year <= 1901 {
		return "peeks begin in 1902"
	}
	return "you have no peek this season"
}
