package dishonest

// What is told of battles.
type (
	// fought tells everybody of a battle when it is over, with what both sides committed: kind "battle". Of each pair,
	// the attacker's comes first. Whoever committed nothing has the same, with noughts.
	fought struct {
		At string
		// Defender is "" for a neutral garrison, which commits nothing, and for whom nothing else stands here
		Attacker, Defender string
		Sides              [2]fighting
		Tied               bool   // equal strength: who is higher on the League track has won, or the neutral garrison
		Won                string // a seat; "" for a neutral garrison
		Pool               bool   // the winner, who attacked, discards a cube of their pool
		Back               bool   // the winner takes back the cubes that they committed (option committed)
	}

	// fighting is what one side had in a battle, and what became of it.
	fighting struct {
		Units      Force  // with deployed fighters
		Deployed   []sent // fighters that came from regions next to it
		Garrison   int
		Supply     int // cubes committed
		Oil        int
		Card       int // committed; 0: none
		Strength   int // all together
		Swords     int // of card and tile; they count for the winner
		Shields    int // of card and tile; they count for the loser
		Explosions int
		Lost       Force  // in battle
		To         string // where it has retreated; "" for nowhere
		Retreated  Force
		Stranded   Force  // lost, as there was nowhere to retreat or no way home
		Home       []sent // fighters that have returned, and where to
	}

	// unopposed tells everybody that a battle was not fought, as nobody was left there for it, and where fighters have
	// returned: kind "unopposed".
	unopposed struct {
		At, Seat string
		Home     []sent
		Stranded Force // fighters that have no way home
	}

	// sent is so many fighters that came from a region, or went to one.
	sent struct {
		At string
		N  int
	}

	// committedLess tells a player that they had less for a battle than they wanted to commit: kind "committed less".
	committedLess struct {
		At     string
		Supply int // cubes that are missing, of supply and oil together
		Card   int // that they have not, or that has no battle effect; 0: none is missing
	}
)
