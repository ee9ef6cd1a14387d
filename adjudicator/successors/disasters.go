package successors

import (
	"deaddrop/adjudicator/pack"
	"slices"
)

// rise starts a revolt or an invasion in a province: white units appear there, some units of the controlling player
// go over to them, and they attack everybody else at once (K7, SU-6, SU-22). A revolt does nothing if the controlling
// player plays a chit against it.
func (r happening) rise(a Area) {
	b := r.edition()
	told := rising{Unrest: Invasion, At: b.Name(a), Seat: r.controller(a)}
	if r.effect.Op == OpRevolt {
		told.Unrest = Revolt
		if told.Seat != "" && r.loyal(told.Seat, a) {
			return
		}
	}
	for _, t := range Land {
		told.Units[t] = min(r.effect.Units[t], r.free(b, white, t))
		told.Short[t] = r.effect.Units[t] - told.Units[t]
	}
	r.add(a, white, told.Units, Units{})
	if told.Seat != "" {
		told.Over = r.desert(a, told.Seat, r.effect.Amount)
	}
	if told.Units.Army()+told.Over.Army() == 0 {
		r.void("", "No white counters are left for it.")
		return
	}
	if r.Areas[a].Unrest == "" {
		r.Areas[a].Unrest = told.Unrest
	}
	r.tell("rising", told)
	r.suppress(a)
}

// desert moves n units of a side over to white, the worst first, as far as there are white counters, and returns
// them; the side's last unit stays.
func (r happening) desert(a Area, side string, n int) (over Units) {
	for _, t := range slices.Backward(Land) {
		for over.Army() < n && r.units(a, side).Army() > 1 && r.units(a, side)[t] > 0 {
			if r.stack(a, side).Hired[t] == 0 && r.free(r.edition(), white, t) == 0 {
				break
			}
			r.take(a, side, unitsOf(1, t))
			r.add(a, white, unitsOf(1, t), Units{})
			over[t]++
		}
	}
	return over
}

// calm ends a revolt or an invasion by removing all white units and the chit from a province; only the game master
// can do this.
func (r happening) calm(a Area) {
	b, h := r.edition(), &r.Areas[a]
	if h.Unrest == "" && r.units(a, white).Total() == 0 {
		r.void("", "There is no unrest in "+b.Name(a)+".")
		return
	}
	was := h.Unrest
	r.place(a, Stack{Side: white})
	h.Unrest = ""
	r.tell("calmed", calmed{b.Name(a), was})
}

// storm rolls a die for each fleet. Fleets at sea count as on patrol.
func (r happening) storm() {
	b, targets := r.edition(), r.targets()
	told := stormed{Hit: r.effect.Hit, Patrol: r.effect.Patrol}
	where := nowhere
	if r.effect.Place != "" {
		if where = r.where(); where == nowhere {
			r.void(r.seat, "There is no place for it.")
			return
		}
		told.At = b.Name(where)
	}
	for _, a := range b.areas() {
		if where != nowhere && a != where {
			continue
		}
		if r.effect.Patrol && b.IsSea(a) {
			continue
		}
		for _, k := range slices.Clone(r.Areas[a].Stacks) {
			if k.Units[Fleet] > 0 && slices.Contains(targets, k.Side) {
				told.Struck = append(told.Struck, r.strike("storm", a, k, Fleet, r.effect.Hit))
			}
		}
	}
	if len(told.Struck) == 0 {
		r.void("", "No fleet is there that it could hurt.")
		return
	}
	r.tell("storm", told)
}

// plague rolls a die for each land unit in a province, including white ones if it is for everybody.
func (r happening) plague(a Area) {
	b, targets := r.edition(), r.targets()
	if r.effect.Target == pack.ToAll {
		targets = append(targets, white)
	}
	told := plagued{Hit: r.effect.Hit, At: b.Name(a)}
	for _, k := range slices.Clone(r.Areas[a].Stacks) {
		for _, t := range Land {
			if k.Units[t] > 0 && slices.Contains(targets, k.Side) {
				told.Struck = append(told.Struck, r.strike("plague", a, k, t, r.effect.Hit))
			}
		}
	}
	if len(told.Struck) == 0 {
		r.void(r.seat, "No land unit is there that it could hurt.")
		return
	}
	r.tell("plague", told)
	r.settle(a)
}

// strike rolls a die for each unit of a type, and removes those that roll hit or less.
func (r happening) strike(label string, a Area, k Stack, t Type, hit int) Struck {
	told := Struck{Side: k.Side, Area: r.edition().Name(a), Unit: t}
	for range k.Units[t] {
		d := r.roll(label)
		told.Dice = append(told.Dice, d)
		if d <= hit {
			told.Lost++
		}
	}
	r.take(a, k.Side, unitsOf(told.Lost, t))
	return told
}
