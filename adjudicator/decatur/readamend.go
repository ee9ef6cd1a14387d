package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// A changeReader changes and removes what is on file.
type changeReader struct{ *author }

// off removes an alternative: "2: NONE", "drop the third choice".
func (a changeReader) off(m *order.Match, c *order.Context) order.Outcome {
	n := 0
	if m.Has("nr") {
		n = a.numberOf(m, c)
	} else {
		n = itemOf(c.Text, c.Lexemes[m.From].From)
	}
	if n < 1 || n > maxAlternatives {
		return order.Outcome{Ask: takesBack}
	}
	key := slot{n: n}.key()
	if c.Sheet.Get(key) == "" {
		return order.Outcome{Blank: true}
	}
	return order.Outcome{Drop: []string{key}}
}

const takesBack = "What do you want to take back? 2: NONE takes back the second alternative, DEFEND OFF all lines of " +
	"that kind, and CLEAR by itself everything."

func (a changeReader) dropAll(*order.Match, *order.Context) order.Outcome {
	return order.Outcome{Ask: takesBack}
}

// dropLoc removes the only line that names a location: "my instructions for Japan are withdrawn".
func (a changeReader) dropLoc(m *order.Match, c *order.Context) order.Outcome {
	l, _ := m.Get("l")
	at, err := a.place(l, c)
	if err != nil {
		return refusal(err)
	}
	naming := slices.DeleteFunc(c.Sheet.Keys(), func(key string) bool {
		return !strings.Contains(c.Sheet.Get(key), a.b.Name(at))
	})
	if len(naming) != 1 {
		return order.Outcome{Ask: takesBack}
	}
	_, do, isAction := slotOf(c.Sheet.Get(naming[0]))
	if !isAction {
		return order.Outcome{Drop: naming}
	}
	alt := a.parsed(do)
	e, expands := alt.do.(expand)
	if rest := slices.DeleteFunc(slices.Clone(e.at), func(l Loc) bool { return l == at }); expands && len(rest) > 0 {
		s, _, _ := slotOf(naming[0] + ": ") // "forget Borneo", of two that are expanded
		return order.Outcome{Orders: []order.Order{{Key: naming[0], Line: a.line(s, expand{rest}, alt.when)}}}
	}
	return order.Outcome{Drop: naming}
}

// swapLoc replaces a location by another: "2: replace India by New Guinea".
func (a changeReader) swapLoc(m *order.Match, c *order.Context) order.Outcome {
	l, _ := m.Get("l")
	d, _ := m.Get("d")
	out := order.Outcome{Ask: "In which line? Write it again, such as 2: EXPAND India.",
		Suggest: a.swapped(Loc(l.Vals[0]), Loc(d.Vals[0]), c)}
	if m.Has("nr") {
		at := slot{n: a.numberOf(m, c)}.key() + ": "
		out.Suggest = slices.DeleteFunc(out.Suggest, func(line string) bool { return !strings.HasPrefix(line, at) })
	}
	if len(out.Suggest) != 1 {
		return out
	}
	key, _, _ := strings.Cut(out.Suggest[0], ": ")
	return order.Outcome{Orders: []order.Order{{Key: key, Line: out.Suggest[0]}}}
}

// swapped returns the alternatives on the sheet that name a location, with that location replaced by another.
func (a changeReader) swapped(from, to Loc, c *order.Context) (out []string) {
	turn, at := a.sheetOf(c)
	for i, alt := range turn {
		line := a.line(at[i], alt.do, alt.when)
		if was := a.b.Name(from); strings.Contains(line, was) {
			now := strings.ReplaceAll(line, was, a.b.Name(to))
			_, do, _ := slotOf(now)
			if s, err := parseSheet(a.b, "1: "+do); err == nil && a.hinders(s.turn[0].do) == "" {
				out = append(out, now)
			}
		}
	}
	return out
}

// dropAct removes the alternative whose action is named: "cancel the venture".
func (a changeReader) dropAct(m *order.Match, c *order.Context) order.Outcome {
	found := a.doing(m, c)
	if len(found) != 1 {
		return order.Outcome{Ask: takesBack}
	}
	return order.Outcome{Drop: []string{found[0].key()}}
}

// doing returns the places of the alternatives with the action that a match names: "the draw".
func (a changeReader) doing(m *order.Match, c *order.Context) (out []slot) {
	turn, at := a.sheetOf(c)
	for i, s := range at {
		if a.isCalled(turn[i], m, c) {
			out = append(out, s)
		}
	}
	return out
}

// isCalled reports whether a match names the action of an alternative: "the draw".
func (a changeReader) isCalled(alt alternative, m *order.Match, c *order.Context) bool {
	named, _ := m.Get("ra")
	said := c.Word(named.To - 1)
	word, _, _ := strings.Cut(strings.ToLower(alt.words(a.b)), " ")
	return a.b.words().Is(said, word) || a.b.words().Is(said, besides[word])
}

// besides maps actions to the classes of other words for them.
var besides = map[string]string{"venture": "attack", "port": "harbour", "draw": "card"}

