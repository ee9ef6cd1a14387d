package successors

// What is reported of the course of the game, and of money, units and alliances. Cards are in cardevents.go, land
// battles in fought.go, and movement in the files that carry it out. Seats, areas and chits are given by name; the
// wording is in templates.
type (
	// choosing tells everybody who chooses a home first, and the dice that decided it (SU-1): kind "choosing".
	choosing struct {
		Throws [][]Thrown // everybody's rolls; then the rerolls of those who tied, and so on
		Order  []string   // in the order of choosing
	}

	// A Thrown is a player's roll.
	Thrown struct {
		Seat string
		Die  int
	}

	// settled tells everybody of a player's home (SU-1): kind "home".
	settled struct {
		Seat, Home string
		Listed     bool // whether the player's list named it; if not, it was the best home left
	}

	// ordered tells everybody the order of play (SU-3): kind "order".
	ordered struct{ Order []string }

	// begun tells everybody that a game turn begins: kind "round".
	begun struct {
		Turn, Turns int
		Order       []string // seats of the players who are in the game
	}

	// revenue tells everybody what a player's provinces yield (SU-5): kind "revenue".
	revenue struct {
		Seat  string
		From  []Yield
		Total int
		Purse int // the player's talents afterwards
	}

	// A Yield is the revenue of one province.
	Yield struct {
		Area    string
		Talents int
	}

	// maintenance tells everybody what a player pays for their units, and which units were lost because they could
	// not be paid (SU-7): kind "maintenance".
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

	// A Gone is the units removed from an area.
	Gone struct {
		Area  string
		Units Units
	}

	// given tells everybody that a player gives another money (SU-8): kind "gift".
	given struct {
		From, To string
		Talents  int
	}

	// ransomed tells everybody that a leader was ransomed (SU-20): kind "ransom".
	ransomed struct {
		Seat, Captor string // the owner and the captor, which may be White
		Talents      int
		At           string // where the leader is now
	}

	// purchased tells everybody what a player bought (SU-9): kind "purchase".
	purchased struct {
		Seat    string
		Bought  []Bought
		Talents int // talents paid
		Purse   int // the player's talents afterwards
	}

	// A Bought is the units that were bought for an area, and their price.
	Bought struct {
		Area    string
		Units   Units
		Talents int
	}

	// allied tells everybody which alliances came into force and which ended (SU-13): kind "alliances".
	allied struct {
		Begun, Ended [][2]string `json:",omitempty"`
	}

	// loaned tells everybody which units of others a player may use in their turn (SU-13): kind "loans". An empty
	// list ends the loans that were told before.
	loaned struct {
		To    string
		Loans []Loan `json:",omitempty"`
	}

	// A Loan is units of one player in one area.
	Loan struct {
		From, Area string
		Units      Units
	}

	// eliminated tells everybody that a player is out of the game (SU-23): kind "eliminated".
	eliminated struct {
		Seat                   string
		Talents, Fleets, Chits int // what the player had, which is lost
		// owners of the leaders that the player held, who are now free
		Freed []string `json:",omitempty"`
	}

	// ended tells everybody how the game ended (SU-24): kind "end".
	ended struct {
		Turn, Turns int // the last turn, and the number of turns planned: Turn is less if only one player was left
		Winner      string
		Tied        bool    // whether another player has as many points, and moved later in the last turn
		Scores      []Score // best first
	}

	// A Score is a player's final score.
	Score struct {
		Seat      string
		Provinces int // number of provinces that the player alone occupies
		Points    int // points for those provinces
		Talents   int
		Halves    int  // total score, in half points
		Out       bool `json:",omitempty"`
	}
)
