package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// A reader turns words into what they mean on a board. What it does not know of the game is checked by its caller.
type reader struct {
	b *Board
	v *View // what the reader of the words knows; nil: they are in normal form, and nothing is looked up
	*index
	notes []string // how something was read that could be written more plainly
}

func newReader(b *Board) *reader {
	if b.named != nil {
		return &reader{b: b, index: b.named}
	}
	return &reader{b: b, index: b.finder()}
}

func (r *reader) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// ahead are the words from here that may be a name.
func (c *cursor) ahead() []string {
	const most = 7
	var out []string
	for k := 0; k < most; k++ {
		w := c.At(k)
		if order.IsSign(w) && w != parser.Dash {
			break
		}
		out = append(out, w)
	}
	return out
}

// area reads one; ok is that there is one. Its error is a name that may be several.
func (r *reader) area(c *cursor) (a Area, ok bool, err error) {
	mark := c.Pos
	c.Skip("the", "province", "sea", "of", "my", "his", "their", "port")
	words := c.ahead()
	if len(words) == 0 || words[0] == parser.Dash {
		c.Pos = mark
		return 0, false, nil
	}
	found, used := r.areas.Prefix(words)
	name := c.Written(c.Pos, c.Pos+used)
	if used == 0 && !isKeyword(words[0]) && !isUnit(words[0]) && verbOf(words[0]) == noVerb && seatOf(words[0]) == "" {
		found, used = r.nearly(words)
		if name = c.Written(c.Pos, c.Pos+used); len(found) == 1 {
			r.note("%q was read as %s.", name, r.b.Name(found[0]))
		}
	}
	switch len(found) {
	case 0:
		c.Pos = mark
		return 0, false, nil
	case 1:
		c.Pos += used
		c.Skip("province")
		return found[0], true, nil
	}
	m := c.mistake(c.Pos, c.Pos+used)
	for _, a := range found {
		m.meant = append(m.meant, r.b.Name(a))
	}
	return 0, false, m.complain("Which one is %q: %s?", name, r.either(found))
}

// isPlace reports whether an area is named here.
func (r *reader) isPlace(c *cursor) bool {
	mark, notes := c.Pos, len(r.notes)
	_, ok, err := r.area(c)
	c.Pos, r.notes = mark, r.notes[:notes]
	return ok || err != nil
}

// nearly finds what words may stand for with a letter wrong, or cut short.
func (r *reader) nearly(words []string) (found []Area, used int) {
	for k := min(3, len(words)); k > 0; k-- {
		if words[k-1] == parser.Dash || slices.ContainsFunc(words[:k], order.IsNumeral) {
			continue
		}
		name := strings.Join(slices.DeleteFunc(slices.Clone(words[:k]), func(w string) bool { return w == parser.Dash }), "")
		if found = r.areas.Near(name); len(found) > 0 {
			return found, k
		}
	}
	if w := words[0]; len(w) == 3 && w[0] >= 'a' {
		return r.starting(w), 1
	}
	return r.areas.Beginning(words[0]), 1
}

// starting are the areas whose names begin with a few letters.
func (r *reader) starting(w string) []Area {
	var out []Area
	for i, p := range r.b.Places {
		if len(p.Name) > len(w) && strings.EqualFold(p.Name[:len(w)], w) {
			out = append(out, Area(i))
		}
	}
	return out
}

// either is a list for a question.
func (r *reader) either(areas []Area) string { return r.listed(areas, "or") }

// listed are areas as a sentence has them.
func (r *reader) listed(areas []Area, and string) string {
	names := make([]string, len(areas))
	for i, a := range areas {
		names[i] = r.b.Name(a)
	}
	return adjudicator.Listed(names, and)
}

// needArea reads an area that must be there. what is the question if it is not.
func (r *reader) needArea(c *cursor, what string) (Area, error) {
	a, ok, err := r.area(c)
	switch {
	case err != nil:
		return 0, err
	case ok:
		return a, nil
	case c.Done() || order.IsSign(c.Peek()) || isKeyword(c.Peek()) || isUnit(c.Peek()) || order.IsNumeral(c.Peek()):
		return 0, order.Complain("%s", what)
	}
	return 0, r.unknown(c, what)
}

// unknown complains of a name that is none, and asks whether it was meant for the only one that begins like it.
func (r *reader) unknown(c *cursor, what string) error {
	const few = 3 // letters
	w, hint := c.Peek(), ""
	m := c.mistake(c.Pos, c.Pos+1)
	if len(w) > few {
		if like := r.starting(w[:few]); len(like) == 1 {
			hint, m.meant = fmt.Sprintf("Did you mean %s? ", r.b.Name(like[0])), []string{r.b.Name(like[0])}
		}
	}
	return m.complain("There is no province or sea %q. %s%s", c.Written(c.Pos, c.Pos+1), hint, what)
}

