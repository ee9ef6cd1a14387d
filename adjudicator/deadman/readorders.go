package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A resolver returns the outcome of a form.
type resolver func(a *author, m *kit.Match, c *kit.Context) kit.Outcome

// by returns the resolver of a form that a reader for one kind of orders resolves.
func by[T ~struct{ *author }](resolve func(T, *kit.Match, *kit.Context) kit.Outcome) resolver {
	return func(a *author, m *kit.Match, c *kit.Context) kit.Outcome { return resolve(T{a}, m, c) }
}

// forms maps the forms that are not orders to a single unit to their resolvers.
var forms = map[string]resolver{
	// set-ups, builds and removals
	"SETUP": by(buildReader.setUp), "USUAL": by(buildReader.usual), "EVERY": by(buildReader.allStart),
	"ASKSETUP": by(buildReader.whatStarts),
	"BUILD":    by(buildReader.build), "UNITS": by(buildReader.listed), "BARE": by(buildReader.bare),
	"BARES": by(buildReader.bare),
	"ITEMS": by(buildReader.items), "REBUILD": by(buildReader.rebuild),
	"WAIVE": by(buildReader.waive), "REMOVE": by(buildReader.remove), "REMOVER": by(buildReader.remove),
	"DISBANDS": by(correctionReader.disbands),
	"KEPT":     by(buildReader.remains),
	// peeks, votes and what stands for all units
	"PEEK": by(peekReader.peeks), "PEEKS": by(peekReader.peeks), "PEEKFIX": by(peekReader.otherPeek),
	"KNOW": by(peekReader.wantsToKnow), "LOOKS": by(peekReader.wantsToKnow), "PEEKOFF": by(peekReader.noPeek),
	"VOTE": by(peekReader.ballot), "DRAW": by(peekReader.ballot), "VOTEOFF": by(peekReader.noVote),
	"RETAUTO": by(retreatReader.autoOn), "AUTOOFF": by(retreatReader.autoOff),
	// orders for several units
	"ALLHOLD": (*author).all, "ALLBUT": (*author).all, "RESTHOLD": (*author).all, "ALLSPY": (*author).all,
	"ALLSUP": by(supportReader.allSupport),
	"EACH":   by(supportReader.each), "SWAP": (*author).swap, "LIKE": (*author).like, "MOVEBY": (*author).movesHelped,
	// corrections
	"RESTKEEP": by(correctionReader.restKept), "LISTOF": by(correctionReader.keep), "SAME": by(correctionReader.same),
	"FIXTO":  by(correctionReader.fixTo),
	"CANCEL": by(correctionReader.cancel), "CLEAR": by(correctionReader.clear), "UNDO": by(correctionReader.undo),
	"STATE": by(correctionReader.state),
	"OFF":   by(correctionReader.offLine), "NEXTOFF": by(headingReader.aheadOff),
	"ALWAYSOFF": by(headingReader.aheadOff),
	// incomplete orders
	"ASKSUP": by(correctionReader.whoCan), "ASKCON": by(correctionReader.whoCan), "ASKSPY": by(correctionReader.whoCan),
	"ASKMOVE": by(correctionReader.whoCan),
	"ASKPEEK": by(correctionReader.unsaid), "ASKVOTE": by(correctionReader.unsaid),
	"ASKBUILD": by(correctionReader.unsaid),
	"WITHOUT":  by(correctionReader.incomplete),
}

// An aim reads what a form orders a unit to do.
type aim func(a *author, m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome)

// aimBy returns the aim of a form that a reader for one kind of orders reads.
func aimBy[T ~struct{ *author }](read func(T, *kit.Match, *kit.Context, diplomacy.Unit) (order, kit.Outcome)) aim {
	return func(a *author, m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
		return read(T{a}, m, c, u)
	}
}

// aims maps the forms that are orders to a unit to their aims.
var aims = map[string]aim{
	"HOLD": (*author).alone, "CHANGEH": (*author).alone, "DISBAND": (*author).alone, "RETREAT": (*author).alone,
	"RETOFF": (*author).alone, "MOVE": (*author).move, "CHANGE": (*author).move, "CARRIED": (*author).move,
	"PAIR": (*author).pair, "THERE": (*author).moveThere, "BEHIND": (*author).moveBehind,
	"SUPPORT": aimBy(supportReader.support),
	"CONVOY":  aimBy(supportReader.support), "SUPTHAT": aimBy(supportReader.supportThat),
	"CONTHAT": aimBy(supportReader.supportThat),
	"CARRYIT": aimBy(referenceReader.carryIt), "GOESIN": aimBy(referenceReader.goesIn), "SPY": (*author).spyOn,
	"SPYTOO":  (*author).spyOn,
	"TOPOWER": (*author).toPower,
}

// onlyDeadman lists the forms that Diplomacy does not have, with the sentence that says so.
var onlyDeadman = map[string]string{"PEEK": openPeeks, "PEEKS": openPeeks, "SPY": noSpies, "ALLSPY": noSpies,
	"SETUP": noSetUp}

