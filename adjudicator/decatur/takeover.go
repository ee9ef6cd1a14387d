package decatur

import (
	"slices"

	"deaddrop/parser/strict"
)

// A contest is a hostile takeover attempt that is being resolved (DC-19, DC-20, DC-21, DC-22,
// DC-23, DC-24, DC-25, DC-26).
type contest struct {
	*round
	venture
	kind     Commonwealth // the commonwealth of the target
	told     Takeover
	defended int // number of cards that the defender has played
}

// attempt resolves a takeover: bidding, attrition, and the movement of factors.
func (r *round) attempt(seat string, a venture) {
	c := &contest{round: r, venture: a, kind: r.edition().Locations[a.to].Commonwealth, told: Takeover{Contender: seat,
		Defender: r.at(a.to).Owner, From: r.edition().Name(a.from), To: r.edition().Name(a.to),
		Crosses: !r.edition().Adjacent(a.from, a.to), Bidding: true}}
	r.takeover = &c.told
	c.finish(c.bid())
}

// finish resolves what follows the bidding: attrition, and the movement of factors.
func (c *contest) finish(won bool) {
	c.told.Won, c.told.Bidding = won, false
	c.attrition()
	out := takenOver{}
	if c.told.Won {
		c.Robbed = append(c.Robbed, c.told.Defender)
		c.relocate(&out)
		c.advance(&out)
	}
	out.Takeover, out.LeftEmpty = c.told, c.at(c.to).Owner == ""
	c.takeover = nil
	c.tell("takeover", out)
}

// weigh updates the strengths of both sides (DC-19).
func (c *contest) weigh() {
	c.told.Contends = c.strength(c.edition(), c.told.Contender, c.to)
	c.told.Contends.Factors = c.told.Committed
	c.told.Defends = c.resistance(c.edition(), c.from, c.to)
	c.told.Strength, c.told.Against = c.told.Contends.Total(), c.told.Defends.Total()
	c.told.Left = c.at(c.from).Factors - c.told.Committed
}

// resistance returns the strength of a location's owner against a venture (DC-19).
func (s *State) resistance(b *Board, from, to Loc) Strength {
	h := s.at(to)
	out := s.strength(b, h.Owner, to)
	out.Factors = h.Factors
	if h.Port != "" {
		out.Port = 2
	}
	if !b.Adjacent(from, to) {
		out.Crossing = 2
	}
	return out
}

// strength returns what a side's fleets and cards add at a location (DC-19).
func (s *State) strength(b *Board, seat string, at Loc) Strength {
	var out Strength
	for _, o := range b.Locations[at].Oceans {
		out.Fleets += s.Fleets(seat, o)
	}
	out.Cards = 2 * s.player(seat).matching(b.Locations[at].Commonwealth)
	return out
}

// bid lets both sides bid in turn, the contender first, until one concedes (DC-21). It reports whether the contender
// has won.
func (c *contest) bid() bool {
	c.weigh()
	c.told.Began = [2]Strength{c.told.Contends, c.told.Defends}
	for opening := true; ; opening = false {
		if !c.contends(opening) {
			return false
		}
		if !c.defends() {
			return true
		}
	}
}

// contends makes the contender's bid, and reports whether they go on.
func (c *contest) contends(opening bool) bool {
	bid, next := Bid{Seat: c.told.Contender}, bidding{commit: unset}
	if opening {
		c.told.Committed = c.opening()
		bid.Commits = c.told.Committed
		c.weigh()
	}
	if c.told.Strength <= c.told.Against {
		least := c.told.Committed
		if opening && c.is(optOverbid, "exact") {
			least = 0 // with cards, fewer factors may suffice
		}
		next = c.raise(least)
		if opening { // not a bid yet; there may be none
			c.told.Committed, bid.Commits = 0, 0
			c.weigh()
		}
		if next.commit == c.told.Committed {
			next.commit = unset
		}
		if (c.AsksAlways() || c.asks(c.ladder.interactive)) && c.couldContend() {
			next = strict.Must(parseBid(c.ask(bid.Seat, "bid", next.words())))
		}
	}
	return c.carry(bid, next)
}

