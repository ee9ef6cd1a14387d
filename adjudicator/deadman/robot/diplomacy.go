package robot

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/robots"
)

// A diplomacyPlayer plays a power of open Diplomacy. It knows the board and the order form of its last letter.
type diplomacyPlayer struct {
	rand  *rand.Rand
	board *diplomacy.Board
	last  string // the phase in which it votes for a draw
}

// Lines of a letter of Diplomacy.
var (
	formUnit    = regexp.MustCompile(`(?m)^  ([AF]) (\S+) -$`)
	mayBuild    = regexp.MustCompile(`You may build (\d+) units? in (?:any of these centres: )?([^.]+)\.`)
	mustRetreat = regexp.MustCompile(`(?m)^  \w+ ([AF] \S+), can go to: (\S+?)(?:,|$)`)
)

// Answer moves each unit somewhere, or orders it to support the previous one. Dislodged units retreat to the first
// open place. The robot builds as many armies as possible, and orders no removals, so that the default is used.
func (r *diplomacyPlayer) Answer(letter string) (string, bool) {
	var out []string
	if strings.Contains(letter, "\nWanted: your retreat") {
		_, form, _ := strings.Cut(letter, "\nORDER FORM ")
		for _, m := range mustRetreat.FindAllStringSubmatch(letter, -1) {
			if strings.Contains(form, "\n  "+m[1]+" ") {
				out = append(out, m[1]+" R "+m[2])
			}
		}
		return strings.Join(out, "\n"), true
	}
	if m := mayBuild.FindStringSubmatch(robots.Unfolded(letter)); m != nil {
		for _, place := range strings.Split(m[2], ", ")[:robots.Number(m[1])] {
			out = append(out, "Build A "+place)
		}
		return strings.Join(out, "\n"), true
	}
	before := ""
	for _, m := range formUnit.FindAllStringSubmatch(letter, -1) {
		unit := m[1] + " " + m[2]
		out = append(out, r.order(unit, before))
		before = unit
	}
	if strings.Contains(letter, "orders for "+r.last+",") {
		out = append(out, "VOTE DRAW")
	}
	if r.rand.IntN(4) == 0 {
		out = append(out, "PRESS TO ALL", remarks[r.rand.IntN(len(remarks))], "ENDPRESS")
	}
	return strings.Join(out, "\n"), true
}

// order returns the order for a unit.
func (r *diplomacyPlayer) order(unit, before string) string {
	kind := diplomacy.Army
	if unit[0] == 'F' {
		kind = diplomacy.Fleet
	}
	if before != "" && r.rand.IntN(6) == 0 {
		return unit + " S " + before
	}
	at := (&deadmanPlayer{board: r.board}).loc(unit[2:])
	if at == diplomacy.NoLoc || len(r.board.Reach(kind, at)) == 0 {
		return unit + " H"
	}
	reach := r.board.Reach(kind, at)
	return unit + "-" + r.board.Abbr(reach[r.rand.IntN(len(reach))]) + " R " +
		r.board.Abbr(reach[r.rand.IntN(len(reach))])
}
