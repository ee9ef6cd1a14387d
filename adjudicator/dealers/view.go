package dealers

// A View is all that a player may know: what lies open, his own cards, and what he is asked about. Observers have one
// without those.
type View struct {
	State
	Seat     string     `json:",omitempty"` // "": an observer
	Phase    string     // "" when the game is over
	Hand     []string   `json:",omitempty"` // his own cards
	Draw     [][]string `json:",omitempty"` // the cards of his draw pile, in layers; the order within one is not known to him, and they are sorted
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
