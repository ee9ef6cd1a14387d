package parser_test

import (
	"slices"
	"testing"

	"deaddrop/parser"
)

// HTML that a mail program has left in a plain text is no part of an order, and hides none.
func TestMarkup(t *testing.T) {
	for text, want := range map[string][]string{
		"Hi&nbsp;GM,<br><br>Bre -&gt; Eng<br>Par &amp; Bur hold<br/>":      {"Hi GM,", "Bre -> Eng", "Par & Bur hold"},
		"<div>Turkey:</div><div>Bul -&gt; Gre</div><div><br></div>":        {"Turkey:", "Bul -> Gre"},
		"<p class=\"x\">A Mun-Tyr</p><p>M&uuml;nchen &#45; <b>Tyr</b></p>": {"A Mun-Tyr", "München - Tyr"},
		"A Mun < A Ber & F Kie > 3":                                        {"A Mun < A Ber & F Kie > 3"},
		"A&M hold; R&copy":                                                 {"A&M hold; R&copy"},
	} {
		if got := parser.Read("", text).Lines; !slices.Equal(slices.DeleteFunc(got, func(l string) bool { return l == "" }), want) {
			t.Errorf("%q has the lines %q, and not %q", text, got, want)
		}
	}
}
