package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// Suggest processes the places, powers and order keywords in a text that is not an order, from left to right, and
// returns the orders that they may mean.
func (a *author) Suggest(said []kit.Bind, c *kit.Context) []string {
	if a.now != nil {
		return a.now.Suggest(said, c)
	}
	a.sync(c.Sheet)
	g := guess{author: a, c: c, last: c.Last.Line, draft: newDraft(), words: wordsOf(said, c)}
	switch {
	case a.kind == retreats:
		g.retreats()
	case a.inWinter && c.Passed && len(a.gone) == a.Removals && len(a.raised) == a.Builds:
	case a.inWinter:
		g.builds()
	default:
		g.starting()
		g.orders()
		g.replaced()
	}
	return g.out
}

// moveOf returns the move of a unit that is known or may be meant; ok is false if there is none.
func (g *guess) moveOf(u diplomacy.Unit) (order, bool) {
	if !g.c.Completes {
		return order{}, false
	}
	for _, line := range slices.Backward(slices.Concat([]string{g.c.Sheet.Get(g.key(u.At))}, g.meant, g.out)) {
		if o, _ := parseOrder(line); o.verb == move && o.at == u.At {
			return o, true
		}
	}
	return order{}, false
}

// onFile returns the order of a unit that is on file, or a blank one.
func (g *guess) onFile(u diplomacy.Unit) order {
	if o, ok := parseOrder(g.c.Sheet.Get(g.key(u.At))); ok {
		return o
	}
	return blank(u)
}

// helpable returns what was last ordered for a unit in another place, or what that unit helps.
func (g *guess) helpable(at diplomacy.Loc) (target, to diplomacy.Loc) {
	for _, line := range slices.Backward(slices.Concat(g.meant, []string{g.last}, g.out)) {
		o, ok := parseOrder(line)
		if o.verb == support || o.verb == convoy {
			o.at = o.target
		}
		if ok && o.verb != none && o.at != at {
			return o.at, o.to
		}
	}
	return diplomacy.NoLoc, diplomacy.NoLoc
}

// besidesSaid lists classes of words that carry meaning besides names and order keywords.
var besidesSaid = append([]string{"neg", "f", "a", "rest", "like", "it", "look", "if"}, dividing...)

// turning lists classes of phrases that take back or deny: "no wait".
var turning = []string{"neg", "fix", "halt"}

// wordsOf returns the binds with the words between them that name a type of unit, stand for a unit, or separate
// statements, and with punctuation, which has no class.
func wordsOf(said []kit.Bind, c *kit.Context) []kit.Bind {
	var out []kit.Bind
	for i := 0; i < len(c.Lexemes); i++ {
		phrase, is := c.Phrase(i, besidesSaid)
		isSaid := len(said) > 0 && said[0].From == i
		isLonger := is && phrase.To-i > 1 && slices.Contains(turning, phrase.Class)
		switch {
		case isSaid && !(isLonger && phrase.To > said[0].To):
			if isArticle := said[0].Class == "db" && isWord("det", c.Word(i)); !isArticle { // such as "die"
				out = append(out, said[0])
			}
			i, said = said[0].To-1, said[1:]
		case c.Lexemes[i].Kind != kit.Word:
			out = append(out, kit.Bind{From: i, To: i + 1})
		case is && (c.Word(i) != "a" || c.Lexemes[i].Capital && i > 0):
			out = append(out, phrase)
			i = phrase.To - 1
			said = slices.DeleteFunc(slices.Clone(said), func(b kit.Bind) bool { return b.From < phrase.To })
		}
	}
	return out
}

// typeWord returns the type of unit that a word names.
func typeWord(b kit.Bind) (diplomacy.UnitType, bool) {
	return map[string]diplomacy.UnitType{"a": diplomacy.Army, "f": diplomacy.Fleet}[b.Class], b.Class == "a" ||
		b.Class == "f"
}

