package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// How questions within a turn or an income phase are answered: an answer is a whole one.

// labels are what a form has before an answer, by kind.
var labels = map[string]string{"bid": "BID", "ideology": "IDEOLOGY", "defence": "DEFEND", "commit": "BATTLE", "secondary": "SECONDARY"}

// parseSecondary takes an answer in normal form apart. What can't be read is NO.
func parseSecondary(b *Board, text string) secondary {
	s := newReader(b, nil).sheetReader("", sheet{})
	x := secondary{}
	if c := lex(plain(text)); s.reacts(c, &x) != nil || !c.Done() {
		return secondary{no: true}
	}
	return x
}

// readAnswer reads an answer to a question.
func (v *View) readAnswer(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if labels[kind] == "" {
		return out
	}
	r := newReader(v.edition(), v)
	s := r.sheetReader(kind, sheet{income: income{draw: unsaid}})
	var answers, taken []string
	for _, c := range s.answerLines(kind, text) {
		said := c.Line
		label(c, kind)
		if trim(c); c.Done() {
			continue
		}
		if !s.answers(c, kind) {
			if !courteous(c) {
				s.aside = append(s.aside, c.Rest())
			}
			continue
		}
		notes := len(r.notes)
		a, err := s.answer(c, kind)
		if err != nil {
			r.notes = r.notes[:notes]
			out.Parts = append(out.Parts, refused(said, err))
			continue
		}
		if !slices.Contains(answers, a) {
			answers, taken = append(answers, a), append(taken, said)
		}
	}
	switch {
	case len(answers) > 1:
		for _, t := range taken {
			out.Parts = append(out.Parts, refused(t, complain("There are two different answers here, and only one can count. Write just that one.")))
		}
	case len(answers) == 1 && len(out.Parts) == 0:
		out.Answer = answers[0]
	}
	out.Notes = r.notes
	if note := orders.Aside(s.aside); note != "" {
		out.Notes = append(out.Notes, note)
	}
	out.Form = answerForm(kind, out.Answer)
	return out
}

// answerLines are the lines of an answer; those of a battle are one.
func (s *sheetReader) answerLines(kind, text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(text, "\n") {
		next := lex(line)
		if len(next.Tokens) == 0 {
			continue
		}
		if n := len(out); n > 0 && one(kind, "defence", "commit") && len(out[n-1].Line) < maxJoined && s.answers(next, kind) && s.answers(out[n-1], kind) && !next.None() && next.Peek() != "defend" && next.Peek() != "battle" {
			out[n-1] = lex(out[n-1].Line + "; " + line)
			continue
		}
		out = append(out, next)
	}
	return out
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
	return one(v, doDefend, doBattle, doLose) || one(at.Peek(), "deploy", "supply", "card", "if", "retreat", "all", "no") || isCounted(&at)
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
		if err == nil && kind == "ideology" && s.v != nil {
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
	if s.v != nil && !x.no {
		if t := s.v.Other(); t != nil {
			if err := s.v.checkChoice(t.Secondary, x.choice, true); err != nil {
				return "", err
			}
		}
	}
	return x.words(s.b), nil
}
