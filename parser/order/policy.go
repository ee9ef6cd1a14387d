package order

import (
	"fmt"
	"slices"
	"strings"
)

// This file decides, for all games alike, what becomes of each part of a letter: a certain order is filed, a possible
// one is queried, and nothing is silently ignored.

// sentence decides about a sentence. The next sentence may take it back.
func (c *Context) sentence(s, next *sentence, list string) {
	c.deciding = s
	before, fixes := len(c.Parts), c.Fixes
	if c.revokes(s) {
		c.revoke(s)
	}
	if !s.hasOrders() {
		rejects := c.rejects(s) && len(c.Given) > 0
		c.prose(s, next)
		c.Fixes, c.rejected = (s.wrapped("fix") || rejects || fixes && c.explains(s, before)) && !c.signed, rejects
		return
	}
	if s.clauses[0].wrappers["halt"] {
		defer c.recall(c.begun, len(c.Parts), "back")
	}
	c.begun, c.beyond, c.rejected = len(c.Parts), 0, false
	for k := range s.clauses {
		afterColon := s.clauses[k].opener == ":" && c.turnedBefore(s, k)
		c.Fixes = c.Fixes || s.corrects(k) || afterColon
		switch cl := &s.clauses[k]; {
		case k < c.beyond, s.isTold(k):
		case len(cl.orders) == 0:
			c.beyond = c.beside(s, k)
		default:
			for _, m := range cl.orders {
				c.match(spot{s, next, k, list}, m)
			}
		}
	}
	c.askHalf(c.begun)
	if s.end == "?" && (s.marked("ask") || s.marked("you")) {
		c.Add(Part{Fate: ToGM, Quote: c.Quote(s.from, s.to)})
	}
	c.Fixes = fixes && c.explains(s, before)
}

// explains reports whether a sentence between words of correction and the order that they introduce is only talk: "No, wait.
// That leaves Munich open. So A Mun H." Its parts begin at index from.
func (c *Context) explains(s *sentence, from int) bool {
	isTalk := func(p Part) bool { return p.Fate == Talk }
	return !s.newLine && !s.blank && s.end == "." && !slices.ContainsFunc(c.Parts[from:], func(p Part) bool { return !isTalk(p) })
}

// askHalf asks about orders that a sentence reports, while others in it are filed: "He ordered it to hold, and Warsaw
// to support it." Its parts begin at index from.
func (c *Context) askHalf(from int) {
	parts := c.Parts[min(from, len(c.Parts)):]
	if !slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Filed }) {
		return
	}
	for i := range parts {
		if p := &parts[i]; p.Fate == Talk && len(p.Keys) > 0 && c.isNews(p.Suggest) {
			p.Fate, p.Why = Asked, c.lexicon.Says("unclear")
		}
	}
}

// corrects reports whether a clause is a correction, because of its own words or those before it.
func (s *sentence) corrects(k int) bool {
	if s.clauses[k].wrappers["fix"] {
		return true
	}
	before := s.before(k)
	switch {
	case before == nil:
		return false
	case before.isBareNo():
		return true
	}
	return before.wrappers["fix"] && len(before.orders) == 0
}

// match decides about a match, now or when everything else in the letter is decided.
func (c *Context) match(at spot, m *Match) {
	cl, doubt := at.clause(), c.doubt(at)
	behind := at.s.behind(at.k)
	offered := doubt == "alt" || doubt == "hyp"
	doubled := offered && behind != nil && at.s.isTold(at.k+1)
	of := c.of
	decide := func() {
		c.of = of
		said := len(c.Said)
		o, m := c.resolved(m)
		c.decide(ruling{spot: at, m: m, o: o, doubt: doubt}, said)
	}
	switch {
	case doubt == "unclear" && isJoined(c.Lexemes, m.To):
		c.ask(c.quoteOf(cl.segments), cl.segments)
	case m.Weak && !doubled && (doubt != "" || at.s.end == "?"):
		c.weak(at.s, cl, m, doubt)
	case c.isSignature(at.s, at.k):
		c.Add(Part{Fate: Talk, Quote: c.quoteOf(cl.segments)})
	case m.Last:
		c.deferred = append(c.deferred, decide)
	default:
		decide()
	}
}

// isSignature reports whether a clause is a name after words of thanks at the end of a sentence: "Thanks, Paris".
func (c *Context) isSignature(s *sentence, k int) bool {
	cl := &s.clauses[k]
	thanks := cl.wrappers["thanks"]
	if k > 0 && len(s.clauses[k-1].orders) == 0 {
		thanks = thanks || s.clauses[k-1].wrappers["thanks"]
	}
	if isLast := k+1 == len(s.clauses); !thanks || !isLast {
		return false
	}
	return cl.segments[len(cl.segments)-1].match != nil && c.isLoneName(cl)
}

