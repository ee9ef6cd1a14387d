package order

import (
	"slices"
	"strings"
)

// A sentence is a part of a letter that ends with a full stop or a similar sign, or at the end of a line unless the
// text continues on the next one.
type sentence struct {
	from, to int // range of lexemes
	clauses  []clause
	end      string   // the sign at its end: ".", "!", "?", ";", or "" for the end of a line
	blank    bool     // whether a blank line follows
	newLine  bool     // whether it begins a line
	whole    *guesses // what it may mean as a whole; nil until that is needed
}

// guesses are lines of orders that some words may mean.
type guesses struct{ lines []string }

// A clause is a part of a sentence between commas, brackets and words such as "but".
type clause struct {
	segments []segment
	opener   string // what precedes it: a sign, or the class of a word such as "but"
	orders   []*Match
	marks    map[string]bool
	names    []segment
	verbs    []segment
	little   []segment
	unknown  []segment
	numbers  []segment
	apart    bool // whether it begins with "and if", so that it says nothing of what stands before it
	counts   bool // whether its numbers are counts of something
	wrappers map[string]bool
}

// splitting lists the classes of words that begin a new clause.
var splitting = []string{"but", "reason", "cond", "alt"}

// depth is the change of the nesting depth at brackets.
var depth = map[string]int{"(": 1, ")": -1}

// sentences divides the cover of a letter into sentences.
func (l *Lexicon) sentences(text string, lexemes []Lexeme, cover []segment) []sentence {
	d := divider{Lexicon: l, text: text, lexemes: lexemes, cover: cover}
	d.cur = sentence{clauses: []clause{{}}, newLine: true}
	for k := range cover {
		d.take(k)
	}
	d.end("", len(lexemes), true, true)
	for i := range d.out {
		for j := range d.out[i].clauses {
			l.classify(&d.out[i].clauses[j], lexemes)
		}
	}
	return d.out
}

// A divider divides the cover of a letter into sentences, and these into clauses.
type divider struct {
	*Lexicon
	text     string
	lexemes  []Lexeme
	cover    []segment
	out      []sentence
	cur      sentence // the current sentence
	brackets int      // number of open brackets
}

// end ends the current sentence before a lexeme. The sign is "" at the end of a line.
func (d *divider) end(sign string, to int, blank, newLine bool) {
	d.cur.to, d.cur.end, d.cur.blank = to, sign, blank
	if to > d.cur.from {
		d.out = append(d.out, d.cur)
	}
	d.cur = sentence{from: to, clauses: []clause{{}}, newLine: newLine}
}

// last returns the current clause.
func (d *divider) last() *clause { return &d.cur.clauses[len(d.cur.clauses)-1] }

// split begins a new clause, after a sign or a word of a class such as "but".
func (d *divider) split(opener string) {
	if len(d.last().segments) > 0 {
		d.cur.clauses = append(d.cur.clauses, clause{})
	}
	last := d.last()
	last.apart = opener == "cond" && last.opener == "joint"
	last.opener = opener
}

// take adds segment k of the cover to the current sentence.
func (d *divider) take(k int) {
	s := d.cover[k]
	switch s.role {
	case roleSign:
		d.sign(k)
		return
	case roleLine:
		blank := d.lexemes[s.from].Word == "\n\n"
		if blank || !runsOn(d.text, d.lexemes, s.from) || k+1 < len(d.cover) && d.cover[k+1].match != nil {
			d.brackets = 0
			d.end("", s.to, blank, true)
		}
		return
	case roleNumber:
		ofList := k+1 < len(d.cover) && isMarked(d.lexemes, d.cover, k+1)
		if ofList && !isBracketed(d.lexemes, s.from) {
			return
		}
	case roleWrapper, roleMark:
		switch label := d.labels[s.class]; {
		case label == "joint", label == "companion":
			d.split(label)
			return
		case label == "precaution" && d.cur.hasMatch():
			d.split("reason")
		case label == "precaution":
			d.split("cond")
		case slices.Contains(splitting, label):
			d.split(label)
		}
	}
	d.add(k)
}

