package order

import (
	"slices"
	"strings"
)

// A Game says what the forms of its lexicon mean, for the player whose letter is read.
type Game interface {
	// Resolve says what a form comes to.
	Resolve(m *Match, c *Context) Outcome

	// Plays reports whether a form can be an order now. One that can't is not looked for.
	Plays(form string) bool

	// Block reads what stands behind a heading on its line, or below it, by c.Read or a Read of its own.
	Block(b Block, c *Context)

	// Own reports whether a name of a class stands for what is the player's own.
	Own(class string, vals []int) bool

	// Suggest says what may be meant by names and, without values, words of orders that are no order together: orders
	// in normal form, the likeliest first.
	Suggest(said []Bind, c *Context) []string
}

// A Narrow game asks for one small decision at times: a retreat, a bid. Then a sentence that names a thing of the
// player's is asked about, whatever words it has, if nothing else comes of the letter.
type Narrow interface {
	Game
	IsNarrow() bool
}

// A Completer is a game that can also suggest what a whole sentence may mean of which parts are asked about.
type Completer interface {
	Game
	IsWhole(line string) bool // whether only one such line can be on file
	Learn(lines []string)     // what a sentence may mean is known when the next one is guessed at
}

// A Block is a heading and what stands under it.
type Block struct {
	Heading *Match
	Head    string // the heading, as it is written
	Text    string // what stands under it
	Quote   string // both
}

// An Order is what is decided about one thing, in normal form.
type Order struct{ Key, Line string }

// An Offer is an order that a player may want beside another one, and why.
type Offer struct {
	Order
	Why string
}

// An offer is one with what it goes with.
type offer struct {
	Offer
	quote string
}

// An Outcome is what a form comes to.
type Outcome struct {
	Orders  []Order
	Drop    []string // things of which nothing is to be on file any more,
	Undo    []string // and those for which the letter's order is taken back
	Refuse  string   // why it can't be,
	Ask     string   // or what is to be asked
	Suggest []string // and what it may mean instead, in normal form
	Offers  []Offer  // what the player may want as well, if the letter does not say it anyway
	Refused []string // why parts of it can't be, while the rest can
	Note    string   // what the player should know of it
	Vain    string   // why what was filed can't be carried out, as far as the player knows
	Adds    bool     // it adds to an order, and replaces none
	Foreign bool     // it is about what is not the player's
	Talk    bool     // it is no order,
	Blank   bool     // or nothing at all, such as a line of a form that was left as it is
	About   []string // the things that it is about, if it has no orders
	Either  bool     // another order for the same thing is no answer to what is asked about it
}

// And adds another outcome. What it refuses is noted, and leaves the rest.
func (o *Outcome) And(x Outcome) {
	o.Orders, o.Drop, o.Undo = append(o.Orders, x.Orders...), append(o.Drop, x.Drop...), append(o.Undo, x.Undo...)
	o.Note = strings.TrimSpace(o.Note + " " + x.Note)
	o.Refused = append(o.Refused, x.Refused...)
	if x.Refuse != "" {
		o.Refused, o.Foreign = append(o.Refused, x.Refuse), o.Foreign || x.Foreign
	}
}

// OrRefusal is the outcome, or a refusal if nothing of it is left.
func (o Outcome) OrRefusal() Outcome {
	if len(o.Refused) > 0 && len(o.Orders) == 0 {
		o.Refuse, o.Refused = strings.Join(o.Refused, " "), nil
	}
	return o
}

// lines are all orders that an outcome has or suggests.
func (o Outcome) lines() []string {
	var out []string
	for _, x := range o.Orders {
		out = append(out, x.Line)
	}
	return append(out, o.Suggest...)
}

// A Fate is what became of a part of a letter.
type Fate byte

const (
	Filed   Fate = iota
	Asked        // it may be an order, and is not on file
	Refused      // it can't be done
	Talk         // it is no order
	ToGM         // it is for the game master
)

// A Part is a part of a letter, in the player's own words, and what became of it.
type Part struct {
	Fate    Fate
	Quote   string
	Why     string
	Suggest []string
	Keys    []string        // the things that it is about, as far as they are known
	Drafted bool            // its words are no order, and what they may mean was drafted
	Under   string          // what [Context.Under] was where it stands
	exact   bool            // all that it may mean is known
	either  bool            // a later order for them is no answer
	maybe   bool            // it is talk by itself, and may be an order beside others,
	hint    bool            // it is one only if something can be meant
	guess   func() []string // what it may mean then
	things  []int           // of things of the player's that have no order
	remarks []int           // it is talk if the letter orders these things of the player's,
	before  bool            // behind it
	of      *said           // the sentence in which it stands
	weighs  *Part           // what is asked besides if the letter leaves those open: which of several orders is meant
}

