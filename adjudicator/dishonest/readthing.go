package dishonest

import (
	"slices"
	"strings"

	orders "deaddrop/parser/order"
)

// everyday are words that are short for a place or a power, or are its name, and are mostly meant otherwise.
const everyday = `man can for per arc red con mar mon fin nap pan bra nor cal len mal phi sea ion eas nat sha black
	channel chosen coral english`

var everydayList = strings.Fields(everyday)

// thing is what of the game some words name, as written: another power, a place, units with a number, an ideology, a
// card or a turn; "" if they name nothing. The writer's own power does not count, as it may be a signature.
func (r *reader) thing(c cursor) string {
	for c.Pos = 0; !c.Done(); c.Pos++ {
		if used, own := r.names(&c); used > 0 && !own {
			return c.Line[c.Tokens[c.Pos].From:c.Tokens[c.Pos+used-1].To]
		} else if used > 0 {
			c.Pos += used - 1
		}
	}
	return ""
}

// names is how many words name something of the game here, and whether that is the writer's own power.
func (r *reader) names(c *cursor) (used int, own bool) {
	w, words := c.Peek(), ahead(c)
	written := c.Line[c.Tokens[c.Pos].From:c.Tokens[c.Pos].To]
	if found, used := r.powers.Prefix(words); used > 0 && !slices.Contains(everydayList, w) &&
		(len(w) > 2 || written == strings.ToUpper(written)) {
		return used, r.v != nil && found[0] == r.v.Seat
	}
	if _, used := r.areas.Prefix(words); used > 1 || used == 1 && len(w) > 2 && !slices.Contains(everydayList, w) {
		return used, false
	}
	if _, used := r.tiles.Prefix(words); used > 0 {
		return used, false
	}
	if _, used := r.cards.Prefix(words); used > 0 {
		return used, false
	}
	next := cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos + 1}
	if _, unit := r.unitAt(&next); orders.IsNumeral(w) && unit > 0 && (len(next.Peek()) > 1) {
		return 1 + unit, false
	}
	if one(w, "turn", "card", "change") && orders.IsNumeral(next.Peek()) && !next.Done() {
		return 2, false
	}
	return 0, false
}