// sign handles a sign, which ends a sentence, ends a clause, or does neither.
func (d *divider) sign(k int) {
	s := d.cover[k]
	word := d.lexemes[s.from].Word
	d.brackets = max(0, d.brackets+depth[word])
	switch {
	case word == ".":
		d.stop(k)
	case word == "?" && d.brackets > 0: // such as "(is that right?)"
		d.split(",")
	case strings.Contains("!?;", word):
		d.end(word, s.to, false, false)
	case word == "-" && isStroke(d.lexemes, d.cover, k):
	case word == "-" && d.cur.hasMatch() && k+1 < len(d.cover) && d.isMark(d.cover[k+1], "ask"):
		d.end("", s.to, false, false) // "... - what if that fails?"
	default:
		d.split(word)
	}
}

// stop handles a full stop.
func (d *divider) stop(k int) {
	s := d.cover[k]
	switch {
	case isItem(d.lexemes, d.cover, k), goesOn(d.lexemes, s.from): // such as "2."
		d.split(",")
	case !isDecimal(d.lexemes, s.from):
		d.end(".", s.to, false, false)
	}
}

// add adds a segment of the cover to the current clause. Two adjacent orders get a clause each.
func (d *divider) add(k int) {
	s := d.cover[k]
	last := d.last()
	if s.match != nil && slices.ContainsFunc(last.segments, func(x segment) bool { return x.match != nil }) {
		carried := last.introducing()
		d.split("")
		last = d.last()
		last.segments = append(last.segments, carried...)
	}
	last.segments = append(last.segments, s)
	ends := s.match != nil && !s.match.Weak && d.lexemes[s.to-1].Word == "." // such as "Ruhr supports. Munich ..."
	if ends && k+2 < len(d.cover) && d.cover[k+2].role != roleLine {
		d.end(".", s.to, false, false)
	}
}

// isMark reports whether a segment is a mark of the given class.
func (l *Lexicon) isMark(s segment, mark string) bool {
	return s.role == roleMark && l.labels[s.class] == mark
}

// isBracketed reports whether a number is in brackets after a word, as in "Orient (2)".
func isBracketed(lexemes []Lexeme, at int) bool {
	return at > 1 && lexemes[at-1].Word == "(" && lexemes[at-2].Kind == Word
}

// isMarked reports whether the segment after a number is the mark of a list item.
func isMarked(lexemes []Lexeme, cover []segment, k int) bool {
	word := lexemes[cover[k].from].Word
	return word == ")" || word == "." && isItem(lexemes, cover, k)
}

// isItem reports whether a full stop follows the number of a list item, rather than a number at the end of a
// sentence: "I bid 3, otherwise 1. I draw 2."
func isItem(lexemes []Lexeme, cover []segment, k int) bool {
	if k == 0 || cover[k-1].role != roleNumber {
		return false
	}
	at := cover[k].from
	if k >= 2 && lexemes[at-2].Word == "+" { // "2 supply + 79. Retreat to ..."
		return false
	}
	if k < 2 || at+1 == len(lexemes) || !lexemes[at+1].Capital {
		return true
	}
	return lexemes[at-2].Kind != Word || cover[k-2].match != nil
}

// hasMatch reports whether the sentence contains an order so far.
func (s *sentence) hasMatch() bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.segments, func(x segment) bool { return x.match != nil })
	})
}

// isStroke reports whether a dash is between a name and an unknown word, as in "A Mun-Xyz".
func isStroke(lexemes []Lexeme, cover []segment, k int) bool {
	if k == 0 || k+1 == len(cover) {
		return false
	}
	isNamed := cover[k-1].role == roleName || cover[k-1].match != nil
	if !isNamed || cover[k+1].role != roleUnknown {
		return false
	}
	at := cover[k].from
	glued := lexemes[at-1].To == lexemes[at].From && lexemes[at].To == lexemes[at+1].From
	last := k+2 == len(cover) || cover[k+2].role == roleSign || cover[k+2].role == roleLine
	return glued || last
}

