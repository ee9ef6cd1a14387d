package order

import (
	"fmt"
	"slices"
)

// A guesser finds what may be meant by words that are not an order, and asks the player about them.
type guesser struct{ *letter }

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
func (g *guesser) ask(quote string, segments []segment, more ...string) {
	g.doubtAll(segments)
	g.ctx.Said = append(g.ctx.Said, g.own.named(slices.DeleteFunc(slices.Clone(segments), func(s segment) bool {
		return s.match != nil && !(s.match.Weak && completes(g.game))
	}))...)
	suggest := append(g.skipping(segments), more...)
	marked := slices.ContainsFunc(segments, func(s segment) bool { return s.role == roleMark })
	isFirst := len(g.ctx.Sheet.Keys()) == 0 && len(more) == 0
	isTalk := len(suggest) == 0 || isFirst && marked
	if isTalk && !g.own.names(segments) {
		g.ctx.Add(Part{Fate: Talk, Quote: quote})
		return
	}
	if len(suggest) == 1 {
		g.ctx.Last = Order{Line: suggest[0]}
	}
	p := Part{Fate: Asked, Quote: quote, Why: g.unclear(segments), Suggest: likeliest(suggest)}
	if len(suggest) == 0 && g.mayRemark(segments) {
		p.remarks, p.before = g.own.named(segments), !isRemark(segments)
	}
	if g.ctx.Fixes || g.files.isNews(suggest) {
		g.contest(&p, segments)
	}
	if len(p.Suggest) == 0 {
		p.Suggest = g.skippingAll()
	}
	g.ctx.Add(p)
}

// mayRemark reports whether words about which nothing is known may be a remark on what the letter orders elsewhere.
func (g *guesser) mayRemark(segments []segment) bool {
	if isRemark(segments) {
		return true
	}
	if !completes(g.game) {
		return false
	}
	first := segments[0].match
	if first != nil && g.words.isElliptic(&clause{orders: []*Match{first}}) {
		return true
	}
	return g.own.begins(&clause{segments: segments})
}

// isRemark reports whether words name a single thing and contain no order keyword: "Munich is in danger".
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
func (g *guesser) contest(p *Part, segments []segment) {
	own := g.own.named(segments)
	if len(own) == 0 || !g.ctx.Fixes && !g.own.begins(&clause{segments: segments}) {
		return
	}
	for _, key := range g.files.ordered[own[0]] {
		if was, given := g.ctx.Given[key]; given {
			p.Quote = g.files.unfile(key) + " / " + p.Quote
			p.Suggest = likeliest(append([]string{was}, p.Suggest...))
			p.Keys = append(p.Keys, key)
		}
	}
}

// askInstead asks what words mean that correct the last order, which is taken back. The question suggests that order
// as well as others.
func (g *guesser) askInstead(quote string, segments []segment, last string) {
	key := g.ctx.Last.Key
	g.ask(g.files.unfile(key)+" / "+quote, segments, append(g.edited(last, segments), last)...)
	if n := len(g.ctx.Parts) - 1; n >= 0 && g.ctx.Parts[n].Fate == Asked {
		g.ctx.Parts[n].Keys = []string{key}
	}
}

// edited returns what an order becomes with names that correct it.
func (g *guesser) edited(line string, segments []segment) []string {
	game, is := g.game.(Drafter)
	if !is {
		return nil
	}
	d := &drafting{Context: g.ctx, game: game}
	from, to := segments[0].from, segments[len(segments)-1].to
	return d.edits(line, g.lexicon.said(nil, g.lexicon.tagged(g.ctx.Lexemes), from, to))
}

// unclear returns a text that says that words are not clear. If there is exactly one unknown word, the text names it.
func (g *guesser) unclear(segments []segment) string {
	var unknown []string
	for _, x := range segments {
		if word := g.ctx.Lexemes[x.from]; x.role == roleUnknown && word.Kind == Word && len(word.Word) > 1 {
			unknown = append(unknown, g.ctx.Quote(x.from, x.to))
		}
	}
	if len(unknown) != 1 {
		return g.lexicon.Says("unclear")
	}
	return fmt.Sprintf(g.lexicon.Says("unknown"), unknown[0])
}

