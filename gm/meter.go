package gm

import (
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// A Meter is told what a Master does, for an operator who watches it. It learns no game's name, no seat and no address:
// when one player's letters come is nothing that others may know. Its methods may be called by several goroutines at
// once, and must be quick.
type Meter interface {
	// Received tells what became of a letter that came in, and by which way (see Letter.Way).
	Received(way string, f letter.Fate)

	// Tried tells what became of an attempt to send a letter.
	Tried(o Outcome)

	// Turn is called when a turn of a game of those rules begins to be resolved. What it returns is called when what
	// came of it is in the store, and not if it was decided anew because others changed the game meanwhile.
	Turn(rules string) (resolved func())
}

// An Outcome is what became of an attempt to send a letter.
type Outcome string

// The outcomes of attempts.
const (
	OutcomeSent      Outcome = "sent"      // the next server has it
	OutcomeFailed    Outcome = "failed"    // it was not delivered, and will be tried again
	OutcomeUnknown   Outcome = "unknown"   // nobody knows whether it was; it will be tried again
	OutcomePostponed Outcome = "postponed" // it was held back
	OutcomeGivenUp   Outcome = "given_up"  // it will not be tried again
)

// Outcomes are all outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeSent, OutcomeFailed, OutcomeUnknown, OutcomePostponed, OutcomeGivenUp}
}

// noMeter counts nothing.
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

// States are the states that games are counted by.
func States() []string {
	return []string{string(game.Forming), string(game.Running), string(game.Held), string(game.Over), Broken}
}
