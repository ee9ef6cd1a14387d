package dishonest

import (
	"fmt"
	"slices"
	"strings"
)

// checkTiles returns an error if the player can't get any of the named tiles; nil if the question is not about the
// tiles that are left.
func (v *View) checkTiles(names []string) error {
	if v.League == nil || len(v.League.Tiles) == 0 ||
		slices.ContainsFunc(names, func(n string) bool { return slices.Contains(v.League.Tiles, n) }) {
		return nil
	}
	return complain("Others have taken %s. Still available: %s.", strings.Join(names, ", "),
		strings.Join(v.League.Tiles, ", "))
}

// unheard notes the conditions of an income letter that can't come about (DD-47).
func (v *View) unheard(in income, note func(format string, args ...any)) {
	for _, x := range in.ifs {
		line := x.words()
		switch {
		case x.drawn == 0 && in.bid != nil && in.bid.cubes.Total() == 0:
			note("%q: you bid nothing.", line)
		case x.drawn > 0 && in.decided(0).draw == 0:
			note("%q: you draw no card.", line)
		case x.drawn > 0 && slices.Contains(v.Hand, x.drawn):
			note("%q: you have card %d already.", line, x.drawn)
		}
	}
}

// beyond returns warnings about an income letter that needs more cubes or room than the player has, or does not
// supply all of the player's units. It is accepted all the same, and carried out as far as possible.
func (v *View) beyond(in income) []string {
	var out []string
	note := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if room := handSize - len(v.Hand); in.draw > room {
		note("You have %s, so you draw %s (DD-16).", count(len(v.Hand), "card"), count(room, "card"))
	}
	full := in.decided(v.needed(v.Seat, v.Stock))
	asked, pool := full.pool.filled(v.Stock)
	if in.pool != nil && pool.Total() < asked.Total() {
		note("Your pool gets %s, since that is all the supply and oil that you have for it.",
			count(pool.Total(), "cube"))
	}
	if at, n := v.heaviest(v.Seat); in.pool != nil && n > max(1, pool.Total()) {
		place := v.edition().Name(at)
		if n > v.force(at, v.Seat).Total() {
			place += ", with the garrison"
		}
		note("You have %d units in %s, but this pool supplies at most %d in one place. Any more than that are lost "+
			"at the end of a turn (DD-41).",
			n, place, max(1, pool.Total()))
	}
	v.unheard(in, note)
	left := v.Stock.Minus(pool)
	if in.bid != nil {
		bid := in.bid.most(left)
		if bid != in.bid.cubes {
			note("Your bid counts only as far as you have the cubes, besides those for your pool: %s.", bid.words())
		}
		left = left.Minus(bid)
	}
	if _, ok := left.Pay(1, Operations); len(in.ally) > 0 && !ok {
		note("An alliance costs 1 operation, and after pool and bid you have none left for it, if there is a bid " +
			"(DD-12).")
	}
	return out
}
