package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// This file reads the normal form (words.go), in which orders are on file. Nothing else reads files, so the words
// that players may use have no influence on the meaning of filed orders.

// A scanner reads text in normal form.
type scanner struct {
	*strict.Text
	b *Board
	m *Map
}

// parse reads a text in normal form and checks that words, which writes the normal form, returns the same text.
func parse[T any](b *Board, m *Map, text string, read func(scanner) T, words func(T) string) (T, error) {
	return strict.Parse(text, func(t *strict.Text) T { return read(scanner{t, b, m}) }, words)
}

// parseSheet reads a sheet in which each turn has an action or a pass; "" is an empty one.
func parseSheet(b *Board, m *Map, text string) (sheet, error) {
	if text == "" || text == noOrders {
		return sheet{}, nil
	}
	return parse(b, m, text, scanner.whole, func(s sheet) string { return s.words(m) })
}

// parseRest reads the rest of a turn.
func parseRest(b *Board, m *Map, text string) (queue.Plan[deed], error) {
	if text == noOrders {
		return nil, nil
	}
	return parse(b, m, text, scanner.rest, func(p queue.Plan[deed]) string { return restWords(p, m) })
}

// parseDraft reads a list of leaders and cities.
func parseDraft(b *Board, m *Map, text string) ([]string, error) {
	return parse(b, m, text, scanner.draft, draftWords)
}

// parseDefence reads an answer to an assault.
func parseDefence(b *Board, m *Map, text string) (defence, error) {
	return parse(b, m, text, scanner.defence, defence.words)
}

// parseFinal reads the last step of an assault.
func parseFinal(b *Board, m *Map, text string) (battle, error) {
	return parse(b, m, text, scanner.final, battle.finalWords)
}

// parseTidy reads which hand cards are discarded or kept.
func parseTidy(b *Board, text string) (tidy, error) {
	return parse(b, nil, text, scanner.tidy, tidy.words)
}

// parseRuling reads a game master's ruling; a ruling that nothing happens has no effects.
func parseRuling(b *Board, text string) ([]Effect, error) {
	if text == noEffect {
		return nil, nil
	}
	effects := func(p scanner) []Effect { return strict.Many(p.Text, "\n", p.effect) }
	return parse(b, nil, text, effects, rulingWords)
}

// sheetLines has the readers of the lines of a sheet, by the first word. The lines of [scanner.tidy] are not among
// them.
var sheetLines = map[string]func(scanner, *sheet){
	"TURN ":            func(p scanner, s *sheet) { p.Number(1, queue.MaxTurns); s.turns = append(s.turns, nil) },
	passes:             func(_ scanner, s *sheet) { s.deed().pass = passOnce },
	passes + " YEAR":   func(_ scanner, s *sheet) { s.deed().pass = passYear },
	"ACTION ":          func(p scanner, s *sheet) { p.action(s.deed()) },
	"BONUS DISMISS ":   func(p scanner, s *sheet) { s.deed().bonus = p.dismissed() },
	"PLAY ":            func(p scanner, s *sheet) { s.deed().add(step{kind: stepPlay, play: p.card(unsaid)}) },
	"USE ":             func(p scanner, s *sheet) { s.deed().add(step{kind: stepUse, play: p.use()}) },
	"TRAIN ":           func(p scanner, s *sheet) { s.deed().add(step{kind: stepTrain, cards: p.risen()}) },
	"DISMISS ":         func(p scanner, s *sheet) { s.deed().add(step{kind: stepDismiss, cards: p.dismissed()}) },
	"READY ":           func(p scanner, s *sheet) { s.deed().add(step{kind: stepReady, cards: p.cards()}) },
	"ASSAULT ":         func(p scanner, s *sheet) { p.once(s, step{kind: stepAssault, battle: p.battle()}) },
	"DO":               func(p scanner, s *sheet) { p.once(s, step{kind: stepDo}) },
	"DONE":             func(_ scanner, s *sheet) { s.deed().done = true },
	"DEFEND ":          func(p scanner, s *sheet) { s.rules.putDefence(p.standing()) },
	"WINTER ":          func(p scanner, s *sheet) { x := p.tidy(); s.rules.winter = &x },
	"STOP IF ATTACKED": func(p scanner, s *sheet) { s.rules.putHalt(halt{p.place(" AT ")}) },
}

