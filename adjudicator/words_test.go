package adjudicator_test

import (
	"fmt"
	"testing"

	"deaddrop/adjudicator"
)

func ExampleListed() {
	seats := []adjudicator.Seat{"Austria", "England", "Turkey"}
	for n := range len(seats) + 1 {
		fmt.Printf("%q\n", adjudicator.Listed(seats[:n], "or"))
	}
	// Output:
	// ""
	// "Austria"
	// "Austria or England"
	// "Austria, England or Turkey"
}

func TestNth(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th", 122: "122nd"} {
		if got := adjudicator.Nth(n); got != want {
			t.Errorf("%d is %q, not %q", n, got, want)
		}
	}
}
