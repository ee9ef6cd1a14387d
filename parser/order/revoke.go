package order

import (
	"slices"
)

// A revoker decides what a sentence says about orders before or after it that it does not name.
type revoker struct{ *letter }

const mostBefore = 4 // number of lexemes that may precede words that take orders back: "But this is still a draft"

// revokes reports whether a sentence takes back, or postpones, orders that it does not name: "But not yet." "Only if
// France agrees."
func (r *revoker) revokes(s *sentence) bool {
	isOwn := func(cl clause) bool { return len(cl.orders) > 0 && r.own.names(cl.segments) }
	if s.end == "?" || r.apart() {
		return false
	}
	if s.beginsOrder() || slices.ContainsFunc(s.clauses, isOwn) {
		return false
	}
	for _, takesBack := range []func(*sentence) bool{r.saysRevoke, r.isCondition, (*sentence).isUnsure, r.pointsBack} {
		if takesBack(s) {
			return true
		}
	}
	return false
}

// turning lists the marks that change the meaning of orders to which a sentence refers back.
var turning = map[string]bool{"hyp": true, "plan": true, "past": true, "says": true, "cond": true, "neg": true,
	"options": true}

// pointsBack reports whether a sentence begins with a word such as "these" and changes the meaning of what it refers
// to: "These are for next season." The same is true if such a word follows one that takes back: "Scratch those."
func (r *revoker) pointsBack(s *sentence) bool {
	if s.wrapped("thanks") || s.marked("hope") {
		return false
	}
	if len(r.ctx.Given) == 0 || r.words.commands(s) {
		return false
	}
	var said []segment
	for k := range s.clauses {
		said = append(said, s.clauses[k].segments...)
	}
	at := slices.IndexFunc(said, func(x segment) bool {
		return r.words.isPointing(x) || x.role != roleWrapper && x.role != roleLittle
	})
	switch {
	case at < 0:
		return false
	case takingBack[r.ctx.label(said[at].class)]:
		return at+1 < len(said) && r.words.isPointing(said[at+1])
	}
	turns := func(x segment) bool { return x.role == roleMark && turning[r.ctx.label(x.class)] }
	return r.words.isPointing(said[at]) && slices.ContainsFunc(said[at:], turns)
}

// saysRevoke reports whether a sentence begins with words that take something back. A single word does so only if it
// is alone: "Draft", but not "Draft pick".
func (r *revoker) saysRevoke(s *sentence) bool {
	if r.own.count(&s.clauses[0]) > 0 {
		return false
	}
	for i := s.from; i < min(s.to, s.from+mostBefore); i++ {
		takesBack := func(end int) bool {
			byItself := end == len(r.ctx.Lexemes) || r.ctx.Lexemes[end].Kind != Word
			return end <= s.to && (end > i+1 || byItself)
		}
		if slices.ContainsFunc(r.ctx.endsOf("revoke", i), takesBack) {
			return true
		}
	}
	return false
}

// isCondition reports whether a sentence consists only of a condition: "If France agrees."
func (r *revoker) isCondition(s *sentence) bool {
	first := &s.clauses[0]
	rest := slices.ContainsFunc(s.clauses[1:], func(cl clause) bool { return !cl.isEmpty() || len(cl.orders) > 0 })
	says := len(first.names) + len(first.verbs) + len(first.unknown)
	short := says > 0 && len(first.unknown) <= 1 && r.own.count(first) == 0
	if rest || !short {
		return false
	}
	return r.words.begins(first, "cond") && !r.lexicon.Is(r.ctx.Lexemes[s.from].Word, "goes on")
}

// revoke asks about the orders that a sentence takes back: those of the previous sentence or, if it is on a line of
// its own, all orders so far. If it precedes all orders, it applies to those that follow.
func (r *revoker) revoke(s *sentence) {
	from := r.takenFrom(s)
	switch {
	case len(r.ctx.Given) > 0:
	case r.isCondition(s):
		r.list = "cond"
	case r.saysRevoke(s):
		r.list = "revoke"
	}
	r.ctx.Add(Part{Fate: Talk, Quote: r.ctx.Quote(s.from, s.to)})
	r.recall(from, len(r.ctx.Parts), "revoke")
}

// takenFrom returns the index of the first part that a sentence takes back: that of the last sentence with orders or,
// if the sentence is on a line of its own or says "these", of the first or as many as it says.
func (r *revoker) takenFrom(s *sentence) int {
	from := r.begun
	if s.newLine {
		from = 0
	}
	for i := s.from; i < min(s.to, s.from+mostBefore); i++ {
		word := r.ctx.Lexemes[i].Word
		n, counted := Numeral(r.ctx.Word(i + 1))
		if n, counted = max(n, 2), counted || word == "both"; counted && pointsAtSeveral[word] {
			return r.lastFiled(n)
		}
		if pointsAtSeveral[word] {
			return 0
		}
	}
	return from
}

// pointsAtSeveral are words that point at several orders before them.
var pointsAtSeveral = map[string]bool{"these": true, "those": true, "both": true, "them": true, "diese": true,
	"beide": true}

// lastFiled returns the index of the first of the last n parts that were filed.
func (r *revoker) lastFiled(n int) int {
	for i := len(r.ctx.Parts) - 1; i >= 0; i-- {
		if r.ctx.Parts[i].Fate == Filed {
			n--
		}
		if n == 0 {
			return i
		}
	}
	return 0
}

// recall turns the orders that parts from one index to another have filed into questions again.
func (r *revoker) recall(from, to int, why string) {
	for _, key := range r.ctx.Sheet.Keys() {
		was, given := r.ctx.Given[key]
		if at := r.files.givenAt[key]; !given || at < from || at >= to {
			continue
		}
		r.files.retract(key, r.lexicon.Says(why), []string{was})
	}
}
