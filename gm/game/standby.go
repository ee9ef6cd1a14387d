package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
)

// A Standby is somebody who would take a seat over. He is written to at the address that the game master gave, and knows
// nothing of the game before he sits.
type Standby struct {
	Address string
	Sent    int              // the number of the last letter to him
	Doubted int              `json:",omitempty"` // and of the last that asks whether a letter is his; 0: none does
	Seat    adjudicator.Seat `json:",omitempty"` // that he is offered; "": none
	Until   time.Time        `json:",omitzero"`  // when the offer goes on to the next
}

func (b *Standby) Withdraw() { b.Seat, b.Until = "", time.Time{} }

// StandbyAt finds one by his address.
func (g *Game) StandbyAt(addr string) *Standby {
	for _, b := range g.Standbys {
		if b.Address == addr {
			return b
		}
	}
	return nil
}

// Sits reports whether an address has a seat.
func (g *Game) Sits(addr string) bool {
	return slices.ContainsFunc(g.Seats, func(s *Seat) bool { return s.Owns(addr) })
}

// Wanting are the seats that a standby is looked for: nobody sits there, or it has been silent for too long.
func (g *Game) Wanting() []*Seat {
	var out []*Seat
	for _, s := range g.Seats {
		if s.Name != adjudicator.GM && (s.Address == "" || g.Missing.Standby > 0 && s.Silent >= g.Missing.Standby) {
			out = append(out, s)
		}
	}
	return out
}

// Offered is the standby who is offered a seat; nil if nobody is.
func (g *Game) Offered(seat adjudicator.Seat) *Standby {
	for _, b := range g.Standbys {
		if b.Seat == seat {
			return b
		}
	}
	return nil
}

// StandbyOverviews are those of a game, for the game master.
func (g *Game) StandbyOverviews() []StandbyOverview {
	var out []StandbyOverview
	for _, b := range g.Standbys {
		out = append(out, StandbyOverview{b.Address, b.Seat, b.Until})
	}
	return out
}

// A StandbyOverview is somebody who would take a seat over, for the game master.
type StandbyOverview struct {
	Address string
	Seat    adjudicator.Seat `json:",omitempty"` // that he is offered
	Until   time.Time        `json:",omitzero"`
}
