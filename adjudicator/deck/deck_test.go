package deck_test

import (
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
)

func TestDraw(t *testing.T) {
	// each card is swapped with the first that is not in its place yet
	table := adjudicator.NewTable(adjudicator.Luck{Loaded: func(label string, n int) (int, bool) { return 0, label == "cards" }}, adjudicator.Record{})
	pile, discards := []string{"a", "b"}, []string{"x", "y", "z"}
	for _, c := range []struct {
		n       int
		want    []string
		renewed int
	}{
		{0, nil, 0},
		{2, []string{"a", "b"}, 0},
		{2, []string{"y", "z"}, 3},
		{4, []string{"x", "w"}, 1},
		{1, nil, 0},
	} {
		got, renewed := deck.Draw(table, "cards", c.n, &pile, &discards)
		if !slices.Equal(got, c.want) || renewed != c.renewed {
			t.Errorf("%d are %v, %d shuffled; not %v, %d", c.n, got, renewed, c.want, c.renewed)
		}
		if c.renewed == 3 {
			discards = append(discards, "w")
		}
	}
	if len(pile) != 0 || len(discards) != 0 {
		t.Errorf("left are %v and %v", pile, discards)
	}
}

func TestShuffle(t *testing.T) {
	order := func(secret string) []int {
		pile := []int{1, 2, 3, 4, 5, 6, 7, 8}
		deck.Shuffle(adjudicator.NewTable(adjudicator.Luck{Secret: []byte(secret)}, adjudicator.Record{}), "cards", pile)
		return pile
	}
	one, other := order("one"), order("other")
	if slices.Equal(one, other) || !slices.Equal(one, order("one")) || !slices.Equal(slices.Sorted(slices.Values(one)), slices.Sorted(slices.Values(other))) {
		t.Errorf("%v and %v", one, other)
	}
}
