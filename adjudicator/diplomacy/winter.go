package diplomacy

import (
	"cmp"
	"slices"
)

// An Adjustment is an order of the winter: a power builds a unit, waives a
// build, or removes a unit that it has.
type Adjustment struct {
	Power Power
	Build bool
	Waive bool // Build and Unit are not looked at
	Unit  Unit // of a removal only the province counts; Power is not looked at
}

// An AdjustmentResult is what became of an Adjustment.
type AdjustmentResult struct {
	OK  bool
	Why Reason // None if OK
}

// A Winter is the outcome of an adjustment phase.
type Winter struct {
	Results  []AdjustmentResult // one per order, in the order given
	Built    []Unit             // in the order given
	Removed  []Unit             // by order, in the order given
	Disorder []Unit             // removed by civil disorder, power by power
	Units    []Unit             // who stands where afterwards: those that were there, then the built
}

// NoOwners returns owners for Balance and Adjust: nobody owns a centre.
func (b *Board) NoOwners() []Power { return slices.Repeat([]Power{Nobody}, len(b.places)) }

// Balance returns how many units each power may build or, below zero, has to
// remove: its centres less its units. owner gives the owner of each location
// that is a centre, by Loc (see NoOwners); a slice that ends before says Nobody.
// The powers must be ones of the board.
func (b *Board) Balance(units []Unit, owner []Power) []int {
	due := make([]int, len(b.powers))
	for _, c := range b.centres {
		if p := ownerOf(owner, c); p != Nobody {
			due[p]++
		}
	}
	for _, u := range units {
		if u.Power != Nobody {
			due[u.Power]--
		}
	}
	return due
}

func ownerOf(owner []Power, l Loc) Power {
	if int(l) >= len(owner) {
		return Nobody
	}
	return owner[l]
}

// winter is an adjustment phase in work.
type winter struct {
	*Winter
	board  *Board
	rules  Rules
	owner  []Power
	orders []Adjustment
	due    []int
}

// Adjust resolves a winter. A unit is built in a home centre that its power
// owns and that is empty; builds not ordered are waived. Of more orders than
// are due, and of several builds in one space, the first count or whatever the
// rules say (DATC 4.D.4 to 4.D.6). Removals that were not ordered are made by
// civil disorder (DATC 4.D.8). owner is as in Balance.
func (b *Board) Adjust(units []Unit, owner []Power, orders []Adjustment, rules Rules) Winter {
	w := winter{
		Winter: &Winter{Results: make([]AdjustmentResult, len(orders)), Units: slices.Clone(units)},
		board:  b, rules: rules, owner: owner, orders: slices.Clone(orders), due: b.Balance(units, owner),
	}
	w.judge()
	w.limit(OneSpaceBuilds, Taken, func(o *Adjustment) (kind, left int) {
		if o.Build {
			return int(b.province[o.Unit.At]), 1
		}
		return -1, 0
	})
	w.limit(TooManyBuilds, NotDue, func(o *Adjustment) (kind, left int) {
		if o.Build || o.Waive {
			return int(o.Power), w.due[o.Power]
		}
		return -1, 0
	})
	w.limit(TooManyRemovals, NotDue, func(o *Adjustment) (kind, left int) {
		if !o.Build && !o.Waive {
			return int(o.Power), -w.due[o.Power]
		}
		return -1, 0
	})
	w.carryOut()
	w.disorder()
	w.Units = append(w.Units, w.Built...)
	return *w.Winter
}

// judge finds the orders that could be carried out taken one by one. An order
// that says the same as one before it is impossible beside that.
func (w *winter) judge() {
	full := w.board.occupied(w.Units)
	seen := map[Adjustment]bool{}
	for i := range w.orders {
		o := &w.orders[i]
		why := w.why(o, full)
		if why == None && !o.Waive {
			if seen[*o] {
				why = NoUnit
				if o.Build {
					why = Taken
				}
			}
			seen[*o] = true
		}
		w.Results[i] = AdjustmentResult{OK: why == None, Why: why}
	}
}

// why brings an order into one form and says why it can't be carried out, None
// if it can.
func (w *winter) why(o *Adjustment, full Set) Reason {
	b := w.board
	if o.Power < 0 || int(o.Power) >= len(w.due) {
		return Illegal
	}
	p := b.province[o.Unit.At]
	due := w.due[o.Power]
	o.Unit.Power = o.Power
	switch {
	case o.Waive:
		o.Build, o.Unit = false, Unit{}
	case p == NoLoc:
		return Illegal
	case !o.Build:
		o.Unit.At, o.Unit.Type = p, Army
	case o.Unit.Type == Fleet && w.rules[FleetInland] == FleetIsArmy && b.places[p].terrain == Inland,
		o.Unit.Type == Army:
		o.Unit.At, o.Unit.Type = p, Army // DATC 4.B.6
	}
	switch {
	case due == 0, (o.Build || o.Waive) != (due > 0):
		return NotDue
	case o.Waive:
		return None
	case o.Build:
		return w.buildable(o.Unit, full)
	case !slices.ContainsFunc(w.Units, func(u Unit) bool { return u.Power == o.Power && b.province[u.At] == p }):
		return NoUnit
	}
	return None
}

// buildable says why u can't be raised where it is to stand, None if it can
// (DATC 6.I).
func (w *winter) buildable(u Unit, full Set) Reason {
	p := w.board.province[u.At]
	switch {
	case !slices.Contains(w.board.homes[u.Power], p):
		return NotHome
	case ownerOf(w.owner, p) != u.Power:
		return NotOwned
	case !w.board.CanStand(u.Type, u.At): // DATC 6.B.14, 6.I.2
		return BadType
	case full.Has(p):
		return Taken
	}
	return None
}

