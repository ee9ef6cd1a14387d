package robot

import (
	"math/rand/v2"
	"slices"
	"sync"

	"deaddrop/adjudicator/decatur"
)

// A playout is a game that a robot plays in its mind, fast and with all players plain: locations, regions, kinds of
// cards and players are numbers.

const (
	nobody  = int8(-1) // the owner of an empty location
	noOcean = int8(-1) // the ocean of a port where there is none
	seats   = 7
	places  = decatur.MostLocations
	five    = 5 // regions, and kinds of cards
)

// A chart is what playouts know of a board.
type chart struct {
	*decatur.Board
	region, kind []int
	oceans       [][]int
	reach        [][]int  // where a venture can go
	linked       [][]bool // whether two locations are linked by a dashed line
	near         [][]bool // whether two locations are linked by a dashed line or by sea
	order        []int    // precedence of the regions, in odd intervals
}

// charts holds the charts of boards, which never change.
var charts sync.Map

func chartOf(b *decatur.Board) *chart {
	if c, ok := charts.Load(b); ok {
		return c.(*chart)
	}
	c := &chart{Board: b}
	for _, r := range b.Precedence {
		c.order = append(c.order, slices.Index(decatur.Regions, r))
	}
	for i, l := range b.Locations {
		c.region = append(c.region, slices.Index(decatur.Regions, l.Region))
		c.kind = append(c.kind, slices.Index(decatur.Commonwealths, l.Commonwealth))
		var oceans, reach []int
		for _, o := range l.Oceans {
			oceans = append(oceans, slices.Index(decatur.Oceans, o))
		}
		linked, near := make([]bool, len(b.Locations)), make([]bool, len(b.Locations))
		for j := range b.Locations {
			linked[j], near[j] = b.Adjacent(decatur.Loc(i), decatur.Loc(j)), b.Near(decatur.Loc(i), decatur.Loc(j))
			if b.InReach(decatur.Loc(i), decatur.Loc(j)) {
				reach = append(reach, j)
			}
		}
		c.oceans, c.reach = append(c.oceans, oceans), append(c.reach, reach)
		c.linked, c.near = append(c.linked, linked), append(c.near, near)
	}
	charts.Store(b, c)
	return c
}

// A spot is a location of a playout.
type spot struct{ owner, factors, port int8 }

// A side is a player of a playout.
type side struct {
	hand, inPlay [five]int8
	restructured bool
	guess        [five]float64 // what the player assumes of how high the regions rise
	ports        int
	fleets       [3]int
}

func (s *side) cards() (hand, inPlay int) {
	for k := range five {
		hand, inPlay = hand+int(s.hand[k]), inPlay+int(s.inPlay[k])
	}
	return hand, inPlay
}

// A table is the state of a playout.
type table struct {
	*chart
	r       *rand.Rand
	spots   [places]spot
	sides   [seats]side
	players int
	space   int
	up      bool
	unseen  [five]int8 // cards that may be drawn
	levels  [five]int8 // levels of the regions at the end of the interval
}

// A move is what a player may do in a turn.
type move struct {
	kind     deed
	from, to int
	also     int // another location that is expanded, or -1
	n        int // factors: that move, or that a takeover commits at most
	ocean    int8
	value    float64 // value at first sight
}

type deed int

const (
	draws deed = iota
	restructures
	settles
	takes
	builds
	expands
)

// turn plays a plain turn.
func (t *table) turn(p int) {
	t.count()
	best := move{kind: draws, value: -99}
	t.plain(p, func(m move) {
		if m.value += 0.5 * (t.r.Float64() + t.r.Float64() - 1); m.value > best.value {
			best = m
		}
	})
	t.do(p, best)
}

// count counts ports and fleets.
func (t *table) count() {
	for p := range t.players {
		t.sides[p].ports, t.sides[p].fleets = 0, [3]int{}
	}
	for i := range t.Locations {
		if s := &t.spots[i]; s.port != noOcean {
			t.sides[s.owner].ports++
			t.sides[s.owner].fleets[s.port]++
		}
	}
}

