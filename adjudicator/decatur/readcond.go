package decatur

import (
	"strings"

	"deaddrop/parser/order"
)

// How conditions are read: by descent, AND and OR from left to right.

const (
	maxDepth = 20 // of brackets and NOTs
	maxTerms = 12 // of a condition

	maxCompared = 99 // that a number is compared with
)

const howToIf = "A condition reads so: IF Egypt EMPTY (or MINE, HOSTILE, or a seat), IF FACTORS(Egypt) <= 2, IF FLEETS(Blue, Indian) >= 1, IF PORTS(Blue) >= 2, IF INPLAY(Blue, Orient) >= 1, IF HAND(Blue) >= 2, IF MYHAND(Orient) >= 1, IF TAKEN OVER, IF WINS, IF CLOCK UP; with NOT, AND, OR."

// A conditions reader counts what it has read. on is the location that "it" stands
// for and that may be left out: that of the action, else the one that was named last.
type conditions struct {
	*reader
	c     *cursor
	on    *Loc
	terms int
}

// condition reads one as far as it goes.
func (r *reader) condition(c *cursor, on *Loc) (condition, error) {
	when, err := (&conditions{reader: r, c: c, on: on}).joined(0)
	if err == nil && terms(when) > maxTerms {
		return nil, tooLong
	}
	return when, err
}

// terms are those of a condition in normal form, in which "!=" is a NOT.
func terms(c condition) int {
	switch c := c.(type) {
	case not:
		return 1 + bracketedTerms(c.of)
	case pair:
		return terms(c.left) + bracketedTerms(c.right)
	}
	return 1
}

func bracketedTerms(c condition) int {
	if _, ok := c.(pair); ok {
		return 1 + terms(c)
	}
	return terms(c)
}

const tooLong = order.Complaint("This condition is too long. Split it into several alternatives.")

func (r *conditions) joined(depth int) (condition, error) {
	left, err := r.term(depth)
	for err == nil {
		op := ""
		mark := r.c.Pos
		comma := r.c.Accept(",")
		switch {
		case r.c.Accept("and"):
			op = "AND"
		case r.c.Accept("or"):
			op = "OR"
		}
		if op == "" || comma && isActionWord(r.c.Peek()) {
			r.c.Pos = mark
			return left, nil
		}
		r.c.Accept("if")
		var right condition
		right, err = r.term(depth)
		left = pair{op, left, right}
	}
	return nil, err
}

func (r *conditions) term(depth int) (condition, error) {
	if r.terms++; depth > maxDepth || r.terms > maxTerms {
		return nil, tooLong
	}
	switch {
	case r.c.Accept("not"):
		of, err := r.term(depth + 1)
		return not{of}, err
	case r.c.Accept("("):
		of, err := r.joined(depth + 1)
		if err == nil && !r.c.Accept(")") {
			err = order.Complain("A bracket is not closed in this condition.")
		}
		return of, err
	}
	r.c.Skip("there")
	for _, read := range []func() (condition, bool, error){r.fact, r.call, r.have, r.number, r.status} {
		if c, ok, err := read(); ok || err != nil {
			return c, err
		}
	}
	if r.c.Done() {
		return nil, order.Complain("If what? %s", howToIf)
	}
	return nil, order.Complain("I don't understand the condition at %q. %s", r.c.Rest(), howToIf)
}

func (r *conditions) fact() (condition, bool, error) {
	switch c := r.c; {
	case c.Phrase("taken over", "i was taken over", "i am taken over", "im taken over", "i have been taken over", "i lost a location", "i lose a location",
		"a location of mine was taken over", "a location of mine is taken over", "one of my locations was taken over", "one of my locations is taken over"):
		return factTaken, true, nil
	case c.Phrase("wins", "it wins", "i win", "that wins", "this wins", "it succeeds", "it would win", "it will win", "the ladder wins", "the venture wins", "that would win", "it can win"):
		return factWins, true, nil
	case c.Phrase("clock up", "the clock is up", "clock is up", "the clock marker is up", "the clock is face up", "clock face up", "the clock marker is face up"):
		return factClock, true, nil
	case c.Phrase("clock down", "the clock is down", "clock is down", "the clock is face down", "the clock marker is down", "the clock marker is face down", "the clock is not up", "clock is not up", "clock not up"):
		return not{factClock}, true, nil
	}
	return nil, false, nil
}

