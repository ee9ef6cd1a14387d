package order

import (
	"slices"
)

// A clause is a part of a sentence between commas, brackets and words such as "but".
type clause struct {
	segments []segment
	opener   string // what precedes it: a sign, or the class of a word such as "but"
	orders   []*Match
	marks    map[string]bool
	names    []segment
	verbs    []segment
	little   []segment
	unknown  []segment
	numbers  []segment
	apart    bool // whether it begins with "and if", so that it says nothing of what stands before it
	counts   bool // whether its numbers are counts of something
	wrappers map[string]bool
}

// isMark reports whether a segment is a mark of the given class.
func (l *Lexicon) isMark(s segment, mark string) bool {
	return s.role == roleMark && l.labels[s.class] == mark
}

// introducing removes from the end of a clause the words that carry no meaning and belong to what follows, and
// returns them.
func (cl *clause) introducing() []segment {
	n := len(cl.segments)
	for n > 0 && cl.segments[n-1].role == roleWrapper {
		n--
	}
	out := slices.Clone(cl.segments[n:])
	cl.segments = cl.segments[:n]
	return out
}

// classify fills in the fields of a clause. A name after a greeting is the name of a person.
func (l *Lexicon) classify(c *clause, lexemes []Lexeme) {
	c.marks, c.wrappers = map[string]bool{}, map[string]bool{}
	greeted := false
	for _, s := range c.segments {
		switch s.role {
		case roleOrder:
			c.orders = append(c.orders, s.match)
			greeted = false
		case roleName:
			if !greeted {
				c.names = append(c.names, s)
			}
		case roleVerb:
			c.verbs = append(c.verbs, s)
		case roleLittle:
			c.little = append(c.little, s)
		case roleMark:
			c.marks[l.labels[s.class]] = true
			if mark := implied[l.labels[s.class]]; mark != "" {
				c.marks[mark] = true
			}
			if c.marks["precaution"] && c.opener == "cond" {
				c.marks["cond"] = true
			}
		case roleWrapper:
			label := l.labels[s.class]
			c.wrappers[label] = true
			c.wrappers["fix"] = c.wrappers["fix"] || label == "halt" || label == "sorry"
			greeted = greeted || label == "greet" || label == "thanks"
		case roleNumber:
			c.numbers = append(c.numbers, s)
		case roleUnknown:
			if !greeted && len(lexemes[s.from].Word) > 1 {
				c.unknown = append(c.unknown, s)
			}
		}
	}
	c.counts = l.counts()
	if len(c.names) == 0 {
		c.verbs = slices.DeleteFunc(c.verbs, func(s segment) bool { return isInitial(s, lexemes) })
	}
}

// implied lists the marks that contain another one: an announced letter comes later.
var implied = map[string]string{"plea": "ask", "hope": "hyp", "open": "hyp", "announce": "later"}

// isInitial reports whether a segment is a single letter, such as the initial of a name: "M. Smith".
func isInitial(s segment, lexemes []Lexeme) bool {
	return s.to == s.from+1 && len(lexemes[s.from].Word) == 1
}

// isPure reports whether a clause consists only of orders, without marks that may change their meaning.
func (cl *clause) isPure() bool {
	return cl.isClean() && len(cl.marks) == 0
}

// isClean reports whether a clause consists only of orders.
func (cl *clause) isClean() bool {
	return len(cl.unknown)+len(cl.names)+len(cl.verbs)+len(cl.numbers)+len(cl.little) == 0
}

// isMixed reports whether a clause contains orders, and more.
func (cl *clause) isMixed() bool { return len(cl.orders) > 0 && !cl.isClean() }

// isEmpty reports whether a clause contains nothing meaningful.
func (cl *clause) isEmpty() bool {
	return len(cl.names)+len(cl.verbs)+len(cl.unknown)+len(cl.marks) == 0 && !cl.isCount()
}

// isCount reports whether a clause consists only of counts: "w/ 6", "3 factors".
func (cl *clause) isCount() bool { return len(cl.numbers) > 0 && cl.hasCountsOnly() }

// hasCountsOnly reports whether nothing in a clause but its numbers has a meaning, and these may be counts.
func (cl *clause) hasCountsOnly() bool {
	rest := len(cl.names) + len(cl.verbs) + len(cl.unknown) + len(cl.marks) + len(cl.orders)
	return rest == 0 && cl.counts && !cl.wrappers["head"]
}

// isApart reports whether a clause says nothing of what stands before it: a condition, a reason or thanks.
func (cl *clause) isApart() bool { return cl.apart || cl.opener == "reason" || cl.wrappers["thanks"] }

// isFiller reports whether a clause between commas contains nothing meaningful: "A Mun H, well, Tyrolia".
func (cl *clause) isFiller() bool { return cl.isEmpty() && len(cl.orders) == 0 && cl.opener == "," }

