package dishonest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// What becomes of each part of a letter.

// A spoken part is a part of a letter.
type spoken struct {
	adjudicator.Part
	at      int      // which of the pieces of the letter it is
	verb    verb     // of an order
	turn    int      // the turn of the queue that it belongs to; 0: none
	amends  bool     // it changes a turn that was on file
	heading bool     // it only says which turn the parts below it are for
	answers bool     // it is a line of an answer to a question within a turn
	fixes   []string // the whole part as it may be meant
}

// fail has the part not be taken.
func (x *spoken) fail(err error) {
	x.Fate, x.Why, x.heading = adjudicator.Refused, err.Error(), false
	if s := (slip{}); errors.As(err, &s) {
		x.fixes = s.fixes
	}
}

// faulty is a part that is not taken.
func faulty(quote string, err error) adjudicator.Part {
	x := spoken{Part: adjudicator.Part{Quote: cut200(quote)}}
	x.fail(err)
	return x.Part
}

// A slip is a complaint about something that may be meant otherwise: fixes are the whole part of the letter as it may
// be.
type slip struct {
	error
	fixes []string
}

// slipped complains of some words, from one to before another, in whose place one of the names may be meant. Which of
// more than a few nobody can guess.
func slipped(c *cursor, from, to int, names []string, err error) error {
	const few = 3
	if len(names) == 0 || len(names) > few {
		return err
	}
	out := slip{error: err}
	begin, end := c.Tokens[0].From, c.Tokens[len(c.Tokens)-1].To
	to = min(to, len(c.Tokens))
	for _, name := range names {
		out.fixes = append(out.fixes, c.Line[begin:c.Tokens[from].From]+name+c.Line[c.Tokens[to-1].To:end])
	}
	return out
}

// These are put between two lines of which the second goes on with the list of the first. Hardly any letter has them
// itself.
const (
	goesOnBelow = ";   "
	listBelow   = ",   "
)

// quoted is a piece of a line as its writer has it, with the mark that ends it.
func quoted(c *cursor) string {
	from, to := c.Tokens[0].From, c.Tokens[len(c.Tokens)-1].To
	for to < len(c.Line) && strings.ContainsRune("?!.", rune(c.Line[to])) {
		to++
	}
	return cut200(strings.TrimSpace(strings.NewReplacer(goesOnBelow, " ", listBelow, " ").Replace(c.Line[from:to])))
}

// cut200 is a quote that is not too long to be repeated.
func cut200(line string) string {
	const most = 200
	if r := []rune(line[:min(len(line), 4*most)]); len(r) > most || len(line) > 4*most {
		line = strings.ToValidUTF8(string(r[:min(len(r), most)]), "") + "..."
	}
	return line
}

// parts are what became of the letter. A heading is one if something was filed for its turn, or for one behind it.
func (s *sheetReader) parts() []adjudicator.Part {
	var out []adjudicator.Part
	for i, x := range s.said {
		filed := func(o spoken) bool { return o.turn >= x.turn && o.Fate == adjudicator.Filed && !o.heading }
		if !x.heading || slices.ContainsFunc(s.said[i:], filed) {
			out = append(out, x.Part)
		}
	}
	return out
}

// of is the part of this letter that has said what a deed does, or a part of a turn; nil if none has.
func (s *sheetReader) of(d deed, want func(verb) bool) *spoken {
	for _, pick := range []func(verb) bool{want, verb.isAct, func(verb) bool { return true }} {
		for _, i := range d.said {
			if pick(s.said[i].verb) {
				return &s.said[i]
			}
		}
	}
	return nil
}

// blame has a turn not be taken, for what is wrong with one of its alternatives.
func (s *sheetReader) blame(number int, d deed, err error) {
	s.broken = append(s.broken, number)
	if x := s.of(d, verb.isAct); x != nil {
		if x.Fate == adjudicator.Filed { // the first reason is the one that counts
			x.fail(err)
		}
		return
	}
	for i := range s.said {
		if x := &s.said[i]; x.turn == number && x.Fate == adjudicator.Filed {
			x.fail(complain("%q: %v", d.words(s.b), err))
			return
		}
	}
}

// settle puts the turns of the letter onto the sheet. What belongs to one that is not taken is not on file.
func (s *sheetReader) settle() {
	s.turns.Settle(s.complete, func(format string, args ...any) {
		if strings.HasSuffix(format, "stays.") { // the rest is said of the parts
			s.note(format, args...)
		}
	})
	s.sheet.turns = s.turns.Queue
	for i := range s.said {
		if x := &s.said[i]; x.turn > 0 && x.Fate == adjudicator.Filed && !x.heading && slices.Contains(s.broken, x.turn) {
			x.fail(complain("This belongs to TURN %d, which is not taken, since another line of it was not.", x.turn))
		}
	}
}

// suggest fills in what the parts that were asked about may mean: the letter is read again with each of their fixes,
// by a reader of its own, and what that adds is what they may mean. It looks at no more than some parts of a letter.
func (s *sheetReader) suggest(before sheet) {
	const most = 5
	looked := 0
	for i := range s.said {
		x := &s.said[i]
		if len(x.fixes) == 0 || looked == most {
			continue
		}
		looked++
		for _, fix := range x.fixes {
			if add := s.fixed(before, x.at, fix); add != "" && !slices.Contains(x.Suggest, add) {
				x.Fate, x.Suggest = adjudicator.Unsure, append(x.Suggest, add)
			}
		}
	}
}

// fixed is what a piece of the letter would add if it read otherwise, in normal form; "" if it could not be taken
// then.
func (s *sheetReader) fixed(before sheet, at int, fix string) string {
	t := newReader(s.b, s.v).sheetReader(s.kind, before)
	t.read(s.pieces, at, fix)
	i := slices.IndexFunc(t.said, func(x spoken) bool { return x.at == at })
	if i < 0 || t.said[i].Fate != adjudicator.Filed {
		return ""
	}
	lines := fewer(t.sheet.rest(s.b), s.sheet.rest(s.b))
	if x := t.said[i]; x.turn > 0 {
		lines = turnLines(t.sheet.turns, x.turn, s.b)
		if x.amends {
			lines = fewer(lines, turnLines(before.turns, x.turn, s.b))
		}
		if x.turn > 1 {
			lines = slices.Insert(lines, 0, fmt.Sprintf("TURN %d", x.turn))
		}
	}
	add := strings.Join(lines, "\n")
	check := newReader(s.b, s.v).sheetReader(s.kind, s.sheet)
	check.read(check.apart(add), noPiece, "")
	if add == "" || slices.ContainsFunc(check.said, func(x spoken) bool { return x.Fate != adjudicator.Filed }) {
		return ""
	}
	return add
}

// turnLines are the lines of one turn of a queue.
func turnLines(q queue.Queue[deed], number int, b *Board) []string {
	if number > len(q) {
		return nil
	}
	return queue.Queue[deed]{q[number-1]}.Lines(func(d deed) []string { return d.lines(b) })
}

// rest are the lines of a sheet without its turns.
func (s sheet) rest(b *Board) []string {
	s.turns = nil
	return s.lines(b)
}

// fewer are lines without those that are among others.
func fewer(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}
