package successors

import (
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// A dropReader reads what takes orders back.
type dropReader struct{ *author }

// listWords maps the beginnings of list names in letters to the kinds of lists.
var listWords = [...]struct{ word, kind string }{
	{"mov", "MOVE"}, {"mar", "MOVE"}, {"sail", "MOVE"}, {"voy", "MOVE"}, {"zug", "MOVE"}, {"zu", "MOVE"},
	{"bew", "MOVE"}, {"buy", "BUY"}, {"purch", "BUY"}, {"kau", "BUY"}, {"ka", "BUY"}, {"figh", "FIGHT"},
	{"batt", "FIGHT"}, {"att", "FIGHT"}, {"kam", "FIGHT"}, {"schl", "FIGHT"}, {"gi", "GIVE"}, {"play", "PLAY"},
	{"chit", "PLAY"}, {"ran", "RANSOM"},
}

// drops takes back a numbered line of a list, or all of it: "delete move 2", "no moves", "BUY NONE".
func (a dropReader) drops(m *order.Match, c *order.Context) order.Outcome {
	b, _ := m.Get("kind")
	kind := ""
	for _, w := range listWords {
		if strings.HasPrefix(c.Word(b.From), w.word) {
			kind = w.kind
			break
		}
	}
	var out order.Outcome
	n := numberAt(m, "k", c)
	for _, key := range a.keys(c, kind) {
		if n == 0 || numberOf(key) == n {
			out.Drop = append(out.Drop, key)
		}
	}
	a.cleared[kind] = a.cleared[kind] || n == 0
	return out
}

// dropAll asks for confirmation of words that take everything back.
func (a dropReader) dropAll(*order.Match, *order.Context) order.Outcome {
	out := question("Do you take back everything that is on file? Write PASS for a turn without orders, or NONE to " +
		"take back standing orders too.")
	if a.kind == "turn" {
		out.Suggest = []string{passes}
	}
	return out
}

// dropGift takes back a gift to a player.
func (a dropReader) dropGift(m *order.Match, _ *order.Context) order.Outcome {
	return order.Outcome{Drop: []string{"GIVE " + seatOf(m, "s")}}
}

// dropRule takes back a standing order.
func (a dropReader) dropRule(m *order.Match, c *order.Context) order.Outcome {
	kind := "LOSE"
	switch {
	case m.Has("bn"):
		kind = "BONUS"
	case m.Has("in1"):
		kind = "INSIST"
	}
	keys := a.keys(c, kind)
	if at := a.areasOf(m.All("b")); len(at) > 0 {
		keys = []string{"INSIST" + a.b.atPlace(at[0])}
	}
	return order.Outcome{Drop: keys}
}

// dropAttacked takes back an order for being attacked.
func (a dropReader) dropAttacked(m *order.Match, _ *order.Context) order.Outcome {
	var out order.Outcome
	for _, at := range a.areasOf(m.All("b")) {
		out.Drop = append(out.Drop, "ATTACKED"+a.b.atPlace(at))
	}
	if m.Has("any") || len(out.Drop) == 0 {
		out.Drop = append(out.Drop, "ATTACKED")
	}
	return out
}

// dropTo takes back the move or battle to, from or in a place, if there is just one.
func (a dropReader) dropTo(m *order.Match, c *order.Context) order.Outcome {
	return a.dropOnly(c, m.Has("bo"), func(s sheet) bool {
		for _, d := range m.All("d") {
			at := a.area(d)
			moves := slices.ContainsFunc(s.moves, func(x move) bool { return destination(x) == at || x.path[0] == at })
			if !moves && !slices.ContainsFunc(s.fights, func(f fight) bool { return f.at == at }) {
				return false
			}
		}
		return true
	})
}

// dropBought takes back a purchase of units.
func (a dropReader) dropBought(m *order.Match, c *order.Context) order.Outcome {
	return a.dropOnly(c, false, func(s sheet) bool {
		return slices.ContainsFunc(s.buy, func(p purchase) bool { return purchaseReader(a).hasNamed(p, m) })
	})
}

// dropOnly takes back the only line on the sheet that is meant; both allows a march with its battle.
func (a dropReader) dropOnly(c *order.Context, both bool, is func(sheet) bool) order.Outcome {
	var keys []string
	for _, key := range c.Sheet.Keys() {
		s := a.lineOf(c.Sheet.Get(key))
		if one(kindOf(key), "BUY", "MOVE", "FIGHT") && is(s) {
			keys = append(keys, key)
		}
	}
	pair := both && len(keys) == 2 && kindOf(keys[0]) != kindOf(keys[1])
	if len(keys) != 1 && !pair {
		return order.Outcome{Ask: "Which line do you want to take back? Write, for example, MOVE 2: NONE."}
	}
	return order.Outcome{Drop: keys}
}

// dropLast takes back the last line of the letter.
func (a dropReader) dropLast(_ *order.Match, c *order.Context) order.Outcome {
	if _, given := c.Given[c.Last.Key]; !given {
		return order.Outcome{Ask: "Which line do you want to take back? Write, for example, MOVE 2: NONE."}
	}
	return order.Outcome{Undo: []string{c.Last.Key}}
}

// stays reads that units stay where they are, which needs no line. If they are ordered to move, it asks.
func (a dropReader) stays(m *order.Match, c *order.Context) order.Outcome {
	g, err := a.marching(m, c)
	f, placed := m.Get("f")
	for _, key := range a.keys(c, "MOVE") {
		was := a.lineOf(c.Sheet.Get(key)).moves[0]
		if err != nil || !placed || was.path[0] != a.area(f) || !was.has(g) {
			continue
		}
		out := question("Do these units stay, or move? On file is %s. MOVE %d: NONE takes it back.", c.Sheet.Get(key),
			numberOf(key))
		if rest := was.without(g.party); len(rest.units) > 0 || rest.leader {
			out.Suggest = []string{a.InPlace(key, rest.words(a.b), c)}
		}
		if c.Given[key] != "" {
			out.Undo, out.Suggest = []string{key}, append(out.Suggest, c.Given[key])
		}
		return out
	}
	return order.Outcome{Blank: true}
}

// has reports whether any units of a move are among the named ones; if none are named, all count.
func (m move) has(g marching) bool {
	if g.everything || len(g.party.units) == 0 && !g.party.leader {
		return true
	}
	return m.leader && g.party.leader || len(m.without(g.party).units) < len(m.units)
}

// without returns a move without some units.
func (m move) without(p troop) move {
	m.leader = m.leader && !p.leader
	m.units = slices.DeleteFunc(slices.Clone(m.units), func(x portion) bool {
		return slices.ContainsFunc(p.units, func(y portion) bool { return y.unit == x.unit })
	})
	return m
}
