package order

import (
	"slices"
	"strings"
)

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

// doubt returns the reason against filing the orders of a clause, or "".
func (c *Context) doubt(at spot) string {
	for _, against := range []func(spot) string{c.bySentence, c.byOwnWords, c.governed, c.inherited, c.byClauseBefore,
		c.byClauseBehind, c.unfinished} {
		if d := against(at); d != "" {
			return d
		}
	}
	return ""
}

// bySentence returns the doubt that comes from the list or the sentence that a clause belongs to.
func (c *Context) bySentence(at spot) string {
	switch {
	case at.list != "":
		return at.list
	case c.talks && at.s.wrapped("subject"):
		return "you"
	case at.s.end == "?" && !at.s.wrapped("polite") && !at.s.pleadsBehind(at.k):
		return "question"
	}
	return ""
}

// byOwnWords returns the doubt that comes from a clause's own words.
func (c *Context) byOwnWords(at spot) string {
	polite := at.s.wrapped("polite")
	for _, d := range doubts {
		isPolite := polite && (d == "ask" || d == "you")
		if at.clause().marks[d] && !isPolite {
			return d
		}
	}
	return ""
}

// inherited returns the doubt about the previous order that also applies to this one.
func (c *Context) inherited(at spot) string {
	cl, before := at.clause(), at.s.before(at.k)
	switch {
	case cl.marks["later"]:
		return "plan"
	case at.s.attributed(at.k):
		return "says"
	case before == nil || !before.isOrdering() || cl.opener == ":":
		return ""
	case cl.opener == "companion", c.isElliptic(cl):
		return c.marked(before)
	}
	return ""
}

// byClauseBefore returns the doubt that comes from the previous clause.
func (c *Context) byClauseBefore(at spot) string {
	cl, before := at.clause(), at.s.before(at.k)
	if before == nil {
		return ""
	}
	last := before.segments[len(before.segments)-1]
	switch {
	case cl.opener == "" && last.role == roleMark && c.label(last.class) == "neg": // "A Mun instead of F Kie"
		return "neg"
	case cl.opener == "" && c.endsDuring(before): // such as "Ruhr holds until Munich moves to Burgundy"
		return "unclear"
	case cl.opener == "" && (cl.isWeak() || before.isWeak() || c.takesBack(before)):
		// "cancel the orders for next year A Mun-Bur"
		return "unclear"
	case completes(c.game) && cl.opener == "" && len(before.orders) > 0 && !before.isClean():
		return "unclear"
	case cl.opener == "-" && before.lists(): // such as "R Ber > Kie > DB"
		return "unclear"
	case len(before.orders) > 0 && !before.isClean() && c.isLoneName(cl): // such as "Mun R Xyz, Kie"
		return "unclear"
	case cl.opener == "companion" && len(before.names) == len(before.segments) && c.ownNames(before) > 0:
		// "Munich, with Ruhr, moves"
		return "unclear"
	case cl.opener == ":" && (c.isForeign(before) || c.isAddressed(before)):
		return "foreign"
	}
	return ""
}

// byClauseBehind returns the doubt that comes from the next clause, or the next sentence.
func (c *Context) byClauseBehind(at spot) string {
	behind := at.s.behind(at.k)
	switch {
	case behind != nil && behind.opener == "" && c.takesBack(at.clause()): // such as "no build A Par"
		return "unclear"
	case behind != nil && behind.opener == "" && c.endsDuring(at.clause()):
		return "unclear"
	case behind != nil && behind.opener == "" && behind.isOneWord() && c.takesBack(behind): // "Ber-Kie entfällt"
		return "back"
	case c.takenBack(at.s, at.k), at.next != nil && at.s.end == "?" && at.next.marked("neg"):
		return "back"
	case behind != nil && behind.isDoubt(), c.isQueried(at.clause()):
		return "hyp"
	case c.isQuoted(at.s, at.clause()):
		return "says"
	}
	return ""
}

// unfinished returns a doubt if a clause contains more than orders, or if its order continues after it.
func (c *Context) unfinished(at spot) string {
	cl := at.clause()
	if !cl.isClean() || cl.opener == "reason" { // such as "to keep Munich, Ruhr holds"
		return "unclear"
	}
	if cl.isWeak() && len(cl.orders) > 1 {
		return "unclear"
	}
	return c.goesOn(at.s, at.k)
}

