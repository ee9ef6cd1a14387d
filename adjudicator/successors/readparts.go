package successors

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// What became of each part of a letter, and what a part may mean that is asked about.

// said is what a piece says in the player's own words.
func (c *cursor) said() string {
	end := c.Tokens[len(c.Tokens)-1].To
	for end < len(c.Line) && strings.IndexByte("?!", c.Line[end]) >= 0 {
		end++
	}
	return strings.TrimRight(c.Line[c.Tokens[0].From:end], " .,;")
}

// quoted is a part of a letter, cut short if it is very long.
func quoted(said string) string {
	const most = 200
	if r := []rune(said[:min(len(said), 4*most)]); len(r) > most || len(said) > 4*most {
		return strings.ToValidUTF8(string(r[:min(len(r), most)]), "") + "..."
	}
	return said
}

// filedPart is an order that was taken.
func filedPart(said string) adjudicator.Part {
	return adjudicator.Part{Fate: adjudicator.Filed, Quote: quoted(said)}
}

// refused is a part that was not taken.
func refused(said string, err error) adjudicator.Part {
	return adjudicator.Part{Fate: adjudicator.Refused, Quote: quoted(said), Why: err.Error()}
}

// A saying is a part of a short answer, in which nothing counts if something can't be taken.
type saying struct {
	said, thing string // thing is what it names of the game
	answer      string // in normal form
	taken       bool   // it is the answer, or part of it
	err         error  // why it can't be taken; nil for a remark
}

const (
	twoAnswers = order.Complaint("There are two different answers here, and only one can count. Write just that one.")
	notEither  = order.Complaint("This was not taken either, since an answer counts as a whole.")
)

// settle reports whether the parts of an answer can be taken.
func settle(all []saying) bool {
	bad := slices.ContainsFunc(all, func(x saying) bool { return x.err != nil })
	for i := range all {
		if x := &all[i]; bad && x.taken && x.err == nil {
			x.err = notEither
		}
	}
	return !bad && slices.ContainsFunc(all, func(x saying) bool { return x.taken })
}

// parts say what became of the parts of an answer.
func parts(all []saying) []adjudicator.Part {
	var out []adjudicator.Part
	for _, x := range all {
		switch {
		case x.err != nil:
			out = append(out, refused(x.said, x.err))
		case x.taken:
			out = append(out, filedPart(x.said))
		default:
			out = append(out, adjudicator.Spoken(quoted(x.said), x.thing))
		}
	}
	return out
}

// A wrote is a line in normal form that a part of a letter has put on the sheet.
type wrote struct {
	line string
	part int
}

// write keeps what the part to come has put on the sheet.
func (s *sheetReader) write(line string) {
	s.wrote = append(s.wrote, wrote{line, len(s.parts)})
}

// doubt says of the parts of a letter why they can't be carried out. What is doubted of lines that the letter does not
// have is noted.
func (s *sheetReader) doubt(d doubter) {
	for _, x := range d.doubts {
		i := -1
		for k, w := range s.wrote {
			if w.line == x.line {
				i = k // of two that are alike the later one
			}
		}
		if i < 0 || !x.sure {
			s.note("%q: %s", x.line, x.why+x.stays())
			continue
		}
		p := &s.parts[s.wrote[i].part]
		why := strings.ToUpper(x.why[:1]) + x.why[1:]
		if !strings.Contains(p.Why, why) {
			p.Why = strings.TrimSpace(p.Why + " " + why)
		}
	}
	s.notes = append(s.notes, d.notes...)
}

// A mistake is a complaint about some words of a line, with what may stand in their place.
type mistake struct {
	order.Complaint
	from, to int // bytes of the line
	meant    []string
}

// mistake is one about the words from one token to before another.
func (c *cursor) mistake(from, to int, meant ...string) *mistake {
	return &mistake{from: c.Tokens[from].From, to: c.Tokens[to-1].To, meant: meant}
}

// complain is the mistake with what the player is told of it.
func (m *mistake) complain(format string, args ...any) error {
	m.Complaint = order.Complaint(fmt.Sprintf(format, args...))
	return m
}

// A slip is a mistake in a letter.
type slip struct {
	*mistake
	line int
	part int // that complains of it
}

