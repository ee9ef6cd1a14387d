package order

import (
	"slices"
	"strings"
)

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

	// Suggest returns what may be meant by names and words of orders (these without values) that are not an order
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
	remarks []int           // it is talk if the letter orders these things of the player's
	before  bool            // if these orders must come after it
	of      *said           // the sentence that it belongs to
	// a question to be asked in addition if the letter leaves these things open: which of several orders is meant
	weighs *Part
}

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
	matched   []*Match  // cached matches of the parts of forms
	matchedIn *Lexeme   // the text of these matches, identified by its first lexeme
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

// Limits that no turn comes near.
const (
	mostOrders  = 400   // words of orders in a letter
	mostOpeners = 1200  // words that may begin an order, such as "a", which may begin one of an army
	mostLexemes = 15000 // words, numbers and signs of any kind
)

// Read reads a letter, whose text must be in plain characters, and applies it to a sheet, which is modified.
func Read(l *Lexicon, g Game, sheet *Sheet, text string) *Context {
	c := NewContext(l, g, sheet)
	c.answers, c.dictated = len(sheet.Keys()) > 0, isDictated(Scan(text))
	if n, ok := g.(Narrow); ok {
		c.narrow = n.IsNarrow()
	}
	c.ReadAll(text)
	c.askFragments(text)
	c.settle()
	return c
}

// scan splits a part of the letter into lexemes.
func (c *Context) scan(text string) []Lexeme {
	lexemes := Scan(text)
	if c.dictated {
		lexemes = punctuated(lexemes)
	}
	return c.lexicon.unglued(lettered(lexemes))
}

// ReadAll reads a part of the letter that may contain headings: the text without a heading, and the block of each
// heading.
func (c *Context) ReadAll(text string) {
	lexemes := c.scan(text)
	tooLong := func() { c.Add(Part{Fate: Asked, Quote: firstLine(text), Why: c.lexicon.Says("too long")}) }
	if len(lexemes) > mostLexemes {
		tooLong()
		return
	}
	tags := c.lexicon.tagged(lexemes)
	if c.lexicon.isTooMuch(tags) {
		tooLong()
		return
	}
	m := newMatcher(c.lexicon, lexemes, tags)
	from := 0
	plain := func(to int) {
		if from < to {
			start := 0 // the mark of the first item of a list
			if from > 0 {
				start = lexemes[from-1].To
			}
			c.Read(text[start:lexemes[to-1].To])
		}
	}
	for i := 0; i < len(lexemes); i++ {
		h := m.heading(i)
		if h == nil {
			continue
		}
		plain(i)
		end := blockEnd(m, h)
		c.Text, c.Lexemes = text, lexemes
		b := Block{Heading: h, Head: c.Quote(h.From, h.To), Quote: c.Quote(h.From, end)}
		if h.To < end {
			b.Text = text[lexemes[h.To].From:lexemes[end-1].To]
		}
		if c.list != "" {
			c.Add(Part{Fate: Asked, Quote: b.Quote, Why: c.lexicon.Says(c.list)})
		} else {
			c.of = nil
			c.game.Block(b, c)
		}
		if end < len(lexemes) && lexemes[end].Word == "\n\n" {
			c.endList()
		}
		from, i = end, end-1
	}
	plain(len(lexemes))
}

// firstLine returns the first line of a text, shortened for a quotation.
func firstLine(text string) string {
	const most = 100
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(line); len(r) > most {
		return string(r[:most])
	}
	return line
}

// isTooMuch reports whether a letter contains more words that may be names or verbs, or that may begin an order, than
// any turn needs.
func (l *Lexicon) isTooMuch(tags [][]tag) bool {
	orders, openers := 0, 0
	isOrder := func(t tag) bool { return t.cost == 0 && (t.name || l.roles[t.class] == roleVerb) }
	for _, at := range tags {
		if slices.ContainsFunc(at, isOrder) {
			orders++
		}
		if slices.ContainsFunc(at, func(t tag) bool { return t.cost == 0 && l.openers.has(t.class) }) {
			openers++
		}
	}
	return orders > mostOrders || openers > mostOpeners
}

// heading returns the heading that begins at a lexeme, if the lexeme begins a sentence; otherwise nil.
func (m *matcher) heading(i int) *Match {
	isBracket := m.text[i].Word == "(" // such as "[Hold]"
	if m.text[i].Kind == Sign && !isBracket || m.text[i].Kind == Line {
		return nil
	}
	if !m.opens(i) || m.thanks(i) {
		return nil
	}
	var best *Match
	for k := range m.forms {
		f := &m.forms[k]
		if !f.Heading || !m.begins(f.pattern, i) {
			continue
		}
		for _, w := range m.match(f.pattern, i) {
			if w.end <= i || !m.heads(w.end) {
				continue
			}
			if best == nil || m.isLonger(i, w.end, best.To) {
				best = &Match{Form: f.Name, From: i, To: w.end, Long: f.Long}
				w.bound.each(func(b *Bind) { best.binds = append(best.binds, *b) })
			}
		}
	}
	return best
}

