package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// This file reads marches and voyages.

const (
	howToMove = "From where to where, and which units? For example: MOVE Babylonia-Susiana 3 INF, 2 CAV LEADER, or " +
		"MOVE Babylonia-Susiana ALL."
	howToSail = "From where to where, and with what? For example: SAIL Thrace-Aegean Sea-Lydia 2 FLEET CARRY 2 INF " +
		"LEADER."
)

// Special numbers of units, in addition to all: values for units that are named without a number.
const (
	theUnits  = -2 // such as "the cavalry"
	bareUnits = -3 // such as "cavalry"
	someUnits = -4 // such as "some cavalry"
)

const (
	maxUnits = 99 // units of one type that may be named: far more than there are counters
	maxPath  = 20 // areas that a line may name
)

// A troop is units as a letter names them.
type troop struct {
	units  []portion
	leader bool
	plural bool // whether a type without a number is in the plural
	fresh  bool // whether it is of units that were bought: "the new infantry"
}

// party reads the units within a bind.
func (a *author) party(m *order.Match, in order.Bind, c *order.Context) (p troop, err error) {
	p.leader = len(m.Within("ld", in)) > 0
	for _, b := range m.Within("p", in) {
		t := a.typeIn(m, b)
		n := bareUnits
		if counted := m.Within("n", b); len(counted) > 0 {
			n = a.count(counted[0], c)
		} else if len(m.Within("the", b)) > 0 {
			n = theUnits
		}
		for i := b.From; i < b.To; i++ {
			p.fresh = p.fresh || a.b.lexicon().Is(c.Word(i), "fresh")
		}
		word := c.Word(b.To - 1)
		p.plural = p.plural || strings.HasSuffix(word, "s") ||
			one(word, "levies", "elefanten", "schiffe", "flotten", "aufgebote", "milizen")
		switch {
		case n == 0:
			return p, order.Complain("0 %s? Name a number from 1 on, or ALL.", t.short())
		case n > maxUnits:
			return p, order.Complain("Nobody has so many %s: there are %d counters of each colour. Name a number, or "+
				"ALL.", t.short(), a.b.Counters[t])
		}
		if p.units, err = merged(p.units, portion{n, t}); err != nil {
			return p, err
		}
	}
	return p, nil
}

// typeIn returns the type of units in a bind.
func (a *author) typeIn(m *order.Match, in order.Bind) Type {
	return Type(m.Within("t", in)[0].Vals[0] - typeThing)
}

// count returns the number of units in a bind.
func (a *author) count(b order.Bind, c *order.Context) int {
	switch b.Class {
	case "every":
		return all
	case "vague":
		return someUnits
	}
	return numeral(b, c)
}

// merged returns a list of portions with another one added, each type once.
func merged(list []portion, p portion) ([]portion, error) {
	i := slices.IndexFunc(list, func(o portion) bool { return o.unit == p.unit })
	switch {
	case i < 0:
		return append(list, p), nil
	case list[i].n == all || p.n == all:
		list[i].n = all
	case list[i].n < 0 || p.n < 0:
		return nil, order.Complain("How many %s?", p.unit.short())
	case list[i].n+p.n > maxUnits:
		return nil, order.Complain("Nobody has so many units.")
	default:
		list[i].n += p.n
	}
	return list, nil
}

// A marching is a move as the words of a letter give it.
type marching struct {
	move
	seq        []Area // destinations, in order
	from       Area   // where the units start; nowhere if it is the first area named
	party      troop
	everything bool // whether it is a move of ALL, or of everything
	whole      bool // whether the leader goes along if present
	except     []portion
	slot       int
}

