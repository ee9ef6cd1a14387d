package game

import "time"

// A Bulletin is the public part of a game: what its observers, if it had any, would last have been told. Public pages
// show what it says and nothing newer. While a question is open within a turn, a game's own fields reveal more than
// everybody may know; its bulletin does not.
type Bulletin struct {
	At       time.Time // when the last report went out
	Upto     Mark      // the first event that is not public yet
	Phase    string    // "" when the game is over
	Deadline time.Time `json:",omitzero"` // zero: there is none, or it would tell who is asked
	Paused   bool      `json:",omitempty"`
	Heard    int       `json:",omitempty"` // how many pieces of the waiting press are public
}
