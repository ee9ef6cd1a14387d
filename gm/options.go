package gm

import (
	"fmt"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
)

// ActOptions say how the human game master wants an act to be done.
type ActOptions struct {
	Reason string // goes into the chronicle, and to the players where they are told of the act
	Dry    bool   // find out what it would do, and do nothing
	Sure   bool   // whoever wants it was asked whether it is meant, or has said so
	Once   string // what was done under this key already is not done again; "": do it
	// the address whose letter it is in, which gets an answer: as game master it gets no notice beside that
	By     string
	Undoes uint64 // the log entry of the act that this one takes back; 0: none
}

// A Disclosure is what a seat has been told of turns that don't count any more.
type Disclosure struct {
	Seat    adjudicator.Seat
	Address string
	Phases  []string  // of which it was told something
	Sent    time.Time `json:",omitzero"`  // when the first letter was written that told it; zero: that is not known
	Waits   uint64    `json:",omitempty"` // the letter is still in the outbox, under that number
	Wrote   bool      `json:",omitempty"` // a letter came from its address since, so that it was surely seen
	Spared  bool      `json:",omitempty"` // the letter had not begun to be sent, and was withdrawn: it was told nothing
}

// Line is an exposure in a sentence, with times of a zone.
func (e Disclosure) Line(z *time.Location) string {
	if e.Spared {
		return fmt.Sprintf("%s (%s) knows nothing of %s: that letter has not been sent, and is withdrawn.",
			e.Seat, e.Address, game.Listed(e.Phases))
	}
	text := fmt.Sprintf("%s (%s) was sent results of %s", e.Seat, e.Address, game.Listed(e.Phases))
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
