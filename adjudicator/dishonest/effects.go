package dishonest

import "slices"

// apply carries out the effects of a card or tile with a name, in order, for the player who plays it and with their
// choice; battles is the player's orders for the resulting battles. An effect that is not possible does nothing, and
// the player is told why if they had chosen something for it.
func (r *turn) apply(name string, effects []Effect, seat string, c choice, battles []order) {
	parts := r.viewOf(seat).outlook().share(effects, c)
	for i, e := range effects {
		if r.Over {
			return
		}
		if err := r.viewOf(seat).outlook().lacks(e, parts[i]); err != nil {
			if e.says(parts[i]) {
				r.inform(seat, "void", void{name, err.Error()})
			}
			continue
		}
		r.effect(name, e, seat, parts[i], battles)
	}
}

// effect carries out one effect, which was checked before.
func (r *turn) effect(name string, e Effect, seat string, c choice, battles []order) {
	switch e.Op {
	case OpBuild:
		r.mobilize(seat, c.buy, e.Less)
	case OpMove:
		r.advance(seat, c.move, battles)
	case OpGM:
		r.rule(name, e.Text, seat)
	case OpSubvert, OpQuagmire:
		for _, a := range e.areas(r.board, c) {
			r.change(e, seat, a)
		}
	default:
		targets, _ := r.viewOf(seat).outlook().targets(e, c.on)
		if e.takes() {
			e.What = c.take.String()
		}
		for _, target := range targets {
			r.touch(e, seat, target, e.areas(r.board, c))
		}
	}
}

// areas returns the places of an effect: its own place, or those that a player chooses.
func (e Effect) areas(b *Board, c choice) []Area {
	if a, ok := b.Area(e.Place); ok {
		return []Area{a}
	}
	return c.at
}

// change carries out an effect on a region, which need not belong to anybody.
func (r *turn) change(e Effect, seat string, a Area) {
	h := &r.Areas[a]
	if e.Op == OpQuagmire {
		h.Quagmire = true
		r.tell("quagmire", mired{seat, h.Area})
		return
	}
	r.tell("subverted", subverted{seat, h.Area, h.Neutral})
	h.Neutral = 0
}

// touch carries out an effect on one power.
func (r *turn) touch(e Effect, seat, target string, at []Area) {
	switch e.Op {
	case OpGain:
		r.grant(target, e)
	case OpSteal:
		r.steal(e, seat, target)
	case OpDraw:
		r.draw(target, e.Amount)
	case OpUnits:
		r.reinforce(e, seat, target, at)
	case OpOrder:
		r.raise(target, e.Amount)
	case OpPool:
		p := r.player(target)
		was := p.Pool
		p.Pool = max(0, p.Pool+e.Amount)
		r.tell("pooled", supplied{target, p.Pool - was, p.Pool})
	case OpPoints:
		r.player(target).Extra += e.Amount
		r.tell("awarded", awarded{target, e.Amount})
	case OpGarrison, OpColony:
		for _, a := range at {
			r.settle(e, target, a)
		}
	}
}

// settle puts a garrison or a marker of a power into a region, if that is still possible.
func (r *turn) settle(e Effect, seat string, a Area) {
	switch {
	case r.viewOf(seat).outlook().checkSpot(e, a) != nil:
	case e.Op == OpGarrison:
		r.garrison(seat, a)
	default:
		r.Areas[a].Colony = seat
		r.tell("colony", colonized{seat, r.board.Name(a)})
	}
}

// resource returns the resource with a name.
func resource(name string) Resource { return Resource(slices.Index(resourceNames[:], name)) }

// cubes returns n cubes of the resource with a name.
func cubes(n int, what string) (c Cubes) {
	c[resource(what)] = n
	return c
}

// grant gives a power cubes from the bank, or takes some away, as far as it has them.
func (r *turn) grant(seat string, e Effect) {
	c := cubes(e.Amount, e.What)
	if e.Amount < 0 {
		c = cubes(-r.owned(seat, e), e.What)
	}
	r.gain(seat, c)
	r.tell("gained", gained{seat, c})
}

// owned returns the number of cubes that an effect takes from a power: as many as it says, or as the power has.
func (r *turn) owned(seat string, e Effect) int {
	return min(max(e.Amount, -e.Amount), r.secret(seat).Stock[resource(e.What)])
}

// steal has a player take cubes from another.
func (r *turn) steal(e Effect, seat, from string) {
	c := cubes(r.owned(from, e), e.What)
	r.gain(from, Cubes{}.Minus(c))
	r.gain(seat, c)
	r.tell("stolen", stolen{Seat: seat, From: from, What: e.What, Cubes: c.Total()})
}

// reinforce gives a power units, or removes some, in the power's order of losses.
func (r *turn) reinforce(e Effect, seat, target string, at []Area) {
	switch {
	case e.Amount >= 0 && e.Place == "":
		r.mobilize(target, r.board.arrivals(e.Units, at), free)
	case e.Amount >= 0:
		if r.viewOf(target).outlook().checkSpot(e, at[0]) == nil {
			r.add(at[0], target, e.Units)
			r.tell("mobilized", mobilizes{Seat: target, Built: []Group{{r.board.Name(at[0]), e.Units}}})
		}
	case r.force(at[0], target).Total() > 0:
		gone := r.losses(target, r.force(at[0], target), -e.Amount, nil)
		r.take(at[0], target, gone)
		r.tell("removed", removed{Seat: seat, Target: target, Area: r.board.Name(at[0]), Force: gone})
	}
}

// raise moves a power up the given number of places on the League track, or down if negative (DD-13).
func (r *turn) raise(seat string, up int) {
	if !r.shifts(seat, up) {
		return
	}
	i, to := r.rank(seat), r.raised(seat, up)
	p := r.Players[i]
	r.Players = slices.Insert(slices.Delete(slices.Clone(r.Players), i, i+1), to, p)
	r.tell("reordered", reordered{seat, r.order()})
}
