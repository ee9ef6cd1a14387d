package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"deaddrop/adjudicator/diplomacy/peer/games"
)

func TestRun(t *testing.T) {
	check := func(kinds string, limit int, want ...string) {
		t.Helper()
		var out bytes.Buffer
		if err := run(&out, kinds, limit, ""); err != nil {
			t.Fatal(err)
		}
		var got []string
		for lines := json.NewDecoder(&out); lines.More(); {
			var p games.Phase
			if err := lines.Decode(&p); err != nil {
				t.Fatal(err)
			}
			got = append(got, p.Name)
		}
		if len(got) != limit {
			t.Errorf("%d phases, want %d", len(got), limit)
		}
		for i, name := range want {
			if got[i] != name {
				t.Errorf("phase %d is %s, want %s", i, got[i], name)
			}
		}
	}
	check("all", 4, "S1901M", "F1901M", "F1901R", "W1901A")
	check("M", 2, "S1901M", "F1901M")
	check("R", 1, "F1901R")
	check("A", 1, "W1901A")
	if err := run(nil, "X", 0, ""); err == nil {
		t.Error("there are no phases X")
	}
}
