package dishonest

import "slices"

// after returns a player's view after they have played a card, as far as it can be foreseen: their own cubes, and
// their pieces on the board. The results of battles, other players' decisions and cards to be drawn are not known.
func (v *View) after(p *play) *View {
	w := *v
	c := v.edition().card(p.card)
	w.State, w.Hand = v.State.copy(), slices.DeleteFunc(slices.Clone(v.Hand), func(n int) bool { return n == p.card })
	if p.score {
		return &w
	}
	for i, part := range v.outlook().share(c.Strategy, p.choice) {
		if e := c.Strategy[i]; w.outlook().lacks(e, part) == nil {
			w.foresee(e, part)
		}
	}
	return &w
}

// foresee applies an effect to the view, as far as it concerns its player.
func (v *View) foresee(e Effect, c choice) {
	at := e.areas(v.edition(), c)
	targets, _ := v.outlook().targets(e, c.on)
	mine := slices.Contains(targets, v.Seat)
	switch {
	case e.Op == OpBuild:
		v.build(c.buy, e.Less)
	case e.Op == OpMove:
		v.march(c.move)
	case e.Op == OpSubvert:
		v.Areas[at[0]].Neutral = 0
	case e.Op == OpQuagmire:
		v.Areas[at[0]].Quagmire = true
	case !mine:
	case e.Op == OpGain:
		what := e.What
		if e.takes() {
			what = c.take.String()
		}
		v.Stock = v.Stock.Plus(cubes(max(e.Amount, -v.Stock[resource(what)]), what))
	case e.Op == OpUnits && e.Amount >= 0 && e.Place == "":
		v.build(v.edition().arrivals(e.Units, at), free)
	case e.Op == OpUnits && e.Amount >= 0:
		v.add(at[0], v.Seat, e.Units)
	case e.Op == OpUnits:
		f := v.force(at[0], v.Seat)
		v.take(at[0], v.Seat, f.first(-e.Amount, nil))
	case e.Op == OpGarrison:
		for _, a := range at {
			v.Areas[a].Garrison, v.Areas[a].Keeper = v.Areas[a].Garrison+1, v.Seat
		}
	case e.Op == OpColony:
		for _, a := range at {
			v.Areas[a].Colony = v.Seat
		}
	}
}

// build puts new units on the board, and pays for them.
func (v *View) build(buy []purchase, less int) {
	for _, line := range buy {
		paid, _ := v.Stock.Pay(line.n*max(0, line.unit.Cost()-less), Money)
		v.Stock = v.Stock.Minus(paid)
		v.add(line.at, v.Seat, forceOf(line.n, line.unit))
	}
}

// march makes moves. The fate of units that go to a battle is not known until it is over.
func (v *View) march(moves []move) {
	before := v.State.copy()
	for _, m := range moves {
		to, f := m.path[len(m.path)-1], forceOf(m.n, m.unit)
		battle := before.resists(to, v.Seat)
		if m.home != nowhere && !battle {
			continue
		}
		if v.take(m.path[0], v.Seat, f); !battle {
			v.add(to, v.Seat, f)
		}
	}
}
