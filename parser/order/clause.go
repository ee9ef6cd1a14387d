package order

import (
	"slices"
	"strings"
)

// A sentence is a part of a letter that ends with a full stop, or with a line where no text runs on.
type sentence struct {
	from, to int // lexemes
	clauses  []clause
	end      string   // ".", "!", "?", ";", or "" for a line
	blank    bool     // a blank line is behind it
	newLine  bool     // it begins a line
	whole    *guesses // what it may mean as one, once that was asked
}

// guesses are lines of orders that words may mean.
type guesses struct{ lines []string }

// A clause is a part of a sentence between commas, brackets and words such as "but".
type clause struct {
	segments []segment
	opener   string // what stands before it: a sign, or the class of a word such as "but"
	orders   []*Match
	marks    map[string]bool
	names    []segment
	verbs    []segment
	little   []segment
	unknown  []segment
	numbers  []segment
	counts   bool // its numbers say how many there are of something
	wrappers map[string]bool
}

// splitting are classes of words with which a clause begins.
var splitting = []string{"but", "reason", "cond", "alt"}

// depth is by how many brackets what comes stands deeper.
var depth = map[string]int{"(": 1, ")": -1}

// sentences takes the cover of a letter apart.
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
	cur      sentence // that has not ended yet
	brackets int      // that are open
}

// end ends a sentence before a lexeme, with a sign or "" for a line.
func (d *divider) end(sign string, to int, blank, newLine bool) {
	d.cur.to, d.cur.end, d.cur.blank = to, sign, blank
	if to > d.cur.from {
		d.out = append(d.out, d.cur)
	}
	d.cur = sentence{from: to, clauses: []clause{{}}, newLine: newLine}
}

// last is the clause that has not ended yet.
func (d *divider) last() *clause { return &d.cur.clauses[len(d.cur.clauses)-1] }

// split begins a clause behind a sign, or a word of a class such as "but".
func (d *divider) split(opener string) {
	if len(d.last().segments) > 0 {
		d.cur.clauses = append(d.cur.clauses, clause{})
	}
	d.last().opener = opener
}

// take takes a part of the cover.
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

// sign takes a sign: it ends a sentence or a clause, or does neither.
func (d *divider) sign(k int) {
	s := d.cover[k]
	word := d.lexemes[s.from].Word
	d.brackets = max(0, d.brackets+depth[word])
	switch {
	case word == ".":
		d.stop(k)
	case word == "?" && d.brackets > 0: // "(is that right?)"
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

// stop takes a full stop.
func (d *divider) stop(k int) {
	s := d.cover[k]
	switch {
	case isItem(d.lexemes, d.cover, k), goesOn(d.lexemes, s.from): // "2."
		d.split(",")
	case !isDecimal(d.lexemes, s.from):
		d.end(".", s.to, false, false)
	}
}

// add adds a part of the cover to the clause. Of two orders with nothing between them each has a clause.
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
	ends := s.match != nil && !s.match.Weak && d.lexemes[s.to-1].Word == "." // "Ruhr supports. Munich ..."
	if ends && k+2 < len(d.cover) && d.cover[k+2].role != roleLine {
		d.end(".", s.to, false, false)
	}
}

// isMark reports whether a part of a sentence is a mark.
func (l *Lexicon) isMark(s segment, mark string) bool {
	return s.role == roleMark && l.labels[s.class] == mark
}

// isBracketed reports whether a number stands in brackets behind a word: "Orient (2)".
func isBracketed(lexemes []Lexeme, at int) bool {
	return at > 1 && lexemes[at-1].Word == "(" && lexemes[at-2].Kind == Word
}

// isMarked reports whether what stands behind a number is the mark of a list.
func isMarked(lexemes []Lexeme, cover []segment, k int) bool {
	word := lexemes[cover[k].from].Word
	return word == ")" || word == "." && isItem(lexemes, cover, k)
}

// isItem reports whether a full stop stands behind the number of a list, and not behind one with which a sentence ends:
// "I bid 3, otherwise 1. I draw 2."
func isItem(lexemes []Lexeme, cover []segment, k int) bool {
	if k == 0 || cover[k-1].role != roleNumber {
		return false
	}
	at := cover[k].from
	if k < 2 || at+1 == len(lexemes) || !lexemes[at+1].Capital {
		return true
	}
	return lexemes[at-2].Kind != Word || cover[k-2].match != nil
}

// hasMatch reports whether an order has come in a sentence so far.
func (s *sentence) hasMatch() bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.segments, func(x segment) bool { return x.match != nil })
	})
}

// isStroke reports whether a dash stands between a name and a word that nothing is known of, as in "A Mun-Xyz".
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

// introducing takes off a clause the words at its end that say nothing and belong to what comes.
func (cl *clause) introducing() []segment {
	n := len(cl.segments)
	for n > 0 && cl.segments[n-1].role == roleWrapper {
		n--
	}
	out := slices.Clone(cl.segments[n:])
	cl.segments = cl.segments[:n]
	return out
}

