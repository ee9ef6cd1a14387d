package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

// record is a line of input and what is expected, or a line of output.
type record struct {
	Case       string            `json:"case"`
	Game       string            `json:"game"`
	Phase      string            `json:"phase"`
	Orders     []string          `json:"orders"`
	Results    []*string         `json:"results"`
	Reasons    []map[string]any  `json:"reasons"`
	Explain    []string          `json:"explain"`
	Units      []map[string]any  `json:"next_units"`
	Dislodged  []map[string]any  `json:"next_dislodged"`
	Contested  []string          `json:"next_contested"`
	Retreats   map[string]any    `json:"retreats"`
	Centres    map[string]string `json:"next_supply_centers"`
	Removed    []string          `json:"civil_disorder_removes"`
	Disorder   []string          `json:"civil_disorder"`
	Next       string            `json:"next_phase"`
	Line       int               `json:"line"`
	Error      string            `json:"error"`
	CentresNow map[string]string `json:"supply_centers"`
}

func decodeRecord(t testing.TB, line []byte) record {
	t.Helper()
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return r
}

// run resolves text and returns the lines that come out.
func run(t testing.TB, text string, o Options) [][]byte {
	t.Helper()
	var out bytes.Buffer
	if err := Run(t.Context(), strings.NewReader(text), &out, o); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(out.Bytes(), []byte{'\n'})
	return lines[:len(lines)-1]
}

// sorted returns objects as JSON in alphabetical order.
func sorted(t testing.TB, objects []map[string]any) []string {
	t.Helper()
	all := []string{}
	for _, o := range objects {
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	slices.Sort(all)
	return all
}

// testdata/datc.jsonl is DATC 3.0 and the newer cases that are known; each
// retreat and adjustment phase stands by itself. The form to read is
// ../testdata/datc.txt. The support of 6.A.5 fails here, as DATC's text has it.
func TestDATC(t *testing.T) {
	text, err := os.ReadFile("testdata/datc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, string(text), Options{})
	lines := bytes.Split(bytes.TrimSpace(text), []byte{'\n'})
	if len(got) != len(lines) {
		t.Fatalf("%d lines of %d", len(got), len(lines))
	}
	for i, line := range lines {
		want := decodeRecord(t, line)
		t.Run(want.Case, func(t *testing.T) {
			checkRecord(t, decodeRecord(t, got[i]), want)
		})
	}
}

// open has the cases in which a unit may retreat to where its attacker came from
// by convoy, next to it (DATC 4.A.5).
var open = map[string]string{"6.G.10": "SWE", "6.H.11": "MAR", "6.H.12": "LVP"}

func checkRecord(t *testing.T, got, want record) {
	t.Helper()
	if got.Case != want.Case || got.Phase != want.Phase || got.Error != "" {
		t.Fatalf("%s %s: %s", got.Case, got.Phase, got.Error)
	}
	if len(got.Results) != len(want.Orders) || len(got.Reasons) != len(want.Orders) {
		t.Fatalf("%d orders, %d results, %d reasons", len(want.Orders), len(got.Results), len(got.Reasons))
	}
	for i, r := range want.Results {
		if r != nil && *got.Results[i] != *r {
			t.Errorf("%s: %s, want %s", want.Orders[i], *got.Results[i], *r)
		}
		if ok := *got.Results[i] == "ok"; ok != (got.Reasons[i] == nil) {
			t.Errorf("%s: %s because %v", want.Orders[i], *got.Results[i], got.Reasons[i])
		}
	}
	if g, w := sorted(t, got.Units), sorted(t, want.Units); !slices.Equal(g, w) {
		t.Errorf("units %v, want %v", g, w)
	}
	for _, d := range got.Dislodged {
		if is := d["origin_open"] == true; is != (open[want.Case] == d["loc"]) {
			t.Errorf("%v: origin_open is %t", d["loc"], is)
		}
		delete(d, "origin_open")
	}
	if g, w := sorted(t, got.Dislodged), sorted(t, want.Dislodged); !slices.Equal(g, w) {
		t.Errorf("dislodged %v, want %v", g, w)
	}
	if len(got.Retreats) != len(got.Dislodged) {
		t.Errorf("%d may retreat, %d are dislodged", len(got.Retreats), len(got.Dislodged))
	}
	slices.Sort(got.Disorder)
	slices.Sort(want.Removed)
	if !slices.Equal(got.Disorder, want.Removed) {
		t.Errorf("civil disorder removes %v, want %v", got.Disorder, want.Removed)
	}
}

// The two forms of DATC have the same cases.
func TestDATCNumbers(t *testing.T) {
	numbers := map[string]bool{}
	text, err := os.ReadFile("testdata/datc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		numbers[decodeRecord(t, line).Case] = false
	}
	file, err := os.Open("../testdata/datc.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan(); {
		line := s.Text()
		if line == "" || strings.ContainsAny(line[:1], " #\t") {
			continue
		}
		number := strings.Fields(line)[0]
		if _, there := numbers[number]; !there {
			t.Errorf("%s is only in datc.txt", number)
		}
		numbers[number] = true
	}
	for number, both := range numbers {
		if !both {
			t.Errorf("%s is only in datc.jsonl", number)
		}
	}
}

var standard = diplomacy.Standard()
