package dealers

import (
	"errors"
	"fmt"
)

// A View is all that a player may know: what lies open, their own cards, and what they are asked about. Observers have
// one without those.
type View struct {
	State
	Seat  string   `json:",omitempty"` // "": an observer
	Phase string   // "" when the game is over
	Hand  []string `json:",omitempty"` // his own cards
	// the cards of their draw pile, in layers; the order within one is not known to them, and they are sorted
	Draw     [][]string `json:",omitempty"`
	Discard  []string   `json:",omitempty"` // his discard pile, the top last
	Standing string     `json:",omitempty"` // his standing orders and queue as they were when the phase began
	Acting   *Acting    `json:",omitempty"` // the turn, while somebody is asked within it
	Battle   *Battle    `json:",omitempty"` // that goes on while he is asked
	Draft    *Draft     `json:",omitempty"`
	Edition  string
}

// A Truth is the game master's view: everything.
type Truth struct {
	View
	Secrets []Secret
	Pile    []string
	Hidden  [2][]string
	Ruling  *Ruling `json:",omitempty"` // what he is asked for
}

// Check says what is wrong with an answer that is not in normal form, as Read returns it for a request of that kind;
// nil if nothing is.
func (v View) Check(kind, answer string) (err error) {
	switch b, m := v.edition(), v.on(); {
	case m == nil:
		return errors.New("this view has no map")
	case answer == "":
		return errors.New("the answer is empty")
	case kind == "draft", kind == "standing" && v.Draft != nil:
		_, err = parseDraft(b, m, answer)
	case one(kind, "turn", "standing"):
		_, err = parseSheet(b, m, answer)
	case kind == "more":
		_, err = parseRest(b, m, answer)
	case kind == "defence":
		_, err = parseDefence(b, m, answer)
	case kind == "final":
		_, err = parseFinal(b, m, answer)
	case kind == "winter":
		_, err = parseTidy(b, answer)
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
