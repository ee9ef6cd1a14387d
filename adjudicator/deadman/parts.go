package deadman

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// What became of each part of a letter, and what is said of it.

// A spot is where in a letter a part stands.
type spot struct{ line, piece int }

// A part is one of a letter.
type part struct {
	adjudicator.Part
	spot   spot
	words  string // of what is no order, as they were read
	line   string // the whole line, as written,
	when   when   // and the season that it is for
	cause  error  // why it was not taken; nil if it was, or is no order
	spoken bool   // it is no order, and what it is will be found out when the whole line was read
	goesOn bool   // with words before it that are no order: "I think A Mun will move"
}

// A complaint is a sentence for the player, who gets it with the line that it is about.
type complaint struct {
	text string
	asks bool // it asks what is meant

	name   string   // what no place is called, or several are, in the words of the letter,
	means  []string // and the places that may be meant
	none   bool     // there is no such place
	orders []string // what the whole may mean
}

func (c complaint) Error() string { return c.text }

func complain(format string, args ...any) error { return complaint{text: fmt.Sprintf(format, args...)} }

func ask(format string, args ...any) error {
	return complaint{text: fmt.Sprintf(format, args...), asks: true}
}

// isUnknown reports whether an error is about a name that is no place's.
func isUnknown(err error) bool {
	var c complaint
	return errors.As(err, &c) && c.none
}

// and is a complaint with more to say.
func and(err error, more string) error {
	var c complaint
	if errors.As(err, &c) {
		c.text += more
		return c
	}
	return errors.New(err.Error() + more)
}

// about is a complaint about a line as it is about a part of it, which does not say what the whole may mean.
func about(err error) error {
	var c complaint
	if errors.As(err, &c) {
		c.orders = nil
		return c
	}
	return err
}

// refuse says why a line can't be taken, and ask what it means.
func (r *reader) refuse(line, format string, args ...any) { r.object(line, complain(format, args...)) }

func (r *reader) ask(line, format string, args ...any) { r.object(line, ask(format, args...)) }

// object says why a line was not taken, and what it may mean.
func (r *reader) object(line string, err error) { r.add(r.objection(line, err)) }

func (r *reader) objection(line string, err error) part {
	var c complaint
	p := adjudicator.Part{Fate: adjudicator.Refused, Quote: line, Why: err.Error()}
	if errors.As(err, &c) {
		p.Suggest = r.suggestions(line, c)
		if c.asks || len(p.Suggest) > 0 {
			p.Fate = adjudicator.Unsure
		}
	}
	return part{Part: p, cause: err}
}

// spoken notes words that are no order.
func (r *reader) spoken(words string) {
	r.add(part{Part: adjudicator.Part{Quote: words}, spoken: true})
}

// add notes what became of a part of the line that is read. Its quotation is that line if the words were put otherwise.
func (r *reader) add(p part) {
	p.Quote = strings.TrimSpace(p.Quote)
	if p.spoken {
		p.words = p.Quote
	}
	if r.line != "" && !strings.Contains(r.line, p.Quote) {
		p.Quote = r.line
	}
	p.spot, p.line, p.when = r.spot, cmp.Or(r.line, p.Quote), r.when
	r.parts = append(r.parts, p)
}

// piece reads a piece of a line, and notes that it is an order if something of it is on the sheet then.
func (r *reader) piece(text string, read func()) {
	taken := r.taken
	r.vain = ""
	read()
	if r.taken > taken {
		r.add(part{Part: adjudicator.Part{Fate: adjudicator.Filed, Quote: text, Why: r.vain}})
	}
}