// A guess is the state of interpreting the words.
type guess struct {
	*author
	c     *kit.Context
	words []kit.Bind
	at    int    // index of the current word
	last  string // the previous order
	draft
	typed   []diplomacy.UnitType // the types that were named since the last place
	far     []order              // moves by sea
	aims    []diplomacy.Loc      // places without units of the player's
	idle    units                // units without an order
	before  verb                 // what the previous units do
	ordered order                // the order that they got, if before is that of an order
	out     []string
}

// A draft is an order under construction.
type draft struct {
	units    units
	word     string          // class of the last order keyword
	likewise bool            // whether the units do the same as the previous ones
	that     bool            // whether it refers to what was said before
	behind   bool            // whether its units follow the order keyword
	bounded  bool            // whether a comma, or a word such as "and", follows its last word
	dash     bool            // whether a dash follows its last word
	joined   bool            // whether such a word is between its units
	not      bool            // whether what follows is denied
	turned   bool            // whether what precedes is denied
	unsure   bool            // whether a word such as "if" precedes it
	fresh    bool            // whether it is about a unit that is being built
	also     []diplomacy.Loc // other places to which the units may go
	order
}

func newDraft() draft { return draft{order: blank(diplomacy.Unit{})} }

// verbOf maps classes of words to the verbs of orders. Other words may mean moves.
var verbOf = map[string]verb{"hold": hold, "db": disband, "spy": spy, "s": support, "c": convoy}

// stays reports whether the last order keyword needs nothing but a unit.
func (d *draft) stays() bool { return verbOf[d.word] == hold || verbOf[d.word] == disband }

// helps reports whether it is a support or a convoy.
func (d *draft) helps() bool { return verbOf[d.word] == support || verbOf[d.word] == convoy }

// hasAim reports whether a place or power is known that the order is about.
func (d *draft) hasAim() bool {
	return d.to != diplomacy.NoLoc || d.target != diplomacy.NoLoc || d.on != diplomacy.Nobody
}

// orders reads orders to units, peeks and votes.
func (g *guess) orders() {
	for i, b := range g.words {
		g.at = i
		switch t, isType := typeWord(b); {
		case isType:
			g.typeSaid(b, t)
		case b.Class == "if":
			g.suppose()
		case b.Class == "neg":
			g.turned = isWord("saysno", g.c.Word(b.From)) // "no, sorry, to Livonia"
			g.not = !g.turned && g.word != "retreat"
		case b.Class == "", slices.Contains(dividing, b.Class):
			g.divide(b)
		case b.Class == "place" && g.not:
			g.deny(b)
		case b.Class == "place":
			g.place(b.Vals)
			g.typed, g.bounded, g.dash = nil, false, false
		case b.Class == "seat":
			g.on = diplomacy.Power(b.Vals[0])
		case b.Class == "it":
			g.referTo()
		case b.Class == "rest":
			if g.finish(); len(g.earlier) == 0 { // otherwise it keeps its orders
				g.units = g.unsaid()
			}
		case g.isVote(b):
			g.out = append(g.out, "VOTE Draw")
		case b.Class == "pas" && g.to != diplomacy.NoLoc && len(g.units) == 0: // "... Kiel, so my peek goes there"
			g.peek(g.to)
		case b.Class == "like":
			g.likewise = true
		case len(b.Vals) == 0 && !g.not:
			g.hear(b.Class)
			g.bounded = false
		}
	}
	isShort := !g.c.Passed || len(g.c.Lexemes) <= shortest
	if it := g.pronoun(g.c); g.isBare() && isShort && g.c.Completes && !failed(it.outcome) { // such as "No. Stand."
		g.units = units{it.Unit}
	}
	g.finish()
	g.bySea()
	g.idlers()
}

// isVote reports whether a word means a draw, and no vote is on file.
func (g *guess) isVote(b kit.Bind) bool {
	isSaid := b.Class == "draw" || b.Class == "vote" && g.c.Completes
	return isSaid && g.Votes && g.c.Sheet.Get("VOTE") == ""
}

