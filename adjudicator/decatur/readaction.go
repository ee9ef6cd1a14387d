package decatur

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How actions are read.

// A verb is what a line is about.
type verb int

const (
	noVerb verb = iota
	doPass
	doDraw
	doExchange
	doRestructure
	doExpand
	doPort
	doConsolidate
	doVenture
	doMove // a word that may be a venture or a consolidation
	doDefend
	doConcede    // an answer to a bid, and never an order
	doUndefended // "don't defend"
	doRelocate
	doKeep
	doDiscard
	doClock
	doDecatur
)

// isAction reports whether a verb is one of a turn.
func (v verb) isAction() bool { return doPass <= v && v <= doMove }

// verb reads what a line begins with.
func (c *cursor) verb() verb {
	switch {
	case c.Phrase("do nothing", "stand pat", "no action"):
		return doPass
	case c.Phrase("build a port", "build port", "build another port", "build the port", "a port", "construct a port", "place a port"):
		return doPort
	case c.Phrase("add a factor", "add one factor", "add factors"):
		return doExpand
	case c.Phrase("take over", "attempt a takeover", "attempt to take over"):
		return doVenture
	case c.Phrase("call decatur"):
		return doDecatur
	case c.Phrase("advance the clock", "move the clock", "advance clock", "move clock", "advance the clock marker", "move the clock marker"):
		return doClock
	case c.Phrase("take a card", "take an influence card", "take one card", "pick a card"):
		c.Pos--
		return doDraw
	case c.Phrase("trade in"):
		return doExchange
	case c.Phrase("dont defend", "do not defend", "never defend", "no defence", "no defense"):
		return doUndefended
	}
	v := verbOf(c.Peek())
	if v != noVerb {
		c.Pos++
	}
	return v
}

func verbOf(w string) verb {
	switch w {
	case "pass", "passes", "passing":
		return doPass
	case "draw", "draws", "drawing":
		return doDraw
	case "exchange", "exchanges", "swap", "trade", "exchanging", "exch":
		return doExchange
	case "restructure", "restructures", "restructuring", "restruct", "restucture", "restrucure":
		return doRestructure
	case "expand", "expands", "expanding", "expansion", "exp", "grow":
		return doExpand
	case "port":
		return doPort
	case "consolidate", "consolidates", "consolidating", "consolidation", "gather", "concentrate", "cons":
		return doConsolidate
	case "venture", "ventures", "venturing", "attack", "attacks", "invade", "takeover", "conquer", "ventrue", "vent", "raid", "assault", "seize":
		return doVenture
	case "move", "moves", "moving", "transfer", "shift", "send", "sail", "march":
		return doMove
	case "defend", "defends", "defence", "defense", "defending":
		return doDefend
	case "concede", "concedes", "conceding":
		return doConcede
	case "relocate", "relocates", "relocation", "relocating", "retreat", "flee":
		return doRelocate
	case "keep", "keeps", "keeping":
		return doKeep
	case "discard", "discards", "discarding":
		return doDiscard
	case "clock":
		return doClock
	case "decatur":
		return doDecatur
	}
	return noVerb
}

// isActionWord reports whether a word begins an action.
func isActionWord(w string) bool {
	return verbOf(w).isAction() || one(w, "build", "take")
}

// action reads what stands behind its verb.
func (r *reader) action(v verb, c *cursor) (action, error) {
	start := c.Pos
	c.Skip(":", "-")
	switch v {
	case doPass:
		c.Phrase("this turn", "this round")
		return pass{}, nil
	case doDraw:
		c.Skip("a", "an", "one", "1", "another", "influence", "card", "cards", "from", "the", "deck")
		return drawCard{}, nil
	case doExchange:
		return r.exchange(c)
	case doRestructure:
		c.Skip("to", "into", "in", "at", "everything", "all", "my", "factors")
		at, err := r.needLocation(c, "Restructure into which location? For example: RESTRUCTURE Egypt.")
		return restructure{at}, err
	case doExpand:
		c.Skip("in", "to", "into", "at", "by", "one", "both", "factor", "factors", "a", "each")
		at, err := r.locations(c, "Expand in which locations? For example: EXPAND India, Persia.", ",", "and", "in", "/", "+", "also")
		c.Phrase("by one each", "by 1 each", "by one", "by 1", "one each", "1 each")
		return expand{at}, err
	case doPort:
		return r.port(c)
	case doConsolidate:
		return r.consolidate(c)
	case doMove:
		m := c.mistake(start-1, start)
		m.meant = []string{"VENTURE", "CONSOLIDATE"}
		return nil, m.complain("Is this a VENTURE (from one location, to any) or a CONSOLIDATE (into a location of yours)? For example: VENTURE India-Persia 3, or CONSOLIDATE India FROM Persia 3.")
	}
	return r.venture(c)
}

