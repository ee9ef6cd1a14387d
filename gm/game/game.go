// Package game is the state of one game as the game master keeps it: seats, questions, the orders on file, clock,
// press, people, and what is past. A [Game] is what stands in the head of its record in the store, saved as JSON.
//
// All that can be told from this state alone is told here: who has to be waited for, when the next deadline is, who
// sits where, which press reaches whom. Nothing here reads the store, writes a letter, plays the rules on or looks at a
// clock: a time is passed in. What is saved stays readable, so a field keeps the name that it has in JSON.
package game

import (
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// A Game is all that the store has of a game but its log: the head. What belongs together in it is a type with methods
// of its own; in JSON their fields stand beside each other, as they always have.
type Game struct {
	Name    string
	Rules   string
	Options map[string]string
	State   State
	Why     string       `json:",omitempty"` // held: why
	Ended   *Ended       `json:",omitempty"` // the game master has ended it
	Trust   intake.Trust `json:",omitempty"`
	Inbox   Inbox        `json:",omitempty"`
	Topics  Topics       `json:",omitempty"` // what its items are about
	Notify  Notify       `json:",omitempty"` // when the game master hears of them; "": as the site has it
	News    News         `json:",omitzero"`  // and what they have heard at once
	Strays  Strays       `json:",omitzero"`  // letters of strangers in it
	Formed  uint64       `json:",omitempty"` // the log entry with the sign-up that it began with; 0: there was none
	// the log entry with the pack that it is to begin with; 0: the house edition
	Pack uint64 `json:",omitempty"`
	Copy bool   `json:",omitempty"` // it was taken in under another name, and writes to nobody

	Noticed uint64 `json:",omitempty"` // notices of it so far

	Turn
	Timing
	People
	PressBox
	Chance
	Past
}

// IsGame reports whether a name is that of a game, and not of another record of a store, such as the lobby or a player.
func IsGame(name string) bool { return name != LobbyName && letter.IsName(name) }

// Zone is the time zone of a seat's letters.
func (g *Game) Zone(s *Seat) *time.Location {
	if s.Zone != "" {
		return calendar.Zone(s.Zone)
	}
	return g.Clock.Location()
}
