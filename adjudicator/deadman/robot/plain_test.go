package robot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
)

// plain plays Deadman Diplomacy as robots did before they had beliefs: units go to a centre in reach that is not
// theirs, or anywhere.
func plain(v deadman.View, kind string, r *rand.Rand) string {
	g := standard()
	if kind == "retreats" {
		return ""
	}
	var out []string
	units := slices.Clone(v.Units)
	if len(v.Homes) > 0 {
		for _, u := range g.Start() {
			if g.powers[u.Power] == v.Power {
				units = append(units, g.name(u))
			}
		}
		out = append(out, "SETUP "+strings.Join(units, ", "))
	}
	r.Shuffle(len(v.Vacant), func(i, j int) { v.Vacant[i], v.Vacant[j] = v.Vacant[j], v.Vacant[i] })
	for _, place := range v.Vacant[:v.Builds] {
		out, units = append(out, "Build A "+place), append(units, "A "+place)
	}
	r.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	for range v.Removals {
		out, units = append(out, "Remove "+units[0]), units[1:]
	}
	for i, unit := range units {
		out = append(out, plainOrder(v, units, i, unit, r))
	}
	return strings.Join(out, "\n")
}

func plainOrder(v deadman.View, units []string, i int, unit string, r *rand.Rand) string {
	g := standard()
	u := g.unit(unit, diplomacy.Nobody)
	reach := g.reach[u.Type][u.At]
	switch {
	case i > 0 && r.IntN(6) == 0:
		return unit + " S " + units[i-1]
	case r.IntN(6) == 0 || len(reach) == 0:
		return unit + " H"
	}
	to := reach[r.IntN(len(reach))]
	for _, l := range reach {
		p := g.Province(l)
		if g.IsCentre(p) && !slices.Contains(v.Centres, g.Abbr(p)) && r.IntN(3) > 0 {
			to = l
		}
	}
	return fmt.Sprintf("%s-%s R %s", unit, g.Abbr(to), g.Abbr(reach[r.IntN(len(reach))]))
}
