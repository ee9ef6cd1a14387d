package deadman

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A referenceReader reads what a sentence leaves to the words before it: "spies on him", "the North Sea takes it to
// Denmark", "Burgundy is the target: Belgium attacks".
type referenceReader struct{ *author }

// powerBefore returns the only other power that is named shortly before a form, or Nobody.
func (a referenceReader) powerBefore(m *kit.Match, c *kit.Context) diplomacy.Power {
	own, before := c.NamedBefore(m.From)
	for _, named := range [][]kit.Bind{own, before} {
		var found []diplomacy.Power
		for _, b := range named {
			if b.Class != "seat" {
				continue
			}
			if on := diplomacy.Power(b.Vals[0]); on != a.own && !slices.Contains(found, on) {
				found = append(found, on)
			}
		}
		if len(found) == 1 {
			return found[0]
		}
		if len(found) > 1 {
			break
		}
	}
	return diplomacy.Nobody
}

// carryIt reads that a fleet convoys the army that was named last: "the North Sea takes it to Denmark".
func (a referenceReader) carryIt(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	army, own := a.unitAt(a.before)
	if u.Type != diplomacy.Fleet { // "Bulgaria takes it" means a place
		return a.goesIn(m, c, u)
	}
	if !own || army.Type != diplomacy.Army {
		return order{}, question(convoyWhat)
	}
	o := blank(u)
	o.verb, o.target, o.said = convoy, a.Province(army.At), "A "
	if tp, named := m.Get("tp"); named {
		to, bad := supportReader(a).helpedTo(c, tp, u, convoy)
		if failed(bad) {
			return o, bad
		}
		o.to = a.Province(to)
	} else if goes, ok := parseOrder(c.Sheet.Get(a.key(army.At))); ok && goes.verb == move {
		o.to = a.Province(goes.to)
	} else {
		return o, question(convoyWhat)
	}
	if err := a.possible(o); err != nil {
		return o, impossible(err)
	}
	return o, kit.Outcome{}
}

// goesIn asks whether a unit that "attacks" or "goes in" goes to the place that was named shortly before, if there is
// only one to which it can go: "Burgundy is the target: Belgium attacks".
func (a referenceReader) goesIn(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	own, before := c.NamedBefore(m.From)
	for _, named := range [][]kit.Bind{own, before} {
		var lines []string
		for _, b := range named {
			if b.Class != "place" {
				continue
			}
			for _, at := range places(b.Vals) {
				_, mine := a.unitAt(at)
				if o := a.moving(u, at); !mine && a.reaches(u, at) && a.possible(o) == nil {
					lines = append(lines, o.text(""))
				}
			}
		}
		if lines = kit.Unique(lines); len(lines) == 1 {
			which := question(whereTo, a.unit(u))
			which.Suggest = lines
			a.doubt(c, u)
			return order{}, which
		}
	}
	a.doubt(c, u)
	return order{}, question(whereTo, a.unit(u))
}

// ofTwo returns the first or the last of the only two units of the player's that are named before "the former" and "the
// latter": in their sentence, or else in the one before it.
func (a referenceReader) ofTwo(at kit.Bind, c *kit.Context, first bool) ordered {
	own, before := c.NamedBefore(at.From)
	for _, named := range [][]kit.Bind{own, before} {
		var two units
		for _, b := range named {
			if b.Class != "place" {
				continue
			}
			if u, mine := a.unitAt(locOf(b)); mine && !slices.Contains(two, u) {
				two = append(two, u)
			}
		}
		if len(two) == 2 && first {
			return ordered{Unit: two[0]}
		}
		if len(two) == 2 {
			return ordered{Unit: two[1]}
		}
	}
	return ordered{outcome: question(whichUnit)}
}

// bothNamed adds, to a unit that "they both" stands for, the unit that was named before it.
func (a referenceReader) bothNamed(us []ordered, m *kit.Match, c *kit.Context) []ordered {
	b, _ := m.Get("u")
	isBoth := func(x kit.Lexeme) bool { return x.Word == "both" || x.Word == "beide" }
	isPronoun := len(us) == 1 && b.To == b.From+1 && len(placesWithin(m, b)) == 0 && c.Word(b.From) == "they"
	if !isPronoun || failed(us[0].outcome) || !slices.ContainsFunc(c.Lexemes[b.To:m.To], isBoth) {
		return us
	}
	for _, at := range slices.Backward(c.Said) {
		u, ok := a.unitAt(diplomacy.Loc(at))
		if ok && u != us[0].Unit {
			return append(us, ordered{Unit: u})
		}
	}
	return us
}
