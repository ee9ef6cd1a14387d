package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// noOrders is the answer of a player from whom nothing came: their units hold (DM-33).
const noOrders = "No orders"

// retreatAuto is the line by which a player has their units retreat where the rule says (DM-25), and its key on a
// sheet.
const retreatAuto = "RETREAT AUTO"

// A sheet is a player's whole answer for a season. Its normal form has a line for each item, in the
// order of the fields.
type sheet struct {
	setup   []diplomacy.Unit // DM-3, before Spring 1901
	builds  []diplomacy.Unit // Winter
	waives  bool
	removes []diplomacy.Loc
	orders  []order // at most one for each unit, in the order of the board
	peeks   []diplomacy.Loc
	vote    string   // for how the game should end (DM-37): "Draw", or the power that is to win; "": it should not
	auto    bool     // standing: retreats without a list go where the rule says (DM-25)
	always  []string // standing orders, in normal form: "A Mun H R Ber", "R Ber, Kie", "PAS-Nth"
	next    []ahead  // for the next season
}

// An ahead is what a player files for the season after the one that is asked for. It is read against their own
// view when that season begins (DM-40 has no need of it, players do).
type ahead struct {
	guard     string // in normal form: "PAS Nth occupied"; "": in any case
	then, not string // orders in normal form; not may be empty
}

type verb uint8

const (
	none verb = iota // only a list of retreats
	hold
	move
	support
	convoy
	disband
	spy
)

// An order is what one unit is to do.
type order struct {
	unit    diplomacy.UnitType
	at      diplomacy.Loc
	verb    verb
	said    string          // support and convoy: the type of the other unit as written, "A ", "F " or ""
	target  diplomacy.Loc   // support, convoy: where the other unit stands
	to      diplomacy.Loc   // move, convoy, support of a move; NoLoc: support of a unit that stays
	via     bool            // move: by convoy
	on      diplomacy.Power // spy
	retreat []diplomacy.Loc // best first (DM-25)
	off     bool            // rather disband than retreat elsewhere
}

// own makes the units that a sheet places those of a power: on a sheet they stand without one.
func (s *sheet) own(by diplomacy.Power) {
	for _, units := range [][]diplomacy.Unit{s.setup, s.builds} {
		for i := range units {
			units[i].Power = by
		}
	}
}

// String is the sheet in normal form; "" when there is nothing on it.
func (s sheet) String() string {
	b := standard()
	var lines []string
	if len(s.setup) > 0 {
		lines = append(lines, "SETUP "+joinUnits(s.setup))
	}
	for _, u := range s.builds {
		lines = append(lines, "Build "+b.unit(u))
	}
	if s.waives {
		lines = append(lines, "Waive")
	}
	for _, l := range s.removes {
		lines = append(lines, "Remove "+b.Abbr(l))
	}
	for _, o := range s.orders {
		lines = append(lines, o.text("")+o.retreats())
	}
	for _, at := range s.peeks {
		lines = append(lines, "PAS-"+b.Abbr(at))
	}
	if s.vote != "" {
		lines = append(lines, "VOTE "+s.vote)
	}
	if s.auto {
		lines = append(lines, retreatAuto)
	}
	for _, o := range s.always {
		lines = append(lines, "ALWAYS "+o)
	}
	for _, a := range s.next {
		lines = append(lines, "NEXT "+a.String())
	}
	return strings.Join(lines, "\n")
}

// String is "IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H".
func (a ahead) String() string {
	switch {
	case a.guard == "":
		return a.then
	case a.not == "":
		return "IF " + a.guard + " THEN " + a.then
	}
	return "IF " + a.guard + " THEN " + a.then + " ELSE " + a.not
}

func joinUnits(us []diplomacy.Unit) string {
	words := make([]string, len(us))
	for i, u := range us {
		words[i] = standard().unit(u)
	}
	return strings.Join(words, ", ")
}

// text is an order as players write it. Stars go behind the place where the unit ended: behind its
// destination if it moved, else behind where it stands (DM-13).
func (o order) text(stars string) string {
	b := standard()
	unit := o.unit.String() + " " + b.Abbr(o.at)
	switch o.verb {
	case hold:
		return unit + stars + " H"
	case move:
		return unit + stars + "-" + b.Abbr(o.to) + o.byConvoy()
	case support:
		if o.to == diplomacy.NoLoc {
			return unit + stars + " S " + o.said + b.Abbr(o.target)
		}
		return unit + stars + " S " + o.said + b.Abbr(o.target) + "-" + b.Abbr(o.to)
	case convoy:
		return unit + stars + " C " + o.said + b.Abbr(o.target) + "-" + b.Abbr(o.to)
	case disband:
		return unit + stars + " DB"
	case spy:
		return unit + stars + " E " + b.power(o.on)
	}
	return unit + stars
}

// arrived is the text of a move that worked.
func (o order) arrived(stars string) string {
	b := standard()
	return o.unit.String() + " " + b.Abbr(o.at) + "-" + b.Abbr(o.to) + stars + o.byConvoy()
}

// byConvoy is what a move has behind its destination.
func (o order) byConvoy() string {
	if o.via {
		return " via convoy"
	}
	return ""
}

// hasList reports whether an order says where the unit retreats.
func (o order) hasList() bool { return len(o.retreat) > 0 || o.off }

func (o order) retreats() string {
	if !o.hasList() {
		return ""
	}
	to := standard().abbrs(o.retreat)
	if o.off {
		to = append(to, "DB")
	}
	return " R " + strings.Join(to, ", ")
}

// of finds the order for the unit in a province.
func (s *sheet) of(province diplomacy.Loc) *order {
	b := standard()
	i := slices.IndexFunc(s.orders, func(o order) bool { return b.Province(o.at) == province })
	if i < 0 {
		return nil
	}
	return &s.orders[i]
}

// drop takes the order for the unit in a province off the sheet.
func (s *sheet) drop(province diplomacy.Loc) {
	s.orders = slices.DeleteFunc(s.orders, func(o order) bool { return standard().Province(o.at) == province })
}

// set puts an order on the sheet. One that only lists retreats leaves the rest of the unit's order as it
// is, and one without such a list leaves that.
func (s *sheet) set(o order) {
	if o.verb == disband { // it needs no retreat
		o.retreat, o.off = nil, false
	}
	old := s.of(standard().Province(o.at))
	switch {
	case old == nil:
	case o.verb == none && old.verb == disband:
		return
	case o.verb == none:
		old.retreat, old.off = o.retreat, o.off
		return
	case !o.hasList() && o.verb != disband:
		o.retreat, o.off = old.retreat, old.off
		*old = o
		return
	default:
		*old = o
		return
	}
	s.orders = append(s.orders, o)
	slices.SortFunc(s.orders, func(a, b order) int { return standard().compare(a.at, b.at) })
}
