package successors

import (
	"cmp"
	"slices"
	"strconv"

	"deaddrop/parser/order"
)

// This file drafts what a whole letter may mean: places, units, sides and numbers are filled into shapes of lines,
// whatever words are between them. Drafted lines are only suggested.

// sheetShapes are the shapes of lines for a turn, and standingShapes those of standing orders. The value of a unit is
// its type.
var (
	standingShapes = order.ParseShapes(unitShapes + ruleShapes)
	sheetShapes    = order.ParseShapes(unitShapes + `
buy?  : buy | unit = unit 1-5 each | at = place
move? : go, goon, sail, fight | from = own place 0-1 < from | whose = adj | to = place 1-3 < to
      | by = place <! via | retreat = place 0-2 <! retreat homeward | unit = unit 0-5 each | leader = leader
fight : fight, stayto, weaker, roundw, tilllost | at = place 0-1 < in | against = seat
      | retreat = place 0-2 <! retreat homeward
lend  : lend | seat = seat 1 | unit = unit 1-5 each | at = place
play  : play, chit | n = number | title = title | at = place
pass  : pass
` + ruleShapes)
)

const (
	unitShapes = `
=unit : levy, el, inf/foot, cav, fleet
`
	ruleShapes = `
attacked : if+attack, if+assailed, defend | at = own place 0-1 < in | retreat = place 0-2 <! retreat homeward
lose   : lose, dies | unit = unit 1-5
bonus  : bonus | unit = unit 1-4
give   : give, talent | seat = seat 1 | n = number 1
ally   : ally | seat = seat 1
insist : insist | at = place
`
)

// Shapes returns the shapes of lines for the question that the player is asked.
func (a *author) Shapes() order.Shapes {
	switch a.kind {
	case "turn":
		return sheetShapes
	case "standing":
		return standingShapes
	}
	return order.Shapes{}
}

// A draft is the names and numbers that fill a shape, and the order before it.
type draft struct {
	*author
	order.Fill
	before string
	c      *order.Context
}

// drafts has a function for each form that returns the lines that a fill may stand for.
var drafts = map[string]func(draft) []string{
	"buy":   draft.purchase,
	"move":  draft.moves,
	"fight": draft.battle,
	"play": func(d draft) []string {
		x := react{chit: d.number("n"), when: AnyTurn, at: d.areas("at")}
		if t, ok := d.Is("title"); ok {
			x.chit = t - chitThing
		}
		if !slices.Contains(d.Hand, x.chit) {
			return nil
		}
		return guessing(d.playing(x, false))
	},
	"pass": func(d draft) []string {
		if d.hasTurn(d.c) {
			return nil
		}
		return []string{passes}
	},
	"lend":     draft.loan,
	"attacked": draft.defence,
	"lose":     func(d draft) []string { return []string{standing{lose: d.types()}.words(d.b)} },
	"bonus": func(d draft) []string {
		if slices.Contains(d.types(), Fleet) {
			return nil
		}
		return []string{standing{bonus: d.types()}.words(d.b)}
	},
	"give": func(d draft) []string {
		seat, n := d.seat("seat"), d.number("n")
		if n <= 0 || d.checks().checkGift(gift{n, seat}) != nil {
			return nil
		}
		return []string{gift{n, seat}.words()}
	},
	"ally": func(d draft) []string {
		if seat := d.seat("seat"); d.checks().checkOther(seat, "be allied with") == nil {
			return []string{"ALLY " + seat}
		}
		return nil
	},
	"insist": func(d draft) []string {
		at := append(d.areas("at"), nowhere)
		return []string{standing{insist: []insist{{at: at[0], den: 1}}}.words(d.b)}
	},
}

// Draft returns the lines that the names and numbers in a shape may stand for.
func (a *author) Draft(f order.Fill, before string, c *order.Context) []string {
	notes, vague := a.notes, a.vague
	defer func() { a.notes, a.vague = notes, vague }()
	return slices.DeleteFunc(drafts[f.Form](draft{a, f, before, c}), func(line string) bool { return !a.Fits(line) })
}

