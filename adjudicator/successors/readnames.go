package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser"
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
		w := c.at(k)
		if isSign(w) && w != parser.Dash {
			break
		}
		out = append(out, w)
	}
	return out
}

// area reads one; ok is that there is one. Its error is a name that may be several.
func (r *reader) area(c *cursor) (a Area, ok bool, err error) {
	mark := c.i
	c.skip("the", "province", "sea", "of", "my", "his", "their", "port")
	words := c.ahead()
	if len(words) == 0 || words[0] == parser.Dash {
		c.i = mark
		return 0, false, nil
	}
	found, used := r.areas.Prefix(words)
	name := c.written(c.i, c.i+used)
	if used == 0 && !isKeyword(words[0]) && !isUnit(words[0]) && verbOf(words[0]) == noVerb && seatOf(words[0]) == "" {
		found, used = r.nearly(words)
		if name = c.written(c.i, c.i+used); len(found) == 1 {
			r.note("%q was read as %s.", name, r.b.Name(found[0]))
		}
	}
	switch len(found) {
	case 0:
		c.i = mark
		return 0, false, nil
	case 1:
		c.i += used
		c.skip("province")
		return found[0], true, nil
	}
	return 0, false, complain("Which one is %q: %s?", name, r.either(found))
}

// isPlace reports whether an area is named here.
func (r *reader) isPlace(c *cursor) bool {
	mark, notes := c.i, len(r.notes)
	_, ok, err := r.area(c)
	c.i, r.notes = mark, r.notes[:notes]
	return ok || err != nil
}

// nearly finds what words may stand for with a letter wrong, or cut short.
func (r *reader) nearly(words []string) (found []Area, used int) {
	for k := min(3, len(words)); k > 0; k-- {
		if words[k-1] == parser.Dash || slices.ContainsFunc(words[:k], isNumeral) {
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
	return listed(names, and)
}

// needArea reads an area that must be there. what is the question if it is not.
func (r *reader) needArea(c *cursor, what string) (Area, error) {
	a, ok, err := r.area(c)
	switch {
	case err != nil:
		return 0, err
	case ok:
		return a, nil
	case c.done() || isSign(c.peek()) || isKeyword(c.peek()) || isUnit(c.peek()) || isNumeral(c.peek()):
		return 0, complain("%s", what)
	}
	return 0, complain("There is no province or sea %q. %s%s", c.written(c.i, c.i+1), r.hint(c.peek()), what)
}

// hint asks whether a name that is none was meant for the only one that begins like it; "" if there is no such name.
func (r *reader) hint(w string) string {
	const few = 3 // letters
	if len(w) > few {
		if like := r.starting(w[:few]); len(like) == 1 {
			return fmt.Sprintf("Did you mean %s? ", r.b.Name(like[0]))
		}
	}
	return ""
}

// needProvince reads an area that must be there and must be a province.
func (r *reader) needProvince(c *cursor, what string) (Area, error) {
	a, err := r.needArea(c, what)
	if err == nil && r.b.IsSea(a) {
		err = complain("%s is a sea. %s", r.b.Name(a), what)
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
		mark := c.i
		c.skip(",", "and", "or", "then", "else", "/", ">", "to", "if", "possible", "not", parser.Dash)
		if c.i == mark || !r.isPlace(c) {
			c.i = mark
			return out, nil
		}
	}
}

// isUnit reports whether a word names a type of unit.
func isUnit(w string) bool { _, ok := typeOf(w); return ok }

// portion reads "3 INF", "INF x3", "all my cavalry", "a levy"; ok is that there is one.
func (r *reader) portion(c *cursor) (p portion, ok bool, err error) {
	mark := c.i
	c.skip("my", "the", "his", "of", "its", "their", "your")
	n, counted := c.number()
	switch {
	case counted:
	case c.accept("all", "every", "any"):
		n, counted = all, true
	case one(c.peek(), "a", "an") && isUnit(c.at(1)):
		c.i++
		n, counted = 1, true
	}
	c.skip("x", "of", "my", "the", "his", "new", "more", "their", "your", "unit", "units", "other")
	w := c.peek()
	u, is := typeOf(w)
	if !is && len(w) > 4 && (counted || one(c.at(1), "x", "(") || isNumeral(c.at(1))) && !isKeyword(w) && verbOf(w) == noVerb {
		u, is = r.slip(w)
	}
	if !is || len(w) == 1 && !counted {
		c.i = mark
		return portion{}, false, nil
	}
	c.i++
	c.accept("unit", "units")
	if !counted {
		n = 1
		switch {
		case c.accept("x", "(", ":", "times") || isNumeral(c.peek()):
			m, is := c.number()
			if !is {
				c.i--
			} else {
				n = m
			}
			c.skip(")")
		case u == Infantry, u == Cavalry, w[len(w)-1] == 's': // "the cavalry"
			n = all
		}
	}
	switch {
	case n == 0:
		return portion{}, false, complain("0 %s? Name a number from 1 on, or ALL.", u.short())
	case n > maxUnits:
		return portion{}, false, complain("Nobody has so many %s: there are %d counters of each colour. Name a number, or ALL.", u.short(), r.b.Counters[u])
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
		mark := c.i
		if len(out) > 0 {
			c.skip(",", "and", "plus", "/", "with")
		}
		p, ok, err := r.portion(c)
		if err != nil {
			return nil, err
		}
		if !ok {
			c.i = mark
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
		return nil, complain("Nobody has so many units.")
	default:
		list[i].n += p.n
	}
	return list, nil
}

// seat reads a player or white; "" if there is none.
func (r *reader) seat(c *cursor) string {
	mark := c.i
	c.skip("the", "player", "side")
	w := c.peek()
	s := seatOf(w)
	if _, used := r.areas.Prefix(c.ahead()); used > 1 { // the Red Sea
		s = ""
	}
	if s == "" && one(w, "white", "whites", "rebel", "rebels", "invader", "invaders") {
		s = white
	}
	if s == "" {
		c.i = mark
		return ""
	}
	c.i++
	c.skip("player", "units", "army", "forces")
	return s
}
