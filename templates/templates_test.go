package templates_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/parser"
	"deaddrop/templates"
)

// game returns a Deadman position in which France has much to see: what its spy and its peek found, two seasons long,
// and then a unit that must retreat. Also returned is what was told, by kind of event.
func game(t testing.TB) (adjudicator.Position, map[string]adjudicator.Event) {
	t.Helper()
	p := opening(t, deadman.Rules, map[string]string{"announce_nmr": "on", "civil_disorder": "1", "retreats": "mini"})
	told := map[string]adjudicator.Event{}
	for _, letters := range []map[adjudicator.Seat]string{
		{"France": "A Mar-Bur\nA Par-Gas\nF Bre H", "Germany": "A Mun-Ruh\nA Ber-Mun"},
		{"France": "A Bur E Germany\nA Gas-Par", "Germany": "A Ruh E France"},
		{"France": "A Bur H\nPAS-Ruh\nBuild A Mar\nA Mar H", "Germany": "A Ruh E France"},
		{"France": "A Bur H\nPAS-Mun", "Germany": "A Ruh-Bur\nA Mun S A Ruh-Bur"},
	} {
		start, rec := saved(t, p), adjudicator.Record{}
		for range 2 {
			var table *adjudicator.Table
			p, table = played(t, deadman.Rules, start, rec)
			for _, e := range table.News() {
				if e.To.Has("France") || e.To.Has(adjudicator.GM) && told[e.Kind].Kind == "" {
					told[e.Kind] = e.Event
				}
			}
			if rec = table.Record(); len(rec.Asked) == 1 {
				for i, req := range table.Open() {
					rec.Asked[0].Answers[i] = cmp.Or(p.View(req.Seat).Read(req.Kind, "", letters[req.Seat]).Answer, req.Default)
				}
			}
		}
	}
	return p, told
}

// pages returns letters of every kind, for every kind of reader, from what Deadman's own rules say.
func pages(t testing.TB) map[string]templates.Page {
	t.Helper()
	p := opening(t, deadman.Rules, nil)
	later, told := game(t)
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	base := templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman Diplomacy", Phase: "Spring 1901", Seats: []string{"Austria", "France"},
		Options: []templates.Option{{Name: "db", Value: "after", Rule: "DM-16", Doc: "a ruling"}}, Now: now, Deadline: now.Add(71 * time.Hour)}
	out := map[string]templates.Page{}
	report, season := everything()
	var commands []templates.Command
	for _, u := range parser.Commands() {
		commands = append(commands, templates.Command{Usage: u, Like: "Spring 1901"})
	}
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
			Closed: "Closed.", New: []string{"A Par-Bur"}, Gone: []string{"A Par H"}, Map: true, Help: commands, Doc: "Your words, and ENDPRESS."}
		page.History = []templates.Chapter{{Phase: "Fall 1902", Events: []adjudicator.Event{{Kind: "season", Data: report}}}}
		page.Notice, page.Lines = strings.Repeat("notice ", 30), []string{"[dm1] deadman"}
		page.Quoted, page.Trace = strings.Repeat("quoted ", 30), "panic: x"
		if page.Ask != nil {
			out["reminder "+name] = page
		}
		for _, kind := range []string{"receipt", "press", "notice", "confirm", "desk", "lost", "failed", "anew", "history", "state"} {
			out[kind+" "+name] = page
		}
		later := later.View(seat)
		page.View, page.Phase = later, "Fall 1902"
		page.Events = []adjudicator.Event{told["season"], told["ledger"], told["nmr"], told["standby"],
			{Kind: "disorder", Data: told["standby"].Data}, {Kind: "disorders", Data: told["standby"].Data}, {Kind: "out", Data: deadman.Out{Power: "Italy"}},
			{Kind: "ahead", Data: deadman.Ahead{Phase: "Fall 1902", Faults: page.Receipt.Faults}}}
		if page.Ask != nil {
			page.Ask = &templates.Ask{Kind: "retreats", Number: 13, Missing: []string{"A Bur has no retreat: it will be removed."}}
		}
		out["turn "+name+" retreats"] = page
		for _, end := range []string{"victory", "drawn", "conceded"} {
			page.Events = []adjudicator.Event{{Kind: end, Data: deadman.End{Power: "France", Phase: "Fall 1910", Shared: []string{"France", "Italy"},
				Charts: []deadman.Chart{{Years: make([]int, 13), Rows: []deadman.Row{{Power: "Germany", Centres: make([]int, 13)}}}}, Seasons: []deadman.Season{season}}}}
			page.Over, page.Phase, page.Ask, page.Luck = true, "", nil, first.Luck
			out["turn "+name+" "+end] = page
		}
	}
	return out
}

