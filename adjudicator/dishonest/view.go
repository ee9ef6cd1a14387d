package dishonest

// A View is all that a player may know: what lies open, his own cards and cubes, and what he is asked about. Observers
// have one without those.
type View struct {
	State
	Seat     string  `json:",omitempty"` // "": an observer
	Phase    string  // "" when the game is over
	Hand     []int   `json:",omitempty"` // his own cards, by number
	Stock    Cubes   // his own cubes
	Standing string  `json:",omitempty"` // his standing orders and queue as they were when the phase began
	League   *League `json:",omitempty"` // in the income phase
	Tile     *Played `json:",omitempty"` // that was played in this turn, while he is asked about it
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