// Plays reports whether a form can be an order now. Lists of units without an order can be only if units are set up,
// built or removed.
func (a *author) Plays(form string) bool {
	listed := a.mode.lists() || len(a.homes) > 0 || a.kind != retreats && a.Builds > 0
	switch form {
	case "UNITS":
		return listed && a.mode != asRetreats
	case "BARES":
		return a.inWinter && a.Removals > 0
	case "ITEMS":
		return a.mode == asHolds || a.mode == asPeeks
	case "BARE":
		return !listed
	case "USUAL", "EVERY", "ASKSETUP":
		return len(a.homes) > 0
	case "WAYTO", "WAYON", "LOST":
		return a.kind == retreats
	case "STATE":
		return a.kind != retreats && !a.then
	case "REMOVER", "KEPT":
		return a.Removals > 0 && !a.then && a.kind != retreats
	case "WAY":
		return a.kind == retreats || a.mode == asRetreats
	}
	return true
}

// Resolve returns the outcome of a form.
func (a *author) Resolve(m *kit.Match, c *kit.Context) kit.Outcome {
	a.sync(c.Sheet)
	defer a.sync(c.Sheet)
	why, only := onlyDeadman[m.Form]
	switch {
	case a.open && only:
		return kit.Outcome{Refuse: why}
	case m.Form == "BLANK":
		return a.blankLine(m, c)
	case m.Form == "LOST":
		return retreatReader{a}.lost(m, c)
	case a.kind == retreats || a.mode == asRetreats:
		return retreatReader{a}.withdraw(m, c)
	case forms[m.Form] != nil:
		return forms[m.Form](a, m, c)
	case m.Form == "DISBAND" && a.isRemoval(c.Word(m.To-1)):
		return buildReader{a}.remove(m, c)
	case a.inWinter:
		return a.noOrders(m, c)
	}
	return a.orders(m, c)
}

// isRemoval reports whether a word for disbanding, such as "DB", means the removal of a unit.
func (a *author) isRemoval(word string) bool {
	switch {
	case a.mode == asRemovals:
		return !strings.EqualFold(word, "db")
	case a.Removals == 0 || a.then:
		return false
	}
	// judges write "d" in Winter
	return a.inWinter || a.open || a.mode == asBuilds || strings.EqualFold(word, "d")
}

// blankLine reads an unchanged blank line of the order form.
func (a *author) blankLine(m *kit.Match, c *kit.Context) kit.Outcome {
	us := a.subjects(m, c)
	if m.Has("rr") && len(us) > 0 && !failed(us[0].outcome) {
		retreatReader{a}.keepsList(us[0].Unit, c)
	}
	return kit.Outcome{Blank: true}
}

// noOrders refuses an order in Winter, and offers to remove the units that it names if removals are due.
func (a *author) noOrders(m *kit.Match, c *kit.Context) kit.Outcome {
	out := refusal(onlyBuilds)
	for _, u := range a.subjects(m, c) {
		if a.Removals > 0 && !failed(u.outcome) {
			out.Suggest = append(out.Suggest, "Remove "+a.key(u.At))
		}
	}
	return out
}

// orders returns the outcome of a form that is an order to units.
func (a *author) orders(m *kit.Match, c *kit.Context) kit.Outcome {
	us := referenceReader{a}.bothNamed(a.subjects(m, c), m, c)
	switch {
	case m.Form == "HOLD":
		us = append(us, a.every(m, c)...)
	case len(us) > 0 || m.Form != "RETREAT" && m.Form != "RETOFF":
	case a.then:
		return retreatReader{a}.anyRetreat(m, c)
	default: // a list of retreats below the order of its unit
		u, ok := a.unitAt(a.namedBefore(c))
		if !ok {
			return question(whichUnit)
		}
		if strings.HasSuffix(c.Given[a.key(u.At)], " DB") {
			return refusal("A unit that disbands is removed if it is dislodged, and does not retreat (DM-16).")
		}
		us = append(us, ordered{Unit: u})
		a.goesOn = c.Given[a.key(u.At)+" R"]
	}
	a.before, a.last = a.namedBefore(c), c.Last
	return a.ordersOf(us, m, c)
}

