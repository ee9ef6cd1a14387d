package successors

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/graph"
)

// handfuls yields all armies of up to two units of each type; also used as hits.
func handfuls(yield func(Units) bool) {
	for n := range 81 {
		if !yield(Units{n % 3, n / 3 % 3, n / 9 % 3, n / 27}) {
			return
		}
	}
}

// Hits remove one unit each as long as there are any, never a unit that is not there, and units of their own types if
// there are enough.
func TestLossesNeverExceedHits(t *testing.T) {
	for units := range handfuls {
		for hits := range handfuls {
			lost := fall(units, hits)
			if lost.Army() != min(hits.Army(), units.Army()) || !units.Has(lost) || units.Has(hits) && lost != hits {
				t.Fatalf("%v hit by %v lose %v", units, hits, lost)
			}
		}
	}
}

// The order in which the hits of a round come makes no difference, so there is no ruling on it.
func TestOrderOfHits(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for units := range handfuls {
		for hits := range handfuls {
			var order []Type
			for _, x := range Land {
				order = append(order, slices.Repeat([]Type{x}, hits[x])...)
			}
			for range 4 {
				chance.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				left := units
				for _, x := range order {
					if v, ok := victim(left, x); ok {
						left[v]--
					}
				}
				if want := units.Minus(fall(units, hits)); left != want {
					t.Fatalf("%v hit by %v in that order are %v, not %v", units, order, left, want)
				}
			}
		}
	}
}

func TestLossesByType(t *testing.T) {
	for _, c := range []struct{ units, hits, lost Units }{ // levies, elephants, infantry, cavalry
		{Units{1, 1, 1, 1}, Units{0, 0, 1, 0}, Units{0, 0, 1, 0}}, // of the same type
		{Units{1, 1, 0, 1}, Units{0, 0, 1, 0}, Units{0, 0, 0, 1}}, // the nearest better
		{Units{0, 1, 1, 1}, Units{1, 0, 0, 0}, Units{0, 1, 0, 0}},
		{Units{0, 0, 1, 1}, Units{1, 0, 0, 0}, Units{0, 0, 1, 0}},
		{Units{1, 1, 0, 0}, Units{0, 0, 1, 0}, Units{0, 1, 0, 0}}, // nothing better: the nearest worse
		{Units{1, 1, 0, 0}, Units{0, 0, 0, 1}, Units{0, 1, 0, 0}},
		{Units{1, 0, 2, 0}, Units{0, 1, 0, 1}, Units{0, 0, 2, 0}}, // each hit takes from the survivors
		{Units{2, 0, 0, 0}, Units{1, 1, 1, 1}, Units{2, 0, 0, 0}},
	} {
		if got := fall(c.units, c.hits); got != c.lost {
			t.Errorf("%v hit by %v lose %v, not %v", c.units, c.hits, got, c.lost)
		}
	}
}

// ground returns a small country: Mid is linked with North, East and South, and North with Far; Gulf is the sea off
// Mid.
func ground() *Board {
	b := &Board{Hit: Units{6, 5, 5, 4, 5}, First: 5, Caught: [6]Fate{Kept, Kept, Sunk, Sunk, Escape, Escape},
		Counters: Units{20, 20, 20, 20, 20}, White: Units{20, 0, 20, 20, 0}, links: graph.New[Area](6)}
	for _, name := range []string{"East", "Far", "Mid", "North", "South", "Gulf"} {
		b.Places = append(b.Places, Place{Name: name, Sea: name == "Gulf"})
	}
	for _, l := range [][2]string{{"Mid", "North"}, {"Mid", "East"}, {"Mid", "South"}, {"North", "Far"}, {"Mid", "Gulf"}} {
		x, _ := b.Area(l[0])
		y, _ := b.Area(l[1])
		b.links.Join(x, y)
	}
	return b
}

// mid is where battles are.
const mid Area = 2

