package dishonest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser"
)

// part reads a part of a turn; other is that it begins an alternative.
func (s *sheetReader) part(v verb, c *cursor, other bool) error {
	return s.turns.Part(v.isAct(), other, func(d *deed) (breaks bool, err error) {
		extra := d.act.kind != actNone && !one(v, doPlay, doScore) || d.play != nil && one(v, doPlay, doScore)
		if err = s.deed(v, c, d); err == nil {
			if c.Skip(".", ";", ",", ")"); !c.Done() {
				err = leftover(c)
			}
		}
		if err == nil {
			d.said = append(slices.Clip(d.said), len(s.said))
		} else if v.isAct() && !extra {
			s.breaks()
		}
		return v.isAct() && !extra, err
	})
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
			return complain("One turn has one action, and this one has %s already. Write OR before this line if it is for when that can't be done, or TURN %d above it if it is for the turn after.", strings.ToUpper(string(d.act.kind)), s.turns.Number()+1)
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
			return complain("One card at most is played in a turn (DD-14), and this one has card %d already. Write OR before this line if it is for when that can't be played, or TURN %d above it if it is for the turn after.", d.play.card, s.turns.Number()+1)
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
		changed := *d
		changed.battles = slices.Clone(d.battles)
		changed.putBattle(o)
		return s.change(d, changed, o.isNone())
	}
	if c.None() {
		d.annex = nowhere
		c.Pos++
		return nil
	}
	c.Skip("region", "the", "in", "at")
	a, err := s.needRegion(c, "Which region is annexed? For example: ANNEX Egypt.")
	if err != nil {
		return err
	}
	changed := *d
	changed.annex = a
	return s.change(d, changed, false)
}

// change changes a deed, unless that would take the place of a line of the same letter, which it may if it only takes
// back.
func (s *sheetReader) change(d *deed, changed deed, back bool) error {
	gone, added := fewer(d.lines(s.b), changed.lines(s.b)), fewer(changed.lines(s.b), d.lines(s.b))
	numbered := func(lines []string) (out []string) {
		for _, line := range lines {
			out = append(out, fmt.Sprintf("TURN %d %s", s.turns.Number(), line))
		}
		return out
	}
	if !back && s.already(numbered(gone)) {
		return twice(gone)
	}
	s.fresh = append(s.fresh, numbered(added)...)
	*d = changed
	return nil
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
		if tile := s.tile(c); tile != "" && s.v.player(s.v.Seat).Tile != tile {
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
			err = s.atList(c, &x)
		case c.Accept("on", "against", "targeting"):
			if s.isPlace(c) && s.seat(&cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos}) == "" {
				err = s.atList(c, &x)
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

// atList reads places for effects, behind those that were named before.
func (s *sheetReader) atList(c *cursor, x *choice) error {
	at, err := s.areaList(c, "Where? For example: AT Egypt.")
	for _, a := range at {
		x.at = putBy(x.at, a, func(o Area) bool { return o == a })
	}
	return err
}

// putBy puts an item on a list, in the place of that which it replaces.
func putBy[T any](list []T, x T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = x
		return list
	}
	return append(list, x)
}
