package decatur

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
	v *View // what the writer of the words knows
	*index
	notes []string // how something was read that could be written more plainly
}

// An index finds what people write for locations, cards and actions. It is made once for a board.
type index struct {
	locs          *parser.Names[Loc]
	commonwealths *parser.Names[Commonwealth]
	verbs         *parser.Names[string]
}

func newReader(v *View) *reader { return &reader{b: v.board, v: v, index: v.board.named} }

// themselves finds words by themselves.
func themselves[T ~string](words ...T) *parser.Names[T] {
	return parser.NewNames(func(yield func(string, T) bool) {
		for _, w := range words {
			if !yield(string(w), w) {
				return
			}
		}
	})
}

func (r *reader) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// finder is the index of a board. Locations are found by name, with directions short or long, and by a part of the name.
func (b *Board) finder() *index {
	exact := map[string]bool{}
	for _, l := range b.Locations {
		exact[strings.Join(parser.Words(l.Name), " ")] = true
	}
	locs := parser.NewNames(func(yield func(string, Loc) bool) {
		for i, l := range b.Locations {
			for _, name := range spellings(l.Name) {
				own := name == l.Name
				if (own || !exact[strings.Join(parser.Words(name), " ")] && !taken(name)) && !yield(name, Loc(i)) {
					return
				}
			}
		}
	})
	return &index{locs, themselves(Commonwealths...),
		themselves("venture", "expand", "restructure", "consolidate", "exchange", "defend", "relocate", "discard")}
}

// taken reports whether a part of a name means something else in orders.
func taken(name string) bool {
	words := parser.Words(name)
	if len(words) != 1 {
		return false
	}
	w := words[0]
	return isKeyword(w) || verbOf(w) != noVerb || isOcean(w) || isFiller(w) || seatOf(w) != ""
}

// spellings are the names of a location: "East Australia", "E Australia", "Eastern Australia", "Australia".
func spellings(name string) []string {
	out := []string{name}
	words := slices.DeleteFunc(parser.Words(name), func(w string) bool { return w == parser.Dash })
	if len(words) < 2 {
		return out
	}
	first, rest := words[0], strings.Join(words[1:], " ")
	switch first {
	case "east", "west", "north", "south", "new", "central":
		out = append(out, first[:1]+" "+rest, rest, rest+" "+first, rest+" "+first[:1])
		if first != "new" && first != "central" {
			out = append(out, first+"ern "+rest)
		}
	default:
		out = append(out, first, rest)
	}
	return out
}

// ahead are the words from here that may be a name.
func (c *cursor) ahead() []string {
	const most = 9
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

// location reads one; ok is that there is one. Its error is a name that may be several.
func (r *reader) location(c *cursor) (l Loc, ok bool, err error) {
	c.Skip("the", "location")
	words := c.ahead()
	if len(words) == 0 || words[0] == parser.Dash {
		return 0, false, nil
	}
	found, used := r.locs.Prefix(words)
	name := c.Written(c.Pos, c.Pos+used)
	if used == 0 {
		if isKeyword(words[0]) || isOcean(words[0]) {
			return 0, false, nil
		}
		found, used = r.nearly(words)
		if name = c.Written(c.Pos, c.Pos+used); len(found) == 1 {
			r.note("%q was read as %s.", name, r.b.Name(found[0]))
		}
	}
	switch len(found) {
	case 0:
		return 0, false, nil
	case 1:
		c.Pos += used
		return found[0], true, nil
	}
	m := c.mistake(c.Pos, c.Pos+used)
	for _, l := range found {
		m.meant = append(m.meant, r.b.Name(l))
	}
	return 0, false, m.complain("Which one is %q: %s?", name, r.either(found))
}

// nearly finds what words may stand for with a letter wrong, or cut short.
func (r *reader) nearly(words []string) (found []Loc, used int) {
	for k := min(4, len(words)); k > 0; k-- {
		if k < 4 && k < len(words) && words[k-1] == parser.Dash {
			continue
		}
		if slices.ContainsFunc(words[:k], order.IsNumeral) {
			continue
		}
		name := strings.Join(slices.DeleteFunc(slices.Clone(words[:k]), func(w string) bool { return w == parser.Dash }), "")
		if found = r.locs.Near(name); len(found) > 0 {
			return found, k
		}
	}
	return r.locs.Beginning(words[0]), 1
}

// either is a list for a question.
func (r *reader) either(locs []Loc) string {
	names := make([]string, len(locs))
	for i, l := range locs {
		names[i] = r.b.Name(l)
	}
	return adjudicator.Listed(names, "or")
}

// needLocation reads a location that must be there. what is the question if it is not.
func (r *reader) needLocation(c *cursor, what string) (Loc, error) {
	l, ok, err := r.location(c)
	switch {
	case err != nil:
		return 0, err
	case ok:
		return l, nil
	case isOcean(c.Peek()): // "Indian-Persia"
		if found := r.locs.Near(c.Peek()); len(found) == 1 {
			r.note("%q was read as %s.", c.Written(c.Pos, c.Pos+1), r.b.Name(found[0]))
			c.Pos++
			return found[0], nil
		}
		return 0, order.Complain("%s is an ocean. %s", c.Written(c.Pos, c.Pos+1), what)
	case c.Done() || order.IsSign(c.Peek()) || isKeyword(c.Peek()):
		return 0, order.Complain("%s", what)
	}
	return 0, order.Complain("There is no location %q. %s", c.Written(c.Pos, min(c.Pos+2, len(c.Tokens))), what)
}

// locations reads a list. between are the words that may stand between two of them.
func (r *reader) locations(c *cursor, what string, between ...string) ([]Loc, error) {
	var out []Loc
	for {
		l, err := r.needLocation(c, what)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out, l) {
			r.note("%s is named twice, and counts once.", r.b.Name(l))
		} else {
			out = append(out, l)
		}
		mark := c.Pos
		if c.Skip(between...); c.Pos == mark {
			return out, nil
		}
		if c.Done() || !c.place(r) {
			c.Pos = mark
			return out, nil
		}
	}
}