// call reads "FACTORS(Egypt) <= 2".
func (r *conditions) call() (condition, bool, error) {
	c := r.c
	what := strings.ToUpper(c.Peek())
	if !one(what, "FACTORS", "FLEETS", "PORTS", "INPLAY", "HAND", "MYHAND") || c.At(1) != "(" {
		return nil, false, nil
	}
	c.Pos += 2
	n := count{what: what}
	var err error
	ok := true
	switch what {
	case "FACTORS":
		n.at, err = r.needLocation(c, "Which location's factors? For example: IF FACTORS(Egypt) <= 2.")
	case "MYHAND":
		n.kind, ok = r.kind(c)
	default:
		n.seat, ok = r.seat(c)
		if ok && what == "FLEETS" {
			c.Accept(",")
			n.ocean, ok = r.ocean(c)
		}
		if ok && what == "INPLAY" {
			c.Accept(",")
			n.kind, ok = r.kind(c)
		}
	}
	if err == nil && (!ok || !c.Accept(")") && !strings.HasPrefix(what, "FLEETS")) {
		err = order.Complain("%s(...) is not written so. %s", what, howToIf)
	}
	if err != nil {
		return nil, true, err
	}
	c.Accept(")")
	return r.compared(n)
}

// compared reads what a number is compared with.
func (r *conditions) compared(n count) (condition, bool, error) {
	c := r.c
	c.Skip("is", "are")
	op := ""
	switch {
	case c.Accept("<=") || c.Phrase("at most", "no more than", "up to"):
		op = "<="
	case c.Accept(">=") || c.Phrase("at least", "no less than", "no fewer than"):
		op = ">="
	case c.Accept("<") || c.Phrase("less than", "fewer than", "below", "under"):
		op = "<"
	case c.Accept(">") || c.Phrase("more than", "over", "above", "greater than"):
		op = ">"
	case c.Accept("!=") || c.Phrase("not"):
		op = "!="
	case c.Accept("=") || c.Phrase("exactly", "equal to", "equals"):
		op = "="
	}
	m, ok := c.Number()
	if !ok && c.Accept("no") || n.what == "HAND" && op == "" && c.Accept("empty") {
		m, ok = 0, true
	}
	if at := c.Pos; n.what == "FACTORS" && op == "" && c.Accept("factor", "factors") && c.Peek() != "or" { // "3 factors or less"
		c.Pos = at
	}
	if !ok {
		if n.what == "FACTORS" || op != "" {
			return nil, true, order.Complain("Compare it with a number: <=, >=, =, < or >. %s", howToIf)
		}
		op, m = ">=", 1 // "IF MYHAND(Orient)"
	}
	switch {
	case !ok:
	case op == "" && c.Phrase("or more", "or better"):
		op = ">="
	case op == "" && c.Phrase("or less", "or fewer"):
		op = "<="
	case op == "":
		op = "="
	}
	if m > maxCompared {
		return nil, true, order.Complain("There is never so much of anything in this game as %d.", m)
	}
	if n.op, n.n = op, m; op == "!=" {
		n.op = "="
		return not{n}, true, nil
	}
	return n, true, nil
}

// have reads "I have an Orient card", "Blue has 2 ports", "Blue has a fleet in the Indian ocean".
func (r *conditions) have() (condition, bool, error) {
	c := r.c
	mark := c.Pos
	seat, ok := r.seat(c)
	if ok && one(c.At(1), "<", "<=", ">", ">=", "=", "is") && c.Accept("hand", "cards", "ports") { // "my hand >= 1"
		what := "HAND"
		if c.before() == "ports" {
			what = "PORTS"
		}
		return r.compared(count{what: what, seat: seat})
	}
	if ok && c.Accept("own", "owns", "control", "controls", "hold", "holds", "has", "have") {
		if at, is, err := r.location(c); err != nil {
			return nil, true, err
		} else if is {
			if seat == isMe {
				seat = "MINE"
			}
			return status{at, seat}, true, nil
		}
		c.Pos--
	}
	if !ok || !c.Accept("have", "has", "hold", "holds", "got") {
		c.Pos = mark
		return nil, false, nil
	}
	c.Accept("got")
	n := count{seat: seat, op: ">=", n: 1}
	if !c.Accept("a", "an") {
		x, _, err := r.compared(count{what: "PORTS", seat: seat})
		if m, ok := x.(count); err == nil && ok {
			if n.op, n.n = m.op, m.n; m.op == "=" && m.n > 0 {
				n.op = ">=" // "I have 2 Orient cards"
			}
		}
	}
	c.Skip("or", "more")
	if kind, ok := r.kind(c); ok {
		n.kind = kind
		switch {
		case c.Phrase("in play"):
			n.what = "INPLAY"
		case seat == isMe:
			n.what, n.seat = "MYHAND", ""
			c.Phrase("in my hand", "in hand")
		default:
			return nil, true, order.Complain("What others have in hand nobody knows. IF INPLAY(%s, %s) >= 1 looks at what is in play.", seat, kind)
		}
		return n, true, nil
	}
	switch {
	case c.Accept("port", "ports"):
		n.what = "PORTS"
	case c.Accept("fleet", "fleets"):
		n.what = "FLEETS"
		c.Skip("in", "on")
		if n.ocean, ok = r.ocean(c); !ok {
			return nil, true, order.Complain("Fleets in which ocean: Atlantic, Indian or Pacific?")
		}
	case c.Accept("card", "cards"):
		n.what = "HAND"
		c.Phrase("in his hand", "in my hand", "in hand", "in her hand")
	default:
		return nil, true, order.Complain("I don't understand the condition at %q. %s", c.Rest(), howToIf)
	}
	return n, true, nil
}

