package mapmaker

import "math"

// never is the arrival time at a cell that no front has reached.
const never = float32(1e30)

// A front spreads over the raster from its starting cells, at nearly the same speed in all directions (fast
// marching).
type front struct {
	r    *raster
	time []float32
	done []bool
	pace []float32 // time to cross each cell; 0 if not yet computed
	heap []arrival // binary heap, earliest arrival first
}

type arrival struct {
	time float32
	cell int32
}

func newFront(r *raster) *front {
	f := &front{r: r, time: make([]float32, len(r.land)), pace: make([]float32, len(r.land)),
		done: make([]bool, len(r.land))}
	for i := range f.time {
		f.time[i] = never
	}
	return f
}

func (f *front) add(cell int, time float32) {
	f.time[cell] = time
	f.heap = append(f.heap, arrival{time, int32(cell)})
	for i := len(f.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if f.heap[up].time <= f.heap[i].time {
			return
		}
		f.heap[up], f.heap[i] = f.heap[i], f.heap[up]
		i = up
	}
}

func (f *front) next() int {
	first, last := f.heap[0], len(f.heap)-1
	f.heap[0] = f.heap[last]
	f.heap = f.heap[:last]
	for i := 0; ; {
		least := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < last && f.heap[down].time < f.heap[least].time {
				least = down
			}
		}
		if least == i {
			return int(first.cell)
		}
		f.heap[i], f.heap[least] = f.heap[least], f.heap[i]
		i = least
	}
}

// march spreads the front over all open cells. Each cell is given to the place whose front reaches it first.
func (f *front) march(open func(int) bool) {
	for len(f.heap) > 0 {
		i := f.next()
		if f.done[i] {
			continue
		}
		f.done[i] = true
		place := f.r.place[i]
		for _, j := range f.r.beside(i) {
			if j < 0 || f.done[j] || !open(j) {
				continue
			}
			if t := f.arrives(j, place); t < f.time[j] {
				f.r.place[j] = place
				f.add(j, t)
			}
		}
	}
}

// arrives returns the time at which a place's front reaches a cell, computed from the cell's neighbours.
func (f *front) arrives(cell int, place int32) float32 {
	var times [4]float32
	for k, i := range f.r.beside(cell) {
		times[k] = never
		if i >= 0 && f.r.place[i] == place {
			times[k] = f.time[i]
		}
	}
	a, b := min(times[0], times[1]), min(times[2], times[3])
	pace := f.paceAt(cell)
	if a > b {
		a, b = b, a
	}
	if b-a >= pace {
		return a + pace
	}
	return (a + b + float32(math.Sqrt(float64(2*pace*pace-(b-a)*(b-a))))) / 2
}

// paceAt returns the time that the front takes to cross a cell. It varies slightly from cell to cell, so that borders
// look hand-drawn.
func (f *front) paceAt(cell int) float32 {
	if f.pace[cell] == 0 {
		x, y := float64(cell%f.r.w)/fine, float64(cell/f.r.w)/fine
		v := 0.5*noise(x, y, 22, 1) + 0.3*noise(x, y, 9, 2) + 0.2*noise(x, y, 4, 3)
		f.pace[cell] = float32(math.Exp(f.r.m.detail.noise * 2 * v))
	}
	return f.pace[cell]
}
