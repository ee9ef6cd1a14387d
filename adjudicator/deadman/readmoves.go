package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// possible returns an error if an order is impossible, whatever others order.
func (a *author) possible(o order) error { return a.Possible(o.who(), o.resolved(), a.rules) }

// file returns the outcome that files orders, or a refusal if one of them is impossible.
func (a *author) file(orders ...order) kit.Outcome {
	var out kit.Outcome
	for _, o := range orders {
		if err := a.possible(o); err != nil {
			return impossible(err)
		}
		out.Orders = append(out.Orders, o.filed())
	}
	return out
}

// moving returns the move of a unit to a place, on the coast that it can reach.
func (a *author) moving(u diplomacy.Unit, to diplomacy.Loc) order {
	o := blank(u)
	o.verb, o.to = move, a.landing(u, to)
	return o
}

// move reads the destination of a unit, and whether it goes by convoy.
func (a *author) move(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	ws := m.All("w")
	to := ws[len(ws)-1]
	seas := append(m.All("vp"), m.All("v2")...)
	isConvoy := m.Has("v")
	byConvoy := isConvoy || m.Form == "CARRIED" || len(seas) > 0
	switch fleet := u.Type == diplomacy.Fleet; {
	case slices.ContainsFunc(seas, func(b kit.Bind) bool { return !a.isSea(b) }):
		return order{}, question(oneDestination)
	case fleet && len(seas) > 0 && !isConvoy:
		return order{}, question(oneDestination)
	case fleet && byConvoy:
		return order{}, refusal(onlyArmies)
	}
	at, bad := a.choose(c, to, func(at diplomacy.Loc) error {
		o := a.moving(u, at)
		o.via = byConvoy
		if err := a.possible(o); err != nil || len(to.Vals) == 1 || byConvoy {
			return err
		}
		return a.besides(u, at)
	})
	o := a.moving(u, at)
	if o.via = byConvoy; bad.Refuse != "" && a.Province(at) == a.Province(u.At) { // such as "Ven-Ven"
		bad.Suggest = []string{holding(u).text("")}
	}
	return o, bad
}

// isSea reports whether a name may stand for a sea.
func (a *author) isSea(b kit.Bind) bool {
	return slices.ContainsFunc(places(b.Vals), func(at diplomacy.Loc) bool {
		return a.Terrain(a.Province(at)) == diplomacy.Sea
	})
}

// pair reads a unit and a place, as in "Mun Bur", which may be a move.
func (a *author) pair(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	o, bad := a.move(m, c, u)
	to, ok := a.unitAt(o.to)
	if bad.Refuse != "" || !ok || a.isListed(c, a.Province(to.At)) {
		return o, bad
	}
	which := question("Is this a move? If you mean two units, %s and %s, write an order for each.", a.unit(u),
		a.unit(to))
	which.Suggest = []string{o.text("")}
	return o, which
}

// isListed reports whether a line of the letter begins with a province, as it does in a list of orders for units.
func (a *author) isListed(c *kit.Context, at diplomacy.Loc) bool {
	return slices.ContainsFunc(c.Words([]string{"place"}), func(b kit.Bind) bool {
		first := b.From
		if first > 0 && len(c.Word(first-1)) == 1 { // such as "A Mun"
			first--
		}
		begins := first == 0 || c.Lexemes[first-1].Kind == kit.Line
		return begins && slices.ContainsFunc(places(b.Vals), func(x diplomacy.Loc) bool { return a.Province(x) == at })
	})
}

// moveThere reads a move to the destination of the previous order.
func (a *author) moveThere(_ *kit.Match, _ *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	last, _ := parseOrder(a.last.Line)
	return a.moveAs(u, last.to)
}

// moveBehind reads a move to the place that the previous unit leaves.
func (a *author) moveBehind(_ *kit.Match, _ *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	last, _ := parseOrder(a.last.Line)
	if last.verb != move {
		last.at = diplomacy.NoLoc
	}
	return a.moveAs(u, last.at)
}

