package dealers

import (
	"cmp"
	"slices"

	"deaddrop/parser/strict"
)

// The default answers, in normal form: a defender plays what they have ready if that holds the territory, and an
// attacker nothing more.
const (
	readyIfEnough = "READY IF ENOUGH"
	nothingFinal  = "NONE"
)

// defend carries out the defender's step, by their standing order or their answer now. A defender without an order is
// asked whatever they hold, so that the question reveals nothing about their hand.
func (f *fight) defend() {
	d, ok := f.sheets[f.holder].rules.defence(f.order.at, f.attacker)
	if !ok {
		d = defence{at: nowhere, area: true}
	}
	if f.AsksAlways() || f.is(optSpeed, standard) && !ok {
		filed := ""
		if ok {
			d.plays, _ = f.viewOf(f.holder).able(d.plays)
			filed = d.words()
		}
		d = strict.Must(parseDefence(f.board, f.on(), f.ask("defence", f.holder, readyIfEnough, filed)))
	}
	for f.holds(d) {
		d.plays = nil // only the cards drawn by these plays are considered next
	}
}

// holds has the defender play the cards of their order that are possible, as far as needed. It reports whether they
// have played, and may play more of the cards that they have got.
func (f *fight) holds(d defence) bool {
	plays := f.viewOf(f.holder).defences(d)
	// A defence that only equals the attack loses the tie, unless ties go to the defender.
	needed := func() int { return 1 - f.short() }
	if !d.anyway && f.sum(f.holder, plays, Defence) < needed() {
		return false // not enough, so nothing is spent
	}
	played := false
	for _, p := range plays {
		if !d.all && needed()+d.more <= 0 {
			return false
		}
		played = f.play(f.holder, p) || played
	}
	return played
}

// defence returns the order on file for defending a place against a player: the first one that applies. Orders for
// one place precede those for any, and orders against one player those against any.
func (s standing) defence(at Area, attacker string) (defence, bool) {
	i := slices.IndexFunc(s.defend, func(d defence) bool {
		here := d.at == nowhere || d.at == at
		return here && (d.against == "" || d.against == attacker)
	})
	if i < 0 {
		return defence{at: nowhere}, false
	}
	return s.defend[i], true
}

// defences returns the plays that an order allows a player for their defence, in its order: the named ones; then
// ready cards and spoils; then hand cards. Plays that are not named have to give defence, and are sorted by how much,
// the most first.
func (v *View) defences(d defence) []play {
	out, left := v.able(d.plays)
	add := func(plays []play) {
		gives := func(p play) int { return v.values(v.Seat, p)[Defence] }
		plays = slices.DeleteFunc(plays, func(p play) bool { return gives(p) <= 0 })
		slices.SortStableFunc(plays, func(x, y play) int { return cmp.Compare(gives(y), gives(x)) })
		out = append(out, plays...)
	}
	if d.area {
		add(left.plays(left.ready, play{value: Defence, ready: true}))
		add(left.plays(left.spoils, play{use: true}))
	}
	if d.hand {
		add(left.plays(left.hand, play{value: Defence}))
	}
	return out
}

// A store is what a player has to play: cards in hand and ready area, and spoils.
type store struct{ hand, ready, spoils []string }

// plays returns a play for each of some cards, the same except for the card.
func (store) plays(cards []string, like play) []play {
	var out []play
	for _, card := range cards {
		like.card = plain(card)
		out = append(out, like)
	}
	return out
}

// able returns the plays, out of some, that a player can make one after another, as far as that is certain now, and
// what is left afterwards. Plays for cards that are yet to be drawn are included, as the plays before may draw them.
func (v *View) able(plays []play) (out []play, left store) {
	p := v.player(v.Seat)
	left = store{hand: slices.Clone(v.Hand), ready: slices.Clone(p.Ready)}
	for _, name := range p.Locations {
		if v.edition().location(name).Spoils() {
			left.spoils = append(left.spoils, name)
		}
	}
	for _, x := range plays {
		ok := x.drawn && !x.ready
		switch l := v.edition().location(x.card); {
		case x.use && l != nil && l.Spoils():
			ok = without(&left.spoils, x.card)
		case x.use:
			ok = v.walk().play(x) == nil && !slices.ContainsFunc(out, func(o play) bool {
				return o.use && o.card == x.card
			})
		case ok:
			x.drawn = !without(&left.hand, x.card)
		case x.ready:
			ok = without(&left.ready, x.card)
		default:
			ok = without(&left.hand, x.card) || without(&left.ready, x.card)
		}
		if ok {
			out = append(out, x)
		}
	}
	return out, left
}

// without removes a card from a list, and reports whether it was there.
func without(list *[]string, card string) bool {
	i := slices.IndexFunc(*list, func(c string) bool { return plain(c) == plain(card) })
	if i < 0 {
		return false
	}
	*list = slices.Delete(*list, i, i+1)
	return true
}
