package successors

import (
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// setUp returns a game of some seats in which nothing was chosen yet, as a turn.
func setUp(t *testing.T, seats ...adjudicator.Seat) *turn {
	t.Helper()
	config, err := Rules.Configure(adjudicator.Config{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: []byte(t.Name())}, adjudicator.Record{})
	p, err := Rules.Setup(table, config)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position).begin(table, "")
}

// SU-1: the highest throw chooses first, and those who have thrown the same throw again among themselves.
func TestLots(t *testing.T) {
	for _, c := range []struct {
		dice   []int // in the order in which they are thrown: of Red, Blue, Green, Yellow
		thrown []int // number of dice in each round
		order  []string
	}{
		{[]int{2, 6, 4, 3}, []int{4}, []string{"Blue", "Green", "Yellow", "Red"}},
		{[]int{5, 2, 5, 6, 1, 3}, []int{4, 2}, []string{"Yellow", "Green", "Red", "Blue"}},
		{[]int{3, 5, 3, 5, 1, 2, 4, 6}, []int{4, 4}, []string{"Yellow", "Blue", "Green", "Red"}},
		{[]int{4, 4, 4, 1, 6, 2, 2, 3, 3, 1, 5}, []int{4, 3, 2, 2}, []string{"Red", "Green", "Blue", "Yellow"}},
	} {
		r := setUp(t, "Red", "Blue", "Green", "Yellow")
		r.line([]string{"Red", "Blue", "Green", "Yellow"})
		dice := slices.Clone(c.dice)
		r.Table = adjudicator.NewTable(adjudicator.Luck{Loaded: func(string, int) (int, bool) {
			d := dice[0]
			dice = dice[1:]
			return d - 1, true
		}}, adjudicator.Record{})
		before := len(r.Table.News())
		founding{r}.lots()
		if len(dice) > 0 {
			t.Errorf("%v: %d dice were not thrown", c.dice, len(dice))
		}
		told := r.Table.News()[before].Event.Data.(choosing)
		var thrown []int
		for _, round := range told.Throws {
			thrown = append(thrown, len(round))
		}
		if !slices.Equal(thrown, c.thrown) || !slices.Equal(told.Order, c.order) || !slices.Equal(r.Choose, c.order) {
			t.Errorf("%v: %v choose in the order of %v after rounds of %v; want %v after %v", c.dice,
				r.Choose, told.Order, thrown, c.order, c.thrown)
		}
	}
}

// Players never pay more than they have, and money that passes from one to another keeps its amount.
func TestPay(t *testing.T) {
	r := setUp(t, "Red", "Blue", "Green")
	for _, c := range []struct {
		from, to  string
		n, paid   int
		red, blue int
	}{
		{"Red", "Blue", 3, 3, 2, 8},
		{"Red", "Blue", 3, 2, 0, 10},
		{"Red", bank, 1, 0, 0, 10},
		{bank, "Red", 4, 4, 4, 10},
		{"Blue", white, 5, 5, 4, 5},
		{"Blue", "Red", -2, 0, 4, 5},
		{"Red", "Red", 3, 3, 4, 5},
	} {
		if paid := r.pay(c.from, c.to, c.n); paid != c.paid || r.player("Red").Talents != c.red ||
			r.player("Blue").Talents != c.blue {
			t.Errorf("%d from %q to %q: paid %d, so that Red has %d and Blue %d; want %+v", c.n,
				c.from, c.to, paid, r.player("Red").Talents, r.player("Blue").Talents, c)
		}
	}
}
