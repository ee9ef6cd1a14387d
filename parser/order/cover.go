package order

import (
	"slices"
	"strings"
)

// Costs of leaving a lexeme without a meaning, of giving it one, and so on. A letter is understood by its cheapest
// cover.
const (
	costUnknown = 10
	costName    = 17 // a name that is not part of an order
	costVerb    = 9  // an order keyword that is not part of an order
	costMark    = 7
	costLittle  = 6
	costFiller  = 1
	costNumber  = 2
	costSign    = 1
	costOrder   = 3
	costCommon  = 3 // a name within an order that is also an everyday word
)

// A Match is an occurrence of a form in a letter.
type Match struct {
	Form     string
	From, To int  // range of lexemes
	Guessed  bool // whether a word in it is misspelt or shortened
	Least    bool // whether this is so uncertain that the order can't be filed without asking
	Weak     bool // whether it is an order only if it is alone
	Last     bool // whether it is decided after everything else
	Long     bool // whether it is a heading whose block goes on below its line
	binds    []Bind
	others   []*Match // other forms that match there at the same cost
}

// All returns the binds with a name, in the order of the text.
func (m *Match) All(name string) []Bind {
	var out []Bind
	for _, b := range m.binds {
		if b.Name == name {
			out = append(out, b)
		}
	}
	return out
}

// Binds returns all binds, in the order of the text.
func (m *Match) Binds() []Bind { return m.binds }

// Get returns the first bind with a name, and whether there is one.
func (m *Match) Get(name string) (Bind, bool) {
	i := slices.IndexFunc(m.binds, func(b Bind) bool { return b.Name == name })
	if i < 0 {
		return Bind{}, false
	}
	return m.binds[i], true
}

// Has reports whether there is a bind with a name.
func (m *Match) Has(name string) bool { _, ok := m.Get(name); return ok }

// Within returns the binds with a name that are inside another bind.
func (m *Match) Within(name string, in Bind) []Bind {
	return slices.DeleteFunc(m.All(name), func(b Bind) bool { return b.From < in.From || b.To > in.To })
}

// A segment is a part of the cover of a letter: one or more lexemes with the same role.
type segment struct {
	from, to int
	role     role
	class    Class
	match    *Match // the order, if it is part of one
}

// A role is the function of a segment in its sentence.
type role byte

const (
	roleUnknown role = iota
	roleOrder
	roleName    // a name that is not part of an order
	roleVerb    // a word for an action that is not part of an order
	roleLittle  // another order keyword, such as "to", that is not part of an order
	roleWrapper // a wrapper, which has no influence on orders
	roleMark    // a mark, which may change the meaning of orders
	roleSign
	roleNumber
	roleLine
)

// wrappers are the classes of words that have no influence on orders, and marks are those that may change their
// meaning. Their phrases are in the files of words that all games share.
var (
	wrappers = []string{"filler", "greet", "thanks", "head", "joint", "subject", "polite", "please", "fix", "sorry",
		"halt", "companion"}
	marks = []string{"neg", "hyp", "past", "done", "plan", "later", "announce", "cond", "alt", "ask", "other", "you", "but",
		"reason", "options", "signoff", "gm", "same", "says", "precaution", "plea", "hope", "revoke", "during",
		"adopts", "open"}
)

// rolesOf returns the roles of classes, by their numbers.
func rolesOf(l *Lexicon) []role {
	out := make([]role, len(l.labels))
	for c, label := range l.labels {
		switch {
		case slices.Contains(wrappers, label):
			out[c] = roleWrapper
		case slices.Contains(marks, label):
			out[c] = roleMark
		case label[0] == '\'':
			out[c] = roleUnknown
		case l.verbs[label]:
			out[c] = roleVerb
		default:
			out[c] = roleLittle
		}
	}
	return out
}

// cover finds the cheapest cover of a letter, which gives every lexeme a role.
func (l *Lexicon) cover(text []Lexeme, tags [][]tag, plays func(form string) bool, skips int) []segment {
	c := coverer{matcher: newMatcher(l, text, tags), best: make([]int, len(text)+1),
		choice: make([]segment, len(text)+1)}
	c.skips = skips
	c.played = make([]bool, len(l.forms))
	for i, f := range l.forms {
		other := f.Loose // whether the form is not among those looked for
		if skips > 0 {
			other = f.Weak
		}
		c.played[i] = !f.Heading && !other && plays(f.Name)
	}
	for i := len(text) - 1; i >= 0; i-- {
		c.alone(i)
		c.phrases(i)
		if text[i].Kind != Line && !isHyphened(text, i) {
			c.orders(i)
		}
	}
	var out []segment
	for i := 0; i < len(text); i = c.choice[i].to {
		out = append(out, c.choice[i])
	}
	return out
}

// isHyphened reports whether a dash joins a lexeme to the word before it, so that no order begins there.
func isHyphened(text []Lexeme, i int) bool {
	if i < 2 {
		return false
	}
	before, dash := text[i-2], text[i-1]
	if isWord := before.Kind == Word && len(before.Word) > 1; !isWord || dash.Word != "-" {
		return false
	}
	return before.To == dash.From && dash.To == text[i].From
}

type coverer struct {
	*matcher
	played []bool // forms that are looked for
	best   []int
	choice []segment
}

