package adjudicatortest_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

func TestSealed(t *testing.T) {
	adjudicatortest.Suite{
		Rules:  adjudicatortest.Sealed,
		Config: adjudicator.Config{Seats: adjudicatortest.Sealed.Seats},
		Games:  50,
		Player: func(_ adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
			return strconv.Itoa(r.IntN(11))
		},
	}.Run(t)
}