// spare returns how many factors can leave a location: all of them if it is worth less than another.
func (t *table) spare(p, l int, than float64) int {
	s := &t.spots[l]
	if s.port != noOcean || t.sides[p].guess[t.region[l]]+0.5 < than {
		return int(s.factors)
	}
	return int(s.factors) - 1
}

// plain calls yield with the moves that a plain player thinks of.
func (t *table) plain(p int, yield func(move)) {
	me, own := &t.sides[p], int8(p)
	has, idle := 0.0, 0
	grow, also := -1, -1
	var needs [2]float64
	for l := range t.Locations {
		s := &t.spots[l]
		if s.owner != own {
			continue
		}
		at := me.guess[t.region[l]]
		has += at + 0.2*float64(s.factors)
		idle += t.spare(p, l, 0)
		if need := at - 0.5*float64(s.factors); s.factors < 7 {
			switch {
			case grow < 0 || need > needs[0]:
				grow, also, needs[1], needs[0] = l, grow, needs[0], need
			case also < 0 || need > needs[1]:
				also, needs[1] = l, need
			}
		}
		if s.port == noOcean && me.ports < 6 && int(s.factors) >= me.ports+2 {
			t.harbours(p, l, yield)
		}
	}
	hand, inPlay := me.cards()
	yield(move{kind: draws, value: 1.3 - 0.25*float64(hand) - 0.15*float64(inPlay)})
	if grow >= 0 {
		yield(move{kind: expands, to: grow, also: also, value: 2.2 - 0.35*float64(min(6, idle))})
	}
	if !me.restructured && has < 9 {
		t.starts(p, has, yield)
	}
	for to := range t.Locations {
		if at := me.guess[t.region[to]]; t.spots[to].owner != own && at > 0.3 {
			if m := t.goes(p, to, at); m.value > -1 {
				yield(m)
			}
		}
	}
}

func (t *table) harbours(p, l int, yield func(move)) {
	me := &t.sides[p]
	value := 2.2 - 0.35*float64(me.ports+2)
	if me.guess[t.region[l]] < 1 {
		value += 0.5
	}
	for _, o := range t.oceans[l] {
		if me.fleets[o] < 2 {
			yield(move{kind: builds, to: l, ocean: int8(o), value: value})
		}
	}
}

// starts calls yield with restructures.
func (t *table) starts(p int, has float64, yield func(move)) {
	me := &t.sides[p]
	for l := range t.Locations {
		if t.spots[l].owner != nobody {
			continue
		}
		var best [5]float64
		for _, n := range t.reach[l] {
			if v := me.guess[t.region[n]]; t.spots[n].owner == nobody && v > best[4] {
				i := 4
				for ; i > 0 && best[i-1] < v; i-- {
					best[i] = best[i-1]
				}
				best[i] = v
			}
		}
		yield(move{kind: restructures, to: l, value: me.guess[t.region[l]] + 1.4 - has +
			0.6*(best[0]+best[1]+best[2]+best[3]+best[4])})
	}
}

// goes returns a plain player's best venture to a location.
func (t *table) goes(p, to int, at float64) move {
	best := move{value: -1}
	for _, from := range t.reach[to] {
		if t.spots[from].owner != int8(p) {
			continue
		}
		spare := t.spare(p, from, at)
		if spare == 0 {
			continue
		}
		var m move
		if t.spots[to].owner == nobody {
			m = t.settling(p, from, to, spare, at)
		} else {
			m = t.taking(p, from, to, spare, at)
		}
		if m.value > best.value {
			best = m
		}
	}
	return best
}

func (t *table) settling(p, from, to, spare int, at float64) move {
	value := at + 0.1*float64(spare)
	if spare == int(t.spots[from].factors) && t.spots[from].port == noOcean {
		value -= t.sides[p].guess[t.region[from]]
	}
	return move{kind: settles, from: from, to: to, n: 1 + spare/3, value: value}
}

