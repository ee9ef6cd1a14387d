package order

import "slices"

// A letter is what is known of a letter while it is read. The parts of the reader embed the one that they work on.
type letter struct {
	ctx     *Context
	lexicon *Lexicon
	game    Game
	words   *wording
	own     *holdings
	files   *filing

	of       *said     // the sentence that is being read
	deciding *sentence // the same, when it is decided about
	begun    int       // index of the first part of the last sentence that contains orders
	list     string    // mark of the list that the orders are in, such as "options"
	rejected bool      // whether the sentence before says no to an order, as in "No, that's suicide."
	weighed  bool      // whether that sentence asks which of several orders to give: "Three or four?"
	deferred []func()  // decisions to be made after everything else in the text
	readings []reading // the texts that were read

	talks     bool // whether the letter addresses another player
	awaits    bool // whether it announces another letter, with the orders
	undecided bool // whether it says that its writer has not decided
	answers   bool // whether orders from earlier letters are on file
	narrow    bool // whether the question is about one small decision
	greeted   bool // whether it begins with a greeting, as letters to the game master do
	signed    bool // whether the text follows a signature, so that it contains no orders
}

// apart reports whether the current text contains no orders, because it is addressed to another player or follows the
// signature.
func (a *letter) apart() bool {
	return a.talks || a.signed
}

// doubtAll records that the orders for the things that words name are uncertain.
func (a *letter) doubtAll(segments []segment) {
	for _, x := range segments {
		for _, t := range a.ctx.phrases(x.from) {
			if x.role == roleName && t.end == x.to {
				a.doubtMatch(&Match{binds: []Bind{{Vals: t.vals}}})
			}
		}
		if x.match != nil {
			a.doubtMatch(x.match)
		}
	}
}

// doubtMatch records the things in a match whose orders are uncertain.
func (a *letter) doubtMatch(m *Match) {
	for _, b := range m.binds {
		for _, v := range b.Vals {
			a.ctx.Doubted[v] = true
		}
	}
}

// mention records that a sentence names exactly one thing of the player's, to which "it" in the next one may refer.
func (a *letter) mention(all *clause) {
	if own := slices.Compact(a.own.named(all.segments)); len(own) == 1 {
		a.ctx.Said = append(a.ctx.Said, own[0])
	}
}

// endList ends the effect of a line on the list of orders below it. Words that take back the whole letter remain
// effective.
func (a *letter) endList() {
	if a.list != "revoke" {
		a.list = ""
	}
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
	weighs  bool  // whether it weighs what to do
	orders  bool  // whether it begins as an order does, and tells or asks nothing
}
