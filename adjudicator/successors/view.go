package successors

import (
	"errors"
	"fmt"
)

// A View is all that a player may know: what lies open, their own chits, and what they are asked about. Observers have
// one without chits.
type View struct {
	State
	Seat     string    `json:",omitempty"` // "": an observer
	Phase    string    // "" when the game is over
	Event    *Happened `json:",omitempty"` // of this player's turn
	Hand     []int     `json:",omitempty"` // his own chits, by number
	Hands    []Hand    `json:",omitempty"` // of all, where chits are open
	Standing string    `json:",omitempty"` // his standing orders as they were when the turn began
	Battle   *Battle   `json:",omitempty"` // that goes on while he is asked
	Rides    []Riding  `json:",omitempty"` // in their turn: cavalry of allies that may ride for them in a raid
	Edition  string

	board *Board
	rules map[string]string // the rulings
}

// A Hand is the chits of a player, by number.
type Hand struct {
	Seat  string
	Chits []int
}

// A Truth is the game master's view: everything.
type Truth struct {
	View
	Secrets []Secret
	Draw    []int   // chits to be drawn, the next one first
	Spent   []int   // chits that were played
	Ruling  *Ruling `json:",omitempty"` // what he is asked for
}

// Check says what is wrong with an answer that is not in normal form, as Read returns it for a request of that kind;
// nil if nothing is.
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

// Check says what is wrong with a ruling that is not in normal form, as Read returns it; nil if nothing is.
func (v Truth) Check(kind, answer string) error {
	if kind != "ruling" {
		return fmt.Errorf("the game master is not asked for %q", kind)
	}
	_, err := parseRuling(v.edition(), answer)
	return err
}

// edition is the board of the view; that of the house for one that was read back.
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
