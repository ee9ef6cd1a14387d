package decatur

// The events of the game, as they are told. Seats and locations are named; the wording stands in templates.
type (
	// dealt tells everybody of the start of an interval (DC-3, DC-4): kind "interval".
	dealt struct {
		Interval int
		First    string   // the first player
		Order    []string // of play
		Open     []Region // prosperity cards face up
		Space    int      // of the round track
	}

	// cards tells a player what they were dealt (DC-4): kind "cards".
	cards struct {
		Prosperity []Region
		Influence  []Commonwealth `json:",omitempty"` // at the start of the game
	}

	// turn tells everybody what a player did: kind "turn". A takeover comes in an event of its own behind it.
	turn struct {
		Seat     string
		Action   string       // "pass", "draw", "exchange", "restructure", "expand", "port", "consolidate", "venture"
		Kind     Commonwealth `json:",omitempty"` // exchanged
		FromHand int          `json:",omitempty"` // cards of it that were discarded
		FromPlay int          `json:",omitempty"`
		Cards    int          `json:",omitempty"` // drawn
		// of a venture; To of a restructure, a port and a consolidation as well
		From, To string         `json:",omitempty"`
		Moved    []Move         `json:",omitempty"` // factors, with what stands there now
		Ocean    Ocean          `json:",omitempty"` // of a port's fleet
		Cost     int            `json:",omitempty"` // of a port, in factors
		Played   []Commonwealth `json:",omitempty"` // excess cards of his hand that went into play (DC-12)
		Dropped  []Commonwealth `json:",omitempty"` // and those that were discarded from play
		Hostile  bool           `json:",omitempty"` // of a venture: a takeover attempt
		Refilled bool           `json:",omitempty"` // the discards were shuffled into a new deck
	}

	// Move is how many factors came to a location (or went, if negative), and how many stand there now.
	Move struct {
		Location string
		By, Now  int
	}

	// drew tells a player which cards they drew, and what they have: kind "drew".
	drew struct {
		Cards, Hand []Commonwealth
	}

	// skipped tells a player which of their alternatives were passed over, and why: kind "skipped".
	skipped struct {
		Lines []Skip
	}

	// Skip is one of them.
	Skip struct{ Line, Why string }

	// takenOver tells everybody of a takeover that is over (DC-19 to DC-26): kind "takeover".
	takenOver struct {
		Takeover
		Relocated  string // where the defender's factors went; "" if nowhere
		RelocatedN int
		Removed    int // factors of the defender that had nowhere to go
		Port       bool
		Fleet      Ocean `json:",omitempty"` // that went with the port
		MovedIn    int   // factors of the contender
		LeftEmpty  bool
	}

	// clocked tells everybody of the clock marker (DC-6 to DC-8): kind "clock".
	clocked struct {
		Space    int
		Turned   bool // it was turned up here
		Up       bool
		Multiple int   `json:",omitempty"` // of the shaded space
		Dice     []int `json:",omitempty"` // that were rolled
		Ends     bool  `json:",omitempty"` // the interval
	}

	// called tells everybody of a "Decatur" call (DC-6): kind "called".
	called struct {
		By, Forgot string
		Location   string // where a factor was lost; "" if nowhere
	}

	// upheaval tells everybody of an interval's end (DC-27, DC-28): kind "upheaval".
	upheaval struct {
		Interval   int
		Regions    []Ranked // the highest first
		Precedence []Region // of this interval
		Changed    []Adjusted
		Discarded  []Discarded `json:",omitempty"` // duplicates in play
	}

	// Ranked is a region with its prosperity cards and the factors that its locations are set to.
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
		Empty           bool `json:",omitempty"` // nothing is left there
	}

	// Discarded is what a player has to discard.
	Discarded struct {
		Seat  string
		Cards []Commonwealth
	}

	// ended tells everybody how the game ended (DC-29): kind "end".
	ended struct {
		Winner string
		By     string // what decided: "factors", "cards", "hand", "ports" or the name of a location
		Scores []Score
		Board  []Stood `json:",omitempty"` // what stands there
	}

	// Stood is what stands in a region at the end.
	Stood struct {
		Region    Region
		Locations []Holding // those that are somebody's
	}

	// Score is a player's, the best first.
	Score struct {
		Seat                        string
		Factors, Cards, Hand, Ports int
		Held                        []Commonwealth // their hand, which is a secret no more
	}
)