// marked returns the strongest doubt that the words of a clause before its order express.
func (c *Context) marked(cl *clause) string {
	var said []string
	for _, x := range cl.segments {
		if x.match != nil {
			break
		}
		if x.role == roleMark {
			said = append(said, c.label(x.class))
		}
	}
	if slices.Contains(said, "later") {
		return "plan"
	}
	i := slices.IndexFunc(doubts, func(d string) bool { return slices.Contains(said, d) })
	if i < 0 {
		return ""
	}
	return doubts[i]
}

// isElliptic reports whether the order of a clause has no verb: "(Italy sent Burgundy to Munich and) Marseilles to
// Piedmont".
func (c *Context) isElliptic(cl *clause) bool {
	m := cl.orders[0]
	for i := m.From; i < m.To; i++ {
		isVerb := slices.ContainsFunc(c.phrases(i), func(t tag) bool {
			return c.lexicon.verbs[c.label(t.class)]
		})
		isJoint := cl.opener == "joint" || cl.opener == "/"
		if isVerb || c.Lexemes[i].Word == "-" && !isJoint {
			return false
		}
	}
	return true
}

// endsDuring reports whether a clause ends with a word such as "until".
func (c *Context) endsDuring(cl *clause) bool {
	last := cl.segments[len(cl.segments)-1]
	return last.role == roleMark && c.label(last.class) == "during"
}

// isQueried reports whether a question mark in brackets follows a clause: "A Mun-Bur (?)".
func (c *Context) isQueried(cl *clause) bool {
	at := cl.segments[len(cl.segments)-1].to
	return at+1 < len(c.Lexemes) && c.Lexemes[at].Word == "(" && c.Lexemes[at+1].Word == "?"
}

// takingBack lists the classes of words that begin the withdrawal of something.
var takingBack = map[string]bool{"cancel": true, "none": true, "neg": true}

// takesBack reports whether the order of a clause begins with a word such as "cancel".
func (c *Context) takesBack(cl *clause) bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool {
		return slices.ContainsFunc(c.phrases(m.From), func(t tag) bool {
			return takingBack[c.label(t.class)]
		})
	})
}

// isForeign reports whether a clause is the name of another player's seat: "Italy: ...".
func (c *Context) isForeign(cl *clause) bool {
	if len(cl.names) != 1 || len(cl.segments) != 1 {
		return false
	}
	return c.label(cl.names[0].class) == "seat" && !c.isOwn(cl.names[0])
}

// isAddressed reports whether a clause says that what follows is for another player: "My advice to France: ..."
func (c *Context) isAddressed(cl *clause) bool {
	return slices.ContainsFunc(cl.names, func(s segment) bool {
		seat := c.label(s.class) == "seat" && !c.isOwn(s)
		return seat && s.from > 0 && c.lexicon.Is(c.Lexemes[s.from-1].Word, "address")
	})
}

// governed returns the doubt about a clause that comes from other clauses of its sentence.
func (c *Context) governed(at spot) string {
	s, k, cl := at.s, at.k, at.clause()
	for j := range s.clauses {
		if d := c.governs(s, j, k); d != "" {
			return d
		}
	}
	if k > 0 && s.end != "?" && c.supposes(&s.clauses[0]) {
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
			if c.turnedBefore(s, j) {
				return ""
			}
			return s.clauses[j-1].announces()
		}
	}
	return ""
}

// turnedBefore reports whether the clauses before clause k take back what the letter has ordered, so that what follows
// corrects it: "no, scratch that, too risky: both hold".
func (c *Context) turnedBefore(s *sentence, k int) bool {
	return len(c.Given) > 0 && slices.ContainsFunc(s.clauses[:k], func(cl clause) bool {
		i := slices.IndexFunc(cl.segments, func(x segment) bool { return x.role != roleWrapper })
		return cl.wrappers["fix"] || i >= 0 && takingBack[c.label(cl.segments[i].class)] && len(cl.orders) == 0
	})
}

// supposes reports whether a clause begins a condition in the form of a question, as in "Should Italy enter Tyrolia,
// ...", but not "Munich is in danger, ...".
func (c *Context) supposes(cl *clause) bool {
	if !cl.marks["ask"] || len(cl.names) == 0 || cl.isOrdering() {
		return false
	}
	return c.begins(cl, "ask") || !c.namesOwn(cl.segments) && !c.states(cl)
}

// states reports whether the name of a clause stands before its word of questions, as in what is told: "Turkey has
// broken its word".
func (c *Context) states(cl *clause) bool {
	for _, x := range cl.segments {
		if c.lexicon.isMark(x, "ask") {
			return false
		}
		if x.role == roleName {
			return true
		}
	}
	return false
}