const maxMeant = 3 // slips of a letter that are looked into, and things that each may mean

// slipped keeps the mistake that the part to come is about, if it is one.
func (s *sheetReader) slipped(err error) {
	var m *mistake
	if errors.As(err, &m) && len(m.meant) <= maxMeant && len(s.slips) < maxMeant {
		s.slips = append(s.slips, slip{m, s.line, len(s.parts)})
	}
}

// suggest finds what the parts of a letter may mean that have a mistake in them: what the letter would come to with
// other words in their place, as far as it is not on the sheet now.
func (v *View) suggest(s *sheetReader, before, now sheet, text string) {
	for _, m := range s.slips {
		p := &s.parts[m.part]
		for _, words := range m.meant {
			lines := wholeLines(text)
			line := lines[m.line].Line
			lines[m.line] = lex(line[:m.from] + words + line[m.to:])
			if add := v.instead(lines, s, before, now); add != "" && !slices.Contains(p.Suggest, add) {
				p.Fate, p.Suggest = adjudicator.Unsure, append(p.Suggest, add)
			}
		}
	}
}

// instead is what other lines would add to a sheet; "" if as many parts of them are open.
func (v *View) instead(lines []*cursor, was *sheetReader, before, now sheet) string {
	s := newReader(v.board).sheetReader(v, was.kind, before)
	s.read(lines)
	then := s.sheet()
	s.doubt(v.doubts(was.kind, then))
	if s.open() >= was.open() {
		return ""
	}
	has, add := now.lines(v.board), then.lines(v.board)
	whole := map[string]bool{}
	for _, l := range []string{"BUY", "MOVE", "FIGHT"} {
		whole[l] = !slices.Equal(ofList(has, l), ofList(add, l))
	}
	return strings.Join(slices.DeleteFunc(add, func(line string) bool {
		return !whole[listOf(line)] && slices.Contains(has, line)
	}), "\n")
}

// listOf is the list that a line of a sheet belongs to, which a letter has a new one of or none.
func listOf(line string) string {
	word, _, _ := strings.Cut(line, " ")
	if word == "SAIL" {
		return "MOVE"
	}
	return word
}

// ofList are those lines that belong to a list.
func ofList(lines []string, list string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return listOf(line) != list })
}

// open is how many parts the player is asked about.
func (s *sheetReader) open() int {
	return len(adjudicator.Reading{Parts: s.parts}.Open())
}

// thing is what words name of the game, as written: a place, units by their number, a chit, another's seat, or the
// writer's leader; "" for nothing.
func (r *reader) thing(c *cursor) string {
	const least = 3 // letters
	for i := range c.Tokens {
		next := &cursor{c.From(i)}
		_, used := r.areas.Prefix(next.ahead())
		if w := next.Peek(); r.isOther(w) || r.isShort(w) {
			used = max(used, 1)
		}
		if next.isPair() {
			used = max(used, 2)
		}
		if name := c.Written(i, i+used); len(name) >= least {
			return name
		}
	}
	return ""
}

// isPair reports whether two words stand here that name something of the game: "3 inf", "chit 5", "my leader".
func (c *cursor) isPair() bool {
	w, next := c.Peek(), c.At(1)
	switch {
	case order.IsNumeral(w):
		return isUnit(next) || one(next, "talent", "talents")
	case order.IsNumeral(next):
		return one(w, "chit", "move", "change", "replace", "line")
	}
	return w == "my" && one(next, "leader", "home")
}

// isOther reports whether a word is the seat of another player.
func (r *reader) isOther(w string) bool {
	seat := seatOf(w)
	return seat != "" && r.v != nil && seat != r.v.Seat && r.v.player(seat) != nil
}

// isShort reports whether a word is an area's name cut short, and nothing else.
func (r *reader) isShort(w string) bool {
	const few, many = 3, 5 // letters
	if isKeyword(w) || isUnit(w) || one(w, "arm", "ass", "bit", "cap", "car", "col", "low", "mac", "nor", "par", "per",
		"red", "lower", "upper", "north", "south") {
		return false
	}
	return len(w) == few && len(r.starting(w)) == 1 || len(w) >= many && len(r.areas.Beginning(w)) == 1
}