// isLoneName reports whether a clause is an order that consists only of a name.
func (c *Context) isLoneName(cl *clause) bool {
	if !cl.isClean() || len(cl.orders) != 1 {
		return false
	}
	return len(cl.orders[0].binds) == 1 && c.isElliptic(cl)
}

// weak asks about a clause that names a thing of the player's and may be an order. It leaves statements and questions
// as talk.
func (c *Context) weak(s *sentence, cl *clause, m *Match, doubt string) {
	quote := c.quoteOf(cl.segments)
	if c.game.Resolve(m, c).Told {
		c.Add(Part{Fate: Talk, Quote: quote})
		return
	}
	switch {
	case c.narrow && doubt == "neg" && len(c.Given) > 0 && !c.Fixes: // such as "... to Smyrna. Not to Ankara."
		c.Add(Part{Fate: Talk, Quote: quote})
	case s.end == "?", c.asksFirst(s, cl):
		c.mention(cl)
		supposes := c.begins(cl, "hyp") && c.namesOwn(cl.segments) // such as "The pilots, maybe?"
		c.Add(Part{Fate: ToGM, Quote: c.Quote(s.from, s.to), maybe: supposes, guess: c.guessing(s.segments())})
	case m.isBare() && cl.begins(m) && !c.talks:
		why := c.lexicon.Says("unclear")
		if o := c.game.Resolve(m, c); o.Ask != "" {
			why = o.Ask
		}
		suggest := c.skipping(cl.segments)
		if len(suggest) == 0 { // such as "My peek, if one may call it that, is for Denmark"
			suggest = c.skipping(s.segments())
		}
		c.Add(Part{Fate: Asked, Quote: quote, Why: why, Suggest: likeliest(suggest)})
	case c.mayBeOrder(cl, m, doubt) && len(c.skipping(cl.segments)) > 0:
		c.ask(quote, cl.segments)
	case cl.opener == "reason" || c.talks || !c.namesOwn(cl.segments):
		names := m.isBare() && cl.namesBeside(m) // such as "PAS may be taken for Silesia"
		subject := !m.isBare() && !cl.begins(m) && len(cl.marks)+len(cl.names) == 0
		// "The Guards advance into Finland"
		subject = subject && doubt == "unclear" && len(cl.verbs)+len(cl.unknown) > 0
		c.leave(cl, quote, names || subject)
	case slices.Contains([]string{"unclear", "neg", "cond", "alt"}, doubt):
		c.ask(quote, cl.segments)
	default:
		c.leave(cl, quote, false)
	}
}

// asksFirst reports whether a clause begins a sentence with a question word and is not a supposition: "how much is
// it, and when".
func (c *Context) asksFirst(s *sentence, cl *clause) bool {
	return cl == &s.clauses[0] && c.begins(cl, "ask") && !c.supposes(cl)
}

// mayBeOrder reports whether a clause with a number may be an order, apart from its other words: "use my temple gold
// chit (no. 5)".
func (c *Context) mayBeOrder(cl *clause, m *Match, doubt string) bool {
	if tells := cl.opener == "reason" || cl.tells(); tells || c.talks || len(cl.numbers) == 0 {
		return false
	}
	return doubt == "unclear" || doubt == "neg" && m.isBare()
}

// isBare reports whether a match is a word of orders without any name: "PAS", "VOTE".
func (m *Match) isBare() bool {
	return !slices.ContainsFunc(m.binds, func(b Bind) bool { return len(b.Vals) > 0 })
}

// namesBeside reports whether a clause contains a name beside a match, or an order with one.
func (cl *clause) namesBeside(m *Match) bool {
	return len(cl.names) > 0 || slices.ContainsFunc(cl.orders, func(o *Match) bool { return o != m && !o.isBare() })
}

// begins reports whether a clause consists of a match followed by one or two unknown words: "PAS-Xyz".
func (cl *clause) begins(m *Match) bool {
	return len(cl.segments) <= 3 && cl.segments[0].match == m && len(cl.unknown) == len(cl.segments)-1
}

