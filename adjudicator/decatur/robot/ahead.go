package robot

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator/decatur"
)

// A robot that looks ahead plays the interval to its end in its mind, many times for each turn that it thinks of. What
// it does not know is dealt anew each time, and with the same luck for all turns. It begins with few playouts of all
// its ideas, and goes on with the better half.

// playouts are the numbers of playouts of each idea, and how many ideas are kept for the next step.
var playouts = []struct{ each, keep int }{{4, 24}, {8, 12}, {16, 6}, {32, 6}}

// An idea is a turn that a robot thinks of.
type idea struct {
	move
	words string
	sum   float64 // sum of how much better than others it does
	n     int
}

func (x idea) mean() float64 { return x.sum / float64(max(1, x.n)) }

// ahead returns the alternatives for a turn, the best first.
func (m *mind) ahead() []string {
	t := m.table()
	ideas := m.ideas(t)
	seed := m.r.Uint64()
	sample := uint64(0)
	var out []idea
	for _, step := range playouts {
		for range step.each {
			m.compare(t, ideas, seed, sample)
			sample++
		}
		slices.SortStableFunc(ideas, func(x, y idea) int { return cmp.Compare(y.mean(), x.mean()) })
		keep := min(step.keep, len(ideas))
		out = append(slices.Clone(ideas[keep:]), out...)
		ideas = ideas[:keep]
	}
	out = append(ideas, out...)
	const most = 6
	var lines []string
	for _, x := range out[:min(most, len(out))] {
		lines = append(lines, x.words)
	}
	return append(lines, "DRAW")
}

// compare plays each idea out once, with the same cards and the same luck.
func (m *mind) compare(t *table, ideas []idea, seed, sample uint64) {
	me := m.index(m.v.Seat)
	deal := *t
	deal.r = rand.New(rand.NewPCG(seed, sample))
	m.deal(&deal)
	for p := range me {
		deal.turn(p)
	}
	values, mean, n := make([]float64, len(ideas)), 0.0, 0.0
	luck := deal.r.Uint64()
	for i, x := range ideas {
		values[i] = math.NaN()
		one := deal
		if !one.can(me, x.move) {
			continue
		}
		one.r = rand.New(rand.NewPCG(luck, sample))
		one.do(me, x.move)
		one.finish(me)
		values[i] = m.outlook(&one, me)
		mean, n = mean+values[i], n+1
	}
	for i, v := range values {
		if !math.IsNaN(v) {
			ideas[i].sum += v - mean/n
			ideas[i].n++
		}
	}
}

func (m *mind) index(seat string) int {
	return slices.IndexFunc(m.v.Players, func(p decatur.Player) bool { return p.Seat == seat })
}

// table returns what the robot sees as a playout.
func (m *mind) table() *table {
	t := &table{chart: chartOf(m.Board), players: len(m.v.Players), space: max(1, m.v.Space), up: m.v.Up}
	for i, h := range m.v.Locations {
		t.spots[i] = spot{int8(m.index(h.Owner)), int8(h.Factors), int8(slices.Index(decatur.Oceans, h.Port))}
	}
	for k, kind := range decatur.Commonwealths {
		t.unseen[k] = int8(m.Influence[kind] - count(m.v.Hand, kind) - count(m.v.Discards, kind))
		for p, x := range m.v.Players {
			t.sides[p].inPlay[k] = int8(count(x.InPlay, kind))
			t.unseen[k] -= t.sides[p].inPlay[k]
			if x.Seat == m.v.Seat {
				t.sides[p].hand[k] = int8(count(m.v.Hand, kind))
			}
		}
	}
	for p, x := range m.v.Players {
		t.sides[p].restructured = x.Restructured
	}
	t.count()
	return t
}

// deal deals what the robot does not know.
func (m *mind) deal(t *table) {
	m.prosper(t)
	for p, x := range m.v.Players {
		side := &t.sides[p]
		if x.Seat == m.v.Seat {
			for r, region := range decatur.Regions {
				side.guess[r] = m.worth[region]
			}
			continue
		}
		for r, region := range decatur.Regions { // others know something else
			side.guess[r] = 0.5*m.worth[region] + 0.5*float64(t.levels[r])
		}
		for range x.Hand {
			t.draw(p)
		}
	}
}

