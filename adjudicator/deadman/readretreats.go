package deadman

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A retreatReader reads retreats and lists of them, for the author of a letter.
type retreatReader struct{ *author }

// listOf reads the list of retreats of an order (DM-25). It is filed as a separate line, and appended to the order at
// the end.
func (a retreatReader) listOf(m *kit.Match, c *kit.Context, o order) kit.Outcome {
	u := o.who()
	rp, offs := m.All("rp"), m.All("roff")
	only := o.verb == none
	isNone := len(offs) > 0 && offs[0].Class == "none"
	if isNone && m.Has("rr") && len(rp) == 0 {
		return kit.Outcome{Drop: []string{a.key(u.At) + " R"}, Adds: only}
	}
	if len(offs) > 0 { // nothing after DB can have an effect
		rp = slices.DeleteFunc(rp, func(b kit.Bind) bool { return b.From >= offs[0].To })
	}
	if a.runsOn(m, c, rp) {
		return question("Where does %s retreat to? Write each unit's places on a line of its own.", a.unit(u))
	}
	list := blank(u)
	list.off = len(offs) > 0
	var out kit.Outcome
	list.retreat, out = a.ways(c, rp, u)
	switch {
	case failed(out):
		return out
	case list.hasList():
	case len(out.Refused) > 0 && only:
		return out.OrRefusal()
	case len(out.Refused) > 0:
		return out
	default:
		if m.Has("rr") {
			a.keepsList(u, c)
		}
		return kit.Outcome{Adds: only, Talk: only && len(m.All("u")) == 0}
	}
	if more, ok := parseOrder(a.goesOn); ok && !more.off { // the list continues on another line
		list.retreat = append(more.retreat, list.retreat...)
	}
	a.goesOn = ""
	out.Orders, out.Adds = []kit.Order{list.listed()}, only
	return out
}

// runsOn reports whether the last place of a list is where another unit of the player's begins with a list of its own:
// "Bul - Gre, Ser - Alb".
func (a retreatReader) runsOn(m *kit.Match, c *kit.Context, list []kit.Bind) bool {
	if len(list) < 2 || m.To >= len(c.Lexemes) {
		return false
	}
	last := list[len(list)-1]
	_, mine := a.unitAt(locOf(last))
	return mine && last.To == m.To && strings.Contains("-:", c.Word(m.To))
}

// ways returns the places of a list to which a unit can retreat, without duplicates, and why it can't retreat to the
// others. If one place must be queried, the whole list is.
func (a retreatReader) ways(c *kit.Context, list []kit.Bind, u diplomacy.Unit) (can []diplomacy.Loc, out kit.Outcome) {
	for _, b := range list {
		to, bad := a.retreatTo(c, b, u)
		switch {
		case bad.Ask != "":
			return nil, bad
		case bad.Refuse != "":
			out.And(bad)
		case !slices.Contains(can, to):
			can = append(can, to)
		}
	}
	return can, out
}

// retreatTo returns a place to which a unit can retreat.
func (a retreatReader) retreatTo(c *kit.Context, b kit.Bind, u diplomacy.Unit) (diplomacy.Loc, kit.Outcome) {
	at, bad := a.choose(c, b, func(at diplomacy.Loc) error {
		if len(b.Vals) == 1 {
			return nil
		}
		return a.besides(u, at)
	})
	if failed(bad) {
		return at, bad
	}
	to, err := a.reach(u.Type, u.At, at)
	if err != nil {
		return to, refusal("%s", sentenceOf(err))
	}
	return to, a.closed(u, to)
}

// closed refuses a retreat to a place that is not open, on an open board. There this reveals nothing new.
func (a retreatReader) closed(u diplomacy.Unit, to diplomacy.Loc) kit.Outcome {
	i := slices.IndexFunc(a.Ways, func(w Way) bool { return w.Unit == a.unit(u) })
	isOpen := i >= 0 && slices.Contains(a.Ways[i].To, a.Abbr(to))
	if a.kind != retreats || !a.open || isOpen {
		return kit.Outcome{}
	}
	return refusal("%s is not open to a retreat from %s.", a.Name(to), a.the(a.Province(u.At)))
}