// swapOrder exchanges the first two alternatives.
func (a changeReader) swapOrder(m *order.Match, c *order.Context) order.Outcome {
	turn, at := a.sheetOf(c)
	if len(turn) < 2 || c.Given[at[0].key()] != "" && !c.Fixes && !m.Has("ow") { // the letter itself says which is first
		return order.Outcome{Ask: "Which is the first choice, and which the second? Send both again: 1: ... and 2: ..."}
	}
	var out order.Outcome
	for i := range 2 {
		alt := turn[1-i]
		out.Orders = append(out.Orders, order.Order{Key: at[i].key(), Line: a.line(at[i], alt.do, alt.when)})
	}
	return out
}

// changeLine asks what a line should be changed to.
func (a changeReader) changeLine(m *order.Match, c *order.Context) order.Outcome {
	n := a.numberOf(m, c)
	out := order.Outcome{Ask: fmt.Sprintf("What should line %d be? For example: %d: DRAW.", n, n)}
	if l, ok := m.Get("l"); ok && len(l.Vals) == 1 {
		s := slot{n: n}
		if _, do, filed := slotOf(c.Sheet.Get(s.key())); filed {
			out.Suggest = a.elsewhere(s, a.parsed(do), Loc(l.Vals[0]))
		}
	}
	return out
}

// elsewhere returns variants of an alternative with one of its locations replaced by another, where the board allows
// that.
func (a changeReader) elsewhere(at slot, was alternative, to Loc) (out []string) {
	var meant []action
	switch do := was.do.(type) {
	case restructure:
		meant = append(meant, restructure{to})
	case port:
		meant = append(meant, port{at: to})
	case venture:
		other := do
		other.to = to
		meant = append(meant, other)
	case expand:
		for i := range do.at {
			if !slices.Contains(do.at, to) {
				other := slices.Clone(do.at)
				other[i] = to
				meant = append(meant, expand{other})
			}
		}
	}
	for _, do := range meant {
		if a.b.forbids(alternative{do: do}) == nil && a.hinders(do) == "" {
			out = append(out, a.line(at, do, was.when))
		}
	}
	return out
}

// sameAt reads the action before it once more, in another location: "restructure in Japan, or else in Borneo".
func (a changeReader) sameAt(m *order.Match, c *order.Context) (action, error) {
	l, _ := m.Get("l")
	to, err := a.place(l, c)
	if err != nil {
		return nil, err
	}
	at, _ := a.before(c.Lexemes[m.From].From)
	_, do, given := slotOf(c.Given[at.key()])
	if !given {
		return nil, order.Complain("What should be done in %s?", a.b.Name(to))
	}
	var meant []string
	var found action
	for _, line := range a.elsewhere(at, a.parsed(do), to) {
		_, do, _ := slotOf(line)
		found = a.parsed(do).do
		meant = append(meant, found.words(a.b))
	}
	if len(meant) != 1 {
		return nil, mistaken(meant, "What should be done in %s?", a.b.Name(to))
	}
	return found, nil
}

// oldList puts the alternatives on file behind those of the letter: "... and else what I wrote before".
func (a changeReader) oldList(m *order.Match, c *order.Context) order.Outcome {
	begin := c.Lexemes[m.From].From
	at, end := a.before(begin)
	var out order.Outcome
	for _, key := range slices.Sorted(slices.Values(c.Sheet.Keys())) {
		if s, do, ok := slotOf(c.Sheet.Get(key)); ok && s.n > 0 && s.n < behindAll {
			at.k += step
			out.Orders = append(out.Orders, order.Order{Key: at.key(), Line: at.key() + ": " + do})
		}
	}
	isNew := end > 0 && at.n == 0
	if !isNew || len(out.Orders) == 0 {
		return order.Outcome{Ask: "Which orders do you mean? Write them again."}
	}
	a.slots[begin], a.ends[begin] = at, c.Lexemes[m.To-1].To
	return out
}

// stays puts an alternative on file behind the new list of a letter that keeps it: "the draw as second choice stays".
func (a changeReader) stays(m *order.Match, c *order.Context) order.Outcome {
	begin := c.Lexemes[m.From].From
	at, end := a.before(begin)
	a.stayed = a.stayed || m.Has("l") // of a standing order, which stays anyway
	if isNew := a.amends && end > 0 && at.n == 0; !isNew || !m.Has("ra") {
		return order.Outcome{Blank: true}
	}
	var meant []string
	for _, key := range c.Sheet.Keys() {
		s, do, ok := slotOf(c.Sheet.Get(key))
		if ok && s.n > 0 && a.isCalled(a.parsed(do), m, c) {
			meant = append(meant, do)
		}
	}
	if len(meant) != 1 {
		return order.Outcome{Blank: true}
	}
	at.k += step
	a.slots[begin], a.ends[begin], a.stayed = at, c.Lexemes[m.To-1].To, true
	return order.Outcome{Orders: []order.Order{{Key: at.key(), Line: at.key() + ": " + meant[0]}}}
}

// undo takes back the last order of the letter: "scratch that".
func (a changeReader) undo(_ *order.Match, c *order.Context) order.Outcome {
	switch {
	case len(c.Sheet.Keys()) == 0 && c.Last.Key == "":
		return order.Outcome{Talk: true}
	case c.Given[c.Last.Key] == "":
		return order.Outcome{Ask: takesBack}
	}
	return order.Outcome{Undo: []string{c.Last.Key}}
}
