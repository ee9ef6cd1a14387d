package dishonest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// fields returns the places of random battles: on land and at sea, with islands, canals and passages between them.
func fields() []string {
	return []string{"Aegean Sea", "Balkans", "Black Sea", "Egypt", "Ionian Sea", "Iraq", "Levant", "Libya", "Persia", "Red Sea", "Romania", "Turkey", "Ukraine",
		"West Mediterranean"}
}

// A melee is a turn with units, cubes, cards, orders and rulings of chance, and an assault in it.
type melee struct {
	*turn
	chance  *rand.Rand
	areas   []Area
	assault assault
	order   order
}

// clone returns a deep copy of a position, with the same board.
func (p *position) clone() *position {
	out := *p
	out.State, out.Secrets, out.Draw = p.State.copy(), slices.Clone(p.Secrets), slices.Clone(p.Draw)
	for i := range out.Secrets {
		out.Secrets[i].Hand = slices.Clone(out.Secrets[i].Hand)
	}
	return &out
}

// meleeOf returns the melee with a number, in a game that has just been set up. Nobody is asked in it.
func meleeOf(t *testing.T, blank *position, seed uint64) *melee {
	t.Helper()
	p := blank.clone()
	m := &melee{chance: rand.New(rand.NewPCG(seed, 10))}
	p.rules = map[string]string{}
	for _, o := range options {
		p.rules[o.Name] = o.Values[m.chance.IntN(len(o.Values))]
	}
	p.rules[optSpeed] = fast
	p.Options = p.rules
	for _, name := range fields() {
		a, ok := p.board.Area(name)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		m.areas = append(m.areas, a)
	}
	seats := p.order()
	attacker, defender := seats[0], seats[1]
	m.chance.Shuffle(len(p.Players), func(i, j int) { p.Players[i], p.Players[j] = p.Players[j], p.Players[i] })
	p.Mover = []string{attacker, attacker, defender}[m.chance.IntN(3)]
	m.turn = p.begin(adjudicator.NewTable(adjudicator.Luck{Secret: []byte("secret"), Phase: seed}, adjudicator.Record{}))
	m.assault = assault{at: m.area(), attacker: attacker}
	m.equip(seats)
	m.scatter(seats[:3])
	m.attack()
	m.defend(defender)
	m.order = m.orderOf(attacker)
	s := m.sheets[defender]
	s.rules.defend = []order{m.orderOf(defender)}
	m.sheets[defender] = s
	m.position.settle()
	return m
}

// area returns a random one of the areas with battles.
func (m *melee) area() Area { return m.areas[m.chance.IntN(len(m.areas))] }

// equip gives all cubes, cards and a tile.
func (m *melee) equip(seats []string) {
	for _, seat := range seats {
		x, p := m.secret(seat), m.player(seat)
		x.Stock = Cubes{m.chance.IntN(3), m.chance.IntN(5), m.chance.IntN(3), m.chance.IntN(3)}
		for range m.chance.IntN(handSize + 1 - len(x.Hand)) {
			x.Hand = append(x.Hand, m.Draw[0])
			m.Draw = m.Draw[1:]
		}
		p.Cards, p.Pool, p.Tile = len(x.Hand), m.chance.IntN(4), m.board.Tiles[m.chance.IntN(len(m.board.Tiles))].Name
	}
	if m.Deck = len(m.Draw); m.chance.IntN(4) == 0 {
		m.Discard, m.Draw, m.Deck = m.Draw, nil, 0
	}
}

// scatter puts units, markers and quagmires all around the battle.
func (m *melee) scatter(seats []string) {
	for a := range m.Areas {
		m.Areas[a] = Holding{Area: m.Areas[a].Area}
	}
	for _, a := range m.areas {
		if a == m.assault.at {
			continue
		}
		h, sea, seat := &m.Areas[a], m.board.IsSea(a), seats[m.chance.IntN(len(seats))]
		if m.chance.IntN(3) > 0 {
			m.add(a, seat, m.some(a, 4))
			if !sea && m.chance.IntN(2) == 0 {
				h.Colony = seat
			}
		}
		h.Quagmire = !sea && m.chance.IntN(8) == 0
	}
}

// some returns random units that may be in an area, less than n of each type.
func (m *melee) some(a Area, n int) (f Force) {
	for _, u := range Types {
		if m.board.IsSea(a) == u.IsNaval() {
			f[u] = max(0, m.chance.IntN(n)-1)
		}
	}
	return f
}