// prosper deals the prosperity cards of the others.
func (m *mind) prosper(t *table) {
	var cards [five]int
	for _, card := range slices.Concat(m.v.Prosperity, m.v.Open) {
		cards[slices.Index(decatur.Regions, card)]++
	}
	var unknown []int
	for r, region := range decatur.Regions {
		unknown = append(unknown, slices.Repeat([]int{r}, max(0, m.Prosperity[region]-cards[r]))...)
	}
	for i := range min(len(unknown), len(m.v.Prosperity)*(len(m.v.Players)-1)) {
		j := i + t.r.IntN(len(unknown)-i)
		unknown[i], unknown[j] = unknown[j], unknown[i]
		cards[unknown[i]]++
	}
	t.rise(cards, m.v.Interval)
}

// rise sets how high the regions rise with some prosperity cards.
func (t *table) rise(cards [five]int, interval int) {
	ranked := slices.Clone(t.order)
	if interval%2 == 0 {
		slices.Reverse(ranked)
	}
	slices.SortStableFunc(ranked, func(x, y int) int { return cmp.Compare(cards[y], cards[x]) })
	for i, r := range ranked {
		t.levels[r] = int8(levels(t.players)[i])
	}
}

func levels(players int) []float64 {
	if players == 2 {
		return []float64{3, 2, 1, 0, 0}
	}
	return []float64{4, 3, 2, 1, 0}
}

// An assay says what things are worth at the end of an interval, in factors at the end of the game, and how much more
// likely a player is to win who has more. It was found by a regression over 3,000 games of plain players.
type assay struct{ place, factor, port, hand, inPlay, scale float64 }

// assays are the assays by the number of intervals that are left.
var assays = []assay{
	{factor: 1, hand: 0.02, inPlay: 0.02, scale: 0.9},
	{place: 0.68, factor: 0.36, port: 1.10, hand: 1.39, inPlay: 1.03, scale: 0.27},
	{place: 0.38, factor: 0.33, port: 1.38, hand: 1.44, inPlay: 1.12, scale: 0.24},
	{place: 0.20, factor: 0.23, port: 1.87, hand: 1.12, inPlay: 0.74, scale: 0.21},
}

// outlook returns how likely a player is to win after the interval.
func (m *mind) outlook(t *table, me int) float64 {
	left := max(0, m.v.Intervals-m.v.Interval)
	worth := assays[min(left, len(assays)-1)]
	var sums [seats]float64
	for i := range t.Locations {
		s, level := &t.spots[i], t.levels[t.region[i]]
		if s.owner == nobody {
			continue
		}
		if level > 0 || s.port != noOcean {
			sums[s.owner] += worth.place
		}
		if s.port != noOcean {
			sums[s.owner] += worth.port
		}
		sums[s.owner] += worth.factor * float64(level)
	}
	all := 0.0
	for p := range t.players {
		for k := range five { // duplicates in play are discarded
			sums[p] += worth.hand*float64(t.sides[p].hand[k]) + worth.inPlay*float64(min(1, t.sides[p].inPlay[k]))
		}
	}
	for p := range t.players {
		all += math.Exp(worth.scale * (sums[p] - sums[me]))
	}
	return 1 / all
}

// ideas returns the turns that a robot thinks of. In its mind an exchange of cards is worth as much as a card drawn.
func (m *mind) ideas(t *table) []idea {
	me := m.index(m.v.Seat)
	out := []idea{{move: move{kind: draws}, words: "DRAW"}}
	add := func(x move, format string, args ...any) {
		out = append(out, idea{move: x, words: fmt.Sprintf(format, args...)})
	}
	for _, kind := range decatur.Commonwealths {
		if n := count(m.me().InPlay, kind); n > 1 {
			add(move{kind: draws}, "EXCHANGE %s PLAY %d", kind, n-1)
		}
	}
	var own []int
	for l, s := range t.spots[:len(t.Locations)] {
		name := m.Name(decatur.Loc(l))
		switch {
		case s.owner == nobody && !t.sides[me].restructured:
			add(move{kind: restructures, to: l}, "RESTRUCTURE %[1]s IF %[1]s EMPTY", name)
		case s.owner == int8(me):
			own = append(own, l)
		}
	}
	for _, l := range own {
		m.local(t, me, l, add)
	}
	m.expansions(t, own, add)
	return out
}

