package diplomacy

import "testing"

// BenchmarkResolve resolves the positions of testdata/positions.txt, each a
// whole movement phase with its results; the positions are checked first.
func BenchmarkResolve(b *testing.B) {
	board := Standard()
	for _, c := range readCases(b, board, "testdata/positions.txt") {
		us, orders, _ := movesOf(b, board, c.phases[0])
		m := board.Resolve(us, orders)
		sameUnits(b, board, "after", m.Units, units(b, board, c.phases[0].facts["after"]))
		b.Run(c.number, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				board.Resolve(us, orders)
			}
		})
	}
}

// BenchmarkKernel is the same without the results: what is left must not
// allocate.
func BenchmarkKernel(b *testing.B) {
	board := Standard()
	for _, c := range readCases(b, board, "testdata/positions.txt") {
		us, orders, _ := movesOf(b, board, c.phases[0])
		b.Run(c.number, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k := kernel{board: board, left: guessLimit}
				k.place(us)
				k.take(orders)
				k.run()
			}
		})
	}
}
