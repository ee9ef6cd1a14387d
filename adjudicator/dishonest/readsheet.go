package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// A sheetReader reads a letter's lines onto a sheet. Standing orders and what is for the income phase take the place of
// what is on file for the same thing at once; turns are put together first, and go onto the sheet when the letter ends
// (readturn.go).
type sheetReader struct {
	*reader
	kind   string // what is asked: "income", "turn" or "standing"; or a question within a turn
	sheet  sheet
	turns  queue.Letter[deed]
	pieces []cursor // of the letter
	said   []spoken // what became of them
	broken []int    // the turns that are not taken
	fresh  []string // the lines of a sheet that the letter has added
}

// sheetReader makes one that has a sheet on file.
func (r *reader) sheetReader(kind string, old sheet) *sheetReader {
	onFile := slices.Clone(old.turns)
	for i, p := range onFile {
		onFile[i] = slices.Clone(p)
		for k := range p {
			onFile[i][k].said = nil // was of another letter
		}
	}
	turns := queue.Letter[deed]{Queue: onFile, Blank: deed{annex: nowhere}, Idle: deed.idle}
	return &sheetReader{reader: r, kind: kind, sheet: old.clone(), turns: turns}
}

// clone is a sheet whose lists are its own.
func (s sheet) clone() sheet {
	r := &s.rules
	r.defend, r.secondary, r.stop = slices.Clone(r.defend), slices.Clone(r.secondary), slices.Clone(r.stop)
	return s
}

// plain is a text in plain characters.
func plain(text string) string {
	if strings.ContainsFunc(text, func(c rune) bool { return c >= 0x7f || c < ' ' && c != '\n' }) {
		return parser.Plain(text)
	}
	return text
}

// apart takes a letter's text apart.
func (s *sheetReader) apart(text string) []cursor {
	var out []cursor
	for _, line := range s.wholeLines(text) {
		if s.isHedged(line) {
			out = append(out, *line)
			continue
		}
		for _, p := range s.split(line) {
			out = append(out, *p)
		}
	}
	return out
}

// noPiece is the number of none.
const noPiece = -1

// read reads the pieces of a letter, one of them as if it were a fix of it.
func (s *sheetReader) read(pieces []cursor, fixed int, fix string) {
	s.pieces = pieces
	for i, c := range pieces {
		if i == fixed {
			c = *lex(fix)
		}
		if len(c.Tokens) > 0 {
			s.piece(i, &c)
		}
	}
	s.settle()
}

const maxLines = 60 // of a sheet

// piece reads one part of a letter.
func (s *sheetReader) piece(at int, c *cursor) {
	x := spoken{Part: adjudicator.Part{Quote: quoted(c)}, at: at}
	notes := len(s.notes)
	asks := strings.HasSuffix(x.Quote, "?")
	bare := strings.TrimRight(x.Quote, "?!. ")
	v, _ := s.begins(c, 0)
	switch speaks := v != noVerb || s.unsaid(c) != noVerb; {
	case asks && (!speaks || adjudicator.Spoken(bare, "").Fate == adjudicator.ToGM):
		x.Part = adjudicator.Spoken(x.Quote, "")
	case asks:
		x.fail(slip{complain("Is this an order? It is asked and not said, so it is not on file."), []string{bare}})
	default:
		if err := s.order(c, &x); err != nil {
			s.notes = s.notes[:notes]
			x.fail(err)
		}
	}
	if x.Fate != "" {
		s.said = append(s.said, x)
	}
}

