package adjudicatortest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// Shares are how often those who had something, such as a power or a place in the order of play, won games.
type Shares map[string]share

type share struct {
	had, won int
	due      float64 // how often they would have won by chance
}

// Count counts a game of so many players in which somebody had something, and won or not.
func (s Shares) Count(had string, won bool, players int) {
	k := s[had]
	k.had++
	k.due += 1 / float64(players)
	if won {
		k.won++
	}
	s[had] = k
}

// ratio is the wins in relation to those that were due.
func (s share) ratio() float64 { return float64(s.won) / s.due }

// chance is how likely as many wins or more are for whoever wins so many times its share in the long run.
func (s share) chance(times float64) float64 {
	p := min(1, times*s.due/float64(s.had))
	if p == 1 || s.won == 0 {
		return 1
	}
	sum := 0.0
	for k := s.won; k <= s.had; k++ {
		sum += math.Exp(choose(s.had, k) + float64(k)*math.Log(p) + float64(s.had-k)*math.Log(1-p))
	}
	return sum
}

// choose is the logarithm of how many ways there are to choose k of n.
func choose(n, k int) float64 {
	lg := func(n int) float64 { v, _ := math.Lgamma(float64(n + 1)); return v }
	return lg(n) - lg(k) - lg(n-k)
}

// What chance must make less likely for a share to count as too large: of one share, and of the largest of thirty.
const (
	Alone  = 1.0 / 100
	Thirty = Alone / 30
)

// Judge finds fault with who wins more than so many times its share, if chance makes that less likely than said. Exact
// shares, of many games, are judged as they come out.
func (s Shares) Judge(t *testing.T, most, chance float64, exact bool) {
	t.Helper()
	for _, had := range slices.Sorted(maps.Keys(s)) {
		if k := s[had]; k.chance(most) < chance || exact && k.ratio() > most {
			t.Errorf("%s wins %.2f times its share: %d of %d games", had, k.ratio(), k.won, k.had)
		}
	}
}

// String lists the shares, the largest first.
func (s Shares) String() string {
	keys := slices.SortedFunc(maps.Keys(s), func(x, y string) int {
		return cmp.Or(cmp.Compare(s[y].ratio(), s[x].ratio()), cmp.Compare(x, y))
	})
	var out []string
	for _, k := range keys {
		out = append(out, fmt.Sprintf("%s %.2f (%d of %d)", k, s[k].ratio(), s[k].won, s[k].had))
	}
	return strings.Join(out, ", ")
}