// moveAs returns a move to a place that comes from another order, or a question if there is no such place that the
// unit can reach.
func (a *author) moveAs(u diplomacy.Unit, to diplomacy.Loc) (order, kit.Outcome) {
	if o := a.moving(u, to); to != diplomacy.NoLoc && a.possible(o) == nil {
		return o, kit.Outcome{}
	}
	return order{}, question(whereTo, a.unit(u))
}

// byConvoy adds convoys by the player's own fleets to the move of an army by sea: as orders if the letter says so,
// otherwise as offers.
func (a *author) byConvoy(m *kit.Match, c *kit.Context, o order, out *kit.Outcome) {
	for _, b := range m.All("vp") {
		u, ok := a.unitAt(locOf(b))
		carries := blank(u)
		carries.verb, carries.target, carries.to, carries.said = convoy, a.Province(o.at), a.Province(o.to), "A "
		free := ok && c.Sheet.Get(a.key(u.At)) == ""
		if !free || !o.via || a.possible(carries) != nil {
			continue
		}
		if m.Form == "CARRIED" {
			out.Orders = append(out.Orders, carries.filed())
			continue
		}
		a.doubt(c, u)
		out.Offers = append(out.Offers, a.offer(carries, "%s has no order yet. Should it convoy?"))
	}
}

// offer returns the offer of an order for a unit that has none.
func (a *author) offer(o order, why string) kit.Offer {
	return kit.Offer{Order: o.filed(), Why: fmt.Sprintf(why, a.unit(o.who()))}
}

// movesHelped reads "Ruhr goes with support from Holland to Belgium".
func (a *author) movesHelped(m *kit.Match, c *kit.Context) kit.Outcome {
	moves := *m
	moves.Form = "MOVE"
	out := a.orders(&moves, c)
	if len(out.Orders) != 1 {
		return out
	}
	moved, _ := parseOrder(out.Orders[0].Line)
	for _, h := range m.All("h") {
		u := a.subject(m, h, c)
		if failed(u.outcome) {
			return u.outcome
		}
		helps := a.file(supporting(u.Unit, moved))
		if failed(helps) {
			return helps
		}
		out.And(helps)
	}
	return out
}

// swap reads that two units exchange places.
func (a *author) swap(m *kit.Match, c *kit.Context) kit.Outcome {
	one, _ := m.Get("u1")
	two, _ := m.Get("u2")
	u, ok := a.unitAt(locOf(one))
	v, both := a.unitAt(locOf(two))
	switch {
	case !ok:
		return a.noUnit(locOf(one))
	case !both:
		return a.noUnit(locOf(two))
	}
	return a.file(a.moving(u, locOf(two)), a.moving(v, locOf(one)))
}

// all reads an order for all units, or for all that have no order yet.
func (a *author) all(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.then {
		return refusal("Name the units: it is not known yet which ones you will have.")
	}
	except, bad := a.unitsOf(m, c)
	if failed(bad) {
		return bad
	}
	k, spies := m.Get("k")
	if spies && powerOf(k) == a.own {
		return refusal(ownSpy)
	}
	isOpen, wrong := a.counts(m, c, except)
	if failed(wrong) {
		return wrong
	}
	var out kit.Outcome
	var asked []string
	stays, everything := staysSaid(m, c), slices.ContainsFunc(c.Lexemes[m.From:m.To], isEverything)
	isRest, isButSome := m.Form == "RESTHOLD", isOpen || m.Form == "RESTHOLD" || m.Form == "ALLBUT"
	for _, u := range a.pool() {
		if _, excepted := except.in(a.Province(u.At)); excepted || !a.isMeant(m, u) {
			continue
		}
		x := holding(u).filed()
		if spies {
			x = spying(u, powerOf(k)).filed()
		}
		was := c.Sheet.Get(x.Key)
		isOther := (isRest || stays) && a.earlier[x.Key] && was != "" && was != x.Line
		isDone := c.Given[x.Key] != "" || a.doubts(c, u)
		switch {
		case isDone && isButSome:
		case isOther && stays && (isRest || everything):
			return talk // "the rest stands", "everything stays": orders on file stay
		case isOther:
			asked = append(asked, x.Line)
		default:
			out.Orders = append(out.Orders, x)
		}
	}
	if m.Form == "ALLBUT" && len(out.Orders) == len(a.pool()) {
		return question("All but which ones? Write the orders of the others, too.")
	}
	if len(asked) > 0 && (!isRest || len(out.Orders) == 0) {
		return kit.Outcome{Ask: "These units have other orders on file. Which of them are to hold?",
			Suggest: append(asked, linesOf(out.Orders)...)}
	}
	if m.Form == "ALLHOLD" && len(c.Given) == 0 {
		c.Fixes = true // it replaces orders on file, but not those in the letter
	}
	return out
}

