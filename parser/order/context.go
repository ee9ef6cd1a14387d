package order

import (
	"slices"
	"strings"
)

// This file has the state of reading a letter.

// A Context is the state of reading a letter.
type Context struct {
	Sheet     *Sheet
	Parts     []Part
	Notes     []string
	Said      []int             // things of the player's that were named, the last one last
	Last      Order             // the last order that was understood, even if it is not on file
	Given     map[string]string // what the letter has put on file, by key
	Doubted   map[int]bool      // things of the player's that are queried
	Fixes     bool              // whether the current order follows words of correction
	rejected  bool              // the sentence before says no to an order, as in "No, that's suicide."
	Completes bool              // whether the meaning of a whole sentence is sought that was partly understood
	// whether the meaning of a sentence is sought that was ignored; then only what it says about things matters
	Passed  bool
	Open    []int    // the names that may be used then; nil for any
	Text    string   // the current text
	Lexemes []Lexeme // the lexemes of the text
	Under   string   // what the text is for, as the game has named it after a heading

	lexicon  *Lexicon
	game     Game
	old      map[string]string   // what was on file before the letter, for keys for which it has orders
	quotes   map[string]string   // the words of the letter's orders, by key
	givenAt  map[string]int      // how many parts preceded them, by key
	ordered  map[int][]string    // by thing of the player's: keys of the letter's orders for it
	clashes  map[string][]string // several orders for one thing, none of which replaces another
	offers   []offer             // offers to be made unless the letter contains them
	foreign  []string            // orders for things that are not the player's
	talks    bool                // whether the letter addresses another player
	later    bool                // whether it says that orders will follow later
	answers  bool                // whether orders from earlier letters are on file
	narrow   bool                // whether the question is about one small decision
	greeted  bool                // whether it begins with a greeting, as letters to the game master do
	deciding *sentence           // the current sentence
	begun    int                 // index of the first part of the last sentence that contains orders
	beyond   int                 // index of the clause after those of the sentence that are being decided about
	deferred []func()            // decisions to be made after everything else in the text
	// questions about sentences that were left as talk, to be asked if the letter has no other result
	asides    []Part
	fragments []string  // sentences with one or two words of orders that had no result
	list      string    // mark of the list that the orders are in, such as "options"
	dictated  bool      // whether the letter contains names of signs in place of signs
	of        *said     // the sentence that is being read
	signed    bool      // whether the text follows a signature, so that it contains no orders
	readings  []reading // the texts that were read
	replies   []answer  // lines that answer quoted ones
	comments  []string
	matched   []*Match // cached matches of the parts of forms
	matchedIn *Lexeme  // the text of these matches, identified by its first lexeme
}

// Set files an order that is in a part of the letter.
func (c *Context) Set(x Order, quote string) { c.file(Outcome{Orders: []Order{x}, Adds: true}, quote) }

// Drop removes an order from file that a part of the letter takes back.
func (c *Context) Drop(key, quote string) { c.file(Outcome{Drop: []string{key}}, quote) }

// Quote returns the text between two lexemes as written.
func (c *Context) Quote(from, to int) string {
	if from >= to {
		return ""
	}
	for from < to && strings.Contains(",:;-)/|", c.Lexemes[from].Word) {
		from++
	}
	for from < to && (strings.Contains(",:;-(/|", c.Lexemes[to-1].Word) || c.Lexemes[to-1].Kind == Line) {
		to--
	}
	if from >= to {
		return ""
	}
	return strings.TrimSpace(c.Text[c.Lexemes[from].From:c.Lexemes[to-1].To])
}

// mostNear is the distance, in bytes, up to which names before an order may explain a word such as "there".
const mostNear = 200

// NamedBefore returns the names and words of orders shortly before a lexeme: those in its own sentence, and those in
// the sentence before.
func (c *Context) NamedBefore(at int) (own, before []Bind) {
	end := c.Lexemes[at].From
	text := c.scan(c.Text[max(0, end-mostNear):end])
	tags := c.lexicon.tagged(text)
	ends := func(at int) bool { return text[at].Kind == Line || strings.Contains(".!?", text[at].Word) }
	from := len(text)
	for from > 0 && !ends(from-1) {
		from--
	}
	start := from
	for start > 0 && ends(start-1) {
		start--
	}
	for start > 0 && !ends(start-1) {
		start--
	}
	return c.lexicon.said(nil, tags, from, len(text)), c.lexicon.said(nil, tags, start, from)
}

// Word returns the word of a lexeme.
func (c *Context) Word(at int) string {
	if at < 0 || at >= len(c.Lexemes) {
		return ""
	}
	return c.Lexemes[at].Word
}

// NewContext returns the context for a letter before anything of it is read.
func NewContext(l *Lexicon, g Game, sheet *Sheet) *Context {
	return &Context{Sheet: sheet, Given: map[string]string{}, Doubted: map[int]bool{}, ordered: map[int][]string{},
		lexicon: l, game: g, old: map[string]string{}, quotes: map[string]string{}, givenAt: map[string]int{},
		clashes: map[string][]string{}}
}

// Take files an outcome that belongs to a part of the letter, or records why it can't.
func (c *Context) Take(o Outcome, quote string) {
	switch {
	case o.Refuse != "":
		c.refuse(quote, o)
	case o.Ask != "":
		c.Add(Part{Fate: Asked, Quote: quote, Why: o.Ask, Suggest: o.Suggest})
	default:
		c.fileWhole(o, quote)
	}
}

// apart reports whether the current text contains no orders, because it is addressed to another player or follows the
// signature.
func (c *Context) apart() bool {
	return c.talks || c.signed
}

// Add records what became of a part. Only one question is asked about the same words.
func (c *Context) Add(p Part) {
	if p.Quote == "" {
		return
	}
	p.Under, p.of = c.Under, c.of
	for i := range c.Parts {
		was := &c.Parts[i]
		if was.Quote != p.Quote || was.Fate == Filed {
			continue
		}
		passesOn := p.Fate == ToGM && p.Why == ""
		if was.Fate == Talk || passesOn && was.Fate != ToGM {
			p.Suggest = append(was.Suggest, p.Suggest...)
			*was = p
			return
		}
		for _, line := range p.Suggest {
			if !slices.Contains(was.Suggest, line) {
				was.Suggest = append(was.Suggest, line)
			}
		}
		return
	}
	c.Parts = append(c.Parts, p)
}
