package order

import (
	"slices"
	"strconv"
	"strings"
)

// A draft is what a whole letter may mean, whatever words are between its names. Drafted orders are only offered,
// never filed.
//
// The names, numbers and words of orders of each sentence are divided into spans, such that the game can make an
// order from each. Of all possible divisions, the draft is the one whose orders contain most of what was said, and
// least that was not.

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
	lossVerb     = 7  // a word of orders that the order does not contain
	lossPassed   = 10 // a name that is in no span
	lossWord     = 2  // another word that is in no span
	lossInvented = 14 // a name that only the order contains
	lossSpan     = 11
	lossBreak    = 12 // the end of a sentence within a span
	lossClause   = 2  // the end of a clause within a span
)

const (
	mostSaid   = 60 // largest number of names, numbers and words of orders in a sentence that is drafted
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
func (c *Context) draft() {

	game, is := c.game.(Drafter)
	if !is || c.talks {
		return
	}
	text, lexemes, last := c.Text, c.Lexemes, c.Last
	for _, r := range c.readings {
		c.Text, c.Lexemes, c.Last = r.text, r.lexemes, Order{}
		d := &drafting{Context: c, game: game, ends: map[int]int{}}
		d.sentencesOf(r)
		d.offer()
	}
	c.Text, c.Lexemes, c.Last = text, lexemes, last
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

// correctsBetween reports whether there are words of correction between two lexemes, after which the sentence says
// what is meant instead. This is not so for "to Borneo instead, ..." or "Borneo instead of India".
func (d *drafting) correctsBetween(from, to int) (corrects, undoes bool) {
	for i := from; i < to; i++ {
		for _, t := range d.lexicon.phrases(d.Lexemes, i) {
			label := d.lexicon.labels[t.class]
			if t.end > to || !slices.Contains(correcting, label) {
				continue
			}
			trails := t.end < len(d.Lexemes) && strings.Contains(",.;)", d.Lexemes[t.end].Word) && i > from
			ofThat := t.end < len(d.Lexemes) && slices.Contains([]string{"of", "than"}, d.Lexemes[t.end].Word)
			undoes = undoes || label == "undo"
			corrects = corrects || label == "undo" || !trails && !ofThat
		}
	}
	return corrects, undoes
}

// correcting lists the classes of words after which something else is meant than before.
var correcting = []string{"fix", "halt", "undo"}

// saidBetween returns the names, numbers and words of orders between two lexemes.
func (d *drafting) saidBetween(from, to int) []Bind {
	tags := d.lexicon.tagged(d.Lexemes)
	said := d.kindsBetween(from, to)
	isKind := func(b Bind) bool {
		if len(b.Vals) > 0 {
			return false
		}
		return slices.ContainsFunc(said, func(k Bind) bool { return k.From < b.To && b.From < k.To })
	}
	said = append(said, slices.DeleteFunc(d.lexicon.said(nil, tags, from, to), isKind)...)
	within := map[int]bool{}
	add := func(b Bind) {
		said = append(said, b)
		for i := b.From; i < b.To; i++ {
			within[i] = true
		}
	}
	said = slices.DeleteFunc(said, func(b Bind) bool { return len(b.Vals) == 0 && d.isCorrecting(b) })
	for _, b := range slices.Clone(said) {
		for i := b.From; i < b.To; i++ {
			within[i] = true
		}
	}
	for i := from; i < to; i++ {
		for _, t := range tags[i] { // a name that is misspelt
			if t.name && !t.least && !within[i] && len(d.Lexemes[i].Word) >= leastGuess {
				add(Bind{Class: d.lexicon.labels[t.class], Vals: t.vals, From: i, To: t.end})
			}
		}
	}
	for i := from; i < to; i++ {
		isItem := d.begins(i) && i+1 < to && within[i+1] // the number of a list item
		if n, end, ok := d.numberAt(i); ok && !within[i] && !isItem {
			add(Bind{Class: NumberClass, Vals: []int{n}, From: i, To: end})
		}
		d.noteEnd(i)
	}
	for i := from; i < to; i++ {
		if class := d.stemmed(i); class != "" && !within[i] {
			add(Bind{Class: class, From: i, To: i + 1})
		}
	}
	pointing, _ := d.game.Shapes().classes()
	for _, class := range pointing {
		for _, b := range d.Find(class, from, to) {
			if !within[b.From] && !d.isCorrecting(b) {
				add(b)
			}
		}
	}
	slices.SortStableFunc(said, func(a, b Bind) int { return a.From - b.From })
	return slices.CompactFunc(said, func(a, b Bind) bool { return a.From == b.From })
}

// noteEnd records that a sentence or clause ends at a lexeme.
func (d *drafting) noteEnd(at int) {
	switch word := d.Lexemes[at].Word; {
	case strings.Contains("/|", word) || d.Lexemes[at].Kind == Line:
		d.ends[at+1] = max(d.ends[at+1], lossBreak)
	case strings.Contains(",:()", word):
		d.ends[at+1] = max(d.ends[at+1], lossClause)
	}
}

// isCorrecting reports whether a word belongs to a phrase of correction: "no wait".
func (d *drafting) isCorrecting(b Bind) bool {
	for at := max(0, b.From-longestWrapper); at <= b.From; at++ {
		for _, t := range d.lexicon.phrases(d.Lexemes, at) {
			label := d.lexicon.labels[t.class]
			if t.end >= b.To && t.end > at+1 && label != "undo" && slices.Contains(correcting, label) {
				return true
			}
		}
	}
	return false
}

// stemmed returns the class of the word of orders of which a lexeme is another form: "trading" for "trade".
func (d *drafting) stemmed(at int) string {
	word := d.Lexemes[at].Word
	if d.lexicon.Knows(word) {
		return ""
	}
	for _, ending := range []string{"ing", "ed", "es", "s"} {
		stem, is := strings.CutSuffix(word, ending)
		if !is || len(stem) < 3 {
			continue
		}
		doubled := stem[:len(stem)-1] // as in "planned"
		for _, w := range []string{stem, stem + "e", doubled} {
			if n := d.lexicon.root.next[w]; n != nil {
				for _, t := range n.tags {
					if label := d.lexicon.labels[t.class]; d.lexicon.verbs[label] {
						return label
					}
				}
			}
		}
	}
	return ""
}

// kindsBetween returns the words between two lexemes that count as names.
func (d *drafting) kindsBetween(from, to int) (out []Bind) {
	for _, k := range d.game.Shapes().kinds {
		for i, class := range k.words {
			for _, b := range d.Find(class, from, to) {
				out = append(out, Bind{Class: k.class, Vals: []int{i}, From: b.From, To: b.To})
			}
		}
	}
	return out
}

// begins reports whether a lexeme begins a line, or a part of a line.
func (d *drafting) begins(at int) bool {
	return at == 0 || d.Lexemes[at-1].Kind == Line || strings.Contains("/|;.", d.Lexemes[at-1].Word)
}

// numberAt returns the number at a lexeme: a numeral, "both", or a phrase such as "all of them".
func (d *drafting) numberAt(at int) (n, end int, ok bool) {
	if ends := d.endsOf("all", at); len(ends) > 0 {
		end = slices.Max(ends)
		if n, ok := Numeral(d.Word(end)); ok { // such as "all five"
			return n, end + 1, true
		}
		return Everything, end, true
	}
	if ends := d.endsOf("couple", at); len(ends) > 0 {
		return 2, slices.Max(ends), true
	}
	if ends := d.endsOf("naught", at); len(ends) > 0 {
		return 0, slices.Max(ends), true
	}
	word := d.Lexemes[at].Word
	if slices.Contains([]string{"both", "beide", "beiden"}, word) {
		return 2, at + 1, true
	}
	n, ok = Numeral(word)
	return n, at + 1, ok
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
	if (fixes || d.answers) && d.amends(said, best.worth, fixes) {
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
	points := 0 // how strongly a word of orders suggests it
	seen := map[int]bool{}
	for _, b := range said {
		is := slices.ContainsFunc(slices.Concat(has, edited), func(x Bind) bool { return same(x, b) })
		isName := len(b.Vals) > 0 && b.Class != NumberClass
		switch {
		case isName && seen[b.Vals[0]]: // what is said twice counts once
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
	out := append(d.kindsBetween(0, len(d.Lexemes)), named...)
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

// amends tries to interpret words as a change of an order of the draft, or of an order that was on file before the
// letter, if that is worth more than an order of their own. fixes says that they follow words of correction.
func (d *drafting) amends(said []Bind, worth int, fixes bool) bool {
	from, to := d.Lexemes[said[0].From].From, d.Lexemes[said[len(said)-1].To-1].To
	most, at := max(worth, 0), -1
	var best drafted
	try := func(line string, isFiled bool, k int) {
		lines := d.edits(line, said)
		if len(lines) == 0 {
			return
		}
		if w := d.worth(said, lines[0], valuing{edited: line}) - lossSpan; w > most {
			most, at = w, k
			best = drafted{lines: lines, from: from, to: to, sure: true, strong: true, changes: isFiled}
		}
	}
	for k := len(d.out) - 1; k >= 0 && fixes; k-- {
		try(d.out[k].lines[0], d.out[k].changes, k)
	}
	for _, key := range d.Sheet.Keys() {
		if _, given := d.Given[key]; d.answers && !given || fixes && given {
			try(d.Sheet.Get(key), true, -1)
		}
	}
	switch {
	case best.lines == nil:
		return false
	case at >= 0:
		best.from = d.out[at].from
		d.out[at] = best
	default:
		d.out = append(d.out, best)
	}
	d.Last = Order{Line: best.lines[0]}
	return true
}

// edits returns the variants of a line in which one of its names or numbers is replaced by one that was said. If the
// line already contains one of several names that were said, the other one replaces it, provided that both are of the
// same class.
func (d *drafting) edits(line string, said []Bind) (out []string) {
	has := d.partsOf(line)
	isIn := func(b Bind) bool { return slices.ContainsFunc(has, func(x Bind) bool { return same(x, b) }) }
	if slices.ContainsFunc(said, func(b Bind) bool { return len(b.Vals) > 0 && d.isNegated(b) && !isIn(b) }) {
		return nil
	}
	for _, b := range said {
		if len(b.Vals) == 0 || isIn(b) {
			continue
		}
		// binds of the same class: those in the line that were said, all in the line, and those said not to be meant
		var named, all, not []Bind
		for _, x := range has {
			if x.Class != b.Class {
				continue
			}
			all = append(all, x)
			if k := slices.IndexFunc(said, func(s Bind) bool { return same(x, s) }); k >= 0 {
				named = append(named, x)
				if d.isNegated(said[k]) {
					not = append(not, x)
				}
			}
		}
		switch {
		case d.isNegated(b):
			named = nil
		case len(not) > 0:
			named = not
		case d.isListed(b, said): // such as "India and Borneo"
			named = slices.DeleteFunc(slices.Clone(all), func(x Bind) bool {
				return slices.ContainsFunc(said, func(s Bind) bool { return same(x, s) && d.isListed(s, said) })
			})
		case len(named) == 0, b.Class != NumberClass && len(named) == len(all):
			named = all
		}
		for _, x := range named {
			if now := d.replaced(line, x, b); now != line && d.game.Fits(now) {
				out = append(out, now)
			}
		}
	}
	return Unique(out)
}

// isListed reports whether a name is in a list with another one of its class: "India and Borneo".
func (d *drafting) isListed(b Bind, said []Bind) bool {
	return slices.ContainsFunc(said, func(x Bind) bool {
		from, to := min(x.To, b.To), max(x.From, b.From)
		return x.Class == b.Class && from < to && to-from <= 2 && len(d.Find("joint", from, to)) > 0
	})
}

// isNegated reports whether a name or number follows words that exclude it: "not 2", "instead of Media".
func (d *drafting) isNegated(b Bind) bool {
	isVerb := func(t tag) bool { return d.lexicon.verbs[d.lexicon.labels[t.class]] }
	is := func(at int) bool { return at >= 0 && slices.Contains(negating, d.Lexemes[at].Word) }
	behind := is(b.From-2) && !slices.ContainsFunc(d.lexicon.phrases(d.Lexemes, b.From-1), isVerb)
	return is(b.From-1) || behind
}

var negating = []string{"not", "instead", "rather", "nicht", "statt", "anstatt", "anstelle", "no"}

// replaced returns a line with one of its names or numbers replaced by another.
func (d *drafting) replaced(line string, was, now Bind) string {
	lexemes := d.lexicon.unglued(Scan(strings.ToLower(line)))
	with := d.Word(now.From)
	if now.Class != NumberClass {
		with = d.game.Spell(now)
	} else if n, ok := Numeral(with); ok {
		with = strconv.Itoa(n)
	}
	return line[:lexemes[was.From].From] + with + line[lexemes[was.To-1].To:]
}

// Spans returns the orders that names, numbers and words of orders may mean: for each span, the possible orders with
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

// offer adds the drafted orders to the parts of the letter that they belong to.
func (d *drafting) offer() {
	d.forget()
	more := map[int][]drafted{} // drafted orders by the part that they belong to
	for _, x := range d.out {
		isOnFile := slices.ContainsFunc(d.Sheet.Lines(), func(line string) bool {
			is := func(drafted string) bool { return strings.HasSuffix(" "+line, " "+drafted) }
			return slices.ContainsFunc(x.lines, is)
		})
		at := d.partFor(x)
		if at < 0 || isOnFile {
			continue
		}
		isOffered := func(line string) bool {
			is := func(was string) bool { return strings.HasSuffix(was, ": "+line) }
			return slices.ContainsFunc(d.Parts[at].Suggest, is)
		}
		if d.Parts[at].Fate == Asked && len(d.Parts[at].Suggest) == 1 && isOffered(x.lines[0]) {
			continue
		}
		for i, line := range x.lines {
			x.lines[i] = d.game.Place(line, x.from, d.Context)
		}
		more[at] = append(more[at], x)
	}
	for at, all := range more {
		p := &d.Parts[at]
		if p.Fate == Talk {
			p.Why = d.lexicon.Says("unclear")
		}
		p.Fate = Asked
		var lines []string
		for _, x := range all {
			lines = append(lines, x.lines[0])
		}
		for _, x := range all {
			lines = append(lines, x.lines[1:min(len(x.lines), max(1, mostSuggestions-len(lines)+1))]...)
		}
		unknown, _, _ := strings.Cut(d.lexicon.Says("unknown"), "%")
		p.Drafted = p.Why == d.lexicon.Says("unclear") || strings.HasPrefix(p.Why, unknown)
		if !p.Drafted && d.isAsked(all, *p) {
			continue
		}
		if isSure := !slices.ContainsFunc(all, func(x drafted) bool { return !x.sure }); !isSure || !p.Drafted {
			lines = append(lines, p.Suggest...)
		}
		p.Suggest = Unique(lines)
		p.Suggest = p.Suggest[:min(len(p.Suggest), max(mostSuggestions, len(all)))]
	}
}

// forget turns questions about words that were taken back into talk.
func (d *drafting) forget() {
	for i := range d.Parts {
		p := &d.Parts[i]
		within := func(s, in span) bool { return in.From <= s.From && s.To <= in.To }
		isUndone := slices.ContainsFunc(d.undone, func(in span) bool {
			return slices.ContainsFunc(d.spansOf(*p), func(s span) bool { return within(s, in) })
		})
		if p.Fate == Asked && isUndone && !p.exact && (len(d.Given) > 0 || len(d.out) > 0) {
			*p = Part{Fate: Talk, Quote: p.Quote}
		}
	}
}

// isAsked reports whether a question already offers what was drafted for its part.
func (d *drafting) isAsked(all []drafted, p Part) bool {
	switch {
	case len(p.Suggest) == 0 || all[0].changes:
		return false
	case len(p.Suggest) > 1:
		return true
	}
	return !d.extends(all, p)
}

// extends reports whether the draft for a part consists of several orders, or covers words outside the part.
func (d *drafting) extends(all []drafted, p Part) bool {
	beyond := func(s span) bool { return all[0].from < s.From || s.To < all[0].to }
	return len(all) > 1 || slices.ContainsFunc(d.spansOf(p), beyond)
}

// spansOf returns the ranges of bytes that a part quotes.
func (d *drafting) spansOf(p Part) (out []span) {
	for piece := range strings.SplitSeq(p.Quote, " / ") {
		if at := strings.Index(d.Text, piece); at >= 0 && piece != "" {
			out = append(out, span{at, at + len(piece)})
		}
	}
	return out
}

// partFor returns the index of the part with which a drafted order is offered: the question about its words, or the
// ignored part that contains them, or else a question about other words; -1 if there is none.
func (d *drafting) partFor(x drafted) int {
	talk, other := -1, -1
	promotes := x.strong && !x.aside && !x.denied
	for i := range d.Parts {
		p := &d.Parts[i]
		overlaps, cut := false, false // whether it covers words of the part, and whether it also covers others
		for _, s := range d.spansOf(*p) {
			if s.From < x.to && x.from < s.To {
				overlaps, cut = true, cut || x.from < s.From || s.To < x.to
			}
		}
		open := p.Fate == Asked && !p.exact
		switch {
		case overlaps && p.Fate == Refused && cut && x.strong:
			return i
		case overlaps && p.Fate == Refused:
			return -1
		case overlaps && open && x.aside && len(p.Suggest) == 0:
			return -1
		case overlaps && open:
			return i
		case overlaps && p.Fate == Talk && talk < 0:
			talk = i
		case open && other < 0:
			other = i
		}
	}
	switch {
	case talk >= 0 && promotes:
		return talk
	case x.sure && !x.aside && !x.denied:
		return other
	}
	return -1
}
