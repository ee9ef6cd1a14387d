package decatur

import (
	"slices"
	"strings"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How standing orders are read.

// isOff reports whether the rest takes something back.
func (c *cursor) isOff() bool {
	mark := c.Pos
	if c.Accept("off", "none", "cancel", "delete", "clear", "remove") || c.Phrase("no more") {
		if c.Skip("."); c.Done() {
			return true
		}
	}
	c.Pos = mark
	return false
}

// places reads the locations that a standing order is for: some, or ALL.
func (r *reader) places(c *cursor, how string) ([]Loc, error) {
	c.Skip(":", "from", parser.Dash, "in", "my", "against", "of")
	if c.Accept("all", "everything", "everywhere", "any", "anything", "every") || c.Phrase("each location", "the rest", "the others", "all others") {
		c.Skip("my", "other", "others", "locations", "location", "of", "else", "the")
		return []Loc{everywhere}, nil
	}
	at, err := r.locations(c, how, ",", "and", "/")
	c.Skip(":")
	return at, err
}

const howToDefend = "For example: DEFEND Egypt PLAY Crescent, or DEFEND ALL PLAY matching UP TO 2 ONLY IF WINS, or DEFEND Egypt INTERACTIVE."

// defend reads "Egypt PLAY Crescent UP TO 1 ONLY IF WINS" onto standing orders.
func (r *reader) defend(c *cursor, s *standing, concede bool) error {
	c.Skip(":", parser.Dash)
	if word := c.Peek(); c.isOff() {
		if len(s.defend) > 0 && word != "off" {
			r.note("All your DEFEND lines are taken back. To concede without a bid, write DEFEND ALL PLAY NONE.")
		}
		s.defend = nil
		return nil
	}
	if mark := c.Pos; c.Accept("nothing", "nowhere", "never") || concede && c.Done() { // "defend nothing", "never defend"
		if c.Skip(".", "at", "all"); c.Done() {
			s.setDefence(defence{at: everywhere, upTo: unset})
			r.note("Read as DEFEND ALL PLAY NONE.")
			return nil
		}
		c.Pos = mark
	}
	at, err := []Loc{everywhere}, error(nil)
	if !one(c.Peek(), "interactive", "interactively", "ask", "matching") { // "defend interactive"
		at, err = r.places(c, "Defend what? "+howToDefend)
	}
	if err != nil {
		return err
	}
	if at[0] == everywhere && one(c.Peek(), "but", "except") {
		return order.Complain("Write two lines for that, one for the exception and one for the others: for example DEFEND India PLAY NONE, and DEFEND ALL PLAY matching.")
	}
	if c.isOff() {
		for _, l := range at {
			s.defend = slices.DeleteFunc(s.defend, func(d defence) bool { return d.at == l })
		}
		return nil
	}
	d := defence{upTo: unset}
	if concede {
		c.Skip(".")
	} else if err := r.defending(c, &d); err != nil {
		return err
	}
	if !c.Done() {
		return leftover(c)
	}
	for _, l := range at {
		d.at = l
		s.setDefence(d)
	}
	return nil
}

// defending reads how locations are defended.
func (r *reader) defending(c *cursor, d *defence) error {
	said := false // what is played, or that it is asked
	for !c.Done() {
		var err error
		c.Skip(",", "(", ")", "and", "please", "but", ".", ":", parser.Dash, "then")
		switch {
		case c.Done():
		case c.Phrase("only if", "if", "provided", "but only if", "as long as"):
			c.Accept("it", "that", "this", "i")
			if !c.Accept("wins", "win", "prevails", "prevail", "holds", "succeeds") {
				err = order.Complain("Write ONLY IF WINS; other conditions are for alternatives. %s", howToDefend)
			}
			d.onlyIfWins = true
		case c.Phrase("up to", "at most", "no more than") || c.Accept("max", "maximum"):
			err = c.amount("UP TO", &d.upTo)
			if c.Skip("cards", "card", "of", "them", "each"); d.upTo == all {
				d.upTo = unset
			}
		case c.Phrase("ask me", "ask", "interactive", "interactively"):
			said, d.interactive = true, true
		case c.Phrase("with nothing", "with none", "with no cards", "play none", "play nothing", "play no cards", "none", "no cards"), c.Phrase("concede"):
			said = true
		case !said && c.Accept("play", "playing", "with", "using"), !said && (one(c.Peek(), "matching", "all", "everything") || r.isCards(c)):
			said = true
			err = r.defends(c, d)
		default:
			err = leftover(c)
		}
		if err != nil {
			return err
		}
	}
	if !said {
		d.matching = true
		r.note("DEFEND without cards was read as PLAY matching: with all cards that match.")
	}
	if d.interactive {
		if d.matching || len(d.play) > 0 {
			r.note("With INTERACTIVE each bid is asked, so no cards are filed for it.")
		}
		*d = defence{upTo: unset, interactive: true}
	} else if !d.matching && len(d.play) == 0 {
		*d = defence{upTo: unset}
	}
	return nil
}

// defends reads the cards of a defence.
func (r *reader) defends(c *cursor, d *defence) error {
	c.Skip(":", "=")
	mark := c.Pos
	c.Phrase("up to", "at most", "max")
	n, counted := c.Number()
	if counted {
		c.Skip("of", "my")
	}
	c.Skip("all", "any", "the", "my", "every", "a", "an")
	if c.Accept("matching", "match") || c.Phrase("cards that match", "card that matches", "whatever matches", "what matches") {
		c.Skip("cards", "card", "influence")
		if d.matching = true; counted {
			return limit(n, &d.upTo)
		}
		return nil
	}
	if counted && (c.Accept("card", "cards") || c.Done() || isKeyword(c.Peek())) {
		d.matching = true
		return limit(n, &d.upTo)
	}
	c.Pos = mark
	if c.Phrase("all my cards", "all cards", "everything", "all") && !r.isCards(c) {
		d.matching = true
		return nil
	}
	var err error
	d.play, err = r.cards(c)
	return err
}

// limit puts a number of cards that was read already.
func limit(n int, to *int) error {
	if n > maxListed || n < 1 {
		return order.Complain("UP TO how many cards? A number from 1 to 3.")
	}
	*to = n
	return nil
}

const howToRelocate = "For example: RELOCATE Egypt TO Arabia, Congo Basin."

// relocate reads "Egypt TO Arabia, Congo Basin FLEET Indian" onto standing orders.
func (r *reader) relocate(c *cursor, s *standing) error {
	c.Skip(":", parser.Dash, "factors")
	if c.isOff() {
		s.relocate = nil
		return nil
	}
	at := []Loc{everywhere}
	first := c.Pos
	if !one(c.Peek(), "to", "into") {
		var err error
		if at, err = r.places(c, "Relocate from where? "+howToRelocate); err != nil {
			return err
		}
	}
	if c.isOff() {
		for _, l := range at {
			s.relocate = slices.DeleteFunc(s.relocate, func(d relocation) bool { return d.at == l })
		}
		return nil
	}
	if c.Skip("."); c.Done() && at[0] != everywhere && first > 0 && c.Tokens[first-1].Word == ":" { // "relocate: Persia, Arabia"
		c.Pos, at = first, []Loc{everywhere}
		r.note("Read as RELOCATE ALL TO %s.", c.Rest())
	}
	d, err := r.relocating(c)
	if err == nil && !c.Done() {
		err = leftover(c)
	}
	if err == nil && len(d.to) == 0 && d.ocean == "" && d.n == unset {
		err = order.Complain("Relocate to where? %s", howToRelocate)
	}
	if err != nil {
		return err
	}
	for _, l := range at {
		d.at = l
		s.setRelocation(d)
	}
	return nil
}

// relocating reads where factors go, and what else is said of that.
func (r *reader) relocating(c *cursor) (relocation, error) {
	d := relocation{n: unset}
	for !c.Done() {
		var err error
		c.Skip(",", "(", ")", "and", "please", ".", ":", "the", "with", "factor", "then", "else", "lose")
		switch {
		case c.Done():
		case c.Accept("fleet"):
			var ok bool
			c.Skip(":", "in", "the", "of")
			if d.ocean, ok = r.ocean(c); !ok {
				err = order.Complain("Which fleet: Atlantic, Indian or Pacific?")
			}
		case c.Accept("factors"):
			if err = c.amount("FACTORS", &d.n); d.n == all {
				d.n = unset
			}
		case len(d.to) == 0 && c.Accept("to", "into", parser.Dash, ">"), len(d.to) == 0 && c.place(r):
			c.Skip("to", ">", ":", "first")
			d.to, err = r.locations(c, "Relocate to where? "+howToRelocate, ",", "and", "else", "or", "then", "otherwise", "first", "/", "to", "failing", "that", parser.Dash)
		default:
			o, ok := r.ocean(c)
			if d.ocean = o; !ok {
				err = leftover(c)
			}
		}
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

// kinds reads a list of kinds, for KEEP and DISCARD.
func (r *reader) kinds(c *cursor, to *[]Commonwealth, once bool) error {
	c.Skip(":", parser.Dash)
	if c.isOff() || c.Phrase("nothing") && c.Done() {
		*to = nil
		return nil
	}
	if one(c.Peek(), "everything", "all", "best") && !r.isCards(&cursor{c.From(c.Pos + 1)}) {
		return order.Complain("No more than three cards stay in hand (DC-12). %s, best first: KEEP Orient, British.", strings.TrimSuffix(whichCards, "."))
	}
	var cards []Commonwealth
	var err error
	if once {
		err = r.discards(c, &cards)
	} else {
		for cards, err = r.cards(c); err == nil && r.isCards(c); { // "keep Orient British"
			var more []Commonwealth
			if more, err = r.cards(c); err == nil && len(cards)+len(more) > maxListed {
				err = order.Complain("Nobody has so many cards: three in hand, and three in play.")
			}
			cards = append(cards, more...)
		}
		c.Phrase("in my hand", "in hand")
	}
	c.Skip(".", "please", "first")
	if err == nil && !c.Done() {
		err = leftover(c)
	}
	if err == nil {
		*to = cards
	}
	return err
}

// calls reads CLOCK and DECATUR.
func (r *reader) calls(v verb, c *cursor, to *call) error {
	c.Skip(":", parser.Dash, "on", "in", "from", "!", ".")
	if v == doClock {
		to.clock = !c.isOff()
		c.Skip("marker", "forward", "one", "space", ".", "please")
		if !c.Done() {
			return leftover(c)
		}
		return nil
	}
	if c.isOff() {
		to.decatur = nil
		return nil
	}
	at, err := r.locations(c, "Where should he lose a factor? For example: DECATUR Egypt, India.", ",", "and", "else", "or", "/")
	if err == nil && !c.Done() {
		err = leftover(c)
	}
	if err == nil {
		to.decatur = at
	}
	return err
}
