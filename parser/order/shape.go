package order

import (
	"slices"
	"strconv"
	"strings"
)

// A Shape describes, as data, how orders of a form are drafted: the words that suggest the form, and the names and
// numbers that it takes.
type Shape struct {
	Form  string
	Verbs []string // classes of words, each of which suggests it; "take+card" needs both classes
	Bare  bool     // whether it needs none of these words
	Slots []Slot
}

// A Slot is a place for names or numbers in a shape.
type Slot struct {
	Name  string
	Class string // the class of its names, or "number"
	After string // classes of words that precede them, separated by blanks; "" for any words
	Must  bool   // whether these words are required
	Own   bool   // whether the names must be the player's own
	Least int    // smallest number of names
	Most  int    // largest number of names; 0 means 1
	Many  bool   // whether a number before a name is the count of it
}

// A Fill assigns names and numbers to the slots of a shape.
type Fill struct {
	Form     string
	Slots    map[string][]Bind
	From, To int // lexemes of the span
	shape    *Shape
	c        *Context
}

// Says reports whether a word of one of the classes is in the span or directly after it.
func (f Fill) Says(classes ...string) bool {
	to := f.To
	most := min(len(f.c.Lexemes), f.To+farthest)
	for to < most && !f.c.endsSentence(to) {
		to++
	}
	return slices.ContainsFunc(classes, func(class string) bool { return len(f.c.Find(class, f.From, to)) > 0 })
}

// knows reports whether words of a class suggest a shape, or say what its names are for.
func (s *Shape) knows(class string) bool {
	if s == nil {
		return false
	}
	inVerb := func(v string) bool { return slices.Contains(strings.Split(v, "+"), class) }
	inSlot := func(x Slot) bool { return slices.Contains(strings.Fields(x.After), class) }
	return slices.ContainsFunc(s.Verbs, inVerb) || slices.ContainsFunc(s.Slots, inSlot)
}

// Is returns the first value in a slot, and whether there is one.
func (f Fill) Is(slot string) (int, bool) {
	if len(f.Slots[slot]) == 0 {
		return 0, false
	}
	return f.Slots[slot][0].Vals[0], true
}

// Shapes are the shapes of all orders that may answer a question.
type Shapes struct {
	all   []Shape
	kinds []kind
}

// A kind is a list of classes of words that count as names, such as units or resources. The value of each is its
// index in the list.
type kind struct {
	class string
	words []string
}

// ParseShapes parses shapes, one per line:
//
//	port : port, harbour | at = own loc 1 | ocean = ocean
//
//	=unit : inf, arm, ftr
//
// A line consists of a form, the words that suggest it, and its slots. A slot has the number of its names ("1-3"),
// "each" if a number before a name is its count, and after "<" the words that precede its names; after "<!" these
// words are required. A form with a question mark needs no words. It panics if a line is invalid.
func ParseShapes(text string) (out Shapes) {
	// lines that begin with blanks continue the previous line
	for line := range strings.Lines(strings.ReplaceAll(text, "\n   ", " ")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		head, rest, hasSlots := strings.Cut(line, "|")
		form, verbs, _ := strings.Cut(head, ":")
		s := Shape{Form: strings.TrimSuffix(strings.TrimSpace(form), "?"), Bare: strings.Contains(form, "?")}
		for v := range strings.SplitSeq(verbs, ",") {
			if v = strings.TrimSpace(v); v != "" {
				s.Verbs = append(s.Verbs, v)
			}
		}
		if class, is := strings.CutPrefix(s.Form, "="); is {
			out.kinds = append(out.kinds, kind{class, s.Verbs})
			continue
		}
		if hasSlots {
			for slot := range strings.SplitSeq(rest, "|") {
				s.Slots = append(s.Slots, parseSlot(slot))
			}
		}
		out.all = append(out.all, s)
	}
	return out
}

func parseSlot(text string) (x Slot) {
	text, x.After, _ = strings.Cut(text, "<")
	name, rest, _ := strings.Cut(text, "=")
	x.Name, x.Must = strings.TrimSpace(name), strings.HasPrefix(x.After, "!")
	x.After = strings.TrimSpace(strings.TrimPrefix(x.After, "!"))
	for _, word := range strings.Fields(rest) {
		least, most, isRange := strings.Cut(word, "-")
		n, err := strconv.Atoi(least)
		switch {
		case word == "own":
			x.Own = true
		case word == "each":
			x.Many = true
		case err == nil && isRange:
			m, err := strconv.Atoi(most)
			if err != nil {
				panic("order: no slot: " + text)
			}
			x.Least, x.Most = n, m
		case err == nil:
			x.Least = n
		default:
			x.Class = word
		}
	}
	return x
}

