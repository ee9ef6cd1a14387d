package deadman_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
)

// drawn returns what the chart of a view has to show: a line for each place with something in it, and for each arrow.
// Places of which all is known and nobody is there are left out, as are those of which nothing is.
func drawn(v adjudicator.View) (lines []string, fog int) {
	c := v.(adjudicator.Charted).Chart()
	for _, p := range c.Places {
		if p.Unknown {
			fog++
		}
		line := p.Name
		if p.Owner != "" {
			line += " of " + string(p.Owner)
		}
		for _, piece := range p.Pieces {
			line += ":" + strings.TrimRight(fmt.Sprintf(" %s %s %s %s %s", piece.Owner, piece.Kind, piece.Coast, piece.Mark, piece.Since), " ")
		}
		if p.Since != "" {
			line += " (" + p.Since + ")"
		}
		if line != p.Name {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
	}
	for _, a := range c.Arrows {
		line := fmt.Sprintf("%s %s %s", a.Owner, a.Kind, a.From)
		for _, part := range [][2]string{{" for ", a.Of}, {" to ", a.To}, {" on ", a.Coast}, {" via ", strings.Join(a.Via, " ")}} {
			if part[1] != "" {
				line += part[0] + part[1]
			}
		}
		if a.Failed {
			line += " fails"
		}
		lines = append(lines, line)
	}
	return lines, fog
}

// shows checks what the chart of a view shows, and how many places of it are unknown.
func shows(t *testing.T, v adjudicator.View, unknown int, want ...string) {
	t.Helper()
	got, fog := drawn(v)
	if !slices.Equal(got, want) || fog != unknown {
		t.Errorf("%d places are unknown, and the chart shows\n%s\nnot %d and\n%s", fog, strings.Join(got, "\n"), unknown, strings.Join(want, "\n"))
	}
}

// A power sees its own units and orders with their outcome, what it found, and what it found before with its date.
func TestChartOfAPower(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France F Mao", "France A Bur", "France A Mar", "Germany A Mun", "Germany A Ruh", "Germany F Bel", "Italy A Pie"},
		map[string]string{"France": "Par Bre Mar", "Germany": "Mun Bel", "Italy": "Rom"})
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{
		"France": {"A Bur E Germany", "A Mar-Pie", "F Mao-Spa(nc)", "PAS-Tyr"}, "Germany": {"F Bel E France"}})
	shows(t, p.View("France"), 75-3-4, // its units, and what it found
		"Bel: Germany unit", "Bre of France", "Bur: France army found", "Mar of France: France army", "Mun: Germany army", "Par of France",
		"Ruh: Germany army", "Spa of France: France fleet nc",
		"France move Mao to Spa on nc", "France spy Bur to Bel", "France spy Bur to Mun", "France spy Bur to Ruh", "France move Mar to Pie fails", "France peek Tyr")
	shows(t, p.View(adjudicator.Observer), 75)
	truth, _ := drawn(p.View(adjudicator.GM))
	for _, want := range []string{"Bel of Germany: Germany fleet found", "Bur: France army found", "Germany spy Bel to Bur", "France peek Tyr", "France spy Bur to Mun"} {
		if !slices.Contains(truth, want) {
			t.Errorf("the game master does not see %q:\n%s", want, strings.Join(truth, "\n"))
		}
	}

	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"A Bur-Ruh", "A Mar S A Bur", "PAS-Pie", "F Spa E Italy"}})
	shows(t, p.View("France"), 75-3-1,
		"Bel: Germany unit Fall 1902 (Fall 1902)", "Bre of France", "Bur: France army", "Mar of France: France army", "Mun: Germany army Fall 1902 (Fall 1902)",
		"Par of France", "Pie: unit", "Ruh: Germany army Fall 1902 (Fall 1902)", "Spa of France: France fleet nc", "Tyr (Fall 1902)",
		"France move Bur to Ruh fails", "France support Mar for Bur fails", "France spy Spa", "France peek Pie")
}

// Before the set-up the home centres are empty. The chart says on which shore of a place a fleet is.
func TestChartOfTheStart(t *testing.T) {
	p := position(t, "Spring 1901", nil, nil)
	shows(t, p.View("Russia"), 75-4, "Mos of Russia", "Sev of Russia", "StP of Russia", "War of Russia")
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"Russia": {"SETUP F StP(sc), A Mos, F Sev, A War", "F StP-Bot", "F Sev H"}})
	shows(t, p.View("Russia"), 75-4, "Bot: Russia fleet", "Mos of Russia: Russia army", "Sev of Russia: Russia fleet", "StP of Russia", "War of Russia: Russia army",
		"Russia hold Mos", "Russia hold Sev", "Russia move StP to Bot", "Russia hold War")
}