// needProvince reads an area that must be there and must be a province.
func (r *reader) needProvince(c *cursor, what string) (Area, error) {
	a, err := r.needArea(c, what)
	if err == nil && r.b.IsSea(a) {
		err = order.Complain("%s is a sea. %s", r.b.Name(a), what)
	}
	return a, err
}

// provinces reads a list of them, best first.
func (r *reader) provinces(c *cursor, what string) ([]Area, error) {
	var out []Area
	for {
		a, err := r.needProvince(c, what)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
		mark := c.Pos
		c.Skip(",", "and", "or", "then", "else", "/", ">", "to", "if", "possible", "not", parser.Dash)
		if c.Pos == mark || !r.isPlace(c) {
			c.Pos = mark
			return out, nil
		}
	}
}

// isUnit reports whether a word names a type of unit.
func isUnit(w string) bool { _, ok := typeOf(w); return ok }

// portion reads "3 INF", "INF x3", "all my cavalry", "a levy"; ok is that there is one.
func (r *reader) portion(c *cursor) (p portion, ok bool, err error) {
	mark := c.Pos
	c.Skip("my", "the", "his", "of", "its", "their", "your")
	n, counted := c.Number()
	switch {
	case counted:
	case c.Accept("all", "every", "any"):
		n, counted = all, true
	case one(c.Peek(), "a", "an") && isUnit(c.At(1)):
		c.Pos++
		n, counted = 1, true
	}
	c.Skip("x", "of", "my", "the", "his", "new", "more", "their", "your", "unit", "units", "other")
	w := c.Peek()
	u, is := typeOf(w)
	if !is && len(w) > 4 && (counted || one(c.At(1), "x", "(") || order.IsNumeral(c.At(1))) && !isKeyword(w) && verbOf(w) == noVerb {
		u, is = r.slip(w)
	}
	if !is || len(w) == 1 && !counted {
		c.Pos = mark
		return portion{}, false, nil
	}
	c.Pos++
	c.Accept("unit", "units")
	if !counted {
		n = 1
		switch {
		case c.Accept("x", "(", ":", "times") || order.IsNumeral(c.Peek()):
			m, is := c.Number()
			if !is {
				c.Pos--
			} else {
				n = m
			}
			c.Skip(")")
		case u == Infantry, u == Cavalry, w[len(w)-1] == 's': // "the cavalry"
			n = all
		}
	}
	switch {
	case n == 0:
		return portion{}, false, order.Complain("0 %s? Name a number from 1 on, or ALL.", u.short())
	case n > maxUnits:
		return portion{}, false, order.Complain("Nobody has so many %s: there are %d counters of each colour. Name a number, or ALL.", u.short(), r.b.Counters[u])
	}
	return portion{n, u}, true, nil
}

const maxUnits = 99 // of one type that anybody may name: far more than there are counters

// slip is the type that a word names with a letter wrong.
func (r *reader) slip(w string) (Type, bool) {
	found := r.types.Near(w)
	if len(found) != 1 {
		return 0, false
	}
	r.note("%q was read as %s.", w, found[0])
	return found[0], true
}

// units reads a list of portions: "3 INF, 2 CAV and a levy"; none if there is none.
func (r *reader) units(c *cursor) ([]portion, error) {
	var out []portion
	for {
		mark := c.Pos
		if len(out) > 0 {
			c.Skip(",", "and", "plus", "/", "with")
		}
		p, ok, err := r.portion(c)
		if err != nil {
			return nil, err
		}
		if !ok {
			c.Pos = mark
			return out, nil
		}
		if out, err = merged(out, p); err != nil {
			return nil, err
		}
	}
}

// merged are portions with one more, each type once.
func merged(list []portion, p portion) ([]portion, error) {
	i := slices.IndexFunc(list, func(o portion) bool { return o.unit == p.unit })
	switch {
	case i < 0:
		return append(list, p), nil
	case list[i].n == all || p.n == all:
		list[i].n = all
	case list[i].n+p.n > maxUnits:
		return nil, order.Complain("Nobody has so many units.")
	default:
		list[i].n += p.n
	}
	return list, nil
}

// seat reads a player or white; "" if there is none.
func (r *reader) seat(c *cursor) string {
	mark := c.Pos
	c.Skip("the", "player", "side")
	w := c.Peek()
	s := seatOf(w)
	if _, used := r.areas.Prefix(c.ahead()); used > 1 { // the Red Sea
		s = ""
	}
	if s == "" && one(w, "white", "whites", "rebel", "rebels", "invader", "invaders") {
		s = white
	}
	if s == "" {
		c.Pos = mark
		return ""
	}
	c.Pos++
	c.Skip("player", "units", "army", "forces")
	return s
}
