package successors

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// A battleReader reads orders about battles: battles that a player seeks, what the player does when attacked, and
// answers after a round.
type battleReader struct{ *author }

const (
	howToFight = "Which battle? For example: FIGHT Babylonia, or FIGHT Babylonia AGAINST Blue ROUNDS 3 ELSE RETREAT " +
		"Susiana."
	howToAnswer = "For example: IF ATTACKED AT Babylonia FIGHT ROUNDS 2 ELSE RETREAT Susiana; IF ATTACKED ANYWHERE " +
		"RETREAT."
	noAttackers = "A standing order for a battle counts no matter who attacks. Is that what you want?"
)

// seek reads a battle that the writer wants in their turn.
func (a battleReader) seek(m *order.Match, c *order.Context) order.Outcome {
	f := fight{at: nowhere, against: seatOf(m, "s")}
	if at, ok := m.Get("a"); ok {
		f.at = a.area(at)
	}
	there := f.at == nowhere
	if there {
		var ok bool
		if f.at, ok = a.lastBattle(c); !ok {
			return a.whichBattle(m, c)
		}
		a.note("Read as a battle in %s.", a.b.Name(f.at))
	}
	var bad error
	if f.limit, bad = a.limit(m, c); bad != nil {
		return refusal(bad)
	}
	// "If attacked in Syria, retreat. Babylonia: fight to the end."
	own := a.Own("place", []int{int(f.at)}) && !a.hostile(f.at, a.Seat) && kindOf(c.Last.Key) == "ATTACKED"
	if a.kind == "standing" || own && !there {
		return a.ifAttackedToo(m, c)
	}
	if n := numberAt(m, "fa", c); n > 0 {
		return question("%d of what? For example: FIGHT Babylonia ROUNDS 3 UNTIL LOSSES 4 ELSE RETREAT Susiana.", n)
	}
	return a.fighting(f, numberAt(m, "k", c), m, c)
}

// whichBattle asks for the place of a battle, and suggests the one where the letter has named an enemy.
func (a battleReader) whichBattle(m *order.Match, c *order.Context) order.Outcome {
	out := order.Outcome{Ask: howToFight}
	if l, err := a.limit(m, c); err == nil && a.foe != nowhere {
		out.Suggest = guessing(a.fighting(fight{at: a.foe, limit: l}, 0, m, c))
	}
	return out
}

// lastBattle returns the province of the last move or battle in the letter, to which a battle without a place refers;
// false if there is none.
func (a battleReader) lastBattle(c *order.Context) (Area, bool) {
	for _, kind := range []string{"MOVE", "FIGHT"} {
		last, ok := a.given(kind, c)
		isFight := kind == "MOVE" && kindOf(c.Last.Key) == "FIGHT"
		if !ok || isFight && a.has(c, "FIGHT") {
			continue
		}
		s := a.lineOf(last.Line)
		if kind == "FIGHT" {
			return s.fights[0].at, true
		}
		at := destination(s.moves[0])
		return at, !a.b.IsSea(at) || a.rules[optSea] != "always"
	}
	return nowhere, false
}

