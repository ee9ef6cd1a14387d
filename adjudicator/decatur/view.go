package decatur

import (
	"errors"
	"fmt"

	"deaddrop/adjudicator"
)

// A View is everything that a player may know: what is public, their own cards, and what they are asked about.
// Observers have a view without cards.
type View struct {
	State
	Seat       string         `json:",omitempty"` // "" for an observer
	Phase      string         // "" when the game is over
	Hand       []Commonwealth `json:",omitempty"` // the player's own cards, the newest last
	Prosperity []Region       `json:",omitempty"` // the prosperity cards dealt to the player face down

	Takeover *Takeover `json:",omitempty"` // the takeover, if the player is asked for a bid, a relocation or an advance
	Excess   *Excess   `json:",omitempty"` // the cards that the player must part with

	board *Board
	rules map[string]string // the options
}

// A Takeover is the state of a hostile takeover attempt (DC-19 to DC-26), which is public.
type Takeover struct {
	Contender, Defender string
	From, To            string
	Committed           int  // the contender's committed factors
	Crosses             bool // whether the locations are not adjacent, which adds 2 for the defender
	Left                int  // other factors at the contender's origin
	Strength, Against   int  // the contender's and the defender's strength (DC-19)
	Contends, Defends   Strength
	Began               [2]Strength // both strengths before the first bid
	Bids                []Bid
	Won                 bool
	Bidding             bool // whether it is undecided

	Dice     []int `json:",omitempty"` // the dice of attrition
	Hit      Hit
	Goes     []string `json:",omitempty"` // where the defender's factors may go, sorted by name
	Fleets   []Ocean  `json:",omitempty"` // the fleets of which one is lost with the port, if there is a choice (DC-26)
	LostPort bool     `json:",omitempty"`
}

// A Strength is a side's strength by component (DC-19).
type Strength struct {
	Factors  int
	Fleets   int `json:",omitempty"`
	Cards    int `json:",omitempty"` // two for each matching card in play
	Port     int `json:",omitempty"` // two for a port
	Crossing int `json:",omitempty"` // two, if the contender crosses an ocean
}

// Total returns the sum of all components.
func (s Strength) Total() int { return s.Factors + s.Fleets + s.Cards + s.Port + s.Crossing }

// A Bid is a step of the bidding.
type Bid struct {
	Seat      string
	Commits   int            `json:",omitempty"` // number of additional factors
	Plays     []Commonwealth `json:",omitempty"`
	Discards  []Commonwealth `json:",omitempty"` // cards that leave play to make room (DC-22)
	Pat       bool           `json:",omitempty"` // whether the side stands pat
	Concedes  bool           `json:",omitempty"`
	Strengths [2]int         // the contender's and the defender's strength after it
}

// Excess is what a player must part with (DC-12): a number of cards of their hand that go into play, then a number of
// those in play that are discarded.
type Excess struct {
	ToPlay, ToDiscard int
}

// A Truth is the game master's view, which contains everything.
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

// Check returns an error unless an answer is in the normal form in which Read returns it for a request of that kind.
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

// Read accepts nothing, because the game master is asked nothing.
func (Truth) Read(_, old, text string) adjudicator.Reading {
	return adjudicator.Reading{
		Answer: old, Parts: []adjudicator.Part{
			{Fate: adjudicator.Refused, Quote: text, Why: "The game master has no pieces in this game."},
		},
	}
}

// Check accepts nothing, because the game master is asked nothing.
func (Truth) Check(string, string) error {
	return errors.New("the game master is asked for nothing in this game")
}
