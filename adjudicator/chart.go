package adjudicator

import "slices"

// A Charted is a view that has something to show on a picture of the board.
type Charted interface {
	// Chart returns it. It is the same for the same view.
	Chart() Chart
}

// A Chart is what a picture of the board shows, as the view's seat knows it. How that looks is not the rules' business,
// and no picture needs more of a game than this. Letters carry it, so its JSON is small.
type Chart struct {
	Board  string  // names the board, whose picture has the places: "standard", "Decatur"
	Places []Place // those of which there is something to show, each once
	Arrows []Arrow `json:",omitempty"`

	// Plan has what there is to be drawn, where the board is none of those that have a picture.
	Plan *Plan `json:",omitempty"`
}

// A Focused is a Charted view that knows what on the board a question is about.
type Focused interface {
	// Focus returns the places that a question of that kind is about: where a battle is, and where its attackers come
	// from. None: what its reader has on the board.
	Focus(kind string) []string
}

// Of returns the places of a chart that concern a seat: what it has on the board, where its orders lead, and, where
// there is fog, what it sees beyond it.
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

// A Place is one space of the board.
type Place struct {
	Name   string  // as the board names it
	Owner  Seat    `json:",omitempty"`
	Pieces []Piece `json:",omitempty"` // all that the seat knows of; none: nobody is there, unless the place is Unknown

	// Unknown says that the seat can't know what is there now: a fog. With Since, what it knew of that phase still
	// shows.
	Unknown bool   `json:",omitempty"`
	Since   string `json:",omitempty"` // the phase that the knowledge is of, if it is old
}

// A Piece is a piece, or several that are alike.
type Piece struct {
	// Kind is "army", "fleet"; "unit" if which is not known; "factor", "port"; "leader", "cavalry", "infantry",
	// "elephant", "levy"; "armour", "fighter", "squadron", "garrison"; "capital"; or what stands on a place and is no
	// unit: "home", "revolt", "invasion", "colony" of one who does not hold it, "quagmire", "impassable".
	Kind  string
	Owner Seat   `json:",omitempty"` // "" if it is not known whose it is
	Count int    // at least one
	Coast string `json:",omitempty"` // of a place with several shores: "nc"
	Mark  string `json:",omitempty"` // "found": a spy of others found it; "dislodged": it must go; "new", "gone"
	Since string `json:",omitempty"` // the phase that it was seen in, if that is old news
}

// An Arrow is something that was done, or was meant to be: on the way from one place to another, or in one place.
type Arrow struct {
	// Kind is "move", "retreat", "venture" or "spy", which sees a place, from From to To; "support" or "convoy" by the
	// piece in From; or what happens in From alone: "hold", "build", "disband", "peek". A spy that saw nothing, and
	// a support of a piece that stays, have no To.
	Kind string
	From string // a place of the chart
	To   string `json:",omitempty"` // a place of the chart
	// of a move over sea: the places of its convoy in order, as far as they are known
	Via   []string `json:",omitempty"`
	Of    string   `json:",omitempty"` // of a support or convoy: where the piece stands that it is for
	Coast string   `json:",omitempty"` // that a move, retreat or build ends on: "nc"
	Owner Seat     `json:",omitempty"`

	Failed bool `json:",omitempty"`
}
