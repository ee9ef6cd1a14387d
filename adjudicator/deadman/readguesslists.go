package deadman

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// This file guesses at lists: what starts, is built or removed, and where units retreat.

// withdraw adds a list of retreats.
func (g *guess) withdraw(u diplomacy.Unit, to []diplomacy.Loc) {
	if isDone := g.c.Passed && g.c.Given[g.key(u.At)] != ""; isDone {
		return
	}
	o := blank(u)
	isClosed := func(at diplomacy.Loc) bool { return failed(retreatReader{g.author}.closed(u, at)) }
	o.retreat = slices.DeleteFunc(reachable(u, to), isClosed)
	if o.hasList() {
		g.out = append(g.out, o.listed().Line)
	}
}

// typedPlaces returns the wanted places of a list, with the types before or after them: "fleets in Ank and Con, army
// Smy", "Ank and Con fleets".
func (g *guess) typedPlaces(wanted func(diplomacy.Loc) bool) []namedUnit {
	var out []namedUnit
	var t diplomacy.UnitType
	before, open := false, 0 // whether types precede their places, and how many places have no type yet
	for _, b := range g.words {
		is, isType := typeWord(b)
		switch {
		case isType:
			before = before || len(out) == 0
			for i := len(out) - open; i < len(out) && !before; i++ {
				out[i].t, out[i].typed = is, true
			}
			t, open = is, 0
		case b.Class == "place":
			for _, at := range places(b.Vals) {
				if wanted(at) {
					out = append(out, namedUnit{t, before, at, b})
					open++
					break
				}
			}
		}
	}
	return out
}

// starting reads the units of a set-up.
func (g *guess) starting() {
	if isDone := g.c.Completes && (g.c.Given["SETUP"] != "" || slices.ContainsFunc(g.meant, g.IsWhole)); isDone {
		return
	}
	isType := func(b kit.Bind) bool { return b.Class == "a" || b.Class == "f" }
	if len(g.homes) == 0 || !slices.ContainsFunc(g.words, isType) {
		return
	}
	starts := units{}
	named := g.typedPlaces(g.isHome)
	for _, n := range named {
		at := n.at
		isFleet := n.typed && n.t == diplomacy.Fleet
		if coasts := g.Coasts(g.Province(at)); isFleet && at == g.Province(at) && len(coasts) > 0 {
			at = g.coastSaid(coasts)
		}
		_, twice := starts.in(g.Province(at))
		if s := g.standing(n.t, at); n.typed && !failed(s.outcome) && !twice {
			starts = append(starts, s.Unit)
		}
	}
	g.others(&starts, len(named) == 0)
	if len(starts) > 1 { // "F Bre-Xyz" is about an order
		starts.sort()
		g.out = append(g.out, "SETUP "+joinUnits(starts))
	}
}

// others adds the homes that are not named, if the last type is for all of them, or for the rest.
func (g *guess) others(starts *units, isAll bool) {
	isRest := false
	var t diplomacy.UnitType
	for _, b := range g.words {
		if is, isType := typeWord(b); isType {
			t = is
		}
		isRest = isRest || b.Class == "rest"
	}
	if !isAll && !isRest {
		return
	}
	for _, home := range g.homes {
		_, known := starts.in(home)
		if s := g.standing(t, home); !known && !failed(s.outcome) {
			*starts = append(*starts, s.Unit)
		}
	}
}

// coastSaid returns the coast that is named anywhere, or else the first.
func (g *guess) coastSaid(coasts []diplomacy.Loc) diplomacy.Loc {
	for _, at := range coasts {
		side := g.Abbr(at)[len(g.Abbr(g.Province(at)))+1:][:1]
		for _, x := range g.c.Lexemes {
			if x.Word == map[string]string{"n": "north", "s": "south", "e": "east"}[side] {
				return at
			}
		}
	}
	return coasts[0]
}

// builds reads builds and removals.
func (g *guess) builds() {
	isVacant := func(at diplomacy.Loc) bool { return g.Builds > 0 && g.vacantCentre(at) == nil }
	for _, n := range g.typedPlaces(isVacant) {
		if s := g.standing(n.t, n.at); n.typed && !failed(s.outcome) {
			g.out = append(g.out, "Build "+g.author.unit(s.Unit))
		} else {
			g.out = append(g.out, buildReader{g.author}.whichBuild(g.Province(n.at)).Suggest...)
		}
	}
	for _, b := range g.words {
		if b.Class != "place" {
			continue
		}
		if u, own := g.unitAt(locOf(b)); own && g.Removals > 0 {
			g.out = append(g.out, "Remove "+g.key(u.At))
		}
	}
}

// retreats reads the retreats of units that are named, were named last, or are the only ones, to the places after
// them that they can reach.
func (g *guess) retreats() {
	var us units
	var to []diplomacy.Loc
	flush := func() {
		for _, u := range us {
			g.withdraw(u, to)
			if g.c.Completes && !g.c.Passed && len(to) == 0 {
				g.out = append(g.out, g.author.unit(u)+" DB")
			}
		}
		us, to = nil, nil
	}
	for _, b := range g.words {
		if b.Class != "place" {
			continue
		}
		for _, at := range places(b.Vals) {
			u, ok := g.unitAt(at)
			switch {
			case !ok:
				to = append(to, at)
			case len(us) > 0 && len(to) > 0:
				flush()
				us = units{u}
			default:
				us = append(us, u)
			}
		}
	}
	if it := g.pronoun(g.c); len(us) == 0 && !failed(it.outcome) {
		us = units{it.Unit}
	}
	flush()
}
