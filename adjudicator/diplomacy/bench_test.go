package diplomacy

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkResolve resolves the positions of testdata/positions.txt, each a
// whole movement phase: legality, outcomes, reasons and retreat spaces. The
// positions are checked first.
func BenchmarkResolve(b *testing.B) {
	board := Standard()
	for _, c := range readCases(b, board, "testdata/positions.txt") {
		us, orders, _ := movesOf(b, board, c.phases[0])
		r := NewResolver(board, Rules{})
		sameUnits(b, board, "after", r.Resolve(us, orders).Units, units(b, board, c.phases[0].facts["after"]))
		b.Run(c.number, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Resolve(us, orders)
			}
		})
	}
}

// BenchmarkEntangled resolves random positions full of convoys, attacks on
// them and paradoxes, three times each in their turn, and tells how long the
// slowest of a hundred and of a thousand take. The best of the three counts, for
// what interrupts the machine is none of the position's time.
func BenchmarkEntangled(b *testing.B) {
	board := Standard()
	type position struct {
		units  []Unit
		orders []Order
	}
	var positions []position
	for i := range 20000 {
		us, orders := entangled(board, seeded(uint64(i)))
		positions = append(positions, position{us, orders})
	}
	r := NewResolver(board, Rules{})
	took := make([]time.Duration, 0, 1<<20)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := &positions[i%len(positions)]
		best := time.Hour
		for range 3 {
			before := b.Elapsed()
			r.Resolve(p.units, p.orders)
			best = min(best, b.Elapsed()-before)
		}
		if len(took) < cap(took) {
			took = append(took, best)
		}
	}
	slices.Sort(took)
	for _, q := range []struct {
		name string
		of   float64
	}{{"p50-ns", 0.5}, {"p99-ns", 0.99}, {"p99.9-ns", 0.999}} {
		b.ReportMetric(float64(took[int(q.of*float64(len(took)-1))]), q.name)
	}
}

// A phase costs no memory.
func TestNoAllocation(t *testing.T) {
	board := Standard()
	r := NewResolver(board, Rules{})
	for i := range 200 {
		us, orders := entangled(board, seeded(uint64(i)))
		r.Resolve(us, orders) // the report grows to its size
		if n := testing.AllocsPerRun(3, func() { r.Resolve(us, orders) }); n != 0 {
			t.Fatalf("position %d: %v allocations", i, n)
		}
	}
}
