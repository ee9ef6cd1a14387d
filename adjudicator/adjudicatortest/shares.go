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
	had, won  int
	due, vary float64 // how often they would have by chance, and the variance of that
}

// Count counts a game of so many players in which somebody had something, and won or not.
func (s Shares) Count(had string, won bool, players int) {
	k, p := s[had], 1/float64(players)
	k.had++
	k.due += p
	k.vary += p * (1 - p)
	if won {
		k.won++
	}
	s[had] = k
}

// ratio is the wins in relation to those that were due, and least what it is at least, but for chance.
func (s share) ratio() float64 { return float64(s.won) / s.due }

func (s share) least(deviations float64) float64 {
	return (float64(s.won) - deviations*math.Sqrt(s.vary)) / s.due
}

// Standard deviations of a bound that chance passes once in a hundred times: for one share, and for the largest of thirty.
const (
	Alone  = 2.33
	Thirty = 3.4
)

// Judge finds fault with who wins more than so many times its share, by more deviations than chance would. Exact shares, of
// many games, are judged as they come out.
func (s Shares) Judge(t *testing.T, most, deviations float64, exact bool) {
	t.Helper()
	for _, had := range slices.Sorted(maps.Keys(s)) {
		if k := s[had]; k.least(deviations) > most || exact && k.ratio() > most {
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