// peek adds a peek, if the player has one left.
func (g *guess) peek(at diplomacy.Loc) {
	if g.Peeks > 0 && g.c.Given["PAS"] == "" {
		g.out = append(g.out, "PAS-"+g.key(at))
	}
	g.draft = newDraft()
}

// referTo handles a word such as "it".
func (g *guess) referTo() {
	g.that = len(g.units) > 0
	it := g.pronoun(g.c)
	if g.that || failed(it.outcome) {
		return
	}
	if g.units = (units{it.Unit}); g.unsure { // such as "If dislodged it goes to Picardy"
		g.word = "retreat"
	}
}

// typeSaid handles a type of unit. It begins a new order unless the place of such a unit follows: "the new fleet to
// Kiel and the new army to Ruhr".
func (g *guess) typeSaid(b kit.Bind, t diplomacy.UnitType) {
	isNew := g.word == "build" || b.From > 0 && isWord("newly", g.c.Word(b.From-1))
	stands := g.isNext(1, func(x kit.Bind) bool {
		return x.Class == "place" && (!isNew || slices.ContainsFunc(places(x.Vals), g.concerns))
	})
	if !stands && g.to != diplomacy.NoLoc {
		g.finish()
	}
	g.typed, g.fresh = []diplomacy.UnitType{t}, g.fresh || isNew
}

// isNext reports whether there is a word ahead places after the current one, and such is true of it.
func (g *guess) isNext(ahead int, such func(kit.Bind) bool) bool {
	i := g.at + ahead
	return i < len(g.words) && such(g.words[i])
}

const shortest = 5 // smallest number of lexemes in a sentence with an order keyword and a sign

// isBare reports whether nothing but an order keyword or a destination was said.
func (g *guess) isBare() bool {
	return len(g.units)+len(g.out) == 0 && (g.word == "hold" || g.to != diplomacy.NoLoc)
}

// suppose handles a word such as "if", which may be followed by the retreat of a unit.
func (g *guess) suppose() {
	if g.unsure = true; g.word == "retreat" || len(g.units) == 0 {
		return
	}
	us := g.units
	if isBare := g.word == "" && !g.hasAim(); isBare && g.c.Completes {
		g.word = "hold"
	}
	g.finish()
	g.units, g.word = us, "retreat"
}

// dividing lists classes of words that separate statements.
var dividing = []string{"joint", "companion", "but", "fix", "halt", "reason"}

// divide handles a sign or word that separates statements.
func (g *guess) divide(b kit.Bind) {
	sign := g.c.Word(b.From)
	isPair := len(g.units) == 2 && g.word == "" && !g.hasAim()
	if isPair && b.Class == "" && sign != "-" { // such as "Kie Ruh, Bel Hol"
		g.finish()
	}
	isVerb := func(x kit.Bind) bool { return x.Class != "" && len(x.Vals) == 0 }
	goesOn := sign == "." && g.helps() && !g.isNext(2, isVerb) // such as "Tri supp. Vie-Bud"
	if b.Class != "" || strings.Contains(",;.", sign) && !goesOn {
		g.bounded, g.not = true, false
	}
	g.dash = sign == "-"
}

// deny handles a place to which no unit is to go. The text may be about a unit there.
func (g *guess) deny(b kit.Bind) {
	if u, own := g.unitAt(locOf(b)); own && len(g.units) == 0 {
		g.units = units{u}
	}
}

// ordering lists the classes of order keywords that say what a unit does.
var ordering = []string{"go", "send", "hold", "s", "c", "retreat", "db", "spy", "pas", "look", "build", "remove"}

