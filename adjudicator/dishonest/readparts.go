package dishonest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	kit "deaddrop/parser/order"
)

// This file reads the parts of forms: numbers, units, places, cubes and choices.

const (
	maxSteps = 12 // steps of one move
	maxMoves = 20 // moves of one action
	maxUnits = 50 // units of one type; also the largest number of cubes
	several  = -3 // stands for all units, each by itself
)

// number returns the number in a bind.
func (a *author) number(m *kit.Match, in kit.Bind, c *kit.Context) int {
	n := 0
	for _, v := range m.Within("v", in) {
		of := 0
		if digits, ok := strings.CutPrefix(v.Class, "num"); ok && digits != "ber" {
			of, _ = strconv.Atoi(digits)
		} else {
			of, _ = kit.Numeral(c.Word(v.To - 1))
		}
		n = min(n+of, kit.MaxNumber)
	}
	return n
}

// count returns the number of things in a bind: 1 if it names no number.
func (a *author) count(m *kit.Match, in kit.Bind, c *kit.Context) int {
	n := m.Within("n", in)
	if len(n) == 0 {
		return 1
	}
	return a.countOf(m, n[0], c)
}

// countOf returns the number that a bind says.
func (a *author) countOf(m *kit.Match, n kit.Bind, c *kit.Context) int {
	switch {
	case one(n.Class, "allw", "evw"):
		return all
	case n.Class == "bothw":
		return several
	}
	return a.number(m, n, c)
}

// isNegative reports whether the sign before a number belongs to it, as in "DRAW -1", but not in "DRAW - 1".
func isNegative(b kit.Bind, c *kit.Context) bool {
	if b.From < 2 || c.Word(b.From-1) != "-" {
		return false
	}
	before, sign := c.Lexemes[b.From-2], c.Lexemes[b.From-1]
	return sign.To == c.Lexemes[b.From].From && before.To < sign.From
}

// types has the types of units by the classes of their words.
var types = map[string]Type{"inf": Infantry, "infx": Infantry, "arm": Armour, "armx": Armour, "ftr": Fighter,
	"flt": Fleet, "sqn": Squadron}

// resources has the resources by the classes of their words.
var resources = map[string]Resource{"money": Money, "supply": Supply, "oper": Operations, "oil": Oil}

// A counted is a number of units of a type.
type counted struct {
	n    int
	unit Type
}

// units returns the units within a bind.
func (a *author) units(m *kit.Match, in kit.Bind, c *kit.Context) ([]counted, error) {
	var out []counted
	for _, u := range m.Within("u", in) {
		t, _ := m.Within("t", u)[0], 0
		unit, known := types[t.Class]
		n := a.count(m, u, c)
		switch {
		case t.Class == "ship":
			return nil, complain("%q may be fleets (FLT) or squadrons (SQN). Which ones?", c.Quote(u.From, u.To))
		case !known && a.assumed != nil:
			unit = *a.assumed
		case !known:
			return nil, complain("%q may be any: INF, ARM, FTR, FLT or SQN. Which units are they?",
				c.Quote(u.From, u.To))
		case n == 0:
			return nil, complain("0 %s? Name a number, 1 or more.", unit.short())
		case n > maxUnits:
			return nil, complain("Nobody has that many %s. Name a number.", unit.short())
		}
		out = append(out, counted{n, unit})
	}
	return out, nil
}