// fighting files a battle that the player seeks. It passes its limit on to a fight of the letter in the same place
// that has none.
func (a battleReader) fighting(f fight, slot int, m *order.Match, c *order.Context) order.Outcome {
	if a.b.IsSea(f.at) && a.rules[optSea] == "always" {
		a.note("Fleets fight when they enter a sea with unfriendly fleets, and only then; FIGHT %s does not change "+
			"that (SU-26).", a.b.Name(f.at))
	}
	if err := a.checks().checkFight(f); err != nil {
		return refusal(err)
	}
	o := a.put("FIGHT", f.words(a.b), slot, m, c)
	for _, key := range c.Sheet.Keys() {
		if kindOf(key) != "FIGHT" {
			continue
		}
		s := a.lineOf(c.Sheet.Get(key))
		was, given := s.fights[0], c.Given[key] != ""
		isOpen := was.at == f.at && was.limit.isDefault() && one(was.against, f.against, "")
		open := given && isOpen || m.Form == "REFIGHT"
		if slot > 0 && !given && was.battle() == f.battle() && key != o.Orders[0].Key {
			o.Drop = append(o.Drop, key)
			continue
		}
		if was.battle() == f.battle() || open && was.at == f.at {
			if open && f.against == "" {
				f.against = was.against
			}
			if again := m.Form == "REFIGHT" && !f.limit.stay; again && len(f.limit.retreat) == 0 {
				f.limit.retreat = was.limit.retreat
			}
			o.Orders = []order.Order{{Key: key, Line: f.words(a.b)}}
			o.Adds = open
			o.Drop = slices.DeleteFunc(o.Drop, func(k string) bool { return k == key })
		}
	}
	return o
}

// amendFight adds a limit to the last battle of the letter: "After that I retreat to Babylonia."
func (a battleReader) amendFight(m *order.Match, c *order.Context) order.Outcome {
	line, given := c.Given[c.Last.Key]
	l, err := a.limit(m, c)
	switch {
	case err != nil:
		return refusal(err)
	case !given && a.foe != nowhere && a.kind == "turn":
		return a.whichBattle(m, c)
	case !given && len(m.All("rt")) > 0:
		return a.retreatsWhen(m, c)
	case !given || !one(kindOf(c.Last.Key), "FIGHT", "ATTACKED"):
		return order.Outcome{Talk: true}
	}
	s := a.lineOf(line)
	o := order.Outcome{Adds: true}
	if len(s.fights) > 0 {
		f := s.fights[0]
		if f.limit = f.limit.with(l); f.limit.stay && len(f.limit.retreat) > 0 {
			return order.Outcome{Ask: endOrRetreat}
		}
		if err := a.checks().checkLimit(f.at, f.limit); err != nil {
			return refusal(err)
		}
		o.Orders = []order.Order{{Key: c.Last.Key, Line: f.words(a.b)}}
		return o
	}
	x := s.rules.attacked[0]
	x.limit = x.limit.with(l)
	if err := a.checks().checkAttacked(x); err != nil {
		return refusal(err)
	}
	o.Orders = []order.Order{{Key: c.Last.Key, Line: standing{attacked: []attacked{x}}.words(a.b)}}
	return o
}

// retreatsWhen asks which battle a retreat is for.
func (a battleReader) retreatsWhen(*order.Match, *order.Context) order.Outcome {
	return order.Outcome{Ask: "Say where to retreat together with the battle: FIGHT Babylonia ROUNDS 2 ELSE RETREAT " +
		"Susiana; or, when you are attacked: IF ATTACKED ANYWHERE RETREAT Susiana."}
}

// doThat asks what is to be done, as in "If so, do that."
func (a battleReader) doThat(*order.Match, *order.Context) order.Outcome {
	return order.Outcome{Ask: "What should be done? Write it as an order, with the units and the places."}
}

// with returns a limit extended by another one.
func (l limit) with(x limit) limit {
	if x.rounds > 0 {
		l.rounds = x.rounds
	}
	if x.losses > 0 {
		l.losses = x.losses
	}
	l.odds, l.stay = l.odds || x.odds, l.stay || x.stay
	l.retreat, l.rear = append(l.retreat, x.retreat...), append(l.rear, x.rear...)
	return l
}

const endOrRetreat = "TO THE END means no retreat. Which of the two do you want?"

