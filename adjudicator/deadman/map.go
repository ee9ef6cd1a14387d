package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A Region is a part of the board, with what a power knows about its spaces.
type Region struct {
	Name   string
	Spaces []Space
}

// A Space is what a power knows about a space.
type Space struct {
	Abbr  string
	Facts []string // such as "your F Bre, found by others" or "France (spy, Fall 1902)"
}

// A region lists the spaces of a part of the board, in the order in which people look for them on a map.
type region struct{ name, spaces string }

func regions() []region {
	return []region{
		{"British Isles", "Cly Edi Lvp Yor Wal Lon"},
		{"France and Iberia", "Bre Pic Par Bur Gas Mar Spa Por"},
		{"Germany and the Low Countries", "Bel Hol Ruh Kie Ber Mun Pru Sil"},
		{"Scandinavia", "Nwy Swe Fin Den"},
		{"Russia", "StP Lvn Mos War Ukr Sev"},
		{"Austria", "Boh Gal Tyr Vie Bud Tri"},
		{"Italy and Africa", "Pie Ven Tus Rom Apu Nap Naf Tun"},
		{"The Balkans", "Alb Ser Rum Bul Gre"},
		{"Turkey", "Con Ank Smy Arm Syr"},
		{"Northern seas", "Bar Nwg Nth Ska Hel Bal Bot"},
		{"Western seas", "Nao Iri Eng Mao"},
		{"Southern seas", "Wes Lyo Tys Adr Ion Aeg Eas Bla"},
	}
}

// Regions returns the parts of the board about which the power knows anything: its own units and centres, and what
// its spies and peeks found, with dates if it is old.
func (v View) Regions() []Region {
	var out []Region
	for _, r := range regions() {
		here := Region{Name: r.name}
		for abbr := range strings.FieldsSeq(r.spaces) {
			if facts := v.facts(abbr); len(facts) > 0 {
				here.Spaces = append(here.Spaces, Space{Abbr: abbr, Facts: facts})
			}
		}
		if len(here.Spaces) > 0 {
			out = append(out, here)
		}
	}
	return out
}

// facts returns what the power knows about a space. If its own unit is there, earlier findings are left out.
func (v View) facts(abbr string) []string {
	b := standard()
	var out []string
	u, own := v.unitIn(abbr)
	if own {
		fact := "your " + b.unit(u)
		if slices.Contains(v.Starred, b.unit(u)) {
			fact += "*"
		}
		out = append(out, fact)
	}
	if slices.Contains(v.Centres, abbr) {
		out = append(out, "your centre")
	}
	for _, k := range v.Known {
		if k.Space == abbr && !own {
			out = append(out, fmt.Sprintf("%s (%s, %s)", k.what(), k.how(), k.Phase))
		}
	}
	return out
}

// unitIn returns the power's own unit in a space.
func (v View) unitIn(abbr string) (diplomacy.Unit, bool) {
	return v.units.in(standard().places.Find(abbr)[0])
}

// Found returns what spies and peeks found in the last season or, if last is false, in earlier seasons with dates.
// Spaces in which the power now has a unit are left out.
func (v View) Found(last bool) []string {
	var out []string
	for _, k := range v.Known {
		switch _, own := v.unitIn(k.Space); {
		case last && k.Phase == v.Last:
			out = append(out, k.Space+" "+k.what())
		case !last && k.Phase != v.Last && !own:
			out = append(out, fmt.Sprintf("%s %s (%s)", k.Space, k.what(), k.Phase))
		}
	}
	return out
}

func (k Sighting) what() string {
	switch {
	case k.Power != "":
		return k.Power
	case k.Occupied:
		return "occupied"
	}
	return "empty"
}

func (k Sighting) how() string {
	if k.Power != "" {
		return "spy"
	}
	return "peek"
}

// A Way lists the spaces that a dislodged unit could retreat to by the map, whatever is there (DM-26). On an open
// board it lists only open spaces.
type Way struct {
	Unit string
	To   []string
}
