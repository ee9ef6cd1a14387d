package deadman

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// The examples in the short rules are read as written, each in its season, for a player who has the units.
func TestDocIsRead(t *testing.T) {
	b := standard()
	at := func(abbr string) diplomacy.Loc { return b.places.Find(abbr)[0] }
	units := []string{"A Mun", "A Par", "A Pic", "F Nth"}
	summer, build, remove, start := viewOf("Italy", units...), viewOf("Italy", units...), viewOf("Italy", units...), viewOf("England")
	summer.Votes = true
	build.Builds, build.vacant = 1, []diplomacy.Loc{at("Bre")}
	remove.Removals = 1
	start.homes = b.Homes(b.Power("England"))
	gap := regexp.MustCompile(`\s{2,}`)
	full := map[string]string{
		"Deadman":   "A Mun H R Ber\nPAS-Nth\nVOTE Draw\nRETREAT AUTO\nALWAYS A Mun H\nNEXT A Mun-Bur",
		"Diplomacy": "A Mun H R Ber\nVOTE Draw\nRETREAT AUTO\nALWAYS A Mun H",
	}
	for name, rules := range map[string]*adjudicator.Rules{"Deadman": Rules, "Diplomacy": Diplomacy} {
		text, err := rules.Told(rules.Ruled(nil))
		if err != nil {
			t.Fatal(err)
		}
		forms := 0
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			shown, ok := strings.CutPrefix(line, "    ")
			if !ok || strings.HasPrefix(shown, " ") {
				continue
			}
			for i, cell := range gap.Split(shown, -1) {
				if i > 0 && strings.ToLower(cell[:1]) == cell[:1] { // what the form means
					break
				}
				forms++
				if strings.HasPrefix(cell, "IF ") {
					cell += " THEN A Mun H"
				}
				old, taken := "", false
				switch {
				case strings.HasSuffix(cell, " OFF"), strings.HasSuffix(cell, " NONE"): // there is something to take back
					old = full[name]
				case strings.Contains(cell, "IF PAS Nth"): // of which a peek must be on file
					old = "PAS-Nth"
				}
				for _, v := range []View{summer, build, remove, start} {
					v.open = name == "Diplomacy"
					r := v.Read("orders", old, cell)
					faults := slices.DeleteFunc(r.Faults(), func(f adjudicator.Fault) bool { return strings.HasSuffix(f.Text, "Should it go there?") })
					taken = taken || len(faults)+len(r.Notes) == 0 && r.Answer != old
				}
				if !taken {
					t.Errorf("%s: %q is not taken: %+v", name, cell, summer.Read("orders", "", cell))
				}
			}
		}
		if forms < 15 {
			t.Errorf("%s: there are only %d forms", name, forms)
		}
	}
}
