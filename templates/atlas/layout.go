package atlas

import (
	"cmp"
	"math"
	"slices"
)

// A net is a graph of cards to be laid out. Adjacent places are placed near each other, no two cards overlap, and
// lines between cards avoid other cards as far as possible. The layout is deterministic.
type net struct {
	sizes []vec    // sizes of the cards
	joins [][2]int // pairs of adjacent cards, each once
	far   [][2]int // pairs of cards that should be near each other without being adjacent
	at    []vec    // centres of the cards
}

// Sizes for the layout.
const (
	cardGap   = 20.0 // smallest gap between two cards
	lineClear = 7.0  // smallest distance between a card and a line that passes it
	farSteps  = 3.0  // wanted distance of the pairs in net.far, in steps
)

// distances returns the number of steps between each two cards.
func (n *net) distances() [][]float64 {
	d := make([][]float64, len(n.sizes))
	for i := range d {
		d[i] = slices.Repeat([]float64{math.Inf(1)}, len(n.sizes))
		d[i][i] = 0
	}
	put := func(pairs [][2]int, steps float64) {
		for _, p := range pairs {
			d[p[0]][p[1]] = min(d[p[0]][p[1]], steps)
			d[p[1]][p[0]] = d[p[0]][p[1]]
		}
	}
	put(n.joins, 1)
	put(n.far, farSteps)
	most := 1.0
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	for i := range d {
		for j := range d {
			if !math.IsInf(d[i][j], 1) {
				most = max(most, d[i][j])
			}
		}
	}
	for i := range d {
		for j := range d {
			d[i][j] = min(d[i][j], most+1) // distance for cards that nothing connects
		}
	}
	return d
}

// begin returns initial positions whose distances approximate the numbers of steps: the two main axes of classical
// multidimensional scaling.
func begin(d [][]float64) []vec {
	n := len(d)
	squares := make([][]float64, n)
	means, mean := make([]float64, n), 0.0
	for i := range d {
		squares[i] = make([]float64, n)
		for j := range d {
			squares[i][j] = d[i][j] * d[i][j]
			means[i] += squares[i][j] / float64(n)
		}
		mean += means[i] / float64(n)
	}
	for i := range d {
		for j := range d {
			squares[i][j] = -(squares[i][j] - means[i] - means[j] + mean) / 2
		}
	}
	x := mainAxis(squares, nil)
	y := mainAxis(squares, x)
	out := make([]vec, n)
	for i := range out {
		out[i] = vec{x[i], y[i]}
	}
	return out
}

// mainAxis returns the eigenvector of a matrix with the largest eigenvalue, among those orthogonal to other.
func mainAxis(m [][]float64, other []float64) []float64 {
	const rounds = 200
	v := make([]float64, len(m))
	for i := range v {
		v[i] = math.Sin(float64(7*i + 1)) // an arbitrary start that is unlikely to be orthogonal to the result
	}
	long := 0.0
	for range rounds {
		next := make([]float64, len(m))
		for i := range m {
			for j := range m {
				next[i] += m[i][j] * v[j]
			}
		}
		if other != nil {
			dot, square := 0.0, 0.0
			for i := range next {
				dot += next[i] * other[i]
				square += other[i] * other[i]
			}
			for i := range next {
				next[i] -= other[i] * dot / max(square, 1e-9)
			}
		}
		long = 0
		for _, k := range next {
			long += k * k
		}
		long = math.Sqrt(long)
		for i := range next {
			v[i] = next[i] / max(long, 1e-9)
		}
	}
	for i := range v {
		v[i] *= math.Sqrt(long)
	}
	return v
}

// stress moves each card to where its distances to all others fit best, weighted towards near ones.
func stress(at []vec, d [][]float64, rounds int) {
	for range rounds {
		for i := range at {
			sum, weights := vec{}, 0.0
			for j := range at {
				if i == j {
					continue
				}
				w := 1 / (d[i][j] * d[i][j])
				away := at[i].minus(at[j])
				if long := away.length(); long > 1e-6 {
					away = away.times(d[i][j] / long)
				} else {
					away = vec{d[i][j], 0}.turned(float64(i))
				}
				sum = sum.plus(at[j].plus(away).times(w))
				weights += w
			}
			if weights > 0 {
				at[i] = sum.times(1 / weights)
			}
		}
	}
}

// arrange computes the positions of all cards. Places that another board has start at its positions.
func (n *net) arrange(known map[int]vec) {
	d := n.distances()
	n.at = begin(d)
	if 2*len(known) >= len(n.sizes) {
		n.turnTo(known)
	} else {
		n.lay()
	}
	stress(n.at, d, 120)
	mean := vec{}
	for _, s := range n.sizes {
		mean = mean.plus(s.times(1 / float64(len(n.sizes))))
	}
	for i := range n.at {
		n.at[i] = vec{n.at[i].x * (mean.x + cardGap) * 0.92, n.at[i].y * (mean.y + cardGap) * 0.92}
	}
	for round := range 400 {
		heat := 1 - float64(round)/400
		n.avoid(0.3 * heat)
		n.part(cardGap)
	}
	for range 4000 {
		if !n.part(cardGap * 0.6) {
			break
		}
	}
}

