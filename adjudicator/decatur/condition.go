package decatur

import (
	"fmt"
	"slices"
	"strings"
)

// Types of conditions of an alternative. Everything in them is public, except for the player's own hand.
type (
	// status is about a location: whether it is "EMPTY", "MINE", "HOSTILE", or owned by a seat.
	status struct {
		at Loc
		is string
	}
	// count compares a gauge with a number.
	count struct {
		what  string // name of the gauge
		at    Loc
		seat  string // "ME" stands for the player
		ocean Ocean
		kind  Commonwealth
		op    string // one of comparisons
		n     int
	}
	// fact is "TAKEN OVER", "WINS" or "CLOCK UP".
	fact string
	// not is the negation of a condition.
	not struct{ of condition }
	// pair combines two conditions with "AND" or "OR".
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

var facts = []fact{factTaken, factWins, factClock}

// owners returns the words for the owner of a location in a condition.
func owners() []string { return append(seatNames(), "EMPTY", "MINE", "HOSTILE") }

func seatNames() []string {
	var out []string
	for _, s := range seats() {
		out = append(out, string(s))
	}
	return out
}

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

// A gauge is a number that conditions can use.
type gauge struct {
	name  string
	args  string // types of the arguments in brackets, one letter each: (l)ocation, (s)eat, (o)cean, (k)ind of cards
	value func(*sight, count) int
}

var gauges = []gauge{
	{"FACTORS", "l", func(v *sight, c count) int { return v.at(c.at).Factors }},
	{"FLEETS", "so", func(v *sight, c count) int { return v.Fleets(v.whose(c), c.ocean) }},
	{"PORTS", "s", func(v *sight, c count) int { return v.Ports(v.whose(c)) }},
	{"INPLAY", "sk", func(v *sight, c count) int { return v.counted(c).matching(c.kind) }},
	{"HAND", "s", func(v *sight, c count) int { return v.counted(c).Hand }},
	{"MYHAND", "k", func(v *sight, c count) int { return countOf(v.hand, c.kind) }},
}

// whose returns the seat of the player whose things are counted.
func (v *sight) whose(c count) string {
	if c.seat == isMe {
		return v.seat
	}
	return c.seat
}

// counted returns the player whose cards are counted, or an empty one for a seat that nobody plays.
func (v *sight) counted(c count) *Player {
	if p := v.player(v.whose(c)); p != nil {
		return p
	}
	return &Player{}
}

// gauge returns the value of a gauge.
func (c count) gauge() gauge {
	return gauges[slices.IndexFunc(gauges, func(g gauge) bool { return g.name == c.what })]
}

func (c count) words(b *Board) string {
	var of []string
	for _, arg := range c.gauge().args {
		of = append(of, map[rune]string{'l': b.Name(c.at), 's': c.seat, 'o': string(c.ocean), 'k': string(c.kind)}[arg])
	}
	return fmt.Sprintf("%s(%s) %s %d", c.what, strings.Join(of, ", "), c.op, c.n)
}

// comparisons lists the comparison operators.
var comparisons = []string{"<", "<=", "=", ">=", ">"}

func (c count) holds(v *sight) bool {
	n := c.gauge().value(v, c)
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

// bracketed returns a condition in a form that can be an operand of AND, OR and NOT. Compound conditions, which are
// evaluated from left to right, get brackets.
func bracketed(c condition, b *Board) string {
	if p, ok := c.(pair); ok {
		return "(" + p.words(b) + ")"
	}
	return c.words(b)
}

// each calls f for every elementary condition.
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

// hangsOn reports whether a condition depends on a fact.
func hangsOn(c condition, on fact) bool {
	found := false
	if c != nil {
		each(c, func(c condition) { found = found || c == condition(on) })
	}
	return found
}
