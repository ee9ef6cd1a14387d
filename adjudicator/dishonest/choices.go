package dishonest

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// free is a discount large enough to make any unit cost no money.
const free = 99

// mostPlaces returns the largest number of places that a player can name for an effect (AT); 0 if none can be named.
// Otherwise the effect needs at least one.
func (e Effect) mostPlaces() int {
	switch {
	case e.Place != "":
		return 0
	case e.Op == OpUnits && e.Amount >= 0:
		return e.Units.Total()
	case e.Op == OpGarrison || e.Op == OpColony:
		return e.Amount
	case e.Op == OpUnits || e.Op == OpSubvert || e.Op == OpQuagmire:
		return 1
	}
	return 0
}

// takes reports whether the player has to choose the resource of an effect.
func (e Effect) takes() bool { return (e.Op == OpGain || e.Op == OpSteal) && e.What == "" }

// says reports whether a choice has anything to say about an effect.
func (e Effect) says(c choice) bool {
	return len(c.at) > 0 && e.mostPlaces() > 0 ||
		c.take != nil && e.takes() ||
		len(c.on) > 0 && e.Target == toChosen ||
		len(c.buy) > 0 && e.Op == OpBuild ||
		len(c.move) > 0 && e.Op == OpMove
}

// fits reports whether everything in a choice is left open by a card or tile; if not, extra is what is too much.
func fits(effects []Effect, c choice) (extra string, ok bool) {
	has := func(open func(Effect) bool) bool { return slices.ContainsFunc(effects, open) }
	switch {
	case len(c.at) > 0 && !has(func(e Effect) bool { return e.mostPlaces() > 0 }):
		return "AT", false
	case len(c.on) > 0 && !has(func(e Effect) bool { return e.Target == toChosen }):
		return "ON", false
	case c.take != nil && !has(Effect.takes):
		return "TAKE", false
	case len(c.buy) > 0 && !has(func(e Effect) bool { return e.Op == OpBuild }):
		return "BUILD", false
	case len(c.move) > 0 && !has(func(e Effect) bool { return e.Op == OpMove }):
		return "MOVE", false
	}
	return "", true
}

// An outlook is what the effects of cards and ideologies would do for the player of a view, as things stand.
type outlook struct{ view *View }

func (v *View) outlook() outlook { return outlook{v} }

// share divides a choice among effects: each place goes to the first effect that has room for it and can be there, or
// else to the first that has room, or else to the last that needs a place. A place that is named twice goes to two
// effects.
func (o outlook) share(effects []Effect, c choice) []choice {
	parts := make([]choice, len(effects))
	for i := range parts {
		parts[i] = c
		parts[i].at = nil
	}
	for _, at := range c.at {
		fit, room, last := -1, -1, -1
		for i, e := range slices.Backward(effects) {
			most := e.mostPlaces()
			if most > 0 {
				last = max(last, i)
			}
			if len(parts[i].at) < most && !slices.Contains(parts[i].at, at) {
				room = i
				if targets, err := o.targets(e, c.on); err == nil && o.checkPlace(e, targets, at) == nil {
					fit = i
				}
			}
		}
		if fit < 0 {
			fit = room
		}
		if fit < 0 {
			fit = last
		}
		parts[fit].at = append(parts[fit].at, at)
	}
	return parts
}

// checkChoice returns an error if effects can't be carried out as a player chooses. The choice has to be possible. An
// effect without a choice does nothing, but with needed at least one effect has to do something.
func (o outlook) checkChoice(effects []Effect, c choice, needed bool) error {
	if extra, ok := fits(effects, c); !ok {
		return complain("It leaves nothing to choose with %s.", extra)
	}
	var first error
	works := false
	parts := o.share(effects, c)
	for i, err := range o.prospects(effects, parts) {
		if err != nil && effects[i].says(parts[i]) {
			return err
		}
		works = works || err == nil
		first = cmp.Or(first, err)
	}
	if needed && !works {
		return first
	}
	return nil
}

// prospects returns for each effect, with its part of a choice, why it does nothing as things stand; nil if it does
// something. A garrison that goes home is gone for the effects after it.
func (o outlook) prospects(effects []Effect, parts []choice) []error {
	out := make([]error, len(effects))
	w := *o.view
	for i, e := range effects {
		out[i] = w.outlook().lacks(e, parts[i])
		if e.Op != OpSubvert || out[i] != nil {
			continue
		}
		w.State = w.State.copy()
		for _, a := range e.areas(w.edition(), parts[i]) {
			w.Areas[a].Neutral = 0
		}
	}
	return out
}