// introducing removes from the end of a clause the words that carry no meaning and belong to what follows, and
// returns them.
func (cl *clause) introducing() []segment {
	n := len(cl.segments)
	for n > 0 && cl.segments[n-1].role == roleWrapper {
		n--
	}
	out := slices.Clone(cl.segments[n:])
	cl.segments = cl.segments[:n]
	return out
}

// isDecimal reports whether a full stop after a number is a decimal point, as in "12.5".
func isDecimal(lexemes []Lexeme, at int) bool {
	if at == 0 || at+1 >= len(lexemes) {
		return false
	}
	before, behind := lexemes[at-1], lexemes[at+1]
	return before.Kind == Number && behind.Kind == Number && lexemes[at].To == behind.From
}

const longestDots = 4 // largest length of dots in bytes: the words "full stop" are longer

// goesOn reports whether a sentence continues after "...".
func goesOn(lexemes []Lexeme, at int) bool {
	if dots := lexemes[at].To - lexemes[at].From; dots < 2 || dots > longestDots || at+1 == len(lexemes) {
		return false
	}
	return lexemes[at+1].Kind == Word && !lexemes[at+1].Capital
}

const runLength = 45 // length of a line, in bytes, from which on a mail program may have broken it

// runsOn reports whether a sentence continues on the next line: the line is long, and the next one begins with a
// small letter.
func runsOn(text string, lexemes []Lexeme, at int) bool {
	start := strings.LastIndexByte(text[:lexemes[at].From], '\n') + 1
	if at+1 == len(lexemes) || lexemes[at].From-start < runLength || isLastWords(lexemes[at+1:]) {
		return false
	}
	next := lexemes[at+1]
	return next.Kind == Word && next.Item == 0 && !next.Capital
}

// isLastWords reports whether only one or two words are left, such as the name below a letter.
func isLastWords(rest []Lexeme) bool {
	words := slices.DeleteFunc(slices.Clone(rest[:min(len(rest), 4)]), func(x Lexeme) bool { return x.Kind == Line })
	return len(words) <= 2 && len(rest) <= 4
}

// classify fills in the fields of a clause. A name after a greeting is the name of a person.
func (l *Lexicon) classify(c *clause, lexemes []Lexeme) {
	c.marks, c.wrappers = map[string]bool{}, map[string]bool{}
	greeted := false
	for _, s := range c.segments {
		switch s.role {
		case roleOrder:
			c.orders = append(c.orders, s.match)
			greeted = false
		case roleName:
			if !greeted {
				c.names = append(c.names, s)
			}
		case roleVerb:
			c.verbs = append(c.verbs, s)
		case roleLittle:
			c.little = append(c.little, s)
		case roleMark:
			c.marks[l.labels[s.class]] = true
			if c.marks["plea"] {
				c.marks["ask"] = true
			}
			if c.marks["hope"] {
				c.marks["hyp"] = true
			}
			if c.marks["precaution"] && c.opener == "cond" {
				c.marks["cond"] = true
			}
		case roleWrapper:
			label := l.labels[s.class]
			c.wrappers[label] = true
			c.wrappers["fix"] = c.wrappers["fix"] || label == "halt" || label == "sorry"
			greeted = greeted || label == "greet" || label == "thanks"
		case roleNumber:
			c.numbers = append(c.numbers, s)
		case roleUnknown:
			if !greeted && len(lexemes[s.from].Word) > 1 {
				c.unknown = append(c.unknown, s)
			}
		}
	}
	c.counts = l.counts()
	if len(c.names) == 0 {
		c.verbs = slices.DeleteFunc(c.verbs, func(s segment) bool { return isInitial(s, lexemes) })
	}
}

// isInitial reports whether a segment is a single letter, such as the initial of a name: "M. Smith".
func isInitial(s segment, lexemes []Lexeme) bool {
	return s.to == s.from+1 && len(lexemes[s.from].Word) == 1
}

// marked reports whether some clause of the sentence has one of the given marks.
func (s *sentence) marked(labels ...string) bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(labels, func(label string) bool { return c.marks[label] })
	})
}

// wrapped reports whether some clause has a wrapper, a word without influence on orders, of one of the given classes.
func (s *sentence) wrapped(labels ...string) bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(labels, func(label string) bool { return c.wrappers[label] })
	})
}

