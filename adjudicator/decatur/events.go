package decatur

// The data of the game's events, with names of seats and locations. Templates contain the wording.
type (
	// dealt is told to everybody at the start of an interval (DC-3, DC-4): kind "interval".
	dealt struct {
		Interval int
		First    string   // the first player
		Order    []string // the order of play
		Open     []Region // the prosperity cards that are face up
		Space    int      // the space of the clock marker on the round track
	}

	// cards tells a player which cards they were dealt (DC-4): kind "cards".
	cards struct {
		Prosperity []Region
		Influence  []Commonwealth `json:",omitempty"` // only at the start of the game
	}

	// turn tells everybody what a player did: kind "turn". A takeover is told in a separate event after it.
	turn struct {
		Seat     string
		Action   string       // "pass", "draw", "exchange", "restructure", "expand", "port", "consolidate", "venture"
		Kind     Commonwealth `json:",omitempty"` // the kind of cards that were exchanged
		FromHand int          `json:",omitempty"` // number of these that came from the hand
		FromPlay int          `json:",omitempty"`
		Cards    int          `json:",omitempty"` // number of cards drawn
		// origin and target of a venture; To is also set for a restructure, a port and a consolidation
		From, To string         `json:",omitempty"`
		Moved    []Move         `json:",omitempty"` // factors that were moved, and the resulting numbers
		Ocean    Ocean          `json:",omitempty"` // the ocean of a new port's fleet
		Cost     int            `json:",omitempty"` // cost of a new port, in factors
		Played   []Commonwealth `json:",omitempty"` // excess cards of the hand that went into play (DC-12)
		Dropped  []Commonwealth `json:",omitempty"` // cards that were discarded from play
		Hostile  bool           `json:",omitempty"` // whether a venture was a takeover attempt
		Refilled bool           `json:",omitempty"` // whether the discards were shuffled into a new deck
	}

	// Move is a change of the factors in a location (negative if factors left), and the resulting number.
	Move struct {
		Location string
		By, Now  int
	}

	// drew tells a player which cards they drew, and which they have now: kind "drew".
	drew struct {
		Cards, Hand []Commonwealth
	}

	// skipped tells a player which of their alternatives were skipped, and why: kind "skipped".
	skipped struct {
		Lines []Skip
	}

	// Skip is a skipped alternative.
	Skip struct{ Line, Why string }

	// takenOver tells everybody the result of a takeover (DC-19 to DC-26): kind "takeover".
	takenOver struct {
		Takeover
		Relocated  string // the location that the defender's factors went to; "" if none
		RelocatedN int
		Removed    int // number of the defender's factors that were removed
		Port       bool
		Fleet      Ocean `json:",omitempty"` // the ocean of the fleet that was removed with the port
		MovedIn    int   // number of the contender's factors that moved in
		LeftEmpty  bool
	}

	// clocked tells everybody about the clock marker (DC-6 to DC-8): kind "clock".
	clocked struct {
		Space    int
		Turned   bool // whether it was turned face up
		Up       bool
		Multiple int   `json:",omitempty"` // the number of the shaded space
		Dice     []int `json:",omitempty"` // the dice that were rolled
		Ends     bool  `json:",omitempty"` // whether the interval ends
	}

	// called tells everybody about a call of "Decatur" (DC-6): kind "called".
	called struct {
		By, Forgot string
		Location   string // where a factor was lost; "" if none was
	}

	// upheaval tells everybody about an interval's end (DC-27, DC-28): kind "upheaval".
	upheaval struct {
		Interval   int
		Regions    []Ranked // the regions, the highest first
		Precedence []Region // the precedence in this interval
		Changed    []Adjusted
		Discarded  []Discarded `json:",omitempty"` // duplicate cards in play that were discarded
	}

	// Ranked is a region with its prosperity cards and the resulting number of factors in its locations.
	Ranked struct {
		Region Region
		Cards  int
		Level  int
	}

	// Adjusted is a location that the upheaval changed.
	Adjusted struct {
		Location, Owner string
		Region          Region
		Was, Now        int
		Empty           bool `json:",omitempty"` // whether nothing is left there
	}

	// Discarded lists the cards that a player must discard.
	Discarded struct {
		Seat  string
		Cards []Commonwealth
	}

	// ended tells everybody how the game ended (DC-29): kind "end".
	ended struct {
		Winner string
		By     string // what decided the game: "factors", "cards", "hand", "ports" or the name of a location
		Scores []Score
		Board  []Stood `json:",omitempty"` // the final state of the board
	}

	// Stood is the final state of a region.
	Stood struct {
		Region    Region
		Locations []Holding // the locations with an owner
	}

	// Score is the result of a player. Scores are sorted, the best first.
	Score struct {
		Seat                        string
		Factors, Cards, Hand, Ports int
		Held                        []Commonwealth // the player's hand, which is no longer secret
	}
)
