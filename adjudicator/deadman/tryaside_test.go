package deadman_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
)

// Builds and removals are tried in Winter, in the phase of their own that open games have, and before Spring in the dark.
func TestTryWinter(t *testing.T) {
	two := []string{"Germany A Ruh", "Germany A Den"}
	five := append(slices.Clone(two), "Germany F Swe", "Germany A Mos", "Germany A Pic")
	centres := map[string]string{"Germany": "Kie Ber Mun Den"}
	for _, c := range []struct {
		us      []string
		answer  string
		suppose []string
		want    string
	}{
		{two, "Build F Kie\nBuild A Mun", nil, "Build F Kie: it is built.\nBuild A Mun: it is built.\n" +
			"Your units after that: A Den, F Kie, A Mun, A Ruh."},
		{two, "Build F Kie", nil, "Build F Kie: it is built.\n1 build is not used, and lost.\nYour units after that: A Den, F Kie, A Ruh."},
		{two, "No orders", []string{"France: Build A Par"}, "2 builds are not used, and lost.\nYour units after that: A Den, A Ruh."},
		{five, "Remove A Pic", nil, "Remove A Pic: it leaves the board.\nYour units after that: A Den, A Mos, A Ruh, F Swe."},
		{five, "No orders", nil, "A Mos: it leaves the board, because you order too few removals.\n" +
			"Your units after that: A Den, A Pic, A Ruh, F Swe."},
	} {
		p := positionOf(t, deadman.Diplomacy, "Winter 1902", c.us, centres, nil)
		v := p.View("Germany")
		answer := v.Read("adjustments", "", c.answer).Answer
		got := v.(adjudicator.Trier).Try(adjudicator.Trial{Kind: "adjustments", Answer: answer, Suppose: c.suppose})
		if lines := strings.Join(got.Lines, "\n"); lines != c.want || len(got.Faults) != len(c.suppose) {
			t.Errorf("%q comes to\n%s\n%v\nand not to\n%s", c.answer, lines, got.Faults, c.want)
		}
	}
}

// Retreats are tried while they are asked for: on an open board with what is supposed of other dislodged units, in the dark by the
// list alone.
func TestTryRetreats(t *testing.T) {
	us := []string{"Germany A Mun", "Germany A Boh", "France A Bur", "France A Ruh", "Austria A Vie", "Austria A Tyr",
		"Turkey A Bud", "Russia A Rum", "Russia A Ser"}
	orders := map[adjudicator.Seat]string{"France": "A Bur-Mun\nA Ruh S A Bur-Mun", "Austria": "A Vie-Boh\nA Tyr S A Vie-Boh",
		"Russia": "A Rum-Bud\nA Ser S A Rum-Bud"}
	for _, c := range []struct {
		rules           *adjudicator.Rules
		answer, suppose string
		want            string
	}{
		{deadman.Diplomacy, "A Mun R Ber\nA Boh R Gal", "", "A Mun R Ber: it goes there, unless another unit retreats there, too: then both leave the board.\n" +
			"A Boh R Gal: it goes there, unless another unit retreats there, too: then both leave the board."},
		{deadman.Diplomacy, "A Mun R Ber\nA Boh R Gal", "Turkey: A Bud R Gal", "A Mun R Ber: it goes there, unless another unit retreats there, too: then both leave the board.\n" +
			"A Boh R Gal: it leaves the board, because Turkey's A Bud retreats there, too."},
		{deadman.Diplomacy, "A Mun R Sil\nA Boh R Sil", "", "A Mun R Sil: it leaves the board, because your own A Boh retreats there, too.\n" +
			"A Boh R Sil: it leaves the board, because your own A Mun retreats there, too."},
		{deadman.Diplomacy, "A Mun DB", "", "A Mun DB: it leaves the board.\nA Boh DB: it leaves the board."},
		{deadman.Rules, "A Boh R Sil, Tyr", "", "A Mun DB: it leaves the board.\nA Boh R Sil, Tyr: it goes to the first space that is open, " +
			"of Sil, Tyr; if none is, or if another unit retreats there, too, it leaves the board."},
	} {
		var suppose []string
		if c.suppose != "" {
			suppose = []string{c.suppose}
		}
		p := positionOf(t, c.rules, "Fall 1902", us, map[string]string{"Germany": "Kie Ber Mun"}, nil)
		if c.rules == deadman.Rules {
			p = withOptions(t, c.rules, p, map[string]string{"retreats": "mini"})
		}
		tried := 0
		_, _, err := adjudicatortest.PlayPhase(c.rules, p, adjudicator.Luck{}, func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			if req.Kind != "retreats" {
				return adjudicatortest.Filed(p.View(req.Seat), req, orders[req.Seat], false)
			}
			if req.Seat == "Germany" {
				tried++
				got := p.View(req.Seat).(adjudicator.Trier).Try(adjudicator.Trial{Kind: req.Kind, Answer: c.answer, Suppose: suppose})
				if lines := strings.Join(got.Lines, "\n"); lines != c.want || len(got.Faults) > 0 {
					t.Errorf("%q comes to\n%s\n%v\nand not to\n%s", c.answer, lines, got.Faults, c.want)
				}
			}
			return req.Default, true, nil
		})
		if err != nil || tried != 1 {
			t.Errorf("%q was tried %d times: %v", c.answer, tried, err)
		}
	}
}
