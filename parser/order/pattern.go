package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Form is one way to write an order: a name and a pattern. A pattern consists of classes of words, names of parts,
// quoted words, "number", "end" for the end of a line and "stop" for the end of a clause, in sequence. ( a | b ) are
// alternatives; ?, * and + follow what may be left out or repeated. x:part binds the matched text to the name x, and
// ^4 is the cost of a less natural wording. Text bound to "list" may continue after its order, so that an unknown
// word there is queried. A form @NAME is a heading, which says what the orders after it, on its line or below it, are
// for; @@NAME is both heading and order. A form ?NAME is an order only if it is alone in its sentence. ~NAME is
// decided after everything else in the letter, as "the rest" are the things without an order. %NAME is never filed,
// but is suggested when unclear words are left out.
type Form struct {
	Name    string
	Heading bool
	Long    bool
	Weak    bool
	Last    bool
	Loose   bool
	pattern *pattern
}

// A pattern is a node in the syntax tree of a form.
type pattern struct {
	op    op
	empty bool // whether it can match nothing
	class Class
	id    int32 // number of a part
	name  string
	cost  int
	kids  []*pattern
	part  *pattern
	first bits // classes with which it can begin
}

type op byte

const (
	opClass op = iota
	opPart
	opSequence
	opEither
	opOptional
	opAny  // zero or more
	opMany // one or more
	opBind
	opCost
	opEnd  // the end of a line
	opStop // the end of a clause
)

// bits is a set of classes.
type bits [14]uint64

func (b *bits) add(c Class) { b[c/64] |= 1 << (c % 64) }

func (b *bits) has(c Class) bool { return b[c/64]&(1<<(c%64)) != 0 }

func (b *bits) addAll(o *bits) {
	for i := range b {
		b[i] |= o[i]
	}
}

