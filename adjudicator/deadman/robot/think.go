package robot

import (
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// A robot thinks a turn ahead: it imagines several worlds, in each of which all others have written orders as DumbBot
// would, and looks for the orders of its own that do best on average. It begins with the best of several drafts, and
// then changes the orders of one or two units for as long as that helps.
const (
	imagined = 10   // worlds
	drafts   = 16   // sets of orders to begin with
	patience = 1400 // movements that are resolved at most for one turn
)

// A thought is one turn of thinking.
type thought struct {
	*ground
	me     diplomacy.Power
	fall   bool
	r      *rand.Rand
	worlds []dream
	plain  bool // whether it sends its first draft, without improving it

	resolver *diplomacy.Resolver
	resolved int
}

// A dream is a world in which others have given orders.
type dream struct {
	world  // the units of the robot come first, in the same order in each
	others []diplomacy.Order
	pos    worth // weights of the places where the robot's units may come to stand, at most 1
	dread  []float64
}

// weights returns the weights for the kind of season.
func (t *thought) weights() weights {
	if t.fall {
		return fallWeights
	}
	return springWeights
}

// draft returns orders for the robot's own units in a world.
func (t *thought) draft(w world, own []diplomacy.Unit) []diplomacy.Order {
	press := t.pressure(w.units)
	return t.drafted(own, t.worth(w, t.me, t.weights()), press.rivals(t.me), t.r)
}

// think returns orders for the robot's own units, in the worlds that imagine returns.
func (t *thought) think(own []diplomacy.Unit, imagine func() world) []diplomacy.Order {
	if t.plain {
		t.worlds = []dream{{world: imagine()}}
		return t.draft(t.worlds[0].world, own)
	}
	for range imagined {
		t.dreamt(imagine())
	}
	t.resolver = diplomacy.NewResolver(t.Board, diplomacy.Rules{})
	var best []diplomacy.Order
	most := 0.0
	for i := range drafts {
		plan := t.draft(t.worlds[i%len(t.worlds)].world, own)
		if v := t.value(plan, len(t.worlds)); best == nil || v > most {
			best, most = plan, v
		}
	}
	return t.climb(own, best, most)
}

// dreamt adds a world in which each other power has a draft of its own.
func (t *thought) dreamt(w world) {
	d := dream{world: w, dread: make([]float64, len(t.powers))}
	press := t.pressure(w.units)
	for power := range diplomacy.Power(len(t.powers)) {
		if power != t.me {
			v := t.worth(w, power, t.weights())
			d.others = append(d.others, t.drafted(w.of(power), v, press.rivals(power), t.r)...)
		}
	}
	for power, n := range w.held(t.ground) {
		d.dread[power] = 0.06 + 0.012*float64(n)
	}
	d.pos = t.worth(w, t.me, positionWeights)
	most := 0.0
	for kind := range d.pos {
		most = max(most, slices.Max(d.pos[kind]))
	}
	for kind := range d.pos {
		for l := range d.pos[kind] {
			d.pos[kind][l] /= max(1, most)
		}
	}
	t.worlds = append(t.worlds, d)
}

// positionWeights are the weights for where units stand when the turn is over: they look at the turns to come.
var positionWeights = weights{attack: 0.7, defence: 0.3, near: [10]float64{200, 400, 200, 100, 50, 20, 10, 5, 2, 1}}

// climb changes orders for as long as that makes them better.
func (t *thought) climb(own []diplomacy.Unit, plan []diplomacy.Order, value float64) []diplomacy.Order {
	for better := true; better; {
		better = false
		for _, change := range t.changes(own, plan) {
			if t.resolved > patience {
				return plan
			}
			next := slices.Clone(plan)
			for _, o := range change {
				next[o.unit] = o.Order
			}
			const few, hopeless = 3, 0.25
			if t.value(next, few) < t.value(plan, few)-hopeless {
				continue
			}
			if v := t.value(next, len(t.worlds)); v > value+1e-9 {
				plan, value, better = next, v, true
			}
		}
	}
	return plan
}

// An amended order is one for one of the robot's units, by its number.
type amended struct {
	unit int
	diplomacy.Order
}

// changes returns what could be changed of a plan, in random order: one unit does something else, one goes and another
// supports it, or a fleet carries an army.
func (t *thought) changes(own []diplomacy.Unit, plan []diplomacy.Order) [][]amended {
	var out [][]amended
	for i, u := range own {
		out = append(out, []amended{{i, diplomacy.Holds(u.At)}})
		for _, to := range t.reach[u.Type][u.At] {
			out = append(out, []amended{{i, diplomacy.Moves(u.At, to)}})
			for j, helper := range own {
				if j != i && slices.Contains(t.borders[helper.Type][helper.At], t.Province(to)) {
					out = append(out, []amended{{i, diplomacy.Moves(u.At, to)},
						{j, diplomacy.SupportsMove(helper.At, u.At, t.Province(to))}})
				}
			}
		}
		for j, other := range own {
			if o, ok := t.support(u, other, plan[j]); ok && j != i {
				out = append(out, []amended{{i, o}})
			}
		}
		out = append(out, t.crossings(own, i)...)
	}
	t.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// support returns the support of what another unit does, if a unit can give it.
func (t *thought) support(u, other diplomacy.Unit, does diplomacy.Order) (diplomacy.Order, bool) {
	at, o := other.At, diplomacy.Supports(u.At, other.At)
	if does.Verb == diplomacy.Move {
		at = does.To
		o = diplomacy.SupportsMove(u.At, other.At, t.Province(at))
	}
	return o, slices.Contains(t.borders[u.Type][u.At], t.Province(at))
}

// crossings returns what a fleet at sea can carry across it.
func (t *thought) crossings(own []diplomacy.Unit, fleet int) [][]amended {
	sea := own[fleet]
	if sea.Type != diplomacy.Fleet || t.Terrain(sea.At) != diplomacy.Sea {
		return nil
	}
	coast := t.borders[diplomacy.Fleet][sea.At]
	var out [][]amended
	for i, army := range own {
		if army.Type != diplomacy.Army || !slices.Contains(coast, army.At) {
			continue
		}
		for _, to := range coast {
			walks := to == army.At || slices.Contains(t.reach[diplomacy.Army][army.At], to)
			if !walks && t.Terrain(to) == diplomacy.Coastal {
				out = append(out, []amended{{i, diplomacy.Moves(army.At, to)},
					{fleet, diplomacy.Convoys(sea.At, army.At, to)}})
			}
		}
	}
	return out
}

// value returns how good a plan is on average, in the first n worlds.
func (t *thought) value(plan []diplomacy.Order, n int) float64 {
	sum := 0.0
	for i := range min(n, len(t.worlds)) {
		d := &t.worlds[i]
		sum += t.score(d, t.resolver.Resolve(d.units, append(slices.Clone(plan), d.others...)))
		t.resolved++
	}
	return sum / float64(min(n, len(t.worlds)))
}
