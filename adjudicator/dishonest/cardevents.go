package dishonest

// What cards, tiles and rulings do, as it is told. All of it is told to all, but why an effect comes to nothing: what
// is mobilized, garrisoned and drawn is told as elsewhere.
type (
	// played tells of a card that a player plays for its strategy effect: kind "card". An effect that they chose
	// nothing for does nothing.
	played struct {
		Seat   string
		Number int
		Title  string
		Text   string `json:",omitempty"`
	}

	// scores tells of a card that a player scores, and of what held (DD-15): kind "scored"; and, if the game master has
	// ruled that it did not hold, that they keep it: kind "unscored".
	scores struct {
		Seat   string
		Number int
		Title  string
		Text   string `json:",omitempty"`
	}

	// ideology tells that a player plays their tile (DD-39): kind "ideology".
	ideology struct{ Seat, Tile string }

	// seconds tells that another uses the secondary effects of a tile: kind "secondary".
	seconds struct{ Seat, Tile, By string }

	// declined tells that nobody uses the secondary effects of a tile, though some might: kind "declined". Whoever has
	// said no, or could not, is not told.
	declined struct{ Seat, Tile string }

	// void tells a player that an effect of theirs comes to nothing, and why: kind "void".
	void struct{ Title, Why string }

	// gained tells of cubes from the bank, or, below 0, of cubes that are lost: kind "gained".
	gained struct {
		Seat  string
		Cubes Cubes
	}

	// stolen tells of cubes that a player takes of another: kind "stolen".
	stolen struct {
		Seat, From string
		What       string
		Cubes      int
	}

	// removed tells of units that a card removes: kind "removed".
	removed struct {
		Seat, Target string // who has it done, and whose they were
		Area         string
		Force        Force
	}

	// subverted tells of a neutral garrison that is gone: kind "subverted".
	subverted struct {
		Seat, Area string
		Strength   int
	}

	// colonized tells of a colony that a card gives: kind "colony".
	colonized struct{ Seat, Area string }

	// mired tells of a quagmire (DD-24): kind "quagmire".
	mired struct{ Seat, Area string }

	// reordered tells that a power goes up or down on the League track (DD-13): kind "reordered".
	reordered struct {
		Seat  string
		Order []string
	}

	// supplied tells of cubes that come into a supply pool, or go: kind "pooled".
	supplied struct {
		Seat       string
		More, Pool int
	}

	// awarded tells of points that a card gives, or takes: kind "awarded".
	awarded struct {
		Seat   string
		Points int
	}

	// ruled tells what the game master has ruled: kind "ruled".
	ruled struct {
		Seat, Title string
		Effects     []string // what happens, in words; none: nothing
	}
)
