package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// A reader turns words into what they mean on a board and a map.
type reader struct {
	*index
	b     *Board
	m     *Map
	v     *View    // what the writer knows; nil for the game master, who rules by names as they are
	notes []string // how something was read that could be written more plainly
	slips []slip
}

func newReader(b *Board, m *Map, v *View) *reader {
	named := b.named
	if named == nil {
		named = b.finder()
	}
	return &reader{index: named, b: b, m: m, v: v}
}

func (r *reader) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// player is the writer; nil for the game master.
func (r *reader) player() *Player {
	if r.v == nil {
		return nil
	}
	return r.v.player(r.v.Seat)
}

// ahead are the words from here that may be a name, with the dashes between them and numbers in digits.
func ahead(c *cursor) []string {
	const most = 9
	var out []string
	for k := range most {
		w := c.At(k)
		if orders.IsSign(w) && w != parser.Dash {
			break
		}
		out = append(out, digits(w))
	}
	return out
}

// named reads a name of a player's, with a letter wrong if need be; several that it may stand for, or none.
func named[T comparable](r *reader, c *cursor, names *parser.Names[T], says func(T) string) []T {
	words := ahead(c)
	found, used := names.Prefix(words)
	if used == 0 && r.v != nil && len(words) > 0 && !r.means(c) {
		for k := min(3, len(words)); k > 0 && used == 0; k-- {
			if slices.ContainsFunc(words[:k-1], orders.IsNumeral) || slices.Contains(words[:k], parser.Dash) || orders.IsNumeral(words[0]) {
				continue
			}
			if found = names.Near(strings.Join(words[:k], "")); len(found) > 0 {
				used = k
			}
		}
		if used == 0 && !orders.IsNumeral(words[0]) {
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
	if isKeyword(c.Peek()) || orders.IsNumeral(c.Peek()) {
		return true
	}
	v, _ := r.verbAt(c, 0)
	return v != noVerb
}

// quietly does something with a cursor of its own, and leaves no notes.
func (r *reader) quietly(c *cursor, try func(c *cursor) bool) bool {
	at, notes := *c, len(r.notes)
	ok := try(&at)
	r.notes = r.notes[:notes]
	return ok
}

// area reads one; ok is that there is one. Its error is a name that may be several.
func (r *reader) area(c *cursor) (a Area, ok bool, err error) {
	mark := c.Pos
	c.Skip("the", "territory", "city", "region", "of", "my", "area")
	start := c.Pos
	found := named(r, c, r.areas[r.m.Title], r.m.Name)
	switch len(found) {
	case 0:
		c.Pos = mark
		return nowhere, false, nil
	case 1:
		c.Skip("territory", "city", "region")
		return found[0], true, nil
	}
	name := c.Written(start, c.Pos)
	c.Pos = mark
	return nowhere, false, complain("Which one is %q: %s?", name, adjudicator.Listed(eachName(found, r.m.Name), "or"))
}

func eachName[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = name(x)
	}
	return out
}

// isPlace reports whether an area is named here.
func (r *reader) isPlace(c *cursor) bool {
	return r.quietly(c, func(c *cursor) bool {
		_, ok, err := r.area(c)
		return ok || err != nil
	})
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
	written, like := c.Written(c.Pos, c.Pos+1), r.hint(c.Peek(), eachName(r.m.Places, func(p Place) string { return p.Name }))
	return nowhere, complain("There is no territory %q on this map. %s", written, cmp.Or(strings.TrimSpace(like), how))
}

// needTerritory reads an area that must be land.
func (r *reader) needTerritory(c *cursor, how string) (Area, error) {
	a, err := r.needArea(c, how)
	if err == nil && r.m.IsSea(a) {
		err = complain("%s is a sea. %s", r.m.Name(a), how)
	}
	return a, err
}

// hint asks whether a name that is none was meant for one of those that are nearly alike; "" if there are none, or many.
func (r *reader) hint(written string, names []string) string {
	w := spoken(written)
	if len(w) < 3 {
		return ""
	}
	const few = 3
	var like []string
	for _, n := range names {
		x := spoken(n)
		first, _, _ := strings.Cut(x, " ")
		if apart(w, x) <= 1+len(w)/3 || apart(w, first) <= 1+len(w)/3 || len(x) > few && len(w) > few && x[:few] == w[:few] {
			like = append(like, n)
		}
	}
	slices.SortStableFunc(like, func(x, y string) int { return apart(w, spoken(x)) - apart(w, spoken(y)) })
	if like = slices.Compact(like); len(like) == 0 {
		return ""
	}
	if len(like) == 1 && r.v != nil {
		r.slips = append(r.slips, slip{written: written, name: like[0]})
	}
	return fmt.Sprintf("Do you mean %s? ", adjudicator.Listed(like[:min(few, len(like))], "or"))
}

// apart is how many letters have to be changed, put in or left out to make one word of another.
func apart(x, y string) int {
	const most = 40
	x, y = x[:min(len(x), most)], y[:min(len(y), most)]
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		above := row[0]
		row[0] = i + 1
		for j := range len(y) {
			n := above
			if x[i] != y[j] {
				n = 1 + min(above, row[j], row[j+1])
			}
			above, row[j+1] = row[j+1], n
		}
	}
	return row[len(y)]
}