// Join adds the limits of a battle to the one that is drafted before it, or to the move that it belongs to.
func (a *author) Join(before, line string) (string, bool) {
	was, now := a.lineOf(before), a.lineOf(line)
	if len(was.fights) != 1 || len(now.fights) != 1 || len(now.moves) > 0 || was.fights[0].at != now.fights[0].at {
		return "", false
	}
	f := &was.fights[0]
	f.limit, f.against = f.limit.with(now.fights[0].limit), cmp.Or(f.against, now.fights[0].against)
	joined := was.words(a.b)
	return joined, a.Fits(joined)
}

// Fits reports whether lines could be on file in the present situation.
func (a *author) Fits(lines string) bool {
	s, err := parseSheet(a.b, a.kind, lines)
	if err != nil {
		return false
	}
	for _, x := range s.buy {
		err = first(err, a.checks().checkPurchase(x))
	}
	for _, x := range s.moves {
		err = first(err, a.checks().checkMove(x))
	}
	for _, x := range s.fights {
		err = first(err, a.checks().checkFight(x))
	}
	for _, x := range s.rules.attacked {
		err = first(err, a.checks().checkAttacked(x))
	}
	return err == nil
}

// first returns the first of two errors.
func first(x, y error) error {
	if x != nil {
		return x
	}
	return y
}

// Spell returns the name of a place, a type of units, a side or a chit in normal form.
func (a *author) Spell(b order.Bind) string {
	switch b.Class {
	case "place", "adj":
		return a.b.Name(a.likeliest(b))
	case "unit":
		return Type(b.Vals[0]).short()
	case "leader":
		return "LEADER"
	case "title":
		return strconv.Itoa(b.Vals[0] - chitThing)
	}
	return seatName(b.Vals[0])
}

// Place returns a drafted line as it is.
func (a *author) Place(line string, _ int, _ *order.Context) string { return line }

// number returns the number in a slot; 0 if there is none.
func (d draft) number(slot string) int {
	n, _ := d.Is(slot)
	return n
}

// seat returns the side in a slot; "" if there is none.
func (d draft) seat(slot string) string {
	n, ok := d.Is(slot)
	if !ok {
		return ""
	}
	return seatName(n)
}

// areas returns the areas in a slot.
func (d draft) areas(slot string) (out []Area) {
	for _, b := range d.Slots[slot] {
		out = append(out, d.likeliest(b))
	}
	return out
}

// types returns the types of units in the draft.
func (d draft) types() (out []Type) {
	for _, b := range d.Slots["unit"] {
		out = append(out, Type(b.Vals[0]))
	}
	return out
}

// portions returns the units in the draft, where those without a number are none.
func (d draft) portions(none int) (out []portion) {
	for _, b := range d.Slots["unit"] {
		n := b.Count
		if n == 0 {
			n = none
		}
		out = append(out, portion{n, Type(b.Vals[0])})
	}
	return out
}

// purchase returns a purchase of the units: one of each type without a number. Units in a sentence about something else
// are not bought.
func (d draft) purchase() []string {
	from, to := d.c.Around(d.From, d.To)
	for _, verb := range []string{"go", "goon", "sail", "fight", "retreat", "stay", "lend"} {
		if !d.Says("buy") && len(d.c.Find(verb, from, to)) > 0 {
			return nil
		}
	}
	at := append(d.areas("at"), nowhere)[0]
	if at != nowhere && d.b.Name(at) == d.me().Home {
		at = nowhere
	}
	return guessing(purchaseReader{d.author}.bought("", at, d.portions(1), guessed("BUY"), d.c))
}