func (s *sentence) hasOrders() bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool { return len(c.orders) > 0 })
}

// isPure reports whether a clause consists only of orders, without marks that may change their meaning.
func (cl *clause) isPure() bool {
	return cl.isClean() && len(cl.marks) == 0
}

// isClean reports whether a clause consists only of orders.
func (cl *clause) isClean() bool {
	return len(cl.unknown)+len(cl.names)+len(cl.verbs)+len(cl.numbers)+len(cl.little) == 0
}

// isEmpty reports whether a clause contains nothing meaningful.
func (cl *clause) isEmpty() bool {
	return len(cl.names)+len(cl.verbs)+len(cl.unknown)+len(cl.marks) == 0 && !cl.isCount()
}

// isCount reports whether a clause consists only of counts: "w/ 6", "3 factors".
func (cl *clause) isCount() bool {
	return cl.counts && len(cl.numbers) > 0 &&
		len(cl.names)+len(cl.verbs)+len(cl.unknown)+len(cl.marks)+len(cl.orders) == 0 && !cl.wrappers["head"]
}

// isFiller reports whether a clause between commas contains nothing meaningful: "A Mun H, well, Tyrolia".
func (cl *clause) isFiller() bool { return cl.isEmpty() && len(cl.orders) == 0 && cl.opener == "," }

// isOneWord reports whether a clause has an order that is a word, and no other.
func (cl *clause) isOneWord() bool {
	return len(cl.orders) == 1 && cl.orders[0].To == cl.orders[0].From+1
}

// isWeak reports whether a clause has a weak order, which is an order only if it is alone.
func (cl *clause) isWeak() bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool { return m.Weak })
}

// isOrdering reports whether a clause has an order that is not weak.
func (cl *clause) isOrdering() bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.Weak })
}

// isBareNo reports whether a clause is just "no". "No, A Mun-Bur" denies what was said before.
func (cl *clause) isBareNo() bool {
	return len(cl.segments) == 1 && cl.marks["neg"] && cl.segments[0].to-cl.segments[0].from == 1
}

// harmless reports whether a clause contains nothing that has to do with orders: "I was away, ...".
func (cl *clause) harmless() bool { return len(cl.names)+len(cl.verbs) == 0 && len(cl.unknown) > 0 }

// doubting lists the marks that make the order before them uncertain. Hope does not.
var doubting = []string{"hyp", "alt", "plan", "later", "revoke"}

// isDoubt reports whether a clause only says that the clause before it is uncertain: "A Mun-Bur, maybe", "A Mun-Bur
// or so".
func (cl *clause) isDoubt() bool {
	rest := len(cl.orders) + len(cl.names) + len(cl.verbs) + len(cl.little) + len(cl.unknown) + len(cl.numbers)
	doubts := slices.ContainsFunc(doubting, func(mark string) bool { return cl.marks[mark] })
	return rest == 0 && doubts && !cl.marks["hope"]
}

// lists reports whether a clause ends with an order that contains a list.
func (cl *clause) lists() bool {
	if len(cl.orders) == 0 {
		return false
	}
	last := cl.orders[len(cl.orders)-1]
	return last.Has("rp") || len(last.All("n1")) > 1 || last.Has("list")
}

// hasItems reports whether a clause ends with an order that contains list items, which a form binds to "i".
func (cl *clause) hasItems() bool {
	return len(cl.orders) > 0 && cl.orders[len(cl.orders)-1].Has("i")
}

// isListed reports whether the sign before a clause is one that separates list items.
func (cl *clause) isListed() bool {
	return cl.opener == "," || cl.opener == "/"
}

// isLoneWord reports whether a clause consists of one unknown word, apart from words without meaning: "then
// Macedonia".
func (cl *clause) isLoneWord() bool {
	rest := len(cl.names) + len(cl.verbs) + len(cl.orders) + len(cl.marks)
	return len(cl.unknown) == 1 && rest == 0 && cl.isListed()
}

