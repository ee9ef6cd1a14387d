package decatur

import (
	"strconv"

	"deaddrop/parser/strict"
)

// This file parses what is on file, which is in normal form (words.go). Only this parser is used for it, so changes
// in the reading of letters can't change what is on file.

// A scanner parses a text in normal form.
type scanner struct {
	*strict.Text
	b *Board
}

// parse parses a text in normal form; words is the function that writes it.
func parse[T any](b *Board, text string, read func(scanner) T, words func(T) string) (T, error) {
	return strict.Parse(text, func(t *strict.Text) T { return read(scanner{t, b}) }, words)
}

// parseSheet parses a sheet, or standing orders alone; "" is an empty sheet.
func parseSheet(b *Board, text string) (sheet, error) {
	if text == "" || text == noOrders {
		return sheet{}, nil
	}
	return parse(b, text, scanner.sheet, func(s sheet) string { return s.words(b) })
}

// parseBid parses an answer to a request for a bid.
func parseBid(text string) (bidding, error) { return parse(nil, text, scanner.bid, bidding.words) }

// parseParting parses which cards a player parts with.
func parseParting(text string) (parting, error) {
	return parse(nil, text, scanner.parting, parting.words)
}

// parseRelocation parses where driven-out factors go.
func parseRelocation(b *Board, text string) (relocation, error) {
	return parse(b, text, scanner.refuge, func(r relocation) string { return r.answer(b) })
}

// parseAdvance parses how many factors move in.
func parseAdvance(text string) (int, error) { return parse(nil, text, scanner.advance, advanceWords) }

// sheetLines maps the first words of a sheet's lines to their parsers; alternatives begin with a number.
var sheetLines = map[string]func(scanner, *sheet){
	"DEFEND ":   func(p scanner, s *sheet) { s.rules.setDefence(p.defence()) },
	"RELOCATE ": func(p scanner, s *sheet) { s.rules.setRelocation(p.standing()) },
	"KEEP ":     func(p scanner, s *sheet) { s.rules.keep = p.cards() },
	"DISCARD ":  func(p scanner, s *sheet) { s.rules.discard = p.kinds() },
	"DECATUR ":  func(p scanner, s *sheet) { s.call.decatur = p.locs() },
	"CLOCK":     func(_ scanner, s *sheet) { s.call.clock = true },
}

// sheet parses all lines.
func (p scanner) sheet() (s sheet) {
	p.List("\n", func() {
		if p.Take(strconv.Itoa(len(s.turn)+1) + ": ") {
			s.turn = append(s.turn, p.alternative())
		} else if read, ok := strict.Head(p.Text, sheetLines); ok {
			read(p, &s)
		}
	})
	p.Check(len(s.turn) <= maxAlternatives && len(s.rules.lines(p.b)) <= maxStanding)
	return s
}

// actions maps the first words of actions to their parsers.
var actions = map[string]func(scanner) action{
	"PASS":          func(scanner) action { return pass{} },
	"DRAW":          func(scanner) action { return drawCard{} },
	"EXCHANGE ALL ": func(p scanner) action { return exchange{kind: p.kind()} },
	"EXCHANGE ":     scanner.exchange,
	"RESTRUCTURE ":  func(p scanner) action { return restructure{p.loc()} },
	"EXPAND ":       func(p scanner) action { return expand{p.locs()} },
	"PORT ":         scanner.port,
	"CONSOLIDATE ":  scanner.consolidation,
	"VENTURE ":      scanner.venture,
}

// alternative parses an action with its condition, and checks that the board allows it.
func (p scanner) alternative() (a alternative) {
	if read, ok := strict.Head(p.Text, actions); ok {
		a.do = read(p)
	}
	if p.Take(" IF ") {
		a.when = p.condition()
	}
	p.FailIf(p.b.forbids(a))
	return a
}

func (p scanner) exchange() action {
	cards := func() int { return p.Number(1, maxListed) }
	return exchange{p.kind(), strict.If(p.Text, " HAND ", 0, cards), strict.If(p.Text, " PLAY ", 0, cards)}
}

func (p scanner) port() action {
	x := port{at: p.loc()}
	if oceans := p.b.Locations[x.at].Oceans; len(oceans) > 1 {
		x.ocean = strict.After(p.Text, " ", func() Ocean { return strict.Word(p.Text, oceans) })
	}
	return x
}

func (p scanner) consolidation() action {
	k := consolidate{to: p.loc()}
	p.Need(" FROM ")
	strict.Each(p.Text, ", ", func() Loc {
		from := origin{at: p.loc()}
		from.n = strict.Or(p.Text, " ALL", 0, func() int { return strict.After(p.Text, " ", p.factor) })
		k.from = append(k.from, from)
		return from.at
	})
	return k
}

func (p scanner) venture() action {
	v := venture{from: p.loc(), to: strict.After(p.Text, "-", p.loc)}
	v.ladder = ladder{
		commit: strict.If(p.Text, " COMMIT ", unset, p.orAll), max: strict.If(p.Text, " MAX ", unset, p.orAll),
		play: strict.If(p.Text, " PLAY ", nil, p.cards), discard: strict.If(p.Text, " DISCARD ", nil, p.kinds),
		cardsFirst: p.Take(" FIRST cards"), move: strict.If(p.Text, " MOVE ", unset, p.orAll),
		interactive: p.Take(" INTERACTIVE"),
	}
	p.FailIf(checkLadder(v.ladder))
	return v
}