// hear handles an order keyword. A support "to hold", or of a unit "going to" a place, remains a support.
func (g *guess) hear(class string) {
	isFleet := func(u diplomacy.Unit) bool { return u.Type == diplomacy.Fleet }
	switch {
	case !slices.Contains(ordering, class):
	case class == "c" && len(g.units) > 0 && !slices.ContainsFunc(g.units, isFleet): // "to Albania by way of convoy"
	case g.word == "retreat", g.helps() && g.target != diplomacy.NoLoc:
	case verbOf[class] == support && g.to != diplomacy.NoLoc: // such as "with the support of Bulgaria"
		g.finish()
		g.word, g.behind = class, true
	default:
		g.word = class
	}
}

// place handles a place: that of a unit that gets an order, or another one that an order is about.
func (g *guess) place(vals []int) {
	isHere := func(v int) bool { _, is := g.units.in(g.Province(diplomacy.Loc(v))); return is }
	if slices.ContainsFunc(vals, func(v int) bool { return !isHere(v) }) { // a unit can't go to the place where it is
		vals = slices.DeleteFunc(slices.Clone(vals), isHere)
	}
	at := diplomacy.Loc(vals[0])
	var u diplomacy.Unit
	i := slices.IndexFunc(places(vals), func(at diplomacy.Loc) (own bool) { u, own = g.unitAt(at); return own })
	isAgain := i >= 0 && g.word == "" && slices.Contains(g.units, u) // such as "Tunis - poor Tunis - holds"
	isFree := i < 0 && len(g.units) == 0
	own, isHelped := i >= 0, g.helps() && g.bounded
	isWhole := isHelped || len(g.units) == 0 || g.stays()
	isWhole = isWhole || g.hasAim()
	switch {
	case g.Peeks > 0 && (g.word == "pas" || isFree && g.word == "look"):
		g.peek(at)
	case isFree && g.turned && strings.HasPrefix(g.last, "PAS-"): // such as "Livonia? No, Moscow"
		g.peek(at)
	case isAgain:
	case own && g.behind:
		g.units = append(g.units, u)
	case own && isWhole:
		before := g.draft
		g.finish()
		g.units = units{u}
		switch first := len(before.units) == 0; {
		case first && before.word == "go": // such as "to Holland goes the fleet in the North Sea"
			g.to = before.to
		case first && before.stays(): // such as "the fleet stays in Kiel"
			g.word = before.word
		}
	case own && g.word == "" && !g.dash:
		g.joined = g.bounded
		g.units = append(g.units, u)
	case g.word == "retreat" && len(g.units) > 0:
		g.retreat = append(g.retreat, places(vals)...)
	case g.isBuilt(at):
	case g.helps() && g.target == diplomacy.NoLoc:
		g.target = at
	default:
		g.only()
		g.aims = append(g.aims, at)
		g.to, g.also = at, places(vals[1:])
	}
}

// isBuilt handles a vacant centre in which a unit of the preceding type may be built: "fleet in Sevastopol".
func (g *guess) isBuilt(at diplomacy.Loc) bool {
	if isBuild := len(g.typed) > 0 || g.word == "build"; !isBuild || g.Builds == 0 {
		return false
	}
	if g.vacantCentre(at) != nil {
		return false
	}
	g.finish()
	for _, t := range append(g.typed, diplomacy.Army, diplomacy.Fleet)[:max(1, 2-2*len(g.typed))] {
		if s := g.standing(t, at); !failed(s.outcome) {
			g.out = append(g.out, "Build "+g.author.unit(s.Unit))
			g.units = units{s.Unit}
		}
	}
	return true
}

// only makes the only unit of the last named type the one that gets an order: "the fleet goes to the Black Sea".
func (g *guess) only() {
	if len(g.units) > 0 || len(g.typed) == 0 {
		return
	}
	all := slices.DeleteFunc(g.pool(), func(u diplomacy.Unit) bool {
		return u.Type != g.typed[0] || g.fresh && !slices.Contains(g.raised, u)
	})
	if len(all) == 1 {
		g.units = all
	}
}

