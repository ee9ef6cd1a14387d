package order

import (
	"slices"
	"strings"
)

// A draft is what a whole letter may mean, whatever words are between its names. Drafted orders are only offered,
// never filed.
//
// The names, numbers and order keywords of each sentence are divided into spans, such that the game can make an order
// from each. Of all possible divisions, the draft is the one whose orders contain most of what was said, and least
// that was not.

// A Drafter is a game that can make orders from spans of words.
type Drafter interface {
	Game

	// Shapes returns the shapes of all orders that may be meant.
	Shapes() Shapes

	// Draft returns the orders that names and numbers may mean if they fill a shape as f says, the likeliest first;
	// each may have several lines. before is the previous order, or "".
	Draft(f Fill, before string, c *Context) []string

	// Join combines two successive lines into one order, if possible.
	Join(before, line string) (string, bool)

	// Fits reports whether a line could be filed in the present situation.
	Fits(line string) bool

	// Spell returns the form of a name in normal form.
	Spell(b Bind) string

	// Place returns a line that was drafted from the text at a byte of the letter, as a suggestion.
	Place(line string, at int, c *Context) string
}

// A Lister is a game in which a letter replaces whole lists of lines.
type Lister interface {
	Drafter

	// InPlace returns the lines of the list of a key on file, with another line in place of the one under that key.
	InPlace(key, line string, c *Context) string
}

// NumberClass is the class of numbers in spans. Words such as "all" have the value Everything.
const (
	NumberClass = "number"
	Everything  = -1
)

// Points for what an order has in common with the words of its span, and deductions for differences.
const (
	worthName    = 20
	worthNumber  = 9
	worthOwnVerb = 16 // the word with which lines of its kind begin
	worthStrong  = 12
	lossName     = 16 // a name that the order does not contain
	lossNumber   = 4  // a number that the order does not contain
	lossVerb     = 7  // an order keyword that the order does not contain
	lossPassed   = 10 // a name that is in no span
	lossWord     = 2  // another word that is in no span
	lossInvented = 14 // a name that only the order contains
	lossSpan     = 11
	lossBreak    = 12 // the end of a sentence within a span
	lossClause   = 2  // the end of a clause within a span
)

const (
	mostSaid   = 60 // largest number of names, numbers and order keywords in a sentence that is drafted
	longestGap = 14 // largest number of lexemes between two of them in a span
)

// A reading is a text that was read, with its sentences.
type reading struct {
	text      string
	lexemes   []Lexeme
	sentences []stretch
}

// A stretch is a sentence of a letter, and whether it contains no orders because it is a question or a narrative.
type stretch struct {
	from, to int
	aside    bool
	fixes    bool
}

// A drafted is an order in a draft.
type drafted struct {
	lines    []string // possible meanings, the likeliest first
	from, to int      // range of bytes in the text
	sure     bool     // whether its words express all of it
	strong   bool     // whether its words express so much that they must be an order
	denied   bool     // whether its sentence contains a word such as "not", or is narrative
	changes  bool     // whether it changes what is on file
	aside    bool     // whether it is alone in a sentence that contains no orders
}

// A drafting is the state of drafting a text.
type drafting struct {
	*Context
	game Drafter
	said []Bind
	ends map[int]int // by lexeme: penalty for what ends before it, a sentence or a clause
	out  []drafted

	undone []span // spans that were taken back
}

// draft adds drafted orders as suggestions to the questions about the letter, and asks about text that was ignored if
// the game finds a meaning for it.
func draft(c *Context) {
	game, is := c.reader.game.(Drafter)
	if !is || c.reader.talks {
		return
	}
	was, last := c.Passage, c.Last
	for _, r := range c.reader.readings {
		c.Text, c.Lexemes, c.Last = r.text, r.lexemes, Order{}
		d := &drafting{Context: c, game: game, ends: map[int]int{}}
		d.sentencesOf(r)
		d.offer()
	}
	c.Passage, c.Last = was, last
}

// sentencesOf drafts the orders of a reading's sentences.
func (d *drafting) sentencesOf(r reading) {
	filed := d.filedSpans()
	var run []stretch
	flush := func() {
		if len(run) > 0 {
			d.run(run, filed)
		}
		run = nil
	}
	for _, s := range r.sentences {
		if s.aside || s.fixes {
			flush()
		}
		run = append(run, s)
		if s.aside {
			flush()
		}
	}
	flush()
}

// filedSpans returns the ranges of bytes of the text that were filed.
func (d *drafting) filedSpans() (out []span) {
	for _, p := range d.Parts {
		if p.Fate == Filed {
			out = append(out, d.spansOf(p)...)
		}
	}
	return out
}

