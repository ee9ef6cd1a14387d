package diplomacy

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 1901)) }

// pick returns one of the members of s, NoLoc if it has none.
func pick(r *rand.Rand, s Set) Loc {
	if s.empty() {
		return NoLoc
	}
	ls := s.list()
	return ls[r.IntN(len(ls))]
}

// anyRules returns the preferred rules for 0, and others for other numbers.
func anyRules(n uint64) Rules {
	var rules Rules
	for i, r := Issue(0), seeded(n); n > 0 && i < issues; i++ {
		rules[i] = Choice(r.IntN(len(i.Choices())))
	}
	return rules
}

// tangle makes a random position full of convoys, of attacks on their fleets
// and of supports from where the convoys go: the stuff of paradoxes.
type tangle struct {
	b      *Board
	r      *rand.Rand
	full   Set
	units  []Unit
	orders []Order
}

func entangled(b *Board, r *rand.Rand) ([]Unit, []Order) {
	g := &tangle{b: b, r: r}
	for range 1 + r.IntN(10) {
		g.convoy()
	}
	for _, o := range g.orders {
		if o.Verb == Convoy && r.IntN(4) > 0 {
			g.siege(o.Unit)
		}
	}
	for range r.IntN(20) {
		g.another()
	}
	return g.units, g.orders
}

// put stands a unit of somebody in province p, if it can.
func (g *tangle) put(t UnitType, p Loc) (Unit, bool) {
	u := Unit{Power: Power(g.r.IntN(min(5, len(g.b.powers)))), Type: t, At: p}
	if cs := g.b.places[p].coasts; t == Fleet && len(cs) > 0 {
		u.At = cs[g.r.IntN(len(cs))]
	}
	if g.full.Has(p) || !g.b.CanStand(t, u.At) {
		return u, false
	}
	g.full.add(p)
	g.units = append(g.units, u)
	return u, true
}

func (g *tangle) convoy() {
	sea := pick(g.r, g.b.seas.minus(g.full))
	if sea == NoLoc {
		return
	}
	shores := g.b.near[Fleet][sea].minus(g.b.seas)
	from, to := pick(g.r, shores.minus(g.full)), pick(g.r, shores)
	if from == NoLoc || from == to {
		return
	}
	g.put(Fleet, sea)
	g.put(Army, from)
	g.orders = append(g.orders,
		Convoys(sea, from, to),
		Order{Unit: from, Verb: Move, Target: NoLoc, To: to, Via: g.r.IntN(2) == 0})
}

// siege has a convoying fleet attacked, with supports from where convoys land.
func (g *tangle) siege(sea Loc) {
	from := pick(g.r, g.b.near[Fleet][sea].minus(g.full))
	if from == NoLoc {
		return
	}
	u, ok := g.put(Fleet, from)
	if !ok || !g.b.near[Fleet][u.At].Has(sea) {
		return
	}
	g.orders = append(g.orders, Moves(from, sea))
	for _, o := range g.orders {
		if o.Verb != Convoy || !g.b.near[Fleet][sea].Has(o.To) || g.r.IntN(3) == 0 {
			continue
		}
		if u, ok := g.put(Fleet, o.To); ok && g.b.near[Fleet][u.At].Has(sea) {
			g.orders = append(g.orders, SupportsMove(o.To, from, sea))
		}
	}
}

// another adds a unit that supports or attacks something.
func (g *tangle) another() {
	u, ok := g.put(UnitType(g.r.IntN(2)), Loc(g.r.IntN(g.b.provinces)))
	if !ok {
		return
	}
	p := g.b.Province(u.At)
	near := g.b.near[u.Type][u.At]
	var supports []Order
	for _, o := range g.orders {
		if to := g.b.Province(o.To); o.Verb == Move && near.Has(to) && o.Unit != p {
			supports = append(supports, SupportsMove(p, o.Unit, o.To))
		} else if o.Verb != Move && near.Has(o.Unit) {
			supports = append(supports, Supports(p, o.Unit))
		}
	}
	if n := len(supports); n > 0 && g.r.IntN(3) > 0 {
		g.orders = append(g.orders, supports[g.r.IntN(n)])
		return
	}
	to := pick(g.r, near)
	if busy := near.and(g.full); !busy.empty() && g.r.IntN(3) > 0 {
		to = pick(g.r, busy)
	}
	g.orders = append(g.orders, Moves(p, to))
}