// finish adds the order that the words mean, if it is possible, and starts a new draft.
func (g *guess) finish() {
	d := g.draft
	g.draft = newDraft()
	aimless := d.to == diplomacy.NoLoc && d.on == diplomacy.Nobody
	if len(d.units) > 0 && !slices.Contains(g.pool(), d.units[0]) && d.word == "" {
		return // the unit is only built
	}
	if d.likewise && aimless && d.word == "" {
		g.idle = append(g.idle, d.units...)
		return
	}
	isPair := len(d.units) == 2 && !d.joined && aimless
	if isPair && !d.stays() && !d.helps() { // such as "Kie Ruh"
		g.add(supporting(d.units[0], holding(d.units[1]))) // "Trieste sustains Vienna"
		d.units, d.to = d.units[:1], d.units[1].At
	}
	if d.that && aimless && d.word == "" { // such as "Greece sustains her"
		d.word = "s"
	}
	for _, u := range d.units {
		o := d.order
		o.unit, o.at = u.Type, u.At
		v := verbOf[d.word]
		if v == none && g.before == spy {
			v = spy // "and St Petersburg on the Russians"
		}
		spies := v == spy && d.on != diplomacy.Nobody && d.on != g.own
		switch {
		case v == hold, !g.open && (v == disband || spies):
			o.verb = v
		case d.helps():
			o.verb = v
			g.helped(&o)
		case d.to != diplomacy.NoLoc:
			o = g.moving(u, d.to)
		case len(d.retreat) > 0:
			g.withdraw(u, d.retreat)
		case d.word == "go" && g.onFile(u).to != diplomacy.NoLoc: // such as "and now she goes in herself"
			o = g.moving(u, g.onFile(u).to)
		case d.joined && !g.c.Completes:
			o.verb = hold
		default:
			g.idle = append(g.idle, u)
		}
		if n := len(g.out) + len(g.far); o.verb != none {
			if g.add(o); n == len(g.out)+len(g.far) {
				g.idle = append(g.idle, u)
			}
		}
		for _, to := range d.also {
			g.add(g.moving(u, to))
		}
		g.before = o.verb
		_, own := g.unitAt(o.target)
		// "covers Galicia"
		if covers := o.verb == support && o.to == diplomacy.NoLoc; covers && o.target != diplomacy.NoLoc && !own {
			g.add(g.moving(u, o.target))
		}
	}
}

// helped completes a support or convoy with what is known about the unit that it is for.
func (g *guess) helped(o *order) {
	if o.target == diplomacy.NoLoc {
		o.target, o.to = g.helpable(o.at)
	}
	o.target = g.Province(o.target)
	u, ok := g.unitAt(o.target)
	if !ok {
		return
	}
	o.said = u.Type.String() + " "
	if goes, ok := g.moveOf(u); ok && o.to == diplomacy.NoLoc { // such as "Galicia helps her too"
		o.to = g.Province(goes.to)
	}
}

// add adds an order if it is possible as far as the player knows.
func (g *guess) add(o order) {
	if o.verb == move {
		g.last = o.text("") // "and Belgium supports that"
	}
	g.ordered = o
	if isDone := g.c.Completes && g.c.Given[g.key(o.at)] != ""; isDone || !g.isOpen(o.at) {
		return
	}
	helps := o.verb == support || o.verb == convoy
	if isVague := helps && o.target == diplomacy.NoLoc; isVague || o.verb == none {
		return
	}
	if o.verb == move && !g.reaches(o.who(), o.to) {
		g.far = append(g.far, o)
		return
	}
	if g.possible(o) == nil {
		g.out = append(g.out, o.text(""))
	}
}

// isOpen reports whether ignored words may be about the unit in a place.
func (g *guess) isOpen(at diplomacy.Loc) bool {
	is := func(named diplomacy.Loc) bool { return g.Province(named) == g.Province(at) }
	return g.c.Open == nil || slices.ContainsFunc(places(g.c.Open), is)
}
