package dishonest

// What is reported of the start, of the income phase, of what powers hold and build, and of points.
type (
	// opening tells everybody who plays, in the order of the League track, and what happens to the other powers: kind
	// "opening".
	opening struct {
		Order    []string
		Unplayed []Unplayed `json:",omitempty"`
	}

	// yearly tells everybody that a year begins, and what its reset has removed (DD-6): kind "year".
	yearly struct {
		Year      int
		Order     []string    // the League track, from the top
		Alliances [][2]string `json:",omitempty"` // alliances that have ended
		Quagmires []string    `json:",omitempty"` // quagmires that are gone
	}

	// gathered tells everybody the yield of all regions (DD-7): kind "income".
	gathered struct{ Incomes []Income }

	// Income is the yield of a power's regions.
	Income struct {
		Seat  string
		Cubes Cubes
	}

	// draws tells everybody how many cards were drawn: kind "draws".
	draws struct{ Draws []Drawn }

	// Drawn is the number of cards that a player drew.
	Drawn struct {
		Seat string
		N    int
	}

	// hand tells a player which cards they drew, by number: kind "drawn".
	hand struct{ Cards []int }

	// reshuffled tells everybody that the discards became the deck (DD-17), and the number of cards in it: kind
	// "reshuffled".
	reshuffled struct{ Cards int }

	// pools tells everybody what was added to the supply pools (DD-8): kind "pools".
	pools struct{ Pools []Pool }

	// Pool is the cubes added to a player's pool.
	Pool struct {
		Seat  string
		Cubes Cubes
	}

	// cut tells a player that they did not have all cubes that they ordered for "POOL" or "BID", and how many count:
	// kind "cut".
	cut struct {
		What        string
		Wrote, Have Cubes
	}

	// revealed tells everybody which card was drawn for the League of Nations (DD-9): kind "league". Card is 0 if
	// there was none.
	revealed struct {
		Card   int
		Title  string
		Symbol bool // whether the card has the symbol, so that everybody bids
	}

	// auction tells everybody the bids, and the resulting order on the League track (DD-9): kind "bids".
	auction struct {
		Bids    []Bid    // in the previous order of the League track
		Speaker string   // the power that put equal bids in order
		Order   []string // the new order
		Same    bool     // whether the order is unchanged
	}

	// Bid is a player's bid.
	Bid struct {
		Seat  string
		Cubes Cubes
	}

	// ideologies tells everybody who took which tile (DD-11): kind "ideologies".
	ideologies struct{ Taken []Took }

	// Took is a tile that a player took.
	Took struct {
		Seat, Tile string
		Listed     bool // whether the player's list named it; if not, it was the first one left
	}

	// allied tells everybody who is allied this year (DD-12), or that nobody is: kind "alliances".
	allied struct {
		Pairs []Pair `json:",omitempty"`
	}

	// Pair is two allies, and what each has paid.
	Pair struct {
		X, Y         string
		PaidX, PaidY Cubes
	}

	// mobilizes tells everybody what a player built, and the price (DD-37): kind "mobilized".
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

	// garrisoned tells everybody that a garrison was placed or upgraded (DD-38), and its strength now: kind
	// "garrisoned".
	garrisoned struct {
		Seat, Area string
		Strength   int
	}

	// annexed tells everybody of a new colony (DD-40), and its previous owner: kind "annexed".
	annexed struct {
		Seat, Area string
		From       string `json:",omitempty"` // owner of the marker that was there; "" if nobody
		Paid       Cubes
	}

	// unsupplied tells everybody which units were removed because there were too many in one place (DD-41): kind
	// "supply".
	unsupplied struct{ Powers []Starved }

	// Starved is the units that a power lost for want of supply.
	Starved struct {
		Seat  string
		Limit int // largest number of units in one place
		Lost  []Group
	}

	// tallied tells everybody whose points have changed (DD-42): kind "points".
	tallied struct{ Changes []Change }

	// Change is a player's points before and after a change.
	Change struct {
		Seat    string
		Was, Is int
	}

	// ended tells everybody how the game ended (DD-42): kind "end".
	ended struct {
		Year    int
		Winner  string
		Ally    string  `json:",omitempty"` // the winner's ally, who wins with them
		Reached bool    // whether the winner reached the winning number of points; if not, the last year was over
		Scores  []Score // best first
	}

	// Score is a player's points at the end.
	Score struct {
		Seat   string
		Points int
	}
)
