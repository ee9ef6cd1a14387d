package dishonest

import (
	"strings"

	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// How a letter is taken apart into lines, and lines into pieces that say one thing each.

const maxJoined = 1500 // bytes of a line that another may go on with

// wholeLines are the lines of a text, put together where a mail program broke them, or where an order goes on below.
func (s *sheetReader) wholeLines(text string) []*cursor {
	var out []*cursor
	apart := false // an empty line stands above
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			apart = true
			continue
		}
		next := lex(line)
		if n := len(out); n > 0 && !apart && len(out[n-1].Line)+len(line) < maxJoined {
			if between, ok := s.goesOn(out[n-1], next); ok {
				out[n-1] = lex(out[n-1].Line + between + line)
				continue
			}
		}
		if apart = false; len(next.Tokens) > 0 {
			out = append(out, next)
		}
	}
	return out
}

// goesOn reports whether a line goes on with that above it, and what is to stand between them.
func (s *sheetReader) goesOn(above, line *cursor) (between string, ok bool) {
	if len(line.Tokens) == 0 || len(above.Tokens) == 0 || courteous(line) {
		return "", false
	}
	head := s.head(above)
	at := cursor{Line: line.Line, Tokens: line.Tokens}
	lead(&at)
	last := above.Tokens[len(above.Tokens)-1].Word
	v, _ := s.verbAt(&at, 0)
	unit := s.isUnits(&at)
	switch {
	case head == noVerb:
		return "", false
	case last == parser.Dash || one(last, ",", "to", "from", "and", "at", "in", "via", "on", "if", ">=", "<", "or", "odds", "supply", "card", "deploy", "return", "against", "with") && (v == noVerb || unit):
		return " ", v == noVerb || unit
	case unit && one(head, doTactics, doMobilize): // "TACTICS 2:", and the moves below
		if one(last, ";", ":") {
			return " ", true
		}
		return goesOnBelow, true
	case one(head, doBattle, doDefend):
		if one(at.Peek(), "supply", "card", "deploy", "retreat", "retreats", "if", "else", "otherwise") && at.Pos == 0 && v == noVerb || last == ";" && v == doLose {
			return goesOnBelow, true
		}
	case head == doIdeology && s.isTile(line):
		if last == ":" {
			return " ", true
		}
		return listBelow, true
	case one(head, doPlay, doIdeology, doSecondary):
		return " ", one(at.Peek(), "at", "on", "take") || one(at.Peek(), "build", "move") && at.At(1) != ":" && last != "."
	}
	return "", false
}

// head is the verb of the last piece of a line.
func (s *sheetReader) head(c *cursor) verb {
	pieces := s.split(c)
	at := *pieces[len(pieces)-1]
	lead(&at)
	queue.TurnNumber(&at)
	queue.Otherwise(&at)
	s.fillers(&at)
	if v, _ := s.verbAt(&at, 0); v != noVerb {
		return v
	}
	return s.unsaid(&at)
}

// isUnits reports whether units stand here.
func (s *sheetReader) isUnits(c *cursor) bool {
	at := *c
	notes := len(s.notes)
	_, _, ok, err := s.some(&at)
	s.notes = s.notes[:notes]
	return (ok || err != nil) && len(c.Peek()) > 1 || ok && orders.IsNumeral(c.Peek())
}

// split takes a line apart: at "|" and other words for an alternative, between sentences, and before a verb that
// begins another order. A sign that begins an alternative stays with it.
func (s *sheetReader) split(whole *cursor) []*cursor {
	toks := whole.Tokens
	var out []*cursor
	start := 0
	cut := func(end, next int) {
		if end > start {
			out = append(out, &cursor{Line: whole.Line, Tokens: toks[start:end]})
		}
		start = next
	}
	head, from := noVerb, 0 // the verb of the piece, and where it stands
	for i := range toks {
		if i == start {
			head, from = s.begins(whole, i)
		}
		if i < from && toks[i].Word != "|" {
			continue
		}
		switch w := toks[i].Word; {
		case w == "|":
			if i > start {
				cut(i, i)
			}
		case i > start && (w == "or" || one(w, "else", "otherwise") && !one(head, doBattle, doDefend)) && s.isVerb(whole, i):
			end := i
			for end > start && one(toks[end-1].Word, ",", ";", "or", ".") {
				end--
			}
			cut(end, i)
		case one(w, ";", ".", ",", "and", "then") && i > start:
			next := i + 1
			for next < len(toks) && one(toks[next].Word, ";", ".", ",", "and", "then") {
				next++
			}
			if w == "." && s.sentence(toks, i) || s.another(whole, next, head) {
				cut(i, next)
			}
		}
	}
	cut(len(toks), len(toks))
	return out
}

// sentence reports whether a full stop ends one, and not the number of a list.
func (s *sheetReader) sentence(toks []orders.Token, i int) bool {
	return i+1 < len(toks) && !orders.IsNumeral(toks[i-1].Word)
}

// isVerb reports whether an order begins at a token.
func (s *sheetReader) isVerb(c *cursor, i int) bool {
	v, _ := s.begins(c, i)
	return v != noVerb
}

// begins is the verb with which an order begins at a token, words that say nothing apart, and where that stands.
func (s *sheetReader) begins(c *cursor, i int) (v verb, at int) {
	on := cursor{Line: c.Line, Tokens: c.Tokens, Pos: i}
	queue.Otherwise(&on)
	lead(&on)
	queue.TurnNumber(&on)
	s.fillers(&on)
	if v, _ = s.verbAt(&on, 1); on.Peek() == "no" && v.takesNo() {
		return v, on.Pos + 1
	}
	v, _ = s.verbAt(&on, 0)
	return v, on.Pos
}

// another reports whether an order begins at a token that can't be a part of that before it, which has the verb head.
func (s *sheetReader) another(c *cursor, i int, head verb) bool {
	if i >= len(c.Tokens) {
		return false
	}
	at := cursor{Line: c.Line, Tokens: c.Tokens, Pos: i}
	if _, ok := queue.TurnNumber(&at); ok {
		return true
	}
	v, _ := s.begins(c, i)
	inBattle, chosen := one(head, doBattle, doDefend), one(head, doPlay, doIdeology, doSecondary)
	switch v {
	case noVerb:
		return false
	case doLose, doPlay:
		return !inBattle
	case doTactics, doMobilize: // MOVE and BUILD are parts of choices, too
		return v != head && !(chosen && one(at.Peek(), "move", "moves", "moving", "build", "builds", "buy"))
	case doDraw:
		return i+1 < len(c.Tokens) && head != doPlay
	case doStop, doTies, doPool, doBid, doAlly:
		return i+1 < len(c.Tokens)
	}
	return true
}
