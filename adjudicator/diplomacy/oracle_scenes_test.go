package diplomacy_test

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// convoy adds an army that goes over one to three seas.
func (m *maker) convoy() {
	sea := func(p loc) bool { return board.Terrain(p) == diplomacy.Sea && m.free(p) }
	route := []loc{m.some(sea)}
	for m.chance(.3) && route[0] != diplomacy.NoLoc {
		last := unit{Type: diplomacy.Fleet, At: route[len(route)-1]}
		next := m.some(func(p loc) bool { return sea(p) && near(last, p) && p != route[0] })
		if next == diplomacy.NoLoc {
			break
		}
		route = append(route, next)
	}
	if route[0] == diplomacy.NoLoc {
		return
	}
	from, to := m.shore(route[0]), m.shore(route[len(route)-1])
	if !m.ship(route, from, to) {
		return
	}
	if m.chance(.2) {
		if s := m.some(sea); s != diplomacy.NoLoc {
			m.order(m.fleet(s), order{Verb: diplomacy.Convoy, Target: from, To: to})
		}
	}
}

func (m *maker) fleet(sea loc) int {
	return m.unit(diplomacy.Fleet, sea, func(loc) bool { return true })
}

// shore returns a province with land on the shore of a sea.
func (m *maker) shore(sea loc) loc {
	return m.some(func(p loc) bool { return board.CanStand(diplomacy.Army, p) && borders(sea, p) })
}

func borders(sea, p loc) bool { return near(unit{Type: diplomacy.Fleet, At: sea}, p) }

// ship orders an army over a route.
func (m *maker) ship(route []loc, from, to loc) bool {
	if from == diplomacy.NoLoc || to == diplomacy.NoLoc || from == to || !m.free(from) {
		return false
	}
	a := m.unit(diplomacy.Army, from, func(loc) bool { return true })
	if a == nobody || !m.order(a, order{Verb: diplomacy.Move, To: to, Via: m.chance(.3)}) {
		return false
	}
	for _, s := range route {
		if i := m.fleet(s); i != nobody && m.chance(.95) {
			if m.order(i, order{Verb: diplomacy.Convoy, Target: from, To: to}) && m.chance(.7) {
				m.units[i].Power = m.units[a].Power
			}
		}
	}
	return true
}

// duel adds two convoys, each landing where the fate of the other is settled.
func (m *maker) duel(s, q loc) {
	ps := between(s, q)
	m.Shuffle(len(ps), func(i, j int) { ps[i], ps[j] = ps[j], ps[i] })
	other := func(s loc) loc {
		return m.some(func(p loc) bool {
			return p != ps[0] && p != ps[1] && board.CanStand(diplomacy.Army, p) && borders(s, p) && m.free(p)
		})
	}
	m.ship([]loc{s}, other(s), ps[0])
	m.ship([]loc{q}, other(q), ps[1])
	m.dispute(q, ps[0], s)
	m.dispute(s, ps[1], q)
}

// dispute adds an attack on the fleet in a sea, which depends on a support from at.
func (m *maker) dispute(sea, at, other loc) {
	d, c := int(m.at[sea]), int(m.at[other])
	if d == nobody || c == nobody {
		return
	}
	held := m.chance(.4)
	if held && m.second(at, d) {
		m.enemy(int(m.at[at]), c)
	}
	k := m.send(sea)
	if k == nobody {
		return
	}
	m.enemy(k, d)
	if held {
		at = m.some(func(p loc) bool { return p != at && m.at[p] == nobody && borders(sea, p) })
	}
	if at != diplomacy.NoLoc && m.second(at, k) {
		m.enemy(int(m.at[at]), d)
	}
}

// doing returns a random unit with that order, nobody if there is none.
func (m *maker) doing(v diplomacy.Verb) int {
	if len(m.units) == 0 {
		return nobody
	}
	start := m.IntN(len(m.units))
	for i := range m.units {
		if j := (start + i) % len(m.units); m.orders[j].Verb == v && m.busy.has(j) {
			return j
		}
	}
	return nobody
}

// landing adds what paradoxes are made of: where a convoy lands, a unit that supports for or against a convoying
// fleet, the same or another.
func (m *maker) landing() {
	c, d := m.doing(diplomacy.Convoy), m.doing(diplomacy.Convoy)
	if c == nobody || !m.free(province(m.orders[c].To)) {
		return
	}
	sea, at := m.units[d].At, province(m.orders[c].To)
	if m.chance(.35) {
		m.second(at, d)
		m.enemy(int(m.at[at]), c)
		return
	}
	attacker := nobody
	for i, o := range m.orders {
		if o.Verb == diplomacy.Move && o.To == sea {
			attacker = i
		}
	}
	if attacker == nobody {
		attacker = m.send(sea)
	}
	if attacker != nobody {
		m.second(at, attacker)
		m.enemy(int(m.at[at]), c)
		m.enemy(attacker, c)
	}
}

// enemy gives unit i mostly to another power than k's.
func (m *maker) enemy(i, k int) {
	if i != nobody && i != k && m.chance(.7) {
		m.units[i].Power = (m.units[k].Power + 1) % diplomacy.Power(m.powers)
	}
}

