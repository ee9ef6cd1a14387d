package deadman_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
)

// position makes a position of Deadman before a phase. Without units it is the start of a game.
func position(t testing.TB, phase string, us []string, centres map[string]string) adjudicator.Position {
	t.Helper()
	return positionOf(t, deadman.Rules, phase, us, centres, nil)
}

// positionOf makes one of either game, under options.
func positionOf(t testing.TB, rules *adjudicator.Rules, phase string, us []string, centres, options map[string]string) adjudicator.Position {
	t.Helper()
	var season string
	var year int
	if _, err := fmt.Sscan(phase, &season, &year); err != nil {
		t.Fatalf("%s: %v", phase, err)
	}
	config, err := rules.Configure(adjudicator.Config{Seats: rules.Seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	change := map[string]any{"Season": season, "Year": year}
	if len(us) > 0 || rules == deadman.Rules {
		change["Units"] = us
	}
	if len(centres) > 0 {
		owners := map[string][]string{}
		for power, list := range centres {
			owners[power] = strings.Fields(list)
		}
		change["Owners"] = owners
	}
	return adjudicatortest.Rewritten(rules, p, change)
}

func withOptions(t testing.TB, rules *adjudicator.Rules, p adjudicator.Position, options map[string]string) adjudicator.Position {
	t.Helper()
	config, err := rules.Configure(adjudicator.Config{Seats: rules.Seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	rules.Switch(p, config.Options)
	return p
}

func saved(t testing.TB, v any) []byte {
	t.Helper()
	js, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func loaded(t testing.TB, rules *adjudicator.Rules, js []byte) adjudicator.Position {
	t.Helper()
	p := rules.Blank()
	if err := json.Unmarshal(js, p); err != nil {
		t.Fatal(err)
	}
	return p
}

// played is what became of a season.
type played struct {
	told   []adjudicator.EventRecord
	after  adjudicator.Position
	record adjudicator.Record
}

// season plays a season of Deadman as a game master does: from the saved position again whenever answers are in. Where the
// player answers nothing, what is on file counts, and else the default.
func season(t testing.TB, p adjudicator.Position, player func(adjudicator.View, adjudicator.Request) string) played {
	t.Helper()
	return phase(t, deadman.Rules, p, player)
}

// phase plays a phase of either game so.
func phase(t testing.TB, rules *adjudicator.Rules, p adjudicator.Position, player func(adjudicator.View, adjudicator.Request) string) played {
	t.Helper()
	start := saved(t, p)
	var out played
	for {
		p = loaded(t, rules, start)
		table := adjudicator.NewTable(adjudicator.Luck{}, out.record)
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		out.told, out.record = append(out.told, table.News()...), table.Record()
		if table.Open() == nil {
			out.after = p
			return out
		}
		last := out.record.Asked[len(out.record.Asked)-1]
		for i, req := range table.Open() {
			for _, answer := range []string{req.Filed, req.Default} {
				if r := p.View(req.Seat).Read(req.Kind, "", answer); answer != "" && (r.Answer != answer || len(r.Faults()) > 0) {
					t.Fatalf("%s has %q on file, which is read as %+v", req.Seat, answer, r)
				}
			}
			last.Answers[i] = cmp.Or(player(p.View(req.Seat), req), req.Filed, req.Default)
		}
	}
}
