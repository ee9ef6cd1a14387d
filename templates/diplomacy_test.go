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

// openGame are the letters of a year and a half of open Diplomacy in which everything happens once: retreats, a unit that
// has nowhere to go, builds, removals, a silent player, a draw.
var openGame = []map[adjudicator.Seat]string{
	{"France": "A Mar-Bur\nA Par-Pic", "Germany": "A Mun-Ruh\nA Ber-Mun", "Austria": "A Vie-Tyr", "Italy": "VOTE DRAW"},
	{"France": "A Bur-Mun\nA Pic-Bel", "Germany": "A Ruh S A Bur-Mun", "Italy": "A Ven-Tri\nA Rom-Ven", "Austria": "A Tyr S A Bur-Mun\nF Tri H"},
	{"Germany": "A Mun R Boh"},
	{"France": "Build A Par"},
	{"France": "A Mun-Boh", "Germany": "A Boh H R Vie"},
}

// Every letter of an open game can be written, for everybody, at every question.
func TestDiplomacyLetters(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	p := opening(t, deadman.Diplomacy, nil)
	letters, asked := openGame, map[string]bool{}
	for p.Phase() != "" && len(letters) > 0 {
		start, rec := saved(t, p), adjudicator.Record{}
		for open := true; open; {
			var table *adjudicator.Table
			p, table = played(t, deadman.Diplomacy, start, rec)
			for _, seat := range append([]adjudicator.Seat{adjudicator.GM, adjudicator.Observer}, deadman.Diplomacy.Seats...) {
				writeOpen(t, set, p, table, seat)
			}
			rec, open = table.Record(), table.Open() != nil
			for i, req := range table.Open() {
				asked[req.Kind] = true
				answer := ""
				if len(letters) > 0 {
					answer = p.View(req.Seat).Read(req.Kind, "", letters[0][req.Seat]).Answer
				}
				rec.Asked[len(rec.Asked)-1].Answers[i] = cmp.Or(answer, req.Default)
			}
			if open && len(letters) > 0 {
				letters = letters[1:]
			}
		}
	}
	if !asked["retreats"] || !asked["adjustments"] {
		t.Errorf("there were only questions for %v", asked)
	}
}

func writeOpen(t *testing.T, set *templates.Set, p adjudicator.Position, table *adjudicator.Table, seat adjudicator.Seat) {
	t.Helper()
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	page := templates.Page{Game: "g1", Rules: "diplomacy", Title: "Diplomacy", Phase: p.Phase(), Seat: string(seat), Now: now, Deadline: now.Add(time.Hour),
		Desk: seat == adjudicator.GM, Over: p.Phase() == "", View: p.View(seat), First: p.Phase() == "Spring 1901"}
	for _, told := range table.News() {
		if told.To.Has(seat) {
			page.Events = append(page.Events, told.Event)
		}
	}
	for _, req := range table.Open() {
		if req.Seat == seat {
			page.Ask = &templates.Ask{Kind: req.Kind, Number: 1}
		}
	}
	for _, kind := range []string{"turn", "state"} {
		words, err := set.Letter(kind, page)
		if err != nil {
			t.Fatalf("%s, %s: %v", seat, page.Phase, err)
		}
		tidy(t, string(seat)+", "+page.Phase, words.Text)
		if strings.Contains(words.Text, "espionage") {
			t.Errorf("%s is told of Deadman's own:\n%s", seat, words.Text)
		}
	}
}
