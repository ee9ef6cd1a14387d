package order

import (
	"slices"
	"strings"
)

// A Bind is the text to which a name in a pattern is bound.
type Bind struct {
	Name     string
	Class    string // the class of the words, if the pattern is a class and not a part
	Vals     []int  // the things that a name may stand for
	From, To int    // range of lexemes
	Count    int    // in a [Fill], the number of things; 0 if not stated
}

// bound is a tree of binds, so that two halves of a match can be joined without copying.
type bound struct {
	one         *Bind
	left, right *bound
}

func (b *bound) each(do func(*Bind)) {
	if b == nil {
		return
	}
	if b.one != nil {
		do(b.one)
	}
	b.left.each(do)
	b.right.each(do)
}

// A way is one way in which a pattern matches from some lexeme on.
type way struct {
	end, cost int
	guessed   bool // whether a word in it is misspelt or shortened
	least     bool // whether it is so uncertain that it must not be filed without asking
	bound     *bound
}

// A matcher matches patterns at the lexemes of a letter. Each part is matched only once at each lexeme, and
// repetitions are bounded, so that the time is linear in the length of the letter.
type matcher struct {
	lexicon *Lexicon
	text    []Lexeme
	tags    [][]tag
	sets    []bits
	nexts   []step
	memo    [][]known // known matches by lexeme
	skips   int       // number of consecutive unknown words that may be left out within an order
	ways    []way     // storage for lists with a single way, which are most of them
	still   []way     // for each lexeme, the match of nothing
}

const atOnce = 256

// one returns a list of a single way; appending to it copies it.
func (m *matcher) one(w way) []way {
	if len(m.ways) == cap(m.ways) {
		m.ways = make([]way, 0, atOnce)
	}
	m.ways = append(m.ways, w)
	n := len(m.ways)
	return m.ways[n-1 : n : n]
}

// here returns a list of the single way that matches nothing at a lexeme.
func (m *matcher) here(pos int) []way { return m.still[pos : pos+1 : pos+1] }

// A known is the result of matching a part at a lexeme.
type known struct {
	part int32
	ways []way
}

const (
	maxWays   = 16
	maxRepeat = 24 // enough for the longest path of a unit

	costGuess = 6
	costLine  = 4 // cost of an order that continues on the next line
	costStop  = 4 // cost of a full stop within an order
	costSkip  = 8 // cost of a word that is left out
)

func newMatcher(l *Lexicon, text []Lexeme, tags [][]tag) *matcher {
	m := &matcher{lexicon: l, text: text, tags: tags, sets: make([]bits, len(text)+1),
		memo: make([][]known, len(text)+1), nexts: make([]step, len(text)+1), still: make([]way, len(text)+1)}
	number, isUsed := l.classes["number"]
	for i, x := range text {
		for _, t := range tags[i] {
			m.sets[i].add(t.class)
		}
		if isUsed && x.Kind == Number {
			m.tags[i] = append(m.tags[i], tag{class: number, end: i + 1})
			m.sets[i].add(number)
		}
	}
	for i := range m.nexts {
		m.still[i].end = i
		m.nexts[i].at, m.nexts[i].cost = m.goPast(i)
	}
	return m
}

// A step leads from a lexeme to the one at which a pattern continues, at a cost.
type step struct{ at, cost int }

func (m *matcher) past(pos int) (at, cost int) { return m.nexts[pos].at, m.nexts[pos].cost }

// goPast skips the end of a line within an order, and the full stop of an abbreviation.
func (m *matcher) goPast(pos int) (at, cost int) {
	at = pos
	if at > 0 && at+1 < len(m.text) && m.text[at].Word == "." && m.isShort(at-1) {
		at, cost = at+1, costStop
	}
	if at < len(m.text) && m.text[at].Word == "\n" && m.isOpen(at) {
		at, cost = at+1, cost+costLine
	}
	if at > 0 && at < len(m.text) && m.text[at].Word == `"` {
		at, cost = at+1, cost+costSign
	}
	if end := m.please(at); end > 0 {
		at, cost = end, cost+costFiller
	}
	if end := m.aside(at); end > 0 {
		at, cost = end, cost+2*costSign+costFiller
	}
	return at, cost
}

// please returns the lexeme at which an order continues after a "please" that follows its verb, as in "buy please 2
// infantry"; otherwise 0.
func (m *matcher) please(at int) int {
	isVerb := func(t tag) bool { return t.end == at && t.cost == 0 && m.lexicon.verbs[m.lexicon.labels[t.class]] }
	if at == 0 || at == len(m.text) || !slices.ContainsFunc(m.tags[at-1], isVerb) {
		return 0
	}
	i := slices.IndexFunc(m.tags[at], func(t tag) bool { return m.lexicon.labels[t.class] == "please" })
	if i < 0 {
		return 0
	}
	return m.tags[at][i].end
}

