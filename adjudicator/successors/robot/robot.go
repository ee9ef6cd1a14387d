// Package robot plays Successors from the information that a player has, in the words that a player writes.
//
// It plays a modest game: it spreads over empty provinces, holds them with its cheapest units, attacks weaker
// enemies, also over the sea, keeps what it can pay for, and plays its chits as they come. A robot that looks ahead
// thinks of two dozen such turns and takes the one after which it stands best some turns later. It knows no more than
// a player's letter says.
package robot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/successors"
)

// A Robot plays on a board. It has no memory: each call passes everything that it needs.
type Robot struct {
	Board *successors.Board
	Ahead bool // whether it looks a turn ahead; a plain one takes the first turn that comes to its mind

	ashore bool // it never buys a fleet: what fleets are worth is measured against such robots
}

// Answer returns the robot's letter in reply to a request of a kind, for a player's view; "" if it has nothing to
// say. r makes its play vary: two robots with the same view need not act alike.
func (b Robot) Answer(v successors.View, kind string, r *rand.Rand) string {
	m := &mind{Board: b.Board, v: v, r: r, temper: calm, ashore: b.ashore}
	switch kind {
	case "home":
		if b.Ahead {
			m.whim = 2
		}
		return m.home()
	case "turn":
		if b.Ahead {
			return m.ahead()
		}
		return strings.Join(m.turn(), "\n")
	case "standing":
		return strings.Join(m.standing(), "\n")
	}
	return ""
}

// A mind is the robot's analysis of a view.
type mind struct {
	*successors.Board
	v successors.View
	r *rand.Rand
	temper
	ashore bool // it never buys a fleet

	did     []deed // what the turn does, as far as it is planned
	talents int
	sent    map[successors.Area]int              // strength that is on its way to each area
	left    map[successors.Area]successors.Units // units that leave each area by sea
}

// A temper is how a robot is minded.
type temper struct {
	odds float64 // it attacks if it has at least this many times the enemy's strength
	most int     // number of land units that it buys at most in a turn
	whim float64 // how much chance there is in its choice of a home
	keep int     // units that stay in a province beside the one that holds it
	mass bool    // whether it buys the cheapest units first
}

// calm is the temper of a plain robot.
var calm = temper{odds: 1.5, most: 6, whim: 6}

// dares reports whether the robot attacks.
func (m *mind) dares(strength, enemies int) bool { return float64(strength) >= m.odds*float64(enemies) }

// areas returns all areas of the board.
func (m *mind) areas() []successors.Area {
	out := make([]successors.Area, len(m.Places))
	for i := range out {
		out[i] = successors.Area(i)
	}
	return out
}

// me returns the robot's own public state.
func (m *mind) me() successors.Player {
	for _, p := range m.v.Players {
		if p.Seat == m.v.Seat {
			return p
		}
	}
	return successors.Player{}
}

// units returns the units of a side in an area.
func (m *mind) units(a successors.Area, side string) successors.Units {
	for _, k := range m.v.Areas[a].Stacks {
		if k.Side == side {
			return k.Units
		}
	}
	return successors.Units{}
}

// strength returns the value of units in a battle.
func (m *mind) strength(u successors.Units) int {
	n := 0
	for _, t := range successors.Land {
		n += u.Of(t) * max(1, 7-m.Hit.Of(t))
	}
	return n
}

// enemies returns the strength of all others in an area.
func (m *mind) enemies(a successors.Area) int {
	n := 0
	for _, k := range m.v.Areas[a].Stacks {
		if k.Side != m.v.Seat && !slices.Contains(m.me().Allies, k.Side) {
			n += m.strength(k.Units)
		}
	}
	return n
}

// worth returns the value of a province, including its surroundings.
func (m *mind) worth(a successors.Area) float64 {
	w := float64(m.Places[a].Value)
	for _, o := range m.Next(a, true) {
		w += 0.2 * float64(m.Places[o].Value) / float64(m.Cost(o))
	}
	return w
}

