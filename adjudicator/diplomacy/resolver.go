package diplomacy

import "fmt"

// A Resolver resolves movement phases, one after another, in memory that it
// keeps. It is for one goroutine.
//
// An order is worked out when another asks for it, and then it succeeds, fails,
// or is left open by what is known so far (DATC 5.E). What is still open when
// all that follows has been concluded is a knot, and knot.go undoes it. That an
// order only ever goes from open to known makes the outcome the same in
// whatever sequence units and orders come.
type Resolver struct {
	board *Board
	rules Rules

	cells [256]cell  // by province; NoLoc has one where nobody ever stands
	given [256]int32 // which order counts for the unit, from 1; 0 if none does

	moving, supporting, convoying Set // who has such an order that counts
	afloat                        Set // the fleets at sea

	// Of the orders that wait for others.
	open  Set          // worked out as far as can be
	waits [maxLocs]Set // what each of them asked for and found open
	asked Set          // the same for the order in hand
	news  Set          // what has become known since the open orders were last looked at

	knotted  Set // convoys that failed by the paradox rule
	orders   []Order
	movement Movement
}

// NewResolver returns a Resolver for movements on the board by the given rules.
func NewResolver(b *Board, rules Rules) *Resolver {
	if rules[AdjacentConvoy] == Opposite1971 { // DATC 4.A.3: the convoy counts only if it is there
		rules[LandFallback] = FallbackAlways
	}
	return &Resolver{board: b, rules: rules, cells: blank}
}

// cell is a province during one phase.
type cell struct {
	is    flags
	power Power
	at    Loc // where exactly the unit stands

	// The order that counts: NoLoc where it names nothing.
	target Loc // of a support or convoy: province of the other unit
	to     Loc // of a move: where exactly; of others as it was given
	dest   Loc // province of to

	why Reason // known before anything is worked out: Illegal or Void
	by  Loc    // who prevented it, as was found when it failed

	// Three lists, each by its first member: who moves here, and who supports
	// and who convoys what the unit here does. An order is in one list at
	// most, in board order, and has the next member.
	attackers, backers, carriers Loc
	next                         Loc
	backing                      uint8 // how many backers

	_ [2]byte // to sixteen bytes, so that its place is found by a shift
}

// flags is what is known of a unit and its order.
type flags uint16

const (
	occupied flags = 1 << iota
	fleet
	ordered
	moves    // the order that counts is a move
	supports // ... a support
	convoys  // ... a convoy
	via      // and says "via convoy"
	shipped  // the move is by convoy
	footed   // but over land if there is no convoy
	stranded // no whole route has orders to carry it
	whole    // it needs all its fleets
	meant    // the support or convoy is for what the other unit does
	pending  // being worked out, or open
	known    // worked out
	review   // found out while others were open: who prevented it is still to be found

	verdictBit = 15                     // the highest, so that what is left of it is the verdict
	succeeds   = flags(1) << verdictBit // worked out, to this
)

// blank is a board without units.
var blank = func() (cells [256]cell) {
	for i := range cells {
		cells[i] = cell{
			power: Nobody, at: NoLoc, target: NoLoc, to: NoLoc, dest: NoLoc, by: NoLoc,
			attackers: NoLoc, backers: NoLoc, carriers: NoLoc, next: NoLoc,
		}
	}
	return cells
}()

// Resolve resolves a movement phase. Of several orders for a unit one counts
// (DATC 4.D.3), a unit without one holds, and an order for an empty province is
// ignored; that a power orders its own units only is for the caller to see to.
// What it returns is good until the next call, also as input of that; Clone
// keeps it. The orders must stay as they are for as long as Explain is asked. It
// panics if two units share a province or one stands where it cannot.
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

// run works out all orders.
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

// free reports whether nothing can prevent the move of c: over land or sea into
// a space that nobody else wants.
func (r *Resolver) free(p Loc, c *cell) bool {
	d := &r.cells[c.dest]
	return (c.is&shipped|d.is&occupied) == 0 && d.attackers == p && c.next == NoLoc
}

// outcome returns what becomes of the order of the unit in p, which is c, and
// remembers that the order in hand asked for it if it is open.
func (r *Resolver) outcome(p Loc, c *cell) verdict {
	if c.is&known == 0 {
		return r.work(p)
	}
	return verdict(c.is >> verdictBit)
}

// work works out an order that nobody has asked for yet; one that is open stays
// so.
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

// settle records the outcome of an order. Where it leaned on nothing open who
// prevented it is known too.
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

// conclude looks at the open orders again for as long as others that they
// asked for become known.
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

// again works out an open order with what is known now.
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
