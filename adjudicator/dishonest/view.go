package dishonest

import (
	"errors"
	"fmt"
)

// A View is everything that a player may know: the public state, their own cards and cubes, and the current question.
// Observers have a view without cards and cubes.
type View struct {
	State
	Seat     string  `json:",omitempty"` // "" for an observer
	Phase    string  // "" when the game is over
	Hand     []int   `json:",omitempty"` // numbers of the reader's cards, ascending
	Stock    Cubes   // the reader's cubes
	Standing string  `json:",omitempty"` // the reader's standing orders and queue as they were when the phase began
	League   *League `json:",omitempty"` // the income phase; nil in other phases
	Tile     *Played `json:",omitempty"` // the tile that was played this turn, while the reader is asked about it
	Battle   *Battle `json:",omitempty"` // the current battle, while the reader is asked about it
	Edition  string
}

// A Truth is the game master's view, which contains everything.
type Truth struct {
	View
	Secrets []Secret
	Draw    []int   // numbers of the cards to be drawn, the next one first
	Ruling  *Ruling `json:",omitempty"` // the ruling that the game master is asked for; nil if none
}

// Check returns an error if an answer to a request of a kind is not in normal form, as Read returns it.
func (v View) Check(kind, answer string) (err error) {
	switch b := v.edition(); {
	case answer == "":
		return errors.New("the answer is empty")
	case one(kind, "income", "turn", "standing", "bid", "ideology"):
		_, err = parseSheet(b, kind, answer)
	case one(kind, "defence", "commit"):
		_, err = parseOrder(b, kind, answer)
	case kind == "secondary":
		_, err = parseSecondary(b, answer)
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
