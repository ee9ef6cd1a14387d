package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	kit "deaddrop/parser/order"
)

// This file reads cards and everything else that is played or used, with the choices for their effects.

// unsaid is the value of a card for which none is named. The action for which it is played determines it.
const unsaid Strength = -1

const (
	maxCopies = 12 // copies of a card that may be named: far more than there are
	maxLines  = 60 // standing orders, or cards in a list
	maxSteps  = 40 // steps of a turn
)

// topMasses stands for the masses card that is on top of the pile when it is trained.
const topMasses = "Masses"

// piles returns the author's cards: in hand, in the ready area, and elsewhere.
func (v *View) piles() [][]string {
	p := v.player(v.Seat)
	if p == nil {
		return nil
	}
	return [][]string{v.Hand, p.Ready, slices.Concat(append([][]string{p.Play, v.Discard}, v.Draw...)...)}
}

// thing returns the name with which an item of a list begins.
func thing(m *kit.Match, item kit.Bind) kit.Bind { return m.Within("c", item)[0] }

// copies returns the number of copies in an item of a list.
func (a *author) copies(m *kit.Match, item kit.Bind, c *kit.Context) (n int, bad kit.Outcome) {
	n = 1
	for _, b := range m.Within("n", item) {
		within := func(o kit.Bind) bool { return o.From <= b.From && b.To <= o.To }
		// the number does not belong to the choice for its effect
		if !slices.ContainsFunc(m.Within("o", item), within) {
			n = counted(c, b)
			if isPair(b, thing(m, item), item, c) {
				n = 1
			}
		}
	}
	if n > maxCopies {
		return 0, refusal("Nobody has %d of %s. Name a smaller number.", n, word(c, thing(m, item)))
	}
	return max(n, 1), bad
}

// isPair reports whether "both" stands for two different cards: "both the Tutor and the Recruit".
func isPair(number, name, item kit.Bind, c *kit.Context) bool {
	word := c.Word(number.From)
	isMany := strings.HasSuffix(c.Word(name.To-1), "s") || strings.HasSuffix(c.Word(name.To-1), "en")
	return one(word, "both", "beide") && !isMany && one(c.Word(item.To), "and", "und", "&", "+")
}

// cardsOf returns the cards that a name may stand for; the name of a family stands for its cards.
func (a *author) cardsOf(b kit.Bind) []string {
	var out []string
	for _, i := range b.Vals {
		if b.Class == "card" {
			out = append(out, a.b.Cards[i].Name)
		}
		for _, x := range a.b.Cards {
			if b.Class == "fam" && x.Family == a.b.Families[i].Name {
				out = append(out, x.Name)
			}
		}
	}
	if p := a.player(a.Seat); p != nil && len(out) > 1 { // leader cards are limited to the player's own faction
		own := slices.DeleteFunc(slices.Clone(out), func(n string) bool {
			x := a.b.card(n)
			return x.Kind == Leader && x.Faction != p.Faction
		})
		if len(own) > 0 {
			out = own
		}
	}
	return out
}

// cardOf returns the card that a name stands for; if it may be several, one that the author has, preferably in hand.
func (a *author) cardOf(b kit.Bind, c *kit.Context) (card, note string, bad kit.Outcome) {
	cards := a.cardsOf(b)
	switch len(cards) {
	case 0:
		return "", "", refusal("%s is not a deck card. Name a card, such as %s.", word(c, b), a.example())
	case 1:
		return cards[0], "", bad
	}
	for _, held := range a.piles() {
		some := slices.DeleteFunc(slices.Clone(cards), func(n string) bool {
			return !slices.ContainsFunc(held, func(h string) bool { return plain(h) == n })
		})
		if len(some) == 1 {
			return some[0], `"` + word(c, b) + `" was read as ` + some[0] + ".", bad
		}
		if len(some) > 1 {
			cards = some
			break
		}
	}
	return "", "", question("Which card is %q: %s?", word(c, b), adjudicator.Listed(cards, "or"))
}

// traineeOf returns what a name stands for when it is trained.
func (a *author) traineeOf(b kit.Bind, c *kit.Context) (card, note string, bad kit.Outcome) {
	if b.Class == "fam" {
		return a.b.Families[b.Vals[0]].Name, "", bad
	}
	cards := a.cardsOf(b)
	isMasses := func(n string) bool { return a.b.card(n).Kind == Masses }
	switch {
	case len(cards) == 0:
		return "", "", refusal("%s can't be trained. Name a card, or a family for its master.", word(c, b))
	case len(cards) > 1 && !slices.ContainsFunc(cards, func(n string) bool { return !isMasses(n) }):
		return topMasses, "", bad
	case a.b.card(cards[0]).Kind == Leader:
		return "", "", refusal("%s is a leader card, and those can't be trained.", cards[0])
	case len(cards) > 1:
		return "", "", question("Which card is %q: %s?", word(c, b), adjudicator.Listed(cards, "or"))
	}
	return cards[0], "", bad
}

