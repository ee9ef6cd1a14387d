package decatur

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How the answers to the short questions in the midst of a round are read; bids have a file of their own.

// readParting reads a line about cards to part with.
func (r *reader) readParting(c *cursor, d *parting) error {
	for !c.Done() {
		var err error
		var cards []Commonwealth
		c.Skip(",", "and", ".", ";", "then")
		switch {
		case c.Done():
		case c.Accept("play", "playing", "put"):
			c.Skip(":")
			cards, err = r.cards(c)
			d.play = append(d.play, cards...)
			c.Phrase("into play", "in play")
		case c.Accept("discard", "discarding"):
			c.Skip(":")
			cards, err = r.cards(c)
			d.discard = append(d.discard, cards...)
			c.Phrase("from play")
		default:
			err = leftover(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// parting reads which cards go into play, and which from there (DC-12).
func (v *View) parting(r *reader) answerReader {
	var d parting
	var keep []Commonwealth
	kept := false
	return answerReader{
		about: func(c *cursor) bool {
			return one(c.Peek(), "play", "playing", "put", "discard", "discarding", "keep", "keeping") || r.isCards(c)
		},
		line: func(c *cursor) error {
			if c.either(r) {
				return whichOfTwo
			}
			if c.Accept("keep", "keeping") {
				c.Skip(":")
				cards, err := r.cards(c)
				if err != nil {
					return err
				}
				kept, keep = true, append(keep, cards...)
				c.Phrase("in my hand", "in hand")
				if c.Skip(",", "and", ".", ";"); c.Done() {
					return nil
				}
			} else if r.isCards(c) {
				return order.Complain("PLAY %s, or DISCARD, or KEEP? Write which.", c.Rest())
			}
			next := parting{}
			err := r.readParting(c, &next)
			if err == nil {
				d.play, d.discard = append(d.play, next.play...), append(d.discard, next.discard...)
			}
			return err
		},
		whole: func() (string, error) {
			if v.Excess == nil {
				return "", order.Complain("There are no cards to part with.")
			}
			if kept {
				if err := v.has(keep); err != nil {
					return "", err
				}
				rest := slices.Clone(v.Hand)
				for _, k := range keep {
					rest = without(rest, k, 1)
				}
				if len(d.play) > 0 && !slices.Equal(inOrder(rest), inOrder(d.play)) {
					return "", order.Complain("What you keep and what you play are not all of your hand.")
				}
				if d.play = rest; len(rest) == v.Excess.ToPlay {
					r.note("Read as%s.", cardList("PLAY", rest))
				}
			}
			if err := v.checkParting(&d, r); err != nil {
				return "", err
			}
			return d.words(), nil
		},
	}
}

// checkParting holds cards to part with to the number that is due.
func (v *View) checkParting(d *parting, r *reader) error {
	x := v.Excess
	hand := v.Hand
	if err := v.has(d.play); err != nil {
		return err
	}
	if same(hand) && len(d.play) == 0 && x.ToPlay > 0 && len(hand) >= x.ToPlay {
		d.play = slices.Clone(hand[:x.ToPlay])
	}
	if len(d.play) != x.ToPlay {
		return order.Complain("%d of your cards %s into play, and you named %d. For example: PLAY %s.", x.ToPlay, goOrGoes(x.ToPlay), len(d.play), joined(hand[:min(len(hand), max(1, x.ToPlay))], ", "))
	}
	inPlay := slices.Concat(v.player(v.Seat).InPlay, d.play)
	if len(d.discard) == 0 && x.ToDiscard > 0 && (same(inPlay) || x.ToDiscard == len(inPlay)) {
		d.discard = slices.Clone(inPlay[:min(len(inPlay), x.ToDiscard)])
		r.note("Read with%s: there is no choice.", cardList("DISCARD", d.discard))
	}
	if len(d.discard) != x.ToDiscard {
		return order.Complain("Then %d of the cards in play %s discarded (%s), and you named %d. For example: DISCARD %s.", x.ToDiscard, isOrAre(x.ToDiscard), joined(inPlay, ", "), len(d.discard), joined(inPlay[:min(len(inPlay), max(1, x.ToDiscard))], ", "))
	}
	for _, k := range Commonwealths {
		if want, have := countOf(d.discard, k), countOf(inPlay, k); want > have {
			return order.Complain("You would have %d %s in play then, not %d.", have, plural(have, string(k)+" card"), want)
		}
	}
	return nil
}

func goOrGoes(n int) string {
	if n == 1 {
		return "goes"
	}
	return "go"
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// same reports whether all cards are of one kind.
func same(cards []Commonwealth) bool {
	return len(cards) > 0 && countOf(cards, cards[0]) == len(cards)
}

// inOrder are cards sorted.
func inOrder(cards []Commonwealth) []Commonwealth {
	return slices.Sorted(slices.Values(cards))
}

// readRelocation reads "RELOCATE TO Arabia FACTORS 3 FLEET Indian".
func (r *reader) readRelocation(c *cursor, d *relocation) error {
	c.Skip("relocate", "relocation", ":", "all", "my", "go", "move", "them")
	if !order.IsNumeral(c.At(1)) {
		c.Skip("factors", "go", "move")
	}
	read, err := r.relocating(c)
	if err == nil && !c.Done() {
		err = leftover(c)
	}
	if err != nil {
		return err
	}
	d.to = append(d.to, read.to...)
	if read.ocean != "" {
		d.ocean = read.ocean
	}
	if read.n != unset {
		d.n = read.n
	}
	return nil
}

// relocation reads where factors go that were driven out, and which fleet goes with the port (DC-25, DC-26).
func (v *View) relocation(r *reader) answerReader {
	d := relocation{at: everywhere, n: unset}
	return answerReader{
		about: func(c *cursor) bool {
			if one(c.Peek(), "relocate", "relocation", "to", "fleet", "factors", "lose", "go", "move", ">") {
				return true
			}
			mark := c.Pos
			defer func() { c.Pos = mark }()
			_, isOcean := r.ocean(c)
			_, ok, err := r.location(c)
			return ok || isOcean || err != nil
		},
		line: func(c *cursor) error {
			next := relocation{at: everywhere, n: unset}
			if err := r.readRelocation(c, &next); err != nil {
				return err
			}
			if len(d.to) > 0 && len(next.to) > 0 && !slices.Equal(d.to, next.to) || d.ocean != "" && next.ocean != "" && d.ocean != next.ocean || d.n != unset && next.n != unset && d.n != next.n {
				return twoAnswers
			}
			if len(next.to) > 0 {
				d.to = next.to
			}
			d.ocean = cmp.Or(next.ocean, d.ocean)
			if next.n != unset {
				d.n = next.n
			}
			return nil
		},
		whole: func() (string, error) {
			if err := v.checkRelocation(&d, r); err != nil {
				return "", err
			}
			return d.answer(v.board), nil
		},
	}
}

// checkRelocation holds a relocation to where factors may go.
func (v *View) checkRelocation(d *relocation, r *reader) error {
	t := v.Takeover
	if t == nil {
		return order.Complain("There is nothing to relocate.")
	}
	if len(d.to) > 1 { // as a standing line has it, the first that can be
		can := func(l Loc) bool { return slices.Contains(t.Goes, v.board.Name(l)) }
		if i := slices.IndexFunc(d.to, can); i >= 0 {
			d.to = d.to[i : i+1]
			r.note("All factors go to one location, and the first of these that can be is %s.", v.board.Name(d.to[0]))
		}
	}
	switch {
	case len(t.Goes) == 0 && len(d.to) > 0:
		return order.Complain("There is no location that your factors can go to.")
	case len(t.Goes) > 0 && len(d.to) == 0:
		return order.Complain("Where do your factors go: %s? For example: RELOCATE TO %s.", adjudicator.Listed(t.Goes, "or"), t.Goes[0])
	case len(d.to) > 1 || len(d.to) == 1 && !slices.Contains(t.Goes, v.board.Name(d.to[0])):
		return order.Complain("Your factors can't go to %s, but to %s.", r.either(d.to), adjudicator.Listed(t.Goes, "or"))
	case len(t.Fleets) == 0 && d.ocean != "":
		return order.Complain("There is no choice of a fleet here (DC-26).")
	case d.ocean != "" && !slices.Contains(t.Fleets, d.ocean):
		return order.Complain("The fleet that goes can be that of the %s.", adjudicator.Listed(t.Fleets, "or"))
	case len(d.to) == 0 && d.ocean == "":
		return order.Complain("Which fleet goes: %s? For example: FLEET %s.", adjudicator.Listed(t.Fleets, "or"), joined(t.Fleets[:min(1, len(t.Fleets))], ""))
	}
	if len(d.to) == 0 {
		d.n = unset
	}
	if d.n != unset && v.rules[optRelocation] != "choice" {
		r.note("All factors that fit relocate in this game (DC-25).")
		d.n = unset
	}
	if l, ok := v.board.Loc(t.To); ok && d.n != unset && len(t.Goes) > 0 && d.n > v.at(l).Factors {
		return order.Complain("You have %d factors to relocate.", v.at(l).Factors)
	}
	return nil
}

// readAdvance reads "MOVE 3".
func readAdvance(c *cursor, n *int) error {
	c.Skip("move", "advance", ":", parser.Dash, "in", "with")
	m, ok := c.count()
	if !ok && (c.Accept("none", "nobody", "nothing") || c.Phrase("no more")) {
		m, ok = 0, true
	}
	if !ok {
		return order.Complain("Move how many factors in, in all? For example: MOVE 3, or MOVE ALL.")
	}
	if c.Skip("factors", "factor", "in", "over", "there", ".", "of", "them", "my", "total"); !c.Done() {
		return leftover(c)
	}
	*n = m
	return nil
}

// advance reads how many factors move into the location that was taken over (DC-25).
func (v *View) advance(r *reader) answerReader {
	n, first := 0, true
	return answerReader{
		about: func(c *cursor) bool {
			return one(c.Peek(), "move", "advance", "all", "everything", "none", "nobody", "no") || order.IsNumeral(c.Peek())
		},
		line: func(c *cursor) error {
			if c.either(r) {
				return whichOfTwo
			}
			next := 0
			if err := readAdvance(c, &next); err != nil {
				return err
			}
			if !first && next != n {
				return twoAnswers
			}
			n, first = next, false
			return nil
		},
		whole: func() (string, error) {
			if v.Takeover == nil {
				return "", order.Complain("Nothing was taken over.")
			}
			most := min(v.origin(), maxFactors)
			least := min(v.Takeover.Committed, most)
			switch {
			case n == all:
			case n < least:
				return "", order.Complain("The %d committed move in any case (DC-25). Name a number from %d to %d, or ALL.", least, least, most)
			case n > most:
				return "", order.Complain("There are %d to move at the most. Name a number from %d to %d, or ALL.", most, least, most)
			}
			return strings.TrimSpace(advanceWords(n)), nil
		},
	}
}
