package decatur

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

const (
	maxAlternatives = 9
	maxStanding     = 40 // lines
)

// A sheetReader reads a letter's lines onto a sheet.
type sheetReader struct {
	*reader
	rules  standing
	call   call
	slots  [maxAlternatives + 1][]alternative // by number
	mine   [maxAlternatives + 1]bool          // this letter said something of that number
	twice  [maxAlternatives + 1]bool          // and more than once
	last   int                                // the number of what was read last
	listed bool                               // the letter has a list of its own: what was on file is gone
	first  bool                               // nobody has a turn before the writer's, so that what can't be done now can't be done
	parts  []adjudicator.Part
	failed bool     // what stands before on the line was refused
	moving []Loc    // the targets of ventures that are no takeovers, since nobody is there now
	taken  bool     // this piece is an order, and on the sheet
	why    []string // why it can't be carried out as it is written
	line   int      // that this piece is of
	slips  []slip

	hindered []hindered
}

// sheetReader makes one that has a sheet on file.
func (r *reader) sheetReader(old sheet) *sheetReader {
	s := &sheetReader{reader: r, rules: old.rules, call: old.call}
	s.rules.defend, s.rules.relocate = slices.Clone(old.rules.defend), slices.Clone(old.rules.relocate)
	for i, a := range old.turn[:min(len(old.turn), maxAlternatives)] {
		s.slots[i+1] = []alternative{a}
	}
	return s
}

// sheet is what has come of it.
func (s *sheetReader) sheet() sheet {
	turn := slices.Concat(s.slots[:]...)
	if len(turn) > maxAlternatives {
		turn = turn[:maxAlternatives]
		s.parts = append(s.parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: turn[maxAlternatives-1].words(s.b), Why: "There can be nine alternatives; this is the ninth, and those behind it were not taken."})
	}
	return sheet{turn: turn, rules: s.rules, call: s.call}
}

// read reads the lines of a letter.
func (s *sheetReader) read(lines []*cursor) {
	for i, line := range lines {
		s.failed, s.line = false, i
		for _, p := range pieces(line) {
			s.piece(p)
		}
	}
	s.noteMoves()
	s.fallbacks()
	for n := range s.twice {
		if s.twice[n] && len(s.slots[n]) > 0 {
			s.note("There are several lines %d. This one counts: %q; what is written above an order form counts more than what is in it.", n, s.slots[n][0].words(s.b))
		}
	}
}

// piece reads one, and says what became of it.
func (s *sheetReader) piece(p piece) {
	notes, moving, said := len(s.notes), len(s.moving), p.said()
	s.taken, s.why = false, nil
	switch err := s.order(p); {
	case err != nil:
		s.notes, s.moving = s.notes[:notes], s.moving[:moving]
		s.failed = true
		s.slipped(err)
		s.parts = append(s.parts, refused(said, err))
	case s.taken:
		s.parts = append(s.parts, filed(said, s.why))
	}
}

