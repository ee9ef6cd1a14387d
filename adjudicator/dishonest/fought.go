package dishonest

// What is reported of battles.
type (
	// fought tells everybody of a finished battle, with what both sides committed: kind "battle". In each pair, the
	// attacker's value comes first. The fields of a side that committed nothing are zero.
	fought struct {
		At string
		// Defender is "" for a neutral garrison, which commits nothing, and for which all other fields are zero
		Attacker, Defender string
		Sides              [2]fighting
		// whether the strengths were equal, so that the power higher on the League track, or the neutral garrison,
		// has won
		Tied bool
		Won  string // the winner's seat; "" for a neutral garrison
		Pool bool   // whether the winner, who attacked, discards a cube from their pool
		Back bool   // whether the winner takes back committed cubes (option committed)
	}

	// fighting is the forces of one side in a battle, and what became of them.
	fighting struct {
		Units      Force  // units, deployed fighters included
		Deployed   []sent // fighters that came from adjacent regions
		Garrison   int
		Supply     int // cubes of supply committed
		Oil        int
		Card       int // number of the committed card; 0 if none
		Strength   int // total strength
		Swords     int // from card and tile; they count if this side wins
		Shields    int // from card and tile; they count if this side loses
		Explosions int
		Lost       Force  // units lost in the battle
		To         string // where the side retreated; "" if nowhere
		Retreated  Force
		Stranded   Force  // units lost because there was nowhere to retreat or no way home
		Home       []sent // fighters that returned, with their destinations
	}

	// unopposed tells everybody that a battle was not fought because nobody was left to fight it, and where fighters
	// have returned: kind "unopposed".
	unopposed struct {
		At, Seat string
		Home     []sent
		Stranded Force // fighters that had no way home
	}

	// sent is a number of fighters that came from a region, or went to one.
	sent struct {
		At string
		N  int
	}

	// committedLess tells a player that they had less for a battle than they wanted to commit: kind "committed less".
	committedLess struct {
		At     string
		Supply int // number of cubes missing, supply and oil together
		Card   int // number of the card that they do not have, or that has no battle effect; 0 if none
	}
)
