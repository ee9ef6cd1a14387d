package order

import (
	"fmt"
	"slices"
	"strings"
)

// This file guesses what may be meant by words that are not an order.

const (
	mostSuggestions = 3
	mostForOne      = 6 // the same if nothing else of the sentence is asked about
	mostChoices     = 12
	mostSkipped     = 6 // largest number of words that may be left out
)

// likeliest returns the first of several possible meanings, as many as a question may list.
func likeliest(lines []string) []string { return lines[:min(len(lines), mostSuggestions)] }

// distinct removes duplicates from lines; it returns nil if there are too many to choose from.
func distinct(lines []string) []string {
	var out []string
	for _, line := range lines {
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	if len(out) > mostChoices {
		return nil
	}
	return out
}

// ask asks the player what some words mean, with the possible meanings.
func (c *Context) ask(quote string, segments []segment, more ...string) {
	c.doubtAll(segments)
	c.Said = append(c.Said, c.own(slices.DeleteFunc(slices.Clone(segments), func(s segment) bool {
		return s.match != nil && !(s.match.Weak && c.completes())
	}))...)
	suggest := append(c.skipping(segments), more...)
	marked := slices.ContainsFunc(segments, func(s segment) bool { return s.role == roleMark })
	isFirst := len(c.Sheet.Keys()) == 0 && len(more) == 0
	isTalk := len(suggest) == 0 || isFirst && marked
	if isTalk && !c.namesOwn(segments) {
		c.Add(Part{Fate: Talk, Quote: quote})
		return
	}
	if len(suggest) == 1 {
		c.Last = Order{Line: suggest[0]}
	}
	p := Part{Fate: Asked, Quote: quote, Why: c.unclear(segments), Suggest: likeliest(suggest)}
	if len(suggest) == 0 && (isRemark(segments) ||
		c.completes() && (segments[0].match != nil && c.isElliptic(&clause{orders: []*Match{segments[0].match}}) ||
			c.beginsOwn(&clause{segments: segments}))) {
		p.remarks, p.before = c.own(segments), !isRemark(segments)
	}
	if c.Fixes || c.isNews(suggest) {
		c.contest(&p, segments)
	}
	if len(p.Suggest) == 0 {
		p.Suggest = c.skippingAll()
	}
	c.Add(p)
}

// isRemark reports whether words name a single thing and contain no word of orders: "Munich is in danger".
func isRemark(segments []segment) bool {
	names := 0
	for _, x := range segments {
		switch x.role {
		case roleOrder, roleVerb:
			return false
		case roleName:
			names++
		}
	}
	return names == 1
}

// contest takes back what the letter has ordered for the first thing that a part names, if the part may be meant to
// change that: "Munich to Burgundy ... nvm, Munich stays". The player is asked about both.
func (c *Context) contest(p *Part, segments []segment) {
	own := c.own(segments)
	if len(own) == 0 || !c.Fixes && !c.beginsOwn(&clause{segments: segments}) {
		return
	}
	for _, key := range c.ordered[own[0]] {
		if was, given := c.Given[key]; given {
			p.Quote = c.unfile(key) + " / " + p.Quote
			p.Suggest = likeliest(append([]string{was}, p.Suggest...))
			p.Keys = append(p.Keys, key)
		}
	}
}

// askInstead asks what words mean that correct the last order, which is taken back. The question suggests that order
// as well as others.
func (c *Context) askInstead(quote string, segments []segment, last string) {
	key := c.Last.Key
	c.ask(c.unfile(key)+" / "+quote, segments, last)
	if n := len(c.Parts) - 1; n >= 0 && c.Parts[n].Fate == Asked {
		c.Parts[n].Keys = []string{key}
	}
}

// doubtAll records that the orders for the things that words name are uncertain.
func (c *Context) doubtAll(segments []segment) {
	for _, x := range segments {
		for _, t := range c.lexicon.phrases(c.Lexemes, x.from) {
			if x.role == roleName && t.end == x.to {
				c.doubts(&Match{binds: []Bind{{Vals: t.vals}}})
			}
		}
		if x.match != nil {
			c.doubts(x.match)
		}
	}
}

// unclear returns a text that says that words are not clear. If there is exactly one unknown word, the text names it.
func (c *Context) unclear(segments []segment) string {
	var unknown []string
	for _, x := range segments {
		if word := c.Lexemes[x.from]; x.role == roleUnknown && word.Kind == Word && len(word.Word) > 1 {
			unknown = append(unknown, c.Quote(x.from, x.to))
		}
	}
	if len(unknown) != 1 {
		return c.lexicon.Says("unclear")
	}
	return fmt.Sprintf(c.lexicon.Says("unknown"), unknown[0])
}

// skipping returns what words may mean if some of them are left out, and what the game suggests for the rest.
func (c *Context) skipping(segments []segment) []string {
	from, to := segments[0].from, segments[len(segments)-1].to
	part := slices.Clone(c.Lexemes[from:to])
	tags := c.lexicon.tagged(part)
	lexemes, said := c.Lexemes, slices.Clone(c.Said)
	c.Lexemes = part
	defer func() { c.Lexemes, c.Said = lexemes, said }()
	var out []string
	var rest []Bind
	for _, s := range c.lexicon.cover(part, tags, c.game.Plays, mostSkipped) {
		switch {
		case s.role == roleUnknown:
			for _, t := range c.lexicon.nearest(part[s.from].Word) {
				rest = append(rest, Bind{Class: c.lexicon.labels[t.class], Vals: t.vals, From: s.from, To: s.to})
			}
		case s.match != nil && !s.match.Weak && !isJoined(part, s.to):
			switch o := c.game.Resolve(s.match, c); {
			case o.Refuse != "":
				rest = append(rest, c.lexicon.said(nil, tags, s.from, s.to)...)
			case !o.Talk:
				out = append(out, o.lines()...)
			}
		default:
			rest = append(rest, c.lexicon.said(nil, tags, s.from, s.to)...)
		}
	}
	out = append(out, c.game.Suggest(rest, c)...)
	if len(out) == 0 || len(rest) > 0 { // those of the names that occur in orders, too
		out = append(out, c.game.Suggest(c.lexicon.said(nil, tags, 0, len(part)), c)...)
	}
	return distinct(out)
}

// skippingAll returns what the current sentence may mean as a whole, unless there are too many possibilities.
func (c *Context) skippingAll() []string {
	if c.deciding == nil || len(c.deciding.clauses) < 2 {
		return nil
	}
	if c.deciding.whole == nil {
		c.deciding.whole = &guesses{c.skipping(c.deciding.segments())}
	}
	if suggest := c.deciding.whole.lines; len(suggest) <= mostSuggestions {
		return suggest
	}
	return nil
}

// meant returns what the names and words of orders between two lexemes may mean, whatever else is between them. If
// the text was ignored as talk, misspelt names are not considered.
func (c *Context) meant(from, to int) []string {
	lexemes := c.Lexemes
	c.Lexemes = slices.Clone(lexemes[from:to])
	defer func() { c.Lexemes = lexemes }()
	tags := c.lexicon.tagged(c.Lexemes)
	var lines []string
	if !c.Passed {
		lines = c.game.Suggest(c.lexicon.said(c.Lexemes, tags, 0, to-from), c)
	}
	return distinct(append(lines, c.game.Suggest(c.lexicon.said(nil, tags, 0, to-from), c)...))
}

// A said is a sentence, with what was known when it was read.
type said struct {
	text    string
	lexemes []Lexeme
	before  []int // things that had been named before
	last    Order
	things  []int // things of the player's that it names
	aside   bool  // whether it asks, or says what is to happen later
	tells   bool  // whether it says what happened, or what others say
	reasons bool  // whether it gives reasons
}

// completes reports whether the game can guess at the meaning of whole sentences.
func (c *Context) completes() bool { _, is := c.game.(Completer); return is }

// complete adds to questions about parts of a sentence what the whole sentence may mean, because names and words of
// orders of different parts may belong together. It asks about ignored parts of a sentence if they may mean an order
// for something that has none.
func (c *Context) complete() {
	if !c.completes() || c.talks {
		return
	}
	text, lexemes, before, last := c.Text, c.Lexemes, c.Said, c.Last
	c.Completes = true
	var memo memory
	for from := 0; from < len(c.Parts); {
		to := from + 1
		for to < len(c.Parts) && c.Parts[to].of == c.Parts[from].of {
			to++
		}
		if of := c.Parts[from].of; of != nil {
			c.Text, c.Lexemes = of.text, of.lexemes
			c.Said, c.Last = memo.before(of)
			to = c.completeOne(from, to, &memo)
		}
		from = to
	}
	c.Completes = false
	c.Text, c.Lexemes, c.Said, c.Last = text, lexemes, before, last
}

// completeOne does that for the sentence whose parts begin at index from. It returns the index after its last part.
func (c *Context) completeOne(from, to int, memo *memory) int {
	parts := c.Parts[from:to]
	of := parts[0].of
	isVague := slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Asked && !p.exact })
	isRefused := slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Refused })
	passed := !isVague && !isRefused && c.passed(parts)
	if !isVague && !isRefused && !passed {
		memo.note(of, nil)
		return to
	}
	if c.Passed = !isVague; passed {
		c.Open = c.open(parts)
	}
	lines := c.meant(0, len(of.lexemes))
	c.game.(Completer).Learn(lines)
	c.Passed, c.Open = false, nil
	memo.note(of, lines)
	switch {
	case !passed:
		c.offerMore(parts, lines)
	case c.isNews(lines):
		asked := Part{Fate: Asked, Quote: c.Quote(0, len(of.lexemes)), Why: c.lexicon.Says("unclear"), of: of}
		asked.Suggest = lines[:min(len(lines), mostForOne)]
		filed := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Fate != Filed })
		c.Parts = slices.Replace(c.Parts, from, to, append(filed, asked)...)
		return from + len(filed) + 1
	}
	return to
}

