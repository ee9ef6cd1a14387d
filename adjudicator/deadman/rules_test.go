package deadman_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
)

// TestRules plays the cases of testdata/rules.txt, whose head says how they are written.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, cases, _ := strings.Cut(string(text), "\n== ")
	for c := range strings.SplitSeq(cases, "\n== ") {
		name, body, _ := strings.Cut(c, "\n")
		t.Run(name, func(t *testing.T) { playCase(t, body) })
	}
}

type expectation struct {
	power string
	want  string
}

func playCase(t *testing.T, body string) {
	phase, us, centres, options := "Fall 1902", []string(nil), map[string]string{}, map[string]string{}
	orders := map[string][]string{}
	var wants []expectation
	for line := range strings.Lines(body) {
		line, want, expects := strings.Cut(strings.TrimSpace(line), "###")
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch power, order, isOrder := strings.Cut(strings.TrimSpace(line), ":"); {
		case word == "" || word == "#":
		case word == "Spring" || word == "Fall":
			phase = word + " " + strings.TrimSpace(rest)
		case word == "units":
			for u := range strings.SplitSeq(rest, ",") {
				us = append(us, strings.TrimSpace(u))
			}
		case word == "centres":
			power, list, _ := strings.Cut(strings.TrimSpace(rest), " ")
			centres[power] = list
		case word == "option":
			name, value, _ := strings.Cut(rest, "=")
			options[name] = value
		case isOrder:
			orders[power] = append(orders[power], strings.TrimSpace(order))
			if expects {
				wants = append(wants, expectation{power, strings.TrimSpace(want)})
			}
		default:
			t.Fatalf("what is %q?", line)
		}
	}
	p := position(t, phase, us, centres)
	if len(options) > 0 {
		p = withOptions(t, p, options)
	}
	got := playSeason(t, p, orders)
	for _, w := range wants {
		want, not := strings.CutPrefix(w.want, "not ")
		if slices.Contains(got[w.power], want) == not {
			t.Errorf("%s: want %s\nhave:\n\t%s", w.power, w.want, strings.Join(got[w.power], "\n\t"))
		}
	}
}

// position makes a position before a phase. Without units it is the start of a game.
func position(t testing.TB, phase string, us []string, centres map[string]string) adjudicator.Position {
	t.Helper()
	var season string
	var year int
	if _, err := fmt.Sscan(phase, &season, &year); err != nil {
		t.Fatalf("%s: %v", phase, err)
	}
	config, err := deadman.Rules.Configure(adjudicator.Config{Seats: deadman.Rules.Seats})
	if err != nil {
		t.Fatal(err)
	}
	p, err := deadman.Rules.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	change := map[string]any{"Season": season, "Year": year, "Units": us}
	if len(centres) > 0 {
		owners := map[string][]string{}
		for power, list := range centres {
			owners[power] = strings.Fields(list)
		}
		change["Owners"] = owners
	}
	return changed(t, p, change)
}

func withOptions(t testing.TB, p adjudicator.Position, options map[string]string) adjudicator.Position {
	t.Helper()
	config, err := deadman.Rules.Configure(adjudicator.Config{Seats: deadman.Rules.Seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	deadman.Rules.Switch(p, config.Options)
	return p
}

// changed is a position with other values for some of its saved fields.
func changed(t testing.TB, p adjudicator.Position, values map[string]any) adjudicator.Position {
	t.Helper()
	js, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	if err := json.Unmarshal(js, &fields); err != nil {
		t.Fatal(err)
	}
	for k, v := range values {
		fields[k] = v
	}
	if js, err = json.Marshal(fields); err != nil {
		t.Fatal(err)
	}
	back := deadman.Rules.Blank()
	if err := json.Unmarshal(js, back); err != nil {
		t.Fatal(err)
	}
	return back
}

// playSeason plays one season and returns, by power, what its reading and its report say, a line each.
func playSeason(t testing.TB, p adjudicator.Position, orders map[string][]string) map[string][]string {
	t.Helper()
	got := map[string][]string{}
	table := adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{})
	start, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Run(p); err != nil {
		t.Fatal(err)
	}
	rec := table.Record()
	for i, req := range table.Open() {
		r := p.View(req.Seat).Read(req.Kind, "", strings.Join(orders[string(req.Seat)], "\n"))
		if rec.Asked[0].Answers[i] = r.Answer; r.Answer == "" {
			rec.Asked[0].Answers[i] = req.Default
		}
		power := string(req.Seat)
		for line := range strings.SplitSeq(r.Answer, "\n") {
			got[power] = append(got[power], "read: "+line)
		}
		for _, f := range r.Faults {
			got[power] = append(got[power], "refused: "+f.Text)
		}
		for _, n := range r.Notes {
			got[power] = append(got[power], "note: "+n)
		}
		for _, m := range r.Missing {
			got[power] = append(got[power], "missing: "+m)
		}
	}
	p = deadman.Rules.Blank()
	if err := json.Unmarshal(start, p); err != nil {
		t.Fatal(err)
	}
	table = adjudicator.NewTable(adjudicator.Luck{}, rec)
	if err := table.Run(p); err != nil {
		t.Fatal(err)
	}
	for _, told := range table.News() {
		for _, seat := range deadman.Rules.Seats {
			if told.To.Has(seat) {
				got[string(seat)] = append(got[string(seat)], inWords(told.Event)...)
			}
		}
	}
	return got
}

func inWords(e adjudicator.Event) []string {
	switch d := e.Data.(type) {
	case deadman.Report:
		return reportInWords(d)
	case deadman.Victory:
		return []string{"victory of " + d.Power, fmt.Sprintf("%d seasons disclosed", len(d.Seasons))}
	}
	return []string{e.Kind}
}

func reportInWords(r deadman.Report) []string {
	var out []string
	for _, u := range r.Built {
		out = append(out, "built "+u)
	}
	for _, u := range r.Removed {
		out = append(out, "removed "+u)
	}
	for _, l := range r.Lines {
		out = append(out, l.Underlined())
	}
	for _, p := range r.Peeks {
		out = append(out, "PAS-"+p.Space+map[bool]string{true: "-Occupied", false: "-Empty"}[p.Occupied])
	}
	for _, l := range r.Lost {
		out = append(out, strings.TrimSpace("lost "+l.Unit+" to "+cmp(l.To, "nowhere")+" "+l.By))
	}
	if y := r.Year; y != nil {
		for _, c := range y.Gained {
			out = append(out, "+"+c)
		}
		for _, c := range y.Lost {
			out = append(out, "-"+c)
		}
		out = append(out, fmt.Sprintf("%d centres, %d units, builds %d, removals %d", y.Centres, y.Units, y.Builds, y.Removals))
	}
	return out
}

func cmp(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
