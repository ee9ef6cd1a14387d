package atlas

// Space around the centre of a piece, in radii of a token (Board.Token), that must be left free when a board is laid
// out.
const (
	PieceWide, PieceHigh = 1.25, 1.05 // half the size of a piece
	RowWide, RowHigh     = 2.75, 2.1  // distance between pieces that stand side by side, in a row and between rows
	PerRow               = 4          // number of pieces in a row
	RingRadius           = 1.6        // outer radius of the ring around a piece that holds or is supported
)

// SeaSpacing is the letter spacing of a sea's label, in pixels.
const SeaSpacing = 0.8
