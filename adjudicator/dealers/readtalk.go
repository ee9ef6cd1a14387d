package dealers

import (
	"strings"
	"unicode"

	"deaddrop/adjudicator"
	orders "deaddrop/parser/order"
)

// spoken is what stands in a line that is no order.
func (r *reader) spoken(c *cursor) adjudicator.Part {
	p := adjudicator.Spoken(written(c), r.names(c))
	p.Quote = shortened(p.Quote)
	return p
}

// names is what a line names of the game, as it is written; "" for nothing. Only the names that the game has count,
// and no words that mean something else as well.
func (r *reader) names(c *cursor) string {
	for i := range c.Tokens {
		at := c.From(i)
		if n := r.nameAt(&at); n > 0 {
			return at.Written(i, i+n)
		}
	}
	return ""
}

// nameAt is how many words from here are a name of the game; 0 if they are none.
func (r *reader) nameAt(c *cursor) int {
	words := ahead(c)
	if one(c.Peek(), "turn", "change", "line", "order", "option") && orders.IsNumeral(c.At(1)) {
		return 2
	}
	things, n := r.things.Prefix(words)
	if n > 0 && things[0].sort == aFaction && r.player() != nil && r.player().Faction == things[0].name { // a signature
		n = 0
	}
	areas := 0
	if r.m != nil {
		_, areas = r.areas[r.m.Title].Prefix(words)
	}
	_, k := r.actions.Prefix(words)
	if k == 1 && !r.capital(c) { // "train" and "ready" are words of everyday, too
		k = 0
	}
	seat, s := r.seats.Prefix(words)
	if s > 0 && (r.v == nil || seat[0] == r.v.Seat || r.v.player(seat[0]) == nil) {
		s = 0
	}
	if n = max(n, areas, k, s); n == 1 && !r.telling(c) {
		return 0
	}
	return n
}

// telling reports whether a word that is a name is hardly anything else: it is no word of everyday, and if it has three
// letters, which many such words have, it is in capitals.
func (r *reader) telling(c *cursor) bool {
	w := c.Peek()
	return !everyday(w) && (len(w) > 3 || len(w) == 3 && c.Written(c.Pos, c.Pos+1) == strings.ToUpper(w))
}

// capital reports whether a word is written with a capital.
func (r *reader) capital(c *cursor) bool {
	return strings.IndexFunc(c.Written(c.Pos, c.Pos+1), unicode.IsUpper) == 0
}

// everyday reports whether a word is a name, and one of everyday as well.
func everyday(w string) bool {
	return one(w, "leader", "leaders", "masses", "saint", "singer", "teacher", "north", "south", "east", "west", "city")
}
