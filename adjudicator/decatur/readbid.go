package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// How bids are read.

// readBid reads a line of a bid onto what was read of it.
func (r *reader) readBid(c *cursor, d *bidding) error {
	for !c.Done() {
		var err error
		if !c.plus() {
			c.Skip(",", "factors", "factor", "(", ")", "with", "a", "total", "of", "in", "to", ".", ";", "then", "there")
		}
		if !c.plus() && c.Accept("and") {
			continue
		}
		switch {
		case c.Done(), r.later(c):
		case c.raises():
			err = c.amount("COMMIT", &d.commit)
			if c.Skip("factor", "factors", "more", "points"); err == nil && d.commit != all {
				d.commit = byMore(d.commit)
			}
		case c.Phrase("raise to", "raise up to", "raising to", "go up to", "go to", "increase to"):
			err = c.amount("COMMIT", &d.commit)
		case one(c.Peek(), "max", "maximum", "up"):
			return order.Complain("A bid is what you commit now, and MAX is for a venture that bids by itself. For example: COMMIT 5.")
		case order.IsNumeral(c.Peek()), one(c.Peek(), "all", "everything"):
			at := c.Pos
			if err = c.amount("COMMIT", &d.commit); err == nil {
				c.Skip("factor", "factors", "in", "of", "them", "my", "it")
				if d.commit == all {
					err = r.allOf(c)
				}
				r.note("%q was read as COMMIT %s: that is the total, with those that are committed already.", strings.TrimRight(c.Written(at, c.Pos), " ."), orAll(d.commit, all))
			}
		case c.Phrase("concede", "give up", "fold", "conceding"):
			d.concede = true
			c.Skip("the", "location", "this", "it")
			if err = r.conceded(c); err != nil {
				return err
			}
		case c.Phrase("stand pat", "pat", "standing pat"):
		case c.Accept("commit", "committing"):
			more := c.raises()
			err = c.amount("COMMIT", &d.commit)
			c.Skip("factor", "factors")
			if more = c.Accept("more", "extra", "additional") || more; err == nil && more && d.commit != all {
				d.commit = byMore(d.commit)
			}
		case c.Accept("play", "playing", "use"):
			var cards []Commonwealth
			if c.Skip(":", "="); !c.Accept("none", "nothing") {
				cards, err = r.bidCards(c)
			}
			d.play = append(d.play, cards...)
		case c.Accept("discard", "discarding", "dropping"):
			err = r.discards(c, &d.discard)
		case d.commit != unset && len(d.play) == 0 && r.isCards(c): // "4 and Orient"
			d.play, err = r.bidCards(c)
		default:
			err = leftover(c)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case d.concede && (d.commit != unset || len(d.play) > 0):
		return order.Complain("Do you concede, or bid? Write one of the two.")
	case len(d.play) > maxListed:
		return order.Complain("Nobody has so many cards: three in hand, and three in play.")
	}
	return nil
}

// conceded goes past the location that is given up. It must be the one that is fought for.
func (r *reader) conceded(c *cursor) error {
	if r.v.Takeover == nil || c.Done() || !c.place(r) {
		return nil
	}
	l, ok, err := r.location(c)
	if err == nil && ok && r.b.Name(l) != r.v.Takeover.To {
		err = order.Complain("The takeover is of %s, not of %s.", r.v.Takeover.To, r.b.Name(l))
	}
	return err
}

// allOf goes past "all-in" and the number of "all 7", which must be right.
func (r *reader) allOf(c *cursor) error {
	c.Skip(parser.Dash, "in")
	n, ok := c.Number()
	if c.Skip("factor", "factors", "in"); ok && r.v.Takeover != nil && r.v.Seat == r.v.Takeover.Contender && n != r.v.origin() {
		return order.Complain("All are %d, and not %d. Write the number that you mean.", r.v.origin(), n)
	}
	return nil
}

// later goes past what is to be done when the bidding comes round again, of which he is asked then.
func (r *reader) later(c *cursor) bool {
	mark := c.Pos
	if c.Skip(",", "and", "but", "."); !c.Phrase("if he", "if she", "if they", "if you") || !c.Accept("raise", "raises", "bid", "bids", "go", "goes", "play", "plays", "answer", "answers") {
		c.Pos = mark
		return false
	}
	c.Pos = len(c.Tokens)
	r.note("If the bidding comes round to you again, you are asked again; so %q was left aside.", strings.TrimRight(c.Written(mark, len(c.Tokens)), " ."))
	return true
}

// byMore stands in a bid for so many factors more. It is never filed: who knows what is committed puts the total there.
func byMore(n int) int { return -100 - n }

// raises goes past words before a number of factors that are to be added, or reports that "more" stands behind it.
func (c *cursor) raises() bool {
	if c.plus() {
		c.Pos++
		return true
	}
	if c.Phrase("raise by", "raising by", "increase by", "add", "adding", "another", "plus", "raise") {
		if c.Peek() != "to" && c.Peek() != "up" {
			c.Skip("another", "you", "him", "her", "them")
			return true
		}
		c.Pos--
	}
	_, number := order.Numeral(c.Peek())
	return number && (one(c.At(1), "more", "extra", "additional") || one(c.At(1), "factor", "factors") && one(c.At(2), "more", "extra", "additional"))
}

// with adds another line of a bid.
func (d *bidding) with(next bidding, first bool) error {
	switch {
	case first:
		*d = next
		return nil
	case d.concede != next.concede, d.commit != unset && next.commit != unset && d.commit != next.commit, len(d.play) > 0 && len(next.play) > 0,
		d.words() == "PAT" != (next.words() == "PAT"):
		return twoAnswers
	case next.commit != unset:
		d.commit = next.commit
	}
	d.play = append(d.play, next.play...)
	for _, k := range next.discard {
		if countOf(d.discard, k) == 0 {
			d.discard = append(d.discard, k)
		}
	}
	return nil
}

// bidCards reads cards, or so many that match.
func (r *reader) bidCards(c *cursor) ([]Commonwealth, error) {
	mark := c.Pos
	n, ok := c.Number()
	if !ok {
		n = 1
		c.Skip("a", "one", "the", "my")
	}
	if c.Accept("matching") {
		if c.Accept("cards") && !ok {
			return nil, order.Complain("How many of them? For example: PLAY Orient, Orient.")
		}
		c.Skip("card", "cards")
		return slices.Repeat([]Commonwealth{matchingCard}, min(n, maxListed)), nil
	}
	c.Pos = mark
	return r.cards(c)
}

// bid reads a bid in the takeover that is asked for (DC-21, DC-22).
func (v *View) bid(r *reader) answerReader {
	d, first := bidding{commit: unset}, true
	return answerReader{
		about: func(c *cursor) bool {
			mark := c.Pos
			if enough := isEnough(c); enough {
				c.Pos = mark
				return true
			}
			return c.plus() || one(c.Peek(), "commit", "committing", "play", "playing", "use", "discard", "pat", "stand", "standing", "concede", "conceding", "give", "fold", "max", "maximum", "up", "pass",
				"raise", "raising", "increase", "add", "another", "plus", "all", "everything", "go") || order.IsNumeral(c.Peek()) || r.isCards(c)
		},
		line: func(c *cursor) error {
			if c.either(r) {
				return whichOfTwo
			}
			if c.Peek() == "pass" {
				return order.Complain("CONCEDE gives the location up; PAT bids no more where you prevail already. Which one?")
			}
			if done, err := v.justEnough(c, r, &d); done || err != nil {
				first = first && !done
				return err
			}
			if err := v.cardsOrFactors(c, r); err != nil {
				return err
			}
			if r.isCards(c) {
				c = &cursor{order.Cursor{Line: c.Line, Tokens: append([]order.Token{{Word: "play"}}, c.Tokens[c.Pos:]...)}}
			}
			next := bidding{commit: unset}
			raises := one(c.Peek(), "raise", "raising", "increase", "add", "commit", "committing")
			if err := r.readBid(c, &next); err != nil {
				if raises && v.Takeover != nil && v.Seat != v.Takeover.Contender {
					return v.onlyCards()
				}
				return err
			}
			err := d.with(next, first)
			first = false
			return err
		},
		whole: func() (string, error) {
			if v.Takeover == nil {
				return "", order.Complain("There is no bid to be made.")
			}
			k := v.Matching()
			for i := range d.play {
				if d.play[i] == matchingCard {
					d.play[i] = k
				}
			}
			v.total(&d, r)
			if err := v.checkBid(&d); err != nil {
				return "", err
			}
			return d.words(), nil
		},
	}
}

// onlyCards says to a defender why he commits no factors.
func (v *View) onlyCards() error {
	return order.Complain("You defend, and all your factors in %s are committed already: you bid with cards. %s", v.Takeover.To, v.enough())
}

// justEnough reads "the minimum", which is the bid that is enough, if there is just one.
func (v *View) justEnough(c *cursor, r *reader, d *bidding) (bool, error) {
	mark := c.Pos
	if !isEnough(c) {
		return false, nil
	}
	said := strings.TrimRight(c.Written(mark, c.Pos), " .")
	switch raises := v.Raises(); {
	case v.Takeover == nil:
		return false, order.Complain("There is no bid to be made.")
	case d.words() != "" && d.words() != "PAT":
		return false, twoAnswers
	case v.Short() > 0 && len(raises) > 1:
		return false, order.Complain("What is enough: %s? Write which.", adjudicator.Listed(raises, "or"))
	case v.Short() > 0 && len(raises) == 0:
		return false, order.Complain("%s", v.enough())
	case v.Short() > 0:
		*d = strict.Must(parseBid(raises[0]))
	}
	r.note("%q was read as %s, which is enough.", said, d.words())
	return true, nil
}

// isEnough goes past words for whatever is enough, if nothing else stands behind them.
func isEnough(c *cursor) bool {
	mark := c.Pos
	c.Skip("commit", "bid", "play", "the", "as", "just")
	if c.Phrase("minimum", "bare minimum", "enough", "cheapest", "what is needed", "whatever is needed", "whatever is enough", "little as possible") {
		if c.Skip(".", "possible", "to", "prevail", "win", "bid"); c.Done() {
			return true
		}
	}
	c.Pos = mark
	return false
}

// cardsOrFactors asks what "3 Orient" is where it may be three factors and a card.
func (v *View) cardsOrFactors(c *cursor, r *reader) error {
	mark, notes := c.Pos, len(r.notes)
	defer func() { c.Pos, r.notes = mark, r.notes[:notes] }()
	n, ok := c.Number()
	t := v.Takeover
	if !ok || n < 2 || t == nil {
		return nil
	}
	k, ok := r.kind(c)
	if !ok || v.Seat != t.Contender || countOf(v.Hand, k) >= n && (n <= t.Committed || n > v.origin()) {
		return nil
	}
	return order.Complain("Is this %d cards of %s, or %d factors and a card? Write PLAY %d %s, or COMMIT %d PLAY %s.", n, k, n, n, k, n, k)
}

// total puts the total in the place of so many more.
func (v *View) total(d *bidding, r *reader) {
	more := byMore(0) - d.commit
	if d.commit > byMore(0) {
		return
	}
	if d.commit = v.Takeover.Committed + more; v.Seat == v.Takeover.Contender {
		r.note("%d more was read as COMMIT %d.", more, d.commit)
	}
}

// enough says what a bid needs, as the question does.
func (v *View) enough() string {
	n := v.Short()
	points := fmt.Sprintf("As it stands you need %d %s more", n, plural(n, "point"))
	switch raises := v.Raises(); {
	case n == 0:
		return "You prevail as it is: PAT."
	case len(raises) == 0:
		return points + ", and nothing that you have is enough: CONCEDE."
	default:
		return points + ": " + strings.Join(raises, ", or ") + "; or CONCEDE."
	}
}

// checkBid holds a bid to the rules, and to the numbers that all see.
func (v *View) checkBid(d *bidding) error {
	t := v.Takeover
	if d.concede {
		return nil
	}
	if err := v.has(d.play); err != nil {
		return err
	}
	contender := v.Seat == t.Contender
	if unfit := v.unfitBid(d.play); unfit != "" {
		return order.Complain("A card of %s does not match %s, which is %s, so it can't be played here (DC-21).", unfit, t.To, v.Matching())
	}
	more := 0
	if d.commit == all {
		d.commit = v.origin()
	}
	if d.commit != unset {
		switch {
		case !contender:
			return v.onlyCards()
		case d.commit < t.Committed:
			return order.Complain("You have committed %d already, and none can be taken back (DC-21). COMMIT names the total. %s", t.Committed, v.enough())
		case d.commit > v.origin():
			return order.Complain("There are %d factors in %s. %s", v.origin(), t.From, v.enough())
		}
		more = d.commit - t.Committed
	}
	if more == 0 {
		d.commit = unset
	}
	if len(d.play) == 0 {
		d.discard = nil // no room is needed
	}
	cards := v.cardsGain(*d)
	mine, theirs := t.Strength, t.Against
	if !contender {
		mine, theirs = theirs, mine
	}
	prevails := func(n int) bool { return n > theirs || !contender && n == theirs }
	now := mine + more + cards
	if !prevails(now) {
		need := "the contender needs more"
		if !contender {
			need = "the defender needs as much"
		}
		return order.Complain("That makes %d against %d; %s. %s", now, theirs, need, v.enough())
	}
	if v.rules[optOverbid] == "exact" {
		if more > 0 && prevails(now-1) || cards > 0 && prevails(now-2) || len(d.play) > 0 && cards <= 0 {
			return order.Complain("That makes %d against %d, which is more than it needs. In this game no card and no factor may be too much (DC-21).", now, theirs)
		}
	}
	return nil
}

// origin is how many factors stand where the contender comes from.
func (v *View) origin() int {
	if l, ok := v.board.Loc(v.Takeover.From); ok {
		return v.at(l).Factors
	}
	return 0
}

// has refuses cards that are not in the player's hand.
func (v *View) has(cards []Commonwealth) error {
	for _, k := range Commonwealths {
		if want, have := countOf(cards, k), countOf(v.Hand, k); want > have {
			return order.Complain("You have %d %s in your hand, not %d.", have, plural(have, string(k)+" card"), want)
		}
	}
	return nil
}

// unfitBid is the kind of a card that can't be bid; "" if all can.
func (v *View) unfitBid(cards []Commonwealth) string {
	if v.rules[optOffColour] == "allowed" {
		return ""
	}
	for _, c := range cards {
		if c != v.Matching() {
			return string(c)
		}
	}
	return ""
}

// cardsGain is by how much the cards of a bid raise the strength, with those that go from play to make room (DC-22).
func (v *View) cardsGain(d bidding) int {
	me, k := v.player(v.Seat), v.Matching()
	after, _ := intoPlay(me.InPlay, d.play, d.discard, k)
	return 2 * (countOf(after, k) - me.matching(k))
}
