package robot

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/robots"
)

// A diplomacyPlayer plays a power of open Diplomacy. It remembers nothing of earlier letters.
type diplomacyPlayer struct {
	power string
	rand  *rand.Rand
	last  string // the phase in which it votes for a draw
	plain bool
}

// Answer returns the robot's orders, retreats, builds or removals, and sometimes press to everybody.
func (r *diplomacyPlayer) Answer(letter string) (string, bool) {
	v, kind := openView(r.power, letter)
	out := onOpenBoard(v, kind, r.plain, r.rand)
	if kind != "orders" {
		return out, true
	}
	if v.Phase == r.last {
		out += "\nVOTE DRAW"
	}
	return out + press(r.rand), true
}

// Lines of a letter of Diplomacy.
var (
	// Wanted: your orders for Spring 1901,
	wantedLine = regexp.MustCompile(`(?m)^Wanted: your (\w+) (?:for|in) (\w+ \d+),`)
	// France: F Bre, A Mar, A Par; centres Bre, Mar, Par
	firstPowerLine = regexp.MustCompile(`(?m)^  ([A-Z][a-z]+): (.*); centres (.*)$`)
	// France; Units: F Mao, A Bur, A Spa; Centres, 3: Bre, Mar, Par
	powerLines  = regexp.MustCompile(`(?m)^([A-Z][a-z]+)\n  Units: (.*)\n  Centres, \d+: (.*)$`)
	mayBuild    = regexp.MustCompile(`You may build (\d+) units? in (?:any of these centres: )?([^.]+)\.`)
	mustRemove  = regexp.MustCompile(`You must remove (\d+) units?\.`)
	mustRetreat = regexp.MustCompile(`(?m)^  ([AF] \S+), can go to: (.*)$`)
)

// openView returns a view with the relevant content of a letter of open Diplomacy, and the kind of question that the
// letter asks.
func openView(power, letter string) (v deadman.View, kind string) {
	letter = robots.Unfolded(letter)
	v.Power = power
	kind = "adjustments"
	if m := wantedLine.FindStringSubmatch(letter); m != nil {
		v.Phase = m[2]
		switch m[1] {
		case "orders":
			kind = "orders"
		case "retreat", "retreats":
			kind = "retreats"
		}
	}
	lines := append(powerLines.FindAllStringSubmatch(letter, -1), firstPowerLine.FindAllStringSubmatch(letter, -1)...)
	for _, name := range standard().powers {
		h := deadman.Holding{Power: name}
		for _, m := range lines {
			if m[1] == name {
				h.Units, h.Centres = listed(m[2]), listed(m[3])
			}
		}
		if v.Board = append(v.Board, h); name == power {
			v.Units, v.Centres = h.Units, h.Centres
		}
	}
	if m := mayBuild.FindStringSubmatch(letter); m != nil {
		v.Builds, v.Vacant = robots.Number(m[1]), listed(between.Replace(m[2]))
	}
	if m := mustRemove.FindStringSubmatch(letter); m != nil {
		v.Removals = robots.Number(m[1])
	}
	if _, own, ok := strings.Cut(letter, "\nYOUR UNITS THAT MUST RETREAT\n"); ok {
		own, _, _ = strings.Cut(own, "\n\n")
		for _, m := range mustRetreat.FindAllStringSubmatch(own, -1) {
			w := deadman.Way{Unit: m[1]}
			if !strings.HasPrefix(m[2], "nowhere") {
				w.To = listed(m[2])
			}
			v.Dislodged, v.Ways = append(v.Dislodged, m[1]), append(v.Ways, w)
		}
	}
	return v, kind
}

// listed returns the elements of a list in a letter.
func listed(text string) []string {
	if text == "none" || text == "no units" {
		return nil
	}
	return strings.Split(text, ", ")
}

// onOpenBoard returns a robot's answer to a question of open Diplomacy, from its view. A plain one takes the orders
// that look best unit by unit; others look a turn ahead.
func onOpenBoard(v deadman.View, kind string, plain bool, r *rand.Rand) string {
	o := openPlayer{ground: standard(), v: v, r: r, plain: plain}
	o.me = o.power(v.Power)
	o.world = o.seen()
	switch kind {
	case "retreats":
		return o.retreats()
	case "adjustments":
		return o.adjustments()
	}
	return o.orders()
}

// An openPlayer looks at an open board.
type openPlayer struct {
	*ground
	v     deadman.View
	r     *rand.Rand
	plain bool
	me    diplomacy.Power
	world world
}

// seen returns the board as it stands.
func (o openPlayer) seen() world {
	w := world{owner: o.NoOwners()}
	for i, h := range o.v.Board {
		w.units = append(w.units, o.units(h.Units, diplomacy.Power(i))...)
		for _, c := range o.spaces(h.Centres) {
			w.owner[c] = diplomacy.Power(i)
		}
	}
	return w
}

