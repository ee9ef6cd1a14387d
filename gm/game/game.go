// Package game is the state of one game as the game master keeps it: seats, questions, the orders on file, clock,
// press, people, and what is past. A [Game] is what stands in the head of its record in the store, saved as JSON.
//
// All that can be told from this state alone is told here: who has to be waited for, when the next deadline is, who
// sits where, which press reaches whom. Nothing here reads the store, writes a letter, plays the rules on or looks at a
// clock: a time is passed in. What is saved stays readable, so a field keeps the name that it has in JSON.
package game

import (
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// A Game is the head that is kept of one: all but its log. The position at the start of the phase is a
// log entry.
type Game struct {
	Name     string
	Rules    string
	Options  map[string]string
	Seats    []*Seat // the players' in the order of the table, then the game master's
	Secret   []byte  // luck and Message-IDs come from it
	State    State
	Why      string `json:",omitempty"` // held: why
	Phase    string
	Count    uint64 // of phases, this one included
	Position uint64 // the log entry with the position at the start of the phase
	Record   adjudicator.Record
	Open     []*Question `json:",omitempty"` // as the last of Record.Asked
	Clock    calendar.Clock
	Deadline time.Time
	Remind   time.Time         // when those are reminded who are not in; zero: nobody
	Resolve  time.Time         // everybody is in: when the time for second thoughts is over
	Paused   *Pause            `json:",omitempty"` // the game master has stopped the clock; nil: it runs
	Still    *Stall            `json:",omitempty"` // what keeps it from going on; nil: nothing
	Quiet    int               `json:",omitempty"` // how often running nobody at all has answered
	Urged    time.Time         `json:",omitzero"`  // the deadline of which the late were told
	Press    []templates.Press `json:",omitempty"` // waits for the next report, or for seats that were not written to since
	Trust    intake.Trust      `json:",omitempty"`
	Inbox    Inbox             `json:",omitempty"`
	Strays   Strays            `json:",omitzero"`  // letters of strangers in it
	SignUp   *SignUp           `json:",omitempty"` // while it is forming
	Formed   uint64            `json:",omitempty"` // the log entry with the sign-up that it began with; 0: there was none
	Pack     uint64            `json:",omitempty"` // the log entry with the pack that it is to begin with; 0: the house edition
	Ended    *Ended            `json:",omitempty"` // the game master has ended it
	Acts     []uint64          `json:",omitempty"` // log entries of the game master's acts that can be taken back, oldest first
	Copy     bool              `json:",omitempty"` // it was taken in under another name, and writes to nobody
	Final    uint64            `json:",omitempty"` // the log entry of the newest act that can't be
	Missing  Ladder            `json:",omitzero"`  // what becomes of players who are
	Stalled  time.Time         `json:",omitzero"`  // the deadline at which somebody was missing, so that the turn waits
	Counted  time.Time         `json:",omitzero"`  // the last deadline at which it was counted who was late
	Delayed  Awayness          `json:",omitzero"`  // for whose absence the deadline is later
	Standbys []*Standby        `json:",omitempty"` // in the order in which they are asked
	Once     []string          `json:",omitempty"` // the keys of the newest acts that have one
	Lucks    []Luck            `json:",omitempty"` // secrets in place of Secret, by the phase from which on
	Former   []Luck            `json:",omitempty"` // secrets that were announced, and are in force no more
	Letters  *Checksum         `json:",omitempty"` // of all that it has written; nil: none, or an earlier program has
	Void     []Span            `json:",omitempty"` // log entries of phases that were taken back
	Back     []uint64          `json:",omitempty"` // log entries of the times that the game was taken back and not forth again
	Turns    uint64            `json:",omitempty"` // how often it was taken back or forth

	Gallery *Spectators `json:",omitempty"` // who watches it; nil: nobody ever has

	PressRules map[string]string `json:",omitempty"` // what was chosen about press, by option; the default ones are not there
	Grey       []GreyPress       `json:",omitempty"` // press that waits for its hour, in the order in which it is due
}

type State string

const (
	Running State = "running"
	Forming State = "forming" // it takes players, and has no position yet
	Held    State = "held"    // the program failed: nothing moves before the game master has looked
	Over    State = "over"
)

// IsGame tells a game's name from those of all other records of a store, such as the lobby and players.
func IsGame(name string) bool { return name != LobbyName && letter.IsName(name) }

// Seat finds a seat by its name; nil if there is none.
func (g *Game) Seat(name adjudicator.Seat) *Seat {
	i := slices.IndexFunc(g.Seats, func(s *Seat) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return g.Seats[i]
}

// Players are the seats without the game master's.
func (g *Game) Players() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, s := range g.Seats {
		if s.Name != adjudicator.GM {
			out = append(out, s.Name)
		}
	}
	return out
}

// Names are those of all seats.
func (g *Game) Names() []string {
	var out []string
	for _, s := range g.Seats {
		out = append(out, string(s.Name))
	}
	return out
}

// Question finds an open question of a seat: that of the number, or the first for 0.
func (g *Game) Question(s *Seat, number int) *Question {
	for _, q := range g.Open {
		if q.Seat == s.Name && (number == 0 || number == q.Number) {
			return q
		}
	}
	return nil
}

// IsIn reports whether a question needs no more waiting for.
func (g *Game) IsIn(q *Question) bool { return g.Complete(q) && !g.Seat(q.Seat).Wait }

// Complete reports whether all is on file for a question that its seat means to send.
func (g *Game) Complete(q *Question) bool {
	if q.Stands {
		return true
	}
	if s := g.Seat(q.Seat); s != nil && s.Address == "" { // who may come is waited for
		return g.Offered(s.Name) == nil
	}
	return q.Answer != "" && (!q.Ahead && !q.Unclear() && len(q.Missing) == 0 || g.Seat(q.Seat).Ready)
}

// WaitsForDesk is a question that only the game master can answer, and has not; nil if there is none. Whatever
// the deadline says, the turn waits for that.
func (g *Game) WaitsForDesk() *Question {
	for _, q := range g.Open {
		if q.Answer == "" && q.Default == "" {
			return q
		}
	}
	return nil
}

// AllIn reports whether nobody has to be waited for. Past the deadline nobody's WAIT counts.
func (g *Game) AllIn(now time.Time) bool {
	in := g.IsIn
	if !now.Before(g.Deadline) {
		in = g.Complete
	}
	return len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !in(q) })
}