// place reports whether something stands here that is to be a location: a name, or a word that is no keyword.
func (c *cursor) place(r *reader) bool {
	w := c.Peek()
	if order.IsSign(w) {
		return false
	}
	_, used := r.locs.Prefix(c.ahead())
	return used > 0 || !isKeyword(w) && !isOcean(w)
}

// kind reads a commonwealth, by which a card is called; ok is that there is one.
func (r *reader) kind(c *cursor) (Commonwealth, bool) {
	mark := c.Pos
	c.Skip("the", "my", "an")
	c.Phrase("dominion of the", "dominion of")
	w := c.Peek()
	k, near := r.kindOf(w)
	if k == "" {
		c.Pos = mark
		return "", false
	}
	if near {
		r.note("%q was read as %s.", w, k)
	}
	c.Pos++
	c.Skip("commonwealth", "card", "cards", "influence", "one", "ones")
	return k, true
}

// kindOf is the commonwealth that a word is; near is that a letter is wrong.
func (r *reader) kindOf(w string) (k Commonwealth, near bool) {
	switch {
	case one(w, "british", "brit", "brits", "britain", "bri", "uk"):
		return British, false
	case one(w, "crescent", "crescents", "cre", "cres", "dominion", "crescant"):
		return Crescent, false
	case one(w, "independent", "independents", "ind", "indep", "independant", "independants"):
		return Independent, false
	case one(w, "orient", "orients", "oriental", "orientals", "ori"):
		return Orient, false
	case one(w, "russian", "russians", "russia", "rus", "russ"):
		return Russian, false
	case len(w) < 4:
		return "", false
	}
	if found := r.commonwealths.Near(strings.TrimSuffix(w, "s")); len(found) == 1 {
		return found[0], true
	}
	return "", false
}

// isKind reports whether a kind of cards begins here.
func (r *reader) isKind(c *cursor) bool {
	mark, notes := c.Pos, len(r.notes)
	_, ok := r.kind(c)
	c.Pos, r.notes = mark, r.notes[:notes]
	return ok
}

const whichCards = "Which cards? Name their kinds: British, Crescent, Independent, Orient or Russian."

const maxListed = 9 // that anybody may list: far more than he can have

