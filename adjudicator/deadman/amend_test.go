package deadman_test

import (
	"slices"
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
	check("a list of retreats stays", late, "A Par-Gas R Pic", "A Par-Bur R Pic", "A Par-Gas")
	check("a list of retreats is taken back", late, "A Par-Gas", "A Par-Bur R Pic", "A Par-Gas R NONE")
	check("a list of retreats alone", late, "A Par-Bur", "A Par-Bur R Pic", "A Par R OFF")
	check("what is empty was taken back", late, "No orders", "RETREAT AUTO", "RETREAT AUTO OFF")
	check("no standing orders", late, "No orders", "ALWAYS A Par H", "ALWAYS OFF")
	check("no standing order", late, "No orders", "ALWAYS A Par H", "ALWAYS A Par NONE")
	check("nothing ahead", late, "No orders", "NEXT A Par H", "NEXT OFF")
	check("no peek", late, "No orders", "PAS-Nth", "PAS NONE")
	check("no list", late, "No orders", "A Par R Pic", "A Par R NONE")
	check("begun again", late, "A Par H", "PAS-Nth", "PAS NONE", "A Par H")
	check("still none", late, "No orders", "PAS-Nth", "PAS NONE", "Hello!")
	check("nothing to take back", late, "", "PAS NONE")
}

// After all orders have been taken back, the reading misses the same orders as when the file is read again.
func TestNothingOnFile(t *testing.T) {
	v := position(t, "Fall 1902", []string{"France A Par", "France A Gas"}, nil).View("France")
	gone := v.Read("orders", "PAS-Nth", "PAS NONE")
	again := v.Read("orders", "", gone.Answer)
	if want := []string{"A Gas has no order: it will hold.", "A Par has no order: it will hold."}; !slices.Equal(gone.Missing, want) || !slices.Equal(again.Missing, want) {
		t.Errorf("missing is %q, and again %q, want %q", gone.Missing, again.Missing, want)
	}
}

// A letter is answered with what its author may not expect of what was on file.
func TestAmendmentsNoted(t *testing.T) {
	france := position(t, "Fall 1902", []string{"France A Par", "France A Gas"}, nil).View("France")
	check := func(name string, notes []string, letters ...string) {
		t.Helper()
		var read adjudicator.Reading
		for _, l := range letters {
			read = france.Read("orders", read.Answer, l)
		}
		if !slices.Equal(read.Notes, notes) || len(read.Faults()) > 0 {
			t.Errorf("%s: noted is %q, want %q; %v", name, read.Notes, notes, read.Faults())
		}
	}
	stays := []string{"A Par-Gas keeps its list of retreats, R Pic; R NONE takes it back."}
	check("another order", stays, "A Par-Bur R Pic", "A Par-Gas")
	check("another order and a list", nil, "A Par-Bur R Pic", "A Par-Gas", "A Par-Gas R Gas")
	check("an order, and a list on a line of its own", nil, "A Par-Bur R Pic", "A Par-Gas\nA Par R Gas")
	check("the same order", nil, "A Par-Bur R Pic", "A Par-Bur")
	check("disbanding", nil, "A Par-Bur R Pic", "A Par DB")
	check("taken back", nil, "A Par-Bur R Pic", "A Par-Gas R NONE")
	check("another unit", nil, "A Par-Bur R Pic", "A Gas H")
	check("an empty list", stays, "A Par-Bur R Pic", "A Par-Gas\nA Par R")
	check("an empty list alone", []string{"A Par-Bur keeps its list of retreats, R Pic; R NONE takes it back."}, "A Par-Bur R Pic", "A Par R")
	check("an empty list behind the order", []string{"A Par-Bur keeps its list of retreats, R Pic; R NONE takes it back."}, "A Par-Bur R Pic", "A Par-Bur R")
	check("no list, and none", nil, "A Par-Bur", "A Par R")
	check("an order that is corrected", nil, "A Par-Bur\nSorry, A Par-Pic")
	check("an order that is corrected, and a list", []string{"A Par-Pic keeps its list of retreats, R Gas; R NONE takes it back."}, "A Par-Bur R Gas", "A Par-Bur\nSorry, A Par-Pic")
	check("no peek for a condition", []string{`No peek at Nth is on file for this season, so "PAS Nth empty" can't hold.`}, "IF PAS Nth empty THEN A Par H")
	check("said once", nil, "IF PAS Nth empty THEN A Par H", "A Gas H")
	check("another peek", []string{`No peek at Nth is on file for this season, so "PAS Nth empty" can't hold.`}, "PAS-Nth\nIF PAS Nth empty THEN A Par H", "PAS-Mun")
}
