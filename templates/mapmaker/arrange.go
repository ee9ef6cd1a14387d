package mapmaker

import (
	"cmp"
	"math"
	"slices"

	"deaddrop/templates/atlas"
)

// A slot is the position of a piece and of the label beside it, for an area or one of its coasts.
type slot struct {
	place              int32
	coast              int // index of the coast; -1 for the area itself
	kind               string
	pieces             int
	wide, tall         float64 // half the label's size
	unit, second, text atlas.Point
	spots              []atlas.Point // candidate positions of the piece
	fixedText          *atlas.Point
	stacks             atlas.Point // size of the space for stacks; zero where single pieces stand
	shapes             []shape
	size               float64
	low, high          atlas.Point // corners of the area's bounding box
	near               []*slot     // slots whose pieces or labels could overlap this one's
	neighbours         []*slot     // slots that an arrow from here may point at
}

// A shape is a possible size of the space for stacks, with the label positions that go with it, relative to the
// centre of that space.
type shape struct {
	stacks atlas.Point
	ways   []atlas.Point
}

// piece returns the box that the slot's pieces occupy when centred at a point.
func (s *slot) piece(at atlas.Point, token float64) box {
	if s.stacks != (atlas.Point{}) {
		return around(at, s.stacks[0]/2, s.stacks[1]/2)
	}
	return pieceBox(at, token, s.pieces)
}

// bare reports whether the place never holds a piece, so that only its label needs space.
func (s *slot) bare() bool { return s.pieces == 0 && s.stacks == (atlas.Point{}) }

// alone reports whether the place holds a single piece, which needs space for its ring and for a dislodged piece
// beside it.
func (s *slot) alone() bool { return s.pieces == 1 && s.stacks == (atlas.Point{}) }

// A layout searches for positions of pieces and labels without overlaps. It moves one place at a time while all
// others stay fixed, starting with those that have least space, until nothing changes.
type layout struct {
	r        *raster
	token    float64
	distance []float32 // distance of each cell from the border of its area, in cells
	slots    []*slot
	arrows   [][2]*slot
}

// Penalties, in units of the layout's cost; a lower sum is a better layout.
const (
	covered  = 60.0 // a label or a piece that is covered
	ringed   = 14.0 // a label under a ring
	narrow   = 3.0  // per pixel by which a piece sticks out of its area
	crossing = 2.2  // an arrow across a label
	beside   = 5.0  // a dislodged piece that overlaps something
	sweeps   = 8

	stackedForeign = 1.0 // factor for stacks outside their own area, relative to a label there
)

// arrange finds positions for all pieces and labels of a board and writes them to it.
func (r *raster) arrange(b *atlas.Board) error {
	face, err := labelFace(b.Font)
	if err != nil {
		return err
	}
	l := &layout{r: r, token: b.Token, distance: r.distances()}
	for i := range b.Areas {
		if a := &b.Areas[i]; a.Label != "" {
			wide, high := labelSize(face, b, a)
			s := &slot{place: int32(i), coast: -1, kind: a.Kind, pieces: r.places[i].pieces, wide: wide,
				tall: high, shapes: []shape{{}}}
			if r.places[i].stacks {
				s.shapes = nil
				for _, size := range atlas.StackShapes(int(r.m.detail.kinds)) {
					s.shapes = append(s.shapes, shape{stacks: size})
				}
			}
			l.slots = append(l.slots, s)
		}
	}
	l.measure()
	for _, s := range slices.Clone(l.slots) {
		for i, c := range r.places[s.place].coasts {
			at := pixel(r.cell(c.unit))
			shore := &slot{place: s.place, coast: i, kind: s.kind, pieces: 1, wide: coastWide, tall: coastHigh,
				spots: []atlas.Point{at}, shapes: []shape{{}}, low: at, high: at}
			shore.shapes[0].ways = l.ways(shore)
			shore.begin()
			l.slots = append(l.slots, shore)
		}
	}
	l.neighbourhood(b)
	order := slices.Clone(l.slots)
	slices.SortStableFunc(order, func(x, y *slot) int { return cmp.Compare(x.size, y.size) })
	for changed, n := true, 0; changed && n < sweeps; n++ {
		changed = false
		for _, s := range order {
			changed = l.settle(s) || changed
		}
	}
	l.spread()
	l.write(b)
	return nil
}

