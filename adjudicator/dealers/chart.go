package dealers

import (
	"slices"

	"deaddrop/adjudicator"
)

// houseCharts returns the pictures of the maps of the house edition, by title.
func houseCharts() map[string]string {
	return map[string]string{"Europe": "dealers-europe", "North America": "dealers-america"}
}

// Focus returns the place of the assault that the reader is asked about; see [adjudicator.Focused].
func (v View) Focus(string) []string {
	if v.Battle == nil {
		return nil
	}
	return []string{v.Battle.From, v.Battle.Area}
}

// Chart returns the contents of a picture of the map in play: the holder of each territory, and the capitals. All of
// this is public, so everybody gets the same chart.
func (v View) Chart() adjudicator.Chart {
	m := v.on()
	out := adjudicator.Chart{}
	out.Board, out.Plan = v.picture()
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

// picture returns the name of the board for the chart: that of the house's map, if the picture of that can be used;
// otherwise the name of the edition, with the plan of the map.
func (v View) picture() (string, *adjudicator.Plan) {
	m, b := v.on(), v.edition()
	of := byName(House().Maps, m.Title, func(h *Map) string { return h.Title })
	if of == nil || !m.drawnAs(of) {
		return b.Title + ", " + b.Edition + ", " + m.Title, m.plan()
	}
	return houseCharts()[m.Title], nil
}

// plan returns the data for drawing a custom map: territories and seas, with their numbers. If it shares places with
// the house's maps, the shapes come from the one that has most of them.
func (m *Map) plan() *adjudicator.Plan {
	p := &adjudicator.Plan{Map: m.Picture}
	most := -1
	for _, h := range House().Maps {
		alike := 0
		for _, place := range m.Places {
			if _, ok := h.Area(place.Name); ok {
				alike++
			}
		}
		if alike > most {
			most, p.House = alike, houseCharts()[h.Title]
		}
	}
	for _, place := range m.Places {
		s := adjudicator.Site{Name: place.Name, Sea: place.Sea}
		for _, k := range []adjudicator.SiteMark{{Kind: "natives", Count: place.Native},
			{Kind: "interior", Count: place.Interior}, {Kind: "border", Count: place.Border},
			{Kind: "difficulty", Count: place.Difficulty}} {
			if k.Count > 0 {
				s.Marks = append(s.Marks, k)
			}
		}
		p.Sites = append(p.Sites, s)
	}
	p.Join(m.next.Numbers, func(i, k int) bool { return m.Arrow(Area(i), Area(k)) })
	return p
}

// drawnAs reports whether a picture of one map can also be used for another.
func (m *Map) drawnAs(other *Map) bool {
	same := func(x, y Place) bool {
		defences := x.Native == y.Native && x.Interior == y.Interior && x.Border == y.Border
		sea := x.Sea == y.Sea && x.Difficulty == y.Difficulty
		return x.Name == y.Name && defences && sea
	}
	alike := slices.EqualFunc(m.Places, other.Places, same) && m.next.Equal(other.next) && m.arrows.Equal(other.arrows)
	return alike && m.Picture == other.Picture
}