// Aside reports whether nothing is asked but what is within a turn: then only who is asked is written to.
func (g *Game) Aside() bool {
	return g.State == Running && len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !q.Aside })
}

// Brisk reports whether all that is asked are small decisions within a turn. There may be many of them, so the delay for second
// thoughts is short then.
func (g *Game) Brisk() bool {
	return g.Aside() && !slices.ContainsFunc(g.Open, func(q *Question) bool { return !q.Short })
}

// Forgotten reports whether a seat has had no letter for more phases than there are seats, as it was asked nothing.
// Then it gets one all the same.
func (g *Game) Forgotten(s *Seat) bool {
	return s.Unheard != nil && g.Count-s.Unheard.Phase > uint64(len(g.Seats))
}

// Zone is that in which a seat's letters tell times.
func (g *Game) Zone(s *Seat) *time.Location {
	if s.Zone != "" {
		return calendar.Zone(s.Zone)
	}
	return g.Clock.Location()
}

// secret is what players are told of the luck at the end, and hash what they are told while it lasts: the
// SHA-256 of the secret in force as it is written.
func (g *Game) secret() string { return hex.EncodeToString(g.Secret) }

func (g *Game) Hash() string { return Hashed(g.Luck(g.Count).Secret) }

// Hears reports whether one of the events is for a seat.
func Hears(seat adjudicator.Seat, events []adjudicator.Told) bool {
	return slices.ContainsFunc(events, func(t adjudicator.Told) bool { return t.To.Has(seat) })
}

// HasTold reports whether a seat is asked something of which a letter tells it. What only stands within a turn it may answer, but
// is not written to about.
func (g *Game) HasTold(s *Seat) bool {
	q := g.Question(s, 0)
	return q != nil && !q.Quiet()
}

// Counted is a number of things, and what they do.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "One " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
