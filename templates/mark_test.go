package templates_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// What failed is underlined: with underscores in plain text, with <u> in HTML. What people write can't be
// taken for it, nor for HTML.
func TestUnderlined(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"own.tmpl": {Data: []byte(`{{define "deadman failed"}}{{under .}} & done{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	page := templates.Page{Game: "d1", Rules: "deadman", Title: "Deadman Diplomacy", Seat: "France", Phase: "Fall 1902",
		Events: []adjudicator.Event{{Kind: "failed", Data: "A \uE001Mun-Bur"}},
		Press:  []templates.Press{{From: "Italy", All: true, Text: "_A Par-Bur_ <u>x</u>"}}}
	words, err := set.Letter("turn", page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n_A Mun-Bur_ & done\n", "\n| _A Par-Bur_ <u>x</u>\n"} {
		if !strings.Contains(words.Text, want) {
			t.Errorf("the text lacks %q:\n%s", want, words.Text)
		}
	}
	for _, want := range []string{"\n<u>A Mun-Bur</u> &amp; done\n", "\n| _A Par-Bur_ &lt;u&gt;x&lt;/u&gt;\n"} {
		if !strings.Contains(words.HTML, want) {
			t.Errorf("the HTML lacks %q:\n%s", want, words.HTML)
		}
	}
}
