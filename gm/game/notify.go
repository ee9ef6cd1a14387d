package game

import (
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// Notify is when a game master gets a letter about what waits for them, beside what can't wait: letters to a player that
// come back, players who are missing before a deadline, a turn that stands still.
type Notify string

const (
	NotifyNow    Notify = "now"    // at once, about each thing
	NotifyDaily  Notify = "daily"  // once a day, about all of their games
	NotifyUrgent Notify = "urgent" // not at all
)

// Check refuses what is none of these; "" is none chosen.
func (n Notify) Check() error {
	switch n {
	case "", NotifyNow, NotifyDaily, NotifyUrgent:
		return nil
	}
	return refusal.New("Letters about what waits for you come %s, %s or %s, not %q.", NotifyNow, NotifyDaily, NotifyUrgent,
		string(n))
}

// News is what a game master has heard at once of what waits for them.
type News struct {
	Told time.Time `json:",omitzero"` // of what had come until then
	Sent Daily     `json:",omitzero"` // letters about it
}

// DeskPlays reports whether the game master of a game has a player's seat in it, too.
func (g *Game) DeskPlays() bool {
	desk := g.Seat(adjudicator.GM)
	if desk == nil || desk.Address == "" {
		return false
	}
	for _, seat := range g.Seats {
		if seat != desk && (seat.Owns(desk.Address) || desk.Owns(seat.Address)) {
			return true
		}
	}
	return false
}
