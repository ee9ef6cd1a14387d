package diplomacy

import (
	"errors"
	"fmt"
	"strings"
)

// A Unit is an army or a fleet of a power. A fleet in a province with several coasts is on one of its coasts, never
// at the province itself.
type Unit struct {
	Power Power
	Type  UnitType
	At    Loc
}

// Verb is what a unit is ordered to do.
type Verb uint8

// The four orders of a movement phase. An order with any other verb is illegal.
const (
	Hold Verb = iota
	Move
	Support
	Convoy
	NoVerb // an order that could not be read; it is illegal
)

// String returns "hold", "move", "support", "convoy" or "no order".
func (v Verb) String() string {
	return [...]string{"hold", "move", "support", "convoy", "no order"}[min(v, NoVerb)]
}

// An Order is an order to one unit in a movement phase. Create it with Holds, Moves, Supports and so on, because
// unused locations must be NoLoc: location 0 is a space of the board.
type Order struct {
	Unit   Loc  // where the ordered unit is; a coast stands for its province (DATC 4.B.5)
	Verb   Verb // what to do
	Target Loc  // for a support or convoy: where the other unit is; a coast stands for its province
	To     Loc  // destination of a move, a convoy or a supported move; NoLoc for the support of a hold
	Via    bool // for an army's move: "via convoy"
	// for an army's move: its convoy needs all of its fleets, because the order names the route (DATC 4.A.6)
	Whole bool
}

// Holds returns the order to hold for the unit in at.
func Holds(at Loc) Order { return Order{Unit: at, Target: NoLoc, To: NoLoc} }

// Moves returns the order to move from at to to.
func Moves(at, to Loc) Order { return Order{Unit: at, Verb: Move, Target: NoLoc, To: to} }

// MovesVia returns the order to move from at to to by convoy.
func MovesVia(at, to Loc) Order {
	return Order{Unit: at, Verb: Move, Target: NoLoc, To: to, Via: true}
}

// Supports returns the order for the unit in at to support the hold of the one
// in target.
func Supports(at, target Loc) Order { return Order{Unit: at, Verb: Support, Target: target, To: NoLoc} }

// SupportsMove returns the order for the unit in at to support the move of the
// one in target to to.
func SupportsMove(at, target, to Loc) Order {
	return Order{Unit: at, Verb: Support, Target: target, To: to}
}

// Convoys returns the order for the fleet in at to convoy the army in target to
// to.
func Convoys(at, target, to Loc) Order {
	return Order{Unit: at, Verb: Convoy, Target: target, To: to}
}

// noun names the type with its article: "an army".
func (t UnitType) noun() string {
	if t == Fleet {
		return "a fleet"
	}
	return "an army"
}

// the returns the full name of a location for use in a sentence.
func (b *Board) the(l Loc) string {
	if b.places[l].terrain == Sea {
		return "the " + b.places[l].name
	}
	return b.places[l].name
}

var errNowhere = errors.New("the order names no space of this board")

// Possible returns nil if u could carry out o on this board by the rules, assuming that all other units are where
// they are needed, or else a sentence for the player that says why not. It does not consider other units, and so
// reveals nothing about them. u must be a valid unit in a valid place; o.Unit is ignored.
func (b *Board) Possible(u Unit, o Order, rules Rules) error {
	known := func(l Loc) bool { return int(l) < len(b.places) }
	switch {
	case o.Verb == Move && !known(o.To),
		o.Verb == Convoy && !(known(o.To) && known(o.Target)),
		o.Verb == Support && !known(o.Target),
		o.Verb == Support && o.To != NoLoc && !known(o.To):
		return errNowhere
	case o.Verb == Move:
		return b.possibleMove(u, o, &rules)
	case o.Verb == Support:
		return b.possibleSupport(u, o)
	case o.Verb == Convoy:
		return b.possibleConvoy(u, o)
	case o.Verb != Hold:
		return errors.New("this is no order")
	}
	return nil
}

func (b *Board) possibleMove(u Unit, o Order, rules *Rules) error {
	from, to := b.Province(u.At), b.Province(o.To)
	if from == to {
		return fmt.Errorf("%s in %s cannot move to where it is", u.Type.noun(), b.the(from))
	}
	if err := b.enters(u.Type, to); err != nil {
		return err
	}
	if u.Type == Fleet {
		return b.possibleSailing(u.At, o.To, rules)
	}
	if b.reach[Army][from].Has(to) && !o.Via {
		return nil
	}
	if b.route(from, to, b.seas) {
		return nil
	}
	switch {
	case o.Via:
		return fmt.Errorf("no convoy can bring an army from %s to %s", b.the(from), b.the(to))
	case b.touches[from].Has(to):
		return fmt.Errorf("an army cannot go from %s to %s", b.the(from), b.the(to))
	}
	return fmt.Errorf("%s does not border %s, and no convoy leads there", b.the(to), b.the(from))
}

