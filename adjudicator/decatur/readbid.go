package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// A bidReader reads bids.
type bidReader struct{ *author }

// bid reads a part of a bid, and combines it with what the letter said before.
func (a bidReader) bid(m *order.Match, c *order.Context) order.Outcome {
	if a.Takeover == nil {
		return order.Outcome{Refuse: "There is no bid to make."}
	}
	for _, b := range m.All("nn") {
		if numberAt(b, c) > maxListed && !m.Has("cw") { // as in a telephone number
			return order.Outcome{Talk: true}
		}
	}
	var d bidding
	var note string
	var err error
	if d.commit, note, err = a.bidFactors(m, c); err != nil {
		return refusal(err)
	}
	if d.play, err = a.played(m, "pl", c); err != nil {
		return refusal(err)
	}
	for _, b := range m.All("pm") {
		n := 1
		if q, ok := within(m, "q", b); ok {
			n = min(numberAt(q, c), maxListed)
		}
		d.play = append(d.play, slices.Repeat([]Commonwealth{a.Matching()}, n)...)
	}
	if d.discard, err = allListed(m, "dc", c); err != nil {
		return refusal(err)
	}
	d.discard = once(d.discard)
	n, k, unsaid := a.cardsOrFactors(m, c)
	switch raises := a.Raises(); {
	case len(d.play) > maxListed:
		return refusal(soMany)
	case unsaid:
		out := order.Outcome{Ask: fmt.Sprintf("Is this %d cards of %s, or %d factors and a card?", n, k, n)}
		cards := joined(slices.Repeat([]Commonwealth{k}, n), ", ")
		out.Suggest = []string{"PLAY " + cards, fmt.Sprintf("COMMIT %d PLAY %s", n, k)}
		return out
	case !m.Has("mm"):
	case a.Short() > 0 && len(raises) > 1:
		return order.Outcome{Ask: fmt.Sprintf("What is enough: %s? Write which.", listedOr(raises)), Suggest: raises}
	case a.Short() > 0 && len(raises) == 0:
		return order.Outcome{Refuse: a.enough()}
	default:
		if d = (bidding{commit: unset}); a.Short() > 0 {
			d, _ = parseBid(raises[0])
		}
		note = fmt.Sprintf("%q was read as %s, which is enough.", c.Quote(m.From, m.To), d.words())
	}
	return a.withEarlier(d, note, c)
}

// bidFactors returns how many factors are committed in all, and a note on how that was read; unset if the bid does
// not mention factors.
func (a bidReader) bidFactors(m *order.Match, c *order.Context) (n int, note string, err error) {
	said := m.All("bm")
	switch {
	case len(said) == 0:
		return unset, "", nil
	case a.Defending():
		return 0, "", a.onlyCards()
	case m.Has("mx"):
		return 0, "", order.Complain("A bid is what you commit now, and MAX is for a venture that bids by itself. " +
			"For example: COMMIT 5.")
	case len(said) > 1:
		return 0, "", order.Complain("COMMIT is given twice.")
	}
	if exact, ok := m.Get("ex"); ok && numberAt(exact, c) != a.origin() {
		return 0, "", order.Complain("ALL means %d, not %d. Write the number that you mean.", a.origin(),
			numberAt(exact, c))
	}
	b := said[0]
	switch n = amount(m, b, c); {
	case n == unset:
		n = all
	case n <= allBut(0):
		n = a.origin() - (allBut(0) - n)
	}
	isMore := slices.ContainsFunc(m.All("mo"), func(x order.Bind) bool { return x.To >= b.From-1 && x.From <= b.To })
	switch {
	case isMore && n != all:
		note = fmt.Sprintf("%d more was read as COMMIT %d.", n, a.Takeover.Committed+n)
		n += a.Takeover.Committed
	case !m.Has("cw"):
		note = fmt.Sprintf("%q was read as COMMIT %s: that is the total, with those that are committed already.",
			c.Quote(m.From, m.To), orAll(n, all))
	}
	if n > maxFactors {
		return 0, "", order.Complain("COMMIT %d is too many: there are never more than seven factors in a location "+
			"(DC-10).", n)
	}
	return n, note, nil
}

// cardsOrFactors reads a number before a kind of cards that may also be a number of factors: "3 Orient".
func (a bidReader) cardsOrFactors(m *order.Match, c *order.Context) (n int, k Commonwealth, ok bool) {
	pl, named := m.Get("pl")
	q, counted := within(m, "q", pl)
	if !named || !counted || a.Seat != a.Takeover.Contender {
		return 0, "", false
	}
	if m.Has("pw") || m.Has("bm") {
		return 0, "", false
	}
	kind, _ := within(m, "k", pl)
	n, k = numberAt(q, c), kindOf(kind)
	cards := countOf(a.Hand, k) >= n && (n <= a.Takeover.Committed || n > a.origin())
	return n, k, n > 1 && !cards
}

