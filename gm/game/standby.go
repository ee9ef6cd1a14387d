package game

import (
	"time"

	"deaddrop/adjudicator"
)

// A Standby is somebody who would take over a seat. They are written to at the address that the game master gave, and
// know nothing of the game until they accept.
type Standby struct {
	Address string
	Sent    int // number of the last letter to them
	// number of the last letter that asked whether one of theirs is genuine
	Doubted int              `json:",omitempty"`
	Seat    adjudicator.Seat `json:",omitempty"` // the seat offered to them; "": none
	Until   time.Time        `json:",omitzero"`  // when the offer passes to the next standby
}

func (b *Standby) Withdraw() { b.Seat, b.Until = "", time.Time{} }

// A StandbyOverview describes a standby for the game master.
type StandbyOverview struct {
	Address string
	Seat    adjudicator.Seat `json:",omitempty"` // the seat offered to them
	Until   time.Time        `json:",omitzero"`
}
