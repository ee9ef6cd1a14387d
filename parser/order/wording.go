package order

import (
	"slices"
	"strings"
)

// A wording says what the words of a passage express, whatever they are about: a question, a denial, a condition. It
// knows no more than the lexicon.
type wording struct{ *Passage }

// marked returns the strongest doubt that the words of a clause before its order express.
func (w *wording) marked(cl *clause) string {
	var said []string
	for _, x := range cl.segments {
		if x.match != nil {
			break
		}
		if x.role == roleMark {
			label := w.label(x.class)
			said = append(said, label, implied[label])
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

// takenBack reports whether later clauses take clause k back: "A Mun-Bur, but no".
func (w *wording) takenBack(s *sentence, k int) bool {
	for j := k + 1; j < len(s.clauses) && len(s.clauses[j].orders) == 0; j++ {
		d := &s.clauses[j]
		short := len(d.names) == 0 && len(d.unknown) <= 2
		short = short || len(d.verbs) == 0 && w.begins(d, "neg")
		denies := d.marks["neg"] && short
		switch {
		case d.opener == "reason":
			return false
		case w.contrasts(&s.clauses[k], d):
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

// contrasts reports whether a clause says only what an order does not mean: "I mean Assyria, not Syria", but not
// "Munich to Burgundy, not Munich".
func (w *wording) contrasts(cl, d *clause) bool {
	if len(d.names) == 0 || len(d.segments) != len(d.names)+1 {
		return false
	}
	isIn := func(x segment) bool {
		return slices.ContainsFunc(cl.orders, func(m *Match) bool {
			return slices.ContainsFunc(m.binds, func(b Bind) bool { return w.means(x, b) })
		})
	}
	return slices.Contains(contrasting, w.Lexemes[d.segments[0].from].Word) && !slices.ContainsFunc(d.names, isIn)
}

// contrasting lists words before what is not meant.
var contrasting = []string{"not", "nicht"}

// seeks reports whether a clause says that somebody wants to know something: "I'd like to know what France is up to".
func (w *wording) seeks(cl *clause) bool {
	for _, x := range cl.segments {
		if w.lexicon.isMark(x, "ask") {
			return slices.Contains(seeking, w.Word(x.from-1))
		}
	}
	return false
}

// seeking lists words after which a question is what somebody wants to know.
var seeking = []string{"know", "learn", "see", "hear", "discover", "wonder", "wissen", "sehen", "erfahren"}

// isElliptic reports whether the order of a clause has no verb: "(Italy sent Burgundy to Munich and) Marseilles to
// Piedmont".
func (w *wording) isElliptic(cl *clause) bool {
	m := cl.orders[0]
	for i := m.From; i < m.To; i++ {
		isVerb := slices.ContainsFunc(w.phrases(i), func(t tag) bool {
			return w.lexicon.verbs[w.label(t.class)]
		})
		isJoint := cl.opener == "joint" || cl.opener == "/"
		if isVerb || w.Lexemes[i].Word == "-" && !isJoint {
			return false
		}
	}
	return true
}

// endsDuring reports whether a clause ends with a word such as "until".
func (w *wording) endsDuring(cl *clause) bool {
	last := cl.segments[len(cl.segments)-1]
	return last.role == roleMark && w.label(last.class) == "during"
}

// isQueried reports whether a question mark in brackets follows a clause: "A Mun-Bur (?)".
func (w *wording) isQueried(cl *clause) bool {
	at := cl.segments[len(cl.segments)-1].to
	return at+1 < len(w.Lexemes) && w.Lexemes[at].Word == "(" && w.Lexemes[at+1].Word == "?"
}

// takesBack reports whether the order of a clause begins with a word such as "cancel".
func (w *wording) takesBack(cl *clause) bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool {
		return slices.ContainsFunc(w.phrases(m.From), func(t tag) bool {
			return takingBack[w.label(t.class)]
		})
	})
}

// states reports whether the name of a clause stands before its word of questions, as in what is told: "Turkey has
// broken its word".
func (w *wording) states(cl *clause) bool {
	for _, x := range cl.segments {
		if w.lexicon.isMark(x, "ask") {
			return false
		}
		if x.role == roleName {
			return true
		}
	}
	return false
}

// begins reports whether a clause begins with a mark, not counting words without meaning.
func (w *wording) begins(cl *clause, mark string) bool {
	for _, x := range cl.segments {
		switch {
		case x.role == roleWrapper:
		default:
			return x.role == roleMark && w.label(x.class) == mark
		}
	}
	return false
}

// concludes reports whether a clause follows a reason: "I've had enough of it, so build a port in Persia".
func (w *wording) concludes(cl *clause) bool {
	return len(cl.segments) > 0 && w.lexicon.Is(w.Word(cl.segments[0].from-1), "conclusion")
}

// countsOn reports whether a clause continues a list of counts, with one or two unknown words for the thing or
// the place: "and 1 knight", "and 1 infantry in Xyz". The names of the classes of number words begin with "num".
func (w *wording) countsOn(cl *clause) bool {
	if len(cl.segments) == 0 || cl.opener != "joint" && cl.opener != "," {
		return false
	}
	if len(cl.names) > 0 || len(cl.little) == 0 && cl.opener != "joint" {
		return false
	}
	first := cl.segments[0]
	counts := first.role == roleNumber || strings.HasPrefix(w.label(first.class), "num")
	return counts && len(cl.unknown) > 0 && len(cl.unknown) <= 2
}

// hasOr reports whether a sentence has the word "or".
func (w *wording) hasOr(s *sentence) bool {
	return slices.ContainsFunc(w.Lexemes[s.from:s.to], func(x Lexeme) bool { return x.Word == "or" || x.Word == "oder" })
}

// answersIf reports whether the answer to a question is the condition of a clause: "If yes I restructure in Urals".
func (w *wording) answersIf(cl *clause) bool {
	return slices.ContainsFunc(cl.segments, func(x segment) bool {
		return w.lexicon.isMark(x, "adopts") && slices.Contains([]string{"if", "wenn", "falls"}, w.Word(x.from))
	})
}

// isQuoted reports whether the orders of a clause are in quotation marks in a sentence that contains more.
func (w *wording) isQuoted(s *sentence, cl *clause) bool {
	quotes := 0
	for i := s.from; i < cl.orders[0].From; i++ {
		if w.Lexemes[i].Word == `"` {
			quotes++
		}
	}
	within := slices.ContainsFunc(w.Lexemes[cl.orders[0].From:cl.orders[0].To], func(x Lexeme) bool {
		return x.Word == `"`
	})
	if quotes%2 == 0 || within {
		return false
	}
	closed := slices.ContainsFunc(w.Lexemes[cl.orders[0].To:s.to], func(x Lexeme) bool { return x.Word == `"` })
	if !closed {
		return true
	}
	return slices.ContainsFunc(s.clauses, func(d clause) bool {
		return len(d.unknown)+len(d.verbs) > 0 || len(d.marks) > 0
	})
}

// isCommand reports whether a short sentence names something, and contains no words of narrative, question or doubt:
// "Do it with Munich".
func (w *wording) isCommand(s *sentence) bool {
	names, more := false, false // whether it contains names, and other words
	for k := range s.clauses {
		cl := &s.clauses[k]
		isSeat := func(x segment) bool { return w.label(x.class) == "seat" }
		if len(cl.marks)+len(cl.numbers) > 0 || cl.wrappers["subject"] || slices.ContainsFunc(cl.names, isSeat) {
			return false
		}
		more = more || len(cl.little)+len(cl.verbs)+len(cl.unknown)+len(cl.wrappers) > 0
		names = names || len(cl.names) > 0 || slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.isBare() })
	}
	if !names || !more {
		return false
	}
	isTelling := func(x Lexeme) bool { return w.lexicon.Is(x.Word, "being") } // such as "Munich is lost"
	return s.to-s.from <= longestNotation && !slices.ContainsFunc(w.Lexemes[s.from:s.to], isTelling)
}

// isHistory reports whether a clause says what happened or will happen, which is the case if the words for that
// precede the action: "Munich goes to Burgundy, as I told him" does not.
func (w *wording) isHistory(cl *clause) bool {
	for _, x := range cl.segments {
		if x.role == roleVerb {
			return false
		}
		if x.role == roleMark && slices.Contains([]string{"past", "says", "done", "later", "announce"}, w.label(x.class)) {
			return true
		}
	}
	return false
}

// isOfOthers reports whether a clause is about another time, or what another player says: "Last turn I sent them", "the
// Recruit I need later", "Red says he'll land".
func (w *wording) isOfOthers(cl *clause) bool {
	first := cl.segments[0]
	bySubject := len(w.endsOf("subject", first.from)) > 0 // such as "I thought of Munich"
	isPast := w.lexicon.isMark(first, "past") && !bySubject
	isSaid := w.label(first.class) == "seat" && len(cl.segments) > 1 && w.lexicon.isMark(cl.segments[1], "says")
	return isPast || isSaid || cl.marks["later"] && w.isHistory(cl)
}

// isSignature reports whether a clause is a name after words of thanks at the end of a sentence: "Thanks, Paris".
func (w *wording) isSignature(s *sentence, k int) bool {
	cl := &s.clauses[k]
	thanks := cl.wrappers["thanks"]
	if k > 0 && len(s.clauses[k-1].orders) == 0 {
		thanks = thanks || s.clauses[k-1].wrappers["thanks"]
	}
	if isLast := k+1 == len(s.clauses); !thanks || !isLast {
		return false
	}
	return cl.segments[len(cl.segments)-1].match != nil && w.isLoneName(cl)
}

// isLoneName reports whether a clause is an order that consists only of a name.
func (w *wording) isLoneName(cl *clause) bool {
	if !cl.isClean() || len(cl.orders) != 1 {
		return false
	}
	return len(cl.orders[0].binds) == 1 && w.isElliptic(cl)
}

// saysFix reports whether a sentence begins with words of correction and contains one order.
func (w *wording) saysFix(s *sentence) bool {
	orders, fixes := 0, false
	for _, cl := range s.clauses {
		for _, x := range cl.segments {
			if x.match != nil {
				orders++
			}
			isFix := x.role == roleWrapper && w.label(x.class) == "fix"
			fixes = fixes || orders == 0 && isFix
		}
	}
	return fixes && orders == 1
}

// rejects reports whether a sentence says no to the order before it, and what that is: "No, that's suicide."
func (w *wording) rejects(s *sentence) bool {
	if s.end == "?" || len(s.clauses) < 2 || !s.clauses[0].isBareNo() {
		return false
	}
	behind := s.clauses[1].segments
	return len(behind) > 0 && slices.Contains(rejected, w.Lexemes[behind[0].from].Word)
}

// countsOnly reports whether a clause consists only of counts; listed says whether it is in a list of counts.
func (w *wording) countsOnly(cl *clause, listed bool) bool {
	if !cl.hasCountsOnly() {
		return false
	}
	long := slices.ContainsFunc(cl.numbers, func(x segment) bool { return len(w.Lexemes[x.from].Word) > 2 })
	numbers, counted := len(cl.numbers), 0
	for _, x := range cl.little {
		if _, ok := Numeral(w.Lexemes[x.from].Word); ok {
			numbers, listed = numbers+1, true
		}
		if w.lexicon.Is(w.Lexemes[x.from].Word, "counted") {
			counted++
		}
	}
	if long || numbers == 0 {
		return false
	}
	return counted > 0 || !listed
}

// supposing reports whether a clause of a sentence begins with a word such as "could".
func (w *wording) supposing(s *sentence) bool {
	return slices.ContainsFunc(s.clauses, func(cl clause) bool { return w.begins(&cl, "hyp") })
}

// fixesTo reports whether a name directly follows words of correction: "make that Cassel".
func (w *wording) fixesTo(segments []segment) bool {
	for i, x := range segments[1:] {
		if was := segments[i]; x.role == roleName && was.role == roleWrapper && w.label(was.class) == "fix" {
			return true
		}
	}
	return false
}

// headingVerbs returns words of a clause that may be a heading or words for an action: "Move Paris".
func (w *wording) headingVerbs(cl *clause) []segment {
	var out []segment
	for _, s := range cl.segments {
		isVerb := func(t tag) bool { return t.end == s.to && w.lexicon.verbs[w.label(t.class)] }
		if s.role == roleWrapper && slices.ContainsFunc(w.phrases(s.from), isVerb) {
			out = append(out, s)
		}
	}
	return out
}

// hasDash reports whether a short sentence contains a dash between joined words, as orders do: "SPe-Nwy".
func (w *wording) hasDash(s *sentence) bool {
	for i := s.from + 1; i+1 < s.to; i++ {
		if w.Lexemes[i].Word == "-" && w.Lexemes[i-1].Kind == Word && w.Lexemes[i+1].Kind == Word {
			return s.to-s.from <= longestNotation
		}
	}
	return false
}

// asks reports whether a clause of a sentence begins with a question word: "When is the deadline".
func (w *wording) asks(s *sentence) bool {
	return s.end != "!" && slices.ContainsFunc(s.clauses, func(cl clause) bool {
		at := slices.IndexFunc(cl.segments, func(x segment) bool { return x.role != roleWrapper })
		return at >= 0 && cl.segments[at].role == roleMark && w.label(cl.segments[at].class) == "ask"
	})
}

// isChoice reports whether a sentence is an item of a numbered list with one or two words, and not an order: "3:
// card".
func (w *wording) isChoice(s *sentence) bool {
	if numbered, short := w.Lexemes[s.from].Item > 0, s.to-s.from <= 2; !numbered || !short {
		return false
	}
	return !s.hasOrders() && !s.wrapped("greet", "thanks")
}

// isOnFileSaid reports whether a sentence says what the game master has on file: "where you have Munich as holding".
func (w *wording) isOnFileSaid(s *sentence) bool {
	for i := s.from; i+1 < s.to; i++ {
		if w.Word(i) == "you" && slices.Contains([]string{"have", "had", "got"}, w.Word(i+1)) {
			return true
		}
	}
	return false
}

// commands reports whether a sentence contains an order, or an order keyword that takes nothing back.
func (w *wording) commands(s *sentence) bool {
	orders := func(x segment) bool { return !takingBack[w.label(x.class)] }
	return slices.ContainsFunc(s.clauses, func(cl clause) bool {
		return len(cl.orders) > 0 || slices.ContainsFunc(cl.verbs, orders)
	})
}

// isPointing reports whether a segment begins a phrase that refers to what was said before: "these", "the above".
func (w *wording) isPointing(x segment) bool { return len(w.endsOf("pointing", x.from)) > 0 }

// rejected are words that point at an order to which "no" was said.
var rejected = []string{"that", "that's", "thats", "it", "it's", "its", "this", "das"}
