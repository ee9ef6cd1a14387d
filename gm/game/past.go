package game

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// A RollbackEntry is the log entry of a game that was taken back or forth: the entries of the phases that are undone with that
// stay in the log, and don't count.
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

// A Span is a range of log entries, both ends included.
type Span struct{ From, To uint64 }

// A Luck is a secret of a game from a phase on.
type Luck struct {
	From   uint64 // as game.Count
	Secret []byte
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

// Luck is where a phase's luck comes from.
func (g *Game) Luck(phase uint64) adjudicator.Luck {
	secret := g.Secret
	for _, l := range g.Lucks {
		if l.From <= phase {
			secret = l.Secret
		}
	}
	return adjudicator.Luck{Secret: secret, Phase: phase}
}

// PhaseKey makes a phase be played once, until it is taken back.
func (g *Game) PhaseKey() string {
	if g.Turns > 0 {
		return fmt.Sprintf("phase/%d.%d", g.Count, g.Turns)
	}
	return fmt.Sprintf("phase/%d", g.Count)
}

// Counts reports whether a log entry does not belong to what was taken back.
func Counts(void []Span, entry uint64) bool {
	return !slices.ContainsFunc(void, func(v Span) bool { return v.From <= entry && entry <= v.To })
}

// Snapshot is how the game stands. What it shares with the game is not to be changed.
func (g *Game) Snapshot() Snapshot {
	deadline := g.Deadline
	if g.Paused != nil {
		deadline = g.Paused.Since.Add(g.Paused.Left)
	}
	st := Snapshot{State: g.State, Why: g.Why, Phase: g.Phase, Count: g.Count, Position: g.Position, Record: g.Record, Open: g.Open,
		Deadline: deadline, Options: g.Options, Ended: g.Ended, Lucks: g.Lucks, Void: g.Void, Seats: map[adjudicator.Seat]SeatSnapshot{}}
	for _, s := range g.Seats {
		st.Seats[s.Name] = SeatSnapshot{s.Ready, s.Wait, s.Unheard, s.Address}
	}
	return st
}

// A Filing is what was on file for a question.
type Filing struct {
	Answer string
	Heard  bool
}

func (q *Question) Slot() string { return Slot(q.Seat, q.Kind) }

func Slot(seat adjudicator.Seat, kind string) string { return string(seat) + "\x00" + kind }

// Hashed is what players are told of a secret while it is one.
func Hashed(secret []byte) string {
	h := sha256.Sum256([]byte(hex.EncodeToString(secret)))
	return hex.EncodeToString(h[:])
}

// Secrets are what players are told at the end of where the luck came from.
func (g *Game) Secrets() string {
	text := g.secret()
	for _, l := range g.Lucks {
		text += fmt.Sprintf(", from phase %d on from %s", l.From, hex.EncodeToString(l.Secret))
	}
	for _, l := range g.Former {
		text += fmt.Sprintf(", before it was taken back from phase %d on from %s", l.From, hex.EncodeToString(l.Secret))
	}
	return text
}

func SameOptions(a, b map[string]string) bool {
	for name, value := range a {
		if cmp.Or(b[name], value) != value {
			return false
		}
	}
	return true
}

// A Chapter is a phase that counts.
type Chapter struct {
	Count    uint64
	Position uint64 // the log entry with the position at its start
	Name     string
	Asked    []adjudicator.Asked
	Start    []byte
}

// An Ended is how a game stood that the game master has ended.
type Ended struct {
	State State
	Why   string        `json:",omitempty"`
	Left  time.Duration `json:",omitempty"` // until its deadline
	Told  bool          `json:",omitempty"` // the players know the secret of its luck, so that it can't go on
}

// Retire keeps the secrets that were in force and are no more: each that was announced is told at the end.
func (g *Game) Retire(before []Luck) {
	inForce := func(l Luck) bool {
		return bytes.Equal(l.Secret, g.Secret) || slices.ContainsFunc(g.Lucks, l.Same)
	}
	for _, l := range before {
		if !slices.ContainsFunc(g.Former, l.Same) {
			g.Former = append(slices.Clip(g.Former), l)
		}
	}
	g.Former = slices.DeleteFunc(slices.Clone(g.Former), inForce)
}

func (l Luck) Same(other Luck) bool { return bytes.Equal(l.Secret, other.Secret) }

// Hashes are those of all secrets that the game has, or had.
func (g *Game) Hashes() []string {
	out := []string{Hashed(g.Secret)}
	for _, l := range slices.Concat(g.Lucks, g.Former) {
		out = append(out, Hashed(l.Secret))
	}
	return out
}

// A Checksum is the SHA-256 of all letters of a game from one on, by which it shows whether one was changed later.
type Checksum struct {
	From uint64 // the log entry of the first
	Sum  []byte
}

// Add is the checksum with one more letter.
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
