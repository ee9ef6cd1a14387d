package successors

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The words that an effect has for its target, beside seats, and for its place, beside names.
const (
	toRoller     = "roller"
	toOthers     = "others"
	toAll        = "all"
	toController = "controller"

	atHome   = "home"
	atLeader = "leader"
	atRandom = "random"
	atChoice = "choice"
)

// An opForm is what an effect of one kind has.
type opForm struct {
	places           []string // words for its place; "" if it may have none
	named            bool     // its place may be a province
	seas             bool     // its place may be a sea
	units            bool     // it needs units
	least, most      int      // its amount
	hit, patrol, gm  bool     // it needs a number to hit, may exempt fleets on patrol, needs a text
	targets, control bool     // it may have a target; its target may be a controller
}

// forms is what an effect of each kind has.
func forms() map[Op]opForm {
	return map[Op]opForm{
		OpTalents:  {places: []string{""}, least: -20, most: 20, targets: true, control: true},
		OpUnits:    {places: []string{"", atHome, atLeader, atRandom, atChoice}, named: true, least: -10, most: 0, targets: true, control: true},
		OpHire:     {places: []string{"", atHome, atLeader, atChoice}, named: true, units: true, targets: true, control: true},
		OpHome:     {places: []string{""}, targets: true},
		OpRevolt:   {places: []string{atRandom, atChoice}, named: true, units: true, most: 10, targets: true},
		OpInvasion: {places: []string{atRandom, atChoice}, named: true, units: true, most: 10, targets: true},
		OpCancel:   {places: []string{""}},
		OpStorm:    {places: []string{"", atChoice}, named: true, seas: true, hit: true, patrol: true, targets: true},
		OpPlague:   {places: []string{atLeader, atRandom, atChoice}, named: true, hit: true, targets: true},
		OpOffer:    {places: []string{""}, targets: true},
		OpDraw:     {places: []string{""}, least: 1, most: 5, targets: true},
		OpMarch:    {places: []string{""}, least: 1, most: 5, targets: true},
		OpRaid:     {places: []string{""}, least: 1, most: 20, hit: true},
		OpRelease:  {places: []string{""}, targets: true},
		OpGM:       {places: []string{""}, gm: true},
		OpNone:     {places: []string{""}},
	}
}

// numbers are those of a key such as "11", "13-16" or "21, 23-26", which goes through all in their order.
func numbers(key string, all []int) (out []int, ok bool) {
	index := func(text string) int {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return -1
		}
		return slices.Index(all, n)
	}
	for _, part := range packList(key) {
		first, last, found := strings.Cut(part, "-")
		if !found {
			last = first
		}
		i, j := index(first), index(last)
		if i < 0 || j < i {
			return nil, false
		}
		out = append(out, all[i:j+1]...)
	}
	return out, len(out) > 0
}

// throws are the results of two dice, tens and ones.
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
	cards := map[int]Card{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		where := name + " " + key
		results, ok := numbers(key, throws())
		if !ok {
			r.fault(`%s: it must be results of two dice, such as "11", "13-16" or "21, 23-26" (U2)`, where)
			continue
		}
		if given[key].When != "" {
			r.fault("%s: only chits say when they may be played", where)
		}
		card := r.card(where, given[key], false)
		for _, n := range results {
			if _, twice := cards[n]; twice {
				r.fault("%s: %d comes twice in the %s table (U2)", where, n, name)
			}
			card.Number = n
			cards[n] = card
		}
	}
	var missing []string
	for _, n := range throws() {
		if _, ok := cards[n]; !ok {
			missing = append(missing, strconv.Itoa(n))
		}
	}
	if len(missing) > 0 {
		r.fault("%s: 36 results needed, %d given (U2); missing: %s", name, 36-len(missing), listed(missing, "and"))
	}
	return cards
}

// chits reads the chits (U3).
func (r *packReader) chits(given map[string]cardText) {
	var all []int
	for n := range maxChits {
		all = append(all, n+1)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		where := "chit " + key
		results, ok := numbers(key, all)
		if !ok {
			r.fault(`%s: it must be numbers from 1 to %d, such as "1" or "2-4" (U3)`, where, maxChits)
			continue
		}
		card := r.card(where, given[key], true)
		if card.When = When(given[key].When); !slices.Contains([]When{InTurn, AnyTurn, AtTurnStart, OnRevolt}, card.When) {
			r.fault("%s: when is %q, and must be %q, %q, %q or %q (K6)", where, given[key].When, InTurn, AnyTurn, AtTurnStart, OnRevolt)
		}
		if cancels := slices.ContainsFunc(card.Effects, func(e Effect) bool { return e.Op == OpCancel }); cancels != (card.When == OnRevolt) {
			r.fault("%s: what cancels a revolt, and nothing else, is played when one breaks out (K6)", where)
		}
		for _, n := range results {
			if slices.ContainsFunc(r.board.Chits, func(c Card) bool { return c.Number == n }) {
				r.fault("%s: %d comes twice (U3)", where, n)
			}
			card.Number = n
			r.board.Chits = append(r.board.Chits, card)
		}
	}
	slices.SortStableFunc(r.board.Chits, func(x, y Card) int { return x.Number - y.Number })
}