// aside returns the lexeme at which an order continues after words without meaning between commas, as in "Munich, of
// course, holds"; otherwise 0.
func (m *matcher) aside(at int) int {
	if at == 0 || at+1 >= len(m.text) || m.text[at].Word != "," {
		return 0
	}
	for _, t := range m.tags[at+1] {
		ends := m.lexicon.labels[t.class] == "filler" && t.end+1 < len(m.text) && m.text[t.end].Word == ","
		if ends && m.text[t.end+1].Kind == Word &&
			!slices.ContainsFunc(m.tags[t.end+1], func(n tag) bool { return n.name && n.cost == 0 }) {
			return t.end + 1
		}
	}
	return 0
}

// isOpen reports whether an order may continue on the next line: because a mail program has broken the line, or
// because the line does not end with a name and the next one does not begin with one, as orders do.
func (m *matcher) isOpen(at int) bool {
	if at == 0 || at+1 == len(m.text) {
		return true
	}
	start := at
	for start > 0 && m.text[start-1].Kind != Line {
		start--
	}
	last, next := m.text[at-1].Word, m.text[at+1]
	isNamed := slices.ContainsFunc(m.tags[at-1], func(t tag) bool { return t.name && t.cost == 0 && t.end == at })
	begins := slices.ContainsFunc(m.tags[at+1], func(t tag) bool { return t.name && t.cost == 0 }) || m.lexicon.glued[next.Word]
	switch {
	case last == ":", m.isGoingOn(at + 1), m.isBracketed(start, at):
		return true
	case next.Item != 0, last == ")":
		return false
	case m.text[at].From-m.text[start].From >= runLength, strings.Contains("-,&", last):
		return true
	}
	isNew := isNamed && next.Kind == Word && next.Capital
	return !begins && !isNew
}

// isBracketed reports whether a line ends inside brackets that are closed on the next line.
func (m *matcher) isBracketed(start, at int) bool {
	open := 0
	for _, x := range m.text[start:at] {
		open = max(0, open+depth[x.Word])
	}
	for _, x := range m.text[at+1:] {
		if x.Kind == Line || open == 0 {
			break
		}
		if open = max(0, open+depth[x.Word]); open == 0 {
			return true
		}
	}
	return false
}

// isShort reports whether a full stop may belong to an abbreviation.
func (m *matcher) isShort(at int) bool {
	x, next := m.text[at], m.text[min(at+2, len(m.text)-1)]
	if x.To != m.text[at+1].From || next.Kind == Line {
		return false
	}
	if next.Capital && len(next.Word) > 1 && m.endsName(at) { // such as "Con, Ank, Smy. Con to Aeg"
		return false
	}
	isVerb := m.startsVerb(at)
	if isVerb && next.Capital && m.startsVerb(at+2) { // such as "Setze 2 ein. Verliere ..."
		return false
	}
	isOfOrder := isVerb || m.lexicon.glued[x.Word] || m.startsName(at)
	if len(x.Word) > 1 && !isOfOrder { // such as "quick one. Bulgaria"
		return false
	}
	most := 3
	if isVerb {
		most = 4
	}
	return x.Kind == Word && len(x.Word) <= most
}

// startsVerb reports whether a word that says what is done begins at a lexeme.
func (m *matcher) startsVerb(at int) bool {
	return at < len(m.text) && slices.ContainsFunc(m.tags[at], func(t tag) bool {
		return m.lexicon.verbs[m.lexicon.labels[t.class]]
	})
}

// endsName reports whether a lexeme is the last one of a name.
func (m *matcher) endsName(at int) bool {
	for i := max(0, at-longestName); i <= at; i++ {
		if slices.ContainsFunc(m.tags[i], func(t tag) bool { return t.name && t.end == at+1 }) {
			return true
		}
	}
	return false
}

// startsName reports whether a lexeme begins a name, such as "St. Petersburg".
func (m *matcher) startsName(at int) bool {
	return slices.ContainsFunc(m.tags[at], func(t tag) bool { return t.name })
}

const longestName = 4 // number of lexemes before the last one of a name that are examined

// isUnknown reports whether a lexeme is an unknown word or a filler, or a sign between words.
func (m *matcher) isUnknown(at int) bool {
	if at < len(m.text) && m.text[at].Kind == Sign {
		return strings.Contains(",()", m.text[at].Word)
	}
	return at < len(m.text) && m.text[at].Kind == Word && !slices.ContainsFunc(m.tags[at], func(t tag) bool {
		return t.name || t.cost > 0
	})
}

// begins reports whether a pattern can begin at a lexeme.
func (m *matcher) begins(p *pattern, pos int) bool {
	at, _ := m.past(pos)
	for n := 0; ; n++ {
		if at >= len(m.text) {
			return false
		}
		if p.first.meets(&m.sets[at]) {
			return true
		}
		if n >= m.skips || pos == 0 || !m.isUnknown(at) {
			return false
		}
		at++
	}
}