// told is what became of the parts of a letter that was read, in their order.
func (r *reader) told() []adjudicator.Part {
	slices.SortStableFunc(r.parts, before)
	var out []adjudicator.Part
	for i := 0; i < len(r.parts); i++ {
		p := r.parts[i]
		if !p.spoken {
			out = append(out, shortened(p.Part))
			continue
		}
		from := i
		for i+1 < len(r.parts) && p.goesOnWith(r.parts[i+1]) {
			i++
			p.join(r.parts[i])
		}
		if i+1 < len(r.parts) && r.parts[i+1].goesOn && r.parts[i+1].spot.line == p.spot.line {
			r.parts[i+1].Quote = span(p.line, p.Quote, r.parts[i+1].Quote)
			continue
		}
		behind, before := r.orderAt(from-1, p.spot.line), r.orderAt(i+1, p.spot.line)
		if asked, rest, ok := p.cut(); ok && r.thing(rest.words) != "" {
			out = append(out, shortened(r.spokenOf(asked, behind, false)))
			p, behind = rest, false
		}
		out = append(out, shortened(r.spokenOf(p, behind, before)))
	}
	return out
}

// cut cuts a part that is no order behind the last question in it: "When is the deadline? Munich to Tyrol".
func (p part) cut() (asked, rest part, ok bool) {
	i := strings.LastIndex(p.words, "?") + 1
	if i == 0 || strings.TrimSpace(p.words[i:]) == "" {
		return p, p, false
	}
	asked, rest = p, p
	asked.words, rest.words = p.words[:i], strings.TrimSpace(p.words[i:])
	if p.Quote == p.words {
		asked.Quote, rest.Quote = asked.words, rest.words
	}
	return asked, rest, true
}

// goesOnWith reports whether the part behind one that is no order belongs to it. A remark in brackets stands alone.
func (p part) goesOnWith(next part) bool {
	return next.spoken && next.spot.line == p.spot.line && next.spot.piece < lastPiece
}

// join puts the part behind it to a part that is no order.
func (p *part) join(next part) {
	if p.Quote == p.words && next.Quote == next.words {
		p.Quote = span(p.line, p.Quote, next.Quote)
		p.words = p.Quote
		return
	}
	p.Quote, p.words = p.line, p.words+" "+next.words
}

// before compares where parts stand. An order comes before what is said of it.
func before(p, q part) int {
	filed := func(p part) int {
		if p.Fate == adjudicator.Filed {
			return 0
		}
		return 1
	}
	return cmp.Or(p.spot.line-q.spot.line, p.spot.piece-q.spot.piece, filed(p)-filed(q))
}

// orderAt reports whether a part is an order of that line that was taken.
func (r *reader) orderAt(i, line int) bool {
	return i >= 0 && i < len(r.parts) && r.parts[i].spot.line == line && r.parts[i].Fate == adjudicator.Filed
}

// spokenOf is what words are that are no order: between orders of their line, or alone.
func (r *reader) spokenOf(p part, behind, before bool) adjudicator.Part {
	words, thing := wordsIn(p.words), r.thing(p.words)
	out := adjudicator.Spoken(p.words, thing)
	out.Quote = p.Quote
	switch {
	case isSignature(words), isSignature(wordsIn(p.line)), behind && r.isContrast(words):
		return adjudicator.Part{Fate: adjudicator.Talk, Quote: p.Quote}
	case out.Fate == adjudicator.Unsure && before && thing == "": // "Sorry, correction: A Mun-Tyr"
		return adjudicator.Part{Fate: adjudicator.Talk, Quote: p.Quote}
	case out.Fate == adjudicator.Unsure:
		r.when = p.when
		if order := r.meant(p.words); order != "" {
			out.Suggest = []string{order}
		}
	case out.Fate == adjudicator.Talk && behind && doubts(words):
		out.Fate, out.Why = adjudicator.Unsure, fmt.Sprintf("What does %q mean here? One order a line is best.", p.words)
	}
	return out
}

// span is the part of a line from one text to another, both included.
func span(line, from, to string) string {
	i := strings.Index(line, from)
	if i < 0 {
		return line
	}
	j := strings.Index(line[i+len(from):], to)
	if j < 0 {
		return line
	}
	return line[i : i+len(from)+j+len(to)]
}