// keepsList adds a note that a unit for which the letter has an empty list of retreats keeps the list on file.
func (a retreatReader) keepsList(u diplomacy.Unit, c *kit.Context) {
	k := a.key(u.At)
	list, ok := parseOrder(c.Sheet.Get(k + " R"))
	if ok && c.Given[k+" R"] == "" && c.Given[k] == "" {
		c.Notes = append(c.Notes, keepsItsList(cmp.Or(c.Sheet.Get(k), a.unit(u)), list))
	}
}

// keepsItsList returns a note that an order keeps the list of retreats on file.
func keepsItsList(line string, list order) string {
	return fmt.Sprintf("%s keeps its list of retreats,%s; R NONE takes it back.", line, list.retreats())
}

// anyRetreat reads the standing list of retreats for any unit.
func (a retreatReader) anyRetreat(m *kit.Match, c *kit.Context) kit.Outcome {
	to, bad := a.plain(m.All("rp"), c)
	if failed(bad) {
		return bad
	}
	list := order{retreat: to, off: m.Has("roff")}
	return filing("R", strings.TrimSpace(list.retreats()))
}

// withdraw reads retreats of dislodged units, if these are asked for or a heading says so (DM-25, DM-26).
func (a retreatReader) withdraw(m *kit.Match, c *kit.Context) kit.Outcome {
	switch {
	case m.Form == "WAYON":
		return a.further(m, c)
	case m.Form == "WAYTO" && len(c.Given) > 0: // a signature
		return talk
	case m.Form == "REMOVE" && c.Word(m.To-1) == "weg": // "Wien ist weg" may mean that it is dislodged
		return talk
	}
	us := a.subjects(m, c)
	only := a.pool()
	before, named := a.unitAt(a.namedBefore(c))
	to := append(m.All("w"), m.All("rp")...)
	switch {
	case len(us) > 0:
	case len(only) == 1 && a.kind == retreats:
		us = []ordered{{Unit: only[0]}}
	case named && len(to) > 0:
		us = []ordered{{Unit: before}}
	case m.Form == "WAYTO" || m.Form == "RETREAT":
		return a.whichRetreats(m, c)
	default:
		return talk
	}
	var out kit.Outcome
	for _, u := range us {
		if failed(u.outcome) {
			return u.outcome
		}
		c.Said = append(c.Said, int(u.At))
		x := a.withdrawOne(m, c, u.Unit, to)
		if failed(x) || x.Talk {
			return x
		}
		x.Note = u.note
		out.And(x)
	}
	return out.OrRefusal()
}

// lost reads that a unit was dislodged, which its player is told and need not say.
func (a retreatReader) lost(m *kit.Match, c *kit.Context) kit.Outcome {
	for _, p := range m.All("p") {
		if u, ok := a.unitAt(locOf(p)); ok {
			c.Said = append(c.Said, int(u.At))
		}
	}
	return kit.Outcome{Told: true}
}

// withdrawOne reads the retreat of one dislodged unit.
func (a retreatReader) withdrawOne(m *kit.Match, c *kit.Context, u diplomacy.Unit, to []kit.Bind) kit.Outcome {
	isOwn := func(b kit.Bind) bool { return slices.Contains(b.Vals, int(a.Province(u.At))) }
	if m.Form == "WAYTO" && slices.ContainsFunc(to, isOwn) {
		return talk // its own place is not a retreat
	}
	list := blank(u)
	var out kit.Outcome
	list.retreat, out = a.ways(c, to, u)
	list.off = m.Has("roff") || slices.Contains([]string{"DISBAND", "DISBANDS", "RETOFF", "REMOVE"}, m.Form)
	isList := list.off || slices.Contains([]string{"MOVE", "RETREAT", "WAY", "WAYTO"}, m.Form)
	switch {
	case failed(out):
		return out
	case !isList:
		return question("Retreat where to? For example: %s R Ber, Kie.", a.unit(u))
	case !list.hasList() && len(out.Refused) > 0:
	case a.kind != retreats:
		out.Orders = []kit.Order{list.listed()}
	case len(list.retreat) == 0:
		out.Orders = []kit.Order{{Key: a.key(u.At), Line: a.unit(u) + " DB"}}
	default:
		list.off = false // removal is the only possibility anyway
		out.Orders = []kit.Order{{Key: a.key(u.At), Line: list.listed().Line}}
	}
	return out
}