// attack adds a unit that moves where another stands or moves.
func (m *maker) attack() {
	if len(m.units) == 0 {
		return
	}
	i := m.IntN(len(m.units))
	if c := m.doing(diplomacy.Convoy); c != nobody && m.chance(.4) {
		i = c
	}
	p := province(m.units[i].At)
	if m.orders[i].Verb == diplomacy.Move && m.chance(.5) {
		p = province(m.orders[i].To)
	}
	m.send(p)
}

// back adds a support for some unit.
func (m *maker) back() {
	if len(m.units) == 0 {
		return
	}
	k := m.IntN(len(m.units))
	if i := m.doing(diplomacy.Move); i != nobody && m.chance(.6) {
		k = i
	}
	m.help(k)
}

// oust adds a supported attack on a unit that moves.
func (m *maker) oust() {
	if i := m.doing(diplomacy.Move); i != nobody {
		if k := m.send(province(m.units[i].At)); k != nobody {
			m.enemy(k, i)
			m.help(k)
		}
	}
}

// help adds a support for unit k.
func (m *maker) help(k int) {
	where := province(m.units[k].At)
	if m.orders[k].Verb == diplomacy.Move {
		where = province(m.orders[k].To)
	}
	at := m.some(func(p loc) bool {
		return m.free(p) && int(m.at[p]) != k && (near(unit{Type: diplomacy.Army, At: p}, where) || near(unit{Type: diplomacy.Fleet, At: p}, where))
	})
	if at != diplomacy.NoLoc {
		m.second(at, k)
	}
}

// swap adds a move against a move.
func (m *maker) swap() {
	i := m.doing(diplomacy.Move)
	if i == nobody {
		m.attack()
		return
	}
	from, to := province(m.units[i].At), province(m.orders[i].To)
	m.step(to, from)
}

// step puts in province from a unit that goes to to.
func (m *maker) step(from, to loc) bool {
	if !m.free(from) {
		return false
	}
	t := diplomacy.UnitType(m.IntN(2))
	if m.at[from] != nobody {
		t = m.units[m.at[from]].Type
	}
	i := m.unit(t, from, func(l loc) bool { return near(unit{Type: t, At: l}, to) })
	if i == nobody {
		return false
	}
	return m.order(i, order{Verb: diplomacy.Move, To: m.bound(m.units[i], to), Via: m.chance(.05)})
}

// circle adds three or four moves in a ring, if there is room.
func (m *maker) circle() {
	n := 3 + m.IntN(5)/4
	ring := []loc{m.some(m.free)}
	if ring[0] == diplomacy.NoLoc || !m.close(&ring, n) {
		return
	}
	for i := range ring {
		m.step(ring[i], ring[(i+1)%n])
	}
}

// close extends a path of neighbours in the pool to a ring of n.
func (m *maker) close(ring *[]loc, n int) bool {
	r := *ring
	last := r[len(r)-1]
	touch := func(a, b loc) bool { return slices.Contains(touching[a], b) }
	if len(r) == n {
		return touch(last, r[0])
	}
	start := m.IntN(len(m.pool))
	for i := range m.pool {
		p := m.pool[(start+i)%len(m.pool)]
		if !touch(last, p) || !m.free(p) || slices.Contains(r, p) {
			continue
		}
		if *ring = append(r[:len(r):len(r)], p); m.close(ring, n) {
			return true
		}
	}
	return false
}

// chain adds a unit that follows a moving one.
func (m *maker) chain() {
	if i := m.doing(diplomacy.Move); i != nobody {
		m.send(province(m.units[i].At))
	}
}

// noise adds some unit with some order.
func (m *maker) noise() {
	p := m.pool[m.IntN(len(m.pool))]
	i := m.unit(diplomacy.UnitType(m.IntN(2)), p, func(loc) bool { return true })
	if i != nobody {
		m.order(i, m.anything())
	}
}

func (m *maker) anything() order {
	o := order{Verb: diplomacy.Verb(m.IntN(4)), Target: m.anywhere(), To: m.anywhere(), Via: m.chance(.3)}
	if o.Verb == diplomacy.Support && m.chance(.4) {
		o.To = diplomacy.NoLoc
	}
	return o
}

func (m *maker) anywhere() loc {
	p := m.pool[m.IntN(len(m.pool))]
	if len(m.units) > 0 && m.chance(.5) {
		p = province(m.units[m.IntN(len(m.units))].At)
	}
	return m.coast(p)
}

// coast writes a province with a coast, or not.
func (m *maker) coast(p loc) loc {
	if cs := board.Coasts(p); len(cs) > 0 && m.chance(.6) {
		return cs[m.IntN(len(cs))]
	}
	return p
}

// spoil changes something in an order.
func (m *maker) spoil(i int) {
	o := &m.orders[i]
	switch m.IntN(7) {
	case 0, 1, 2:
		if o.To != diplomacy.NoLoc {
			o.To = m.coast(province(o.To))
		}
	case 3:
		if o.Target != diplomacy.NoLoc {
			o.Target = m.coast(province(o.Target))
		}
	case 4:
		o.Via = !o.Via
	case 5:
		o.To = m.anywhere()
	case 6:
		at := o.Unit
		*o = m.anything()
		o.Unit = at
	}
}

// bounce adds two moves to one province.
func (m *maker) bounce() {
	p := m.pool[m.IntN(len(m.pool))]
	m.send(p)
	m.send(p)
}