// once adds a step that a turn can have only once.
func (p scanner) once(s *sheet, x step) {
	d := s.deed()
	p.Check(!slices.ContainsFunc(d.steps, func(o step) bool { return o.kind == x.kind }))
	d.add(x)
}

// sheet reads all lines.
func (p scanner) sheet() (s sheet) {
	p.List("\n", func() {
		if p.Take("OR ") {
			s.turns.Part(true, deed{})
		}
		if x, ok := strict.Maybe(p.Text, "", p.tidy); ok {
			s.deed().tidy = x
		} else if read, ok := strict.Head(p.Text, sheetLines); ok {
			read(p, &s)
		}
	})
	p.Check(len(s.turns) == 0 || len(s.turns[len(s.turns)-1]) > 0)
	p.Check(len(s.rules.defend)+len(s.rules.stop) <= maxLines)
	return s
}

// whole reads a sheet whose turns are complete.
func (p scanner) whole() sheet {
	s := p.sheet()
	idle := func(d deed) bool { return !d.isChosen() }
	p.Check(!slices.ContainsFunc(slices.Concat(s.turns...), idle))
	return s
}

func (p scanner) rest() queue.Plan[deed] {
	if s := p.sheet(); len(s.turns) > 0 {
		return s.turns[0]
	}
	return nil
}

// action reads a box of the action board, and the cube with which it is chosen.
func (p scanner) action(d *deed) {
	d.action, d.leader, d.token = p.name(p.b.boxNames()), p.Take(" BY LEADER"), p.Take(" BY TOKEN")
}

func (p scanner) use() play {
	return play{use: true, card: p.name(p.b.abilityNames()), value: Attack, choice: p.choice()}
}

// card reads a card that is played for a strength, which is omitted if it is the usual one; if that is defence, it is
// the only one.
func (p scanner) card(usual Strength) play {
	x := play{value: usual, drawn: p.Take("IF DRAWN "), ready: p.Take("READY "), card: p.name(p.b.cardNames())}
	switch usual {
	case unsaid:
		x.value = strict.After(p.Text, "=", p.strength)
	case Attack:
		x.value = strict.If(p.Text, "=", Attack, p.strength)
	}
	x.choice = p.choice()
	return x
}

func (p scanner) strength() Strength {
	return strict.Name(p.Text, []Strength{Attack, Defence, Support}, Strength.Letter)
}

func (p scanner) play(usual Strength) play {
	if p.Take("USE ") {
		return p.use()
	}
	return p.card(usual)
}

// choice reads the choices for effects, in brackets.
func (p scanner) choice() (c choice) {
	if !p.Take(" (") {
		return c
	}
	p.Put(" ")
	c.none, c.on = p.Take(" NO EFFECT"), strict.If(p.Text, " ON ", "", p.seat)
	c.take = strict.If(p.Text, " TAKE ", nil, p.trainees)
	c.dismiss, c.ready = strict.If(p.Text, " DISMISS ", nil, p.dismissed), strict.If(p.Text, " READY ", nil, p.cards)
	p.Need(")")
	return c
}

func (p scanner) battle() battle {
	b := battle{at: p.land(), from: p.place(" FROM ")}
	if p.Take(" FIRST ") {
		b.min, b.first = p.Take("MIN "), p.attackers()
	}
	last := strict.If(p.Text, " FINAL ", battle{}, p.final)
	b.all, b.final, b.said = last.all, last.final, last.said
	return b
}

func (p scanner) final() battle {
	b := battle{at: nowhere, from: nowhere, said: true}
	if !p.Take(nothingFinal) {
		b.all, b.final = p.Take("ALL "), p.attackers()
	}
	return b
}