// withEarlier combines a part of a bid with what the letter said before, if they fit together.
func (a bidReader) withEarlier(d bidding, note string, c *order.Context) order.Outcome {
	out := order.Outcome{Note: note}
	if was, given := c.Given["BID"]; given {
		old := a.bids[was]
		if old.goesWith(d) {
			out.Adds = true
			old.discard = once(append(slices.Clone(old.discard), d.discard...))
			old.play = append(slices.Clone(old.play), d.play...)
			if d.commit != unset {
				old.commit = d.commit
			}
			d = old
		}
	}
	line := d.words()
	a.bids[line] = d
	out.Orders = []order.Order{{Key: "BID", Line: line}}
	return out
}

// goesWith reports whether two parts of a letter can belong to one bid.
func (d bidding) goesWith(o bidding) bool {
	isPat := func(x bidding) bool { return x.words() == "PAT" }
	switch {
	case d.concede != o.concede, isPat(d) != isPat(o):
		return false
	case len(d.play) > 0 && len(o.play) > 0:
		return false
	}
	return d.commit == unset || o.commit == unset || d.commit == o.commit
}

func (a bidReader) concedes(m *order.Match, c *order.Context) order.Outcome {
	at, err := a.places(m, "l", c)
	if err != nil {
		return refusal(err)
	}
	if a.kind != "bid" { // as a standing order, it would turn off a defence
		out := order.Outcome{Refuse: "You are not being asked for a bid now. To give a location up without a fight " +
			"beforehand: DEFEND Indo-China PLAY NONE."}
		if len(at) > 0 {
			out.Refuse = strings.ReplaceAll(out.Refuse, "Indo-China", a.b.Name(at[0]))
			out.Suggest = []string{"DEFEND " + a.b.Name(at[0]) + " PLAY NONE"}
		}
		return out
	}
	if len(at) > 0 && a.Takeover != nil && a.b.Name(at[0]) != a.Takeover.To {
		return order.Outcome{Refuse: fmt.Sprintf("The takeover is of %s, not of %s.", a.Takeover.To, a.b.Name(at[0]))}
	}
	return a.withEarlier(bidding{concede: true, commit: unset}, "", c)
}

func (a bidReader) pat(_ *order.Match, c *order.Context) order.Outcome {
	return a.withEarlier(bidding{commit: unset}, "", c)
}

func (a bidReader) passBid(*order.Match, *order.Context) order.Outcome {
	return order.Outcome{Ask: "CONCEDE gives up the location; PAT bids no more where you already prevail. Which one?",
		Suggest: []string{"CONCEDE", "PAT"}}
}

// again ignores instructions for the next round of bidding, when the player will be asked again.
func (a bidReader) again(m *order.Match, c *order.Context) order.Outcome {
	c.Notes = append(c.Notes, fmt.Sprintf("If the bidding comes round to you again, you are asked again; so %q was "+
		"left aside.", c.Quote(m.From, m.To)))
	return order.Outcome{Blank: true}
}

// onlyCards returns an error that tells a defender that they don't commit factors.
func (v *View) onlyCards() error {
	return order.Complain("You defend, and all your factors in %s are committed already: you bid with cards. %s",
		v.Takeover.To, v.enough())
}

// enough returns a text on what a bid needs, as in the question.
func (v *View) enough() string {
	n := v.Short()
	points := fmt.Sprintf("As things stand, you need %d more %s", n, plural(n, "point"))
	switch raises := v.Raises(); {
	case n == 0:
		return "You prevail as things stand: PAT."
	case len(raises) == 0:
		return points + ", and you don't have enough: CONCEDE."
	default:
		return points + ": " + strings.Join(raises, ", or ") + "; or CONCEDE."
	}
}

// checkBid checks a bid against the rules and the public numbers.
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
		return order.Complain("A card of %s does not match %s, which is %s, so it can't be played here (DC-21).", unfit,
			t.To, v.Matching())
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
			return order.Complain("You have committed %d already, and none can be taken back (DC-21). COMMIT names "+
				"the total. %s", t.Committed, v.enough())
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
		tooMany := more > 0 && prevails(now-1)
		tooStrong := cards > 0 && prevails(now-2)
		if tooMany || tooStrong || len(d.play) > 0 && cards <= 0 {
			return order.Complain("That makes %d against %d, which is more than it needs. In this game no card and "+
				"no factor may be more than needed (DC-21).", now, theirs)
		}
	}
	return nil
}

// origin returns how many factors stand where the contender comes from.
func (v *View) origin() int {
	if l, ok := v.board.Loc(v.Takeover.From); ok {
		return v.at(l).Factors
	}
	return 0
}

// has returns an error if some cards are not in the player's hand.
func (v *View) has(cards []Commonwealth) error {
	for _, k := range Commonwealths {
		if want, have := countOf(cards, k), countOf(v.Hand, k); want > have {
			return order.Complain("You have %d %s in your hand, not %d.", have, plural(have, string(k)+" card"), want)
		}
	}
	return nil
}

// unfitBid returns the kind of a card that can't be bid, or "".
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

// cardsGain returns by how much the cards of a bid raise the strength, considering those that leave play to make room
// (DC-22).
func (v *View) cardsGain(d bidding) int {
	me, k := v.player(v.Seat), v.Matching()
	after, _ := intoPlay(me.InPlay, d.play, d.discard, k)
	return 2 * (countOf(after, k) - me.matching(k))
}