// ordersOf returns the outcome of a form as an order to some units.
func (a *author) ordersOf(us []ordered, m *kit.Match, c *kit.Context) kit.Outcome {
	var out, which kit.Outcome // which asks about several units at once
	for _, u := range us {
		if u.unnamed && m.Form == "MOVE" {
			return a.anyOf(m, c, u)
		}
		if failed(u.outcome) {
			for _, meant := range u.meant {
				u.outcome.Suggest = append(u.outcome.Suggest, linesOf(a.one(m, c, meant).Orders)...)
			}
			return u.outcome
		}
		if m.Form != "SUPTHAT" || a.before == diplomacy.NoLoc { // "it" goes on to mean what is supported
			c.Said = append(c.Said, int(u.At))
		}
		o := a.one(m, c, u.Unit)
		if isVague := o.Ask != "" && len(o.Suggest) > 0; isVague && m.Form == "SUPTHAT" {
			which.Ask, which.Suggest = o.Ask, append(which.Suggest, o.Suggest...)
			continue
		}
		if failed(o) || o.Talk {
			return o
		}
		o.Note = strings.TrimSpace(u.note + " " + o.Note)
		out.And(o)
		out.Adds, out.Vain, out.Offers = o.Adds, o.Vain, append(out.Offers, o.Offers...)
	}
	if failed(which) {
		which.Suggest = append(which.Suggest, linesOf(out.Orders)...)
		return which
	}
	last, _ := parseOrder(c.Last.Line)
	out.Talk = m.Form == "SPYTOO" && last.verb != spy
	if (m.Form == "MOVE" || m.Form == "PAIR") && len(us) > 1 && len(out.Orders) > 1 {
		return kit.Outcome{Ask: "Only one of these units can go there. Which one?", Suggest: linesOf(out.Orders)}
	}
	return out
}

// anyOf asks which of several units is to go to a place.
func (a *author) anyOf(m *kit.Match, c *kit.Context, s ordered) kit.Outcome {
	out := s.outcome
	for _, u := range s.all {
		if line := a.near(m, c, u); line != "" {
			out.Suggest = append(out.Suggest, line)
			a.doubt(c, u)
		}
	}
	return out
}

// near returns the order that a form means for a unit, if it is possible and needs no convoy; otherwise "".
func (a *author) near(m *kit.Match, c *kit.Context, u diplomacy.Unit) string {
	out := a.one(m, c, u)
	if failed(out) || len(out.Orders) == 0 {
		return ""
	}
	line := out.Orders[0].Line
	if o, ok := parseOrder(line); ok && (o.verb != move || a.reaches(u, o.to)) {
		return line
	}
	return ""
}

// one returns the outcome of a form as an order to one unit, with its offers.
func (a *author) one(m *kit.Match, c *kit.Context, u diplomacy.Unit) kit.Outcome {
	o, bad := aims[m.Form](a, m, c, u)
	if failed(bad) {
		return bad
	}
	c.Fixes = c.Fixes || m.Has("no") // "Serbia shouldn't hold, it should support Greece"
	out := retreatReader{a}.listOf(m, c, o)
	if o.verb == none || failed(out) {
		return out
	}
	out.Orders = slices.Insert(out.Orders, 0, o.filed())
	mine, own := a.unitAt(o.target)
	if own && m.Has("wh") { // such as "supports Serbia, which holds"
		out.Orders = append(out.Orders, holding(mine).filed())
	}
	if !a.then {
		out.Vain = a.inVain(o)
	}
	switch o.verb {
	case move:
		a.byConvoy(m, c, o, &out)
	case disband:
		out.Drop = append(out.Drop, a.key(u.At)+" R")
		if a.Removals > 0 && !a.then {
			out.Note = fmt.Sprintf("%s disbands the unit during the season, and does not count as one of the "+
				"removals that you owe (%d): for that, write Remove %s.", o.text(""), a.Removals, a.key(u.At))
		}
	case support, convoy:
		if own && o.to != diplomacy.NoLoc {
			supportReader{a}.offerMove(c, o, mine, &out)
		}
	}
	return out
}

// alone reads an order that needs only a unit: to hold, to disband (DM-16), or just a list of retreats.
func (a *author) alone(m *kit.Match, _ *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	o := blank(u)
	o.verb = map[string]verb{"HOLD": hold, "CHANGEH": hold, "DISBAND": disband}[m.Form]
	if o.verb == disband && a.open {
		return o, refusal(noDisband)
	}
	return o, kit.Outcome{}
}

// spyOn reads the power on which a unit spies (DM-8).
func (a *author) spyOn(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	on := referenceReader{a}.powerBefore(m, c) // such as "I want to know what France is up to: Munich spies on him"
	if k, named := m.Get("k"); named {
		on = powerOf(k)
	}
	switch on {
	case a.own:
		return order{}, refusal(ownSpy)
	case diplomacy.Nobody:
		return order{}, question(spyOnWhich, a.unit(u))
	}
	return spying(u, on), kit.Outcome{}
}

// toPower reads "Munich to France", which means spying if the previous order does: "spy: Berlin on Russia, Munich to
// France". A unit can't move to a power.
func (a *author) toPower(m *kit.Match, c *kit.Context, u diplomacy.Unit) (order, kit.Outcome) {
	k, _ := m.Get("k")
	spies := spying(u, powerOf(k))
	if last, _ := parseOrder(a.last.Line); last.verb == spy || a.mode == asSpies {
		return spies, kit.Outcome{}
	}
	which := question("%s is a power. Which of its spaces do you mean?", c.Quote(m.To-1, m.To))
	if !a.open && spies.on != a.own {
		which.Suggest = []string{spies.text("")}
	}
	return order{}, which
}