// orders returns orders for all units, with retreats for those that may be driven out.
func (o openPlayer) orders() string {
	own := o.world.of(o.me)
	w := world{owner: o.world.owner, units: slices.Clone(own)}
	for _, u := range o.world.units {
		if u.Power != o.me {
			w.units = append(w.units, u)
		}
	}
	t := &thought{ground: o.ground, me: o.me, fall: strings.HasPrefix(o.v.Phase, "Fall"), r: o.r, plain: o.plain}
	plan := t.think(own, func() world { return w })
	v := t.worth(w, o.me, t.weights())
	var out []string
	for i, order := range plan {
		out = append(out, o.written(own[i], order, own)+o.ways(own[i], own, plan, v))
	}
	return strings.Join(out, "\n")
}

// written returns an order as people write it.
func (g *ground) written(u diplomacy.Unit, o diplomacy.Order, own []diplomacy.Unit) string {
	text := g.name(u)
	target := ""
	for _, other := range own {
		if o.Target != diplomacy.NoLoc && g.Province(other.At) == g.Province(o.Target) {
			target = g.name(other)
		}
	}
	switch o.Verb {
	case diplomacy.Move:
		return text + "-" + g.Abbr(o.To)
	case diplomacy.Support:
		text += " S " + target
	case diplomacy.Convoy:
		text += " C " + target
	default:
		return text + " H"
	}
	if o.To == diplomacy.NoLoc {
		return text
	}
	return text + "-" + g.Abbr(o.To)
}

// ways returns the best places for a unit to retreat to, as they follow its order; places where other units of the
// robot will be are left out.
func (g *ground) ways(u diplomacy.Unit, own []diplomacy.Unit, plan []diplomacy.Order, v worth) string {
	const most = 3
	var taken []diplomacy.Loc
	for i, o := range plan {
		at := own[i].At
		if o.Verb == diplomacy.Move {
			at = o.To
		}
		taken = append(taken, g.Province(at))
	}
	var to []string
	for _, l := range v.best(u.Type, g.reach[u.Type][u.At]) {
		if !slices.Contains(taken, g.Province(l)) && len(to) < most {
			to = append(to, g.Abbr(l))
		}
	}
	if len(to) == 0 {
		return ""
	}
	return " R " + strings.Join(to, ", ")
}

// retreats sends each unit to the best place that is open to it.
func (o openPlayer) retreats() string {
	t := thought{fall: strings.HasPrefix(o.v.Phase, "Fall")}
	v := o.worth(o.world, o.me, t.weights())
	var out []string
	var taken []diplomacy.Loc
	for _, way := range o.v.Ways {
		u := o.unit(way.Unit, o.me)
		to := slices.DeleteFunc(o.spaces(way.To), func(l diplomacy.Loc) bool {
			return slices.Contains(taken, o.Province(l))
		})
		if len(to) == 0 {
			out = append(out, way.Unit+" DB")
			continue
		}
		best := v.best(u.Type, to)[0]
		taken = append(taken, o.Province(best))
		out = append(out, way.Unit+" R "+o.Abbr(best))
	}
	return strings.Join(out, "\n")
}

// adjustments builds where units are worth most, or removes those that are worth least.
func (o openPlayer) adjustments() string {
	v := o.worth(o.world, o.me, winterWeights)
	var out []string
	for _, u := range o.built(v, o.v.Builds, o.v.Vacant) {
		out = append(out, "Build "+o.name(u))
	}
	for _, u := range o.removed(v, o.world.of(o.me), o.v.Removals) {
		out = append(out, o.removal(u))
	}
	return strings.Join(out, "\n")
}

// built returns the most useful units to build in some vacant centres.
func (g *ground) built(v worth, n int, vacant []string) []diplomacy.Unit {
	var all []diplomacy.Unit
	for l := range diplomacy.Loc(g.Locs()) {
		for kind := range diplomacy.Fleet + 1 {
			if g.CanStand(kind, l) && slices.Contains(vacant, g.Abbr(g.Province(l))) {
				all = append(all, diplomacy.Unit{Type: kind, At: l})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y diplomacy.Unit) int { return cmp.Compare(v.of(y), v.of(x)) })
	var out []diplomacy.Unit
	for _, u := range all {
		is := func(b diplomacy.Unit) bool { return g.Province(b.At) == g.Province(u.At) }
		if len(out) < n && !slices.ContainsFunc(out, is) {
			out = append(out, u)
		}
	}
	return out
}

// removal returns the order to remove a unit, which is named by its province.
func (g *ground) removal(u diplomacy.Unit) string {
	return "Remove " + u.Type.String() + " " + g.Abbr(g.Province(u.At))
}

// removed returns the least useful of the units.
func (g *ground) removed(v worth, from []diplomacy.Unit, n int) []diplomacy.Unit {
	out := slices.Clone(from)
	slices.SortStableFunc(out, func(x, y diplomacy.Unit) int { return cmp.Compare(v.of(x), v.of(y)) })
	return out[:min(n, len(out))]
}

// power returns the number of a power.
func (g *ground) power(name string) diplomacy.Power {
	return diplomacy.Power(slices.Index(g.powers, name))
}
