package dishonest

import (
	"slices"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

const (
	howToMove     = "Which units go from where to where? For example: TACTICS 1: INF Ukraine-Romania; 2 INF Caucasus-Ukraine."
	howToMobilize = "Which units, and where? For example: MOBILIZE 2 INF AT Moscow, 1 SQN AT Black Sea."
	mostOps       = 3
	maxMoves      = 20 // of one action
	maxSteps      = 12 // of one move
)

// tactics reads "2: INF Ukraine-Romania; ...".
func (s *sheetReader) tactics(c *cursor, a *act) error {
	c.Skip("(")
	if n, _ := orders.Numeral(c.Peek()); orders.IsNumeral(c.Peek()) && (one(c.At(1), ":", "operations", "operation", "ops", "op", ",", ";") || n <= mostOps && orders.IsNumeral(c.At(1))) {
		c.Pos++
		if a.ops = n; n < 1 || n > mostOps {
			return complain("A tactics action costs 1, 2 or 3 operations, for 3, 5 or 6 movements (K4).")
		}
	}
	if c.Pos > 0 && c.Tokens[c.Pos-1].Word == "tactics" && orders.IsNumeral(c.Peek()) {
		s.note("%q was read as units; operations stand before a colon: TACTICS 2: INF Ukraine-Romania.", c.Written(c.Pos, c.Pos+2))
	}
	c.Skip("operations", "operation", "ops", "op", ":", ",", ";", "(", ")", "move", "moves", "moving", parser.Dash)
	var err error
	a.moves, err = s.moves(c)
	if mark := c.Pos; err == nil && c.Accept("with", "for", "using", "spending", "paying") { // "with 1 operation"
		n, ok := c.Number()
		if !ok || n < 1 || n > mostOps || !c.Accept("operations", "operation", "ops", "op") {
			c.Pos = mark
			return leftover(c)
		}
		a.ops = n
	}
	return err
}

// moves reads a list of them.
func (s *sheetReader) moves(c *cursor) ([]move, error) {
	var out []move
	for {
		c.Skip("move", "moves", "moving", ":", "an", "with")
		m, err := s.move(c)
		if err != nil {
			return nil, err
		}
		if out = append(out, m...); len(out) > maxMoves {
			return nil, complain("One action has %d moves at most.", maxMoves)
		}
		mark := c.Pos
		c.Skip(",", ";", "and", "then", "move", "moves", "plus", "also", parser.Dash)
		if c.Done() || !s.isUnits(c) {
			if c.Pos != mark {
				c.Pos = mark
			}
			return out, nil
		}
	}
}

// move reads "2 INF Caucasus-Ukraine-Romania" and "1 ARM, 1 INF from Libya to Egypt".
func (s *sheetReader) move(c *cursor) ([]move, error) {
	var out []move
	for {
		n, t, ok, err := s.some(c)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, s.noUnits(c)
		}
		out = append(out, move{n: n, unit: t, home: nowhere})
		mark := c.Pos
		if c.Skip(",", "and", "plus", "/"); !s.isUnits(c) {
			c.Pos = mark
			break
		}
	}
	c.Skip("from", ":", "in", "at")
	path, err := s.path(c)
	if err != nil {
		return nil, err
	}
	home := nowhere
	if mark := c.Pos; c.Accept("return", "returns", "returning", "back", "home", "and", ",", ";") {
		c.Skip("and", "return", "returns", "returning", "back", "home", "to", "in")
		if c.Pos > mark && !one(c.Tokens[c.Pos-1].Word, "and", ",", ";") && returns(c.Tokens[mark:c.Pos]) {
			if home, err = s.needRegion(c, "Where do the fighters return to? For example: FTR Formosa-East China Sea RETURN Formosa."); err != nil {
				return nil, err
			}
		} else {
			c.Pos = mark
		}
	}
	for i := range out {
		out[i].path, out[i].home = path, home
		if err := s.whole(&out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// returns reports whether a word is RETURN.
func returns(toks []orders.Token) bool {
	for _, t := range toks {
		if one(t.Word, "return", "returns", "returning", "back") {
			return true
		}
	}
	return false
}

// noUnits complains of what stands in the place of units.
func (s *sheetReader) noUnits(c *cursor) error {
	if at := (cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos}); !c.Done() && !orders.IsSign(c.Peek()) {
		if at.Number(); !at.Done() && !orders.IsSign(at.Peek()) && !s.isPlace(&at) {
			return complain("There are no units called %q: they are INF, ARM, FTR, FLT and SQN. %s", at.Written(at.Pos, at.Pos+1), howToMove)
		}
	}
	return complain("%s", howToMove)
}

// path reads areas with dashes between them. Those behind VIA that nothing follows are passed on the way to the last
// one before.
func (s *sheetReader) path(c *cursor) ([]Area, error) {
	from, err := s.needArea(c, howToMove)
	if err != nil {
		return nil, err
	}
	path := []Area{from}
	via := 0 // where the areas behind VIA begin; 0: there is none
	for {
		mark := c.Pos
		c.Skip(parser.Dash, ">", ">=", "=", "to", "into", "via", "through", "then", "over", "by", "way", "of", "on", "moves", "attack", "attacks", "attacking")
		if c.Pos == mark && via > 0 && c.Accept(",", "and") && !s.isPlace(c) {
			c.Pos = mark
		}
		if c.Pos == mark {
			break
		}
		between := c.Tokens[mark:c.Pos]
		a, err := s.needArea(c, "Where to? "+howToMove)
		if err != nil {
			return nil, err
		}
		switch passes := passing(between); {
		case passes && via == 0 && len(path) > 1:
			via = len(path)
		case !passes && via > 0 && !one(between[0].Word, parser.Dash, ",", "and"):
			return nil, complain("In which order are these places passed? " +
				"Write the way from the first to the last: INF Leningrad-Moscow-Ukraine.")
		}
		if path = append(path, a); len(path) > maxSteps {
			return nil, complain("That way is too long.")
		}
	}
	if len(path) < 2 {
		return nil, complain("Where do units of %s go to? %s", s.b.Name(from), howToMove)
	}
	if via > 0 {
		path = slices.Concat(path[:via-1], path[via:], path[via-1:via])
	}
	return path, nil
}

// passing reports whether words between two areas say that the second is only passed.
func passing(between []orders.Token) bool {
	return slices.ContainsFunc(between, func(t orders.Token) bool { return one(t.Word, "via", "through", "over", "by") })
}

// purchases reads "2 INF AT Moscow, 1 SQN AT Black Sea".
func (s *sheetReader) purchases(c *cursor, how string) ([]purchase, error) {
	var out []purchase
	placed := 0 // of those, how many have a place
	c.Skip(":", parser.Dash)
	for {
		n, t, ok, err := s.some(c)
		switch {
		case err != nil:
			return nil, err
		case n == all:
			return nil, complain("How many %s? %s", t.short(), how)
		case !ok && len(out) == 0:
			return nil, complain("%s", how)
		case ok:
			out = append(out, purchase{n, t, nowhere})
		}
		mark := c.Pos
		if c.Skip(",", ";", "and", "plus", "/"); s.isUnits(c) {
			continue
		}
		if c.Pos = mark; placed < len(out) && (c.Accept("at", "in", "on", "to", parser.Dash, ":", "into", "near", "off") || s.isPlace(c)) {
			a, err := s.needArea(c, how)
			if err != nil {
				return nil, err
			}
			for ; placed < len(out); placed++ {
				out[placed].at = a
			}
			mark = c.Pos
			if c.Skip(",", ";", "and", "plus"); s.isUnits(c) {
				continue
			}
			c.Pos = mark
		}
		if placed < len(out) {
			return nil, complain("%s where? %s", out[placed].unit.short(), how)
		}
		return out, nil
	}
}
