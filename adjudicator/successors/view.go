package successors

// A View is all that a player may know: what lies open, his own chits, and what he is asked about. Observers have one
// without chits.
type View struct {
	State
	Seat     string    `json:",omitempty"` // "": an observer
	Phase    string    // "" when the game is over
	Event    *Happened `json:",omitempty"` // of this player's turn
	Hand     []int     `json:",omitempty"` // his own chits, by number
	Hands    []Hand    `json:",omitempty"` // of all, where chits are open
	Standing string    `json:",omitempty"` // his standing orders as they were when the turn began
	Battle   *Battle   `json:",omitempty"` // that goes on while he is asked
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
