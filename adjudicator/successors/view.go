package successors

import (
	"errors"
	"fmt"
)

// A View is everything that a player may know: the public state, their own chits, and the current question. Observers
// have a view without chits.
type View struct {
	State
	Seat     string    `json:",omitempty"` // "" for an observer
	Phase    string    // "" when the game is over
	Event    *Happened `json:",omitempty"` // the event of this player's turn
	Hand     []int     `json:",omitempty"` // numbers of the reader's own chits, ascending
	Hands    []Hand    `json:",omitempty"` // everybody's chits, where chits are open
	Standing string    `json:",omitempty"` // the reader's standing orders as they were when the turn began
	Battle   *Battle   `json:",omitempty"` // the current battle, while the reader is asked
	Rides    []Riding  `json:",omitempty"` // in the reader's turn, cavalry of allies that may ride for them in a raid
	Edition  string

	board *Board
	rules map[string]string // options in force
}

// A Hand is the chits of a player, by number.
type Hand struct {
	Seat  string
	Chits []int
}

// A Truth is the game master's view, which contains everything.
type Truth struct {
	View
	Secrets []Secret
	Draw    []int   // numbers of the chits to be drawn, the next one first
	Spent   []int   // numbers of the chits that were played
	Ruling  *Ruling `json:",omitempty"` // the ruling that the game master is asked for; nil if none
}

// Check returns an error if an answer to a request of a kind is not in normal form, as Read returns it.
func (v View) Check(kind, answer string) (err error) {
	switch b := v.edition(); {
	case answer == "":
		return errors.New("the answer is empty")
	case one(kind, "home", "turn", "standing"):
		_, err = parseSheet(b, kind, answer)
	case kind == "battle":
		_, err = parseDecision(b, answer)
	default:
		err = fmt.Errorf("players are not asked for %q", kind)
	}
	return err
}

// Check returns an error if a ruling is not in normal form, as Read returns it.
func (v Truth) Check(kind, answer string) error {
	if kind != "ruling" {
		return fmt.Errorf("the game master is not asked for %q", kind)
	}
	_, err := parseRuling(v.edition(), answer)
	return err
}

// edition returns the board of the view; the house edition for a view that was decoded.
func (v View) edition() *Board {
	if v.board == nil {
		return House()
	}
	return v.board
}

// IsOut reports whether the player of the view is eliminated (SU-23).
func (v View) IsOut() bool {
	p := v.player(v.Seat)
	return p != nil && p.Out
}