// home returns a list of provinces to start in: rich ones that are not adjacent to another player's home, with some
// chance.
func (m *mind) home() string {
	score := map[successors.Area]float64{}
	var list []successors.Area
	for _, a := range m.areas() {
		if m.IsSea(a) || m.taken(a) || m.Places[a].Value < 3 {
			continue
		}
		score[a] = m.worth(a) + m.whim*m.r.Float64()
		for _, o := range m.Next(a, true) {
			if m.taken(o) {
				score[a] -= 3
			}
		}
		list = append(list, a)
	}
	slices.SortStableFunc(list, func(x, y successors.Area) int { return cmp.Compare(score[y], score[x]) })
	var names []string
	for _, a := range list[:min(6, len(list))] {
		names = append(names, m.Name(a))
	}
	return "HOME " + strings.Join(names, ", ") + "\nBUY " +
		[]string{"5 LEVY", "1 INF, 3 LEVY", "2 INF, 1 LEVY"}[m.r.IntN(3)]
}

// taken reports whether a province is somebody's home.
func (m *mind) taken(a successors.Area) bool {
	return slices.ContainsFunc(m.v.Players, func(p successors.Player) bool { return p.Home == m.Name(a) })
}

// standing returns the robot's standing orders for other players' turns.
func (m *mind) standing() []string {
	out := []string{"LOSE LEVY, INF, EL, CAV, FLEET"}
	for _, n := range m.v.Hand {
		c, ok := m.chit(n)
		if !ok {
			continue
		}
		switch c.When {
		case successors.OnRevolt:
			out = append(out, fmt.Sprintf("PLAY %d WHEN REVOLT", n))
		case successors.AtTurnStart:
			if at, ok := m.rival(); ok {
				out = append(out, fmt.Sprintf("PLAY %d WHEN TURN STARTS AT %s", n, m.Name(at)))
			}
		}
	}
	return out
}

// chit returns the chit with a number; false if there is none.
func (m *mind) chit(n int) (successors.Card, bool) {
	i := slices.IndexFunc(m.Chits, func(c successors.Card) bool { return c.Number == n })
	if i < 0 {
		return successors.Card{}, false
	}
	return m.Chits[i], true
}

// rival returns the richest province that another player holds; false if there is none.
func (m *mind) rival() (best successors.Area, ok bool) {
	for _, a := range m.areas() {
		if m.IsSea(a) || m.units(a, m.v.Seat).Army() > 0 {
			continue
		}
		if m.enemies(a) == 0 || m.v.Areas[a].Unrest != "" {
			continue
		}
		if !ok || m.Places[a].Value > m.Places[best].Value {
			best, ok = a, true
		}
	}
	return best, ok
}

// turn returns the orders for the robot's own turn.
func (m *mind) turn() []string {
	me := m.me()
	m.did = nil
	m.talents, m.sent, m.left = me.Talents, map[successors.Area]int{}, map[successors.Area]successors.Units{}
	var out []string
	if me.Leader.Captor != "" && m.talents >= 5 {
		out = append(out, "RANSOM")
		m.talents -= 5
	}
	out = append(out, m.plays()...)
	out = append(out, m.purchases()...)
	sailing, landings := m.voyages()
	marching, battles := m.marches()
	battles = append(battles, landings...)
	for _, f := range battles {
		m.did = append(m.did, deed{kind: fights, to: f.at})
	}
	out = slices.Concat(out, sailing, marching, m.lastOfEach(battles))
	return append(out, m.standing()...)
}

// plays returns lines that play the chits that help in the robot's own turn.
func (m *mind) plays() []string {
	var out []string
	for _, n := range m.v.Hand {
		c, ok := m.chit(n)
		if !ok || c.When != successors.InTurn && c.When != successors.AnyTurn {
			continue
		}
		if m.r.IntN(2) == 0 {
			continue
		}
		text := fmt.Sprintf("PLAY %d", n)
		if slices.ContainsFunc(c.Effects, func(e successors.Effect) bool {
			return e.Place == "choice" || e.Op == successors.OpRaid
		}) {
			at, ok := m.placeFor(c)
			if !ok {
				continue
			}
			text += " AT " + m.Name(at)
		}
		out = append(out, text)
	}
	return out
}

// placeFor returns the place to play a chit that allows a choice: a province of the robot's own if it helps, a
// rival's if it harms.
func (m *mind) placeFor(c successors.Card) (successors.Area, bool) {
	for _, e := range c.Effects {
		switch e.Op {
		case successors.OpRevolt, successors.OpInvasion, successors.OpPlague, successors.OpStorm, successors.OpRaid:
			return m.rival()
		}
	}
	return m.own(func(successors.Area) bool { return true })
}

