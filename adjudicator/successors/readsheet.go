package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// A list is what a sheet has of one sort, and how a letter changes it: a line without a number begins a new list, one with
// a number takes the place of that of the old one.
type list[T any] struct {
	items  []T
	number []int  // of each item on the list on file; 0: none
	begun  bool   // the letter has a list of its own
	mine   []bool // the letter has it
}

func onFile[T any](items []T) list[T] {
	l := list[T]{}
	for i, x := range items {
		l.items, l.number, l.mine = append(l.items, x), append(l.number, i+1), append(l.mine, false)
	}
	return l
}

// put puts an item on the list; also is that it goes behind what is on file.
func (l *list[T]) put(x T, number int, also bool) {
	if number > 0 {
		if i := slices.Index(l.number, number); i >= 0 {
			l.items[i], l.mine[i] = x, true
			return
		}
	} else if !also && !l.begun {
		l.begun = true
		l.drop(func(i int) bool { return !l.mine[i] })
	}
	l.items, l.number, l.mine = append(l.items, x), append(l.number, number), append(l.mine, true)
}

// drop takes items off the list.
func (l *list[T]) drop(gone func(i int) bool) {
	kept := list[T]{begun: l.begun}
	for i := range l.items {
		if !gone(i) {
			kept.items, kept.number, kept.mine = append(kept.items, l.items[i]), append(kept.number, l.number[i]), append(kept.mine, l.mine[i])
		}
	}
	*l = kept
}

// clear takes all off the list, or one with a number.
func (l *list[T]) clear(number int) {
	l.begun = l.begun || number == 0
	l.drop(func(i int) bool { return number == 0 || l.number[i] == number })
}

// cut takes off what is too much, and reports whether something was.
func (l *list[T]) cut() bool {
	long := len(l.items) > maxLines
	l.drop(func(i int) bool { return i >= maxLines })
	return long
}

// A sheetReader reads a letter's lines onto a sheet.
type sheetReader struct {
	*reader
	kind   string // what is asked: "turn", "standing" or "home"
	pass   bool
	home   []Area
	ransom bool
	play   []play
	give   []gift
	buy    list[purchase]
	moves  list[move]
	fights list[fight]
	rules  standing

	homed  bool // this letter has named homes
	parts  []adjudicator.Part
	wrote  []wrote
	slips  []slip
	line   int  // that is read
	taken  bool // this piece is an order, and on the sheet
	head   verb // of the heading above, such as "Moves:"
	also   bool // this line goes on with the list on file
	number int  // of this line, in the list of its sort; 0: none
}

// sheetReader makes one that has a sheet on file.
func (r *reader) sheetReader(v *View, kind string, old sheet) *sheetReader {
	r.v = v
	return &sheetReader{reader: r, kind: kind, pass: old.pass, home: old.home, ransom: old.ransom, play: slices.Clone(old.play), give: slices.Clone(old.give),
		buy: onFile(old.buy), moves: onFile(old.moves), fights: onFile(old.fights), rules: old.rules.clone()}
}

// sheet is what has come of it.
func (s *sheetReader) sheet() sheet {
	return sheet{pass: s.pass, home: s.home, play: s.play, give: s.give, ransom: s.ransom, buy: s.buy.items, moves: s.moves.items, fights: s.fights.items, rules: s.rules}
}

// clone are standing orders whose lists are their own.
func (s standing) clone() standing {
	return standing{slices.Clone(s.attacked), slices.Clone(s.insist), slices.Clone(s.bonus), slices.Clone(s.lose), slices.Clone(s.react), slices.Clone(s.ally), slices.Clone(s.lend), slices.Clone(s.raid)}
}

const maxLines = 60 // of a sheet

// read reads the lines of a letter.
func (s *sheetReader) read(lines []*cursor) {
	for i, line := range lines {
		s.line = i
		for _, p := range pieces(line) {
			s.piece(p)
		}
	}
}

// piece reads one part of a line, and says what became of it.
func (s *sheetReader) piece(c *cursor) {
	notes, wrote, said := len(s.notes), len(s.wrote), c.said()
	s.taken = false
	switch err := s.order(c); {
	case err != nil:
		s.notes, s.wrote = s.notes[:notes], s.wrote[:wrote]
		s.slipped(err)
		s.parts = append(s.parts, refused(said, err))
	case s.taken:
		s.parts = append(s.parts, filedPart(said))
	}
}