// further reads where a unit goes if the places in the previous sentence are taken: "Bohemia. If not possible then
// Galicia."
func (a retreatReader) further(m *kit.Match, c *kit.Context) kit.Outcome {
	it := a.pronoun(c)
	if not, named := m.Get("notp"); named { // such as "If Bohemia is taken, then Galicia"
		it = a.listing(c, locOf(not), it)
	}
	if failed(it.outcome) {
		return it.outcome
	}
	key := a.key(it.At)
	list, ok := parseOrder(c.Given[key])
	if !ok || len(list.retreat) == 0 {
		return question(whereTo, a.unit(it.Unit))
	}
	more, out := a.ways(c, m.All("rp"), it.Unit)
	if failed(out) {
		return out
	}
	list.off = list.off || m.Has("roff") && a.kind != retreats
	list.retreat = append(list.retreat, more...)
	out.Adds, out.Orders = true, []kit.Order{{Key: key, Line: list.listed().Line}}
	return out
}

// listing returns the unit that the letter sends to a place, or else another one.
func (a retreatReader) listing(c *kit.Context, to diplomacy.Loc, other ordered) ordered {
	for _, u := range a.pool() {
		list, ok := parseOrder(c.Given[a.key(u.At)])
		isThere := func(at diplomacy.Loc) bool { return a.Province(at) == a.Province(to) }
		if ok && slices.ContainsFunc(list.retreat, isThere) {
			return ordered{Unit: u}
		}
	}
	return other
}

// whichRetreats asks which unit retreats, and suggests those that can retreat to all of the places.
func (a retreatReader) whichRetreats(m *kit.Match, c *kit.Context) kit.Outcome {
	out := question(whichUnit)
	to := append(m.All("w"), m.All("rp")...)
	for _, u := range a.pool() {
		o := blank(u)
		if o.retreat, _ = a.ways(c, to, u); len(o.retreat) == len(to) && len(to) > 0 {
			out.Suggest = append(out.Suggest, o.listed().Line)
		}
	}
	return out
}

// autoOn reads that units without a list retreat by the rule (DM-25).
func (a retreatReader) autoOn(m *kit.Match, c *kit.Context) kit.Outcome {
	if !lineOfItsOwn(m, c) {
		return question("RETREAT AUTO is for all your units: write it on a line of its own.")
	}
	if a.then && !a.always && a.mode != asRetreats {
		return refusal("RETREAT AUTO stands for every season until you take it back: write it without NEXT.")
	}
	return filing(retreatAuto, retreatAuto)
}

// autoOff removes RETREAT AUTO, or the list of retreats of the unit named before.
func (a retreatReader) autoOff(m *kit.Match, c *kit.Context) kit.Outcome {
	word := c.Word(m.From)
	isShort := isWord("retreat", word) && len(word) < len("retreat")
	if at := a.namedBefore(c); isShort && at != diplomacy.NoLoc { // "R NONE" below an order
		return kit.Outcome{Drop: []string{a.key(at) + " R"}}
	}
	if a.then {
		if !slices.ContainsFunc(c.Lexemes[m.From:m.To], func(x kit.Lexeme) bool { return isWord("auto", x.Word) }) {
			a.dropped = append(a.dropped, "R")
		}
		a.dropped = append(a.dropped, retreatAuto)
		return kit.Outcome{}
	}
	out := kit.Outcome{Drop: []string{retreatAuto}}
	if line := c.Sheet.Get("ALWAYS R"); line != "" && c.Sheet.Get(retreatAuto) == "" {
		out.Note = line + " stays on file; ALWAYS R NONE takes it back."
	}
	return out
}
