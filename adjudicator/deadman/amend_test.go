package deadman_test

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Letters in a row amend what is on file: a line for one thing leaves the others as they are.
func TestAmendments(t *testing.T) {
	winter := position(t, "Spring 1903", []string{"Germany A Mun"}, map[string]string{"Germany": "Mun Ber Kie Hol"}).View("Germany")
	start := position(t, "Spring 1901", nil, nil).View("France")
	late := position(t, "Spring 1903", []string{"France A Ser", "France A Par", "France A Gas", "France F Bre"}, map[string]string{"France": "Par Bre"}).View("France")
	check := func(name string, view adjudicator.View, want string, letters ...string) {
		t.Helper()
		file := ""
		for _, l := range letters {
			file = view.Read("orders", file, l).Answer
		}
		if got := strings.ReplaceAll(file, "\n", "; "); got != want {
			t.Errorf("%s: on file is %q, want %q", name, got, want)
		}
	}
	check("a second build", winter, "Build F Ber; Build A Kie", "Build F Ber", "Build A Kie")
	check("another type", winter, "Build A Kie; Build A Ber", "Build F Ber, A Kie", "Build A Ber")
	check("the earliest makes room", winter, "Build A Ber; Build A Kie; Build A Hol", "Build A Ber, A Kie", "Build A Hol")
	check("waived instead", winter, "Waive", "Build F Ber", "Waive")
	check("waived in part", winter, "Build A Ber; Waive", "Build F Kie", "Build A Ber, no builds")
	check("built after all", winter, "Build A Ber", "Waive", "Build A Ber")
	check("a repeated letter", winter, "Build A Ber; A Mun-Ruh", "Build A Ber, A Mun-Ruh", "Build A Ber, A Mun-Ruh")
	check("another start", start, "SETUP A Bre, F Mar, A Par", "SETUP F Bre, F Mar, A Par", "SETUP A Bre")
	check("another removal", late, "Remove Gas; Remove Par", "Remove A Ser, A Gas", "Remove A Par")
	check("an order", late, "F Bre H; A Gas-Spa; A Par-Bur; A Ser H", "A Par-Bur, A Gas-Mar, F Bre H, A Ser H", "A Gas-Spa")
	check("a retreat", late, "A Par-Bur R Pic", "A Par-Bur R Gas", "A Par R Pic")
	check("disbanding", late, "A Par DB", "A Par-Bur R Gas", "A Par DB", "A Par R Pic")
}
