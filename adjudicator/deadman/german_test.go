package deadman_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/templates"

	"deaddrop/adjudicator/adjudicatortest"
)

var (
	// english are words that no German sentence has, and which hardly a sentence of ours does without.
	english = regexp.MustCompile(`\b(?:the|you|your|is|are|not|and|of|for|what|which|that|it|with|have|has|there|this|no|to|from|or|unit|units|order|orders|place|peek)\b`)
	cited   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// Players who want German get every fault and note about the lines of testdata/orders.txt in German. Quotations stay
// as they are.
func TestFaultsInGerman(t *testing.T) {
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, file := range []string{"testdata/orders.txt", "testdata/german.txt"} {
		for _, body := range adjudicatortest.Cases(t, file) {
			asker := asking(t, body)
			for line := range strings.Lines(body) {
				letter, _, ok := strings.Cut(line, "###")
				if !ok {
					continue
				}
				r := asker.view.Read(asker.kind, "", strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"))
				for _, f := range r.Faults() {
					said[f.Text] = letter
				}
				for _, s := range slices.Concat(r.Notes, r.Missing) {
					said[s] = letter
				}
			}
		}
	}
	if len(said) < 100 {
		t.Fatalf("only %d things are said", len(said))
	}
	left := 0
	for text, letter := range said {
		w, err := words.Letter("receipt", templates.Page{Language: "de", Rules: "deadman", Game: "d", Title: "Deadman", Seat: "France", Receipt: &templates.Receipt{Notes: []string{text}}})
		if err != nil {
			t.Fatal(err)
		}
		_, note, _ := strings.Cut(w.Text, "HINWEIS\n")
		note, _, _ = strings.Cut(note, "\n\n")
		note = strings.Join(strings.Fields(note), " ")
		if in := english.FindString(cited.ReplaceAllString(note, "")); in != "" {
			left++
			t.Errorf("%q in: %s\n\tto %s", in, note, letter)
		}
	}
	t.Logf("%d of %d stay in English", left, len(said))
}
