package order

import (
	"slices"
	"strings"
)

// This file implements what a letter puts on file, and what it leaves open when all of it has been read.

// fileWhole files an outcome, with its offers and with refusals of parts of it.
func (c *Context) fileWhole(o Outcome, quote string) {
	c.file(o, quote)
	for _, x := range o.Offers {
		c.offer(x, quote)
	}
	for _, why := range o.Refused {
		c.Parts = append(c.Parts, Part{Fate: Refused, Quote: quote, Why: why, Under: c.Under, of: c.of})
	}
}

// offer records an offer that goes with a part of the letter. Equal offers are recorded once.
func (c *Context) offer(x Offer, quote string) {
	if !slices.ContainsFunc(c.offers, func(o offer) bool { return o.Line == x.Line }) {
		c.offers = append(c.offers, offer{x, quote})
	}
}

// file files an outcome. If a thing gets two orders, the player is asked, unless there are words of correction
// between them.
func (c *Context) file(o Outcome, quote string) {
	c.undo(o.Undo)
	for _, key := range o.Drop {
		c.remember(key)
		c.Sheet.Set(key, "")
		delete(c.Given, key)
		delete(c.clashes, key)
	}
	for _, x := range o.Orders {
		was, again := c.Given[x.Key]
		if again && was != x.Line && !c.Fixes && !o.Adds {
			if len(c.clashes[x.Key]) == 0 {
				c.clashes[x.Key] = []string{was}
			}
			c.clashes[x.Key] = append(c.clashes[x.Key], x.Line)
			c.quotes[x.Key] += "\n" + quote
			continue
		}
		delete(c.clashes, x.Key)
		c.remember(x.Key)
		c.Given[x.Key], c.quotes[x.Key], c.givenAt[x.Key] = x.Line, quote, len(c.Parts)
		c.Sheet.Set(x.Key, x.Line)
	}
	if o.Note != "" {
		c.Notes = append(c.Notes, o.Note)
	}
	c.Parts = append(c.Parts, Part{Fate: Filed, Quote: quote, Why: o.Vain, Keys: keysOf(o), Under: c.Under, of: c.of})
}

// remember saves what was on file for a thing before the letter.
func (c *Context) remember(key string) {
	if _, known := c.old[key]; !known {
		c.old[key] = c.Sheet.Get(key)
	}
}

// undo takes back the letter's own orders for some things.
func (c *Context) undo(keys []string) {
	for _, key := range keys {
		if _, given := c.Given[key]; given {
			c.Sheet.Set(key, c.old[key])
			delete(c.Given, key)
			delete(c.clashes, key)
		}
	}
}

// unfile takes back the letter's order for a thing, with the parts that were filed for it, and returns their quotes.
func (c *Context) unfile(key string) string {
	quotes := slices.Compact(strings.Split(c.quotes[key], "\n"))
	c.undo([]string{key})
	c.Parts = slices.DeleteFunc(c.Parts, func(p Part) bool {
		return p.Fate == Filed && slices.Contains(quotes, p.Quote)
	})
	return strings.Join(quotes, " / ")
}

// Retract takes back the letter's order for a thing, and asks about it.
func (c *Context) Retract(key, why string, suggest []string) {
	c.Add(Part{Fate: Asked, Quote: c.unfile(key), Why: why, Suggest: suggest, Keys: []string{key}})
}

func (c *Context) refuse(quote string, o Outcome) {
	fate := Refused
	if o.Foreign && !slices.Contains(c.foreign, quote) {
		c.foreign = append(c.foreign, quote)
	}
	if len(o.Suggest) > 0 {
		fate = Asked
	}
	c.Add(Part{Fate: fate, Quote: quote, Why: o.Refuse, Suggest: likeliest(o.Suggest), Keys: keysOf(o),
		either: o.Either})
}

// keysOf returns the things that an outcome decides: those with orders, or else those that are dropped, or that it is
// about.
func keysOf(o Outcome) []string {
	if len(o.Orders) == 0 {
		return append(slices.Clone(o.Drop), o.About...)
	}
	var out []string
	for _, x := range o.Orders {
		out = append(out, x.Key)
	}
	return out
}

// settle decides the result of the whole letter. If it contains several orders for a thing, the player is asked, and
// what was on file for it is restored.
func (c *Context) settle() {
	c.review()
	for _, x := range c.offers {
		if c.Sheet.Get(x.Key) == "" {
			c.Parts = append(c.Parts, Part{Fate: Asked, Quote: x.quote, Why: x.Why, Suggest: []string{x.Line}})
		}
	}
	for _, key := range c.Sheet.Keys() {
		lines := c.clashes[key]
		if len(lines) == 0 {
			continue
		}
		c.Sheet.Set(key, c.old[key])
		quotes := slices.Compact(strings.Split(c.quotes[key], "\n"))
		c.Parts = slices.DeleteFunc(c.Parts, func(p Part) bool {
			return p.Fate == Filed && slices.Contains(quotes, p.Quote)
		})
		twice := Part{Fate: Asked, Quote: strings.Join(quotes, " / "), Why: c.lexicon.Says("twice"),
			Suggest: distinct(lines)}
		twice.Keys = []string{key}
		c.Add(twice)
	}
	c.ofOthers()
	c.complete()
	c.draft()
}