// resolved returns the outcome of a match. If several forms match equally well, it is that of the one that is
// possible; if several are, all of them are suggested.
func (c *Context) resolved(m *Match) (Outcome, *Match) {
	said := slices.Clone(c.Said)
	o := c.game.Resolve(m, c)
	var can []Outcome
	if o.Refuse == "" && o.Ask == "" && !o.Talk {
		can = append(can, o)
	}
	for _, other := range m.others {
		was := c.Said
		c.Said = slices.Clone(said)
		x := c.game.Resolve(other, c)
		c.Said = was
		isSame := func(y Outcome) bool { return slices.Equal(x.lines(), y.lines()) }
		if isSure := x.Refuse == "" && x.Ask == "" && !x.Talk; isSure && !slices.ContainsFunc(can, isSame) {
			can = append(can, x)
			if len(can) == 1 {
				m = other
			}
		}
	}
	switch {
	case len(can) == 1:
		return can[0], m
	case len(can) > 1:
		both := Outcome{Ask: c.lexicon.Says("either")}
		for _, x := range can {
			both.Suggest = append(both.Suggest, x.lines()...)
		}
		return both, m
	}
	return o, m
}

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

// decide files an order, refuses it or asks about it. said is the number of things that had been named before it.
func (c *Context) decide(r ruling, said int) {
	cl, o := r.clause(), r.o
	r.quote, r.whole, r.lines = c.Quote(r.m.From, r.m.To), c.quoteOf(cl.segments), o.lines()
	if others := r.s.alternatives(r.k); r.doubt == "alt" && len(others) > 0 { // such as "A Mun-Tyr or Ruh"
		last := others[len(others)-1].segments
		end := last[len(last)-1].to
		r.whole = c.Quote(cl.segments[0].from, end)
		r.lines = append(r.lines, c.meant(r.m.From, end)...)
	}
	if behind := r.s.behind(r.k); r.doubt != "" && behind != nil && behind.isDoubt() {
		r.whole = c.Quote(cl.segments[0].from, behind.segments[len(behind.segments)-1].to)
	}
	r.last = c.Last
	switch {
	case len(o.Orders) > 0:
		c.Last = o.Orders[len(o.Orders)-1]
	case o.Ask != "" && len(o.Suggest) == 1: // such as "the other fleet does the same"
		c.Last = Order{Line: o.Suggest[0]}
	}
	switch {
	case o.Told, o.Refuse != "" && c.isCorrected(r):
		c.Add(Part{Fate: Talk, Quote: r.whole})
	case o.Blank && r.doubt == "":
	case o.Blank:
		c.Add(Part{Fate: Talk, Quote: r.whole, maybe: true})
	case o.Talk:
		c.talk(r)
	case r.doubt != "":
		c.doubtful(r)
	default:
		c.sure(r, said)
	}
}

// isCorrected reports whether the clause behind an order corrects it, and is for the same thing: "Ven S Vie, no wait, Ven H".
func (c *Context) isCorrected(r ruling) bool {
	behind := r.s.behind(r.k)
	if behind == nil || !behind.wrappers["halt"] || len(behind.orders) == 0 {
		return false
	}
	own, others := c.own(r.clause().segments), c.own(behind.segments)
	return len(own) > 0 && len(others) > 0 && own[0] == others[0]
}

// talk decides about a match that is not an order.
func (c *Context) talk(r ruling) {
	cl := r.clause()
	bare := len(cl.marks) == 0 || r.doubt == "neg"
	aside := r.s.end == "?" || c.talks
	switch {
	case bare && !aside && c.namesOwn(cl.segments):
		c.ask(r.whole, cl.segments)
	default:
		c.leave(cl, r.whole, false)
	}
}

// doubtful decides about an order with a doubt, that is, a reason against filing it.
func (c *Context) doubtful(r ruling) {
	cl, o := r.clause(), r.o
	own := c.namesOwn(cl.segments)
	denied := r.doubt == "neg"
	onFile := c.isOnFile(r)
	revokes := onFile && denied && !c.talks
	switch {
	case revokes && c.Fixes && cl.isClean():
		// "On second thought, don't discard the Recruit"
		c.file(Outcome{Drop: keysOf(o)}, r.whole)
	case revokes:
		c.doubts(r.m)
		c.Add(Part{Fate: Asked, Quote: r.whole, Why: c.lexicon.Says("neg on file"), Keys: keysOf(o)})
	case onFile, c.isVoid(o):
		c.Add(Part{Fate: Talk, Quote: r.whole})
	case c.talks && !own && len(o.Orders) == 0:
		c.leave(cl, r.whole, false)
	case r.s.end == "?" && (r.pleads() || r.announcesBeforeQuestion()):
		c.askWhy(r, c.lexicon.Says(r.doubt))
	case r.s.end == "?" && !r.isPlain():
		c.doubts(r.m)
		c.Add(Part{Fate: ToGM, Quote: c.Quote(r.s.from, r.s.to), Suggest: distinct(r.lines), Keys: keysOf(o),
			maybe: c.maySuggest(r)})
	case denied && own && c.Fixes && o.Refuse != "": // such as "Sorry, no, not Moscow, Warsaw is staying too"
		c.ask(r.whole, cl.segments)
	case c.isOrderBeforeTalk(r):
		c.askWhy(r, c.lexicon.Says(r.doubt))
	case c.isOfOthers(r), c.isNothing(r):
		c.leave(cl, r.whole, len(o.Orders) > 0)
		if last := &c.Parts[len(c.Parts)-1]; len(o.Orders) > 0 && !o.Foreign && last.Quote == r.whole {
			last.Suggest, last.Keys = distinct(r.lines), keysOf(o)
		}
	case o.Refuse != "":
		c.refused(r)
	case r.doubt == "unclear":
		c.askWhy(r, c.unclear(cl.segments))
	default:
		c.askWhy(r, c.lexicon.Says(r.doubt))
	}
}

