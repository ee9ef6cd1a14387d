package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// A sheetReader reads a letter's lines onto a sheet. Standing orders take the place of what is on file for the same thing at
// once; turns are put together first, and go onto the sheet when the letter ends (readsettle.go).
type sheetReader struct {
	*reader
	kind  string // what is asked: "turn", "standing", or "more"
	sheet sheet
	turns queue.Letter[deed]
	now   origin     // of the part that is read
	again []int      // turns that were begun with what is on file, and of which the letter says what is discarded
	drops []dropping // what a letter takes off the rest of a turn

	parts   []adjudicator.Part
	origins []origin // of the parts
	broken  []int    // the numbers of turns that are not taken, since a part of them is not
}

// otherLine is why a line is not taken that is good by itself.
const otherLine = "Another line of this turn was not taken, so this one was not, either."

// An origin is what a part of a letter is for.
type origin struct {
	turn int // its number; 0 for none
	verb verb
}

// add adds a part, and reports at which place.
func (s *sheetReader) add(p adjudicator.Part, from origin) int {
	s.parts, s.origins = append(s.parts, p), append(s.origins, from)
	return len(s.parts) - 1
}

// sheetReader makes one that has a sheet on file.
func (r *reader) sheetReader(kind string, old sheet) *sheetReader {
	return &sheetReader{reader: r, kind: kind, sheet: old.clone(), turns: queue.Letter[deed]{Queue: slices.Clone(old.turns), Idle: deed.idle}}
}

// clone is a sheet whose lists are its own.
func (s sheet) clone() sheet {
	s.rules.defend, s.rules.stop = slices.Clone(s.rules.defend), slices.Clone(s.rules.stop)
	return s
}

// read reads a letter's text.
func (s *sheetReader) read(text string) {
	for _, line := range s.wholeLines(text) {
		for _, p := range s.pieces(line) {
			s.piece(p)
		}
	}
	note := s.note
	if s.kind == "more" { // of which the queue knows nothing
		note = func(string, ...any) {}
	}
	s.turns.Settle(s.complete, note)
	s.sheet.turns = s.turns.Queue
	for i := range s.parts {
		if p := &s.parts[i]; p.Fate == adjudicator.Filed && slices.Contains(s.broken, s.origins[i].turn) {
			p.Fate, p.Why = adjudicator.Refused, otherLine
		}
	}
}

// piece reads one part of a line.
func (s *sheetReader) piece(c *cursor) {
	notes, slips := len(s.notes), len(s.slips)
	quote := written(c)
	s.now = origin{}
	filed, err := s.order(c)
	switch {
	case err != nil:
		s.notes = s.notes[:notes]
		s.slipped(slips, s.add(refused(quote, err), s.now))
		return
	case filed:
		s.add(adjudicator.Part{Fate: adjudicator.Filed, Quote: shortened(quote)}, s.now)
	}
	s.slips = s.slips[:slips]
}

// slipped has the names that were not known, from one on, be those of a part.
func (r *reader) slipped(from, part int) {
	for i := range r.slips[from:] {
		r.slips[from+i].part = part
	}
}

// written is all that a cursor goes through, in the words of the letter, with the sign that ends it.
func written(c *cursor) string {
	if len(c.Tokens) == 0 {
		return ""
	}
	end := c.Tokens[len(c.Tokens)-1].To
	for end < len(c.Line) && strings.IndexByte("?!.", c.Line[end]) >= 0 {
		end++
	}
	return c.Line[c.Tokens[0].From:end]
}

// refused is a part that was not taken.
func refused(line string, err error) adjudicator.Part {
	return adjudicator.Part{Fate: adjudicator.Refused, Quote: shortened(line), Why: err.Error()}
}

// shortened is a line that is not too long to be repeated.
func shortened(line string) string {
	const most = 200
	if r := []rune(line[:min(len(line), 4*most)]); len(r) > most || len(line) > 4*most {
		return strings.ToValidUTF8(string(r[:min(len(r), most)]), "") + "..."
	}
	return line
}

// order reads one order: a heading, an alternative, or what its verb says. It reports whether it was one.
func (s *sheetReader) order(c *cursor) (filed bool, err error) {
	lead(c)
	if done, err := s.whose(c); done || err != nil {
		return false, err
	}
	if done, err := s.heading(c); done || err != nil {
		return done, err
	}
	if s.kind == "more" {
		if done, err := s.dropped(c); done || err != nil {
			return done, err
		}
	}
	other := queue.Otherwise(c)
	mark := c.Pos
	if s.turns.Deed().action == "" && s.isBox(c) { // "Train 2" alone is the box, and not two cards
		return true, s.part(doAction, c, other)
	}
	s.fillers(c)
	if c.Done() {
		return false, nil
	}
	if s.turns.Deed().action == "" && s.isBox(c) { // "I storm Milan"
		return true, s.part(doAction, c, other)
	}
	v, used := s.verb(c)
	if v == noVerb {
		v = s.unsaidVerb(c)
	}
	if v == noVerb || v == doDo && one(c.At(used), "i", "you", "we", "they", "any", "people") { // "do I ...?"
		c.Pos = mark
		return false, s.prose(c, other)
	}
	c.Pos += used
	if trim(c); blank(c, v) {
		return false, nil
	}
	return true, s.said(v, c, other)
}

