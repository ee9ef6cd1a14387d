package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
)

// How questions within a turn or an income phase are answered: an answer is a whole one.

// labels are what a form has before an answer, by kind.
var labels = map[string]string{"bid": "BID", "ideology": "IDEOLOGY", "defence": "DEFEND", "commit": "BATTLE", "secondary": "SECONDARY"}

// readAnswer reads an answer to a question. What is for a queue or stands is not taken with it.
func (v *View) readAnswer(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if labels[kind] == "" {
		return out
	}
	s := newReader(v.edition(), v).sheetReader(kind, sheet{income: income{draw: unsaid}})
	var answers []string
	turns := false // lines are for a turn of the queue
	for _, c := range s.answerLines(kind, text) {
		notes := len(s.notes)
		x, answer := s.reply(c, kind, &turns)
		if x.Fate != adjudicator.Filed {
			s.notes = s.notes[:notes]
		} else if !slices.Contains(answers, answer) {
			answers = append(answers, answer)
		}
		if x.Fate != "" {
			s.said = append(s.said, x)
		}
	}
	switch faulty := func(x spoken) bool { return x.answers && x.Fate != adjudicator.Filed }; {
	case len(answers) > 1:
		s.withdraw(complain("There are two different answers here, and only one can count. Write just that one."))
	case slices.ContainsFunc(s.said, faulty):
		s.withdraw(complain("An answer is taken as a whole, and another line of it was not."))
	case len(answers) == 1:
		out.Answer = answers[0]
	}
	s.suggestAnswers(kind, out.Answer != old || len(answers) > 0)
	out.Parts, out.Notes = s.parts(), s.notes
	out.Form = answerForm(kind, out.Answer)
	return out
}

// withdraw has no line of an answer be taken.
func (s *sheetReader) withdraw(why error) {
	for i := range s.said {
		if x := &s.said[i]; x.Fate == adjudicator.Filed {
			x.fail(why)
		}
	}
}

// suggestAnswers fills in what lines may mean that were asked about; what is no answer may be meant as one if there is
// no other.
func (s *sheetReader) suggestAnswers(kind string, answered bool) {
	for i := range s.said {
		x := &s.said[i]
		if answered && !x.answers {
			continue
		}
		for _, fix := range x.fixes {
			t := newReader(s.b, s.v).sheetReader(kind, sheet{income: income{draw: unsaid}})
			c := lex(fix)
			if label(c, kind); len(c.Tokens) == 0 || !t.answers(c, kind) {
				continue
			}
			if a, err := t.answer(c, kind); err == nil && a != "" && !slices.Contains(x.Suggest, a) {
				x.Fate, x.Suggest = adjudicator.Unsure, append(x.Suggest, a)
			}
		}
	}
}

// reply reads one line of an answer; turns is that lines are for a turn of the queue, and it goes on with that.
func (s *sheetReader) reply(c *cursor, kind string, turns *bool) (x spoken, answer string) {
	x.Quote = quoted(c)
	if bare := strings.TrimRight(x.Quote, "?!. "); strings.HasSuffix(x.Quote, "?") {
		x.Part = adjudicator.Spoken(x.Quote, "")
		if adjudicator.Spoken(bare, "").Fate != adjudicator.ToGM && s.answers(lex(bare), kind) {
			x.fail(slip{complain("Is this your answer? It is asked and not said, so it is not on file."), []string{bare}})
		}
		return x, ""
	}
	if why := s.forLater(*c, kind, turns); why != nil {
		x.fail(why)
		return x, ""
	}
	label(c, kind)
	if trim(c); c.Done() {
		return spoken{}, ""
	}
	if !s.answers(c, kind) {
		if !courteous(c) {
			x.Part = adjudicator.Spoken(x.Quote, s.thingOf(*c, kind))
		}
		return x, ""
	}
	x.answers = true
	answer, err := s.answer(c, kind)
	if x.Fate = adjudicator.Filed; err != nil {
		x.fail(err)
	}
	return x, answer
}