func (s *sheetReader) order(p piece) error {
	c := p.cursor
	if s.takesBack(c) {
		s.taken = true
		return nil
	}
	number, marked := c.lead()
	if number > maxAlternatives {
		return order.Complain("There can be nine alternatives: 1 to 9.")
	}
	if number > 0 {
		if c.Skip("."); c.Done() { // a blank line of the form
			if end := p.Tokens[len(p.Tokens)-1].To; !marked && !strings.HasPrefix(p.Line[end:], ".") {
				return order.Complain("%s", whichNumber)
			}
			if !s.mine[number] && len(s.slots[number]) > 0 {
				s.note("Line %d is blank; what is on file for it stays. %d: NONE takes it back.", number, number)
			}
			return nil
		}
		if c.isOff() || c.Peek() == parser.Dash && len(c.Tokens) == c.Pos+1 {
			s.slots[number], s.mine[number], s.last = nil, true, number
			s.taken = true
			return nil
		}
	}
	if other := c.elsewise() || number == 0 && c.further(); p.other || other {
		if s.failed {
			return order.Complain("What stands before it could not be read, so this was not taken either.")
		}
		p.other = true
	}
	if err := s.whose(c); err != nil {
		return err
	}
	start := c.Pos
	c.fillers()
	switch {
	case c.heading():
		return nil
	case c.Phrase("if possible", "if at all possible"): // else it is passed over
		c.fillers()
	case isCondition(c.Peek()):
		return s.conditional(p, number)
	}
	at := c.Pos
	v := s.verb(c)
	if v == noVerb {
		c.Pos = at
		if s.bareVenture(c) {
			return s.alternative(p, number, doVenture, nil)
		}
		c.Pos = start
		return s.prose(p, number > 0 && marked)
	}
	if v.isAction() {
		return s.alternative(p, number, v, nil)
	}
	if v == doConcede {
		return s.concession(p)
	}
	if number > 0 && marked && v != doUndefended {
		return order.Complain("Only what you do in your turn has a number. Write this on a line of its own, without one.")
	}
	return s.standing(v, c)
}

// concession refuses what answers a bid that nobody asks for: as a standing order it would switch off a defence.
func (s *sheetReader) concession(p piece) error {
	at := "Indo-China"
	m := p.mistake(0, len(p.Tokens))
	for ; p.Pos < len(p.Tokens); p.Pos++ {
		if found, _ := s.locs.Prefix(p.ahead()); len(found) == 1 {
			at = s.b.Name(found[0])
			m.meant = []string{"DEFEND " + at + " PLAY NONE"}
			break
		}
	}
	return m.complain("Nobody asks you for a bid now. To give a location up without a fight beforehand: DEFEND %s PLAY NONE.", at)
}

// takesBack reads "delete 2".
func (s *sheetReader) takesBack(c *cursor) bool {
	mark := c.Pos
	if c.Accept("delete", "cancel", "remove", "drop") {
		c.Skip("alternative", "line", "number", "nr")
		if n, ok := c.Number(); ok && n > 0 && n <= maxAlternatives && (c.Done() || c.Peek() == ".") {
			s.slots[n], s.mine[n], s.last = nil, true, n
			return true
		}
	}
	c.Pos = mark
	return false
}

// whose goes past the writer's own seat before an order, and refuses another's.
func (s *sheetReader) whose(c *cursor) error {
	mark := c.Pos
	seat, ok := s.seat(c)
	if !ok || seat == isMe || c.Peek() != ":" && !isVerbHere(c) {
		c.Pos = mark
		return nil
	}
	if seat != s.v.Seat {
		return order.Complain("You play %s, so you have no orders to give for %s.", s.v.Seat, seat)
	}
	c.Accept(":")
	return nil
}

// verb reads what an order begins with, with one letter wrong if need be.
func (s *sheetReader) verb(c *cursor) verb {
	if v := c.verb(); v != noVerb {
		return v
	}
	w := c.Peek()
	if len(w) < 6 {
		return noVerb
	}
	if found := s.verbs.Near(w); len(found) == 1 {
		s.note("%q was read as %s.", w, strings.ToUpper(found[0]))
		c.Pos++
		return verbOf(found[0])
	}
	return noVerb
}

// bareVenture reports whether two locations stand here as a venture has them, and says how they are read.
func (s *sheetReader) bareVenture(c *cursor) bool {
	mark, notes := c.Pos, len(s.notes)
	if _, counted := c.part(); counted { // "3 from India to Persia"
		c.Skip("factors", "factor", "of", "my")
		if c.Peek() != "from" {
			c.Pos = mark
		}
	}
	c.Skip("from")
	_, one, err := s.location(c)
	to := err == nil && one && c.Accept(parser.Dash, "to", ">", "into")
	two := false
	if to {
		c.Skip(">")
		_, two, err = s.location(c)
	}
	c.Pos, s.notes = mark, s.notes[:notes]
	if two && err == nil {
		s.note("A line without an action was read as VENTURE: %s.", c.Rest())
	}
	return two && err == nil
}

