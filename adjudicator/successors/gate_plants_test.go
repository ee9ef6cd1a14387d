package successors_test

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm/gate"
)

type (
	tap    = gate.Tap[successors.Truth, successors.View]
	played = gate.Played[successors.Truth]
)

// hints puts words into every player's view, which are printed.
func hints(of func(k successors.Truth, v successors.View) []string) func(*gate.Gate) {
	return tap{Words: hintWords, View: func(k successors.Truth, v successors.View) adjudicator.View { return nosy{View: v, Hints: of(k, v)} }}.Into
}

const hintWords = `{{define "successors own"}}{{if .Seat}}
{{range .Hints}}  {{.}}
{{end}}{{end}}{{end}}`

// reading reads orders with everybody's cards in sight.
func reading(read func(k successors.Truth, v successors.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{View: func(k successors.Truth, v successors.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(k, v, kind, old, text) }}
	}}.Into
}

// telling tells more when a phase is over.
func telling(then func(*adjudicator.Table, played)) func(*gate.Gate) { return tap{Then: then}.Into }

// playing plays otherwise.
func playing(play func(adjudicator.Position, *adjudicator.Table)) func(*gate.Gate) {
	return tap{Play: play}.Into
}

// holds returns how many chits of some numbers others than the watcher have in hand.
func holds(k successors.Truth, numbers ...int) int {
	n := 0
	for _, s := range k.Secrets {
		for _, chit := range s.Hand {
			if s.Seat != watcher && slices.Contains(numbers, chit) {
				n++
			}
		}
	}
	return n
}

func secretOf(k successors.Truth, seat string) successors.Secret {
	i := slices.IndexFunc(k.Secrets, func(s successors.Secret) bool { return s.Seat == seat })
	if i < 0 {
		return successors.Secret{}
	}
	return k.Secrets[i]
}

// filed returns the lines of an answer that begin so.
func filed(answer string, begins func(string) bool) []string {
	var out []string
	for line := range strings.SplitSeq(answer, "\n") {
		if begins(line) {
			out = append(out, line)
		}
	}
	return out
}
