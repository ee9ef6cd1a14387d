package diplomacy

import "testing"

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
