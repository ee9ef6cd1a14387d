package dishonest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/tier"
)

// field returns a game for seven in its first turn, with nothing on the board but what a case puts there.
func field(t testing.TB, mover, board string, rulings ...string) *turn {
	t.Helper()
	options := map[string]string{optSpeed: fast}
	for _, r := range rulings {
		name, value, _ := strings.Cut(r, "=")
		options[name] = value
	}
	config, err := Rules.Configure(adjudicator.Config{Seats: seats(), Options: options, Pack: Rules.House})
	if err != nil {
		t.Fatal(err)
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: []byte(t.Name())}, adjudicator.Record{})
	q, err := Rules.Setup(table, config)
	if err != nil {
		t.Fatal(err)
	}
	p := q.(*position).ready()
	p.Turn, p.Mover = 1, mover
	for a := range p.Areas {
		p.Areas[a] = Holding{Area: p.Areas[a].Area}
	}
	for part := range strings.SplitSeq(board, ";") {
		if strings.TrimSpace(part) != "" {
			p.putArea(t, part)
		}
	}
	p.settle()
	return p.begin(table)
}

// area returns the area with a name.
func area(t testing.TB, b *Board, name string) Area {
	t.Helper()
	a, ok := b.Area(strings.TrimSpace(name))
	if !ok {
		t.Fatalf("there is no %q", name)
	}
	return a
}

// areas returns the areas of a path such as "Ukraine-Romania".
func areas(t testing.TB, b *Board, way string) []Area {
	t.Helper()
	var out []Area
	for name := range strings.SplitSeq(way, "-") {
		out = append(out, area(t, b, name))
	}
	return out
}

// The cheapest way is found, and whether it is the only one.
func TestWayTo(t *testing.T) {
	r := field(t, "USSR", "Balkans: USSR 1 inf, colony USSR; Aegean Sea: USSR 1 sqn; Moscow: USSR 1 arm; Egypt: UK 1 inf; Libya: USSR 1 ftr, colony USSR; Baltic Sea: USSR 1 flt")
	v, b := r.viewOf("USSR"), r.board
	for _, c := range []struct {
		unit     Type
		from, to string
		want     string // "": there is none
		unique   bool
	}{
		{Infantry, "Balkans", "Egypt", "Balkans-Aegean Sea-Egypt", true},
		{Infantry, "Balkans", "Turkey", "Balkans-Turkey", true},
		{Infantry, "Balkans", "Balkans", "", false},
		{Infantry, "Balkans", "Sahara", "", false},
		{Infantry, "Balkans", "Aegean Sea", "", false},
		{Armour, "Moscow", "Romania", "Moscow-Ukraine-Romania", true},
		{Armour, "Moscow", "Turkey", "Moscow-Caucasus-Turkey", true},
		{Infantry, "Balkans", "Naples", "", false}, // no ship is next to it
		{Squadron, "Aegean Sea", "Central Atlantic", "Aegean Sea-Ionian Sea-West Mediterranean-Central Atlantic", true},
		{Squadron, "Aegean Sea", "Red Sea", "Aegean Sea-Ionian Sea-West Mediterranean-Central Atlantic-South Atlantic-Indian Ocean-Arabian Sea-Red Sea", true}, // the canal is the enemy's
		{Fleet, "Baltic Sea", "North Sea", "", false},
		{Fighter, "Libya", "Balkans", "Libya-Ionian Sea-Balkans", true},
		{Fighter, "Libya", "Levant", "Libya-Ionian Sea-Aegean Sea-Levant", true},
	} {
		path, unique := v.wayTo(c.unit, area(t, b, c.from), area(t, b, c.to))
		var want []Area
		if c.want != "" {
			want = areas(t, b, c.want)
		}
		if !slices.Equal(path, want) || unique != c.unique {
			t.Errorf("%v %s to %s: %v, %v; want %s, %v", c.unit, c.from, c.to, joinNames(b, path), unique, c.want, c.unique)
		}
	}
	if path, unique := v.wayTo(Infantry, area(t, b, "Balkans"), area(t, b, "Levant")); path == nil || !unique {
		t.Errorf("Balkans to the Levant: %v, %v", path, unique)
	}
}

func joinNames(b *Board, path []Area) string {
	var names []string
	for _, a := range path {
		names = append(names, b.Name(a))
	}
	return strings.Join(names, "-")
}