func (s *sheetReader) order(c *cursor) error {
	s.also, s.number = false, 0
	c.lead()
	if done, err := s.takesBack(c); done || err != nil {
		s.taken = done
		return err
	}
	if c.Accept("also", "additionally", "plus", "add") {
		s.also = true
		c.Skip(":", ",", "and")
	}
	if err := s.whose(c); err != nil {
		return err
	}
	start := c.Pos
	c.fillers()
	if c.Done() {
		return nil
	}
	v := s.verb(c)
	if v == noVerb {
		v = s.unsaid(c)
	}
	if v == noVerb {
		c.Pos = start
		return s.prose(c)
	}
	s.slot(c, v)
	c.Skip(":", parser.Dash)
	if c.Done() && blankable(v) || s.blank(c) { // of the form, or a heading
		if s.number == 0 && v.ofTurn() {
			s.head = v
		}
		return nil
	}
	if v != s.head {
		s.head = noVerb
	}
	if err := s.due(v); err != nil {
		return err
	}
	trim(c)
	if err := s.do(v, c); err != nil {
		return err
	}
	s.taken = true
	s.pass = s.pass && (v == doPass || !v.ofTurn() || s.sheet().idle())
	if full := []bool{s.buy.cut(), s.moves.cut(), s.fights.cut()}; slices.Contains(full, true) {
		return order.Complain("There can be %d lines of one sort.", maxLines)
	}
	return nil
}

// unsaid is the verb of a line that begins without one: of a list of homes, of the heading above, or of a bare way.
func (s *sheetReader) unsaid(c *cursor) verb {
	switch {
	case s.kind == "home" && s.isPlace(c):
		s.head = doHome
		return doHome
	case s.head != noVerb && (order.IsNumeral(c.Peek()) || isUnit(c.Peek()) || one(c.Peek(), "from", "all") || s.isPlace(c)):
		return s.head
	case s.kind == "turn" && s.bareMove(c):
		s.note("A line without an action was read as a move: %s.", c.Rest())
		return doMove
	}
	return noVerb
}

// slot reads the number of a line of the form: "MOVE 2: ...".
func (s *sheetReader) slot(c *cursor, v verb) {
	if n, ok := order.Numeral(c.Peek()); ok && c.At(1) == ":" && n > 0 && n <= maxLines && one(v, doBuy, doMove, doSail, doFight) {
		s.number = n
		c.Pos += 2
	}
}

// blank reports whether a line ends with a colon and says nothing: it is one of the form that was left blank.
func (s *sheetReader) blank(c *cursor) bool {
	return c.Tokens[len(c.Tokens)-1].Word == ":" && (c.Done() || !s.isPlace(c) && !c.hasNumber())
}

// hasNumber reports whether a number stands anywhere from here on.
func (c *cursor) hasNumber() bool {
	return slices.ContainsFunc(c.Tokens[c.Pos:], func(t order.Token) bool { return order.IsNumeral(t.Word) })
}

// blankable reports whether a verb with nothing behind it says nothing.
func blankable(v verb) bool { return !one(v, doPass, doRansom, doRetreat, doFight) }

// trim takes words of courtesy and full stops off the end of a line.
func trim(c *cursor) {
	for len(c.Tokens) > c.Pos && one(c.Tokens[len(c.Tokens)-1].Word, ".", ",", "please", "thanks", "thank", "you", ";", ")") && !strings.Contains(c.Line, "(") {
		c.Tokens = c.Tokens[:len(c.Tokens)-1]
	}
	for len(c.Tokens) > c.Pos && one(c.Tokens[len(c.Tokens)-1].Word, ".", ",", "please", "thanks") {
		c.Tokens = c.Tokens[:len(c.Tokens)-1]
	}
}

// verb reads what an order begins with, with one letter wrong if need be.
func (s *sheetReader) verb(c *cursor) verb {
	if v := c.verb(); v != noVerb {
		return v
	}
	w := c.Peek()
	if len(w) < 4 || s.isPlace(c) || isUnit(w) || isKeyword(w) {
		return noVerb
	}
	if found := s.verbs.Near(w); len(found) == 1 {
		if v := verbOf(found[0]); v != noVerb {
			s.note("%q was read as %s.", w, strings.ToUpper(found[0]))
			c.Pos++
			return v
		}
	}
	return noVerb
}

