package game

import "deaddrop/adjudicator"

// A SeatChange is that a seat has another player, as the log has it.
type SeatChange struct {
	Seat adjudicator.Seat
	Was  string    `json:",omitempty"` // the address of whoever sat there; "": nobody did
	Also string    `json:",omitempty"` // their second address
	Late int       `json:",omitempty"` // deadlines at which they were not in
	Is   string    `json:",omitempty"` // the address of whoever does now; "": nobody
	How  Departure // they have left
}

// A Departure is how a player has left a seat.
type Departure string

const (
	Ejected   Departure = "ejected"    // by the game master
	Resigned  Departure = "resigned"   // by themselves
	Replaced  Departure = "replaced"   // by somebody else, as the game master said
	TakenOver Departure = "taken over" // by a standby, as nothing came from them
)

// Change is that a seat goes to another address, or to nobody. It is made before it is so.
func (s *Seat) Change(to string, how Departure) *SeatChange {
	return &SeatChange{Seat: s.Name, Was: s.Address, Also: s.Also, Late: s.Late, Is: to, How: how}
}