// review decides about parts that were left open until the whole letter was read.
func (c *Context) review() {
	if len(c.asides) > 0 && !slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Fate != Talk }) {
		c.Parts = append(slices.DeleteFunc(c.Parts, func(p Part) bool {
			return slices.ContainsFunc(c.asides, func(q Part) bool { return strings.Contains(q.Quote, p.Quote) })
		}), c.asides...)
	}
	var weighed []Part
	orders := len(c.Given) > 0 || slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Fate == Asked })
	for i := range c.Parts {
		p := &c.Parts[i]
		switch p.Fate {
		case Talk, ToGM:
			if orders && !c.later {
				c.reconsider(p)
			}
		case Asked:
			isLater := c.later && len(c.Given) == 0 && !c.narrow
			if isLater || c.isSaid(p, i) || c.decidedAround(p, i) {
				*p = Part{Fate: Talk, Quote: p.Quote}
			}
		}
		weighs := p.weighs != nil && p.Fate == ToGM
		if w := p.weighs; weighs && orders && !c.later && !c.decided(w.things) {
			weighed = append(weighed, *w)
		}
		if p.Fate == Talk || p.Fate == ToGM {
			p.Suggest = nil
		}
	}
	c.Parts = append(c.Parts, weighed...)
}

// weigh records that a question to the game master mentions several orders for a thing of the player's: "Should the
// Black Sea go to Rumania or to Sevastopol?" Its parts begin at index from.
func (c *Context) weigh(s *sentence, from int) {
	all := s.segments()
	things := c.own(all)
	offers := s.marked("alt") || slices.ContainsFunc(s.clauses, func(cl clause) bool { return cl.opener == "alt" })
	if !offers || len(things) == 0 {
		return
	}
	if !c.namesOwnFirst(&clause{segments: all}) || c.begins(&s.clauses[0], "ask") {
		return
	}
	for i := min(from, len(c.Parts)); i < len(c.Parts); i++ {
		if p := &c.Parts[i]; p.Fate == ToGM {
			p.weighs = &Part{Fate: Asked, Quote: p.Quote, Why: c.lexicon.Says("alt"),
				Suggest: likeliest(c.skipping(all)), things: things[:1]}
			return
		}
	}
}

// hintAt records a sentence that was left as talk, in which a word of orders occurs by itself: "I am in favour of the
// draw". It may be an order if the letter contains others. Its parts begin at index from.
func (c *Context) hintAt(s *sentence, from int) {
	if c.apart() || s.end == "?" || from >= len(c.Parts) {
		return
	}
	if slices.ContainsFunc(c.Parts[from:], func(p Part) bool { return p.Fate != Talk }) {
		return
	}
	hints := false
	for _, cl := range s.clauses {
		tells := cl.marks["neg"] || cl.marks["past"] || cl.marks["says"]
		isHint := func(m *Match) bool { return m.Weak && m.isBare() }
		hints = hints || !tells && slices.ContainsFunc(cl.orders, isHint)
	}
	if hints {
		c.Parts = append(c.Parts[:from],
			Part{Fate: Talk, Quote: c.Quote(s.from, s.to), hint: true, guess: c.guessing(s.segments())})
	}
}

// decided reports whether the letter contains orders for all of some things of the player's; it is false if there are
// none.
func (c *Context) decided(things []int) bool {
	return len(things) > 0 && !slices.ContainsFunc(things, func(v int) bool { _, is := c.ordered[v]; return !is })
}

// decidedBehind reports whether the orders for some things of the player's come after a part.
func (c *Context) decidedBehind(things []int, at int) bool {
	return !slices.ContainsFunc(things, func(v int) bool {
		return slices.ContainsFunc(c.ordered[v], func(key string) bool { return c.givenAt[key] < at })
	})
}

// decidedAround reports whether the letter contains orders for the things that a part remarks on. If the part refers
// back, these orders must come after it.
func (c *Context) decidedAround(p *Part, at int) bool {
	if !c.decided(p.remarks) {
		return false
	}
	return !p.before || c.decidedBehind(p.remarks, at)
}

// reconsider asks about a part that was left as talk, or for the game master, if it may be an order now that the
// letter contains others.
func (c *Context) reconsider(p *Part) {
	hints := p.hint && p.Fate == Talk
	if c.decided(p.things) || !p.maybe && !hints {
		return
	}
	suggest := p.Suggest
	if p.guess != nil {
		suggest = p.guess()
	}
	if p.maybe || c.isNews(suggest) {
		p.Fate, p.Why, p.Suggest = Asked, c.lexicon.Says("unclear"), likeliest(suggest)
	}
}

