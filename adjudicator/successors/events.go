package successors

// What is told of a game's course and of money, units and alliances; cards are in cardevents.go, land battles in
// fought.go, and movement where it is carried out. Seats, areas and chits are named; the wording stands in templates.
type (
	// choosing tells everybody who chooses a home first, and by which dice (SU-1): kind "choosing".
	choosing struct {
		Throws [][]Thrown // of all; then of those who had thrown the same, and so on
		Order  []string   // the first to choose first
	}

	// Thrown is a player's die.
	Thrown struct {
		Seat string
		Die  int
	}

	// settled tells everybody of a player's home (SU-1): kind "home".
	settled struct {
		Seat, Home string
		Listed     bool // they wanted it; else it was the best of those that were left
	}

	// ordered tells everybody of the order of play (SU-3): kind "order".
	ordered struct{ Order []string }

	// begun tells everybody that a game turn begins: kind "round".
	begun struct {
		Turn, Turns int
		Order       []string // those who are in the game
	}

	// revenue tells everybody what provinces give a player (SU-5): kind "revenue".
	revenue struct {
		Seat  string
		From  []Yield
		Total int
		Purse int // what they have now
	}

	// Yield is what one province gives.
	Yield struct {
		Area    string
		Talents int
	}

	// maintenance tells everybody what a player pays for their units, and which vanished for want of money (SU-7): kind
	// "maintenance".
	maintenance struct {
		Seat        string
		Units, Paid int
		Lost        []Gone `json:",omitempty"`
		Purse       int
	}

	// losses tells everybody of units that a side had to remove (SU-4): kind "lost".
	losses struct {
		Side string
		Lost []Gone
	}

	// Gone is what was removed in an area.
	Gone struct {
		Area  string
		Units Units
	}

	// given tells everybody of money that a player gives another (SU-8): kind "gift".
	given struct {
		From, To string
		Talents  int
	}

	// ransomed tells everybody that a leader was ransomed (SU-20): kind "ransom".
	ransomed struct {
		Seat, Captor string // the captor may be White
		Talents      int
		At           string // where they are now
	}

	// purchased tells everybody what a player bought (SU-9): kind "purchase".
	purchased struct {
		Seat    string
		Bought  []Bought
		Talents int // that they paid
		Purse   int // what they have now
	}

	// Bought is units that were bought for an area, and what they cost.
	Bought struct {
		Area    string
		Units   Units
		Talents int
	}

	// allied tells everybody which alliances came into force, and which ended (SU-13): kind "alliances".
	allied struct {
		Begun, Ended [][2]string `json:",omitempty"`
	}

	// loaned tells everybody which units of others a player may use in their turn (SU-13): kind "loans". None: no more.
	loaned struct {
		To    string
		Loans []Loan `json:",omitempty"`
	}

	// Loan is units of one player in one area.
	Loan struct {
		From, Area string
		Units      Units
	}

	// eliminated tells everybody that a player is out of the game (SU-23): kind "eliminated".
	eliminated struct {
		Seat                   string
		Talents, Fleets, Chits int      // that they had, and that are gone
		Freed                  []string `json:",omitempty"` // whose leaders he held
	}

	// ended tells everybody how the game ended (SU-24): kind "end".
	ended struct {
		Turn, Turns int // fewer when only one player was left
		Winner      string
		Tied        bool    // another has as many points, and moved later in the last turn
		Scores      []Score // the best first
	}

	// Score is what a player has in the end.
	Score struct {
		Seat      string
		Provinces int // that they alone occupy
		Points    int // for them
		Talents   int
		Halves    int  // all of it, in half points
		Out       bool `json:",omitempty"`
	}
)
