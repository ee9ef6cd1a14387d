package decatur

// A condition is a condition of an alternative.
type condition interface {
	words(*Board) string
	holds(*sight) bool
}

// A sight is what a player can see when one of their alternatives is considered.
type sight struct {
	*State
	board *Board
	rules map[string]string // the options
	seat  string
	hand  []Commonwealth
	taken bool // whether a location of theirs was taken over in this round
	wins  bool // whether the venture considered would beat what the defender has committed
}