// isDecimal reports whether a full stop stands behind a number, as in "12.5".
func isDecimal(lexemes []Lexeme, at int) bool {
	if at == 0 || at+1 >= len(lexemes) {
		return false
	}
	before, behind := lexemes[at-1], lexemes[at+1]
	return before.Kind == Number && behind.Kind == Number && lexemes[at].To == behind.From
}

const longestDots = 4 // bytes: "full stop" is longer

// goesOn reports whether a sentence goes on behind "...".
func goesOn(lexemes []Lexeme, at int) bool {
	if dots := lexemes[at].To - lexemes[at].From; dots < 2 || dots > longestDots || at+1 == len(lexemes) {
		return false
	}
	return lexemes[at+1].Kind == Word && !lexemes[at+1].Capital
}

const runLength = 45 // bytes of a line from which on it may have been broken by a mail program

// runsOn reports whether a sentence goes on behind the end of a line: the line is long, and the next one begins small.
func runsOn(text string, lexemes []Lexeme, at int) bool {
	start := strings.LastIndexByte(text[:lexemes[at].From], '\n') + 1
	if at+1 == len(lexemes) || lexemes[at].From-start < runLength || isLastWords(lexemes[at+1:]) {
		return false
	}
	next := lexemes[at+1]
	return next.Kind == Word && next.Item == 0 && !next.Capital
}

// isLastWords reports whether all that is left is a word or two, as the name under a letter.
func isLastWords(rest []Lexeme) bool {
	words := slices.DeleteFunc(slices.Clone(rest[:min(len(rest), 4)]), func(x Lexeme) bool { return x.Kind == Line })
	return len(words) <= 2 && len(rest) <= 4
}

// classify fills in what a clause has. A name behind a greeting is a person's.
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

// isInitial reports whether a segment is a letter by itself, as of a name: "M. Smith".
func isInitial(s segment, lexemes []Lexeme) bool {
	return s.to == s.from+1 && len(lexemes[s.from].Word) == 1
}

// marked reports whether a clause has one of some marks.
func (s *sentence) marked(labels ...string) bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(labels, func(label string) bool { return c.marks[label] })
	})
}

// wrapped reports whether a clause has words of one of some classes that say nothing.
func (s *sentence) wrapped(labels ...string) bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(labels, func(label string) bool { return c.wrappers[label] })
	})
}

func (s *sentence) hasOrders() bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool { return len(c.orders) > 0 })
}

// isPure reports whether a clause has nothing but orders, and no marks that may turn their sense.
func (cl *clause) isPure() bool {
	return cl.isClean() && len(cl.marks) == 0
}

// isClean reports whether a clause has nothing but orders.
func (cl *clause) isClean() bool {
	return len(cl.unknown)+len(cl.names)+len(cl.verbs)+len(cl.numbers)+len(cl.little) == 0
}

// isEmpty reports whether a clause says nothing.
func (cl *clause) isEmpty() bool {
	return len(cl.names)+len(cl.verbs)+len(cl.unknown)+len(cl.marks) == 0 && !cl.isCount()
}

// isCount reports whether a clause is no more than numbers of something: "w/ 6", "3 factors".
func (cl *clause) isCount() bool {
	return cl.counts && len(cl.numbers) > 0 &&
		len(cl.names)+len(cl.verbs)+len(cl.unknown)+len(cl.marks)+len(cl.orders) == 0 && !cl.wrappers["head"]
}

// isFiller reports whether a clause stands between commas and says nothing: "A Mun H, well, Tyrolia".
func (cl *clause) isFiller() bool { return cl.isEmpty() && len(cl.orders) == 0 && cl.opener == "," }

// isWeak reports whether a clause has an order that is one only if nothing else stands beside it.
func (cl *clause) isWeak() bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool { return m.Weak })
}

// isOrdering reports whether a clause has an order that is one whatever stands beside it.
func (cl *clause) isOrdering() bool {
	return slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.Weak })
}

// isBareNo reports whether a clause is "no" and nothing else: "No, A Mun-Bur" says no to what was before.
func (cl *clause) isBareNo() bool {
	return len(cl.segments) == 1 && cl.marks["neg"] && cl.segments[0].to-cl.segments[0].from == 1
}

// harmless reports whether a clause has nothing to do with orders: "I was away, ...".
func (cl *clause) harmless() bool { return len(cl.names)+len(cl.verbs) == 0 && len(cl.unknown) > 0 }

// doubting are the marks of what makes the order before it unsure. Hope is no doubt.
var doubting = []string{"hyp", "alt", "plan", "later", "revoke"}

