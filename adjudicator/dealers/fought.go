package dealers

// What is reported of assaults. The cards that are played for them are reported as in any turn.
type (
	// assaulted tells everybody that an assault begins, and the defence against it: kind "assault".
	assaulted struct {
		Seat    string
		Holder  string   `json:",omitempty"` // holder of the territory; "" if nobody
		Path    []string // from the attacker's territory, over seas, to the territory that is attacked
		Oversea bool
		Wall    int // interior defence, or border defence against an assault over sea
		Native  int // native defence, if nobody holds the territory
		Seas    int // total difficulty of the seas
		Passive int // defence by the holder's cities, faction and masters
		Shield  int // defence by assault actions of this year
		Markers int // defence markers that the holder has left
		Defence int // total defence
		Bonus   int // attack that the attacker has in addition to markers

		Bonuses  []Credit `json:",omitempty"` // sources of Bonus
		Passives []Credit `json:",omitempty"` // sources of Passive
	}

	// strength tells everybody the totals of an assault on a player after a step, which is "first", "defence" or
	// "final": kind "strength".
	strength struct {
		At, Step        string
		Attack, Defence int
	}

	// conquered tells everybody that a territory was taken, by which margin, and what it is worth: kind "conquered".
	// Spoils that are won with it are reported afterwards.
	conquered struct {
		Seat, At        string
		From            string `json:",omitempty"` // the previous holder; "" if nobody
		Attack, Defence int
		Points, Total   int  // points won at once, and the attacker's total afterwards
		City            bool // whether the attacker gets the card of the city
	}

	// repelled tells everybody that an assault has failed: kind "repelled".
	repelled struct {
		Seat, At        string
		Holder          string `json:",omitempty"`
		Attack, Defence int
	}
)