// write copies the positions that were found to the board.
func (l *layout) write(b *atlas.Board) {
	for _, s := range l.slots {
		a, p := &b.Areas[s.place], l.r.places[s.place]
		if s.coast < 0 {
			a.Unit, a.Second, a.Text, a.Room, a.Pieces, a.Stacks = s.unit, s.second, s.text,
				tenth(l.clear(s.place, s.unit)), s.pieces, s.stacks
			continue
		}
		a.Coasts = append(a.Coasts, atlas.Coast{Name: p.coasts[s.coast].name, Unit: s.unit, Second: s.second,
			Text: s.text})
	}
}

// measure finds the bounding box of each area and the candidate positions of its pieces.
func (l *layout) measure() {
	r := l.r
	of := map[int32]*slot{}
	for _, s := range l.slots {
		of[s.place] = s
		s.low, s.high = atlas.Point{float64(r.w), float64(r.h)}, atlas.Point{}
	}
	widest := map[int32]float64{}
	for i, p := range r.place {
		if s := of[p]; s != nil {
			x, y := float64(i%r.w)/fine, float64(i/r.w)/fine
			s.low, s.high = atlas.Point{min(s.low[0], x), min(s.low[1], y)}, atlas.Point{max(s.high[0], x),
				max(s.high[1], y)}
			s.size += 1.0 / (fine * fine)
			widest[p] = max(widest[p], float64(l.distance[i])/fine)
		}
	}
	for _, s := range l.slots {
		p := r.places[s.place]
		for i := range s.shapes {
			s.stacks = s.shapes[i].stacks
			s.shapes[i].ways = l.ways(s)
		}
		if p.text != nil {
			at := pixel(r.cell(*p.text))
			s.fixedText = &at
		}
		if p.unit != nil {
			s.spots = []atlas.Point{pixel(r.cell(*p.unit))}
		} else {
			s.spots = l.spotsOf(s, widest[s.place])
		}
		s.begin()
	}
}

// begin sets the initial positions of a slot.
func (s *slot) begin() {
	s.unit, s.second, s.stacks = s.spots[0], s.spots[0], s.shapes[0].stacks
	way := s.shapes[0].ways[0]
	s.text = atlas.Point{s.unit[0] + way[0], s.unit[1] + way[1]}
}

// label returns the box of the label.
func (s *slot) label() box { return around(s.text, s.wide, s.tall) }

// spotsOf returns about a hundred points well inside the area of a slot, as candidate positions of its piece.
func (l *layout) spotsOf(s *slot, widest float64) []atlas.Point {
	const many = 260
	step := max(1.5, math.Sqrt(s.size/many))
	least := min(widest*0.6, l.token+6)
	var out []atlas.Point
	for y := s.low[1]; y <= s.high[1]; y += step {
		for x := s.low[0]; x <= s.high[0]; x += step {
			at := atlas.Point{tenth(x), tenth(y)}
			if l.clear(s.place, at) >= least {
				out = append(out, at)
			}
		}
	}
	slices.SortStableFunc(out, func(p, q atlas.Point) int {
		return cmp.Compare(l.clear(s.place, q), l.clear(s.place, p))
	})
	if len(out) == 0 { // the area is narrower than the step: take the point farthest from its borders
		best, at := -1.0, s.low
		for i, p := range l.r.place {
			if p == s.place && float64(l.distance[i]) > best {
				best, at = float64(l.distance[i]), atlas.Point{tenth((float64(i%l.r.w) + 0.5) / fine),
					tenth((float64(i/l.r.w) + 0.5) / fine)}
			}
		}
		out = append(out, at)
	}
	return out
}

// ways returns candidate positions of a label relative to the piece: around it, and outside its ring if possible.
func (l *layout) ways(s *slot) []atlas.Point {
	if s.bare() {
		return []atlas.Point{{}}
	}
	const turns = 24
	var out []atlas.Point
	for _, clearOf := range []func(box) bool{
		func(b box) bool { return s.alone() && b.depth(atlas.Point{}, l.token*atlas.RingRadius+0.5) == 0 },
		func(b box) bool { return b.overlap(s.piece(atlas.Point{}, l.token)) == 0 },
	} {
		for i := range turns {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i)/turns + 0.25)) // the first position is below the piece
			for d := l.token; d < 90; d += 0.5 {
				if at := (atlas.Point{tenth(cos * d), tenth(sin * d)}); clearOf(around(at, s.wide, s.tall)) {
					out = append(out, at)
					break
				}
			}
		}
	}
	return out
}