// turnTo rotates or mirrors the cards to resemble another board, so that north is up.
func (n *net) turnTo(known map[int]vec) {
	middle, there := vec{}, vec{}
	for i := range n.at {
		if k, ok := known[i]; ok {
			middle = middle.plus(n.at[i].times(1 / float64(len(known))))
			there = there.plus(k.times(1 / float64(len(known))))
		}
	}
	best, angle, mirrored := math.Inf(-1), 0.0, false
	for _, mirror := range []bool{false, true} {
		dot, cross := 0.0, 0.0
		for i := range n.at {
			if k, ok := known[i]; ok {
				v, w := n.at[i].minus(middle), k.minus(there)
				if mirror {
					v.x = -v.x
				}
				dot += v.x*w.x + v.y*w.y
				cross += v.x*w.y - v.y*w.x
			}
		}
		if fit := math.Hypot(dot, cross); fit > best {
			best, angle, mirrored = fit, math.Atan2(cross, dot), mirror
		}
	}
	sin, cos := math.Sincos(angle)
	for i, p := range n.at {
		v := p.minus(middle)
		if mirrored {
			v.x = -v.x
		}
		n.at[i] = vec{v.x*cos - v.y*sin, v.x*sin + v.y*cos}
	}
}

// lay mirrors the layout so that the first card is neither on the right nor at the bottom.
func (n *net) lay() {
	if len(n.at) == 0 {
		return
	}
	flip := vec{1, 1}
	if n.at[0].x > 0 {
		flip.x = -1
	}
	if n.at[0].y > 0 {
		flip.y = -1
	}
	for i, p := range n.at {
		n.at[i] = vec{p.x * flip.x, p.y * flip.y}
	}
}

// part moves cards apart that are closer than a gap, and reports whether there were any.
func (n *net) part(gap float64) bool {
	moved := false
	for i := range n.at {
		for j := range i {
			by := n.at[i].minus(n.at[j])
			needX := (n.sizes[i].x+n.sizes[j].x)/2 + gap - math.Abs(by.x)
			needY := (n.sizes[i].y+n.sizes[j].y)/2 + gap - math.Abs(by.y)
			if needX <= 0.01 || needY <= 0.01 {
				continue
			}
			moved = true
			step := vec{math.Copysign(needX/2, by.x), 0}
			if needY < needX {
				step = vec{0, math.Copysign(needY/2, by.y)}
			}
			n.at[i], n.at[j] = n.at[i].plus(step), n.at[j].minus(step)
		}
	}
	return moved
}

// avoid moves apart cards and lines that touch.
func (n *net) avoid(share float64) {
	for _, j := range n.joins {
		a, b := n.at[j[0]], n.at[j[1]]
		along := b.minus(a)
		long := along.length()
		if long < 1 {
			continue
		}
		along = along.times(1 / long)
		for k, p := range n.at {
			if k == j[0] || k == j[1] {
				continue
			}
			from := p.minus(a)
			t := from.x*along.x + from.y*along.y
			if t <= 0 || t >= long {
				continue
			}
			off := from.x*along.left().x + from.y*along.left().y
			side := along.left()
			need := math.Abs(side.x)*n.sizes[k].x/2 + math.Abs(side.y)*n.sizes[k].y/2 + lineClear - math.Abs(off)
			if need <= 0 {
				continue
			}
			push := side.times(math.Copysign(need*share, off))
			n.at[k] = n.at[k].plus(push)
			n.at[j[0]] = n.at[j[0]].minus(push.times(0.5 * (1 - t/long)))
			n.at[j[1]] = n.at[j[1]].minus(push.times(0.5 * t / long))
		}
	}
}

// extent returns the rectangle around all cards.
func (n *net) extent() block {
	b := block{vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}}
	for i, p := range n.at {
		half := n.sizes[i].times(0.5)
		b.low = vec{min(b.low.x, p.x-half.x), min(b.low.y, p.y-half.y)}
		b.high = vec{max(b.high.x, p.x+half.x), max(b.high.y, p.y+half.y)}
	}
	return b
}

// outside returns the parts of a line that no block covers.
func outside(a, b vec, blocks []block) [][2]vec {
	type part struct{ from, to float64 }
	var covered []part
	for _, k := range blocks {
		from, to := 0.0, 1.0
		clip := func(p, d, low, high float64) {
			if math.Abs(d) < 1e-9 {
				if p < low || p > high {
					to = -1
				}
				return
			}
			t0, t1 := (low-p)/d, (high-p)/d
			from, to = max(from, min(t0, t1)), min(to, max(t0, t1))
		}
		clip(a.x, b.x-a.x, k.low.x, k.high.x)
		clip(a.y, b.y-a.y, k.low.y, k.high.y)
		if from < to {
			covered = append(covered, part{from, to})
		}
	}
	slices.SortFunc(covered, func(x, y part) int { return cmp.Compare(x.from, y.from) })
	var out [][2]vec
	now := 0.0
	for _, k := range append(covered, part{1, 1}) {
		if k.from > now+1e-9 {
			out = append(out, [2]vec{a.toward(b, now), a.toward(b, k.from)})
		}
		now = max(now, k.to)
	}
	return out
}