// A Context is what is known while a letter is read.
type Context struct {
	Sheet     *Sheet
	Parts     []Part
	Notes     []string
	Said      []int             // things of the player's that were named, the last one last
	Last      Order             // the last order that was understood, whether it is on file or not
	Given     map[string]string // what the letter has put on file, by key
	Doubted   map[int]bool      // things of the player's that are asked about
	Fixes     bool              // the order stands with words of correction
	Completes bool              // what a whole sentence may mean is sought, of which not all is understood,
	Passed    bool              // or nothing: then only what is said of things is sought,
	Open      []int             // which are these; nil if there may be others
	Text      string            // what is read,
	Lexemes   []Lexeme          // and taken apart
	Under     string            // for what it is, as the game has named it

	lexicon  *Lexicon
	game     Game
	old      map[string]string   // what was on file before the letter, for keys of which it has orders
	quotes   map[string]string   // where the letter has an order, by key,
	givenAt  map[string]int      // and how many parts were before it
	ordered  map[int][]string    // keys of what the letter orders for things of the player's
	clashes  map[string][]string // orders for one thing of which none takes the place of another
	offers   []offer             // what is offered unless the letter says it
	foreign  []string            // orders for what is not the player's
	talks    bool                // the letter speaks to another player
	later    bool                // it says that orders will come
	answers  bool                // orders of earlier letters are on file
	narrow   bool                // the letter is about one small decision
	greeted  bool                // it begins with a greeting, as letters to the game master do
	deciding *sentence           // which is decided about
	begun    int                 // the part with which the last sentence that has orders began
	beyond   int                 // the clause behind those of a sentence that are decided about
	deferred []func()            // what is decided when all else of a part is
	// questions about sentences that were left as talk, if nothing else comes of the letter
	asides    []Part
	fragments []string  // sentences with a word or two of orders, of which nothing came
	list      string    // the mark of the list in which orders stand, such as "options"
	dictated  bool      // it has the names of signs in their place
	of        *said     // the sentence that is read
	signed    bool      // what stands below a signature is no order
	readings  []reading // what was read
	matched   []*Match  // parts of forms that were looked for,
	matchedIn *Lexeme   // in what begins with it
}

// Set puts an order on file that stands in a part of the letter.
func (c *Context) Set(x Order, quote string) { c.file(Outcome{Orders: []Order{x}, Adds: true}, quote) }

// Drop takes an order off file that a part of the letter takes back.
func (c *Context) Drop(key, quote string) { c.file(Outcome{Drop: []string{key}}, quote) }

// Quote is what stands between lexemes, as it is written.
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

// mostNear is how many bytes before an order may name what "there" is.
const mostNear = 200

// NamedBefore are the names, and the words of orders, that stand shortly before a lexeme: those of its own sentence,
// and those of the sentence before that one.
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

// Word is the word of a lexeme.
func (c *Context) Word(at int) string {
	if at < 0 || at >= len(c.Lexemes) {
		return ""
	}
	return c.Lexemes[at].Word
}

// NewContext is that of a letter of which nothing was read yet.
func NewContext(l *Lexicon, g Game, sheet *Sheet) *Context {
	return &Context{Sheet: sheet, Given: map[string]string{}, Doubted: map[int]bool{}, ordered: map[int][]string{},
		lexicon: l, game: g, old: map[string]string{}, quotes: map[string]string{}, givenAt: map[string]int{},
		clashes: map[string][]string{}}
}

// Take files an outcome that stands for a part of the letter, or says why not.
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

// No turn needs more.
const (
	mostOrders  = 400   // words of orders in a letter,
	mostOpeners = 1200  // words that may begin an order, as "a" may begin one of an army,
	mostLexemes = 15000 // and words, numbers and signs of any kind
)

// Read reads a letter in plain characters onto a sheet. The sheet is changed.
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

// scan takes a part of the letter apart.
func (c *Context) scan(text string) []Lexeme {
	lexemes := Scan(text)
	if c.dictated {
		lexemes = punctuated(lexemes)
	}
	return c.lexicon.unglued(lettered(lexemes))
}

// ReadAll reads a part of the letter that may have headings: what stands under none, and what stands under each.
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
			start := 0 // with what marks the first item of a list
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

// firstLine is the first line of a text, or what a quotation may have of it.
func firstLine(text string) string {
	const most = 100
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(line); len(r) > most {
		return string(r[:most])
	}
	return line
}

