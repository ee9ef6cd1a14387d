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
	Completes bool              // whether the meaning of a whole sentence is sought that was partly understood
	// whether the meaning of a sentence is sought that was ignored; then only what it says about things matters
	Passed bool
	Open   []int  // the names that may be used then; nil for any
	Under  string // what the text is for, as the game has named it after a heading

	reader *reader
}

// Set files an order that is in a part of the letter.
func (c *Context) Set(x Order, quote string) {
	c.reader.files.file(Outcome{Orders: []Order{x}, Adds: true}, quote)
}

// Drop removes an order from file that a part of the letter takes back.
func (c *Context) Drop(key, quote string) { c.reader.files.file(Outcome{Drop: []string{key}}, quote) }

// NewContext returns the context for a letter before anything of it is read.
func NewContext(l *Lexicon, g Game, sheet *Sheet) *Context {
	c := &Context{Passage: Passage{lexicon: l}, Sheet: sheet, Given: map[string]string{}, Doubted: map[int]bool{}}
	c.reader = newReader(c, g)
	return c
}

// Take files an outcome that belongs to a part of the letter, or records why it can't.
func (c *Context) Take(o Outcome, quote string) {
	switch {
	case o.Refuse != "":
		c.reader.files.refuse(quote, o)
	case o.Ask != "":
		c.Add(Part{Fate: Asked, Quote: quote, Why: o.Ask, Suggest: o.Suggest})
	default:
		c.reader.files.fileAll(o, quote)
	}
}

// Add records what became of a part. Only one question is asked about the same words.
func (c *Context) Add(p Part) {
	if p.Quote == "" {
		return
	}
	p.Under, p.of = c.Under, c.reader.of
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

// Suggests reports whether a question about the letter already suggests an order in normal form.
func (c *Context) Suggests(line string) bool {
	return slices.ContainsFunc(c.Parts, func(p Part) bool {
		return p.Fate == Asked && slices.Contains(p.Suggest, line)
	})
}

// ReadAll reads a part of the letter that may contain headings: the text without a heading, and the block of each
// heading.
func (c *Context) ReadAll(text string) { c.reader.readAll(text) }

// Read reads a part of the letter that contains no headings.
func (c *Context) Read(text string) { c.reader.read(text) }

// Retract takes back the letter's order for a thing, and asks about it.
func (c *Context) Retract(key, why string, suggest []string) {
	c.reader.files.retract(key, why, suggest)
}

// Guess returns what a text that is not an order may mean, in normal form.
func (c *Context) Guess(text string) []string { return c.reader.guess.ofText(text) }
