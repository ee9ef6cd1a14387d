// Package robot plays Deadman Diplomacy and open Diplomacy from letters alone.
//
// Its strategy is simple: it moves towards centres, supports itself, spies a little and sometimes sends press.
package robot

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/robots"
)

// A deadmanPlayer plays a power of Deadman Diplomacy. It knows the board and its last letter.
type deadmanPlayer struct {
	power string
	rand  *rand.Rand
	board *diplomacy.Board
	last  string // the phase in which it votes for a draw
}

// list returns the comma-separated values after a label in a letter.
func list(letter, name string) []string {
	v := robots.Value(letter, name)
	if _, places, ok := strings.Cut(strings.Replace(v, ", in any of ", ", in ", 1), ", in "); ok {
		v = places
	}
	if v == "" || v == "none" {
		return nil
	}
	return strings.Split(v, ", ")
}

// number returns the number at the beginning of the value after a label: "Builds: 2, in Bre, Par".
func number(letter, name string) int {
	word, _, _ := strings.Cut(robots.Value(letter, name), ",")
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0 // the letter does not contain the label
	}
	return n
}

// Answer returns the robot's orders in answer to a letter, and sometimes press to everybody.
func (r *deadmanPlayer) Answer(letter string) (string, bool) {
	centres := list(letter, "Centres")
	units := list(letter, "Units")
	var out []string
	for i, home := range list(letter, "Home centres") {
		units = append(units, r.start(home, i))
	}
	if homes := list(letter, "Home centres"); len(homes) > 0 {
		centres = homes
		out = append(out, "SETUP "+strings.Join(units, ", "))
	}
	if n := number(letter, "Builds"); n > 0 {
		for _, place := range r.some(list(letter, "Builds"), n) {
			out, units = append(out, "Build A "+place), append(units, "A "+place)
		}
	}
	for _, unit := range r.some(units, number(letter, "Removals")) {
		out = append(out, "Remove "+unit)
		units = slices.DeleteFunc(units, func(u string) bool { return u == unit })
	}
	for i, unit := range units {
		out = append(out, r.order(unit, units, i, centres))
	}
	if strings.Contains(letter, "PAS-Nth") {
		p := r.board.Provinces()
		out = append(out, "PAS-"+r.board.Abbr(p[r.rand.IntN(len(p))]))
	}
	if strings.Contains(letter, "orders for "+r.last+",") {
		out = append(out, "VOTE DRAW")
	}
	if r.rand.IntN(4) == 0 {
		out = append(out, "PRESS TO ALL", remarks[r.rand.IntN(len(remarks))], "ENDPRESS")
	}
	return strings.Join(out, "\n"), true
}

var remarks = []string{
	"My fleets are on a pleasure cruise.",
	"Whoever looked at my army: it did not look back.",
	"I have no units anywhere near you. Whoever you are.",
	"Somebody knocked at my door this season, and nobody was there.",
}

func (r *deadmanPlayer) start(home string, i int) string {
	for _, l := range r.board.Homes(r.board.Power(r.power)) {
		if r.board.Abbr(l) == home && i > 0 && r.board.CanStand(diplomacy.Fleet, l) {
			return "F " + home
		}
	}
	return "A " + home
}

// order returns the order for unit i.
func (r *deadmanPlayer) order(unit string, units []string, i int, centres []string) string {
	kind, at := diplomacy.Army, r.loc(unit[2:])
	if unit[0] == 'F' {
		kind = diplomacy.Fleet
	}
	if i > 0 && r.rand.IntN(6) == 0 {
		return unit + " S " + units[i-1]
	}
	if r.rand.IntN(6) == 0 {
		powers := slices.DeleteFunc(r.board.Powers(), func(p string) bool { return p == r.power })
		return unit + " E " + powers[r.rand.IntN(len(powers))]
	}
	reach := r.board.Reach(kind, at)
	if len(reach) == 0 {
		return unit + " H"
	}
	to := reach[r.rand.IntN(len(reach))]
	for _, l := range reach { // prefer a centre that is not its own
		p := r.board.Province(l)
		if r.board.IsCentre(p) && !slices.Contains(centres, r.board.Abbr(p)) && r.rand.IntN(3) > 0 {
			to = l
		}
	}
	back := reach[r.rand.IntN(len(reach))]
	return unit + "-" + r.board.Abbr(to) + " R " + r.board.Abbr(back)
}

func (r *deadmanPlayer) loc(abbr string) diplomacy.Loc {
	for l := range diplomacy.Loc(r.board.Locs()) {
		if r.board.Abbr(l) == abbr {
			return l
		}
	}
	return diplomacy.NoLoc
}

// some returns n random elements of a list.
func (r *deadmanPlayer) some(from []string, n int) []string {
	from = slices.Clone(from)
	r.rand.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	return from[:min(n, len(from))]
}
