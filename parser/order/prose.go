package order

import (
	"slices"
)

// A proseReader decides about text without an order that may be meant as one.
type proseReader struct {
	*letter
	guess   *guesser
	revoker *revoker
}

// beside decides about a clause without an order in a sentence that has one, and about clauses that continue it. It
// returns the index of the clause after them.
func (r *proseReader) beside(s *sentence, k int) int {
	cl := &s.clauses[k]
	if len(cl.segments) == 0 || cl.isEmpty() {
		return k + 1
	}
	quote := r.ctx.quoteOf(cl.segments)
	// "Germany: A Mun-Bur"
	if behind := s.behind(k); behind != nil && behind.opener == ":" && len(cl.names) == len(cl.segments) {
		if r.own.count(cl) == 0 {
			r.ctx.Add(Part{Fate: Talk, Quote: quote})
		}
		return k + 1
	}
	prose := cl.marks["past"] || cl.opener == "reason" || s.end == "?"
	if !prose && r.own.mayMistype(cl.segments[0].from) { // such as "munic to Ruhr"
		if segments, end := r.own.piece(s, k); len(r.guess.skipping(segments)) > 0 {
			r.guess.ask(r.ctx.quoteOf(segments), segments)
			return end
		}
	}
	if r.own.count(cl) > 0 && !prose {
		segments, end := r.own.piece(s, k)
		orders := r.own.begins(cl) && len(cl.verbs) > 0 && !cl.tells()
		if orders || len(r.guess.skipping(segments)) > 0 {
			r.guess.ask(r.ctx.quoteOf(segments), segments)
			return end
		}
	}
	// "A Mun-Tyr - oh, correction, to Boh"
	names, fixes := len(cl.names) > 0, s.corrects(k)
	corrects := fixes && names && !prose
	if last, given := r.ctx.Given[r.ctx.Last.Key]; given && corrects {
		r.guess.askInstead(quote, cl.segments, last)
		return k + 1
	}
	directs := names && len(cl.unknown)+len(cl.marks) == 0 && len(cl.verbs)+len(cl.little) > 0
	if at, is := r.replacedBefore(s, k); is && directs && !prose {
		r.askReplaced(s, at, k)
		return k + 1
	}
	prose = prose || len(cl.unknown) > 1 || cl.marks["hyp"]
	said := len(cl.verbs) > 0 || fixes || r.own.count(cl) > 0
	if said && names && !prose {
		r.guess.ask(quote, cl.segments)
		return k + 1
	}
	r.passOver(s, k)
	return k + 1
}

// passOver leaves a clause beside an order as talk. It asks about the clause instead if it may be an order in a
// letter that has others.
func (r *proseReader) passOver(s *sentence, k int) {
	cl, before := &s.clauses[k], s.before(k)
	p := Part{Fate: Talk, Quote: r.ctx.quoteOf(cl.segments), things: r.unsaid(cl)}
	goesOn := before != nil && len(before.orders) > 0
	goesOn = goesOn && len(cl.verbs) > 0 && len(cl.unknown) <= 1
	if cl.opener == "alt" || cl.opener == "cond" {
		goesOn = false // the player is asked about it together with the order before it
	}
	known := len(cl.names) > 0 && len(cl.unknown) == 0
	like := known && (len(cl.verbs) > 0 || cl.opener == "joint")
	p.maybe = len(p.things) > 0
	if (like || goesOn) && !cl.tells() {
		p.maybe = true
	}
	switch {
	case p.maybe:
		p.guess = r.guess.guessing(cl.segments)
	case len(cl.verbs) > 0 && !cl.marks["past"] && !cl.marks["says"] && !cl.marks["later"]: // "My peek, which is the last one, is for Kiel"
		segments, _ := r.own.piece(s, k)
		p.hint, p.guess = true, r.guess.guessing(segments)
	}
	r.ctx.Add(p)
}

// A statement is a sentence without an order.
type statement struct {
	s     *sentence
	all   clause // the contents of its clauses, combined
	own   int    // number of names that are things of the player's
	empty bool   // whether it contains nothing meaningful
	quote string
}

