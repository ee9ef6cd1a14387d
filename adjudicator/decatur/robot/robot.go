// Package robot plays Decatur from what a player may know, in the words that a player writes.
//
// Its strategy is simple: it goes where the prosperity cards that it knows point, holds many locations, sometimes
// builds a port, and takes what its neighbours leave weak. A robot that looks ahead plays the interval out in its mind
// before it chooses. It knows no more than a player's letters say, so it also serves as an example of how to write a
// robot.
package robot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/decatur"
)

// A Robot plays on a board. It has no memory: it decides from the view alone.
type Robot struct {
	Board *decatur.Board
	Ahead bool // whether it looks ahead; a plain one takes what looks best at once

	still bool // it never expands: what that is worth is measured against such robots
}

// Answer returns a robot's answer to a request of the given kind. It plays on the board of the view, or on the house
// edition's if the view was decoded and has none.
func Answer(v decatur.View, kind string, r *rand.Rand) string {
	return Robot{Board: cmp.Or(v.Board(), decatur.House())}.Answer(v, kind, r)
}

// Answer returns the robot's answer to a request of the given kind. r makes it less predictable.
func (b Robot) Answer(v decatur.View, kind string, r *rand.Rand) string {
	m := &mind{Board: b.Board, v: v, r: r, still: b.still}
	m.foresee()
	switch kind {
	case "bid":
		return m.bid()
	case "excess":
		return m.excess()
	case "relocation":
		return m.relocation()
	case "advance":
		return m.advance()
	}
	plans := m.plans
	if b.Ahead {
		plans = m.ahead
	}
	return strings.Join(append(plans(), m.standing()...), "\n")
}

// A mind is a robot looking at a view.
type mind struct {
	*decatur.Board
	v     decatur.View
	r     *rand.Rand
	still bool                       // it never expands
	worth map[decatur.Region]float64 // expected number of factors in a location after the upheaval, by region
}

// foresee estimates the result of the upheaval for each region: it deals the unknown cards at random several times,
// and averages the levels (DC-27).
func (m *mind) foresee() {
	const deals = 12
	known := map[decatur.Region]int{}
	for _, card := range slices.Concat(m.v.Prosperity, m.v.Open) {
		known[card]++
	}
	var unknown []decatur.Region
	for _, region := range m.Precedence {
		for range m.Prosperity[region] - known[region] {
			unknown = append(unknown, region)
		}
	}
	order := slices.Clone(m.Precedence)
	if m.v.Interval%2 == 0 {
		slices.Reverse(order)
	}
	others := min(len(unknown), len(m.v.Prosperity)*(len(m.v.Players)-1)) // number of cards that the others have
	m.worth = map[decatur.Region]float64{}
	for range deals {
		count := map[decatur.Region]int{}
		for i := range others {
			j := i + m.r.IntN(len(unknown)-i)
			unknown[i], unknown[j] = unknown[j], unknown[i]
			count[unknown[i]]++
		}
		ranked := slices.Clone(order)
		slices.SortStableFunc(ranked, func(x, y decatur.Region) int {
			return cmp.Compare(known[y]+count[y], known[x]+count[x])
		})
		for i, region := range ranked {
			m.worth[region] += levels(len(m.v.Players))[i] / deals
		}
	}
}

// at returns the expected value of a location at the end of the interval.
func (m *mind) at(l decatur.Loc) float64 { return m.worth[m.Locations[l].Region] }

func (m *mind) holding(l decatur.Loc) decatur.Holding { return m.v.Locations[l] }

func (m *mind) mine(l decatur.Loc) bool { return m.v.Seat != "" && m.holding(l).Owner == m.v.Seat }

func (m *mind) empty(l decatur.Loc) bool { return m.holding(l).Owner == "" }

// where returns the locations for which a condition is true.
func (m *mind) where(is func(decatur.Loc) bool) []decatur.Loc {
	var out []decatur.Loc
	for i := range m.Locations {
		if l := decatur.Loc(i); is(l) {
			out = append(out, l)
		}
	}
	return out
}

// spare returns how many factors can leave a location of the robot's without losing it; all of them, if the location
// is worth less than another.
func (m *mind) spare(l decatur.Loc, than float64) int {
	h := m.holding(l)
	if h.Port != "" || m.at(l)+0.5 < than {
		return h.Factors
	}
	return h.Factors - 1
}

// me returns the robot's public state.
func (m *mind) me() decatur.Player { return m.player(m.v.Seat) }

func (m *mind) player(seat string) decatur.Player {
	for _, p := range m.v.Players {
		if p.Seat == seat {
			return p
		}
	}
	return decatur.Player{Seat: seat}
}

