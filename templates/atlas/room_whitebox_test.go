package atlas

import (
	"math"
	"testing"
)

// Pieces are drawn within the room that boards are arranged for.
func TestPiecesKeepToTheirRoom(t *testing.T) {
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range a.plates {
		if p.stacks { // no single pieces stand there; TestStacksHaveRoom
			continue
		}
		r := p.board.Token
		for _, kind := range []string{"army", "fleet", "unit", "factor", "port", "capital"} {
			low, high := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
			body, _ := tokenShape(kind, r)
			for _, s := range body {
				low, high = vec{min(low.x, s.p.x), min(low.y, s.p.y)}, vec{max(high.x, s.p.x), max(high.y, s.p.y)}
			}
			if wide, high := (high.x-low.x)/2, (high.y-low.y)/2; wide > PieceWide*r+0.01 || high > PieceHigh*r+0.01 || wide < r/2 {
				t.Errorf("%s: half a piece of kind %s is %.1f wide and %.1f high", name, kind, wide, high)
			}
		}
		d := &drawing{plate: p}
		if edge := d.ringRadius() + (2+2.2)/2; edge > RingRadius*r {
			t.Errorf("%s: a ring comes to %.1f, with room for %.1f", name, edge, RingRadius*r)
		}
	}
}