// run drafts a sequence of sentences. Text that was filed is not drafted, and text after words of correction changes
// what was said before.
func (d *drafting) run(sentences []stretch, filed []span) {
	from, to := sentences[0].from, sentences[len(sentences)-1].to
	d.said = d.saidBetween(from, to)
	for _, s := range sentences {
		d.ends[s.from] = lossBreak
	}
	var group []Bind
	fixes := sentences[0].fixes
	flush := func() {
		d.group(group, fixes, sentences[0].aside)
		group = nil
	}
	for i, b := range d.said {
		at := d.Lexemes[b.From].From
		isFiled := slices.ContainsFunc(filed, func(s span) bool { return s.From <= at && at < s.To })
		corrects, undoes := false, b.Class == "undo"
		if i > 0 {
			corrects, _ = d.correctsBetween(d.said[i-1].To, b.From)
		}
		if isFiled || corrects || undoes {
			flush()
			fixes = corrects
		}
		switch {
		case undoes:
			d.undo(d.Lexemes[b.From].From)
		case !isFiled:
			group = append(group, b)
		}
	}
	flush()
}

// undo takes back the last drafted order, because of words such as "forget that" at a byte of the text.
func (d *drafting) undo(at int) {
	from := 0
	if n := len(d.out); n > 0 {
		from, d.out = d.out[n-1].from, d.out[:n-1]
	}
	d.undone = append(d.undone, span{from, at})
}

// A path is a division of words into spans.
type path struct {
	worth int
	spans []drafted
	last  string
}

// group drafts the orders of words between which nothing was filed or corrected.
func (d *drafting) group(said []Bind, fixes, aside bool) {
	if len(said) == 0 || len(said) > mostSaid {
		return
	}
	meant := slices.DeleteFunc(slices.Clone(said), func(b Bind) bool { return len(b.Vals) > 0 && d.isNegated(b) })
	best := d.split(meant, d.Last.Line)
	if (fixes || d.reader.answers) && d.amends(said, best.worth, fixes) {
		return
	}
	if fixes && len(best.spans) > 0 && len(d.out) > 0 { // such as "no wait, ..."
		d.out = d.out[:len(d.out)-1]
	}
	for _, s := range best.spans {
		s.aside = aside
		d.add(s)
	}
	d.Last = Order{Line: best.last}
}

// add adds an order to the draft, or merges it with the previous one.
func (d *drafting) add(x drafted) {
	if n := len(d.out); n > 0 && d.out[n-1].aside == x.aside {
		before := &d.out[n-1]
		if line, ok := d.game.Join(before.lines[0], x.lines[0]); ok {
			before.lines, before.to = []string{line}, x.to
			before.sure, before.strong = before.sure && x.sure, before.strong || x.strong
			return
		}
	}
	d.out = append(d.out, x)
}

// split returns the best division of words into spans.
func (d *drafting) split(said []Bind, last string) path {
	ways := make([]path, len(said)+1)
	for i := range ways {
		ways[i].worth = -1 << 20
	}
	ways[0] = path{last: last}
	for i := range said {
		from := ways[i]
		skip := from.worth - lossOf(said[i])
		if skip > ways[i+1].worth {
			ways[i+1] = path{skip, from.spans, from.last}
		}
		for j := i + 1; j <= min(len(said), i+longestGap); j++ {
			lines, worth := d.best(said, i, j, from.last)
			if len(lines) == 0 || from.worth+worth <= ways[j].worth {
				continue
			}
			end := d.Lexemes[said[j-1].To-1].To
			x := drafted{lines: lines, from: d.Lexemes[said[i].From].From, to: end}
			x.sure, x.strong = worth > 0, worth >= worthStrong
			x.denied = d.isDenied(said[i:j])
			ways[j] = path{from.worth + worth, append(slices.Clone(from.spans), x), lines[0]}
		}
	}
	best := ways[len(said)]
	d.orElse(said, best.spans)
	return best
}

// orElse adds to orders the variants in which a name after "or" replaces another one: "into Japan or Borneo".
func (d *drafting) orElse(said []Bind, spans []drafted) {
	for _, b := range said {
		if at := d.Lexemes[b.From].From; len(b.Vals) > 0 && len(d.Find("alt", max(0, b.From-2), b.From)) > 0 {
			for i := range spans {
				isLast := i+1 == len(spans) || spans[i+1].from > at
				if x := &spans[i]; isLast && x.to <= at {
					x.lines = Unique(append(slices.Clip(x.lines), d.edits(x.lines[0], []Bind{b})...))
				}
			}
		}
	}
}

// isDenied reports whether the sentence of some words contains other words that make it no order.
func (d *drafting) isDenied(said []Bind) bool {
	from, to := d.Around(said[0].From, said[len(said)-1].To)
	isSaid := func(x Bind) bool { // whether a lexeme was used as a number
		is := func(b Bind) bool { return b.Class == NumberClass && b.From <= x.From && x.From < b.To }
		return slices.ContainsFunc(said, is)
	}
	return slices.ContainsFunc(append([]string{"neg"}, telling...), func(mark string) bool {
		return len(slices.DeleteFunc(d.Find(mark, from, to), isSaid)) > 0
	})
}

