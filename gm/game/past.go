package game

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// Past is what a game remembers of acts and rollbacks: what can be undone, and which phases no longer count.
type Past struct {
	Acts  []uint64 `json:",omitempty"` // log entries of the game master's acts that can be undone, the oldest first
	Final uint64   `json:",omitempty"` // log entry of the newest act that can't
	Once  []string `json:",omitempty"` // idempotency keys of the newest acts
	Void  []Span   `json:",omitempty"` // log entries of phases that were rolled back
	Back  []uint64 `json:",omitempty"` // log entries of rollbacks that have not been undone
	Turns uint64   `json:",omitempty"` // number of rollbacks and of their undoings
	// checksum of all letters of the game; nil if there are none, or if an old version of the program wrote some
	Letters *Checksum `json:",omitempty"`
}

// A Span is a range of log entries, both ends included.
type Span struct{ From, To uint64 }

// Counts reports whether a log entry is valid, that is, in none of the void spans.
func Counts(void []Span, entry uint64) bool {
	return !slices.ContainsFunc(void, func(v Span) bool { return v.From <= entry && entry <= v.To })
}

// A Chapter is a phase that was not rolled back.
type Chapter struct {
	Count    uint64
	Position uint64 // log entry with the position at its start
	Name     string
	Asked    []adjudicator.QuestionRecord
	Start    []byte
}

// An Ended is the state of a game when the game master ended it.
type Ended struct {
	State State
	Why   string        `json:",omitempty"`
	Left  time.Duration `json:",omitempty"` // time until its deadline
	// whether players have been told the secret of its luck, so that it can't be resumed
	Told bool `json:",omitempty"`
}

// A Checksum is a SHA-256 hash chain over the letters of a game, which shows whether one was changed later.
type Checksum struct {
	From uint64 // log entry of the first letter
	Sum  []byte
}

// Add returns the checksum extended by one letter.
func (c *Checksum) Add(entry uint64, l letter.Letter) *Checksum {
	next := Checksum{From: entry}
	h := sha256.New()
	if c != nil {
		next.From = c.From
		h.Write(c.Sum)
	}
	for _, part := range []string{l.ID, l.To, l.Subject, l.Text, l.HTML} {
		fmt.Fprintf(h, "%d\x00%s", len(part), part)
	}
	next.Sum = h.Sum(nil)
	return &next
}

// Did reports whether an act with that idempotency key was done recently.
func (g *Game) Did(once string) bool { return g != nil && once != "" && slices.Contains(g.Once, once) }