// opening returns how many factors the contender commits at first: what the ladder says, or else all. If the ladder
// has a limit or cards to play (DC-33), or the contender is asked, it is none, and the bidding begins with the fewest
// that suffice.
func (c *contest) opening() int {
	n := c.at(c.from).Factors
	switch l := c.ladder; {
	case l.commit >= 0:
		n = min(n, l.commit)
	case l.commit == unset && (l.max != unset || c.asks(l.interactive)),
		l.commit == unset && c.plays():
		n = 0
	}
	if c.is(optOverbid, "exact") {
		n = min(n, max(0, c.told.Against+1-c.told.Strength))
	}
	return n
}

// plays reports whether the contender's ladder has cards to play, and the options take these into account from the
// first bid on.
func (c *contest) plays() bool { return len(c.ladder.play) > 0 && c.is(optPlay, "cheapest") }

// raise returns the cheapest step of the ladder with which the contender prevails: with fewest cards and then fewest
// factors, or the other way round, and at least least factors. If there is none, it concedes.
func (c *contest) raise(least int) bidding {
	most, cards := c.most(), c.playable(c.told.Contender, c.ladder.play)
	best := bidding{concede: true, commit: unset}
	cost := func(b bidding) [2]int {
		if c.ladder.cardsFirst {
			return [2]int{b.commit, len(b.play)}
		}
		return [2]int{len(b.play), b.commit}
	}
	for k := range len(cards) + 1 {
		commit := max(least, c.told.Committed+c.told.Against+1-c.told.Strength-2*k)
		if commit > most {
			continue
		}
		step := bidding{commit: commit, play: cards[:k], discard: c.ladder.discard}
		if a, b := cost(step), cost(best); best.concede || slices.Compare(a[:], b[:]) < 0 {
			best = step
		}
	}
	return best.tidied()
}

// most returns how many factors the ladder goes up to.
func (c *contest) most() int {
	have, l := c.at(c.from).Factors, c.ladder
	switch {
	case l.max >= 0:
		return min(have, l.max)
	// the opening may have used fewer, if no bid is larger than needed
	case l.max == unset && l.commit >= 0:
		return min(have, max(l.commit, c.told.Committed))
	case l.max == unset && l.commit == unset && c.asks(l.interactive):
		return c.told.Committed
	}
	return have
}

// tidied returns a bid in the form in which it is parsed: without kinds to leave play if no room is needed.
func (d bidding) tidied() bidding {
	if len(d.play) == 0 {
		d.discard = nil
	}
	return d
}

// playable returns the cards of a list that a player has in hand, that match, and for which there is room in play
// (DC-21, DC-22).
func (c *contest) playable(seat string, list []Commonwealth) []Commonwealth {
	n := min(countOf(list, c.kind), countOf(c.secret(seat).Hand, c.kind), maxInPlay-c.player(seat).matching(c.kind))
	return slices.Repeat([]Commonwealth{c.kind}, max(0, n))
}

// defends makes the defender's bid, and reports whether they go on.
func (c *contest) defends() bool {
	seat := c.told.Defender
	bid, next := Bid{Seat: seat}, bidding{commit: unset}
	if c.told.Against < c.told.Strength {
		d := c.standing(seat).defence(c.to)
		next = c.reply(d)
		asks := c.AsksAlways() || c.asks(d == nil || d.interactive)
		if asks && c.couldDefend() {
			next = strict.Must(parseBid(c.ask(seat, "bid", next.words())))
		}
	}
	c.defended += len(next.play)
	return c.carry(bid, next)
}

