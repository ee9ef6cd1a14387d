package dishonest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// A reader turns words into what they mean on a board. What it does not know of the game is checked by its caller.
type reader struct {
	*index
	b     *Board
	v     *View    // what the writer knows; nil: the game master is the writer
	notes []string // how something was read that could be written more plainly
}

func newReader(b *Board, v *View) *reader {
	named := b.named
	if named == nil {
		named = b.finder()
	}
	return &reader{index: named, b: b, v: v}
}

func (r *reader) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// ahead are the words from here that may be a name, with the dashes between them.
func ahead(c *cursor) []string {
	const most = 7
	var out []string
	for k := range most {
		w := c.At(k)
		if orders.IsSign(w) && w != parser.Dash {
			break
		}
		out = append(out, w)
	}
	return out
}

// named reads a name, with a letter wrong if need be; several that it may stand for, or none.
func named[T comparable](r *reader, c *cursor, names *parser.Names[T], says func(T) string) []T {
	words := ahead(c)
	found, used := names.Prefix(words)
	if used == 0 && len(words) > 0 && !r.means(c) {
		for k := min(3, len(words)); k > 0 && used == 0; k-- {
			if slices.ContainsFunc(words[:k], orders.IsNumeral) || slices.Contains(words[:k], parser.Dash) {
				continue
			}
			if found = names.Near(strings.Join(words[:k], "")); len(found) > 0 {
				used = k
			}
		}
		if used == 0 {
			if found = names.Beginning(words[0]); len(found) > 0 {
				used = 1
			}
		}
		if len(found) == 1 {
			r.note("%q was read as %s.", c.Written(c.Pos, c.Pos+used), says(found[0]))
		}
	}
	c.Pos += used
	return found
}

// means reports whether the next word means something in orders, and so is no name with a letter wrong.
func (r *reader) means(c *cursor) bool {
	w := c.Peek()
	if isKeyword(w) || orders.IsNumeral(w) {
		return true
	}
	v, _ := r.verbAt(c, 0)
	_, unit := r.unitAt(c)
	return v != noVerb || unit > 0
}

// area reads one; ok is that there is one. Its error is a name that may be several.
func (r *reader) area(c *cursor) (a Area, ok bool, err error) {
	mark := c.Pos
	c.Skip("the", "region", "of", "my", "zone")
	if c.Peek() == "sea" && c.At(1) == ":" {
		c.Pos += 2
	}
	start := c.Pos
	found := named(r, c, r.areas, r.b.Name)
	switch len(found) {
	case 0:
		c.Pos = mark
		return nowhere, false, nil
	case 1:
		c.Skip("region", "zone")
		return found[0], true, nil
	}
	name, end := c.Written(start, c.Pos), c.Pos
	c.Pos = mark
	names := r.namesOf(found)
	why := complain("Which one is %q: %s?", name, adjudicator.Listed(names, "or"))
	return nowhere, false, slipped(c, start, end, names, why)
}

func (r *reader) namesOf(areas []Area) []string {
	out := make([]string, len(areas))
	for i, a := range areas {
		out[i] = r.b.Name(a)
	}
	return out
}

// isPlace reports whether an area is named here.
func (r *reader) isPlace(c *cursor) bool {
	mark, notes := c.Pos, len(r.notes)
	_, ok, err := r.area(c)
	c.Pos, r.notes = mark, r.notes[:notes]
	return ok || err != nil
}

// needArea reads an area that must be there. how says what is wanted.
func (r *reader) needArea(c *cursor, how string) (Area, error) {
	a, ok, err := r.area(c)
	switch {
	case err != nil || ok:
		return a, err
	case c.Done() || orders.IsSign(c.Peek()) || r.means(c):
		return nowhere, complain("%s", how)
	}
	like := r.like(c.Peek())
	hint := ""
	if len(like) > 0 {
		hint = fmt.Sprintf("Did you mean %s? ", adjudicator.Listed(like, "or"))
	}
	why := complain("There is no region or sea-zone %q. %s%s", c.Written(c.Pos, c.Pos+1), hint, how)
	return nowhere, slipped(c, c.Pos, c.Pos+1, like, why)
}

// needRegion reads an area that must be a region.
func (r *reader) needRegion(c *cursor, how string) (Area, error) {
	a, err := r.needArea(c, how)
	if err == nil && r.b.IsSea(a) {
		err = complain("%s is a sea-zone. %s", r.b.Name(a), how)
	}
	return a, err
}

// like are the names that begin like one that is none; none if there are more than a few.
func (r *reader) like(w string) []string {
	const few = 3 // letters, and names
	if len(w) <= few {
		return nil
	}
	var like []string
	for _, p := range r.b.Places {
		if len(p.Name) > few && strings.EqualFold(p.Name[:few], w[:few]) {
			like = append(like, p.Name)
		}
	}
	if len(like) > few {
		return nil
	}
	return like
}

// areaList reads areas with commas or words between them, best first.
func (r *reader) areaList(c *cursor, how string) ([]Area, error) {
	var out []Area
	for {
		a, err := r.needArea(c, how)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
		mark := c.Pos
		c.Skip(",", "and", "or", "then", "else", "/", ">", "to", "at", "in")
		if c.Pos == mark || !r.isPlace(c) {
			c.Pos = mark
			return out, nil
		}
	}
}

// seat reads a power; "" if there is none.
func (r *reader) seat(c *cursor) string {
	mark := c.Pos
	c.Skip("the")
	found, used := r.powers.Prefix(ahead(c))
	if used == 0 {
		c.Pos = mark
		return ""
	}
	c.Pos += used
	return found[0]
}