// cards reads a list of cards: "Orient, Orient", "2 Orient and a British", "Orient x2".
func (r *reader) cards(c *cursor) ([]Commonwealth, error) {
	var out []Commonwealth
	either := false
	for {
		mark := c.Pos
		c.Skip("the", "my", "of", "any")
		n, counted := c.Number()
		switch {
		case counted:
		case c.Accept("both"), c.Phrase("a pair of"):
			n = 2
		default:
			n = 1
			c.Skip("a", "an")
		}
		c.Skip("of", "my", "the", "x", "times")
		k, ok := r.kind(c)
		if !ok {
			if c.Pos = mark; len(out) == 0 || !isKeyword(c.Peek()) && !c.Done() && !order.IsSign(c.Peek()) && c.Pos > 0 && c.Tokens[c.Pos-1].Word == "," {
				return nil, order.Complain("%s", whichCards)
			}
			return out, nil
		}
		if !counted {
			n = c.times(n)
		}
		if n < 1 || len(out)+n > maxListed {
			return nil, order.Complain("Nobody has so many cards: three in hand, and three in play.")
		}
		for range n {
			out = append(out, k)
		}
		mark = c.Pos
		c.Skip(",", "and", "then", "/", "first")
		either = c.Accept("or") || either
		if c.Pos == mark || !r.isCards(c) {
			if c.Pos = mark; either {
				r.note("\"or\" was read as a list in this order: %s.", joined(out, ", "))
			}
			return out, nil
		}
	}
}

// times reads how often a card is meant that was named just before: "x2", "x 2", "(2)", "twice".
func (c *cursor) times(n int) int {
	w := c.Peek()
	if w == "twice" {
		c.Pos++
		return 2
	}
	if m, ok := order.Numeral(strings.TrimPrefix(w, "x")); ok && len(w) == 2 && w[0] == 'x' {
		c.Pos++
		return m
	}
	if m, ok := order.Numeral(c.At(1)); ok && (w == "x" || w == "times" || w == "(" && c.At(2) == ")") {
		c.Pos += 2
		c.Accept(")")
		return m
	}
	return n
}

// isCards reports whether a number of cards begins here.
func (r *reader) isCards(c *cursor) bool {
	mark := c.Pos
	defer func() { c.Pos = mark }()
	c.Skip("the", "my", "of", "any", "a", "an", "both", "x", "times")
	if _, ok := c.Number(); ok {
		c.Skip("x", "of", "my", "times")
	}
	return r.isKind(c)
}

// isOcean reports whether a word is the name of an ocean.
func isOcean(w string) bool { return one(w, "atlantic", "indian", "pacific") }

// ocean reads one; ok is that there is one.
func (r *reader) ocean(c *cursor) (Ocean, bool) {
	mark := c.Pos
	c.Skip("the", "a", "an", "in", "on", "(", "fleet")
	w := c.Peek()
	for _, o := range Oceans {
		name := strings.ToLower(string(o))
		if w == name || len(w) > 2 && strings.HasPrefix(name, w) {
			c.Pos++
			c.Skip("ocean", "fleet", "side", "coast", ")")
			return o, true
		}
	}
	c.Pos = mark
	return "", false
}

// seat reads a player; "ME" is the writer.
func (r *reader) seat(c *cursor) (string, bool) {
	mark := c.Pos
	c.Skip("the", "player")
	w := c.Peek()
	if one(w, "me", "my", "mine", "myself", "i") {
		c.Pos++
		return isMe, true
	}
	if s := seatOf(w); s != "" {
		c.Pos++
		return s, true
	}
	c.Pos = mark
	return "", false
}

// seatOf is the seat that a word names, "Blue" or "Blue's"; "" for none.
func seatOf(w string) string {
	for _, s := range seats() {
		if n := len(s); len(w) >= n && strings.EqualFold(w[:n], string(s)) && (len(w) == n || w[n:] == "s") {
			return string(s)
		}
	}
	return ""
}

// isKeyword reports whether a word is one of the grammar, and so no name that was misspelt.
func isKeyword(w string) bool {
	switch w {
	case "to", "into", "from", "in", "at", "on", "and", "or", "else", "otherwise", "then", "not", "all", "none", "off", "of", "by", "a", "an",
		"is", "isnt", "has", "have", "are", "empty", "mine", "hostile", "hand", "factor", "factors", "fleets", "wins", "win", "card", "cards", "matching",
		"everything", "everywhere", "everyone", "both", "please", "thanks", "thank", "ocean", "inplay", "ports", "port", "myhand", "taken", "clock", "location", "locations", "against", "it", "that", "anything", "nothing", "remaining", "rest", "others", "other":
		return true
	}
	return isOption(w)
}

// isOption reports whether a word begins what may stand behind an action.
func isOption(w string) bool {
	switch w {
	case "commit", "committing", "commits", "max", "maximum", "up", "play", "playing", "discard", "discarding", "first", "move", "moving", "interactive", "if", "unless", "when", "only", "with", "prefer", "using", "fleet", "ask", "provided", "at":
		return true
	}
	return false
}