// count returns the number of cards of a kind.
func count(cards []decatur.Commonwealth, kind decatur.Commonwealth) int {
	n := 0
	for _, c := range cards {
		if c == kind {
			n++
		}
	}
	return n
}

// A plan is an alternative with the robot's estimate of its value.
type plan struct {
	words string
	value float64
}

// plans returns the alternatives for a turn, the best first. The last one is always possible.
func (m *mind) plans() []string {
	const most = 5
	all := slices.Concat(m.restructures(), m.ventures(), m.ports(), m.growth())
	for i := range all {
		all[i].value += m.r.NormFloat64() / 4
	}
	slices.SortStableFunc(all, func(x, y plan) int { return cmp.Compare(y.value, x.value) })
	var out []string
	for _, p := range all[:min(most, len(all))] {
		out = append(out, p.words)
	}
	return append(out, "DRAW")
}

// restructures returns restructures to an empty location with good surroundings (DC-14). They give up everything on
// the board, so they are for those who have little.
func (m *mind) restructures() []plan {
	if m.me().Restructured {
		return nil
	}
	has := 0.0
	for _, l := range m.where(m.mine) {
		has += m.at(l) + 0.2*float64(m.holding(l).Factors)
	}
	var out []plan
	for _, l := range m.where(m.empty) {
		var around []float64
		for _, n := range m.where(m.empty) {
			if m.InReach(l, n) {
				around = append(around, m.at(n))
			}
		}
		slices.Sort(around)
		value := m.at(l) + 1.4 - has
		for _, v := range around[max(0, len(around)-5):] {
			value += 0.6 * v
		}
		out = append(out, plan{fmt.Sprintf("RESTRUCTURE %[1]s IF %[1]s EMPTY", m.Name(l)), value})
	}
	return out
}

// ventures returns ventures to worthwhile locations in reach, from where most factors can be spared (DC-18).
func (m *mind) ventures() []plan {
	var out []plan
	for _, to := range m.where(func(l decatur.Loc) bool { return !m.mine(l) && m.at(l) > 0.3 }) {
		best := plan{value: -1}
		for _, from := range m.where(m.mine) {
			if !m.InReach(from, to) {
				continue
			}
			p := m.settle(from, to)
			if !m.empty(to) {
				p = m.takeover(from, to)
			}
			if p.value > best.value {
				best = p
			}
		}
		if best.words != "" {
			out = append(out, best)
		}
	}
	return out
}

// settle returns a venture to an empty location.
func (m *mind) settle(from, to decatur.Loc) plan {
	spare := m.spare(from, m.at(to))
	if spare == 0 {
		return plan{}
	}
	value := m.at(to) + 0.1*float64(spare)
	if spare == m.holding(from).Factors && m.holding(from).Port == "" {
		value -= m.at(from)
	}
	return plan{fmt.Sprintf("VENTURE %s-%s %d IF %[2]s EMPTY", m.Name(from), m.Name(to), 1+spare/3), value}
}

// takeover returns an attack on a location that can probably be taken (DC-19). The robot raises with factors as long
// as it can spare them, then with cards.
func (m *mind) takeover(from, to decatur.Loc) plan {
	there, kind := m.holding(to), m.Locations[to].Commonwealth
	defender := m.player(there.Owner)
	spare, cards := m.spare(from, m.at(to)), count(m.v.Hand, kind)
	lead := m.strength(m.me(), to) - m.strength(defender, to) - there.Factors
	if there.Port != "" {
		lead -= 2
	}
	if !m.Adjacent(from, to) {
		lead -= 2
	}
	margin := lead + spare + 2*cards
	if spare == 0 || margin < 1 {
		return plan{}
	}
	value := m.at(to) * (1 + 1/float64(len(m.v.Players)-1)) // the other player's loss counts as well
	if margin < 2*min(2, defender.Hand) {
		value *= 0.5 // the other player may have the cards to hold it
	}
	words := fmt.Sprintf("VENTURE %s-%s COMMIT %d MAX %d", m.Name(from), m.Name(to), min(spare, max(1, 1-lead)), spare)
	if cards > 0 {
		words += " PLAY " + list(slices.Repeat([]decatur.Commonwealth{kind}, min(3, cards)))
	}
	return plan{words + fmt.Sprintf(" IF %s HOSTILE AND WINS", m.Name(to)), value - 0.2*float64(max(1, 1-lead))}
}

// strength returns what a player's fleets and cards in play add to a bid for a location.
func (m *mind) strength(p decatur.Player, l decatur.Loc) int {
	n := 2 * count(p.InPlay, m.Locations[l].Commonwealth)
	for _, o := range m.Locations[l].Oceans {
		n += m.v.Fleets(p.Seat, o)
	}
	return n
}

