package order

import (
	"slices"
)

// A doubter finds the reason against filing the orders of a clause, if there is any.
type doubter struct{ *letter }

// doubts lists the possible reasons against filing the orders of a clause, the strongest first: the marks of the
// words that express them.
var doubts = []string{"options", "alt", "past", "cond", "says", "other", "neg", "hyp", "revoke", "during", "plan",
	"done", "you", "ask"}

// governing lists the marks that apply to a whole sentence, whichever of its clauses contains the words.
var governing = []string{"cond", "options"}

// reaching lists the marks of a clause that also apply to the order after it.
var reaching = map[string]bool{"revoke": true, "plan": true, "past": true, "says": true, "other": true, "you": true,
	"hyp": true, "neg": true}

// A spot is a clause of a sentence, with the next sentence and the mark of the list that it belongs to, if there are
// any.
type spot struct {
	s, next *sentence
	k       int
	list    string
}

func (at spot) clause() *clause { return &at.s.clauses[at.k] }

// about returns the reason against filing the orders of a clause, or "".
func (q *doubter) about(at spot) string {
	for _, against := range []func(spot) string{q.bySentence, q.byOwnWords, q.governed, q.inherited, q.byClauseBefore,
		q.byClauseBehind, q.unfinished, q.leftOpen} {
		if d := against(at); d != "" {
			return d
		}
	}
	return ""
}

// bySentence returns the doubt that comes from the list or the sentence that a clause belongs to.
func (q *doubter) bySentence(at spot) string {
	switch {
	case at.list != "":
		return at.list
	case q.talks && at.s.wrapped("subject"):
		return "you"
	case at.s.end == "?" && !at.s.wrapped("polite") && !at.s.pleadsBehind(at.k):
		return "question"
	}
	return ""
}

// leftOpen returns the doubt about orders between which the sentence, or the one before, leaves the choice: "draw or
// pass, I can't decide".
func (q *doubter) leftOpen(at spot) string {
	if at.s.marked("open") && (q.weighed || q.words.hasOr(at.s)) {
		return "hyp"
	}
	return ""
}

// byOwnWords returns the doubt that comes from a clause's own words.
func (q *doubter) byOwnWords(at spot) string {
	polite := at.s.wrapped("polite")
	for _, d := range doubts {
		isPolite := polite && (d == "ask" || d == "you")
		if at.clause().marks[d] && !isPolite {
			return d
		}
	}
	if q.words.answersIf(at.clause()) {
		return "cond"
	}
	return ""
}

// inherited returns the doubt about the previous order that also applies to this one.
func (q *doubter) inherited(at spot) string {
	cl, before := at.clause(), at.s.before(at.k)
	switch {
	case cl.marks["later"]:
		return "plan"
	case at.s.attributed(at.k):
		return "says"
	case before == nil || !before.isOrdering() || cl.opener == ":":
		return ""
	case cl.opener == "companion", q.words.isElliptic(cl):
		return q.words.marked(before)
	}
	return ""
}

// byClauseBefore returns the doubt that comes from the previous clause.
func (q *doubter) byClauseBefore(at spot) string {
	cl, before := at.clause(), at.s.before(at.k)
	if before == nil {
		return ""
	}
	last := before.segments[len(before.segments)-1]
	goesOn := cl.opener == "" // the clause follows without any sign
	switch {
	case goesOn && q.lexicon.isMark(last, "neg"): // "A Mun instead of F Kie"
		return "neg"
	case goesOn && q.words.endsDuring(before): // such as "Ruhr holds until Munich moves to Burgundy"
		return "unclear"
	case goesOn && (cl.isWeak() || before.isWeak()):
		return "unclear"
	case goesOn && q.words.takesBack(before): // "cancel the orders for next year A Mun-Bur"
		return "unclear"
	case goesOn && completes(q.game) && before.isMixed():
		return "unclear"
	case cl.opener == "-" && before.lists(): // such as "R Ber > Kie > DB"
		return "unclear"
	case before.isMixed() && q.words.isLoneName(cl): // such as "Mun R Xyz, Kie"
		return "unclear"
	case cl.opener == "companion" && len(before.names) == len(before.segments) && q.own.count(before) > 0:
		// "Munich, with Ruhr, moves"
		return "unclear"
	case cl.opener == ":" && (q.own.isForeign(before) || q.own.isAddressed(before)):
		return "foreign"
	}
	return ""
}

// byClauseBehind returns the doubt that comes from the next clause, or the next sentence.
func (q *doubter) byClauseBehind(at spot) string {
	behind := at.s.behind(at.k)
	goesOn := behind != nil && behind.opener == "" // without any sign
	switch {
	case goesOn && q.words.takesBack(at.clause()): // such as "no build A Par"
		return "unclear"
	case goesOn && q.words.endsDuring(at.clause()):
		return "unclear"
	case goesOn && behind.isOneWord() && q.words.takesBack(behind): // "Ber-Kie entfällt"
		return "back"
	case q.words.takenBack(at.s, at.k), at.next != nil && at.s.end == "?" && at.next.marked("neg"):
		return "back"
	case behind != nil && behind.isDoubt(), q.words.isQueried(at.clause()):
		return "hyp"
	case q.words.isQuoted(at.s, at.clause()):
		return "says"
	}
	return ""
}

// unfinished returns a doubt if a clause contains more than orders, or if its order continues after it.
func (q *doubter) unfinished(at spot) string {
	cl := at.clause()
	if !cl.isClean() || cl.opener == "reason" { // such as "to keep Munich, Ruhr holds"
		return "unclear"
	}
	if cl.isWeak() && len(cl.orders) > 1 {
		return "unclear"
	}
	return q.goesOn(at.s, at.k)
}

