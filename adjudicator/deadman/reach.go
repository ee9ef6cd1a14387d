package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A Reach is a unit at the start, and where it can go by the map.
type Reach struct {
	Unit  string // "A Ven"
	Place string // "Venice"
	To    []Neighbour
}

// A Neighbour is a space that a unit can go to.
type Neighbour struct {
	Abbr, Name string
	Centre     string // whose centre it is, nobody's if that is Neutral; "" if it is none
	Own        bool   // a unit of the power's own is there
}

// Neutral stands for the owner of a centre that nobody owns.
const Neutral = "nobody"

// Reaches are the power's units, or before the set-up those that it usually starts with, each with where it can go: what
// a newcomer's first orders are about. Whose the centres are is right on an open board, and of a blind game before it begins.
func (v View) Reaches() []Reach {
	b := standard()
	us := append(units{}, v.units...)
	for _, home := range v.homes {
		us = append(us, standardUnit(home))
	}
	var out []Reach
	for _, u := range us {
		is := Reach{Unit: b.unit(u), Place: b.Name(b.Province(u.At))}
		for _, l := range b.Reach(u.Type, u.At) {
			at := b.Province(l)
			_, own := us.in(at)
			is.To = append(is.To, Neighbour{Abbr: b.Abbr(l), Name: b.Name(l), Centre: v.ownerAtStart(at), Own: own})
		}
		slices.SortFunc(is.To, func(x, y Neighbour) int { return strings.Compare(x.Abbr, y.Abbr) })
		out = append(out, is)
	}
	return out
}

// ownerAtStart is whose centre a space is: on an open board now, else in the beginning, which everybody knows.
func (v View) ownerAtStart(at diplomacy.Loc) string {
	b := standard()
	if !b.IsCentre(at) {
		return ""
	}
	for _, h := range v.Board {
		if slices.Contains(h.Centres, b.Abbr(at)) {
			return h.Power
		}
	}
	for p, name := range b.Powers() {
		if !v.open && slices.Contains(b.Homes(diplomacy.Power(p)), at) {
			return name
		}
	}
	return Neutral
}

// Neutrals are the centres that nobody owns, on an open board now, else in the beginning.
func (v View) Neutrals() []string {
	b := standard()
	var out []string
	for _, c := range b.Centres() {
		if v.ownerAtStart(c) == Neutral {
			out = append(out, b.Abbr(c))
		}
	}
	slices.Sort(out)
	return out
}
