package decatur

import (
	"errors"
	"fmt"

	"deaddrop/adjudicator"
)

// A View is all that a player may know: what lies open, their own cards, and what they are asked about. Observers have
// one without cards.
type View struct {
	State
	Seat       string         `json:",omitempty"` // "": an observer
	Phase      string         // "" when the game is over
	Hand       []Commonwealth `json:",omitempty"` // his own, the newest last
	Prosperity []Region       `json:",omitempty"` // the cards dealt to him face down

	Takeover *Takeover `json:",omitempty"` // of a bid, a relocation or an advance that he is asked for
	Excess   *Excess   `json:",omitempty"` // cards that he must part with

	board *Board
	rules map[string]string // the rulings
}

// A Takeover is a hostile takeover attempt, as far as it has come (DC-19 to DC-26). All see it alike.
type Takeover struct {
	Contender, Defender string
	From, To            string
	Committed           int  // factors of the contender
	Crosses             bool // the locations are not adjacent, which counts 2 for the defender
	Left                int  // factors of their origin that are not
	Strength, Against   int  // the contender's, and the defender's (DC-19)
	Contends, Defends   Strength
	Began               [2]Strength // what they were before the first bid
	Bids                []Bid
	Won                 bool
	Bidding             bool // it is not decided yet

	Dice     []int `json:",omitempty"` // of attrition
	Hit      Hit
	Goes     []string `json:",omitempty"` // where the defender's factors may go, in the order of their names
	Fleets   []Ocean  `json:",omitempty"` // which fleet may go with his port, if there is a choice (DC-26)
	LostPort bool     `json:",omitempty"`
}

// A Strength is what a side's strength is made of (DC-19).
type Strength struct {
	Factors  int
	Fleets   int `json:",omitempty"`
	Cards    int `json:",omitempty"` // two for each card in play that matches
	Port     int `json:",omitempty"` // two
	Crossing int `json:",omitempty"` // two, where the contender crosses an ocean
}

// Total is all of it.
func (s Strength) Total() int { return s.Factors + s.Fleets + s.Cards + s.Port + s.Crossing }

// A Bid is one step of the bidding.
type Bid struct {
	Seat      string
	Commits   int            `json:",omitempty"` // factors more
	Plays     []Commonwealth `json:",omitempty"`
	Discards  []Commonwealth `json:",omitempty"` // from play, to make room (DC-22)
	Pat       bool           `json:",omitempty"` // stands pat
	Concedes  bool           `json:",omitempty"`
	Strengths [2]int         // the contender's and the defender's after it
}

// Excess is what a player must part with (DC-12): so many cards of their hand go into play, then so many of those in
// play are discarded.
type Excess struct {
	ToPlay, ToDiscard int
}

// A Truth is the game master's view: everything.
type Truth struct {
	State
	Phase   string
	Secrets []Secret
	Draw    []Commonwealth // the influence deck, the next card first
	Rest    []Region       // prosperity cards that were not dealt

	board *Board
}

// isSheet reports whether a question of a kind is answered with a sheet.
func isSheet(kind string) bool { return one(kind, "round", "turn", coming, later) }

// Check says what is wrong with an answer that is not in normal form, as Read returns it for a request of that kind;
// nil if nothing is.
func (v View) Check(kind, answer string) (err error) {
	switch b := v.board; {
	case b == nil:
		return errors.New("this view has no board")
	case answer == "":
		return errors.New("the answer is empty")
	case isSheet(kind):
		_, err = parseSheet(b, answer)
	case kind == "bid":
		_, err = parseBid(answer)
	case kind == "excess":
		_, err = parseParting(answer)
	case kind == "relocation":
		_, err = parseRelocation(b, answer)
	case kind == "advance":
		_, err = parseAdvance(answer)
	default:
		err = fmt.Errorf("players are not asked for %q", kind)
	}
	return err
}

// Read takes nothing: the game master is asked for nothing.
func (Truth) Read(_, old, text string) adjudicator.Reading {
	return adjudicator.Reading{
		Answer: old, Parts: []adjudicator.Part{
			{Fate: adjudicator.Refused, Quote: text, Why: "The game master has no pieces in this game."},
		},
	}
}

// Check takes nothing, either.
func (Truth) Check(string, string) error {
	return errors.New("the game master is asked for nothing in this game")
}
