package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every case of DATC comes out of the command as DATC has it.
func TestAdjudicateDATC(t *testing.T) {
	t.Parallel()
	const file = "../../adjudicator/diplomacy/jsonl/testdata/datc.jsonl"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type unit struct{ Power, Type, Loc string }
	type record struct {
		Case, Error string
		Orders      []string
		Results     []*string
		Next        []unit `json:"next_units"`
	}
	in, out := strings.Split(strings.TrimSpace(string(text)), "\n"), strings.Split(strings.TrimSpace(mustRun(t, "adjudicate", file)), "\n")
	if len(in) != 191 || len(out) != len(in) {
		t.Fatalf("%d lines of %d", len(out), len(in))
	}
	for i := range in {
		var want, got record
		if json.Unmarshal([]byte(in[i]), &want) != nil || json.Unmarshal([]byte(out[i]), &got) != nil || got.Case != want.Case {
			t.Fatalf("line %d: %s", i+1, out[i])
		}
		for j, r := range want.Results {
			if r != nil && *got.Results[j] != *r {
				t.Errorf("%s: %s: %s, want %s", want.Case, want.Orders[j], *got.Results[j], *r)
			}
		}
		stands := map[unit]bool{}
		for _, u := range got.Next {
			stands[u] = true
		}
		for _, u := range want.Next {
			if !stands[u] || len(got.Next) != len(want.Next) {
				t.Errorf("%s: %v, want %v", want.Case, got.Next, want.Next)
				break
			}
		}
	}
}

func TestAdjudicate(t *testing.T) {
	out := mustRun(t, "adjudicate", "--explain", "../../examples/opening.jsonl")
	for _, want := range []string{`"case":"an opening"`, `"GERMANY A MUN - BUR: attack 1; A PAR goes for it too with 2 (A MAR); it bounces with A PAR"`, `"next_phase":"S1903M"`} {
		if !strings.Contains(out, want) {
			t.Errorf("the example says nothing of %s:\n%s", want, out)
		}
	}
	swap := filepath.Join(t.TempDir(), "swap.jsonl")
	line := `{"phase":"S1901M","units":[{"power":"ENGLAND","type":"A","loc":"NWY"},{"power":"ENGLAND","type":"F","loc":"SKA"},{"power":"RUSSIA","type":"A","loc":"SWE"}],"orders":["ENGLAND A NWY - SWE","ENGLAND F SKA C A NWY - SWE","RUSSIA A SWE - NWY"]}`
	if err := os.WriteFile(swap, []byte(line), 0o666); err != nil {
		t.Fatal(err)
	}
	for rules, want := range map[string]string{"": `["ok","ok","ok"]`, "dptg": `["fail","ok","fail"]`, "1971,4.A.2=szykman": `["ok","ok","ok"]`} {
		if out := mustRun(t, "adjudicate", "--rules", rules, swap); !strings.Contains(out, want) {
			t.Errorf("by the rules %q: %s", rules, out)
		}
	}
	for _, args := range [][]string{{"--rules", "1066"}, {"--rules", "4.A.2=1066"}, {"--board", "mars"}, {"--board", swap}, {"--board", swap + ".toml"}, {swap + "x"}} {
		if _, complaint, err := gmRun(t, append([]string{"adjudicate"}, args...)...); err == nil || complaint == "" {
			t.Errorf("%v is accepted", args)
		}
	}
	if out := mustRun(t, "adjudicate", "--board", "../../adjudicator/diplomacy/boards/standard.toml", swap); !strings.Contains(out, `["ok","ok","ok"]`) {
		t.Errorf("on a board from a file: %s", out)
	}
	if out := mustRun(t, "adjudicate", "--list-rules"); !strings.Contains(out, "4.E.1") || !strings.Contains(out, "webdiplomacy") {
		t.Errorf("the rules are listed as:\n%s", out)
	}
}

// Without a file the phases come from the input.
func TestAdjudicateInput(t *testing.T) {
	var out bytes.Buffer
	root := commandTree(&console{})
	root.SetArgs([]string{"adjudicate", "--board", "small"})
	root.SetIn(strings.NewReader("nonsense\n" + `{"phase":"S1901M","units":[{"power":"ALDER","type":"A","loc":"CRA"}],"orders":["ALDER A CRA - DEL"]}`))
	root.SetOut(&out)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.HasPrefix(s, `{"line":1,"error":`) || !strings.Contains(s, `"next_units":[{"power":"ALDER","type":"A","loc":"DEL"}]`) {
		t.Errorf("%s", s)
	}
}