// isTooMuch reports whether a letter has more words than any turn needs that may be names or verbs, or begin an order.
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

// heading is the heading that begins at a lexeme, if it begins a sentence there.
func (m *matcher) heading(i int) *Match {
	if m.text[i].Kind == Sign || m.text[i].Kind == Line {
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

// isLonger reports whether a heading is longer than another one that begins at the same lexeme. One of a line is longer
// than one of two.
func (m *matcher) isLonger(from, to, other int) bool {
	if two := m.hasLine(from, to); two != m.hasLine(from, other) {
		return !two
	}
	return to > other
}

// hasLine reports whether a line ends between lexemes.
func (m *matcher) hasLine(from, to int) bool {
	return slices.ContainsFunc(m.text[from:to], func(x Lexeme) bool { return x.Kind == Line })
}

// thanks reports whether a phrase such as "see you" ends at a lexeme: "see you next season".
func (m *matcher) thanks(i int) bool {
	for j := max(0, i-longestWrapper); j < i; j++ {
		if m.isPhrase(j, i, []string{"thanks"}) {
			return true
		}
	}
	return false
}

// opens reports whether a lexeme begins a sentence, or has only words before it there that say nothing: "Please, ...".
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

const longestWrapper = 5 // lexemes

// wrapperBefore is where the longest phrase begins that says nothing and ends at a lexeme; if there are none, it is the
// lexeme.
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

// heads reports whether what stands before a lexeme can be a heading: it ends with a sign or the line, or an order may
// begin behind it.
func (m *matcher) heads(at int) bool {
	if at >= len(m.text) || m.text[at].Kind == Line || strings.Contains(":-,", m.text[at-1].Word) {
		return true
	}
	return slices.ContainsFunc(m.tags[at], func(t tag) bool {
		return t.cost == 0 && m.isNameOrVerb(t)
	}) || m.glued[m.text[at].Word]
}

// blockEnd is where a heading ends whose block begins at a lexeme: with the line, or if nothing stands behind it there,
// with a blank line behind what stands below it; and with the next heading.
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

// isGoingOn reports whether a line that begins so goes on with the one before it: "ELSE ...".
func (m *matcher) isGoingOn(at int) bool {
	return slices.ContainsFunc(m.tags[at], func(t tag) bool { return m.labels[t.class] == "goes on" })
}

// Read reads a part of the letter that has no headings.
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

// isChoice reports whether a sentence is an item of a numbered list with a word or two, and no order: "3: card".
func (c *Context) isChoice(s *sentence) bool {
	numbered, short := c.Lexemes[s.from].Item > 0, s.to-s.from <= 2
	return numbered && short && !s.hasOrders() && !s.wrapped("greet", "thanks")
}

// longestFragment is how many words a letter has at the most that is nothing but words without an order.
const longestFragment = 6

// isFragment reports whether a sentence has words of orders or names, says nothing with them, and is no greeting.
func (s *sentence) isFragment() bool {
	if s.hasOrders() || s.wrapped("greet", "thanks") || s.marked("signoff") {
		return false
	}
	return slices.ContainsFunc(s.segments(), func(x segment) bool {
		return slices.Contains([]role{roleName, roleVerb, roleLittle}, x.role)
	})
}

// askFragments asks about a letter that is nothing but a word or two of orders, such as "card": it must not vanish.
func (c *Context) askFragments(text string) {
	said := slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Fate != Talk })
	if said || len(c.scan(text)) > longestFragment {
		return
	}
	for _, quote := range c.fragments {
		if len(quote) == 1 { // a slip of the finger
			continue
		}
		c.Add(Part{Fate: Asked, Quote: quote, Why: c.lexicon.Says("unclear")})
	}
}

// saying is what a sentence says, and what is known before it.
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

// withoutSelf takes the player's own seat out of the names, as it is no thing: "Germany: ...".
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

// closing are classes of words with which letters end.
var closing = map[string]bool{"thanks": true, "please": true, "filler": true}

// withoutSigner takes the name of whoever signs the letter out of its last words: "... and that's it Walt".
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

// speaks reports whether a sentence speaks to another player about the board.
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

const longestSignature = 8 // lexemes

// signsOff reports whether a sentence ends the letter: "Kind regards," or "Sent from my iPhone".
func (s *sentence) signsOff() bool {
	if !s.newLine || s.to-s.from > longestSignature {
		return false
	}
	return s.marked("signoff") && !s.hasOrders()
}

// apart reports whether what is read is no order: it is said to another player, or stands below the signature.
func (c *Context) apart() bool {
	return c.talks || c.signed
}

// Add notes what became of a part. What is asked of a part is asked once.
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