// said reads what an order says behind its verb.
func (s *sheetReader) said(v verb, c *cursor, other bool) error {
	switch {
	case v == doTake:
		return complain("TAKE stands in brackets behind the card whose effect takes something: PLAY %s=S (TAKE %s). Leaders and cities are chosen in the draft only.", s.example(), s.example())
	case s.kind == "more" && !v.ofTurn():
		return complain("This is the rest of your turn. Standing orders can be sent when it is over.")
	case v.ofTurn():
		return s.part(v, c, other)
	}
	return s.lasting(v, c)
}

// lead goes past what stands before an order and says nothing: marks and numbers of a list.
func lead(c *cursor) {
	c.Skip(parser.Dash, ">", "/", ":", ".", ",", ")", "*")
	mark := c.Pos
	c.Skip("order", "step", "nr", "no", "number")
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

func isFiller(w string) bool {
	switch w {
	case "i", "id", "ill", "we", "wed", "well", "would", "like", "want", "wish", "to", "please", "pls", "then", "and", "so", "ok", "okay", "now", "just", "will", "shall", "lets", "let", "me", "us", "first", "firstly", "second",
		"secondly", "third", "thirdly", "next", "finally", "lastly", "afterwards", "my", "order", "orders", "take", "the", "a", "also", "standing", "is", "are", "step", "after", "that", "in", "end", "at", ",", ":", ";", "(":
		return true
	}
	return false
}

// verb is what an order begins with, with one letter wrong if need be, and how many words that takes.
func (s *sheetReader) verb(c *cursor) (verb, int) {
	if v, used := s.verbAt(c, 0); v != noVerb {
		return v, used
	}
	w := c.Peek()
	if len(w) < 4 || isKeyword(w) || s.isPlace(c) || s.isNamed(c) > 0 {
		return noVerb, 0
	}
	found := s.verbs.Near(w)
	if len(found) != 1 || wordless(found[0]) && c.At(1) == "" { // "Cass" may be a signature
		return noVerb, 0
	}
	s.note("%q was read as %s.", w, verbNames[found[0]])
	return found[0], 1
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
		return !wordless(v)
	}
	return c.Tokens[len(c.Tokens)-1].Word == ":"
}

// wordless reports whether a verb is an order with nothing behind it.
func wordless(v verb) bool { return one(v, doPass, doDone, doDo, doBy) }

// whose goes past the writer's own seat before an order, and refuses another's.
func (s *sheetReader) whose(c *cursor) (done bool, err error) {
	mark := c.Pos
	found, used := s.seats.Prefix(ahead(c))
	if used == 0 {
		return false, nil
	}
	c.Pos += used
	if v, _ := s.verbAt(c, 0); c.Peek() != ":" && v == noVerb {
		c.Pos = mark
		return false, nil
	}
	if found[0] != s.v.Seat {
		return true, complain("You play %s, so you have no orders to give for %s.", s.v.Seat, found[0])
	}
	c.Accept(":")
	return c.Done(), nil
}

const howToBegin = "A line begins with what is done: ACTION, PLAY, USE, TRAIN, DISMISS, READY, ASSAULT, DISCARD, KEEP, DONE or PASS in a turn; DEFEND, WINTER or STOP for whenever it is needed."

// prose looks at what does not begin like an order: it may be one all the same, or a remark.
func (s *sheetReader) prose(c *cursor, other bool) error {
	const few = 6 // words: of so few, one that is an order is hardly by chance
	if c.Peek() == noneWord && len(c.Tokens) == c.Pos+1 {
		return nil
	}
	spoken, near := s.spoken(c), s.verbs.Near(c.Peek())
	if len(c.Tokens) == 1 && len(c.Peek()) >= 4 && len(near) == 1 && !slices.ContainsFunc(s.parts, filed) {
		s.slips = append(s.slips, slip{written: c.Peek(), name: verbNames[near[0]]})
		return complain("Is this an order? Do you mean %s?", verbNames[near[0]])
	}
	orderly := other || (s.isPlace(c) || s.isNamed(c) > 0) && len(c.Tokens) <= few || slices.ContainsFunc(c.Tokens, func(t orders.Token) bool {
		written := c.Line[t.From:t.To]
		at := cursor{Line: c.Line, Tokens: []orders.Token{t}}
		v, _ := s.verbAt(&at, 0)
		return t.Word == "=" || v != noVerb && (len(c.Tokens) <= few || len(written) > 2 && written == strings.ToUpper(written))
	})
	switch {
	case orderly && spoken.Fate != adjudicator.ToGM:
		if s.turns.Begun() {
			s.breaks()
			s.turns.Break()
		}
		return complain("Is this an order? I don't understand %q. %s", c.Rest(), howToBegin)
	case !courteous(c):
		s.add(spoken, origin{})
	}
	return nil
}

// noneWord stands alone on a line for nothing.
const noneWord = "none"

// breaks notes that the turn that lines are for is not taken.
func (s *sheetReader) breaks() {
	s.now.turn = s.turns.Number()
	s.broken = append(s.broken, s.now.turn)
}

// courteous reports whether nothing stands here but what letters begin and end with.
func courteous(c *cursor) bool {
	return !slices.ContainsFunc(c.Tokens, func(t orders.Token) bool {
		return !orders.IsSign(t.Word) && !one(t.Word, "thanks", "thank", "you", "please", "cheers", "regards", "best", "kind", "hi", "hello", "dear", "all", "everyone", "gm", "very", "much", "many", "in", "advance",
			"and", "greetings", "sincerely", "yours", "orders", "my", "are", "here", "the", "follows", "as", "turn", "for", "this", "next")
	})
}
