package mapmaker

import (
	"cmp"
	"math"
	"slices"

	"deaddrop/templates/atlas"
)

// The four directions on the grid of the cells' corners: right, down, left, up.
var (
	stepX = [4]int{1, 0, -1, 0}
	stepY = [4]int{0, 1, 0, -1}
)

// A corner is a grid point where cells of different places meet, and thus a point of a border.
type corner struct {
	x, y   int
	at     point
	degree int
	weight [4]int   // importance of the border that leaves the corner in each direction; 0 if there is none
	next   [4]int32 // index of the next corner in each direction, or -1
}

// A tracer turns the borders between the places of a raster into arcs.
type tracer struct {
	r       *raster
	corners []corner
	walked  map[[2]int32]bool
	arcs    []atlas.Arc
	ends    [][2]int32 // the corners at which each arc begins and ends
}

// trace returns the smoothed borders as arcs, each shared by two areas, and for each place its outline as rings of
// arcs.
func (r *raster) trace() ([]atlas.Arc, [][][]int) {
	t := &tracer{r: r, walked: map[[2]int32]bool{}}
	t.findCorners()
	for range int(r.m.detail.smooth) { // Taubin smoothing: forward and back, so that shapes do not shrink
		t.smooth(0.6)
		t.smooth(-0.5)
		t.smooth(0.6)
	}
	for _, fromJunctions := range []bool{true, false} { // after the arcs between junctions, only closed borders remain
		for i := range t.corners {
			for d, next := range t.corners[i].next {
				if next < 0 || t.walked[[2]int32{int32(i), next}] {
					continue
				}
				if !fromJunctions || t.junction(int32(i)) {
					t.walk(int32(i), d)
				}
			}
		}
	}
	rings := make([][][]int, len(r.places))
	for i := range rings {
		rings[i] = t.rings(i)
	}
	return t.arcs, rings
}

func (t *tracer) placeAt(x, y int) int32 {
	if !t.r.has(x, y) {
		return outside
	}
	return t.r.place[y*t.r.w+x]
}

// sides returns the places to the left and right of the edge that leaves grid point x, y in a direction.
func (t *tracer) sides(x, y, direction int) (left, right int32) {
	switch direction {
	case 0:
		return t.placeAt(x, y-1), t.placeAt(x, y)
	case 1:
		return t.placeAt(x, y), t.placeAt(x-1, y)
	case 2:
		return t.placeAt(x-1, y), t.placeAt(x-1, y-1)
	}
	return t.placeAt(x-1, y-1), t.placeAt(x, y-1)
}

// weigh returns the importance of the border between two places; where borders meet, the most important keeps its
// shape. The order is: edge of the picture, coast, border on land, border at sea.
func (t *tracer) weigh(a, b int32) int {
	if a == outside || b == outside {
		return 4
	}
	land := func(p int32) bool { return t.r.places[p].kind == atlas.Land || t.r.places[p].kind == atlas.Decor }
	switch {
	case land(a) != land(b):
		return 3
	case land(a):
		return 2
	}
	return 1
}

func (t *tracer) findCorners() {
	w, h := t.r.w, t.r.h
	index := make(map[int]int32)
	for y := 0; y <= h; y++ {
		for x := 0; x <= w; x++ {
			if !t.onFrame(x, y) {
				i := y*w + x
				above := t.r.place[i-w-1 : i-w+1]
				if p := t.r.place[i]; p == t.r.place[i-1] && p == above[0] && p == above[1] {
					continue
				}
			}
			c := corner{x: x, y: y, at: point{float64(x), float64(y)}}
			for d := range 4 {
				toX, toY := x+stepX[d], y+stepY[d]
				onBoard := 0 <= min(toX, toY) && toX <= w && toY <= h
				if left, right := t.sides(x, y, d); onBoard && left != right {
					c.weight[d] = t.weigh(left, right)
					c.degree++
				}
			}
			if c.degree > 0 {
				index[y*(w+1)+x] = int32(len(t.corners))
				t.corners = append(t.corners, c)
			}
		}
	}
	for i := range t.corners {
		c := &t.corners[i]
		for d := range 4 {
			c.next[d] = -1
			if c.weight[d] > 0 {
				c.next[d] = index[(c.y+stepY[d])*(w+1)+c.x+stepX[d]]
			}
		}
	}
}