// match returns the ways in which a pattern matches from a lexeme on.
func (m *matcher) match(p *pattern, pos int) []way {
	if !p.empty && !m.begins(p, pos) {
		return nil
	}
	switch p.op {
	case opClass:
		return m.matchClass(p.class, pos)
	case opCost:
		return m.one(way{end: pos, cost: p.cost})
	case opEnd:
		if pos < len(m.text) && m.text[pos].Kind != Line {
			return nil
		}
		return m.here(pos)
	case opStop:
		if !m.stops(pos) {
			return nil
		}
		return m.here(pos)
	case opSequence:
		return m.sequence(p.kids, m.here(pos))
	case opEither:
		var out []way
		for _, k := range p.kids {
			out = merged(out, m.match(k, pos))
		}
		return out
	case opOptional:
		return merged(m.here(pos), m.match(p.kids[0], pos))
	case opAny, opMany:
		return m.repeated(p, pos)
	case opBind:
		return m.bind(p, pos)
	}
	for _, k := range m.memo[pos] {
		if k.part == p.part.id {
			return k.ways
		}
	}
	ways := m.match(p.part, pos)
	m.memo[pos] = append(m.memo[pos], known{p.part.id, ways})
	return ways
}

// stops reports whether a clause ends before a lexeme: at a sign, at the end of a line, or at a word such as "and".
func (m *matcher) stops(pos int) bool {
	if pos >= len(m.text) || m.text[pos].Kind == Line {
		return true
	}
	if m.text[pos].Kind == Sign {
		return strings.Contains(".,;!?)|", m.text[pos].Word)
	}
	return slices.ContainsFunc(m.tags[pos], func(t tag) bool { return m.lexicon.labels[t.class] == "joint" })
}

func (m *matcher) matchClass(c Class, pos int) []way {
	at, cost := m.past(pos)
	var out []way
	for n := 0; at < len(m.text); n++ {
		for _, t := range m.tags[at] {
			w := way{end: t.end, cost: cost + t.cost, guessed: t.cost > 0, least: t.least}
			switch {
			case t.class != c:
			case out == nil:
				out = m.one(w)
			default:
				out = append(out, w)
			}
		}
		if len(out) > 0 || n >= m.skips {
			break
		}
		if pos == 0 || !m.isUnknown(at) {
			break
		}
		at, cost = at+1, cost+costSkip
	}
	return out
}

func (m *matcher) repeated(p *pattern, pos int) []way {
	front := m.here(pos)
	var all []way
	if p.op == opAny {
		all = front
	}
	for range maxRepeat {
		if len(front) == 1 && !m.begins(p, front[0].end) {
			break
		}
		if front = m.sequence(p.kids, front); len(front) == 0 {
			break
		}
		all = merged(all, front)
	}
	return all
}

func (m *matcher) bind(p *pattern, pos int) []way {
	kid := p.kids[0]
	ways := m.match(kid, pos)
	if len(ways) == 0 {
		return nil
	}
	out := make([]way, len(ways))
	for i, w := range ways {
		from, _ := m.past(pos)
		b := &Bind{Name: p.name, From: from, To: w.end}
		if kid.op == opClass {
			m.named(b, kid.class)
		}
		w.bound = &bound{one: b, left: w.bound}
		out[i] = w
	}
	return out
}

// named sets what a bound class of words stands for.
func (m *matcher) named(b *Bind, c Class) {
	for at := b.From; at < b.To; at++ {
		for _, t := range m.tags[at] {
			if t.class == c && t.end == b.To {
				b.From, b.Class, b.Vals = at, m.lexicon.labels[c], t.vals
				return
			}
		}
	}
}

func (m *matcher) sequence(kids []*pattern, from []way) []way {
	for _, k := range kids {
		var next []way
		for i, f := range from {
			ways := m.match(k, f.end)
			if i == 0 && len(from) == 1 && f == (way{end: f.end}) { // nothing has been matched yet
				next = ways
				break
			}
			for _, w := range ways {
				next = m.behind(next, f, w)
			}
		}
		if from = next; len(from) == 0 {
			return nil
		}
	}
	return from
}

// behind adds a way that continues after another one, if it is the cheapest with its end.
func (m *matcher) behind(out []way, before, w way) []way {
	cost := before.cost + w.cost
	at := slices.IndexFunc(out, func(o way) bool { return o.end == w.end })
	if at < 0 && len(out) >= maxWays {
		return out
	}
	if at >= 0 && out[at].cost <= cost {
		return out
	}
	w.cost, w.guessed, w.least = cost, w.guessed || before.guessed, w.least || before.least
	switch {
	case w.bound == nil:
		w.bound = before.bound
	case before.bound != nil:
		w.bound = &bound{left: before.bound, right: w.bound}
	}
	switch {
	case at >= 0:
		out[at] = w
	case out == nil:
		out = m.one(w)
	default:
		out = append(out, w)
	}
	return out
}

// merged keeps the cheapest way for each end, the first one of several equally cheap ones.
func merged(a, b []way) []way {
	if len(a) == 0 {
		return b
	}
	own := false
next:
	for _, w := range b {
		for i := range a {
			if a[i].end != w.end {
				continue
			}
			if w.cost < a[i].cost {
				if !own {
					a, own = slices.Clone(a), true
				}
				a[i] = w
			}
			continue next
		}
		if len(a) < maxWays {
			if !own {
				a, own = slices.Clone(a), true
			}
			a = append(a, w)
		}
	}
	return a
}
