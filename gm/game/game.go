// Package game holds the state of one game: seats, questions, orders on file, clock, press, people and the past. A
// [Game] is the head of its record in the store, saved as JSON.
//
// Everything that follows from this state alone is computed here: who is waited for, the next deadline, who sits
// where, whom press reaches. Nothing here accesses the store, writes letters, advances the rules or reads a clock:
// times are arguments. Saved games must stay readable, so JSON names of fields do not change.
package game

import (
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// A Game is the head of a game, that is, everything but its log. Related fields are in embedded types with their own
// methods; in JSON all fields are on one level.
type Game struct {
	Name    string
	Rules   string
	Options map[string]string
	State   State
	Why     string       `json:",omitempty"` // the reason, if State is Held
	Ended   *Ended       `json:",omitempty"` // set when the game master has ended it
	Trust   intake.Trust `json:",omitempty"`
	Inbox   Inbox        `json:",omitempty"`
	Topics  Topics       `json:",omitempty"` // what the items in its inbox are about
	Notify  Notify       `json:",omitempty"` // when the game master is told of items; "": the site's default
	News    News         `json:",omitzero"`  // items of which the game master was told at once
	Strays  Strays       `json:",omitzero"`  // letters from strangers in the inbox
	// log entry with the sign-up from which the game began; 0 if there was none
	Formed uint64 `json:",omitempty"`
	// log entry with the edition (pack) with which it will begin; 0: the house edition
	Pack uint64 `json:",omitempty"`
	// whether the game was imported under another name as a copy, which sends no letters
	Copy bool `json:",omitempty"`
	// whether a game master who plays must see none of the game's secrets
	Blindfold bool `json:",omitempty"`
	// whether Pack is 0 only for the house edition; games that older programs began did not keep their edition
	EditionKept bool   `json:",omitempty"`
	House       string `json:",omitempty"` // the club's house rules

	Noticed uint64 `json:",omitempty"` // number of notices of the game so far

	Turn
	Timing
	People
	PressBox
	Chance
	Past

	// what is public of the game; nil if it has not begun, or if no report was sent since programs keep that
	Bulletin *Bulletin `json:",omitempty"`
}

// IsGame reports whether a record's name is that of a game, not of the lobby, a player or another record.
func IsGame(name string) bool { return name != LobbyName && letter.IsName(name) }

// Zone returns the time zone for letters to a seat.
func (g *Game) Zone(s *Seat) *time.Location {
	if s.Zone != "" {
		return calendar.Zone(s.Zone)
	}
	return g.Clock.Location()
}
