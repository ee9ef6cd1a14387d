package adjudicator_test

import (
	"fmt"

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
