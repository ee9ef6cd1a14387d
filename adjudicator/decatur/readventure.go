package decatur

import (
	"cmp"
	"fmt"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How ventures and their ladders are read.

const howToVenture = "From where to where? For example: VENTURE India-Persia COMMIT 3."

// A worded venture is one as people write it: whether it is a takeover may be left to what stands at its target.
type worded struct {
	venture
	n      int  // factors, where the words don't say what they are for; unset: none are named
	stay   bool // where some are left comes next
	fights bool // the words speak of a takeover
}

// allBut is a number of factors that leaves so many behind. It is never filed: who knows the board puts the number there.
func allBut(n int) int { return -10 - n }

// venture reads where one goes, and as much of its ladder as stands there.
func (r *reader) venture(c *cursor) (action, error) {
	v := &worded{venture: venture{ladder: ladder{commit: unset, max: unset, move: unset}}, n: unset}
	v.fights = one(c.before(), "attack", "attacks", "invade", "takeover", "conquer", "over")
	mark := c.Pos
	c.Skip("of", "with")
	if n, ok := c.part(); ok { // "venture 3 from India to Persia"
		v.n = n
		err := v.ranges(c, false)
		if c.Skip("factors", "factor", "of"); c.Peek() != "from" {
			c.Pos, v.n, v.ladder.max = mark, unset, unset
		} else if err != nil {
			return nil, err
		}
	} else {
		c.Pos = mark
		c.Accept("of")
	}
	toFirst := c.Accept("to", "into", "against", "on")
	c.Skip("from")
	from, err := r.needLocation(c, howToVenture)
	if err != nil {
		return nil, err
	}
	c.Skip(":", ",")
	switch {
	case c.Accept("from") || v.n == unset && c.partFrom(&v.n):
		toFirst = true
	case toFirst:
		return nil, order.Complain("From where? %s", r.comingTo(from))
	default:
		c.Skip("go", "and", "attack", "invade", "takeover")
		if !c.Accept("to", "into", parser.Dash, ">", "=", "against", "on") && !c.place(r) {
			return nil, order.Complain("To where, or from where? %s", r.comingTo(from))
		}
		c.Skip("to", "into", parser.Dash, ">", "=")
	}
	to, err := r.needLocation(c, howToVenture)
	if err != nil {
		return nil, err
	}
	if toFirst {
		from, to = to, from
	}
	v.from, v.to = from, to
	return v, r.options(c, v)
}

// comingTo is an example of a venture, to or from a location that was named alone.
func (r *reader) comingTo(l Loc) string {
	if r.v.owns(r.v.Seat, l) {
		return fmt.Sprintf("For example: VENTURE %s-Persia.", r.b.Name(l))
	}
	var near []string
	for i := range r.b.Locations {
		if r.v.owns(r.v.Seat, Loc(i)) && r.b.InReach(Loc(i), l) {
			near = append(near, r.b.Name(Loc(i)))
		}
	}
	if len(near) == 0 {
		return fmt.Sprintf("No location of yours is in reach of %s (DC-18).", r.b.Name(l))
	}
	return fmt.Sprintf("To %s you can come from %s. For example: VENTURE %s-%s.", r.b.Name(l), adjudicator.Listed(near, "or"), near[0], r.b.Name(l))
}

// before is the word before this one; "" at the beginning.
func (c *cursor) before() string {
	if c.Pos == 0 {
		return ""
	}
	return c.Tokens[c.Pos-1].Word
}

// count reads a number of factors, or all.
func (c *cursor) count() (int, bool) {
	mark := c.Pos
	c.Skip("=", ":", "of", "the", "my", parser.Dash)
	if c.Accept("all", "everything", "everybody") {
		c.Skip("of", "them")
		return all, true
	}
	n, ok := c.Number()
	if !ok {
		c.Pos = mark
	}
	return n, ok
}

// part reads a number of factors, all, or all but some.
func (c *cursor) part() (int, bool) {
	n, ok := c.count()
	if mark := c.Pos; n == all && c.Accept("but", "except", "minus") {
		if k, ok := c.Number(); ok && k > 0 {
			return allBut(k), true
		}
		c.Pos = mark
	}
	return n, ok
}

// partFrom goes past "with 5 from", if that stands here.
func (c *cursor) partFrom(to *int) bool {
	mark := c.Pos
	c.Skip("with", "using", ",")
	n, ok := c.part()
	c.Skip("factors", "factor", "of", "my")
	if ok && c.Accept("from") {
		*to = n
		return true
	}
	c.Pos = mark
	return false
}

// options reads what stands behind the locations of a venture, up to a condition or its end.
func (r *reader) options(c *cursor, v *worded) error {
	l := &v.ladder
	for !c.Done() {
		c.Skip(",", ":", "(", ")", "and", "factors", "factor", "please", "of", "then", "/", ";", ".", "i", "will", "would", "in", "total")
		if c.Peek() == parser.Dash && (isOption(c.At(1)) || order.IsNumeral(c.At(1)) && v.n == unset && l.commit == unset) || c.Peek() == "but" {
			c.Pos++
		}
		if c.Done() || isCondition(c.Peek()) && !(c.Peek() == "only" && c.At(1) == "move" || c.Spells("if needed")+c.Spells("if necessary")+c.Spells("if need be") > 0) {
			break
		}
		if ok, err := v.factors(c); err != nil {
			return err
		} else if ok && v.stay { // "leaving 2 in India"
			v.stay = false
			if at, err := r.needLocation(c, "Leave them in which location?"); err != nil || at != v.from {
				return cmp.Or(err, order.Complain("What is left stays in %s.", r.b.Name(v.from)))
			}
			continue
		} else if ok || c.Phrase("if needed", "if necessary", "if need be") {
			continue
		}
		var err error
		switch {
		case c.Phrase("cards first", "cards before factors", "cards rather than factors", "first cards", "prefer cards", "first the cards", "prefer to play cards"):
			l.cardsFirst = true
		case c.Phrase("factors first", "factors before cards", "factors rather than cards", "first factors", "prefer factors", "first the factors"):
			l.cardsFirst = false
		case c.Accept("play", "playing", "plays"):
			v.fights = true
			err = r.plays(c, l)
		case c.Accept("with", "using", "use", "by"):
			if r.isCards(c) {
				v.fights = true
				err = r.plays(c, l)
			} else if !isOption(c.Peek()) && !one(c.Peek(), "starting", "beginning", "opening") {
				err = v.bare(c)
			}
		case c.Accept("discard", "discarding", "dropping"):
			err = r.discards(c, &l.discard)
		case c.Phrase("ask me", "ask", "interactive", "interactively"):
			l.interactive = true
		case r.isCards(c):
			v.fights = true
			err = r.plays(c, l)
		default:
			err = leftover(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// factors reads an option that is a number of factors, if there is one.
func (v *worded) factors(c *cursor) (bool, error) {
	l := &v.ladder
	switch {
	case c.Phrase("up to", "at most", "no more than", "going up to", "go up to", "going to", "raising up to", "raising to", "raise up to", "raise to", "rising to") || c.Accept("max", "maximum"):
		return true, c.ladderNumber("MAX", &l.max)
	case c.Phrase("starting with", "starting at", "start with", "start at", "beginning with", "begin with", "opening with", "open with") ||
		c.Accept("commit", "committing", "commits", "committed", "bid", "bidding"):
		between := c.Accept("between", "from")
		if err := c.ladderNumber("COMMIT", &l.commit); err != nil {
			return true, err
		}
		return true, v.ranges(c, between)
	case c.Phrase("only move") || c.Accept("move", "moving", "advance", "advancing"):
		if err := c.ladderNumber("MOVE", &l.move); err != nil {
			return true, err
		}
		c.Skip("factors", "factor", "in", "there", "over", "into", "it", "afterwards", "after", "on", "success")
		if l.move == 0 {
			return true, order.Complain("%s", movesNone)
		}
		return true, nil
	case c.Accept("leave", "leaving"):
		c.Accept("just", "only")
		n, ok := c.Number()
		if !ok || n == 0 || v.n != unset || n > maxFactors {
			return true, order.Complain("Leave how many factors behind? Or say how many go: MOVE 3, or COMMIT 3.")
		}
		c.Skip("factors", "factor", "behind", "there", "back", "at", "home")
		v.stay, v.n = c.Accept("in"), allBut(n)
		return true, nil
	case v.n == unset && (one(c.Peek(), "all", "everything", "between") || order.IsNumeral(c.Peek())) && v.ladder.commit == unset:
		return true, v.bare(c)
	}
	return false, nil
}

const movesNone = "A venture moves one factor at least (DC-18)."

// bare reads a number of factors that does not say what they are for.
func (v *worded) bare(c *cursor) error {
	between := c.Accept("between")
	if err := c.ladderNumber("COMMIT", &v.n); err != nil {
		return err
	}
	return v.ranges(c, between)
}

// ranges reads the second number of "4 to 7", which is where the ladder ends.
func (v *worded) ranges(c *cursor, between bool) error {
	if order.IsNumeral(c.At(1)) && (one(c.Peek(), parser.Dash, "/", "to", "until") || between && c.Peek() == "and") {
		c.Pos++
		return c.ladderNumber("MAX", &v.ladder.max)
	}
	return nil
}

// amount reads the number of an option that may be given once.
func (c *cursor) amount(word string, to *int) error {
	n, ok := c.count()
	return checkAmount(word, to, n, ok)
}

// ladderNumber reads that of a ladder, where it may be all but some.
func (c *cursor) ladderNumber(word string, to *int) error {
	n, ok := c.part()
	return checkAmount(word, to, n, ok)
}

func checkAmount(word string, to *int, n int, ok bool) error {
	switch {
	case !ok:
		return order.Complain("%s how many? A number, or ALL.", word)
	case *to != unset:
		return order.Complain("%s is given twice.", word)
	case n > maxFactors:
		return order.Complain("%s %d is too many: there are never more than seven factors in a location (DC-10).", word, n)
	}
	*to = n
	return nil
}

// plays reads the cards of a ladder. Those that match are known by whoever knows the hand.
func (r *reader) plays(c *cursor, l *ladder) error {
	c.Skip(":", "=", "up", "to")
	if c.Accept("none", "nothing") || c.Phrase("no cards", "no card") {
		return nil
	}
	mark := c.Pos
	n, counted := c.Number()
	if !counted {
		c.Skip("all", "any", "every", "my", "the")
	}
	if c.Accept("matching") || c.Phrase("cards that match", "that match") {
		c.Skip("cards", "card")
		if n = min(n, maxInPlay); !counted {
			n = maxInPlay
		}
		for range n {
			l.play = append(l.play, matchingCard)
		}
		return nil
	}
	if c.Pos = mark; c.Accept("all", "every") && !r.isCards(c) {
		return order.Complain("%s", whichCards)
	}
	cards, err := r.cards(c)
	if err == nil && len(l.play)+len(cards) > maxListed {
		err = order.Complain("Nobody has so many cards: three in hand, and three in play.")
	}
	l.play = append(l.play, cards...)
	return err
}

// matchingCard stands in a ladder for a card that matches. It is never filed: who knows the hand puts the kind there.
const matchingCard Commonwealth = "matching"

// discards reads kinds that go first, each once.
func (r *reader) discards(c *cursor, to *[]Commonwealth) error {
	c.Skip(":", "=", "from", "play", "first", parser.Dash)
	cards, err := r.cards(c)
	if err != nil {
		return err
	}
	for _, k := range cards {
		if countOf(*to, k) == 0 {
			*to = append(*to, k)
		}
	}
	c.Phrase("from play")
	if !one(c.At(1), "cards", "factors") {
		c.Skip("first")
	}
	return nil
}

// silent reports whether nothing is said of what a venture is for.
func (l ladder) silent() bool {
	return l.commit == unset && l.max == unset && len(l.play) == 0 && l.move == unset && !l.interactive
}

func checkLadder(l ladder) error {
	switch {
	case l.silent():
		return order.Complain("Does this venture move, or is it a takeover? Write MOVE ALL or COMMIT ALL.")
	case l.move == 0:
		return order.Complain("%s", movesNone)
	case l.max == unset || l.max == all || l.commit == unset:
	case l.commit == all:
		return order.Complain("COMMIT ALL begins with everything, so MAX %d can't hold. Take one of them away.", l.max)
	case l.max < l.commit:
		return order.Complain("MAX %d is less than COMMIT %d.", l.max, l.commit)
	}
	return nil
}

// leftover says what could not be read behind what could.
func leftover(c *cursor) error {
	mark := c.Pos
	defer func() { c.Pos = mark }()
	c.Skip(",", "and", "then", "or", "also")
	if v := verbOf(c.Peek()); v.isAction() && v != doMove || c.Peek() == "build" {
		return order.Complain("One turn has one action. Write %q on a line of its own, as the next alternative: 2: ...", c.Rest())
	}
	return order.Complain("I don't understand %q.", c.Rest())
}
