package order

import (
	"fmt"
	"slices"
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
		return s.match != nil && !(s.match.Weak && completes(c.game))
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
		completes(c.game) && (segments[0].match != nil && c.isElliptic(&clause{orders: []*Match{segments[0].match}}) ||
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
	c.ask(c.unfile(key)+" / "+quote, segments, append(c.edited(last, segments), last)...)
	if n := len(c.Parts) - 1; n >= 0 && c.Parts[n].Fate == Asked {
		c.Parts[n].Keys = []string{key}
	}
}

// edited returns what an order becomes with names that correct it.
func (c *Context) edited(line string, segments []segment) []string {
	game, is := c.game.(Drafter)
	if !is {
		return nil
	}
	d := &drafting{Context: c, game: game}
	from, to := segments[0].from, segments[len(segments)-1].to
	return d.edits(line, c.lexicon.said(nil, c.lexicon.tagged(c.Lexemes), from, to))
}

// doubtAll records that the orders for the things that words name are uncertain.
func (c *Context) doubtAll(segments []segment) {
	for _, x := range segments {
		for _, t := range c.phrases(x.from) {
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
				rest = append(rest, Bind{Class: c.label(t.class), Vals: t.vals, From: s.from, To: s.to})
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

// guessing returns a function that computes, when needed, what words may mean if some of them are left out.
func (c *Context) guessing(segments []segment) func() []string {
	text, lexemes, said := c.Text, c.Lexemes, slices.Clone(c.Said)
	return func() []string {
		c.Text, c.Lexemes, c.Said = text, lexemes, said
		return c.skipping(segments)
	}
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
