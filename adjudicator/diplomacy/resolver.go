package diplomacy

import "fmt"

// A Resolver resolves movement phases, one after another, reusing its memory. It is not safe for concurrent use.
//
// An order is judged when another one depends on it. It then succeeds, fails, or stays open as far as is known (DATC
// 5.E). Orders that are still open when all conclusions have been drawn contain a knot, which knot.go resolves.
// Because an order only ever changes from open to known, the result does not depend on the sequence of units and
// orders.
type Resolver struct {
	board *Board
	rules Rules

	cells [256]cell  // contents, by province; the cell of NoLoc never has a unit
	given [256]int32 // by province: number of the order that counts for the unit, from 1; 0 if none counts

	moving, supporting, convoying Set // provinces of units with such an order that counts
	afloat                        Set // provinces of fleets at sea

	// State of the orders that wait for others.
	open  Set          // orders judged as far as possible, but still open
	waits [maxLocs]Set // for each of them, the open orders that it depends on
	asked Set          // the same for the order being judged
	news  Set          // orders that have become known since the open ones were last judged

	knotted  Set // convoys that failed because of the paradox rule
	orders   []Order
	movement Movement
}

// NewResolver returns a Resolver for movement phases on a board under some rules.
func NewResolver(b *Board, rules Rules) *Resolver {
	if rules[AdjacentConvoy] == Opposite1971 { // DATC 4.A.3: the convoy only counts if it exists
		rules[LandFallback] = FallbackAlways
	}
	return &Resolver{board: b, rules: rules, cells: blank}
}

// A cell is the state of a province during one phase.
type cell struct {
	is    flags
	power Power
	at    Loc // where exactly the unit is

	// The order that counts; NoLoc for locations that it does not name.
	target Loc // for a support or convoy: province of the other unit
	to     Loc // for a move: the exact destination; for others as it was given
	dest   Loc // province of to

	why Reason // Illegal or Void, which are known before anything is judged
	by  Loc    // the province of the unit that prevented it, if known

	// Heads of three linked lists: units that move here, that support, and that convoy what the unit here does. Each
	// order is in at most one list, in board order, linked by next.
	attackers, backers, carriers Loc
	next                         Loc
	backing                      uint8 // number of backers

	_ [2]byte // padding to a size of sixteen bytes, so that cells are indexed by a shift
}

// flags is what is known about a unit and its order.
type flags uint16

const (
	occupied flags = 1 << iota
	fleet
	ordered
	moves    // the order that counts is a move
	supports // the order that counts is a support
	convoys  // the order that counts is a convoy
	via      // the order that counts says "via convoy"
	shipped  // the move is by convoy
	footed   // it goes over land if there is no convoy
	stranded // no complete route was ordered to carry it
	whole    // the convoy needs all of its fleets
	meant    // the support or convoy matches what the other unit does
	pending  // being judged, or open
	known    // judged
	review   // judged while others were open: who prevented it is still to be determined

	verdictBit = 15                     // the highest bit, so that shifting right by it leaves only the verdict
	succeeds   = flags(1) << verdictBit // judged to succeed
)

// blank contains cells of a board without units.
var blank = func() (cells [256]cell) {
	for i := range cells {
		cells[i] = cell{
			power: Nobody, at: NoLoc, target: NoLoc, to: NoLoc, dest: NoLoc, by: NoLoc,
			attackers: NoLoc, backers: NoLoc, carriers: NoLoc, next: NoLoc,
		}
	}
	return cells
}()

// Resolve resolves a movement phase. Of several orders for a unit one counts (DATC 4.D.3), a unit without one holds,
// and an order for an empty province is ignored; the caller must ensure that a power orders only its own units. The
// result is valid until the next call, and may be the input of that call; Clone makes a permanent copy. The orders
// must not be modified as long as Explain is used. It panics if two units share a province or one stands where it
// cannot.
func (r *Resolver) Resolve(units []Unit, orders []Order) *Movement {
	r.orders = orders
	r.clear()
	r.place(units)
	r.take(orders)
	r.run()
	r.report(units)
	return &r.movement
}