// smooth moves each corner a fraction of the way towards the midpoint of its neighbours on the most important border.
func (t *tracer) smooth(part float64) {
	moved := make([]point, len(t.corners))
	for i := range t.corners {
		c := &t.corners[i]
		moved[i] = c.at
		if t.onFrame(c.x, c.y) {
			continue
		}
		var sum point
		n, most := 0.0, slices.Max(c.weight[:])
		for d := range 4 {
			if c.weight[d] == most {
				q := t.corners[c.next[d]].at
				sum.x, sum.y, n = sum.x+q.x, sum.y+q.y, n+1
			}
		}
		if n > 1 {
			moved[i] = point{c.at.x + part*(sum.x/n-c.at.x), c.at.y + part*(sum.y/n-c.at.y)}
		}
	}
	for i := range moved {
		t.corners[i].at = moved[i]
	}
}

// onFrame reports whether a grid point lies on the edge of the picture.
func (t *tracer) onFrame(x, y int) bool {
	atSide, atEnd := x == 0 || x == t.r.w, y == 0 || y == t.r.h
	return atSide || atEnd
}

// junction reports whether arcs end at a corner.
func (t *tracer) junction(i int32) bool {
	c := &t.corners[i]
	atSide, atEnd := c.x == 0 || c.x == t.r.w, c.y == 0 || c.y == t.r.h
	return c.degree != 2 || atSide && atEnd
}

// walk follows a border from a corner to the next junction, or back to where it started, and records it as an arc.
func (t *tracer) walk(start int32, direction int) {
	left, right := t.sides(t.corners[start].x, t.corners[start].y, direction)
	line := []point{t.corners[start].at}
	at := start
	for {
		next := t.corners[at].next[direction]
		t.walked[[2]int32{at, next}], t.walked[[2]int32{next, at}] = true, true
		line = append(line, t.corners[next].at)
		at = next
		if t.junction(next) || next == start {
			break
		}
		back := (direction + 2) % 4
		for d := range 4 {
			if d != back && t.corners[next].next[d] >= 0 {
				direction = d
				break
			}
		}
	}
	t.arcs = append(t.arcs, atlas.Arc{Left: max(int(left), -1), Right: max(int(right), -1),
		Points: pixels(simplify(line, 0.22*fine))})
	t.ends = append(t.ends, [2]int32{start, at})
}

// rings joins the arcs that have a place on their left end to end, and returns its outline as rings of arcs.
func (t *tracer) rings(place int) [][]int {
	type step struct {
		arc      int
		from, to int32
	}
	var steps []step
	for i, a := range t.arcs {
		if a.Left == place {
			steps = append(steps, step{i, t.ends[i][0], t.ends[i][1]})
		}
		if a.Right == place {
			steps = append(steps, step{^i, t.ends[i][1], t.ends[i][0]})
		}
	}
	var rings [][]int
	for len(steps) > 0 {
		s := steps[0]
		var ring []int
		for k := 0; k >= 0; k = slices.IndexFunc(steps, func(next step) bool { return next.from == s.to }) {
			s = steps[k]
			ring = append(ring, s.arc)
			steps = slices.Delete(steps, k, k+1)
		}
		rings = append(rings, ring)
	}
	b := &atlas.Board{Arcs: t.arcs}
	slices.SortStableFunc(rings, func(x, y []int) int { return cmp.Compare(size(b.Ring(y)), size(b.Ring(x))) })
	return rings
}

// size returns the area inside a ring, in the square of its unit.
func size(ring []atlas.Point) float64 {
	sum := 0.0
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		sum += p[0]*q[1] - q[0]*p[1]
	}
	return math.Abs(sum / 2)
}

// pixels converts positions on the raster to pixels of the picture.
func pixels(line []point) []atlas.Point {
	out := make([]atlas.Point, len(line))
	for i, p := range line {
		out[i] = pixel(p)
	}
	return out
}

func pixel(p point) atlas.Point { return atlas.Point{tenth(p.x / fine), tenth(p.y / fine)} }

func tenth(x float64) float64 { return math.Round(x*10) / 10 }

// simplify removes points from a line that deviate from it by less than tolerance (Douglas-Peucker). Of a closed
// line, the point farthest from its start is kept.
func simplify(line []point, tolerance float64) []point {
	if len(line) < 3 {
		return line
	}
	first, last := line[0], line[len(line)-1]
	far, most := 0, tolerance
	for i, p := range line {
		d := math.Hypot(p.x-first.x, p.y-first.y)
		if length := math.Hypot(last.x-first.x, last.y-first.y); length > 1e-9 {
			d = math.Abs((p.x-first.x)*(last.y-first.y)-(p.y-first.y)*(last.x-first.x)) / length
		}
		if d > most && i > 0 && i < len(line)-1 {
			far, most = i, d
		}
	}
	if far == 0 {
		if first == last { // the closed line is too small to keep
			far = len(line) / 2
			return []point{first, line[far], last}
		}
		return []point{first, last}
	}
	return append(simplify(line[:far+1], tolerance), simplify(line[far:], tolerance)[1:]...)
}
