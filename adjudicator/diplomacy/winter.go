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
	Waive bool // waives a build; Build and Unit are ignored
	Unit  Unit // for a removal, only the province matters and Power is ignored
}

// An AdjustmentResult is the result of an Adjustment.
type AdjustmentResult struct {
	OK  bool
	Why Reason // None if OK
}

// A Winter is the outcome of an adjustment phase.
type Winter struct {
	Results  []AdjustmentResult // one per order, in the order given
	Built    []Unit             // in the order given
	Removed  []Unit             // removed units, by order, in the order given
	Disorder []Unit             // removed because of civil disorder, power by power
	Units    []Unit             // the units afterwards: those that remain, then those that were built
}

// NoOwners returns a list of owners for Balance and Adjust in which nobody owns a centre.
func (b *Board) NoOwners() []Power { return slices.Repeat([]Power{Nobody}, len(b.places)) }

// Balance returns how many units each power may build or, below zero, has to remove: its centres less its units.
// owner gives the owner of each location that is a centre, by Loc (see NoOwners); locations beyond its end belong to
// Nobody. The powers must be powers of the board.
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

// A winter is an adjustment phase that is being resolved.
type winter struct {
	*Winter
	board  *Board
	rules  Rules
	owner  []Power
	orders []Adjustment
	due    []int
}

// Adjust resolves a winter. A unit is built in a home centre that its power owns and that is empty; builds not
// ordered are waived. If there are more orders than are due, or several builds in one space, the first ones count,
// unless the rules say otherwise (DATC 4.D.4 to 4.D.6). Missing removals are made by the rules for civil disorder
// (DATC 4.D.8). owner is as for Balance.
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

// judge determines which orders could be carried out individually. An order that repeats an earlier one is
// impossible.
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

// why converts an order to a canonical form and returns why it can't be carried out, or None.
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

// buildable returns why u can't be built in its place, or None (DATC 6.I).
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

// limit enforces a limit on the number of orders of each kind: depending on the rules, only the first or the last
// ones count, or none if there are too many. of returns the kind of an order, negative if the limit does not apply to
// it, and the limit.
func (w *winter) limit(issue Issue, why Reason, of func(o *Adjustment) (kind, left int)) {
	kinds := map[int][]int{} // indexes of the possible orders, by kind
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

// carryOut carries out the remaining orders.
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

// remove removes the unit of a power in the province of l from the board, and returns it.
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

// farthest returns the units of a power in the order in which they are removed.
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

// Farthest returns the n units that are removed first: those with the largest distance to the nearest of the
// provinces in from, counted over land and sea for both armies and fleets. At equal distance, fleets come before
// armies, then the full name of the province decides (DATC 6.J). If from is empty, all units are equally far.
func (b *Board) Farthest(units []Unit, from []Loc, n int) []Unit {
	far := b.distances(from)
	rank := b.rank(units, func(u Unit) int { return far[b.province[u.At]] })
	return rank[:max(0, min(n, len(rank)))]
}

// rank sorts units in the order in which they are removed, the farthest first.
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

// distances returns the number of steps from each province to the nearest province in from.
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

// wayHome returns how many moves a unit is from the nearest of its home centres by the rule that was usual before
// 2023: a fleet moves as fleets do, an army over land and sea.
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

// spread calls visit with each location that can be reached from start, and the number of steps (breadth-first
// search).
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