// neighbourhood finds, for each slot, the slots that could overlap it and the arrows that could cross it.
func (l *layout) neighbourhood(b *atlas.Board) {
	for _, s := range l.slots {
		reach := box{s.low[0], s.low[1], s.high[0], s.high[1]}.grown(70)
		for _, o := range l.slots {
			if o != s && reach.overlap(box{o.low[0], o.low[1], o.high[0], o.high[1]}.grown(70)) > 0 {
				s.near = append(s.near, o)
			}
		}
	}
	joined := map[[2]int32]bool{}
	for _, a := range b.Arcs {
		joined[[2]int32{int32(a.Left), int32(a.Right)}], joined[[2]int32{int32(a.Right), int32(a.Left)}] = true, true
	}
	named := map[string]int32{}
	for i, a := range b.Areas {
		named[a.Name] = int32(i)
	}
	if len(b.Links) > 0 {
		clear(joined)
	}
	for _, lines := range [][]atlas.Link{b.Links, b.Crossings} {
		for _, k := range lines {
			joined[[2]int32{named[k.From], named[k.To]}], joined[[2]int32{named[k.To], named[k.From]}] = true, true
		}
	}
	for i, s := range l.slots {
		for _, o := range l.slots[:i] {
			inland := s.coast < 0 && o.coast < 0
			if joined[[2]int32{s.place, o.place}] && (inland || s.kind != o.kind) {
				s.neighbours, o.neighbours = append(s.neighbours, o), append(o.neighbours, s)
				l.arrows = append(l.arrows, [2]*slot{s, o})
			}
		}
	}
}

// settle moves a slot to its cheapest position and reports whether it moved.
func (l *layout) settle(s *slot) bool {
	unit0, text0, second0, stacks0 := s.unit, s.text, s.second, s.stacks
	arrows := l.arrowsNear(s)
	best, bestShape := math.Inf(1), shape{}
	for _, shape := range s.shapes {
		s.stacks = shape.stacks
		for _, unit := range s.spots {
			cost := l.pieceCost(s, unit)
			if cost >= best {
				continue
			}
			for _, way := range shape.ways {
				text := atlas.Point{tenth(unit[0] + way[0]), tenth(unit[1] + way[1])}
				if s.fixedText != nil {
					text = *s.fixedText
				}
				if c := cost + l.labelCost(s, unit, text, arrows, best-cost); c < best {
					best, bestShape, s.unit, s.text = c, shape, unit, text
				}
			}
		}
	}
	s.stacks = bestShape.stacks
	if s.stacks != (atlas.Point{}) || s.bare() {
		s.second = s.unit
		return s.unit != unit0 || s.text != text0 || s.stacks != stacks0
	}
	best = math.Inf(1)
	for i := range 24 {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i)/24 - 0.125)) // the first position is to the upper right
		at := atlas.Point{tenth(s.unit[0] + cos*secondAway*l.token), tenth(s.unit[1] + sin*secondAway*l.token)}
		if c := l.secondCost(s, at); c < best {
			best, s.second = c, at
		}
	}
	return s.unit != unit0 || s.text != text0 || s.second != second0
}

// arrowsNear returns the arrows of other places that could cross a place's label.
func (l *layout) arrowsNear(s *slot) [][2]*slot {
	reach := box{s.low[0], s.low[1], s.high[0], s.high[1]}.grown(40)
	var out [][2]*slot
	for _, a := range l.arrows {
		if a[0] != s && a[1] != s && reach.crossed(a[0].unit, a[1].unit) {
			out = append(out, a)
		}
	}
	return out
}

// clear returns the distance of a point from the border of a place's area, in pixels; it is negative outside the
// area.
func (l *layout) clear(place int32, at atlas.Point) float64 {
	i, ok := l.r.at(point{at[0] * fine, at[1] * fine})
	if !ok {
		return -50
	}
	d := float64(l.distance[i]) / fine
	if l.r.place[i] != place {
		return -d - 1
	}
	return d
}

