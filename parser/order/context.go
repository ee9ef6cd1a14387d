package order

import (
	"slices"
)

// This file has the state of reading a letter.

// A Context is the state of reading a letter.
type Context struct {
	Passage   // the current text
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
	Passed bool
	Open   []int  // the names that may be used then; nil for any
	Under  string // what the text is for, as the game has named it after a heading

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
	of        *said     // the sentence that is being read
	signed    bool      // whether the text follows a signature, so that it contains no orders
	readings  []reading // the texts that were read
	replies   []answer  // lines that answer quoted ones
	comments  []string
}

// Set files an order that is in a part of the letter.
func (c *Context) Set(x Order, quote string) { c.file(Outcome{Orders: []Order{x}, Adds: true}, quote) }

// Drop removes an order from file that a part of the letter takes back.
func (c *Context) Drop(key, quote string) { c.file(Outcome{Drop: []string{key}}, quote) }

// NewContext returns the context for a letter before anything of it is read.
func NewContext(l *Lexicon, g Game, sheet *Sheet) *Context {
	return &Context{Sheet: sheet, Given: map[string]string{}, Doubted: map[int]bool{}, ordered: map[int][]string{},
		Passage: Passage{lexicon: l}, game: g, old: map[string]string{}, quotes: map[string]string{}, givenAt: map[string]int{},
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
