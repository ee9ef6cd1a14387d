package dishonest

import (
	"errors"
	"fmt"
)

// A View is all that a player may know: what lies open, their own cards and cubes, and what they are asked about.
// Observers have one without those.
type View struct {
	State
	Seat     string  `json:",omitempty"` // "": an observer
	Phase    string  // "" when the game is over
	Hand     []int   `json:",omitempty"` // his own cards, by number
	Stock    Cubes   // their own cubes
	Standing string  `json:",omitempty"` // his standing orders and queue as they were when the phase began
	League   *League `json:",omitempty"` // in the income phase
	Tile     *Played `json:",omitempty"` // that was played this turn, while he is asked about it
	Battle   *Battle `json:",omitempty"` // that goes on while he is asked
	Edition  string
}

// A Truth is the game master's view: everything.
type Truth struct {
	View
	Secrets []Secret
	Draw    []int   // cards to be drawn, the next one first
	Ruling  *Ruling `json:",omitempty"` // what he is asked for
}

// Check says what is wrong with an answer that is not in normal form, as Read returns it for a request of that kind;
// nil if nothing is.
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

// Check says what is wrong with a ruling that is not in normal form, as Read returns it; nil if nothing is.
func (v Truth) Check(kind, answer string) error {
	if kind != "ruling" {
		return fmt.Errorf("the game master is not asked for %q", kind)
	}
	_, err := parseRuling(v.edition(), answer)
	return err
}
