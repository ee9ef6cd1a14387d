package deadman_test

import (
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// wrapped are orders of every form, each as judges write it and as a person would, and what it comes to.
var wrapped = []adjudicatortest.Wrapped{
	{Form: "hold", Section: german1902, Want: "A Mun H", Orders: []string{"A Mun H", "Munich holds"}},
	{Form: "move", Section: german1902, Want: "A Mun-Bur", Orders: []string{"A Mun-Bur", "Munich to Burgundy"}},
	{Form: "support", Section: german1902, Want: "A Ruh S Bel-Bur", Orders: []string{"Ruhr S Belgium-Bur", "Ruhr supports Belgium to Burgundy"}},
	{Form: "support of a hold", Section: german1902, Want: "A Ruh S Mun", Orders: []string{"A Ruh S Mun", "Ruhr supports Munich"}},
	{Form: "convoy", Section: german1902, Want: "F Nth C A Bel-Lon", Orders: []string{"F Nth C A Bel-Lon", "North Sea convoys the army in Belgium to London"}},
	{Form: "spy", Section: german1902, Want: "A Ruh E France", Orders: []string{"A Ruh E France", "Ruhr spies on France"}},
	{Form: "disband", Section: german1902, Want: "A Ruh DB", Orders: []string{"A Ruh DB", "Ruhr disbands"}},
	{Form: "retreat list", Section: german1902, Want: "A Mun R Ber, Tyr", Orders: []string{"A Mun R Ber, Tyr", "Munich retreats to Berlin, Tyrolia"}},
	{Form: "peek", Section: german1902, Want: "PAS-Nth", Orders: []string{"PAS-Nth", "peek at the North Sea"}},
	{Form: "vote", Section: german1902, Want: "VOTE Draw", Orders: []string{"VOTE Draw", "vote for a draw"}},
	{Form: "build", Section: "France, Spring 1903\nunits A Gas\ncentres Par Mar Bre Spa Por\n", Want: "Build A Par", Orders: []string{"Build A Par", "build an army in Paris"}},
	{Form: "remove", Section: "France, Spring 1903\nunits A Ser, A Par, F Bre, A Gas, F Aeg\ncentres Par Bre Mar\n", Want: "Remove Ser", Orders: []string{"Remove Ser", "remove the army in Serbia"}},
	{Form: "set-up", Section: "England, Spring 1901\n", Want: "SETUP F Edi, A Lvp, F Lon", Orders: []string{"SETUP F Edi, A Lvp, F Lon", "Set-up: fleet Edinburgh, army Liverpool, fleet London"}},
	{Form: "standing", Section: german1902, Want: "ALWAYS A Mun H", Orders: []string{"ALWAYS A Mun H"}},
	{Form: "next", Section: "Germany, Spring 1902\nunits A Mun, A Kie, F Den\ncentres Mun Kie Den\n", Want: "NEXT A Mun-Bur", Orders: []string{"NEXT A Mun-Bur"}},
}

const german1902 = "Germany, Fall 1902\nunits A Mun, A Ruh, F Kie, F Nth\nvotes\n"

// unlike has the pairs of a wrapper and a form whose order is not read like the order alone, with the reasons.
var unlike = map[string]map[string]string{
	"%s can wait":          {"set-up": "the last fleet of the list can wait, which is to hold"},
	"Everything except %s": {"hold": "the others hold"},
	"Nächste Runde %s":     everyForm("it is filed for the next season, as it says"),
}

// everyForm gives one reason for all forms.
func everyForm(why string) map[string]string {
	out := map[string]string{}
	for _, w := range wrapped {
		out[w.Form] = why
	}
	return out
}

func TestWrappers(t *testing.T) {
	adjudicatortest.Wrappers(t, wrapped, unlike, func(t testing.TB, section string) adjudicatortest.Asker {
		a := asking(t, section)
		return adjudicatortest.Asker{View: a.view, Kind: a.kind}
	})
}