// takingBack lists the classes of words that begin the withdrawal of something.
var takingBack = map[string]bool{"cancel": true, "none": true, "neg": true}

// governed returns the doubt about a clause that comes from other clauses of its sentence.
func (q *doubter) governed(at spot) string {
	s, k, cl := at.s, at.k, at.clause()
	for j := range s.clauses {
		if d := q.governs(s, j, k); d != "" {
			return d
		}
	}
	if k > 0 && s.end != "?" && q.own.supposes(&s.clauses[0]) {
		return "cond"
	}
	if cl.opener == "alt" && k > 0 {
		return "alt"
	}
	if behind := s.behind(k); behind != nil && behind.opener == "alt" {
		return "alt"
	}
	for j := k; j > 0; j-- {
		if s.clauses[j].opener == ":" && len(s.clauses[j-1].orders) == 0 {
			if q.turnedBefore(s, j) {
				return ""
			}
			return s.clauses[j-1].announces()
		}
	}
	return ""
}

// turnedBefore reports whether the clauses before clause k take back what the letter has ordered, so that what follows
// corrects it: "no, scratch that, too risky: both hold".
func (q *doubter) turnedBefore(s *sentence, k int) bool {
	return len(q.ctx.Given) > 0 && slices.ContainsFunc(s.clauses[:k], func(cl clause) bool {
		if cl.wrappers["fix"] {
			return true
		}
		i := slices.IndexFunc(cl.segments, func(x segment) bool { return x.role != roleWrapper })
		return len(cl.orders) == 0 && i >= 0 && takingBack[q.ctx.label(cl.segments[i].class)]
	})
}

// governs returns the doubt that clause j casts on clause k of the same sentence.
func (q *doubter) governs(s *sentence, j, k int) string {
	d, cl := &s.clauses[j], &s.clauses[k]
	for _, mark := range governing {
		if j == k || !d.marks[mark] || d.opener == "reason" {
			continue
		}
		if j < k || !d.apart && !s.butBetween(k, j) {
			return mark
		}
	}
	apart := cl.opener == "but" || cl.opener == "reason"
	switch {
	case j >= k || len(d.orders) > 0:
		return ""
	case d.marks["revoke"] || d.marks["later"] && !d.harmless(): // such as "Don't file this yet: ..."
		return "plan"
	case apart, s.colonBetween(j, k), d.isBareNo(), d.harmless() && !d.marks["says"]:
		return ""
	}
	for _, mark := range doubts {
		supposes := mark == "hyp" && j == 0 && q.words.begins(d, "hyp")
		reaches := reaching[mark] && !(mark == "past" && q.words.concludes(cl))
		if !reaches || !d.marks[mark] {
			continue
		}
		if supposes || j == k-1 && leadsOn(d, mark) {
			return mark
		}
	}
	return ""
}

// leadsOn reports whether a mark of a clause also governs the next clause. Each mark does, except that "says" does so
// only at the end of its clause: after "He says", but not after "he says that it is late".
func leadsOn(cl *clause, mark string) bool {
	last := cl.segments[len(cl.segments)-1]
	return mark != "says" || last.role == roleMark || last.role == roleWrapper
}

// goesOn returns a doubt if an order is incomplete: "A Par-Bur and supports A Mar", "A Par-Bur/Pic".
func (q *doubter) goesOn(s *sentence, k int) string {
	d := s.behind(k)
	for j := k + 1; d != nil && d.isFiller(); j++ {
		d = s.behind(j)
	}
	if d == nil {
		return ""
	}
	if d.opener == "-" && len(d.segments) > 0 &&
		(d.segments[0].role == roleName || s.clauses[k].lists() && !d.isEmpty()) {
		return "unclear"
	}
	if d.isCount() {
		return "unclear"
	}
	isItem := d.isLoneWord() || d.isLoneName() || q.own.isDoubtful(d)
	if isItem && s.clauses[k].lists() {
		return "unclear"
	}
	if s.clauses[k].hasItems() && d.isLoneWord() { // such as "TRAIN Veteran, Xyz"
		return "unclear"
	}
	if q.words.countsOn(d) { // such as "1 infantry in Paris and 1 infantry in Xyz"
		return "unclear"
	}
	if d.isOrdering() || d.isApart() {
		return ""
	}
	tells := d.marks["past"] || d.marks["hyp"] || len(d.unknown) > 1
	orders := len(d.verbs) > 0 && q.own.begins(d)
	if tells || orders {
		return ""
	}
	for _, x := range d.segments {
		switch {
		case x.role == roleVerb:
			return "unclear"
		case x.role == roleName && len(d.verbs)+len(d.unknown) > 0, x.role == roleUnknown:
			// the next clause has a subject of its own
			return ""
		case x.role == roleName:
			return "unclear"
		}
	}
	if len(d.orders) == 0 {
		return ""
	}
	return "unclear"
}

// announced returns the doubt that a line casts on the orders below it: "My ally suggested:".
func (q *doubter) announced(s *sentence) string {
	if !s.endsWithColon() || s.hasOrders() {
		return ""
	}
	before := &s.clauses[len(s.clauses)-2]
	if q.own.isAddressed(before) {
		return "you"
	}
	if d := before.announces(); d != "plan" && !before.marks["hope"] { // such as "My plan, I hope you can read it:"
		return d
	}
	return ""
}