// limit reads how long to fight, and where to retreat to afterwards.
func (a battleReader) limit(m *order.Match, c *order.Context) (limit, error) {
	var l limit
	l.rounds, l.losses = numberAt(m, "r", c), numberAt(m, "ls", c)
	l.odds, l.stay = m.Has("od"), m.Has("st")
	if len(m.All("ls")) > 1 || len(m.All("r")) > 1 {
		return l, order.Complain("This says twice how long to fight. Write each battle on a line of its own.")
	}
	if err := a.whither(m, c, &l); err != nil {
		return l, err
	}
	switch {
	case l.stay && (m.Has("rt") || len(l.rear) > 0):
		return l, order.Complain(endOrRetreat)
	case l.rounds > order.MaxNumber-1 || l.losses > order.MaxNumber-1:
		return l, order.Complain("That is a very large number; leave it out for no limit.")
	}
	return l, nil
}

// whither reads where to retreat to, best first, and which units go there or stay, if the match says.
func (a battleReader) whither(m *order.Match, c *order.Context, l *limit) error {
	for _, d := range m.All("rp") {
		f := flight{to: nowhere}
		if z := m.Within("z", d); len(z) > 0 {
			f.to = a.area(z[0])
		}
		for _, w := range m.Within("w", d) {
			units, err := a.landParty(m, w, c)
			if err != nil {
				return err
			}
			f.units = units
		}
		if f.to != nowhere && a.b.IsSea(f.to) {
			return order.Complain("%s is a sea. Retreat to which province?", a.b.Name(f.to))
		}
		l.retreat = append(l.retreat, f)
	}
	if len(l.retreat) == 1 && l.retreat[0].to == nowhere && len(l.retreat[0].units) == 0 {
		l.retreat = nil
	}
	parts := slices.DeleteFunc(slices.Clone(l.retreat), func(f flight) bool { return len(f.units) == 0 })
	if len(parts) > 1 && a.rules[optRetreat] == "one" {
		a.note("All units that retreat after a round go to one province in this game (SU-18): the first of these " +
			"that can be entered counts.")
	}
	if len(l.retreat) > maxPath {
		return order.Complain("These are too many provinces.")
	}
	for _, b := range m.All("rear") {
		units, err := a.landParty(m, b, c)
		if err != nil {
			return err
		}
		l.rear = append(l.rear, units...)
	}
	return nil
}

// landParty reads land units, each with its number.
func (a battleReader) landParty(m *order.Match, in order.Bind, c *order.Context) ([]portion, error) {
	p, err := a.party(m, in, c)
	if err != nil {
		return nil, err
	}
	for i, x := range p.units {
		switch {
		case x.unit == Fleet:
			return nil, order.Complain("Fleets don't fight on land.")
		case x.n == theUnits || x.n == bareUnits:
			p.units[i].n = all
		case x.n < all:
			return nil, order.Complain("How many %s?", x.unit.short())
		}
	}
	return p.units, nil
}

// attackFrom reads a combined move and battle: "attack Susiana from Babylonia with 3 inf".
func (a battleReader) attackFrom(m *order.Match, c *order.Context) order.Outcome {
	at, _ := m.Get("a")
	g, err := a.marching(m, c)
	if err != nil {
		return refusal(err)
	}
	g.seq = []Area{a.area(at)}
	out := a.settled(g, m, c)
	if failed(out) {
		return out
	}
	f := fight{at: a.area(at), against: seatOf(m, "s")}
	if f.limit, err = a.limit(m, c); err != nil {
		return refusal(err)
	}
	battle := a.fighting(f, 0, m, c)
	if failed(battle) {
		return battle
	}
	a.note("Read as %s, and %s.", out.Orders[0].Line, battle.Orders[0].Line)
	out.And(battle)
	return out
}

// take reads "take Susiana with 3 inf": a move, and a battle where enemies are.
func (a battleReader) take(m *order.Match, c *order.Context) order.Outcome {
	if at, _ := m.Get("a"); a.hostile(a.area(at), a.Seat) {
		return a.attackFrom(m, c)
	}
	return a.march(m, c)
}

