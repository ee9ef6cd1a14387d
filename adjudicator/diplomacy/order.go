package diplomacy

import (
	"errors"
	"fmt"
	"strings"
)

// A Unit is an army or a fleet of a power. A fleet in a split province stands
// at one of its coasts, never at the province itself.
type Unit struct {
	Power Power
	Type  UnitType
	At    Loc
}

// Verb is what a unit is ordered to do.
type Verb uint8

// The four orders of a movement phase. An order with a verb behind them is illegal.
const (
	Hold Verb = iota
	Move
	Support
	Convoy
	NoVerb // an order that can't be read: it is illegal
)

// String returns "hold", "move", "support", "convoy" or "no order".
func (v Verb) String() string {
	return [...]string{"hold", "move", "support", "convoy", "no order"}[min(v, NoVerb)]
}

// An Order is what one unit is told to do in a movement phase. Make it with
// Holds, Moves, Supports and their like: location 0 is one of the board, and
// where an order names none there must be NoLoc.
type Order struct {
	Unit   Loc  // where the ordered unit stands; a coast means its province (DATC 4.B.5)
	Verb   Verb // what to do
	Target Loc  // of a support or convoy: where the other unit stands; a coast means its province
	To     Loc  // of a move, a convoy or the support of a move: where to; NoLoc in the support of a hold
	Via    bool // of an army's move: "via convoy"
	Whole  bool // of an army's move: its convoy needs all its fleets, for the order names the route (DATC 4.A.6)
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

// the returns the full name of a location as it stands in a sentence.
func (b *Board) the(l Loc) string {
	if b.places[l].terrain == Sea {
		return "the " + b.places[l].name
	}
	return b.places[l].name
}

var errNowhere = errors.New("the order names no space of this board")

// Possible says whether u could carry out o on this board by the rules, were all
// other units where they are needed: nil, or a sentence for the player that says why
// not. It looks at no other unit, so that it tells nothing about them. u is a
// unit that can stand where it stands; o.Unit is not looked at.
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

// enters says why no unit of type t can be in province p.
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

// coastsFrom names the coasts of a split province that a fleet can reach:
// "Spain (north coast) or Spain (south coast)".
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

// supportable reports whether some unit in province from could move to to
// while u supports it, which u cannot do if its own convoy is needed (DATC
// 6.D.31).
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