func (t *table) taking(p, from, to, most int, at float64) move {
	lead := t.lead(p, from, to)
	cards := int(t.sides[p].hand[t.kind[to]])
	margin := lead + most + 2*cards
	if margin < 1 {
		return move{value: -1}
	}
	value := at * (1 + 1/float64(t.players-1))
	hand, _ := t.sides[t.spots[to].owner].cards()
	if margin < 2*min(2, hand) {
		value *= 0.5
	}
	return move{kind: takes, from: from, to: to, n: most, value: value - 0.2*float64(max(1, 1-lead))}
}

// lead returns a contender's strength without factors and cards in hand, less the defender's.
func (t *table) lead(p, from, to int) int {
	s := &t.spots[to]
	me, other := &t.sides[p], &t.sides[s.owner]
	n := 2*int(me.inPlay[t.kind[to]]-other.inPlay[t.kind[to]]) - int(s.factors)
	for _, o := range t.oceans[to] {
		n += me.fleets[o] - other.fleets[o]
	}
	if s.port != noOcean {
		n -= 2
	}
	if !t.linked[from][to] {
		n -= 2
	}
	return n
}

// can reports whether a move is possible; a takeover, whether it beats what the defender shows.
func (t *table) can(p int, m move) bool {
	own := int8(p)
	to := &t.spots[m.to]
	switch m.kind {
	case restructures:
		return to.owner == nobody || to.owner == own && to.port != noOcean
	case settles:
		from := &t.spots[m.from]
		return from.owner == own && from.factors > 0 && (to.owner == nobody || to.owner == own && to.factors < 7)
	case takes:
		if t.spots[m.from].owner != own || to.owner == nobody || to.owner == own {
			return false
		}
		t.count()
		return t.lead(p, m.from, m.to)+min(m.n, int(t.spots[m.from].factors))+2*t.playable(p, t.kind[m.to]) > 0
	case builds:
		t.count()
		return to.owner == own && to.port == noOcean && int(to.factors) >= t.sides[p].ports+2
	case expands:
		return to.owner == own && to.factors < 7 && (m.also < 0 || t.spots[m.also].owner == own)
	}
	return true
}

func (t *table) playable(p, kind int) int {
	return int(min(t.sides[p].hand[kind], 3-t.sides[p].inPlay[kind]))
}

// do carries out a move that is possible.
func (t *table) do(p int, m move) {
	to := &t.spots[m.to]
	switch m.kind {
	case draws:
		t.draw(p)
	case restructures:
		for l := range t.Locations {
			if t.spots[l].owner == int8(p) {
				t.add(l, p, -t.spots[l].factors)
			}
		}
		t.add(m.to, p, 7)
		t.sides[p].restructured = true
	case settles:
		n := min(int8(m.n), t.spots[m.from].factors, 7-to.factors)
		t.add(m.from, p, -n)
		t.add(m.to, p, n)
	case takes:
		t.contest(p, m)
	case builds:
		n := 2
		for l := range t.Locations {
			if t.spots[l].owner == int8(p) && t.spots[l].port != noOcean {
				n++
			}
		}
		to.factors, to.port = to.factors-int8(n), m.ocean
	case expands:
		t.add(m.to, p, 1)
		if m.also >= 0 && t.spots[m.also].factors < 7 {
			t.add(m.also, p, 1)
		}
	}
}

// add adds factors of a player to a location, or takes some away.
func (t *table) add(l, p int, n int8) {
	s := &t.spots[l]
	s.owner, s.factors = int8(p), s.factors+n
	if s.factors == 0 && s.port == noOcean {
		s.owner = nobody
	}
}