// ifAttacked reads what a player does when attacked.
func (a battleReader) ifAttacked(m *order.Match, c *order.Context) order.Outcome {
	at := a.areasOf(append(m.All("b"), m.All("a")...))
	there, sure := nowhere, true
	if len(at) == 0 && !m.Has("any") {
		there, sure = a.placeBefore(m, c)
	}
	if m.Has("any") || len(at) == 0 {
		at = append(at, there)
	}
	if m.Form == "ASKIFATT" {
		return order.Outcome{Ask: "What then: FIGHT or RETREAT? " + howToAnswer}
	}
	l, err := a.limit(m, c)
	if err != nil {
		return refusal(err)
	}
	if n := numberAt(m, "fa", c); n > 0 && l.rounds == 0 {
		a.note("FIGHT %d was read as FIGHT ROUNDS %d.", n, n)
		l.rounds = n
	}
	fights := m.Has("fw") || m.Form == "FIGHT"
	fights = fights || l.odds || l.stay || l.losses > 0
	if m.Has("rt") && !fights && l.rounds == 0 {
		l.rounds = 1
	}
	var out order.Outcome
	for _, at := range at {
		x := attacked{at, l}
		if at != nowhere && a.b.IsSea(at) {
			return refusal(order.Complain("%s is a sea. %s", a.b.Name(at), howToAnswer))
		}
		if err := a.checks().checkAttacked(x); err != nil {
			return refusal(err)
		}
		out.Orders = append(out.Orders, order.Order{Key: "ATTACKED" + a.b.atPlace(at),
			Line: standing{attacked: []attacked{x}}.words(a.b)})
	}
	switch {
	case m.Has("by"):
		return order.Outcome{Ask: noAttackers, Suggest: linesOf(out)}
	case !sure:
		return order.Outcome{Ask: "In which province? " + howToAnswer, Suggest: linesOf(out)}
	}
	return out
}

// placeBefore returns the only province of the player's that is named shortly before words that refer to it, nowhere if
// there are no such words. It is sure if they are words such as "there", and not "they".
func (a battleReader) placeBefore(m *order.Match, c *order.Context) (at Area, sure bool) {
	refers, vague := m.Has("th"), false
	for i := m.From; i <= m.To; i++ {
		refers = refers || one(c.Word(i), "there", "dort")
		// "they" behind "if" are the enemies
		vague = vague || one(c.Word(i), "they", "sie") && !a.b.lexicon().Is(c.Word(i-1), "if")
	}
	if !refers && !vague {
		return nowhere, true
	}
	at = a.onlyOwn(c.NamedBefore(m.From))
	return at, refers == (at != nowhere)
}

// onlyOwn returns the only province of the player's in the first of some lists of names that has one; nowhere if there
// is none, or several.
func (a *author) onlyOwn(own, before []order.Bind) Area {
	for _, named := range [][]order.Bind{own, before} {
		at := nowhere
		for _, b := range named {
			if b.Class != "place" || !a.Own("place", b.Vals) {
				continue
			}
			if at != nowhere && at != a.likeliest(b) {
				return nowhere
			}
			at = a.likeliest(b)
		}
		if at != nowhere {
			return at
		}
	}
	return nowhere
}

// sameToo reads a province in which the player does the same as in the one before it: "The same for Parthia, also to
// Hyrcania."
func (a battleReader) sameToo(m *order.Match, c *order.Context) order.Outcome {
	line, given := c.Given[c.Last.Key]
	if !given || kindOf(c.Last.Key) != "ATTACKED" {
		return order.Outcome{Talk: true}
	}
	l, err := a.limit(m, c)
	if err != nil {
		return refusal(err)
	}
	x := a.lineOf(line).rules.attacked[0]
	at, _ := m.Get("b")
	if x.at = a.area(at); len(l.retreat) > 0 {
		x.limit.retreat = l.retreat
	}
	if err := a.checks().checkAttacked(x); err != nil {
		return refusal(err)
	}
	return filed("ATTACKED"+a.b.atPlace(x.at), standing{attacked: []attacked{x}}.words(a.b))
}

