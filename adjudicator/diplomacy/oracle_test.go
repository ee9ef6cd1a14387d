package diplomacy_test

import (
	"math/bits"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// The oracle says what becomes of a small position, slowly and from DATC's
// equations alone, so that the kernel can be compared with it. It shares with
// the kernel only who borders whom.
//
// Every order that tries something (a move, a support or convoy that matches
// the order it serves) comes off or not, and for each there is an equation
// that says which, given all the others (DATC 5.B). An outcome has to agree
// with all of them. It is found so:
//
//  1. An order whose equation gives the same whatever the orders still unknown
//     do is known. Repeat until there is none.
//  2. Order X hangs on order Y if, for some outcome of the other unknown ones,
//     changing Y changes what X's equation gives. A knot is a set of unknown
//     orders that all hang on each other, directly or not, and on no other.
//     Every unknown order hangs on some knot. Take one, and try all its
//     outcomes.
//     - One agrees with its equations: that is its outcome.
//     - Several do, and they have orders in common that come out alike in
//     each: these are known.
//     - Otherwise, with convoys in the knot it is a paradox: these convoys are
//     broken, so that the fleets stay as if they held and carry nobody
//     (Szykman's rule, DATC 4.A.2).
//     - Otherwise it is a circular movement: its moves come off (DATC 5.B.9).
//  3. Go on with 1 until all is known.
//
// In the end every equation must agree, that of a broken convoy put aside.
// Besides, if there are few orders all outcomes of the position are tried at
// once; if just one agrees it has to be the one found, unless a knot had to be
// cut on the way: the rules look at a knot alone (DATC 5.B.9), and such an
// outcome could decide it by what else hangs on it.
//
// oracle_test.go reads a position, oracle_solve_test.go has the equations and
// the search, oracle_position_test.go and oracle_scenes_test.go make positions
// up, oracle_compare_test.go compares, and oracle_datc_test.go tries the oracle
// itself.

var board = diplomacy.Standard()

type (
	loc   = diplomacy.Loc
	unit  = diplomacy.Unit
	order = diplomacy.Order
)

const nobody = -1

// A position is what is asked: units, and an order for each.
type position struct {
	units  []unit
	orders []order
}

// A set holds indices of units.
type set uint32

func (s set) has(i int) bool    { return s>>i&1 != 0 }
func (s set) covers(o set) bool { return o&^s == 0 }
func (s set) count() int        { return bits.OnesCount32(uint32(s)) }
func (s set) with(i int) set    { return s | 1<<i }
func (s set) first() int        { return bits.TrailingZeros32(uint32(s)) }
func (s *set) add(i int)        { *s |= 1 << i }
func (s set) next(o set) set    { return (s - o) & o } // of the subsets of o; 0 is first and follows the last
func (s set) each(f func(i int)) { // in ascending order
	for ; s != 0; s &= s - 1 {
		f(s.first())
	}
}

// An action is an order as the oracle reads it: legal, and matched with others.
type action struct {
	illegal bool
	verb    diplomacy.Verb // Hold if it is illegal
	from    loc            // the province
	to      loc            // of a move, convoy or support of a move: the province; else NoLoc
	lands   loc            // for a move, the exact place where it goes
	void    bool           // a support or convoy that does not match
	client  int            // the unit that a support or convoy serves; nobody if void
	convoy  bool           // the move is by convoy
	routes  []set          // of a convoyed move: the chains of fleets that could carry it
	helps   set            // the matched supports for this move, or for this unit to stay
	foreign set            // those of them that help to dislodge who stands in to
	rivals  set            // of a move: the others to the same province
	facing  int            // of a move: the opponent head to head, else nobody
	there   int            // of a move: the unit in to, else nobody
	entered set            // the moves to this unit's province
	hangsOn set            // all orders that its equation looks at
}

// An oracle reads one position.
type oracle struct {
	position
	at     [128]int8 // by province: its unit, nobody
	acts   []action
	tries  set // the orders that have an equation
	broken set // convoys that failed by Szykman's rule

	knots, circles, paradoxes int
	higher                    bool // a paradox of several convoys
	loose                     bool // knots whose outcomes had something in common
	strange                   bool // trying all at once finds another only outcome
	trouble                   string
}

func (p position) read() *oracle {
	o := &oracle{position: p, acts: make([]action, len(p.units))}
	for i := range o.at {
		o.at[i] = nobody
	}
	for i, u := range p.units {
		o.at[board.Province(u.At)] = int8(i)
	}
	for i := range p.units {
		o.acts[i] = o.legal(i)
	}
	o.route()
	o.match()
	o.oppose()
	return o
}

func province(l loc) loc {
	if int(l) >= board.Locs() {
		return diplomacy.NoLoc
	}
	return board.Province(l)
}

// unitAt returns the unit in the province of l, or nobody.
func (o *oracle) unitAt(l loc) int {
	if l = province(l); l == diplomacy.NoLoc {
		return nobody
	}
	return int(o.at[l])
}

// near says whether u borders province p for the purpose of a support or of
// boarding a convoy: the coast does not matter (DATC 6.B.4).
func near(u unit, p loc) bool {
	return board.CanReach(u.Type, u.At, p) ||
		slices.ContainsFunc(board.Coasts(p), func(c loc) bool { return board.CanReach(u.Type, u.At, c) })
}

// landing returns where u arrives if it is sent to to without a convoy, NoLoc
// if it can't or if it is open which coast is meant (DATC 4.B.1 to 4.B.3).
func landing(u unit, to loc) loc {
	if u.Type == diplomacy.Army {
		to = province(to)
	}
	if board.CanReach(u.Type, u.At, to) {
		return to
	}
	found := diplomacy.NoLoc
	if province(to) != to {
		return found
	}
	for _, c := range board.Coasts(to) {
		if board.CanReach(u.Type, u.At, c) {
			if found != diplomacy.NoLoc {
				return diplomacy.NoLoc
			}
			found = c
		}
	}
	return found
}

// chains returns the sets of fleets that could carry an army between two
// provinces over seas, without any that could do so with fewer of the same
// fleets: none is there for a detour (DATC 6.G.19).
func (o *oracle) chains(from, to loc, fleets set) []set {
	if from == to || !board.CanStand(diplomacy.Army, to) {
		return nil
	}
	var found []set
	var sail func(last int, used set)
	sail = func(last int, used set) {
		if near(o.units[last], to) {
			found = append(found, used)
			return
		}
		(fleets &^ used).each(func(i int) {
			if near(o.units[last], o.units[i].At) {
				sail(i, used.with(i))
			}
		})
	}
	fleets.each(func(i int) {
		if near(o.units[i], from) {
			sail(i, set(0).with(i))
		}
	})
	return slices.DeleteFunc(found, func(s set) bool {
		return slices.ContainsFunc(found, func(t set) bool { return t != s && s.covers(t) })
	})
}

// atSea returns the fleets that could convoy, whatever they are ordered.
func (o *oracle) atSea() set {
	var s set
	for i, u := range o.units {
		if u.Type == diplomacy.Fleet && board.Terrain(u.At) == diplomacy.Sea {
			s.add(i)
		}
	}
	return s
}

// legal reads the order of unit i. It looks at where the other units are and
// not at their orders (DATC 4.E.1).
func (o *oracle) legal(i int) action {
	u, given := o.units[i], o.orders[i]
	from, to := province(u.At), province(given.To)
	a := action{verb: given.Verb, from: from, to: to, lands: diplomacy.NoLoc, client: nobody, facing: nobody, there: nobody}
	var ok bool
	switch given.Verb {
	case diplomacy.Move:
		a.lands, a.convoy, ok = o.legalMove(u, given)
	case diplomacy.Support:
		ok = o.legalSupport(i, given)
	case diplomacy.Convoy:
		ok = o.legalConvoy(i, given)
	default:
		ok, a.to = true, diplomacy.NoLoc
	}
	if !ok {
		a.illegal, a.verb, a.to, a.lands, a.convoy = true, diplomacy.Hold, diplomacy.NoLoc, diplomacy.NoLoc, false
	}
	return a
}

// legalMove returns where u arrives and whether it has to go by convoy.
func (o *oracle) legalMove(u unit, given order) (lands loc, convoy, ok bool) {
	from, to := province(u.At), province(given.To)
	if to == diplomacy.NoLoc || from == to {
		return diplomacy.NoLoc, false, false
	}
	lands = landing(u, given.To)
	if u.Type == diplomacy.Fleet || lands != diplomacy.NoLoc && !given.Via {
		return lands, false, lands != diplomacy.NoLoc
	}
	return to, true, len(o.chains(from, to, o.atSea())) > 0
}

func (o *oracle) legalSupport(i int, given order) bool {
	u, k, to := o.units[i], o.unitAt(given.Target), province(given.To)
	if k == nobody || k == i {
		return false
	}
	client := o.units[k]
	if given.To == diplomacy.NoLoc {
		return near(u, province(client.At))
	}
	if to == diplomacy.NoLoc || to == province(client.At) || !near(u, to) {
		return false
	}
	if client.Type == diplomacy.Fleet {
		return landing(client, given.To) != diplomacy.NoLoc || given.To == to && near(client, to)
	}
	// A fleet can't support a move and carry it (DATC 6.D.31).
	return landing(client, to) != diplomacy.NoLoc ||
		slices.ContainsFunc(o.chains(province(client.At), to, o.atSea()), func(s set) bool { return !s.has(i) })
}

func (o *oracle) legalConvoy(i int, given order) bool {
	k, to := o.unitAt(given.Target), province(given.To)
	if k == nobody || to == diplomacy.NoLoc || o.units[k].Type != diplomacy.Army {
		return false
	}
	chains := o.chains(province(given.Target), to, o.atSea())
	return slices.ContainsFunc(chains, func(s set) bool { return s.has(i) })
}

// route decides which armies go by convoy (DATC 4.A.3) and on which chains.
func (o *oracle) route() {
	for k := range o.acts {
		a := &o.acts[k]
		if a.verb != diplomacy.Move || o.units[k].Type != diplomacy.Army {
			continue
		}
		var carriers set
		for i, c := range o.acts {
			if c.verb == diplomacy.Convoy && o.unitAt(o.orders[i].Target) == k && c.to == a.to {
				carriers.add(i)
				a.convoy = a.convoy || o.units[i].Power == o.units[k].Power
			}
		}
		if a.convoy {
			a.routes = o.chains(a.from, a.to, carriers)
		}
	}
}

// match finds for each support and convoy the order that it serves.
func (o *oracle) match() {
	for i := range o.acts {
		a := &o.acts[i]
		if a.verb != diplomacy.Support && a.verb != diplomacy.Convoy {
			continue
		}
		given := o.orders[i]
		k := o.unitAt(given.Target)
		c := &o.acts[k]
		switch {
		case a.to == diplomacy.NoLoc:
			a.void = c.verb == diplomacy.Move
		case c.verb != diplomacy.Move || c.to != a.to:
			a.void = true
		case a.verb == diplomacy.Support && o.units[k].Type == diplomacy.Fleet:
			a.void = given.To != a.to && given.To != c.lands // DATC 4.B.4
		}
		if a.void {
			continue
		}
		a.client = k
		if a.verb == diplomacy.Support {
			c.helps.add(i)
		}
	}
}

// oppose finds who is in whose way, and which orders each equation looks at.
func (o *oracle) oppose() {
	for i := range o.acts {
		a := &o.acts[i]
		for j, m := range o.acts {
			if m.verb != diplomacy.Move {
				continue
			}
			if m.to == a.from {
				a.entered.add(j)
			}
			if j != i && a.verb == diplomacy.Move && m.to == a.to {
				a.rivals.add(j)
			}
		}
		if a.verb == diplomacy.Move {
			a.there = o.unitAt(a.to)
			if a.there != nobody {
				t := o.acts[a.there]
				if t.verb == diplomacy.Move && t.to == a.from && !t.convoy && !a.convoy {
					a.facing = a.there
				}
			}
			a.foreign = o.helpAgainst(a.helps, a.there)
		}
		if a.verb != diplomacy.Hold && !a.void {
			o.tries.add(i)
		}
	}
	for i := range o.acts {
		o.acts[i].hangsOn = o.looksAt(i) & o.tries
	}
}

// helpAgainst returns the supports that are not given by the power of unit k.
func (o *oracle) helpAgainst(helps set, k int) set {
	if k == nobody {
		return helps
	}
	var s set
	helps.each(func(i int) {
		if o.units[i].Power != o.units[k].Power {
			s.add(i)
		}
	})
	return s
}

// looksAt returns at least the orders that may change the equation of i.
func (o *oracle) looksAt(i int) set {
	a := &o.acts[i]
	var s set
	strength := func(j int) {
		s |= o.acts[j].helps
		for _, r := range o.acts[j].routes {
			s |= r
		}
	}
	if a.verb != diplomacy.Move {
		s = a.entered
		a.entered.each(strength)
		return s
	}
	strength(i)
	if a.there != nobody {
		s.add(a.there)
		strength(a.there)
	}
	a.rivals.each(func(j int) {
		strength(j)
		if f := o.acts[j].facing; f != nobody {
			s.add(f)
		}
	})
	return s
}
