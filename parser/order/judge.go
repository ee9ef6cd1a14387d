package order

import (
	"fmt"
	"slices"
	"strings"
)

// A judge decides, for all games alike, what becomes of each clause of a letter: a certain order is filed, a possible
// one is queried, and nothing is silently ignored.
type judge struct {
	*letter
	guess   *guesser
	doubts  *doubter
	revoker *revoker
	prose   *proseReader
	beyond  int // index of the clause after those of the sentence that are being decided about
}

// sentence decides about a sentence. The next sentence may take it back.
func (j *judge) sentence(s, next *sentence, list string) {
	j.deciding = s
	before, fixes := len(j.ctx.Parts), j.ctx.Fixes
	if j.revoker.revokes(s) {
		j.revoker.revoke(s)
	}
	if !s.hasOrders() {
		rejects := j.words.rejects(s) && len(j.ctx.Given) > 0
		j.prose.decide(s, next)
		corrects := s.wrapped("fix") || rejects
		corrects = corrects || fixes && j.explains(s, before)
		j.ctx.Fixes, j.rejected = corrects && !j.signed, rejects
		return
	}
	if s.clauses[0].wrappers["halt"] {
		defer j.revoker.recall(j.begun, len(j.ctx.Parts), "back")
	}
	j.begun, j.beyond, j.rejected = len(j.ctx.Parts), 0, false
	for k := range s.clauses {
		afterColon := s.clauses[k].opener == ":" && j.doubts.turnedBefore(s, k)
		j.ctx.Fixes = j.ctx.Fixes || s.corrects(k) || afterColon
		switch cl := &s.clauses[k]; {
		case k < j.beyond, s.isTold(k):
		case len(cl.orders) == 0:
			j.beyond = j.prose.beside(s, k)
		default:
			for _, m := range cl.orders {
				j.match(spot{s, next, k, list}, m)
			}
		}
	}
	j.askHalf(j.begun)
	if s.end == "?" && (s.marked("ask") || s.marked("you")) {
		j.ctx.Add(Part{Fate: ToGM, Quote: j.ctx.Quote(s.from, s.to)})
	}
	j.ctx.Fixes = fixes && j.explains(s, before)
}

// explains reports whether a sentence between words of correction and the order that they introduce is only talk:
// "No, wait. That leaves Munich open. So A Mun H." Its parts begin at index from.
func (j *judge) explains(s *sentence, from int) bool {
	if s.newLine || s.blank || s.end != "." {
		return false
	}
	return isTalk(j.ctx.Parts[from:])
}

// askHalf asks about orders that a sentence reports, while others in it are filed: "He ordered it to hold, and Warsaw
// to support it." Its parts begin at index from.
func (j *judge) askHalf(from int) {
	parts := j.ctx.Parts[min(from, len(j.ctx.Parts)):]
	if !hasFate(parts, Filed) {
		return
	}
	for i := range parts {
		if p := &parts[i]; p.Fate == Talk && len(p.Keys) > 0 && j.files.isNews(p.Suggest) {
			p.Fate, p.Why = Asked, j.lexicon.Says("unclear")
		}
	}
}

// match decides about a match, now or when everything else in the letter is decided.
func (j *judge) match(at spot, m *Match) {
	cl, doubt := at.clause(), j.doubts.about(at)
	behind := at.s.behind(at.k)
	offered := doubt == "alt" || doubt == "hyp"
	doubled := offered && behind != nil && at.s.isTold(at.k+1)
	uncertain := doubt != "" || at.s.end == "?"
	of := j.of
	decide := func() {
		j.of = of
		said := len(j.ctx.Said)
		o, m := j.resolved(m)
		j.decide(ruling{spot: at, m: m, o: o, doubt: doubt}, said)
	}
	switch {
	case doubt == "unclear" && isJoined(j.ctx.Lexemes, m.To):
		j.guess.ask(j.ctx.quoteOf(cl.segments), cl.segments)
	case j.isReplacing(at, m):
	case m.Weak && !doubled && uncertain:
		j.weak(at.s, cl, m, doubt)
	case j.words.isSignature(at.s, at.k):
		j.ctx.Add(Part{Fate: Talk, Quote: j.ctx.quoteOf(cl.segments)})
	case m.Last:
		j.deferred = append(j.deferred, decide)
	default:
		decide()
	}
}