// enters returns an error if no unit of type t can be in province p.
func (b *Board) enters(t UnitType, p Loc) error {
	switch terrain := b.places[p].terrain; {
	case t == Army && terrain == Sea, t == Fleet && terrain == Inland:
		return fmt.Errorf("%s can't enter %s", t.noun(), b.the(p))
	}
	return nil
}

func (b *Board) possibleSailing(from, to Loc, rules *Rules) error {
	if b.landing(from, to, rules) != NoLoc {
		return nil
	}
	here, there := b.Province(from), b.Province(to)
	switch {
	case b.near[Fleet][from].Has(there) && to == there:
		return fmt.Errorf("a fleet in %s must say to which coast it goes: %s", b.the(from), b.coastsFrom(from, there))
	case b.near[Fleet][from].Has(there):
		return fmt.Errorf("a fleet in %s cannot reach %s, only %s", b.the(from), b.Name(to), b.coastsFrom(from, there))
	case b.touches[here].Has(there):
		return fmt.Errorf("a fleet cannot go from %s to %s", b.the(from), b.the(to))
	}
	return fmt.Errorf("%s does not border %s", b.the(there), b.the(here))
}

// coastsFrom names the coasts of a province that a fleet in from can reach: "Spain (north coast) or Spain (south
// coast)".
func (b *Board) coastsFrom(from, province Loc) string {
	var names []string
	for _, c := range b.places[province].coasts {
		if b.reach[Fleet][from].Has(c) {
			names = append(names, b.Name(c))
		}
	}
	return strings.Join(names, " or ")
}

func (b *Board) possibleSupport(u Unit, o Order) error {
	here, target := b.Province(u.At), b.Province(o.Target)
	if here == target {
		return fmt.Errorf("%s in %s cannot support itself", u.Type.noun(), b.the(here))
	}
	where := target
	if o.To != NoLoc {
		where = b.Province(o.To)
	}
	switch {
	case where == here:
		return fmt.Errorf("%s cannot support a move to %s, where it stands itself", u.Type.noun(), b.the(here))
	case o.To != NoLoc && where == target:
		return fmt.Errorf("a unit in %s cannot move to where it is", b.the(target))
	case !b.near[u.Type][u.At].Has(where):
		if err := b.enters(u.Type, where); err != nil {
			return fmt.Errorf("%w, so it gives no support there", err)
		}
		if b.touches[here].Has(where) {
			return fmt.Errorf("%s cannot go from %s to %s, so it gives no support there", u.Type.noun(),
				b.the(u.At), b.the(where))
		}
		return fmt.Errorf("%s does not border %s, so no support reaches it", b.the(where), b.the(here))
	case o.To != NoLoc && !b.supportable(u, target, o.To):
		return fmt.Errorf("no unit can go from %s to %s", b.the(target), b.the(o.To))
	}
	return nil
}

// supportable reports whether some unit in province from could move to to while u supports it, which is impossible if
// the move needs u's own convoy (DATC 6.D.31).
func (b *Board) supportable(u Unit, from, to Loc) bool {
	p := b.Province(to)
	if b.reach[Army][from].Has(p) || b.route(from, p, b.seas.less(b.Province(u.At))) {
		return true
	}
	berths := b.places[from].coasts
	if len(berths) == 0 {
		berths = []Loc{from}
	}
	for _, l := range berths {
		if b.reach[Fleet][l].Has(to) || to == p && b.near[Fleet][l].Has(p) {
			return true
		}
	}
	return false
}

func (b *Board) possibleConvoy(u Unit, o Order) error {
	from, to := b.Province(o.Target), b.Province(o.To)
	switch {
	case u.Type == Army:
		return errors.New("an army cannot convoy")
	case b.places[u.At].terrain != Sea:
		return fmt.Errorf("a fleet can convoy only at sea, not in %s", b.the(b.Province(u.At)))
	case b.places[from].terrain == Sea:
		return fmt.Errorf("only armies are convoyed, and none can be in %s", b.the(from))
	case b.places[to].terrain == Sea:
		return b.enters(Army, to)
	case from == to:
		return fmt.Errorf("a convoy from %s cannot end there", b.the(from))
	case b.places[from].terrain == Inland || b.places[to].terrain == Inland:
		inland := from
		if b.places[from].terrain != Inland {
			inland = to
		}
		return fmt.Errorf("%s lies inland, where no convoy starts or ends", b.the(inland))
	case !b.serves(u.At, from, to, b.seas):
		return fmt.Errorf("a fleet in %s is no use in a convoy from %s to %s", b.the(u.At), b.the(from), b.the(to))
	}
	return nil
}