// isLoneName reports whether a clause contains a name and no word of orders, whatever else it contains: "alternate
// Holland".
func (cl *clause) isLoneName() bool {
	return len(cl.names) > 0 && len(cl.verbs)+len(cl.orders)+len(cl.marks) == 0 && cl.isListed()
}

// isAlternative reports whether a clause is a name after a word such as "or".
func (cl *clause) isAlternative() bool {
	if cl.opener != "alt" || len(cl.verbs)+len(cl.unknown) > 0 {
		return false
	}
	// whether it contains more than a name
	more := slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.Weak && m.To-m.From > 1 })
	return !more && len(cl.names)+len(cl.orders) > 0
}

var telling = []string{"past", "says", "you", "done", "ask", "later", "hyp", "other"}

// tells reports whether a clause contains words of a statement or question, rather than of an order.
func (cl *clause) tells() bool {
	return slices.ContainsFunc(telling, func(mark string) bool { return cl.marks[mark] })
}

// segments returns the segments of all clauses.
func (s *sentence) segments() []segment {
	var all []segment
	for _, cl := range s.clauses {
		all = append(all, cl.segments...)
	}
	return all
}

// goesWithout reports whether the clause after clause k contains a word of orders but no name.
func (s *sentence) goesWithout(k int) bool {
	behind := s.behind(k)
	return behind != nil && len(behind.verbs) > 0 && len(behind.names)+len(behind.orders) == 0
}

// before returns the clause before clause k, or nil.
func (s *sentence) before(k int) *clause {
	if k == 0 {
		return nil
	}
	return &s.clauses[k-1]
}

// behind returns the clause after clause k, or nil.
func (s *sentence) behind(k int) *clause {
	if k+1 >= len(s.clauses) {
		return nil
	}
	return &s.clauses[k+1]
}

// butBetween reports whether one of the clauses after k, up to j, contains an order and begins with "but".
func (s *sentence) butBetween(k, j int) bool {
	return slices.ContainsFunc(s.clauses[k+1:j+1], func(c clause) bool {
		return c.opener == "but" && len(c.orders) > 0
	})
}

// colonBetween reports whether there is a colon between clauses j and k.
func (s *sentence) colonBetween(j, k int) bool {
	return slices.ContainsFunc(s.clauses[j+1:k+1], func(c clause) bool { return c.opener == ":" })
}

// attributed reports whether the clause after clause k says whose words that is: "A Mun-Bur, he said".
func (s *sentence) attributed(k int) bool {
	d := s.behind(k)
	if d == nil {
		return false
	}
	return d.marks["says"] && d.opener == "," && len(d.orders)+len(d.names) == 0
}

// alternatives returns the clauses after clause k that name alternatives: "or Ruh", "or Sil".
func (s *sentence) alternatives(k int) []clause {
	from := k + 1
	to := from
	for to < len(s.clauses) && s.clauses[to].isAlternative() {
		to++
	}
	return s.clauses[from:to]
}

// isTold reports whether a clause belongs to a question about the order before it, because it expresses doubt about
// that order or is an alternative to it.
func (s *sentence) isTold(k int) bool {
	if k > 0 && s.clauses[k].isDoubt() && len(s.clauses[k-1].orders) > 0 {
		return true
	}
	for ; k > 0 && s.clauses[k].isAlternative(); k-- {
		if len(s.clauses[k-1].orders) > 0 && !s.clauses[k-1].isAlternative() {
			return true
		}
	}
	return false
}

// pleadsBehind reports whether a clause after clause k asks for something: "Munich holds, and may I peek at
// Burgundy?"
func (s *sentence) pleadsBehind(k int) bool {
	return !s.clauses[k].tells() && slices.ContainsFunc(s.clauses[k+1:], func(c clause) bool {
		return c.marks["plea"] && len(c.orders) > 0
	})
}

// commands reports whether a sentence begins like an order, with a word of orders or a name.
func (s *sentence) commands() bool {
	for _, cl := range s.clauses {
		for _, x := range cl.segments {
			if x.role != roleWrapper && x.role != roleNumber {
				return x.role == roleVerb || x.role == roleName
			}
		}
	}
	return false
}
