package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// A letter is read for a seat, and nothing is done with it, whether a service runs or not.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, serves := range []bool{false, true} {
		w := towntest.New(t, strings.Fields(strings.ToLower(strings.Join(powers(), " ")))...) // or letters would come back, and be told of
		newGame(t, w)
		mustRun(t, "-c", w.Config, "new", "c1", "decatur", "--player", "Red=france@"+towntest.Domain, "--player", "Blue=italy@"+towntest.Domain)
		if serves {
			startServing(t, w)
		}
		read := func(letter string, args ...string) string {
			t.Helper()
			out, complaint, err := gmRunOn(t.Context(), letter, append([]string{"-c", w.Config, "read"}, args...)...)
			if err != nil {
				t.Fatalf("%q: %v\n%s%s", args, err, out, complaint)
			}
			return out
		}
		stands := func() string {
			return mustRun(t, "-c", w.Config, "orders", "d1") + mustRun(t, "-c", w.Config, "log", "d1", "--letters")
		}
		before := stands()
		const letter = "A Par-Bur\nA Ber-Mun\nMar Spa, I think\nGM: may I be away?\nPRESS TO ALL\nA Par-Gas\nENDPRESS\n> F Bre H\n"
		out := read(letter, "d1", "--seat", "France")
		for _, want := range []string{"France, orders, Spring 1901. Nothing is done with the letter.\n", "On file then:\n    A Par-Bur\n", "New:\n    A Par-Bur\n", "Refused: A Ber-Mun\n    You start in",
			"Asked: Mar Spa, I think\n", "A YES would file: A Mar-Spa\n", "To the game master:\n    GM: may I be away?\n", "Ignored here (not orders):\n    PRESS\n", "Missing:\n    F Bre has no order", "The turn would wait for France.\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("it is read as\n%s\nwhich has no %q", out, want)
			}
		}
		file := filepath.Join(t.TempDir(), "letter.txt")
		if err := os.WriteFile(file, []byte(letter), 0o666); err != nil {
			t.Fatal(err)
		}
		if again := read("", "d1", "--seat", "fra", file); again != out {
			t.Errorf("from a file it is read as\n%s\nand else as\n%s", again, out)
		}
		if again := read(letter, "d1", "--seat=France", "-"); again != out {
			t.Errorf("with a dash it is read as\n%s\nand else as\n%s", again, out)
		}
		const all = "A Par-Bur\nA Mar S A Par-Bur\nF Bre H"
		if out := read(all, "d1", "--seat", "France", "--resolve"); !strings.Contains(out, "The turn would not wait for France.\nWhat would happen, as far as France can tell:\n    F Bre H: it stays") {
			t.Errorf("whole orders are read as\n%s", out)
		}
		if out := read("1: DRAW", "c1", "--seat", "Red", "--resolve"); !strings.Contains(out, "2 influence cards in hand") {
			t.Errorf("a draw of a card comes to %s", out)
		}
		if out := read(all+"\nSUPPOSE Germany: A Mun-Bur", "d1", "--seat", "France", "--resolve"); !strings.Contains(out,
			"Assumed of others:\n    You suppose Germany's A Mun-Bur: it fails.") {
			t.Errorf("with a supposition: %s", out)
		}
		var js struct {
			Filed   []string
			Settled bool
			Details struct{ New, Foreseen []string }
		}
		if err := json.Unmarshal([]byte(read(all, "d1", "--seat", "France", "--json")), &js); err != nil || len(js.Filed) != 3 || !js.Settled || len(js.Details.New) != 3 || js.Details.Foreseen != nil {
			t.Errorf("for programs: %v, %+v", err, js)
		}
		if now := stands(); now != before {
			t.Errorf("after that the game stands at\n%s\nand not\n%s", now, before)
		}
		for words, want := range map[string]string{
			"read d1 --seat Spain":                   "There is no \"Spain\" in this game",
			"read d9 --seat Spain":                   "There is no game \"d9\"",
			"read d1":                                "gm read needs --seat or --jsonl.\nUsage: gm read GAME",
			"read --jsonl d1":                        "gm read does not take d1.",
			"read d1 --seat France nofile":           "There is no file nofile. Without one,",
			"read --jsonl --seat France":             "--jsonl and --seat don't go together",
			"read --jsonl --resolve":                 "--jsonl and --resolve don't go together",
			"read d1 --seat France letter.txt d2 d3": "does not take",
		} {
			if _, said, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(words)...)...); err == nil || !strings.Contains(said, want) {
				t.Errorf("gm %s says %v\n%s", words, err, said)
			}
		}
	}
}

