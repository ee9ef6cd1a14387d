package dishonest

import (
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

const maxParts = 12 // alternatives of what is committed, and conditions of one

const howToFight = "What is committed and done? For example: SUPPLY 3 CARD 41 IF DEPLOYED >= 1 ELSE SUPPLY 2; LOSE INF, ARM; RETREAT Libya, Balkans."

// battle reads "Egypt: SUPPLY 3 ..." of an attacker.
func (s *sheetReader) battle(c *cursor) (order, error) {
	o := order{at: nowhere}
	c.Skip("at", "in", "for", "of", "on")
	if !c.Accept("any", "anywhere", "all", "everywhere", "every") {
		at, err := s.needArea(c, "Which battle? For example: BATTLE Egypt: SUPPLY 3 CARD 41.")
		if err != nil {
			return o, err
		}
		o.at = at
	}
	c.Skip("battle", "battles")
	if err := s.wanted(c, &o); err != nil {
		return o, err
	}
	if len(o.deploy) > 0 {
		return o, complain("Only the defender deploys fighters (DD-26); those that attack are named in the moves.")
	}
	return o, nil
}

// wanted reads what is wanted in a battle: DEPLOY, SUPPLY, CARD, LOSE and RETREAT, in any order, with or without signs between them.
func (r *reader) wanted(c *cursor, o *order) error {
	c.Skip(":", ",", ";", parser.Dash)
	if c.None() {
		c.Pos++
		return nil
	}
	x := stakes{reader: r}
	for !c.Done() {
		if c.Skip(",", ";", ".", "and", "then", "with", "use", "using", "commit", "play", "add", "plus", "(", ")"); c.Done() {
			break
		}
		if err := r.wish(c, o, &x); err != nil {
			return err
		}
	}
	if err := x.end(); err != nil {
		return err
	}
	o.stakes = x.list
	if o.isNone() {
		return complain("%s", howToFight)
	}
	return nil
}

// wish reads the next part of an order for a battle.
func (r *reader) wish(c *cursor, o *order, x *stakes) (err error) {
	v, used := r.verbAt(c, 0)
	switch {
	case c.Accept("deploy", "deploys", "deploying"):
		more, err := r.deploys(c)
		for _, d := range more {
			o.deploy = putDeploy(o.deploy, d)
		}
		return err
	case v == doLose:
		c.Pos += used
		c.Skip("first", ":", "in", "order")
		o.lose, err = r.types(c, "Which units go first? For example: LOSE INF, ARM.")
		return err
	case c.Accept("retreat", "retreats", "retreating", "retreat:"):
		c.Skip("to", ":", "into")
		o.retreat, err = r.areaList(c, "Retreat where? For example: RETREAT Libya, Balkans.")
		return err
	case c.Accept("else", "otherwise", "or", "|"):
		c.Skip("or", "else", "otherwise", "|")
		return x.next()
	case c.Accept("if", "when"):
		return x.condition(c)
	}
	return x.commit(c)
}

// deploys reads "1 FTR Levant, ALL FTR FROM Iraq".
func (r *reader) deploys(c *cursor) ([]deploy, error) {
	const how = "Which fighters, and from where? For example: DEPLOY 1 FTR Levant."
	var out []deploy
	for {
		c.Skip(":", "and", ",")
		n, t, ok, err := r.some(c)
		switch {
		case err != nil:
			return nil, err
		case ok && t != Fighter:
			return nil, complain("Only fighters are deployed (DD-26). %s", how)
		case !ok:
			if n, ok = c.Number(); !ok {
				n = all
				c.Accept("all")
			}
			if n == 0 || n > maxUnits {
				return nil, complain("%s", how)
			}
		}
		c.Skip("from", "in", "at", "of", ":")
		a, err := r.needRegion(c, how)
		if err != nil {
			return nil, err
		}
		out = putDeploy(out, deploy{n, a})
		mark := c.Pos
		c.Skip(",", "and", ";")
		at := *c
		notes := len(r.notes)
		_, t, ok, _ = r.some(&at)
		at.Skip("from", "in", "at", "of")
		more := c.Pos > mark && (ok && t == Fighter && r.isPlace(&at) || r.isPlace(c))
		if r.notes = r.notes[:notes]; !more {
			c.Pos = mark
			return out, nil
		}
	}
}

// stakes are what is committed, as its words come in.
type stakes struct {
	*reader
	list     []stake
	now      stake
	supplied bool // cubes of the stake were named
	begun    bool // something of it was
}

// end puts the stake on the list that was begun.
func (x *stakes) end() error {
	if !x.begun {
		return nil
	}
	if !x.supplied && x.now.card == 0 {
		return complain("What is committed then? %s", howToFight)
	}
	x.list = append(x.list, x.now)
	x.now, x.supplied, x.begun = stake{}, false, false
	if len(x.list) > maxParts {
		return complain("There can be %d alternatives.", maxParts)
	}
	return nil
}

// next begins another, for when the condition before does not hold.
func (x *stakes) next() error {
	if !x.begun {
		return complain("ELSE stands between two commitments. %s", howToFight)
	}
	return x.end()
}

// commit reads cubes or a card.
func (x *stakes) commit(c *cursor) error {
	mark := c.Pos
	n, counted := c.Number()
	if !counted && c.Accept("all", "everything") {
		n, counted = all, true
	}
	if !counted && c.Accept("no", "nothing", "none") {
		n, counted = 0, true
		if c.Peek() == "card" {
			c.Pos++
			return nil
		}
	}
	if res, ok := x.resource(c); ok {
		return x.cubes(c, res, n, counted)
	}
	c.Pos = mark
	if card := x.reader.card(c); card != 0 && (c.Tokens[mark].Word == "card" || !counted) {
		return x.play(card)
	}
	if c.Pos = mark; c.Accept("nothing", "none") {
		return x.cubes(c, Supply, 0, true)
	}
	return complain("I don't understand %q there. %s", c.Rest(), howToFight)
}

// cubes adds those that were named.
func (x *stakes) cubes(c *cursor, res Resource, n int, counted bool) error {
	if !counted {
		c.Skip(":", "=")
		if n, counted = c.Number(); !counted && c.Accept("all") {
			n, counted = all, true
		}
	}
	switch {
	case !counted:
		return complain("How much supply? For example: SUPPLY 3.")
	case res != Supply && res != Oil:
		return complain("Supply is committed, and oil in its place (DD-27).")
	case n > maxUnits, x.now.supply+n > orders.MaxNumber:
		return complain("Nobody has so much supply.")
	}
	switch {
	case x.supplied && len(x.now.when) > 0:
		if err := x.end(); err != nil {
			return err
		}
	case res == Oil && !x.oily(n):
		return complain("Oil is not committed by itself: supply goes first, and oil in its place where that runs out " +
			"(DD-27). How many cubes are it together? For example: SUPPLY 3.")
	case x.supplied && res == Supply:
		return complain("Supply was named already. Write IF and ELSE between two commitments. %s", howToFight)
	}
	if x.now.supply == all || n == all {
		x.now.supply = all
	} else {
		x.now.supply += n // oil follows where supply runs out
	}
	x.supplied, x.begun = true, true
	return nil
}

// oily reports whether oil that is named is what is committed: the supply named before it is all there is.
func (x *stakes) oily(n int) bool {
	if n == 0 {
		return true
	}
	return x.supplied && (x.now.supply == all || x.now.supply >= x.v.Stock[Supply])
}

// play adds a card.
func (x *stakes) play(card int) error {
	if x.b.card(card) == nil {
		return complain("There is no card %d in this edition.", card)
	}
	switch {
	case x.now.card != 0 && len(x.now.when) > 0:
		if err := x.end(); err != nil {
			return err
		}
	case x.now.card != 0:
		return complain("One card at most is committed to a battle (DD-27). Write IF and ELSE between two commitments.")
	}
	x.now.card, x.begun = card, true
	return nil
}

// condition reads one or several of a stake.
func (x *stakes) condition(c *cursor) error {
	if len(x.now.when) > 0 {
		if err := x.end(); err != nil {
			return err
		}
	}
	for {
		w, err := x.when(c)
		if err != nil {
			return err
		}
		if x.now.when, x.begun = append(x.now.when, w), true; len(x.now.when) > maxParts {
			return complain("There can be %d conditions.", maxParts)
		}
		mark := c.Pos
		c.Skip("and", "if", ",")
		if !one(c.Peek(), "deployed", "strength", "odds", "fighters", "enemy") {
			c.Pos = mark
			c.Skip("then", ":", ",")
			return nil
		}
	}
}

// when reads a condition.
func (x *stakes) when(c *cursor) (w when, err error) {
	const how = "Conditions are IF DEPLOYED >= 1, IF STRENGTH < 4 or IF ODDS >= 3:2."
	c.Skip("the", "enemy", "enemys", "his", "my", "fighters", "are", "number", "of")
	switch {
	case c.Accept("deployed", "deploys", "deployment", "fighters"):
		w.kind = whenDeployed
	case c.Accept("strength"):
		w.kind = whenStrength
	case c.Accept("odds"):
		w.kind = whenOdds
	default:
		return w, complain("%s", how)
	}
	c.Skip("is", "are", "fighters", "of")
	more := 0
	switch {
	case c.Accept("<"), c.Phrase("less than", "below", "under"):
		w.less = true
	case c.Accept("<="), c.Phrase("at most"):
		w.less, more = true, 1
	case c.Accept(">"), c.Phrase("more than", "above", "over"):
		more = 1
	default:
		c.Accept(">=", "=")
		c.Phrase("at least")
	}
	n, ok := c.Number()
	if !ok {
		return w, complain("%s", how)
	}
	if w.n = min(n+more, orders.MaxNumber); w.kind != whenOdds {
		c.Phrase("or more", "or better", "fighters")
		return w, nil
	}
	if w.n, w.m = n, 1; c.Accept(":", "to", "/", parser.Dash) {
		if w.m, ok = c.Number(); !ok {
			return w, complain("%s", how)
		}
	}
	if more > 0 {
		return w, complain("Odds are at least so much, or less: IF ODDS >= 3:2, IF ODDS < 1:1.")
	}
	if w.n == 0 || w.m == 0 || w.n > maxUnits || w.m > maxUnits {
		return w, complain("Odds are two numbers from 1 to %d. %s", maxUnits, how)
	}
	c.Phrase("or more", "or better")
	return w, nil
}