// open returns the indexes of names in the parts of a sentence that were ignored; nil if all of it was ignored.
func (c *Context) open(parts []Part) []int {
	if !slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == Filed }) {
		return nil
	}
	out := []int{}
	for _, p := range parts {
		if p.Fate == Filed {
			continue
		}
		lexemes := c.scan(p.Quote)
		for _, b := range c.lexicon.said(nil, c.lexicon.tagged(lexemes), 0, len(lexemes)) {
			out = append(out, b.Vals...)
		}
	}
	return out
}

// A memory is what is known about the previous sentences, to which "it" or "that" may refer.
type memory struct {
	of    *said // the previous sentence
	lines []string
}

// note stores what a sentence may mean.
func (m *memory) note(of *said, lines []string) { m.of, m.lines = of, lines }

// before returns the things named before a sentence, and the last order: as they were when the sentence was read or,
// if the previous sentence was not understood, according to what that may mean.
func (m *memory) before(of *said) ([]int, Order) {
	if m.of == nil || of.last != m.of.last || len(of.before) != len(m.of.before) {
		return of.before, of.last
	}
	things, last := slices.Clone(of.before), of.last
	if len(m.of.things) > 0 {
		things = append(things, m.of.things[0])
	}
	if n := len(m.lines); n > 0 {
		last = Order{Line: m.lines[n-1]}
	}
	return things, last
}