// needSeat reads a power that must be there.
func (r *reader) needSeat(c *cursor, how string) (string, error) {
	if s := r.seat(c); s != "" {
		return s, nil
	}
	if c.Done() || orders.IsSign(c.Peek()) {
		return "", complain("%s", how)
	}
	return "", complain("There is no power %q. %s", c.Written(c.Pos, c.Pos+1), how)
}

// seatList reads powers with commas or words between them, best first.
func (r *reader) seatList(c *cursor, how string) ([]string, error) {
	var out []string
	for {
		s, err := r.needSeat(c, how)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
		mark := c.Pos
		c.Skip(",", "and", "or", "then", "else", "/", ">", "before")
		if s := *c; c.Pos == mark || r.seat(&s) == "" {
			c.Pos = mark
			return out, nil
		}
	}
}

// unitAt is the type that the next words name, and whether they do.
func (r *reader) unitAt(c *cursor) (t Type, used int) {
	var words []string
	for ; len(words) < 2 && c.At(len(words)) != ""; words = append(words, c.At(len(words))) {
	}
	found, used := r.units.Prefix(words)
	if used == 0 {
		return 0, 0
	}
	return found[0], used
}

// unit reads a type of unit; counted is that a number stood before it, so that a word with a letter wrong may be one.
func (r *reader) unit(c *cursor, counted bool) (Type, bool) {
	t, used := r.unitAt(c)
	if used > 0 && (counted || len(c.Peek()) > 1) {
		c.Pos += used
		c.Skip("unit", "units")
		return t, true
	}
	if w := c.Peek(); counted && len(w) > 3 && !isKeyword(w) {
		if found := r.units.Near(w); len(found) == 1 {
			r.note("%q was read as %s.", w, found[0])
			c.Pos++
			return found[0], true
		}
	}
	return 0, false
}

// some reads "2 INF", "INF x2", "an infantry", "ALL INF"; ok is that there are units.
func (r *reader) some(c *cursor) (n int, t Type, ok bool, err error) {
	mark := c.Pos
	c.Skip("my", "the", "his", "of")
	n, counted := c.Number()
	switch {
	case counted:
	case c.Accept("all", "every"):
		n, counted = all, true
	case c.Accept("a", "an"):
		if _, used := r.unitAt(c); used == 0 {
			c.Pos--
		}
	}
	c.Skip("x", "of", "my", "the", "new")
	if t, ok = r.unit(c, counted); !ok {
		w := c.Peek()
		c.Pos = mark
		if counted && one(w, "ship", "ships", "boat", "boats", "navy") {
			return 0, 0, false, complain("%q may be fleets (FLT) or squadrons (SQN). Which ones?", w)
		}
		return 0, 0, false, nil
	}
	if !counted {
		n = 1
		if orders.IsNumeral(c.Peek()) || c.Accept("x", "(") && orders.IsNumeral(c.Peek()) {
			n, _ = c.Number()
			c.Skip(")")
		}
	}
	switch {
	case n == 0:
		return 0, 0, false, complain("0 %s? Name a number from 1 on.", t.short())
	case n > maxUnits:
		return 0, 0, false, complain("Nobody has so many %s. Name a number.", t.short())
	}
	return n, t, true, nil
}

const maxUnits = 50 // or cubes that anybody may name: far more than there are

// types reads types of units in an order.
func (r *reader) types(c *cursor, how string) ([]Type, error) {
	var out []Type
	for {
		c.Skip("my", "the", "a", "first")
		c.Number()
		t, ok := r.unit(c, true)
		if !ok {
			return nil, complain("%s", how)
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
		c.Skip("first", "last")
		mark := c.Pos
		c.Skip(",", "and", "then", ">", "or", "/", "before", "next", "finally", parser.Dash)
		at := *c
		at.Number()
		if _, used := r.unitAt(&at); used == 0 {
			c.Pos = mark
			return out, nil
		}
	}
}

// resource reads the name of one.
func (r *reader) resource(c *cursor) (Resource, bool) {
	found, used := r.resources.Prefix([]string{c.Peek()})
	if used == 0 {
		return 0, false
	}
	c.Pos++
	c.Skip("cube", "cubes")
	return found[0], true
}

// card reads a card by its number or its title; 0 if there is none.
func (r *reader) card(c *cursor) int {
	mark := c.Pos
	c.Skip("card", "cards", "number", "nr", "no", "my")
	if _, used := r.cards.Prefix(ahead(c)); used == 0 { // "Two Years" is no number
		c.Skip("the")
		if n, ok := c.Number(); ok {
			return n
		}
	}
	if found := named(r, c, r.cards, func(n int) string { return fmt.Sprintf("card %d", n) }); len(found) == 1 {
		return found[0]
	}
	c.Pos = mark
	return 0
}

// needCard reads a card that must be there.
func (r *reader) needCard(c *cursor, how string) (int, error) {
	n := r.card(c)
	if n == 0 {
		return 0, complain("%s", how)
	}
	if r.b.card(n) == nil {
		return 0, complain("There is no card %d in this edition.", n)
	}
	return n, nil
}

// tile reads an ideology; "" if there is none.
func (r *reader) tile(c *cursor) string {
	mark := c.Pos
	c.Skip("the")
	found, used := r.tiles.Prefix(ahead(c))
	if used == 0 && len(c.Peek()) > 4 && !r.means(c) {
		if found = r.tiles.Near(c.Peek()); len(found) == 1 {
			r.note("%q was read as %s.", c.Peek(), found[0])
			used = 1
		}
	}
	if used == 0 {
		c.Pos = mark
		return ""
	}
	c.Pos += used
	c.Skip("tile", "ideology")
	return found[0]
}