// stated combines the clauses of a sentence.
func (r *proseReader) stated(s *sentence) statement {
	st := statement{s: s, empty: true, quote: r.ctx.Quote(s.from, s.to)}
	all := &st.all
	for k := range s.clauses {
		cl := &s.clauses[k]
		st.own += r.own.count(cl)
		all.segments, all.names, all.verbs = append(all.segments, cl.segments...), append(all.names, cl.names...),
			append(all.verbs, cl.verbs...)
		all.little, all.unknown = append(all.little, cl.little...), append(all.unknown, cl.unknown...)
		if st.own > 0 {
			all.verbs = append(all.verbs, r.words.headingVerbs(cl)...)
		}
		st.empty = st.empty && cl.isEmpty()
	}
	return st
}

// words returns the number of names, order keywords and unknown words.
func (st *statement) words() int {
	return len(st.all.names) + len(st.all.verbs) + len(st.all.unknown)
}

// isTold reports whether the sentence is a statement or question rather than an order.
func (st *statement) isTold() bool {
	if st.s.end == "?" || st.own == 0 && st.s.marked("hyp", "plan") {
		return true
	}
	return slices.ContainsFunc(telling, func(mark string) bool { return mark != "hyp" && st.s.marked(mark) })
}

// decide decides about a sentence without an order. Questions go to the game master; the player is asked about a
// sentence that may be meant as an order.
func (r *proseReader) decide(s, next *sentence) {
	st := r.stated(s)
	defer r.mention(&st.all)
	told, fixes := st.isTold(), s.wrapped("fix") || r.rejected
	last, given := r.ctx.Given[r.ctx.Last.Key]
	hasNext, names := next != nil && next.hasOrders(), len(st.all.names) > 0
	leadsOn := fixes && !hasNext
	changes := fixes || s.marked("neg")
	corrects := fixes || s.clauses[0].isBareNo()
	revokes := changes && st.words() == 0 && !s.wrapped("thanks", "sorry") // such as "No, wait."
	switch {
	case r.own.mistypes(s):
		r.guess.ask(st.quote, st.all.segments)
	case r.leavesOpen(&st):
		r.askOpen(&st)
	case s.marked("adopts") && r.adopts():
	case told && s.end != "?" && r.mayOrder(s):
	case r.isCount(s):
		r.ctx.Add(Part{Fate: Asked, Quote: st.quote, Why: r.lexicon.Says("count"),
			Suggest: likeliest(r.guess.skipping(st.all.segments))})
	case fixes && !told && r.fixesCount(s): // such as "Oops, 2 inf, one has to stay home"
		r.guess.ask(st.quote, st.all.segments)
	case r.takesBackFiled(&st):
		r.guess.ask(st.quote, st.all.segments)
	case st.empty && !leadsOn, r.signed && len(st.all.verbs) == 0:
	case s.wrapped("halt") && s.wrapped("please") && st.words() == 0: // such as "Hold on, please."
		r.ctx.Add(Part{Fate: Talk, Quote: st.quote})
	case r.isForGM(&st):
		r.toGM(&st)
	case fixes && r.isAbout(&st): // such as "changed my mind on Rum"
		r.ctx.Add(Part{Fate: Talk, Quote: st.quote, maybe: true, things: r.unsaidBy(s)})
	case fixes && !names && hasNext: // such as "No, wait."
	case given && r.words.rejects(s):
		r.ctx.Add(Part{Fate: Talk, Quote: st.quote})
		if next == nil || !next.replaces() {
			r.revoker.recall(r.begun, len(r.ctx.Parts), "back")
		}
	case told && !(fixes && st.own > 0):
		r.told(&st)
	case given && revokes:
		r.ctx.Add(Part{Fate: Asked, Quote: r.files.unfile(r.ctx.Last.Key) + " / " + st.quote,
			Why: r.lexicon.Says("back"), Suggest: []string{last}})
	case given && names && corrects:
		// "make that Cappadocia", "No, Cappadocia"
		r.guess.askInstead(st.quote, st.all.segments, last)
	case names && len(st.all.unknown) <= 2 && r.words.hasDash(s):
		r.guess.ask(st.quote, st.all.segments)
	case r.mayCommand(&st), r.mayCorrect(&st):
		r.guess.askPieces(s, st.quote, st.all.segments)
	default:
		r.untold(&st)
	}
}

// leavesOpen reports whether a sentence says that its writer has not decided about things of theirs, or will say
// later which of two things they are to do: "Munich goes either to Burgundy or to Tyrolia, I'll tell you tomorrow".
func (r *proseReader) leavesOpen(st *statement) bool {
	isLater := st.s.marked("later") && st.s.marked("alt")
	return (isLater || st.s.marked("open")) && st.own > 0 && !r.apart()
}

