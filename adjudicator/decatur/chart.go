package decatur

import (
	"slices"

	"deaddrop/adjudicator"
)

// Focus returns the places of the takeover that the reader is asked about; see [adjudicator.Focused].
func (v View) Focus(string) []string {
	if v.Takeover == nil {
		return nil
	}
	return []string{v.Takeover.From, v.Takeover.To}
}

// Chart returns the chart of the board: all pieces, the fleets in their oceans, and the current takeover as an arrow.
// Everything on it is public, so it is the same for all seats.
func (v View) Chart() adjudicator.Chart { return chart(v.board, &v.State, v.Takeover) }

// Chart returns the chart of the board.
func (t Truth) Chart() adjudicator.Chart { return chart(t.board, &t.State, nil) }

// drawnAs reports whether a picture of one board is also right for another.
func (b *Board) drawnAs(other *Board) bool {
	same := func(x, y Location) bool {
		like := x.Name == y.Name && x.Region == y.Region && x.Commonwealth == y.Commonwealth
		return like && slices.Equal(x.Oceans, y.Oceans)
	}
	return b.Picture == other.Picture && slices.EqualFunc(b.Locations, other.Locations, same) &&
		b.links.Equal(other.links)
}

// plan returns the plan of an edition's board, for pictures: its locations and oceans.
func (b *Board) plan() *adjudicator.Plan {
	p := &adjudicator.Plan{House: "Decatur", Map: b.Picture}
	for _, l := range b.Locations {
		s := adjudicator.Site{Name: l.Name, Region: string(l.Region),
			Marks: []adjudicator.SiteMark{{Kind: string(l.Commonwealth), Count: 1}}}
		for _, o := range l.Oceans {
			s.Coasts = append(s.Coasts, len(b.Locations)+slices.Index(Oceans, o))
		}
		p.Sites = append(p.Sites, s)
	}
	for _, o := range Oceans {
		p.Sites = append(p.Sites, adjudicator.Site{Name: string(o), Sea: true})
	}
	p.Join(b.links.Numbers, nil)
	return p
}

func chart(b *Board, s *State, t *Takeover) adjudicator.Chart {
	out := adjudicator.Chart{Board: "Decatur"}
	if b != nil && !b.drawnAs(House()) {
		out.Board, out.Plan = b.Title+", "+b.Edition, b.plan()
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
