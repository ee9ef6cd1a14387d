package robot

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/dishonest"
)

// A robot that looks ahead plays each turn that it thinks of by the rules, against enemies who commit nothing, a little
// or much, and takes the one after which it stands best.

// commitments are what enemies may commit to a battle.
var commitments = []int{0, 2, 3}

// ahead returns the turn after which the robot stands best.
func (m *mind) ahead() string {
	best, most := "PASS", math.Inf(-1)
	seed := m.r.Uint64()
	seen := map[string]bool{}
	for _, idea := range m.thoughts() {
		r := m.Read("turn", m.rest(), idea)
		if seen[r.Answer] || len(r.Faults()) > 0 {
			continue
		}
		seen[r.Answer] = true
		if v, ok := m.prospect(r.Answer, idea, seed); ok && v > most {
			best, most = idea, v
		}
	}
	return best
}

// prospect returns how well the robot stands on average after a turn.
func (m *mind) prospect(answer, idea string, seed uint64) (float64, bool) {
	against := commitments
	if !strings.Contains(idea, "BATTLE") {
		against = against[:1]
	}
	sum := 0.0
	for i, n := range against {
		orders := map[string]string{}
		for _, p := range m.Players {
			if p.Seat != m.Seat && n > 0 {
				orders[p.Seat] = fmt.Sprintf("DEFEND ANY: SUPPLY %d", n)
			}
		}
		w, err := m.After(answer, orders, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return 0, false
		}
		sum += m.position(w)
	}
	return sum / float64(len(against)), true
}

// thoughts returns the turns that the robot thinks of.
func (m *mind) thoughts() []string {
	out := []string{"PASS"}
	ideas := m.ideology()
	if m.funded() {
		ideas = append(ideas, m.onslaughts()...)
		ideas = append(ideas, m.marches()...)
		for range 2 {
			ideas = append(ideas, m.builds()...)
			ideas = append(ideas, m.plays()...)
		}
		ideas = append(ideas, m.advances()...)
	}
	for _, n := range m.Hand {
		if m.Meets(n) {
			for _, idea := range append(ideas, "PASS") {
				if !strings.HasPrefix(idea, "PLAY") {
					out = append(out, fmt.Sprintf("SCORE %d\n%s", n, idea))
				}
			}
			break
		}
	}
	for _, idea := range ideas {
		if idea == "" {
			continue
		}
		if more := m.with(idea); more != idea {
			out = append(out, more)
		}
		out = append(out, idea)
	}
	return out
}

// onslaughts returns attacks on all regions within reach: with little more than is needed, and with more.
func (m *mind) onslaughts() []string {
	var out []string
	for _, a := range m.areas() {
		if m.b.IsSea(a) || m.Closed(a) || m.Areas[a].Quagmire {
			continue
		}
		if m.mine(a) || m.Allied(m.Seat, m.Holder(a)) {
			continue
		}
		text, _ := m.attack(a)
		if text == "" {
			continue
		}
		out = append(out, text)
		if m.Holder(a) != "" {
			again, _ := m.attack(a)
			out = append(out, again)
		}
	}
	return out
}

// marches returns moves of up to three units from one region to the next.
func (m *mind) marches() []string {
	var out []string
	for _, from := range m.areas() {
		f := m.Force(from, m.Seat)
		if m.b.IsSea(from) || f.Army() == 0 || m.Areas[from].Quagmire {
			continue
		}
		for _, to := range m.b.Next(from) {
			if m.b.IsSea(to) || !m.Controls(to, m.Seat) && m.Holder(to) != m.Seat {
				continue
			}
			left := 3
			var lines []string
			for _, unit := range []dishonest.Type{dishonest.Armour, dishonest.Infantry} {
				if n := min(left, f[unit]); n > 0 {
					lines, left = append(lines, m.order(group{n, unit, []dishonest.Area{from, to}, 1}, n)), left-n
				}
			}
			out = append(out, "TACTICS 1: "+strings.Join(lines, "; "))
			if f[dishonest.Infantry] > 1 {
				out = append(out, "TACTICS 1: "+m.order(group{1, dishonest.Infantry, []dishonest.Area{from, to}, 1}, 1))
			}
		}
	}
	m.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), 8)]
}

