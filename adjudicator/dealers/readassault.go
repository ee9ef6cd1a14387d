package dealers

import "deaddrop/parser"

const howToAssault = "Which territory, and from where? For example: ASSAULT Milan FROM Bern FIRST Tutor, Recruit=A FINAL Veteran."

// inAssault is how plays of an assault are read: cards without a strength are for attack.
var inAssault = playing{how: "Which cards? For example: FIRST Tutor, Recruit FINAL Veteran.", value: Attack, list: true,
	stops: []string{"first", "final", "finally", "last", "then", "if", "min", "minimum", "only", "all", "hand"}}

// battle reads "Milan FROM Bern FIRST MIN Tutor, Recruit=A FINAL Veteran IF NEEDED".
func (r *reader) battle(c *cursor) (battle, error) {
	b := battle{at: nowhere, from: nowhere}
	if err := r.wayOf(c, &b); err != nil {
		return b, err
	}
	firsts := false
	for {
		c.Skip(",", ";", ":", "and", ".", "(", ")")
		var err error
		switch {
		case c.Done() && b.from == b.at:
			return b, complain("Nobody attacks %s from %s. %s", r.m.Name(b.at), r.m.Name(b.at), howToAssault)
		case c.Done():
			return b, nil
		case c.Accept("min", "minimum") || c.Phrase("as few as needed", "as few as possible"):
			b.min = true
		case finalWord(c), firsts && reserve(c):
			err = r.final(c, &b)
		case firsts && (c.Accept("then") || ifNeeded(c)):
			err = complain("%s", whichStep)
		case c.Accept("first", "with", "using", "playing", "play") || c.Phrase("step 1", "attack with") || !firsts && r.playGoesOn(c, inAssault):
			firsts = true
			err = r.firstStep(c, &b)
		case c.Accept("from"):
			b.from, err = r.needTerritory(c, howToAssault)
		case c.Phrase("by sea", "over sea", "oversea", "overseas", "over land", "overland", "by land", "please"):
		default:
			err = leftover(c)
		}
		if err != nil {
			return b, err
		}
	}
}

const whichStep = "Is that for the first step, or for the last one, which comes only if it is needed? Write all cards of the first " +
	"step behind FIRST, with commas, and those of the last one behind FINAL."

// reserve goes past THEN if it begins what is played only if it is needed.
func reserve(c *cursor) bool {
	for i := c.Pos; c.Peek() == "then" && i < len(c.Tokens); i++ {
		if at := c.From(i); ifNeeded(&at) {
			c.Pos++
			return true
		}
	}
	return false
}

// wayOf reads where an assault goes, and from where: "Milan FROM Bern", "FROM Bern TO Milan", "Bern-Milan".
func (r *reader) wayOf(c *cursor, b *battle) (err error) {
	c.Skip("on", "at", "in", ":", "to", "against", "into")
	if c.Accept("from") {
		if b.from, err = r.needTerritory(c, howToAssault); err != nil {
			return err
		}
		c.Skip("to", "on", "into", "against", "at", ",", parser.Dash, "attack", "assault", ":")
	}
	if b.at, err = r.needTerritory(c, howToAssault); err != nil {
		return err
	}
	if b.from == nowhere && (c.Accept(parser.Dash, "to", "into")) {
		b.from = b.at
		if b.at, err = r.needTerritory(c, howToAssault); err != nil {
			return err
		}
	}
	c.Skip(",", "(")
	if b.from == nowhere && c.Accept("from", "out") {
		c.Skip("of")
		b.from, err = r.needTerritory(c, howToAssault)
		c.Skip(")")
	}
	return err
}

// finalWord goes past words that begin the last step of an assault.
func finalWord(c *cursor) bool {
	return c.Accept("final", "finally", "last") || c.Phrase("if needed final", "second step", "step 2", "then if needed", "and if needed")
}

// firstStep reads what is played before the defender plays.
func (r *reader) firstStep(c *cursor, b *battle) error {
	c.Skip("step", ":", "play", "the", "with")
	if c.Accept("min", "minimum") {
		b.min = true
	} else if c.Peek() == "all" && !r.isNowThing(c) {
		c.Pos++
	}
	c.Skip(":", "of")
	if nothing(c) {
		return nil
	}
	list, err := r.attackers(c)
	b.first = append(b.first, list...)
	return err
}

// attackers reads the cards and abilities of a step of an assault.
func (r *reader) attackers(c *cursor) ([]play, error) {
	if one(c.Peek(), "hand", "my", "everything", "all") && !r.isThing(c) || c.Peek() == "ready" && !r.readyThing(c) {
		return nil, complain("The cards of an assault are named one by one: FIRST Tutor, Recruit FINAL Veteran. HAND and READY are for defences.")
	}
	return r.plays(c, inAssault)
}

// isNowThing reports whether the very words here name a thing.
func (r *reader) isNowThing(c *cursor) bool {
	_, n := r.things.Prefix(ahead(c))
	return n > 0
}

// final reads what is played if the defender reaches the attack (DH-25).
func (r *reader) final(c *cursor, b *battle) error {
	c.Skip("step", ":", "play", "the", "with")
	ifNeeded(c)
	if c.Skip(":"); c.Peek() == "all" && !r.isNowThing(c) {
		c.Pos++
		b.all = true
	}
	c.Skip(":", "of", ",")
	b.said = true
	if ifNeeded(c) && c.Done() || nothing(c) || c.Done() {
		return nil
	}
	list, err := r.attackers(c)
	b.final = append(b.final, list...)
	ifNeeded(c)
	if c.Skip(",", "("); c.Accept("all") {
		b.all = true
	}
	ifNeeded(c)
	return err
}

// ifNeeded goes past words that say what the last step is for anyway.
func ifNeeded(c *cursor) bool {
	return c.Phrase("( if needed )", "if needed", "if need be", "if necessary", "as needed", "only if needed", "if required", "if enough", "if they win", "if that wins", "if i can win", "as many as needed")
}
