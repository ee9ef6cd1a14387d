package dealers

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
	if open(above.Tokens) {
		return " ", true
	}
	head := s.head(above)
	if head == noVerb {
		return "", false
	}
	at := line.From(0)
	lead(&at)
	v, _ := s.verbAt(&at, 0)
	last := above.Tokens[len(above.Tokens)-1].Word
	switch {
	case last == parser.Dash || one(last, ",", "=", "to", "from", "and", "at", "on", "for", "against", "with", "first", "final", "min", "take"):
		return " ", v == noVerb || last != ","
	case one(head, doAssault):
		return " ", one(at.Peek(), "first", "final", "from", "with", "if", "finally")
	case one(head, doPlay, doUse) && v == noVerb:
		return " ", one(at.Peek(), "on", "(", "as", "for", "=")
	case one(head, doPlay, doTrain, doDismiss, doReady, doBonus, doDiscard, doKeep, doDefend, doTake) && last == ":": // a list below
		return " ", v == noVerb || head == doDefend && one(v, doUse, doReady)
	case one(head, doPlay, doTrain, doDismiss, doReady, doBonus, doDefend) && v == noVerb && s.isThing(&at) && s.unsaidVerb(&at) == noVerb && !s.isBox(&at):
		return ", ", true
	case head == doAction:
		return " ", v == doBy
	}
	return "", false
}

// open reports whether a bracket is not closed.
func open(toks []orders.Token) bool {
	depth := 0
	for _, t := range toks {
		switch t.Word {
		case "(":
			depth++
		case ")":
			depth = max(depth-1, 0)
		}
	}
	return depth > 0
}

// head is the verb of the last piece of a line.
func (s *sheetReader) head(c *cursor) verb {
	pieces := s.pieces(c)
	last := pieces[len(pieces)-1]
	v, _ := s.begins(last, 0)
	return v
}

// isBox reports whether a line is the name of a box of the action board without the word for it: nothing stands behind it, or
// with which cube it is chosen, or a colon and more.
func (s *sheetReader) isBox(c *cursor) bool {
	_, used := s.actions.Prefix(ahead(c))
	next := c.From(c.Pos + used)
	v, _ := s.verbAt(&next, 0)
	return used > 0 && (next.Done() || used > 1 && next.Peek() == ":" || v == doBy || s.boxed(c, next))
}

// boxed reports whether a box that is no verb has the territory behind it that is attacked: "Storm Milan". The cursor next
// is behind the box.
func (s *sheetReader) boxed(c *cursor, next cursor) bool {
	found, _ := s.actions.Prefix(ahead(c))
	if v, _ := s.verbAt(c, 0); v != noVerb || len(found) != 1 || s.b.groupOf(found[0]) != Assault {
		return false
	}
	next.Skip(":", "on", "at", "in", "to", "into", "against")
	return s.isPlace(&next)
}

// pieces splits a line: at "|" and other words for an alternative, between sentences, and before a verb that begins another
// step. Nothing is split within brackets or names. A sign that begins an alternative stays with it.
func (s *sheetReader) pieces(whole *cursor) []*cursor {
	toks := whole.Tokens
	var out []*cursor
	start := 0
	cut := func(end, next int) {
		if end > start {
			out = append(out, &cursor{Line: whole.Line, Tokens: toks[start:end]})
		}
		start = next
	}
	closed, depth := !open(toks), 0
	head, from := noVerb, 0 // the verb of the piece, and where it stands
	for i := 0; i < len(toks); i++ {
		if i == start {
			head, from = s.begins(whole, i)
		}
		switch toks[i].Word {
		case "(":
			depth++
		case ")":
			depth = max(depth-1, 0)
		}
		if i < from && toks[i].Word != "|" || depth > 0 && closed {
			continue
		}
		switch w := toks[i].Word; {
		case w == "|":
			if i > start {
				cut(i, i)
			}
		case i > start && one(w, "or", "else", "otherwise") && s.isVerb(whole, i):
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
			if w == "." && s.sentence(toks, i) || s.another(whole, next, head, one(w, ";", ".")) {
				cut(i, next)
				i = next - 1
			}
		case !orders.IsSign(w) && i >= start:
			at := whole.From(i)
			if n := s.isNamed(&at); n > 1 {
				i += n - 1
			}
		}
	}
	cut(len(toks), len(toks))
	return out
}

