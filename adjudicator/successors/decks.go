package successors

import (
	"fmt"
	"maps"
	"slices"

	"deaddrop/adjudicator/pack"
)

// The keywords for the target and the place of an effect, in addition to those of all games and to the names of seats
// and places.
const (
	toController = "controller"

	atHome   = "home"
	atLeader = "leader"
	atRandom = "random"
	atChoice = "choice"
)

// forms returns the fields that an effect of each kind has.
func (b *Board) forms() map[Op]pack.Form {
	var provinces, all []string
	for _, p := range b.Places {
		if all = append(all, p.Name); !p.Sea {
			provinces = append(provinces, p.Name)
		}
	}
	in := func(places []string, words ...string) []string { return slices.Concat(words, places) }
	many := []string{pack.ToOthers, pack.ToAll}
	each := append(many, toController)
	return map[Op]pack.Form{
		OpGain:     {What: []string{"talents"}, Least: -20, Most: 20, Targets: each},
		OpUnits:    {Places: in(provinces, "", atHome, atLeader, atRandom, atChoice), Least: -10, Targets: each},
		OpHire:     {Places: in(provinces, "", atHome, atLeader, atChoice), Units: true, Targets: each},
		OpHome:     {Targets: many},
		OpRevolt:   {Places: in(provinces, atRandom, atChoice), Units: true, Most: 10, Targets: many},
		OpInvasion: {Places: in(provinces, atRandom, atChoice), Units: true, Most: 10, Targets: many},
		OpCancel:   {},
		OpStorm:    {Places: in(all, "", atChoice), Targets: many},
		OpPlague:   {Places: in(provinces, atLeader, atRandom, atChoice), Targets: many},
		OpOffer:    {Targets: many},
		OpDraw:     {Least: 1, Most: 5, Targets: many},
		OpMarch:    {Least: 1, Most: 5, Targets: many},
		OpRaid:     {Least: 1, Most: 20},
		OpRelease:  {Targets: many},
		OpGM:       {},
		OpNone:     {},
	}
}

// throws returns the 36 results of two dice, tens and ones.
func throws() []int {
	var out []int
	for tens := 1; tens <= 6; tens++ {
		for ones := 1; ones <= 6; ones++ {
			out = append(out, 10*tens+ones)
		}
	}
	return out
}

// table reads an event table (U2).
func (r *packReader) table(name string, given map[string]cardText) map[int]Card {
	cards := pack.Numbered(&r.Reader, name, `results of two dice, such as "11", "13-16" or "21, 23-26" (U2)`,
		throws(), given, func(where string, g cardText) Card {
			if g.When != "" {
				r.Fault("%s: only chits say when they may be played", where)
			}
			return r.card(where, g, false)
		})
	pack.Missing(&r.Reader, name, "results", "U2", throws(), cards)
	for n, c := range cards {
		c.Number = n
		cards[n] = c
	}
	return cards
}

// chits reads the chits (U3).
func (r *packReader) chits(given map[string]cardText) {
	var all []int
	for n := range maxChits {
		all = append(all, n+1)
	}
	such := fmt.Sprintf(`numbers from 1 to %d, such as "1" or "2-4" (U3)`, maxChits)
	chits := pack.Numbered(&r.Reader, "chit", such, all, given, func(where string, g cardText) Card {
		card := r.card(where, g, true)
		if card.When = When(g.When); !slices.Contains([]When{InTurn, AnyTurn, AtTurnStart, OnRevolt}, card.When) {
			r.Fault("%s: when is %q, and must be %q, %q, %q or %q (K6)", where, g.When, InTurn,
				AnyTurn, AtTurnStart, OnRevolt)
		}
		if card.has(OpCancel) != (card.When == OnRevolt) {
			r.Fault("%s: what cancels a revolt, and nothing else, is played when one breaks out (K6)", where)
		}
		return card
	})
	for _, n := range slices.Sorted(maps.Keys(chits)) {
		c := chits[n]
		c.Number = n
		r.board.Chits = append(r.board.Chits, c)
	}
}

func (r *packReader) card(where string, given cardText, chit bool) Card {
	r.Line(where+": title", given.Title, true)
	r.Line(where+": text", given.Text, true)
	if n := len(given.Effect); n > maxEffects {
		r.Fault("%s: at most %d effects, %d given", where, maxEffects, n)
	}
	c := Card{Title: given.Title, Text: given.Text}
	for _, g := range given.Effect {
		c.Effects = append(c.Effects, r.effect(where, g, chit))
	}
	return c
}

// effect reads an effect, and checks that it has what effects of its kind have.
func (r *packReader) effect(where string, g effectText, chit bool) Effect {
	e := Effect{Effect: g.Whole(), Also: g.Also, Hit: g.Hit, Patrol: g.Patrol}
	f, ok := r.forms[e.Op]
	if !ok {
		r.NoEffect(where, g.Op, r.forms)
		return e
	}
	where += ": " + string(e.Op)
	e.Units = r.units(where, g.Units)
	if e.Target == toController {
		f.Places = append(f.Places, e.Place)
		r.controlled(where, e)
	} else if e.Also != "" {
		r.Fault("%s: also is a second province that its controller must have", where)
	}
	r.Effect(where, e.Effect, e.Units.Total(), f)
	leavesChoice := e.Place == atChoice || e.Op == OpRaid || e.Op == OpCancel
	if leavesChoice && !chit {
		r.Fault("%s: a result of an event table leaves nothing to choose; only chits do", where)
	}
	white := e.Op == OpHire || e.Op == OpRevolt || e.Op == OpInvasion
	if white && !r.board.White.Has(e.Units) {
		r.Fault("%s: there are not so many white counters (U7)", where)
	}
	switch hits := e.Op == OpStorm || e.Op == OpPlague || e.Op == OpRaid; {
	case hits && (e.Hit < 1 || e.Hit > 6):
		r.Fault("%s: its hit is %d, and must be from 1 to 6", where, e.Hit)
	case !hits && e.Hit != 0:
		r.Fault("%s: its hit is %d, and must be left out", where, e.Hit)
	}
	if e.Patrol && e.Op != OpStorm {
		r.Fault("%s: patrol is for storms", where)
	}
	return e
}

// controlled checks the provinces of an effect for a controller.
func (r *packReader) controlled(where string, e Effect) {
	for _, name := range []string{e.Place, e.Also} {
		if _, ok := r.place(name, false); !ok && (name != "" || name == e.Place) {
			r.Fault("%s: who controls %q? It must be a province", where, name)
		}
	}
}
