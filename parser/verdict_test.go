package parser_test

import (
	"slices"
	"testing"

	"deaddrop/parser"
)

func TestPlainVerdict(t *testing.T) {
	for _, test := range []struct {
		line    string
		want    parser.Verdict
		numbers []int
	}{
		{"YES", parser.Yes, nil},
		{"Yes please!", parser.Yes, nil},
		{"yes, that's right, thanks", parser.Yes, nil},
		{"Ja, bitte.", parser.Yes, nil},
		{"yes 2", parser.Yes, []int{2}},
		{"YES #1 and 3", parser.Yes, []int{1, 3}},
		{"Yes to number 1.", parser.Yes, []int{1}},
		{"Yes, that’s right", parser.Yes, nil},
		{"Yes, nr. 2", parser.Yes, []int{2}},
		{"No thanks", parser.No, nil},
		{"Nein", parser.No, nil},
		{"yes, but to Denmark", "", nil},
		{"Yes, only if Bob agrees", "", nil},
		{"Yes?", "", nil},
		{"yes not", "", nil},
		{"Is that a yes", "", nil},
		{"Yes -1", "", nil},
		{"Thanks", "", nil},
		{"", "", nil},
	} {
		v, numbers := parser.PlainVerdict(test.line)
		if v != test.want || v != "" && !slices.Equal(numbers, test.numbers) {
			t.Errorf("%q is %q %v, want %q %v", test.line, v, numbers, test.want, test.numbers)
		}
	}
}

func TestAsksToWait(t *testing.T) {
	for words, want := range map[string]bool{
		"Wait please":                         true,
		"Hang on, I am still thinking":        true,
		"please wait for me till tomorrow":    true,
		"GM: hold on, I have to ask Bob":      true,
		"ok, hold the turn please":            true,
		"Please don't run the turn yet":       true,
		"Please don’t run the turn yet":       true,
		"Yes, please wait":                    true,
		"No! Hold on":                         true,
		"Stop, wait a moment":                 true,
		"just a moment please":                true,
		"Wait, I meant the other one":         false,
		"No wait, make that Cappadocia":       false,
		"I can't wait to see this":            false,
		"Let us wait and see":                 false,
		"Wait and see what Italy does":        false,
		"Hold on to Belgium whatever happens": false,
		"Waiting for your answer":             false,
		"Thanks":                              false,
	} {
		if parser.AsksToWait(words) != want {
			t.Errorf("%q asks to wait: %t", words, !want)
		}
	}
}