// askOpen asks about a sentence that says that its writer has not decided about things of theirs, unless the letter
// decides about these below it: "I can't decide where Munich should go".
func (r *proseReader) askOpen(st *statement) {
	r.doubtAll(st.all.segments)
	r.ctx.Add(Part{Fate: Asked, Quote: st.quote, Why: r.lexicon.Says("open"),
		Suggest: likeliest(r.guess.skipping(st.all.segments)), remarks: r.own.named(st.all.segments), before: true})
}

// replacedBefore returns the index of the clause with the last order before clause k, and whether the words between
// take it back, so that clause k may replace it: "Brest to Spain, no, that's too far, to the Channel".
func (r *proseReader) replacedBefore(s *sentence, k int) (int, bool) {
	for j := k - 1; j >= 0; j-- {
		if cl := &s.clauses[j]; len(cl.orders) > 0 {
			return j, r.words.takenBack(s, j) && r.own.names(cl.segments) && !r.own.names(s.clauses[k].segments)
		}
	}
	return 0, false
}

// askReplaced asks about what replaces an order that clause from has, in the clauses up to clause to.
func (r *proseReader) askReplaced(s *sentence, from, to int) {
	var all []segment
	for _, cl := range s.clauses[from : to+1] {
		all = append(all, cl.segments...)
	}
	r.guess.ask(r.ctx.quoteOf(all), all)
}

// isCount reports whether a sentence consists only of counts, and may belong to an order: "3 factors", "two legions,
// 1 fleet".
func (r *proseReader) isCount(s *sentence) bool {
	if r.signed {
		return false
	}
	return !slices.ContainsFunc(s.clauses, func(cl clause) bool { return !r.words.countsOnly(&cl, len(s.clauses) > 1) })
}

// fixesCount reports whether a clause of a sentence consists only of numbers of something, after words of correction.
func (r *proseReader) fixesCount(s *sentence) bool {
	return !r.signed && slices.ContainsFunc(s.clauses, func(cl clause) bool { return r.words.countsOnly(&cl, true) })
}

// adopts handles a sentence such as "If so, do that.": it asks about the preceding question. It reports whether that
// may be an order.
func (r *proseReader) adopts() bool {
	for i := len(r.ctx.Parts) - 1; i >= 0; i-- {
		p := &r.ctx.Parts[i]
		switch {
		case p.Fate == ToGM && len(p.Keys) > 0:
			p.Fate, p.Why = Asked, r.lexicon.Says("question")
			return true
		case p.Fate != Talk:
			return false
		}
	}
	return false
}

// isForGM reports whether a sentence is a question, or is addressed to the game master.
func (r *proseReader) isForGM(st *statement) bool {
	s := st.s
	switch {
	case s.end == "?":
		return true
	case s.marked("gm"):
		return st.words() > 0 || !s.wrapped("greet")
	}
	about := st.own == 0 || r.words.begins(&s.clauses[0], "ask")
	return about && r.words.asks(s) && len(st.all.unknown) > 0
}

// toGM passes a sentence on to the game master. It may be an order as well: "Can I use my peek on Kiel?"
func (r *proseReader) toGM(st *statement) {
	p := Part{Fate: ToGM, Quote: st.quote}
	supposes := st.own > 0 && r.words.supposing(st.s)
	if st.s.end != "?" || st.s.marked("plea") || supposes {
		p.maybe = len(st.all.names) > 0 && len(st.all.verbs)+st.own > 0
		p.guess = r.guess.guessing(st.all.segments)
	}
	r.ctx.Add(p)
}

// takesBackFiled reports whether a sentence begins with a word such as "cancel", and may refer to what was on file
// before the letter.
func (r *proseReader) takesBackFiled(st *statement) bool {
	first := &st.s.clauses[0]
	i := slices.IndexFunc(first.segments, func(x segment) bool { return x.role != roleWrapper })
	if r.signed || st.s.end == "?" {
		return false
	}
	if i < 0 || !r.answers {
		return false
	}
	isCancel := func(t tag) bool {
		return r.lexicon.verbs[r.ctx.label(t.class)] && takingBack[r.ctx.label(t.class)]
	}
	return slices.ContainsFunc(r.ctx.phrases(first.segments[i].from), isCancel) &&
		len(st.all.unknown) <= mostUnknown
}

// isAbout reports whether a sentence contains nothing but the name of one thing of the player's.
func (r *proseReader) isAbout(st *statement) bool {
	return st.own == 1 && st.words() == 1 && !r.words.fixesTo(st.all.segments)
}

