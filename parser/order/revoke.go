package order

import (
	"slices"
)

// This file decides what a sentence says about orders before or after it that it does not name.

const mostBefore = 4 // number of lexemes that may precede words that take orders back: "But this is still a draft"

// revokes reports whether a sentence takes back, or postpones, orders that it does not name: "But not yet." "Only if
// France agrees."
func (c *Context) revokes(s *sentence) bool {
	own := slices.ContainsFunc(s.clauses, func(cl clause) bool { return len(cl.orders) > 0 && c.namesOwn(cl.segments) })
	if own || s.beginsOrder() || s.end == "?" {
		return false
	}
	if c.apart() {
		return false
	}
	for _, takesBack := range []func(*sentence) bool{c.saysRevoke, c.isCondition, (*sentence).isUnsure, c.pointsBack} {
		if takesBack(s) {
			return true
		}
	}
	return false
}

// beginsOrder reports whether a sentence begins with an order, even with words that would otherwise take others back:
// "but only if I win".
func (s *sentence) beginsOrder() bool {
	all := s.segments()
	first := slices.IndexFunc(all, func(x segment) bool { return x.role != roleWrapper })
	return first >= 0 && all[first].match != nil
}

// turning lists the marks that change the meaning of orders to which a sentence refers back.
var turning = map[string]bool{"hyp": true, "plan": true, "past": true, "says": true, "cond": true, "neg": true,
	"options": true}

// pointsBack reports whether a sentence begins with a word such as "these" and changes the meaning of what it refers
// to: "These are for next season." The same is true if such a word follows one that takes back: "Scratch those."
func (c *Context) pointsBack(s *sentence) bool {
	if polite := s.wrapped("thanks") || s.marked("hope"); polite || len(c.Given) == 0 || c.commands(s) {
		return false
	}
	var said []segment
	for k := range s.clauses {
		said = append(said, s.clauses[k].segments...)
	}
	at := slices.IndexFunc(said, func(x segment) bool {
		return c.isPointing(x) || x.role != roleWrapper && x.role != roleLittle
	})
	switch {
	case at < 0:
		return false
	case takingBack[c.label(said[at].class)]:
		return at+1 < len(said) && c.isPointing(said[at+1])
	}
	turns := func(x segment) bool { return x.role == roleMark && turning[c.label(x.class)] }
	return c.isPointing(said[at]) && slices.ContainsFunc(said[at:], turns)
}

// commands reports whether a sentence contains an order, or a word of orders that takes nothing back.
func (c *Context) commands(s *sentence) bool {
	orders := func(x segment) bool { return !takingBack[c.label(x.class)] }
	return slices.ContainsFunc(s.clauses, func(cl clause) bool {
		return len(cl.orders) > 0 || slices.ContainsFunc(cl.verbs, orders)
	})
}

// isPointing reports whether a segment begins a phrase that refers to what was said before: "these", "the above".
func (c *Context) isPointing(x segment) bool { return len(c.endsOf("pointing", x.from)) > 0 }

// saysRevoke reports whether a sentence begins with words that take something back. A single word does so only if it
// is alone: "Draft", but not "Draft pick".
func (c *Context) saysRevoke(s *sentence) bool {
	if c.ownNames(&s.clauses[0]) > 0 {
		return false
	}
	for i := s.from; i < min(s.to, s.from+mostBefore); i++ {
		takesBack := func(end int) bool {
			byItself := end == len(c.Lexemes) || c.Lexemes[end].Kind != Word
			return end <= s.to && (end > i+1 || byItself)
		}
		if slices.ContainsFunc(c.endsOf("revoke", i), takesBack) {
			return true
		}
	}
	return false
}

// isCondition reports whether a sentence consists only of a condition: "If France agrees."
func (c *Context) isCondition(s *sentence) bool {
	first := &s.clauses[0]
	rest := slices.ContainsFunc(s.clauses[1:], func(cl clause) bool { return !cl.isEmpty() || len(cl.orders) > 0 })
	says := len(first.names) + len(first.verbs) + len(first.unknown)
	short := says > 0 && len(first.unknown) <= 1 && c.ownNames(first) == 0
	if rest || !short {
		return false
	}
	return c.begins(first, "cond") && !c.lexicon.Is(c.Lexemes[s.from].Word, "goes on")
}

// isUnsure reports whether a sentence consists only of words of doubt: "Maybe."
func (s *sentence) isUnsure() bool {
	said := slices.ContainsFunc(s.clauses, func(cl clause) bool { return !cl.isEmpty() && !cl.isDoubt() })
	return !said && s.marked("hyp") && !s.hasOrders()
}

// revoke asks about the orders that a sentence takes back: those of the previous sentence or, if it is on a line of
// its own, all orders so far. If it precedes all orders, it applies to those that follow.
func (c *Context) revoke(s *sentence) {
	from := c.takenFrom(s)
	switch {
	case len(c.Given) > 0:
	case c.isCondition(s):
		c.list = "cond"
	case c.saysRevoke(s):
		c.list = "revoke"
	}
	c.Add(Part{Fate: Talk, Quote: c.Quote(s.from, s.to)})
	c.recall(from, len(c.Parts), "revoke")
}

// takenFrom returns the index of the first part that a sentence takes back: that of the last sentence with orders or, if
// the sentence is on a line of its own or says "these", of the first or as many as it says.
func (c *Context) takenFrom(s *sentence) int {
	from := c.begun
	if s.newLine {
		from = 0
	}
	for i := s.from; i < min(s.to, s.from+mostBefore); i++ {
		word := c.Lexemes[i].Word
		n, counted := Numeral(c.Word(i + 1))
		if n, counted = max(n, 2), counted || word == "both"; counted && pointsAtSeveral[word] {
			return c.lastFiled(n)
		}
		if pointsAtSeveral[word] {
			return 0
		}
	}
	return from
}

// pointsAtSeveral are words that point at several orders before them.
var pointsAtSeveral = map[string]bool{"these": true, "those": true, "both": true, "them": true, "diese": true, "beide": true}

// lastFiled returns the index of the first of the last n parts that were filed.
func (c *Context) lastFiled(n int) int {
	for i := len(c.Parts) - 1; i >= 0; i-- {
		if c.Parts[i].Fate == Filed {
			n--
		}
		if n == 0 {
			return i
		}
	}
	return 0
}

// recall turns the orders that parts from one index to another have filed into questions again.
func (c *Context) recall(from, to int, why string) {
	for _, key := range c.Sheet.Keys() {
		was, given := c.Given[key]
		if at := c.givenAt[key]; !given || at < from || at >= to {
			continue
		}
		c.Retract(key, c.lexicon.Says(why), []string{was})
	}
}

// announced returns the doubt that a line casts on the orders below it: "My ally suggested:".
func (c *Context) announced(s *sentence) string {
	k := len(s.clauses) - 1
	endsWithColon := k > 0 && s.clauses[k].opener == ":" && len(s.clauses[k].segments) == 0
	if !endsWithColon || s.hasOrders() {
		return ""
	}
	before := &s.clauses[k-1]
	if c.isAddressed(before) {
		return "you"
	}
	if d := before.announces(); d != "plan" && !before.marks["hope"] { // such as "My plan, I hope you can read it:"
		return d
	}
	return ""
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

// endList ends the effect of a line on the list of orders below it. Words that take back the whole letter remain
// effective.
func (c *Context) endList() {
	if c.list != "revoke" {
		c.list = ""
	}
}