// thingOf is what some words name that are no answer: of a bid also cubes.
func (s *sheetReader) thingOf(c cursor, kind string) string {
	if thing := s.thing(c); thing != "" || kind != "bid" {
		return thing
	}
	for c.Pos = 0; !c.Done(); c.Pos++ {
		if _, ok := s.resource(&cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos}); ok {
			return c.Written(c.Pos, c.Pos+1)
		}
	}
	return ""
}

// sendLater is said of what is for the queue or stands.
const sendLater = "This is for your queue or your standing orders, and not taken yet: while this question is open, " +
	"only an answer to it can be taken from you. Is it to go on file? Then send it again when the question is closed."

// forLater says why a line that does not answer the question can't be taken now; nil if it may be an answer. It may be
// a slip of one. turns is that lines are for a turn of the queue, and it goes on with that.
func (s *sheetReader) forLater(c cursor, kind string, turns *bool) error {
	lead(&c)
	if _, ok := queue.TurnNumber(&c); ok {
		*turns = true
		return complain(sendLater)
	}
	other := queue.Otherwise(&c)
	s.fillers(&c)
	v, used := s.verbAt(&c, 0)
	c.Pos += used
	switch later, mayAnswer := s.isForLater(c, kind, v, *turns || other); {
	case v.ofIncome() && later:
		return complain("%s is for the income letter, which is closed.", strings.ToUpper(v.String()))
	case later && mayAnswer:
		_, text, _ := strings.Cut(c.Line, ":")
		return slip{complain(sendLater), []string{text}}
	case later, other && *turns:
		return complain(sendLater)
	}
	return nil
}

// isForLater reports whether an order is for the queue or stands, and if so whether it may be meant as an answer all
// the same. inTurn is that it stands where lines of a turn do.
func (s *sheetReader) isForLater(c cursor, kind string, v verb, inTurn bool) (later, mayAnswer bool) {
	switch {
	case v == noVerb:
		return inTurn && s.isUnits(&c), false
	case v == doLose && one(kind, "defence", "commit"), v == doBid && kind == "bid":
		return false, false
	case v == doDefend && kind == "defence", v == doBattle && kind == "commit":
		return inTurn && v == doBattle || !s.isThisBattle(c), true
	case v == doSecondary && kind == "secondary":
		tile := ""
		if s.v.Tile != nil {
			tile = s.v.Tile.Tile
		}
		return one(c.Peek(), "any", "all", "every", "others") || s.isTile(&c) && s.tile(&c) != tile, true
	case v == doIdeology && kind == "ideology":
		return inTurn || !s.isTile(&c) && !c.None(), false
	case one(v, doMobilize, doTactics) && kind == "secondary": // BUILD and MOVE
		return inTurn || !one(c.Tokens[c.Pos-1].Word, "build", "builds", "move", "moves", "moving"), false
	}
	return true, false
}

// isThisBattle reports whether an order is for the battle that the question is about: it names no other place.
func (s *sheetReader) isThisBattle(c cursor) bool {
	c.Skip("at", "in", "of")
	if one(c.Peek(), "any", "anywhere", "all", "everywhere") {
		return false
	}
	at, ok, err := s.area(&c)
	return err == nil && (!ok || s.v.Battle == nil || s.b.Name(at) == s.v.Battle.Area)
}

// answerLines are the lines of an answer; those of a battle are one.
func (s *sheetReader) answerLines(kind, text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(text, "\n") {
		next := lex(line)
		if len(next.Tokens) == 0 {
			continue
		}
		if n := len(out); n > 0 && one(kind, "defence", "commit") && s.together(kind, out[n-1], next) {
			out[n-1] = lex(out[n-1].Line + goesOnBelow + line)
			continue
		}
		out = append(out, next)
	}
	return out
}

// together reports whether two lines are of one answer about a battle.
func (s *sheetReader) together(kind string, above, line *cursor) bool {
	return len(above.Line) < maxJoined && s.answers(line, kind) && s.answers(above, kind) &&
		s.forLater(*above, kind, new(bool)) == nil && !line.None() && !one(line.Peek(), "defend", "battle")
}