// own returns the first province with units of the robot that satisfies want; false if there is none.
func (m *mind) own(want func(successors.Area) bool) (successors.Area, bool) {
	for _, a := range m.areas() {
		if !m.IsSea(a) && m.units(a, m.v.Seat).Army() > 0 && want(a) {
			return a, true
		}
	}
	return 0, false
}

// income returns the robot's revenue next turn with its present holdings, less the cost of its units.
func (m *mind) income() int {
	n := 0
	for _, a := range m.areas() {
		u := m.units(a, m.v.Seat)
		n -= u.Total()
		held := !m.IsSea(a) && u.Army() > 0 && m.enemies(a) == 0
		if held && m.v.Areas[a].Unrest == "" {
			n += m.Places[a].Value
		}
	}
	return n
}

// purchases returns lines that buy the best units that the robot can raise and pay for, now and in the next turn. In
// the last turns money is worth more than new units.
func (m *mind) purchases() []string {
	left := m.v.Turns - m.v.Turn
	if left < 2 || m.v.Areas == nil {
		return nil
	}
	var units successors.Units
	var out []string
	total := 0
	upkeep := -m.income()
	if at, price, ok := m.shipyard(); ok && left > 2 && m.r.IntN(2) == 0 {
		if m.talents >= price+max(0, upkeep+1) {
			out = append(out, "BUY 1 FLEET AT "+m.Name(at))
			m.did = append(m.did, deed{kind: buys, to: at, units: only(successors.Fleet, 1)})
			m.talents -= price
			upkeep++
		}
	}
	kinds := []successors.Type{successors.Cavalry, successors.Infantry, successors.Levy}
	price := map[successors.Type]int{successors.Cavalry: 3, successors.Infantry: 2, successors.Levy: 1}
	if m.r.IntN(3) > 0 {
		kinds[0], kinds[1] = kinds[1], kinds[0]
	}
	if m.mass {
		slices.Reverse(kinds)
	}
	for total < m.most {
		bought := false
		for _, t := range kinds {
			if m.talents >= price[t]+max(0, upkeep+1) && m.raises(t) && m.free(t) > units[t] {
				units[t]++
				m.talents -= price[t]
				upkeep++
				total++
				bought = true
				break
			}
		}
		if !bought {
			break
		}
	}
	var parts []string
	for _, t := range kinds {
		if units[t] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", units[t], word(t)))
		}
	}
	if len(parts) == 0 || m.base() < 0 {
		return out
	}
	m.did = append(m.did, deed{kind: buys, to: m.base(), units: units})
	return append(out, "BUY "+strings.Join(parts, ", "))
}

// base returns the area where bought units appear: home, if no enemy is there; -1 if there is none.
func (m *mind) base() successors.Area {
	if home, ok := m.Area(m.me().Home); ok && m.enemies(home) == 0 {
		return home
	}
	return -1
}

// raises reports whether a province of the robot can raise a type.
func (m *mind) raises(t successors.Type) bool {
	if t == successors.Levy {
		return true
	}
	_, ok := m.own(func(a successors.Area) bool {
		return m.Raises(a, t) && m.enemies(a) == 0
	})
	return ok
}

// free returns the number of counters of a type that the robot has off the map.
func (m *mind) free(t successors.Type) int {
	n := m.Counters.Of(t)
	for _, a := range m.areas() {
		n -= m.units(a, m.v.Seat).Of(t)
	}
	return n
}

func word(t successors.Type) string {
	return map[successors.Type]string{successors.Cavalry: "CAV", successors.Infantry: "INF", successors.Elephant: "EL",
		successors.Levy: "LEVY", successors.Fleet: "FLEET"}[t]
}

// A fight is a battle that the robot seeks. how ends its FIGHT line, such as " UNTIL LOSSES 3"; it may be "".
type fight struct {
	at  successors.Area
	how string
}

// lastOfEach returns the line of the last fight in each province: two lines for one province would raise a question.
func (m *mind) lastOfEach(fights []fight) []string {
	var out []string
	for i, f := range fights {
		if !slices.ContainsFunc(fights[i+1:], func(later fight) bool { return later.at == f.at }) {
			out = append(out, "FIGHT "+m.Name(f.at)+f.how)
		}
	}
	return out
}

