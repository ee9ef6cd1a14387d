package decatur

// A condition is what an alternative depends on.
type condition interface {
	words(*Board) string
	holds(*sight) bool
}

// A sight is what a player can see when an alternative of theirs is looked at.
type sight struct {
	*State
	board *Board
	rules map[string]string // the rulings
	seat  string
	hand  []Commonwealth
	taken bool // a location of theirs was taken over in this round
	wins  bool // the venture that is looked at beats what the defender has committed
}
