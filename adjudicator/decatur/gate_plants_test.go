package decatur_test

import (
	"encoding/json"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/gm/gate"
)

type (
	tap    = gate.Tap[decatur.Truth, decatur.View]
	played = gate.Played[decatur.Truth]
)

// hints puts words into every player's view, which are printed.
func hints(of func(k decatur.Truth, v decatur.View) []string) func(*gate.Gate) {
	return tap{Words: hintWords, View: func(k decatur.Truth, v decatur.View) adjudicator.View { return nosy{View: v, Hints: of(k, v)} }}.Into
}

const hintWords = `{{define "decatur ask round"}}{{range .View.Hints}}  {{.}}
{{end}}{{end}}`

// reading reads orders with everybody's cards in sight.
func reading(read func(k decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{View: func(k decatur.Truth, v decatur.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(k, v, kind, old, text) }}
	}}.Into
}

// telling tells more when a phase is over.
func telling(then func(*adjudicator.Table, played)) func(*gate.Gate) { return tap{Then: then}.Into }

// playing plays otherwise.
func playing(play func(adjudicator.Position, *adjudicator.Table)) func(*gate.Gate) {
	return tap{Play: play}.Into
}

// takeovers returns the takeovers of a phase.
func takeovers(news []adjudicator.EventRecord) []told {
	var out []told
	for _, e := range news {
		var d told
		if err := json.Unmarshal(e.Data, &d); err == nil && e.Kind == "takeover" {
			out = append(out, d)
		}
	}
	return out
}

// holds returns how many cards of a kind others than the watcher have in hand.
func holds(k decatur.Truth, kind decatur.Commonwealth) int {
	n := 0
	for _, s := range k.Secrets {
		for _, card := range s.Hand {
			if s.Seat != watcher && card == kind {
				n++
			}
		}
	}
	return n
}

func secretOf(k decatur.Truth, seat string) decatur.Secret {
	i := slices.IndexFunc(k.Secrets, func(s decatur.Secret) bool { return s.Seat == seat })
	if i < 0 {
		return decatur.Secret{}
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
