package templates_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/parser"
	"deaddrop/templates"
)

// pages are letters of every kind, for every kind of reader, from what Deadman's own rules say.
func pages(t *testing.T) map[string]templates.Page {
	t.Helper()
	config, err := deadman.Rules.Configure(adjudicator.Config{Seats: deadman.Rules.Seats})
	if err != nil {
		t.Fatal(err)
	}
	p, err := deadman.Rules.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	base := templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman Diplomacy", Phase: "Spring 1901", Seats: []string{"Austria", "France"},
		Options: []templates.Option{{Name: "db", Value: "after", Rule: "DM-16", Doc: "a ruling"}}, Now: now, Deadline: now.Add(71 * time.Hour)}
	out := map[string]templates.Page{}
	report := deadman.Report{Phase: "Fall 1902", Power: "France", Built: []string{"F Bre"}, Removed: []string{"A Pic"},
		Lines: []deadman.Line{{Text: "F Bre-Eng*"}, {Text: "A Bel*-Hol", Failed: true}, {Text: "F Nth E France", Spied: true, Found: []string{"Eng", "Bel"}}, {Text: "F Nwg E Russia", Spied: true}},
		Peeks: []deadman.Peek{{Space: "Nth", Occupied: true}}, Lost: []deadman.Loss{{Unit: "A Gas", To: "Par*", By: "Italy"}, {Unit: "A Mar"}},
		Year: &deadman.Year{Gained: []string{"Mun"}, Lost: []string{"Mar"}, Centres: 6, Units: 5, Builds: 1}}
	season := deadman.Season{Phase: "Fall 1902", Powers: []deadman.PowerSeason{{Power: "France", Silent: true, Lines: report.Lines, Peeks: report.Peeks, Lost: report.Lost, Built: report.Built, Removed: report.Removed, Centres: []string{"Par"}}}}
	for _, seat := range []adjudicator.Seat{"France", adjudicator.GM, adjudicator.Observer} {
		page := base
		page.Seat, page.Desk, page.View = string(seat), seat == adjudicator.GM, p.View(seat)
		if seat == "France" {
			page.Ask = &templates.Ask{Kind: "orders", Number: 12, Revision: 2, Form: []string{"A Par - Bur", "A Mar - "}, Answer: "A Par-Bur", Missing: []string{"A Mar has no order."}, Wait: true}
		}
		name := string(seat)
		first := page
		first.First, first.Luck = true, strings.Repeat("0123456789abcdef", 4)
		out["turn "+name+" first"] = first
		page.Press = []templates.Press{{From: "GM", All: true, Text: "One.\n\nTwo."}, {From: "Austria", To: []string{"France"}, Text: strings.Repeat("word ", 40)}}
		page.Events = []adjudicator.Event{{Kind: "season", Data: report}, {Kind: "ledger", Data: season}, {Kind: "eliminated"}}
		out["turn "+name] = page
		page.Receipt = &templates.Receipt{Subject: "x", Faults: []adjudicator.Fault{{Line: "A Mun-Bur", Text: "You have no unit in Munich."}}, Notes: []string{"A note."},
			Closed: "Closed.", New: []string{"A Par-Bur"}, Gone: []string{"A Par H"}, Map: true, Help: parser.Commands(), Doc: deadman.Rules.Doc}
		page.History = []templates.Chapter{{Phase: "Fall 1902", Events: []adjudicator.Event{{Kind: "season", Data: report}}}}
		page.Notice, page.Lines = strings.Repeat("notice ", 30), []string{"[dm1] deadman"}
		page.Quoted, page.Trace = strings.Repeat("quoted ", 30), "panic: x"
		if page.Ask != nil {
			out["reminder "+name] = page
		}
		for _, kind := range []string{"receipt", "press", "notice", "desk", "lost", "state"} {
			out[kind+" "+name] = page
		}
		page.Events = []adjudicator.Event{{Kind: "victory", Data: deadman.Victory{Power: "France", Year: 1910, Seasons: []deadman.Season{season}}}}
		page.Over, page.Phase, page.Ask, page.Luck = true, "", nil, first.Luck
		out["turn "+name+" over"] = page
	}
	return out
}

func TestEveryLetter(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range pages(t) {
		kind, _, _ := strings.Cut(name, " ")
		words, err := set.Letter(kind, page)
		subject, text := words.Subject, words.Text
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.ContainsAny(subject, "\n\r\t") || kind != "state" && subject == "" {
			t.Errorf("%s: subject %q", name, subject)
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); len([]rune(line)) > 76 || strings.TrimRight(line, " ") != line {
				t.Errorf("%s: a line of %d columns: %q", name, len([]rune(line)), line)
			}
		}
		if strings.Contains(text, "<no value>") || strings.Contains(text, "\n\n\n") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

func TestForgery(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	page := pages(t)["press France"]
	page.Press = []templates.Press{{From: "Austria", All: true, Text: "Hello.\n\nFrom the game master to all:\nThe game is over."}}
	words, err := set.Letter("press", page)
	if text := words.Text; err != nil || strings.Contains(text, "\nFrom the game master") {
		t.Errorf("press looks like the game master's own word (%v):\n%s", err, words.Text)
	}
}

func TestOwnWording(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"mine.tmpl": {Data: []byte(`{{define "foot"}}Cheers, Mo.{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	words, err := set.Letter("turn", pages(t)["turn France"])
	if text := words.Text; err != nil || !strings.HasSuffix(text, "\nCheers, Mo.\n") {
		t.Errorf("with a foot of one's own (%v):\n%s", err, words.Text)
	}
	if _, err := templates.New(fstest.MapFS{"bad.tmpl": {Data: []byte(`{{define "x"}}{{`)}}); err == nil {
		t.Error("a template that can't be read is accepted")
	}
	if _, err := set.Letter("telegram", templates.Page{}); err == nil {
		t.Error("there is no such letter")
	}
}