// orderOf returns what a player wants in a battle, possible or not.
func (m *melee) orderOf(seat string) order {
	o := order{at: nowhere}
	for range m.chance.IntN(3) {
		k := stake{supply: m.chance.IntN(5) - 1}
		if k.supply < 0 {
			k.supply = all
		}
		if hand := m.secret(seat).Hand; len(hand) > 0 && m.chance.IntN(3) > 0 {
			k.card = hand[m.chance.IntN(len(hand))]
		}
		if m.chance.IntN(2) == 0 {
			kind := []whenKind{whenDeployed, whenStrength, whenOdds}[m.chance.IntN(3)]
			k.when = []when{{kind, m.chance.IntN(4), 1, m.chance.IntN(2) == 0}}
		}
		o.stakes = append(o.stakes, k)
	}
	for range m.chance.IntN(3) {
		o.lose = append(o.lose, Types[m.chance.IntN(len(Types))])
		o.retreat = append(o.retreat, m.area())
		d := deploy{m.chance.IntN(4) - 2, m.area()}
		if d.n < 0 {
			d.n = all
		}
		o.deploy = append(o.deploy, d)
	}
	return o
}

// attack puts the attacker's units into the battle, from here and there.
func (m *melee) attack() {
	sea := m.board.IsSea(m.assault.at)
	first := Infantry
	if sea {
		first = Squadron
	}
	for i := range 1 + m.chance.IntN(4) {
		g := arrival{n: 1 + m.chance.IntN(2), unit: first, home: nowhere}
		if i > 0 {
			g.unit = []Type{Infantry, Armour, Fighter}[m.chance.IntN(3)]
			if sea {
				g.unit = []Type{Squadron, Fleet, Fighter}[m.chance.IntN(3)]
			}
		}
		g.from = m.area()
		for m.board.IsSea(g.from) != g.unit.IsNaval() || g.from == m.assault.at {
			g.from = m.area()
		}
		g.last = g.from
		if g.unit == Fighter {
			g.home = g.from
		} else if !sea {
			g.bySea = m.chance.IntN(2) == 0
		}
		m.add(m.assault.at, m.assault.attacker, forceOf(g.n, g.unit))
		m.assault.groups = append(m.assault.groups, g)
	}
}

// defend puts in who is attacked: another's units, a garrison, a neutral one, or nobody.
func (m *melee) defend(defender string) {
	f := m.some(m.assault.at, 3)
	h := &m.Areas[m.assault.at]
	switch sea := m.board.IsSea(m.assault.at); {
	case !sea && m.chance.IntN(6) == 0:
		h.Neutral = 1 + m.chance.IntN(4)
	default:
		if f[Fighter] = 0; !sea {
			f[Fighter] = m.chance.IntN(2)
			h.Colony = []string{"", defender}[m.chance.IntN(2)]
			if h.Garrison = m.chance.IntN(3); h.Garrison > 0 {
				h.Keeper = defender
			}
		}
		m.add(m.assault.at, defender, f)
	}
}

// In battles of all kinds, each loss of units, cubes and cards is reported, no piece ends where it may not be, the
// report agrees with the board, and the same battle always ends in the same way.
func TestMelees(t *testing.T) {
	kinds := map[string]int{}
	begun, _ := script().Begin(t, "")
	blank := begun.(*position)
	for seed := range uint64(1500) {
		m := meleeOf(t, blank, seed)
		units, cubes, cards := m.census(), m.cubes(), m.allCards()
		before := m.State.copy()
		m.fight(m.assault, m.order)
		after := m.census()
		for _, told := range m.Table.News() {
			kinds[told.Kind]++
			if told.Kind == "unopposed" {
				after[m.assault.attacker] = after[m.assault.attacker].Plus(told.Event.Data.(unopposed).Stranded)
			}
			if told.Kind == "battle" {
				f := told.Event.Data.(fought)
				m.checkTold(t, seed, f, &before)
				f.account(after, cubes, kinds)
			}
		}
		if !reflect.DeepEqual(units, after) {
			t.Errorf("seed %d: of %v there are %v, with the lost", seed, units, after)
		}
		if now := m.cubes(); !reflect.DeepEqual(cubes, now) {
			t.Errorf("seed %d: cubes are %v, not %v", seed, now, cubes)
		}
		if now := m.allCards(); !slices.Equal(cards, now) {
			t.Errorf("seed %d: cards are %v, not %v", seed, now, cards)
		}
		for a, h := range m.Areas {
			if len(h.Stacks) > 1 && (Area(a) != m.assault.at || h.Garrison > 0 && h.Keeper != h.Stacks[0].Seat && h.Stacks[0].Force.Army() > 0) {
				t.Errorf("seed %d: in %s stand %+v", seed, h.Area, h)
			}
		}
		again := meleeOf(t, blank, seed)
		again.fight(again.assault, again.order)
		if fmt.Sprint(again.Table.Record()) != fmt.Sprint(m.Table.Record()) {
			t.Errorf("seed %d: played again it is\n%v\nnot\n%v", seed, again.Table.Record(), m.Table.Record())
		}
	}
	for _, kind := range []string{"battle", "unopposed", "committed less", "lost", "stranded", "retreated", "home", "deployed", "cards"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing came of %s: %v", kind, kinds)
		}
	}
}