// isDoubt reports whether a clause says no more than that the one before it is not sure: "A Mun-Bur, maybe", "A Mun-Bur
// or so".
func (cl *clause) isDoubt() bool {
	rest := len(cl.orders) + len(cl.names) + len(cl.verbs) + len(cl.little) + len(cl.unknown) + len(cl.numbers)
	doubts := slices.ContainsFunc(doubting, func(mark string) bool { return cl.marks[mark] })
	return rest == 0 && doubts && !cl.marks["hope"]
}

// lists reports whether a clause ends with an order that has a list.
func (cl *clause) lists() bool {
	if len(cl.orders) == 0 {
		return false
	}
	last := cl.orders[len(cl.orders)-1]
	return last.Has("rp") || len(last.All("n1")) > 1 || last.Has("list")
}

// hasItems reports whether a clause ends with an order that has items of a list, which a form binds to "i".
func (cl *clause) hasItems() bool {
	return len(cl.orders) > 0 && cl.orders[len(cl.orders)-1].Has("i")
}

// isListed reports whether a clause stands behind a sign as the parts of lists do.
func (cl *clause) isListed() bool {
	return cl.opener == "," || cl.opener == "/"
}

// isLoneWord reports whether a clause is one word that nothing is known of, but for words that say nothing: "then
// Macedonia".
func (cl *clause) isLoneWord() bool {
	rest := len(cl.names) + len(cl.verbs) + len(cl.orders) + len(cl.marks)
	return len(cl.unknown) == 1 && rest == 0 && cl.isListed()
}

// isLoneName reports whether a clause has a name and no word of orders, whatever else it has: "alternate Holland".
func (cl *clause) isLoneName() bool {
	return len(cl.names) > 0 && len(cl.verbs)+len(cl.orders)+len(cl.marks) == 0 && cl.isListed()
}

// isAlternative reports whether a clause is a name behind a word such as "or".
func (cl *clause) isAlternative() bool {
	if cl.opener != "alt" || len(cl.verbs)+len(cl.unknown) > 0 {
		return false
	}
	more := slices.ContainsFunc(cl.orders, func(m *Match) bool { return !m.Weak && m.To-m.From > 1 }) // than a name
	return !more && len(cl.names)+len(cl.orders) > 0
}

var telling = []string{"past", "says", "you", "done", "ask", "later", "hyp", "other"}

// tells reports whether a clause has words that tell or ask rather than order.
func (cl *clause) tells() bool {
	return slices.ContainsFunc(telling, func(mark string) bool { return cl.marks[mark] })
}

// segments are those of all clauses of a sentence.
func (s *sentence) segments() []segment {
	var all []segment
	for _, cl := range s.clauses {
		all = append(all, cl.segments...)
	}
	return all
}

// goesWithout reports whether the clause behind one has a word of orders and names nothing.
func (s *sentence) goesWithout(k int) bool {
	behind := s.behind(k)
	return behind != nil && len(behind.verbs) > 0 && len(behind.names)+len(behind.orders) == 0
}

// before is the clause before one; nil if there is none.
func (s *sentence) before(k int) *clause {
	if k == 0 {
		return nil
	}
	return &s.clauses[k-1]
}

// behind is the clause behind one; nil if there is none.
func (s *sentence) behind(k int) *clause {
	if k+1 >= len(s.clauses) {
		return nil
	}
	return &s.clauses[k+1]
}

// butBetween reports whether a clause behind one, up to another, has an order and begins with "but".
func (s *sentence) butBetween(k, j int) bool {
	return slices.ContainsFunc(s.clauses[k+1:j+1], func(c clause) bool {
		return c.opener == "but" && len(c.orders) > 0
	})
}

// colonBetween reports whether a colon stands between two clauses.
func (s *sentence) colonBetween(j, k int) bool {
	return slices.ContainsFunc(s.clauses[j+1:k+1], func(c clause) bool { return c.opener == ":" })
}

// attributed reports whether the clause behind one says whose words it is: "A Mun-Bur, he said".
func (s *sentence) attributed(k int) bool {
	d := s.behind(k)
	if d == nil {
		return false
	}
	return d.marks["says"] && d.opener == "," && len(d.orders)+len(d.names) == 0
}

// alternatives are the clauses behind one that name something else instead: "or Ruh", "or Sil".
func (s *sentence) alternatives(k int) []clause {
	from := k + 1
	to := from
	for to < len(s.clauses) && s.clauses[to].isAlternative() {
		to++
	}
	return s.clauses[from:to]
}

// isTold reports whether a clause is asked about with an order before it: it doubts that, or is an alternative to it.
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

// pleadsBehind reports whether a clause behind one asks for something: "Munich holds, and may I peek at Burgundy?"
func (s *sentence) pleadsBehind(k int) bool {
	return !s.clauses[k].tells() && slices.ContainsFunc(s.clauses[k+1:], func(c clause) bool {
		return c.marks["plea"] && len(c.orders) > 0
	})
}

// commands reports whether a sentence begins as an order does: with a word of orders or a name.
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
