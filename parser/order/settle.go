package order

import (
	"slices"
	"strings"
)

// A settlement decides what a letter leaves open, when all of it has been read.
type settlement struct {
	*letter
	guess  *guesser
	wholes *wholes
	// questions about sentences that were left as talk, to be asked if the letter has no other result
	lastResort []Part
	fragments  []string // sentences with one or two order keywords that had no result
}

// settle decides the result of the whole letter. If it contains several orders for a thing, the player is asked, and
// what was on file for it is restored.
func (t *settlement) settle() {
	t.review()
	for _, x := range t.files.offers {
		if t.ctx.Sheet.Get(x.Key) == "" {
			t.ctx.Parts = append(t.ctx.Parts, Part{Fate: Asked, Quote: x.quote, Why: x.Why, Suggest: []string{x.Line}})
		}
	}
	for _, key := range t.ctx.Sheet.Keys() {
		lines := t.files.clashes[key]
		if len(lines) == 0 {
			continue
		}
		t.ctx.Sheet.Set(key, t.files.old[key])
		quotes := slices.Compact(strings.Split(t.files.quotes[key], "\n"))
		t.ctx.Parts = slices.DeleteFunc(t.ctx.Parts, func(p Part) bool {
			return p.Fate == Filed && slices.Contains(quotes, p.Quote)
		})
		twice := Part{Fate: Asked, Quote: strings.Join(quotes, " / "), Why: t.lexicon.Says("twice"),
			Suggest: distinct(lines)}
		twice.Keys = []string{key}
		t.ctx.Add(twice)
	}
	t.ofOthers()
	t.askOnward()
	t.wholes.complete()
	draft(t.ctx)
}

// review decides about parts that were left open until the whole letter was read.
func (t *settlement) review() {
	if len(t.lastResort) > 0 && isTalk(t.ctx.Parts) {
		t.ctx.Parts = append(slices.DeleteFunc(t.ctx.Parts, func(p Part) bool {
			return slices.ContainsFunc(t.lastResort, func(q Part) bool { return strings.Contains(q.Quote, p.Quote) })
		}), t.lastResort...)
	}
	var weighed []Part
	orders := len(t.ctx.Given) > 0 || hasFate(t.ctx.Parts, Asked)
	comes := orders && !t.awaits
	for i := range t.ctx.Parts {
		p := &t.ctx.Parts[i]
		switch p.Fate {
		case Talk, ToGM:
			if comes || len(p.Keys) > 0 && len(t.ctx.Given) > 0 {
				t.reconsider(p)
			}
		case Asked:
			if t.isForLater(p) || t.files.isSaid(p, i) || t.files.decidedAround(p, i) {
				*p = Part{Fate: Talk, Quote: p.Quote}
			}
		}
		weighs := p.weighs != nil && p.Fate == ToGM
		if weighs && comes && !t.files.decided(p.weighs.things) {
			weighed = append(weighed, *p.weighs)
		}
		if p.Fate == Talk || p.Fate == ToGM {
			p.Suggest = nil
		}
	}
	t.ctx.Parts = append(t.ctx.Parts, weighed...)
}

// isForLater reports whether a question is about something that a letter with the orders will settle, as the letter
// says. A sentence that begins as an order is asked about nevertheless, and so is one that weighs orders in a letter
// whose writer has not decided.
func (t *settlement) isForLater(p *Part) bool {
	isOrder := p.of != nil && (p.of.orders || t.undecided && p.of.weighs)
	return t.awaits && !isOrder && len(t.ctx.Given) == 0 && !t.narrow
}

// weigh records that a question to the game master mentions several orders for a thing of the player's: "Should the
// Black Sea go to Rumania or to Sevastopol?" Its parts begin at index from.
func (t *settlement) weigh(s *sentence, from int) {
	all := s.segments()
	things := t.own.named(all)
	offers := s.marked("alt") || slices.ContainsFunc(s.clauses, func(cl clause) bool { return cl.opener == "alt" })
	if !offers || len(things) == 0 {
		return
	}
	if !t.own.namesFirst(&clause{segments: all}) || t.words.begins(&s.clauses[0], "ask") {
		return
	}
	for i := min(from, len(t.ctx.Parts)); i < len(t.ctx.Parts); i++ {
		if p := &t.ctx.Parts[i]; p.Fate == ToGM {
			p.weighs = &Part{Fate: Asked, Quote: p.Quote, Why: t.lexicon.Says("alt"),
				Suggest: likeliest(t.guess.skipping(all)), things: things[:1]}
			return
		}
	}
}

// hintAt records a sentence that was left as talk, in which an order keyword occurs by itself: "I am in favour of the
// draw". It may be an order if the letter contains others. Its parts begin at index from.
func (t *settlement) hintAt(s *sentence, from int) {
	if t.apart() || s.end == "?" || from >= len(t.ctx.Parts) {
		return
	}
	if !isTalk(t.ctx.Parts[from:]) {
		return
	}
	hints := false
	for _, cl := range s.clauses {
		tells := cl.marks["neg"] || cl.marks["past"] || cl.marks["says"]
		isHint := func(m *Match) bool { return m.Weak && m.isBare() }
		hints = hints || !tells && slices.ContainsFunc(cl.orders, isHint)
	}
	if hints {
		t.ctx.Parts = append(t.ctx.Parts[:from],
			Part{Fate: Talk, Quote: t.ctx.Quote(s.from, s.to), hint: true, guess: t.guess.guessing(s.segments())})
	}
}