// account puts back what each side has lost, takes away the cubes that it has paid, and counts what has happened.
func (f fought) account(units map[string]Force, cubes map[string]Cubes, kinds map[string]int) {
	for side, x := range f.Sides {
		seat := []string{f.Attacker, f.Defender}[side]
		if seat == "" {
			continue
		}
		units[seat] = units[seat].Plus(x.Lost).Plus(x.Stranded)
		if !f.Back || f.Won != seat {
			cubes[seat] = cubes[seat].Minus(Cubes{Supply: x.Supply, Oil: x.Oil})
		}
		kinds["lost"] += x.Lost.Total()
		kinds["stranded"] += x.Stranded.Total()
		kinds["retreated"] += x.Retreated.Total()
		kinds["home"] += len(x.Home)
		kinds["deployed"] += len(x.Deployed)
		kinds["cards"] += min(x.Card, 1)
	}
}

// checkTold compares what is told of a battle with the rules and with the board.
func (m *melee) checkTold(t *testing.T, seed uint64, f fought, before *State) {
	t.Helper()
	at := m.assault.at
	for side, x := range f.Sides {
		seat := []string{f.Attacker, f.Defender}[side]
		if seat == "" {
			continue
		}
		if left := x.Units.Minus(x.Lost); !x.Units.Has(x.Lost) || !left.Has(x.Retreated.Plus(x.Stranded)) {
			t.Errorf("seed %d: %s has %v, loses %v, retreats with %v, is left behind with %v", seed, seat, x.Units, x.Lost, x.Retreated, x.Stranded)
		}
		for _, k := range m.Areas[at].Stacks {
			flown := forceOf(0, Fighter)
			for _, h := range x.Home {
				flown[Fighter] += h.N
			}
			if want := x.Units.Minus(x.Lost).Minus(x.Retreated).Minus(x.Stranded).Minus(flown); k.Seat == seat && k.Force != want {
				t.Errorf("seed %d: %s is left with %v, not %v", seed, seat, k.Force, want)
			}
		}
		if to, ok := m.board.Area(x.To); ok && m.resists(to, seat) || ok && before.resists(to, seat) {
			t.Errorf("seed %d: %s retreats to %+v", seed, seat, m.Areas[to])
		}
	}
	if f.Defender == "" {
		return
	}
	strength := [2]int{f.Sides[0].Strength, f.Sides[1].Strength}
	won := strength[0] > strength[1] || strength[0] == strength[1] && m.rank(f.Attacker) < m.rank(f.Defender)
	if won != (f.Won == f.Attacker) {
		t.Errorf("seed %d: %s wins with %v", seed, f.Won, strength)
	}
	if len(m.Areas[at].Stacks) > 1 {
		t.Errorf("seed %d: both are still in %+v", seed, m.Areas[at])
	}
	gone := m.Areas[at].Garrison == 0 && before.Areas[at].Garrison > 0
	if gone != (won && m.force(at, f.Attacker).Army() > 0 && before.Areas[at].Garrison > 0) {
		t.Errorf("seed %d: of %+v there is %+v", seed, before.Areas[at], m.Areas[at])
	}
}

// census returns what each power has on the board, and cubes what each has in its stock.
func (p *position) census() map[string]Force {
	out := map[string]Force{}
	for _, q := range p.Players {
		out[q.Seat] = p.count(q.Seat)
	}
	return out
}

func (p *position) cubes() map[string]Cubes {
	out := map[string]Cubes{}
	for _, x := range p.Secrets {
		out[x.Seat] = x.Stock
	}
	return out
}

// allCards returns the cards of the deck, the discards and all hands.
func (p *position) allCards() []int {
	out := slices.Concat(p.Draw, p.Discard)
	for _, x := range p.Secrets {
		out = append(out, x.Hand...)
	}
	slices.Sort(out)
	return out
}
