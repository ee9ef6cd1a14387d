package dealers

// What is told of assaults. The cards that are played for them are told as in any turn.
type (
	// assaulted tells everybody of an assault that begins, and what stands against it: kind "assault".
	assaulted struct {
		Seat    string
		Holder  string   `json:",omitempty"` // whose the territory is; "": nobody's
		Path    []string // from the attacker's territory, over seas, to the territory that is attacked
		Oversea bool
		Wall    int // interior defence, or border, over sea
		Native  int // where nobody holds it
		Seas    int // difficulty
		Passive int // of its holder's cities, faction and masters
		Shield  int // of assault actions of this year
		Markers int // of defence that its holder has left
		Defence int // all together
		Bonus   int // attack that the attacker has beside markers

		Bonuses  []Credit `json:",omitempty"` // who gives that
		Passives []Credit `json:",omitempty"` // and who gives the defence of cities, faction and masters
	}

	// strength tells everybody how an assault on a player stands after a step, which is "first", "defence" or "final":
	// kind "strength".
	strength struct {
		At, Step        string
		Attack, Defence int
	}

	// conquered tells everybody that a territory was taken, by how much, and what it is worth: kind "conquered". Spoils
	// that are won with it are told afterwards.
	conquered struct {
		Seat, At        string
		From            string `json:",omitempty"` // whose it was; "": nobody's
		Attack, Defence int
		Points, Total   int  // won at once, and what the attacker has then
		City            bool // the card of the city is the attacker's now
	}

	// repelled tells everybody that an assault has failed: kind "repelled".
	repelled struct {
		Seat, At        string
		Holder          string `json:",omitempty"`
		Attack, Defence int
	}
)
