package atlas

import (
	"math"
	"slices"

	"deaddrop/adjudicator"
)

// enough is the fraction of the places of a plan and of its house board that must match if the shapes of the house
// board are to be used.
const enough = 0.6

// mostCards is the largest number of places without a shape on a map.
const mostCards = 14

// A tracing is the house board of a plan, with the places of the plan in the house's shapes.
type tracing struct {
	plan  *adjudicator.Plan
	house *Board
	shape map[int]int // area of the house board, by site
	site  map[int]int // site of the plan, by area
	next  []map[int]bool
	drawn []map[int]bool // for each area, the areas that are adjacent to it as drawn
}

func newTracing(plan *adjudicator.Plan, house *Board) *tracing {
	t := &tracing{plan: plan, house: house, shape: map[int]int{}, site: map[int]int{}}
	for range plan.Sites {
		t.next = append(t.next, map[int]bool{})
	}
	for i, s := range plan.Sites {
		for _, k := range s.Links {
			t.next[i][k], t.next[k][i] = true, true
		}
	}
	t.measure()
	for i, s := range plan.Sites {
		k := slices.IndexFunc(house.Areas, func(a Area) bool { return a.Name == s.Name })
		if k >= 0 && t.isAlike(i, k) {
			t.match(i, k)
		}
	}
	for t.matchRenamed() {
	}
	return t
}

// measure finds which areas are adjacent on the house board, by a visible border or by a line.
func (t *tracing) measure() {
	const visible = 5.0
	long := map[[2]int]float64{}
	for _, a := range t.house.Arcs {
		for i := 1; i < len(a.Points); i++ {
			long[[2]int{min(a.Left, a.Right), max(a.Left, a.Right)}] += at(a.Points[i]).minus(at(a.Points[i-1])).length()
		}
	}
	for range t.house.Areas {
		t.drawn = append(t.drawn, map[int]bool{})
	}
	join := func(i, k int) { t.drawn[i][k], t.drawn[k][i] = true, true }
	byLines := len(t.house.Links) > 0
	for pair, px := range long {
		if pair[0] >= 0 && px >= visible && !byLines {
			join(pair[0], pair[1])
		}
	}
	for _, list := range [][]Link{t.house.Links, t.house.Crossings} {
		for _, k := range list {
			from := slices.IndexFunc(t.house.Areas, func(a Area) bool { return a.Name == k.From })
			to := slices.IndexFunc(t.house.Areas, func(a Area) bool { return a.Name == k.To })
			join(from, to)
		}
	}
}

func (t *tracing) match(site, area int) { t.shape[site], t.site[area] = area, site }

// isAlike reports whether a site and an area are of the same kind.
func (t *tracing) isAlike(site, area int) bool {
	kind := Land
	if t.plan.Sites[site].Sea {
		kind = Sea
	}
	return t.house.Areas[area].Kind == kind
}

// matchRenamed matches a site with an unknown name to an unmatched area if nearly all of their neighbours agree. It
// reports whether there was one.
func (t *tracing) matchRenamed() bool {
	const least = 0.75
	best, site, area := least, -1, -1
	for i := range t.plan.Sites {
		if _, ok := t.shape[i]; ok {
			continue
		}
		for k, a := range t.house.Areas {
			if _, taken := t.site[k]; taken || a.Name == "" || !t.isAlike(i, k) {
				continue
			}
			if fit := t.fit(i, k); fit > best || fit == best && site < 0 {
				best, site, area = fit, i, k
			}
		}
	}
	if site < 0 {
		return false
	}
	t.match(site, area)
	return true
}

