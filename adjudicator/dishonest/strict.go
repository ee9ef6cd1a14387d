package dishonest

import (
	"strings"

	orders "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// This file reads the normal form (words.go), in which orders are on file. Nothing else reads files, so the words
// that players may use have no influence on the meaning of filed orders.

// A scanner reads text in normal form.
type scanner struct {
	*strict.Text
	b *Board
}

// parse reads a text in normal form and checks that words, which writes the normal form, returns the same text.
func parse[T any](b *Board, text string, read func(scanner) T, words func(T) string) (T, error) {
	return strict.Parse(text, func(t *strict.Text) T { return read(scanner{t, b}) }, words)
}

// parseSheet reads the sheet on file for a question of a kind; "" is an empty one.
func parseSheet(b *Board, kind, text string) (sheet, error) {
	if text == "" {
		return sheet{income: income{draw: unsaid}}, nil
	}
	return parse(b, text, scanner.sheet, func(s sheet) string { return s.of(kind).words(b) })
}

// parseOrder reads an answer about a battle. When both sides commit, fighters can no longer be deployed.
func parseOrder(b *Board, kind, text string) (order, error) {
	return parse(b, text, scanner.order, func(o order) string {
		if kind == "commit" {
			o.deploy = nil
		}
		return o.words(b)
	})
}

// parseSecondary reads an answer to another player's tile.
func parseSecondary(b *Board, text string) (secondary, error) {
	whole := func(p scanner) secondary {
		x := p.secondary()
		p.Check(!x.fitting)
		return x
	}
	return parse(b, text, whole, func(x secondary) string { return x.words(b) })
}

// parseRuling reads a game master's ruling; a ruling that nothing happens has no effects.
func parseRuling(b *Board, text string) ([]Effect, error) {
	if text == noEffect {
		return nil, nil
	}
	effects := func(p scanner) []Effect { return strict.Many(p.Text, "\n", p.effect) }
	return parse(b, text, effects, rulingWords)
}

// sheetLines has the readers of the lines of a sheet, by the first word.
var sheetLines = map[string]func(scanner, *sheet){
	noOrders: func(_ scanner, s *sheet) { s.income.none = true },
	"DRAW ":  func(p scanner, s *sheet) { s.income.draw = p.Number(0, mostDrawn) },
	"POOL ":  func(p scanner, s *sheet) { s.income.pool = p.bundle(Supply, Oil) },
	"BID ":   func(p scanner, s *sheet) { s.income.bid = p.bundle(Resources...); p.Check(s.income.bid.any == 0) },
	"ALLY ":  func(p scanner, s *sheet) { s.income.ally = p.powers() },
	"IF ":    func(p scanner, s *sheet) { s.income.ifs = append(s.income.ifs, p.provided()) },
	"TURN ":  func(p scanner, s *sheet) { p.number(); s.turns = append(s.turns, nil) },
	"PLAY ":  func(p scanner, s *sheet) { s.deed().play = &play{card: p.card(), choice: p.choice()} },
	"SCORE ": func(p scanner, s *sheet) { s.deed().play = &play{card: p.card(), score: true} },
	"TACTICS": func(p scanner, s *sheet) {
		s.deed().act = act{kind: actTactics, ops: p.ops(), moves: p.moves(), at: nowhere}
	},
	"MOBILIZE ": func(p scanner, s *sheet) {
		s.deed().act = act{kind: actMobilize, buy: p.purchases(), at: nowhere}
	},
	"GARRISON ": func(p scanner, s *sheet) { s.deed().act = act{kind: actGarrison, at: p.region()} },
	"IDEOLOGY":  func(p scanner, s *sheet) { p.ideology(s) },
	passes:      func(_ scanner, s *sheet) { s.deed().act = act{kind: actPass, at: nowhere} },
	"BATTLE ": func(p scanner, s *sheet) {
		o := p.battle()
		p.Check(len(o.deploy) == 0)
		s.deed().putBattle(o)
	},
	"ANNEX ":           func(p scanner, s *sheet) { s.deed().annex = p.region() },
	"DEFEND ":          func(p scanner, s *sheet) { s.rules.putDefence(p.battle()) },
	"SECONDARY ":       func(p scanner, s *sheet) { s.rules.putSecondary(p.reaction()) },
	"LOSE ":            func(p scanner, s *sheet) { s.rules.lose = p.units() },
	"TIES ":            func(p scanner, s *sheet) { s.rules.ties = p.powers() },
	"STOP IF ATTACKED": func(p scanner, s *sheet) { s.rules.putStop(stop{strict.If(p.Text, " AT ", nowhere, p.area)}) },
}

// sheet reads all lines.
func (p scanner) sheet() sheet {
	s := sheet{income: income{draw: unsaid}}
	p.List("\n", func() {
		if p.Take("OR ") {
			s.turns.Part(true, deed{annex: nowhere})
		}
		if read, ok := strict.Head(p.Text, sheetLines); ok {
			read(p, &s)
		}
	})
	p.Check(len(s.turns) == 0 || len(s.turns[len(s.turns)-1]) > 0)
	p.Check(strict.Distinct(s.income.ifs, func(x provided) string { return incomeKey(x.words()) }))
	return s
}

// laterLines has the readers of those lines of an income that may depend on something revealed before them.
var laterLines = map[string]func(scanner, *income){
	"POOL ":     func(p scanner, x *income) { x.pool = p.bundle(Supply, Oil) },
	"BID ":      func(p scanner, x *income) { x.bid = p.bundle(Resources...); p.Check(x.bid.any == 0) },
	"IDEOLOGY ": func(p scanner, x *income) { x.ideology = strict.Each(p.Text, ", ", p.tile) },
	"ALLY ":     func(p scanner, x *income) { x.ally = p.powers() },
}

// provided reads a line that depends on a card that is drawn, or on the bidding.
func (p scanner) provided() provided {
	x := provided{says: income{draw: unsaid}}
	if !p.Take("BID WON ") {
		p.Need("DRAWN ")
		x.drawn = p.card()
		p.Need(" ")
	}
	if read, ok := strict.Head(p.Text, laterLines); ok {
		read(p, &x.says)
	}
	p.Check(x.drawn > 0 || x.says.pool == nil && x.says.bid == nil)
	return x
}

// ideology reads tiles for the income phase, or an action without tiles.
func (p scanner) ideology(s *sheet) {
	tiles, ok := strict.Maybe(p.Text, " ", func() []string { return strict.Each(p.Text, ", ", p.tile) })
	if ok {
		s.income.ideology = tiles
		return
	}
	s.deed().act = act{kind: actIdeology, choice: p.choice(), at: nowhere}
}

// ops reads the cost of a tactics action, if it is given.
func (p scanner) ops() int {
	n := strict.If(p.Text, " ", 0, func() int { return p.Number(1, mostOps) })
	p.Need(": ")
	return n
}

func (p scanner) move() move {
	n, _ := strict.Maybe(p.Text, "", func() int { n := p.number(); p.Need(" "); return n })
	m := move{n: max(n, 1), unit: p.unit(), path: strict.After(p.Text, " ", p.path)}
	m.home = strict.If(p.Text, " RETURN ", nowhere, p.region)
	p.Check(len(m.path) > 1)
	return m
}

func (p scanner) purchase() purchase {
	return purchase{p.number(), strict.After(p.Text, " ", p.unit), strict.After(p.Text, " AT ", p.area)}
}

func (p scanner) choice() choice {
	return choice{
		at:   strict.If(p.Text, " AT ", nil, func() []Area { return strict.Many(p.Text, ", ", p.area) }),
		on:   strict.If(p.Text, " ON ", nil, p.powers),
		take: strict.If(p.Text, " TAKE ", nil, func() *Resource { r := p.resource(Resources); return &r }),
		buy:  strict.If(p.Text, " BUILD ", nil, p.purchases),
		move: strict.If(p.Text, " MOVE ", nil, p.moves),
	}
}

// secondary reads NO, YES, or a choice, which has no space before it. After YES, only that counts of the choice which
// the tile leaves open.
func (p scanner) secondary() secondary {
	switch {
	case p.Take("NO"):
		return secondary{no: true}
	case p.Take("YES "):
		p.Put(" ")
		return secondary{choice: p.choice(), fitting: true}
	case p.Take("YES"):
		return secondary{}
	}
	p.Put(" ")
	return secondary{choice: p.choice()}
}

// reaction reads a reaction to a tile, or to any.
func (p scanner) reaction() secondary {
	tile := strict.Or(p.Text, "ANY", "", p.tile)
	x := strict.After(p.Text, ": ", p.secondary)
	x.tile = tile
	p.Check(tile == "" || !x.fitting)
	return x
}

// battle reads an order with its place and its opponent.
func (p scanner) battle() order {
	at := strict.Or(p.Text, "ANY", nowhere, p.area)
	against := strict.If(p.Text, " AGAINST ", "", p.power)
	o := strict.After(p.Text, ": ", p.order)
	o.at, o.against = at, against
	return o
}

func (p scanner) order() order {
	o := order{at: nowhere}
	if p.Take(noOrders) {
		return o
	}
	p.List("; ", func() {
		switch {
		case p.Take("DEPLOY "):
			p.List(", ", func() { o.deploy = putDeploy(o.deploy, p.deploy()) })
		case p.Take("LOSE "):
			o.lose = p.units()
		case p.Take("RETREAT "):
			o.retreat = p.areas()
		default:
			o.stakes = strict.Many(p.Text, " ELSE ", p.stake)
		}
	})
	return o
}

func (p scanner) deploy() deploy {
	return deploy{strict.Or(p.Text, "ALL", all, p.number), strict.After(p.Text, " FTR ", p.region)}
}

func (p scanner) stake() (k stake) {
	if p.Take("SUPPLY ") {
		k.supply = strict.Or(p.Text, "ALL", all, p.orNone)
		k.card = strict.If(p.Text, " CARD ", 0, p.card)
	} else {
		k.card = strict.After(p.Text, "CARD ", p.card)
	}
	k.when = strict.If(p.Text, " IF ", nil, func() []when { return strict.Many(p.Text, " AND ", p.when) })
	return k
}

func (p scanner) when() when {
	w := when{kind: strict.Name(p.Text, []whenKind{whenDeployed, whenStrength, whenOdds}, upper)}
	if w.less = p.Take(" < "); !w.less {
		p.Need(" >= ")
	}
	if w.kind != whenOdds {
		w.n = p.orNone()
		return w
	}
	w.n, w.m = p.number(), strict.After(p.Text, ":", p.number)
	return w
}

// effect reads a line of a ruling.
func (p scanner) effect() (e Effect) {
	e.Op = strict.Name(p.Text, rulings, upper)
	if e.Target, _ = strict.Maybe(p.Text, " ", p.power); e.Target == "" {
		e.Target, _ = strict.Maybe(p.Text, " ", func() string { return strict.Word(p.Text, ruledFor) })
	}
	units, ok := strict.Maybe(p.Text, " ", p.force)
	if e.Units = units; !ok {
		e.Amount, _ = strict.Maybe(p.Text, " ", func() int { return p.Number(-orders.MaxNumber, orders.MaxNumber) })
		e.What, _ = strict.Maybe(p.Text, " ", func() string { return p.resource(Resources).String() })
	}
	if p.Take(" AT ") {
		e.Place = p.b.Name(p.area())
	}
	f := p.b.forms()[e.Op]
	p.Check(e.unruled(f) == "")
	p.FailIf(tooMuch(e, f))
	return e
}

func (p scanner) force() (f Force) {
	p.List(", ", func() {
		n := p.number()
		f[strict.After(p.Text, " ", p.unit)] += n
	})
	return f
}

// bundle reads "3", "2 SUPPLY 1 OIL" or "3, 1 OIL", of some kinds.
func (p scanner) bundle(of ...Resource) *bundle {
	var x bundle
	for more := true; more; more = p.Take(" ") || p.Take(", ") {
		if n := p.orNone(); p.Take(" ") {
			x.cubes[p.resource(of)] += n
		} else {
			x.any += n
		}
	}
	return &x
}

// The parts of lines: numbers, names and lists.

func (p scanner) number() int           { return p.Number(1, orders.MaxNumber) }
func (p scanner) orNone() int           { return p.Number(0, orders.MaxNumber) }
func (p scanner) unit() Type            { return strict.Name(p.Text, Types, Type.short) }
func (p scanner) units() []Type         { return strict.Each(p.Text, ", ", p.unit) }
func (p scanner) power() string         { return string(strict.Word(p.Text, seats())) }
func (p scanner) powers() []string      { return strict.Each(p.Text, ", ", p.power) }
func (p scanner) areas() []Area         { return strict.Each(p.Text, ", ", p.area) }
func (p scanner) path() []Area          { return strict.Many(p.Text, "-", p.area) }
func (p scanner) moves() []move         { return strict.Many(p.Text, "; ", p.move) }
func (p scanner) purchases() []purchase { return strict.Many(p.Text, ", ", p.purchase) }

func (p scanner) area() Area {
	return Area(strict.Index(p.Text, p.b.Places, func(x Place) string { return x.Name }))
}

// region reads an area that is not a sea.
func (p scanner) region() Area {
	a := p.area()
	p.Check(!p.b.IsSea(a))
	return a
}

func (p scanner) card() int {
	n := p.number()
	p.Check(p.b.card(n) != nil)
	return n
}

func (p scanner) tile() string {
	return strict.Name(p.Text, p.b.Tiles, func(t Tile) string { return t.Name }).Name
}

func (p scanner) resource(of []Resource) Resource {
	return strict.Name(p.Text, of, func(r Resource) string { return upper(r.String()) })
}

func upper[S ~string](word S) string { return strings.ToUpper(string(word)) }