// counts checks the number in words such as "both fleets". isOpen reports whether it is the number of the units
// without an order. If it is neither that nor the number of all that may be meant, the outcome is a question.
func (a *author) counts(m *kit.Match, c *kit.Context, except units) (isOpen bool, wrong kit.Outcome) {
	n := counted(m, c)
	var meant, open, sure []string
	for _, u := range a.pool() {
		if _, excepted := except.in(a.Province(u.At)); excepted || !a.isMeant(m, u) {
			continue
		}
		x := holding(u).filed()
		meant = append(meant, x.Line)
		if c.Given[x.Key] == "" {
			open = append(open, x.Line)
		}
		if c.Given[x.Key] == "" && !a.doubts(c, u) {
			sure = append(sure, x.Line)
		}
	}
	if isOpen = n == len(open) || n == len(sure); isOpen || n == 0 || n == len(meant) {
		return isOpen, kit.Outcome{}
	}
	return false, kit.Outcome{Ask: fmt.Sprintf("You mention %d units, but %d could be meant. Which ones are they?", n,
		len(open)), Suggest: open}
}

// counted returns the number of units in a form for all units, or 0 if there is none.
func counted(m *kit.Match, c *kit.Context) int {
	end := m.To
	if h, ok := m.Get("h"); ok {
		end = h.From
	}
	for i := m.From; i < end; i++ {
		if slices.Contains([]string{"both", "beide", "beiden"}, c.Word(i)) {
			return 2
		}
		if n, ok := kit.Numeral(c.Word(i)); ok {
			return n
		}
	}
	return 0
}

// isMeant reports whether "all", "the armies", "the fleets" or "the new units" includes a unit.
func (a *author) isMeant(m *kit.Match, u diplomacy.Unit) bool {
	if m.Has("raised") {
		return slices.Contains(a.raised, u)
	}
	return !m.Has("alla") && !m.Has("allf") || m.Has(allOf[u.Type])
}

// staysSaid reports whether the rest "stays", which may also mean the orders on file.
func staysSaid(m *kit.Match, c *kit.Context) bool {
	h, _ := m.Get("h")
	return h.To == h.From+1 && slices.Contains(staying, c.Word(h.From))
}

// isEverything reports whether a word means the orders on file rather than units.
func isEverything(x kit.Lexeme) bool { return x.Word == "everything" || x.Word == "alles" }

// staying lists words that may mean that units hold or that orders are kept.
var staying = []string{"stay", "stays", "stand", "stands", "remain", "remains", "bleibt", "bleiben"}

// like reads that a unit is to do the same as the previous one.
func (a *author) like(m *kit.Match, c *kit.Context) kit.Outcome {
	if strings.HasPrefix(c.Last.Key, "Remove ") {
		return buildReader{a}.remove(m, c)
	}
	last, ok := parseOrder(c.Last.Line)
	if as, named := m.Get("lp"); named {
		last, ok = parseOrder(c.Sheet.Get(a.key(locOf(as))))
	}
	us := a.subjects(m, c)
	if len(us) == 0 {
		us = a.every(m, c)
	}
	if !ok || len(us) == 0 {
		return talk
	}
	var orders []order
	for _, u := range us {
		switch {
		case failed(u.outcome):
			return u.outcome
		case !slices.Contains([]verb{hold, spy, disband, support}, last.verb):
			return question(whatToDo, a.unit(u.Unit))
		}
		c.Said = append(c.Said, int(u.At))
		last.unit, last.at = u.Type, u.At
		orders = append(orders, last)
	}
	return a.file(orders...)
}