func TestSequenceDoesNotMatter(t *testing.T) {
	b := Standard()
	for i := range 40 {
		r := seeded(uint64(i))
		us, orders := entangled(b, r)
		rules := anyRules(uint64(i))
		want := b.Resolve(us, orders, rules)
		outcome := map[Unit]Result{}
		for _, res := range want.Results {
			res.Given = 0
			outcome[res.Unit] = res
		}
		for range 200 {
			r.Shuffle(len(us), func(i, j int) { us[i], us[j] = us[j], us[i] })
			r.Shuffle(len(orders), func(i, j int) { orders[i], orders[j] = orders[j], orders[i] })
			got := b.Resolve(us, orders, rules)
			for j, res := range got.Results {
				res.Given = 0
				if res.Unit != us[j] || res != outcome[us[j]] {
					t.Fatalf("%d: %+v, before the shuffle %+v", i, res, outcome[us[j]])
				}
			}
			sameUnits(t, b, "after", got.Units, want.Units)
			if got.Contested != want.Contested {
				t.Fatalf("%d: contested %v, before the shuffle %v", i, got.Contested, want.Contested)
			}
		}
	}
}

// Nor does the sequence of the spaces on the board, in which orders are worked
// out: who prevented an order may be another of several then, but not what
// became of it.
func TestBoardOrderDoesNotMatter(t *testing.T) {
	b := Standard()
	for i := range 20 {
		r := seeded(uint64(i))
		other, rules := shuffledBoard(t, r), anyRules(uint64(i/2))
		move := func(l Loc) Loc {
			if l == NoLoc {
				return NoLoc
			}
			return other.Lookup(b.Code(l))
		}
		for range 200 {
			us, orders := entangled(b, r)
			var us2 []Unit
			var orders2 []Order
			for _, u := range us {
				u.At = move(u.At)
				us2 = append(us2, u)
			}
			for _, o := range orders {
				o.Unit, o.Target, o.To = move(o.Unit), move(o.Target), move(o.To)
				orders2 = append(orders2, o)
			}
			m, m2 := b.Resolve(us, orders, rules), other.Resolve(us2, orders2, rules)
			for j := range us {
				if x, y := m.Results[j], m2.Results[j]; x.OK != y.OK || x.Why != y.Why {
					t.Fatalf("%d: %s: %t, %s; on the shuffled board %t, %s", i, show(b, us[j]), x.OK, x.Why, y.OK, y.Why)
				}
			}
			if want, got := codes(b, m.Contested.list()), codes(other, m2.Contested.list()); got != want {
				t.Fatalf("%d: contested %s; on the shuffled board %s", i, want, got)
			}
		}
	}
}