// local adds the turns that begin at a location of the robot's.
func (m *mind) local(t *table, me, l int, add func(move, string, ...any)) {
	s, name := t.spots[l], m.Name(decatur.Loc(l))
	if !t.sides[me].restructured && s.port != noOcean && s.factors < 4 {
		add(move{kind: restructures, to: l}, "RESTRUCTURE %s", name)
	}
	if n := t.sides[me].ports + 2; s.port == noOcean && n < 8 && int(s.factors) >= n {
		for _, o := range t.oceans[l] {
			if t.sides[me].fleets[o] < 2 {
				add(move{kind: builds, to: l, ocean: int8(o)}, "PORT %[1]s %[2]s IF FACTORS(%[1]s) >= %[3]d", name,
					decatur.Oceans[o], n)
			}
		}
	}
	if s.factors == 0 {
		return
	}
	for _, to := range t.reach[l] {
		switch t.spots[to].owner {
		case nobody:
			m.settlements(t, l, to, add)
		case int8(me):
		default:
			m.takeovers(t, me, l, to, add)
		}
	}
}

func (m *mind) settlements(t *table, l, to int, add func(move, string, ...any)) {
	s, there := t.spots[l], m.Name(decatur.Loc(to))
	if m.at(decatur.Loc(to)) < 0.3 {
		return
	}
	numbers := []int{1, int(s.factors) / 2, int(s.factors) - 1}
	if s.port != noOcean {
		numbers = append(numbers, int(s.factors))
	}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		if n > 0 {
			add(move{kind: settles, from: l, to: to, n: n}, "VENTURE %s-%s MOVE %d IF %[2]s EMPTY",
				m.Name(decatur.Loc(l)), there, n)
		}
	}
}

func (m *mind) takeovers(t *table, me, l, to int, add func(move, string, ...any)) {
	lead, cards := t.lead(me, l, to), t.playable(me, t.kind[to])
	have := int(t.spots[l].factors)
	if lead+have+2*cards < 1 {
		return
	}
	numbers := []int{have}
	if t.spots[l].port == noOcean && lead+have-1+2*cards > 0 && have > 1 {
		numbers = append(numbers, have-1)
	}
	for _, n := range numbers {
		words := fmt.Sprintf("VENTURE %s-%s COMMIT %d MAX %d", m.Name(decatur.Loc(l)), m.Name(decatur.Loc(to)),
			min(n, max(1, 1-lead)), n)
		if cards > 0 {
			words += " PLAY " + list(slices.Repeat([]decatur.Commonwealth{decatur.Commonwealths[t.kind[to]]}, cards))
		}
		add(move{kind: takes, from: l, to: to, n: n}, "%s IF %s HOSTILE AND WINS", words, m.Name(decatur.Loc(to)))
	}
}

// expansions adds expansions of the locations that need it most.
func (m *mind) expansions(t *table, own []int, add func(move, string, ...any)) {
	if m.still {
		return
	}
	grow := slices.DeleteFunc(slices.Clone(own), func(l int) bool { return t.spots[l].factors >= 7 })
	slices.SortStableFunc(grow, func(x, y int) int { return cmp.Compare(m.need(decatur.Loc(y)), m.need(decatur.Loc(x))) })
	for i, l := range grow[:min(4, len(grow))] {
		if len(grow) == 1 {
			add(move{kind: expands, to: l, also: -1}, "EXPAND %s", m.Name(decatur.Loc(l)))
		}
		for _, also := range grow[:i] {
			add(move{kind: expands, to: l, also: also}, "EXPAND %s, %s", m.Name(decatur.Loc(l)), m.Name(decatur.Loc(also)))
		}
	}
}
