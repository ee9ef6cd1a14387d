package successors

import "slices"

// firstRolls rolls for cavalry before a battle (SU-15): one die for each, and two fewer for each enemy elephant.
// There are no such rolls if any of the attackers have come ashore (SU-19). Leaders give no bonus.
func (b *battle) firstRolls() {
	if b.told.Landed.Army() > 0 {
		return
	}
	v := &Volley{}
	if b.is(optFirst, "defender") {
		b.charge(v, 1)
		b.suffer(v, 0)
		b.charge(v, 0)
		b.suffer(v, 1)
	} else {
		b.charge(v, 0)
		b.charge(v, 1)
		b.suffer(v, 0)
		b.suffer(v, 1)
	}
	if len(v.Throws[0])+len(v.Throws[1]) > 0 {
		b.told.First = v
	}
}

// charge rolls the dice of a side's cavalry before the battle.
func (b *battle) charge(v *Volley, s int) {
	if n := b.told.Left[s][Cavalry] - 2*b.told.Left[1-s][Elephant]; n > 0 {
		v.Throws[s] = append(v.Throws[s], b.throw(Cavalry, b.edition().First, n, 0))
	}
}

// round fights one round of battle: all units roll at the same time, and the units that are hit are removed (SU-16,
// SU-17). It returns the number of units lost.
func (b *battle) round() int {
	var v Volley
	for s := range b.bands {
		b.volley(&v, s)
	}
	for s := range b.bands {
		b.suffer(&v, s)
	}
	b.told.Rounds = append(b.told.Rounds, Round{Volley: v})
	return v.Lost[0].Army() + v.Lost[1].Army()
}

// volley rolls the dice of a side in a round: one for each unit, or two for each if all attackers came from the sea
// (SU-19). Each leader adds one to the die of one unit of their side (SU-16).
func (b *battle) volley(v *Volley, s int) {
	times := 1
	landing := b.told.Landing && (len(b.told.Rounds) == 0 || !b.is(optLanding, "first"))
	if landing && s == 1 {
		times = 2
	}
	bonus := b.bonus(s)
	for _, t := range Land {
		if n := b.told.Left[s][t]; n > 0 {
			v.Throws[s] = append(v.Throws[s], b.throw(t, b.edition().Hit[t], n*times, bonus[t]))
		}
	}
}

// throw rolls a number of dice for one type, the first of which get a leader's bonus.
func (b *battle) throw(t Type, need, dice, bonus int) Throw {
	out := Throw{Unit: t, Need: need, Bonus: bonus}
	for i := range dice {
		d := b.roll(b.label)
		out.Dice = append(out.Dice, d)
		if i < bonus {
			d++
		}
		if d >= need {
			out.Hits++
		}
	}
	return out
}

// bonus returns how many units of each type get a leader's bonus: one for each leader, of the first type in that
// leader's order that still has a unit without one, or else of the best type.
func (b *battle) bonus(s int) Units {
	var out Units
	for _, x := range b.bands[s] {
		if !x.leader {
			continue
		}
		order := slices.Concat(b.sheets[x.side].rules.bonus, Land)
		if i := slices.IndexFunc(order, func(t Type) bool {
			return t != Fleet && b.told.Left[s][t] > out[t]
		}); i >= 0 {
			out[order[i]]++
		}
	}
	return out
}

// suffer removes the units of a side that the other side has hit: types by the rule, and within a type first units of
// the leading player, then of allies in the order of play, mercenaries before others, and units that came ashore
// first.
func (b *battle) suffer(v *Volley, s int) {
	var hits Units
	for _, w := range v.Throws[1-s] {
		hits[w.Unit] += w.Hits
	}
	lost := fall(b.told.Left[s], hits)
	v.Lost[s] = lost
	for i, x := range b.bands[s] {
		var mine Units
		for _, t := range Land {
			mine[t] = min(lost[t], x.units[t])
		}
		if mine.Army() == 0 {
			continue
		}
		lost = lost.Minus(mine)
		x.lost += mine.Army()
		for _, t := range Land {
			drowned := min(mine[t], x.landed[t])
			x.landed[t] -= drowned
			b.shift(b.landed, x, t, drowned)
		}
		b.leave(x, mine)
		if i > 0 {
			v.Allies = append(v.Allies, Loss{Side: x.side, Units: mine})
		}
	}
	b.count()
}

// leave removes units of a band from the province, and returns the mercenaries among them.
func (b *battle) leave(x *band, units Units) (hired Units) {
	x.units = x.units.Minus(units)
	if x.lent {
		for _, t := range Land {
			b.shift(b.lent, x, t, units[t])
		}
	}
	return b.take(b.at, x.side, units)
}

// shift subtracts n from the number noted for a band's units of a type.
func (b *battle) shift(notes map[foot]int, x *band, t Type, n int) {
	if n > 0 {
		notes[foot{b.at, x.side, t}] -= n
	}
}

// fall returns the land units that hits remove (SU-17): each hit takes a unit of the type that hit; if there is none,
// of the nearest better class; if there is none, of the nearest worse. The order of the hits in a round does not
// change the losses, so the rules define none.
func fall(units, hits Units) (lost Units) {
	for _, t := range Land {
		for range min(hits[t], units.Army()) {
			if v, ok := victim(units.Minus(lost), t); ok {
				lost[v]++
			}
		}
	}
	return lost
}

// victim returns the type of unit that a hit by another type removes; false if no unit is left. A type's number is
// its class.
func victim(units Units, by Type) (Type, bool) {
	for t := by; t <= Cavalry; t++ {
		if units[t] > 0 {
			return t, true
		}
	}
	for t := by - 1; t >= Levy; t-- {
		if units[t] > 0 {
			return t, true
		}
	}
	return 0, false
}
