package dishonest

import (
	"encoding/json"
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// A chart has who holds each area, and all that lies there; it is the same for all.
func TestChart(t *testing.T) {
	r := field(t, "USSR", "Egypt: USSR 2 inf 1 arm, colony UK; Aegean Sea: USSR 1 sqn; Libya: neutral 2; Sahara:; Balkans: Italy 1 ftr, colony Italy, garrison 2, quagmire")
	chart := r.View("UK").(View).Chart()
	place := func(name string) adjudicator.Place {
		i := slices.IndexFunc(chart.Places, func(p adjudicator.Place) bool { return p.Name == name })
		if i < 0 {
			return adjudicator.Place{}
		}
		return chart.Places[i]
	}
	piece := func(kind string, owner adjudicator.Seat, n int) adjudicator.Piece {
		return adjudicator.Piece{Kind: kind, Owner: owner, Count: n}
	}
	for _, want := range []adjudicator.Place{
		{Name: "Egypt", Owner: "USSR", Pieces: []adjudicator.Piece{piece("infantry", "USSR", 2), piece("armour", "USSR", 1), piece("colony", "UK", 1)}},
		{Name: "Aegean Sea", Owner: "USSR", Pieces: []adjudicator.Piece{piece("squadron", "USSR", 1)}},
		{Name: "Libya", Pieces: []adjudicator.Piece{piece("garrison", "", 2)}},
		{Name: "Balkans", Owner: "Italy", Pieces: []adjudicator.Piece{piece("fighter", "Italy", 1), piece("garrison", "Italy", 2), piece("quagmire", "", 1)}},
		{Name: "Paris", Owner: "France"},
		{}, // of the Sahara, which the board itself shows as impassable
	} {
		name := want.Name
		if name == "" {
			name = "Sahara"
		}
		if got := place(name); got.Name != want.Name || got.Owner != want.Owner || !slices.Equal(got.Pieces, want.Pieces) {
			t.Errorf("%s is %+v, not %+v", name, got, want)
		}
	}
	for _, seat := range []adjudicator.Seat{"USSR", "", adjudicator.GM} {
		other, err := json.Marshal(r.View(seat).(interface{ Chart() adjudicator.Chart }).Chart())
		if mine, _ := json.Marshal(chart); err != nil || string(mine) != string(other) {
			t.Errorf("the chart of %q differs from the UK's: %v", seat, err)
		}
	}
	r.Unplayed = []Unplayed{{Seat: "France"}}
	r.Players = slices.DeleteFunc(r.Players, func(p Player) bool { return p.Seat == "France" })
	chart = r.View("UK").(View).Chart()
	if got := place("Paris"); got.Owner != "" || !slices.Equal(got.Pieces, []adjudicator.Piece{piece("impassable", "", 1)}) {
		t.Errorf("the homeland of a power that is out of the game is %+v", got)
	}
}

// Another edition has no picture of the house's board.
func TestChartOfAnotherEdition(t *testing.T) {
	r := field(t, "USSR", "")
	edition := *r.board
	edition.Edition, edition.Places = "another", slices.Clone(edition.Places)
	edition.Places[0].Objective = !edition.Places[0].Objective
	r.board = &edition
	if got := r.View("UK").(View).Chart().Board; got != "Dishonest Decade, another" {
		t.Errorf("its board is %q", got)
	}
	edition.Places = House().Places
	if got := r.View("UK").(View).Chart().Board; got != "dishonest" {
		t.Errorf("the board of an edition with other words is %q", got)
	}
}
