package dealers

import (
	"slices"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// How standing orders are read. A line takes the place of that for the same place and player, or of the same sort; NONE behind
// it takes that back.

const maxLines = 60 // of standing orders, and cards of a list

// lasting reads what is no part of a turn.
func (s *sheetReader) lasting(v verb, c *cursor) (err error) {
	now := s.sheet.clone()
	none := isNone(c)
	if none {
		c.Pos++
	}
	rules := &now.rules
	switch v {
	case doDefend:
		err = s.defends(c, rules, none)
	case doWinter:
		rules.winter = nil
		if !none {
			rules.winter, err = s.winterly(c)
		}
	case doStop:
		err = s.stops(c, rules, none)
	}
	if err != nil {
		return err
	}
	if err := whole(c); err != nil {
		return err
	}
	if len(rules.defend)+len(rules.stop) > maxLines {
		return complain("There can be %d standing orders.", maxLines)
	}
	s.sheet = now
	return nil
}

const howToDefend = "Which territory, or ANY? For example: DEFEND Milan: Veteran, Tutor, or DEFEND ANY: READY, HAND."

// inDefence is how plays of a defence are read: cards without a strength are for defence.
var inDefence = playing{how: "Which cards? For example: DEFEND ANY: Veteran, Tutor, USE Fort, READY, HAND; or DEFEND ANY: NOTHING.", value: Defence, list: true,
	stops: []string{"hand", "by", "all", "if", "only", "anyway", "always", "against"}}

// defends reads "Milan AGAINST Red: Veteran, Tutor, READY, HAND BY 1".
func (s *sheetReader) defends(c *cursor, rules *standing, none bool) error {
	if none {
		rules.defend = nil
		return nil
	}
	d := defence{at: nowhere}
	if s.isPlace(c) || !s.isNowThing(c) && !one(c.Peek(), "use", "hand", "ready", "nothing", "everything") { // "if attacked: hand"
		if err := s.defended(c, &d); err != nil {
			return err
		}
	}
	c.Skip(":", parser.Dash, "with")
	same := func(x defence) bool { return x.at == d.at && x.against == d.against }
	if isNone(c) {
		c.Pos++
		rules.defend = slices.DeleteFunc(rules.defend, same)
		return nil
	}
	if err := s.defence(c, &d); err != nil {
		return err
	}
	rules.putDefence(d)
	return nil
}

// defended reads where and against whom a defence is.
func (s *sheetReader) defended(c *cursor, d *defence) (err error) {
	c.Skip("at", "in", "of")
	if !c.Accept("any", "anywhere", "all", "everywhere", "every", "everything", "territory", "anything") && !one(c.Peek(), "against", "from", "vs", ":") {
		if d.at, err = s.needTerritory(c, howToDefend); err != nil {
			return err
		}
	}
	c.Skip("territory", "territories", "any")
	if c.Accept("against", "from", "vs") && !c.Accept("any", "anybody", "anyone", "all", "everybody", "everyone") {
		d.against, err = s.needSeat(c, "Against whom? For example: DEFEND Milan AGAINST "+s.rival()+": HAND.")
	}
	return err
}

// defence reads which cards are played: "Veteran, USE Fort, READY, HAND BY 1 IF ENOUGH".
func (r *reader) defence(c *cursor, d *defence) error {
	said := false
	for {
		c.Skip(",", ";", ":", "and", "then", ".", "(", ")", "play", "plus", "with", "up", "to")
		if c.Done() {
			break
		}
		switch {
		case r.isNowThing(c), c.Peek() == "use", c.Peek() == "ready" && r.readyThing(c):
			list, err := r.plays(c, inDefence)
			if err != nil {
				return err
			}
			d.plays = append(d.plays, list...)
		case c.Phrase("all hand", "all of my hand", "all of hand", "all my hand", "whole hand", "the whole hand", "my whole hand", "my hand", "all cards in hand", "all hand cards", "the hand", "hand cards", "hand", "all of the hand", "everything in hand"):
			d.hand = true
		case c.Phrase("my ready area", "the ready area", "ready area", "all ready cards", "ready cards", "all ready", "everything ready", "ready"):
			d.area = true
		case c.Phrase("everything", "all i have", "all my cards", "all cards", "whatever it takes", "whatever is needed"):
			d.area, d.hand = true, true
		case c.Accept("nothing", "no", "none"):
			c.Skip("cards", "card", "defence", "defense")
		case c.Accept("by"):
			n, ok := c.Number()
			if c.Skip("more", "point", "points"); !ok || n > maxLines {
				return complain("By how much is the attack to be passed? For example: DEFEND ANY: HAND BY 1.")
			}
			d.more = n
		case c.Phrase("all of them", "all"):
			d.all = true
		case c.Phrase("only if enough", "if enough", "if winnable", "only if winnable", "if it is enough", "if thats enough", "if possible", "if i can win", "only if i can win", "only if possible", "if that wins", "as needed", "if needed"):
			d.anyway = false
		case c.Phrase("anyway", "any way", "always", "in any case", "even if not enough", "even if it is not enough", "even if i lose", "whatever happens"):
			d.anyway = true
		default:
			list, err := r.plays(c, inDefence)
			if err != nil {
				return err
			}
			d.plays = append(d.plays, list...)
		}
		said = true
	}
	if !said {
		return complain("%s", inDefence.how)
	}
	for i := range d.plays {
		if !d.plays[i].use {
			d.plays[i].value = Defence // nothing else helps
		}
	}
	if d.isNothing() {
		d.more, d.all, d.anyway = 0, false, false
	}
	return nil
}

// readyThing reports whether READY stands before the name of a card.
func (r *reader) readyThing(c *cursor) bool {
	at := c.From(c.Pos + 1)
	return r.isThing(&at)
}

// isNothing reports whether no card is played in a defence.
func (d defence) isNothing() bool { return len(d.plays) == 0 && !d.area && !d.hand }

// winterly reads "DISCARD Tutor, Recruit", "KEEP ALL".
func (r *reader) winterly(c *cursor) (*tidy, error) {
	c.Skip(":", ",", parser.Dash, "i")
	if c.Accept("nothing") {
		return &tidy{}, nil
	}
	v, used := r.verbAt(c, 0)
	if v != doDiscard && v != doKeep {
		return nil, complain("Which hand cards are discarded in winter? For example: WINTER DISCARD %s, WINTER DISCARD ALL or WINTER KEEP ALL.", r.example())
	}
	c.Pos += used
	x := &tidy{}
	return x, r.tidies(v, c, x)
}

// tidies reads which hand cards are discarded or kept, behind DISCARD or KEEP, and adds them to those of a line before.
func (r *reader) tidies(v verb, c *cursor, x *tidy) error {
	c.Skip(":", parser.Dash, "i")
	rest := c.Phrase("all but", "all except", "all except for", "everything but", "everything except", "all cards but", "all cards except", "the rest but")
	if rest && v == doKeep {
		v = doDiscard
	} else if rest {
		v = doKeep
	}
	switch {
	case !rest && c.Phrase("all of my hand", "all my hand", "all cards", "all of them", "all others", "all other cards", "all hand cards", "all", "my whole hand", "the whole hand", "whole hand", "my hand", "the hand", "hand", "everything", "everything else", "the rest", "rest", "others"):
		c.Skip("from", "in", "my", "hand", "cards", "left", "of", "the", "else")
		if !x.keep && len(x.cards) > 0 {
			return complain("Either cards are discarded or all are, and the cards of a line above are discarded already.")
		}
		if v == doDiscard && !x.keep { // behind KEEP Tutor: DISCARD the rest
			*x = tidy{keep: true}
		} else if v == doKeep {
			*x = tidy{}
		}
		return nil
	case !rest && nothing(c):
		*x = tidy{keep: v == doKeep}
		return nil
	}
	cards, err := r.cardList(c, "Which hand cards? For example: "+map[verb]string{doDiscard: "DISCARD", doKeep: "KEEP"}[v]+" "+r.example()+".")
	if err != nil {
		return err
	}
	c.Phrase("from my hand", "from hand", "in hand", "in my hand")
	mark := c.Pos
	if c.Skip(",", ";", "and", "."); !c.Phrase("discard the rest", "discard all others", "discard everything else", "discard others", "discard rest", "keep the rest", "keep all others", "keep everything else", "keep others", "keep rest") {
		c.Pos = mark
	}
	if len(x.cards) > 0 && x.keep != (v == doKeep) {
		return complain("Either cards are discarded or cards are kept; all others are treated the other way. Write one of DISCARD and KEEP.")
	}
	x.keep, x.cards = v == doKeep, append(slices.Clone(x.cards), cards...)
	return nil
}

// stops reads "IF ATTACKED AT Milan".
func (s *sheetReader) stops(c *cursor, rules *standing, none bool) error {
	if none {
		rules.stop = nil
		return nil
	}
	c.Skip("if", "when", "i", "am", "im", "we", "are", "attacked", "my", "queue", "turns", "anywhere", "any", "at", "in", "is", "the", "or", "on")
	if c.Done() {
		rules.putHalt(halt{nowhere})
		return nil
	}
	if !s.isPlace(c) {
		return complain("The queue stops when you are attacked: STOP IF ATTACKED, or STOP IF ATTACKED AT %s.", s.m.Name(0))
	}
	at, err := s.areaList(c, "Where? For example: STOP IF ATTACKED AT "+s.m.Name(0)+".")
	if err != nil {
		return err
	}
	for _, a := range at {
		rules.putHalt(halt{a})
	}
	if c.Skip("is", "are", "attacked", ":"); isNone(c) {
		c.Pos++
		rules.stop = slices.DeleteFunc(rules.stop, func(o halt) bool { return slices.Contains(at, o.at) })
	}
	return nil
}

// drafted reads leaders and cities, best first; none for LOT.
func (r *reader) drafted(c *cursor) ([]string, error) {
	var out []string
	for {
		c.Skip(",", "and", "then", ";", ":", ">", "or", "else", "/", parser.Dash, ".", ")", "take", "the", "leader", "city", "faction", "capital", "start", "be", "in", "as", "with", "from", "play", "at",
			"if", "possible", "otherwise", "failing", "that", "my", "for", "is", "available", "free", "taken", "please", "preferably", "i", "id", "prefer", "like", "would", "rather", "a", "second", "choice", "thanks")
		if c.Phrase("if not", "not possible", "not available", "not free") {
			continue
		}
		if n, ok := orders.Numeral(c.Peek()); ok && n > 0 {
			c.Pos++
			continue
		}
		if c.Done() {
			return out, nil
		}
		if len(out) == 0 && (c.Phrase("by lot", "lot", "random", "at random", "anything", "whatever", "any")) {
			return nil, nil
		}
		mark := c.Pos
		found := named(r, c, r.things, thing.says)
		name := r.draftable(found)
		if name == "" {
			c.Pos = mark
			written, like := c.Written(c.Pos, c.Pos+1), r.hint(c.Peek(), r.b.draftNames(r.m))
			if isKeyword(c.Peek()) || one(c.Peek(), "dont", "want", "but", "wish", "except") {
				return nil, complain("I don't understand %q there. List leaders and start cities, best first, such as TAKE %s.", written, firstTwo(r.b.draftNames(r.m)))
			}
			return nil, complain("There is no leader and no start city %q. %sFor example: TAKE %s.", written, like, firstTwo(r.b.draftNames(r.m)))
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
}

// draftable is the leader or start city among what a name may stand for; "" for none.
func (r *reader) draftable(found []thing) string {
	for _, t := range found {
		if slices.Contains(r.b.draftNames(r.m), t.name) && one(t.sort, aFaction, aLocation) {
			return t.name
		}
	}
	return ""
}

// firstTwo are the first and the last of some names, for an example.
func firstTwo(names []string) string {
	if len(names) < 2 {
		return "a leader, a city"
	}
	return names[0] + ", " + names[len(names)-1]
}
