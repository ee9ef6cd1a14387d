package adjudicator

// A Plan is all that a picture needs of a board that has none of its own: what there is, and what is next to what. It
// is in the chart of an edition that differs from the house edition, and like the board it is public. Letters carry it.
type Plan struct {
	House string `json:",omitempty"` // the board whose shapes and colours the picture has, as far as the two agree
	Map   string `json:",omitempty"` // a map file that the edition brings, as templates/mapmaker reads it
	Sites []Site // all places, each once
}

// A Site is a place of a plan.
type Site struct {
	Name   string
	Sea    bool   `json:",omitempty"`
	Region string `json:",omitempty"` // the part of the board that it is of
	Links  []int  `json:",omitempty"` // the sites further on in the plan that are next to it
	Arrows []int  `json:",omitempty"` // those of the links that are arrows, and no borders
	Coasts []int  `json:",omitempty"` // waters that it is on, where water is no space that a piece crosses

	Value  string     `json:",omitempty"` // what it is worth
	Rough  bool       `json:",omitempty"`
	Port   bool       `json:",omitempty"`
	Raises []string   `json:",omitempty"` // kinds of pieces that come from there
	Marks  []SiteMark `json:",omitempty"` // what it has, and how often
}

// A SiteMark is something that a site has: "factory".
type SiteMark struct {
	Kind  string
	Count int
}

// Join writes the links of a board into the sites of a plan, each once. next has the numbers of the places that are
// next to one, and arrow says whether that is by an arrow; nil: there are no arrows.
func (p *Plan) Join(next func(i int) []int, arrow func(i, k int) bool) {
	for i := range p.Sites {
		for _, k := range next(i) {
			if k <= i {
				continue
			}
			p.Sites[i].Links = append(p.Sites[i].Links, k)
			if arrow != nil && arrow(i, k) {
				p.Sites[i].Arrows = append(p.Sites[i].Arrows, k)
			}
		}
	}
}
