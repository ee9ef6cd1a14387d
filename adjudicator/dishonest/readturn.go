package dishonest

import (
	"slices"
	"strings"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// How the turns of a letter are put together.
//
// Turns are counted from the player's next one. A letter that has a turn without more, or under a heading TURN 2 of its own,
// is a new queue from that turn on. One in the same line as its heading ("TURN 2: GARRISON Egypt"), as a form has it, takes
// the place of that turn only. BATTLE, ANNEX or OR with no action before them amend the turn that is on file. A turn of which
// the card or the action was refused is not taken, and what is on file for it stays; nothing moves up, so there may be a turn
// with nothing on file.

// A draft is a turn as a letter has it.
type draft struct {
	number int
	plan   plan
	at     int  // the alternative that lines are for
	begun  bool // there are lines of it
	alone  bool // it takes the place of that turn only
	none   bool // it is taken back, with those behind it
	amends bool // it was begun with what is on file
	broken bool // a card or an action of it was refused
	lines  int
}

const (
	maxTurns  = 12 // of a queue
	maxEither = 12 // alternatives of a turn
)

// turnNumber goes past "TURN 2".
func (s *sheetReader) turnNumber(c *cursor) (int, bool) {
	if c.Peek() != "turn" || !orders.IsNumeral(c.At(1)) {
		return 0, false
	}
	c.Pos++
	return c.Number()
}

// heading reads TURN 2, which may have an order behind it.
func (s *sheetReader) heading(c *cursor) (done bool, err error) {
	n, ok := s.turnNumber(c)
	if !ok {
		return false, nil
	}
	next := len(s.sheet.turns) + 1
	for _, t := range s.turns {
		next = max(next, t.number+1)
	}
	if next = min(next, maxTurns); n < 1 || n > next {
		s.turn = &draft{number: maxTurns + 1} // what follows is of no turn that can be
		return true, complain("Turns are counted from your next one, whatever the game's turn is, and a queue has %d at most: the last one that you can write now is TURN %d.", maxTurns, next)
	}
	c.Skip(":", parser.Dash, ".", ",")
	s.begin(n)
	if c.Done() {
		return true, nil
	}
	if isNone(c) {
		s.turn.none, s.turn.begun = true, true
		return true, nil
	}
	s.turn.alone = !s.turn.begun
	return false, nil
}

// begin begins a turn, or goes on with it.
func (s *sheetReader) begin(number int) {
	i := slices.IndexFunc(s.turns, func(d *draft) bool { return d.number == number })
	if i < 0 {
		i = len(s.turns)
		s.turns = append(s.turns, &draft{number: number})
	}
	s.turn = s.turns[i]
}

// otherwise goes past words that begin an alternative.
func (s *sheetReader) otherwise(c *cursor) bool {
	mark := c.Pos
	c.Skip(",", ";", ".")
	if c.Accept("|", "or", "else", "otherwise", "fallback", "alternatively") || c.Phrase("if that", "if thats", "if this", "if it", "if not possible", "if impossible", "failing that", "failing which") {
		c.Skip("|", "or", "else", "otherwise", ":", ",", "if", "not", "possible", "that", "thats", "this", "it", "fails", "is", "isnt", "impossible", "cant", "be", "done")
		return true
	}
	c.Pos = mark
	return false
}

// filed is the turn that is on file under a number, with lists of its own.
func (s *sheetReader) filed(number int) plan {
	if number > len(s.sheet.turns) {
		return plan{}
	}
	p := plan{either: slices.Clone(s.sheet.turns[number-1].either)}
	for i := range p.either {
		p.either[i].battles = slices.Clone(p.either[i].battles)
	}
	return p
}

// part reads a part of a turn; other is that it begins an alternative.
func (s *sheetReader) part(v verb, c *cursor, other bool) error {
	if s.turn == nil {
		s.begin(1)
	}
	t := s.turn
	if !t.begun {
		t.begun = true
		if old := s.filed(t.number); !v.isAct() || other {
			t.plan, t.amends = old, len(old.either) > 0
		}
	}
	if other && len(t.plan.either) > 0 && !t.plan.either[len(t.plan.either)-1].idle() || len(t.plan.either) == 0 {
		t.plan.either = append(t.plan.either, deed{annex: nowhere})
		t.at = len(t.plan.either) - 1
	}
	if t.lines++; len(t.plan.either) > maxEither {
		t.plan.either = t.plan.either[:maxEither]
		t.at = maxEither - 1
		return complain("A turn has %d alternatives at most.", maxEither)
	}
	d := t.plan.either[t.at]
	extra := d.act.kind != actNone && !one(v, doPlay, doScore) || d.play != nil && one(v, doPlay, doScore)
	err := s.deed(v, c, &d)
	if err == nil {
		c.Skip(".", ";", ",", ")")
		if !c.Done() {
			err = leftover(c)
		}
	}
	if err != nil {
		t.broken = t.broken || v.isAct() && !extra
		return err
	}
	t.plan.either[t.at] = d
	return nil
}

// idle reports whether nothing is said in a deed.
func (d deed) idle() bool {
	return d.play == nil && d.act.kind == actNone && len(d.battles) == 0 && d.annex == nowhere
}

// deed reads a part of one.
func (s *sheetReader) deed(v verb, c *cursor, d *deed) error {
	kinds := map[verb]actKind{doTactics: actTactics, doMobilize: actMobilize, doGarrison: actGarrison, doIdeology: actIdeology, doPass: actPass}
	if kind, ok := kinds[v]; ok {
		if d.act.kind != actNone {
			return complain("One turn has one action, and this one has %s already. Write OR before this line if it is for when that can't be done, or TURN %d above it if it is for the turn after.", strings.ToUpper(string(d.act.kind)), s.turn.number+1)
		}
		a := act{kind: kind, at: nowhere}
		err := s.act(v, c, &a)
		if err == nil {
			d.act = a
		}
		return err
	}
	switch v {
	case doPlay, doScore:
		if d.play != nil {
			return complain("One card at most is played in a turn (DD-14), and this one has card %d already. Write OR before this line if it is for when that can't be played, or TURN %d above it if it is for the turn after.", d.play.card, s.turn.number+1)
		}
		p, err := s.play(v, c)
		if err == nil {
			d.play = &p
		}
		return err
	case doBattle:
		o, err := s.battle(c)
		if err != nil {
			return err
		}
		d.battles = putBy(slices.Clone(d.battles), o, func(x order) bool { return x.at == o.at })
		if o.isNone() { // taken back
			d.battles = slices.DeleteFunc(d.battles, func(x order) bool { return x.at == o.at })
		}
		return nil
	}
	if isNone(c) {
		d.annex = nowhere
		c.Pos++
		return nil
	}
	c.Skip("region", "the", "in", "at")
	a, err := s.needRegion(c, "Which region is annexed? For example: ANNEX Egypt.")
	if err == nil {
		d.annex = a
	}
	return err
}

// act reads an action.
func (s *sheetReader) act(v verb, c *cursor, a *act) (err error) {
	switch v {
	case doTactics:
		return s.tactics(c, a)
	case doMobilize:
		a.buy, err = s.purchases(c, howToMobilize)
	case doGarrison:
		c.Skip("at", "in", ":", "on", "to", "2", "1", "level", "the")
		a.at, err = s.needRegion(c, "Which region gets a garrison? For example: GARRISON Egypt.")
	case doIdeology:
		if tile := s.tile(c); tile != "" && s.v != nil && s.v.player(s.v.Seat).Tile != tile {
			return complain("Your ideology is not %s.", tile)
		}
		c.Skip(":", parser.Dash, ",")
		a.choice, err = s.choice(c)
	case doPass:
		c.Skip("this", "turn", "for", "now", "the", "my", "year", "rest", "of")
	}
	return err
}

const howToPlay = "Which card? For example: PLAY 41, PLAY 41 AT Egypt ON UK, or SCORE 17."

// play reads a card with what it leaves open.
func (s *sheetReader) play(v verb, c *cursor) (play, error) {
	n, err := s.needCard(c, howToPlay)
	if err != nil {
		return play{}, err
	}
	p := play{card: n, score: v == doScore}
	if c.Phrase("for score", "for scoring", "for its scoring effect", "to score", "for points", "for a point", "scoring", "score") {
		p.score = true
	}
	c.Phrase("for its strategy effect", "for strategy", "strategy")
	c.Skip(":", ",", parser.Dash, ";")
	if p.score {
		return p, nil
	}
	p.choice, err = s.choice(c)
	return p, err
}

// choice reads what effects leave open: AT, ON, TAKE, BUILD and MOVE, in any order.
func (s *sheetReader) choice(c *cursor) (x choice, err error) {
	for !c.Done() {
		c.Skip(",", ";", "and", "then")
		switch {
		case c.Done():
		case c.Accept("at", "in"):
			var at []Area
			at, err = s.areaList(c, "Where? For example: AT Egypt.")
			x.at = append(x.at, at...)
		case c.Accept("on", "against", "targeting"):
			if s.isPlace(c) && s.seat(&cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos}) == "" {
				var at []Area
				at, err = s.areaList(c, "Where? For example: AT Egypt.")
				x.at = append(x.at, at...)
				break
			}
			x.on, err = s.seatList(c, "Which power? For example: ON UK.")
		case c.Accept("take", "takes", "taking", "get"):
			mark := c.Pos
			_, counted := c.Number()
			res, ok := s.resource(c)
			if !ok {
				return x, complain("Take what? MONEY, SUPPLY, OPERATIONS or OIL.")
			}
			if x.take = &res; counted {
				s.note("%q was read as %s: how much it is the card or tile says.", c.Written(mark, c.Pos), strings.ToUpper(res.String()))
			}
		case c.Accept("build", "builds", "buy"):
			x.buy, err = s.purchases(c, "Build what, and where? For example: BUILD 2 INF AT Moscow.")
		case c.Accept("move", "moves", "moving"):
			c.Skip(":")
			x.move, err = s.moves(c)
		default:
			return x, leftover(c)
		}
		if err != nil {
			return x, err
		}
	}
	return x, nil
}

// putBy puts an item on a list, in the place of that which it replaces.
func putBy[T any](list []T, x T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = x
		return list
	}
	return append(list, x)
}