// fit returns the fraction of the neighbours of a site and of an area that they share. Neighbours without a shape, or
// outside the plan, are compared by number only.
func (t *tracing) fit(site, area int) float64 {
	both, all, open := 0, 0, 0
	for k := range t.next[site] {
		shape, ok := t.shape[k]
		switch {
		case !ok:
			open++
		case t.drawn[area][shape]:
			both++
			all++
		default:
			all++
		}
	}
	for k := range t.drawn[area] {
		other, ok := t.site[k]
		switch {
		case ok && !t.next[site][other]:
			all++
		case !ok && t.house.Areas[k].Name != "": // scenery says nothing about adjacency
			open--
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / float64(all+max(open, -open))
}

// isEnough reports whether the house's shapes are useful for the plan.
func (t *tracing) isEnough() bool {
	named := 0
	for _, a := range t.house.Areas {
		if a.Name != "" {
			named++
		}
	}
	cards := len(t.plan.Sites) - len(t.shape)
	need := enough * float64(max(named, len(t.plan.Sites)))
	if float64(len(t.shape)) < need || cards > mostCards {
		return false
	}
	same, all := 0.0, 0.0
	t.pairs(func(_, _ int, linked, drawn bool) {
		if linked && drawn {
			same++
		}
		if linked || drawn {
			all++
		}
	})
	return same >= enough*all
}

// board returns the house board with the names, marks and links of the plan. Areas outside the plan become scenery,
// and sites without a shape become cards.
func (t *tracing) board(p *plate) (*Board, error) {
	b := *p.board
	b.Areas = slices.Clone(b.Areas)
	b.Arcs = slices.Clone(b.Arcs)
	b.Links, b.Crossings, b.Canals = nil, nil, nil
	regions := slices.ContainsFunc(b.Areas, func(a Area) bool { return a.Region != "" })
	var changed []int
	for k := range b.Areas {
		a := &b.Areas[k]
		i, ok := t.site[k]
		if !ok {
			if a.Name != "" {
				*a = nobodys(*a)
			}
			continue
		}
		was := *a
		t.dress(p, a, i, regions)
		if was.Label != a.Label || was.rowWide() != a.rowWide() {
			changed = append(changed, k)
		}
	}
	for _, c := range p.board.Canals {
		if t.hasCanal(c) {
			b.Canals = append(b.Canals, c)
		}
	}
	b.Joined = t.differs()
	plate, err := newPlate(&b, p.fonts)
	if err != nil {
		return nil, err
	}
	for _, k := range changed {
		plate.seat(k)
	}
	t.putCards(plate)
	t.join(&b)
	return &b, nil
}

// nobodys returns an area of the house board as scenery.
func nobodys(a Area) Area {
	kind := Decor
	if a.Kind == Sea {
		kind = Lake
	}
	return Area{Kind: kind, Rings: a.Rings}
}

// dress gives an area the name and the marks of a site.
func (t *tracing) dress(p *plate, a *Area, site int, regions bool) {
	s := p.areaOf(t.plan, site)
	if a.Name != s.Name {
		a.Name, a.Full, a.Label = s.Name, s.Full, s.Label
	}
	if regions {
		a.Region = s.Region
	}
	a.Value, a.Rough, a.Port, a.Raises, a.Symbols = s.Value, s.Rough, s.Port, s.Raises, s.Symbols
	if !slices.Equal(t.coasts(site), t.drawnCoasts(site)) {
		a.Symbols = append(a.Symbols, coastSymbols(t.plan, site)...)
	}
}

// coasts returns the names of the waters next to a site.
func (t *tracing) coasts(site int) []string {
	var out []string
	for _, c := range t.plan.Sites[site].Coasts {
		out = append(out, t.plan.Sites[c].Name)
	}
	slices.Sort(out)
	return out
}

// drawnCoasts returns the names of the waters next to the shape of a site.
func (t *tracing) drawnCoasts(site int) []string {
	var out []string
	for _, a := range t.house.Arcs {
		for _, pair := range [][2]int{{a.Left, a.Right}, {a.Right, a.Left}} {
			if pair[0] != t.shape[site] || pair[1] < 0 || t.house.Areas[pair[1]].Kind != Sea {
				continue
			}
			if name := t.house.Areas[pair[1]].Name; !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// hasCanal reports whether the land under a canal of the house is a place of the plan.
func (t *tracing) hasCanal(c Canal) bool {
	middle := at(c.Points[len(c.Points)/2])
	for k, a := range t.house.Areas {
		if a.Kind != Land {
			continue
		}
		var rings [][]vec
		for _, r := range a.Rings {
			rings = append(rings, positions(t.house.Ring(r)))
		}
		if _, ok := t.site[k]; ok && inside(rings, middle) {
			return true
		}
	}
	return false
}

// pairs calls f with each two sites that have shapes or cards, and says whether they are adjacent by the plan and as
// drawn.
func (t *tracing) pairs(f func(i, k int, linked, drawn bool)) {
	for i := range t.plan.Sites {
		for k := range i {
			x, hasX := t.shape[i]
			y, hasY := t.shape[k]
			f(i, k, t.next[i][k], hasX && hasY && t.drawn[x][y])
		}
	}
}

// differs reports whether lines are needed to show adjacency.
func (t *tracing) differs() bool {
	differs := false
	t.pairs(func(_, _ int, linked, drawn bool) { differs = differs || linked != drawn })
	return differs
}

// join draws lines between adjacent sites without a common border, and walls on borders between sites that are not
// adjacent.
func (t *tracing) join(b *Board) {
	byLines := len(t.house.Links) > 0
	blocks := b.cards()
	t.pairs(func(i, k int, linked, drawn bool) {
		from, to := t.plan.Sites[i].Name, t.plan.Sites[k].Name
		switch {
		case linked && drawn && t.keep(b, i, k):
		case linked && (!drawn || byLines):
			x, _ := b.Area(from)
			y, _ := b.Area(to)
			for _, part := range outside(at(x.Unit), at(y.Unit), blocks) {
				b.Links = append(b.Links, Link{From: from, To: to,
					Points: []Point{{part[0].x, part[0].y}, {part[1].x, part[1].y}}})
			}
		case drawn && !linked && !byLines:
			x, y := t.shape[i], t.shape[k]
			for _, a := range b.Arcs {
				if min(a.Left, a.Right) == min(x, y) && max(a.Left, a.Right) == max(x, y) {
					b.Walls = append(b.Walls, Link{From: from, To: to, Points: a.Points})
				}
			}
		}
	})
}

// keep keeps the house board's line or arrow between two sites, and reports whether there is one.
func (t *tracing) keep(b *Board, i, k int) bool {
	x, y := t.house.Areas[t.shape[i]].Name, t.house.Areas[t.shape[k]].Name
	for list, into := range map[*[]Link]*[]Link{&t.house.Links: &b.Links, &t.house.Crossings: &b.Crossings} {
		for _, l := range *list {
			if l.From == x && l.To == y || l.From == y && l.To == x {
				*into = append(*into, Link{From: t.named(l.From), To: t.named(l.To), Points: l.Points})
				return true
			}
		}
	}
	return false
}

// named returns the plan's name for a place of the house.
func (t *tracing) named(house string) string {
	return t.plan.Sites[t.site[areaNamed(t.house, house)]].Name
}

func areaNamed(b *Board, name string) int {
	return slices.IndexFunc(b.Areas, func(a Area) bool { return a.Name == name })
}

// kept returns the blocks of pieces and labels on a board, except the label of one area.
func (p *plate) kept(but int) []block {
	var out []block
	for k := range p.board.Areas {
		a := &p.board.Areas[k]
		if a.Name == "" {
			continue
		}
		if k != but {
			out = append(out, blockOf(at(a.Text), p.labelSize(a)))
		}
		room := vec{2.4 * p.board.Token, 2 * p.board.Token}
		if a.Stacks != (Point{}) {
			room = vec{a.Stacks[0], a.Stacks[1]}
		} else if a.Pieces == 0 {
			continue
		}
		out = append(out, blockOf(at(a.Unit), room))
	}
	return out
}

// touches reports whether a block overlaps others or leaves the picture.
func (p *plate) touches(b block, others []block, gap float64) bool {
	if b.low.x < gap || b.low.y < gap || b.high.x > p.board.Width-gap || b.high.y > p.board.Height-gap {
		return true
	}
	return slices.ContainsFunc(others, func(o block) bool {
		return b.low.x < o.high.x+gap && o.low.x < b.high.x+gap && b.low.y < o.high.y+gap && o.low.y < b.high.y+gap
	})
}

// seat moves the label of area k, which has changed, to a position near the old one, without overlaps and within the
// area if possible.
func (p *plate) seat(k int) {
	a := &p.board.Areas[k]
	size, others, rings := p.labelSize(a), p.kept(k), p.rings(a)
	best, least := at(a.Text), math.Inf(1)
	for _, by := range spiral(140, 4) {
		c := at(a.Text).plus(by)
		b := blockOf(c, size)
		if p.touches(b, others, 1) {
			continue
		}
		cost := by.length()
		for _, corner := range []vec{b.low, b.high, {b.low.x, b.high.y}, {b.high.x, b.low.y}, c} {
			if !inside(rings, corner) {
				cost += 18
			}
		}
		if cost < least {
			best, least = c, cost
		}
	}
	a.Text = Point{best.x, best.y}
}

// spiral returns the points of a grid around 0, 0, up to a distance of reach.
func spiral(reach, step float64) []vec {
	var out []vec
	for y := -reach; y <= reach; y += step {
		for x := -reach; x <= reach; x += step {
			if v := (vec{x, y}); v.length() <= reach {
				out = append(out, v)
			}
		}
	}
	return out
}

// putCards puts sites without a shape on the map: near their neighbours, where they cover as little as possible, or
// on a strip below the map.
func (t *tracing) putCards(p *plate) {
	b := p.board
	others, shadows := p.kept(-1), p.shadows()
	var paper []card
	for i := range t.plan.Sites {
		if _, ok := t.shape[i]; ok {
			continue
		}
		c := p.cardOf(t.plan, i)
		at, ok := t.spotFor(p, i, c, others, shadows)
		if !ok {
			paper = append(paper, c)
			continue
		}
		others = append(others, blockOf(at, c.size))
		b.put(c, at, -1)
	}
	if len(paper) == 0 {
		return
	}
	top, high := b.Height, 0.0
	for _, c := range paper {
		high = max(high, c.size.y)
	}
	x, y := schematicMargin, top+schematicMargin
	strip := len(b.Areas)
	b.Areas = append(b.Areas, Area{Kind: Paper})
	for _, c := range paper {
		if x+c.size.x > b.Width-schematicMargin {
			x, y = schematicMargin, y+high+schematicMargin
		}
		b.put(c, vec{x + c.size.x/2, y + high/2}, strip)
		x += c.size.x + schematicMargin
	}
	b.Height = y + high + schematicMargin
	b.Areas[strip].Rings = [][]int{{len(b.Arcs)}}
	b.Arcs = append(b.Arcs, Arc{Left: strip, Right: -1,
		Points: []Point{{0, top}, {b.Width, top}, {b.Width, b.Height}, {0, b.Height}, {0, top}}})
}

// spotFor returns the best position on the map for the card of a site.
func (t *tracing) spotFor(p *plate, site int, c card, others []block, shadows []shadow) (vec, bool) {
	target, n := vec{}, 0.0
	aim := func(k int, weight float64) {
		if shape, ok := t.shape[k]; ok {
			target, n = target.plus(at(t.house.Areas[shape].Unit).times(weight)), n+weight
		}
	}
	for k := range len(t.plan.Sites) {
		if t.next[site][k] {
			aim(k, 1)
		}
	}
	for _, k := range t.plan.Sites[site].Coasts {
		aim(k, 0.5)
	}
	if n == 0 {
		target, n = vec{p.board.Width / 2, p.board.Height / 2}, 1
	}
	target = target.times(1 / n)
	best, least := vec{}, math.Inf(1)
	for y := c.size.y/2 + 6; y < p.board.Height-c.size.y/2; y += 7 {
		for x := c.size.x/2 + 6; x < p.board.Width-c.size.x/2; x += 7 {
			v := vec{x, y}
			cost := v.minus(target).length()
			if cost >= least || p.touches(blockOf(v, c.size), others, 4) {
				continue
			}
			if cost += covering(shadows, blockOf(v, c.size)); cost < least {
				best, least = v, cost
			}
		}
	}
	return best, !math.IsInf(least, 1)
}

// A shadow is an area that a card should not cover, with a penalty.
type shadow struct {
	around block
	rings  [][]vec
	cost   float64
}

// shadows returns the shadows of a board: land has a higher penalty than water, and both than scenery.
func (p *plate) shadows() []shadow {
	const onLand, onWater = 25, 8
	var out []shadow
	for k := range p.board.Areas {
		a := &p.board.Areas[k]
		if a.Name == "" {
			continue
		}
		s := shadow{rings: p.rings(a), cost: onWater}
		if a.Kind == Land {
			s.cost = onLand
		}
		low, high := extent([][]vec{slices.Concat(s.rings...)})
		s.around = block{low, high}
		out = append(out, s)
	}
	return out
}

// covering returns the penalty for a card at a position.
func covering(shadows []shadow, b block) float64 {
	cost := 0.0
	for i := range 9 {
		v := vec{b.low.x + (b.high.x-b.low.x)*float64(i%3)/2, b.low.y + (b.high.y-b.low.y)*float64(i/3)/2}
		for _, s := range shadows {
			if s.around.has(v, 0) && inside(s.rings, v) {
				cost += s.cost
			}
		}
	}
	return cost
}
