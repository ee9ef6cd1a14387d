package game

import (
	"time"

	"deaddrop/adjudicator"
)

// A Standby is somebody who would take a seat over. They are written to at the address that the game master gave, and
// know nothing of the game before they sit.
type Standby struct {
	Address string
	Sent    int              // the number of the last letter to them
	Doubted int              `json:",omitempty"` // and of the last that asks whether a letter is his; 0: none does
	Seat    adjudicator.Seat `json:",omitempty"` // that he is offered; "": none
	Until   time.Time        `json:",omitzero"`  // when the offer goes on to the next
}

func (b *Standby) Withdraw() { b.Seat, b.Until = "", time.Time{} }

// A StandbyOverview is somebody who would take a seat over, for the game master.
type StandbyOverview struct {
	Address string
	Seat    adjudicator.Seat `json:",omitempty"` // that he is offered
	Until   time.Time        `json:",omitzero"`
}