// passed reports whether part of a sentence was left as talk, or for the game master, in a letter that contains
// orders.
func (c *Context) passed(parts []Part) bool {
	of := parts[0].of
	hasFate := func(parts []Part, fate Fate) bool {
		return slices.ContainsFunc(parts, func(p Part) bool { return p.Fate == fate })
	}
	if addressed := c.answers || c.narrow || len(c.Given) > 0; !addressed && !hasFate(c.Parts, Asked) {
		return false
	}
	tells := of.tells && (c.answers || c.decided(of.things))
	reasons := of.reasons && hasFate(parts, Filed)
	if of.aside || tells || reasons {
		return false
	}
	return hasFate(parts, Talk) || hasFate(parts, ToGM)
}

// offerMore adds new lines to the suggestions of those parts that have room for them. Refused parts become questions.
func (c *Context) offerMore(parts []Part, lines []string) {
	isWhole := c.game.(Completer).IsWhole
	for i := range parts {
		// a meaning of the whole sentence says more than one of a part
		if p := &parts[i]; slices.ContainsFunc(lines, isWhole) {
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), isWhole)
		}
	}
	for _, p := range parts {
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return slices.Contains(p.Suggest, line) || !c.isNews([]string{line})
		})
	}
	most := mostSuggestions
	if len(parts) == 1 {
		most = mostForOne
	}
	for _, fate := range []Fate{Asked, Refused} {
		for i := range parts {
			p := &parts[i]
			if p.Fate != fate || p.exact || len(p.Suggest) >= mostSuggestions {
				continue
			}
			n := min(len(lines), most-len(p.Suggest))
			p.Suggest, lines = append(slices.Clip(p.Suggest), lines[:n]...), lines[n:]
			if len(p.Suggest) > 0 {
				p.Fate = Asked
			}
		}
	}
}

