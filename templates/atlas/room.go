package atlas

// What is drawn around the middle of a piece, in radii of a token (Board.Token). Whoever arranges a board leaves room
// for it.
const (
	PieceWide, PieceHigh = 1.25, 1.05 // half a piece
	RowWide, RowHigh     = 2.75, 2.1  // from one piece to the next, where several stand side by side
	PerRow               = 4          // of those
	RingRadius           = 1.6        // of the ring around one that holds or is supported, with its edge
)

// SeaSpacing stands between the letters of a sea's label, in px.
const SeaSpacing = 0.8