// march reads a march or a voyage.
func (a *author) march(m *order.Match, c *order.Context) order.Outcome {
	if m.Form == "WAYONLY" {
		return a.unitless(m, c)
	}
	g, err := a.marching(m, c)
	if err != nil {
		return refusal(err)
	}
	counts := m.To < len(c.Lexemes) && c.Lexemes[m.To].Kind == order.Number
	if named := len(g.party.units) > 0 || g.everything || g.party.leader; counts && !named { // such as "3 archers"
		return order.Outcome{Ask: "Which units go there, and how many?"}
	}
	return a.settled(g, m, c)
}

// row reads a line of a table with units, start and destination.
func (a *author) row(m *order.Match, c *order.Context) order.Outcome { return a.march(m, c) }

// unitless asks for the units of a path that stands alone.
func (a *author) unitless(m *order.Match, c *order.Context) order.Outcome {
	path := a.areasOf(m.All("a"))
	if a.units(path[0], a.Seat).Total() == 0 {
		return order.Outcome{Talk: true}
	}
	g := marching{move: move{land: nowhere}, from: nowhere, seq: path, everything: true}
	out := a.settled(g, m, c)
	return order.Outcome{Ask: "Which units go there, and how many?", Suggest: linesOf(out)}
}

// marching analyses a match of a move.
func (a *author) marching(m *order.Match, c *order.Context) (g marching, err error) {
	g = marching{move: move{land: nowhere, sail: m.Has("sl") || m.Has("sea"), of: seatOf(m, "of")}, from: nowhere,
		slot: numberAt(m, "k", c)}
	if g.of == a.Seat {
		g.of = ""
	}
	for _, b := range m.All("a") {
		g.seq = append(g.seq, a.area(b))
	}
	if f, ok := m.Get("f"); ok {
		g.from = a.area(f)
	} else if home, ok := a.b.Area(a.me().Home); ok && m.Has("fh") {
		g.from = home
	}
	via := a.areasOf(m.All("v"))
	if n := len(g.seq); n > 1 {
		g.seq = slices.Concat(g.seq[:n-1], via, g.seq[n-1:])
	} else {
		g.seq = append(g.seq, via...)
	}
	for _, d := range m.All("d") {
		g.seq = append(g.seq, a.area(d))
	}
	if l, ok := m.Get("l"); ok {
		g.land, g.sail = a.area(l), true
	}
	for _, x := range m.All("x") {
		rest, err := a.party(m, x, c)
		if err != nil {
			return g, err
		}
		g.except = append(g.except, rest.units...)
	}
	carried, _ := m.Get("c")
	for _, x := range m.All("ev") {
		g.everything = true
		g.whole = g.whole || x.Class == "everything" && x.From >= carried.To
	}
	isFleet := func(b order.Bind) bool { return b.Vals[0] == typeThing+int(Fleet) }
	byLeader := m.Has("ld") && !slices.ContainsFunc(m.All("t"), isFleet) // "My leader takes the cavalry to Susiana"
	g.sail = g.sail || m.Has("c") && !byLeader
	for _, x := range m.All("g") {
		more, err := a.party(m, x, c)
		if err != nil {
			return g, err
		}
		for _, p := range more.units {
			if g.party.units, err = merged(g.party.units, p); err != nil {
				return g, err
			}
		}
		g.party.leader, g.party.plural = g.party.leader || more.leader, g.party.plural || more.plural
		g.party.fresh = g.party.fresh || more.fresh
	}
	g.party.leader = g.party.leader || m.Has("ld") && !m.Has("xl")
	if m.Has("th") { // such as "Buy two cavalry and send them to Media"
		return g, a.bringsBought(&g, c)
	}
	return g, nil
}

// bringsBought makes a move of the units that the letter has bought right before it.
func (a *author) bringsBought(g *marching, c *order.Context) error {
	s := a.lineOf(c.Given[c.Last.Key])
	if len(s.buy) != 1 {
		return order.Complain("Which units go there? " + howToMove)
	}
	for _, t := range Types {
		if n := s.buy[0].units[t]; n > 0 {
			g.party.units = append(g.party.units, portion{n, t})
		}
	}
	g.party.fresh = true
	return nil
}