// governs returns the doubt that clause j casts on clause k of the same sentence.
func (c *Context) governs(s *sentence, j, k int) string {
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
		supposes := mark == "hyp" && j == 0 && c.begins(d, "hyp")
		if !reaching[mark] || !d.marks[mark] {
			continue
		}
		if supposes || j == k-1 && leadsOn(d, mark) {
			return mark
		}
	}
	return ""
}

// begins reports whether a clause begins with a mark, not counting words without meaning.
func (c *Context) begins(cl *clause, mark string) bool {
	for _, x := range cl.segments {
		switch {
		case x.role == roleWrapper:
		default:
			return x.role == roleMark && c.label(x.class) == mark
		}
	}
	return false
}

// leadsOn reports whether a statement with a mark continues in the next clause: after "He says" it does, after "he
// says that it is late" it does not.
func leadsOn(cl *clause, mark string) bool {
	last := cl.segments[len(cl.segments)-1]
	return mark != "says" || last.role == roleMark || last.role == roleWrapper
}

// takenBack reports whether later clauses take clause k back: "A Mun-Bur, but no".
func (c *Context) takenBack(s *sentence, k int) bool {
	for j := k + 1; j < len(s.clauses) && len(s.clauses[j].orders) == 0; j++ {
		d := &s.clauses[j]
		short := len(d.names) == 0 && len(d.unknown) <= 2
		short = short || len(d.verbs) == 0 && c.begins(d, "neg")
		denies := d.marks["neg"] && short
		switch {
		case d.opener == "reason":
			return false
		case d.wrappers["halt"]:
			return true
		case d.opener == "(" && len(d.little)+len(d.unknown) > 0: // a remark in brackets
			return false
		case d.marks["alt"], d.marks["but"] && !d.harmless(), denies:
			return true
		}
	}
	return false
}

// countsOn reports whether a clause continues a list of counts, with one or two unknown words for the place. The
// names of the classes of number words begin with "num".
func (c *Context) countsOn(cl *clause) bool {
	if len(cl.segments) == 0 || cl.opener != "joint" && cl.opener != "," {
		return false
	}
	first := cl.segments[0]
	counts := first.role == roleNumber || strings.HasPrefix(c.label(first.class), "num")
	return counts && len(cl.little) > 0 && len(cl.names) == 0 && len(cl.unknown) > 0 && len(cl.unknown) <= 2
}

// goesOn returns a doubt if an order is incomplete: "A Par-Bur and supports A Mar", "A Par-Bur/Pic".
func (c *Context) goesOn(s *sentence, k int) string {
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
	isItem := d.isLoneWord() || d.isLoneName() || c.isDoubtful(d)
	if isItem && s.clauses[k].lists() {
		return "unclear"
	}
	if s.clauses[k].hasItems() && d.isLoneWord() { // such as "TRAIN Veteran, Xyz"
		return "unclear"
	}
	if c.countsOn(d) { // such as "1 infantry in Paris and 1 infantry in Xyz"
		return "unclear"
	}
	apart := d.isOrdering() || d.apart || d.opener == "reason" || d.wrappers["thanks"]
	tells := d.marks["past"] || d.marks["hyp"] || len(d.unknown) > 1
	orders := len(d.verbs) > 0 && c.beginsOwn(d)
	if apart || tells || orders {
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

// isDoubtful reports whether a clause after a list, which may continue the list, contains an order that is uncertain:
// "R Ber, Tyr is bad".
func (c *Context) isDoubtful(cl *clause) bool {
	if len(cl.orders) == 0 || cl.opener != "," && cl.opener != "" {
		return false
	}
	if !cl.isClean() || cl.marks["neg"] {
		return true
	}
	return !cl.orders[0].isBare() && !c.namesOwn(cl.segments)
}

// isQuoted reports whether the orders of a clause are in quotation marks in a sentence that contains more.
func (c *Context) isQuoted(s *sentence, cl *clause) bool {
	quotes := 0
	for i := s.from; i < cl.orders[0].From; i++ {
		if c.Lexemes[i].Word == `"` {
			quotes++
		}
	}
	within := slices.ContainsFunc(c.Lexemes[cl.orders[0].From:cl.orders[0].To], func(x Lexeme) bool {
		return x.Word == `"`
	})
	if quotes%2 == 0 || within {
		return false
	}
	closed := slices.ContainsFunc(c.Lexemes[cl.orders[0].To:s.to], func(x Lexeme) bool { return x.Word == `"` })
	if !closed {
		return true
	}
	return slices.ContainsFunc(s.clauses, func(d clause) bool {
		return len(d.unknown)+len(d.verbs) > 0 || len(d.marks) > 0
	})
}