// sentence reports whether a full stop ends one, and not the number of a list.
func (s *sheetReader) sentence(toks []orders.Token, i int) bool {
	return i+1 < len(toks) && !(orders.IsNumeral(toks[i-1].Word) && (i == 1 || orders.IsSign(toks[i-2].Word)))
}

// isVerb reports whether an order begins at a token.
func (s *sheetReader) isVerb(c *cursor, i int) bool {
	v, _ := s.begins(c, i)
	return v != noVerb
}

// begins is the verb with which an order begins at a token, words that say nothing apart, and where that stands.
func (s *sheetReader) begins(c *cursor, i int) (v verb, at int) {
	on := c.From(i)
	queue.Otherwise(&on)
	lead(&on)
	queue.TurnNumber(&on)
	s.fillers(&on)
	if v, _ = s.verbAt(&on, 0); v == noVerb {
		v = s.unsaidVerb(&on)
	}
	return v, on.Pos
}

// another reports whether an order begins at a token that can't be a part of that before it, which has the verb head; firm is
// that a semicolon or a full stop stands between them.
func (s *sheetReader) another(c *cursor, i int, head verb, firm bool) bool {
	if i >= len(c.Tokens) {
		return false
	}
	at := c.From(i)
	if _, ok := queue.TurnNumber(&at); ok {
		return true
	}
	if s.kind == "more" && one(at.Peek(), "drop", "cancel") {
		return true
	}
	v, from := s.begins(c, i)
	at = c.From(from)
	said, used := s.verbAt(&at, 0)
	at.Pos += used
	switch {
	case v == noVerb:
		return false
	case said == noVerb: // a card with "=", or a place with FROM
		return firm && !one(head, doPlay, doUse, doAssault, doDefend) && i == from
	case head == doDefend:
		return !one(v, doUse, doReady, doTake, doPlay, doDiscard, doKeep, doDefend) || one(v, doPlay, doUse) && firm || v == doDefend
	case head == doWinter:
		return !one(v, doDiscard, doKeep)
	case v == doTake:
		return head == doTake && firm
	case head == doAssault && one(v, doUse, doPlay, doReady):
		return firm
	case v == doReady && one(head, doPlay, doUse): // PLAY a=A, READY b=S
		return firm || !s.valued(&at)
	case v == doTrain && c.Tokens[from].Word == "recruit":
		return firm || i == from && s.isThing(&at) && head != doTrain
	case v == doAssault, v == doDefend:
		return s.isPlace(&at) || one(at.Peek(), "from", "on", "any", "against", "all", ":")
	case v == doUse && head == doUse:
		return true
	case v == doKeep && head == doDiscard, v == doDiscard && head == doKeep:
		return true
	}
	return true
}

// valued reports whether a card with a strength is named here.
func (s *sheetReader) valued(c *cursor) bool {
	return s.quietly(c, func(c *cursor) bool {
		if found, _ := s.thingAt(c); len(found) == 0 {
			return false
		}
		return c.Peek() == "="
	})
}

// unsaidVerb is the verb of a line that has none: of a card with "=" one of play, and of a place with FROM one of an assault.
func (s *sheetReader) unsaidVerb(c *cursor) verb {
	switch {
	case s.valued(c):
		return doPlay
	case s.quietly(c, func(c *cursor) bool {
		_, ok, err := s.area(c)
		return ok && err == nil && c.Accept("from") && s.isPlace(c)
	}):
		return doAssault
	}
	return noVerb
}
