package atlas

import (
	"math"
	"slices"

	"deaddrop/adjudicator"
)

// Sizes of the frame of a schematic board.
const (
	schematicMargin = 16.0
	leastWide       = 700.0
	leastHigh       = 200.0
	bandGap         = 22.0
)

const quarter = math.Pi / 2

// schematic returns a board for a plan without geography: a card for each place, tinted by region, and straight lines
// between adjacent places. Waters that no piece crosses are bands below all others, and places on such a water have
// its symbol. Colours, sizes and the arrangement are taken from another board, as far as that has the same places.
func (p *plate) schematic(plan *adjudicator.Plan) *Board {
	b := &Board{Style: p.board.Style, Token: p.board.Token, Font: p.board.Font, Powers: p.board.Powers,
		Modern: p.board.Modern, Schematic: true}
	bands := bandsOf(plan)
	cards := make([]card, len(plan.Sites))
	var n net
	index := map[int]int{} // index in the net, by site
	var sites []int
	for i := range plan.Sites {
		cards[i] = p.cardOf(plan, i)
		if !slices.Contains(bands, i) {
			index[i] = len(sites)
			sites = append(sites, i)
			n.sizes = append(n.sizes, cards[i].size)
		}
	}
	for i, s := range plan.Sites {
		for _, k := range s.Links {
			n.joins = append(n.joins, [2]int{index[i], index[k]})
		}
	}
	n.far = near(plan, index)
	n.arrange(p.knownSites(plan, index))
	low := n.extent().low
	size := n.extent().high.minus(low)
	b.Width = max(size.x+2*schematicMargin, leastWide)
	b.Height = max(size.y+2*schematicMargin, leastHigh)
	shift := vec{(b.Width - size.x) / 2, (b.Height - size.y) / 2}.minus(low)
	for i := range n.at {
		n.at[i] = n.at[i].plus(shift)
	}
	wide := (b.Width - bandGap*float64(len(bands)+1)) / float64(max(len(bands), 1))
	top := b.Height
	for _, i := range bands {
		cards[i].size.x = min(max(wide, cards[i].size.x), 2.4*cards[i].size.x)
		b.Height = max(b.Height, top+cards[i].size.y+schematicMargin)
	}
	b.Areas = []Area{{Kind: Paper, Rings: [][]int{{0}}}}
	b.Arcs = []Arc{{Left: 0, Right: -1, Points: []Point{{}, {b.Width, 0}, {b.Width, b.Height}, {0, b.Height}, {}}}}
	middles := make([]vec, len(plan.Sites))
	for k, i := range sites {
		middles[i] = n.at[k]
	}
	for k, i := range bands {
		middles[i] = vec{(float64(k) + 0.5) * b.Width / float64(len(bands)), top + cards[i].size.y/2}
	}
	for i := range plan.Sites {
		b.put(cards[i], middles[i], 0)
	}
	b.join(plan, middles, cards)
	return b
}

// knownSites returns the positions of sites that the board also has, by their index in a net.
func (p *plate) knownSites(plan *adjudicator.Plan, index map[int]int) map[int]vec {
	out := map[int]vec{}
	for i, k := range index {
		if a, ok := p.board.Area(plan.Sites[i].Name); ok {
			out[k] = at(a.Unit)
		}
	}
	return out
}

// bandsOf returns the waters of a plan that no piece crosses.
func bandsOf(plan *adjudicator.Plan) []int {
	var out []int
	for _, s := range plan.Sites {
		for _, c := range s.Coasts {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	slices.Sort(out)
	return out
}

// near returns pairs of places on the same water.
func near(plan *adjudicator.Plan, index map[int]int) [][2]int {
	var out [][2]int
	for i, s := range plan.Sites {
		for k := range i {
			if slices.ContainsFunc(s.Coasts, func(c int) bool { return slices.Contains(plan.Sites[k].Coasts, c) }) {
				out = append(out, [2]int{index[i], index[k]})
			}
		}
	}
	return out
}

// join draws the links of a plan between its cards. Lines pass below other cards.
func (b *Board) join(plan *adjudicator.Plan, middles []vec, cards []card) {
	blocks := make([]block, len(cards))
	for i, c := range cards {
		blocks[i] = blockOf(middles[i], c.size)
	}
	for i, s := range plan.Sites {
		for _, k := range s.Links {
			parts := outside(middles[i], middles[k], blocks)
			for _, part := range parts {
				line := Link{From: s.Name, To: plan.Sites[k].Name,
					Points: []Point{{part[0].x, part[0].y}, {part[1].x, part[1].y}}}
				if slices.Contains(s.Arrows, k) && len(parts) == 1 {
					b.Crossings = append(b.Crossings, line)
				} else {
					b.Links = append(b.Links, line)
				}
			}
		}
	}
}
