package decatur

import (
	"fmt"
	"slices"
	"strings"
)

// What an alternative may depend on. All is public but the player's own hand.
type (
	// status is of a location: "EMPTY", "MINE", "HOSTILE" or a seat, its owner.
	status struct {
		at Loc
		is string
	}
	// count compares a number with another.
	count struct {
		what  string // the name of a gauge
		at    Loc
		seat  string // "ME" is the player themself
		ocean Ocean
		kind  Commonwealth
		op    string // one of comparisons
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

var facts = []fact{factTaken, factWins, factClock}

// owners are what a condition can say of the owner of a location.
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

// A gauge is a number that conditions compare.
type gauge struct {
	name  string
	args  string // what stands in its brackets, a letter each: (l)ocation, (s)eat, (o)cean, (k)ind of cards
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

// whose is the seat of the player whose things are counted.
func (v *sight) whose(c count) string {
	if c.seat == isMe {
		return v.seat
	}
	return c.seat
}

// counted is the player whose cards are counted; an empty one for a seat that nobody plays.
func (v *sight) counted(c count) *Player {
	if p := v.player(v.whose(c)); p != nil {
		return p
	}
	return &Player{}
}

// gauge is the value of a gauge.
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

// comparisons are the signs between a gauge and a number.
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

// bracketed is a condition as it stands where only a single one can: what is read from left to right needs brackets
// there.
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
