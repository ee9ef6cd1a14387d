package dealers

import (
	"slices"

	"deaddrop/adjudicator/pack"
)

// knownMaps checks that the maps of an edition agree with everything that is publicly known of them (K3 to K5).
func knownMaps(r *pack.Reader, maps []Map) {
	for _, k := range []struct {
		title   string
		players []int
	}{{"Europe", []int{3}}, {"North America", []int{4, 5}}} {
		i := slices.IndexFunc(maps, func(m Map) bool { return m.Title == k.title })
		if i < 0 {
			r.Fault("maps: there must be one that is called %s (K3)", k.title)
			continue
		}
		for _, n := range k.players {
			if !slices.Contains(maps[i].Players, n) {
				r.Fault("%s: it must be for %d players (K3)", k.title, n)
			}
		}
		if k.title == "Europe" {
			mapReader{r, &maps[i]}.europe()
		}
	}
}

// europe checks what the examples of the rules say about the map of Europe (K4, K5).
func (r mapReader) europe() {
	at := map[string]Area{}
	for _, name := range []string{"Ankara", "Bern", "Madrid", "Milan"} {
		a, ok := r.m.Area(name)
		if !ok || r.m.IsSea(a) {
			r.Fault("Europe: there must be a territory that is called %s (K4)", name)
			a = nowhere
		}
		at[name] = a
	}
	if milan := at["Milan"]; milan != nowhere {
		if p := r.m.Places[milan]; p.Native != 3 || p.Interior != 3 {
			r.Fault("Milan: it must have native defence 3 and interior defence 3 (K5)")
		}
		if bern := at["Bern"]; bern != nowhere && !r.m.Linked(milan, bern) {
			r.Fault("Milan: Bern must be next to it (K5)")
		}
	}
	madrid, ankara := at["Madrid"], at["Ankara"]
	if madrid == nowhere || ankara == nowhere {
		return
	}
	if r.m.Places[madrid].Native != 5 {
		r.Fault("Madrid: it must be a start city, with native defence 5 (K5)")
	}
	if !slices.ContainsFunc(r.m.next[ankara], func(a Area) bool { return r.m.asInExample(madrid, a) }) {
		r.Fault("Ankara: next to it must be a territory with native defence 3 and border defence 3, to which the " +
			"cheapest way from Madrid leads over two seas of difficulty 3 each (K5)")
	}
}

// asInExample reports whether a territory takes 12 attack from Madrid, with the components in the example of an
// assault over sea (K5).
func (m *Map) asInExample(madrid, a Area) bool {
	p := m.Places[a]
	path, seas, ok := m.cheapest(func(own Area) bool { return own == madrid }, a, m.difficulty)
	defences := p.Native == 3 && p.Border == 3
	overTwoSeas := ok && seas == 6 && len(path) == 4
	return defences && overTwoSeas && m.Places[path[1]].Difficulty == 3
}