// Two ways that cost the same are no single one.
func TestWayToIsNotTheOnlyOne(t *testing.T) {
	r := field(t, "USSR", "Moscow: USSR 1 arm; Baltic Sea: USSR 1 sqn")
	v, b := r.viewOf("USSR"), r.board
	if path, unique := v.wayTo(Armour, area(t, b, "Moscow"), area(t, b, "Poland")); len(path) != 2 || !unique {
		t.Errorf("%v %v", joinNames(b, path), unique)
	}
	if path, unique := v.wayTo(Fighter, area(t, b, "Caucasus"), area(t, b, "Leningrad")); len(path) != 3 || !unique {
		t.Errorf("%v %v", joinNames(b, path), unique)
	}
	if path, unique := v.wayTo(Fighter, area(t, b, "Bavaria"), area(t, b, "Moscow")); path != nil && unique {
		t.Errorf("%v %v", joinNames(b, path), unique)
	}
}

func TestSeaway(t *testing.T) {
	r := field(t, "UK", "Central Atlantic: UK 1 sqn; Bay of Biscay: USA 1 sqn; Aegean Sea: UK 1 flt; Gulf of Guinea: UK 1 flt; South Atlantic: UK 1 sqn", "unplayed=scenario")
	b := r.board
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"England", "West Africa", true}, // by the North Atlantic
		{"England", "Bordeaux", false},   // no ship next to it that is not an enemy's
		{"England", "Congo", true},
		{"Leningrad", "South Africa", false}, // four sea-zones
		{"England", "England", false},
		{"Naples", "Egypt", true},
		{"Moscow", "Egypt", false},
		{"England", "Aegean Sea", false},
		{"Turkey", "Balkans", true},
		{"Caucasus", "Egypt", false}, // the Bosporus is nobody's
	} {
		if got := r.seaway("UK", area(t, b, c.from), area(t, b, c.to)); got != c.want {
			t.Errorf("%s to %s: %v", c.from, c.to, got)
		}
	}
}

// scattered returns a copy of a game with random units, markers, garrisons, quagmires and an alliance.
func scattered(t testing.TB, rnd *rand.Rand, base *turn, rulings ...string) *turn {
	t.Helper()
	p := *base.position
	p.State, p.Secrets, p.Options = p.State.copy(), slices.Clone(p.Secrets), maps.Clone(p.Options)
	for _, ruling := range rulings {
		name, value, _ := strings.Cut(ruling, "=")
		p.Options[name] = value
	}
	r := p.begin(adjudicator.NewTable(adjudicator.Luck{Secret: []byte(t.Name())}, adjudicator.Record{}))
	seats := r.order()[:4]
	for i := range r.Areas {
		h, a := &r.Areas[i], Area(i)
		seat := seats[rnd.IntN(len(seats))]
		if r.closed(a) || rnd.IntN(3) > 0 {
			continue
		}
		if r.board.IsSea(a) {
			r.add(a, seat, Force{Fleet: rnd.IntN(2), Squadron: rnd.IntN(3)})
			continue
		}
		switch home := r.board.Places[a].Home; rnd.IntN(6) {
		case 0:
			if home == "" {
				h.Neutral = 1 + rnd.IntN(2)
			}
			continue
		case 1:
			h.Quagmire = rnd.IntN(2) == 0
		case 2:
			if home == "" {
				h.Colony = seat
			}
			if rnd.IntN(2) == 0 {
				h.Garrison, h.Keeper = 1, r.owner(a)
				continue
			}
		}
		r.add(a, seat, Force{Infantry: rnd.IntN(3), Armour: rnd.IntN(2), Fighter: rnd.IntN(2)})
	}
	if rnd.IntN(2) == 0 {
		r.Players[0].Ally, r.Players[1].Ally = seats[1], seats[0]
	}
	for i := range r.Players {
		r.Players[i].Pool = 9
	}
	r.position.settle()
	r.Mover = seats[rnd.IntN(2)]
	return r
}

// wander returns a random move of some own unit.
func wander(r *turn, rnd *rand.Rand) (move, bool) {
	a := Area(rnd.IntN(len(r.Areas)))
	for range r.Areas {
		if r.force(a, r.Mover).Total() > 0 {
			break
		}
		a = (a + 1) % Area(len(r.Areas))
	}
	f, unit := r.force(a, r.Mover), Types[rnd.IntN(len(Types))]
	if f[unit] == 0 {
		return move{}, false
	}
	m := move{n: 1 + rnd.IntN(f[unit]), unit: unit, path: []Area{a}, home: nowhere}
	for range 1 + rnd.IntN(4) {
		next := slices.Collect(r.around(m.path[len(m.path)-1], r.Mover))
		if len(next) == 0 {
			break
		}
		m.path = append(m.path, next[rnd.IntN(len(next))])
	}
	if unit == Fighter && rnd.IntN(2) == 0 {
		m.home = a
	}
	return m, true
}

