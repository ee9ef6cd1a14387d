package decatur

import "fmt"

// What an alternative may hang on. All is public but the player's own hand.
type (
	// status is of a location: "EMPTY", "MINE", "HOSTILE" or a seat, its owner.
	status struct {
		at Loc
		is string
	}
	// count compares a number with another.
	count struct {
		what  string       // "FACTORS", "FLEETS", "PORTS", "INPLAY", "HAND" or "MYHAND"
		at    Loc          // FACTORS
		seat  string       // FLEETS, PORTS, INPLAY, HAND; "ME" is the player himself
		ocean Ocean        // FLEETS
		kind  Commonwealth // INPLAY, MYHAND
		op    string       // "<", "<=", "=", ">=" or ">"
		n     int
	}
	// fact is "TAKEN OVER", "WINS" or "CLOCK UP".
	fact string
	// not holds if another does not.
	not struct{ of condition }
	// pair joins two conditions by "AND" or "OR".
	pair struct {
		op          string
		left, right condition
	}
)

const (
	factTaken = fact("TAKEN OVER")
	factWins  = fact("WINS")
	factClock = fact("CLOCK UP")
	isMe      = "ME"
)

func (s status) words(b *Board) string { return b.Name(s.at) + " " + s.is }

func (s status) holds(v *sight) bool {
	switch owner := v.at(s.at).Owner; s.is {
	case "EMPTY":
		return owner == ""
	case "MINE":
		return owner == v.seat
	case "HOSTILE":
		return owner != "" && owner != v.seat
	default:
		return owner == s.is
	}
}

func (c count) words(b *Board) string {
	of := ""
	switch c.what {
	case "FACTORS":
		of = b.Name(c.at)
	case "FLEETS":
		of = c.seat + ", " + string(c.ocean)
	case "INPLAY":
		of = c.seat + ", " + string(c.kind)
	case "MYHAND":
		of = string(c.kind)
	default:
		of = c.seat
	}
	return fmt.Sprintf("%s(%s) %s %d", c.what, of, c.op, c.n)
}

func (c count) holds(v *sight) bool {
	n := c.value(v)
	switch c.op {
	case "<":
		return n < c.n
	case "<=":
		return n <= c.n
	case ">=":
		return n >= c.n
	case ">":
		return n > c.n
	}
	return n == c.n
}

// value is the number that is compared.
func (c count) value(v *sight) int {
	seat := c.seat
	if seat == isMe {
		seat = v.seat
	}
	p := v.player(seat)
	if p == nil {
		p = &Player{}
	}
	switch c.what {
	case "FACTORS":
		return v.at(c.at).Factors
	case "FLEETS":
		return v.Fleets(seat, c.ocean)
	case "PORTS":
		return v.Ports(seat)
	case "INPLAY":
		return p.matching(c.kind)
	case "MYHAND":
		return countOf(v.hand, c.kind)
	}
	return p.Hand
}

func (f fact) words(*Board) string { return string(f) }

func (f fact) holds(v *sight) bool {
	switch f {
	case factTaken:
		return v.taken
	case factWins:
		return v.wins
	}
	return v.Up
}

func (n not) words(b *Board) string { return "NOT " + bracketed(n.of, b) }
func (n not) holds(v *sight) bool   { return !n.of.holds(v) }

func (p pair) words(b *Board) string {
	return p.left.words(b) + " " + p.op + " " + bracketed(p.right, b)
}

func (p pair) holds(v *sight) bool {
	if p.op == "OR" {
		return p.left.holds(v) || p.right.holds(v)
	}
	return p.left.holds(v) && p.right.holds(v)
}

// bracketed is a condition as it stands where only a single one can: what is read from left to right needs brackets there.
func bracketed(c condition, b *Board) string {
	if p, ok := c.(pair); ok {
		return "(" + p.words(b) + ")"
	}
	return c.words(b)
}

// each calls f with every single condition.
func each(c condition, f func(condition)) {
	switch c := c.(type) {
	case not:
		each(c.of, f)
	case pair:
		each(c.left, f)
		each(c.right, f)
	default:
		f(c)
	}
}

// hangsOn reports whether a condition looks at that fact.
func hangsOn(c condition, on fact) bool {
	found := false
	if c != nil {
		each(c, func(c condition) { found = found || c == condition(on) })
	}
	return found
}
