package dealers

import (
	"reflect"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/graph"
)

// charted returns a view of a map with some owners, and a capital.
func charted(t *testing.T, seat, title string, owners map[string]string) View {
	t.Helper()
	v := View{State: State{Map: title}, Seat: seat}
	m := v.on()
	v.Owners = make([]string, len(m.Places))
	for name, owner := range owners {
		a, ok := m.Area(name)
		if !ok {
			t.Fatal(name)
		}
		v.Owners[a] = owner
	}
	v.Players = []Player{{Seat: "Blue", Capital: "Bern"}, {Seat: "Red"}}
	return v
}

// A chart has who holds each territory and where the capitals are, and is the same for all.
func TestChart(t *testing.T) {
	owners := map[string]string{"Milan": "Red", "Bern": "Blue", "Paris": "Blue"}
	want := adjudicator.Chart{Board: "dealers-europe", Places: []adjudicator.Place{
		{Name: "Bern", Owner: "Blue", Pieces: []adjudicator.Piece{{Kind: "capital", Owner: "Blue", Count: 1}}},
		{Name: "Milan", Owner: "Red"},
		{Name: "Paris", Owner: "Blue"},
	}}
	for _, seat := range []string{"Blue", "Red", ""} {
		if got := charted(t, seat, "Europe", owners).Chart(); !reflect.DeepEqual(got, want) {
			t.Errorf("the chart of %q is %+v", seat, got)
		}
	}
	if got := charted(t, "Blue", "North America", map[string]string{"Denver": "Red"}).Chart(); got.Board != "dealers-america" || len(got.Places) != 1 {
		t.Errorf("the chart of North America is %+v", got)
	}
}

// Another edition has no picture of the house's map, unless its map is that of the house.
func TestChartOfAnotherEdition(t *testing.T) {
	for _, change := range []func(m *Map){
		func(m *Map) { m.Places[0].Native++ },
		func(m *Map) { m.Places[0].Interior++ },
		func(m *Map) { m.Places[0].Border++ },
		func(m *Map) { m.Places[len(m.Places)-1].Difficulty++ },
		func(m *Map) { m.Places[0].Name = "Atlantis" },
		func(m *Map) { m.next = make(graph.Graph[Area], len(m.Places)) },
		func(m *Map) { m.arrows = make(graph.Graph[Area], len(m.Places)) },
	} {
		v := charted(t, "Blue", "Europe", nil)
		edition := *House()
		edition.Edition, edition.Maps = "another", slices.Clone(edition.Maps)
		for i := range edition.Maps {
			edition.Maps[i].Places = slices.Clone(edition.Maps[i].Places)
		}
		v.board = &edition
		if got := v.Chart().Board; got != "dealers-europe" {
			t.Errorf("the board of an edition with other words is %q", got)
		}
		change(v.on())
		if got := v.Chart().Board; got != "Dealers in Hope, another, Europe" {
			t.Errorf("the board of another map is %q", got)
		}
	}
}

// Every place of the house's maps can be drawn: each map has the board that it names.
func TestChartsOfHouse(t *testing.T) {
	for _, m := range House().Maps {
		if houseCharts()[m.Title] == "" {
			t.Errorf("%s has no picture", m.Title)
		}
	}
}