// guessing returns a function that computes, when needed, what words may mean if some of them are left out.
func (c *Context) guessing(segments []segment) func() []string {
	text, lexemes, said := c.Text, c.Lexemes, slices.Clone(c.Said)
	return func() []string {
		c.Text, c.Lexemes, c.Said = text, lexemes, said
		return c.skipping(segments)
	}
}

// Find returns the occurrences of phrases of a class between two lexemes of the current text.
func (c *Context) Find(class string, from, to int) []Bind {
	var out []Bind
	for i := from; i < to; i++ {
		for _, end := range c.endsOf(class, i) {
			if end <= to {
				out = append(out, Bind{Class: class, From: i, To: end})
			}
		}
	}
	return out
}

// Phrase returns the longest phrase of some classes that begins at a lexeme. If several are equally long, the first
// class takes precedence. It also reports whether there is one.
func (c *Context) Phrase(at int, classes []string) (Bind, bool) {
	var found Bind
	rank := len(classes)
	for _, t := range c.lexicon.phrases(c.Lexemes, at) {
		i := slices.Index(classes, c.lexicon.labels[t.class])
		if i >= 0 && (t.end > found.To || t.end == found.To && i < rank) {
			found, rank = Bind{Class: classes[i], From: at, To: t.end}, i
		}
	}
	return found, found.To > 0
}

// Matches returns the matches of a part of the forms between two lexemes, the longest at each lexeme.
func (c *Context) Matches(part string, from, to int) (out []*Match) {
	if p := c.lexicon.parts[part]; p != nil && (c.matched == nil || c.matchedIn != &c.Lexemes[0]) {
		c.matched, c.matchedIn = []*Match{}, &c.Lexemes[0]
		m := newMatcher(c.lexicon, c.Lexemes, c.lexicon.tagged(c.Lexemes))
		for i := range c.Lexemes {
			var best *Match
			for _, w := range m.match(p, i) {
				if best == nil || w.end > best.To {
					best = &Match{Form: part, From: i, To: w.end}
					w.bound.each(func(b *Bind) { best.binds = append(best.binds, *b) })
				}
			}
			if best != nil {
				c.matched = append(c.matched, best)
			}
		}
	}
	for _, m := range c.matched {
		if m.Form == part && from <= m.From && m.From < to {
			out = append(out, m)
		}
	}
	return out
}

// Around returns the range of the sentence that contains the given lexemes.
func (c *Context) Around(from, to int) (int, int) {
	for from > 0 && !c.endsSentence(from-1) {
		from--
	}
	for to < len(c.Lexemes) && !c.endsSentence(to) {
		to++
	}
	return from, to
}

// endsSentence reports whether a sentence ends with a lexeme.
func (c *Context) endsSentence(at int) bool {
	return c.Lexemes[at].Kind == Line || strings.Contains(".!?;", c.Lexemes[at].Word)
}

// Guess returns what a text that is not an order may mean, in normal form.
func (c *Context) Guess(text string) []string {
	was, lexemes := c.Text, c.Lexemes
	c.Text, c.Lexemes = text, c.scan(text)
	defer func() { c.Text, c.Lexemes = was, lexemes }()
	suggest := c.skipping([]segment{{from: 0, to: len(c.Lexemes)}})
	return likeliest(suggest)
}

// Suggests reports whether a question about the letter already suggests an order in normal form.
func (c *Context) Suggests(line string) bool {
	return slices.ContainsFunc(c.Parts, func(p Part) bool {
		return p.Fate == Asked && slices.Contains(p.Suggest, line)
	})
}

// said returns the names and words of orders between two lexemes.
func (l *Lexicon) said(all []Lexeme, tags [][]tag, from, to int) []Bind {
	var out []Bind
	for i := from; i < to; {
		k := slices.IndexFunc(tags[i], func(t tag) bool {
			return t.cost == 0 && l.isNameOrVerb(t)
		})
		isUncommon := all != nil && all[i].Kind == Word && !l.common[all[i].Word]
		if k < 0 && isUncommon {
			out = append(out, l.mistyped(all, tags, i)...)
		}
		if k < 0 {
			i++
			continue
		}
		longest := tags[i][k]
		for _, t := range tags[i][k+1:] {
			if t.cost == 0 && t.end > longest.end && l.isNameOrVerb(t) {
				longest = t
			}
		}
		out = append(out, Bind{Class: l.labels[longest.class], Vals: longest.vals, From: i, To: longest.end})
		i = longest.end
	}
	return out
}

