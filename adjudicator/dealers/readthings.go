package dealers

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	orders "deaddrop/parser/order"
)

// topMasses is what is trained when the masses card that lies on top of the pile is wanted, whichever it is by then.
const topMasses = "Masses"

// says is a thing as people name it.
func (t thing) says() string {
	if t.sort == aMaster {
		return "the master of " + t.name
	}
	return t.name
}

// isThing reports whether a card, or what else has an ability, is named here, behind a number or not.
func (r *reader) isThing(c *cursor) bool {
	return r.quietly(c, func(c *cursor) bool {
		skipSmall(c)
		counted(c)
		skipSmall(c)
		return len(named(r, c, r.things, thing.says)) > 0
	})
}

// skipSmall goes past words that may stand before a name and say nothing.
func skipSmall(c *cursor) {
	for one(c.Peek(), "the", "my", "his", "also", "card", "cards", "of", "both", "another", "copy", "copies", "play") {
		c.Pos++
	}
}

// thingAt reads what is named here: all that the words may stand for; nothing, with the cursor where it was, for no name.
func (r *reader) thingAt(c *cursor) (found []thing, written string) {
	skipSmall(c)
	start := c.Pos
	found = named(r, c, r.things, thing.says)
	written = c.Written(start, c.Pos)
	if exact := slices.DeleteFunc(slices.Clone(found), func(t thing) bool { return spoken(t.name) != spoken(written) }); len(exact) > 0 {
		found = exact
	}
	if len(found) > 0 {
		if c.Peek() == "card" || c.Peek() == "cards" {
			c.Pos++
		}
	}
	return found, written
}

// cardOf is which card is meant of what a name may stand for: of several that which he has, in hand rather than elsewhere.
func (r *reader) cardOf(found []thing, written string) (string, error) {
	cards := r.cardsOf(found)
	switch len(cards) {
	case 0:
		return "", complain("%s is no card of a deck. Name a card, such as %s.", found[0].says(), r.example())
	case 1:
		return cards[0], nil
	}
	for _, held := range r.held() {
		some := slices.DeleteFunc(slices.Clone(cards), func(n string) bool { return !slices.ContainsFunc(held, func(h string) bool { return plain(h) == n }) })
		if len(some) == 1 {
			r.note("%q was read as %s.", written, some[0])
			return some[0], nil
		}
		if len(some) > 1 {
			cards = some
			break
		}
	}
	return "", complain("Which card is %q: %s?", written, adjudicator.Listed(cards, "or"))
}

// cardsOf are the cards among what a name may stand for; if there are none, those of the family that it names.
func (r *reader) cardsOf(found []thing) []string {
	var out []string
	for _, t := range found {
		if t.sort == aCard {
			out = append(out, t.name)
		}
	}
	if p := r.player(); len(out) > 1 && p != nil { // leader cards are of one's own faction
		own := slices.DeleteFunc(slices.Clone(out), func(n string) bool {
			x := r.b.card(n)
			return x.Kind == Leader && x.Faction != p.Faction
		})
		if len(own) > 0 {
			out = own
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, t := range found {
		for _, x := range r.b.Cards {
			if t.sort == aMaster && x.Family == t.name {
				out = append(out, x.Name)
			}
		}
	}
	return out
}

// held are the cards that the writer has, in hand, in his ready area, and elsewhere.
func (r *reader) held() [][]string {
	p := r.player()
	if p == nil {
		return nil
	}
	return [][]string{r.v.Hand, p.Ready, slices.Concat(append([][]string{p.Play, r.v.Discard}, r.v.Draw...)...)}
}

// example is the name of a card that the writer may know.
func (r *reader) example() string {
	if r.v != nil && len(r.v.Hand) > 0 {
		return plain(r.v.Hand[0])
	}
	if len(r.b.Cards) > 0 {
		return r.b.Cards[0].Name
	}
	return ""
}

// noThing complains of a name that is none. kind is what is wanted: "card", "location, city, master or leader".
func (r *reader) noThing(c *cursor, kind, how string) error {
	if c.Done() || orders.IsSign(c.Peek()) || r.means(c) {
		return complain("%s", how)
	}
	var names []string
	for _, x := range r.b.Cards {
		names = append(names, x.Name)
	}
	for _, x := range r.b.Locations {
		names = append(names, x.Name)
	}
	for _, x := range r.b.Families {
		names = append(names, x.Name)
	}
	words := c.Pos + 1
	if orders.IsNumeral(c.At(1)) {
		words++
	}
	written := c.Written(c.Pos, words)
	return complain("There is no %s %q. %s", kind, written, cmp.Or(strings.TrimSpace(r.hint(written, names)), how))
}

// cardList reads cards of a deck, each as often as it is named. how says what is wanted.
func (r *reader) cardList(c *cursor, how string) ([]string, error) {
	return r.listed(c, how, r.cardOf)
}

// trainees reads cards and masters that are trained.
func (r *reader) trainees(c *cursor, how string) ([]string, error) {
	return r.listed(c, how, r.traineeOf)
}

// traineeOf is what is meant of what a name may stand for when it is trained.
func (r *reader) traineeOf(found []thing, written string) (string, error) {
	if i := slices.IndexFunc(found, func(t thing) bool { return t.sort == aMaster }); i >= 0 {
		return found[i].name, nil
	}
	cards := r.cardsOf(found)
	isMasses := func(n string) bool { return r.b.card(n).Kind == Masses }
	switch {
	case len(cards) > 1 && !slices.ContainsFunc(cards, func(n string) bool { return !isMasses(n) }):
		return topMasses, nil
	case len(cards) == 0:
		return "", complain("%s can't be trained. Name a card, or a family for its master.", found[0].says())
	case r.b.card(cards[0]).Kind == Leader:
		return "", complain("%s is a leader card, and those can't be trained.", cards[0])
	case len(cards) > 1:
		return "", complain("Which card is %q: %s?", written, adjudicator.Listed(cards, "or"))
	}
	return cards[0], nil
}

// listed reads names with commas or words between them, and how many there are of each.
func (r *reader) listed(c *cursor, how string, which func(found []thing, written string) (string, error)) ([]string, error) {
	var out []string
	for {
		c.Skip(",", "and", "then", ";", "plus", ":")
		mark := c.Pos
		skipSmall(c)
		n := counted(c)
		found, written := r.thingAt(c)
		if len(found) == 0 {
			c.Pos = mark
			return nil, r.noThing(c, "card", how)
		}
		name, err := which(found, written)
		if err != nil {
			return nil, err
		}
		if x := times(c); x > 1 {
			n = x
		}
		if n > maxCopies {
			return nil, complain("Nobody has %d of %s. Name a smaller number.", n, name)
		}
		out = append(out, slices.Repeat([]string{name}, n)...)
		if len(out) > maxLines {
			return nil, complain("There can be %d cards in one list.", maxLines)
		}
		if !r.listGoesOn(c) {
			return out, nil
		}
	}
}

// listGoesOn goes past what stands between two names of a list, and reports whether another one follows.
func (r *reader) listGoesOn(c *cursor) bool {
	mark := c.Pos
	c.Skip(",", "and", "then", ";", "plus", "/", "also")
	if !c.Done() && r.isThing(c) {
		return true
	}
	c.Pos = mark
	return false
}
