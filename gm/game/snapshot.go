package game

import (
	"cmp"
	"strconv"
	"time"

	"deaddrop/adjudicator"
)

// SameAgain are the words of the command that takes a game back once more, as it was taken back.
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

// A RollbackEntry is the log entry of a game that was taken back or forth: the entries of the phases that are undone
// with that stay in the log, and don't count.
type RollbackEntry struct {
	Position uint64 // where it goes on: the log entry with the position at the phase's start
	Count    uint64
	Lucks    []Luck   `json:",omitempty"` // as game's
	Void     []Span   `json:",omitempty"` // as game's
	Without  bool     `json:",omitempty"` // orders
	Gone     []uint64 `json:",omitempty"` // letters that were withdrawn, by their entries
	Sent     []uint64 `json:",omitempty"` // letters that had been withdrawn, and go out after all
	Was      Snapshot // before that
}

// A Snapshot is all that changes in a game when it is taken back, and is to be had again.
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

// A SeatSnapshot is what changes in a seat.
type SeatSnapshot struct {
	Ready, Wait bool
	Unheard     *Mark
	Address     string `json:",omitempty"`
}

// Snapshot is how the game stands. What it shares with the game is not to be changed.
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
