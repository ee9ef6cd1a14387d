package adjudicator

// A Charted is a view that has something to show on a picture of the board.
type Charted interface {
	// Chart returns it. It is the same for the same view.
	Chart() Chart
}

// A Chart is what a picture of the board shows, as the view's seat knows it. How that looks is not the rules' business,
// and no picture needs more of a game than this.
type Chart struct {
	Board  string  // names the board, whose picture has the places
	Places []Place // those of which there is something to show, each once
	Arrows []Arrow `json:",omitempty"`
}

// A Place is one space of the board.
type Place struct {
	Name    string // as the board names it
	Owner   Seat   `json:",omitempty"`
	Pieces  []Piece
	Unknown bool   `json:",omitempty"` // the seat can't know what is there now
	Since   string `json:",omitempty"` // the phase that the knowledge is of, if it is old
}

// A Piece is a piece, or several that are alike.
type Piece struct {
	Kind  string // "fleet", "factor", "port"
	Owner Seat   `json:",omitempty"`
	Count int    // at least one
}

// An Arrow is something that went, or was meant to go, from one place to another.
type Arrow struct {
	From, To string // places of the chart
	Kind     string // "move", "support", "venture"
	Owner    Seat   `json:",omitempty"`
	Failed   bool   `json:",omitempty"`
}
