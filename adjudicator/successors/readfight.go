package successors

import (
	"slices"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

const howToFight = "Which battle? For example: FIGHT Babylonia, or FIGHT Babylonia AGAINST Blue ROUNDS 3 ELSE RETREAT Susiana."

// seeks reads a battle that the writer wants in his turn.
func (s *sheetReader) seeks(c *cursor, none bool) error {
	if none {
		s.fights.clear(s.number)
		return nil
	}
	f, rounds := fight{at: nowhere}, 0
	for f.at == nowhere && !c.Done() {
		c.Skip("in", "at", "the", "battle", "of", "against", "with", "on", ":", ",", "and", "for", "them", "there", "everybody", "all", "enemy", "province")
		if seat := s.seat(c); seat != "" {
			f.against = seat
			continue
		}
		if one(c.At(1), "rounds", "round") && order.IsNumeral(c.Peek()) { // "fight 3 rounds in Susiana"
			rounds, _ = c.Number()
			c.Pos++
			continue
		}
		if c.Done() || s.isLimit(c) {
			break
		}
		at, err := s.needProvince(c, howToFight)
		if err != nil {
			return err
		}
		f.at = at
	}
	if f.at == nowhere {
		var ok bool
		if f.at, ok = s.lastDestination(); !ok {
			return order.Complain("%s", howToFight)
		}
		s.note("Read as a battle in %s.", s.b.Name(f.at))
	}
	if c.Accept("against", "vs", "with", "versus") {
		if seat := s.seat(c); seat != "" {
			f.against = seat
		} else {
			c.Pos--
		}
	}
	if c.Accept("from") {
		return s.attackFrom(c, f)
	}
	var err error
	if f.limit, err = s.limit(c); err != nil {
		return err
	}
	if rounds > 0 {
		f.limit.rounds = min(rounds, order.MaxNumber-1)
	}
	return s.fighting(f)
}

// lastDestination is the province where the last move of the letter ends, which a battle without a place is for.
func (s *sheetReader) lastDestination() (Area, bool) {
	last := len(s.moves.items) - 1
	if last < 0 || !s.moves.mine[last] {
		return nowhere, false
	}
	at := destination(s.moves.items[last])
	return at, !s.b.IsSea(at)
}

// fighting puts a battle on the sheet.
func (s *sheetReader) fighting(f fight) error {
	if err := s.checkFight(f); err != nil {
		return err
	}
	s.fights.drop(func(i int) bool { // the later line for the same battle
		if s.fights.items[i].battle() != f.battle() {
			return false
		}
		if s.number > 0 {
			return s.fights.number[i] != s.number
		}
		return s.fights.mine[i] || s.also
	})
	s.fights.put(f, s.number, s.also)
	s.write(f.words(s.b))
	return nil
}

// fightThere adds a battle where a move ends.
func (s *sheetReader) fightThere(m move) {
	s.number, s.also = 0, s.also || s.fights.begun
	f := fight{at: destination(m)}
	if s.b.IsSea(f.at) {
		return
	}
	if err := s.fighting(f); err != nil {
		s.note("%s", err.Error())
		return
	}
	s.note("Read with %s.", f.words(s.b))
}

// destination is where units of a move come to.
func destination(m move) Area {
	if m.land != nowhere {
		return m.land
	}
	return m.path[len(m.path)-1]
}

// attackFrom reads "attack Susiana from Babylonia with 3 inf": a move and a battle.
func (s *sheetReader) attackFrom(c *cursor, f fight) error {
	m := marching{move: move{land: nowhere}, from: nowhere}
	c.Pos--
	for !c.Done() {
		if s.isLimit(c) && !one(c.Peek(), "leave", "leaving", "with", "while") {
			break
		}
		if err := s.marchWord(c, &m, howToMove); err != nil {
			return err
		}
	}
	m.seq = append(m.seq, f.at)
	if err := s.settleMove(&m, howToMove); err != nil {
		return err
	}
	var err error
	if f.limit, err = s.limit(c); err != nil {
		return err
	}
	if err := s.checkMove(m.move); err != nil {
		return err
	}
	if err := s.checkFight(f); err != nil {
		return err
	}
	s.moves.put(m.move, 0, s.also)
	s.write(m.words(s.b))
	s.note("Read as %s, and %s.", m.words(s.b), f.words(s.b))
	s.number = 0
	return s.fighting(f)
}

// isLimit reports whether a limit begins here.
func (s *sheetReader) isLimit(c *cursor) bool {
	if order.IsNumeral(c.Peek()) {
		return one(c.At(1), "round", "rounds", "rds", "rnds", "losses", "loss", "lost", "casualties", "times") || c.At(1) == "units" && one(c.At(2), "lost", "are", "dead")
	}
	return one(c.Peek(), "rounds", "round", "until", "till", "else", "retreat", "to", "while", "leave", "max", "maximum", "at", "if", "then", "or", "no", "never", "without", "as", "for", "unless", "once", "but", "otherwise", "not", "only",
		"stop", "fight", "stand", "hold", "losses", "withdraw", "leaving", "flee", "dont") && !s.isPlace(c)
}

// limit reads how long to fight, and where to go then.
func (s *sheetReader) limit(c *cursor) (limit, error) {
	var l limit
	retreats := false
	for !c.Done() {
		if c.Skip(",", ":", ".", ";", "and", "else", "otherwise", "or", "then", "but", "fight", "battle", "for", "if", "stand", "hold", "up", "at", "most", "max", "maximum", "a", "the", "only", "stop", "after", "that", "fails", "please", "(", ")", "necessary", "must",
			"i", "we", "my", "will", "when", "once", "back", "defend", "always", parser.Dash, "this"); c.Done() {
			break
		}
		n, counted := c.Number()
		switch {
		case counted && c.Accept("round", "rounds", "rds", "rnds", "times"):
			l.rounds = n
		case counted && (c.Phrase("losses", "units lost", "units are lost", "lost", "loss", "casualties", "dead") || c.Phrase("units are dead")):
			l.losses = n
		case counted && c.Pos > 1 && c.Tokens[c.Pos-2].Word == "fight":
			s.note("FIGHT %d was read as FIGHT ROUNDS %d.", n, n)
			l.rounds = n
		case counted:
			return l, order.Complain("%d of what? For example: FIGHT Babylonia ROUNDS 3 UNTIL LOSSES 4 ELSE RETREAT Susiana.", n)
		case c.Accept("round", "rounds", "rds", "rnds"):
			if c.Skip(":", "="); !order.IsNumeral(c.Peek()) {
				return l, order.Complain("How many rounds? For example: ROUNDS 3.")
			}
			l.rounds, _ = c.Number()
		case c.Accept("until", "till", "losses", "lose", "losing", "lost", "unless", "loss", "casualties"):
			if err := s.until(c, &l); err != nil {
				return l, err
			}
		case c.Phrase("no retreat", "never retreat", "dont retreat", "do not retreat", "not retreat", "without retreat"), c.Phrase("to the end", "to the death", "to the last", "to death", "to end", "to the bitter end", "no matter what", "end"):
			l.stay = true
			c.Skip("man", "unit")
		case c.Phrase("while not weaker", "while stronger", "as long as not weaker", "as long as stronger", "while im stronger", "while i am stronger", "as long as i am stronger", "while im not weaker", "while i am not weaker", "as long as im stronger", "as long as i am not weaker",
			"not weaker", "weaker"):
			l.odds = true
		case c.Accept("retreat", "retreats", "retreating", "withdraw", "flee", "go", "fall", "run"):
			retreats = true
			if err := s.whither(c, &l); err != nil {
				return l, err
			}
		case c.Accept("leave", "leaving", "except", "keep", "keeping"):
			rear, err := s.rear(c)
			if err != nil {
				return l, err
			}
			l.rear = rear
		default:
			return l, leftover(c)
		}
	}
	return s.settleLimit(l, retreats)
}

// settleLimit says what a limit is that leaves something open.
func (s *sheetReader) settleLimit(l limit, retreats bool) (limit, error) {
	switch {
	case l.stay && (retreats || len(l.rear) > 0):
		return l, order.Complain("TO THE END is without a retreat. Which of the two?")
	case l.rounds > order.MaxNumber-1 || l.losses > order.MaxNumber-1:
		return l, order.Complain("That is a very large number; leave it out for no limit.")
	}
	return l, nil
}

// until reads what stands behind UNTIL: losses, or being weaker.
func (s *sheetReader) until(c *cursor, l *limit) error {
	c.Skip("i", "have", "has", "my", "we", "lost", "lose", "losses", "reach", "reaches", "are", "is", "more", "than", "of", "exceed", "loss", ":", "at", "least", "am", "im", "ive", "casualties", ">=", ">")
	if c.Accept("weaker", "outnumbered") || c.Phrase("the weaker") {
		l.odds = true
		return nil
	}
	n, ok := c.Number()
	if !ok {
		if c.Accept("end", "death", "dead") {
			l.stay = true
			return nil
		}
		return order.Complain("Until how many losses? For example: UNTIL LOSSES 4.")
	}
	if c.Accept("round", "rounds") {
		l.rounds = n
		return nil
	}
	l.losses = n
	c.Skip("units", "unit", "losses", "lost", "loss", "are", "dead", "casualties", "have", "been", "or", "more")
	return nil
}

// whither reads where to retreat to, best first, and perhaps who goes there.
func (s *sheetReader) whither(c *cursor, l *limit) error {
	for {
		c.Skip("to", "into", "towards", "in", "back", "away", "off", ":", "with", "immediately", "always", "my")
		f := flight{to: nowhere}
		if !c.Phrase("all units", "all of them", "everything", "everybody", "all my units", "units") && c.Peek() == "all" && !isUnit(c.At(1)) {
			c.Pos++
		}
		units, err := s.units(c)
		if err != nil {
			return err
		}
		if f.units = units; slices.ContainsFunc(units, func(p portion) bool { return p.unit == Fleet }) {
			return order.Complain("Fleets don't fight on land.")
		}
		c.Skip("to", "into", "towards", "in", "my", "the")
		switch near := c.Accept("nearest", "closest", "home"); {
		case near:
			if c.Skip("own", "of", "my", "province", "friendly", "one"); len(l.retreat) > 0 || len(units) > 0 {
				l.retreat = append(l.retreat, f)
			}
		case s.isPlace(c):
			if f.to, err = s.needProvince(c, "Retreat to which province?"); err != nil {
				return err
			}
			l.retreat = append(l.retreat, f)
		case len(units) > 0:
			return order.Complain("Where do they retreat to? For example: RETREAT 2 INF TO Susiana; those that stay are named with LEAVE.")
		default:
			if w := c.Peek(); len(w) > 3 && !isKeyword(w) && !order.IsSign(w) && !s.isLimit(c) && !isUnit(w) && !one(w, "after", "some", "losing", "whenever") {
				return s.unknown(c, "Retreat to which province?")
			}
		}
		if len(l.retreat) > maxPath {
			return order.Complain("These are very many provinces.")
		}
		mark := c.Pos
		if c.Skip(",", "and", "or", "then", "else", "/", ">", "if", "possible", "not", parser.Dash, "otherwise", "failing", "that"); c.Pos == mark || !s.isPlace(c) && c.Peek() != "nearest" && !(len(l.retreat) > 0 && s.isFlight(c)) {
			c.Pos = mark
			break
		}
	}
	c.Skip("immediately", "always", "at", "once")
	if c.Accept("after") {
		n, ok := c.Number()
		if !ok || !c.Accept("round", "rounds") {
			return order.Complain("After how many rounds? For example: ROUNDS 2 ELSE RETREAT Susiana.")
		}
		l.rounds = n
	}
	return nil
}

// isFlight reports whether units and where they retreat to stand here.
func (s *sheetReader) isFlight(c *cursor) bool {
	mark, notes := c.Pos, len(s.notes)
	defer func() { c.Pos, s.notes = mark, s.notes[:notes] }()
	units, err := s.units(c)
	return err == nil && len(units) > 0 && c.Accept("to", "into")
}

// rear reads which units stay behind.
func (s *sheetReader) rear(c *cursor) ([]portion, error) {
	c.Skip("behind", "my", ":", "only", "back", "a", "rearguard", "of")
	rear, err := s.units(c)
	if err != nil {
		return nil, err
	}
	if len(rear) == 0 {
		return nil, order.Complain("Leave which units? For example: LEAVE 2 INF.")
	}
	if slices.ContainsFunc(rear, func(p portion) bool { return p.unit == Fleet }) {
		return nil, order.Complain("Fleets don't fight on land.")
	}
	c.Skip("behind", "there", "to", "cover")
	return rear, nil
}

const howToAnswer = "For example: IF ATTACKED AT Babylonia FIGHT ROUNDS 2 ELSE RETREAT Susiana; IF ATTACKED ANYWHERE RETREAT."

// attackedBy reads what a player does when he is attacked.
func (s *sheetReader) attackedBy(c *cursor, rules *standing, none bool) error {
	at, err := s.attackedAt(c)
	if err != nil {
		return err
	}
	if c.Skip(":", ",", "then", "i", "will", "please", parser.Dash); c.Done() && len(at) == 0 {
		return nil // a blank line of the form
	}
	if len(at) == 0 {
		at = []Area{nowhere}
	}
	if none || one(c.Peek(), "none", "off", "default") && len(c.Tokens) == c.Pos+1 {
		rules.attacked = slices.DeleteFunc(rules.attacked, func(o attacked) bool { return slices.Contains(at, o.at) })
		return nil
	}
	if c.Done() {
		return order.Complain("What then: FIGHT or RETREAT? %s", howToAnswer)
	}
	retreat := one(c.Peek(), "retreat", "retreats", "withdraw", "flee", "run") || c.Peek() == "always" && c.At(1) == "retreat"
	l, err := s.limit(c)
	if err != nil {
		return err
	}
	if retreat && l.rounds == 0 && l.losses == 0 && !l.stay {
		l.rounds, l.odds = 1, false
	}
	for _, a := range at {
		if err := s.checkAttacked(attacked{a, l}); err != nil {
			return err
		}
		rules.attacked = putBy(rules.attacked, attacked{a, l}, func(o attacked) bool { return o.at == a })
	}
	rules.sort()
	return nil
}

// attackedAt reads where an order for being attacked counts: provinces, and nowhere at the end for all others; none if
// nothing is said.
func (s *sheetReader) attackedAt(c *cursor) ([]Area, error) {
	var at []Area
	somewhere := false
	for !c.Done() {
		c.Skip("at", "in", "the", "on", "by", ",", "province", "else", "any", "me", "there", "anybody", "anyone", "somebody", "someone", "of", "or", "and")
		if s.seat(c) != "" {
			s.note("A standing order for a battle counts whoever attacks.")
			continue
		}
		if c.Accept("anywhere", "everywhere", "elsewhere", "all", "somewhere") || c.Phrase("other province", "other provinces") {
			somewhere = true
			continue
		}
		if c.Done() || c.Peek() == ":" || s.isLimit(c) || !s.isPlace(c) {
			break
		}
		a, err := s.needProvince(c, howToAnswer)
		if err != nil {
			return nil, err
		}
		at = append(at, a)
	}
	if somewhere {
		at = append(at, nowhere)
	}
	return at, nil
}

// lastly puts what is for all other places behind the rest.
func lastly[T any](list []T, is func(T) bool) {
	slices.SortStableFunc(list, func(x, y T) int {
		switch {
		case is(x) == is(y):
			return 0
		case is(x):
			return 1
		}
		return -1
	})
}