// settled returns the outcome of a move.
func (a *author) settled(g marching, m *order.Match, c *order.Context) order.Outcome {
	a.counted(&g)
	path := g.seq
	if g.from == nowhere && len(path) == 1 {
		g.from = a.origin
	}
	if g.from != nowhere && (len(path) == 0 || path[0] != g.from) {
		path = append([]Area{g.from}, path...)
	}
	g.path = slices.Clone(path)
	if n := len(g.path); g.land != nowhere && n > 1 && g.path[n-1] == g.land {
		g.path = g.path[:n-1]
	}
	g.sail = g.sail || slices.ContainsFunc(g.path, a.b.IsSea) || g.fleets != 0
	how := howToMove
	if g.sail {
		how = howToSail
	}
	switch {
	case g.of == "" && g.from == nowhere && g.land == nowhere && len(g.path) == 1:
		return a.startOf(g, m, c)
	case len(g.path) == 0 || len(g.path) == 1 && g.land == nowhere:
		return order.Outcome{Ask: how}
	case len(g.path) > maxPath:
		return refusal(order.Complain("Nobody gets that far in one turn."))
	}
	return a.completed(g, m, c)
}

// counted divides the units of a party into fleets and land units.
func (a *author) counted(g *marching) {
	g.leader = g.party.leader
	for _, p := range g.party.units {
		switch {
		case p.unit != Fleet:
			g.units = append(g.units, p)
		case p.n == theUnits && !g.party.plural, p.n == bareUnits && !g.party.plural:
			g.fleets = 1
		default:
			g.fleets = max(p.n, all)
		}
	}
}

// startOf determines where units start of which only the destination is given: no question is needed if they are in
// one place only.
func (a *author) startOf(g marching, m *order.Match, c *order.Context) order.Outcome {
	to := g.path[0]
	if g.leader && len(g.units) == 0 && g.fleets == 0 && !g.everything {
		if at, ok := a.b.Area(a.me().Leader.At); ok && at != to {
			g.path = []Area{at, to}
			return a.completed(g, m, c)
		}
	}
	var from []Area
	for at := range a.Areas {
		if at := Area(at); at != to && a.mayStart(g, at, c) {
			from = append(from, at)
		}
	}
	if len(from) == 1 {
		a.note("Read as from %s, since only there you have such units.", a.b.Name(from[0]))
		g.path = []Area{from[0], to}
		return a.completed(g, m, c)
	}
	out := question("From where? You have such units in several places.")
	if len(from) == 0 {
		return order.Outcome{Ask: "From where? You have no such units that could go there. " + howToMove}
	}
	notes := a.notes
	for _, at := range from {
		try := g
		try.units = slices.Clone(g.units)
		try.path = []Area{at, to}
		if o := a.completed(try, m, c); !failed(o) {
			out.Suggest = append(out.Suggest, linesOf(o)...)
		}
	}
	a.notes = notes
	slices.SortStableFunc(out.Suggest, func(x, y string) int { return strings.Count(x, "-") - strings.Count(y, "-") })
	return out
}

// recruits returns the units that the sheet buys in an area.
func (a *author) recruits(at Area, c *order.Context) (out Units) {
	home, settled := a.b.Area(a.me().Home)
	for _, key := range a.keys(c, "BUY") {
		for _, p := range a.lineOf(c.Sheet.Get(key)).buy {
			if atHome := p.at == nowhere && settled && home == at; p.at == at || atHome {
				out = out.Plus(p.units)
			}
		}
	}
	return out
}

// mayStart reports whether the units of a move are in an area, or are bought there.
func (a *author) mayStart(g marching, at Area, c *order.Context) bool {
	have := a.recruits(at, c)
	if !g.party.fresh {
		have = have.Plus(a.units(at, a.Seat))
	}
	var want Units
	for _, p := range g.units {
		want[p.unit] += max(1, p.n)
	}
	if want[Fleet] = max(0, g.fleets); g.sail && g.fleets <= 0 {
		want[Fleet] = 1
	}
	if g.leader && a.me().Leader.At != a.b.Name(at) || have.Total() == 0 || !have.Has(want) {
		return false
	}
	return want.Total() > 0 || have.Army() > 0
}

