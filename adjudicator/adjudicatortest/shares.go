package adjudicatortest

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

var firstBalance = flag.Int("balance.first", 0,
	"the number of the first game that tests of balance play: an edition is judged by other games than it was changed by")

// BalanceSeed returns the seed of a test of balance's game i of a number of players.
func BalanceSeed(players, i int) uint64 {
	return uint64(1000*players + 10_000*(*firstBalance+i))
}

// Shares count how often players with a certain property, such as a power or a place in the turn order, won games.
type Shares map[string]share

type share struct {
	had, won int
	due      float64 // expected number of wins by chance
}

// Count counts a game with a number of players, one of whom had a property and won or not.
func (s Shares) Count(had string, won bool, players int) {
	k := s[had]
	k.had++
	k.due += 1 / float64(players)
	if won {
		k.won++
	}
	s[had] = k
}

// ratio returns the number of wins relative to the expected number.
func (s share) ratio() float64 { return float64(s.won) / s.due }

// chance returns the probability of at least as many wins for somebody whose long-term share of wins is times the
// fair one.
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

// choose returns the logarithm of the binomial coefficient.
func choose(n, k int) float64 {
	lg := func(n int) float64 { v, _ := math.Lgamma(float64(n + 1)); return v }
	return lg(n) - lg(k) - lg(n-k)
}

// Probabilities below which a share counts as too large: for a single share, and for the largest of thirty.
const (
	Alone  = 1.0 / 100
	Thirty = Alone / 30
)

// Judge reports shares for which the probability of so many wins, for somebody who wins most times the fair share in
// the long run, is below chance. With exact set, for a large number of games, it also reports shares that are larger
// than most times the fair one.
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