// limit has only so many of the orders of each kind count, the first or the
// last, or none if there are more. of gives the kind of an order, below zero
// if it is not meant, and how many may count.
func (w *winter) limit(issue Issue, why Reason, of func(o *Adjustment) (kind, left int)) {
	kinds := map[int][]int{} // the orders that could be carried out
	left := map[int]int{}
	for i, res := range w.Results {
		if !res.OK {
			continue
		}
		if kind, n := of(&w.orders[i]); kind >= 0 {
			kinds[kind] = append(kinds[kind], i)
			left[kind] = n
		}
	}
	for kind, is := range kinds {
		n := left[kind]
		if len(is) <= n {
			continue
		}
		drop := is[n:]
		switch w.rules[issue] {
		case LastCount:
			drop = is[:len(is)-n]
		case NoneCounts:
			drop = is
		}
		for _, i := range drop {
			w.Results[i] = AdjustmentResult{Why: why}
		}
	}
}

// carryOut does what the orders that are left say.
func (w *winter) carryOut() {
	for i, o := range w.orders {
		switch {
		case !w.Results[i].OK || o.Waive:
		case o.Build:
			w.Built = append(w.Built, o.Unit)
		default:
			w.Removed = append(w.Removed, w.remove(o.Power, o.Unit.At))
			w.due[o.Power]++
		}
	}
}

// remove takes the unit of a power in the province of l off the board.
func (w *winter) remove(power Power, l Loc) Unit {
	i := slices.IndexFunc(w.Units, func(u Unit) bool {
		return u.Power == power && w.board.province[u.At] == w.board.province[l]
	})
	u := w.Units[i]
	w.Units = slices.Delete(w.Units, i, i+1)
	return u
}

// disorder makes the removals that are still due.
func (w *winter) disorder() {
	for i, n := range w.due {
		if n >= 0 {
			continue
		}
		power := Power(i)
		var own []Unit
		for _, u := range w.Units {
			if u.Power == power {
				own = append(own, u)
			}
		}
		for _, u := range w.farthest(power, own)[:-n] {
			w.Disorder = append(w.Disorder, w.remove(power, u.At))
		}
	}
}

// farthest returns the units of a power in the sequence in which they go.
func (w *winter) farthest(power Power, own []Unit) []Unit {
	b := w.board
	switch w.rules[CivilDisorder] {
	case HomeCentres:
		return b.rank(own, func(u Unit) int { return b.wayHome(u, b.homes[power]) })
	case HomeSteps:
		return b.Farthest(own, b.homes[power], len(own))
	}
	var centres []Loc
	for _, c := range b.centres {
		if ownerOf(w.owner, c) == power {
			centres = append(centres, c)
		}
	}
	return b.Farthest(own, centres, len(own))
}

// Farthest returns the n of units that are to go first: those with the largest
// distance to the nearest of the provinces from, for armies and fleets alike
// over land and sea; of equals, fleets before armies, and then by the full name
// of the province (DATC 6.J). With no provinces all are equally far.
func (b *Board) Farthest(units []Unit, from []Loc, n int) []Unit {
	far := b.distances(from)
	rank := b.rank(units, func(u Unit) int { return far[b.province[u.At]] })
	return rank[:max(0, min(n, len(rank)))]
}

// rank puts units in the sequence in which they go, the farthest first.
func (b *Board) rank(units []Unit, far func(Unit) int) []Unit {
	rank := slices.Clone(units)
	slices.SortStableFunc(rank, func(u, v Unit) int {
		return cmp.Or(
			cmp.Compare(far(v), far(u)),
			cmp.Compare(v.Type, u.Type),
			cmp.Compare(b.places[b.province[u.At]].name, b.places[b.province[v.At]].name),
		)
	})
	return rank
}

// distances returns how many steps each province is from the nearest of from.
func (b *Board) distances(from []Loc) [maxLocs]int {
	var far [maxLocs]int
	for i := range far {
		far[i] = maxLocs
	}
	var start Set
	for _, l := range from {
		start.add(b.province[l])
	}
	spread(start, func(l Loc) Set { return b.touches[l] }, func(l Loc, step int) { far[l] = step })
	return far
}

// wayHome returns how many moves a unit is from the nearest of its home
// centres by the usage before 2023: a fleet as fleets go, an army over land and
// sea.
func (b *Board) wayHome(u Unit, homes []Loc) int {
	var goal Set
	for _, h := range homes {
		goal.add(h)
	}
	steps := func(l Loc) Set { return b.touches[l] }
	if u.Type == Fleet {
		steps = func(l Loc) Set { return b.reach[Fleet][l] }
	}
	nearest := maxLocs
	spread(one(u.At), steps, func(l Loc, step int) {
		if goal.Has(b.province[l]) {
			nearest = min(nearest, step)
		}
	})
	return nearest
}

// spread calls visit with each location that can be reached from start, and in
// how many steps.
func spread(start Set, next func(Loc) Set, visit func(l Loc, step int)) {
	var seen Set
	for fresh, step := start, 0; !fresh.empty(); step++ {
		seen = seen.or(fresh)
		var reached Set
		for l := range fresh.All() {
			visit(l, step)
			reached = reached.or(next(l))
		}
		fresh = reached.minus(seen)
	}
}
