package parser_test

import (
	"slices"
	"testing"

	"deaddrop/parser"
)

// TRY stands on a line of its own, or above a colon or in capitals before orders; SUPPOSE and WHY stand in capitals or
// above a colon. Otherwise these are words of prose.
func TestHypotheses(t *testing.T) {
	for text, want := range map[string]string{
		"TRY\nA Mun-Bur":                    "TRY| A Mun-Bur",
		"try\nA Mun-Bur":                    "TRY| A Mun-Bur",
		"TRY: A Mun-Bur":                    "TRY| A Mun-Bur",
		"Try: A Mun-Bur":                    "TRY| A Mun-Bur",
		"Probe:\nA Mun-Bur":                 "TRY| A Mun-Bur",
		"PROBE\nA Mun-Bur":                  "TRY| A Mun-Bur",
		"A Mun-Bur\nI'll\ntry.":             " A Mun-Bur I'll try.",
		"Try A Mun-Bur again":               " Try A Mun-Bur again",
		"SUPPOSE A Mun-Bur":                 "SUPPOSE|A Mun-Bur",
		"ANNAHME Deutschland: A Mun-Bur":    "SUPPOSE|Deutschland: A Mun-Bur",
		"Suppose: A Mun-Bur":                "SUPPOSE|A Mun-Bur",
		"Suppose Germany attacks me?":       " Suppose Germany attacks me?",
		"WHY A Mun-Bur?":                    "WHY|A Mun-Bur",
		"WARUM MUN":                         "WHY|MUN",
		"why did you do that":               " why did you do that",
		"WHY":                               "WHY|",
		"We probe the border.\nWhy not try": " We probe the border. Why not try",
	} {
		l := parser.Read("", text)
		got := ""
		for _, c := range l.Commands {
			got += c.Name + "|" + c.Args
		}
		for _, line := range l.Lines {
			got += " " + line
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	l := parser.Read("", "TRY\nA Mun-Bur\nSUPPOSE A Par-Bur\nSUPPOSE A Gas H")
	if !l.Tries() || !slices.Equal(l.Supposed(), []string{"A Par-Bur", "A Gas H"}) {
		t.Errorf("tries %v, supposes %q", l.Tries(), l.Supposed())
	}
}
