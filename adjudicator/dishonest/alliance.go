package dishonest

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator/queue"
)

// ally makes two powers allies (DD-12).
func (s *State) ally(x, y string) { s.player(x).Ally, s.player(y).Ally = y, x }

// A match is two players who have named each other as allies.
type match struct {
	x, y string
	rank int // sum of the two players' positions on each other's lists
}

// alliances forms alliances between players who have named each other, if both can pay. Pairs that rank highest on
// each other's lists come first, and on a tie those higher on the League track (DD-12). A player who can't pay, or
// has no marker left, is told so, but nobody is told who named them.
func (r *incomePhase) alliances() {
	wants := map[string][]string{}
	for _, seat := range r.order() {
		list := r.decided(seat).ally
		_, pays := r.secret(seat).Stock.Pay(1, Operations)
		why := ""
		switch {
		case !pays:
			why = "An alliance costs 1 operation, and you have none left (DD-12)."
		case r.is(optMarkers, "all") && !r.hasMarker(seat):
			why = "An alliance takes a control marker, and you have none left (DD-48)."
		}
		if why == "" {
			wants[seat] = list
		} else if len(list) > 0 {
			queue.Skip(r.Table, seat, "ALLY "+strings.Join(list, ", "), why)
		}
	}
	var matches []match
	for i, x := range r.order() {
		for _, y := range r.order()[i+1:] {
			at, back := slices.Index(wants[x], y), slices.Index(wants[y], x)
			if at >= 0 && back >= 0 {
				matches = append(matches, match{x, y, at + back})
			}
		}
	}
	slices.SortStableFunc(matches, func(m, n match) int { return cmp.Compare(m.rank, n.rank) })
	var told allied
	for _, m := range matches {
		if r.player(m.x).Ally == "" && r.player(m.y).Ally == "" {
			r.ally(m.x, m.y)
			told.Pairs = append(told.Pairs, Pair{m.x, m.y, r.spend(m.x, 1, Operations), r.spend(m.y, 1, Operations)})
		}
	}
	r.tell("alliances", told)
}