// The chart shows what was built, dislodged and lost; the arrow of an army at sea passes the fleets that are known.
func TestChartOfConvoysAndLosses(t *testing.T) {
	p := position(t, "Spring 1902", []string{"England A Lon", "England F Nth", "England F Nwg", "France F Eng", "Germany A Mun", "Austria A Tyr", "Austria A Boh"},
		map[string]string{"England": "Lon Edi Lvp Den", "Germany": "Mun Ber", "Austria": "Vie Bud", "France": "Bre"})
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{
		"England": {"A Lon-Nwy", "F Nth C A Lon-Nwy", "F Nwg H", "Build F Edi"},
		"Austria": {"A Tyr-Mun", "A Boh S A Tyr-Mun"}, "Germany": {"A Mun H R Ruh", "Build A Ber"}})
	shows(t, p.View("England"), 75-4, "Nth: England fleet", "Nwg: England fleet", "Den of England", "Edi of England: England fleet new", "Lvp of England", "Lon of England",
		"Nwy: England army",
		"England build Edi", "England convoy Nth for Lon to Nwy", "England hold Nwg", "England hold Edi", "England move Lon to Nwy via Nth")
	shows(t, p.View("Germany"), 75-2, "Ber of Germany: Germany army new", "Mun of Germany", "Ruh: Germany army",
		"Germany build Ber", "Germany hold Ber", "Germany hold Mun fails", "Germany retreat Mun to Ruh")
}

// While retreats are asked for, the owner sees which units must retreat; on an open board everybody does.
func TestChartOfRetreats(t *testing.T) {
	us := []string{"Germany A Mun", "Austria A Tyr", "Austria A Boh"}
	centres := map[string]string{"Germany": "Mun", "Austria": "Vie Bud"}
	orders := map[string]string{"Austria": "A Tyr-Mun\nA Boh S A Tyr-Mun", "Germany": "A Mun H R NONE"}
	asked := func(rules *adjudicator.Rules, p adjudicator.Position) (seen map[adjudicator.Seat]adjudicator.View) {
		table := adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{})
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		rec := table.Record()
		for i, req := range table.Open() {
			rec.Asked[0].Answers[i] = cmp.Or(p.View(req.Seat).Read(req.Kind, "", orders[string(req.Seat)]).Answer, req.Default)
		}
		p = loaded(t, rules, saved(t, p))
		if err := adjudicator.NewTable(adjudicator.Luck{}, rec).Run(p); err != nil {
			t.Fatal(err)
		}
		seen = map[adjudicator.Seat]adjudicator.View{}
		for _, s := range everybody() {
			seen[s] = p.View(s)
		}
		return seen
	}
	blind := asked(deadman.Rules, positionOf(t, deadman.Rules, "Fall 1902", us, centres, map[string]string{"retreats": "mini"}))
	shows(t, blind["Germany"], 75-1, "Mun of Germany: Germany army dislodged")
	shows(t, blind["Austria"], 75-2, "Boh: Austria army", "Bud of Austria", "Tyr: Austria army", "Vie of Austria")
	shows(t, blind[adjudicator.GM], 0, "Boh: Austria army", "Bud of Austria", "Mun of Germany: Austria army: Germany army dislodged", "Vie of Austria",
		"Austria move Tyr to Mun", "Austria support Boh for Tyr to Mun", "Germany hold Mun fails")
	open := asked(deadman.Diplomacy, positionOf(t, deadman.Diplomacy, "Fall 1902", us, centres, nil))
	for _, s := range []adjudicator.Seat{"Germany", "Italy", adjudicator.Observer, adjudicator.GM} {
		shows(t, open[s], 0, "Boh: Austria army", "Bud of Austria", "Mun of Germany: Austria army: Germany army dislodged", "Vie of Austria",
			"Austria move Tyr to Mun", "Austria support Boh for Tyr to Mun", "Germany hold Mun fails")
	}
}