// order reads one order: a heading, an alternative, or what its verb says.
func (s *sheetReader) order(c *cursor, x *spoken) error {
	lead(c)
	if done, err := s.whose(c); done || err != nil {
		return err
	}
	if done, err := s.heading(c, x); done || err != nil {
		return err
	}
	other := queue.Otherwise(c)
	mark := c.Pos
	s.fillers(c)
	if c.Done() {
		return nil
	}
	s.negate(c)
	v, used := s.verb(c)
	if v == noVerb {
		if v = s.unsaid(c); v == noVerb {
			c.Pos = mark
			return s.prose(c, other, x)
		}
	}
	if err := s.hedge(c, mark, v); err != nil {
		return err
	}
	c.Pos += used
	if trim(c); blank(c, v) {
		return nil
	}
	if err := s.due(v); err != nil {
		return err
	}
	x.Fate, x.verb = adjudicator.Filed, v
	if v.ofTurn() && !s.prefers(v, c) {
		err := s.part(v, c, other)
		x.turn, x.amends = s.turns.Number(), s.turns.Amends()
		return err
	}
	return s.lasting(v, c)
}

// heading reads TURN 2, which may have an order behind it: then the line is not done.
func (s *sheetReader) heading(c *cursor, x *spoken) (done bool, err error) {
	done, err = s.turns.Heading(c)
	if done && err == nil {
		x.Fate, x.turn, x.heading = adjudicator.Filed, s.turns.Number(), c.Done()
	}
	return done, err
}

// hedge asks about what only sounds like an order: "I would pass", "my first pass". Words from mark on stand before
// it.
func (s *sheetReader) hedge(c *cursor, mark int, v verb) error {
	before := c.From(mark)
	wish, of := false, false // it is one of several, or somebody's
	for before.Pos < c.Pos {
		wish = wish || before.Peek() == "would" && before.At(1) != "like"
		of = of || one(before.Peek(), "my", "first", "second", "third", "the", "a", "is", "are")
		before.Pos++
	}
	if !wish && !(of && v == doPass) {
		return nil
	}
	s.turns.Break()
	s.breaks()
	fix := c.Line[c.Tokens[c.Pos].From:c.Tokens[len(c.Tokens)-1].To]
	const why = "Is this an order? It sounds as if you had not made up your mind. Write it without %q."
	return slip{complain(why, c.Written(mark, c.Pos)), []string{fix}}
}

// breaks has the turn that lines are for not be taken.
func (s *sheetReader) breaks() {
	if s.turns.Begun() {
		s.broken = append(s.broken, s.turns.Number())
	}
}

// isHedged reports whether a line says on which condition something is to be done, which no order has.
func (s *sheetReader) isHedged(line *cursor) bool {
	c := line.From(0)
	lead(&c)
	queue.TurnNumber(&c)
	c.Skip(":")
	if v, _ := s.verbAt(&c, 0); v != noVerb || !one(c.Peek(), "if", "when", "unless", "should") || queue.Otherwise(&c) {
		return false
	}
	for ; !c.Done(); c.Pos++ {
		if v, _ := s.verbAt(&c, 0); v != noVerb {
			return true
		}
	}
	return false
}

// lead goes past what stands before an order and says nothing: marks and numbers of a list.
func lead(c *cursor) {
	c.Skip(parser.Dash, ">", "/", ":", ".", ",", ")", "*")
	mark := c.Pos
	c.Skip("order", "action", "nr", "no", "number")
	if _, ok := c.Number(); !ok || !c.Accept(")", ".", ":") && !strings.HasPrefix(c.Line[c.Tokens[c.Pos-1].To:], ".") {
		c.Pos = mark
	}
	if len(c.Peek()) == 1 && c.Peek() >= "a" && c.Peek() <= "z" && c.At(1) == ")" {
		c.Pos += 2
	}
	c.Skip(".", ")")
}

// fillers goes past words that may stand before a verb.
func (s *sheetReader) fillers(c *cursor) {
	for !c.Done() {
		if v, _ := s.verbAt(c, 0); v != noVerb || !isFiller(c.Peek()) {
			return
		}
		c.Pos++
	}
}

// negate turns "NO BID" into "BID NONE".
func (s *sheetReader) negate(c *cursor) {
	if c.Peek() != "no" {
		return
	}
	trim(c)
	if v, used := s.verbAt(c, 1); v.takesNo() && c.Pos+1+used == len(c.Tokens) {
		end := c.Tokens[len(c.Tokens)-1].To
		none := orders.Token{Word: "none", From: end, To: end}
		c.Tokens = append(slices.Concat(c.Tokens[:c.Pos], c.Tokens[c.Pos+1:]), none)
	}
}