// everything returns a season with all that can be in one.
func everything() (deadman.Report, deadman.Season) {
	r := deadman.Report{Phase: "Fall 1902", Power: "France", Silent: true, Limit: 3, Built: []string{"F Bre"}, Removed: []string{"A Pic"},
		Lines: []deadman.Line{{Text: "F Bre-Eng*"}, {Text: "A Bel*-Hol", Failed: true}, {Text: "F Nth-Espionage France", Spied: "France", Found: []string{"Eng", "Bel"}}, {Text: "F Nwg-Espionage Russia", Spied: "Russia"}},
		Peeks: []deadman.Peek{{Space: "Nth", Occupied: true}}, Lost: []deadman.Loss{{Unit: "A Gas", To: "Par*", By: "Italy"}, {Unit: "A Mar"}},
		Year: &deadman.Year{Gained: []string{"Mun"}, Lost: []string{"Mar"}, Centres: 6, Units: 5, Builds: 1}}
	part := deadman.PowerSeason{Power: "France", Silent: true, Vote: "Draw", Lines: slices.Clone(r.Lines), Peeks: r.Peeks, Lost: r.Lost, Built: r.Built, Removed: r.Removed, Centres: []string{"Par"}}
	part.Lines[0].SeenBy = []string{"England", "Germany", "Italy", "Russia", "Turkey", "Austria"}
	return r, deadman.Season{Phase: "Fall 1902", Powers: []deadman.PowerSeason{part, {Power: "Italy"}}}
}

func TestEveryLetter(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range pages(t) {
		kind, _, _ := strings.Cut(name, " ")
		words, err := set.Letter(kind, page)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.ContainsAny(words.Subject, "\n\r\t") || kind != "state" && kind != "history" && words.Subject == "" {
			t.Errorf("%s: subject %q", name, words.Subject)
		}
		tidy(t, name, words.Text)
	}
}

// The rules in short leave open what is a ruling, so the rulings stand below them, after the words for trying and
// asking.
func TestRulingsBelowTheRules(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	words, err := set.Letter("receipt", pages(t)["receipt France"])
	want := "\n  TRY above your orders says what they would come to, and files nothing.\n" +
		"  WHY and a place, a card or an order says why something happened.\n\nRULINGS OF THIS GAME\n  db = after: a ruling (DM-16).\n\n"
	if _, below, _ := strings.Cut(words.Text, "ENDPRESS.\n"); err != nil || !strings.HasPrefix(below, want) {
		t.Errorf("below the rules in short stands (%v)\n%s", err, below)
	}
}

