package successors

import (
	"slices"
	"strconv"

	"deaddrop/adjudicator"
)

// Focus returns the place of the battle that the reader is asked about; see [adjudicator.Focused].
func (v View) Focus(string) []string {
	if v.Battle == nil {
		return nil
	}
	return []string{v.Battle.At}
}

// Chart returns the contents of a map: who has the most land units in each province, all units with the leaders among
// them, homes, and the chits of unrest. All of this is public, so everybody gets the same chart.
func (v View) Chart() adjudicator.Chart {
	b := v.Board()
	out := adjudicator.Chart{Board: "successors"}
	if !b.drawnAs(House()) {
		out.Board, out.Plan = b.Title+", "+b.Edition, b.plan()
	}
	for a, h := range v.Areas {
		p := adjudicator.Place{Name: h.Area}
		if most := v.largest(Area(a)); len(most) == 1 {
			p.Owner = adjudicator.Seat(most[0])
		}
		for _, k := range h.Stacks {
			if v.leads(Area(a), k.Side) {
				p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: "leader",
					Owner: adjudicator.Seat(k.Side), Count: 1})
			}
			for _, t := range Types {
				if n := k.Units[t]; n > 0 {
					p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: t.String(),
						Owner: adjudicator.Seat(k.Side), Count: n})
				}
			}
		}
		for _, q := range v.Players {
			if q.Home == h.Area {
				p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: "home", Owner: adjudicator.Seat(q.Seat), Count: 1})
			}
			if v.leads(Area(a), q.Seat) && v.units(Area(a), q.Seat).Total() == 0 {
				p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: "leader",
					Owner: adjudicator.Seat(q.Seat), Count: 1})
			}
		}
		if h.Unrest != "" {
			p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: string(h.Unrest), Count: 1})
		}
		if p.Owner != "" || len(p.Pieces) > 0 {
			out.Places = append(out.Places, p)
		}
	}
	return out
}

// drawnAs reports whether a map of one board can also be used for another.
func (b *Board) drawnAs(other *Board) bool {
	same := func(x, y Place) bool {
		ground := x.Sea == y.Sea && x.Rough == y.Rough && x.Port == y.Port
		gives := x.Value == y.Value && slices.Equal(x.Raise, y.Raise)
		return x.Name == y.Name && ground && gives
	}
	return b.Picture == other.Picture && slices.EqualFunc(b.Places, other.Places, same) && b.links.Equal(other.links)
}

// plan returns the data for drawing a custom edition of the board: provinces and seas, with the notes beside their
// names.
func (b *Board) plan() *adjudicator.Plan {
	p := &adjudicator.Plan{House: "successors", Map: b.Picture}
	for _, place := range b.Places {
		s := adjudicator.Site{Name: place.Name, Sea: place.Sea, Rough: place.Rough, Port: place.Port}
		if !place.Sea {
			s.Value = strconv.Itoa(place.Value)
		}
		for _, t := range place.Raise {
			s.Raises = append(s.Raises, t.String())
		}
		p.Sites = append(p.Sites, s)
	}
	p.Join(b.links.Numbers, nil)
	return p
}