// position returns how well the robot stands in a position, in points.
func (m *mind) position(w dishonest.View) float64 {
	n := &mind{View: w, b: m.b, r: m.r, me: w.Me()}
	lead := m.leader()
	sum := 0.9*float64(len(n.me.Scored)-len(m.me.Scored)) + 0.04*float64(n.me.Pool)
	left := max(0.3, 1-0.1*float64(m.Year))
	for _, a := range n.areas() {
		holder := n.Holder(a)
		place := n.b.Places[a]
		switch {
		case holder == m.Seat:
			sum += n.holds(a, left)
		case place.Objective && holder != "":
			if sum -= 0.2; holder == lead {
				sum -= 0.25
			}
		}
		f := n.Force(a, m.Seat)
		sum += 0.07*float64(f.Strength()) + 0.02*float64(f.Ships())
	}
	for _, worth := range []struct {
		what dishonest.Resource
		each float64
	}{{dishonest.Money, 0.03}, {dishonest.Supply, 0.05}, {dishonest.Operations, 0.05}, {dishonest.Oil, 0.06}} {
		sum += worth.each * float64(w.Stock[worth.what])
	}
	return sum + 0.12*float64(len(w.Hand)) + n.chances() + 0.001*m.r.Float64()
}

// leader returns who has most points besides the robot.
func (m *mind) leader() string {
	best := dishonest.Player{Points: -1}
	for _, p := range m.Players {
		if p.Seat != m.Seat && p.Points > best.Points {
			best = p
		}
	}
	return best.Seat
}

// holds returns the value of an area that the robot holds: its point, less the danger to it, and its yield.
func (m *mind) holds(a dishonest.Area, left float64) float64 {
	p, v := m.b.Places[a], 0.0
	if m.Controls(a, m.Seat) {
		v = left * (0.08*float64(p.Yield[dishonest.Money]) + 0.08*float64(p.Yield[dishonest.Supply]) +
			0.14*float64(p.Yield[dishonest.Operations]) + 0.12*float64(p.Yield[dishonest.Oil]))
		if p.Home != m.Seat {
			v += 0.04
		}
	}
	if p.Objective {
		v++
	}
	if p.Sea {
		return 0.02
	}
	guard := float64(m.strength(a)) + 0.5
	if threat := float64(m.threat(a)); threat > guard {
		v *= 1 - 0.5*min(1, (threat-guard)/3)
	}
	return v
}

// threat returns the strength of the enemy that could come to a region of the robot's from next to it.
func (m *mind) threat(a dishonest.Area) int {
	by := map[string]int{}
	for _, next := range m.b.Next(a) {
		for _, k := range m.Areas[next].Stacks {
			if k.Seat == m.Seat || m.Allied(m.Seat, k.Seat) {
				continue
			}
			if by[k.Seat] += k.Force.Strength(); m.b.IsSea(next) {
				by[k.Seat] -= k.Force.Strength() - min(2, k.Force.Ships())
			}
		}
	}
	most := 0
	for _, n := range by {
		most = max(most, n)
	}
	return most
}

// chances returns what the robot's units may take later: the nearer an objective, and the weaker, the better.
func (m *mind) chances() float64 {
	near := m.distances()
	sum := 0.0
	for _, a := range m.areas() {
		f := m.Force(a, m.Seat)
		if f.Army() == 0 {
			continue
		}
		sum += 0.05 * float64(min(f.Army()*2, 6)) * math.Pow(0.6, float64(near[a]))
	}
	for _, a := range m.areas() {
		p := m.b.Places[a]
		if !p.Objective || m.mine(a) || m.Closed(a) || m.Allied(m.Seat, m.Holder(a)) {
			continue
		}
		mine := 0
		for _, next := range m.b.Next(a) {
			if f := m.Force(next, m.Seat); !m.b.IsSea(next) {
				mine += f.Strength()
			} else {
				mine += min(1, f.Ships())
			}
		}
		if need := m.strength(a) + 1; mine > 0 {
			sum += 0.25 * min(1, float64(mine)/float64(need))
		}
	}
	return sum
}

