package dealers

import (
	"slices"

	"deaddrop/adjudicator"
)

// houseCharts are the pictures of the maps of the house edition, by their titles.
func houseCharts() map[string]string {
	return map[string]string{"Europe": "dealers-europe", "North America": "dealers-america"}
}

// Chart is what a picture of the map in play shows: who holds each territory, and the capitals. All lies open, so all
// have the same.
func (v View) Chart() adjudicator.Chart {
	m := v.on()
	out := adjudicator.Chart{Board: v.picture()}
	for a, p := range m.Places {
		place := adjudicator.Place{Name: p.Name, Owner: adjudicator.Seat(v.owner(Area(a)))}
		if seat := v.capital(Area(a)); seat != "" {
			place.Pieces = []adjudicator.Piece{{Kind: "capital", Owner: adjudicator.Seat(seat), Count: 1}}
		}
		if place.Owner != "" || len(place.Pieces) > 0 {
			out.Places = append(out.Places, place)
		}
	}
	return out
}

// picture names the board of the chart: that of the house's map, where it can be drawn as that; else it names the
// edition, of which there is no picture, as one of other places and numbers would be wrong.
func (v View) picture() string {
	m, b := v.on(), v.edition()
	of := byName(House().Maps, m.Title, func(h *Map) string { return h.Title })
	if of == nil || !m.drawnAs(of) {
		return b.Title + ", " + b.Edition + ", " + m.Title
	}
	return houseCharts()[m.Title]
}

// drawnAs reports whether a picture of one map shows the other map as well.
func (m *Map) drawnAs(other *Map) bool {
	same := func(x, y Place) bool {
		defences := x.Native == y.Native && x.Interior == y.Interior && x.Border == y.Border
		sea := x.Sea == y.Sea && x.Difficulty == y.Difficulty
		return x.Name == y.Name && defences && sea
	}
	return slices.EqualFunc(m.Places, other.Places, same) && m.next.Equal(other.next) && m.arrows.Equal(other.arrows)
}