// A muddle is a turn with units, alliances, orders and rulings of chance.
func muddle(seed uint64) *turn {
	chance := rand.New(rand.NewPCG(seed, 3))
	some := func(n int) Units {
		var u Units
		for _, t := range Land {
			u[t] = max(0, chance.IntN(n)-1)
		}
		return u
	}
	p := &position{board: ground(), Options: map[string]string{optSpeed: standard}}
	for _, o := range options {
		p.Options[o.Name] = o.Values[chance.IntN(len(o.Values))]
	}
	p.Options[optSpeed] = standard
	for _, a := range p.board.areas() {
		p.Areas = append(p.Areas, Holding{Area: p.board.Name(a)})
	}
	seats := []string{"Red", "Blue", "Green", "Yellow"}
	for _, seat := range seats {
		p.Players = append(p.Players, Player{Seat: seat, Home: []string{"Far", "East", ""}[chance.IntN(3)]})
	}
	for i := range p.Players {
		if x := &p.Players[i]; chance.IntN(2) == 0 {
			x.Leader.At = "Mid"
		}
		for j := range i {
			if chance.IntN(3) == 0 {
				p.Players[i].Allies = append(p.Players[i].Allies, seats[j])
				p.Players[j].Allies = append(p.Players[j].Allies, seats[i])
			}
		}
	}
	r := &turn{position: p, mover: "Red", sheets: map[string]sheet{}, lent: map[foot]int{}, landed: map[foot]int{}, fought: map[Area]int{}}
	for _, side := range append(seats, white) {
		here := some(5)
		here[Fleet] = chance.IntN(2)
		p.add(mid, side, here, here.Only(Infantry))
		for _, a := range []Area{0, 1, 3, 4} {
			if chance.IntN(4) == 0 {
				p.add(a, side, some(3), Units{})
			}
		}
		for _, t := range Land {
			f := foot{mid, side, t}
			if n := here[t]; side == "Red" && chance.IntN(3) == 0 {
				r.landed[f] = chance.IntN(n + 1)
			} else if side != "Red" && p.friendly("Red", side) {
				r.lent[f] = chance.IntN(n + 2)
			}
		}
		l := limit{rounds: chance.IntN(4), losses: chance.IntN(4), odds: chance.IntN(3) == 0, stay: chance.IntN(5) == 0}
		for range chance.IntN(3) {
			f := flight{to: Area(chance.IntN(6) - 1)}
			if chance.IntN(2) == 0 {
				f.units = []portion{{chance.IntN(4) - 1, Land[chance.IntN(4)]}, {1, Infantry}}
			}
			l.retreat = append(l.retreat, f)
		}
		if chance.IntN(3) == 0 {
			l.rear = []portion{{chance.IntN(4) - 1, Land[chance.IntN(4)]}}
		}
		s := sheet{rules: standing{attacked: []attacked{{nowhere, l}}, bonus: Land[chance.IntN(4):]}}
		if side == "Red" {
			for range chance.IntN(3) {
				s.fights = append(s.fights, fight{at: mid, limit: l, against: []string{"", "Blue", white}[chance.IntN(3)]})
			}
		} else if chance.IntN(2) == 0 {
			s.rules.insist = []insist{{at: nowhere, num: chance.IntN(3), den: 1}}
		}
		r.sheets[side] = s
	}
	return r
}

// fights plays a muddle's battles, or a revolt in it, and returns what was told.
func (r *turn) fights(t *testing.T, seed uint64) []adjudicator.EventRecord {
	t.Helper()
	r.Table = adjudicator.NewTable(adjudicator.Luck{Secret: []byte("secret"), Phase: seed}, adjudicator.Record{})
	if seed%4 == 0 {
		r.suppress(mid)
	}
	r.battles()
	for _, a := range r.edition().areas() {
		r.settle(a)
	}
	return r.Table.News()
}

// In battles of all kinds, units are lost only by hits, nobody retreats among enemies or from the coast where they
// landed, the report agrees with the board, and the same luck gives the same battle.
func TestMuddles(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(3000) {
		r := muddle(seed)
		before, began := r.census(), slices.Clone(r.Areas)
		told := r.fights(t, seed)
		after := r.census()
		for a, h := range r.Areas {
			for _, k := range h.Stacks {
				came := k.Units.Minus((&State{Areas: began}).units(Area(a), k.Side)).Army() > 0
				if came && !r.safe(Area(a), k.Side) {
					t.Errorf("seed %d: %s has retreated to %s", seed, k.Side, h.Area)
				}
			}
		}
		for _, event := range told {
			kinds[event.Kind]++
			if event.Kind != "battle" {
				continue
			}
			fought := event.Event.Data.(Battle)
			kinds[string(fought.Over)]++
			fought.check(t, seed)
			kinds["rounds"] += len(fought.Rounds)
			for _, x := range fought.Rounds {
				kinds["retreats"] += len(x.Retreats)
			}
			for side, lost := range fought.losses() {
				after[side] = after[side].Plus(lost)
			}
		}
		for side, units := range before {
			if after[side].Only(Land...) != units.Only(Land...) {
				t.Errorf("seed %d: of %s's %v there are %v, with the lost", seed, side, units, after[side])
			}
		}
		if again := muddle(seed).fights(t, seed); fmt.Sprint(inJSON(t, again)) != fmt.Sprint(inJSON(t, told)) {
			t.Errorf("seed %d: played again it is\n%v\nnot\n%v", seed, again, told)
		}
	}
	for _, kind := range []string{"battle", "captured", "caught", "skipped", string(Decided), string(Mutual)} {
		if kinds[kind] == 0 {
			t.Errorf("nothing came of %s: %v", kind, kinds)
		}
	}
}

func inJSON(t *testing.T, v any) string {
	t.Helper()
	js, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(js)
}

// census is what each side has.
func (s *State) census() map[string]Units {
	out := map[string]Units{}
	for _, h := range s.Areas {
		for _, k := range h.Stacks {
			out[k.Side] = out[k.Side].Plus(k.Units)
		}
	}
	return out
}