// reconsider asks about a part that was left as talk, or for the game master, if it may be an order now that the
// letter contains others.
func (t *settlement) reconsider(p *Part) {
	hints := p.hint && p.Fate == Talk
	if t.files.decided(p.things) || !p.maybe && !hints {
		return
	}
	suggest := p.Suggest
	if p.guess != nil {
		suggest = p.guess()
	}
	if p.maybe || t.files.isNews(suggest) {
		p.Fate, p.Why, p.Suggest = Asked, t.lexicon.Says("unclear"), likeliest(suggest)
	}
}

// pass records a sentence that names things of the player's and was left entirely as talk, if the letter begins with
// a greeting, orders were on file, or the question is a narrow one. Its parts begin at index before.
func (t *settlement) pass(s *sentence, before int) {
	isShort := completes(t.game) && t.words.isCommand(s)
	addressed := t.greeted || t.answers || t.narrow
	if !addressed && !isShort {
		return
	}
	if t.apart() || before > len(t.ctx.Parts) {
		return
	}
	denies := t.narrow && s.marked("neg")
	tells := s.marked("later", "says") || s.marked("past") && !t.greeted
	if s.end == "?" || denies || tells {
		return
	}
	if !isTalk(t.ctx.Parts[before:]) {
		return
	}
	var all []segment
	verbs := 0
	for k := range s.clauses {
		all = append(all, s.clauses[k].segments...)
		verbs += len(s.clauses[k].verbs) + len(s.clauses[k].orders)
	}
	// "Please take one of them off", "Tyrolia instead"
	amends := t.answers && s.wrapped("please")
	amends = amends || isShort && s.wrapped("fix")
	if decides := verbs > 0 || t.narrow || isShort; !decides {
		return
	}
	if isOwn := amends || t.own.names(all) || t.own.namesAll(&clause{segments: all}); !isOwn {
		return
	}
	suggest := t.guess.skipping(all)
	if t.narrow && len(suggest) == 0 {
		suggest = t.guess.meant(s.from, s.to)
	}
	isAsked := t.greeted || amends || isShort
	if isAsked || t.files.isNews(suggest) {
		t.lastResort = append(t.lastResort, Part{Fate: Asked, Quote: t.ctx.Quote(s.from, s.to),
			Why: t.guess.unclear(all), Suggest: likeliest(suggest)})
	}
}

// isNotation reports whether all orders for units of others are in short forms, each on a line of its own or with the
// type of its unit, as a player writes who mistakes their seat: "F Nth-Bel".
func (t *settlement) isNotation() bool {
	var lines []string
	for _, r := range t.readings {
		for line := range strings.Lines(r.text) {
			lines = append(lines, strings.TrimRight(strings.TrimSpace(line), ".,;"))
		}
	}
	return !t.talks && !slices.ContainsFunc(t.files.foreign, func(quote string) bool {
		words := strings.Fields(quote)
		isTyped := len(words) > 1 && len(words[0]) == 1
		isShort := func(w string) bool { return len(w) == 1 || strings.Contains(w, "-") }
		return !isTyped && !slices.Contains(lines, quote) || !slices.ContainsFunc(words, isShort)
	})
}

// ofOthers turns orders for units of others into talk if nothing in the letter is about the player's own: then it is
// about what others do. A single such order is talk as well, if the letter contains more.
func (t *settlement) ofOthers() {
	own := slices.ContainsFunc(t.ctx.Parts, func(p Part) bool {
		decided := p.Fate != Talk && p.Fate != ToGM
		return p.Fate == Filed || decided && !slices.Contains(t.files.foreign, p.Quote)
	})
	tells := slices.ContainsFunc(t.ctx.Parts, func(p Part) bool {
		return p.Fate == Talk && len(strings.Fields(p.Quote)) > longestAside
	})
	if own {
		return
	}
	if meant := len(t.files.foreign) <= 1 || t.isNotation(); !tells && meant {
		return
	}
	for i := range t.ctx.Parts {
		if p := &t.ctx.Parts[i]; slices.Contains(t.files.foreign, p.Quote) {
			*p = Part{Fate: Talk, Quote: p.Quote}
		}
	}
}

// askFragments asks about a letter that consists only of one or two order keywords, such as "card", so that it is not
// ignored.
func (t *settlement) askFragments(text string) {
	if !isTalk(t.ctx.Parts) || len(t.ctx.scan(text)) > longestFragment {
		return
	}
	for _, quote := range t.fragments {
		if len(quote) == 1 { // a single character is a typing error
			continue
		}
		t.ctx.Add(Part{Fate: Asked, Quote: quote, Why: t.lexicon.Says("unclear")})
	}
}

const longestAside = 4 // largest number of words
