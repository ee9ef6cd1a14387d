package adjudicator

import "slices"

// A Charted is a view that can be shown as a picture of the board.
type Charted interface {
	// Chart returns what the picture shows. It depends only on the view.
	Chart() Chart
}

// A Chart is the content of a picture of the board, as the view's seat knows it. It is all that pictures know of a
// game; how they look is decided elsewhere. Charts are saved with letters, so their JSON should be short.
type Chart struct {
	Board  string  // name of the board with the places, such as "standard" or "Decatur"
	Places []Place // places with something to show, each once
	Arrows []Arrow `json:",omitempty"`

	// Plan describes the board if it is not one of those for which pictures exist; otherwise it is nil.
	Plan *Plan `json:",omitempty"`
}

// A Focused is a Charted view that knows which part of the board a question is about.
type Focused interface {
	// Focus returns the places that a question of the given kind is about, such as those of a battle and of its
	// attackers. If it returns none, pictures focus on the places of Chart.Of.
	Focus(kind string) []string
}

// Of returns the places of a chart that concern a seat: where it has something, where its orders lead and, on a board
// with fog, what it sees elsewhere.
func (c *Chart) Of(seat Seat) []string {
	var out []string
	add := func(names ...string) {
		for _, name := range names {
			if name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	fog := slices.ContainsFunc(c.Places, func(p Place) bool { return p.Unknown })
	for _, p := range c.Places {
		own := slices.ContainsFunc(p.Pieces, func(k Piece) bool { return k.Owner == seat })
		if p.Owner == seat || own || fog && len(p.Pieces) > 0 {
			add(p.Name)
		}
	}
	for _, a := range c.Arrows {
		if a.Owner == seat {
			add(a.From, a.To, a.Of)
			add(a.Via...)
		}
	}
	return out
}

// A Place is a space of the board.
type Place struct {
	Name  string // name of the place on the board
	Owner Seat   `json:",omitempty"`
	// pieces that the seat knows of; if there are none, the place is empty unless it is Unknown
	Pieces []Piece `json:",omitempty"`

	// Unknown says that the seat can't know what is there now (fog). With Since, the last known state is shown.
	Unknown bool   `json:",omitempty"`
	Since   string `json:",omitempty"` // the phase that the knowledge is from, if it is out of date
}

// A Piece is a piece, or several equal ones.
type Piece struct {
	// Kind is "army" or "fleet", or "unit" if that is unknown; "factor", "port"; "leader", "cavalry", "infantry",
	// "elephant", "levy"; "armour", "fighter", "squadron", "garrison"; "capital"; or something in a place that is not
	// a unit: "home", "revolt", "invasion", "colony" (of a power that does not hold the place), "quagmire",
	// "impassable".
	Kind  string
	Owner Seat   `json:",omitempty"` // its owner; "" if unknown
	Count int    // number of equal pieces, at least 1
	Coast string `json:",omitempty"` // the coast that it is on, in a place with several, such as "nc"
	// "found" by another player's spy; "dislodged", so that it must leave; "new" or "gone"
	Mark  string `json:",omitempty"`
	Since string `json:",omitempty"` // the phase in which it was seen, if that is out of date
}

// An Arrow is something that a piece did or tried to do, in one place or from one place to another.
type Arrow struct {
	// Kind is "move", "retreat", "venture" or "spy" (which looks at a place), from From to To; "support" or "convoy"
	// by the piece in From; or "hold", "build", "disband" or "peek", which happen in From. To is empty for a spy that
	// saw nothing, and for the support of a piece that holds.
	Kind string
	From string // a place of the chart
	To   string `json:",omitempty"` // a place of the chart
	// for a move by sea, the places of its convoy in order, as far as they are known
	Via   []string `json:",omitempty"`
	Of    string   `json:",omitempty"` // for a support or convoy, the place of the piece that it is for
	Coast string   `json:",omitempty"` // the coast on which a move, retreat or build ends, such as "nc"
	Owner Seat     `json:",omitempty"`

	Failed bool `json:",omitempty"`
}