// isNews reports whether some of the lines are not on file.
func (c *Context) isNews(lines []string) bool {
	onFile := c.Sheet.Lines()
	return slices.ContainsFunc(lines, func(line string) bool { return !slices.Contains(onFile, line) })
}

// isSaid reports whether what a part asks about is ordered later in the letter.
func (c *Context) isSaid(p *Part, at int) bool {
	open := func(k string) bool { return c.Given[k] == "" || len(c.clashes[k]) > 0 || c.givenAt[k] < at }
	return len(p.Keys) > 0 && !p.either && !slices.ContainsFunc(p.Keys, open)
}

// pass records a sentence that names things of the player's and was left entirely as talk, if the letter begins with
// a greeting, orders were on file, or the question is a narrow one. Its parts begin at index before.
func (c *Context) pass(s *sentence, before int) {
	isShort := completes(c.game) && c.isCommand(s)
	if addressed := c.greeted || c.answers || c.narrow; !addressed && !isShort {
		return
	}
	if c.apart() || before > len(c.Parts) {
		return
	}
	denies := c.narrow && s.marked("neg")
	tells := s.marked("later", "says") || s.marked("past") && !c.greeted
	if s.end == "?" || denies || tells {
		return
	}
	if slices.ContainsFunc(c.Parts[before:], func(p Part) bool { return p.Fate != Talk }) {
		return
	}
	var all []segment
	verbs := 0
	for k := range s.clauses {
		all = append(all, s.clauses[k].segments...)
		verbs += len(s.clauses[k].verbs) + len(s.clauses[k].orders)
	}
	// "Please take one of them off", "Tyrolia instead"
	amends := c.answers && s.wrapped("please") || isShort && s.wrapped("fix")
	decides := verbs > 0 || c.narrow || isShort
	if decides && (amends || c.namesOwn(all) || c.namesAll(&clause{segments: all})) {
		suggest := c.skipping(all)
		if c.narrow && len(suggest) == 0 {
			suggest = c.meant(s.from, s.to)
		}
		if isAsked := c.greeted || amends || isShort; !isAsked && !c.isNews(suggest) {
			return
		}
		c.asides = append(c.asides, Part{Fate: Asked, Quote: c.Quote(s.from, s.to), Why: c.unclear(all),
			Suggest: likeliest(suggest)})
	}
}

// isCommand reports whether a short sentence names something, and contains no words of narrative, question or doubt:
// "Do it with Munich".
func (c *Context) isCommand(s *sentence) bool {
	names, more := false, false // whether it contains names, and other words
	for k := range s.clauses {
		cl := &s.clauses[k]
		isSeat := func(x segment) bool { return c.label(x.class) == "seat" }
		if len(cl.marks)+len(cl.numbers) > 0 || cl.wrappers["subject"] || slices.ContainsFunc(cl.names, isSeat) {
			return false
		}
		more = more || len(cl.little)+len(cl.verbs)+len(cl.unknown)+len(cl.wrappers) > 0
		names = names || len(cl.names) > 0 || slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.isBare() })
	}
	if !names || !more {
		return false
	}
	isTelling := func(x Lexeme) bool { return c.lexicon.Is(x.Word, "being") } // such as "Munich is lost"
	return s.to-s.from <= longestNotation && !slices.ContainsFunc(c.Lexemes[s.from:s.to], isTelling)
}

const longestAside = 4 // largest number of words

// isNotation reports whether all orders for units of others are in short forms, each on a line of its own or with the type of
// its unit, as a player writes who mistakes their seat: "F Nth-Bel".
func (c *Context) isNotation() bool {
	var lines []string
	for _, r := range c.readings {
		for line := range strings.Lines(r.text) {
			lines = append(lines, strings.TrimRight(strings.TrimSpace(line), ".,;"))
		}
	}
	return !c.talks && !slices.ContainsFunc(c.foreign, func(quote string) bool {
		words := strings.Fields(quote)
		isTyped := len(words) > 1 && len(words[0]) == 1
		isShort := func(w string) bool { return len(w) == 1 || strings.Contains(w, "-") }
		return !isTyped && !slices.Contains(lines, quote) || !slices.ContainsFunc(words, isShort)
	})
}

// ofOthers turns orders for units of others into talk if nothing in the letter is about the player's own: then it is
// about what others do. A single such order is talk as well, if the letter contains more.
func (c *Context) ofOthers() {
	own := slices.ContainsFunc(c.Parts, func(p Part) bool {
		decided := p.Fate != Talk && p.Fate != ToGM
		return p.Fate == Filed || decided && !slices.Contains(c.foreign, p.Quote)
	})
	tells := slices.ContainsFunc(c.Parts, func(p Part) bool {
		return p.Fate == Talk && len(strings.Fields(p.Quote)) > longestAside
	})
	if own || !tells && (len(c.foreign) <= 1 || c.isNotation()) {
		return
	}
	for i := range c.Parts {
		if p := &c.Parts[i]; slices.Contains(c.foreign, p.Quote) {
			*p = Part{Fate: Talk, Quote: p.Quote}
		}
	}
}
