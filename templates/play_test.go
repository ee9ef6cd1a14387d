package templates_test

import (
	"encoding/json"
	"testing"

	"deaddrop/adjudicator"
)

// opening returns the position at the start of a game of all seats, with options that are not as they always are.
func opening(t testing.TB, rules *adjudicator.Rules, options map[string]string) adjudicator.Position {
	t.Helper()
	config, err := rules.Configure(adjudicator.Config{Seats: rules.Seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// saved returns a position as it is kept.
func saved(t testing.TB, p adjudicator.Position) []byte {
	t.Helper()
	js, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// played returns a phase as far as its record goes, from the position that was saved at its start.
func played(t testing.TB, rules *adjudicator.Rules, start []byte, rec adjudicator.Record) (adjudicator.Position, *adjudicator.Table) {
	t.Helper()
	p := rules.Blank()
	if err := json.Unmarshal(start, p); err != nil {
		t.Fatal(err)
	}
	table := adjudicator.NewTable(adjudicator.Luck{}, rec)
	if err := table.Run(p); err != nil {
		t.Fatal(err)
	}
	return p, table
}