// askWhy asks about a whole clause. What the clause corrects, or may correct because of unknown words, becomes
// uncertain, too.
func (c *Context) askWhy(r ruling, why string) {
	mayFix := c.Fixes || r.doubt == "unclear"
	if cl := r.clause(); r.doubt == "unclear" && len(cl.names) > 0 {
		r.lines = append(r.lines, c.skipping(cl.segments)...)
	}
	for _, key := range keysOf(r.o) {
		if was, given := c.Given[key]; given && mayFix && c.isNews(r.lines) {
			r.whole, r.lines = c.unfile(key)+" / "+r.whole, append(r.lines, was)
		}
	}
	if len(r.lines) == 0 {
		r.lines = c.skipping(r.clause().segments)
	}
	if len(r.lines) == 0 {
		r.lines = c.skippingAll()
	}
	c.doubtAll(r.clause().segments)
	c.Add(Part{Fate: Asked, Quote: r.whole, Why: why, Suggest: distinct(r.lines), Keys: keysOf(r.o),
		either: r.o.Either})
}

// isOnFile reports whether everything that an order means is on file.
func (c *Context) isOnFile(r ruling) bool {
	return len(r.lines) > 0 && r.o.Refuse == "" && !c.isNews(r.lines)
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

// maySuggest reports whether a question may be an order, in a letter that contains others: "May I peek at Trieste?"
// "Could Munich hold?"
func (c *Context) maySuggest(r ruling) bool {
	cl := r.clause()
	if r.o.isBarred() {
		return false
	}
	if cl.isClean() && r.s.marked("plea") {
		return true
	}
	supposes := c.supposing(r.s) && !r.s.marked("you")
	return supposes && (c.namesOwn(cl.segments) || len(r.o.Orders) > 0)
}

// isOrderBeforeTalk reports whether an order is followed by words about others: "A Mun-Bur like I promised him".
func (c *Context) isOrderBeforeTalk(r ruling) bool {
	cl := r.clause()
	said := (r.doubt == "says" || r.doubt == "other") && cl.marks[r.doubt]
	begins := cl.segments[0].match == r.m && len(r.lines) > 0
	return said && begins && c.namesOwn(cl.segments)
}

// isTalk lists doubts about statements that are not orders. Unless it is a question, such a statement is not passed
// on.
var isTalk = map[string]bool{"past": true, "says": true, "other": true}

// isOfOthers reports whether an order is a report, concerns something that is not the player's, or is for a later
// time.
func (c *Context) isOfOthers(r ruling) bool {
	supposed := r.doubt == "hyp" || r.doubt == "plan"
	comes := supposed && (c.later || r.o.Refuse != "")
	return isTalk[r.doubt] || r.o.Foreign || comes
}

// isNothing reports whether a doubtful order would order nothing of the player's, or is impossible.
func (c *Context) isNothing(r ruling) bool {
	cl := r.clause()
	own := c.namesOwn(cl.segments)
	if c.narrow && r.doubt == "neg" { // such as "Not London this time"
		return true
	}
	bare := r.m.isBare() && len(r.s.clauses) == 1 && cl.isClean() // such as "no vote"
	denied := r.doubt == "neg" || r.doubt == "hyp"
	denied = denied && (cl.marks[r.doubt] || len(r.lines) == 0)
	if denied && !bare && !own {
		return true
	}
	if r.o.Refuse == "" {
		return false
	}
	return r.doubt != "unclear" || !own && c.isElliptic(cl)
}

// refused decides about an order that is impossible.
func (c *Context) refused(r ruling) {
	cl := r.clause()
	if r.s.goesWithout(r.k) && c.namesOwn(cl.segments) { // such as "Tunis - poor Tunis - holds"
		segments, end := c.piece(r.s, r.k)
		c.ask(c.quoteOf(segments), segments)
		c.beyond = max(c.beyond, end)
		return
	}
	if r.m.From > cl.segments[0].from && c.ownNames(cl) > 0 { // "Munich to bruh lol i mean Burgundy, Ruhr supports it"
		c.ask(r.whole, cl.segments)
		return
	}
	c.doubts(r.m)
	c.refuse(r.quote, r.o)
}

// sure decides about an order without any doubt.
func (c *Context) sure(r ruling, said int) {
	cl, o := r.clause(), r.o
	ofOthers := o.Foreign || len(o.Orders) == 0 && !c.namesOwn(cl.segments)
	switch {
	case c.talks && ofOthers:
		c.leave(cl, r.whole, len(o.Orders) > 0)
	case o.Refuse != "":
		c.refused(r)
	case o.Ask != "" && r.s.end == "?" && len(r.lines) == 0:
		c.Add(Part{Fate: ToGM, Quote: c.Quote(r.s.from, r.s.to)})
	case o.Ask != "":
		c.undo(o.Undo)
		c.doubts(r.m)
		c.Add(Part{Fate: Asked, Quote: r.quote, Why: o.Ask, Suggest: distinct(r.lines), Keys: keysOf(o),
			exact: len(r.lines) > 0})
	case c.correctsAnother(r):
		c.doubtAll(cl.segments)
		suggest := append([]string{r.last.Line}, r.lines...)
		c.Add(Part{Fate: Asked, Quote: c.unfile(r.last.Key) + " / " + r.quote, Why: c.lexicon.Says("order or fix"),
			Suggest: suggest})
	case r.m.Least && r.m.To == r.m.From+1: // one word
		c.leave(cl, r.whole, len(o.Orders) > 0)
	case r.m.Least:
		c.doubts(r.m)
		c.Add(Part{Fate: Asked, Quote: r.quote, Why: c.lexicon.Says("guess"), Suggest: distinct(r.lines)})
	default:
		for _, v := range c.Said[said:] {
			c.ordered[v] = keysOf(o)
		}
		if r.m.Guessed {
			c.Notes = append(c.Notes, fmt.Sprintf("%q was read as %s.", r.quote, strings.Join(r.lines, ", ")))
		}
		c.fileWhole(o, r.quote)
	}
}

// correctsAnother reports whether a sentence with words of correction orders something for the first time, directly
// after an order for another thing: "Munich to Burgundy. Correction: Ruhr to Burgundy."
func (c *Context) correctsAnother(r ruling) bool {
	_, given := c.Given[r.last.Key]
	before := given && c.givenAt[r.last.Key] < c.begun
	if !before || len(r.o.Orders) != 1 || !c.saysFix(r.s) {
		return false
	}
	key := r.o.Orders[0].Key
	return key != r.last.Key && c.Given[key] == "" && c.Sheet.Get(key) == ""
}

// saysFix reports whether a sentence begins with words of correction and contains one order.
func (c *Context) saysFix(s *sentence) bool {
	orders, fixes := 0, false
	for _, cl := range s.clauses {
		for _, x := range cl.segments {
			if x.match != nil {
				orders++
			}
			isFix := x.role == roleWrapper && c.label(x.class) == "fix"
			fixes = fixes || orders == 0 && isFix
		}
	}
	return fixes && orders == 1
}

// isBarred reports whether an order is impossible, or impossible for the player.
func (o Outcome) isBarred() bool {
	return o.Refuse != "" || o.Foreign
}

// isVoid reports whether an outcome changes nothing.
func (c *Context) isVoid(o Outcome) bool {
	isOn := func(key string) bool { return c.Sheet.Get(key) != "" }
	if o.Refuse != "" || o.Ask != "" {
		return false
	}
	return len(o.Orders)+len(o.Undo) == 0 && !slices.ContainsFunc(o.Drop, isOn)
}

// leave leaves a clause as talk. If the letter contains orders, but none for a thing of the player's that the clause
// names, it asks about the clause instead. With orders set, it also does so if the clause would be an order.
func (c *Context) leave(cl *clause, quote string, orders bool) {
	p := Part{Fate: Talk, Quote: quote}
	own := c.namesOwnFirst(cl)
	if own && !c.Fixes { // a correction refers to what was ordered
		p.things = c.own(cl.segments)
	}
	joined := cl.opener == "joint" && cl.isWeak() && cl.isPure()
	like := orders || joined
	like = own || like && !c.isHistory(cl)
	aside := c.apart() || cl.opener == "reason"
	if like && !aside {
		p.maybe, p.guess = true, c.guessing(cl.segments)
	}
	c.Add(p)
}