func (b *bits) meets(o *bits) bool {
	for i := range b {
		if b[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

// form adds a form, or an alternative for a part.
func (l *Lexicon) form(name, source string) error {
	p := patternParser{Lexicon: l, tokens: patternTokens(source)}
	pat, err := p.either()
	if err == nil && p.i < len(p.tokens) {
		err = fmt.Errorf("%s: what is %q?", name, p.tokens[p.i])
	}
	if err != nil {
		return err
	}
	label, long := strings.CutPrefix(name, "@@")
	label, heading := strings.CutPrefix(label, "@")
	label, weak := strings.CutPrefix(label, "?")
	label, last := strings.CutPrefix(label, "~")
	label, loose := strings.CutPrefix(label, "%")
	if len(label) > 2 && strings.ToUpper(label) == label {
		l.forms = append(l.forms, Form{label, heading || long, long, weak, last, loose, pat})
		return nil
	}
	if l.parts[name] == nil {
		l.parts[name] = &pattern{op: opEither, id: int32(len(l.all))}
		l.all = append(l.all, l.parts[name])
	}
	l.parts[name].kids = append(l.parts[name].kids, pat)
	return nil
}

func patternTokens(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		j := i + 1
		switch {
		case s[i] == ' ':
			i++
			continue
		case s[i] == '\'':
			j = i + 2 + strings.IndexByte(s[i+1:], '\'')
		case strings.IndexByte("()|?*+", s[i]) < 0:
			for j < len(s) && strings.IndexByte(" ()|?*+'", s[j]) < 0 {
				j++
			}
		}
		out = append(out, s[i:j])
		i = j
	}
	return out
}

type patternParser struct {
	*Lexicon
	tokens []string
	i      int
}

func (p *patternParser) peek() string {
	if p.i < len(p.tokens) {
		return p.tokens[p.i]
	}
	return ""
}

func (p *patternParser) either() (*pattern, error) {
	out := &pattern{op: opEither}
	for {
		seq := &pattern{op: opSequence}
		for p.peek() != "" && p.peek() != "|" && p.peek() != ")" {
			item, err := p.item()
			if err != nil {
				return nil, err
			}
			seq.kids = append(seq.kids, item)
		}
		if len(seq.kids) == 1 {
			seq = seq.kids[0]
		}
		out.kids = append(out.kids, seq)
		if p.peek() != "|" {
			break
		}
		p.i++
	}
	if len(out.kids) == 1 {
		return out.kids[0], nil
	}
	return out, nil
}

func (p *patternParser) item() (*pattern, error) {
	token := p.peek()
	p.i++
	var out *pattern
	switch {
	case token == "(":
		inner, err := p.either()
		if err != nil {
			return nil, err
		}
		if p.peek() != ")" {
			return nil, fmt.Errorf("a bracket is open in %q", p.tokens)
		}
		p.i++
		out = inner
	case strings.HasSuffix(token, ":"):
		return nil, fmt.Errorf("what is bound by %q?", token)
	case token[0] == '^':
		n, err := strconv.Atoi(token[1:])
		if err != nil {
			return nil, err
		}
		out = p.leaf(token, pattern{op: opCost, cost: n})
	case token[0] == '\'':
		out = p.leaf(token, pattern{op: opClass, class: p.class(token)})
		p.add(strings.Trim(token, "'"), token, -1, false)
	default:
		name, part, binds := strings.Cut(token, ":")
		if !binds {
			part = token
		}
		out = p.leaf(part, pattern{op: opPart, name: part})
		if binds {
			out = &pattern{op: opBind, name: name, kids: []*pattern{out}}
		}
	}
	repeats := map[string]op{"?": opOptional, "*": opAny, "+": opMany}
	for op, ok := repeats[p.peek()]; ok; op, ok = repeats[p.peek()] {
		p.i++
		out = &pattern{op: op, kids: []*pattern{out}}
	}
	return out, nil
}

// leaf returns the pattern of a token, which is the same wherever the token is written.
func (l *Lexicon) leaf(token string, p pattern) *pattern {
	if l.leaves[token] == nil {
		l.leaves[token] = &p
	}
	return l.leaves[token]
}

// link resolves the names in patterns, and computes the classes with which each pattern can begin.
func (l *Lexicon) link() error {
	all := slices.Clone(l.all)
	for _, f := range l.forms {
		all = append(all, f.pattern)
	}
	for _, p := range all {
		if err := l.resolve(p); err != nil {
			return err
		}
	}
	for changed := true; changed; {
		changed = false
		for _, p := range all {
			changed = p.begin() || changed
		}
	}
	if limit := len(bits{}) * 64; len(l.labels) > limit {
		return fmt.Errorf("%d classes and words in patterns, and only %d can be", len(l.labels), limit)
	}
	l.roles = rolesOf(l)
	for _, f := range l.forms {
		if !f.Heading {
			l.openers.addAll(&f.pattern.first)
		}
	}
	return nil
}

func (l *Lexicon) resolve(p *pattern) error {
	if p.op == opPart && p.part == nil {
		c, isClass := l.classes[p.name]
		switch {
		case p.name == "end":
			p.op = opEnd
		case p.name == "stop":
			p.op = opStop
		case l.parts[p.name] != nil:
			p.part = l.parts[p.name]
		case isClass:
			p.op, p.class = opClass, c
		case p.name == "number":
			p.op, p.class = opClass, l.class(p.name)
		default:
			return fmt.Errorf("there is neither a class nor a part %q", p.name)
		}
	}
	for _, k := range p.kids {
		if err := l.resolve(k); err != nil {
			return err
		}
	}
	return nil
}

// begin computes the classes with which a pattern can begin, as far as those of its parts are known. It reports
// whether the result has grown.
func (p *pattern) begin() (changed bool) {
	was, wasEmpty := p.first, p.empty
	for _, k := range p.kids {
		changed = k.begin() || changed
	}
	switch p.op {
	case opClass:
		p.first.add(p.class)
	case opPart:
		p.first.addAll(&p.part.first)
		p.empty = p.part.empty
	case opCost, opEnd, opStop:
		p.empty = true
	case opSequence:
		p.empty = true
		for _, k := range p.kids {
			p.first.addAll(&k.first)
			if !k.empty {
				p.empty = false
				break
			}
		}
	default:
		p.empty = p.op == opOptional || p.op == opAny
		for _, k := range p.kids {
			p.first.addAll(&k.first)
			p.empty = p.empty || k.empty
		}
	}
	return changed || p.first != was || p.empty != wasEmpty
}