func isFiller(w string) bool {
	switch w {
	case "i", "id", "ill", "we", "well", "would", "like", "want", "wish", "to", "please", "pls", "then", "and", "so", "ok", "okay", "now", "just", "will", "shall", "lets", "let", "me", "us", "first", "firstly", "second",
		"secondly", "third", "thirdly", "next", "finally", "lastly", "afterwards", "my", "order", "orders", "action", "take", "the", "a",
		"also", "standing", "is", "are", "card", "step", ",", ":", ";":
		return true
	}
	return false
}

// verb is what an order begins with, with one letter wrong if need be and something of an order behind it, and how
// many words that takes.
func (s *sheetReader) verb(c *cursor) (verb, int) {
	if v, used := s.verbAt(c, 0); v != noVerb {
		return v, used
	}
	v := s.nearVerb(c)
	if v == noVerb || v == doPass || !s.orderly(c.From(c.Pos+1)) {
		return noVerb, 0
	}
	s.note("%q was read as %s.", c.Peek(), strings.ToUpper(v.String()))
	return v, 1
}

// nearVerb is a verb with one letter wrong that stands here; none if it may as well be a word of everyday.
func (s *sheetReader) nearVerb(c *cursor) verb {
	w := c.Peek()
	if len(w) < 5 || strings.HasSuffix(w, "ight") || isKeyword(w) || s.isPlace(c) {
		return noVerb
	}
	if _, used := s.unitAt(c); used > 0 {
		return noVerb
	}
	found := s.verbs.Near(w)
	if len(found) != 1 {
		return noVerb
	}
	return found[0]
}

// orderly reports whether what stands here may stand behind the verb of an order.
func (s *sheetReader) orderly(c cursor) bool {
	c.Skip("the", "a", "an", "my", "at", "in", "card", "region")
	w := c.Peek()
	_, unit := s.unitAt(&c)
	_, res := s.resources.Prefix([]string{w})
	return orders.IsNumeral(w) || one(w, ":", "any", "all", "none") || unit > 0 && len(w) > 1 || res > 0 ||
		s.isPlace(&c) || s.isTile(&c) || s.seat(&c) != ""
}

// unsaid is the verb of a line that has none: of a bare way, which is one of tactics.
func (s *sheetReader) unsaid(c *cursor) verb {
	at := cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos}
	notes := len(s.notes)
	defer func() { s.notes = s.notes[:notes] }()
	if _, _, ok, err := s.some(&at); !ok || err != nil {
		return noVerb
	}
	at.Skip("from")
	if _, ok, err := s.area(&at); !ok || err != nil || !at.Accept(parser.Dash, ">", ">=", "to", "into", "via") {
		return noVerb
	}
	return doTactics
}

// trim takes words of courtesy and full stops off the end of a line.
func trim(c *cursor) {
	for len(c.Tokens) > c.Pos && one(c.Tokens[len(c.Tokens)-1].Word, ".", ",", "please", "thanks", "thank", "you", ";") {
		c.Tokens = c.Tokens[:len(c.Tokens)-1]
	}
}

// blank reports whether a verb has nothing behind it, or nothing but for whom it is and a colon: a line of the form that was
// left blank, or a heading.
func blank(c *cursor, v verb) bool {
	c.Skip(":", parser.Dash)
	if c.Done() {
		return !one(v, doPass, doIdeology) || v == doIdeology && c.Tokens[len(c.Tokens)-1].Word == ":"
	}
	return c.Tokens[len(c.Tokens)-1].Word == ":"
}

