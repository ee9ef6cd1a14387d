package successors

import (
	"slices"
	"strconv"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How standing orders are read, but for battles.

// standing reads what is for whenever it may be needed. A line takes the place of that of the same sort, and for the same
// place or player.
func (s *sheetReader) standing(v verb, c *cursor, none bool) error {
	rules := s.rules.clone()
	var err error
	switch v {
	case doAttacked:
		err = s.attackedBy(c, &rules, none)
	case doInsist:
		err = s.insists(c, &rules, none)
	case doBonus:
		c.Skip("to", "for", "goes", ":", "on", "is")
		rules.bonus, err = s.ranking(c, none, "Which units get the leader's bonus, best first? For example: LEADER BONUS TO cav, inf.")
		if err == nil && slices.Contains(rules.bonus, Fleet) {
			err = order.Complain("A leader has no bonus at sea; name land units. For example: LEADER BONUS TO cav, inf.")
		}
	case doLose:
		c.Skip("first", "in", "this", "order", ":", "the", "units", "from")
		rules.lose, err = s.ranking(c, none, "Which units go first where you have to choose? For example: LOSE levy, el, inf, cav, fleet.")
	case doAlly:
		err = s.allies(c, &rules, none, true)
	case doUnally:
		err = s.allies(c, &rules, none, false)
	case doLend:
		err = s.lends(c, &rules, none)
	}
	if err == nil && rules.size() > maxLines {
		err = order.Complain("There can be %d standing orders.", maxLines)
	}
	if err != nil {
		return err
	}
	s.rules = rules
	return nil
}

// size is how many lines standing orders have.
func (s standing) size() int {
	return len(s.attacked) + len(s.insist) + min(1, len(s.bonus)) + min(1, len(s.lose)) + len(s.react) + len(s.ally) + len(s.lend) + len(s.raid)
}

// insists reads "ON BATTLE AT Babylonia IF ODDS >= 3:2".
func (s *sheetReader) insists(c *cursor, rules *standing, none bool) error {
	const how = "Where, and at which odds? For example: INSIST ON BATTLE AT Babylonia IF ODDS >= 3:2."
	if none {
		rules.insist = nil
		return nil
	}
	in := insist{at: nowhere, num: 0, den: 1}
	named := false
	for !c.Done() {
		c.Skip("on", "battle", "battles", "a", "fight", "combat", "at", "in", "the", "fighting", ",", ":", "if", "when", "odds", "are", "is", ">=", ">", "least", "better", "than", "or", "more", "of", "my", "i", "have", "with", "ratio", "strength", "a", "only")
		switch n, parts, ok := c.decimal(); {
		case ok && in.num > 0:
			return order.Complain("%s", how)
		case ok:
			in.num, in.den = n, parts
			if parts == 1 && c.Accept(":", "to", "/", parser.Dash) {
				if in.den, ok = c.Number(); !ok {
					return order.Complain("%s", how)
				}
			}
			if in.num == 0 || in.den == 0 || in.num > maxUnits || in.den > maxUnits {
				return order.Complain("Odds are two numbers from 1 to %d. %s", maxUnits, how)
			}
		case c.Done():
		case c.Accept("anywhere", "everywhere", "all"):
			named = true
		case one(c.Peek(), "none", "off", "never") && len(c.Tokens) == c.Pos+1:
			rules.insist = slices.DeleteFunc(rules.insist, func(o insist) bool { return o.at == in.at })
			return nil
		case c.Phrase("always", "whatever the odds", "at any odds", "any odds"):
		default:
			if named {
				return leftover(c)
			}
			at, err := s.needProvince(c, how)
			if err != nil {
				return err
			}
			in.at, named = at, true
		}
	}
	rules.insist = putBy(rules.insist, in, func(o insist) bool { return o.at == in.at })
	rules.sort()
	return nil
}

// decimal reads a number, of which "1.5" is 3 of two parts.
func (c *cursor) decimal() (n, parts int, ok bool) {
	n, ok = c.Number()
	if parts = 1; !ok || c.Done() {
		return n, parts, ok
	}
	last, next := c.Tokens[c.Pos-1], c.Tokens[c.Pos]
	tenths, err := strconv.Atoi(next.Word)
	if err != nil || next.From != last.To+1 || c.Line[last.To] != '.' || tenths > 99 || n > maxUnits {
		return n, parts, ok
	}
	c.Pos++
	for range next.Word {
		n, parts = 10*n, 10*parts
	}
	n += tenths
	for _, d := range []int{2, 2, 5, 5} {
		if n%d == 0 && parts%d == 0 {
			n, parts = n/d, parts/d
		}
	}
	return n, parts, true
}

// ranking reads types in an order.
func (s *sheetReader) ranking(c *cursor, none bool, how string) ([]Type, error) {
	if none {
		return nil, nil
	}
	var out []Type
	for !c.Done() {
		if c.Skip(",", "and", "then", ">", "/", "or", "a", "my", "the", "first", "last", "units", "unit", ".", "next", "finally", "lastly", "before", "to", "else", parser.Dash); c.Done() {
			break
		}
		p, ok, err := s.portion(c)
		if w := c.Peek(); !ok && err == nil && len(w) == 1 {
			if t, is := typeOf(w); is {
				c.Pos++
				p, ok = portion{1, t}, true
			}
		}
		switch {
		case err != nil:
			return nil, err
		case !ok:
			return nil, order.Complain("%q is no type of unit. %s", c.Rest(), how)
		}
		if !slices.Contains(out, p.unit) {
			out = append(out, p.unit)
		}
	}
	if len(out) == 0 {
		return nil, order.Complain("%s", how)
	}
	return out, nil
}

// allies reads with whom the writer would be allied, or no longer.
func (s *sheetReader) allies(c *cursor, rules *standing, none, on bool) error {
	if none {
		rules.ally = nil
		return nil
	}
	named := false
	for !c.Done() {
		if c.Skip("with", "to", "and", ",", "my", "myself", "us", "an", "alliance", "of", "the", "between", "me", "from", "."); c.Done() {
			break
		}
		if c.Accept("none", "nobody", "off") {
			on = false
			if !named {
				rules.ally = nil
				return nil
			}
			continue
		}
		if c.Accept("all", "everybody", "everyone") && !on {
			rules.ally = nil
			return nil
		}
		seat := s.seat(c)
		if seat == "" {
			return leftover(c)
		}
		if err := s.checkOther(seat, "be allied with"); err != nil {
			return err
		}
		named = true
		rules.ally = slices.DeleteFunc(rules.ally, func(o string) bool { return o == seat })
		if on {
			rules.ally = append(rules.ally, seat)
		}
	}
	if !named {
		if !on {
			rules.ally = nil
			return nil
		}
		return order.Complain("Allied with whom? For example: ALLY Blue.")
	}
	s.noteAlliance(rules, on)
	return nil
}

const howToLend = "Which units, where, to whom? For example: LEND 2 CAV AT Babylonia TO Blue; or for a raid: LEND CAV FOR RAID TO Blue PRICE 2."

// A lending is a loan as its words come in.
type lending struct {
	loan
	price      int
	raid       bool
	everything bool
	off        bool
}

// lends reads a loan of units, or of cavalry for a raid.
func (s *sheetReader) lends(c *cursor, rules *standing, none bool) error {
	if none {
		rules.lend, rules.raid = nil, nil
		return nil
	}
	l := lending{loan: loan{at: nowhere}}
	for !c.Done() {
		if c.Skip(",", "to", "my", "the", "in", "at", "for", "a", "from", ":", ".", "of", "on", "him", "them", "his", "player", "each", "me", "use"); c.Done() {
			break
		}
		if err := s.lendWord(c, &l); err != nil {
			return err
		}
	}
	if l.to == "" {
		return order.Complain("To whom? %s", howToLend)
	}
	if err := s.checkOther(l.to, "lend to"); err != nil {
		return err
	}
	switch {
	case l.off:
		rules.lend = slices.DeleteFunc(rules.lend, func(o loan) bool { return o.to == l.to && (l.at == nowhere || o.at == l.at) })
		rules.raid = slices.DeleteFunc(rules.raid, func(o ride) bool { return o.to == l.to && l.at == nowhere })
		return nil
	case l.raid:
		rules.raid = putBy(rules.raid, ride{l.to, l.price}, func(o ride) bool { return o.to == l.to })
		return nil
	case l.everything || slices.Equal(l.units, allLand()):
		l.units = nil
	case len(l.units) == 0:
		return order.Complain("%s", howToLend)
	}
	if err := s.checkLoan(l.loan); err != nil {
		return err
	}
	rules.lend = putBy(rules.lend, l.loan, func(o loan) bool { return o.at == l.at && o.to == l.to })
	return nil
}

// lendWord reads the next part of a loan.
func (s *sheetReader) lendWord(c *cursor, l *lending) error {
	if seat := s.seat(c); seat != "" {
		if l.to != "" && l.to != seat {
			return order.Complain("One line lends to one player. %s", howToLend)
		}
		l.to = seat
		return nil
	}
	units, err := s.units(c)
	for _, p := range units {
		if l.units, err = merged(l.units, p); err != nil {
			return err
		}
	}
	switch {
	case err != nil || len(units) > 0:
		return err
	case c.Accept("raid", "raids", "raiding"):
		l.raid = true
	case c.Accept("price", "cost", "costs", "fee"):
		c.Skip("is", "of", ":", "=", "a")
		n, ok := c.Number()
		if !ok || n > maxUnits {
			return order.Complain("At which price in talents? For example: PRICE 2.")
		}
		l.price, l.raid = n, true
		c.Skip("talents", "talent", "t")
	case c.Phrase("all", "everything", "all units", "army", "units"):
		l.everything = true
	case one(c.Peek(), "none", "off", "never") && len(c.Tokens) == c.Pos+1:
		c.Pos++
		l.off = true
	case order.IsNumeral(c.Peek()) && one(c.At(1), "talents", "talent", "t"):
		n, _ := c.Number()
		l.price, l.raid = min(n, maxUnits), true
		c.Pos++
	default:
		at, err := s.needArea(c, howToLend)
		if err == nil && l.at != nowhere && l.at != at {
			err = order.Complain("One line lends units in one place. %s", howToLend)
		}
		l.at = at
		return err
	}
	return nil
}
