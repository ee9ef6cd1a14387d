package adjudicator

// A Plan describes a board for which there is no picture: its places, and which of them are adjacent. It is in the
// chart of an edition that differs from the house edition. Like the board, it is public. Plans are saved with
// letters.
type Plan struct {
	House string `json:",omitempty"` // the board whose shapes and colours are used, as far as the two agree
	Map   string `json:",omitempty"` // the map file of the edition, in the format of templates/mapmaker
	Sites []Site // all places, each once
}

// A Site is a place of a plan.
type Site struct {
	Name   string
	Sea    bool   `json:",omitempty"`
	Region string `json:",omitempty"` // the part of the board that it belongs to
	Links  []int  `json:",omitempty"` // indexes of later sites that it is adjacent to
	Arrows []int  `json:",omitempty"` // those of Links that are arrows instead of borders
	Coasts []int  `json:",omitempty"` // waters on its coast, if waters are not spaces that pieces cross

	Value  string     `json:",omitempty"` // its value
	Rough  bool       `json:",omitempty"`
	Port   bool       `json:",omitempty"`
	Raises []string   `json:",omitempty"` // kinds of pieces that are raised there
	Marks  []SiteMark `json:",omitempty"` // symbols printed on it, with their numbers
}

// A SiteMark is a symbol printed on a site, such as "factory".
type SiteMark struct {
	Kind  string
	Count int
}

// Join fills in the links of the sites of a plan, each once. next returns the indexes of the places adjacent to one,
// and arrow reports whether two are joined by an arrow; arrow may be nil.
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
