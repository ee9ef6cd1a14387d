package gm

import (
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// A Meter is told what a Master does, for monitoring. It never gets the name of a game, a seat or an address, because
// even the times of a player's letters are private. It must be safe for concurrent use, and its methods must be fast.
type Meter interface {
	// Received is called when an incoming letter has been handled, with the way in which it came (see Letter.Way).
	Received(way string, f letter.Fate)

	// Tried is called after an attempt to send a letter.
	Tried(o Outcome)

	// Turn is called when the resolution of a turn begins, with the title of the game. The returned function is
	// called when the result is in the store. It is not called if the resolution has to be repeated because the game
	// was changed meanwhile.
	Turn(rules string) (resolved func())
}

// An Outcome is the result of an attempt to send a letter.
type Outcome string

// Possible outcomes.
const (
	OutcomeSent      Outcome = "sent"      // the next mail server has accepted it
	OutcomeFailed    Outcome = "failed"    // it was not accepted, and will be tried again
	OutcomeUnknown   Outcome = "unknown"   // it is unknown whether it was accepted; it will be tried again
	OutcomePostponed Outcome = "postponed" // the attempt was postponed
	OutcomeGivenUp   Outcome = "given_up"  // it will not be tried again
)

// Outcomes returns all outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeSent, OutcomeFailed, OutcomeUnknown, OutcomePostponed, OutcomeGivenUp}
}

// noMeter is a Meter that ignores everything.
type noMeter struct{}

func (noMeter) Received(string, letter.Fate) {}

func (noMeter) Tried(Outcome) {}

func (noMeter) Turn(string) (resolved func()) { return func() {} }

func (m *Master) MeterOrNone() Meter {
	if m.Meter == nil {
		return noMeter{}
	}
	return m.Meter
}

// States returns the states by which games are counted.
func States() []string {
	return []string{string(game.Forming), string(game.Running), string(game.Held), string(game.Over), Broken}
}