// due refuses what is not asked for.
func (s *sheetReader) due(v verb) error {
	switch {
	case v == doHome && s.kind != "home":
		return order.Complain("Homes have been chosen (SU-1).")
	case v == doRetreat:
		return order.Complain("Where to retreat to is said with the battle: FIGHT Babylonia ROUNDS 2 ELSE RETREAT Susiana; or, when you are attacked: IF ATTACKED ANYWHERE RETREAT Susiana.")
	case s.kind == "home" && v.ofTurn() && !one(v, doHome, doBuy, doPass):
		return order.Complain("Now homes are chosen: HOME, and BUY for what you begin with. This is for a turn of yours.")
	case s.kind == "standing" && s.v.Battle != nil && v == doGive:
		return order.Complain("Money for this turn has changed hands. Send it when the next player's turn has begun (SU-8).")
	case s.kind == "standing" && v.ofTurn() && !one(v, doPlay, doGive, doPass) && s.v.Mover == s.v.Seat:
		return order.Complain("Your turn is being played, so this can't be done now; " +
			"what you can file are standing orders, such as IF ATTACKED ANYWHERE RETREAT.")
	case s.kind == "standing" && v.ofTurn() && !one(v, doPlay, doGive, doPass):
		return order.Complain("It is %s's turn, so this can't be done now. Send it when it is yours; what you can file now are standing orders, such as IF ATTACKED ANYWHERE RETREAT.", s.v.Mover)
	}
	return nil
}

// do reads what stands behind a verb.
func (s *sheetReader) do(v verb, c *cursor) error {
	none := c.isNone()
	switch v {
	case doPass:
		return s.passing(c)
	case doHome:
		return s.homes(c, none)
	case doPlay:
		return s.plays(c, none)
	case doGive:
		return s.gives(c, none)
	case doRansom:
		return s.ransoms(c, none)
	case doBuy:
		return s.buys(c, none)
	case doMove, doSail:
		return s.marches(v, c, none)
	case doFight:
		return s.seeks(c, none)
	case doLand:
		return order.Complain("Land from where? LAND stands behind a voyage: SAIL, its path, then LAND and the province.")
	}
	return s.standing(v, c, none)
}

// passing reads a line that says that nothing is done.
func (s *sheetReader) passing(c *cursor) error {
	if c.Skip("this", "turn", "for", "now", "the"); !c.Done() {
		return leftover(c)
	}
	if len(s.wrote) > 0 {
		return order.Complain("This letter has orders for this turn, and PASS takes them back. " +
			"Are they all that you want done? Leave PASS out then; or send just PASS.")
	}
	if s.kind == "standing" {
		s.give = nil
		return nil
	}
	s.home = nil
	s.play, s.give = nil, nil
	s.buy.clear(0)
	s.moves.clear(0)
	s.fights.clear(0)
	s.pass, s.ransom = true, false
	return nil
}

// isNone reports whether nothing but NONE stands here, which takes a line back.
func (c *cursor) isNone() bool {
	return one(c.Peek(), "none", "nothing", "off", "no", "never", "nobody", "cancel") && len(c.Tokens) == c.Pos+1
}

// takesBack reads "delete move 2" and "cancel all moves".
func (s *sheetReader) takesBack(c *cursor) (bool, error) {
	mark := c.Pos
	if !c.Accept("delete", "cancel", "remove", "drop", "no") || one(c.Peek(), "alliance", "ally") {
		c.Pos = mark
		return false, nil
	}
	no := c.Tokens[mark].Word == "no"
	c.Skip("all", "my", "the")
	v := verbOf(strings.TrimSuffix(c.Peek(), "s"))
	if c.Peek() == "purchases" || c.Peek() == "moves" || c.Peek() == "fights" || c.Peek() == "battles" || c.Peek() == "gifts" {
		v = verbOf(c.Peek())
		if c.Peek() == "battles" {
			v = doFight
		} else if c.Peek() == "gifts" {
			v = doGive
		}
	}
	if !one(v, doPlay, doGive, doBuy, doMove, doSail, doFight, doRansom) || no && c.At(1) != "" {
		c.Pos = mark
		return false, nil
	}
	c.Pos++
	c.Skip("number", "nr", "line", "no")
	n, _ := c.Number()
	if c.Skip(".", "please"); !c.Done() {
		c.Pos = mark
		return false, nil
	}
	s.number = n
	return true, s.takeBack(v)
}

// takeBack takes a line, or all lines of a sort, off the sheet.
func (s *sheetReader) takeBack(v verb) error {
	n := s.number
	switch v {
	case doPlay:
		s.play = slices.DeleteFunc(s.play, func(p play) bool { return n == 0 || p.chit == n })
	case doGive:
		s.give = nil
	case doBuy:
		s.buy.clear(n)
	case doMove, doSail:
		s.moves.clear(n)
	case doFight:
		s.fights.clear(n)
	case doRansom:
		s.ransom = false
	}
	return nil
}

