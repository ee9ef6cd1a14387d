package order

import (
	"slices"
	"strings"
)

// This file says what a game tells the reader, and what becomes of the parts of a letter.

// A Game defines the meaning of the forms of its lexicon, for the player whose letter is read.
type Game interface {
	// Resolve returns the meaning of a form.
	Resolve(m *Match, c *Context) Outcome

	// Plays reports whether a form can be an order now. If not, the form is not looked for.
	Plays(form string) bool

	// Block reads the text after a heading, on its line or below it, with c.Read or in its own way.
	Block(b Block, c *Context)

	// Own reports whether a name of a class is a thing of the player's.
	Own(class string, vals []int) bool

	// Suggest returns what may be meant by names and order keywords (these without values) that are not an order
	// together: orders in normal form, the likeliest first.
	Suggest(said []Bind, c *Context) []string
}

// A Narrow game sometimes asks for a single small decision, such as a retreat or a bid. Then, if a letter has no
// other result, any sentence that names a thing of the player's is queried, whatever its words are.
type Narrow interface {
	Game
	IsNarrow() bool
}

// A Completer is a game that can also suggest what a whole sentence may mean if parts of it are queried.
type Completer interface {
	Game
	IsWhole(line string) bool // reports whether a line is of a kind of which only one can be on file
	Learn(lines []string)     // tells the game what a sentence may mean, before the next one is guessed
}

// A Block is a heading with the text that it applies to.
type Block struct {
	Heading *Match
	Head    string // the heading as written
	Text    string // the text that it applies to
	Quote   string // heading and text
}

// An Order is the decision about one thing, in normal form. Key identifies the thing.
type Order struct{ Key, Line string }

// An Offer is an order that a player may want in addition to another one, with the reason.
type Offer struct {
	Order
	Why string
}

// An offer is an Offer with the part of the letter that it goes with.
type offer struct {
	Offer
	quote string
}

// An Outcome is the meaning of a form.
type Outcome struct {
	Orders  []Order
	Drop    []string // things for which nothing is to remain on file
	Undo    []string // things for which the letter's own order is taken back
	Refuse  string   // why it is impossible; "" if it is not
	Ask     string   // what the player is asked; "" for nothing
	Suggest []string // what it may mean instead, in normal form
	Offers  []Offer  // what the player may want in addition, unless the letter says it anyway
	Refused []string // why parts of it are impossible, while the rest is possible
	Note    string   // a remark for the player
	Vain    string   // why the filed order can't be carried out, as far as the player knows
	Adds    bool     // whether it adds to an order instead of replacing one
	Foreign bool     // whether it is about something that is not the player's
	Talk    bool     // whether it is not an order
	Blank   bool     // whether it is nothing at all, such as an unchanged line of a form
	Told    bool     // whether it tells something that wants no answer
	About   []string // the things that it is about, if it contains no orders
	Either  bool     // whether another order for the same thing does not settle the question
}

// And adds another outcome. A refusal in that one becomes a refusal of a part.
func (o *Outcome) And(x Outcome) {
	o.Orders, o.Drop, o.Undo = append(o.Orders, x.Orders...), append(o.Drop, x.Drop...), append(o.Undo, x.Undo...)
	o.Note = strings.TrimSpace(o.Note + " " + x.Note)
	o.Refused = append(o.Refused, x.Refused...)
	if x.Refuse != "" {
		o.Refused, o.Foreign = append(o.Refused, x.Refuse), o.Foreign || x.Foreign
	}
}

// OrRefusal returns the outcome, or a refusal if nothing else is left of it.
func (o Outcome) OrRefusal() Outcome {
	if len(o.Refused) > 0 && len(o.Orders) == 0 {
		o.Refuse, o.Refused = strings.Join(o.Refused, " "), nil
	}
	return o
}

// isSure reports whether an outcome is neither a refusal nor a question nor talk.
func (o Outcome) isSure() bool { return o.Refuse == "" && o.Ask == "" && !o.Talk }

// lines returns all orders that an outcome contains or suggests.
func (o Outcome) lines() []string {
	var out []string
	for _, x := range o.Orders {
		out = append(out, x.Line)
	}
	return append(out, o.Suggest...)
}

// A Fate says what became of a part of a letter.
type Fate byte

const (
	Filed   Fate = iota
	Asked        // possibly an order; the player is asked, and it is not on file
	Refused      // an order that is impossible
	Talk         // not an order
	ToGM         // a question or message to the game master
)

// hasFate reports whether some of the parts have one of the given fates.
func hasFate(parts []Part, fates ...Fate) bool {
	return slices.ContainsFunc(parts, func(p Part) bool { return slices.Contains(fates, p.Fate) })
}

// isTalk reports whether all parts are talk.
func isTalk(parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool { return p.Fate != Talk })
}

// A Part is a part of a letter, in the player's own words, and what became of it.
type Part struct {
	Fate    Fate
	Quote   string
	Why     string
	Suggest []string
	Keys    []string        // the things that it is about, as far as known
	Drafted bool            // whether it is not an order by itself, and its meaning was drafted
	Under   string          // the value of [Context.Under] for its text
	exact   bool            // whether all of its possible meanings are known
	either  bool            // whether a later order for the things does not settle the question
	maybe   bool            // whether it is talk by itself, but may be an order in a letter with orders
	hint    bool            // whether it is an order only if a meaning can be found
	guess   func() []string // finds its possible meanings
	things  []int           // things of the player's without an order that it names
	remarks []int           // things of the player's: it is talk if the letter orders these
	before  bool            // whether these orders must come before it
	of      *said           // the sentence that it belongs to
	// a question to be asked in addition if the letter leaves these things open: which of several orders is meant
	weighs *Part
}

// isOpen reports whether the player is asked about a part, and it may mean other things than those suggested.
func (p Part) isOpen() bool { return p.Fate == Asked && !p.exact }

// isBarred reports whether an order is impossible, or impossible for the player.
func (o Outcome) isBarred() bool {
	return o.Refuse != "" || o.Foreign
}