// completed returns the outcome of the move with its path and units filled in.
func (a *author) completed(g marching, m *order.Match, c *order.Context) order.Outcome {
	if err := a.fill(&g); err != nil {
		return refusal(err)
	}
	if err := a.settleUnits(&g); err != nil {
		return refusal(err)
	}
	for i, p := range g.units {
		if p.n < all {
			return a.howMany(g, i, m, c)
		}
	}
	if turns := !g.sail && a.comesBack(g.path); turns {
		return question("%s comes back to where it has been. If these are several moves, write a line for each.",
			a.b.path(g.path))
	}
	if err := a.checkMove(g.move); err != nil {
		return refusal(err)
	}
	o := a.put("MOVE", g.move.words(a.b), g.slot, m, c)
	if np, ok := m.Get("np"); ok { // such as "to Syria instead of Assyria"
		was := slices.DeleteFunc(a.keys(c, "MOVE"), func(key string) bool {
			x := a.lineOf(c.Sheet.Get(key)).moves[0]
			return x.path[0] != g.path[0] || destination(x) != a.area(np)
		})
		if len(was) == 1 {
			return a.amended(was[0], o)
		}
	}
	return o
}

// comesBack reports whether a path goes through an area twice.
func (a *author) comesBack(path []Area) bool {
	for i, at := range path {
		if slices.Contains(path[:i], at) {
			return true
		}
	}
	return false
}

// howMany resolves units without a number: one if there is just one, or all for "the infantry". Otherwise it asks.
func (a *author) howMany(g marching, i int, m *order.Match, c *order.Context) order.Outcome {
	p := &g.units[i]
	if n := a.recruits(g.path[0], c)[p.unit]; g.party.fresh && p.n != someUnits && n > 0 {
		p.n = n
		return a.completed(g, m, c)
	}
	side := a.Seat
	if g.of != "" {
		side = g.of
	}
	have := a.units(g.path[0], side)[p.unit]
	manifold := one(p.unit, Infantry, Cavalry) || g.party.plural
	switch {
	case p.n != someUnits && have <= 1 && !manifold, p.n != someUnits && have == 1:
		p.n = 1
	case p.n == theUnits && manifold, have == 0 && p.n != someUnits:
		p.n = all
	default:
		out := question("How many %s? Name a number, or ALL.", p.unit.short())
		for _, n := range []int{all, 1} {
			try := g
			try.party, try.units = troop{}, slices.Clone(g.units)
			try.units[i].n = n
			out.Suggest = append(out.Suggest, linesOf(a.completed(try, m, c))...)
		}
		return out
	}
	return a.completed(g, m, c)
}

// settleUnits determines the units of a move.
func (a *author) settleUnits(g *marching) error {
	if len(g.except) > 0 {
		if err := a.allBut(g); err != nil {
			return err
		}
	}
	if g.whole && g.of == "" && a.leads(g.path[0], a.Seat) {
		g.leader = true
	}
	switch {
	case g.sail:
		a.settleFleets(g)
	case g.everything:
		g.units = allLand()
	case len(g.units) == 0 && !g.leader && len(g.except) == 0:
		g.units = allLand()
		a.note("No units were named, so all that can go do.")
	}
	return nil
}

// settleFleets determines the number of fleets that sail, and what they carry.
func (a *author) settleFleets(g *marching) {
	if g.everything && len(g.units) == 0 {
		g.units = allLand()
	}
	if g.fleets != 0 {
		return
	}
	for _, p := range g.units {
		if g.fleets += p.n; p.n < 0 || g.fleets > maxUnits {
			g.fleets = all
			return
		}
	}
	switch {
	case g.fleets > 0:
	case g.leader:
		g.fleets = 1
	default:
		g.fleets = all
		return
	}
	a.note("The number of fleets was not named: %d sail.", g.fleets)
}

