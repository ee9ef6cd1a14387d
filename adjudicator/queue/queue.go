// Package queue is for games in which players move one after another. Each may have turns on file that are yet to come,
// with alternatives for when something else has happened meanwhile, so that nobody waits for the letters of those who
// have said what they want. The package has such queues: as they are written and read, as they go on, and what is asked
// for them. What a player can do in a turn, and whether they can, is the business of the game.
package queue

import (
	"cmp"
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// What a player can have on file.
const (
	MaxTurns  = 12
	MaxEither = 12 // alternatives of a turn
)

// A Plan is one turn by its alternatives. The first that can be carried out is carried out. With none, nothing is on
// file for that turn.
type Plan[Deed any] []Deed

// First is the first alternative that nothing is against; how many there are if something is against each.
func (p Plan[Deed]) First(against func(Deed) error) int {
	for i, d := range p {
		if against(d) == nil {
			return i
		}
	}
	return len(p)
}

// Words is a plan in one line, as a form has it.
func (p Plan[Deed]) Words(words func(Deed) string) string {
	out := make([]string, len(p))
	for i, d := range p {
		out[i] = words(d)
	}
	return strings.Join(out, " | ")
}

// A Queue is what a player has on file for their turns, the next one first.
type Queue[Deed any] []Plan[Deed]

// Lines is a queue in normal form: the lines of each deed, below the number of the turn, unless it is the next one, and
// behind OR if it is not the first alternative.
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

// Part is the deed that a part of a turn is of, when the lines of a queue in normal form are read: the last alternative
// of the last turn, or a new one behind it. They begin as blank does.
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

// Form is the part of an order form that is for a queue: a line for each turn, and a blank for one more.
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

// Goes reports whether a queue goes on by itself: it has a deed for the next turn that nothing is against.
func (q Queue[Deed]) Goes(against func(Deed) error) bool {
	return len(q) > 0 && q[0].First(against) < len(q[0])
}

// Next takes the next turn off a queue, and gives the deed that is done in it; ok is false if there is none. Those
// before it are skipped, each for what is against it.
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

// Turn asks a player for their turn, who has something on file or not. Idle is the turn of whoever says nothing. Nobody
// waits for them if they go on by themself.
func Turn(seat, filed, idle string, goes bool) adjudicator.Request {
	if goes {
		filed = cmp.Or(filed, idle)
	}
	return adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "turn", Default: idle, Filed: filed, Stands: goes}
}

// Standing asks a player, in another's turn, for what they want on file; none is the normal form of nothing. A game
// asks all who are not the mover, whatever they hold, so that it tells nothing.
func Standing(seat, filed, none string) adjudicator.Request {
	filed = cmp.Or(filed, none)
	return adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "standing", Default: filed, Filed: filed,
		Stands: true}
}

// Skipped is the data of the event "skipped": a player's line was not carried out, or not whole.
type Skipped struct{ Line, Why string }

// Whole is the line in one, if it is several.
func (s Skipped) Whole() string { return strings.ReplaceAll(s.Line, "\n", "; ") }

// Skip tells a player of it. To others that is a secret.
func Skip(t *adjudicator.Table, seat, line, why string) {
	t.Tell(adjudicator.Event{Kind: "skipped", Data: Skipped{line, why}}, adjudicator.To(adjudicator.Seat(seat)))
}

// NMR is the data of two events: nothing came from a player for whom the game waited, which the game master is told,
// kind "nmr", and the player themself, kind "silent".
type NMR struct{ Seat string }

// Silent tells both that nothing came from a player.
func Silent(t *adjudicator.Table, seat string) {
	t.Tell(adjudicator.Event{Kind: "silent", Data: NMR{seat}}, adjudicator.To(adjudicator.Seat(seat)))
	t.Tell(adjudicator.Event{Kind: "nmr", Data: NMR{seat}}, adjudicator.To(adjudicator.GM))
}