// skipping returns what words may mean if some of them are left out, and what the game suggests for the rest.
func (g *guesser) skipping(segments []segment) []string {
	from, to := segments[0].from, segments[len(segments)-1].to
	part := slices.Clone(g.ctx.Lexemes[from:to])
	tags := g.lexicon.tagged(part)
	lexemes, said := g.ctx.Lexemes, slices.Clone(g.ctx.Said)
	g.ctx.Lexemes = part
	defer func() { g.ctx.Lexemes, g.ctx.Said = lexemes, said }()
	var out []string
	var rest []Bind
	for _, s := range g.lexicon.cover(part, tags, g.game.Plays, mostSkipped) {
		switch {
		case s.role == roleUnknown:
			for _, t := range g.lexicon.nearest(part[s.from].Word) {
				rest = append(rest, Bind{Class: g.ctx.label(t.class), Vals: t.vals, From: s.from, To: s.to})
			}
		case s.match != nil && !s.match.Weak && !isJoined(part, s.to):
			switch o := g.game.Resolve(s.match, g.ctx); {
			case o.Refuse != "":
				rest = append(rest, g.lexicon.said(nil, tags, s.from, s.to)...)
			case !o.Talk:
				out = append(out, o.lines()...)
			}
		default:
			rest = append(rest, g.lexicon.said(nil, tags, s.from, s.to)...)
		}
	}
	out = append(out, g.game.Suggest(rest, g.ctx)...)
	if len(out) == 0 || len(rest) > 0 { // those of the names that occur in orders, too
		out = append(out, g.game.Suggest(g.lexicon.said(nil, tags, 0, len(part)), g.ctx)...)
	}
	return distinct(out)
}

// skippingAll returns what the current sentence may mean as a whole, unless there are too many possibilities.
func (g *guesser) skippingAll() []string {
	if g.deciding == nil || len(g.deciding.clauses) < 2 {
		return nil
	}
	if g.deciding.whole == nil {
		g.deciding.whole = &guesses{g.skipping(g.deciding.segments())}
	}
	if suggest := g.deciding.whole.lines; len(suggest) <= mostSuggestions {
		return suggest
	}
	return nil
}

// meant returns what the names and order keywords between two lexemes may mean, whatever else is between them. If the
// text was ignored as talk, misspelt names are not considered.
func (g *guesser) meant(from, to int) []string {
	lexemes := g.ctx.Lexemes
	g.ctx.Lexemes = slices.Clone(lexemes[from:to])
	defer func() { g.ctx.Lexemes = lexemes }()
	tags := g.lexicon.tagged(g.ctx.Lexemes)
	var lines []string
	if !g.ctx.Passed {
		lines = g.game.Suggest(g.lexicon.said(g.ctx.Lexemes, tags, 0, to-from), g.ctx)
	}
	return distinct(append(lines, g.game.Suggest(g.lexicon.said(nil, tags, 0, to-from), g.ctx)...))
}

// guessing returns a function that computes, when needed, what words may mean if some of them are left out.
func (g *guesser) guessing(segments []segment) func() []string {
	text, lexemes, said := g.ctx.Text, g.ctx.Lexemes, slices.Clone(g.ctx.Said)
	return func() []string {
		g.ctx.Text, g.ctx.Lexemes, g.ctx.Said = text, lexemes, said
		return g.skipping(segments)
	}
}

// ofText returns what a text that is not an order may mean, in normal form.
func (g *guesser) ofText(text string) []string {
	was := g.ctx.Passage
	defer func() { g.ctx.Passage = was }()
	g.ctx.turnTo(text)
	return likeliest(g.skipping([]segment{{from: 0, to: len(g.ctx.Lexemes)}}))
}

// isJoined reports whether dashes join a lexeme both to the one before and to the one after it, as in "F Bre-Xyz".
func isJoined(text []Lexeme, at int) bool {
	if at == 0 || at+1 >= len(text) || text[at].Word != "-" {
		return false
	}
	return text[at-1].To == text[at].From && text[at].To == text[at+1].From
}

// askPieces asks about a sentence without an order, piece by piece; each piece begins with a thing of the player's.
func (g *guesser) askPieces(s *sentence, quote string, all []segment) {
	var pieces [][]segment
	for k := 0; k < len(s.clauses); {
		segments, end := g.own.piece(s, k)
		if len(segments) > 0 && g.own.begins(&s.clauses[k]) && len(g.skipping(segments)) > 0 {
			pieces = append(pieces, segments)
		}
		k = end
	}
	if len(pieces) < 2 {
		g.ask(quote, all)
		return
	}
	for _, segments := range pieces {
		g.ask(g.ctx.quoteOf(segments), segments)
	}
}