// allBut makes a move of all units except those that stay.
func (a *author) allBut(g *marching) error {
	if g.of != "" {
		return order.Complain("Name the units that go. %s", howToMove)
	}
	have := a.units(g.path[0], a.Seat)
	named := g.units
	g.units = nil
	for _, t := range Land {
		n := have[t]
		i := slices.IndexFunc(named, func(p portion) bool { return p.unit == t })
		if len(named) > 0 && i < 0 {
			continue
		}
		if len(named) > 0 && named[i].n > 0 { // units with a number are those that go
			g.units = append(g.units, named[i])
			continue
		}
		for _, p := range g.except {
			if p.unit == t && p.n < 0 {
				n = 0
			} else if p.unit == t {
				n -= p.n
			}
		}
		if n > 0 {
			g.units = append(g.units, portion{min(n, maxUnits), t})
		}
	}
	g.except = nil
	if g.everything = false; len(g.units) == 0 {
		return order.Complain("Then nobody goes from %s, as you have %s there now.", a.b.Name(g.path[0]),
			have.Only(Land...))
	}
	return nil
}

// lands adds to a voyage of the letter the units that it carries, or where they land.
func (a *author) lands(m *order.Match, c *order.Context) order.Outcome {
	last, ok := a.given("MOVE", c)
	if !ok || !strings.HasPrefix(last.Line, "SAIL ") {
		return order.Outcome{Ask: "Land from where? LAND stands behind a voyage: SAIL, its path, then LAND and the " +
			"province."}
	}
	s := a.lineOf(last.Line)
	g, err := a.marching(m, c)
	if err != nil {
		return refusal(err)
	}
	voyage := s.moves[0]
	if g.land != nowhere {
		voyage.land = g.land
	}
	if a.counted(&g); len(g.units) > 0 || g.leader {
		voyage.units, voyage.leader = g.units, voyage.leader || g.leader
	}
	if err := a.checkMove(voyage); err != nil {
		return refusal(err)
	}
	o := filed(last.Key, voyage.words(a.b))
	o.Adds = true
	return o
}

// fixTo reads a correction of the destination of the last move: "make that Cappadocia".
func (a *author) fixTo(m *order.Match, c *order.Context) order.Outcome {
	last, ok := a.given("MOVE", c)
	d, _ := m.Get("d")
	to := a.area(d)
	if !ok {
		return order.Outcome{Ask: "What is to be changed to " + a.b.Name(to) + "? Write the whole order."}
	}
	return a.amended(last.Key, a.redirected(a.lineOf(last.Line).moves[0], to, m, c))
}

// redirected returns the outcome of a move with another destination.
func (a *author) redirected(was move, to Area, m *order.Match, c *order.Context) order.Outcome {
	g := marching{move: move{land: nowhere, sail: was.sail, units: was.units, fleets: was.fleets, leader: was.leader,
		of: was.of}, from: nowhere}
	g.path = []Area{was.path[0], to}
	if was.land != nowhere {
		g.path, g.land = was.path, to
	}
	return a.completed(g, m, c)
}

// along adds units to the last move of the letter: "The leader rides with them."
func (a *author) along(m *order.Match, c *order.Context) order.Outcome {
	last, ok := a.given("MOVE", c)
	g, err := a.marching(m, c)
	switch {
	case err != nil:
		return refusal(err)
	case !ok:
		return order.Outcome{Ask: howToMove}
	}
	was := a.lineOf(last.Line).moves[0]
	more := marching{move: was, from: nowhere, party: g.party}
	more.units, more.leader = nil, was.leader || g.party.leader
	for _, p := range append(was.units, g.party.units...) {
		if more.units, err = merged(more.units, p); err != nil {
			return refusal(err)
		}
	}
	return a.amended(last.Key, a.completed(more, m, c))
}