// sampleLine returns a line of gm read --jsonl in which some fields are changed, or left out if nil.
func sampleLine(t *testing.T, change map[string]any) string {
	t.Helper()
	line := map[string]any{"id": "l1", "title": "diplomacy", "seat": "Germany", "kind": "orders", "old": []string{"A Mun H"}, "text": "A Mun-Bur\n> A Ber H\n",
		"position": map[string]any{"Season": "Fall", "Year": 1902, "Units": []string{"Germany A Mun", "Germany A Ber", "France A Bur"},
			"Owners": map[string][]string{"Germany": {"Mun", "Ber"}, "France": {"Par", "Bre"}}}}
	for name, value := range change {
		if line[name] = value; value == nil {
			delete(line, name)
		}
	}
	js, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	return string(js)
}

// Letters of no game are read line by line, without a configuration.
func TestReadLines(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		change map[string]any
		want   string
	}{
		{"orders", nil, `{"id":"l1","filed":["A Mun-Bur"],"asked":[],"refused":[],"talk":[],"to_gm":false,"missing":["A Ber has no order: it will hold."],"settled":false}`},
		{"all of them", map[string]any{"text": "A Ber H"}, `"filed":["A Ber H","A Mun H"],"asked":[],"refused":[],"talk":[],"to_gm":false,"missing":[],"settled":true}`},
		{"on file in other words", map[string]any{"old": []string{"munich holds", "Army Berlin-Silesia"}, "text": "Thank you."}, `"filed":["A Ber-Sil","A Mun H"],"asked":[],`},
		{"nothing", map[string]any{"text": "", "old": nil}, `{"id":"l1","filed":[],"asked":[],"refused":[],"talk":[],"to_gm":false,`},
		{"in short", map[string]any{"text": "Ber Sil"}, `"filed":["A Ber-Sil","A Mun H"],"asked":[],`},
		{"an offer", map[string]any{"text": "Ber Sil, maybe"}, `"asked":[{"line":"Ber Sil, maybe","text":"Is this an order? It sounds as if you are still thinking about it.","suggest":["A Ber-Sil"]}]`},
		{"a refusal", map[string]any{"text": "A Mun-Lon"}, `"refused":[{"line":"A Mun-Lon","text":"`},
		{"a fault of the letter", map[string]any{"text": "PRESS TO ALL\nA Ber H"}, `"filed":["A Mun H"],"asked":[],"refused":[{"line":"PRESS TO ALL","text":"The line ENDPRESS is missing`},
		{"a question", map[string]any{"text": "GM: when is it over?\nLong days."}, `"talk":["Long days."],"to_gm":true`},
		{"thanks", map[string]any{"text": "A Ber H\nThank you."}, `"filed":["A Ber H","A Mun H"],"asked":[],"refused":[],"talk":[],`},
		{"ready", map[string]any{"text": "READY"}, `"missing":["A Ber has no order: it will hold."],"settled":true}`},
		{"wait", map[string]any{"text": "A Ber H\nWAIT"}, `"missing":[],"settled":false}`},
		{"in other words", map[string]any{"text": "A Ber H\nHold on, please."}, `"missing":[],"settled":false}`},
		{"other commands", map[string]any{"text": "A Ber H\nMAP\nZONE Nowhere/Land\nPRESS TO Italy\nHello.\nENDPRESS"}, `"refused":[],"talk":[],"to_gm":false,"missing":[],"settled":true}`},
		{"cleared", map[string]any{"text": "CLEAR\nA Ber H"}, `"filed":["A Ber H"],`},
		{"replaced", map[string]any{"text": "ORDERS\nA Ber H"}, `"filed":["A Ber H"],`},
		{"another turn", map[string]any{"text": "Leave Munich\nA Ber H"}, `"filed":["A Ber H","A Mun H"],`},
		{"a form", map[string]any{"text": "Here you are.\n\n> ORDER FORM [dm7.12] Germany, revision 3\n> A Ber - Sil\n> A Mun H\n> END OF FORM\n"}, `"filed":["A Ber-Sil","A Mun H"],`},
		{"another's form", map[string]any{"text": "ORDER FORM [dm7.12] France, revision 3\nA Ber - Sil\nEND OF FORM\n"}, `"filed":["A Mun H"],"asked":[],"refused":[{"line":"ORDER FORM [dm7.12] France, revision 3","text":"It is not yours`},
		{"without what is on file", map[string]any{"old": nil}, `"filed":["A Mun-Bur"],`},
		{"retreats", map[string]any{"kind": "retreats", "old": nil, "text": "Munich to Boh", "answers": map[string]string{"Germany": "A Ber-Sil", "France": "A Bur-Mun\nA Ruh S A Bur-Mun"},
			"position": map[string]any{"Season": "Fall", "Year": 1902, "Units": []string{"Germany A Mun", "Germany A Ber", "France A Bur", "France A Ruh"}, "Owners": map[string][]string{"Germany": {"Mun"}}}},
			`{"id":"l1","filed":["A Mun R Boh"],`},
		{"a Winter without builds", map[string]any{"kind": "adjustments", "old": nil, "text": "Long days.", "position": map[string]any{"Season": "Winter", "Year": 1902, "Units": []string{"Germany A Mun"},
			"Owners": map[string][]string{"Germany": {"Mun"}}}}, `"filed":[],"asked":[],"refused":[],"talk":["Long days."],`},
		{"a midst", map[string]any{"kind": "retreats", "old": nil, "text": "Munich to Boh", "position": map[string]any{"Season": "Fall", "Year": 1902, "Units": []string{"Germany A Mun", "France A Bur", "France A Ruh"},
			"Owners": map[string][]string{"Germany": {"Mun"}, "France": {"Par"}}}, "luck": map[string]any{"Secret": "c2VjcmV0", "Phase": 3}, "record": midst(t)}, `{"id":"l1","filed":["A Mun R Boh"],`},
	}
	var in strings.Builder
	for _, c := range cases {
		in.WriteString(sampleLine(t, c.change) + "\n")
	}
	out, complaint, err := gmRunOn(t.Context(), in.String(), "-c", "nowhere.toml", "read", "--jsonl")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err != nil || len(lines) != len(cases) {
		t.Fatalf("%v: %d lines\n%s", err, len(lines), complaint)
	}
	for i, c := range cases {
		if !strings.Contains(lines[i], c.want) || strings.Contains(lines[i], "null") || strings.Contains(lines[i], "details") {
			t.Errorf("%s:\n%s\nand not\n%s", c.name, lines[i], c.want)
		}
	}
}