// moves returns a move of the units, with the battle that it leads to.
func (d draft) moves() []string {
	g := marching{move: move{land: nowhere, sail: d.Says("sail", "bysea")}, from: nowhere, party: troop{units: d.portions(theUnits)},
		everything: d.Says("everything"), seq: append(d.areas("by"), d.areas("to")...)}
	for _, at := range append(d.areas("from"), d.areas("whose")...) {
		g.from = at
	}
	leader, named := d.Slots["leader"], false
	g.party.leader = len(leader) > 0 && !d.stays(leader[0])
	for _, b := range d.Slots["to"] { // such as "Syria-Cappadocia, and one from Babylonia"
		if one(d.c.Word(b.From-1), "from", "of", "von", "aus") {
			return nil
		}
	}
	named = len(g.party.units) > 0 || g.party.leader || g.everything
	if !named && (g.from == nowhere || !d.Says("go", "goon", "sail", "fight")) {
		return nil
	}
	last := g.seq[len(g.seq)-1]
	isFleet := func(p portion) bool { return p.unit == Fleet }
	if slices.ContainsFunc(g.party.units, isFleet) && len(g.seq) > 1 && d.hostile(last, d.Seat) {
		g.land, g.seq = last, g.seq[:len(g.seq)-1]
	}
	out := guessing(d.settled(g, guessed("MOVE"), d.c))
	if d.hostile(last, d.Seat) && len(d.c.Find("fight", d.From, d.To)) > 0 {
		f := fight{at: last, limit: d.limit()}
		for i := range out {
			if d.checks().checkFight(f) == nil {
				out[i] += "\n" + f.words(d.b)
			}
		}
	}
	return out
}

// stays reports whether words right behind units say that they stay where they are.
func (d draft) stays(b order.Bind) bool {
	const near = 2
	return len(d.c.Find("stay", b.To, min(len(d.c.Lexemes), b.To+near))) > 0
}

// loan returns a loan of units.
func (d draft) loan() []string {
	l := loan{at: append(d.areas("at"), nowhere)[0], to: d.seat("seat"), units: d.portions(all)}
	if d.checks().checkOther(l.to, "lend to") != nil || d.checks().checkLoan(l) != nil {
		return nil
	}
	return []string{standing{lend: []loan{l}}.words(d.b)}
}

// battle returns a battle in the place that is named, or where the move before it ends.
func (d draft) battle() []string {
	at := d.areas("at")
	for _, m := range d.lineOf(d.before).moves {
		at = append(at, destination(m))
	}
	if len(at) == 0 || !d.hostile(at[0], d.Seat) || d.Says("assailed") {
		return nil
	}
	f := fight{at: at[0], against: d.seat("against"), limit: d.limit()}
	for i := d.From; i <= d.To && f.limit.rounds+f.limit.losses == 0; i++ {
		if _, counts := order.Numeral(d.c.Word(i)); counts { // such as "fight Susiana 3"
			return nil
		}
	}
	return guessing(battleReader{d.author}.fighting(f, 0, guessed("FIGHT"), d.c))
}

// defence returns what is done in an own province, or anywhere, when somebody attacks.
func (d draft) defence() []string {
	x := attacked{append(d.areas("at"), nowhere)[0], d.limit()}
	fights := d.Says("fight", "defend") || x.limit.odds || x.limit.stay || x.limit.losses > 0
	switch {
	case fights && x.limit.stay:
		x.limit.retreat = nil
	case !fights && !d.Says("retreat"):
		return nil
	case !fights && x.limit.rounds == 0:
		x.limit.rounds = 1
	}
	return []string{standing{attacked: []attacked{x}}.words(d.b)}
}

// limit returns the limits of a battle that the sentence of the draft names.
func (d draft) limit() (out limit) {
	from, to := d.c.Around(d.From, d.To)
	end := from
	for _, m := range d.c.Matches("lim1", from, to) {
		if m.From < end {
			continue
		}
		end = m.To
		l, err := battleReader{d.author}.limit(m, d.c)
		if err == nil {
			out = out.with(l)
		}
	}
	if len(out.retreat) == 0 {
		for _, at := range d.areas("retreat") {
			out.retreat = append(out.retreat, flight{to: at})
		}
	}
	if out.stay {
		out.retreat = nil
	}
	return out
}