// isLonger reports whether a heading is longer than another one that begins at the same lexeme. A heading on a single
// line takes precedence over one on two lines.
func (m *matcher) isLonger(from, to, other int) bool {
	if two := m.hasLine(from, to); two != m.hasLine(from, other) {
		return !two
	}
	return to > other
}

// hasLine reports whether a line ends between two lexemes.
func (m *matcher) hasLine(from, to int) bool {
	return slices.ContainsFunc(m.text[from:to], func(x Lexeme) bool { return x.Kind == Line })
}

// thanks reports whether a phrase such as "see you" ends at a lexeme, as in "see you next season".
func (m *matcher) thanks(i int) bool {
	for j := max(0, i-longestWrapper); j < i; j++ {
		if m.isPhrase(j, i, []string{"thanks"}) {
			return true
		}
	}
	return false
}

// opens reports whether a lexeme begins a sentence, apart from words without meaning before it: "Please, ...".
func (m *matcher) opens(i int) bool {
	for i > 0 && m.text[i-1].Kind != Line && !strings.Contains(".!?;", m.text[i-1].Word) {
		before := m.wrapperBefore(i)
		if strings.Contains("(,:", m.text[i-1].Word) {
			before = i - 1
		}
		if before == i {
			return false
		}
		i = before
	}
	return true
}

const longestWrapper = 5 // largest number of lexemes

// wrapperBefore returns the lexeme at which the longest wrapper begins that ends at lexeme i, or i if there is none.
func (m *matcher) wrapperBefore(i int) int {
	found := i
	for j := i - 1; j >= max(0, i-longestWrapper); j-- {
		switch {
		case m.isPhrase(j, i, marks): // "next year" is no "next" and "year"
			found = i
		case m.isPhrase(j, i, wrappers):
			found = j
		}
	}
	return found
}

// isPhrase reports whether the lexemes between two are a phrase of one of some classes.
func (m *matcher) isPhrase(from, to int, classes []string) bool {
	return slices.ContainsFunc(m.tags[from], func(t tag) bool {
		return t.end == to && t.cost == 0 && slices.Contains(classes, m.labels[t.class])
	})
}

// heads reports whether the text before a lexeme can be a heading: it ends with a sign or a line, or an order may
// begin after it.
func (m *matcher) heads(at int) bool {
	if at >= len(m.text) || m.text[at].Kind == Line || strings.Contains(":-,", m.text[at-1].Word) {
		return true
	}
	return slices.ContainsFunc(m.tags[at], func(t tag) bool {
		return t.cost == 0 && m.isNameOrVerb(t)
	}) || m.glued[m.text[at].Word]
}

// blockEnd returns the end of a heading's block. The block is the rest of the heading's line or, if that is empty,
// the lines below up to a blank line. It also ends at the next heading.
func blockEnd(m *matcher, h *Match) int {
	from := h.To
	ownLine := from < len(m.text) && m.text[from].Kind != Line && !h.Long
	for i := from; i < len(m.text); i++ {
		isLine, isBlank := m.text[i].Kind == Line, m.text[i].Word == "\n\n"
		switch {
		case isLine && ownLine:
			if i+1 == len(m.text) || !m.isGoingOn(i+1) {
				return i
			}
		case isLine && isBlank && i > from:
			return i
		case i > from && m.heading(i) != nil:
			return i
		}
	}
	return len(m.text)
}

// isGoingOn reports whether a line with this beginning continues the one before it: "ELSE ...".
func (m *matcher) isGoingOn(at int) bool {
	return slices.ContainsFunc(m.tags[at], func(t tag) bool { return m.labels[t.class] == "goes on" })
}

// Read reads a part of the letter that contains no headings.
func (c *Context) Read(text string) {
	c.Text, c.Lexemes = text, c.scan(text)
	tags := c.lexicon.tagged(c.Lexemes)
	cover := c.lexicon.cover(c.Lexemes, tags, c.game.Plays, 0)
	all := c.lexicon.sentences(text, c.Lexemes, cover)
	c.withoutSelf(all)
	c.withoutSigner(all)
	for _, s := range all {
		c.talks = c.talks || s.speaks() && !(c.answers && c.isOnFileSaid(&s))
		c.later = c.later || s.marked("later")
	}
	var stretches []stretch
	for i := range all {
		s := &all[i]
		c.signed = c.signed || i > 0 && s.signsOff()
		if s.marked("options") && !s.hasOrders() {
			c.list = "options"
		}
		var next *sentence
		if i+1 < len(all) {
			next = &all[i+1]
		}
		before := len(c.Parts)
		c.of = c.saying(s)
		stretches = append(stretches, stretch{s.from, s.to, c.of.aside, s.wrapped("fix") || s.wrapped("halt")})
		c.sentence(s, next, c.list)
		if len(c.Parts) == before && c.isChoice(s) {
			c.Add(Part{Fate: Asked, Quote: c.Quote(s.from, s.to), Why: c.lexicon.Says("unclear")})
		}
		if len(c.Parts) == before && s.isFragment() {
			c.fragments = append(c.fragments, c.Quote(s.from, s.to))
		}
		c.weigh(s, before)
		c.hintAt(s, before)
		c.greeted = c.greeted || s.wrapped("greet")
		c.pass(s, before)
		if s.blank {
			c.endList()
		}
		if d := c.announced(s); d != "" {
			c.list = d
		}
	}
	c.readings = append(c.readings, reading{c.Text, c.Lexemes, stretches})
	for _, decide := range c.deferred {
		decide()
	}
	c.deferred = nil
}

