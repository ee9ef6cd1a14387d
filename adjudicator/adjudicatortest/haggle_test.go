package adjudicatortest_test

import (
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

func TestHaggle(t *testing.T) {
	for _, pace := range []string{"rounds", "turns"} {
		for seats := 2; seats <= len(adjudicatortest.Haggle.Seats); seats++ {
			adjudicatortest.Suite{
				Rules:  adjudicatortest.Haggle,
				Config: adjudicator.Config{Seats: adjudicatortest.Haggle.Seats[:seats], Options: map[string]string{"pace": pace}},
				Games:  20,
				Player: adjudicatortest.Haggler,
				Twin:   adjudicatortest.Richer,
			}.Run(t)
		}
	}
}