// tidy checks the look of a letter.
func tidy(t *testing.T, name, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); len([]rune(line)) > 76 || strings.TrimRight(line, " ") != line {
			t.Errorf("%s: a line of %d columns: %q", name, len([]rune(line)), line)
		}
	}
	if strings.Contains(text, "<no value>") || strings.Contains(text, "\n\n\n") || !strings.HasSuffix(text, "\n") {
		t.Errorf("%s:\n%s", name, text)
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

// A language is a directory of templates, and what it lacks is in English; so is a language that there is nothing in.
func TestLanguages(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"xx/own.tmpl": {Data: []byte(`{{define "foot"}}Adiós.{{end}}`)}, "mine.tmpl": {Data: []byte(`{{define "head"}}Hello.{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	page := pages(t)["turn France"]
	english, err := set.Letter("turn", page)
	if err != nil || !strings.Contains(english.Text, "\nAnswer this letter") || !strings.Contains(english.Text, "\nHello.\n") {
		t.Errorf("English (%v):\n%s", err, english.Text)
	}
	for language, foot := range map[string]string{"xx": "\nAdiós.\n", "yy": "\nAnswer this letter"} {
		page.Language = language
		words, err := set.Letter("turn", page)
		body, _, found := strings.Cut(words.Text, foot)
		if err != nil || !found || !strings.HasPrefix(english.Text, body) {
			t.Errorf("%s (%v):\n%s", language, err, words.Text)
		}
	}
	if got := set.Languages(); !slices.Contains(got, "en") || !slices.Contains(got, "xx") {
		t.Errorf("the languages are %v", got)
	}
}

// The map in words has what the reader knows, and dates what is old.
func TestMapAndView(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"map.tmpl": {Data: []byte(`{{define "letter map headline"}}{{end}}{{define "letter map"}}{{part .Rules "map" .View}}

{{part .Rules "view" .View}}{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := game(t)
	words, err := set.Letter("map", templates.Page{Rules: "deadman", View: p.View("Germany")})
	if err != nil {
		t.Fatal(err)
	}
	const want = `WHAT YOU KNOW OF THE BOARD

FRANCE AND IBERIA
  Bur: France (spy, Spring 1902)

GERMANY AND THE LOW COUNTRIES
  Ruh: your A Ruh
  Kie: your F Kie; your centre
  Ber: your centre
  Mun: your A Mun; your centre

YOUR POSITION
  Units: F Kie, A Mun, A Ruh
  Centres: Ber, Kie, Mun
  You found: Bur France
`
	if words.Text != want {
		t.Errorf("the map of Germany is\n%s\nnot\n%s", words.Text, want)
	}
}

// With maps drawn in letters, players are also shown what borders on their units, and what they know of it.
func TestBorders(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	p, _ := game(t)
	page := templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman", Seat: "Germany", Phase: "Fall 1902", View: p.View("Germany"), TextMap: "  a map\n\n\n  of letters"}
	words, err := set.Letter("turn", page)
	if err != nil {
		t.Fatal(err)
	}
	const want = `
  a map


  of letters

YOUR UNITS AND WHAT BORDERS THEM
  F Kie: Bal, Ber, Den, Hel, Hol
  A Mun: Ber, Boh, Bur (France; spy, Spring 1902), Kie (your F Kie), Ruh
    (your A Ruh), Sil, Tyr
  A Ruh: Bel, Bur (France; spy, Spring 1902), Hol, Kie (your F Kie), Mun
    (your A Mun)
`
	if !strings.Contains(words.Text, want) {
		t.Errorf("it reads\n%s", words.Text)
	}
	if !strings.Contains(words.HTML, `<pre class="drawing">  a map


  of letters</pre>`) {
		t.Errorf("the HTML is\n%s", words.HTML)
	}
	page.TextMap = ""
	if words, err = set.Letter("turn", page); err != nil || strings.Contains(words.Text, "BORDERS") {
		t.Errorf("who does not want it gets it (%v):\n%s", err, words.Text)
	}
}

// Events that old games have recorded are worded as letters word them today, sentence by sentence; what is not listed
// stays as it is.
func TestRecordedWords(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"xx/own.tmpl": {Data: []byte(`{{define "foot"}}{{reword "You gain 1 point. You dismiss up to 2 cards of your hand or discard pile (DISMISS)."}}{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	page := pages(t)["turn France"]
	page.Language = "xx"
	words, err := set.Letter("turn", page)
	if want := "You gain 1 point. You may dismiss up to 2 cards from your hand or discard pile (DISMISS)."; err != nil || !strings.Contains(words.Text, want) {
		t.Errorf("no %q (%v):\n%s", want, err, words.Text)
	}
}