// distances returns how far each region is by land from an objective that the robot does not hold.
func (m *mind) distances() []int {
	const far = 9
	out := make([]int, len(m.b.Places))
	var queue []dishonest.Area
	for _, a := range m.areas() {
		out[a] = far
		if p := m.b.Places[a]; p.Objective && !m.mine(a) && !m.Closed(a) && !m.Allied(m.Seat, m.Holder(a)) {
			out[a], queue = 0, append(queue, a)
		}
	}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for _, next := range m.b.Next(a) {
			if !m.b.IsSea(next) && !m.Closed(next) && out[next] > out[a]+1 {
				out[next], queue = out[a]+1, append(queue, next)
			}
		}
	}
	return out
}

// sealed returns the income letter: cards, a pool for its stacks, the best ideologies, and an ally who is ahead.
// It files no defence, because it does better when it is asked.
func (m *mind) sealed() string {
	largest := 3
	for _, a := range m.areas() {
		largest = max(largest, m.Force(a, m.Seat).Total()+m.Areas[a].Garrison)
	}
	supply := m.Stock[dishonest.Supply]
	pool := min(supply, max(2, min(5, largest, (2*supply+2)/3)))
	lines := []string{"DRAW 2", fmt.Sprintf("POOL %d", pool), "IDEOLOGY " + strings.Join(m.preferred(), ", ")}
	var friends []string
	others := slices.SortedStableFunc(slices.Values(m.Players), func(x, y dishonest.Player) int {
		return cmp.Compare(y.Points, x.Points)
	})
	for _, p := range others {
		if p.Seat != m.Seat && p.Points >= m.me.Points {
			friends = append(friends, p.Seat)
		}
	}
	if len(friends) > 0 && m.Stock[dishonest.Operations] > 1 {
		lines = append(lines, "ALLY "+strings.Join(friends, ", "))
	}
	return strings.Join(lines, "\n")
}

// tastes are what effects of tiles are worth, each.
var tastes = map[dishonest.Op]float64{dishonest.OpGain: 1, dishonest.OpBuild: 1.3, dishonest.OpUnits: 2,
	dishonest.OpMove: 0.9, dishonest.OpSubvert: 1.5, dishonest.OpColony: 2, dishonest.OpDraw: 1.8,
	dishonest.OpGarrison: 0.8}

// preferred returns all tiles, the most useful first.
func (m *mind) preferred() []string {
	value := map[string]float64{}
	for _, t := range m.b.Tiles {
		v := m.r.Float64() + 0.8*float64(t.Passive.Swords+t.Passive.Moves+t.Passive.Limit)
		for _, e := range t.Primary {
			v += tastes[e.Op] * float64(max(1, e.Amount))
		}
		value[t.Name] = v
	}
	names := m.ideologies()
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(value[y], value[x]) })
	return names
}

// holding returns what the robot commits when it defends, or to its own attack: as little as may win, and nothing if
// the enemy is far stronger.
func (m *mind) holding() string {
	stakes := m.Stakes()
	mine, theirs := stakes[1].Strength, stakes[0].Strength
	if stakes[0].Seat == m.Seat {
		mine, theirs = theirs, mine
	}
	supply, card, gain := m.Stock[dishonest.Supply], "", 0
	for _, n := range m.Hand {
		if c := m.numbered(n); c != nil && c.Battle != nil && c.Battle.Strength > gain {
			card, gain = fmt.Sprintf(" CARD %d", n), c.Battle.Strength
		}
	}
	lacks := theirs + 2 - mine
	switch {
	case lacks <= 0:
		return "SUPPLY 0"
	case lacks <= supply && lacks <= 3:
		return fmt.Sprintf("SUPPLY %d", lacks)
	case lacks <= supply+gain:
		return fmt.Sprintf("SUPPLY %d%s", max(0, lacks-gain), card)
	}
	return "SUPPLY 0"
}