// standing reads a defence with its place and its attacker.
func (p scanner) standing() defence {
	at := strict.Or(p.Text, "ANY", nowhere, p.land)
	against := strict.If(p.Text, " AGAINST ", "", p.seat)
	d := strict.After(p.Text, ": ", p.defence)
	d.at, d.against = at, against
	return d
}

func (p scanner) defence() defence {
	d := defence{at: nowhere}
	if p.Take("NOTHING") {
		return d
	}
	p.List(", ", func() {
		x, ok := strict.Maybe(p.Text, "", func() play { return p.play(Defence) })
		switch {
		case ok:
			d.plays = append(d.plays, x)
		case p.Take("READY"):
			d.area = true
		default:
			p.Need("HAND")
			d.hand = true
		}
	})
	d.more = strict.If(p.Text, " BY ", 0, func() int { return p.Number(1, maxLines) })
	if d.all, d.anyway = p.Take(" ALL"), p.Take(" ANYWAY"); !d.anyway {
		p.Need(" IF ENOUGH")
	}
	return d
}

func (p scanner) tidy() tidy {
	switch {
	case p.Take("DISCARD ALL"):
		return tidy{keep: true}
	case p.Take(keepAll):
		return tidy{}
	case p.Take("KEEP "):
		return tidy{true, p.cards()}
	}
	return tidy{cards: strict.After(p.Text, "DISCARD ", p.cards)}
}

func (p scanner) draft() []string {
	if p.Take(byLot) {
		return nil
	}
	p.Need("TAKE ")
	return strict.Each(p.Text, ", ", func() string { return p.name(p.b.draftNames(p.m)) })
}

// effect reads a line of a ruling.
func (p scanner) effect() (e Effect) {
	e.Op = strict.Name(p.Text, rulings, func(op Op) string { return strings.ToUpper(string(op)) + " " })
	f := forms()[e.Op]
	e.Target = p.name(append(seatNames(), pack.ToAll, pack.ToOthers, toLeader))
	if f.Most > 0 {
		e.Amount = strict.After(p.Text, " ", func() int { return p.Number(f.Least, f.Most) })
	}
	if e.Op == OpSpoils {
		p.Need(" OF VALUE")
	}
	if len(f.What) > 0 {
		e.What = strict.After(p.Text, " ", func() string { return strict.Name(p.Text, f.What, strings.ToUpper) })
	}
	p.FailIf(tooMuch(e, f))
	return e
}

// The parts of lines: names, lists and places.

func (p scanner) name(of []string) string { return strict.Word(p.Text, of) }
func (p scanner) seat() string            { return p.name(seatNames()) }
func (p scanner) cards() []string         { return p.names(p.b.cardNames()) }
func (p scanner) trainees() []string      { return p.names(p.b.traineeNames()) }
func (p scanner) dismissed() []string     { return p.placed(p.b.cardNames()) }
func (p scanner) risen() []string         { return p.placed(p.b.traineeNames()) }

// placed reads names of cards to be dismissed, each optionally with the pile that it is taken from.
func (p scanner) placed(of []string) []string {
	return strict.Many(p.Text, ", ", func() string {
		name := p.name(of)
		for _, from := range []string{fromHand, fromDiscard} {
			if p.Take(from) {
				return name + from
			}
		}
		return name
	})
}

func (p scanner) names(of []string) []string {
	return strict.Many(p.Text, ", ", func() string { return p.name(of) })
}

func (p scanner) attackers() []play {
	return strict.Many(p.Text, ", ", func() play { return p.play(Attack) })
}

// land reads a territory.
func (p scanner) land() Area {
	a := Area(strict.Index(p.Text, p.m.Places, func(x Place) string { return x.Name }))
	p.Check(!p.m.IsSea(a))
	return a
}

// place reads a territory after some words, if they stand here.
func (p scanner) place(words string) Area { return strict.If(p.Text, words, nowhere, p.land) }
