package order

import (
	"slices"
)

// This file decides about text without an order that may be meant as one.

// beside decides about a clause without an order in a sentence that has one, and about clauses that continue it. It
// returns the index of the clause after them.
func (c *Context) beside(s *sentence, k int) int {
	cl := &s.clauses[k]
	if len(cl.segments) == 0 || cl.isEmpty() {
		return k + 1
	}
	quote := c.quoteOf(cl.segments)
	// "Germany: A Mun-Bur"
	if behind := s.behind(k); behind != nil && behind.opener == ":" && len(cl.names) == len(cl.segments) {
		if c.ownNames(cl) == 0 {
			c.Add(Part{Fate: Talk, Quote: quote})
		}
		return k + 1
	}
	prose := cl.marks["past"] || cl.opener == "reason" || s.end == "?"
	if !prose && c.mayMistype(cl.segments[0].from) { // such as "munic to Ruhr"
		if segments, end := c.piece(s, k); len(c.skipping(segments)) > 0 {
			c.ask(c.quoteOf(segments), segments)
			return end
		}
	}
	if c.ownNames(cl) > 0 && !prose {
		segments, end := c.piece(s, k)
		orders := c.beginsOwn(cl) && len(cl.verbs) > 0 && !cl.tells()
		if orders || len(c.skipping(segments)) > 0 {
			c.ask(c.quoteOf(segments), segments)
			return end
		}
	}
	// "A Mun-Tyr - oh, correction, to Boh"
	names, fixes := len(cl.names) > 0, s.corrects(k)
	if last, given := c.Given[c.Last.Key]; given && fixes && names && !prose {
		c.askInstead(quote, cl.segments, last)
		return k + 1
	}
	prose = prose || len(cl.unknown) > 1 || cl.marks["hyp"]
	if said := len(cl.verbs) > 0 || fixes || c.ownNames(cl) > 0; said && names && !prose {
		c.ask(quote, cl.segments)
		return k + 1
	}
	c.passOver(s, k)
	return k + 1
}

// passOver leaves a clause beside an order as talk. It asks about the clause instead if it may be an order in a
// letter that has others.
func (c *Context) passOver(s *sentence, k int) {
	cl, before := &s.clauses[k], s.before(k)
	p := Part{Fate: Talk, Quote: c.quoteOf(cl.segments), things: c.unsaid(cl)}
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
		p.guess = c.guessing(cl.segments)
	case len(cl.verbs) > 0 && !cl.marks["past"] && !cl.marks["says"]: // "My peek, which is the last one, is for Kiel"
		segments, _ := c.piece(s, k)
		p.hint, p.guess = true, c.guessing(segments)
	}
	c.Add(p)
}

