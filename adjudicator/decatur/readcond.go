package decatur

import (
	"fmt"

	"deaddrop/parser/order"
)

// This file reads conditions. A form finds their elements; AND and OR are evaluated from left to right.

const maxTerms = 12 // largest number of elements in a condition

// conditions is the state of reading a condition. on is the location that "it" refers to: that of the action, or else
// the one named last.
type conditions struct {
	*author
	m  *order.Match
	c  *order.Context
	on *Loc
	at int // the current lexeme
	to int
}

// condition reads all conditions of an alternative and combines them with AND; nil if there are none.
func (a *author) condition(m *order.Match, c *order.Context, on *Loc) (all condition, err error) {
	if m.Has("dg") {
		return nil, order.Complain("If what else? %s", a.b.words().Says("cond"))
	}
	from := m.From
	for _, b := range m.All("when") {
		if b.From < from {
			continue // part of the previous one
		}
		r := conditions{a, m, c, on, b.From, b.To}
		when, err := r.joined()
		if err != nil {
			return nil, err
		}
		for _, un := range m.All("un") {
			if un.To <= b.From && un.From >= from {
				when = not{when}
			}
		}
		if from = b.To; all != nil {
			return nil, order.Complain("There are two conditions. Join them with AND or OR after one IF.")
		}
		all = when
	}
	if all != nil && terms(all) > maxTerms {
		return nil, order.Complain("This condition is too long. Split it into several alternatives.")
	}
	return all, a.checkSeats(all)
}

// terms returns the number of elements of a condition.
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

func (r *conditions) joined() (condition, error) {
	left, err := r.term()
	for err == nil && r.at < r.to {
		op := map[string]string{"and": "AND", "or": "OR", "und": "AND", "oder": "OR"}[r.c.Word(r.at)]
		if r.at++; op == "" {
			if r.c.Word(r.at-1) == ")" {
				return left, nil
			}
			continue
		}
		var right condition
		right, err = r.term()
		left = pair{op, left, right}
	}
	return left, err
}

func (r *conditions) term() (condition, error) {
	for ; r.at < r.to; r.at++ {
		for _, x := range r.m.All("x") {
			if x.From == r.at {
				r.at = x.To
				return r.leaf(x)
			}
		}
		switch r.c.Word(r.at) {
		case "not", "nicht":
			r.at++
			of, err := r.term()
			return not{of}, err
		case "(":
			r.at++
			return r.joined()
		}
	}
	return nil, order.Complain("%s", r.b.words().Says("cond"))
}

// leaf reads an elementary condition.
func (r *conditions) leaf(x order.Bind) (condition, error) {
	switch {
	case bound(r.m, "ft", x):
		return factTaken, nil
	case bound(r.m, "fw", x):
		return factWins, nil
	case bound(r.m, "fc", x):
		return factClock, nil
	case bound(r.m, "fd", x):
		return not{factClock}, nil
	}
	gauged := bound(r.m, "fn", x) || bound(r.m, "nn", x) || bound(r.m, "no", x)
	for _, name := range []string{"k", "pt", "fl", "hd", "cards", "fa"} {
		gauged = gauged || bound(r.m, name, x)
	}
	if gauged {
		return r.count(x)
	}
	return r.status(x)
}

// who returns the seat that a condition names.
func (r *conditions) who(x order.Bind) (string, bool) {
	if bound(r.m, "me", x) {
		return isMe, true
	}
	for _, name := range []string{"st", "os"} {
		if b, ok := within(r.m, name, x); ok {
			return string(seats()[b.Vals[0]]), true
		}
	}
	return "", false
}

// place returns the location that a condition names, or that "it" refers to.
func (r *conditions) place(x order.Bind) (Loc, error) {
	if b, ok := within(r.m, "at", x); ok {
		l, err := r.author.place(b, r.c)
		r.on = &l
		return l, err
	}
	if r.on == nil {
		return 0, order.Complain("What is %q about? Name the location.", r.c.Quote(x.From, x.To))
	}
	return *r.on, nil
}