// marches returns orders that send all units not needed to hold a province to the best province in reach, and the
// fights at their destinations.
func (m *mind) marches() (out []string, fights []fight) {
	for _, a := range m.areas() {
		u := m.units(a, m.v.Seat).Only(successors.Land...).Minus(m.left[a])
		if m.IsSea(a) || u.Army() == 0 {
			continue
		}
		if m.enemies(a) > 0 {
			if m.dares(m.strength(u), m.enemies(a)) {
				fights = append(fights, fight{at: a})
				continue
			}
		}
		for n := 0; n < 3 && u.Army() > 0; n++ {
			group := m.spare(a, u)
			if group.Army() == 0 {
				break
			}
			to, via, ok := m.target(a, group)
			if !ok {
				break
			}
			if m.enemies(to) == 0 && group.Army() > 2 {
				group = m.some(group, 2)
			}
			u = u.Minus(group)
			out = append(out, m.march(via, group, m.leads(a) && u.Army() <= 2 && m.enemies(to) == 0))
			m.did = append(m.did, deed{goes, a, to, group})
			if m.enemies(to) > 0 {
				fights = append(fights, fight{to, fmt.Sprintf(" UNTIL LOSSES %d", max(1, group.Army()/2))})
			}
			m.sent[to] += m.strength(group)
		}
	}
	return out, fights
}

// leads reports whether the robot's leader is there.
func (m *mind) leads(a successors.Area) bool {
	l := m.me().Leader
	return l.Captor == "" && l.At == m.Name(a)
}

// spare returns the units that can leave a province: all except one of the cheapest, if the province is worth
// holding; more stay with a leader.
func (m *mind) spare(a successors.Area, u successors.Units) successors.Units {
	keep := 0
	if m.Places[a].Value > 0 && m.enemies(a) == 0 {
		keep = 1 + m.keep
	}
	if m.leads(a) {
		keep = 2 + m.keep
	}
	for _, t := range []successors.Type{successors.Levy, successors.Infantry, successors.Elephant, successors.Cavalry} {
		n := min(keep, u[t])
		u[t] -= n
		keep -= n
	}
	return u
}

// some returns n of some units, the worst first.
func (m *mind) some(u successors.Units, n int) successors.Units {
	var out successors.Units
	for _, t := range []successors.Type{successors.Levy, successors.Infantry, successors.Elephant, successors.Cavalry} {
		out[t] = min(n, u[t])
		n -= out[t]
	}
	return out
}

// target returns the best province that a group can reach with three movement points, and the path there.
func (m *mind) target(from successors.Area,
	group successors.Units) (to successors.Area, path []successors.Area, ok bool) {
	type step struct {
		at   successors.Area
		left int
		path []successors.Area
	}
	best := 0.0
	seen := map[successors.Area]int{from: 3}
	for queue := []step{{from, 3, []successors.Area{from}}}; len(queue) > 0; {
		s := queue[0]
		queue = queue[1:]
		if s.at != from {
			if w := m.gain(s.at, group) - 0.1*float64(len(s.path)); w > best {
				best, to, path, ok = w, s.at, s.path, true
			}
			if m.enemies(s.at) > 0 {
				continue
			}
		}
		for _, o := range m.Next(s.at, true) {
			left := s.left - m.Cost(o)
			if was, again := seen[o]; left < 0 || again && was >= left {
				continue
			}
			seen[o] = left
			queue = append(queue, step{o, left, append(slices.Clone(s.path), o)})
		}
	}
	return to, path, ok
}

// gain returns the value of going to a province.
func (m *mind) gain(a successors.Area, group successors.Units) float64 {
	held := m.units(a, m.v.Seat).Army() > 0 || m.sent[a] > 0
	value := float64(m.Places[a].Value)
	if m.v.Areas[a].Unrest != "" {
		value /= 2
	}
	switch enemies := m.enemies(a); {
	case enemies > 0 && m.dares(m.strength(group), enemies):
		return value + 0.5 + m.r.Float64()
	case enemies > 0, held:
		return 0
	case value == 0:
		return 0.15
	}
	return value + m.r.Float64()
}

// march returns an order to march.
func (m *mind) march(path []successors.Area, u successors.Units, leader bool) string {
	var names, parts []string
	for _, a := range path {
		names = append(names, m.Name(a))
	}
	for _, t := range successors.Land {
		if u.Of(t) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", u.Of(t), word(t)))
		}
	}
	text := "MOVE " + strings.Join(names, "-") + " " + strings.Join(parts, ", ")
	if leader {
		text += " LEADER"
	}
	return text
}
