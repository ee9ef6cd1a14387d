package robot

import (
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/robots"
)

// A belief is what a power of Deadman Diplomacy makes of what it knows: where others' units were found, where there
// are none, and how many there must be. It imagines whole boards that agree with that.
type belief struct {
	*ground
	r     *rand.Rand
	me    diplomacy.Power
	year  int
	own   []diplomacy.Unit
	owner []diplomacy.Power // of the centres; Nobody where it is not known

	found     map[diplomacy.Loc]diplomacy.Power // by province: whose unit stands there now
	strangers []diplomacy.Loc                   // provinces where a unit of somebody stands now
	bounced   []diplomacy.Loc                   // where a unit of its own could not go in the last season
	empty     []diplomacy.Loc
	none      [7]map[diplomacy.Loc]bool // by power: where a spy found no unit of it
	traces    []trace
}

// A trace is an older report: whose unit stood where, and how many seasons ago.
type trace struct {
	at    diplomacy.Loc
	power diplomacy.Power
	age   int
}

// believe collects what a view says of others.
func (g *ground) believe(v deadman.View, own []diplomacy.Unit, r *rand.Rand) *belief {
	b := &belief{ground: g, r: r, me: g.power(v.Power), year: yearOf(v.Phase), own: own,
		owner: g.NoOwners(), found: map[diplomacy.Loc]diplomacy.Power{}}
	for power := range diplomacy.Power(len(g.powers)) {
		b.none[power] = map[diplomacy.Loc]bool{}
		for _, home := range g.Homes(power) {
			b.owner[home] = power
		}
	}
	for _, home := range g.Homes(b.me) {
		b.owner[home] = diplomacy.Nobody
	}
	for _, c := range g.spaces(v.Centres) {
		b.owner[c] = b.me
	}
	for _, s := range v.Known {
		b.sight(s, seasonsSince(s.Phase, v.Phase))
	}
	for _, d := range v.Deeds {
		for _, l := range d.Lines {
			b.experience(l)
		}
	}
	return b
}

// sight takes a report on a space in.
func (b *belief) sight(s deadman.Sighting, age int) {
	at := b.place(s.Space)
	switch {
	// the robot knows neither the place nor the power
	case at == diplomacy.NoLoc || s.Power != "" && b.power(s.Power) == diplomacy.Nobody:
	case age > 1 && s.Power != "":
		b.traces = append(b.traces, trace{at, b.power(s.Power), age - 1})
	case age > 1:
	case s.Power != "":
		b.found[at] = b.power(s.Power)
	case s.Occupied:
		b.strangers = append(b.strangers, at)
	default:
		b.empty = append(b.empty, at)
	}
}

// experience takes in what a unit of its own has met with in the last season.
func (b *belief) experience(l deadman.Line) {
	unit, to, ok := strings.Cut(strings.TrimRight(strings.TrimSuffix(l.Text, " via convoy"), "*"), "-")
	if !ok || len(unit) < 3 {
		return
	}
	switch {
	case l.Spied != "" && b.power(l.Spied) != diplomacy.Nobody:
		for _, u := range b.units([]string{unit}, b.me) {
			for _, p := range b.borders[u.Type][u.At] {
				if !slices.Contains(l.Found, b.Abbr(p)) {
					b.none[b.power(l.Spied)][p] = true
				}
			}
		}
	case l.Failed && !l.Spies() && b.place(to) != diplomacy.NoLoc && !strings.Contains(unit, " S "):
		b.bounced = append(b.bounced, b.Province(b.place(to)))
	}
}

// yearOf returns the year of a season.
func yearOf(phase string) int {
	_, year, _ := strings.Cut(phase, " ")
	return robots.Number(year)
}

// seasonsSince returns how many seasons ago a season was.
func seasonsSince(then, now string) int { return halves(now) - halves(then) }

func halves(phase string) int {
	n := 2 * yearOf(phase)
	if strings.HasPrefix(phase, "Fall") {
		n++
	}
	return n
}

// imagine returns a board that agrees with what is known.
func (b *belief) imagine() world {
	w := world{units: slices.Clone(b.own), owner: slices.Clone(b.owner)}
	free := make([]bool, b.Locs())
	for _, p := range b.Provinces() {
		free[p] = true
	}
	for _, u := range b.own {
		free[b.Province(u.At)] = false
	}
	for _, p := range b.empty {
		free[p] = false
	}
	put := func(power diplomacy.Power, p diplomacy.Loc) {
		if free[p] && power != b.me {
			free[p] = false
			w.units = append(w.units, b.standing(power, p))
		}
	}
	for _, p := range b.Provinces() {
		if power, ok := b.found[p]; ok {
			put(power, p)
		}
	}
	for _, p := range b.strangers {
		put(b.near(p), p)
	}
	for _, p := range b.bounced {
		if b.r.IntN(2) == 0 {
			put(b.near(p), p)
		}
	}
	for _, t := range b.traces {
		const fresh = 3
		if t.age <= fresh && b.r.IntN(3) > 0 {
			put(t.power, b.walked(t.at, t.age))
		}
	}
	b.settle(&w)
	for tries := 0; len(w.units) < b.total() && tries < 200; tries++ {
		power := diplomacy.Power(b.r.IntN(len(b.powers)))
		homes := b.Homes(power)
		p := b.walked(homes[b.r.IntN(len(homes))], b.r.IntN(min(4, 1+b.sinceStart())))
		if !b.none[power][p] {
			put(power, p)
		}
	}
	return w
}

// settle gives the centres of which nothing is known to somebody nearby.
func (b *belief) settle(w *world) {
	for _, c := range b.centres {
		if power, ok := b.found[c]; ok && b.year > 1901 {
			w.owner[c] = power
		}
		if w.owner[c] == diplomacy.Nobody && b.year > 1901 && b.r.IntN(6) > 0 {
			w.owner[c] = b.near(c)
		}
	}
}

// total returns how many units there are about on the whole board.
func (b *belief) total() int { return min(34, 22+5*(b.year-1901)) }

func (b *belief) sinceStart() int { return 2 * (b.year - 1901) }

// standing returns a unit as it may stand in a province.
func (b *belief) standing(power diplomacy.Power, p diplomacy.Loc) diplomacy.Unit {
	u := diplomacy.Unit{Power: power, Type: diplomacy.Army, At: p}
	sails := b.CanStand(diplomacy.Fleet, p)
	if !b.CanStand(diplomacy.Army, p) || sails && b.r.IntN(3) == 0 {
		u.Type = diplomacy.Fleet
	}
	return u
}

// walked returns a province some steps from another, at random.
func (b *belief) walked(from diplomacy.Loc, steps int) diplomacy.Loc {
	for range steps {
		next := b.Touching(from)
		from = next[b.r.IntN(len(next))]
	}
	return from
}

// near returns another power with a home near a province, at random.
func (b *belief) near(p diplomacy.Loc) diplomacy.Power {
	for range 40 {
		p = b.walked(p, 1)
		for power := range diplomacy.Power(len(b.powers)) {
			if power != b.me && slices.Contains(b.Homes(power), p) {
				return power
			}
		}
	}
	return (b.me + 1) % diplomacy.Power(len(b.powers))
}