// areaList reads territories with commas or words between them.
func (r *reader) areaList(c *cursor, how string) ([]Area, error) {
	var out []Area
	for {
		a, err := r.needTerritory(c, how)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
		mark := c.Pos
		c.Skip(",", "and", "or", "/", "at", "in")
		if c.Pos == mark || !r.isPlace(c) {
			c.Pos = mark
			return out, nil
		}
	}
}

// seat reads a player by his colour, or by his leader if the writer knows it; "" if there is none.
func (r *reader) seat(c *cursor) string {
	mark := c.Pos
	c.Skip("the", "player")
	if found, used := r.seats.Prefix(ahead(c)); used > 0 {
		c.Pos += used
		c.Skip("player")
		return found[0]
	}
	if r.v != nil {
		found, used := r.things.Prefix(ahead(c))
		for _, t := range found {
			i := slices.IndexFunc(r.v.Players, func(p Player) bool { return t.sort == aFaction && p.Faction == t.name })
			if i >= 0 {
				c.Pos += used
				return r.v.Players[i].Seat
			}
		}
	}
	c.Pos = mark
	return ""
}

// needSeat reads another player, who must be there.
func (r *reader) needSeat(c *cursor, how string) (string, error) {
	if s := r.seat(c); s != "" {
		return s, r.checkOther(s)
	}
	if c.Done() || orders.IsSign(c.Peek()) || r.means(c) {
		return "", complain("%s", how)
	}
	return "", complain("There is no player %q. %s", c.Written(c.Pos, c.Pos+1), how)
}

// checkOther refuses a player who is not in this game, or the writer.
func (r *reader) checkOther(seat string) error {
	switch {
	case r.v == nil:
	case seat == r.v.Seat:
		return complain("You are %s yourself. Name another player.", seat)
	case r.v.player(seat) == nil:
		return complain("Nobody plays %s in this game. The players are %s.", seat, adjudicator.Listed(r.v.from(r.v.Players[0].Seat), "and"))
	}
	return nil
}

// boxAt reads a box of the action board by its name, or by its number on the side that is up; "" for none.
func (r *reader) boxAt(c *cursor) (string, error) {
	mark := c.Pos
	c.Skip("box", "action", "nr", "no", "number", "the")
	start := c.Pos
	words := ahead(c)
	found, used := r.actions.Prefix(words)
	if n, ok := orders.Numeral(c.Peek()); ok && r.v != nil && used < 2 {
		boxes := r.v.era().Actions
		if n < 1 || n > len(boxes) {
			return "", complain("There is no box %d on the action board: they are numbered from 1 to %d.", n, len(boxes))
		}
		c.Pos++
		return boxes[n-1].Name, nil
	}
	if used == 0 {
		found = named(r, c, r.actions, func(s string) string { return s })
	} else {
		c.Pos += used
	}
	if len(found) > 1 && r.v != nil { // of one that is on both sides of the board
		up := slices.DeleteFunc(slices.Clone(found), func(n string) bool { return r.v.era().action(n) == nil })
		if len(up) > 0 {
			found = up
		}
	}
	switch len(found) {
	case 0:
		c.Pos = mark
		return "", nil
	case 1:
		return found[0], nil
	}
	name := c.Written(start, c.Pos)
	c.Pos = mark
	return "", complain("Which box of the action board is %q: %s?", name, adjudicator.Listed(found, "or"))
}

// needBox reads a box of the action board that must be there.
func (r *reader) needBox(c *cursor) (string, error) {
	name, err := r.boxAt(c)
	if err != nil || name != "" {
		return name, err
	}
	boxes := r.boxes("")
	if c.Done() || orders.IsSign(c.Peek()) {
		return "", complain("Which box of the action board? %s", boxList(boxes))
	}
	like := slices.DeleteFunc(slices.Clone(boxes), func(n string) bool { return !strings.HasPrefix(spoken(n), digits(c.Peek())) })
	if len(like) > 0 {
		return "", complain("There is no box %q. Which one do you mean: %s?", c.Rest(), adjudicator.Listed(like, "or"))
	}
	return "", complain("There is no box %q on the action board. %s%s", c.Written(c.Pos, c.Pos+1), r.hint(c.Peek(), boxes), boxList(boxes))
}

// boxes are the names of a group's boxes on the side of the action board that is up, and all of them for "".
func (r *reader) boxes(g Group) []string {
	e := &r.b.Eras[0]
	if r.v != nil {
		e = r.v.era()
	}
	var out []string
	for _, a := range e.Actions {
		if g == "" || a.Group == g {
			out = append(out, a.Name)
		}
	}
	return out
}

func boxList(names []string) string {
	return "They are " + adjudicator.Listed(names, "and") + "."
}