// lossOf returns the deduction for ignoring a word.
func lossOf(b Bind) int {
	if len(b.Vals) > 0 && b.Class != NumberClass {
		return lossPassed
	}
	return lossWord
}

// best returns the orders that a span may mean, the best first, and their worth.
func (d *drafting) best(said []Bind, i, j int, last string) ([]string, int) {
	loss := lossSpan
	for k := said[i].From + 1; k <= said[j-1].From; k++ {
		loss += d.ends[k]
	}
	type valued struct {
		line  string
		worth int
	}
	var all []valued
	for _, f := range d.game.Shapes().Fills(said[i:j], d.Context) {
		for _, line := range d.game.Draft(f, last, d.Context) {
			all = append(all, valued{line, d.worth(said[i:j], line, valuing{shape: f.shape, before: last}) - loss})
		}
	}
	slices.SortStableFunc(all, func(a, b valued) int { return b.worth - a.worth })
	var out []string
	for _, v := range all {
		if v.worth >= all[0].worth-lossVerb && !slices.Contains(out, v.line) {
			out = append(out, v.line)
		}
	}
	if len(out) == 0 {
		return nil, 0
	}
	return out, all[0].worth
}

// A valuing contains what the value of an order depends on: its shape, the order before it, whose names it may
// contain, and the order that it changes.
type valuing struct {
	shape          *Shape
	before, edited string
}

// worth returns the points for what an order contains of what was said, minus deductions for what it contains in
// addition.
func (d *drafting) worth(said []Bind, line string, by valuing) (worth int) {
	has, before, edited := d.partsOf(line), d.partsOf(by.before), d.partsOf(by.edited)
	points := 0 // how strongly an order keyword suggests it
	seen := map[int]bool{}
	for _, b := range said {
		is := slices.ContainsFunc(slices.Concat(has, edited), func(x Bind) bool { return same(x, b) })
		isName := len(b.Vals) > 0 && b.Class != NumberClass
		switch {
		case isName && seen[b.Vals[0]]: // a name that is said twice counts once
		case isName && is:
			worth += worthName
		case isName:
			worth -= lossName
		case b.Class == NumberClass && is:
			worth += worthNumber
		case b.Class == NumberClass:
			worth -= lossNumber
		case is || by.shape.knows(b.Class):
			points = worthOwnVerb
		case by.shape == nil:
		default:
			worth -= lossVerb
		}
		if isName {
			seen[b.Vals[0]] = true
		}
	}
	for _, x := range has {
		is := func(b Bind) bool { return same(x, b) }
		switch {
		case len(x.Vals) == 0 || x.Class == NumberClass || slices.ContainsFunc(slices.Concat(said, edited), is):
		case slices.ContainsFunc(before, is):
			worth -= lossInvented / 2
		default:
			worth -= lossInvented
		}
	}
	return worth + points
}

// partsOf returns the names and numbers in lines in normal form.
func (d *drafting) partsOf(line string) []Bind {
	lexemes := d.Lexemes
	defer func() { d.Lexemes = lexemes }()
	d.Lexemes = d.lexicon.unglued(Scan(strings.ToLower(line)))
	named := d.lexicon.said(nil, d.lexicon.tagged(d.Lexemes), 0, len(d.Lexemes))
	kinds := d.kindsBetween(0, len(d.Lexemes))
	out := append(slices.Clone(kinds), slices.DeleteFunc(named, d.kindOf(kinds))...)
	for i := range d.Lexemes {
		if n, end, ok := d.numberAt(i); ok {
			out = append(out, Bind{Class: NumberClass, Vals: []int{n}, From: i, To: end})
		}
	}
	return out
}

// same reports whether two binds may refer to the same thing.
func same(x, b Bind) bool {
	if x.Class != b.Class || len(x.Vals) == 0 || len(b.Vals) == 0 {
		return x.Class == b.Class && len(x.Vals) == len(b.Vals)
	}
	return slices.ContainsFunc(x.Vals, func(v int) bool { return slices.Contains(b.Vals, v) })
}

// Spans returns the orders that names, numbers and order keywords may mean: for each span, the possible orders with
// the likeliest first.
func Spans(game Drafter, said []Bind, c *Context) (out [][]string) {
	d := &drafting{Context: c, game: game, ends: map[int]int{}}
	if len(said) == 0 || len(said) > mostSaid {
		return nil
	}
	for _, x := range d.split(said, c.Last.Line).spans {
		out = append(out, x.lines)
	}
	return out
}
