package dealers

// What is reported of the draft, of winters, of points and of the end.
type (
	// opening tells everybody what is on the table when the game is set up: kind "opening".
	opening struct {
		Map      string
		Families []string // families in play
		Starter  string
		Years    int
	}

	// drafted tells everybody what players have taken, in the order in which they chose: kind "draft". In a patient
	// game each choice is reported separately.
	drafted struct{ Takes []take }

	// take is a leader or a city that a player has taken.
	take struct {
		Took
		Lot bool `json:",omitempty"` // whether chance decided, because nothing on the player's list was left
	}

	// yearly tells everybody that a year begins, and that cubes and token are taken back: kind "year".
	yearly struct {
		Year, Years int
		Starter     string
		Late        bool
		// whether the late era begins, so that the action board is turned over and leader cubes are taken back
		Flip bool
	}

	// wintered tells everybody what leaders score at the end of a year: kind "winter".
	wintered struct {
		Year   int
		Scores []Harvest
	}

	// Harvest is a player's score in winter.
	Harvest struct {
		Seat          string
		Points, Total int // points scored, and the player's total afterwards
		Parts         []Part
	}

	// Part is what a leader scores by one rule: the number that was counted, and the points for it.
	Part struct {
		Per       Measure
		N, Points int
	}

	// reshuffled tells everybody how many cards were shuffled and put under the draw piles in winter: kind
	// "reshuffled".
	reshuffled struct{ Piles []Renewed }

	// Renewed is a draw pile under which cards were put, with the number of those from the hand.
	Renewed struct {
		Seat               string
		Discarded, Renewed int
	}

	// scored tells everybody that a player has scored or lost points, and the new total: kind "points". The total is
	// never below 0, unless the ruling says otherwise.
	scored struct {
		Seat          string
		Points, Total int
		Why           string
	}

	// ended tells everybody that the game is over, and the final scores, the best first: kind "end".
	ended struct {
		Year    int
		Winners []string
		Tied    bool // whether others had as many points as the winner, or several have won
		Scores  []Final
	}

	// Final is a player's final score: points of the track, of masters and of territories.
	Final struct {
		Seat                       string
		Track                      int
		Masters, OfMasters         int
		Territories, OfTerritories int
		Total                      int
	}
)