// attackedWhere asks for the province of an answer to attacks, behind words that name none: "IF ATTACKED AT Atlantis".
func (a battleReader) attackedWhere(*order.Match, *order.Context) order.Outcome {
	return order.Outcome{Ask: "In which province? There is none of that name. " + howToAnswer}
}

// ifAttackedToo reads a further place and what is done there, after another order about being attacked: "Susiana:
// retreat".
func (a battleReader) ifAttackedToo(m *order.Match, c *order.Context) order.Outcome {
	switch {
	case kindOf(c.Last.Key) == "ATTACKED", a.listed == attackedList:
	case a.kind != "standing":
		return order.Outcome{Talk: true}
	default:
		out := a.ifAttacked(m, c)
		return order.Outcome{Ask: "Is this for when you are attacked? " + howToAnswer, Suggest: linesOf(out)}
	}
	return a.ifAttacked(m, c)
}

// insists reads "INSIST ON BATTLE AT Babylonia IF ODDS >= 3:2".
func (a battleReader) insists(m *order.Match, c *order.Context) order.Outcome {
	const how = "Where, and at which odds? For example: INSIST ON BATTLE AT Babylonia IF ODDS >= 3:2."
	if m.Form == "ASKINSIST" {
		return order.Outcome{Ask: how}
	}
	in := insist{num: numberAt(m, "x", c), den: 1}
	if m.Has("y") {
		in.den = numberAt(m, "y", c)
	}
	if tenths, ok := m.Get("y10"); ok {
		for range c.Word(tenths.From) {
			in.num, in.den = in.num*10, in.den*10
		}
		in.num += numeral(tenths, c)
		for _, d := range []int{2, 2, 5, 5} {
			if in.num%d == 0 && in.den%d == 0 {
				in.num, in.den = in.num/d, in.den/d
			}
		}
	}
	if isNone := in.num == 0 || in.den == 0; m.Has("x") && isNone || max(in.num, in.den) > maxUnits {
		return refusal(order.Complain("Odds are two numbers from 1 to %d. %s", maxUnits, how))
	}
	at := a.areasOf(m.All("b"))
	if len(at) == 0 {
		at = []Area{nowhere}
	}
	var out order.Outcome
	for _, in.at = range at {
		if in.at != nowhere && a.b.IsSea(in.at) && a.rules[optSea] == "always" {
			return refusal(order.Complain("%s is a sea, and fleets fight there when they enter it and find "+
				"unfriendly ones (SU-26). %s", a.b.Name(in.at), how))
		}
		out.Orders = append(out.Orders, order.Order{Key: "INSIST" + a.b.atPlace(in.at),
			Line: standing{insist: []insist{in}}.words(a.b)})
	}
	return out
}

// fightsOn reads FIGHT as an answer after a round of battle, and retreats reads RETREAT with its destination.
func (a battleReader) fightsOn(*order.Match, *order.Context) order.Outcome {
	return filed("BATTLE", "FIGHT")
}

func (a battleReader) retreats(m *order.Match, c *order.Context) order.Outcome {
	var l limit
	if err := a.whither(m, c, &l); err != nil {
		return refusal(err)
	}
	d := decision{retreat: l.retreat, rear: l.rear}
	if len(d.retreat) == 0 {
		d.retreat = []flight{{to: nowhere}}
	}
	if err := a.checks().checkDecision(d); err != nil {
		return refusal(err)
	}
	return filed("BATTLE", d.words(a.b))
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "no provinces"
	}
	return adjudicator.Listed(names, "and")
}

// lastly moves the entry for all other places to the end of a list.
func lastly[T any](list []T, is func(T) bool) {
	slices.SortStableFunc(list, func(x, y T) int {
		switch {
		case is(x) == is(y):
			return 0
		case is(x):
			return 1
		}
		return -1
	})
}