// label goes past the word of the form before an answer, and the marks of a list.
func label(c *cursor, kind string) {
	c.Skip(parser.Dash, ">", "*", "i", "my", "please", "answer")
	switch kind {
	case "bid":
		c.Accept("bid")
	case "ideology":
		c.Accept("ideology", "ideologies", "tiles", "tile")
	case "secondary":
		c.Accept("secondary")
	default:
		if one(c.At(1), ":", "") {
			c.Accept("defend", "defence", "battle")
		}
	}
	c.Skip(":", "is", parser.Dash)
}

// answers reports whether a line may be an answer.
func (s *sheetReader) answers(c *cursor, kind string) bool {
	at := cursor{Line: c.Line, Tokens: c.Tokens, Pos: c.Pos}
	notes := len(s.notes)
	defer func() { s.notes = s.notes[:notes] }()
	if at.None() || kind == "bid" && s.noBid(&at) {
		return true
	}
	switch kind {
	case "bid":
		_, counted := at.Number()
		_, res := s.resource(&at)
		return counted || res
	case "ideology":
		lead(&at)
		return s.tile(&at) != ""
	case "secondary":
		return one(at.Peek(), "yes", "no", "at", "on", "take", "build", "move", "any", "accept", "decline") || s.tile(&at) != ""
	}
	v, _ := s.verbAt(&at, 0)
	return one(v, doDefend, doBattle, doLose) || isCounted(&at) ||
		one(at.Peek(), "deploy", "supply", "oil", "card", "if", "retreat", "all", "no")
}

// noBid reports whether nothing stands here but NO or NO BID.
func (s *sheetReader) noBid(c *cursor) bool {
	v, used := s.verbAt(c, 1)
	return c.Peek() == "no" && (c.Pos+1 == len(c.Tokens) || v == doBid && c.Pos+1+used == len(c.Tokens))
}

// isCounted reports whether a number and a word stand here.
func isCounted(c *cursor) bool {
	_, ok := c.Number()
	return ok && one(c.Peek(), "supply", "oil", "cubes")
}

// answer reads one, and gives it in normal form.
func (s *sheetReader) answer(c *cursor, kind string) (string, error) {
	switch kind {
	case "bid", "ideology":
		none := c.None() || kind == "bid" && s.noBid(c)
		if none {
			c.Pos = len(c.Tokens)
		}
		x := income{draw: unsaid}
		v := doBid
		if kind == "ideology" {
			v = doIdeology
		}
		err := s.incoming(v, c, &x, none)
		if err == nil && !c.Done() {
			err = leftover(c)
		}
		if err == nil && kind == "ideology" && len(x.ideology) == 0 {
			err = complain("You have to take one. Which ideologies, best first?")
		}
		if err == nil && kind == "ideology" {
			err = s.v.checkTiles(x.ideology)
		}
		return strings.Join(x.lines(), "\n"), err
	case "secondary":
		return s.answerTile(c)
	}
	o := order{at: nowhere}
	if v, used := s.verbAt(c, 0); one(v, doDefend, doBattle) {
		if c.Pos += used; c.Peek() != ":" {
			c.Skip("at", "in")
			if _, _, err := s.area(c); err != nil {
				return "", err
			}
			c.Skip("any")
		}
	}
	if err := s.wanted(c, &o); err != nil {
		return "", err
	}
	if err := s.v.checkWanted(o); err != nil {
		return "", err
	}
	if have := s.v.Stock; slices.ContainsFunc(o.stakes, func(k stake) bool { return k.supply > have[Supply] }) {
		s.note("You have %d supply and %d oil: what is beyond your supply is paid in oil, as far as that goes.",
			have[Supply], have[Oil])
	}
	return o.words(s.b), nil
}

// answerTile reads an answer to another's tile.
func (s *sheetReader) answerTile(c *cursor) (string, error) {
	if c.None() {
		return "NO", nil
	}
	x := secondary{tile: s.tile(c)}
	c.Skip("any", ":", parser.Dash)
	if err := s.reacts(c, &x); err != nil {
		return "", err
	}
	if !c.Done() {
		return "", leftover(c)
	}
	if !x.no {
		if t := s.v.Other(); t != nil {
			if err := s.v.checkChoice(t.Secondary, x.choice, true); err != nil {
				return "", err
			}
		}
	}
	return x.words(s.b), nil
}