// isChoice reports whether a sentence is an item of a numbered list with one or two words, and not an order: "3:
// card".
func (c *Context) isChoice(s *sentence) bool {
	numbered, short := c.Lexemes[s.from].Item > 0, s.to-s.from <= 2
	return numbered && short && !s.hasOrders() && !s.wrapped("greet", "thanks")
}

// longestFragment is the largest number of words in a letter that counts as a fragment.
const longestFragment = 6

// isFragment reports whether a sentence contains words of orders or names without saying anything with them, and is
// not a greeting.
func (s *sentence) isFragment() bool {
	if s.hasOrders() || s.wrapped("greet", "thanks") || s.marked("signoff") {
		return false
	}
	return slices.ContainsFunc(s.segments(), func(x segment) bool {
		return slices.Contains([]role{roleName, roleVerb, roleLittle}, x.role)
	})
}

// askFragments asks about a letter that consists only of one or two words of orders, such as "card", so that it is
// not ignored.
func (c *Context) askFragments(text string) {
	said := slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Fate != Talk })
	if said || len(c.scan(text)) > longestFragment {
		return
	}
	for _, quote := range c.fragments {
		if len(quote) == 1 { // a single character is a typing error
			continue
		}
		c.Add(Part{Fate: Asked, Quote: quote, Why: c.lexicon.Says("unclear")})
	}
}

// saying returns what a sentence says, with what is known before it.
func (c *Context) saying(s *sentence) *said {
	asks := s.end == "?" && !s.wrapped("polite", "please")
	denies := c.narrow && s.marked("neg")
	aside := c.apart() || asks || denies
	aside = aside || s.marked("later") || s.wrapped("thanks")
	tells := s.marked("says", "past") && !s.wrapped("fix")
	return &said{text: c.Text, lexemes: c.Lexemes[s.from:s.to], before: slices.Clone(c.Said), last: c.Last,
		things: c.own(s.segments()), aside: aside, tells: tells,
		reasons: slices.ContainsFunc(s.clauses, func(cl clause) bool { return cl.opener == "reason" })}
}

// withoutSelf removes the player's own seat from the names, because it is not a thing: "Germany: ...".
func (c *Context) withoutSelf(all []sentence) {
	for i := range all {
		for j := range all[i].clauses {
			cl := &all[i].clauses[j]
			cl.names = slices.DeleteFunc(cl.names, func(s segment) bool {
				return c.lexicon.labels[s.class] == "seat" && c.isOwn(s)
			})
		}
	}
}

// closing lists the classes of words with which letters end.
var closing = map[string]bool{"thanks": true, "please": true, "filler": true}

// withoutSigner removes the name of the writer from the last words of the letter: "... and that's it Walt".
func (c *Context) withoutSigner(all []sentence) {
	if len(all) == 0 {
		return
	}
	s := &all[len(all)-1]
	cl := &s.clauses[len(s.clauses)-1]
	n := len(cl.segments)
	if n < 2 || cl.segments[n-1].role != roleUnknown || len(cl.unknown) == 0 {
		return
	}
	last, before := cl.segments[n-1], cl.segments[n-2]
	closes := before.role == roleWrapper && closing[c.lexicon.labels[before.class]]
	if closes && c.Lexemes[last.from].Capital {
		cl.segments, cl.unknown = cl.segments[:n-1], cl.unknown[:len(cl.unknown)-1]
	}
}

// speaks reports whether a sentence addresses another player about the board.
func (s *sentence) speaks() bool {
	return !s.wrapped("polite") && slices.ContainsFunc(s.clauses, func(c clause) bool {
		return c.marks["you"] && len(c.names)+len(c.orders) > 0
	})
}

// isOnFileSaid reports whether a sentence says what the game master has on file: "where you have Munich as holding".
func (c *Context) isOnFileSaid(s *sentence) bool {
	for i := s.from; i+1 < s.to; i++ {
		if c.Word(i) == "you" && slices.Contains([]string{"have", "had", "got"}, c.Word(i+1)) {
			return true
		}
	}
	return false
}

const longestSignature = 8 // largest number of lexemes

// signsOff reports whether a sentence ends the letter: "Kind regards," or "Sent from my iPhone".
func (s *sentence) signsOff() bool {
	if !s.newLine || s.to-s.from > longestSignature {
		return false
	}
	return s.marked("signoff") && !s.hasOrders()
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
