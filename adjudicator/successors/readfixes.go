package successors

import (
	"slices"

	"deaddrop/parser/order"
)

// A fixReader reads corrections of moves and purchases.
type fixReader struct{ *author }

// fixTo reads a correction of the destination of the last move: "make that Cappadocia".
func (a fixReader) fixTo(m *order.Match, c *order.Context) order.Outcome {
	last, ok := a.given("MOVE", c)
	d, _ := m.Get("d")
	to := a.area(d)
	if !ok {
		return order.Outcome{Ask: "What is to be changed to " + a.b.Name(to) + "? Write the whole order."}
	}
	return a.amended(last.Key, a.redirected(a.lineOf(last.Line).moves[0], to, m, c))
}

// redirected returns the outcome of a move with another destination.
func (a fixReader) redirected(was move, to Area, m *order.Match, c *order.Context) order.Outcome {
	g := marching{move: move{land: nowhere, sail: was.sail, units: was.units, fleets: was.fleets, leader: was.leader,
		of: was.of}, from: nowhere}
	g.path = []Area{was.path[0], to}
	if was.land != nowhere {
		g.path, g.land = was.path, to
	}
	return a.completed(g, m, c)
}

// moveOnFile returns the only move on file, or the only one that goes to the place that a match names; false if there is
// none, or the letter has moves of its own.
func (a *author) moveOnFile(m *order.Match, c *order.Context) (order.Order, bool) {
	var found []order.Order
	fd, named := m.Get("fd")
	for _, key := range a.keys(c, "MOVE") {
		line := c.Sheet.Get(key)
		if !named || destination(a.lineOf(line).moves[0]) == a.area(fd) {
			found = append(found, order.Order{Key: key, Line: line})
		}
	}
	if len(found) != 1 || a.has(c, "MOVE") || a.has(c, "BUY") {
		return order.Order{}, false
	}
	return found[0], true
}

// along adds units to the last move of the letter: "The leader rides with them."
func (a fixReader) along(m *order.Match, c *order.Context) order.Outcome {
	last, ok := a.given("MOVE", c)
	if !ok {
		last, ok = a.moveOnFile(m, c)
	}
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
func (a fixReader) fixUnits(m *order.Match, c *order.Context) order.Outcome {
	g, err := a.marching(m, c)
	if err != nil {
		return refusal(err)
	}
	back := order.Outcome{Ask: "What do you want to change? Write the whole order.", Undo: []string{c.Last.Key},
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
		return purchaseReader(a).bought(keys[0], s.buy[0].at, units, m, c)
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
func (a fixReader) amended(key string, o order.Outcome) order.Outcome {
	if failed(o) || len(o.Orders) == 0 {
		return o
	}
	out := filed(key, o.Orders[0].Line)
	out.Adds = true
	return out
}
