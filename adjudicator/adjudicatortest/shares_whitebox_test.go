package adjudicatortest

import "testing"

// Four games tell little: three wins of one power in seven may be luck, four are not; and many games tell much.
func TestChance(t *testing.T) {
	for _, c := range []struct {
		won, had, players int
		least, most       float64
	}{
		{0, 4, 7, 1, 1}, {3, 4, 7, 0.03, 0.04}, {4, 4, 7, 0.002, 0.0022}, {75, 300, 6, 0.5, 0.55}, {105, 300, 6, 0, 0.001},
	} {
		s := share{had: c.had, won: c.won, due: float64(c.had) / float64(c.players)}
		if p := s.chance(1.5); p < c.least || p > c.most {
			t.Errorf("%d wins of %d for one of %d have a chance of %.4f, want %.4f to %.4f", c.won, c.had, c.players, p, c.least, c.most)
		}
	}
}
