package dealers

// What is reported of cards: how they are played, trained, dismissed, drawn and discarded. Their names are without
// the mark of a faction's copy.
type (
	// played tells everybody that a card is played, from the hand or the ready area, for one of its values (DH-7):
	// kind "played".
	played struct {
		Seat, Card string
		Value      Strength
		N          int       // number of markers that it gives
		Ready      bool      `json:",omitempty"` // whether it comes from the ready area
		Markers    Strengths // the player's markers afterwards
		Text       string    `json:",omitempty"` // what it does, in words
		NoEffect   bool      `json:",omitempty"` // whether the effect is declined
	}

	// uses tells everybody that a location card or the ability of a leader, a city or a master is used (DH-8): kind
	// "used".
	uses struct {
		Seat, What string
		Text       string
		Spoils     bool `json:",omitempty"` // whether it is spoils, which are gone after use
	}

	// gained tells everybody of markers that an action or an effect gives: kind "gained".
	gained struct {
		Seat, From   string
		Markers, Now Strengths // the markers gained, and all that the player has afterwards
	}

	// shielded tells everybody of defence for the rest of the year that an action gives (DH-24): kind "shielded".
	shielded struct {
		Seat   string
		N, Now int
	}

	// trains tells everybody that a card or master is trained (DH-17): kind "trained".
	trains struct {
		Seat, Card string
		Cost       int    // support paid
		Left       int    // support left
		By         string `json:",omitempty"` // the card or ability that made it free; "" if none
		Master     bool   `json:",omitempty"`
		Points     int    `json:",omitempty"` // points for a master at the end
	}

	// dismisses tells everybody of cards that are dismissed (DH-12): kind "dismissed".
	dismisses struct {
		Seat  string
		Cards []string
		Gone  []string `json:",omitempty"` // those of the cards that have left the game
	}

	// readied tells everybody which cards go from the hand to the ready area (DH-7, DH-15): kind "readied".
	readied struct {
		Seat  string
		Cards []string
	}

	// plunder tells everybody which spoils cards a player gains (DH-13): kind "spoils". It has no cards if the stack
	// is empty.
	plunder struct {
		Seat  string
		Value int
		Cards []string `json:",omitempty"`
	}

	// draws tells everybody how many cards a player draws, and how many are left in their draw pile: kind "draws".
	draws struct {
		Seat    string
		N, Left int
	}

	// drawnCards tells a player which cards they have drawn, kind "drawn", or which came back to their hand from the
	// discard pile, kind "back".
	drawnCards struct{ Cards []string }

	// recovered tells everybody how many cards come back to a hand from the discard pile, and its top card
	// afterwards: kind "recovered".
	recovered struct {
		Seat string
		N    int
		Top  string `json:",omitempty"`
	}

	// discards tells everybody how many hand cards are discarded, and the top card of the pile afterwards (DH-9):
	// kind "discards".
	discards struct {
		Seat string
		N    int
		Top  string
	}

	// discardedCards tells a player which cards of their hand were discarded: kind "discarded".
	discardedCards struct{ Cards []string }

	// merged tells everybody that a discard pile and a draw pile were shuffled together (DH-14), and the total number
	// of cards: kind "merged"; or that a discard pile was shuffled and put under the draw pile, and its number of
	// cards: kind "renewed".
	merged struct {
		Seat string
		N    int
	}

	// void tells a player that one of their effects does nothing, and why; or the game master about a ruling: kind
	// "void".
	void struct{ What, Why string }

	// ruled tells everybody what the game master has ruled about a card: kind "ruled".
	ruled struct {
		Seat, Card string
		Effects    []string `json:",omitempty"` // what happens, in words; none if nothing does
	}
)