// A naming returns the card that a name stands for.
type naming func(b kit.Bind, c *kit.Context) (card, note string, bad kit.Outcome)

// list returns the cards of items, each as many times as it is named. The outcome has notes.
func (a *author) list(m *kit.Match, items []kit.Bind, c *kit.Context, which naming) (out []string, notes kit.Outcome) {
	for _, item := range items {
		name, note, bad := which(thing(m, item), c)
		if failed(bad) {
			return nil, bad
		}
		n, bad := a.copies(m, item, c)
		if failed(bad) {
			return nil, bad
		}
		notes.And(kit.Outcome{Note: note})
		out = append(out, slices.Repeat([]string{name}, n)...)
	}
	if len(out) > maxLines {
		return nil, refusal("There can be at most %d cards in one list.", maxLines)
	}
	return out, notes
}

// placed is like list, for cards with the pile that they may be taken from (DH-35).
func (a *author) placed(m *kit.Match, items []kit.Bind, c *kit.Context,
	which naming) (out []string, notes kit.Outcome) {
	for _, item := range items {
		cards, bad := a.list(m, []kit.Bind{item}, c, which)
		if failed(bad) {
			return nil, bad
		}
		notes.And(kit.Outcome{Note: bad.Note})
		for _, card := range cards {
			if len(m.Within("fh", item)) > 0 {
				card += fromHand
			}
			if len(m.Within("fd", item)) > 0 {
				card += fromDiscard
			}
			out = append(out, card)
		}
	}
	if len(out) > maxLines {
		return nil, refusal("There can be at most %d cards in one list.", maxLines)
	}
	return out, notes
}

// plays returns the plays of items. Cards without a strength get the usual one, or the one that is named after the
// last of them: "Tutor and Recruit for support".
func (a *author) plays(m *kit.Match, items []kit.Bind, c *kit.Context, usual Strength) (out []play, notes kit.Outcome) {
	bare := 0 // index of the first play without a strength
	drawn := false
	for k, item := range items {
		p, note, bad := a.play(m, item, c)
		if failed(bad) {
			return nil, bad
		}
		n, bad := a.copies(m, item, c)
		if failed(bad) {
			return nil, bad
		}
		if p.use && n > 1 {
			return nil, refusal("%s can be used only once in a turn.", p.card)
		}
		notes.And(kit.Outcome{Note: note})
		if k == 0 && usual == unsaid {
			drawn = p.drawn && m.Within("dr", item)[0].From < thing(m, item).From // as in PLAY IF DRAWN a, b
		}
		p.drawn = p.drawn || drawn && !p.use
		if words := m.Within("wd", item); p.value != unsaid && len(words) > 0 {
			for i := bare; i < len(out); i++ {
				if out[i].value == unsaid && !out[i].use {
					out[i].value = p.value
				}
			}
		}
		if fr := m.Within("fr", item); len(fr) > 0 && fr[0].From > thing(m, item).From {
			for i := range out { // "Veteran and Recruit from the ready area"
				out[i].ready = out[i].ready || !out[i].use && a.isSetAside(out[i].card, c)
			}
		}
		out = append(out, slices.Repeat([]play{p}, n)...)
		if p.value != unsaid {
			bare = len(out)
		}
	}
	if len(out) > maxLines {
		return nil, refusal("There can be at most %d cards in one list.", maxLines)
	}
	for i := range out {
		if out[i].value == unsaid {
			out[i].value = usual
		}
		if out[i].use {
			out[i].value = Attack
		}
	}
	return out, notes
}

// strengthClasses has the strengths for which words of some classes stand.
var strengthClasses = map[string]Strength{"att": Attack, "atta": Attack, "def": Defence, "defd": Defence, "sup": Support,
	"sups": Support}

// strengthOf returns the strength that a match names within a bind; more is whether two are named.
func strengthOf(m *kit.Match, in kit.Bind) (x Strength, more bool) {
	x = unsaid
	for _, b := range m.Within("s", in) {
		now := strengthClasses[b.Class]
		more = more || x != unsaid && x != now
		x = now
	}
	return x, more
}