// number reads "there are 3 or fewer factors in Egypt".
func (r *conditions) number() (condition, bool, error) {
	c := r.c
	mark := c.Pos
	if !c.Accept("are", "is") && !one(c.Peek(), "at", "more", "fewer", "less", "no") {
		if _, ok := order.Numeral(c.Peek()); !ok {
			return nil, false, nil
		}
	}
	x, _, err := r.compared(count{what: "FACTORS"})
	if err != nil {
		c.Pos = mark
		return nil, false, nil
	}
	said := c.Accept("factor", "factors") || c.before() == "less" || c.before() == "more" || c.before() == "fewer"
	var at Loc
	switch {
	case said && c.Accept("in", "at", "on"):
		if at, err = r.needLocation(c, "Factors in which location?"); err != nil {
			return nil, true, err
		}
	case said && r.on != nil && (c.Done() || order.IsSign(c.Peek()) || one(c.Peek(), "there", "then", "and", "or") || isActionWord(c.Peek())):
		at = *r.on
		c.Skip("there")
	default:
		c.Pos = mark
		return nil, false, nil
	}
	if n, ok := x.(count); ok {
		n.at = at
		return n, true, nil
	}
	return nil, true, order.Complain("%s", howToIf)
}

// isOwner reports whether a seat stands here, and nothing that it has.
func (r *conditions) isOwner(c *cursor) bool {
	mark := c.Pos
	defer func() { c.Pos = mark }()
	_, ok := r.seat(c)
	return ok && (c.Done() || order.IsSign(c.Peek()) || one(c.Peek(), "then", "and", "or") || isActionWord(c.Peek()))
}

// status reads "Egypt EMPTY", "Egypt is not mine", "Egypt has at most 3 factors", "it is Blue's".
func (r *conditions) status() (condition, bool, error) {
	c := r.c
	s := status{}
	switch {
	case r.on != nil && (c.Accept("it", "its", "that") || one(c.Peek(), "empty", "hostile", "mine", "occupied", "is", "still", "free", "vacant", "unoccupied", "open") || r.isOwner(c)):
		s.at = *r.on
	default:
		at, ok, err := r.location(c)
		if err != nil || !ok {
			return nil, false, err
		}
		s.at = at
		r.on = &s.at
	}
	never := c.Phrase("isnt", "is not", "not", "is no longer", "wasnt")
	if !never && c.Accept("has", "have", "with", "contains", "holds", "=", "<", "<=", ">", ">=") {
		if r.isStatus(c) { // "Persia = Green"
			return r.owned(s, never)
		}
		if one(c.Tokens[c.Pos-1].Word, "=", "<", "<=", ">", ">=") {
			c.Pos--
		}
		x, _, err := r.compared(count{what: "FACTORS", at: s.at})
		c.Skip("factor", "factors")
		return x, true, err
	}
	if order.IsNumeral(c.Peek()) && !never { // "Persia 3 or less"
		x, _, err := r.compared(count{what: "FACTORS", at: s.at})
		c.Skip("factor", "factors")
		return x, true, err
	}
	return r.owned(s, never)
}

// isStatus reports whether what may stand behind "=" is no number.
func (r *conditions) isStatus(c *cursor) bool {
	return c.before() == "=" && (one(c.Peek(), "empty", "free", "mine", "hostile", "vacant", "me") || seatOf(c.Peek()) != "")
}

// owned reads the end of "Egypt is not mine".
func (r *conditions) owned(s status, never bool) (condition, bool, error) {
	c := r.c
	c.Skip("is", "still", "belongs", "to", "held", "owned", "controlled", "by", "becomes", "an", "a", "has", "been", "was", "are", "-")
	never = c.Accept("not") || never
	c.Skip("still")
	switch {
	case c.Accept("empty", "free", "vacant", "open", "unoccupied"):
		s.is = "EMPTY"
	case c.Accept("occupied", "taken"):
		s.is, never = "EMPTY", !never
	case c.Accept("hostile", "enemy"):
		s.is = "HOSTILE"
	case c.Accept("friendly", "ours"):
		s.is = "MINE"
	default:
		seat, ok := r.seat(c)
		if !ok {
			return nil, true, order.Complain("%s what? EMPTY, MINE, HOSTILE, or a seat such as Blue.", r.b.Name(s.at))
		}
		if s.is = seat; seat == isMe {
			s.is = "MINE"
		}
	}
	if never {
		return not{s}, true, nil
	}
	return s, true, nil
}
