package deadman

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// Suggest goes through the places, powers and words of orders of a text that is no order, and says what orders they can make up
// in that order.
func (a *author) Suggest(said []kit.Bind, c *kit.Context) []string {
	switch {
	case a.now != nil:
		return a.now.Suggest(said, c)
	case a.inWinter:
		return nil
	case a.kind == retreats:
		return a.waysOf(said, c)
	}
	g := guess{author: a, last: c.Last.Line, draft: newDraft()}
	for _, b := range said {
		switch {
		case b.Class == "place":
			g.place(b.Vals)
		case b.Class == "seat":
			g.on = diplomacy.Power(b.Vals[0])
		case b.Class == "draw" && a.Votes && c.Sheet.Get("VOTE") == "":
			g.out = append(g.out, "VOTE Draw")
		case len(b.Vals) == 0:
			g.hear(b.Class)
		}
	}
	g.finish()
	return g.out
}

// waysOf is the retreat of the unit that is named, was named last, or is the only one, to the places that are named and that it can
// reach.
func (a *author) waysOf(said []kit.Bind, c *kit.Context) []string {
	var us units
	var to []diplomacy.Loc
	for _, b := range said {
		if b.Class != "place" {
			continue
		}
		for _, at := range places(b.Vals) {
			if u, ok := a.unitAt(at); ok {
				us = append(us, u)
			} else {
				to = append(to, at)
			}
		}
	}
	if it := a.pronoun(c); len(us) == 0 && !failed(it.outcome) {
		us = append(us, it.Unit)
	}
	var out []string
	for _, u := range us {
		o := blank(u)
		o.retreat = slices.DeleteFunc(reachable(u, to), func(at diplomacy.Loc) bool { return failed(a.closed(u, at)) })
		if o.hasList() {
			out = append(out, o.listed().Line)
		}
	}
	return out
}

// A guess is what was made up of the words so far.
type guess struct {
	*author
	last string // the order before
	draft
	out []string
}

// A draft is an order as far as its words have come.
type draft struct {
	units units
	word  string // the class of the last word of orders
	order
}

func newDraft() draft { return draft{order: blank(diplomacy.Unit{})} }

// verbOf are the verbs of orders by the classes of their words. Others may be moves.
var verbOf = map[string]verb{"hold": hold, "db": disband, "spy": spy, "s": support, "c": convoy}

// stays reports whether a unit that is ordered with the last word needs nothing else.
func (d *draft) stays() bool { return verbOf[d.word] == hold || verbOf[d.word] == disband }

// helps reports whether it is a support or a convoy.
func (d *draft) helps() bool { return verbOf[d.word] == support || verbOf[d.word] == convoy }

// hasAim reports whether a place or a power is known with which the units do something.
func (d *draft) hasAim() bool {
	return d.to != diplomacy.NoLoc || d.target != diplomacy.NoLoc || d.on != diplomacy.Nobody
}

// hear takes a word of orders. A support that is "to hold", or of a unit "going to" a place, stays one.
func (g *guess) hear(class string) {
	if !g.helps() || g.target == diplomacy.NoLoc {
		g.word = class
	}
}

// place takes a place: that of a unit which is ordered, or what it is ordered to do something with.
func (g *guess) place(vals []int) {
	at := diplomacy.Loc(vals[0])
	var u diplomacy.Unit
	i := slices.IndexFunc(places(vals), func(at diplomacy.Loc) (own bool) { u, own = g.unitAt(at); return own })
	isAgain := i >= 0 && g.word == "" && slices.Contains(g.units, u) // "Tunis - poor Tunis - holds"
	own, isWhole := i >= 0, len(g.units) == 0 || g.stays() || g.hasAim()
	switch {
	case g.word == "pas" && g.Peeks > 0:
		g.out = append(g.out, "PAS-"+g.key(at))
		g.draft = newDraft()
	case isAgain:
	case own && isWhole:
		to := g.to
		g.finish()
		g.units = units{u}
		if len(g.out) == 0 {
			g.to = to // "to Holland goes the fleet in the North Sea"
		}
	case own && g.word == "":
		g.units = append(g.units, u)
	case g.helps() && g.target == diplomacy.NoLoc:
		g.target = at
	default:
		g.to = at
	}
}

// finish adds what the words come to, if it can be, and begins anew.
func (g *guess) finish() {
	d := g.draft
	g.draft = newDraft()
	aimless := d.to == diplomacy.NoLoc && d.on == diplomacy.Nobody
	if len(d.units) == 2 && aimless && !d.stays() && !d.helps() { // "Kie Ruh"
		d.units, d.to = d.units[:1], d.units[1].At
	}
	for _, u := range d.units {
		o := d.order
		o.unit, o.at = u.Type, u.At
		v := verbOf[d.word]
		spies := v == spy && d.on != diplomacy.Nobody
		switch {
		case v == hold, !g.open && (v == disband || spies):
			o.verb = v
		case d.helps():
			o.verb = v
			g.helped(&o)
		case d.to != diplomacy.NoLoc:
			o = g.moving(u, d.to)
		}
		g.add(o)
		_, own := g.unitAt(o.target)
		if covers := o.verb == support && o.to == diplomacy.NoLoc; covers && o.target != diplomacy.NoLoc && !own { // "covers Galicia"
			g.add(g.moving(u, o.target))
		}
	}
}

// helped completes a support or convoy by what is known of the unit that it is for.
func (g *guess) helped(o *order) {
	if of, ok := parseOrder(g.last); ok && of.verb != none && o.target == diplomacy.NoLoc {
		o.target, o.to = of.at, of.to
	}
	o.target = g.Province(o.target)
	if u, ok := g.unitAt(o.target); ok {
		o.said = u.Type.String() + " "
	}
}

// add adds an order if it can be, as far as its player knows.
func (g *guess) add(o order) {
	isVague := o.verb == none || (o.verb == support || o.verb == convoy) && o.target == diplomacy.NoLoc
	isFar := o.verb == move && !g.reaches(o.who(), o.to)
	if !isVague && !isFar && g.possible(o) == nil {
		g.out = append(g.out, o.text(""))
	}
}