// told leaves a statement as talk.
func (r *proseReader) told(st *statement) {
	s := st.s
	tells := s.marked("past") || s.marked("says") || s.marked("ask")
	own := st.own > 0 || r.own.namesAll(&st.all) && !r.talks
	like := own && len(st.all.verbs)+len(st.all.names)+len(st.all.little) > 1 && !tells
	things := r.unsaidBy(s)
	r.leaveAside(st, like, things, len(things) > 0 && s.end != "?")
}

// untold leaves a sentence that is not understood as talk.
func (r *proseReader) untold(st *statement) {
	names := len(st.all.names) > 0 || r.own.namesAll(&st.all)
	like := st.own > 0 || len(st.all.verbs) > 0 && names
	things := r.unsaidBy(st.s)
	r.leaveAside(st, like, things, len(things) > 0)
}

// leaveAside leaves a sentence as talk. If the letter contains orders, it may be an order nevertheless: if it
// resembles one (like), or if it is certain (sure) that it is about things that have none.
func (r *proseReader) leaveAside(st *statement, like bool, things []int, sure bool) {
	like = like && !r.signed
	maybe := sure || like && len(st.all.unknown) <= mostUnknown
	r.ctx.Add(Part{Fate: Talk, Quote: st.quote, maybe: maybe, hint: r.hints(st.s, &st.all), things: things,
		guess: r.guess.guessing(st.all.segments)})
}

// mayCommand reports whether a sentence may be an order.
func (r *proseReader) mayCommand(st *statement) bool {
	s, all := st.s, &st.all
	turns := s.wrapped("fix") || s.marked("neg") && !r.narrow
	names, verbs, known := len(all.names) > 0, len(all.verbs) > 0, len(all.unknown) <= mostUnknown
	pleads := s.wrapped("please") && !turns
	orders := st.own > 0 && (verbs || turns)
	orders = orders || names && pleads && completes(r.game)
	switch {
	case orders && known:
		return true
	case st.own > 0:
		return len(r.guess.skipping(all.segments)) > 0
	case s.marked("neg", "hyp"):
		return false
	}
	complete := names && verbs && len(all.unknown) == 0
	return complete && s.commands()
}

// mayCorrect reports whether a sentence may correct what is on file.
func (r *proseReader) mayCorrect(st *statement) bool {
	s, all := st.s, &st.all
	switch {
	case len(r.ctx.Sheet.Keys()) == 0:
		return false
	case len(all.names)+len(all.verbs) > 0 && len(all.unknown) <= 2:
		return s.wrapped("fix") || s.marked("neg")
	}
	return s.wrapped("fix") && len(all.unknown) <= 1 && !s.wrapped("thanks")
}

// hints reports whether a sentence contains an order keyword and a name, so that it may be an order in a letter that
// has others.
func (r *proseReader) hints(s *sentence, all *clause) bool {
	tells := s.end == "?" || s.marked("past") || s.marked("says")
	aside := tells || r.apart()
	return len(all.verbs) > 0 && len(all.names) > 0 && !aside
}

// mostUnknown is the largest number of unknown words in something that may be an order.
const mostUnknown = 4

// mayOrder asks about those clauses of a statement that may be orders nevertheless. It reports whether there are any.
func (r *proseReader) mayOrder(s *sentence) bool {
	found := false
	if r.talks {
		return false
	}
	for k := range s.clauses {
		cl := &s.clauses[k]
		orders := len(cl.verbs) > 0 && !cl.tells()
		if orders && r.own.count(cl) > 0 && len(cl.unknown) <= 2 {
			segments, _ := r.own.piece(s, k)
			r.guess.ask(r.ctx.quoteOf(segments), segments)
			found = true
		}
	}
	return found
}

// unsaidBy returns the results of unsaid for all clauses of a sentence.
func (r *proseReader) unsaidBy(s *sentence) []int {
	var out []int
	for k := range s.clauses {
		out = append(out, r.unsaid(&s.clauses[k])...)
	}
	return out
}

// unsaid returns the player's things at the beginning of a clause that may be an order, whatever else it contains.
func (r *proseReader) unsaid(cl *clause) []int {
	if r.apart() || cl.opener == "reason" || r.words.isHistory(cl) {
		return nil
	}
	if !r.own.begins(cl) {
		return nil
	}
	return r.own.named(cl.segments)
}

const longestNotation = 9 // largest number of lexemes