// isReplacing asks about a clause that says only in part what replaces an order before it which was taken back, and
// reports whether it is one: "Brest to Spain, no, that's too far, go to the Channel".
func (j *judge) isReplacing(at spot, m *Match) bool {
	from, is := j.prose.replacedBefore(at.s, at.k)
	if !is || at.s.end == "?" || m.isBare() || j.apart() || len(j.game.Resolve(m, j.ctx).Orders) > 0 {
		return false
	}
	j.prose.askReplaced(at.s, from, at.k)
	return true
}

// weak asks about a clause that names a thing of the player's and may be an order. It leaves statements and questions
// as talk.
func (j *judge) weak(s *sentence, cl *clause, m *Match, doubt string) {
	quote := j.ctx.quoteOf(cl.segments)
	if j.game.Resolve(m, j.ctx).Told {
		j.ctx.Add(Part{Fate: Talk, Quote: quote})
		return
	}
	added := len(j.ctx.Given) > 0 && !j.ctx.Fixes
	switch {
	case j.narrow && doubt == "neg" && added: // such as "... to Smyrna. Not to Ankara."
		j.ctx.Add(Part{Fate: Talk, Quote: quote})
	case s.end == "?", j.asksFirst(s, cl):
		j.mention(cl)
		supposes := j.words.begins(cl, "hyp") && j.own.names(cl.segments) // such as "The pilots, maybe?"
		j.ctx.Add(Part{Fate: ToGM, Quote: j.ctx.Quote(s.from, s.to), maybe: supposes,
			guess: j.guess.guessing(s.segments())})
	case m.isBare() && cl.begins(m) && !j.talks:
		why := j.lexicon.Says("unclear")
		if o := j.game.Resolve(m, j.ctx); o.Ask != "" {
			why = o.Ask
		}
		suggest := j.guess.skipping(cl.segments)
		if len(suggest) == 0 { // such as "My peek, if one may call it that, is for Denmark"
			suggest = j.guess.skipping(s.segments())
		}
		j.ctx.Add(Part{Fate: Asked, Quote: quote, Why: why, Suggest: likeliest(suggest)})
	case j.mayBeOrder(cl, m, doubt) && len(j.guess.skipping(cl.segments)) > 0:
		j.guess.ask(quote, cl.segments)
	case cl.opener == "reason" || j.talks || !j.own.names(cl.segments):
		names := m.isBare() && cl.namesBeside(m) // such as "PAS may be taken for Silesia"
		subject := !m.isBare() && !cl.begins(m) && len(cl.marks)+len(cl.names) == 0
		// "The Guards advance into Finland"
		subject = subject && doubt == "unclear" && len(cl.verbs)+len(cl.unknown) > 0
		j.leave(cl, quote, names || subject)
	case slices.Contains([]string{"unclear", "neg", "cond", "alt"}, doubt):
		j.guess.ask(quote, cl.segments)
	default:
		j.leave(cl, quote, false)
	}
}

// asksFirst reports whether a clause begins a sentence with a question word and is not a supposition: "how much is
// it, and when".
func (j *judge) asksFirst(s *sentence, cl *clause) bool {
	return cl == &s.clauses[0] && j.words.begins(cl, "ask") && !j.own.supposes(cl)
}

// mayBeOrder reports whether a clause with a number may be an order, apart from its other words: "use my temple gold
// chit (no. 5)".
func (j *judge) mayBeOrder(cl *clause, m *Match, doubt string) bool {
	if cl.opener == "reason" || cl.tells() {
		return false
	}
	if j.talks || len(cl.numbers) == 0 {
		return false
	}
	return doubt == "unclear" || doubt == "neg" && m.isBare()
}