// fixUnits reads a correction of the units of a line: "make that 3 levies". It applies to the last line of the
// letter, or to the only one that goes to the named place or has such units.
func (a *author) fixUnits(m *order.Match, c *order.Context) order.Outcome {
	g, err := a.marching(m, c)
	if err != nil {
		return refusal(err)
	}
	back := order.Outcome{Ask: "What is to be changed? Write the whole order.", Undo: []string{c.Last.Key},
		Suggest: []string{c.Last.Line}}
	n := numberAt(m, "nn", c)
	if given := a.lineOf(c.Given[c.Last.Key]).give; n > 0 && len(given) == 1 {
		return a.amended(c.Last.Key, filed(c.Last.Key, gift{n, given[0].to}.words()))
	}
	if n > 0 {
		g.party.units = a.lineOf(c.Given[c.Last.Key]).counted(n)
	}
	last := c.Last.Key
	if move, ok := a.given("MOVE", c); ok && kindOf(last) == "FIGHT" {
		last = move.Key
	}
	keys := []string{last}
	if fd, named := m.Get("fd"); named || c.Given[c.Last.Key] == "" {
		keys = slices.DeleteFunc(append(a.keys(c, "BUY"), a.keys(c, "MOVE")...), func(key string) bool {
			s := a.lineOf(c.Sheet.Get(key))
			if named {
				return len(s.moves) == 0 || destination(s.moves[0]) != a.area(fd)
			}
			return !s.has(g.party.units)
		})
	}
	if len(keys) != 1 {
		return back
	}
	s := a.lineOf(c.Sheet.Get(keys[0]))
	a.counted(&g)
	switch {
	case len(s.buy) == 1:
		units := g.party.units
		if m.Has("en") { // such as "One cavalry is enough"
			units = s.buy[0].with(units)
		}
		return a.bought(keys[0], s.buy[0].at, units, m, c)
	case len(s.moves) != 1:
		return back
	}
	was := s.moves[0]
	g.path, g.sail, g.of, g.land = was.path, was.sail, was.of, was.land
	return a.amended(keys[0], a.completed(g, m, c))
}

// with returns the units of a purchase with other numbers for those that are named. If it has none of these, they
// replace all.
func (p purchase) with(named []portion) []portion {
	isOther := func(x portion) bool { return p.units[x.unit] == 0 }
	if slices.ContainsFunc(named, isOther) {
		return named
	}
	out := slices.Clone(named)
	for _, t := range Types {
		isNamed := slices.ContainsFunc(named, func(x portion) bool { return x.unit == t })
		if p.units[t] > 0 && !isNamed {
			out = append(out, portion{p.units[t], t})
		}
	}
	return out
}