// count reads a comparison of a number.
func (r *conditions) count(x order.Bind) (condition, error) {
	n := count{}
	who, _ := r.who(x)
	fn, called := within(r.m, "fn", x)
	k, carded := within(r.m, "k", x)
	o, sea := within(r.m, "o", x)
	var err error
	switch {
	case called:
		n.what = map[string]string{"factors": "FACTORS", "fleets": "FLEETS", "hand": "HAND", "inplay": "INPLAY",
			"myhand": "MYHAND", "ports": "PORTS"}[r.c.Word(fn.From)]
	case carded && bound(r.m, "ip", x):
		n.what = "INPLAY"
	case carded && who != isMe:
		return nil, order.Complain("Nobody knows what others have in hand. IF INPLAY(%s, %s) >= 1 looks at what is "+
			"in play.", who, kindOf(k))
	case carded:
		n.what = "MYHAND"
	case bound(r.m, "fl", x):
		n.what = "FLEETS"
	case bound(r.m, "pt", x):
		n.what = "PORTS"
	case bound(r.m, "hd", x), bound(r.m, "cards", x):
		n.what = "HAND"
	default:
		n.what = "FACTORS"
	}
	wrong := order.Complain("%s(...) is not written like that. %s", n.what, r.b.words().Says("cond"))
	for _, arg := range n.gauge().args {
		given := map[rune]bool{'l': true, 's': who != "", 'o': sea, 'k': carded}
		switch {
		case !given[arg]:
			return nil, wrong
		case arg == 'l':
			if n.at, err = r.place(x); err != nil {
				return nil, err
			}
			// "if Yellow has fewer than three in Egypt", where Yellow has none
			if hs, named := within(r.m, "hs", x); named && !r.author.owns(string(seats()[hs.Vals[0]]), n.at) {
				return nil, wrong
			}
		case arg == 's':
			n.seat = who
		case arg == 'o':
			n.ocean = Oceans[o.Vals[0]]
		case arg == 'k':
			n.kind = kindOf(k)
		}
	}
	return r.compared(n, x, called || bound(r.m, "hd", x) || n.what == "FACTORS")
}

// operators maps the names of binds to comparisons.
var operators = []struct{ name, op string }{{"le", "<="}, {"ge", ">="}, {"lt", "<"}, {"gt", ">"}, {"om", ">="},
	{"ol", "<="}, {"ne", "!="}, {"eq", "="}}

// compared reads what a number is compared with. exact says that a number alone means exactly that many, rather than
// at least.
func (r *conditions) compared(n count, x order.Bind, exact bool) (condition, error) {
	n.op = ">="
	if exact {
		n.op = "="
	}
	for _, o := range operators {
		if bound(r.m, o.name, x) {
			n.op = o.op
			break
		}
	}
	if sign, ok := within(r.m, "sy", x); ok {
		if n.op = signs[r.c.Text[r.c.Lexemes[sign.From].From:r.c.Lexemes[sign.From].To]]; n.op == "" {
			return nil, order.Complain("Compare it with a number: <=, >=, =, < or >.")
		}
	}
	num, counted := within(r.m, "nn", x)
	switch {
	case counted:
		if n.n = numberAt(num, r.c); n.op == ">=" && !bound(r.m, "ge", x) && !bound(r.m, "om", x) &&
			!bound(r.m, "sy", x) {
			r.noted = append(r.noted, fmt.Sprintf("%q was read as %d or more.", r.c.Quote(x.From, x.To), n.n))
		}
	case bound(r.m, "no", x), bound(r.m, "em", x):
		n.op, n.n = "=", 0
	case n.what == "FACTORS":
		return nil, order.Complain("Compare it with a number: <=, >=, =, < or >.")
	default: // "IF MYHAND(Orient)"
		n.op, n.n = ">=", 1
	}
	if n.n > maxCompared {
		return nil, order.Complain("Nothing in this game is ever as high as %d.", n.n)
	}
	if n.op == "!=" {
		n.op = "="
		return not{n}, nil
	}
	return n, nil
}

var signs = map[string]string{"<": "<", "<=": "<=", "=<": "<=", "≤": "<=", ">": ">", ">=": ">=", "=>": ">=", "≥": ">=",
	"=": "=", "==": "=", "<>": "!="}

// status reads a condition on the owner of a location.
func (r *conditions) status(x order.Bind) (condition, error) {
	at, err := r.place(x)
	if err != nil {
		return nil, err
	}
	s, never := status{at: at}, bound(r.m, "ng", x)
	who, _ := r.who(x)
	switch {
	case bound(r.m, "em", x):
		s.is = "EMPTY"
	case bound(r.m, "oy", x):
		s.is, never = "EMPTY", !never
	case bound(r.m, "ho", x):
		s.is = "HOSTILE"
	case bound(r.m, "mi", x), who == isMe:
		s.is = "MINE"
	default:
		s.is = who
	}
	if never {
		return not{s}, nil
	}
	return s, nil
}

// checkSeats returns an error if a condition names a seat that nobody plays.
func (a *author) checkSeats(when condition) (err error) {
	if when == nil {
		return nil
	}
	each(when, func(c condition) {
		seat := ""
		switch c := c.(type) {
		case status:
			if !one(c.is, "EMPTY", "MINE", "HOSTILE") {
				seat = c.is
			}
		case count:
			if c.seat != isMe {
				seat = c.seat
			}
		}
		if seat != "" && a.player(seat) == nil && err == nil {
			err = order.Complain("Nobody plays %s in this game.", seat)
		}
	})
	return err
}
