package dishonest

// What is reported of the effects of cards, tiles and rulings. Everybody is told, except of the reason that an effect
// does nothing. Mobilized units, garrisons and drawn cards are reported by the general events.
type (
	// played reports that a player plays a card for its strategy effect: kind "card". An effect for which the player
	// chose nothing does nothing.
	played struct {
		Seat   string
		Number int
		Title  string
		Text   string `json:",omitempty"`
	}

	// scores reports that a player scores a card, and which conditions held (DD-15): kind "scored"; or, if the game
	// master has ruled that they did not hold, that the player keeps the card: kind "unscored".
	scores struct {
		Seat   string
		Number int
		Title  string
		Text   string `json:",omitempty"`
	}

	// ideology reports that a player plays their tile (DD-39): kind "ideology".
	ideology struct{ Seat, Tile string }

	// seconds reports that another player uses the secondary effects of a tile: kind "secondary".
	seconds struct{ Seat, Tile, By string }

	// declined reports that nobody uses the secondary effects of a tile, though some could: kind "declined". It does
	// not say who declined, or could not.
	declined struct{ Seat, Tile string }

	// void tells a player that one of their effects does nothing, and why: kind "void".
	void struct{ Title, Why string }

	// gained reports cubes from the bank, or, if negative, cubes lost to it: kind "gained".
	gained struct {
		Seat  string
		Cubes Cubes
	}

	// stolen reports cubes that a player takes from another: kind "stolen".
	stolen struct {
		Seat, From string
		What       string
		Cubes      int
	}

	// removed reports units that a card removes: kind "removed".
	removed struct {
		Seat, Target string // the player of the card, and the owner of the units
		Area         string
		Force        Force
	}

	// subverted reports that a neutral garrison is removed: kind "subverted".
	subverted struct {
		Seat, Area string
		Strength   int
	}

	// colonized reports a colony that a card gives: kind "colony".
	colonized struct{ Seat, Area string }

	// mired reports a quagmire (DD-24): kind "quagmire".
	mired struct{ Seat, Area string }

	// reordered reports that a power goes up or down on the League track (DD-13): kind "reordered".
	reordered struct {
		Seat  string
		Order []string
	}

	// supplied reports cubes that are added to a supply pool, or removed: kind "pooled".
	supplied struct {
		Seat       string
		More, Pool int
	}

	// awarded reports points that a card gives, or takes: kind "awarded".
	awarded struct {
		Seat   string
		Points int
	}

	// ruled reports a ruling of the game master: kind "ruled".
	ruled struct {
		Seat, Title string
		Effects     []string // what happens, in words; none if nothing does
	}
)