// piece returns the segments of a clause and of those after it that continue it, up to one that has an order or
// begins with a thing of the player's: "the Liverpool army, having no boots, will walk to York". It also returns the
// index of the clause after them.
func (c *Context) piece(s *sentence, k int) (segments []segment, end int) {
	segments = slices.Clone(s.clauses[k].segments)
	for end = k + 1; end < len(s.clauses); end++ {
		d := &s.clauses[end]
		if d.isOrdering() || c.beginsOwn(d) || d.opener == "reason" {
			break
		}
		segments = append(segments, d.segments...)
	}
	return segments, end
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
func (c *Context) stated(s *sentence) statement {
	st := statement{s: s, empty: true, quote: c.Quote(s.from, s.to)}
	all := &st.all
	for k := range s.clauses {
		cl := &s.clauses[k]
		st.own += c.ownNames(cl)
		all.segments, all.names, all.verbs = append(all.segments, cl.segments...), append(all.names, cl.names...),
			append(all.verbs, cl.verbs...)
		all.little, all.unknown = append(all.little, cl.little...), append(all.unknown, cl.unknown...)
		if st.own > 0 {
			all.verbs = append(all.verbs, c.headingVerbs(cl)...)
		}
		st.empty = st.empty && cl.isEmpty()
	}
	return st
}

// words returns the number of names, words of orders and unknown words.
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

// prose decides about a sentence without an order. Questions go to the game master; the player is asked about a
// sentence that may be meant as an order.
func (c *Context) prose(s, next *sentence) {
	st := c.stated(s)
	defer c.mention(&st.all)
	told, fixes := st.isTold(), s.wrapped("fix") || c.rejected
	last, given := c.Given[c.Last.Key]
	hasNext, names := next != nil && next.hasOrders(), len(st.all.names) > 0
	leadsOn := fixes && !hasNext
	changes := fixes || s.marked("neg")
	revokes := changes && st.words() == 0 && !s.wrapped("thanks", "sorry") // such as "No, wait."
	switch {
	case c.mistypes(s):
		c.ask(st.quote, st.all.segments)
	case s.marked("adopts") && c.adopts():
	case told && s.end != "?" && c.mayOrder(s):
	case c.isCount(s):
		c.Add(Part{Fate: Asked, Quote: st.quote, Why: c.lexicon.Says("count"),
			Suggest: likeliest(c.skipping(st.all.segments))})
	case fixes && !told && c.fixesCount(s): // such as "Oops, 2 inf, one has to stay home"
		c.ask(st.quote, st.all.segments)
	case c.takesBackFiled(&st):
		c.ask(st.quote, st.all.segments)
	case st.empty && !leadsOn, c.signed && len(st.all.verbs) == 0:
	case s.wrapped("halt") && s.wrapped("please") && st.words() == 0: // such as "Hold on, please."
		c.Add(Part{Fate: Talk, Quote: st.quote})
	case c.isForGM(&st):
		c.toGM(&st)
	case fixes && c.isAbout(&st): // such as "changed my mind on Rum"
		c.Add(Part{Fate: Talk, Quote: st.quote, maybe: true, things: c.unsaidBy(s)})
	case fixes && !names && hasNext: // such as "No, wait."
	case given && c.rejects(s):
		c.Add(Part{Fate: Talk, Quote: st.quote})
		if next == nil || !next.replaces() {
			c.recall(c.begun, len(c.Parts), "back")
		}
	case told && !(fixes && st.own > 0):
		c.told(&st)
	case given && revokes:
		c.Add(Part{Fate: Asked, Quote: c.unfile(c.Last.Key) + " / " + st.quote, Why: c.lexicon.Says("back"),
			Suggest: []string{last}})
	case given && names && (fixes || s.clauses[0].isBareNo()):
		// "make that Cappadocia", "No, Cappadocia"
		c.askInstead(st.quote, st.all.segments, last)
	case names && len(st.all.unknown) <= 2 && c.hasDash(s):
		c.ask(st.quote, st.all.segments)
	case c.mayCommand(&st), c.mayCorrect(&st):
		c.askPieces(s, st.quote, st.all.segments)
	default:
		c.untold(&st)
	}
}

// rejects reports whether a sentence says no to the order before it, and what that is: "No, that's suicide."
func (c *Context) rejects(s *sentence) bool {
	if s.end == "?" || len(s.clauses) < 2 || !s.clauses[0].isBareNo() || len(s.clauses[1].segments) == 0 {
		return false
	}
	return slices.Contains(rejected, c.Lexemes[s.clauses[1].segments[0].from].Word)
}

// rejected are words that point at an order to which "no" was said.
var rejected = []string{"that", "that's", "thats", "it", "it's", "its", "this", "das"}

// replaces reports whether a sentence has an order, or a name that may take the place of one in the order before it.
func (s *sentence) replaces() bool {
	named := func(cl clause) bool { return len(cl.names) > 0 }
	return s.end != "?" && (s.hasOrders() || slices.ContainsFunc(s.clauses, named))
}

// isCount reports whether a sentence consists only of counts, and may belong to an order: "3 factors", "two legions,
// 1 fleet".
func (c *Context) isCount(s *sentence) bool {
	if c.signed {
		return false
	}
	return !slices.ContainsFunc(s.clauses, func(cl clause) bool { return !c.countsOnly(&cl, len(s.clauses) > 1) })
}

// fixesCount reports whether a clause of a sentence is no more than numbers of something, behind words of correction.
func (c *Context) fixesCount(s *sentence) bool {
	return !c.signed && slices.ContainsFunc(s.clauses, func(cl clause) bool { return c.countsOnly(&cl, true) })
}

// countsOnly reports whether a clause consists only of counts; listed says whether it is in a list of counts.
func (c *Context) countsOnly(cl *clause, listed bool) bool {
	if len(cl.names)+len(cl.verbs)+len(cl.unknown)+len(cl.marks)+len(cl.orders) > 0 || !cl.counts ||
		cl.wrappers["head"] {
		return false
	}
	long := slices.ContainsFunc(cl.numbers, func(x segment) bool { return len(c.Lexemes[x.from].Word) > 2 })
	numbers, counted := len(cl.numbers), 0
	for _, x := range cl.little {
		if _, ok := Numeral(c.Lexemes[x.from].Word); ok {
			numbers, listed = numbers+1, true
		}
		if c.lexicon.Is(c.Lexemes[x.from].Word, "counted") {
			counted++
		}
	}
	if long || numbers == 0 {
		return false
	}
	return counted > 0 || !listed
}

// adopts handles a sentence such as "If so, do that.": it asks about the preceding question. It reports whether that
// may be an order.
func (c *Context) adopts() bool {
	for i := len(c.Parts) - 1; i >= 0; i-- {
		p := &c.Parts[i]
		switch {
		case p.Fate == ToGM && len(p.Keys) > 0:
			p.Fate, p.Why = Asked, c.lexicon.Says("question")
			return true
		case p.Fate != Talk:
			return false
		}
	}
	return false
}

// isForGM reports whether a sentence is a question, or is addressed to the game master.
func (c *Context) isForGM(st *statement) bool {
	s := st.s
	switch {
	case s.end == "?":
		return true
	case s.marked("gm"):
		return st.words() > 0 || !s.wrapped("greet")
	}
	about := st.own == 0 || c.begins(&s.clauses[0], "ask")
	return about && c.asks(s) && len(st.all.unknown) > 0
}

// toGM passes a sentence on to the game master. It may be an order as well: "Can I use my peek on Kiel?"
func (c *Context) toGM(st *statement) {
	p := Part{Fate: ToGM, Quote: st.quote}
	supposes := st.own > 0 && c.supposing(st.s)
	if st.s.end != "?" || st.s.marked("plea") || supposes {
		p.maybe = len(st.all.names) > 0 && len(st.all.verbs)+st.own > 0
		p.guess = c.guessing(st.all.segments)
	}
	c.Add(p)
}

// takesBackFiled reports whether a sentence begins with a word such as "cancel", and may refer to what was on file
// before the letter.
func (c *Context) takesBackFiled(st *statement) bool {
	first := &st.s.clauses[0]
	i := slices.IndexFunc(first.segments, func(x segment) bool { return x.role != roleWrapper })
	if aside := c.signed || st.s.end == "?"; aside || i < 0 || !c.answers {
		return false
	}
	isCancel := func(t tag) bool {
		return c.lexicon.verbs[c.label(t.class)] && takingBack[c.label(t.class)]
	}
	return slices.ContainsFunc(c.phrases(first.segments[i].from), isCancel) &&
		len(st.all.unknown) <= mostUnknown
}

// supposing reports whether a clause of a sentence begins with a word such as "could".
func (c *Context) supposing(s *sentence) bool {
	return slices.ContainsFunc(s.clauses, func(cl clause) bool { return c.begins(&cl, "hyp") })
}

// isAbout reports whether a sentence contains nothing but the name of one thing of the player's.
func (c *Context) isAbout(st *statement) bool {
	return st.own == 1 && st.words() == 1 && !c.fixesTo(st.all.segments)
}

// told leaves a statement as talk.
func (c *Context) told(st *statement) {
	s := st.s
	tells := s.marked("past") || s.marked("says") || s.marked("ask")
	own := st.own > 0 || c.namesAll(&st.all) && !c.talks
	like := own && len(st.all.verbs)+len(st.all.names)+len(st.all.little) > 1 && !tells
	things := c.unsaidBy(s)
	c.leaveAside(st, like, things, len(things) > 0 && s.end != "?")
}

// untold leaves a sentence that is not understood as talk.
func (c *Context) untold(st *statement) {
	names := len(st.all.names) > 0 || c.namesAll(&st.all)
	like := st.own > 0 || len(st.all.verbs) > 0 && names
	things := c.unsaidBy(st.s)
	c.leaveAside(st, like, things, len(things) > 0)
}

// leaveAside leaves a sentence as talk. If the letter contains orders, it may be an order nevertheless: if it
// resembles one (like), or if it is certain (sure) that it is about things that have none.
func (c *Context) leaveAside(st *statement, like bool, things []int, sure bool) {
	like = like && !c.signed
	maybe := sure || like && len(st.all.unknown) <= mostUnknown
	c.Add(Part{Fate: Talk, Quote: st.quote, maybe: maybe, hint: c.hints(st.s, &st.all), things: things,
		guess: c.guessing(st.all.segments)})
}

// mayCommand reports whether a sentence may be an order.
func (c *Context) mayCommand(st *statement) bool {
	s, all := st.s, &st.all
	turns := s.wrapped("fix") || s.marked("neg") && !c.narrow
	names, verbs, known := len(all.names) > 0, len(all.verbs) > 0, len(all.unknown) <= mostUnknown
	pleads := s.wrapped("please") && !turns
	switch {
	case pleads && names && known && completes(c.game):
		return true
	case st.own > 0 && known && (verbs || turns):
		return true
	case st.own > 0:
		return len(c.skipping(all.segments)) > 0
	case s.marked("neg", "hyp"):
		return false
	}
	return names && verbs && len(all.unknown) == 0 && s.commands()
}

// mayCorrect reports whether a sentence may correct what is on file.
func (c *Context) mayCorrect(st *statement) bool {
	s, all := st.s, &st.all
	switch {
	case len(c.Sheet.Keys()) == 0:
		return false
	case len(all.names)+len(all.verbs) > 0 && len(all.unknown) <= 2:
		return s.wrapped("fix") || s.marked("neg")
	}
	return s.wrapped("fix") && len(all.unknown) <= 1 && !s.wrapped("thanks")
}

// fixesTo reports whether a name directly follows words of correction: "make that Cassel".
func (c *Context) fixesTo(segments []segment) bool {
	for i, x := range segments[1:] {
		if was := segments[i]; x.role == roleName && was.role == roleWrapper && c.label(was.class) == "fix" {
			return true
		}
	}
	return false
}

// hints reports whether a sentence contains a word of orders and a name, so that it may be an order in a letter that
// has others.
func (c *Context) hints(s *sentence, all *clause) bool {
	tells := s.end == "?" || s.marked("past") || s.marked("says")
	aside := tells || c.apart()
	return len(all.verbs) > 0 && len(all.names) > 0 && !aside
}

// askPieces asks about a sentence without an order, piece by piece; each piece begins with a thing of the player's.
func (c *Context) askPieces(s *sentence, quote string, all []segment) {
	var pieces [][]segment
	for k := 0; k < len(s.clauses); {
		segments, end := c.piece(s, k)
		if len(segments) > 0 && c.beginsOwn(&s.clauses[k]) && len(c.skipping(segments)) > 0 {
			pieces = append(pieces, segments)
		}
		k = end
	}
	if len(pieces) < 2 {
		c.ask(quote, all)
		return
	}
	for _, segments := range pieces {
		c.ask(c.quoteOf(segments), segments)
	}
}

// mention records that a sentence names exactly one thing of the player's, to which "it" in the next one may refer.
func (c *Context) mention(all *clause) {
	if own := slices.Compact(c.own(all.segments)); len(own) == 1 {
		c.Said = append(c.Said, own[0])
	}
}

// namesAll reports whether a clause contains a word for all or the rest of the player's things.
func (c *Context) namesAll(cl *clause) bool {
	return slices.ContainsFunc(cl.segments, func(s segment) bool {
		return (s.role == roleLittle || completes(c.game)) &&
			slices.ContainsFunc(c.phrases(s.from), func(t tag) bool {
				return t.end == s.to && c.game.Own(c.label(t.class), nil)
			})
	})
}

// headingVerbs returns words of a clause that may be a heading or words for an action: "Move Paris".
func (c *Context) headingVerbs(cl *clause) []segment {
	var out []segment
	for _, s := range cl.segments {
		isVerb := func(t tag) bool { return t.end == s.to && c.lexicon.verbs[c.label(t.class)] }
		if s.role == roleWrapper && slices.ContainsFunc(c.phrases(s.from), isVerb) {
			out = append(out, s)
		}
	}
	return out
}

// mostUnknown is the largest number of unknown words in something that may be an order.
const mostUnknown = 4

// mayOrder asks about those clauses of a statement that may be orders nevertheless. It reports whether there are any.
func (c *Context) mayOrder(s *sentence) bool {
	found := false
	if c.talks {
		return false
	}
	for k := range s.clauses {
		cl := &s.clauses[k]
		orders := len(cl.verbs) > 0 && !cl.tells()
		if orders && c.ownNames(cl) > 0 && len(cl.unknown) <= 2 {
			segments, _ := c.piece(s, k)
			c.ask(c.quoteOf(segments), segments)
			found = true
		}
	}
	return found
}

// unsaidBy returns the results of unsaid for all clauses of a sentence.
func (c *Context) unsaidBy(s *sentence) []int {
	var out []int
	for k := range s.clauses {
		out = append(out, c.unsaid(&s.clauses[k])...)
	}
	return out
}

// unsaid returns the player's things at the beginning of a clause that may be an order, whatever else it contains.
func (c *Context) unsaid(cl *clause) []int {
	if c.apart() || cl.opener == "reason" || c.isHistory(cl) {
		return nil
	}
	if !c.beginsOwn(cl) {
		return nil
	}
	return c.own(cl.segments)
}

// mistypes reports whether a short sentence begins with an unknown word that may be a misspelt name of the player's,
// and continues as an order does, with a dash or a word of orders.
func (c *Context) mistypes(s *sentence) bool {
	if s.to-s.from < 2 || s.to-s.from > longestNotation {
		return false
	}
	isVerb := func(t tag) bool { return t.cost == 0 && c.lexicon.verbs[c.label(t.class)] }
	goesOn := c.Lexemes[s.from+1].Word == "-" || slices.ContainsFunc(c.phrases(s.from+1), isVerb)
	return goesOn && c.mayMistype(s.from)
}

// mayMistype reports whether a lexeme is an unknown word that may be a misspelt name of the player's.
func (c *Context) mayMistype(at int) bool {
	word := c.Lexemes[at]
	if word.Kind != Word || c.lexicon.Knows(word.Word) {
		return false
	}
	return slices.ContainsFunc(c.lexicon.nearest(word.Word), func(t tag) bool {
		return c.game.Own(c.label(t.class), t.vals)
	})
}

const longestNotation = 9 // largest number of lexemes

// hasDash reports whether a short sentence contains a dash between joined words, as orders do: "SPe-Nwy".
func (c *Context) hasDash(s *sentence) bool {
	for i := s.from + 1; i+1 < s.to; i++ {
		if c.Lexemes[i].Word == "-" && c.Lexemes[i-1].Kind == Word && c.Lexemes[i+1].Kind == Word {
			return s.to-s.from <= longestNotation
		}
	}
	return false
}

// asks reports whether a clause of a sentence begins with a question word: "When is the deadline".
func (c *Context) asks(s *sentence) bool {
	return s.end != "!" && slices.ContainsFunc(s.clauses, func(cl clause) bool {
		at := slices.IndexFunc(cl.segments, func(x segment) bool { return x.role != roleWrapper })
		return at >= 0 && cl.segments[at].role == roleMark && c.label(cl.segments[at].class) == "ask"
	})
}
