package successors

import (
	"slices"
	"strings"

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
			return p, order.Complain("0 %s? Name a number, 1 or more, or ALL.", t.short())
		case n > maxUnits:
			return p, order.Complain("Nobody has that many %s: there are %d counters of each colour. Name a number, "+
				"or ALL.", t.short(), a.b.Counters[t])
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
		return nil, order.Complain("Nobody has that many units.")
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
	if last, ok := a.moveOnFile(m, c); ok && m.Has("th") { // such as "Please send them to Armenia instead"
		fix, to := fixReader{a}, m.All("d")[0]
		return fix.amended(last.Key, fix.redirected(a.lineOf(last.Line).moves[0], a.area(to), m, c))
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

const mostStarts = 3 // most places that a question about the start of a move suggests

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
	if len(from) == 1 && !goesOn(m, c) {
		a.note("Read as from %s, since only there you have such units.", a.b.Name(from[0]))
		g.path = []Area{from[0], to}
		return a.completed(g, m, c)
	}
	out := question("From where? You have such units in several places.")
	if len(from) == 1 {
		out = question("From where? This may go on from the move before it.")
	}
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
	out.Suggest = out.Suggest[:min(len(out.Suggest), mostStarts)]
	return out
}

// goesOn reports whether a move may go on from where the one before it ends: "then to Armenia one cavalry".
func goesOn(m *order.Match, c *order.Context) bool {
	at := m.From
	for at < m.To && one(c.Word(at), ",", "and", "und") {
		at++
	}
	if one(c.Word(at), "then", "dann") {
		at++
	}
	return one(c.Word(at-1), "then", "dann") && one(c.Word(at), "to", "into", "nach")
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
	if err := a.settleUnits(&g, c); err != nil {
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
	if err := a.checks().checkMove(g.move); err != nil {
		return refusal(err)
	}
	o := a.put("MOVE", g.move.words(a.b), g.slot, m, c)
	if np, ok := m.Get("np"); ok { // such as "to Syria instead of Assyria"
		was := slices.DeleteFunc(a.keys(c, "MOVE"), func(key string) bool {
			x := a.lineOf(c.Sheet.Get(key)).moves[0]
			return x.path[0] != g.path[0] || destination(x) != a.area(np)
		})
		if len(was) == 1 {
			return fixReader{a}.amended(was[0], o)
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
func (a *author) settleUnits(g *marching, c *order.Context) error {
	if len(g.except) > 0 {
		if err := a.allBut(g, c); err != nil {
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
		a.note("No units were named, so all that can go will.")
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

// allBut makes a move of all units except those that stay. Units that the letter has bought for the place go, too.
func (a *author) allBut(g *marching, c *order.Context) error {
	if g.of != "" {
		return order.Complain("Name the units that go. %s", howToMove)
	}
	have := a.units(g.path[0], a.Seat)
	for _, key := range a.keys(c, "BUY") {
		for _, p := range a.lineOf(c.Sheet.Get(key)).buy {
			isHome := p.at == nowhere && a.b.Name(g.path[0]) == a.me().Home
			if p.at == g.path[0] || isHome {
				have = have.Plus(p.units)
			}
		}
	}
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
		return order.Outcome{Ask: "Land from where? LAND comes after a voyage: SAIL, its path, then LAND and the " +
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
	if err := a.checks().checkMove(voyage); err != nil {
		return refusal(err)
	}
	o := filed(last.Key, voyage.words(a.b))
	o.Adds = true
	return o
}