const whichNumber = "What is this number for? Write it behind the order that it belongs to."

// prose looks at what does not begin like an order: what may be one is asked about.
func (s *sheetReader) prose(p piece, numbered bool) error {
	said := quoted(p.said())
	part := adjudicator.Spoken(said, s.thing(p.cursor))
	if p.courteous() {
		part.Fate, part.Why = adjudicator.Talk, ""
	}
	if part.Fate == adjudicator.ToGM || p.courteous() {
		s.parts = append(s.parts, part)
		return nil
	}
	const few = 6 // words: of so few, one that is an action is hardly by chance
	_, place := s.locs.Prefix(p.ahead())
	takes := len(p.Tokens) <= few && one(p.Tokens[0].Word, "cancel", "clear", "skip", "hold", "resign", "undo", "give", "put", "ask") || p.repeats()
	orderly := numbered || place > 0 || takes || slices.ContainsFunc(p.Tokens, func(t order.Token) bool {
		switch v := verbOf(t.Word); v {
		case doPass, doDraw, doPort:
			return len(p.Tokens) <= few
		case doVenture, doRestructure, doConsolidate, doExpand, doRelocate, doExchange, doDefend:
			return true
		}
		written := p.Line[t.From:t.To]
		return one(t.Word, "commit", "interactive") || verbOf(t.Word) != noVerb && len(t.Word) > 3 && written == strings.ToUpper(written)
	})
	if c := (&cursor{p.From(0)}); c.remnant(s.reader) {
		return order.Complain("%s", whichNumber)
	}
	if orderly {
		return order.Complain("Is this an order? I don't understand %q. A line begins with what is done: VENTURE, EXPAND, CONSOLIDATE, PORT, RESTRUCTURE, DRAW, EXCHANGE or PASS; DEFEND, RELOCATE, KEEP or DISCARD. 2: NONE takes an alternative back, and CLEAR by itself everything.", p.Rest())
	}
	s.parts = append(s.parts, part)
	return nil
}

// conditional reads "IF Persia EMPTY THEN VENTURE India-Persia".
func (s *sheetReader) conditional(p piece, number int) error {
	c := p.cursor
	when, err := s.when(c, nil)
	if err != nil {
		return err
	}
	c.Skip(":", ",", "then", "do", ".")
	c.fillers()
	if c.Done() {
		return order.Complain("What is to be done then? For example: IF Persia EMPTY THEN VENTURE India-Persia.")
	}
	at := c.Pos
	v := s.verb(c)
	if v == noVerb {
		c.Pos = at
		if s.bareVenture(c) {
			v = doVenture
		}
	}
	switch {
	case v == noVerb:
		return order.Complain("What is to be done then? I don't understand %q.", c.Rest())
	case !v.isAction():
		return order.Complain("Conditions are for what you do in your turn, not for standing orders.")
	}
	return s.alternative(p, number, v, when)
}

// when reads a condition with the word before it.
func (s *sheetReader) when(c *cursor, on *Loc) (condition, error) {
	c.Accept("only")
	never := c.Accept("unless")
	if !never && !c.Accept("if", "when", "provided") {
		return nil, leftover(c)
	}
	c.Skip("and", "only", "if", "that")
	when, err := s.condition(c, on)
	if err == nil && never {
		when = not{when}
	}
	return when, err
}

