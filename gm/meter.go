package gm

import (
	"context"

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

// Outcomes are all that there are.
func Outcomes() []Outcome {
	return []Outcome{OutcomeSent, OutcomeFailed, OutcomeUnknown, OutcomePostponed, OutcomeGivenUp}
}

// noMeter counts nothing.
type noMeter struct{}

func (noMeter) Received(string, letter.Fate)  {}
func (noMeter) Tried(Outcome)                 {}
func (noMeter) Turn(string) (resolved func()) { return func() {} }

func (m *Master) meter() Meter {
	if m.Meter == nil {
		return noMeter{}
	}
	return m.Meter
}

// ClockBelieved reports whether turns are resolved by the clock; see Guard. It answers at once.
func (m *Master) ClockBelieved() bool { return !m.stopped() }

// A Tally is how many games there are by their state, and how many things wait for the game master in all of them.
type Tally struct {
	Games map[string]int
	Waits int
}

// States are the states that games are counted by.
func States() []string {
	return []string{string(forming), string(running), string(held), string(over), broken}
}

// Tally adds the games behind the given name to t, up to most of them, in the order of their names. It returns the name of the
// last one, to go on behind; "" when there are no more. So that work goes on beside it, a caller with many games takes his time.
func (m *Master) Tally(ctx context.Context, after string, most int, t *Tally) (last string, err error) {
	if t.Games == nil {
		t.Games = map[string]int{}
	}
	if after == "" {
		n, err := m.InLobby(ctx)
		if err != nil {
			t.Games[broken]++ // it is there, and can't be read; and if the store is to blame, the games can't be either
		}
		t.Waits += n
	}
	seen := 0
	for g, err := range m.games(ctx, after) {
		if err != nil {
			return "", err
		}
		if s, err := m.look(ctx, g); err != nil {
			t.Games[broken]++
		} else {
			t.Games[string(s.g.State)]++
			t.Waits += len(s.g.Inbox)
		}
		if seen++; seen == most {
			return g.Name, nil
		}
	}
	return "", nil
}
