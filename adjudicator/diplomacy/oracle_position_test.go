package diplomacy_test

import (
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// The kinds of positions that are made up.
var kinds = []string{"convoys", "battles", "mixed"}

// A maker makes up a position, scene by scene, in a small part of the board so
// that the scenes get in each other's way.
type maker struct {
	*rand.Rand
	position
	pool   []loc // the provinces of that part
	powers int
	size   int
	busy   set // units that have got their order
	at     [128]int8
	slack  float64 // how often an order is spoilt
}

var touching = func() (t [128][]loc) {
	for _, p := range provinces {
		t[p] = board.Touching(p)
	}
	return t
}()

var seas = func() (s []loc) {
	for _, p := range provinces {
		if board.Terrain(p) == diplomacy.Sea {
			s = append(s, p)
		}
	}
	return s
}()

// straits are the pairs of seas with two provinces or more between them.
var straits = func() (pairs [][2]loc) {
	for _, s := range seas {
		for _, q := range seas {
			if s != q && len(between(s, q)) > 1 {
				pairs = append(pairs, [2]loc{s, q})
			}
		}
	}
	return pairs
}()

// between returns the provinces with land that border both seas.
func between(s, q loc) []loc {
	return slices.DeleteFunc(board.Provinces(), func(p loc) bool {
		return board.Terrain(p) != diplomacy.Coastal || !borders(s, p) || !borders(q, p)
	})
}

// makeUp makes up position n of a kind, always the same.
func makeUp(kind int, n uint64) position {
	m := &maker{Rand: rand.New(rand.NewPCG(n, uint64(kind)))}
	for i := range m.at {
		m.at[i] = nobody
	}
	m.powers, m.size = 1+m.IntN(3), 3+m.IntN(7)
	scenes := []func(){m.convoy, m.landing, m.landing, m.attack, m.attack, m.back, m.back, m.chain}
	first := m.convoy
	switch kinds[kind] {
	case "convoys":
		m.powers, m.size, m.slack = 2+m.IntN(3), 5+m.IntN(5), .02
		m.region(seas[m.IntN(len(seas))])
		if m.chance(.4) {
			pair := straits[m.IntN(len(straits))]
			m.pool = nil
			m.around(pair[0], pair[1])
			first = func() { m.duel(pair[0], pair[1]) }
		}
	case "battles":
		m.region(provinces[m.IntN(len(provinces))])
		if first = m.circle; m.chance(.3) {
			first = func() { m.bounce(); m.oust(); m.oust() }
		}
		scenes = []func(){m.swap, m.circle, m.chain, m.attack, m.attack, m.oust, m.oust, m.back, m.back, m.back, m.convoy}
	case "mixed":
		split := []string{"SPA", "STP", "BUL"}
		m.region(board.Lookup(split[m.IntN(len(split))]))
		scenes = append(scenes, m.swap, m.circle, m.noise, m.noise)
		m.slack = .12
	}
	first()
	for try := 0; try < 40 && len(m.units) < m.size; try++ {
		scenes[m.IntN(len(scenes))]()
	}
	for i := range m.orders {
		if m.Float64() < m.slack {
			m.spoil(i)
		}
	}
	return m.position
}

// region takes as pool the surroundings of a province and of one neighbour.
func (m *maker) region(p loc) { m.around(p, touching[p][m.IntN(len(touching[p]))]) }

func (m *maker) around(p, q loc) {
	for _, l := range slices.Concat([]loc{p, q}, touching[p], touching[q]) {
		if !slices.Contains(m.pool, l) {
			m.pool = append(m.pool, l)
		}
	}
}

func (m *maker) chance(p float64) bool { return m.Float64() < p }

// some returns a random province of the pool for which ok is true; NoLoc if there is none.
func (m *maker) some(ok func(p loc) bool) loc {
	start := m.IntN(len(m.pool))
	for i := range m.pool {
		if p := m.pool[(start+i*7)%len(m.pool)]; ok(p) {
			return p
		}
	}
	return diplomacy.NoLoc
}

// free says that a province has no unit, or one that may still be ordered.
func (m *maker) free(p loc) bool { return m.at[p] == nobody || !m.busy.has(int(m.at[p])) }

// unit puts a unit of a type where ok in the province, unless one is there,
// and returns the index of the unit, nobody if it is not as wanted.
func (m *maker) unit(t diplomacy.UnitType, p loc, ok func(l loc) bool) int {
	if i := int(m.at[p]); i != nobody {
		if m.units[i].Type == t && ok(m.units[i].At) {
			return i
		}
		return nobody
	}
	places := append([]loc{p}, board.Coasts(p)...)
	start := m.IntN(len(places))
	for i := range places {
		l := places[(start+i)%len(places)]
		if board.CanStand(t, l) && ok(l) && len(m.units) < 10 {
			m.at[p] = int8(len(m.units))
			m.units = append(m.units, unit{Power: diplomacy.Power(m.IntN(m.powers)), Type: t, At: l})
			m.orders = append(m.orders, order{Unit: l, To: diplomacy.NoLoc, Target: diplomacy.NoLoc})
			return len(m.units) - 1
		}
	}
	return nobody
}

// order gives unit i an order unless it has one.
func (m *maker) order(i int, o order) bool {
	if i == nobody || m.busy.has(i) {
		return false
	}
	m.busy.add(i)
	o.Unit = m.units[i].At
	m.orders[i] = o
	return true
}

// bound returns how to write that u goes to province p: with the coast mostly.
func (m *maker) bound(u unit, p loc) loc {
	cs := board.Coasts(p)
	if u.Type == diplomacy.Army || len(cs) == 0 || m.chance(.2) {
		return p
	}
	start := m.IntN(len(cs))
	for i := range cs {
		if c := cs[(start+i)%len(cs)]; board.CanReach(u.Type, u.At, c) {
			return c
		}
	}
	return p
}

// kind returns a type of unit that may act in province p.
func (m *maker) kind(p loc) diplomacy.UnitType {
	if board.Terrain(p) == diplomacy.Sea {
		return diplomacy.Fleet
	}
	return diplomacy.UnitType(m.IntN(2))
}

// send puts somewhere a unit that goes to province p, and returns it.
func (m *maker) send(p loc) int {
	t := m.kind(p)
	reaches := func(l loc) bool { return near(unit{Type: t, At: l}, p) }
	from := m.some(func(q loc) bool {
		return q != p && m.free(q) && (reaches(q) || slices.ContainsFunc(board.Coasts(q), reaches))
	})
	if from == diplomacy.NoLoc {
		return nobody
	}
	i := m.unit(t, from, reaches)
	if i == nobody || !m.order(i, order{Verb: diplomacy.Move, To: m.bound(m.units[i], p)}) {
		return nobody
	}
	return i
}

// second puts a unit in province at that supports unit k.
func (m *maker) second(at loc, k int) bool {
	target := province(m.units[k].At)
	to, where := diplomacy.NoLoc, target
	if o := m.orders[k]; o.Verb == diplomacy.Move {
		to, where = o.To, province(o.To)
		if m.chance(.3) {
			to = m.coast(where)
		}
	}
	t := m.kind(where)
	if m.at[at] != nobody {
		t = m.units[m.at[at]].Type
	}
	i := m.unit(t, at, func(l loc) bool { return near(unit{Type: t, At: l}, where) })
	return i != k && m.order(i, order{Verb: diplomacy.Support, Target: target, To: to})
}
