package decatur

import (
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// An upheaval brings a player no more factors than they have left, where they are 42: they rise in the highest region first
// (DC-14, DC-27).
func TestLimitAtUpheaval(t *testing.T) {
	for value, want := range map[string]struct{ factors, highest, lowest int }{
		"unlimited": {60, 4, 1},
		"42":        {42, 4, 0},
	} {
		config, err := Rules.Configure(adjudicator.Config{Seats: Rules.Seats[:3], Options: map[string]string{optPieces: value}})
		if err != nil {
			t.Fatal(err)
		}
		start, err := setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), config)
		if err != nil {
			t.Fatal(err)
		}
		p := start.(*position)
		regions := p.ranked()
		for i := range p.Locations {
			p.Locations[i].Owner, p.Locations[i].Port = "Red", Atlantic
		}
		r := p.open(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}))
		r.upheaval()
		if n := p.Factors("Red"); n != want.factors {
			t.Errorf("%s: Red has %d factors, not %d", value, n, want.factors)
		}
		for i, l := range p.edition().Locations {
			n := p.Locations[i].Factors
			if l.Region == regions[0].Region && n != want.highest || l.Region == regions[3].Region && n != want.lowest {
				t.Errorf("%s: %s has %d factors", value, l.Name, n)
			}
		}
	}
}

// The ruling may come when a player has more than 42 on the board. Then none of their factors rise, and nothing more is taken.
func TestLimitSwitchedTooLate(t *testing.T) {
	config, err := Rules.Configure(adjudicator.Config{Seats: Rules.Seats[:3], Options: map[string]string{optPieces: "42"}})
	if err != nil {
		t.Fatal(err)
	}
	start, err := setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	p := start.(*position)
	for i := range p.Locations {
		p.Locations[i] = Holding{Location: p.Locations[i].Location, Owner: "Red", Factors: maxFactors, Port: Atlantic}
	}
	richest := slices.IndexFunc(p.edition().Locations, func(l Location) bool { return l.Region == p.ranked()[0].Region })
	p.at(Loc(richest)).Factors = 0
	r := p.open(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}))
	if r.upheaval(); p.at(Loc(richest)).Factors != 0 || p.Factors("Red") != 56 {
		t.Errorf("Red has %d factors, %d of them where there were none", p.Factors("Red"), p.at(Loc(richest)).Factors)
	}
}
