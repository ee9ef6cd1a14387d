package successors

// What events and chits do, as it is told. All of it is told to all, but which chits a player draws.
type (
	// rolled tells the event of a player's turn (SU-4): kind "event".
	rolled struct {
		Seat  string
		Dice  []int // the first says which table; then tens and ones
		Table string
		Title string
		Text  string
	}

	// played tells of a chit that a player plays: kind "chit".
	played struct {
		Seat   string
		Number int
		Title  string
		Text   string
		At     string `json:",omitempty"` // where, if he chose that
		With   string `json:",omitempty"` // whose cavalry rides, if not his own
	}

	// drew tells everybody that a player draws chits: kind "drew".
	drew struct {
		Seat  string
		Chits int
		Has   int // with those that they had
		Left  int // to be drawn
	}

	// drawn tells the player of a chit that they drew, or all where chits are open: kind "drawn".
	drawn struct {
		Seat        string
		Number      int
		Title, Text string
	}

	// ruled tells what the game master has ruled: kind "ruled".
	ruled struct {
		Seat, Title string
		Effects     []string // what happens, in words; none: nothing
	}

	// void tells that an effect comes to nothing, and why: kind "void".
	void struct {
		Title string
		Seat  string `json:",omitempty"` // for whom
		Why   string
	}

	// income tells of talents that an effect gives or takes: kind "talents".
	income struct {
		Seat    string
		Talents int  // below 0: paid
		Unpaid  bool `json:",omitempty"` // he can't pay, and loses a unit
		Purse   int
	}

	// came tells of units that come to a player: kind "came".
	came struct {
		Seat, At string
		Units    Units
		Hired    bool  `json:",omitempty"` // mercenaries
		Short    Units // those for which there are no counters
	}

	// returned tells of a leader who goes home: kind "returned".
	returned struct {
		Seat   string
		From   string `json:",omitempty"`
		To     string
		Captor string `json:",omitempty"` // who had to let him go
	}

	// rising tells of a revolt or an invasion: kind "rising".
	rising struct {
		Unrest Unrest
		At     string
		Units  Units
		Short  Units  // those for which there are no counters
		Seat   string `json:",omitempty"` // who controlled the province
		Over   Units  // what of theirs went over to the rebels
	}

	// cancelled tells of a revolt that a chit cancels: kind "cancelled".
	cancelled struct {
		Seat, At string
		Number   int // of the chit
		Title    string
	}

	// stormed tells of a storm: kind "storm".
	stormed struct {
		Hit    int
		Patrol bool
		At     string `json:",omitempty"` // "": everywhere
		Struck []Struck
	}

	// plagued tells of a plague: kind "plague".
	plagued struct {
		Hit    int
		At     string
		Struck []Struck
	}

	// Struck is units of one side and type in one area, and the dice that are thrown for them.
	Struck struct {
		Side, Area string
		Unit       Type
		Dice       []int
		Lost       int
	}

	// elephants tells that a player may buy elephants: kind "elephants".
	elephants struct {
		Seat  string
		Price int
		Left  int // counters of theirs
	}

	// paced tells of movement points: kind "pace".
	paced struct {
		Seat   string
		Points int // more than else
	}

	// raided tells of a raid of cavalry: kind "raid".
	raided struct {
		Seat, From, At string
		Rider          string `json:",omitempty"` // whose cavalry it is, if not the player's
		Price          int    `json:",omitempty"` // what he has for it
		Victim         string
		Talents        int
		Die, Hit       int
		Lost           bool // the cavalry
	}
)
