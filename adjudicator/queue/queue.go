// Package queue is for games in which players move one after another. A player may file future turns, with
// alternatives in case something else has happened meanwhile, so that nobody has to wait for letters from players who
// have already said what they want. The package implements such queues: their text, how turns are taken from them,
// and how players are asked for them. Each game defines the actions in a turn and which of them are possible.
package queue

import (
	"cmp"
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// Limits for what a player can have on file.
const (
	MaxTurns  = 12
	MaxEither = 12 // alternatives for one turn
)

// A Plan is a turn with its alternatives. The first possible one is carried out. An empty plan means that nothing is
// on file for the turn.
type Plan[Deed any] []Deed

// First returns the index of the first alternative for which against returns nil, or the number of alternatives if
// there is none.
func (p Plan[Deed]) First(against func(Deed) error) int {
	for i, d := range p {
		if against(d) == nil {
			return i
		}
	}
	return len(p)
}

// Words returns a plan on one line, for a form.
func (p Plan[Deed]) Words(words func(Deed) string) string {
	out := make([]string, len(p))
	for i, d := range p {
		out[i] = words(d)
	}
	return strings.Join(out, " | ")
}

// A Queue contains the turns that a player has on file, the next one first.
type Queue[Deed any] []Plan[Deed]

// Lines returns a queue in normal form: the lines of each deed, below the number of the turn unless it is the next
// one, and after OR if it is not the first alternative.
func (q Queue[Deed]) Lines(lines func(Deed) []string) []string {
	var out []string
	for i, p := range q {
		if i > 0 || len(p) == 0 {
			out = append(out, fmt.Sprintf("TURN %d", i+1))
		}
		for k, d := range p {
			own := lines(d)
			if k > 0 && len(own) > 0 {
				own[0] = "OR " + own[0]
			}
			out = append(out, own...)
		}
	}
	return out
}

// Part returns the deed to which a part of a queue belongs, when the lines of a queue in normal form are read: the
// last alternative of the last turn or, if other is set, a new alternative. New deeds begin as copies of blank.
func (q *Queue[Deed]) Part(other bool, blank Deed) *Deed {
	if len(*q) == 0 {
		*q = Queue[Deed]{nil}
	}
	plan := &(*q)[len(*q)-1]
	if other || len(*plan) == 0 {
		*plan = append(*plan, blank)
	}
	return &(*plan)[len(*plan)-1]
}

// Form returns the part of an order form for a queue: a line for each turn, and a blank one.
func (q Queue[Deed]) Form(words func(Deed) string) []string {
	var out []string
	for i, p := range q {
		out = append(out, fmt.Sprintf("TURN %d: %s", i+1, p.Words(words)))
	}
	if len(q) < MaxTurns {
		out = append(out, fmt.Sprintf("TURN %d: ", len(q)+1))
	}
	return out
}

// Goes reports whether a queue can go on by itself: whether some alternative for the next turn is possible.
func (q Queue[Deed]) Goes(against func(Deed) error) bool {
	return len(q) > 0 && q[0].First(against) < len(q[0])
}

// Next removes the next turn from a queue and returns the deed to be carried out; ok is false if there is none. It
// calls skip for each alternative before it, with the reason why that is not possible.
func (q *Queue[Deed]) Next(against func(Deed) error, skip func(Deed, error)) (do Deed, ok bool) {
	if len(*q) == 0 {
		return do, false
	}
	p := (*q)[0]
	*q = (*q)[1:]
	n := p.First(against)
	for _, d := range p[:n] {
		skip(d, against(d))
	}
	if n == len(p) {
		return do, false
	}
	return p[n], true
}

// Turn returns the request for a player's turn. filed is what they have on file, idle the turn of a player who sends
// nothing. If goes is set, nobody waits for an answer.
func Turn(seat, filed, idle string, goes bool) adjudicator.Request {
	if goes {
		filed = cmp.Or(filed, idle)
	}
	return adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "turn", Default: idle, Filed: filed, Stands: goes}
}

// Standing returns the request to a player, during another player's turn, for what they want on file; none is the
// normal form of nothing. A game makes this request to everybody except the mover, whatever they hold, so that it
// reveals nothing.
func Standing(seat, filed, none string) adjudicator.Request {
	filed = cmp.Or(filed, none)
	return adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "standing", Default: filed, Filed: filed,
		Stands: true}
}

// Skipped is the data of the event "skipped": an order of a player was not carried out, or only in part.
type Skipped struct{ Line, Why string }

// Whole returns an order of several lines on a single line.
func (s Skipped) Whole() string { return strings.ReplaceAll(s.Line, "\n", "; ") }

// Skip tells a player that an order was skipped. It is secret from others.
func Skip(t *adjudicator.Table, seat, line, why string) {
	t.Tell(adjudicator.Event{Kind: "skipped", Data: Skipped{line, why}}, adjudicator.To(adjudicator.Seat(seat)))
}

// NMR is the data of two events about a player who sent nothing although the game waited for them: "nmr" for the game
// master, and "silent" for the player.
type NMR struct{ Seat string }

// Silent tells the game master and the player that the player sent nothing.
func Silent(t *adjudicator.Table, seat string) {
	t.Tell(adjudicator.Event{Kind: "silent", Data: NMR{seat}}, adjudicator.To(adjudicator.Seat(seat)))
	t.Tell(adjudicator.Event{Kind: "nmr", Data: NMR{seat}}, adjudicator.To(adjudicator.GM))
}