// midst returns the record of a phase of Diplomacy in which the Germans in Munich must retreat.
func midst(t *testing.T) any {
	t.Helper()
	var requests []map[string]any
	var answers []string
	for _, seat := range powers() {
		requests = append(requests, map[string]any{"Seat": seat, "Kind": "orders", "Default": "No orders"})
		answers = append(answers, map[string]string{"France": "A Bur-Mun\nA Ruh S A Bur-Mun"}[seat])
	}
	for i, a := range answers {
		if a == "" {
			answers[i] = "No orders"
		}
	}
	return map[string]any{"Asked": []any{map[string]any{"Requests": requests, "Answers": answers}}}
}

// A bad line is reported with its number and the field, after all the others have been answered.
func TestReadBadLines(t *testing.T) {
	t.Parallel()
	bad := []struct {
		line, want string
	}{
		{`nonsense`, "not valid JSON: "},
		{`[]`, "not a JSON object"},
		{sampleLine(t, map[string]any{"title": nil}), "title: it is missing"},
		{sampleLine(t, map[string]any{"text": nil}), "text: it is missing"},
		{sampleLine(t, map[string]any{"kind": nil}), "kind: it is missing"},
		{sampleLine(t, map[string]any{"seat": nil}), "seat: it is missing"},
		{sampleLine(t, map[string]any{"position": nil}), "position: it is missing"},
		{sampleLine(t, map[string]any{"text": 7}), "text: wrong type: number"},
		{sampleLine(t, map[string]any{"old": "A Mun H"}), "old: wrong type: string"},
		{sampleLine(t, map[string]any{"old": []string{"A Ber H", "A Mun-Lon"}}), "old: A Mun-Lon: "},
		{sampleLine(t, map[string]any{"old": []string{"Thank you."}}), "old: nothing in it is an order"},
		{sampleLine(t, map[string]any{"title": "whist"}), `title: There are no rules called "whist"; there are `},
		{sampleLine(t, map[string]any{"seat": "Spain"}), `seat: Diplomacy has no seat "Spain"; there are Austria, `},
		{sampleLine(t, map[string]any{"kind": "bid"}), `kind: Germany is asked for "orders" there, not for "bid"`},
		{sampleLine(t, map[string]any{"position": "Fall"}), "position: it is no object"},
		{sampleLine(t, map[string]any{"position": map[string]any{"Season": "Fall", "Units": []string{"Germany A Atlantis"}}}), `position: no such unit: "Germany A Atlantis"`},
		{sampleLine(t, map[string]any{"position": map[string]any{"Season": "Fall", "Year": 1902, "Units": []string{"Germany A Mun"}}}), "position: the rules fail at it: "},
		{sampleLine(t, map[string]any{"record": map[string]any{"Asked": []any{map[string]any{"Requests": []any{}, "Answers": []any{}}}}}), "record: Fall 1902 played again: question 1 was "},
		{sampleLine(t, map[string]any{"luck": "good"}), "luck: wrong type: string"},
	}
	var in strings.Builder
	for i, b := range bad {
		in.WriteString(b.line + "\n" + strings.Repeat("\n", i%2) + sampleLine(t, map[string]any{"id": fmt.Sprint("good ", i)}) + "\n")
	}
	out, complaint, err := gmRunOn(t.Context(), strings.TrimSuffix(in.String(), "\n"), "read", "--jsonl")
	answers, faults := strings.Split(strings.TrimSpace(out), "\n"), strings.Split(strings.TrimSpace(complaint), "\n")
	if err == nil || len(answers) != len(bad) || len(faults) != len(bad) {
		t.Fatalf("%v: %d answers\n%s", err, len(answers), complaint)
	}
	number := 1
	for i, b := range bad {
		if want := fmt.Sprintf("line %d: %s", number, b.want); !strings.HasPrefix(faults[i], want) {
			t.Errorf("the fault is\n%s\nand not\n%s", faults[i], want)
		}
		if !strings.Contains(answers[i], fmt.Sprintf(`"id":"good %d","filed":["A Mun-Bur"]`, i)) {
			t.Errorf("the answer is %s", answers[i])
		}
		number += 2 + i%2
	}
	if i := slices.IndexFunc(faults, func(f string) bool { return strings.Contains(f, "goroutine") }); i >= 0 {
		t.Errorf("a fault has a stack: %s", faults[i])
	}
}

// Letters of no game are not for the clerk, and prose that begins like the command is none.
func TestReadByMail(t *testing.T) {
	var out bytes.Buffer
	root := commandTree(&console{mail: true})
	root.SetArgs([]string{"read", "--jsonl"})
	root.SetOut(&out)
	root.SetErr(&out)
	if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "--jsonl is for the command line") {
		t.Errorf("by mail, gm read --jsonl says %v\n%s", err, out.String())
	}
	cmd, args, err := (&letterReading{clerk: &clerk{tree: commandTree}}).parse([]string{"read", "this", "carefully"})
	if err != nil || cmd.Args(cmd, args) == nil {
		t.Errorf("a sentence is taken for a command: %v", err)
	}
}
