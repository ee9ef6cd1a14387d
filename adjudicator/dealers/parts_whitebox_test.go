package dealers

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/parser"
)

// Each line on file, and each line of the order form, is one part when it is read again. If nothing in a letter was
// taken and the file is unchanged, no part counts as filed.
func TestParts(t *testing.T) {
	for _, section := range adjudicatortest.Cases(t, "testdata/orders.txt") {
		a := asking(t, section)
		if _, ok := a.view.(View); !ok {
			continue
		}
		for line := range strings.Lines(section) {
			letter, _, ok := strings.Cut(line, "###")
			if !ok {
				continue
			}
			letter = strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n")
			r := a.view.Read(a.kind, a.old, letter)
			a.wholly(t, r.Answer)
			a.wholly(t, strings.Join(r.Form, "\n"))
			for _, p := range r.Parts {
				for quote := range strings.SplitSeq(p.Quote, " / ") { // of two lines for one thing
					if !strings.Contains(words(parser.Plain(letter)), words(quote)) {
						t.Errorf("%q is no part of %q", quote, letter)
					}
				}
			}
			untouched := a.view.Read(a.kind, "", letter)
			if untouched.Answer == "" && untouched.Has(adjudicator.Filed) && !strings.Contains(letter, noOrders) {
				t.Errorf("%q leaves nothing on file, and has the parts %q", letter, untouched.Parts)
			}
		}
	}
}

// words returns the words of a text, without the commas that join lines.
func words(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, ",", "")), " ")
}

// wholly checks that each line of a text is on file, and that no part is anything else.
func (a asker) wholly(t *testing.T, text string) {
	t.Helper()
	r := a.view.Read(a.kind, "", text)
	if slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool { return !filed(p) }) {
		t.Errorf("%s: %q has the parts %q", a.kind, text, r.Parts)
	}
	if lines := strings.Count(text, "\n") + 1; text != "" && r.Answer == text && len(r.Parts) != lines {
		t.Errorf("%s: %q has %d lines and the parts %q", a.kind, text, lines, r.Parts)
	}
}