// lacks returns an error if an effect does nothing as things stand, for the player of the view and their choice:
// because a part of the choice is missing or not possible. It does not use anything that is secret from them.
func (o outlook) lacks(e Effect, c choice) error {
	targets, err := o.targets(e, c.on)
	if err != nil {
		return err
	}
	if e.takes() && c.take == nil {
		return complain("Say of which resource: TAKE and money, supply, operations or oil.")
	}
	switch {
	case e.Op == OpNone:
		return complain("It does nothing.")
	case e.Op == OpBuild && len(c.buy) == 0:
		return complain("Say what is built, and where: BUILD 1 INF AT a region with a factory.")
	case e.Op == OpBuild:
		return o.view.checkMobilize(c.buy, e.Amount, e.Less)
	case e.Op == OpMove && len(c.move) == 0:
		return complain("Say what moves: MOVE and up to %s as in TACTICS.", count(e.Amount, "movement"))
	case e.Op == OpMove:
		_, err := o.view.checkMoves(c.move, e.Amount)
		return err
	case e.Op == OpOrder && len(targets) == 1 && !o.view.shifts(targets[0], e.Amount):
		return complain("%s is at that end of the League track already.", targets[0])
	case e.Place == "" && e.mostPlaces() == 0:
		return nil
	}
	return o.checkPlaces(e, targets, c.at)
}

// checkPlaces returns an error if an effect can't be in one of the chosen places.
func (o outlook) checkPlaces(e Effect, targets []string, at []Area) error {
	most := e.mostPlaces()
	if e.Place != "" {
		a, _ := o.view.edition().Area(e.Place)
		at, most = []Area{a}, 1
	}
	for i, a := range at {
		if slices.Contains(at[:i], a) {
			return complain("%s is named twice.", o.view.edition().Name(a))
		}
	}
	switch {
	case len(at) == 0:
		if most == 1 {
			return complain("Say where: AT and a place.")
		}
		return complain("Say where: AT and up to %s.", count(most, "place"))
	case len(at) > most:
		return complain("These are too many places: there is room for %d.", most)
	}
	for _, a := range at {
		if err := o.checkPlace(e, targets, a); err != nil {
			return err
		}
	}
	if e.Op == OpUnits && e.Amount >= 0 && e.Place == "" {
		w := *o.view
		w.Seat = targets[0]
		return w.checkMobilize(o.view.edition().arrivals(e.Units, at), e.Units.Total(), free)
	}
	return nil
}

// arrivals distributes new units over some places: each unit goes to the place of its kind, land or sea, with the
// fewest so far.
func (b *Board) arrivals(units Force, at []Area) (out []purchase) {
	for _, t := range Types {
		for range units[t] {
			into, fewest := at[0], -1
			for _, a := range at {
				n := 0
				for _, p := range out {
					if p.at == a {
						n += p.n
					}
				}
				if b.IsSea(a) == t.IsNaval() && (fewest < 0 || n < fewest) {
					into, fewest = a, n
				}
			}
			if i := slices.IndexFunc(out, func(p purchase) bool { return p.unit == t && p.at == into }); i >= 0 {
				out[i].n++
				continue
			}
			out = append(out, purchase{1, t, into})
		}
	}
	return out
}

