package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A supportReader reads supports and convoys, for the author of a letter.
type supportReader struct{ *author }

// support reads what a unit supports or convoys. The place says which unit is supported, whatever type is written (DM-7).
func (a supportReader) support(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	q, named := m.Get("q")
	tp, goes := m.Get("tp")
	o, isConvoy := blank(u), m.Form == "CONVOY"
	if o.verb = support; isConvoy {
		o.verb = convoy
	}
	var t diplomacy.UnitType
	typed := false
	if y, ok := m.Get("y"); ok {
		t, typed = typeOf(c, y)
	}
	switch {
	case !isConvoy && m.Has("vp") && !m.Has("v"):
		return o, question(oneDestination)
	case !named:
		return o, question("Support or convoy which unit? For example: A Par S A Mar-Bur, or F Nth C A Lon-Nwy.")
	case isConvoy && typed && t == diplomacy.Fleet:
		return o, refusal(onlyArmies)
	}
	if goes {
		var bad kit.Outcome
		if o.to, bad = a.helpedTo(c, tp, u, o.verb); bad.Ask != "" {
			return o, bad
		}
	}
	at, bad := a.choose(c, q, func(at diplomacy.Loc) error {
		x := o
		x.target = a.Province(at)
		return a.possible(x)
	})
	if !goes && !isConvoy {
		if x, which, told := a.supportMove(m, c, u, bad); told {
			return x, which
		}
	}
	if failed(bad) {
		if two := a.endsAtStop(m, c, u); bad.Refuse != "" && len(two) == 2 {
			bad = kit.Outcome{Ask: words().Says("unclear"), Suggest: two}
		}
		return o, bad
	}
	o.target = a.Province(at)
	if typed {
		o.said = t.String() + " "
	}
	if mine, ok := a.unitAt(at); ok && typed {
		o.to, o.said = a.landing(mine, o.to), mine.Type.String()+" "
	}
	switch {
	case isConvoy:
		o.to, o.said = a.Province(o.to), "A "
	case !goes && !m.Has("h") && !isLiteral(m, c, o):
		a.vague = append(a.vague, o)
		return o, a.whileDoubted(c, o)
	}
	return o, kit.Outcome{}
}

// supportMoves turns supports of a unit that did not say what it does into supports of its move, which the letter orders
// below them: "Ruhr supports Munich, Munich to Burgundy". If the player is asked about such a move, it asks about the
// support, too.
func (a supportReader) supportMoves(c *kit.Context) {
	for _, o := range a.vague {
		if c.Given[a.key(o.at)] != o.text("") {
			continue
		}
		if now := a.supportsOf(o, c.Given[a.key(o.target)]); len(now) > 0 {
			c.Given[a.key(o.at)] = now[0]
			c.Sheet.Set(a.key(o.at), now[0])
			continue
		}
		var moves []string
		for _, p := range c.Parts {
			if p.Fate == kit.Asked {
				moves = append(moves, p.Suggest...)
			}
		}
		if asked := a.supportsOf(o, moves...); len(asked) > 0 && c.Given[a.key(o.target)] == "" {
			c.Retract(a.key(o.at), "Support which unit, and what is that unit to do?", append(asked, o.text("")))
		}
	}
}

// supportsOf returns the supports of moves by the unit that another support is for.
func (a supportReader) supportsOf(o order, moves ...string) (lines []string) {
	for _, line := range moves {
		moved, ok := parseOrder(line)
		x := supporting(o.who(), moved)
		isSame := ok && moved.verb == move && x.target == o.target
		if isSame && a.possible(x) == nil {
			lines = append(lines, x.filed().Line)
		}
	}
	return kit.Unique(lines)
}

// endsAtStop returns what "A Bur S. F Mao-Eng" means as two orders: the support of the order before it, and a move of the
// player's own.
func (a supportReader) endsAtStop(m *kit.Match, c *kit.Context, u diplomacy.Unit) (lines []string) {
	q, _ := m.Get("q")
	tp, goes := m.Get("tp")
	mine, own := a.unitAt(locOf(q))
	isStop := func(x kit.Lexeme) bool { return x.Word == "." }
	if !goes || !own || !slices.ContainsFunc(c.Lexemes[m.From:q.From], isStop) {
		return nil
	}
	before, ok := parseOrder(a.last.Line)
	for _, o := range []order{supporting(u, before), a.moving(mine, locOf(tp))} {
		if ok && a.possible(o) == nil {
			lines = append(lines, o.text(""))
		}
	}
	return lines
}

// whileDoubted asks about the support of a unit that holds if the letter leaves that unit's order open.
func (a supportReader) whileDoubted(c *kit.Context, o order) kit.Outcome {
	mine, ok := a.unitAt(o.target)
	isOpen := ok && c.Given[a.key(mine.At)] == "" && a.doubts(c, mine)
	if !isOpen || c.Suggests(holding(mine).text("")) {
		return kit.Outcome{}
	}
	which := question("It is not clear what %s does. Do you support it where it is?", a.unit(mine))
	which.Suggest = []string{o.text("")}
	return which
}

// helpedTo returns the destination of a supported or convoyed unit: if a name stands for several places, the one that
// the supporting unit could go to.
func (a supportReader) helpedTo(c *kit.Context, tp kit.Bind, u diplomacy.Unit, v verb) (diplomacy.Loc, kit.Outcome) {
	return a.choose(c, tp, func(to diplomacy.Loc) error {
		coasts := append(a.Coasts(a.Province(to)), to)
		if len(tp.Vals) == 1 || v == convoy ||
			slices.ContainsFunc(coasts, func(at diplomacy.Loc) bool { return a.CanReach(u.Type, u.At, at) }) {
			return nil
		}
		return a.besides(u, to)
	})
}