// play returns the play of an item.
func (a *author) play(m *kit.Match, item kit.Bind, c *kit.Context) (p play, note string, bad kit.Outcome) {
	t := thing(m, item)
	has := func(name string) bool { return len(m.Within(name, item)) > 0 }
	value, two := strengthOf(m, item)
	if two {
		return p, "", question("A card is played for one of its strengths, but two are named here (DH-7). Which one?")
	}
	p = play{value: value, drawn: has("dr"), ready: has("fr")}
	if p.choice, bad = a.choice(m, item, c); failed(bad) {
		return p, "", bad
	}
	if b, ok := first(m.Within("pv", item)); ok && !a.isValue(t, counted(c, b)) {
		return p, "", question("What does %q mean?", c.Quote(b.From-1, b.To+1))
	}
	me := a.player(a.Seat)
	switch {
	case t.Class == "loc", t.Class == "fac":
		p.use, p.card = true, a.named(t)
	case t.Class == "fam" && value == unsaid && (has("us") || slices.Contains(me.Masters, a.named(t))):
		p.use, p.card = true, a.named(t)
	default:
		p.card, note, bad = a.cardOf(t, c)
		return p, note, bad
	}
	if value != unsaid && t.Class != "fam" {
		return p, "", refusal("%s is not a deck card, so it has no strengths to choose from. Write USE %s.", p.card,
			p.card)
	}
	p.ready, p.drawn = false, false
	return p, "", bad
}

// first returns the first of some binds; ok is false if there is none.
func first(binds []kit.Bind) (b kit.Bind, ok bool) {
	if len(binds) > 0 {
		return binds[0], true
	}
	return b, false
}

// isValue reports whether a number in brackets after a card is one of its strengths, and can't be a number of copies.
func (a *author) isValue(b kit.Bind, n int) bool {
	for _, name := range a.cardsOf(b) {
		copies := 0
		for _, held := range slices.Concat(a.Hand, a.player(a.Seat).Ready) {
			if plain(held) == name {
				copies++
			}
		}
		if x := a.b.card(name).Values; slices.Contains(x[:], n) && (n == 1 || copies < n) {
			return true
		}
	}
	return false
}

// named returns the location, the leader, or the family for its master, that is used by a name.
func (a *author) named(b kit.Bind) string {
	switch i := b.Vals[0]; b.Class {
	case "loc":
		return a.b.Locations[i].Name
	case "fac":
		return a.b.Factions[i].Name
	default:
		return a.b.Families[i].Name
	}
}

// choice returns the choices in an item for the effects.
func (a *author) choice(m *kit.Match, item kit.Bind, c *kit.Context) (x choice, bad kit.Outcome) {
	x.none = len(m.Within("none", item)) > 0
	if x.on, bad = a.rival(m, item); failed(bad) {
		return x, bad
	}
	for _, of := range []struct {
		name string
		list *[]string
		is   naming
	}{{"take", &x.take, a.traineeOf}, {"dismiss", &x.dismiss, a.cardOf}, {"ready", &x.ready, a.cardOf}} {
		for _, in := range m.Within(of.name, item) {
			if *of.list, bad = a.list(m, m.Within("j", in), c, of.is); failed(bad) {
				return x, bad
			}
		}
	}
	return x, kit.Outcome{}
}

// settled returns a play with its value if none is named: the only one that the card has, or the one that the action
// needs; otherwise it asks.
func (a *author) settled(p play, g Group) (play, string, kit.Outcome) {
	if p.use || p.value != unsaid {
		return p, "", kit.Outcome{}
	}
	x := a.b.card(p.card)
	var good []Strength
	for _, s := range []Strength{Attack, Defence, Support} {
		if x.Values[s] > 0 {
			good = append(good, s)
		}
	}
	needed := map[Group]Strength{Assault: Attack, Train: Support}
	want, ok := needed[g]
	note := ""
	switch {
	case len(good) == 1:
		p.value = good[0]
	case len(good) == 0:
		p.value = Attack
	case ok && x.Values[want] > 0:
		p.value = want
		note = p.card + " is played for its " + want.String() + ", since no strength is named."
	default:
		has := adjudicator.Listed(eachName(good, Strength.String), "and")
		out := question("Which strength of %s is used? It has %s.", p.card, has)
		for _, s := range good {
			p.value = s
			out.Suggest = append(out.Suggest, "PLAY "+p.words(unsaid))
		}
		return p, "", out
	}
	return p, note, kit.Outcome{}
}

// isSetAside reports whether the sheet puts a card into the ready area, or it is there and not in the hand.
func (a *author) isSetAside(card string, c *kit.Context) bool {
	is := func(n string) bool { return plain(n) == plain(card) }
	if slices.ContainsFunc(a.player(a.Seat).Ready, is) && !slices.ContainsFunc(a.Hand, is) {
		return true
	}
	return slices.ContainsFunc(c.Sheet.Lines(), func(line string) bool {
		_, takes := withoutCards(line, []string{card})
		return takes && strings.HasPrefix(line, "READY ")
	})
}
