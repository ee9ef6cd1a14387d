package game

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// Past is what a game remembers of acts and rollbacks: what can be taken back, and what does not count any more.
type Past struct {
	Acts    []uint64  `json:",omitempty"` // log entries of the game master's acts that can be taken back, oldest first
	Final   uint64    `json:",omitempty"` // the log entry of the newest act that can't be
	Once    []string  `json:",omitempty"` // the keys of the newest acts that have one
	Void    []Span    `json:",omitempty"` // log entries of phases that were taken back
	Back    []uint64  `json:",omitempty"` // log entries of the times that the game was taken back and not forth again
	Turns   uint64    `json:",omitempty"` // how often it was taken back or forth
	Letters *Checksum `json:",omitempty"` // of all that it has written; nil: none, or an earlier program has
}

// A Span is a range of log entries, both ends included.
type Span struct{ From, To uint64 }

// Counts reports whether a log entry counts: it is in none of the void spans.
func Counts(void []Span, entry uint64) bool {
	return !slices.ContainsFunc(void, func(v Span) bool { return v.From <= entry && entry <= v.To })
}

// A Chapter is a phase that counts.
type Chapter struct {
	Count    uint64
	Position uint64 // the log entry with the position at its start
	Name     string
	Asked    []adjudicator.QuestionRecord
	Start    []byte
}

// An Ended is how a game stood when the game master ended it.
type Ended struct {
	State State
	Why   string        `json:",omitempty"`
	Left  time.Duration `json:",omitempty"` // until its deadline
	Told  bool          `json:",omitempty"` // the players know the secret of its luck, so that it can't go on
}

// A Checksum is the SHA-256 of all letters of a game from one on, by which it shows whether one was changed later.
type Checksum struct {
	From uint64 // the log entry of the first
	Sum  []byte
}

// Add returns the checksum with one more letter.
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
