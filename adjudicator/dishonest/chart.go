package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
)

// Focus returns the place of the battle that the reader is asked about; see [adjudicator.Focused].
func (v View) Focus(string) []string {
	if v.Battle == nil {
		return nil
	}
	return []string{v.Battle.Area}
}

// Chart returns the contents of a map: the holder of each area, all units, garrisons, quagmires, markers in colonies
// that their owner does not hold, and the areas that are closed to all but air units. All of this is public, so
// everybody gets the same chart.
func (v View) Chart() adjudicator.Chart {
	b := v.Board()
	out := adjudicator.Chart{Board: "dishonest"}
	if !b.drawnAs(House()) {
		out.Board, out.Plan = b.Title+", "+b.Edition, b.plan()
	}
	for a, h := range v.Areas {
		p := adjudicator.Place{Name: h.Area, Owner: adjudicator.Seat(v.holder(Area(a))), Pieces: v.pieces(Area(a))}
		if p.Owner != "" || len(p.Pieces) > 0 {
			out.Places = append(out.Places, p)
		}
	}
	return out
}

// pieces returns everything that stands in an area.
func (v View) pieces(a Area) []adjudicator.Piece {
	h := v.Areas[a]
	var out []adjudicator.Piece
	add := func(kind, owner string, n int) {
		if n > 0 {
			out = append(out, adjudicator.Piece{Kind: kind, Owner: adjudicator.Seat(owner), Count: n})
		}
	}
	for _, k := range h.Stacks {
		for _, t := range Types {
			add(t.String(), k.Seat, k.Force[t])
		}
		if k.Seat == h.Keeper {
			add("garrison", h.Keeper, h.Garrison)
		}
	}
	if !slices.ContainsFunc(h.Stacks, func(k Stack) bool { return k.Seat == h.Keeper }) {
		add("garrison", h.Keeper, h.Garrison)
	}
	add("garrison", "", h.Neutral)
	if owner := v.owner(a); owner != "" && owner != v.holder(a) {
		add("colony", owner, 1)
	}
	if h.Quagmire {
		add("quagmire", "", 1)
	}
	if v.closed(a) && !v.Board().Places[a].Impassable { // the map shows impassable areas anyway
		add("impassable", "", 1)
	}
	return out
}

// drawnAs reports whether a map of one board can also be used for another.
func (b *Board) drawnAs(other *Board) bool {
	same := func(x, y Place) bool {
		kind := x.Sea == y.Sea && x.Impassable == y.Impassable
		gives := x.Yield == y.Yield && x.Objective == y.Objective
		return x.Name == y.Name && kind && gives
	}
	return b.Picture == other.Picture && slices.EqualFunc(b.Places, other.Places, same) &&
		b.links.Equal(other.links) && slices.Equal(b.Canals, other.Canals)
}

// plan returns the data for drawing a custom edition of the board: regions and sea-zones, with the notes beside their
// names.
func (b *Board) plan() *adjudicator.Plan {
	p := &adjudicator.Plan{House: "dishonest", Map: b.Picture}
	for _, place := range b.Places {
		s := adjudicator.Site{Name: place.Name, Sea: place.Sea}
		if len(place.Continents) > 0 {
			s.Region = place.Continents[0]
		}
		for _, m := range []struct {
			kind string
			n    int
		}{{"objective", times(place.Objective)}, {"factory", place.Yield[Money]}, {"crate", place.Yield[Supply]},
			{"government", place.Yield[Operations]}, {"derrick", place.Yield[Oil]},
			{"impassable", times(place.Impassable)}} {
			if m.n > 0 {
				s.Marks = append(s.Marks, adjudicator.SiteMark{Kind: m.kind, Count: m.n})
			}
		}
		p.Sites = append(p.Sites, s)
	}
	p.Join(b.links.Numbers, nil)
	return p
}

// times returns 1 for true, and 0 for false.
func times(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
