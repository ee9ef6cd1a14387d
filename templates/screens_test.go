package templates_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/templates"
)

// busy are the letters of a year in which France comes to five units, spies, peeks, is found, fails and takes a centre.
var busy = []map[adjudicator.Seat]string{
	{"France": "A Mar-Spa\nA Par-Bur\nF Bre-MAO", "Germany": "A Mun-Ruh\nA Ber-Mun\nF Kie-Hol", "England": "F Lon-Eng"},
	{"France": "A Spa H\nA Bur-Bel\nF MAO-Por", "Germany": "F Hol H\nA Ruh H"},
	{"France": "Build A Par\nBuild A Mar\nA Par-Bur\nA Mar H\nA Bel E Germany\nA Spa H\nF Por-MAO\nPAS-Mun", "Germany": "F Hol-Bel\nA Ruh E France"},
	{"France": "A Bel-Hol\nA Bur S A Bel-Hol\nA Mar-Pie\nA Spa-Gas\nF MAO E England\nPAS-Ruh", "Germany": "A Ruh-Bel\nF Hol E France\nA Mun-Bur", "England": "F Eng E France"},
}

// A letter of Deadman to a power with five units fits on two screens of 24 lines, order form included.
func TestTwoScreens(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	p := opening(t, deadman.Rules, nil)
	longest := 0
	for _, letters := range busy {
		start, rec := saved(t, p), adjudicator.Record{}
		var told []adjudicator.Event
		for range 2 {
			var table *adjudicator.Table
			p, table = played(t, deadman.Rules, start, rec)
			told = nil
			for _, e := range table.News() {
				if e.To.Has("France") {
					told = append(told, e.Event)
				}
			}
			if rec = table.Record(); len(rec.Asked) == 1 {
				for i, req := range table.Open() {
					rec.Asked[0].Answers[i] = cmp.Or(p.View(req.Seat).Read(req.Kind, "", letters[req.Seat]).Answer, req.Default)
				}
			}
		}
		text := turnOf(t, set, p, told)
		if lines := strings.Count(text, "\n"); lines > 48 {
			t.Errorf("a letter of %d lines:\n%s", lines, text)
		} else if lines > longest {
			longest = lines
		}
		if units := len(p.View("France").(deadman.View).Units); strings.Contains(text, "Spring 1903") && units != 5 {
			t.Errorf("it is to have five units, and not %d:\n%s", units, text)
		}
	}
	if longest < 40 {
		t.Errorf("the longest letter has but %d lines: this year tests nothing", longest)
	}
}

func turnOf(t *testing.T, set *templates.Set, p adjudicator.Position, told []adjudicator.Event) string {
	t.Helper()
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	view := p.View("France")
	read := view.Read("orders", "", "")
	page := templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman Diplomacy", Seat: "France", Phase: p.Phase(), Now: now, Deadline: now.Add(72 * time.Hour), Grace: now.Add(80 * time.Hour),
		View: view, Events: told, Early: true, Reply: "gm@deaddrop.example.org", Ask: &templates.Ask{Kind: "orders", Number: 12, Form: read.Form, Missing: read.Missing}}
	words, err := set.Letter("turn", page)
	if err != nil {
		t.Fatal(err)
	}
	return words.Text
}
