package game

import (
	"cmp"
	"strconv"
	"time"

	"deaddrop/adjudicator"
)

// SameAgain returns the command that repeats a rollback.
func (t RollbackEntry) SameAgain(name string, g *Game) []string {
	undo := []string{"rollback", name, strconv.FormatUint(t.Count, 10)}
	if t.Without {
		undo = append(undo, "--without-orders")
	}
	if len(t.Lucks) > 0 && t.Lucks[len(t.Lucks)-1].From == t.Count || t.Was.State == Over {
		return append(undo, "--new-luck")
	}
	return append(undo, "--same-luck")
}

// A RollbackEntry is the log entry of a rollback, or of undoing one. The log entries of the phases that it voids stay
// in the log but no longer count.
type RollbackEntry struct {
	Position uint64 // log entry with the position from which the game goes on
	Count    uint64
	Lucks    []Luck   `json:",omitempty"` // the new value of Chance.Lucks
	Void     []Span   `json:",omitempty"` // the new value of Past.Void
	Without  bool     `json:",omitempty"` // whether orders are not restored
	Gone     []uint64 `json:",omitempty"` // log entries of letters that were withdrawn
	Sent     []uint64 `json:",omitempty"` // log entries of withdrawn letters that are sent after all
	Was      Snapshot // the state before
}

// A Snapshot holds everything that a rollback changes in a game, so that it can be undone.
type Snapshot struct {
	State    State
	Why      string `json:",omitempty"`
	Phase    string
	Count    uint64
	Position uint64
	Record   adjudicator.Record
	Open     []*Question
	Deadline time.Time
	Options  map[string]string
	Ended    *Ended `json:",omitempty"`
	Lucks    []Luck `json:",omitempty"`
	Void     []Span `json:",omitempty"`
	Seats    map[adjudicator.Seat]SeatSnapshot
}

// A SeatSnapshot holds what a rollback changes in a seat.
type SeatSnapshot struct {
	Ready, Wait bool
	Unheard     *Mark
	Address     string `json:",omitempty"`
}

// Snapshot returns the current state. It shares memory with the game, so neither may be modified in place.
func (g *Game) Snapshot() Snapshot {
	deadline := g.Deadline
	if g.Paused != nil {
		deadline = g.Paused.Since.Add(g.Paused.Left)
	}
	st := Snapshot{State: g.State, Why: g.Why, Phase: g.Phase, Count: g.Count, Position: g.Position, Record: g.Record,
		Open: g.Open, Deadline: deadline, Options: g.Options, Ended: g.Ended, Lucks: g.Lucks, Void: g.Void,
		Seats: map[adjudicator.Seat]SeatSnapshot{}}
	for _, s := range g.Seats {
		st.Seats[s.Name] = SeatSnapshot{s.Ready, s.Wait, s.Unheard, s.Address}
	}
	return st
}

func SameOptions(a, b map[string]string) bool {
	for name, value := range a {
		if cmp.Or(b[name], value) != value {
			return false
		}
	}
	return true
}
