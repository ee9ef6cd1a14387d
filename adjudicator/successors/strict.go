package successors

import (
	"slices"
	"strings"

	"deaddrop/parser/order"
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
	if text == "" || text == noOrders && kind == "standing" {
		return sheet{}, nil
	}
	return parse(b, text, scanner.sheet, func(s sheet) string { return s.of(kind).words(b) })
}

// parseDecision reads an answer after a round of battle.
func parseDecision(b *Board, text string) (decision, error) {
	return parse(b, text, scanner.decision, func(d decision) string { return d.words(b) })
}

// parseRuling reads a game master's ruling.
func parseRuling(b *Board, text string) ([]Effect, error) {
	effects := func(p scanner) []Effect { return strict.Many(p.Text, "\n", p.effect) }
	return parse(b, text, effects, rulingWords)
}

// sheetLines has the readers of the lines of a sheet, by the first word.
var sheetLines = map[string]func(scanner, *sheet){
	passes:                  func(_ scanner, s *sheet) { s.pass = true },
	"HOME ":                 func(p scanner, s *sheet) { s.home = strict.Each(p.Text, ", ", p.province) },
	"PLAY ":                 func(p scanner, s *sheet) { p.chit(s) },
	"GIVE ":                 func(p scanner, s *sheet) { s.give = append(s.give, gift{p.number(), p.to()}) },
	"RANSOM":                func(p scanner, s *sheet) { p.ransom(s) },
	"BUY ":                  func(p scanner, s *sheet) { s.buy = append(s.buy, purchase{p.units(p.number), p.at()}) },
	"MOVE ":                 func(p scanner, s *sheet) { s.moves = append(s.moves, p.march()) },
	"SAIL ":                 func(p scanner, s *sheet) { s.moves = append(s.moves, p.voyage()) },
	"FIGHT ":                func(p scanner, s *sheet) { s.fights = append(s.fights, p.fight()) },
	"IF ATTACKED ":          func(p scanner, s *sheet) { s.rules.attacked = append(s.rules.attacked, p.attacked()) },
	"INSIST ON BATTLE ":     func(p scanner, s *sheet) { s.rules.insist = append(s.rules.insist, p.insist()) },
	"LEADER BONUS TO ":      func(p scanner, s *sheet) { s.rules.bonus = p.ranking(Land) },
	"LOSE ":                 func(p scanner, s *sheet) { s.rules.lose = p.ranking(Types) },
	"ALLY ":                 func(p scanner, s *sheet) { s.rules.ally = append(s.rules.ally, p.seat()) },
	"LEND ":                 func(p scanner, s *sheet) { s.rules.lend = append(s.rules.lend, p.loan()) },
	"LEND CAV FOR RAID TO ": func(p scanner, s *sheet) { s.rules.raid = append(s.rules.raid, p.ride()) },
}

// sheet reads all lines. Orders that count once must not be there twice, and an entry for all other provinces comes
// last.
func (p scanner) sheet() (s sheet) {
	p.List("\n", func() {
		if read, ok := strict.Head(p.Text, sheetLines); ok {
			read(p, &s)
		}
	})
	s.rules.sort()
	p.Check(s.once())
	return s
}

// chit reads a chit that is played this turn, or as soon as it can be.
func (p scanner) chit(s *sheet) {
	n := p.number()
	p.Check(p.b.chit(n) != nil)
	for _, when := range []When{OnRevolt, AtTurnStart, AnyTurn} {
		if p.Take(whenPlayed[when]) {
			s.rules.react = append(s.rules.react, react{n, strict.If(p.Text, " AT ", nil, p.areas), p.rider(), when})
			return
		}
	}
	s.play = append(s.play, play{n, p.at(), p.rider()})
}