// isOneWord reports whether a clause has an order that is a word, and no other.
func (cl *clause) isOneWord() bool {
	return len(cl.orders) == 1 && cl.orders[0].To == cl.orders[0].From+1
}

// isWeak reports whether a clause has a weak order, which is an order only if it is alone.
func (cl *clause) isWeak() bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool { return m.Weak })
}

// isOrdering reports whether a clause has an order that is not weak.
func (cl *clause) isOrdering() bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.Weak })
}

// isBareNo reports whether a clause is just "no". "No, A Mun-Bur" denies what was said before.
func (cl *clause) isBareNo() bool {
	return len(cl.segments) == 1 && cl.marks["neg"] && cl.segments[0].to-cl.segments[0].from == 1
}

// harmless reports whether a clause contains nothing that has to do with orders: "I was away, ...".
func (cl *clause) harmless() bool { return len(cl.names)+len(cl.verbs) == 0 && len(cl.unknown) > 0 }

// doubting lists the marks that make the order before them uncertain. Hope does not.
var doubting = []string{"hyp", "alt", "plan", "later", "revoke"}

// isDoubt reports whether a clause only says that the clause before it is uncertain: "A Mun-Bur, maybe", "A Mun-Bur
// or so".
func (cl *clause) isDoubt() bool {
	rest := len(cl.orders) + len(cl.names) + len(cl.verbs) + len(cl.little) + len(cl.unknown) + len(cl.numbers)
	doubts := slices.ContainsFunc(doubting, func(mark string) bool { return cl.marks[mark] })
	return rest == 0 && doubts && !cl.marks["hope"]
}

// lists reports whether a clause ends with an order that contains a list.
func (cl *clause) lists() bool {
	if len(cl.orders) == 0 {
		return false
	}
	last := cl.orders[len(cl.orders)-1]
	return last.Has("rp") || len(last.All("n1")) > 1 || last.Has("list")
}

// hasItems reports whether a clause ends with an order that contains list items, which a form binds to "i".
func (cl *clause) hasItems() bool {
	return len(cl.orders) > 0 && cl.orders[len(cl.orders)-1].Has("i")
}

// isListed reports whether the sign before a clause is one that separates list items.
func (cl *clause) isListed() bool {
	return cl.opener == "," || cl.opener == "/"
}

// isLoneWord reports whether a clause consists of one unknown word, apart from words without meaning: "then
// Macedonia".
func (cl *clause) isLoneWord() bool {
	rest := len(cl.names) + len(cl.verbs) + len(cl.orders) + len(cl.marks)
	return len(cl.unknown) == 1 && rest == 0 && cl.isListed()
}

// isLoneName reports whether a clause contains a name and no order keyword, whatever else it contains: "alternate
// Holland".
func (cl *clause) isLoneName() bool {
	return len(cl.names) > 0 && len(cl.verbs)+len(cl.orders)+len(cl.marks) == 0 && cl.isListed()
}

// isAlternative reports whether a clause is a name after a word such as "or".
func (cl *clause) isAlternative() bool {
	if cl.opener != "alt" || len(cl.verbs)+len(cl.unknown) > 0 {
		return false
	}
	// whether it contains more than a name
	more := slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.Weak && m.To-m.From > 1 })
	return !more && len(cl.names)+len(cl.orders) > 0
}

var telling = []string{"past", "says", "you", "done", "ask", "later", "hyp", "other"}

// tells reports whether a clause contains words of a statement or question, rather than of an order.
func (cl *clause) tells() bool {
	return slices.ContainsFunc(telling, func(mark string) bool { return cl.marks[mark] })
}

// namesBeside reports whether a clause contains a name beside a match, or an order with one.
func (cl *clause) namesBeside(m *Match) bool {
	return len(cl.names) > 0 || slices.ContainsFunc(cl.orders, func(o *Match) bool { return o != m && !o.isBare() })
}

// begins reports whether a clause consists of a match followed by one or two unknown words: "PAS-Xyz".
func (cl *clause) begins(m *Match) bool {
	return len(cl.segments) <= 3 && cl.segments[0].match == m && len(cl.unknown) == len(cl.segments)-1
}

// announces returns the doubt that words before a colon cast on the orders after it.
func (cl *clause) announces() string {
	switch {
	case cl.marks["neg"] && !cl.harmless(), cl.marks["past"]: // "No surprises this time: ..." says no to nothing
		return "neg"
	case cl.marks["plan"], cl.marks["later"]:
		return "plan"
	case cl.marks["hyp"] && !cl.harmless():
		return "hyp"
	}
	for _, mark := range []string{"cond", "revoke", "says", "you"} {
		if cl.marks[mark] {
			return mark
		}
	}
	return ""
}