func (r *reader) port(c *cursor) (action, error) {
	c.Skip("in", "at", "on", "a", "to", "for", "of")
	at, err := r.needLocation(c, "A port in which location? For example: PORT Egypt Indian.")
	p := port{at: at}
	if err != nil {
		return nil, err
	}
	mark := c.Pos
	c.Skip("-", "/", ",", "(", "with", "fleet", "a", "in", "on", "the", ":", "and", "its", "facing", "place", "placing", "to")
	var ok bool
	if p.ocean, ok = r.ocean(c); !ok {
		if c.Pos = mark; !c.Done() && !isCondition(c.Peek()) && !isVerbHere(c) {
			return nil, order.Complain("A port in which ocean: Atlantic, Indian or Pacific? %q is none.", c.Rest())
		}
		if len(r.b.Locations[at].Oceans) > 1 {
			return nil, r.whichOcean(c, mark, at)
		}
		return p, nil
	}
	c.Skip("ocean", "fleet", ")")
	if len(r.b.Locations[at].Oceans) == 1 && r.b.Locations[at].Oceans[0] == p.ocean {
		p.ocean = "" // there is no other
	}
	return p, nil
}

// whichOcean asks for what is missing behind the location of a port.
func (r *reader) whichOcean(c *cursor, behind int, at Loc) error {
	m := c.mistake(behind-1, behind)
	m.from = m.to
	oceans := r.b.Locations[at].Oceans
	for _, o := range oceans {
		m.meant = append(m.meant, " "+string(o))
	}
	return m.complain("Which ocean: %s? %s is on two.", adjudicator.Listed(oceans, "or"), r.b.Name(at))
}

func isVerbHere(c *cursor) bool { return verbOf(c.Peek()) != noVerb }

// isCondition reports whether a word begins a condition. "As long as" is one word by then.
func isCondition(w string) bool {
	switch w {
	case "if", "unless", "when", "provided", "only":
		return true
	}
	return false
}

// exchange reads "2 Orient", "Orient HAND 1 PLAY 1", "ALL Orient", "my British cards", "1 Orient from my hand".
// A number without a place is split by the caller, who knows the cards.
func (r *reader) exchange(c *cursor) (action, error) {
	const how = "How many cards, of which kind? For example: EXCHANGE Orient HAND 1 PLAY 1, or EXCHANGE ALL Orient."
	c.Skip("my", "the", "any", "influence")
	everything := c.Accept("all", "every")
	n, counted := c.Number()
	switch {
	case counted:
	case c.Accept("both"):
		n, counted = 2, true
	case c.Accept("a", "an"):
		n, counted = 1, true
	}
	c.Skip("of", "my", "the")
	var err error
	e := exchange{}
	var ok bool
	plural := false
	for k := 0; k < 4; k++ {
		plural = plural || one(c.At(k), "cards", "orients", "crescents", "russians", "independents")
	}
	if e.kind, ok = r.kind(c); !ok {
		return nil, order.Complain("%s", how)
	}
	if !counted && !everything {
		if m := c.times(0); m > 0 {
			n, counted = m, true
		}
	}
	placed := false
	for err == nil {
		mark := c.Pos
		c.Skip(",", "and", "from", "my", "the", "in", "of", "(", ")")
		switch {
		case c.Accept("hand"):
			e.hand, err = r.exchanged(c, n, counted)
		case c.Accept("play", "inplay"):
			e.inPlay, err = r.exchanged(c, n, counted)
		default:
			m, ok := c.Number()
			if ok {
				c.Skip("of", "them", "from", "my", "the", "in")
			}
			switch {
			case ok && c.Accept("hand"):
				e.hand = m
			case ok && c.Accept("play"):
				e.inPlay = m
			case ok && r.isKind(c):
				return nil, order.Complain("One exchange is of cards of one kind (DC-13).")
			default:
				c.Pos = mark
				return r.exchangeOf(e, n, counted, everything || plural, placed)
			}
		}
		placed = true
	}
	return nil, err
}

// exchanged reads how many cards are of a place that was named.
func (r *reader) exchanged(c *cursor, n int, counted bool) (int, error) {
	if m, ok := c.Number(); ok {
		if m > maxListed {
			return 0, order.Complain("Nobody has so many cards: three in hand, and three in play.")
		}
		return m, nil
	}
	if counted {
		return n, nil
	}
	return 0, order.Complain("How many of them? For example: EXCHANGE Orient HAND 1 PLAY 1, or EXCHANGE ALL Orient.")
}

// exchangeOf is what an exchange comes to, if it says enough.
func (r *reader) exchangeOf(e exchange, n int, counted, everything, placed bool) (action, error) {
	switch {
	case placed && (e.hand > maxListed || e.inPlay > maxListed), counted && n > maxListed:
		return nil, order.Complain("Nobody has so many cards: three in hand, and three in play.")
	case placed && e.hand+e.inPlay == 0, counted && n == 0:
		return nil, order.Complain("An exchange is of one card at least (DC-13).")
	case placed:
		return e, nil
	case counted:
		return someOf{e.kind, n}, nil
	case everything:
		return e, nil
	}
	return someOf{e.kind, 1}, nil
}