// resolved returns the outcome of a match. If several forms match equally well, it is that of the one that is
// possible; if several are, all of them are suggested.
func (j *judge) resolved(m *Match) (Outcome, *Match) {
	said := slices.Clone(j.ctx.Said)
	o := j.game.Resolve(m, j.ctx)
	var can []Outcome
	if o.isSure() {
		can = append(can, o)
	}
	for _, other := range m.others {
		was := j.ctx.Said
		j.ctx.Said = slices.Clone(said)
		x := j.game.Resolve(other, j.ctx)
		j.ctx.Said = was
		isSame := func(y Outcome) bool { return slices.Equal(x.lines(), y.lines()) }
		if x.isSure() && !slices.ContainsFunc(can, isSame) {
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
		both := Outcome{Ask: j.lexicon.Says("either")}
		for _, x := range can {
			both.Suggest = append(both.Suggest, x.lines()...)
		}
		return both, m
	}
	return o, m
}

// decide files an order, refuses it or asks about it. said is the number of things that had been named before it.
func (j *judge) decide(r ruling, said int) {
	cl, o := r.clause(), r.o
	r.quote, r.whole, r.lines = j.ctx.Quote(r.m.From, r.m.To), j.ctx.quoteOf(cl.segments), o.lines()
	if others := r.s.alternatives(r.k); r.doubt == "alt" && len(others) > 0 { // such as "A Mun-Tyr or Ruh"
		last := others[len(others)-1].segments
		end := last[len(last)-1].to
		r.whole = j.ctx.Quote(cl.segments[0].from, end)
		r.lines = append(r.lines, j.guess.meant(r.m.From, end)...)
	}
	if behind := r.s.behind(r.k); r.doubt != "" && behind != nil && behind.isDoubt() {
		r.whole = j.ctx.Quote(cl.segments[0].from, behind.segments[len(behind.segments)-1].to)
	}
	r.last = j.ctx.Last
	switch {
	case len(o.Orders) > 0:
		j.ctx.Last = o.Orders[len(o.Orders)-1]
	case o.Ask != "" && len(o.Suggest) == 1: // such as "the other fleet does the same"
		j.ctx.Last = Order{Line: o.Suggest[0]}
	}
	switch {
	case o.Told, o.Refuse != "" && j.isCorrected(r):
		j.ctx.Add(Part{Fate: Talk, Quote: r.whole})
	case o.Blank && r.doubt == "":
	case o.Blank:
		j.ctx.Add(Part{Fate: Talk, Quote: r.whole, maybe: true})
	case o.Talk:
		j.talk(r)
	case r.doubt != "":
		j.doubtful(r)
	default:
		j.sure(r, said)
	}
}

// isCorrected reports whether the clause behind an order corrects it, and is for the same thing: "Ven S Vie, no wait,
// Ven H".
func (j *judge) isCorrected(r ruling) bool {
	behind := r.s.behind(r.k)
	if behind == nil || !behind.wrappers["halt"] || len(behind.orders) == 0 {
		return false
	}
	own, others := j.own.named(r.clause().segments), j.own.named(behind.segments)
	return len(own) > 0 && len(others) > 0 && own[0] == others[0]
}

// talk decides about a match that is not an order.
func (j *judge) talk(r ruling) {
	cl := r.clause()
	bare := len(cl.marks) == 0 || r.doubt == "neg"
	aside := r.s.end == "?" || j.talks
	switch {
	case bare && !aside && j.own.names(cl.segments):
		j.guess.ask(r.whole, cl.segments)
	default:
		j.leave(cl, r.whole, false)
	}
}

// doubtful decides about an order with a doubt, that is, a reason against filing it.
func (j *judge) doubtful(r ruling) {
	cl, o := r.clause(), r.o
	own := j.own.names(cl.segments)
	denied := r.doubt == "neg"
	onFile := j.isOnFile(r)
	revokes := onFile && denied && !j.talks
	amends := denied && own && j.ctx.Fixes
	switch {
	case revokes && j.ctx.Fixes && cl.isClean():
		// "On second thought, don't discard the Recruit"
		j.files.file(Outcome{Drop: keysOf(o)}, r.whole)
	case revokes:
		j.doubtMatch(r.m)
		j.ctx.Add(Part{Fate: Asked, Quote: r.whole, Why: j.lexicon.Says("neg on file"), Keys: keysOf(o)})
	case onFile, j.files.isVoid(o):
		j.ctx.Add(Part{Fate: Talk, Quote: r.whole})
	case j.talks && !own && len(o.Orders) == 0:
		j.leave(cl, r.whole, false)
	case r.s.end == "?" && (r.pleads() || r.announcesBeforeQuestion()):
		j.askWhy(r, j.lexicon.Says(r.doubt))
	case r.s.end == "?" && !r.isPlain():
		j.doubtMatch(r.m)
		j.ctx.Add(Part{Fate: ToGM, Quote: j.ctx.Quote(r.s.from, r.s.to), Suggest: distinct(r.lines), Keys: keysOf(o),
			maybe: j.maySuggest(r)})
	case amends && o.Refuse != "": // such as "Sorry, no, not Moscow, Warsaw is staying too"
		j.guess.ask(r.whole, cl.segments)
	case j.isOrderBeforeTalk(r):
		j.askWhy(r, j.lexicon.Says(r.doubt))
	case j.isOfOthers(r), j.isNothing(r):
		j.leave(cl, r.whole, len(o.Orders) > 0)
		if last := &j.ctx.Parts[len(j.ctx.Parts)-1]; len(o.Orders) > 0 && !o.Foreign && last.Quote == r.whole {
			last.Suggest, last.Keys = distinct(r.lines), keysOf(o)
		}
	case o.Refuse != "":
		j.refused(r)
	case r.doubt == "unclear":
		j.askWhy(r, j.guess.unclear(cl.segments))
	default:
		j.askWhy(r, j.lexicon.Says(r.doubt))
	}
}

// askWhy asks about a whole clause. What the clause corrects, or may correct because of unknown words, becomes
// uncertain, too.
func (j *judge) askWhy(r ruling, why string) {
	mayFix := j.ctx.Fixes || r.doubt == "unclear"
	if cl := r.clause(); r.doubt == "unclear" && len(cl.names) > 0 {
		r.lines = append(r.lines, j.guess.skipping(cl.segments)...)
	}
	for _, key := range keysOf(r.o) {
		if was, given := j.ctx.Given[key]; given && mayFix && j.files.isNews(r.lines) {
			r.whole, r.lines = j.files.unfile(key)+" / "+r.whole, append(r.lines, was)
		}
	}
	if len(r.lines) == 0 {
		r.lines = j.guess.skipping(r.clause().segments)
	}
	if len(r.lines) == 0 {
		r.lines = j.guess.skippingAll()
	}
	j.doubtAll(r.clause().segments)
	j.ctx.Add(Part{Fate: Asked, Quote: r.whole, Why: why, Suggest: distinct(r.lines), Keys: keysOf(r.o),
		either: r.o.Either})
}

// isOnFile reports whether everything that an order means is on file.
func (j *judge) isOnFile(r ruling) bool {
	return len(r.lines) > 0 && r.o.Refuse == "" && !j.files.isNews(r.lines)
}

// maySuggest reports whether a question may be an order, in a letter that contains others: "May I peek at Trieste?"
// "Could Munich hold?"
func (j *judge) maySuggest(r ruling) bool {
	cl := r.clause()
	if r.o.isBarred() {
		return false
	}
	if cl.isClean() && r.s.marked("plea") {
		return true
	}
	supposes := j.words.supposing(r.s) && !r.s.marked("you")
	return supposes && (j.own.names(cl.segments) || len(r.o.Orders) > 0)
}

// isOrderBeforeTalk reports whether an order is followed by words about others: "A Mun-Bur like I promised him".
func (j *judge) isOrderBeforeTalk(r ruling) bool {
	cl := r.clause()
	said := (r.doubt == "says" || r.doubt == "other") && cl.marks[r.doubt]
	begins := cl.segments[0].match == r.m && len(r.lines) > 0
	return said && begins && j.own.names(cl.segments)
}

// isOfOthers reports whether an order is a report, concerns something that is not the player's, or is for a later
// time.
func (j *judge) isOfOthers(r ruling) bool {
	supposed := r.doubt == "hyp" || r.doubt == "plan"
	awaits := j.awaits && (r.doubt == "plan" || len(j.ctx.Given) == 0)
	comes := supposed && (awaits || r.o.Refuse != "")
	return telltales[r.doubt] || r.o.Foreign || comes
}

// isNothing reports whether a doubtful order would order nothing of the player's, or is impossible.
func (j *judge) isNothing(r ruling) bool {
	cl := r.clause()
	own := j.own.names(cl.segments)
	if j.narrow && r.doubt == "neg" { // such as "Not London this time"
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
	return r.doubt != "unclear" || !own && j.words.isElliptic(cl)
}

// refused decides about an order that is impossible.
func (j *judge) refused(r ruling) {
	cl := r.clause()
	if r.s.goesWithout(r.k) && j.own.names(cl.segments) { // such as "Tunis - poor Tunis - holds"
		segments, end := j.own.piece(r.s, r.k)
		j.guess.ask(j.ctx.quoteOf(segments), segments)
		j.beyond = max(j.beyond, end)
		return
	}
	if r.m.From > cl.segments[0].from && j.own.count(cl) > 0 { // "Munich to bruh lol i mean Burgundy, Ruhr supports it"
		j.guess.ask(r.whole, cl.segments)
		return
	}
	j.doubtMatch(r.m)
	j.files.refuse(r.quote, r.o)
}

// sure decides about an order without any doubt.
func (j *judge) sure(r ruling, said int) {
	cl, o := r.clause(), r.o
	ofOthers := o.Foreign || len(o.Orders) == 0 && !j.own.names(cl.segments)
	switch {
	case j.talks && ofOthers:
		j.leave(cl, r.whole, len(o.Orders) > 0)
	case o.Refuse != "" && j.signed && r.m.To == r.m.From+1: // such as "C.Eng." below a name
		j.leave(cl, r.whole, false)
	case o.Refuse != "":
		j.refused(r)
	case o.Ask != "" && r.s.end == "?" && len(r.lines) == 0:
		j.ctx.Add(Part{Fate: ToGM, Quote: j.ctx.Quote(r.s.from, r.s.to)})
	case o.Ask != "":
		j.files.undo(o.Undo)
		j.doubtMatch(r.m)
		j.ctx.Add(Part{Fate: Asked, Quote: r.quote, Why: o.Ask, Suggest: distinct(r.lines), Keys: keysOf(o),
			exact: len(r.lines) > 0})
	case j.isHeadedOtherwise(r):
		j.askWhy(r, j.lexicon.Says("unclear"))
	case j.correctsAnother(r):
		j.doubtAll(cl.segments)
		j.ctx.Add(Part{Fate: Asked, Quote: j.files.unfile(r.last.Key) + " / " + r.quote,
			Why: j.lexicon.Says("order or fix"), Suggest: append([]string{r.last.Line}, r.lines...)})
	case r.m.Least && r.m.To == r.m.From+1: // one word
		j.leave(cl, r.whole, len(o.Orders) > 0)
	case r.m.Least:
		j.doubtMatch(r.m)
		j.ctx.Add(Part{Fate: Asked, Quote: r.quote, Why: j.lexicon.Says("guess"), Suggest: distinct(r.lines)})
	default:
		for _, v := range j.ctx.Said[said:] {
			j.files.ordered[v] = keysOf(o)
		}
		if r.m.Guessed {
			j.ctx.Notes = append(j.ctx.Notes, fmt.Sprintf("%q was read as %s.", r.quote, strings.Join(r.lines, ", ")))
		}
		j.files.fileAll(o, r.quote)
	}
}

// isHeadedOtherwise reports whether an order stands behind the name of a thing that it does not contain, so that it
// would do more than what was meant, or something else: "Judea: lose infantry first".
func (j *judge) isHeadedOtherwise(r ruling) bool {
	if r.k != 1 || r.clause().opener != ":" || len(r.lines) == 0 {
		return false
	}
	before := &r.s.clauses[0]
	if len(before.names) == 0 || len(before.names) != len(before.segments) || j.isOnFile(r) {
		return false
	}
	if j.own.count(before) == 0 && !completes(j.game) { // such as "East: Gal-War"
		return false
	}
	said, _ := j.ctx.saidIn(strings.ToLower(strings.Join(r.lines, "\n")))
	return !slices.ContainsFunc(before.names, func(x segment) bool {
		return j.ctx.label(x.class) == "seat" || slices.ContainsFunc(said, func(b Bind) bool { return j.ctx.means(x, b) })
	})
}

// correctsAnother reports whether a sentence with words of correction orders something for the first time, directly
// after an order for another thing: "Munich to Burgundy. Correction: Ruhr to Burgundy."
func (j *judge) correctsAnother(r ruling) bool {
	_, given := j.ctx.Given[r.last.Key]
	before := given && j.files.givenAt[r.last.Key] < j.begun
	if !before || len(r.o.Orders) != 1 || !j.words.saysFix(r.s) {
		return false
	}
	key := r.o.Orders[0].Key
	return key != r.last.Key && j.ctx.Given[key] == "" && j.ctx.Sheet.Get(key) == ""
}

// leave leaves a clause as talk. If the letter contains orders, but none for a thing of the player's that the clause
// names, it asks about the clause instead. With orders set, it also does so if the clause would be an order.
func (j *judge) leave(cl *clause, quote string, orders bool) {
	p := Part{Fate: Talk, Quote: quote}
	own := j.own.namesFirst(cl)
	if own && !j.ctx.Fixes { // a correction refers to what was ordered
		p.things = j.own.named(cl.segments)
	}
	joined := cl.opener == "joint" && cl.isWeak() && cl.isPure()
	like := orders || joined
	like = own || like && !j.words.isHistory(cl)
	aside := j.apart() || cl.opener == "reason" || j.words.isOfOthers(cl)
	if like && !aside {
		p.maybe, p.guess = true, j.guess.guessing(cl.segments)
	}
	j.ctx.Add(p)
}
