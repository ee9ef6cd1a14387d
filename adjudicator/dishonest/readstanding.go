package dishonest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// How standing orders and what is for the income phase are read. A line takes the place of that for the same place and power,
// the same tile, or of the same sort; NONE behind it takes that back.

// lasting reads what is no part of a turn.
func (s *sheetReader) lasting(v verb, c *cursor) (err error) {
	now := s.sheet.clone()
	none := c.None()
	if none {
		c.Pos++
	}
	rules := &now.rules
	switch v {
	case doDefend:
		err = s.defends(c, rules, none)
	case doSecondary:
		err = s.secondary(c, rules, none)
	case doLose:
		c.Skip("first", "in", "this", "order", ":", "units")
		if rules.lose = nil; !none {
			rules.lose, err = s.types(c, "Which units go first where you have to choose? For example: LOSE INF, FTR, ARM.")
		}
	case doTies:
		c.Skip(":", "order", "in")
		if rules.ties = nil; !none {
			rules.ties, err = s.seatList(c, "Who comes first among equal bids? For example: TIES UK, USSR.")
		}
		c.Skip(",", "then", "the", "rest", "others", "all", "as", "they", "stand")
	case doStop:
		err = s.stops(c, rules, none)
	default:
		err = s.incoming(v, c, &now.income, none)
	}
	if err != nil {
		return err
	}
	if c.Skip(".", ",", ";", ")"); !c.Done() {
		return leftover(c)
	}
	if len(rules.defend)+len(rules.secondary)+len(rules.stop) > maxLines {
		return complain("There can be %d standing orders.", maxLines)
	}
	gone, added := fewer(s.sheet.rest(s.b), now.rest(s.b)), fewer(now.rest(s.b), s.sheet.rest(s.b))
	if !none && len(added) > 0 && s.already(gone) {
		return twice(gone)
	}
	s.fresh = append(s.fresh, added...)
	s.sheet = now
	return nil
}

// already reports whether one of some lines was added by this very letter.
func (s *sheetReader) already(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return slices.Contains(s.fresh, line) })
}

// twice complains of a line that would take the place of others of the same letter.
func twice(gone []string) error {
	return complain("This letter has %q for that already, and only one of them can count. Which one? "+
		"Write all that you want in one line.", strings.Join(gone, "; "))
}

// defends reads "Egypt AGAINST USSR: SUPPLY 2". Against several powers it is an order for each.
func (s *sheetReader) defends(c *cursor, rules *standing, none bool) error {
	if none {
		rules.defend = nil
		return nil
	}
	o := order{at: nowhere}
	named := c.Pos
	c.Skip("at", "in", "of")
	if !c.Accept("any", "anywhere", "all", "everywhere", "every", "region") && c.Peek() != "against" && c.Peek() != ":" {
		at, err := s.needArea(c, "Which region or sea-zone, or ANY? For example: DEFEND Egypt: SUPPLY 2, or DEFEND ANY: SUPPLY 1.")
		if err != nil {
			return err
		}
		o.at = at
	}
	c.Skip("region", "regions")
	against := []string{""}
	if c.Accept("against", "from", "vs") {
		var err error
		if against, err = s.seatList(c, "Against whom? For example: DEFEND Egypt AGAINST USSR: SUPPLY 2."); err != nil {
			return err
		}
		if err := s.checkOthers(against); err != nil {
			return err
		}
	}
	if c.Pos == named {
		return complain("Which region or sea-zone, or ANY? For example: DEFEND ANY: SUPPLY 1.")
	}
	if err := s.wanted(c, &o); err != nil {
		return err
	}
	if err := s.checkDefence(o); err != nil {
		return err
	}
	for _, o.against = range against {
		rules.putDefence(o)
	}
	return nil
}

// secondary reads "Communism: BUILD 1 INF AT Moscow", "ANY: NO".
func (s *sheetReader) secondary(c *cursor, rules *standing, none bool) error {
	if none {
		rules.secondary = nil
		return nil
	}
	c.Skip("of", "ability", "abilities", "effect", "for", ":", "on")
	x := secondary{tile: s.tile(c)}
	if x.tile == "" && !one(c.Peek(), "no", "yes", "always") && !c.Accept("any", "all", "every", "others", "anything", "anyone") {
		return complain("Of which ideology, or ANY? For example: SECONDARY Communism: YES, or SECONDARY ANY: NO.")
	}
	c.Skip(":", parser.Dash, ",", "tile", "tiles", "always")
	same := func(o secondary) bool { return o.tile == x.tile }
	if c.None() && c.Peek() != "never" {
		c.Pos++
		rules.secondary = slices.DeleteFunc(rules.secondary, same)
		return nil
	}
	if err := s.reacts(c, &x); err != nil {
		return err
	}
	rules.putSecondary(x)
	return nil
}

// reacts reads NO, YES, or a choice.
func (r *sheetReader) reacts(c *cursor, x *secondary) (err error) {
	switch {
	case c.Done():
		return complain("YES or NO, or what you choose: SECONDARY Communism: BUILD 1 INF AT Moscow.")
	case c.Accept("no", "never", "decline", "dont"):
		x.no = true
		return nil
	}
	c.Accept("yes", "accept")
	x.choice, err = r.choice(c)
	return err
}