// someOf is an exchange of so many cards, wherever they are. It is never filed: who knows the cards makes an exchange of
// it.
type someOf struct {
	kind Commonwealth
	n    int
}

func (s someOf) words(b *Board) string { return exchange{s.kind, s.n, 0}.words(b) }

// consolidate reads "India FROM Persia 3, Arabia ALL", "to India: Persia 3, Arabia", "Persia 3 and Arabia all into
// India", "3 from Persia to India".
func (r *reader) consolidate(c *cursor) (action, error) {
	const how = howToConsolidate
	to, k := Loc(-1), consolidate{}
	if mark := c.Pos; c.Accept("everything", "everybody", "all") || c.Phrase("from everywhere", "from everything", "from anywhere") { // "everything into India"
		c.Skip("my", "factors", "from", "everywhere")
		if c.Accept("to", "into", "in", "at") {
			l, err := r.needLocation(c, how)
			if err != nil {
				return nil, err
			}
			return r.gathered(l)
		}
		c.Pos = mark
	}
	if c.Accept("to", "into", "in", "at") {
		l, err := r.needLocation(c, how)
		if err != nil {
			return nil, err
		}
		to = l
		c.Skip(":", "-", ",", "from", "with")
		if r.everywhere(c) {
			return r.gathered(to)
		}
	}
	first := true
	for {
		c.Skip("from")
		o, err := r.origin(c, how)
		if err != nil {
			return nil, err
		}
		if first && to < 0 && o.n == 0 && c.Accept("from", ":", "<") || first && to < 0 && c.Pos > 0 && o.n == 0 && c.At(0) == "," && c.At(1) == "from" {
			c.Skip(",", "from")
			to, first = o.at, false
			if r.everywhere(c) {
				return r.gathered(to)
			}
			continue
		}
		first = false
		if slices.ContainsFunc(k.from, func(p origin) bool { return p.at == o.at }) {
			return nil, order.Complain("%s is named twice.", r.b.Name(o.at))
		}
		k.from = append(k.from, o)
		mark := c.Pos
		c.Skip(",", "and", "/", "all")
		if to < 0 && c.Accept("to", "into", parser.Dash, ">", "in") {
			c.Skip(":")
			if to, err = r.needLocation(c, how); err != nil {
				return nil, err
			}
			break
		}
		if c.Pos == mark || c.Done() || isCondition(c.Peek()) || isActionWord(c.Peek()) {
			c.Pos = mark
			break
		}
	}
	if k.to = to; to < 0 || len(k.from) == 0 {
		return nil, order.Complain("%s", how)
	}
	return k, nil
}

const howToConsolidate = "Say where to, and from where: CONSOLIDATE India FROM Persia 3, Arabia ALL."

// everywhere goes past words for all locations that factors can come from.
func (r *reader) everywhere(c *cursor) bool {
	if !c.Phrase("everywhere", "everything", "anywhere", "all around", "wherever possible", "all adjacent locations", "all neighbouring locations", "all other locations", "all locations",
		"all my locations", "all my other locations", "all others") && (c.Peek() != "all" || isNextPlace(c, r)) {
		return false
	}
	c.Skip("all", "else")
	return true
}

// isNextPlace reports whether a location is named behind the next word, and perhaps "of" or "from".
func isNextPlace(c *cursor, r *reader) bool {
	next := &cursor{c.From(c.Pos + 1)}
	next.Skip("factors", "of", "from", "the", "in", "my")
	return !next.Done() && next.place(r)
}

// origin reads "Persia 3", "3 from Persia", "Arabia ALL", "all of Arabia", "Persia (3)".
func (r *reader) origin(c *cursor, how string) (origin, error) {
	c.Skip("my")
	n, counted := c.Number()
	everything := !counted && c.Accept("all", "everything")
	if counted = counted || everything; counted {
		c.Skip("factors", "factor", "from", "of", "in", "at", "the")
	}
	at, err := r.needLocation(c, how)
	if err != nil {
		return origin{}, err
	}
	if !counted {
		c.Skip("(", "with", "x", "=")
		if n, counted = c.Number(); !counted {
			c.Accept("all")
		}
		c.Skip("factors", "factor", ")")
	}
	if counted && n == 0 && !everything {
		return origin{}, order.Complain("No factor from %s? Name a number from 1 on, or ALL.", r.b.Name(at))
	}
	if n > maxFactors {
		return origin{}, order.Complain("There are never more than seven factors in a location (DC-10).")
	}
	return origin{at, n}, nil
}
