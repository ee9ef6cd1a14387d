package dishonest

// What is told of the start, of the income phase, of what powers hold and build, and of points.
type (
	// opening tells everybody who plays, in the order of the League track, and what becomes of the other powers: kind
	// "opening".
	opening struct {
		Order    []string
		Unplayed []Unplayed `json:",omitempty"`
	}

	// yearly tells everybody that a year begins, and what its reset has taken away (DD-6): kind "year".
	yearly struct {
		Year      int
		Order     []string    // of the League track
		Alliances [][2]string `json:",omitempty"` // that have ended
		Quagmires []string    `json:",omitempty"` // that are gone
	}

	// gathered tells everybody what regions yield (DD-7): kind "income".
	gathered struct{ Incomes []Income }

	// Income is what a power's regions yield.
	Income struct {
		Seat  string
		Cubes Cubes
	}

	// draws tells everybody how many cards were drawn: kind "draws".
	draws struct{ Draws []Drawn }

	// Drawn is how many cards a player drew.
	Drawn struct {
		Seat string
		N    int
	}

	// hand tells a player which cards they drew, by number: kind "drawn".
	hand struct{ Cards []int }

	// reshuffled tells everybody that the discards became the deck (DD-17), and how many they are: kind "reshuffled".
	reshuffled struct{ Cards int }

	// pools tells everybody what went into the supply pools (DD-8): kind "pools".
	pools struct{ Pools []Pool }

	// Pool is what went into a player's pool.
	Pool struct {
		Seat  string
		Cubes Cubes
	}

	// cut tells a player that they had not all the cubes that they wrote, for "POOL" or "BID", and what counts: kind
	// "cut".
	cut struct {
		What        string
		Wrote, Have Cubes
	}

	// revealed tells everybody of the card that was drawn for the League of Nations (DD-9): kind "league". Card 0:
	// there was none.
	revealed struct {
		Card   int
		Title  string
		Symbol bool // it has the symbol, and all bid
	}

	// auction tells everybody the bids, and the order on the League track that follows from them (DD-9): kind "bids".
	auction struct {
		Bids    []Bid    // in the order of the League track until now
		Speaker string   // who put equal bids in order
		Order   []string // from now on
		Same    bool     // as before
	}

	// Bid is what a player has bid.
	Bid struct {
		Seat  string
		Cubes Cubes
	}

	// ideologies tells everybody who took which tile (DD-11): kind "ideologies".
	ideologies struct{ Taken []Took }

	// Took is a tile that a player took.
	Took struct {
		Seat, Tile string
		Listed     bool // they named it; else it was the first that was left
	}

	// allied tells everybody who is allied in this year (DD-12), or that nobody is: kind "alliances".
	allied struct {
		Pairs []Pair `json:",omitempty"`
	}

	// Pair is two allies, and what each has paid.
	Pair struct {
		X, Y         string
		PaidX, PaidY Cubes
	}

	// mobilizes tells everybody what a player built, and what they paid for it (DD-37): kind "mobilized".
	mobilizes struct {
		Seat  string
		Built []Group
		Paid  Cubes
	}

	// Group is units in one area.
	Group struct {
		Area  string
		Force Force
	}

	// garrisoned tells everybody of a garrison that was placed or upgraded (DD-38), and its strength now: kind
	// "garrisoned".
	garrisoned struct {
		Seat, Area string
		Strength   int
	}

	// annexed tells everybody of a colony (DD-40), and whose it was: kind "annexed".
	annexed struct {
		Seat, Area string
		From       string `json:",omitempty"` // whose marker lay there; "": nobody's
		Paid       Cubes
	}

	// unsupplied tells everybody which units were removed as there were too many in one place (DD-41): kind "supply".
	unsupplied struct{ Powers []Starved }

	// Starved is what a power lost for want of supply.
	Starved struct {
		Seat  string
		Limit int // units in one place
		Lost  []Group
	}

	// tallied tells everybody whose points have changed (DD-42): kind "points".
	tallied struct{ Changes []Change }

	// Change is points that a player had, and has now.
	Change struct {
		Seat    string
		Was, Is int
	}

	// ended tells everybody how the game ended (DD-42): kind "end".
	ended struct {
		Year    int
		Winner  string
		Ally    string  `json:",omitempty"` // of the winner, who wins with him
		Reached bool    // they have the points that win; else the last year was over
		Scores  []Score // the best first
	}

	// Score is the points of a player in the end.
	Score struct {
		Seat   string
		Points int
	}
)
