package game

import "deaddrop/adjudicator"

// A SeatChange records that a seat changed hands.
type SeatChange struct {
	Seat adjudicator.Seat
	Was  string    `json:",omitempty"` // the former player's address; "": the seat was vacant
	Also string    `json:",omitempty"` // their second address
	Late int       `json:",omitempty"` // number of deadlines that they missed
	Is   string    `json:",omitempty"` // the new player's address; "": the seat is vacant
	How  Departure // why the former player left
}

// A Departure says how a player left a seat.
type Departure string

const (
	Ejected   Departure = "ejected"    // removed by the game master
	Resigned  Departure = "resigned"   // resigned
	Replaced  Departure = "replaced"   // replaced by the game master
	TakenOver Departure = "taken over" // replaced by a standby, as they had stopped writing
)

// Change returns the record that a seat goes to another address, or to nobody for "". It must be called before the
// change.
func (s *Seat) Change(to string, how Departure) *SeatChange {
	return &SeatChange{Seat: s.Name, Was: s.Address, Also: s.Also, Late: s.Late, Is: to, How: how}
}