// On an open board everybody sees everything, and after a Winter also what was built and removed.
func TestChartOfAnOpenBoard(t *testing.T) {
	p := positionOf(t, deadman.Diplomacy, "Fall 1902", []string{"Germany A Ber", "Austria A Tyr", "Austria A Boh"}, map[string]string{"Germany": "Kie Ber", "Austria": "Vie"}, nil)
	_, p = playSeason(t, deadman.Diplomacy, p, map[string][]string{"Germany": {"A Ber-Mun"}})
	want := []string{"Ber of Germany", "Boh: Austria army", "Kie of Germany", "Mun of Germany: Germany army", "Tyr: Austria army", "Vie of Austria"}
	shows(t, p.View("Italy"), 0, append(want, "Austria hold Tyr", "Austria hold Boh", "Germany move Ber to Mun")...)
	_, p = playSeason(t, deadman.Diplomacy, p, map[string][]string{"Germany": {"Build F Kie"}, "Austria": {"Remove A Tyr"}})
	want = []string{"Ber of Germany", "Boh: Austria army", "Kie of Germany: Germany fleet new", "Mun of Germany: Germany army", "Vie of Austria"}
	shows(t, p.View(adjudicator.Observer), 0, append(want, "Austria disband Tyr", "Germany build Kie")...)
	_, p = playSeason(t, deadman.Diplomacy, p, nil)
	if got, _ := drawn(p.View("Italy")); slices.Contains(got, "Germany build Kie") || !slices.Contains(got, "Germany hold Kie") {
		t.Errorf("after the Spring the chart still shows the Winter:\n%s", strings.Join(got, "\n"))
	}
}

// When the game is over, everybody sees everything.
func TestChartOfTheEnd(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France A Par", "Germany A Mun"}, map[string]string{"France": "Par", "Germany": "Mun"})
	p = adjudicatortest.Rewritten(deadman.Rules, p, map[string]any{"Out": []string{"Austria", "England", "Italy", "Russia", "Turkey"}})
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"A Par-Bur", "VOTE DRAW"}, "Germany": {"VOTE DRAW", "A Mun E France"}})
	for _, s := range []adjudicator.Seat{"France", "Italy", adjudicator.Observer, adjudicator.GM} {
		shows(t, p.View(s), 0, "Bur: France army found", "Mun of Germany: Germany army", "Par of France",
			"France move Par to Bur", "Germany spy Mun to Bur")
	}
}

// A game that was saved before views had what was done still has a chart.
func TestChartOfAnOldGame(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France A Par"}, map[string]string{"France": "Par"})
	old := adjudicatortest.Rewritten(deadman.Rules, p, map[string]any{"History": []any{map[string]any{"Phase": "Spring 1902", "Powers": []any{
		map[string]any{"Power": "Austria"}, map[string]any{"Power": "England"},
		map[string]any{"Power": "France", "Lines": []any{map[string]any{"Text": "A Bur-Par*"}}, "Starred": []any{"A Par"}},
		map[string]any{"Power": "Germany"}, map[string]any{"Power": "Italy"}, map[string]any{"Power": "Russia"}, map[string]any{"Power": "Turkey"}}}}})
	shows(t, old.View("France"), 74, "Par of France: France army found", "France move Bur to Par")
}

// Lines of an edited history that are neither orders nor places are left out, and do not stop the game.
func TestChartOfAnEditedGame(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France A Par"}, map[string]string{"France": "Par"})
	part := func(power string) any { return map[string]any{"Power": power} }
	old := adjudicatortest.Rewritten(deadman.Rules, p, map[string]any{"History": []any{map[string]any{"Phase": "Spring 1902", "Powers": []any{part("Austria"), part("England"),
		map[string]any{"Power": "France", "Built": []any{"", "A Nowhere"}, "Removed": []any{"Paris"}, "Peeks": []any{map[string]any{"Space": "Nowhere", "Occupied": true}},
			"Lost": []any{map[string]any{"Unit": "?", "To": "Par"}}, "Starred": []any{"nobody"},
			"Lines": []any{map[string]any{"Text": "holds"}, map[string]any{"Text": "A Nowhere-Par"}, map[string]any{"Text": "F Eng C A Par"},
				map[string]any{"Text": "A Bur E Germany"}, map[string]any{"Text": "A Bur-Espionage Germany", "Found": []any{"Nowhere"}, "Spied": "Germany"}}},
		part("Germany"), part("Italy"), part("Russia"), part("Turkey")}}}})
	shows(t, old.View("France"), 74, "Par of France: France army")
}
