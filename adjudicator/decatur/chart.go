package decatur

import (
	"slices"

	"deaddrop/adjudicator"
)

// Chart is what a picture of the board shows: all pieces, the fleets in their oceans, and a takeover that is not over
// yet as an arrow. All lies open, so all have the same.
func (v View) Chart() adjudicator.Chart { return chart(v.board, &v.State, v.Takeover) }

// Chart is what a picture of the board shows.
func (t Truth) Chart() adjudicator.Chart { return chart(t.board, &t.State, nil) }

// drawnAs reports whether a picture of one board is one of the other, too.
func (b *Board) drawnAs(other *Board) bool {
	same := func(x, y Location) bool {
		return x.Name == y.Name && x.Region == y.Region && slices.Equal(x.Oceans, y.Oceans)
	}
	return slices.EqualFunc(b.Locations, other.Locations, same) && b.links.Equal(other.links)
}

func chart(b *Board, s *State, t *Takeover) adjudicator.Chart {
	out := adjudicator.Chart{Board: "Decatur"}
	if b != nil && !b.drawnAs(House()) {
		out.Board = b.Title + ", " + b.Edition // a picture of other lines and oceans would be a wrong one
	}
	for _, h := range s.Locations {
		p := adjudicator.Place{Name: h.Location, Owner: adjudicator.Seat(h.Owner)}
		if h.Factors > 0 {
			p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: "factor", Owner: p.Owner, Count: h.Factors})
		}
		if h.Port != "" {
			p.Pieces = append(p.Pieces, adjudicator.Piece{Kind: "port", Owner: p.Owner, Count: 1})
		}
		contested := t != nil && (h.Location == t.From || h.Location == t.To)
		if contested || h.Owner != "" {
			out.Places = append(out.Places, p)
		}
	}
	for _, o := range Oceans {
		p := adjudicator.Place{Name: string(o)}
		for _, player := range s.Players {
			if n := s.Fleets(player.Seat, o); n > 0 {
				p.Pieces = append(p.Pieces,
					adjudicator.Piece{Kind: "fleet", Owner: adjudicator.Seat(player.Seat), Count: n})
			}
		}
		if len(p.Pieces) > 0 {
			out.Places = append(out.Places, p)
		}
	}
	if t != nil {
		out.Arrows = []adjudicator.Arrow{
			{From: t.From, To: t.To, Kind: "venture", Owner: adjudicator.Seat(t.Contender),
				Failed: !t.Bidding && !t.Won},
		}
	}
	return out
}