// A checked action never leaves a position that the rules don't know: who can't be there, or two powers in one place.
func TestMovesLeaveLegalPositions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	made, fights := 0, 0
	base := field(t, "", "")
	for round := range 500 {
		r := scattered(t, rnd, base, []string{"plan=start", "plan=running"}[round%2], []string{"transport=unlimited", "transport=strength"}[round/2%2])
		var moves []move
		for range 60 {
			m, ok := wander(r, rnd)
			if !ok {
				continue
			}
			if _, err := r.viewOf(r.Mover).checkMoves(append(moves, m), unsaid); err == nil {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			continue
		}
		made += len(moves)
		before := r.State.copy()
		for _, m := range moves {
			if before.resists(m.path[len(m.path)-1], r.Mover) {
				fights++
			}
		}
		r.advance(r.Mover, moves, nil)
		lawful(t, r, &before)
		if t.Failed() {
			for _, m := range moves {
				t.Logf("%s: %d %v %s, home %d", r.Mover, m.n, m.unit, joinNames(r.board, m.path), m.home)
			}
			return
		}
	}
	if made < 500 || fights < 50 {
		t.Errorf("only %d moves were made, and %d to battles", made, fights)
	}
}

// lawful reports what the rules don't know in a position, and units that came from nowhere.
func lawful(t *testing.T, r *turn, before *State) {
	t.Helper()
	for i, h := range r.Areas {
		a := Area(i)
		sea := r.board.IsSea(a)
		if len(h.Stacks) > 1 {
			t.Errorf("%s: %v", h.Area, h.Stacks)
		}
		for _, k := range h.Stacks {
			f := k.Force
			switch {
			case f.Army()+f[Fighter] > 0 && sea, f.Ships() > 0 && !sea:
				t.Errorf("%s: %v", h.Area, k)
			case slices.Min(f[:]) < 0, r.closed(a), h.Neutral > 0, h.Garrison > 0 && h.Keeper != k.Seat:
				t.Errorf("%s: %v", h.Area, h)
			case k.Seat == r.Mover && before.friendly(a, k.Seat):
				t.Errorf("%s: %v, and it was an ally's", h.Area, h)
			case h.Quagmire && f != before.force(a, k.Seat):
				t.Errorf("%s: %v, and there is a quagmire", h.Area, h)
			}
		}
	}
	for _, seat := range r.order() {
		if was, is := before.count(seat), r.count(seat); !was.Has(is) {
			t.Errorf("%s had %v and has %v", seat, was, is)
		}
	}
}

// A reached area is one to which units can go, for so many movements each.
type reached struct {
	at        Area
	movements int
}

// reach returns the areas to which a player's units of a type can go from one, for at most so many movements each, in
// the order of the board; of fighters without the way back, and whether or not they may land there.
func (v *View) reach(t Type, from Area, most int) []reached {
	if v.Areas[from].Quagmire || v.edition().IsSea(from) != t.IsNaval() {
		return nil
	}
	var out []reached
	for a, p := range v.survey(v.Seat, t, from, atRest, v.resting(t)).costs {
		if at := Area(a); at != from && p.possible() && p.fewest() <= most && v.ground(v.Seat, t, at).end {
			out = append(out, reached{at, p.fewest()})
		}
	}
	return out
}