// volleys are all of a battle, as rounds.
func (b Battle) volleys() []Round {
	if b.First == nil {
		return b.Rounds
	}
	return append([]Round{{Volley: *b.First}}, b.Rounds...)
}

// losses are what each side has lost.
func (b Battle) losses() map[string]Units {
	out := map[string]Units{}
	for _, v := range b.volleys() {
		for s, side := range []string{b.Attacker, b.Defender} {
			out[side] = out[side].Plus(v.Lost[s])
		}
		for _, l := range v.Allies {
			own := b.Attacker
			if slices.ContainsFunc(b.Allies[1], func(p Ally) bool { return p.Side == l.Side }) {
				own = b.Defender
			}
			out[l.Side], out[own] = out[l.Side].Plus(l.Units), out[own].Minus(l.Units)
		}
	}
	return out
}

// check follows what is told of a battle from its beginning to what is left.
func (b Battle) check(t *testing.T, seed uint64) {
	t.Helper()
	left, landed := b.Began, b.Landed
	for _, v := range b.volleys() {
		for s := range left {
			hits := 0
			for _, w := range v.Throws[1-s] {
				hits += w.Hits
			}
			if v.Lost[s].Army() != min(hits, left[s].Army()) || !left[s].Has(v.Lost[s]) {
				t.Errorf("seed %d: %d hits take %v of %v", seed, hits, v.Lost[s], left[s])
			}
		}
		left = [2]Units{left[0].Minus(v.Lost[0]), left[1].Minus(v.Lost[1])}
		for _, u := range Land {
			landed[u] = max(0, landed[u]-v.Lost[0][u])
		}
		for _, x := range v.Retreats {
			s := 1
			if x.Side == b.Attacker || slices.ContainsFunc(b.Allies[0], func(p Ally) bool { return p.Side == x.Side }) {
				s = 0
			}
			if b.Attacker == white || x.Side == white {
				t.Errorf("seed %d: %+v", seed, x)
			}
			left[s] = left[s].Minus(x.Units)
			from, _ := ground().Area(b.At)
			if to, ok := ground().Area(x.To); !ok || !ground().Walks(from, to) {
				t.Errorf("seed %d: %s can't retreat from %s to %s", seed, x.Side, b.At, x.To)
			}
		}
		if !left[0].Has(landed) {
			t.Errorf("seed %d: of those who landed %v are left, and %v of all", seed, landed, left[0])
		}
	}
	if left != b.Left {
		t.Errorf("seed %d: left are %v, told are %v", seed, left, b.Left)
	}
}

// A battle is seen by all as far as it has come while somebody is asked, and nobody sees it when it is over.
func TestBattleIsSeenWhileOneIsAsked(t *testing.T) {
	start, _ := script().Begin(t, "board Babylonia: Red 3 inf, Blue 3 inf\ntalents Red 9\noption speed=patient")
	var record adjudicator.Record
	play := func(answers ...string) *position {
		for i, answer := range answers {
			record.Asked[len(record.Asked)-1].Answers[i] = answer
		}
		p := Rules.Blank().(*position)
		if err := json.Unmarshal([]byte(inJSON(t, start)), p); err != nil {
			t.Fatal(err)
		}
		dice := map[string][]int{"battle of Babylonia": {1, 1, 1, 5, 1, 1}}
		table := adjudicator.NewTable(adjudicator.Luck{Loaded: script().Loaded(t, dice)}, record)
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		record = table.Record()
		return p
	}
	play()
	for i, answers := range [][]string{{"FIGHT Babylonia", "NONE", "NONE"}, {"FIGHT", "NONE", "NONE"}} {
		p, asked := play(answers...), []adjudicator.Seat{"Blue", "Red"}[i]
		if req := record.Asked[1+i].Requests; len(req) != 3 || req[0].Seat != asked || req[0].Kind != "battle" || !req[0].Aside || !req[0].Short {
			t.Errorf("asked is %+v", req)
		} else if slices.ContainsFunc(req[1:], func(r adjudicator.Request) bool { return r.Kind != "standing" || !r.Aside || !r.Stands || !r.Short }) {
			t.Errorf("the others are asked %+v", req[1:])
		}
		for _, seat := range []adjudicator.Seat{"Red", "Blue", "Green", adjudicator.Observer} {
			got := p.View(seat).(View).Battle
			if got == nil || len(got.Rounds) != 1 || got.Left != [2]Units{{0, 0, 2}, {0, 0, 3}} || got.Over != "" {
				t.Errorf("%s sees %+v", seat, got)
			}
		}
	}
	if p := play("RETREAT Susiana", "NONE", "NONE"); p.View("Blue").(View).Battle != nil || p.Phase() != "Turn 2, Blue" {
		t.Errorf("it is %s, and of the battle is seen %+v", p.Phase(), p.battle)
	}
}
