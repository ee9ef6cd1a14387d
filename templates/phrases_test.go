package templates_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

const phrases = `# what the program says
Spring {1}
  Frühjahr {1}
{1} has no order.
  {1} hat keinen Befehl.
A note.
  Ein Hinweis.
The deadline of {1} was moved, from {2} to {3}.
  Von {2} auf {3} verlegt: {1}.
The deadline of {1} was moved, from {2} to nowhere.
  Verschwunden: {1}.
One. Two.
  Eins und zwei.
`

// Sentences that the program puts into a page are in the page's language, people's own words are not translated, and
// sentences without a translation are in English.
func TestPhrases(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"xx/phrases.txt": {Data: []byte(phrases)}, "xx/own.tmpl": {Data: []byte(`
{{define "date"}}Monday, 2. January, 15:04{{end}}
{{define "months"}}Januar Februar März April Mai Juni Juli August September Oktober November Dezember{{end}}
{{define "weekdays"}}Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag{{end}}
{{define "count hour"}}{{.}} {{if eq . 1}}Stunde{{else}}Stunden{{end}}{{end}}
{{define "left hours"}}noch {{count . "hour"}}{{end}}
{{define "letter notice"}}{{.Phase}}; {{say "Spring 1905"}}; {{date .Deadline}}; {{left .Now .Deadline}}; {{count 2 "army"}}
{{.Notice}}
{{range .Ask.Missing}}{{.}}
{{end}}{{range .Receipt.Faults}}{{.Line}}: {{.Text}}
{{end}}{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2030, 3, 5, 12, 0, 0, 0, time.UTC)
	missing := []string{"A Mar has no order. A Par has no order.", "A note. Nothing known.\nA note."}
	page := templates.Page{Language: "xx", Game: "d1", Rules: "deadman", Title: "Deadman", Seat: "France", Phase: "Spring 1901", Now: now, Deadline: now.Add(50 * time.Hour),
		Notice:  "The deadline of Spring 1901 was moved, from Tue 8 Jan 12:00 to nowhere. The deadline of Fall 1901 was moved, from here. To there. One. Two. The deadline of Fall was moved, from a to b.",
		Ask:     &templates.Ask{Kind: "orders", Missing: missing},
		Receipt: &templates.Receipt{Faults: []adjudicator.Fault{{Line: "A note.", Text: "A note."}}}}
	words, err := set.Letter("notice", page)
	if err != nil {
		t.Fatal(err)
	}
	const want = `
Frühjahr 1901; Frühjahr 1905; Donnerstag, 7. März, 14:00; noch 50 Stunden; 2 armys
Verschwunden: Frühjahr 1901. The deadline of Fall 1901 was moved, from here. To there. Eins und zwei. Von a auf b verlegt: Fall.
A Mar hat keinen Befehl. A Par hat keinen Befehl.
Ein Hinweis. Nothing known.
Ein Hinweis.
A note.: Ein Hinweis.
`
	if !strings.HasSuffix(words.Text, want) {
		t.Errorf("it reads\n%s", words.Text)
	}
	if !strings.Contains(words.HTML, `<html lang="xx">`) {
		t.Errorf("the HTML does not say what language it is in:\n%s", words.HTML)
	}
	if missing[0] != "A Mar has no order. A Par has no order." || page.Receipt.Faults[0].Text != "A note." {
		t.Error("what the page shares with its maker was changed")
	}
}

// Faults in phrases are reported with their line.
func TestWrongPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"A\n  B\nC\nD\n  E\n":  "xx/phrases.txt:3: a sentence without a translation below it",
		"A\n":                  "xx/phrases.txt:1: a sentence without",
		"\n  A\n":              "xx/phrases.txt:2: a translation without an English sentence",
		"A {1}\n  B {2}\n":     "xx/phrases.txt:2: there is no {2}",
		"A {1}{2}.\n  B {2}\n": "xx/phrases.txt:2: two gaps stand side by side",
	} {
		_, err := templates.New(fstest.MapFS{"xx/phrases.txt": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, and not %s", text, err, want)
		}
	}
}