// ports returns ports that can be built (DC-16). A port keeps a location through a bad upheaval.
func (m *mind) ports() []plan {
	n := m.v.Ports(m.v.Seat)
	if n == 6 {
		return nil
	}
	var out []plan
	for _, l := range m.where(m.mine) {
		for _, o := range m.Locations[l].Oceans {
			if h := m.holding(l); h.Port == "" && h.Factors >= n+2 && m.v.Fleets(m.v.Seat, o) < 2 {
				value := 2.2 - 0.35*float64(n+2)
				if m.at(l) < 1 {
					value += 0.5 // the factors would be lost anyway
				}
				out = append(out, plan{fmt.Sprintf("PORT %[1]s %[2]s IF FACTORS(%[1]s) >= %[3]d", m.Name(l), o, n+2),
					value})
			}
		}
	}
	return out
}

// growth returns actions that improve later turns: more factors (DC-15), and cards (DC-12, DC-13).
func (m *mind) growth() []plan {
	me := m.me()
	out := []plan{{"DRAW IF NOT TAKEN OVER", 1.3 - 0.25*float64(len(m.v.Hand)) - 0.15*float64(len(me.InPlay))}}
	for _, kind := range decatur.Commonwealths {
		if n := count(me.InPlay, kind); n > 1 { // one card of a kind remains after the upheaval (DC-28)
			out = append(out, plan{fmt.Sprintf("EXCHANGE %s PLAY %d", kind, n-1), 0.5})
		}
	}
	grow := m.where(func(l decatur.Loc) bool { return m.mine(l) && m.holding(l).Factors < 7 })
	slices.SortStableFunc(grow, func(x, y decatur.Loc) int { return cmp.Compare(m.need(y), m.need(x)) })
	idle := 0 // number of factors that could be used elsewhere
	for _, l := range m.where(m.mine) {
		idle += m.spare(l, 0)
	}
	if len(grow) > 0 && !m.still {
		names := m.names(grow[:min(2, len(grow))])
		out = append(out, plan{"EXPAND " + strings.Join(names, ", "), 2.2 - 0.35*float64(min(6, idle))})
	}
	return out
}

// need returns how much a location of the robot's needs another factor.
func (m *mind) need(l decatur.Loc) float64 {
	return m.at(l) - 0.5*float64(m.holding(l).Factors)
}

// standing returns standing orders for everything that may be asked within a round.
func (m *mind) standing() []string {
	kinds := m.kinds()
	out := []string{"DEFEND ALL PLAY matching UP TO 2"}
	if refuge := m.names(m.refuges()); len(refuge) > 0 {
		out = append(out, "RELOCATE ALL TO "+strings.Join(refuge, ", "))
	}
	out = append(out, "KEEP "+list(kinds))
	slices.Reverse(kinds)
	return append(out, "DISCARD "+list(kinds))
}

// refuges returns where factors may flee to, the best first: to the robot's own locations, and to adjacent ones that
// are empty or may become so (DC-25).
func (m *mind) refuges() []decatur.Loc {
	own := m.where(m.mine)
	out := m.where(func(l decatur.Loc) bool {
		return m.mine(l) || slices.ContainsFunc(own, func(o decatur.Loc) bool { return m.Adjacent(o, l) })
	})
	room := func(l decatur.Loc) float64 {
		switch {
		case m.mine(l):
			return 20 + m.need(l)
		case m.empty(l):
			return 10 + m.at(l)
		}
		return m.at(l)
	}
	slices.SortStableFunc(out, func(x, y decatur.Loc) int { return cmp.Compare(room(y), room(x)) })
	return out
}

// kinds returns the influence cards, the most useful first: those that match most of what the robot holds or could
// take.
func (m *mind) kinds() []decatur.Commonwealth {
	use := map[decatur.Commonwealth]float64{}
	for _, l := range m.where(m.mine) {
		use[m.Locations[l].Commonwealth] += 1 + m.at(l)
	}
	kinds := slices.Clone(decatur.Commonwealths)
	slices.SortStableFunc(kinds, func(x, y decatur.Commonwealth) int { return cmp.Compare(use[y], use[x]) })
	return kinds
}

func (m *mind) names(ls []decatur.Loc) []string {
	var out []string
	for _, l := range ls {
		out = append(out, m.Name(l))
	}
	return out
}

func list(cards []decatur.Commonwealth) string {
	var out []string
	for _, c := range cards {
		out = append(out, string(c))
	}
	return strings.Join(out, ", ")
}
