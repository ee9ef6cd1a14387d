package atlas

// Space around the centre of a piece, in radii of a token (Board.Token), that must be left free when a board is laid
// out.
const (
	PieceWide, PieceHigh = 1.25, 1.05 // half a piece
	RowWide, RowHigh     = 2.75, 2.1  // from one piece to the next, where several stand side by side
	PerRow               = 4          // of those
	RingRadius           = 1.6        // of the ring around one that holds or is supported, with its edge
)

// SeaSpacing is the letter spacing of a sea's label, in pixels.
const SeaSpacing = 0.8