// shuffledBoard returns the standard board with its spaces in another sequence.
func shuffledBoard(t *testing.T, r *rand.Rand) *Board {
	t.Helper()
	head, spaces, _ := strings.Cut(string(packText("standard")), "\n[[sea]]")
	blocks := strings.Split(strings.ReplaceAll("\n[[sea]]"+spaces, "\n[[", "\x00\n[["), "\x00")
	r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	b, err := ParseBoard([]byte(head + strings.Join(blocks, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every order but the convoys that a paradox broke has just the outcome that
// follows from the outcomes of the others.
func TestConsistent(t *testing.T) {
	b := Standard()
	paradoxes := 0
	for i := range 20000 {
		r := NewResolver(b, anyRules(uint64(i%2*i))) // every other by the preferred rules
		us, orders := entangled(b, seeded(uint64(i)))
		r.Resolve(us, orders)
		if !r.knotted.empty() {
			paradoxes++
		}
		for p := range r.moving.or(r.supporting).or(r.convoying).minus(r.knotted).All() {
			if got := verdictOf(r.cells[p].is&succeeds != 0); r.judge(p) != got {
				t.Fatalf("%d: the order of %s is resolved to %d", i, b.Code(p), got)
			}
		}
	}
	t.Logf("%d positions with a paradox", paradoxes)
	if paradoxes < 100 {
		t.Error("too few paradoxes for this test to mean anything")
	}
}

// Knots that are no rings are of no position, so that here one is made by hand:
// 1 waits for 2 and for the ring of 3 and 4, and 2 for 1.
func TestFindKnot(t *testing.T) {
	r := NewResolver(Standard(), Rules{})
	wait := func(p Loc, on ...Loc) {
		r.open.add(p)
		r.waits[p] = SetOf(on...)
	}
	wait(1, 2, 3)
	wait(2, 1)
	wait(3, 4)
	wait(4, 3)
	if got := r.findKnot(); got != SetOf(3, 4) {
		t.Errorf("the knot of %v is not that of 3 and 4", got.list())
	}
	wait(3, 4, 5)
	wait(5, 3)
	if got := r.findKnot(); got != SetOf(3, 4, 5) {
		t.Errorf("the knot of %v is not that of 3, 4 and 5", got.list())
	}
	wait(1, 4)
	wait(3, 4)
	if got := r.findKnot(); got != SetOf(3, 4) {
		t.Errorf("the ring of %v is not that of 3 and 4", got.list())
	}
}

// A knot waits for nothing else, and all of it for all of it.
func TestFindAnyKnot(t *testing.T) {
	for i := range uint64(5000) {
		random, r := seeded(i), NewResolver(Standard(), Rules{})
		n := 2 + random.IntN(7)
		for p := range Loc(n) {
			r.open.add(p)
			for range 1 + random.IntN(2) {
				r.waits[p].add(Loc(random.IntN(n)))
			}
		}
		knot := r.findKnot()
		for p := range knot.All() {
			if reach := walk(p, func(q Loc) []Loc { return r.waits[q].list() }); !slices.Equal(reach, knot.list()) {
				t.Fatalf("%d: %d waits for %v, and the knot is %v", i, p, reach, knot.list())
			}
		}
		if knot.empty() {
			t.Fatalf("%d: no knot", i)
		}
	}
}

// One Resolver for many positions finds in each what a new one does, whatever
// the rules.
func TestInvariants(t *testing.T) {
	b := Standard()
	for i := range uint64(200) {
		r, rules := seeded(i), anyRules(i)
		used := NewResolver(b, rules)
		for j := range 40 {
			us, orders := entangled(b, r)
			orders = slices.DeleteFunc(orders, func(Order) bool { return r.IntN(10) == 0 })
			m := b.Resolve(us, orders, rules)
			checkMovement(t, b, us, m, orders)
			if again := used.Resolve(us, orders).Clone(); !reflect.DeepEqual(again, m.Clone()) {
				t.Error("a Resolver that has been used resolves it otherwise")
			}
			next := used.Resolve(us, orders).Units
			after := used.Resolve(next, nil) // its own memory as input
			for k, r := range after.Results {
				want := Result{Unit: next[k], Order: Holds(b.Province(next[k].At)), OK: true, By: NoLoc, Given: -1}
				if r != want || after.Units[k] != next[k] {
					t.Errorf("without orders: %+v", r)
				}
			}
			if t.Failed() {
				t.Fatalf("position %d of rules %d, %s", j, i, rules)
			}
		}
	}
}

func TestClone(t *testing.T) {
	b := Standard()
	for i := range uint64(100) {
		us, orders := entangled(b, seeded(i))
		m, want := b.Resolve(us, orders, Rules{}), b.Resolve(us, orders, Rules{})
		c := m.Clone()
		clear(m.Results)
		clear(m.Dislodged)
		clear(m.Units)
		if !reflect.DeepEqual(c, want.Clone()) {
			t.Fatalf("%d: what happens to a movement changes its clone", i)
		}
	}
}

// checkMovement checks what holds of any movement, and retreats from it.
func checkMovement(t *testing.T, b *Board, us []Unit, m Movement, orders []Order) {
	t.Helper()
	if len(m.Results) != len(us) || len(m.Units)+len(m.Dislodged) != len(us) {
		t.Errorf("%d units: %d results, %d stand, %d dislodged", len(us), len(m.Results), len(m.Units), len(m.Dislodged))
	}
	after := b.occupied(m.Units)
	if after.Len() != len(m.Units) {
		t.Error("two units in a space")
	}
	for p := range m.Contested.All() {
		if after.Has(p) {
			t.Errorf("%s is contested, but not empty", b.Code(p))
		}
	}
	power := map[Loc]Power{}
	for _, u := range us {
		power[b.Province(u.At)] = u.Power
	}
	for _, d := range m.Dislodged {
		here := b.Province(d.Unit.At)
		if !after.Has(here) {
			t.Errorf("%s is dislodged by nobody", show(b, d.Unit))
		}
		supported := false
		for _, r := range m.Results {
			if r.Order.Verb == Move && r.OK && b.Province(r.Order.To) == here {
				supported = slices.ContainsFunc(orders, func(o Order) bool {
					return o.Verb == Support && o.To != NoLoc && b.Province(o.Target) == r.Order.Unit
				})
				if r.Unit.Power == d.Unit.Power {
					t.Errorf("%s is dislodged by its own power", show(b, d.Unit))
				}
			}
		}
		if !supported {
			t.Errorf("%s is dislodged without support", show(b, d.Unit))
		}
		if d.Open != b.OpenTo(d, m.Units, m.Contested) {
			t.Errorf("%s may retreat to two different lots of spaces", show(b, d.Unit))
		}
		for l := range d.Open.All() {
			if after.Has(b.Province(l)) || m.Contested.Has(b.Province(l)) || b.Province(l) == d.From {
				t.Errorf("%s may not retreat to %s", show(b, d.Unit), b.Code(l))
			}
		}
	}
	for _, r := range m.Results {
		if r.OK == (r.Why != None) {
			t.Errorf("%s: ok is %t, but %s", show(b, r.Unit), r.OK, r.Why)
		}
	}
	checkRetreats(t, b, m)
}

// checkRetreats sends each to each space alone, to see that it may go where it
// is said to and nowhere else, and then all to the first space that is open.
func checkRetreats(t *testing.T, b *Board, m Movement) {
	t.Helper()
	for _, d := range m.Dislodged {
		for l := range Loc(b.Locs()) {
			if d.Unit.Type == Army && l != b.Province(l) {
				continue
			}
			out := b.Retreat(m.Units, []Dislodged{d}, m.Contested, []RetreatOrder{RetreatsTo(d.Unit.At, l)}, Rules{})
			if r := out.Results[0]; (r.OK && r.To == l) != d.Open.Has(l) {
				t.Errorf("%s retreats to %s: %+v", show(b, d.Unit), b.Code(l), r)
			}
		}
	}
	var orders []RetreatOrder
	for _, d := range m.Dislodged {
		if d.Open != (Set{}) {
			orders = append(orders, RetreatsTo(d.Unit.At, d.Open.list()[0]))
		}
	}
	out := b.Retreat(m.Units, m.Dislodged, m.Contested, orders, Rules{})
	if b.occupied(out.Units).Len() != len(out.Units) || len(out.Units)+len(out.Removed) != len(m.Units)+len(m.Dislodged) {
		t.Errorf("after the retreats %d stand and %d are removed, of %d", len(out.Units), len(out.Removed), len(m.Units)+len(m.Dislodged))
	}
}

// FuzzResolve reads units and orders from bytes, sound and unsound ones.
func FuzzResolve(f *testing.F) {
	f.Add([]byte("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e"))
	r := seeded(7)
	for range 20 {
		data := make([]byte, 7*30)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := Standard()
		var us []Unit
		var orders []Order
		var full Set
		var rules Rules
		if len(data) > 0 {
			rules = anyRules(uint64(data[0]))
		}
		for ; len(data) >= 7; data = data[7:] {
			u := Unit{Power: Power(data[0] % 7), Type: UnitType(data[0] >> 7), At: Loc(data[1])}
			if b.CanStand(u.Type, u.At) && !full.Has(b.Province(u.At)) {
				full.add(b.Province(u.At))
				us = append(us, u)
			}
			orders = append(orders, Order{Unit: Loc(data[2]), Verb: Verb(data[3] % 6), Target: Loc(data[4]), To: Loc(data[5]), Via: data[6]&1 == 1, Whole: data[6]&2 == 2})
		}
		m := b.Resolve(us, orders, rules)
		checkMovement(t, b, us, m, orders)
		for _, u := range us {
			for _, o := range orders {
				_ = b.Possible(u, o, rules)
			}
		}
	})
}