func (p scanner) march() move {
	m := move{path: strict.Many(p.Text, "-", p.province), land: nowhere}
	m.units, _ = strict.Maybe(p.Text, " ", p.army)
	m.leader, m.of = p.Take(" LEADER"), strict.If(p.Text, " OF ", "", p.seat)
	p.Check(len(m.path) > 1)
	return m
}

func (p scanner) voyage() move {
	m := move{sail: true, path: strict.Many(p.Text, "-", p.area), fleets: strict.After(p.Text, " ", p.count)}
	p.Need(" FLEET")
	m.units = strict.If(p.Text, " CARRY ", nil, p.army)
	m.leader, m.land = p.Take(" LEADER"), strict.If(p.Text, " LAND ", nowhere, p.province)
	m.of = strict.If(p.Text, " OF ", "", p.seat)
	p.Check(len(m.path) > 1 || m.land != nowhere)
	return m
}

func (p scanner) fight() fight {
	side := func() string { return string(strict.Word(p.Text, append(seats(), white))) }
	f := fight{p.area(), strict.If(p.Text, " AGAINST ", "", side), p.limit()}
	p.Check(!p.b.IsSea(f.at) || f.limit.isDefault()) // a battle at sea has one round
	return f
}

func (p scanner) attacked() attacked {
	a := attacked{at: p.anywhere()}
	if p.Take(" RETREAT") {
		a.limit = p.whither()
		a.limit.rounds = 1
		return a
	}
	a.limit = strict.After(p.Text, " FIGHT", p.limit)
	return a
}

func (p scanner) insist() insist {
	place := func() Area { return strict.After(p.Text, "AT ", p.area) }
	x := insist{at: strict.Or(p.Text, "ANYWHERE", nowhere, place), den: 1}
	if p.Take(" IF ODDS >= ") {
		x.num, x.den = p.number(), strict.After(p.Text, ":", p.number)
	}
	return x
}

func (p scanner) ride() ride {
	return ride{p.seat(), strict.After(p.Text, " PRICE ", func() int { return p.Number(0, maxUnits) })}
}

// loan reads units, their place, and the player to whom they are lent. ALL stands for all land units there.
func (p scanner) loan() loan {
	l := loan{units: p.portions(Types), at: p.at(), to: p.to()}
	if slices.Equal(l.units, allLand()) {
		l.units = nil
	}
	return l
}

// limit reads how long a side fights, and what it does then.
func (p scanner) limit() limit {
	rounds, losses := strict.If(p.Text, " ROUNDS ", 0, p.number), strict.If(p.Text, " UNTIL LOSSES ", 0, p.number)
	odds, stay := p.Take(" WHILE NOT WEAKER"), p.Take(" TO THE END")
	l := strict.If(p.Text, " ELSE RETREAT", limit{}, p.whither)
	l.rounds, l.losses, l.odds, l.stay = rounds, losses, odds, stay
	return l
}

// whither reads which units retreat to which provinces, and which stay.
func (p scanner) whither() (l limit) {
	l.retreat, _ = strict.Maybe(p.Text, "", func() []flight { return strict.Many(p.Text, ",", p.flight) })
	l.rear = strict.If(p.Text, " LEAVE ", nil, p.army)
	return l
}

func (p scanner) flight() flight {
	units, _ := strict.Maybe(p.Text, " ", func() []portion { some := p.army(); p.Need(" TO"); return some })
	return flight{strict.After(p.Text, " ", func() Area {
		return strict.Or(p.Text, "NEAREST", nowhere, p.province)
	}), units}
}

// decision reads FIGHT, or RETREAT with a destination.
func (p scanner) decision() (d decision) {
	if p.Take("FIGHT") {
		return d
	}
	l := strict.After(p.Text, "RETREAT", p.whither)
	if d.retreat, d.rear = l.retreat, l.rear; len(d.retreat) == 0 {
		d.retreat = []flight{{to: nowhere}}
	}
	return d
}