// whose goes past the writer's own seat before an order, and refuses another's.
func (s *sheetReader) whose(c *cursor) error {
	mark := c.Pos
	seat := s.seat(c)
	if seat == "" || c.Peek() != ":" && !isVerbHere(c) {
		c.Pos = mark
		return nil
	}
	if seat != s.v.Seat {
		return order.Complain("You play %s, so you have no orders to give for %s.", s.v.Seat, seat)
	}
	c.Accept(":")
	return nil
}

// prose looks at what does not begin like an order: what may be one is asked about.
func (s *sheetReader) prose(c *cursor) error {
	said := quoted(c.said())
	part := adjudicator.Spoken(said, s.thing(c))
	if c.courteous() {
		return nil
	} else if part.Fate == adjudicator.ToGM {
		s.parts = append(s.parts, part)
		return nil
	}
	const few = 6 // words: of so few, one that is an order is hardly by chance
	orderly := s.isPlace(c) && len(c.Tokens) > 1 || s.isWay(c) || slices.ContainsFunc(c.Tokens, func(t order.Token) bool {
		w := c.Line[t.From:t.To]
		v := verbOf(t.Word)
		return v != noVerb && (len(c.Tokens) <= few || len(w) > 2 && w == strings.ToUpper(w)) || isUnit(t.Word) && len(t.Word) > 1 && len(c.Tokens) <= 2*few
	})
	if orderly {
		m := c.mistake(c.Pos, c.Pos+1, "MOVE "+c.Line[c.Tokens[c.Pos].From:c.Tokens[c.Pos].To])
		return m.complain("Is this an order? I don't understand %q. A line begins with what is done: BUY, MOVE, SAIL, FIGHT, PLAY, GIVE or RANSOM in your turn; IF ATTACKED, INSIST, LEADER BONUS, LOSE, ALLY or LEND for whenever it is needed.", c.Rest())
	}
	s.parts = append(s.parts, part)
	return nil
}

// noteLists says which lists of the letter have taken the place of those that were on file.
func (s *sheetReader) noteLists(was, now sheet) {
	gone := func(was, now sheet) bool {
		kept := now.lines(s.b)
		return slices.ContainsFunc(was.lines(s.b), func(line string) bool { return !slices.Contains(kept, line) })
	}
	var of []string
	if s.buy.begun && gone(sheet{buy: was.buy}, now) && len(now.buy) > 0 {
		of = append(of, "purchases")
	}
	if s.moves.begun && gone(sheet{moves: was.moves}, now) && len(now.moves) > 0 {
		of = append(of, "moves")
	}
	if s.fights.begun && gone(sheet{fights: was.fights}, now) && len(now.fights) > 0 {
		of = append(of, "battles")
	}
	if len(of) > 0 {
		s.note("The %s of this letter take the place of those on file. ALSO before a line adds it to them.", adjudicator.Listed(of, "and"))
	}
}

// courteous reports whether nothing stands here but what letters begin and end with.
func (c *cursor) courteous() bool {
	return !slices.ContainsFunc(c.Tokens, func(t order.Token) bool {
		return !order.IsSign(t.Word) && !one(t.Word, "thanks", "thank", "you", "please", "cheers", "regards", "best", "kind", "hi", "hello", "dear", "all", "everyone", "gm", "very", "much", "many", "in", "advance", "and", "greetings", "sincerely", "yours", "orders", "my", "are", "here", "the", "follows", "as")
	})
}

// bareMove reports whether a way begins here, as a move has it.
func (s *sheetReader) bareMove(c *cursor) bool {
	mark, notes := c.Pos, len(s.notes)
	defer func() { c.Pos, s.notes = mark, s.notes[:notes] }()
	if _, err := s.units(c); err != nil {
		return false
	}
	c.Skip("from")
	if _, ok, err := s.area(c); !ok || err != nil {
		return false
	}
	return c.Accept(parser.Dash, ">", "to") && s.isPlace(c)
}

// isWay reports whether two areas with a dash between them stand in a line.
func (r *reader) isWay(c *cursor) bool {
	for i := 1; i+1 < len(c.Tokens); i++ {
		next := &cursor{c.From(i + 1)}
		if one(c.Tokens[i].Word, parser.Dash, ">") {
			before, _ := r.areas.Prefix([]string{c.Tokens[i-1].Word})
			after, _ := r.areas.Prefix(next.ahead())
			if len(before) > 0 && len(after) > 0 {
				return true
			}
		}
	}
	return false
}
