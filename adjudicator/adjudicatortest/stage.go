package adjudicatortest

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Begun sets up a game of the house edition as the start of a case, and returns the position and its table. A line
// "pack WAS => IS" in the case replaces a text of the edition. The options are completed.
func Begun(t testing.TB, rules *adjudicator.Rules, seats []adjudicator.Seat, put []Put,
	rulings map[string]string) (adjudicator.Position, *adjudicator.Table) {
	t.Helper()
	pack := rules.House
	for _, l := range put {
		if l.Word == "pack" {
			was, is, _ := strings.Cut(l.Rest, " => ")
			if !bytes.Contains(pack, []byte(was)) {
				t.Fatalf("the house edition has no %q", was)
			}
			pack = bytes.Replace(pack, []byte(was), []byte(is), 1)
		}
	}
	config, err := rules.Configure(adjudicator.Config{Seats: seats, Options: maps.Clone(rulings), Pack: pack})
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(rulings, config.Options)
	table := adjudicator.NewTable(adjudicator.Luck{Secret: []byte(t.Name())}, adjudicator.Record{})
	p, err := rules.Setup(table, config)
	if err != nil {
		t.Fatal(err)
	}
	return p, table
}

// Commas splits a list at its commas; "none" is the empty list.
func Commas(list string) []string {
	var out []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" && part != "none" {
			out = append(out, part)
		}
	}
	return out
}