// effect reads a line of a ruling. With units it has no number.
func (p scanner) effect() (e Effect) {
	if p.Take(noEffect) {
		e.Op = OpNone
		return e
	}
	e.Op = strict.Name(p.Text, ops, func(op Op) string { return strings.ToUpper(string(op)) })
	if e.Target, _ = strict.Maybe(p.Text, " ", p.seat); e.Target == "" {
		e.Target, _ = strict.Maybe(p.Text, " ", func() string { return strict.Word(p.Text, ruledFor) })
	}
	amount := func() int { return p.Number(-order.MaxNumber, order.MaxNumber) }
	units, ok := strict.Maybe(p.Text, " ", func() Units { return p.units(amount) })
	if !ok {
		e.Amount, _ = strict.Maybe(p.Text, " ", amount)
	}
	for t, n := range units {
		if e.Units[t] = max(n, -n); n < 0 {
			e.Amount = -1
		}
	}
	if e.Op == OpGain {
		e.What = "talents"
		p.Need(" TALENTS")
	}
	if p.Take(" AT ") {
		e.Place = p.b.Name(p.area())
	}
	e.Hit = strict.If(p.Text, " HIT ", 0, func() int { return p.Number(1, 6) })
	p.FailIf(e.whole())
	return e
}

// The parts of lines: numbers, names and units.

func (p scanner) number() int     { return p.Number(1, order.MaxNumber) }
func (p scanner) count() int      { return strict.Or(p.Text, "ALL", all, p.number) }
func (p scanner) seat() string    { return string(strict.Word(p.Text, seats())) }
func (p scanner) to() string      { return strict.After(p.Text, " TO ", p.seat) }
func (p scanner) rider() string   { return strict.If(p.Text, " WITH ", "", p.seat) }
func (p scanner) at() Area        { return strict.If(p.Text, " AT ", nowhere, p.area) }
func (p scanner) areas() []Area   { return strict.Each(p.Text, ", ", p.area) }
func (p scanner) army() []portion { return p.portions(Land) }

// ransom reads the words after RANSOM.
func (p scanner) ransom(s *sheet) {
	s.ransom = true
	if at := strict.If(p.Text, " AT ", nowhere, p.province); at != nowhere {
		s.refuge = p.b.Name(at)
	}
}

func (p scanner) area() Area {
	return Area(strict.Index(p.Text, p.b.Places, func(x Place) string { return x.Name }))
}

// province reads an area that is not a sea.
func (p scanner) province() Area {
	a := p.area()
	p.Check(!p.b.IsSea(a))
	return a
}

// anywhere reads AT with a province, or ANYWHERE.
func (p scanner) anywhere() Area {
	return strict.Or(p.Text, "ANYWHERE", nowhere, func() Area { return strict.After(p.Text, "AT ", p.province) })
}

// ranking reads a list of types.
func (p scanner) ranking(of []Type) []Type {
	short := func(t Type) string { return strings.ToLower(t.short()) }
	return strict.Each(p.Text, ", ", func() Type { return strict.Name(p.Text, of, short) })
}

// portions reads units of some types; ALL by itself stands for all land units.
func (p scanner) portions(of []Type) []portion {
	unit := func() Type { return strict.Name(p.Text, of, Type.short) }
	some := func() portion { return portion{p.count(), strict.After(p.Text, " ", unit)} }
	list, ok := strict.Maybe(p.Text, "", func() []portion { return strict.Many(p.Text, ", ", some) })
	if !ok {
		return strict.After(p.Text, "ALL", allLand)
	}
	p.Check(strict.Distinct(list, func(x portion) Type { return x.unit }))
	return list
}

// units reads units such as "2 INF, 1 CAV"; in a ruling, the numbers can be negative.
func (p scanner) units(number func() int) (u Units) {
	p.List(", ", func() {
		n := number()
		u[strict.After(p.Text, " ", func() Type { return strict.Name(p.Text, Types, Type.short) })] += n
	})
	return u
}