// Units reach exactly what some way of a few spaces leads to, for each number of moves, and the way that is returned
// is such a way.
func TestReachIsWhatMovesReach(t *testing.T) {
	const spaces = 4
	rnd := rand.New(rand.NewPCG(3, 4))
	compared := 0
	base := field(t, "", "")
	for range tier.Pick(6, 40) {
		r := scattered(t, rnd, base)
		v := r.viewOf(r.Mover)
		for a := range r.Areas {
			for _, unit := range Types {
				if unit == Fighter || v.force(Area(a), r.Mover)[unit] == 0 {
					continue
				}
				best := map[Area]int{}
				var walk func(path []Area)
				walk = func(path []Area) {
					if n, err := v.checkMoves([]move{{n: 1, unit: unit, path: path, home: nowhere}}, unsaid); err == nil {
						end := path[len(path)-1]
						if was, ok := best[end]; !ok || n < was {
							best[end] = n
						}
					}
					if len(path) > spaces {
						return
					}
					for o := range v.around(path[len(path)-1], r.Mover) {
						if !slices.Contains(path, o) {
							walk(append(slices.Clone(path), o))
						}
					}
				}
				walk([]Area{Area(a)})
				compared += len(best)
				for _, got := range v.reach(unit, Area(a), 6) {
					path, _ := v.wayTo(unit, Area(a), got.at)
					n, err := v.checkMoves([]move{{n: 1, unit: unit, path: path, home: nowhere}}, unsaid)
					if err != nil || n != got.movements {
						t.Errorf("%v %s: %d movements, %v, and it is said that %d", unit, joinNames(v.edition(), path), n, err, got.movements)
					}
					if want, ok := best[got.at]; ok && got.movements > want || !ok && len(path)-1 <= spaces {
						t.Errorf("%v %s to %s: %d movements, and there is a way for %d", unit, r.board.Name(Area(a)), r.board.Name(got.at), got.movements, want)
					}
					delete(best, got.at)
				}
				for end, n := range best {
					if n <= 6 {
						t.Errorf("%v %s to %s is reached for %d movements, and that is not known", unit, r.board.Name(Area(a)), r.board.Name(end), n)
					}
				}
			}
		}
	}
	if compared < tier.Pick(300, 2000) {
		t.Errorf("only %d ways were compared", compared)
	}
}

func BenchmarkCheckMoves(b *testing.B) {
	r := field(b, "USSR", "Balkans: USSR 2 inf 1 ftr, colony USSR; Aegean Sea: USSR 1 sqn; Libya: USSR 1 arm, colony USSR; Egypt: UK 1 inf, colony UK; Ukraine: USSR 1 inf; Caucasus: USSR 1 inf")
	v := r.viewOf("USSR")
	moves := []move{
		{n: 2, unit: Infantry, path: areas(b, r.board, "Balkans-Aegean Sea-Egypt"), home: nowhere},
		{n: 1, unit: Fighter, path: areas(b, r.board, "Balkans-Aegean Sea-Egypt"), home: nowhere},
		{n: 1, unit: Armour, path: areas(b, r.board, "Libya-Egypt"), home: nowhere},
		{n: 1, unit: Infantry, path: areas(b, r.board, "Caucasus-Ukraine-Romania"), home: nowhere},
	}
	for b.Loop() {
		if _, err := v.checkMoves(moves, unsaid); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReach(b *testing.B) {
	r := field(b, "USSR", "Balkans: USSR 1 ftr, colony USSR; Aegean Sea: USSR 1 sqn")
	v, at := r.viewOf("USSR"), area(b, r.board, "Balkans")
	for b.Loop() {
		v.reach(Fighter, at, 6)
	}
}

// Ships carry all who are to land if, and only if, no regions have more than all ships next to them have room for.
func TestShipsCarryWhomTheyHaveRoomFor(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	base := field(t, "", "")
	results := map[bool]int{}
	for range 300 {
		r := scattered(t, rnd, base, "transport=strength")
		c := &campaign{View: r.viewOf(r.Mover), gone: make([]Force, len(r.Areas))}
		var moves []move
		load, zones := map[Area]int{}, map[Area][]Area{}
		for _, i := range rnd.Perm(len(r.Areas)) {
			to := Area(i)
			if z := c.carriers(to); !r.board.IsSea(to) && len(z) > 0 && len(moves) < 6 {
				load[to], zones[to] = 1+rnd.IntN(2), z
				moves = append(moves, move{n: load[to], unit: Infantry, path: []Area{z[0], to}})
			}
		}
		fits := true
		for set := range 1 << len(moves) {
			need, room := 0, 0
			var seen []Area
			for i, m := range moves {
				if set>>i&1 == 0 {
					continue
				}
				need += m.n
				for _, z := range zones[m.path[1]] {
					if !slices.Contains(seen, z) {
						seen = append(seen, z)
						f := r.force(z, r.Mover)
						room += 2*f[Fleet] + f[Squadron]
					}
				}
			}
			fits = fits && need <= room
		}
		results[fits]++
		if err := c.crowded(moves); (err == nil) != fits {
			t.Fatalf("%v, and fits is %v: %v, %v", err, fits, load, zones)
		}
	}
	if results[true] < 5 || results[false] < 5 {
		t.Errorf("they fit %d times, and %d times not", results[true], results[false])
	}
}