// supportMove handles the support of a unit that moves by an order on file: it is read as support for the move, or
// queried. If the letter itself orders the move, there is no doubt: a unit that moves can't be supported to hold,
// unless the support is written in normal form.
func (a supportReader) supportMove(m *kit.Match, c *kit.Context, u diplomacy.Unit,
	bad kit.Outcome) (order, kit.Outcome, bool) {
	q, _ := m.Get("q")
	moved, ok := parseOrder(c.Sheet.Get(a.key(locOf(q))))
	x := supporting(u, moved)
	stays := x
	stays.to = diplomacy.NoLoc
	given := c.Given[a.key(moved.at)] != ""
	switch {
	case !ok || moved.verb != move || m.Has("h") || a.possible(x) != nil:
	case bad.Refuse == "" && c.Sheet.Get(a.key(u.At)) == x.text(""): // "Serbia still helps Budapest", as on file
		return x, kit.Outcome{}, true
	case given && bad.Refuse == "" && isLiteral(m, c, stays):
	case given || bad.Refuse != "":
		return x, kit.Outcome{}, true
	case bad.Ask == "":
		which := question("%s is to move. Do you support its move, or the unit where it is?", a.unit(moved.who()))
		which.Suggest = []string{x.text(""), stays.text("")}
		return x, which, true
	}
	return x, kit.Outcome{}, false
}

// isLiteral reports whether the support of a unit that holds is written in normal form, so that it can't mean
// anything else.
func isLiteral(m *kit.Match, c *kit.Context, stays order) bool {
	text, _, _ := strings.Cut(c.Quote(m.From, m.To), " R ")
	typed := stays.text("")
	stays.said = ""
	return text == typed || text == stays.text("")
}

// supportThat reads the support or convoy of the previous order.
func (a supportReader) supportThat(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	of, ok := parseOrder(a.last.Line)
	isHelped := ok && of.target != diplomacy.NoLoc && of.target == a.before // "Serbia helps it, and Bulgaria too"
	isOf := ok && a.Province(of.at) == a.before || isHelped
	if a.before != diplomacy.NoLoc && !isOf { // the unit named last has no order
		named, own := a.unitAt(a.before)
		of, ok = holding(named), own
	}
	which := question(supportWhich, a.unit(u))
	switch {
	case m.Form == "CONTHAT" && (!ok || of.verb != move):
		return order{}, question(convoyWhat)
	case !ok || of.verb == none || a.Province(of.at) == a.Province(u.At):
		return order{}, which
	}
	if of.verb == convoy { // the move of the convoyed unit is supported
		of = order{verb: move, unit: diplomacy.Army, at: of.target, to: of.to}
	}
	o := supporting(u, of)
	if m.Form == "CONTHAT" {
		o.verb = convoy
	}
	err := a.possible(o)
	switch asked := a.before != diplomacy.NoLoc && c.Given[a.key(a.before)] == "" && a.doubts(c, of.who()); {
	case err != nil && m.Form == "SUPTHAT" && !m.Has("ref"): // "supports", and no more
		return o, which
	case err != nil:
		return o, impossible(err)
	case asked:
		return o, kit.Outcome{Ask: "Support which unit, and what is that unit to do?", Suggest: []string{o.text("")}}
	}
	return o, kit.Outcome{}
}

// offerMove offers the supported or convoyed move, if it is a move of a unit of the player's without an order.
func (a supportReader) offerMove(c *kit.Context, o order, mine diplomacy.Unit, out *kit.Outcome) {
	isNews := c.Sheet.Get(a.key(o.at)) != o.text("") && c.Sheet.Get(a.key(mine.At)) == ""
	if a.then || !isNews || o.verb == convoy && mine.Type != diplomacy.Army {
		return
	}
	a.doubt(c, mine)
	out.Offers = append(out.Offers, a.offer(a.moving(mine, o.to), "%s has no order yet. Should it go there?"))
}

// each reads that two units support each other.
func (a supportReader) each(m *kit.Match, c *kit.Context) kit.Outcome {
	us, _ := a.unitsOf(m, c)
	if len(us) != 2 {
		return question("Which two units support each other? Write an order for each.")
	}
	c.Said = append(c.Said, int(us[0].At), int(us[1].At))
	return a.file(supporting(us[0], holding(us[1])), supporting(us[1], holding(us[0])))
}

// allSupport reads that all units, or all that have no order yet, support one: "the other two support it".
func (a supportReader) allSupport(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.then {
		return refusal("Name the units: it is not known yet which ones you will have.")
	}
	helps := *m
	helps.Form = "SUPPORT"
	if !m.Has("q") {
		helps.Form = "SUPTHAT"
	}
	a.before, a.last = a.namedBefore(c), c.Last
	helped := a.before
	if q, named := m.Get("q"); named {
		helped = a.Province(locOf(q))
	}
	var out, which kit.Outcome
	for _, u := range a.pool() {
		isHelped := a.Province(u.At) == helped
		if isDone := c.Given[a.key(u.At)] != "" || a.doubts(c, u); isDone || isHelped || !a.isMeant(m, u) {
			continue
		}
		o, bad := aims[helps.Form](a.author, &helps, c, u)
		if failed(bad) {
			which = bad
			continue
		}
		out.Orders = append(out.Orders, o.filed())
	}
	if n := counted(m, c); failed(which) || len(out.Orders) == 0 || n > 0 && n != len(out.Orders) {
		return kit.Outcome{Ask: "Which of your units should support it?", Suggest: linesOf(out.Orders)}
	}
	return out
}