// counted returns n of the units of the only purchase or move of a sheet, if they are of one type.
func (s sheet) counted(n int) []portion {
	var out []portion
	if len(s.moves) == 1 {
		for _, p := range s.moves[0].units {
			out = append(out, portion{n, p.unit})
		}
	}
	if len(s.buy) == 1 {
		for _, t := range Types {
			if s.buy[0].units[t] > 0 {
				out = append(out, portion{n, t})
			}
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// has reports whether the only purchase or move of a sheet has units of all the given types.
func (s sheet) has(units []portion) bool {
	for _, p := range units {
		bought := len(s.buy) > 0 && s.buy[0].units[p.unit] > 0
		moved := len(s.moves) > 0 && slices.ContainsFunc(s.moves[0].units, func(q portion) bool {
			return q.unit == p.unit
		})
		if !bought && !moved {
			return false
		}
	}
	return len(units) > 0
}

// amended returns an outcome that files the order under another key.
func (a *author) amended(key string, o order.Outcome) order.Outcome {
	if failed(o) || len(o.Orders) == 0 {
		return o
	}
	out := filed(key, o.Orders[0].Line)
	out.Adds = true
	return out
}

// fill adds the areas that are missing in a path, by the best route.
func (a *author) fill(g *marching) error {
	whole := g.path[:1:1]
	ends := g.path[1:]
	last := g.path[len(g.path)-1]
	if g.land != nowhere && (!a.b.Sails(last, g.land) || !a.b.IsSea(last)) {
		ends = append(slices.Clone(ends), g.land)
	}
	for _, to := range ends {
		from := whole[len(whole)-1]
		switch {
		case to == from:
			continue
		case g.sail && a.b.Sails(from, to) || !g.sail && a.b.Walks(from, to):
			whole = append(whole, to)
			continue
		}
		way := a.way(from, to, !g.sail, to == g.land)
		if way == nil {
			return a.noWay(from, to, g.sail)
		}
		whole = append(whole, way[1:]...)
		if to != g.land || len(way) > 2 {
			a.note("Read as by way of %s.", a.listedNames(way[1:len(way)-1]))
		}
	}
	if n := len(whole); g.land != nowhere && n > 1 && whole[n-1] == g.land {
		whole = whole[:n-1]
	}
	if g.path = whole; len(whole) < 2 && g.land == nowhere {
		return order.Complain("It goes nowhere: name where to, as well.")
	}
	return nil
}

// listedNames returns the names of areas, joined for a sentence.
func (a *author) listedNames(areas []Area) string {
	names := make([]string, len(areas))
	for i, at := range areas {
		names[i] = a.b.Name(at)
	}
	return adjudicator.Listed(names, "and")
}

// noWay returns an error that explains why nothing gets from one area to another.
func (a *author) noWay(from, to Area, sail bool) error {
	b := a.b
	switch {
	case sail && !b.IsSea(from) && !b.Coastal(from):
		return order.Complain("%s is on no sea, so no fleet can start there.", b.Name(from))
	case sail && !b.IsSea(to) && !b.Coastal(to):
		return order.Complain("%s is on no sea, so no fleet gets there.", b.Name(to))
	case sail:
		return order.Complain("No fleet gets from %s to %s.", b.Name(from), b.Name(to))
	case b.IsSea(from) || b.IsSea(to):
		return order.Complain("Land units go by sea with fleets only. %s", howToSail)
	}
	return order.Complain("No way leads from %s to %s by land. Fleets can carry units: SAIL.", b.Name(from), b.Name(to))
}

// way returns the best path between two areas, both included: the one with the fewest obstacles, then the cheapest,
// then the shortest, then the first in the order of the board; nil if there is none. ashore means that fleets don't
// enter the last area.
func (v *View) way(from, to Area, walking, ashore bool) []Area {
	b := v.board
	return b.links.Way(from, to, func(at, next Area) int {
		if b.Walks(at, next) != walking || ashore && next == to && !b.IsSea(at) {
			return -1
		}
		return v.effort(next, to, walking)
	})
}

// effort returns the cost of entering an area on the way to another: movement points, and a large surcharge where
// enemies are.
func (v *View) effort(a, to Area, walking bool) int {
	const much = 100
	isFoe := func(k Stack) bool { return k.Units[Fleet] > 0 && !v.friendly(v.Seat, k.Side) }
	switch {
	case walking && a != to && v.bars(v.rules, a, v.Seat):
		return much + v.board.Cost(a)
	case walking:
		return v.board.Cost(a)
	case a == to:
		return 1
	case v.board.IsSea(a) && slices.ContainsFunc(v.Areas[a].Stacks, isFoe):
		return much
	case !v.board.IsSea(a) && v.hostile(a, v.Seat):
		return much * much
	}
	return 1
}

// destination returns the area where the units of a move end.
func destination(m move) Area {
	if m.land != nowhere {
		return m.land
	}
	return m.path[len(m.path)-1]
}