func (r *packReader) card(where string, given cardText, chit bool) Card {
	r.line(where+": title", given.Title, true)
	r.line(where+": text", given.Text, true)
	if n := len(given.Effect); n > maxEffects {
		r.fault("%s: at most %d effects, %d given", where, maxEffects, n)
	}
	c := Card{Title: given.Title, Text: given.Text}
	for _, g := range given.Effect {
		c.Effects = append(c.Effects, r.effect(where, g, chit))
	}
	return c
}

// effect reads an effect, and checks that it has what effects of its kind have.
func (r *packReader) effect(where string, g effectText, chit bool) Effect {
	e := Effect{Op: Op(g.Op), Target: g.Target, Place: g.Place, Also: g.Also, Amount: g.Amount, Hit: g.Hit, Patrol: g.Patrol, Text: g.GM}
	if g.GM != "" && g.Op == "" {
		e.Op = OpGM
	}
	f, ok := forms()[e.Op]
	if !ok {
		r.fault("%s: there is no effect %q", where, g.Op)
		return e
	}
	where += ": " + string(e.Op)
	e.Units = r.units(where, g.Units)
	if !chit && (e.Place == atChoice || e.Op == OpRaid || e.Op == OpCancel) {
		r.fault("%s: a result of an event table leaves nothing to choose; only chits do", where)
	}
	r.target(where, e, f)
	r.placed(where, e, f)
	switch {
	case e.Op == OpUnits && e.Units.Total() == 0 && e.Amount >= 0:
		r.fault("%s: it needs units to come, or else an amount below 0 of units to go", where)
	case e.Op != OpUnits && f.units != (e.Units.Total() > 0):
		r.fault("%s: %s", where, map[bool]string{true: "it needs units", false: "it has no units"}[f.units])
	case e.Amount < f.least || e.Amount > f.most || e.Op == OpTalents && e.Amount == 0:
		r.fault("%s: its amount is %d, and must be from %d to %d", where, e.Amount, f.least, f.most)
	}
	if white := e.Op == OpHire || e.Op == OpRevolt || e.Op == OpInvasion; white && !r.board.White.Has(e.Units) {
		r.fault("%s: there are not so many white counters (U7)", where)
	}
	if f.hit && (e.Hit < 1 || e.Hit > 6) || !f.hit && e.Hit != 0 {
		r.fault("%s: its hit is %d, and must be %s", where, e.Hit, map[bool]string{true: "from 1 to 6", false: "left out"}[f.hit])
	}
	if e.Patrol && !f.patrol {
		r.fault("%s: patrol is for storms", where)
	}
	if f.gm != (e.Text != "") {
		r.fault("%s: %s", where, map[bool]string{true: "gm must say what the game master has to rule", false: `gm = "text" stands for an effect of its own`}[f.gm])
	}
	r.line(where+": gm", e.Text, false)
	return e
}

// target checks whom an effect is for.
func (r *packReader) target(where string, e Effect, f opForm) {
	words := []string{toRoller}
	if f.targets {
		words = append(words, toOthers, toAll)
	}
	if f.control {
		words = append(words, toController)
	}
	if e.Target != "" && !slices.Contains(words, e.Target) {
		r.fault("%s: its target is %q, and must be %s", where, e.Target, listed(words, "or"))
	}
	for _, name := range []string{e.Place, e.Also} {
		if _, ok := r.place(name, false); e.Target == toController && !ok && (name != "" || name == e.Place) {
			r.fault("%s: who controls %q? It must be a province", where, name)
		}
	}
	if e.Target != toController && e.Also != "" {
		r.fault("%s: also is a second province that its controller must have", where)
	}
}

// placed checks where an effect is.
func (r *packReader) placed(where string, e Effect, f opForm) {
	_, province := r.place(e.Place, false)
	_, sea := r.place(e.Place, true)
	if slices.Contains(f.places, e.Place) || province && (f.named || e.Target == toController) || sea && f.seas {
		return
	}
	if e.Target == toController {
		return // which target has named already
	}
	r.fault("%s: there is no place %q for it", where, e.Place)
}