// stops reads "IF ATTACKED AT Egypt".
func (s *sheetReader) stops(c *cursor, rules *standing, none bool) error {
	if none {
		rules.stop = nil
		return nil
	}
	c.Skip("if", "when", "i", "am", "im", "we", "are", "attacked", "my", "queue", "turns", "anywhere", "any", "at", "in", "is", "the", "entered", "or")
	if !c.Done() && s.isPlace(c) {
		at, err := s.areaList(c, "Where? For example: STOP IF ATTACKED AT Egypt.")
		if err != nil {
			return err
		}
		for _, a := range at {
			rules.putStop(stop{a})
		}
		if c.Skip("is", "are", "attacked", ":"); !c.None() {
			return nil
		}
		c.Pos++
		rules.stop = slices.DeleteFunc(rules.stop, func(o stop) bool { return slices.Contains(at, o.at) })
		return nil
	}
	if !c.Done() {
		return complain("The queue stops when you are attacked: STOP IF ATTACKED, or STOP IF ATTACKED AT Egypt.")
	}
	rules.putStop(stop{nowhere})
	return nil
}

// incoming reads what is for the income phase.
func (s *sheetReader) incoming(v verb, c *cursor, x *income, none bool) (err error) {
	x.none = false
	if negative(c) { // "DRAW -1" is no slip for "DRAW 1"
		c.Pos--
	}
	c.Skip("cards", "for", ":", "of", "the", "with", "to", "my", "in", "order")
	switch v {
	case doDraw:
		n, ok := c.Number()
		if none {
			n, ok = 0, true
		}
		if c.Skip("card", "cards"); !ok || n > mostDrawn {
			return complain("How many cards? 0, 1 or 2 (DD-7). For example: DRAW 2.")
		}
		x.draw = n
	case doPool:
		b := &bundle{}
		if !none {
			if err = s.cubes(c, b, []Resource{Supply, Oil}, "How many cubes go to your supply pool? For example: POOL 3, or POOL 2 SUPPLY 1 OIL."); err != nil {
				return err
			}
		}
		x.pool = b
	case doBid:
		b := &bundle{}
		if !none {
			if err = s.cubes(c, b, Resources, "How much do you bid, and of what? For example: BID 2 MONEY 1 OIL."); err != nil {
				return err
			}
		}
		if b.any > 0 {
			return complain("%d of what? For example: BID 2 MONEY 1 OIL.", b.any)
		}
		x.bid = b
	case doIdeology:
		x.ideology, err = s.tileList(c, none)
	case doAlly:
		if x.ally = nil; none {
			return nil
		}
		if x.ally, err = s.seatList(c, "Allied with whom, best first? For example: ALLY UK, France."); err == nil {
			err = s.checkOthers(x.ally)
		}
	}
	return err
}

// negative reports whether the sign before the number that stands here belongs to it, as in "DRAW -1", and not in "DRAW - 1".
func negative(c *cursor) bool {
	if c.Pos < 1 || c.Done() || c.Tokens[c.Pos-1].Word != parser.Dash || !orders.IsNumeral(c.Peek()) {
		return false
	}
	sign := c.Tokens[c.Pos-1]
	return sign.To == c.Tokens[c.Pos].From && sign.From > 0 && c.Line[sign.From-1] == ' '
}

// cubes reads "3", "2 SUPPLY 1 OIL", "2 money, 1 oil".
func (s *sheetReader) cubes(c *cursor, b *bundle, kinds []Resource, how string) error {
	named := false
	for !c.Done() {
		if c.Skip(",", "and", "plus", "cube", "cubes"); c.Done() {
			break
		}
		if named && c.Phrase("for the first place", "for first place") {
			break
		}
		n, ok := c.Number()
		if !ok && c.Accept("all") {
			n, ok = all, true
			c.Skip("my", "of")
		}
		if !ok {
			return complain("%s", how)
		}
		c.Skip("cube", "cubes", "of", "x")
		res, is := s.resource(c)
		switch {
		case n > maxUnits:
			return complain("Nobody has so many cubes. %s", how)
		case is && !slices.Contains(kinds, res):
			return complain("A pool is filled with supply, and oil in its place (DD-7). %s", how)
		case is && n == all:
			n = s.v.Stock[res]
			fallthrough
		case is:
			b.cubes[res] += n
		case n == all && len(kinds) == 2: // a pool is of supply, if nothing else is said
			b.cubes[Supply] += s.v.Stock[Supply]
		case n == all:
			return complain("All of what? %s", how)
		default:
			b.any += n
		}
		named = true
	}
	switch {
	case !named:
		return complain("%s", how)
	case b.cubes.Total()+b.any > orders.MaxNumber:
		return complain("Nobody has so many cubes. %s", how)
	}
	return nil
}

// tileList reads ideologies, best first.
func (s *sheetReader) tileList(c *cursor, none bool) ([]string, error) {
	if none {
		return nil, nil
	}
	var out []string
	for {
		lead(c)
		t := s.tile(c)
		if t == "" {
			return nil, s.noTile(c)
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
		mark := c.Pos
		c.Skip(",", "and", "or", "then", "else", ">", "/", ";", parser.Dash)
		if !s.isTile(c) {
			if c.Pos > mark && !c.Done() {
				return nil, s.noTile(c)
			}
			c.Pos = mark
			return out, nil
		}
	}
}

// noTile complains of what stands in the place of an ideology.
func (s *sheetReader) noTile(c *cursor) error {
	var names []string
	for _, t := range s.b.Tiles {
		names = append(names, t.Name)
	}
	wrong := ""
	if !c.Done() && !orders.IsSign(c.Peek()) && !s.means(c) {
		wrong = fmt.Sprintf("There is no ideology %q. ", c.Written(c.Pos, c.Pos+1))
	}
	return complain("%sWhich ideologies, best first? They are %s.", wrong, strings.Join(names, ", "))
}

// isTile reports whether an ideology is named here, behind the number of a list or not.
func (s *sheetReader) isTile(c *cursor) bool {
	at, notes := *c, len(s.notes)
	lead(&at)
	tile := s.tile(&at)
	s.notes = s.notes[:notes]
	return tile != ""
}