// alone covers a single lexeme.
func (c *coverer) alone(i int) {
	s, cost := segment{from: i, to: i + 1}, costUnknown
	switch c.text[i].Kind {
	case Line:
		s.role, cost = roleLine, 0
	case Sign:
		s.role, cost = roleSign, costSign
	case Number:
		s.role, cost = roleNumber, costNumber
	}
	if slices.ContainsFunc(c.tags[i], func(t tag) bool { return t.name && t.cost == 0 && !c.isEveryday(i, t) }) {
		cost = costName + 1
	}
	c.best[i], c.choice[i] = c.best[i+1]+cost, s
}

// phrases covers known phrases that are not part of an order.
func (c *coverer) phrases(i int) {
	for _, t := range c.tags[i] {
		s := segment{from: i, to: t.end, class: t.class, role: c.lexicon.roles[t.class]}
		if t.name {
			s.role = roleName
		}
		if t.cost > 0 || !c.canBe(s, t) {
			continue
		}
		cost := costVerb
		switch s.role {
		case roleName:
			cost = costName
		case roleLittle:
			cost = costLittle
		case roleMark:
			cost = costMark
		case roleWrapper:
			// "I'll", but not "I'll send"
			announces := c.lexicon.labels[t.class] == "subject" && t.end < len(c.text) && c.choice[t.end].match != nil
			isLongerMark := func(o tag) bool { return o.end > t.end && c.lexicon.roles[o.class] == roleMark }
			if !announces && slices.ContainsFunc(c.tags[i], isLongerMark) {
				continue // "next year" is not "next" and "year"
			}
			cost = costFiller
		}
		if cost += c.best[t.end]; cost < c.best[i] {
			c.best[i], c.choice[i] = cost, s
		}
	}
}

// canBe reports whether a segment can be what a tag says, since it has no other role.
func (c *coverer) canBe(s segment, t tag) bool {
	i := s.from
	switch s.role {
	case roleUnknown:
		return false
	case roleWrapper:
		return true
	case roleName:
		return c.text[i].Kind != Sign && !c.isEveryday(i, t)
	case roleMark, roleLittle:
		if t.end == i+1 && c.isNamed(i) {
			return false // a capitalised name is a name: "A War" does not contain the German word "war"
		}
	}
	if s.role == roleLittle && slices.ContainsFunc(c.tags[i], func(o tag) bool { return c.turns(o, t.end) }) {
		return false // a phrase that may change the meaning has no other role
	}
	return c.text[i].Kind != Sign
}

// turns reports whether a tag is a mark as long as other phrases at that place, or a condition at their beginning:
// "if I can't".
func (c *coverer) turns(t tag, end int) bool {
	return c.lexicon.roles[t.class] == roleMark && (t.end >= end || c.lexicon.labels[t.class] == "cond")
}

// isNamed reports whether a lexeme inside a sentence is capitalised like a name, and is one.
func (c *coverer) isNamed(i int) bool {
	return c.text[i].Capital && !c.beginsSentence(i) && slices.ContainsFunc(c.tags[i], func(t tag) bool {
		return t.name && t.cost == 0 && !c.isEveryday(i, t)
	})
}

// isEveryday reports whether a name, in the way it is written here, is an everyday word.
func (c *coverer) isEveryday(i int, t tag) bool {
	x := c.text[i]
	if t.end != i+1 || !c.lexicon.common[x.Word] {
		return false
	}
	if !x.Capital || c.beginsSentence(i) {
		return true
	}
	return x.Shouted && i+1 < len(c.text) && c.text[i+1].Shouted
}

// beginsSentence reports whether a lexeme is the first in its sentence.
func (c *coverer) beginsSentence(i int) bool {
	return i == 0 || c.text[i-1].Kind == Line || strings.Contains(".!?:", c.text[i-1].Word)
}

// orders covers the forms that begin at a lexeme.
func (c *coverer) orders(i int) {
	for k := range c.lexicon.forms {
		f := &c.lexicon.forms[k]
		if !c.played[k] || !c.begins(f.pattern, i) {
			continue
		}
		for _, w := range c.match(f.pattern, i) {
			if w.end == i {
				continue
			}
			cost := c.best[w.end] + w.cost + costOrder + c.everydayWithin(i, w.end)
			was := c.choice[i]
			asGood := cost == c.best[i] && was.match != nil
			switch {
			case asGood && was.to == w.end && was.match.Form != f.Name:
				was.match.others = append(was.match.others, c.found(f, i, w))
			case cost < c.best[i], asGood && w.end > was.to:
				c.best[i], c.choice[i] = cost, segment{from: i, to: w.end, role: roleOrder, match: c.found(f, i, w)}
			}
		}
	}
}

// everydayWithin returns the additional cost of names within an order that are written like everyday words.
func (c *coverer) everydayWithin(from, to int) (cost int) {
	for i := from; i < to; i++ {
		x := c.text[i]
		isEveryday := x.Kind == Word && !x.Capital && c.lexicon.common[x.Word]
		if isEveryday && c.lexicon.isName(x.Word) {
			cost += costCommon
		}
	}
	return cost
}

func (c *coverer) found(f *Form, from int, w way) *Match {
	m := &Match{Form: f.Name, From: from, To: w.end, Guessed: w.guessed, Least: w.least, Weak: f.Weak, Last: f.Last}
	w.bound.each(func(b *Bind) { m.binds = append(m.binds, *b) })
	slices.SortStableFunc(m.binds, func(a, b Bind) int { return a.From - b.From })
	return m
}

// isBare reports whether a match is an order keyword without any name: "PAS", "VOTE".
func (m *Match) isBare() bool {
	return !slices.ContainsFunc(m.binds, func(b Bind) bool { return len(b.Vals) > 0 })
}
