package dealers

import (
	"errors"
	"fmt"
)

// A View is everything that a player may know: the public state, their own cards, and the current question. Observers
// have a view without cards.
type View struct {
	State
	Seat  string   `json:",omitempty"` // "" for an observer
	Phase string   // "" when the game is over
	Hand  []string `json:",omitempty"` // the reader's hand
	// the cards of the reader's draw pile in layers; they don't know the order within a layer, so each is sorted
	Draw     [][]string `json:",omitempty"`
	Discard  []string   `json:",omitempty"` // the reader's discard pile, the top card last
	Standing string     `json:",omitempty"` // the reader's standing orders and queue as they were when the phase began
	Acting   *Acting    `json:",omitempty"` // the current turn, while somebody is asked within it
	Battle   *Battle    `json:",omitempty"` // the current assault, while the reader is asked about it
	Draft    *Draft     `json:",omitempty"`
	Edition  string
}

// A Truth is the game master's view, which contains everything.
type Truth struct {
	View
	Secrets []Secret
	Pile    []string
	Hidden  [2][]string
	Ruling  *Ruling `json:",omitempty"` // the ruling that the game master is asked for; nil if none
}

// Check returns an error if an answer to a request of a kind is not in normal form, as Read returns it.
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

// Check returns an error if a ruling is not in normal form, as Read returns it.
func (v Truth) Check(kind, answer string) error {
	if kind != "ruling" {
		return fmt.Errorf("the game master is not asked for %q", kind)
	}
	_, err := parseRuling(v.edition(), answer)
	return err
}
