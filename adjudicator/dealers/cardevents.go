package dealers

// What is told of cards: how they are played, trained, dismissed, drawn and discarded. They are named without the mark
// of a faction's own.
type (
	// played tells everybody that a card is played, from the hand or the ready area, for one of its values (DH-7): kind
	// "played".
	played struct {
		Seat, Card string
		Value      Strength
		N          int       // markers that it gives
		Ready      bool      `json:",omitempty"` // from the ready area
		Markers    Strengths // that the player has then
		Text       string    `json:",omitempty"` // what it does
		NoEffect   bool      `json:",omitempty"` // that is not wanted
	}

	// uses tells everybody that a location card or the ability of a leader, a city or a master is used (DH-8): kind
	// "used".
	uses struct {
		Seat, What string
		Text       string
		Spoils     bool `json:",omitempty"` // it is gone with that
	}

	// gained tells everybody of markers that an action or an effect gives: kind "gained".
	gained struct {
		Seat, From   string
		Markers, Now Strengths // those, and all that the player has then
	}

	// shielded tells everybody of defence for the rest of the year that an action gives (DH-24): kind "shielded".
	shielded struct {
		Seat   string
		N, Now int
	}

	// trains tells everybody of a card or master that is trained (DH-17): kind "trained".
	trains struct {
		Seat, Card string
		Cost       int    // support that was paid
		Left       int    // and is left
		By         string `json:",omitempty"` // the card or ability that gave it for nothing
		Master     bool   `json:",omitempty"`
		Points     int    `json:",omitempty"` // of a master, in the end
	}

	// dismisses tells everybody of cards that are dismissed (DH-12): kind "dismissed".
	dismisses struct {
		Seat  string
		Cards []string
		Gone  []string `json:",omitempty"` // those of them that have left the game
	}

	// readied tells everybody of cards that go from the hand to the ready area (DH-7, DH-15): kind "readied".
	readied struct {
		Seat  string
		Cards []string
	}

	// plunder tells everybody of cards of spoils that a player gains (DH-13): kind "spoils". None: the stack is empty.
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

	// recovered tells everybody how many cards come back to a hand from the discard pile, and what lies on top of it
	// then: kind "recovered".
	recovered struct {
		Seat string
		N    int
		Top  string `json:",omitempty"`
	}

	// discards tells everybody how many cards of a hand are discarded, and what lies on top of the pile then (DH-9):
	// kind "discards".
	discards struct {
		Seat string
		N    int
		Top  string
	}

	// discardedCards tells a player which cards of their hand were discarded: kind "discarded".
	discardedCards struct{ Cards []string }

	// merged tells everybody that a discard pile and a draw pile of together so many cards were shuffled together
	// (DH-14), kind "merged"; or that a discard pile of so many was shuffled and put under the draw pile, kind
	// "renewed".
	merged struct {
		Seat string
		N    int
	}

	// void tells a player that an effect of theirs comes to nothing, and why; or the game master, of a ruling: kind
	// "void".
	void struct{ What, Why string }

	// ruled tells everybody what the game master has ruled about a card: kind "ruled".
	ruled struct {
		Seat, Card string
		Effects    []string `json:",omitempty"` // what happens, in words; none: nothing
	}
)
