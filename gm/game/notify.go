package game

import (
	"time"

	"deaddrop/gm/refusal"
)

// Notify says when a game master gets letters about items in their inbox. Urgent ones are always sent at once:
// bounces of letters to a player, players who are missing before a deadline, a turn that does not go on.
type Notify string

const (
	NotifyNow    Notify = "now"    // at once, one for each item
	NotifyDaily  Notify = "daily"  // once a day, in one letter about all of their games
	NotifyUrgent Notify = "urgent" // only urgent ones
)

// Check returns an error unless n is valid; "" means that none was chosen.
func (n Notify) Check() error {
	switch n {
	case "", NotifyNow, NotifyDaily, NotifyUrgent:
		return nil
	}
	return refusal.New("Letters about what waits for you come %s, %s or %s, not %q.", NotifyNow, NotifyDaily, NotifyUrgent,
		string(n))
}

// News records which items a game master has been told of at once.
type News struct {
	Told time.Time `json:",omitzero"` // time up to which they were told of all items
	Sent Daily     `json:",omitzero"` // number of letters about items today
}
