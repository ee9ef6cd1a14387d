package games

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A Position is a phase on the standard board. Only orders for its kind of phase are included.
type Position struct {
	Units       []diplomacy.Unit // units that are not dislodged
	Dislodged   []diplomacy.Dislodged
	Contested   diplomacy.Set
	Owner       []diplomacy.Power // owner of each centre, by Loc
	Moves       []diplomacy.Order
	Retreats    []diplomacy.RetreatOrder
	Adjustments []diplomacy.Adjustment
}

// Rules returns the rules of these games, which are godip's: an army for whose convoy no fleet has orders goes by
// land (DATC 4.A.3), and units are removed by their distance from home (4.D.8).
func Rules() diplomacy.Rules {
	var r diplomacy.Rules
	r[diplomacy.LandFallback] = diplomacy.FallbackUnordered
	r[diplomacy.CivilDisorder] = diplomacy.HomeSteps
	return r
}

// Position converts the phase to a position on the standard board.
func (p *Phase) Position() (Position, error) {
	b := diplomacy.Standard()
	var pos Position
	var err error
	if pos.Units, err = OnBoard(p.Units); err != nil {
		return pos, err
	}
	var contested []diplomacy.Loc
	for _, l := range p.Contested {
		contested = append(contested, b.Lookup(l))
	}
	pos.Contested = diplomacy.SetOf(contested...)
	for _, d := range p.Dislodged {
		if err := pos.dislodge(d); err != nil {
			return pos, err
		}
	}
	pos.Owner = slices.Repeat([]diplomacy.Power{diplomacy.Nobody}, b.Locs())
	for l, owner := range p.Centres {
		if at := b.Lookup(l); at != diplomacy.NoLoc {
			pos.Owner[at] = power(owner)
		}
	}
	for _, text := range p.Orders {
		if !pos.order(p.Kind(), text) {
			return pos, fmt.Errorf("%q is no order of phase %s", text, p.Name)
		}
	}
	return pos, nil
}

// dislodge adds a dislodged unit.
func (pos *Position) dislodge(d Dislodged) error {
	b := diplomacy.Standard()
	us, err := OnBoard([]Unit{d.Unit})
	if err != nil {
		return err
	}
	from := diplomacy.NoLoc
	if d.AttackerFrom != "" {
		from = b.Lookup(d.AttackerFrom)
	}
	on := diplomacy.Dislodged{Unit: us[0], By: from, From: from}
	on.Open = b.OpenTo(on, pos.Units, pos.Contested)
	pos.Dislodged = append(pos.Dislodged, on)
	return nil
}

// OnBoard converts units to units on the standard board.
func OnBoard(units []Unit) ([]diplomacy.Unit, error) {
	b := diplomacy.Standard()
	on := make([]diplomacy.Unit, len(units))
	for i, u := range units {
		on[i] = unitOnBoard(u)
		if on[i].Power == diplomacy.Nobody || on[i].At == diplomacy.NoLoc || !b.CanStand(on[i].Type, on[i].At) {
			return nil, fmt.Errorf("%q is no unit of the standard board", u)
		}
	}
	return on, nil
}

func unitOnBoard(u Unit) diplomacy.Unit {
	on := diplomacy.Unit{Power: power(u.Power), At: diplomacy.Standard().Lookup(u.Loc)}
	if u.Type == "F" {
		on.Type = diplomacy.Fleet
	}
	return on
}

// power returns the power for a name such as "ENGLAND".
func power(name string) diplomacy.Power {
	if name == "" {
		return diplomacy.Nobody
	}
	return diplomacy.Standard().Power(name[:1] + strings.ToLower(name[1:]))
}

// order adds an order, and reports whether it belongs to that kind of phase.
func (pos *Position) order(kind byte, text string) bool {
	w := strings.Fields(text)
	switch {
	case len(w) < 4:
		return false
	case kind == 'M':
		o, ok := moveOnBoard(w)
		pos.Moves = append(pos.Moves, o)
		return ok
	case kind == 'R':
		o, ok := retreatOnBoard(w)
		pos.Retreats = append(pos.Retreats, o)
		return ok
	}
	unit := unitOnBoard(Unit{Power: w[0], Type: w[1], Loc: w[2]})
	pos.Adjustments = append(pos.Adjustments, diplomacy.Adjustment{Power: unit.Power, Build: w[3] == "B", Unit: unit})
	return len(w) == 4 && (w[3] == "B" || w[3] == "D")
}

// moveOnBoard parses an order of a movement phase.
func moveOnBoard(w []string) (diplomacy.Order, bool) {
	at := diplomacy.Standard().Lookup
	o := diplomacy.Order{Unit: at(w[2]), Target: diplomacy.NoLoc, To: diplomacy.NoLoc}
	switch verb, n := w[3], len(w); {
	case verb == "H" && n == 4:
	case verb == "-" && n == 5,
		verb == "-" && n == 6 && w[5] == "VIA":
		o.Verb, o.To, o.Via = diplomacy.Move, at(w[4]), n == 6
	case verb == "S" && n == 6:
		o.Verb, o.Target = diplomacy.Support, at(w[5])
	case verb == "S" && n == 8 && w[6] == "-":
		o.Verb, o.Target, o.To = diplomacy.Support, at(w[5]), at(w[7])
	case verb == "C" && n == 8 && w[6] == "-":
		o.Verb, o.Target, o.To = diplomacy.Convoy, at(w[5]), at(w[7])
	default:
		return o, false
	}
	return o, true
}

// retreatOnBoard parses an order of a retreat phase.
func retreatOnBoard(w []string) (diplomacy.RetreatOrder, bool) {
	at := diplomacy.Standard().Lookup
	o := diplomacy.RetreatOrder{Unit: at(w[2]), To: diplomacy.NoLoc}
	if len(w) == 5 && w[3] == "R" {
		o.To = at(w[4])
		return o, true
	}
	return o, len(w) == 4 && w[3] == "D"
}

// onMap reports whether the standard board has a location with that code.
func onMap(loc string) bool { return diplomacy.Standard().Lookup(loc) != diplomacy.NoLoc }

// explain computes what the log does not say about the retreats p: where each attacker came from, and which spaces
// are contested. moves is the phase before. If that phase is invalid on the standard board, nothing is filled in.
func (p *Phase) explain(moves *Phase) {
	pos, err := moves.Position()
	if err != nil {
		return
	}
	b := diplomacy.Standard()
	m := diplomacy.NewResolver(b, Rules()).Resolve(pos.Units, pos.Moves)
	for l := range m.Contested.All() {
		p.Contested = append(p.Contested, b.Code(l))
	}
	for i := range p.Dislodged {
		d := &p.Dislodged[i]
		for _, by := range m.Dislodged {
			if by.From != diplomacy.NoLoc && b.Code(by.Unit.At) == d.Loc {
				d.AttackerFrom = b.Code(by.From)
			}
		}
	}
}
