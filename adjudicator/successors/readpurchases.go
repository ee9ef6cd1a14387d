package successors

import (
	"fmt"
	"slices"

	"deaddrop/parser/order"
)

// A purchaseReader reads purchases.
type purchaseReader struct{ *author }

const howToBuy = "Which units, and where? For example: BUY 2 INF, 1 CAV AT Babylonia."

// buys reads purchases: "BUY 2 INF, 1 CAV AT Babylonia, 1 FLEET AT Thrace".
func (a purchaseReader) buys(m *order.Match, c *order.Context) order.Outcome {
	groups := m.All("gr")
	if len(groups) == 0 {
		return order.Outcome{Ask: howToBuy}
	}
	type lot struct {
		at    Area
		units []portion
	}
	var lots []lot // the purchases, one for each place
	for _, gr := range groups {
		p, err := a.party(m, gr, c)
		if err != nil {
			return refusal(err)
		}
		if n := numberAt(m, "nn", c); n > 0 && len(p.units) == 1 && p.units[0].n < 0 { // such as "..., just one"
			p.units[0].n = n
		}
		at := a.where(m, gr, p)
		if away := a.onlyFleets(p.units, at); len(away) > 0 { // such as "2 inf and a fleet in Phoenicia"
			lots = append(lots, lot{at, away})
			p.units, at = slices.DeleteFunc(p.units, func(x portion) bool { return x.unit == Fleet }), nowhere
		}
		i := slices.IndexFunc(lots, func(l lot) bool { return l.at == at })
		if i < 0 {
			i, lots = len(lots), append(lots, lot{at: at})
		}
		for _, x := range p.units {
			if lots[i].units, err = merged(lots[i].units, x); err != nil {
				return refusal(err)
			}
		}
	}
	var out order.Outcome
	for i, l := range lots {
		key := ""
		if slot := numberAt(m, "k", c); slot > 0 && i == 0 {
			key = fmt.Sprint("BUY ", slot)
		}
		o := a.bought(key, l.at, l.units, m, c)
		if failed(o) {
			return o
		}
		out.And(o)
		out.Adds = out.Adds || o.Adds
	}
	return out
}

// onlyFleets returns the fleets among units that are bought in a place where no other units can be.
func (a purchaseReader) onlyFleets(units []portion, at Area) []portion {
	if at == nowhere || one(a.b.Name(at), a.me().Home, a.me().Leader.At) {
		return nil
	}
	fleets := slices.DeleteFunc(slices.Clone(units), func(x portion) bool { return x.unit != Fleet })
	if len(fleets) == len(units) {
		return nil
	}
	return fleets
}

// where returns the place of a purchase: the place that is named, the player's home or where their leader is; nowhere
// stands for home.
func (a purchaseReader) where(m *order.Match, gr order.Bind, p troop) Area {
	name := ""
	switch {
	case len(m.Within("b", gr)) > 0:
		return a.area(m.Within("b", gr)[0])
	case m.Has("b0"):
		return a.area(m.All("b0")[0])
	case len(m.Within("at1", gr)) > 0:
		name = a.me().Home
	case p.leader || len(m.Within("at2", gr)) > 0:
		name = a.me().Leader.At
	}
	if at, ok := a.b.Area(name); ok {
		return at
	}
	return nowhere
}

// bought files one purchase, under a key or as a new line.
func (a purchaseReader) bought(key string, at Area, units []portion, m *order.Match, c *order.Context) order.Outcome {
	p := purchase{at: at}
	for _, x := range units {
		if x.n < 0 {
			return question("How many %s? %s", x.unit.short(), howToBuy)
		}
		p.units[x.unit] += x.n
	}
	if p.units.Total() == 0 {
		return order.Outcome{Ask: howToBuy}
	}
	if err := a.checks().checkPurchase(p); err != nil {
		return refusal(err)
	}
	last := a.lineOf(c.Given[c.Last.Key]).buy
	switch listed := a.listed == "BUY" && len(last) == 1 && last[0].at == at; {
	case key != "":
		o := filed(key, p.words(a.b))
		o.Adds = m.Form == "FIXU"
		return o
	case listed && a.inList(c): // one line for a list below a heading
		for t, n := range last[0].units {
			p.units[t] += n
		}
		return fixReader(a).amended(c.Last.Key, filed(c.Last.Key, p.words(a.b)))
	}
	return a.put("BUY", p.words(a.b), 0, m, c)
}

// inList reports whether the last order of the letter is in the list below a heading.
func (a purchaseReader) inList(c *order.Context) bool {
	return slices.ContainsFunc(c.Parts[min(a.begun, len(c.Parts)):], func(p order.Part) bool {
		return p.Fate == order.Filed && slices.Contains(p.Keys, c.Last.Key)
	})
}

// buyBy asks about "by two infantry", which speech recognition may have heard for "buy".
func (a purchaseReader) buyBy(m *order.Match, c *order.Context) order.Outcome {
	o := a.buys(m, c)
	if o.Refuse != "" {
		return order.Outcome{Talk: true}
	}
	return order.Outcome{Ask: "Do you want to buy these?", Suggest: linesOf(o)}
}

// rebuy reads a purchase that replaces another one: the one with the units that the letter rejects, or the only one.
func (a purchaseReader) rebuy(m *order.Match, c *order.Context) order.Outcome {
	o := a.buys(m, c)
	if failed(o) {
		return o
	}
	keys := slices.DeleteFunc(a.keys(c, "BUY"), func(key string) bool {
		s := a.lineOf(c.Sheet.Get(key))
		return !a.hasNamed(s.buy[0], m)
	})
	if len(keys) != 1 || len(o.Orders) != 1 {
		return order.Outcome{Ask: "Which purchase should this replace?", Suggest: linesOf(o)}
	}
	o = filed(keys[0], o.Orders[0].Line)
	o.Adds = true
	return o
}

// hasNamed reports whether a purchase has the units that a match rejects.
func (a purchaseReader) hasNamed(p purchase, m *order.Match) bool {
	no, ok := m.Get("no")
	if !ok {
		return true
	}
	for _, t := range m.Within("t", no) {
		if p.units[t.Vals[0]-typeThing] == 0 {
			return false
		}
	}
	return true
}
