package gm

import (
	"fmt"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
)

// ActOptions say how to carry out an act of the human game master.
type ActOptions struct {
	Reason string // the reason for the act, which goes into the chronicle, and to the players who are told of the act
	Dry    bool   // report what the act would do, without doing it
	Sure   bool   // the act has been confirmed
	Once   string // idempotency key: an act is not carried out twice with the same key; "" for none
	// the address of whoever commanded the act, by mail or as --as says; "" if nobody says. They get an answer, and so
	// no notice of the act in addition.
	By string
	// how the act was commanded; "" if that is not recorded. By mail it needs rights: those of By.
	Way    game.Way
	Undoes uint64 // log entry of the act that this one undoes; 0 for none
}

// A Disclosure says what a seat has been told about turns that an act makes void.
type Disclosure struct {
	Seat    adjudicator.Seat
	Address string
	Phases  []string  // phases that the seat was told something about
	Sent    time.Time `json:",omitzero"`  // when the first letter about them was written; zero if unknown
	Waits   uint64    `json:",omitempty"` // number of the letter, if it is still in the outbox
	// whether a letter has come from the seat's address since, so that it has surely been read
	Wrote bool `json:",omitempty"`
	// whether the letter was withdrawn before sending began, so that the seat was told nothing
	Spared bool `json:",omitempty"`
}

// Line returns the disclosure as a sentence, with times in the given zone.
func (e Disclosure) Line(z *time.Location) string {
	if e.Spared {
		return fmt.Sprintf("%s (%s) knows nothing of %s: that letter has not been sent, and is withdrawn.",
			e.Seat, e.Address, game.Listed(e.Phases))
	}
	text := fmt.Sprintf("%s (%s) was sent the results of %s", e.Seat, e.Address, game.Listed(e.Phases))
	if !e.Sent.IsZero() {
		text += " on " + e.Sent.In(z).Format(game.DateTime)
	}
	switch {
	case e.Waits > 0:
		text += fmt.Sprintf("; that letter has not gone out yet (outbox %d)", e.Waits)
	case e.Wrote:
		text += ", and has written since"
	}
	return text + "."
}