// pieceCost returns the penalty for placing a slot's piece at a position.
func (l *layout) pieceCost(s *slot, unit atlas.Point) float64 {
	if s.bare() {
		return 0.03 * math.Hypot(unit[0]-(s.low[0]+s.high[0])/2, unit[1]-(s.low[1]+s.high[1])/2)
	}
	free := l.clear(s.place, unit)
	cost := narrow*max(0, 1.1*l.token-free) + 0.4*max(0, atlas.RingRadius*l.token-free) + 0.08*max(0, 30-free)
	cost += 0.01 * math.Hypot(unit[0]-(s.low[0]+s.high[0])/2, unit[1]-(s.low[1]+s.high[1])/2)
	piece := s.piece(unit, l.token)
	switch {
	case s.stacks != (atlas.Point{}):
		cost += stackedForeign * l.foreign(s, piece)
	case s.pieces > 1:
		cost += 0.5 * l.foreign(s, piece)
	}
	for _, o := range s.near {
		other := o.piece(o.unit, l.token)
		if same := o.place == s.place; !same || other.overlap(piece) > 0 {
			cost += over(piece.overlap(other), covered) +
				beside*(piece.depth(o.unit, atlas.RingRadius*l.token)+other.depth(unit, atlas.RingRadius*l.token))/4
		}
		cost += over(piece.overlap(o.label()), covered) + over(o.label().depth(unit, atlas.RingRadius*l.token), ringed)
		if o.stacks == (atlas.Point{}) {
			cost += over(piece.overlap(pieceBox(o.second, l.token, 1)), beside)
		}
		for _, n := range s.neighbours {
			if o.label().grown(2).crossed(unit, n.unit) {
				cost += crossing
			}
		}
	}
	return cost
}

// over returns the penalty for an overlap of a given size; no overlap costs nothing.
func over(size, each float64) float64 {
	if size <= 0 {
		return 0
	}
	return each + size/4
}

// labelCost returns the penalty for placing a slot's label at text while its piece stands at unit. Once the sum
// reaches limit, it may return early.
func (l *layout) labelCost(s *slot, unit, text atlas.Point, arrows [][2]*slot, limit float64) float64 {
	label := around(text, s.wide, s.tall)
	cost := over(label.overlap(s.piece(unit, l.token)), covered)
	if s.alone() {
		cost += over(label.depth(unit, atlas.RingRadius*l.token), ringed)
		// the date beside a piece whose position is out of date
		cost += over(label.overlap(box{unit[0] + l.token, unit[1] - 10, unit[0] + l.token + 18, unit[1] + 1}), 1)
		// a badge at the piece's upper right
		cost += over(label.depth(atlas.Point{unit[0] + 0.85*l.token, unit[1] - 0.85*l.token}, 8), 3)
	}
	cost += 0.02 * math.Hypot(text[0]-unit[0], 1.5*(text[1]-unit[1]))
	for _, n := range s.neighbours {
		if label.grown(2).crossed(unit, n.unit) {
			cost += crossing
		}
	}
	if s.coast >= 0 {
		cost += 0.4 * max(0, l.clear(s.place, text)-6) // the label of a coast should stay near the shore
	}
	if cost += l.foreign(s, label); cost >= limit {
		return cost
	}
	for _, o := range s.near {
		cost += over(label.overlap(o.piece(o.unit, l.token)), covered)
		if o.alone() {
			cost += over(label.depth(o.unit, atlas.RingRadius*l.token), ringed)
		}
		cost += over(label.grown(1.5).overlap(o.label()), covered)
		if o.stacks == (atlas.Point{}) {
			cost += over(label.overlap(pieceBox(o.second, l.token, 1)), beside)
		}
		if cost >= limit {
			return cost
		}
	}
	for _, a := range arrows {
		if label.grown(2).crossed(a[0].unit, a[1].unit) {
			cost += crossing
		}
	}
	return cost
}