// classes returns the classes of words that suggest shapes, and those that say what names are for.
func (all Shapes) classes() (pointing, saying []string) {
	for _, s := range all.all {
		for _, v := range s.Verbs {
			pointing = append(pointing, strings.Split(v, "+")...)
		}
		for _, x := range s.Slots {
			saying = append(saying, strings.Fields(x.After)...)
		}
	}
	slices.Sort(pointing)
	return slices.Compact(pointing), saying
}

// Fills returns the ways in which the words of a span can fill shapes: those that one of its words suggests, or else
// those that need no words.
func (all Shapes) Fills(said []Bind, c *Context) (out []Fill) {
	words := map[string]bool{}
	for _, b := range said {
		words[b.Class] = true
	}
	from, to := said[0].From, said[len(said)-1].To
	pointing, _ := all.classes()
	for _, class := range pointing {
		words[class] = words[class] || len(c.Find(class, from, to)) > 0
	}
	for _, pointed := range []bool{true, false} {
		for i := range all.all {
			s := &all.all[i]
			if s.isPointedAt(words) != pointed || !pointed && !s.Bare {
				continue
			}
			if slots, ok := s.fill(said, c); ok {
				out = append(out, Fill{s.Form, slots, from, to, s, c})
			}
		}
	}
	return out
}

// isPointedAt reports whether words suggest a shape.
func (s Shape) isPointedAt(words map[string]bool) bool {
	return slices.ContainsFunc(s.Verbs, func(v string) bool {
		return !slices.ContainsFunc(strings.Split(v, "+"), func(class string) bool { return !words[class] })
	})
}

// fill assigns each name and number to the slot that suits it best. ok is false if that is impossible.
func (s Shape) fill(said []Bind, c *Context) (map[string][]Bind, bool) {
	out := map[string][]Bind{}
	counts := map[int]bool{} // numbers that are counts of a name
	for _, numbers := range []bool{false, true} {
		for i, b := range said {
			if len(b.Vals) == 0 || (b.Class == NumberClass) != numbers || counts[b.From] {
				continue
			}
			x := s.slotFor(b, said[:i], out, c)
			if x == nil || slices.ContainsFunc(out[x.Name], func(o Bind) bool { return !numbers && same(o, b) }) {
				continue
			}
			at := len(out[x.Name])
			out[x.Name] = append(out[x.Name], b)
			if n, ok := countBefore(said, i); ok && x.Many && !s.says(n, said[:max(0, i-1)], c) {
				counts[n.From] = true
				out[x.Name][at].Count = n.Vals[0]
			}
		}
	}
	short := slices.ContainsFunc(s.Slots, func(x Slot) bool { return len(out[x.Name]) < x.Least })
	return out, !short
}

// slotFor returns the free slot that suits a name or number best, or nil.
func (s Shape) slotFor(b Bind, before []Bind, filled map[string][]Bind, c *Context) (best *Slot) {
	most := 0
	for k := range s.Slots {
		x := &s.Slots[k]
		if len(filled[x.Name]) >= max(1, x.Most) {
			continue
		}
		if v := x.suits(b, before, c); v > most {
			best, most = x, v
		}
	}
	return best
}

// says reports whether words before a number say what it is for.
func (s Shape) says(n Bind, before []Bind, c *Context) bool {
	return slices.ContainsFunc(s.Slots, func(x Slot) bool {
		return x.Class == NumberClass && x.After != "" && c.isAfter(n, before, strings.Fields(x.After))
	})
}

const countGap = 3 // largest number of words between a count and its name

// countBefore returns the number that is the count of a name: the one before it, or else directly after it.
func countBefore(said []Bind, i int) (Bind, bool) {
	if i > 0 && said[i-1].Class == NumberClass && said[i].From-said[i-1].To <= countGap {
		return said[i-1], true
	}
	if i+1 == len(said) || said[i+1].Class != NumberClass || said[i+1].From-said[i].To > 1 {
		return Bind{}, false
	}
	// whether that number is the count of the next name
	counts := i+2 < len(said) && len(said[i+2].Vals) > 0 && said[i+2].From-said[i+1].To <= countGap
	return said[i+1], !counts
}

// suits returns how well a name or number suits a slot; 0 means not at all.
func (x Slot) suits(b Bind, before []Bind, c *Context) int {
	isOwn := func() bool { return c.reader.game.Own(b.Class, b.Vals) }
	switch {
	case x.Class != b.Class, x.Own && !isOwn():
		return 0
	case x.After == "":
		return 2
	case c.isAfter(b, before, strings.Fields(x.After)):
		return 4
	case x.Must || x.Class == NumberClass:
		return 0
	}
	return 1
}