func (r *Resolver) clear() {
	n := len(r.board.places)
	copy(r.cells[:n], blank[:])
	clear(r.given[:n])
	r.moving, r.supporting, r.convoying, r.afloat = Set{}, Set{}, Set{}, Set{}
	r.open, r.asked, r.news = Set{}, Set{}, Set{}
	r.knotted = Set{}
}

// place puts the units on the board.
func (r *Resolver) place(units []Unit) {
	b := r.board
	var afloat Set
	for i := range units {
		u := &units[i]
		p := b.province[u.At]
		c := &r.cells[p]
		if c.is == 0 && b.CanStand(u.Type, u.At) {
			c.is, c.power, c.at = occupied|flags(u.Type)*fleet, u.Power, u.At
			if u.Type == Fleet && b.seas.Has(p) {
				afloat.add(p)
			}
			continue
		}
		if !b.CanStand(u.Type, u.At) {
			panic(fmt.Sprintf("diplomacy: %s of type %d cannot stand at location %d", u.Type.noun(), u.Type, u.At))
		}
		panic("diplomacy: two units in " + b.places[p].name)
	}
	r.afloat = afloat
}

// standing returns the provinces with units.
func (r *Resolver) standing() Set {
	var s Set
	for i := range r.board.provinces {
		if r.cells[i].is&occupied != 0 {
			s.add(Loc(i))
		}
	}
	return s
}

// run judges all orders.
func (r *Resolver) run() {
	var rest Set
	for us := r.moving; !us.empty(); {
		p := us.pop()
		if c := &r.cells[p]; r.free(p, c) {
			c.is |= known | succeeds
		} else {
			rest.add(p)
		}
	}
	for us := rest.or(r.supporting).or(r.convoying); !us.empty(); {
		p := us.pop()
		r.outcome(p, &r.cells[p])
	}
	for r.conclude(); !r.open.empty(); r.conclude() {
		r.untie()
	}
}

// free reports whether nothing can prevent the move of c: over land or sea into a space that is empty and that nobody
// else moves to.
func (r *Resolver) free(p Loc, c *cell) bool {
	d := &r.cells[c.dest]
	return (c.is&shipped|d.is&occupied) == 0 && d.attackers == p && c.next == NoLoc
}

// outcome returns the verdict on the order of the unit in p, whose cell is c. If it is open, outcome records that the
// order being judged depends on it.
func (r *Resolver) outcome(p Loc, c *cell) verdict {
	if c.is&known == 0 {
		return r.work(p)
	}
	return verdict(c.is >> verdictBit)
}

// work judges an order that has not been judged yet; it may stay open.
func (r *Resolver) work(p Loc) verdict {
	if r.cells[p].is&pending != 0 {
		r.asked.add(p)
		return unsure
	}
	r.cells[p].is |= pending
	outer := r.asked
	r.asked = Set{}
	v := r.judge(p)
	if v == unsure {
		r.open.add(p)
		r.waits[p] = r.asked
		r.asked = outer
		r.asked.add(p)
		return unsure
	}
	r.settle(p, v)
	r.asked = outer
	return v
}

// settle records the outcome of an order. If the order depended on nothing open, it is also known who prevented it.
func (r *Resolver) settle(p Loc, v verdict) {
	c := &r.cells[p]
	c.is |= known
	if v == yes {
		c.is |= succeeds
	}
	if !r.asked.empty() {
		c.is |= review
	}
	if !r.open.empty() {
		r.open.del(p)
		r.news.add(p)
	}
}

// conclude judges open orders again as long as orders that they depend on become known.
func (r *Resolver) conclude() {
	for !r.news.empty() {
		news := r.news
		r.news = Set{}
		for os := r.open; !os.empty(); {
			if p := os.pop(); r.waits[p].meets(news) {
				r.again(p)
			}
		}
	}
}

// again judges an open order with what is known now.
func (r *Resolver) again(p Loc) {
	r.asked = Set{}
	v := r.judge(p)
	if v == unsure {
		r.waits[p] = r.asked
		return
	}
	r.cells[p].is |= review
	r.settle(p, v)
}
