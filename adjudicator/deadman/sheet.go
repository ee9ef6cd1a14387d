package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// noOrders is the answer of a player who sent nothing: their units hold (DM-33).
const noOrders = "No orders"

// retreatAuto is the line by which units retreat by the rule (DM-25), and its key on a sheet.
const retreatAuto = "RETREAT AUTO"

// A sheet is a player's complete answer for a season. Its normal form has a line for each item, in the order of the
// fields.
type sheet struct {
	setup   []diplomacy.Unit // before Spring 1901 (DM-3)
	builds  []diplomacy.Unit // builds, in Winter
	waives  bool
	removes []diplomacy.Loc
	orders  []order // at most one per unit, in the order of the board
	peeks   []diplomacy.Loc
	vote    string   // how the game should end (DM-37): "Draw", the power that should win, or "" for no vote
	auto    bool     // whether units without a list retreat by the rule (DM-25)
	always  []string // standing orders, in normal form: "A Mun H R Ber", "R Ber, Kie", "PAS-Nth"
	next    []ahead  // orders for the next season
}

// An ahead is a line that a player files for the season after the present one. It is read against their view when
// that season begins. (DM-40 would not require that; it is for the convenience of players.)
type ahead struct {
	guard     string // conditions in normal form, such as "PAS Nth occupied"; "" for none
	then, not string // orders in normal form, if the conditions are true or false; not may be empty
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

// An order is an order to a unit.
type order struct {
	unit   diplomacy.UnitType
	at     diplomacy.Loc
	verb   verb
	said   string        // for supports and convoys: the type of the other unit as written, "A ", "F " or ""
	target diplomacy.Loc // for supports and convoys: the place of the other unit
	// for moves, convoys and supported moves: the destination; NoLoc for the support of a unit that holds
	to      diplomacy.Loc
	via     bool            // for moves: by convoy
	on      diplomacy.Power // for espionage: the power
	retreat []diplomacy.Loc // retreats in order of preference (DM-25)
	off     bool            // whether to disband rather than retreat elsewhere
}

// own sets the power of the units on a sheet, which are parsed without one.
func (s *sheet) own(by diplomacy.Power) {
	for _, units := range [][]diplomacy.Unit{s.setup, s.builds} {
		for i := range units {
			units[i].Power = by
		}
	}
}

// String returns the sheet in normal form; "" if it is empty.
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

// String returns the line without NEXT: "IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H".
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

// text returns an order as players write it. Stars follow the place where the unit ended: its destination if it
// moved, otherwise its own place (DM-13).
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

// arrived returns the text of a successful move.
func (o order) arrived(stars string) string {
	b := standard()
	return o.unit.String() + " " + b.Abbr(o.at) + "-" + b.Abbr(o.to) + stars + o.byConvoy()
}

// byConvoy returns the text after the destination of a move.
func (o order) byConvoy() string {
	if o.via {
		return " via convoy"
	}
	return ""
}

// hasList reports whether an order contains retreats.
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

// of returns the order for the unit in a province.
func (s *sheet) of(province diplomacy.Loc) *order {
	b := standard()
	i := slices.IndexFunc(s.orders, func(o order) bool { return b.Province(o.at) == province })
	if i < 0 {
		return nil
	}
	return &s.orders[i]
}

// drop removes the order for the unit in a province from the sheet.
func (s *sheet) drop(province diplomacy.Loc) {
	s.orders = slices.DeleteFunc(s.orders, func(o order) bool { return standard().Province(o.at) == province })
}

// set adds an order to the sheet. A list of retreats alone does not change the rest of the unit's order, and an order
// without a list does not change the list.
func (s *sheet) set(o order) {
	if o.verb == disband { // it needs no retreats
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
