package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// This file guesses at units that the words of a sentence leave open.

// bySea adds moves by sea together with convoys by named fleets of the player's: the moves that were said, and those
// of an army to a place to which a fleet is to take it.
func (g *guess) bySea() {
	if g.c.Passed {
		return
	}
	var fleets, armies units
	for _, b := range g.words {
		if b.Class != "place" {
			continue
		}
		if u, own := g.unitAt(locOf(b)); own && u.Type == diplomacy.Fleet {
			fleets = append(fleets, u)
		} else if own {
			armies = append(armies, u)
		}
	}
	// "Nth takes it to Belgium"
	if it := g.pronoun(g.c); len(armies) == 0 && it.Type == diplomacy.Army && !failed(it.outcome) {
		armies = units{it.Unit}
	}
	for _, u := range armies {
		isOrdered := func(line string) bool { o, _ := parseOrder(line); return o.at == u.At }
		if slices.ContainsFunc(g.out, isOrdered) ||
			slices.ContainsFunc(g.far, func(o order) bool { return o.at == u.At }) {
			continue
		}
		for _, to := range g.aims {
			if !g.reaches(u, to) {
				g.far = append(g.far, g.moving(u, to))
			}
		}
	}
	for _, o := range g.far {
		for _, u := range fleets {
			carries := blank(u)
			carries.verb, carries.target, carries.to, carries.said = convoy, g.Province(o.at), g.Province(o.to), "A "
			if g.possible(carries) != nil || g.possible(o) != nil {
				continue
			}
			moves := g.moving(u, o.to).text("")
			g.out = slices.DeleteFunc(g.out, func(line string) bool { return line == moves })
			g.out = append(g.out, o.text(""), carries.text(""))
		}
	}
}

// replaced adds the orders on file in which one place is corrected to another: "for Norwegian Sea read Skagerrak".
func (g *guess) replaced() {
	var at []diplomacy.Loc
	for _, b := range g.words {
		if b.Class == "place" {
			at = append(at, locOf(b))
		}
	}
	if len(at) != 2 || len(g.out) > 0 {
		return
	}
	for _, key := range g.c.Sheet.Keys() {
		o, ok := parseOrder(g.c.Sheet.Get(key))
		if !ok || o.to == diplomacy.NoLoc || g.Province(o.to) != g.Province(at[0]) {
			continue
		}
		o.to = g.Province(at[1])
		if o.verb == move {
			o.to = g.landing(o.who(), o.to)
		}
		if g.possible(o) == nil {
			g.out = append(g.out, o.text(""))
		}
	}
}

// idlers adds possible orders for units of which nothing else is known: the same as the previous unit does, or to
// hold.
func (g *guess) idlers() {
	if !g.c.Completes || g.c.Passed {
		return
	}
	last, _ := parseOrder(g.c.Last.Line)
	if g.ordered.verb != none {
		last = g.ordered
	}
	for _, u := range g.idle {
		if g.Removals > len(g.gone) {
			g.out = append(g.out, "Remove "+g.key(u.At))
		}
		if g.isSuggested(u) {
			continue
		}
		switch o := last; {
		case slices.Contains([]verb{spy, disband, support}, last.verb):
			o.unit, o.at = u.Type, u.At
			g.add(o)
		case !g.leads():
			g.add(holding(u))
		}
	}
}

// leads reports whether the words lead to an unknown place: "A Mun-Xyz".
func (g *guess) leads() bool {
	return slices.ContainsFunc(g.words, func(b kit.Bind) bool { return b.Class == "to" || g.c.Word(b.From) == "-" })
}

// unsaid returns the units that the letter does not mention.
func (g *guess) unsaid() (out units) {
	for _, u := range g.pool() {
		if g.c.Completes && g.c.Given[g.key(u.At)] == "" && !g.isSuggested(u) {
			out = append(out, u)
		}
	}
	return out
}

// isSuggested reports whether an order for a unit is suggested.
func (g *guess) isSuggested(u diplomacy.Unit) bool {
	is := func(line string) bool { return strings.Contains(line, " "+g.key(u.At)) }
	return slices.ContainsFunc(g.out, is) || slices.ContainsFunc(g.c.Parts, func(p kit.Part) bool {
		return slices.ContainsFunc(p.Suggest, is)
	})
}