// foreign returns the penalty for parts of a box outside the place's own area.
func (l *layout) foreign(s *slot, b box) float64 {
	cost := 0.0
	for i := range 7 {
		for k := range 3 {
			at := point{(b.x0 + (b.x1-b.x0)*float64(i)/6) * fine, (b.y0 + (b.y1-b.y0)*float64(k)/2) * fine}
			c, ok := l.r.at(at)
			if !ok {
				cost += 5
				continue
			}
			if l.r.place[c] == s.place {
				cost += 0.1 * max(0, 3-float64(l.distance[c]))
				continue
			}
			switch kind := l.r.places[l.r.place[c]].kind; {
			case s.stacks != (atlas.Point{}) && kind == atlas.Land:
				cost += 2.4
			case kind == atlas.Land, kind == atlas.Decor && s.kind == atlas.Land, kind == s.kind:
				cost += 1.4 // the label would look like the name of the other area
			case s.stacks != (atlas.Point{}):
				cost += 1.1 // stacks drawn on the sea could be mistaken for fleets there
			default:
				cost += 0.5
			}
		}
	}
	return cost
}

// secondCost returns the penalty for placing a slot's dislodged piece at a position.
func (l *layout) secondCost(s *slot, at atlas.Point) float64 {
	piece := pieceBox(at, l.token, 1)
	cost := 0.3 * max(0, 1.2*l.token-l.clear(s.place, at))
	cost += over(piece.overlap(s.label()), 4*beside)
	if !(box{0, 0, float64(l.r.w) / fine, float64(l.r.h) / fine}).contains(piece) {
		cost += covered
	}
	for _, o := range s.near {
		cost += over(piece.overlap(pieceBox(o.unit, l.token, o.pieces)), 3*beside)
		cost += over(piece.overlap(o.label()), 2*beside)
		cost += over(piece.overlap(pieceBox(o.second, l.token, 1)), 1)
	}
	return cost
}

func (b box) contains(c box) bool {
	across, down := b.x0 <= c.x0 && c.x1 <= b.x1, b.y0 <= c.y0 && c.y1 <= b.y1
	return across && down
}

// distances returns the distance of each cell from the nearest border, in cells, by the exact distance transform of
// Felzenszwalb and Huttenlocher.
func (r *raster) distances() []float32 {
	const far = 1e12
	squares := make([]float64, len(r.place))
	for i, p := range r.place {
		border := func(o int) bool { return o < 0 || r.place[o] != p }
		if near := r.beside(i); slices.ContainsFunc(near[:], border) {
			continue
		}
		squares[i] = far
	}
	e := newEnvelope(max(r.w, r.h))
	for x := range r.w {
		e.transform(squares[x:], r.w, r.h)
	}
	out := make([]float32, len(squares))
	for y := range r.h {
		row := squares[y*r.w : (y+1)*r.w]
		e.transform(row, 1, r.w)
		for x, d := range row {
			out[y*r.w+x] = float32(math.Sqrt(d))
		}
	}
	return out
}

// An envelope is the lower envelope of parabolas over a line, the working storage of a distance transform.
type envelope struct {
	heights, borders []float64
	tops             []int
}

func newEnvelope(n int) *envelope {
	return &envelope{make([]float64, n), make([]float64, n+1), make([]int, n)}
}

// transform replaces each of n values, which lie stride apart, by the minimum over all of them of the squared
// distance to that value plus the value itself.
func (e *envelope) transform(values []float64, stride, n int) {
	for i := range n {
		e.heights[i] = values[i*stride]
	}
	k := 0
	e.tops[0], e.borders[0], e.borders[1] = 0, math.Inf(-1), math.Inf(1)
	for q := 1; q < n; q++ {
		meet := func() float64 {
			p := e.tops[k]
			return (e.heights[q] + float64(q*q) - e.heights[p] - float64(p*p)) / float64(2*(q-p))
		}
		at := meet()
		for k > 0 && at <= e.borders[k] {
			k--
			at = meet()
		}
		k++
		e.tops[k], e.borders[k], e.borders[k+1] = q, at, math.Inf(1)
	}
	k = 0
	for q := range n {
		for e.borders[k+1] < float64(q) {
			k++
		}
		p := e.tops[k]
		values[q*stride] = float64((q-p)*(q-p)) + e.heights[p]
	}
}
