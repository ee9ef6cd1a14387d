package decatur

import (
	"cmp"
	"fmt"

	"deaddrop/adjudicator"
	"deaddrop/parser"
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
	mark := c.i
	c.skip("of", "with")
	if n, ok := c.part(); ok { // "venture 3 from India to Persia"
		v.n = n
		err := v.ranges(c, false)
		if c.skip("factors", "factor", "of"); c.peek() != "from" {
			c.i, v.n, v.ladder.max = mark, unset, unset
		} else if err != nil {
			return nil, err
		}
	} else {
		c.i = mark
		c.accept("of")
	}
	toFirst := c.accept("to", "into", "against", "on")
	c.skip("from")
	from, err := r.needLocation(c, howToVenture)
	if err != nil {
		return nil, err
	}
	c.skip(":", ",")
	switch {
	case c.accept("from") || v.n == unset && c.partFrom(&v.n):
		toFirst = true
	case toFirst:
		return nil, complain("From where? %s", r.comingTo(from))
	default:
		c.skip("go", "and", "attack", "invade", "takeover")
		if !c.accept("to", "into", parser.Dash, ">", "=", "against", "on") && !c.place(r) {
			return nil, complain("To where, or from where? %s", r.comingTo(from))
		}
		c.skip("to", "into", parser.Dash, ">", "=")
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
	if r.v == nil || r.v.owns(r.v.Seat, l) {
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
	if c.i == 0 {
		return ""
	}
	return c.toks[c.i-1].word
}

// count reads a number of factors, or all.
func (c *cursor) count() (int, bool) {
	mark := c.i
	c.skip("=", ":", "of", "the", "my", parser.Dash)
	if c.accept("all", "everything", "everybody") {
		c.skip("of", "them")
		return all, true
	}
	n, ok := c.number()
	if !ok {
		c.i = mark
	}
	return n, ok
}

// part reads a number of factors, all, or all but some.
func (c *cursor) part() (int, bool) {
	n, ok := c.count()
	if mark := c.i; n == all && c.accept("but", "except", "minus") {
		if k, ok := c.number(); ok && k > 0 {
			return allBut(k), true
		}
		c.i = mark
	}
	return n, ok
}

// partFrom goes past "with 5 from", if that stands here.
func (c *cursor) partFrom(to *int) bool {
	mark := c.i
	c.skip("with", "using", ",")
	n, ok := c.part()
	c.skip("factors", "factor", "of", "my")
	if ok && c.accept("from") {
		*to = n
		return true
	}
	c.i = mark
	return false
}

// options reads what stands behind the locations of a venture, up to a condition or its end.
func (r *reader) options(c *cursor, v *worded) error {
	l := &v.ladder
	for !c.done() {
		c.skip(",", ":", "(", ")", "and", "factors", "factor", "please", "of", "then", "/", ";", ".", "i", "will", "would", "in", "total")
		if c.peek() == parser.Dash && (isOption(c.at(1)) || isNumeral(c.at(1)) && v.n == unset && l.commit == unset) || c.peek() == "but" {
			c.i++
		}
		if c.done() || isCondition(c.peek()) && !(c.peek() == "only" && c.at(1) == "move" || c.spells("if needed")+c.spells("if necessary")+c.spells("if need be") > 0) {
			break
		}
		if ok, err := v.factors(c); err != nil {
			return err
		} else if ok && v.stay { // "leaving 2 in India"
			v.stay = false
			if at, err := r.needLocation(c, "Leave them in which location?"); err != nil || at != v.from {
				return cmp.Or(err, complain("What is left stays in %s.", r.b.Name(v.from)))
			}
			continue
		} else if ok || c.phrase("if needed", "if necessary", "if need be") {
			continue
		}
		var err error
		switch {
		case c.phrase("cards first", "cards before factors", "cards rather than factors", "first cards", "prefer cards", "first the cards", "prefer to play cards"):
			l.cardsFirst = true
		case c.phrase("factors first", "factors before cards", "factors rather than cards", "first factors", "prefer factors", "first the factors"):
			l.cardsFirst = false
		case c.accept("play", "playing", "plays"):
			v.fights = true
			err = r.plays(c, l)
		case c.accept("with", "using", "use", "by"):
			if r.isCards(c) {
				v.fights = true
				err = r.plays(c, l)
			} else if !isOption(c.peek()) && !one(c.peek(), "starting", "beginning", "opening") {
				err = v.bare(c)
			}
		case c.accept("discard", "discarding", "dropping"):
			err = r.discards(c, &l.discard)
		case c.phrase("ask me", "ask", "interactive", "interactively"):
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
	case c.phrase("up to", "at most", "no more than", "going up to", "go up to", "going to", "raising up to", "raising to", "raise up to", "raise to", "rising to") || c.accept("max", "maximum"):
		return true, c.ladderNumber("MAX", &l.max)
	case c.phrase("starting with", "starting at", "start with", "start at", "beginning with", "begin with", "opening with", "open with") ||
		c.accept("commit", "committing", "commits", "committed", "bid", "bidding"):
		between := c.accept("between", "from")
		if err := c.ladderNumber("COMMIT", &l.commit); err != nil {
			return true, err
		}
		return true, v.ranges(c, between)
	case c.phrase("only move") || c.accept("move", "moving", "advance", "advancing"):
		if err := c.ladderNumber("MOVE", &l.move); err != nil {
			return true, err
		}
		c.skip("factors", "factor", "in", "there", "over", "into", "it", "afterwards", "after", "on", "success")
		if l.move == 0 {
			return true, complain("%s", movesNone)
		}
		return true, nil
	case c.accept("leave", "leaving"):
		c.accept("just", "only")
		n, ok := c.number()
		if !ok || n == 0 || v.n != unset || n > maxFactors {
			return true, complain("Leave how many factors behind? Or say how many go: MOVE 3, or COMMIT 3.")
		}
		c.skip("factors", "factor", "behind", "there", "back", "at", "home")
		v.stay, v.n = c.accept("in"), allBut(n)
		return true, nil
	case v.n == unset && (one(c.peek(), "all", "everything", "between") || isNumeral(c.peek())) && v.ladder.commit == unset:
		return true, v.bare(c)
	}
	return false, nil
}

const movesNone = "A venture moves one factor at least (DC-18)."

// bare reads a number of factors that does not say what they are for.
func (v *worded) bare(c *cursor) error {
	between := c.accept("between")
	if err := c.ladderNumber("COMMIT", &v.n); err != nil {
		return err
	}
	return v.ranges(c, between)
}

// ranges reads the second number of "4 to 7", which is where the ladder ends.
func (v *worded) ranges(c *cursor, between bool) error {
	if isNumeral(c.at(1)) && (one(c.peek(), parser.Dash, "/", "to", "until") || between && c.peek() == "and") {
		c.i++
		return c.ladderNumber("MAX", &v.ladder.max)
	}
	return nil
}

func isNumeral(w string) bool {
	_, ok := numeral(w)
	return ok
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
		return complain("%s how many? A number, or ALL.", word)
	case *to != unset:
		return complain("%s is given twice.", word)
	case n > maxFactors:
		return complain("%s %d is too many: there are never more than seven factors in a location (DC-10).", word, n)
	}
	*to = n
	return nil
}

// plays reads the cards of a ladder. Those that match are known by whoever knows the hand.
func (r *reader) plays(c *cursor, l *ladder) error {
	c.skip(":", "=", "up", "to")
	if c.accept("none", "nothing") || c.phrase("no cards", "no card") {
		return nil
	}
	mark := c.i
	n, counted := c.number()
	if !counted {
		c.skip("all", "any", "every", "my", "the")
	}
	if c.accept("matching") || c.phrase("cards that match", "that match") {
		c.skip("cards", "card")
		if n = min(n, maxInPlay); !counted {
			n = maxInPlay
		}
		for range n {
			l.play = append(l.play, matchingCard)
		}
		return nil
	}
	if c.i = mark; c.accept("all", "every") && !r.isCards(c) {
		return complain("%s", whichCards)
	}
	cards, err := r.cards(c)
	if err == nil && len(l.play)+len(cards) > maxListed {
		err = complain("Nobody has so many cards: three in hand, and three in play.")
	}
	l.play = append(l.play, cards...)
	return err
}

// matchingCard stands in a ladder for a card that matches. It is never filed: who knows the hand puts the kind there.
const matchingCard Commonwealth = "matching"

// discards reads kinds that go first, each once.
func (r *reader) discards(c *cursor, to *[]Commonwealth) error {
	c.skip(":", "=", "from", "play", "first", parser.Dash)
	cards, err := r.cards(c)
	if err != nil {
		return err
	}
	for _, k := range cards {
		if countOf(*to, k) == 0 {
			*to = append(*to, k)
		}
	}
	c.phrase("from play")
	if !one(c.at(1), "cards", "factors") {
		c.skip("first")
	}
	return nil
}

func checkLadder(l ladder) error {
	switch {
	case l.max == unset || l.max == all || l.commit == unset:
	case l.commit == all:
		return complain("COMMIT ALL begins with everything, so MAX %d can't hold. Take one of them away.", l.max)
	case l.max < l.commit:
		return complain("MAX %d is less than COMMIT %d.", l.max, l.commit)
	}
	return nil
}

// leftover says what could not be read behind what could.
func leftover(c *cursor) error {
	mark := c.i
	defer func() { c.i = mark }()
	c.skip(",", "and", "then", "or", "also")
	if v := verbOf(c.peek()); v.isAction() && v != doMove || c.peek() == "build" {
		return complain("One turn has one action. Write %q on a line of its own, as the next alternative: 2: ...", c.rest())
	}
	return complain("I don't understand %q.", c.rest())
}