// checkPlace returns an error if an effect can't be in a place for any of its targets.
func (o outlook) checkPlace(e Effect, targets []string, a Area) error {
	var first error
	for _, seat := range targets {
		w := *o.view
		w.Seat = seat
		err := w.outlook().checkSpot(e, a)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// checkSpot returns an error if an effect can't be in a place for the player of the view.
func (o outlook) checkSpot(e Effect, a Area) error {
	b, h := o.view.edition(), o.view.Areas[a]
	switch {
	case o.view.closed(a):
		return complain("%s is impassable.", h.Area)
	case e.Op == OpUnits && e.Amount < 0:
		if o.view.force(a, o.view.Seat).Total() == 0 {
			return complain("%s has no units in %s.", o.view.Seat, h.Area)
		}
		return nil
	case e.Op == OpUnits && e.Place != "":
		return o.checkQuarters(e, a)
	case e.Op == OpUnits:
		fitting := e.Units.Total() - e.Units.Ships()
		if b.IsSea(a) {
			fitting = e.Units.Ships()
		}
		if fitting == 0 {
			return complain("None of these units can be in %s.", h.Area)
		}
		return nil
	case b.IsSea(a):
		return complain("%s is a sea-zone, and it has to be a region.", h.Area)
	case e.Op == OpGarrison:
		return o.view.checkGarrison(a)
	case e.Op == OpSubvert:
		return o.checkSubvert(e, a)
	case e.Op == OpColony:
		return o.checkColony(e, a)
	case e.Op == OpQuagmire:
		return o.checkQuagmire(a)
	}
	return nil
}

// checkQuarters returns an error if units can't come to the place that a card or the game master names: the player of
// the view has to hold it, or it has to be an empty sea-zone.
func (o outlook) checkQuarters(e Effect, a Area) error {
	b, name := o.view.edition(), o.view.edition().Name(a)
	switch sea := b.IsSea(a); {
	case sea && e.Units.Ships() < e.Units.Total(), !sea && e.Units.Ships() > 0:
		return complain("These units can't be in %s.", name)
	case o.view.holderBut(a, o.view.Seat) != "", !sea && !o.view.occupies(a, o.view.Seat):
		return complain("%s does not hold %s.", o.view.Seat, name)
	}
	return o.view.checkCounters(e.Units)
}

// checkSubvert returns an error if a neutral garrison can't be removed (OpSubvert).
func (o outlook) checkSubvert(e Effect, a Area) error {
	h := o.view.Areas[a]
	switch {
	case h.Neutral == 0:
		return complain("%s has no neutral garrison.", h.Area)
	case h.Neutral > e.Amount:
		return complain("The neutral garrison of %s has strength %d, and %d is the most.", h.Area, h.Neutral, e.Amount)
	case e.Place == "" && !o.borders(a):
		return complain("%s is next to no region that you hold.", h.Area)
	}
	return nil
}

// checkColony returns an error if a marker can't be put into a region (OpColony).
func (o outlook) checkColony(e Effect, a Area) error {
	b, h := o.view.edition(), o.view.Areas[a]
	switch {
	case b.Places[a].Home != "":
		return complain("%s is homeland of %s, and can be nobody's colony.", h.Area, b.Places[a].Home)
	case h.Colony != "" || len(h.Stacks) > 0:
		return complain("%s is not free: %s holds it.", h.Area, cmp.Or(o.view.holder(a), h.Colony))
	case h.Neutral > 0 || h.Garrison > 0:
		return complain("There is a garrison in %s.", h.Area)
	case e.Place == "" && !o.borders(a):
		return complain("%s is next to no region that you hold.", h.Area)
	case !o.view.hasMarker(o.view.Seat):
		return o.view.outOfMarkers()
	}
	return nil
}

// checkQuagmire returns an error if a quagmire can't be put into a region (DD-24).
func (o outlook) checkQuagmire(a Area) error {
	b, h := o.view.edition(), o.view.Areas[a]
	used := 0
	for _, other := range o.view.Areas {
		if other.Quagmire {
			used++
		}
	}
	switch {
	case b.Places[a].Home != "":
		return complain("%s is homeland of %s, and no homeland can be a quagmire.", h.Area, b.Places[a].Home)
	case h.Quagmire:
		return complain("%s is a quagmire already.", h.Area)
	case b.Quagmires > 0 && used >= b.Quagmires:
		return complain("All %d quagmire tokens are on the board (DD-45).", b.Quagmires)
	}
	return nil
}

// borders reports whether a region is adjacent to one that the player of the view holds, or to a sea-zone with their
// ships.
func (o outlook) borders(a Area) bool {
	return slices.ContainsFunc(o.view.edition().Next(a), func(next Area) bool {
		return o.view.holder(next) == o.view.Seat
	})
}

// targets returns the powers that an effect of the player's applies to, in the order of the League track; on is the
// powers that the player names.
func (o outlook) targets(e Effect, on []string) ([]string, error) {
	order := o.view.order()
	others := slices.DeleteFunc(slices.Clone(order), func(seat string) bool { return seat == o.view.Seat })
	var one string
	switch e.Target {
	case "", pack.ToPlayer:
		one = o.view.Seat
	case pack.ToOthers:
		return others, nil
	case pack.ToAll:
		if e.Op == OpSteal {
			return others, nil
		}
		return order, nil
	case toSpeaker:
		one = order[0]
	case toLast:
		one = order[len(order)-1]
	case toLeader:
		one = slices.MaxFunc(others, func(x, y string) int { return o.view.player(x).Points - o.view.player(y).Points })
	case toChosen:
		switch {
		case len(on) == 0:
			return nil, complain("Say whom it is for: ON and a power.")
		case len(on) > 1:
			return nil, complain("It is for one power: %s are too many.", adjudicator.Listed(on, "and"))
		case on[0] == o.view.Seat:
			return nil, complain("It is for another power, not for yourself.")
		}
		one = on[0]
	default:
		one = e.Target
	}
	switch {
	case o.view.player(one) == nil:
		return nil, complain("Nobody plays %s.", one)
	case e.Op == OpSteal && one == o.view.Seat:
		return nil, complain("It is yourself from whom it would take.")
	}
	return []string{one}, nil
}

// shifts reports whether moving a power up the given number of places changes its place on the League track.
func (s *State) shifts(seat string, up int) bool { return s.raised(seat, up) != s.rank(seat) }

// raised returns a power's place on the League track after it goes up the given number of places, or down if
// negative.
func (s *State) raised(seat string, up int) int {
	return min(max(0, s.rank(seat)-up), len(s.Players)-1)
}
