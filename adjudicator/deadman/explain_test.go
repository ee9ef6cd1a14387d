package deadman_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
)

// explained returns what a seat is told about something after a season with some orders.
func explained(t *testing.T, rules *adjudicator.Rules, seat adjudicator.Seat, about string, us []string, orders map[string]string) []string {
	t.Helper()
	p := positionOf(t, rules, "Spring 1902", us, nil, nil)
	lines := map[string][]string{}
	for power, text := range orders {
		lines[power] = strings.Split(text, "\n")
	}
	_, p = playSeason(t, rules, p, lines)
	return p.View(seat).(adjudicator.Explainer).Explain(about)
}

// On an open board WHY says which units an order met, and how strong they were.
func TestExplain(t *testing.T) {
	us := []string{"Germany A Mun", "Germany A Ruh", "Germany F Kie", "France A Par", "France A Gas", "Austria A Tyr", "England F Nth"}
	orders := map[string]string{
		"Germany": "A Mun-Bur\nA Ruh S A Mun-Bur\nF Kie-Hol", "France": "A Par-Bur\nA Gas S A Par-Bur",
		"Austria": "A Tyr-Mun", "England": "F Nth-Hol",
	}
	for about, want := range map[string]string{
		"A Mun-Bur": "A Mun-Bur (Germany) bounced with France's A Par-Bur, supported by A Gas: 2 against 2.",
		"MUN":       "A Tyr-Mun (Austria) bounced with Germany's A Mun-Bur: 1 against 1.",
		"F Kie":     "F Kie-Hol (Germany) bounced with England's F Nth-Hol: 1 against 1.",
		"Ruhr":      "A Ruh S A Mun-Bur (Germany) succeeded.",
		"gas":       "A Gas S A Par-Bur (France) succeeded.",
	} {
		if got := explained(t, deadman.Diplomacy, "Germany", about, us, orders); !slices.Contains(got, want) {
			t.Errorf("WHY %s:\n%s\nwant\n%s", about, strings.Join(got, "\n"), want)
		}
	}
	if got := explained(t, deadman.Diplomacy, "Germany", "the moon", us, orders); got != nil {
		t.Errorf("WHY the moon: %q", got)
	}
}

// In a blind game WHY tells no more than the report: as long as the report is the same, so is WHY, whatever others
// did.
func TestExplainIsBlind(t *testing.T) {
	us := []string{"Germany A Mun", "Germany A Ruh", "France A Par", "Austria A Tyr"}
	germany := "A Mun-Bur\nA Ruh-Mun"
	one := map[string]string{"Germany": germany, "France": "A Par-Bur"}
	other := map[string]string{"Germany": germany, "Austria": "A Tyr-Mun", "France": "A Par-Bur"}
	for _, about := range []string{"A Mun-Bur", "MUN", "A Ruh", "Bur"} {
		a, b := explained(t, deadman.Rules, "Germany", about, us, one), explained(t, deadman.Rules, "Germany", about, us, other)
		if !slices.Equal(a, b) || len(a) == 0 {
			t.Errorf("WHY %s tells worlds apart:\n%q\n%q", about, a, b)
		}
	}
	for about, want := range map[string]string{
		"A Ruh": "A Ruh-Mun: it failed, because your own A Mun-Bur failed as well, and stayed in its way.",
		"A Mun": "A Mun-Bur: it failed. Nobody is told why; something was there or moved there with equal strength, or a convoy was missing or broken.",
	} {
		if got := explained(t, deadman.Rules, "Germany", about, us, one); !slices.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := explained(t, deadman.Rules, "Germany", "A Par-Bur", us, one); got != nil {
		t.Errorf("Germany is told of France: %q", got)
	}
}