// whose goes past the writer's own seat before an order, and refuses another's.
func (s *sheetReader) whose(c *cursor) (done bool, err error) {
	mark := c.Pos
	seat := s.seat(c)
	if seat == "" {
		return false, nil
	}
	if v, _ := s.verbAt(c, 0); c.Peek() != ":" && v == noVerb {
		c.Pos = mark
		return false, nil
	}
	if seat != s.v.Seat {
		return true, complain("You play %s, so you have no orders to give for %s.", s.v.Seat, seat)
	}
	c.Accept(":")
	return c.Done(), nil
}

// due refuses what is not asked for.
func (s *sheetReader) due(v verb) error {
	if s.kind != "income" && v.ofIncome() {
		return complain("%s is for the income phase.", strings.ToUpper(v.String()))
	}
	return nil
}

// prefers reports whether an ideology is chosen in the income phase, and not played.
func (s *sheetReader) prefers(v verb, c *cursor) bool {
	if v != doIdeology || one(s.kind, "turn", "standing") {
		return false
	}
	return s.isTile(c) || s.kind == "income" && !s.turns.Begun() && !c.Done() && !one(c.Peek(), "at", "in", "on", "take", "build", "move")
}

const whatIsAnOrder = "A line begins with what is done: PLAY, SCORE, TACTICS, MOBILIZE, GARRISON, IDEOLOGY, PASS, " +
	"BATTLE or ANNEX in a turn; DEFEND, SECONDARY, LOSE, TIES or STOP for whenever it is needed%s."

// isThisAnOrder asks about what may be one. What is not due is not named.
func (s *sheetReader) isThisAnOrder() error {
	also := ""
	if s.kind == "income" {
		also = "; DRAW, POOL, BID, IDEOLOGY or ALLY in the income phase"
	}
	return complain("Is this an order? I don't understand it. "+whatIsAnOrder, also)
}

// prose looks at what does not begin like an order: it may be one all the same, or name something of the game, or be
// talk.
func (s *sheetReader) prose(c *cursor, other bool, x *spoken) error {
	const few = 6 // words: of so few, one that is an order is hardly by chance
	if c.None() {
		return nil
	}
	whole := cursor{Line: c.Line, Tokens: c.Tokens}
	thing := s.thing(whole)
	if near := s.nearVerb(c); near != noVerb && len(c.Tokens)-c.Pos <= 2 {
		name := strings.ToUpper(near.String())
		return slipped(c, c.Pos, c.Pos+1, []string{name}, complain("Did you mean %s?", name))
	}
	orderly := s.isHedged(&whole) || other && thing != "" || s.isPlace(c) && len(c.Tokens) > 1 && len(c.Tokens) <= few
	switch {
	case orderly, slices.ContainsFunc(c.Tokens, func(t orders.Token) bool { return s.sounds(c, t, few) }):
		s.turns.Break()
		s.breaks()
		return s.isThisAnOrder()
	case !courteous(c):
		x.Part = adjudicator.Spoken(x.Quote, thing)
	}
	return nil
}

// sounds reports whether a word sounds like an order: a verb among few words or in capitals, or units among not many.
func (s *sheetReader) sounds(c *cursor, t orders.Token, few int) bool {
	written := c.Line[t.From:t.To]
	at := cursor{Line: c.Line, Tokens: []orders.Token{t}}
	v, _ := s.verbAt(&at, 0)
	_, unit := s.unitAt(&at)
	return v != noVerb && (len(c.Tokens) <= few || len(written) > 2 && written == strings.ToUpper(written)) ||
		unit > 0 && len(t.Word) > 2 && len(c.Tokens) <= 2*few
}

// courteous reports whether nothing stands here but what letters begin and end with.
func courteous(c *cursor) bool {
	return !slices.ContainsFunc(c.Tokens, func(t orders.Token) bool {
		return !orders.IsSign(t.Word) && !one(t.Word, "thanks", "thank", "you", "please", "cheers", "regards", "best", "kind", "hi", "hello", "dear", "all", "everyone", "gm", "very", "much", "many", "in", "advance",
			"and", "greetings", "sincerely", "yours", "orders", "my", "are", "here", "the", "follows", "as")
	})
}
