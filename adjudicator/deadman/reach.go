package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A Reach is a unit at the start of the game, with the places that it can move to by the map.
type Reach struct {
	Unit  string // such as "A Ven"
	Place string // such as "Venice"
	To    []Neighbour
}

// A Neighbour is a space that a unit can move to.
type Neighbour struct {
	Abbr, Name string
	Centre     string // owner of its centre, Neutral if nobody owns it; "" if it has no centre
	Own        bool   // whether a unit of the power's own is there
}

// Neutral stands for the owner of a centre that belongs to nobody.
const Neutral = "nobody"

// Reaches returns the power's units (before the set-up, those that it usually starts with), each with the places that
// it can move to, for a newcomer's first orders. The owners of centres are correct on an open board, and at the
// beginning of a blind game.
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

// ownerAtStart returns the owner of a space's centre: at present on an open board, otherwise at the start of the
// game, which is public.
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

// Neutrals returns the centres that nobody owns: at present on an open board, otherwise at the start of the game.
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
