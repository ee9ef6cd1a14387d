package deadman

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// viewOf returns the view of a power that has those units, as after Spring 1902.
func viewOf(power string, us ...string) View {
	b := standard()
	v := View{Power: power, Phase: "Fall 1902", Last: "Spring 1902", own: b.Power(power), Units: us, Peeks: 1}
	for _, text := range us {
		u, ok := b.unitOf(text)
		if !ok {
			panic("no unit: " + text)
		}
		u.Power = v.own
		v.units = append(v.units, u)
	}
	v.units.sort()
	return v
}

// written returns the sheet of a letter.
func (v View) written(letter string) sheet {
	c := kit.Read(words(), v.author("orders", sheet{}), kit.NewSheet(), letter)
	return v.sheetFrom(c.Sheet.Lines())
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", "; ") }

// Orders that are filed ahead are read against what their author knows when the season begins (DM-40).
func TestFiled(t *testing.T) {
	v := viewOf("France", "A Bur", "F Eng", "F Spa(sc)")
	v.Centres, v.Starred = []string{"Bel", "Par"}, []string{"A Bur", "F Spa(sc)"}
	v.Known = []Sighting{
		{Phase: "Spring 1902", Space: "Nth", Occupied: true}, {Phase: "Spring 1902", Space: "Mun"}, {Phase: "Fall 1901", Space: "Hol", Occupied: true},
		{Phase: "Spring 1902", Space: "Pic", Power: "Germany", Occupied: true}, {Phase: "Fall 1901", Space: "Ruh", Power: "Germany", Occupied: true},
		{Phase: "Spring 1902", Space: "Kie", Power: "Germany"},
	}
	check := func(lines, want string, faults ...string) {
		t.Helper()
		before := View{Power: "France", Phase: "Spring 1902", own: v.own, Votes: true}
		r := v.filed(before.written(lines))
		if got := oneLine(r.Answer); got != want {
			t.Errorf("%s: on file is %q, want %q", lines, got, want)
		}
		var got []string
		for _, f := range r.Faults() {
			got = append(got, f.Line+": "+f.Text)
		}
		if !slices.Equal(got, faults) {
			t.Errorf("%s: faults %q, want %q", lines, got, faults)
		}
		if again := v.Read("orders", "", r.Answer); again.Answer != r.Answer || len(again.Faults()) > 0 {
			t.Errorf("%s: what is filed is read as %q, %v", lines, again.Answer, again.Faults())
		}
	}
	check("", "")
	check("A Par-Bur\nPAS-Nth", "")
	check("NEXT A Bur-Ruh\nNEXT PAS-Nth", "A Bur-Ruh; PAS-Nth")
	check("NEXT IF PAS Nth occupied THEN F Eng-Nth ELSE F Eng H", "F Eng-Nth")
	check("NEXT IF PAS Nth empty THEN F Eng-Nth ELSE F Eng H", "F Eng H")
	check("NEXT IF PAS Mun empty THEN A Bur-Mun", "A Bur-Mun")
	check("NEXT IF NOT PAS Mun empty THEN A Bur-Mun", "")
	check("NEXT IF PAS Hol occupied THEN A Bur H", "") // a season too old
	check("NEXT IF PAS Boh empty THEN A Bur H ELSE A Bur-Pic", "A Bur-Pic")
	check("NEXT IF found Pic THEN A Bur-Pic", "A Bur-Pic")
	check("NEXT IF PAS Pic occupied THEN A Bur-Pic", "") // a spy is no peek
	check("NEXT IF found Ruh THEN A Bur-Pic", "")
	check("NEXT IF found Kie THEN A Bur-Pic", "")
	check("NEXT IF found Nth THEN A Bur-Pic", "")
	check("NEXT IF seen A Bur THEN A Bur-Par", "A Bur-Par")
	check("NEXT IF seen F Spa THEN A Bur-Par", "A Bur-Par")
	check("NEXT IF seen F Spa(nc) THEN A Bur-Par", "")
	check("NEXT IF seen F Eng THEN A Bur-Par", "")
	check("NEXT IF own Bel AND A Bur THEN A Bur-Par", "A Bur-Par")
	check("NEXT IF own Bel AND NOT F Eng THEN A Bur-Par ELSE A Bur H", "A Bur H")
	check("NEXT IF own Hol THEN A Bur-Par", "")
	check("NEXT IF F Bur THEN A Bur-Par", "") // it is an army
	check("NEXT A Bur H\nNEXT IF own Bel THEN A Bur-Par", "A Bur-Par")
	check("NEXT A Par-Pic\nNEXT A Bur H", "A Bur H", "NEXT A Par-Pic: You have no unit in Paris.")
	check("NEXT Build A Par", "", "NEXT Build A Par: You have no builds now.")
	check("ALWAYS A Bur H R Par\nRETREAT AUTO\nVOTE DRAW\nNEXT F Eng-Nth", "F Eng-Nth; RETREAT AUTO; ALWAYS A Bur H R Par")
}

// In Winter, builds that were filed ahead are carried out before orders for the units that they build.
func TestFiledWinter(t *testing.T) {
	b := standard()
	v := viewOf("France", "A Bur")
	v.Phase, v.Last, v.Builds, v.Vacant, v.vacant = "Spring 1903", "Fall 1902", 1, []string{"Par"}, []diplomacy.Loc{b.Lookup("PAR")}
	last := View{Power: "France", Phase: "Fall 1902", own: v.own}.written("NEXT A Par-Pic\nNEXT Build A Par")
	if got := oneLine(v.filed(last).Answer); got != "Build A Par; A Par-Pic" {
		t.Errorf("on file is %q", got)
	}
}

// Standing orders fill in what a letter leaves open, and nothing else (DM-25).
func TestWithStanding(t *testing.T) {
	v := viewOf("Germany", "A Mun", "A Kie", "F Den")
	check := func(lines, want string) {
		t.Helper()
		s := v.withStanding(v.written(lines))
		s.always = nil
		if got := oneLine(s.String()); got != want {
			t.Errorf("%s: filled in is %q, want %q", oneLine(lines), got, want)
		}
	}
	check("A Mun H", "A Mun H")
	check("ALWAYS A Mun H R Ber", "A Mun H R Ber")
	check("A Mun-Ruh\nALWAYS A Mun H R Ber", "A Mun-Ruh R Ber")
	check("A Mun-Ruh R Bur\nALWAYS A Mun H R Ber", "A Mun-Ruh R Bur")
	check("A Mun DB\nALWAYS A Mun H R Ber", "A Mun DB")
	check("A Mun R Bur\nALWAYS A Mun H R Ber", "A Mun H R Bur")
	check("ALWAYS F Mun-Ruh", "") // there is an army
	check("ALWAYS A Bur H", "")   // there is nobody
	check("ALWAYS R Ber, Kie, Nth, DB", "F Den R Kie, Nth, DB; A Kie R Ber, DB; A Mun R Ber, Kie, DB")
	check("A Mun-Tyr R Boh\nALWAYS R Ber", "A Kie R Ber; A Mun-Tyr R Boh")
	check("ALWAYS R Ber\nALWAYS A Mun R Tyr", "A Kie R Ber; A Mun R Tyr")
	check("ALWAYS PAS-Nth", "PAS-Nth")
	check("PAS-Mun\nALWAYS PAS-Nth", "PAS-Mun")
	v.Peeks = 0
	check("ALWAYS PAS-Nth", "")
	missing := v.missing(v.written("ALWAYS A Mun H\nALWAYS F Den H"))
	if want := []string{"A Kie has no order: it will hold."}; !slices.Equal(missing, want) {
		t.Errorf("missing is %q, want %q", missing, want)
	}
	b := standard()
	start := View{Power: "France", Phase: "Spring 1901", own: b.Power("France"), homes: b.Homes(b.Power("France"))}
	missing = start.missing(start.written("ALWAYS A Par E Germany\nALWAYS A Mar R Gas"))
	if want := []string{"F Bre has no order: it will start there and hold.", "A Mar has no order: it will start there and hold."}; !slices.Equal(missing, want) {
		t.Errorf("at the start, missing is %q, want %q", missing, want)
	}
}

// Each line of a form is read for what the sheet has, and a blank one for nothing.
func TestForm(t *testing.T) {
	b := standard()
	winter := viewOf("France", "A Bur", "F Spa(sc)")
	winter.Phase, winter.Builds, winter.vacant, winter.Vacant = "Spring 1903", 2, []diplomacy.Loc{b.Lookup("PAR"), b.Lookup("BRE")}, []string{"Par", "Bre"}
	late := viewOf("France", "A Bur", "F Spa(sc)", "A Pic")
	late.Phase, late.Removals = "Spring 1903", 2
	start := View{Power: "France", Phase: "Spring 1901", own: b.Power("France"), homes: b.Homes(b.Power("France")), Homes: []string{"Bre", "Mar", "Par"}}
	england := View{Power: "England", Phase: "Spring 1901", own: b.Power("England"), homes: b.Homes(b.Power("England"))}
	gone := View{Power: "Germany", Phase: "Fall 1902", own: b.Power("Germany"), Dislodged: []string{"A Mun", "F Den"}}
	check := func(v View, kind, letter, want string) {
		t.Helper()
		r := v.Read(kind, "", letter)
		if got := strings.Join(r.Form, "|"); got != want {
			t.Errorf("%s: the form is %q, want %q", oneLine(letter), got, want)
		}
		for _, trimmed := range []bool{false, true} {
			form := strings.Join(r.Form, "\n")
			if trimmed { // as mail programs do
				form = strings.ReplaceAll(strings.ReplaceAll(form+"\n", " \n", "\n"), "\n\n", "\n")
			}
			again := v.Read(kind, r.Answer, form)
			if start := len(v.homes) > 0; !start && again.Answer != r.Answer || len(again.Faults()) > 0 || len(again.Notes) > len(r.Notes) {
				t.Errorf("the form %q changes %q to %q with %v %q", form, r.Answer, again.Answer, again.Faults(), again.Notes)
			}
		}
	}
	check(viewOf("France", "A Bur", "F Nth", "F Spa(sc)"), "orders", "", "F Nth - |A Bur - |F Spa(sc) - |PAS-")
	check(viewOf("France", "A Bur", "F Nth", "F Spa(sc)"), "orders", "F Nth-Nwy R Edi, DB\nA Bur R Par\nF Spa H\nPAS-Mun", "F Nth - Nwy R Edi, DB|A Bur - R Par|F Spa(sc) H|PAS-Mun")
	check(viewOf("France", "A Lon", "F Nth", "F Eng"), "orders", "A Lon-Nwy via Nth\nF Nth C A Lon-Nwy\nF Eng E Germany", "F Eng E Germany|F Nth C A Lon-Nwy|A Lon - Nwy via convoy|PAS-")
	check(viewOf("Russia", "A War", "F StP(sc)", "F Bar", "A Sev"), "orders", "A War H\nF StP H", "F Bar - |A Sev - |F StP(sc) H|A War H|PAS-") // a coast where its province is
	check(winter, "orders", "", "Build |Build |A Bur - |F Spa(sc) - |PAS-")
	check(winter, "orders", "Build A Par\nA Par-Pic", "Build A Par|Build |A Bur - |A Par - Pic|F Spa(sc) - |PAS-")
	check(winter, "orders", "Build A Par\nWaive", "Build A Par|Waive|A Bur - |A Par - |F Spa(sc) - |PAS-")
	check(late, "orders", "Remove A Pic", "Remove Pic|Remove |A Bur - |F Spa(sc) - |PAS-")
	check(england, "orders", "", "SETUP F Edi, A Lvp, F Lon|F Edi - |A Lvp - |F Lon - ")
	check(start, "orders", "", "SETUP F Bre, A Mar, A Par|F Bre - |A Mar - |A Par - ")
	check(start, "orders", "SETUP A Bre, F Mar, A Par\nF Mar-Lyo", "SETUP A Bre, F Mar, A Par|A Bre - |F Mar - Lyo|A Par - ")
	check(gone, "retreats", "", "A Mun R |F Den R ")
	check(gone, "retreats", "A Mun R Ber, Kie, DB\nF Den DB", "A Mun R Ber, Kie|F Den DB")
}

// There is an end to what can be filed ahead; what is filed already can still be changed.
func TestNoRoom(t *testing.T) {
	v := viewOf("France", "A Bur")
	b := standard()
	var next, always []string
	for _, l := range b.Provinces() {
		if b.CanStand(diplomacy.Army, l) {
			next, always = append(next, "NEXT A "+b.Abbr(l)+" H"), append(always, "ALWAYS A "+b.Abbr(l)+" H")
		}
	}
	check := func(lines []string, most int, again string) {
		t.Helper()
		r := v.Read("orders", "", strings.Join(lines, "\n"))
		if got := strings.Count(r.Answer, "\n") + 1; got != most || len(r.Faults()) != len(lines)-most {
			t.Errorf("%s and so on: %d are kept and %d refused, of %d", lines[0], got, len(r.Faults()), len(lines))
		}
		if more := v.Read("orders", r.Answer, again); len(more.Faults()) > 0 || !strings.HasSuffix(more.Answer, again) {
			t.Errorf("%s: %v, on file is %q", again, more.Faults(), more.Answer)
		}
	}
	check(next, maxNext, "NEXT A "+b.Abbr(b.Lookup("ALB"))+"-Gre")
	check(always, maxAlways, "ALWAYS A "+b.Abbr(b.Lookup("ALB"))+"-Gre")
}

// A player without an order for a dislodged unit is told what becomes of it, and nothing about the board (DM-26).
func TestMissingRetreats(t *testing.T) {
	v := viewOf("Germany")
	v.Dislodged = []string{"A Mun", "F Den"}
	r := v.Read("retreats", "A Mun R Ber", "F Den R Kie, Swe")
	if r.Answer != "A Mun R Ber\nF Den R Kie, Swe" || len(r.Missing) > 0 {
		t.Errorf("on file is %q, missing %q", r.Answer, r.Missing)
	}
	r = v.Read("retreats", "A Mun R Ber", "A Mun DB")
	if want := []string{"F Den has no retreat: it will be removed."}; r.Answer != "A Mun DB" || !slices.Equal(r.Missing, want) {
		t.Errorf("on file is %q, missing %q", r.Answer, r.Missing)
	}
}
