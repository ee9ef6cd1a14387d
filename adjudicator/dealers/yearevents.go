package dealers

// What is told of the draft, of winters, of points and of the end.
type (
	// opening tells everybody what lies on the table when the game is set up: kind "opening".
	opening struct {
		Map      string
		Families []string // in play
		Starter  string
		Years    int
	}

	// drafted tells everybody what players have taken, in the order in which they chose: kind "draft". In a patient
	// game it comes for each by itself.
	drafted struct{ Takes []take }

	// take is a leader or a city that a player has taken.
	take struct {
		Took
		Lot bool `json:",omitempty"` // nothing that he wanted was left, or he wanted nothing
	}

	// yearly tells everybody that a year begins, and that cubes and token are taken back: kind "year".
	yearly struct {
		Year, Years int
		Starter     string
		Late        bool
		Flip        bool // the late era begins: the action board is turned, and leader cubes are taken back
	}

	// wintered tells everybody what leaders score at the end of a year: kind "winter".
	wintered struct {
		Year   int
		Scores []Harvest
	}

	// Harvest is what a player scores in winter.
	Harvest struct {
		Seat          string
		Points, Total int // Total: with those that they had
		Parts         []Part
	}

	// Part is a rule by which a leader scores: so many were counted, for so many points.
	Part struct {
		Per       Measure
		N, Points int
	}

	// reshuffled tells everybody how many cards were shuffled and put under the draw piles in winter: kind
	// "reshuffled".
	reshuffled struct{ Piles []Renewed }

	// Renewed is a draw pile under which cards were put, so many of them from the hand.
	Renewed struct {
		Seat               string
		Discarded, Renewed int
	}

	// scored tells everybody of points that a player has scored, or lost, and what they have then: kind "points". They
	// never have less than 0, unless the ruling says otherwise.
	scored struct {
		Seat          string
		Points, Total int
		Why           string
	}

	// ended tells everybody that the game is over, and who had how many points, the first of them first: kind "end".
	ended struct {
		Year    int
		Winners []string
		Tied    bool // others had as many points as the winner, or several have won
		Scores  []Final
	}

	// Final is what a player has in the end: points of the track, of masters and of territories.
	Final struct {
		Seat                       string
		Track                      int
		Masters, OfMasters         int
		Territories, OfTerritories int
		Total                      int
	}
)
