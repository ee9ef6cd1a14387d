package decatur

import (
	"errors"
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

// filed is an order that was taken, and why it can't be carried out.
func filed(said string, why []string) adjudicator.Part {
	return adjudicator.Part{Fate: adjudicator.Filed, Quote: quoted(said), Why: strings.Join(why, " ")}
}

// refused is a part that was not taken.
func refused(said string, err error) adjudicator.Part {
	return adjudicator.Part{Fate: adjudicator.Refused, Quote: quoted(said), Why: err.Error()}
}

// A mistake is a complaint about some words of a line, with what may stand in their place.
type mistake struct {
	order.Complaint
	from, to int // bytes of the line
	meant    []string
}

// mistake is one about the words from one token to before another.
func (c *cursor) mistake(from, to int) *mistake {
	return &mistake{from: c.Tokens[from].From, to: c.Tokens[to-1].To}
}

// complain is the mistake with what the player is told of it.
func (m *mistake) complain(format string, args ...any) error {
	m.Complaint = order.Complaint(order.Complain(format, args...).Error())
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
			if add := v.instead(lines, before, now, s.open()); add != "" && !slices.Contains(p.Suggest, add) {
				p.Fate, p.Suggest = adjudicator.Unsure, append(p.Suggest, add)
			}
		}
	}
}

// instead is what other lines would add to a sheet; "" if as many parts of them are open.
func (v *View) instead(lines []*cursor, before, now sheet, open int) string {
	s := newReader(v).sheetReader(before)
	s.read(lines)
	then := s.sheet()
	if s.open() >= open {
		return ""
	}
	has := strings.Split(now.words(v.board), "\n")
	add := strings.Split(then.words(v.board), "\n")
	return strings.Join(slices.DeleteFunc(add, func(line string) bool { return slices.Contains(has, line) }), "\n")
}

// open is how many parts the player is asked about.
func (s *sheetReader) open() int {
	return len(adjudicator.Reading{Parts: s.parts}.Open())
}

// thing is what words name of the game, as written: a location, a card, another's seat, or a line of the sheet; "" for
// nothing.
func (r *reader) thing(c *cursor) string {
	const least = 3 // letters
	for i := range c.Tokens {
		next := &cursor{c.From(i)}
		_, used := r.locs.Prefix(next.ahead())
		w := next.Peek()
		if kind, near := r.kindOf(w); kind != "" && !near || r.isOther(w) || isOcean(w) {
			used = max(used, 1)
		}
		used = max(used, next.card(), next.sheetLine())
		if name := c.Written(i, i+used); len(name) >= least {
			return name
		}
	}
	return ""
}

// isOther reports whether a word is the seat of another player.
func (r *reader) isOther(w string) bool {
	seat := seatOf(w)
	return seat != "" && seat != r.v.Seat && r.v.player(seat) != nil
}

// card is how many words stand here for any card, as in "an influence card"; 0 if none do.
func (c *cursor) card() int {
	if !one(c.Peek(), "a", "an", "another", "influence") && !order.IsNumeral(c.Peek()) {
		return 0
	}
	n := 1
	if c.At(n) == "influence" {
		n++
	}
	if !one(c.At(n), "card", "cards") {
		return 0
	}
	return n + 1
}

// sheetLine is how many words name a line of the sheet, as in "change 2"; 0 if none do.
func (c *cursor) sheetLine() int {
	n, ok := order.Numeral(c.At(1))
	if !ok || n < 1 || n > maxAlternatives || !one(c.Peek(), "change", "replace", "swap", "switch", "line", "alternative",
		"number", "nr", "option", "action", "delete", "remove", "drop", "cancel") {
		return 0
	}
	return 2
}

// courteous reports whether nothing stands here but what letters begin and end with.
func (c *cursor) courteous() bool {
	return !slices.ContainsFunc(c.Tokens, func(t order.Token) bool {
		return !order.IsSign(t.Word) && !one(t.Word, "thanks", "thank", "you", "please", "regards", "best", "hi", "hello",
			"dear", "all", "everyone", "gm", "game", "master", "and")
	})
}

// repeats reports whether an order of an earlier letter may be meant, as in "same as last time".
func (c *cursor) repeats() bool {
	c = &cursor{c.From(0)}
	return c.Phrase("same as", "the same as", "same again", "the same again", "as last", "as before", "like last",
		"repeat")
}