// reply returns the defender's bid by a standing defence: the fewest cards that prevail or, if they bid only to win,
// the fewest that prevail against whatever the contender may still have, by public information.
func (c *contest) reply(d *defence) bidding {
	concede := bidding{concede: true, commit: unset}
	if d == nil {
		return concede
	}
	list := d.play
	if d.matching {
		list = c.secret(c.told.Defender).Hand
	}
	cards := c.playable(c.told.Defender, list)
	if d.upTo != unset {
		cards = cards[:min(len(cards), max(0, d.upTo-c.defended))]
	}
	need := c.told.Strength
	if d.onlyIfWins {
		if need = c.potential(); c.told.Against+2*len(cards) < need {
			return concede
		}
		if c.is(optOverbid, "exact") {
			need = c.told.Strength
		}
	}
	k := max(0, need-c.told.Against+1) / 2
	if k > len(cards) {
		return concede
	}
	return bidding{commit: unset, play: cards[:k]}
}

// potential returns the largest strength that the contender may still reach, by public information: with all factors
// of the origin, and as many matching cards as their hand may contain and play has room for.
func (c *contest) potential() int {
	p := c.player(c.told.Contender)
	return c.told.Strength + c.told.Left + 2*min(p.Hand, maxInPlay-p.matching(c.kind))
}

// couldContend and couldDefend report whether a side may be able to answer, by public information. A side that can't
// is not asked, which reveals nothing.
func (c *contest) couldContend() bool { return c.potential() > c.told.Against }

func (c *contest) couldDefend() bool {
	p := c.player(c.told.Defender)
	return c.told.Against+2*min(p.Hand, maxInPlay-p.matching(c.kind)) >= c.told.Strength
}

// asks reports whether a player is asked for a bid: always at patient speed, otherwise if the player wants that or
// has no orders for it.
func (c *contest) asks(wanted bool) bool {
	return c.is(optSpeed, patient) || c.is(optSpeed, standard) && wanted
}

// carry carries out a bid, and reports whether it is not a concession.
func (c *contest) carry(bid Bid, next bidding) bool {
	p, s := c.player(bid.Seat), c.secret(bid.Seat)
	contender := bid.Seat == c.told.Contender
	if contender && next.commit > c.told.Committed {
		bid.Commits += next.commit - c.told.Committed
		c.told.Committed = next.commit
	}
	for _, card := range next.play {
		s.Hand = without(s.Hand, card, 1)
	}
	kinds := next.discard
	if len(kinds) == 0 {
		kinds = c.standing(bid.Seat).discard
	}
	p.InPlay, bid.Discards = intoPlay(p.InPlay, next.play, kinds, c.kind)
	c.Discards = append(c.Discards, bid.Discards...)
	c.round.count()
	c.weigh()
	bid.Plays, bid.Concedes = next.play, next.concede
	bid.Pat = !next.concede && bid.Commits == 0 && len(bid.Plays) == 0
	bid.Strengths = [2]int{c.told.Strength, c.told.Against}
	c.told.Bids = append(c.told.Bids, bid)
	return !next.concede
}

// prevails reports whether a venture's ladder beats what the defender has committed at present.
func (s *sight) prevails(a venture) bool {
	to := s.at(a.to)
	if to.Owner == "" || to.Owner == s.seat || !s.owns(s.seat, a.from) {
		return false
	}
	mine, theirs := s.weigh(a)
	return mine > theirs
}

// weigh returns the largest strength of a takeover's ladder, and what the defender has committed at present (DC-19).
func (s *sight) weigh(a venture) (ladder, defender int) {
	kind := s.board.Locations[a.to].Commonwealth
	mine := s.strength(s.board, s.seat, a.to)
	mine.Factors = s.at(a.from).Factors
	if a.ladder.max >= 0 {
		mine.Factors = min(mine.Factors, a.ladder.max)
	} else if a.ladder.max == unset && a.ladder.commit >= 0 {
		mine.Factors = min(mine.Factors, a.ladder.commit)
	}
	mine.Cards += 2 * max(0, min(countOf(a.ladder.play, kind), countOf(s.hand, kind),
		maxInPlay-s.player(s.seat).matching(kind)))
	return mine.Total(), s.resistance(s.board, a.from, a.to).Total()
}
