package order

// A ruling is a decision about a match in a clause.
type ruling struct {
	spot
	m     *Match
	o     Outcome // the outcome of the match
	doubt string  // the reason against filing it, or ""

	last         Order    // the order before it
	quote, whole string   // the words of the match, and those of its clause
	lines        []string // what it orders or suggests
}

// pleads reports whether a question requests an order, rather than asking about it: "Can I peek at Trieste please?"
func (r ruling) pleads() bool {
	if r.doubt != "question" || r.o.isBarred() {
		return false
	}
	return r.clause().isClean() && r.s.wrapped("please")
}

// announcesBeforeQuestion reports whether an order is announced before a question: "I take Ready, but which card is
// best?"
func (r ruling) announcesBeforeQuestion() bool {
	cl, behind := r.clause(), r.s.behind(r.k)
	asks := behind != nil && len(behind.orders) == 0 && behind.marks["ask"]
	announces := cl.isPure() && cl.wrappers["subject"]
	return asks && announces && !r.o.isBarred()
}

// isPlain reports whether a question is just an order with a question mark: "A Mun-Bur?"
func (r ruling) isPlain() bool {
	cl := r.clause()
	if r.doubt != "question" || r.o.isBarred() || len(r.lines) == 0 {
		return false
	}
	return cl.isPure() && !r.s.marked("ask")
}

// telltales are the doubts about statements that are not orders. Unless it is a question, such a statement is not
// passed on.
var telltales = map[string]bool{"past": true, "says": true, "other": true}