// draw draws a card.
func (t *table) draw(p int) {
	total := 0
	for _, n := range t.unseen {
		total += int(n)
	}
	if total == 0 {
		return
	}
	i := t.r.IntN(total)
	for k := range five {
		if i -= int(t.unseen[k]); i < 0 {
			t.unseen[k]--
			t.sides[p].hand[k]++
			break
		}
	}
	if hand, _ := t.sides[p].cards(); hand > 3 {
		k := most(t.sides[p].hand)
		t.sides[p].hand[k]--
		t.play(p, k, 1)
	}
}

// most returns the kind of which there are most cards.
func most(cards [five]int8) int {
	best := 0
	for k := range five {
		if cards[k] > cards[best] {
			best = k
		}
	}
	return best
}

// play puts cards in play, and discards what is too much.
func (t *table) play(p, kind, n int) {
	s := &t.sides[p]
	s.inPlay[kind] += int8(n)
	for {
		if _, lying := s.cards(); lying <= 3 {
			return
		}
		others := s.inPlay
		others[kind] = 0
		k := most(others)
		if others[k] == 0 {
			k = kind
		}
		s.inPlay[k]--
	}
}

// contest resolves a takeover: both bid as little as they need, the contender with factors first.
func (t *table) contest(p int, m move) {
	t.count()
	from, to, kind := &t.spots[m.from], &t.spots[m.to], t.kind[m.to]
	d := int(to.owner)
	lead, top := t.lead(p, m.from, m.to), min(m.n, int(from.factors))
	mine, theirs := t.playable(p, kind), min(2, t.playable(d, kind))
	committed, won := 0, false
	for {
		need := 1 - lead - committed
		k := max(0, (need-(top-committed)+1)/2)
		if k > mine {
			break
		}
		committed += max(0, need-2*k)
		t.sides[p].hand[kind] -= int8(k)
		t.play(p, kind, k)
		lead, mine = lead+2*k, mine-k
		need = lead + committed
		if k = (need + 1) / 2; k > theirs {
			won = true
			break
		}
		t.sides[d].hand[kind] -= int8(k)
		t.play(d, kind, k)
		lead, theirs = lead-2*k, theirs-k
	}
	hit := t.Attrition[2+t.r.IntN(6)+t.r.IntN(6)]
	if hit.Contender && committed > 0 {
		committed--
		t.add(m.from, p, -1)
	}
	if hit.Defender && to.factors > 0 {
		to.factors--
	}
	if !won {
		if to.factors == 0 && to.port == noOcean {
			to.owner = nobody
		}
		return
	}
	t.flee(d, m.to)
	*to = spot{nobody, 0, noOcean}
	if n := min(int8(committed), from.factors); n > 0 {
		t.add(m.from, p, -n)
		t.add(m.to, p, n)
	}
}

// flee brings factors that are driven out to the best refuge.
func (t *table) flee(p, at int) {
	best, value := -1, -1.0
	for l := range t.Locations {
		s := &t.spots[l]
		if l == at || s.factors >= 7 {
			continue
		}
		v := t.sides[p].guess[t.region[l]] - 0.5*float64(s.factors)
		switch {
		case s.owner == int8(p) && t.near[at][l]:
			v += 20
		case s.owner == nobody && t.linked[at][l]:
			v += 10
		default:
			continue
		}
		if v > value {
			best, value = l, v
		}
	}
	if best >= 0 {
		t.add(best, p, min(t.spots[at].factors, 7-t.spots[best].factors))
	}
}

// clock ends a round, and reports whether the interval ends with it.
func (t *table) clock() bool {
	t.space = t.space%len(t.Track) + 1
	space := t.Track[t.space-1]
	t.up = t.up || space.Clock
	return t.up && space.Multiple > 0 && (2+t.r.IntN(6)+t.r.IntN(6))%space.Multiple == 0
}

// finish plays the interval to its end: the turns of this round that follow a player's, and all later rounds.
func (t *table) finish(after int) {
	for p := after + 1; p < t.players; p++ {
		t.turn(p)
	}
	for rounds := 0; !t.clock() && rounds < 30; rounds++ {
		for p := range t.players {
			t.turn(p)
		}
	}
}