// listed returns the places within a bind, without duplicates.
func listed(m *kit.Match, in kit.Bind) []Area {
	var out []Area
	for _, p := range m.Within("p", in) {
		if at := Area(p.Vals[0]); !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// seatsIn returns the powers within a bind, without duplicates.
func seatsIn(m *kit.Match, in kit.Bind) []string {
	var out []string
	for _, k := range m.Within("k", in) {
		if seat := string(seats()[k.Vals[0]]); !slices.Contains(out, seat) {
			out = append(out, seat)
		}
	}
	return out
}

// whole returns a bind that covers all of a match.
func whole(m *kit.Match) kit.Bind { return kit.Bind{From: m.From, To: m.To} }

// region returns an error for a place that is a sea-zone.
func (a *author) region(at Area, how string) error {
	if a.b.IsSea(at) {
		return complain("%s is a sea-zone. %s", a.b.Name(at), how)
	}
	return nil
}

// cardOf returns the number of the card that a bind names by its number or its title.
func (a *author) cardOf(m *kit.Match, name string, c *kit.Context) (int, error) {
	n := 0
	if ti, ok := m.Get("ti"); ok {
		n = ti.Vals[0]
	} else if b, ok := m.Get(name); ok {
		n = a.number(m, b, c)
	}
	if a.b.card(n) == nil {
		return 0, complain("There is no card %d in this edition.", n)
	}
	return n, nil
}

// moves returns the moves of a match, with notes on what their paths left out. before is the earlier moves of the
// letter.
func (a *author) moves(m *kit.Match, in kit.Bind, before []move, c *kit.Context) (out []move, notes string, err error) {
	for _, mv := range m.Within("m", in) {
		more, note, err := a.moving(m, mv, append(slices.Clone(before), out...), c)
		if err != nil {
			return nil, "", err
		}
		out, notes = append(out, more...), strings.TrimSpace(notes+" "+note)
	}
	if len(out) > maxMoves {
		return nil, "", complain("An action can have at most %d moves.", maxMoves)
	}
	return out, notes, nil
}

// moving reads one move; "there" in it refers to the end of the last move before it.
func (a *author) moving(m *kit.Match, in kit.Bind, before []move,
	c *kit.Context) (out []move, notes string, err error) {
	us, err := a.units(m, in, c)
	if err != nil {
		return nil, "", err
	}
	if more := m.Within("ss", in); len(more) > 0 { // such as "and both in Paris"
		if len(before) == 0 {
			return nil, "", complain("Which units are they? %s", howToMove)
		}
		us = []counted{{a.count(m, more[0], c), before[len(before)-1].unit}}
	}
	for _, tm := range m.Within("tm", in) {
		us[0].n = a.countOf(m, tm, c)
	}
	path, err := a.path(m, in, before)
	if err != nil {
		return nil, "", err
	}
	home := nowhere
	if h := m.Within("h", in); len(h) > 0 {
		if home = Area(h[0].Vals[0]); a.b.IsSea(home) {
			return nil, "", complain("%s is a sea-zone. Where do the fighters return to? For example: FTR "+
				"Formosa-East China Sea RETURN Formosa.", a.b.Name(home))
		}
	}
	for _, u := range us {
		x := move{n: u.n, unit: u.unit, path: path, home: home}
		if home != nowhere && u.unit != Fighter {
			return nil, "", complain("Only fighters return. %s", howToMove)
		}
		note, err := a.complete(&x)
		if err != nil {
			return nil, "", err
		}
		notes = strings.TrimSpace(notes + " " + note)
		if u.n != several {
			out = append(out, x)
			continue
		}
		for range 2 {
			x.n = 1
			out = append(out, x)
		}
	}
	return out, notes, nil
}

// path returns the path of a move. Places after VIA with nothing after them are passed on the way to the last place
// before them.
func (a *author) path(m *kit.Match, in kit.Bind, before []move) ([]Area, error) {
	var path []Area
	arrives, via := false, 0 // whether a destination was named; where the places after VIA begin
	for _, b := range m.Binds() {
		if b.From < in.From || b.To > in.To {
			continue
		}
		switch b.Name {
		case "wy":
			if via > 0 {
				return nil, complain("In which order are these places passed? Write the way from the first to the " +
					"last: INF Leningrad-Moscow-Ukraine.")
			}
			arrives = true
		case "via2":
			if arrives && via == 0 {
				via = len(path)
			}
		case "p":
			path = append(path, Area(b.Vals[0]))
		case "th":
			if len(before) == 0 {
				return nil, complain("Where do they go? %s", howToMove)
			}
			last := before[len(before)-1].path
			path = append(path, last[len(last)-1])
		}
	}
	if g, ok := m.Get("g"); ok {
		path = append(path, Area(g.Vals[0]))
	}
	if via > 0 && via < len(path) {
		path = slices.Concat(path[:via-1], path[via:], path[via-1:via])
	}
	switch {
	case len(path) < 2:
		return nil, complain("Where do these units go to? %s", howToMove)
	case len(path) > maxSteps:
		return nil, complain("That way is too long.")
	}
	return path, nil
}

// complete fills in the number for ALL and the gaps in the path of a move, as far as the author knows the state of
// the game.
func (a *author) complete(x *move) (note string, err error) {
	if x.n == all {
		if x.n = a.force(x.path[0], a.Seat)[x.unit]; x.n == 0 {
			return "", complain("You have no %s in %s.", x.unit.short(), a.b.Name(x.path[0]))
		}
	}
	path := x.path[:1:1]
	for i, to := range x.path[1:] {
		way, err := a.between(x.unit, x.path[i], to)
		if err != nil {
			return "", err
		}
		path = append(path, way...)
	}
	if len(path) > maxSteps {
		return "", complain("That way is too long: %s.", joinedPath(a.b, path))
	}
	if len(path) > len(x.path) {
		note = fmt.Sprintf("%s %s goes %s.", x.unit.short(), joinedPath(a.b, x.path), joinedPath(a.b, path))
		x.path = path
	}
	return note, nil
}

// between returns the areas from one (excluded) to the next that is named (included): only the latter if they are
// adjacent, otherwise the cheapest path as things stand.
func (a *author) between(t Type, from, to Area) ([]Area, error) {
	names, _ := a.b.canals(from, to)
	if a.b.Linked(from, to) || len(names) > 0 || from == to {
		return []Area{to}, nil
	}
	way, unique := a.wayTo(t, from, to)
	switch {
	case way == nil:
		return nil, complain("%s and %s are not next to each other, and as things stand %s has no way from one to "+
			"the other. If there is one, name each space on it, such as INF Balkans-Aegean Sea-Egypt.",
			a.b.Name(from), a.b.Name(to), t.short())
	case !unique && t.IsLand():
		return nil, complain("There are several ways from %s to %s, such as %s. Name each space of the way.", a.b.Name(from),
			a.b.Name(to), joinedPath(a.b, way))
	}
	return way[1:], nil
}

// joinedPath returns a path as it is written in orders.
func joinedPath(b *Board, path []Area) string { return joined(path, "-", b.Name) }

// purchases returns the units to be built within a bind.
func (a *author) purchases(m *kit.Match, in kit.Bind, c *kit.Context) ([]purchase, error) {
	var out []purchase
	binds := m.Within("b", in)
	if len(binds) == 0 {
		binds = []kit.Bind{in}
	}
	for _, b := range binds {
		us, err := a.units(m, b, c)
		if err != nil {
			return nil, err
		}
		if portion := m.Within("np", b); len(portion) > 0 {
			us, err = a.portion(m, in, portion[0], c)
		}
		if err != nil {
			return nil, err
		}
		if another := m.Within("on", b); len(another) > 0 && len(out) > 0 {
			us = []counted{{1, out[len(out)-1].unit}}
		}
		at := m.Within("p", b)
		for _, u := range us {
			if u.n < 0 {
				return nil, complain("How many %s? %s", u.unit.short(), howToMobilize)
			}
			out = append(out, purchase{u.n, u.unit, Area(at[0].Vals[0])})
		}
	}
	return out, nil
}

// portion returns one part of units that are divided among places: "three infantry: two in Paris and one in Bordeaux".
func (a *author) portion(m *kit.Match, in, of kit.Bind, c *kit.Context) ([]counted, error) {
	all, err := a.units(m, m.Within("bt", in)[0], c)
	if err != nil {
		return nil, err
	}
	sum := 0
	for _, np := range m.Within("np", in) {
		sum += a.count(m, np, c)
	}
	if len(all) != 1 || all[0].n != sum {
		return nil, complain("How many of them in which place? %s", howToMobilize)
	}
	return []counted{{a.count(m, of, c), all[0].unit}}, nil
}

// choice returns what a form says about the open points of effects.
func (a *author) choice(m *kit.Match, c *kit.Context) (x choice, notes string, err error) {
	for _, in := range m.All("x") {
		for _, at := range m.Within("ca", in) {
			for _, p := range m.Within("p", at) { // one place may serve two effects
				x.at = append(x.at, Area(p.Vals[0]))
			}
		}
		for _, on := range m.Within("cs", in) {
			x.on = append(x.on, seatsIn(m, on)...)
		}
		for _, r := range m.Within("cr", in) {
			res := resources[r.Class]
			if x.take = &res; len(m.Within("n", in)) > 0 {
				notes = fmt.Sprintf("%q was read as %s: how much it is the card or tile says.", c.Quote(in.From, in.To),
					strings.ToUpper(res.String()))
			}
		}
		for range m.Within("cx", in) {
			return x, "", complain("Take what? MONEY, SUPPLY, OPERATIONS or OIL.")
		}
		for _, b := range m.Within("cb", in) {
			buy, err := a.purchases(m, b, c)
			if err != nil {
				return x, "", err
			}
			x.buy = append(x.buy, buy...)
		}
		moves, note, err := a.moves(m, in, nil, c)
		if err != nil {
			return x, "", err
		}
		x.move, notes = append(x.move, moves...), strings.TrimSpace(notes+" "+note)
	}
	return x, notes, nil
}

// bundle returns the cubes of some kinds that a form names, or an empty bundle if it says that there are none.
func (a *author) bundle(m *kit.Match, kinds []Resource, c *kit.Context) (*bundle, error) {
	b := &bundle{}
	for _, x := range m.All("c") {
		n, r := a.count(m, x, c), m.Within("r", x)
		switch {
		case n > maxUnits, isNegative(x, c):
			return nil, complain("How many cubes? Nobody has that many. For example: 2 SUPPLY 1 OIL.")
		case len(r) > 0 && !slices.Contains(kinds, resources[r[0].Class]):
			return nil, complain("A pool is filled with supply, or with oil in its place (DD-7). For example: POOL " +
				"3, or POOL 2 SUPPLY 1 OIL.")
		case n == several, n == all && len(r) == 0 && len(kinds) > 2:
			return nil, complain("All of what? For example: BID 2 MONEY 1 OIL.")
		case n == all && len(r) == 0:
			b.cubes[Supply] += a.Stock[Supply]
		case n == all:
			b.cubes[resources[r[0].Class]] += a.Stock[resources[r[0].Class]]
		case len(r) > 0:
			b.cubes[resources[r[0].Class]] += n
		default:
			b.any += n
		}
	}
	if b.cubes.Total()+b.any > maxUnits {
		return nil, complain("Nobody has that many cubes.")
	}
	return b, nil
}

// putBy adds an item to a list, in place of the one that it replaces.
func putBy[T any](list []T, x T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = x
		return list
	}
	return append(list, x)
}