// condition parses a condition; AND and OR are evaluated from left to right.
func (p scanner) condition() condition {
	c := p.term()
	for p.Take(" ") {
		op := strict.Word(p.Text, []string{"AND", "OR"})
		c = pair{op, c, strict.After(p.Text, " ", p.term)}
	}
	return c
}

func (p scanner) term() condition {
	switch {
	case p.Take("NOT "):
		return not{p.term()}
	case p.Take("("):
		c := p.condition()
		p.Need(")")
		return c
	}
	if f, ok := strict.Maybe(p.Text, "", func() fact { return strict.Word(p.Text, facts) }); ok {
		return f
	}
	if c, ok := strict.Maybe(p.Text, "", p.count); ok {
		return c
	}
	return status{p.loc(), strict.After(p.Text, " ", func() string { return strict.Word(p.Text, owners()) })}
}

// count parses a gauge, its arguments in brackets, and the comparison.
func (p scanner) count() (c count) {
	g := strict.Name(p.Text, gauges, func(g gauge) string { return g.name + "(" })
	c.what = g.name
	args := map[rune]func(){
		'l': func() { c.at = p.loc() },
		's': func() { c.seat = strict.Word(p.Text, append(seatNames(), isMe)) },
		'o': func() { c.ocean = strict.Word(p.Text, Oceans) },
		'k': func() { c.kind = p.kind() },
	}
	for i, arg := range g.args {
		if i > 0 {
			p.Need(", ")
		}
		args[arg]()
	}
	c.op = strict.After(p.Text, ") ", func() string { return strict.Word(p.Text, comparisons) })
	c.n = strict.After(p.Text, " ", func() int { return p.Number(0, maxCompared) })
	return c
}

func (p scanner) defence() defence {
	d := defence{at: p.orEverywhere(), upTo: unset}
	if d.interactive = p.Take(" INTERACTIVE"); d.interactive || p.Take(" PLAY NONE") {
		return d
	}
	if d.matching = p.Take(" PLAY matching"); !d.matching {
		d.play = strict.After(p.Text, " PLAY ", p.cards)
	}
	d.upTo = strict.If(p.Text, " UP TO ", unset, func() int { return p.Number(0, maxListed) })
	d.onlyIfWins = p.Take(" ONLY IF WINS")
	return d
}

// standing parses a standing relocation, and checks that the board allows it.
func (p scanner) standing() relocation {
	r := p.relocation(p.orEverywhere())
	p.FailIf(p.b.forbidsRelocation(r))
	return r
}

// relocation parses the destinations of factors.
func (p scanner) relocation(at Loc) relocation {
	r := relocation{at: at, to: strict.If(p.Text, " TO ", nil, p.locs),
		n: strict.If(p.Text, " FACTORS ", unset, p.factors)}
	r.ocean = strict.If(p.Text, " FLEET ", "", func() Ocean { return strict.Word(p.Text, Oceans) })
	p.Check(r.words(p.b) != "")
	return r
}

// refuge parses the answer about a relocation, in which the factors have a single destination.
func (p scanner) refuge() relocation {
	if !p.Take("RELOCATE") {
		p.Put(" ")
	}
	r := p.relocation(everywhere)
	p.Check(len(r.to) <= 1)
	return r
}

func (p scanner) bid() bidding {
	d := bidding{concede: p.Take("CONCEDE"), commit: unset}
	if d.concede || p.Take("PAT") {
		return d
	}
	p.Put(" ")
	d.commit = strict.If(p.Text, " COMMIT ", unset, p.factors)
	d.play, d.discard = strict.If(p.Text, " PLAY ", nil, p.cards), strict.If(p.Text, " DISCARD ", nil, p.kinds)
	return d.tidied()
}

func (p scanner) parting() (d parting) {
	p.Put("\n")
	d.play, d.discard = strict.If(p.Text, "\nPLAY ", nil, p.cards), strict.If(p.Text, "\nDISCARD ", nil, p.cards)
	return d
}

func (p scanner) advance() int { return strict.After(p.Text, "MOVE ", p.orAll) }

// Parsers for parts of lines: numbers, names and lists.

func (p scanner) factors() int          { return p.Number(0, maxFactors) }
func (p scanner) factor() int           { return p.Number(1, maxFactors) }
func (p scanner) orAll() int            { return strict.Or(p.Text, "ALL", all, p.factors) }
func (p scanner) kind() Commonwealth    { return strict.Word(p.Text, Commonwealths) }
func (p scanner) kinds() []Commonwealth { return strict.Each(p.Text, ", ", p.kind) }
func (p scanner) locs() []Loc           { return strict.Each(p.Text, ", ", p.loc) }
func (p scanner) orEverywhere() Loc     { return strict.Or(p.Text, "ALL", everywhere, p.loc) }

func (p scanner) cards() []Commonwealth {
	cards := strict.Many(p.Text, ", ", p.kind)
	p.Check(len(cards) <= maxListed)
	return cards
}

func (p scanner) loc() Loc {
	return Loc(strict.Index(p.Text, p.b.Locations, func(l Location) string { return l.Name }))
}
