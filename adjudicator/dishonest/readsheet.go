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
	kind  string // what is asked: "income", "turn" or "standing"; "" for a sheet in normal form
	sheet sheet
	turns queue.Letter[deed]
	parts []adjudicator.Part
	aside []string
}

// sheetReader makes one that has a sheet on file.
func (r *reader) sheetReader(kind string, old sheet) *sheetReader {
	turns := queue.Letter[deed]{Queue: slices.Clone(old.turns), Blank: deed{annex: nowhere}, Idle: deed.idle}
	return &sheetReader{reader: r, kind: kind, sheet: old.clone(), turns: turns}
}

// clone is a sheet whose lists are its own.
func (s sheet) clone() sheet {
	r := &s.rules
	r.defend, r.secondary, r.stop = slices.Clone(r.defend), slices.Clone(r.secondary), slices.Clone(r.stop)
	return s
}

// parseSheet takes a sheet in normal form apart. What can't be read is not on it.
func parseSheet(b *Board, text string) sheet {
	s := newReader(b, nil).sheetReader("", sheet{income: income{draw: unsaid}})
	s.read(plain(text))
	return s.sheet
}

// plain is a text in plain characters.
func plain(text string) string {
	if strings.ContainsFunc(text, func(c rune) bool { return c >= 0x7f || c < ' ' && c != '\n' }) {
		return parser.Plain(text)
	}
	return text
}

// read reads a letter's text.
func (s *sheetReader) read(text string) {
	for _, line := range s.wholeLines(text) {
		for _, p := range s.pieces(line) {
			s.piece(p)
		}
	}
	s.turns.Settle(s.complete, s.note)
	s.sheet.turns = s.turns.Queue
}

const maxLines = 60 // of a sheet

// piece reads one part of a line.
func (s *sheetReader) piece(c *cursor) {
	notes, said := len(s.notes), c.Line[c.Tokens[0].From:c.Tokens[len(c.Tokens)-1].To]
	if err := s.order(c); err != nil {
		s.notes = s.notes[:notes]
		s.parts = append(s.parts, refused(said, err))
	}
}

// refused is a fault.
func refused(line string, err error) adjudicator.Part {
	const most = 200
	if r := []rune(line[:min(len(line), 4*most)]); len(r) > most || len(line) > 4*most {
		line = strings.ToValidUTF8(string(r[:min(len(r), most)]), "") + "..."
	}
	return adjudicator.Part{Fate: adjudicator.Refused, Quote: line, Why: err.Error()}
}

// order reads one order: a heading, an alternative, or what its verb says.
func (s *sheetReader) order(c *cursor) error {
	lead(c)
	if done, err := s.whose(c); done || err != nil {
		return err
	}
	if done, err := s.turns.Heading(c); done || err != nil {
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
			return s.prose(c, other)
		}
	}
	c.Pos += used
	if trim(c); blank(c, v) {
		return nil
	}
	if err := s.due(v); err != nil {
		return err
	}
	if v.ofTurn() && !s.prefers(v, c) {
		return s.part(v, c, other)
	}
	return s.lasting(v, c)
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
		"secondly", "third", "thirdly", "next", "finally", "lastly", "afterwards", "my", "order", "orders", "action", "take", "the", "a", "do", "also", "standing", "is", "are", "card", "step", ",", ":", ";":
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
	if len(w) < 4 || isKeyword(w) || s.isPlace(c) {
		return noVerb, 0
	}
	if _, used := s.unitAt(c); used > 0 {
		return noVerb, 0
	}
	found := s.verbs.Near(w)
	if len(found) != 1 {
		return noVerb, 0
	}
	s.note("%q was read as %s.", w, strings.ToUpper(found[0].String()))
	return found[0], 1
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
	if s.v != nil && seat != s.v.Seat {
		return true, complain("You play %s, so you have no orders to give for %s.", s.v.Seat, seat)
	}
	c.Accept(":")
	return c.Done(), nil
}

// due refuses what is not asked for.
func (s *sheetReader) due(v verb) error {
	if s.v != nil && s.kind != "income" && v.ofIncome() {
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

// prose looks at what does not begin like an order: a remark is left aside, but what may be an order is not.
func (s *sheetReader) prose(c *cursor, other bool) error {
	const few = 6 // words: of so few, one that is an order is hardly by chance
	if c.None() && s.kind != "" {
		return nil
	}
	if c.None() {
		s.sheet.income.none = true
		return nil
	}
	orderly := other || s.isPlace(c) && len(c.Tokens) > 1 && len(c.Tokens) <= few || slices.ContainsFunc(c.Tokens, func(t orders.Token) bool {
		written := c.Line[t.From:t.To]
		at := cursor{Line: c.Line, Tokens: []orders.Token{t}}
		v, _ := s.verbAt(&at, 0)
		_, unit := s.unitAt(&at)
		return v != noVerb && (len(c.Tokens) <= few || len(written) > 2 && written == strings.ToUpper(written)) || unit > 0 && len(t.Word) > 2 && len(c.Tokens) <= 2*few
	})
	switch {
	case orderly:
		s.turns.Break()
		return complain("Is this an order? I don't understand it. A line begins with what is done: PLAY, SCORE, TACTICS, MOBILIZE, GARRISON, IDEOLOGY, PASS, BATTLE or ANNEX in a turn; DEFEND, SECONDARY, LOSE, TIES or STOP for whenever it is needed; DRAW, POOL, BID, IDEOLOGY or ALLY in the income phase.")
	case courteous(c):
	default:
		if text := strings.TrimSpace(c.Written(0, len(c.Tokens))); text != "" {
			s.aside = append(s.aside, text)
		}
	}
	return nil
}

// courteous reports whether nothing stands here but what letters begin and end with.
func courteous(c *cursor) bool {
	return !slices.ContainsFunc(c.Tokens, func(t orders.Token) bool {
		return !orders.IsSign(t.Word) && !one(t.Word, "thanks", "thank", "you", "please", "cheers", "regards", "best", "kind", "hi", "hello", "dear", "all", "everyone", "gm", "very", "much", "many", "in", "advance",
			"and", "greetings", "sincerely", "yours", "orders", "my", "are", "here", "the", "follows", "as")
	})
}