// tail is the end of a text from words on, as they are written there.
func tail(text string, words []string) string {
	tokens := tokensIn(text)
	for i := len(tokens) - len(words); i >= 0; i-- {
		n := 0
		for _, t := range tokens[i:] {
			if n < len(words) && t.Word == words[n] {
				n++
			}
		}
		if n == len(words) && tokens[i].Word == words[0] {
			return text[tokens[i].From:]
		}
	}
	return text
}

// shortened is a part of which no more is quoted than is needed to know it again.
func shortened(p adjudicator.Part) adjudicator.Part {
	const most = 200 // letters
	if len(p.Quote) > most {
		if short := []rune(p.Quote[:min(len(p.Quote), most*utf8.UTFMax)]); len(short) > most {
			p.Quote = string(short[:most]) + "..."
		}
	}
	return p
}

// isSignature reports whether words are of courtesy, with a name behind them, which may be that of a place.
func isSignature(words []string) bool {
	name := skip(words, func(w string) bool {
		return isThanks(w) || one(w, "regards", "best", "kind", "wishes", "yours", "greetings", "many", "you")
	})
	return len(name) < len(words) && len(name) <= 1
}

// isContrast reports whether words behind an order only say which place it does not name: "A Par-Pic (not Bur)".
func (r *reader) isContrast(words []string) bool {
	if len(words) < 2 || words[0] != "not" {
		return false
	}
	_, used := r.places.Prefix(words[1:])
	return used == len(words)-1
}

// suggestions are what a line may mean by a complaint about it.
func (r *reader) suggestions(line string, c complaint) []string {
	const most = 3
	if r.kind == "" || len(line) > maxJoined || len(c.means) > most {
		return nil
	}
	var out []string
	for _, order := range c.orders {
		out = append(out, r.suggested(order))
	}
	for _, place := range c.means {
		if text, ok := replaced(line, c.name, place); ok {
			out = append(out, r.suggested(text))
		}
	}
	return slices.DeleteFunc(out, func(order string) bool { return order == "" })
}

// suggested is what a text comes to in normal form when it is read alone; "" if it is not sure what that is, or something
// has to be said of it.
func (r *reader) suggested(text string) string {
	if r.kind == "" {
		return ""
	}
	switch {
	case r.kind == retreats:
	case r.when == nextSeason:
		text = "NEXT " + text
	case r.when == standing:
		text = "ALWAYS " + text
	}
	read := r.View.read(r.kind, "", text, false)
	if len(read.Notes)+len(read.Open()) > 0 {
		return ""
	}
	return read.Answer
}

// replaced is a text with a place in the place of a name.
func replaced(text, name, place string) (string, bool) {
	tokens := parser.Tokens(text)
	n := len(strings.Fields(name))
	for i := 0; n > 0 && i+n <= len(tokens); i++ {
		words := make([]string, n)
		for k := range words {
			words[k] = tokens[i+k].Word
		}
		if strings.Join(words, " ") == name {
			return text[:tokens[i].From] + place + text[tokens[i+n-1].To:], true
		}
	}
	return "", false
}

// meant is the order that words may be in which a unit's type is missing: "Kiel: Holland", "Oops, Mun Tyr".
func (r *reader) meant(text string) string {
	if len(text) > maxJoined {
		return ""
	}
	for _, t := range parser.Tokens(text) {
		rest := text[t.From:]
		at, used := r.places.Prefix(parser.Words(rest))
		if used == 0 || len(at) != 1 {
			continue
		}
		us := r.View.ordered(r.sheet)
		if r.kind == retreats {
			us = r.dislodged()
		}
		for _, home := range r.homes {
			us = append(us, r.starting(r.sheet, home))
		}
		if u, ok := us.in(r.Province(at[0])); ok {
			return r.suggested(u.Type.String() + " " + rest)
		}
	}
	return ""
}