// alternative reads an action behind its verb, and puts it on the sheet.
func (s *sheetReader) alternative(p piece, number int, v verb, when condition) error {
	c := p.cursor
	do, err := s.action(v, c)
	if err != nil {
		return err
	}
	on := aim(do)
	for !c.Done() {
		c.Skip(",", ".", "please", "thanks", "thank", "you", "(", ")", "but", "and")
		switch to, isVenture := do.(*worded); {
		case c.Done(), c.Phrase("if possible", "only if possible", "if that is possible", "if i can", "if at all possible"): // else it is passed over
		case isCondition(c.Peek()):
			if when != nil {
				return order.Complain("There are two conditions. Join them with AND or OR behind one IF.")
			}
			if when, err = s.when(c, on); err != nil {
				return err
			}
		case isVenture:
			if err = s.options(c, to); err != nil {
				return err
			}
		default:
			return leftover(c)
		}
	}
	a := alternative{when: when}
	if a.do, err = s.settled(do, when); err != nil {
		return err
	}
	if err := s.b.forbids(a); err != nil {
		return err
	}
	if err := s.checkSeats(when); err != nil {
		return err
	}
	not, why, notes := s.v.doubts(a, s.first)
	if s.why, s.notes = why, append(s.notes, notes...); not != "" {
		s.hindered = append(s.hindered, hindered{a, len(s.parts), not})
	}
	s.taken = true
	return s.put(a, number, p.other)
}

// aim is the location that an action is about, for which a condition may say "it".
func aim(do action) *Loc {
	switch do := do.(type) {
	case *worded:
		return &do.to
	case restructure:
		return &do.at
	case port:
		return &do.at
	}
	return nil
}

// put puts an alternative on the sheet. The first of a letter that has no number begins a new list.
func (s *sheetReader) put(a alternative, number int, other bool) error {
	if number > 0 {
		if s.mine[number] && len(s.slots[number]) > 0 {
			s.twice[number] = true
		}
		s.slots[number], s.mine[number], s.last = []alternative{a}, true, number
		return nil
	}
	if other && s.last > 0 && s.mine[s.last] {
		s.slots[s.last] = append(s.slots[s.last], a)
		return nil
	}
	if other && !s.listed {
		if filed := s.filed(); filed == maxAlternatives {
			return order.Complain("There can be nine alternatives, and nine are on file.")
		} else if filed > 0 { // behind those
			s.listed, s.last = true, filed
			s.note("Read as the next alternative behind those on file: \"%d: %s\".", filed+1, a.words(s.b))
		}
	}
	if !s.listed {
		s.listed = true
		for i := range s.slots {
			if !s.mine[i] {
				s.slots[i] = nil
			}
		}
		s.last = 0
		for i := range s.mine {
			if s.mine[i] {
				s.last = i
			}
		}
	}
	if s.last >= maxAlternatives {
		return order.Complain("There can be nine alternatives.")
	}
	s.last++
	s.slots[s.last], s.mine[s.last] = append(s.slots[s.last], a), true
	return nil
}

// filed is the number of the last alternative that is on file; 0 for none.
func (s *sheetReader) filed() int {
	for n := maxAlternatives; n > 0; n-- {
		if len(s.slots[n]) > 0 {
			return n
		}
	}
	return 0
}

// standing reads what is for the whole round.
func (s *sheetReader) standing(v verb, c *cursor) error {
	if c.Skip(":"); c.Done() && !one(v, doClock, doDecatur, doUndefended) { // a blank line of the form, or a heading
		return nil
	}
	rules, calls := s.rules, s.call
	rules.defend, rules.relocate = slices.Clone(rules.defend), slices.Clone(rules.relocate)
	var err error
	switch v {
	case doDefend, doUndefended:
		err = s.defend(c, &rules, v == doUndefended)
	case doRelocate:
		err = s.relocate(c, &rules)
	case doKeep:
		err = s.kinds(c, &rules.keep, false)
	case doDiscard:
		err = s.kinds(c, &rules.discard, true)
	default:
		err = s.calls(v, c, &calls)
	}
	if err == nil && len(rules.lines(s.b)) > maxStanding {
		err = order.Complain("There can be %d standing orders.", maxStanding)
	}
	if err == nil {
		err = s.checkStanding(rules, calls)
	}
	if err != nil {
		return err
	}
	s.rules, s.call, s.taken = rules, calls, true
	return nil
}