// mistyped returns the names and words of orders that an unknown word may be.
func (l *Lexicon) mistyped(all []Lexeme, tags [][]tag, i int) (out []Bind) {
	near := tags[i]
	if len(near) == 0 {
		near = l.nearest(all[i].Word)
	}
	for _, t := range near {
		if len(tags[i]) == 0 || t.end == i+1 && l.isNameOrVerb(t) {
			out = append(out, Bind{Class: l.labels[t.class], Vals: t.vals, From: i, To: i + 1})
		}
	}
	return out
}

// isJoined reports whether dashes join a lexeme both to the one before and to the one after it, as in "F Bre-Xyz".
func isJoined(text []Lexeme, at int) bool {
	if at == 0 || at+1 >= len(text) || text[at].Word != "-" {
		return false
	}
	return text[at-1].To == text[at].From && text[at].To == text[at+1].From
}

// doubts records the things in a match whose orders are uncertain.
func (c *Context) doubts(m *Match) {
	for _, b := range m.binds {
		for _, v := range b.Vals {
			c.Doubted[v] = true
		}
	}
}

// own returns the player's things that words name.
func (c *Context) own(segments []segment) []int {
	var out []int
	for _, x := range segments {
		var binds []Bind
		if x.match != nil {
			binds = x.match.binds
		}
		for _, t := range c.lexicon.phrases(c.Lexemes, x.from) {
			if x.role == roleName && t.class == x.class && t.end == x.to {
				binds = append(binds, Bind{Class: c.lexicon.labels[t.class], Vals: t.vals})
			}
		}
		for _, b := range binds {
			for _, v := range b.Vals {
				if b.Class != "seat" && c.game.Own(b.Class, []int{v}) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// namesOwnFirst reports whether the first thing that a clause names belongs to the player.
func (c *Context) namesOwnFirst(cl *clause) bool {
	for _, x := range cl.segments {
		if x.match == nil && x.role == roleName && c.lexicon.labels[x.class] != "seat" {
			return c.isOwn(x)
		}
		if x.match == nil {
			continue
		}
		for _, b := range x.match.binds {
			if len(b.Vals) > 0 && b.Class != "seat" {
				return c.game.Own(b.Class, b.Vals)
			}
		}
	}
	return false
}

// beginsOwn reports whether a clause names a thing of the player's before it says what it should do.
func (c *Context) beginsOwn(cl *clause) bool {
	for _, x := range cl.segments {
		switch {
		case x.role == roleName && c.lexicon.labels[x.class] == "seat":
		case x.role == roleName:
			return c.isOwn(x)
		case x.role == roleVerb:
			return false
		}
	}
	return false
}

// namesOwn reports whether some words name a thing of the player's.
func (c *Context) namesOwn(segments []segment) bool {
	return slices.ContainsFunc(segments, func(s segment) bool {
		if s.match == nil {
			return s.role == roleName && c.isOwn(s)
		}
		return slices.ContainsFunc(s.match.binds, func(b Bind) bool {
			return len(b.Vals) > 0 && c.game.Own(b.Class, b.Vals)
		})
	})
}

// ownNames returns how many names in a clause are things of the player's.
func (c *Context) ownNames(cl *clause) (n int) {
	for _, s := range cl.names {
		if c.isOwn(s) {
			n++
		}
	}
	return n
}

func (c *Context) isOwn(s segment) bool {
	return slices.ContainsFunc(c.lexicon.phrases(c.Lexemes, s.from), func(t tag) bool {
		return t.class == s.class && t.end == s.to && c.game.Own(c.lexicon.labels[s.class], t.vals)
	})
}

// isHistory reports whether a clause says what happened or will happen, which is the case if the words for that
// precede the action: "Munich goes to Burgundy, as I told him" does not.
func (c *Context) isHistory(cl *clause) bool {
	for _, x := range cl.segments {
		if x.role == roleVerb {
			return false
		}
		if x.role == roleMark && slices.Contains([]string{"past", "says", "done", "later"}, c.lexicon.labels[x.class]) {
			return true
		}
	}
	return false
}

// quoteOf returns words as they are written.
func (c *Context) quoteOf(segments []segment) string {
	return c.Quote(segments[0].from, segments[len(segments)-1].to)
}
