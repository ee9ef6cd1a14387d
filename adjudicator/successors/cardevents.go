package successors

// What is reported of events and chits. Everybody is told, except that only the player knows which chits they draw.
type (
	// rolled reports the event of a player's turn (SU-4): kind "event".
	rolled struct {
		Seat  string
		Dice  []int // the first die selects the table; then tens and ones
		Table string
		Title string
		Text  string
	}

	// played reports that a player plays a chit: kind "chit".
	played struct {
		Seat   string
		Number int
		Title  string
		Text   string
		At     string `json:",omitempty"` // the place that the player chose; "" if none
		With   string `json:",omitempty"` // owner of the cavalry that rides; "" if it is the player's own
	}

	// drew tells everybody that a player draws chits: kind "drew".
	drew struct {
		Seat  string
		Chits int
		Has   int // number of chits in hand, the new ones included
		Left  int // number of chits left to draw
	}

	// drawn tells a player which chit they drew, or everybody where chits are open: kind "drawn".
	drawn struct {
		Seat        string
		Number      int
		Title, Text string
	}

	// ruled reports a ruling of the game master: kind "ruled".
	ruled struct {
		Seat, Title string
		Effects     []string // what happens, in words; none if nothing does
	}

	// void reports that an effect does nothing, and why: kind "void".
	void struct {
		Title string
		Seat  string `json:",omitempty"` // the player whom the effect was for
		Why   string
	}

	// income reports talents that an effect gives or takes: kind "talents".
	income struct {
		Seat    string
		Talents int  // talents received; negative if paid
		Unpaid  bool `json:",omitempty"` // whether the player can't pay and loses a unit instead
		Purse   int
	}

	// came reports new units of a player: kind "came".
	came struct {
		Seat, At string
		Units    Units
		Hired    bool  `json:",omitempty"` // whether the units are mercenaries
		Short    Units // units that do not come for want of counters
	}

	// returned reports that a leader goes home: kind "returned".
	returned struct {
		Seat   string
		From   string `json:",omitempty"`
		To     string
		Captor string `json:",omitempty"` // the side that had to let the leader go; "" if the leader was free
	}

	// rising reports a revolt or an invasion: kind "rising".
	rising struct {
		Unrest Unrest
		At     string
		Units  Units
		Short  Units  // units that do not appear for want of counters
		Seat   string `json:",omitempty"` // the player who controlled the province; "" if nobody did
		Over   Units  // units of that player that went over to the rebels
	}

	// cancelled reports that a chit cancels a revolt: kind "cancelled".
	cancelled struct {
		Seat, At string
		Number   int // number of the chit
		Title    string
	}

	// stormed reports a storm: kind "storm".
	stormed struct {
		Hit    int
		Patrol bool
		At     string `json:",omitempty"` // where the storm is; "" if everywhere
		Struck []Struck
	}

	// plagued reports a plague: kind "plague".
	plagued struct {
		Hit    int
		At     string
		Struck []Struck
	}

	// A Struck is the units of one side and type in one area, with the dice rolled for them.
	Struck struct {
		Side, Area string
		Unit       Type
		Dice       []int
		Lost       int
	}

	// elephants reports that a player may buy elephants: kind "elephants".
	elephants struct {
		Seat  string
		Price int
		Left  int // number of elephant counters that the player has left
	}

	// paced reports extra movement points: kind "pace".
	paced struct {
		Seat   string
		Points int // number of extra points
	}

	// raided reports a raid by cavalry: kind "raid".
	raided struct {
		Seat, From, At string
		Rider          string `json:",omitempty"` // owner of the cavalry; "" if it is the player's own
		Price          int    `json:",omitempty"` // talents that the owner gets for it
		Victim         string
		Talents        int
		Die, Hit       int
		Lost           bool // whether the cavalry was lost
	}
)
