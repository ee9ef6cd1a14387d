package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// A rulingReader reads the game master's rulings: lines in the vocabulary of effects, such as GAIN Red 2 TALENTS.
type rulingReader struct{ *author }

// ruledFor has the targets of a ruling other than players.
var ruledFor = []string{"all", "others"}

// ops has the kinds of effects that a ruling can have.
var ops = []Op{OpGain, OpUnits, OpHire, OpHome, OpRevolt, OpInvasion, OpCancel, OpStorm, OpPlague, OpOffer, OpDraw,
	OpMarch, OpRelease}

// noEffect is the ruling that nothing happens.
const noEffect = "NOTHING"

// words returns an effect as a line of a ruling.
func (e Effect) words() string {
	if e.Op == OpNone {
		return noEffect
	}
	line, units := e.Effect, e.Units.words()
	if units != "" {
		line.Amount = 0
	}
	if units != "" && e.Op == OpUnits && e.Amount < 0 {
		units = "-" + strings.ReplaceAll(units, ", ", ", -")
	}
	s := line.Line(units)
	if e.Hit > 0 {
		s += fmt.Sprintf(" HIT %d", e.Hit)
	}
	return s
}

// rulingWords returns a ruling, one line for each effect.
func rulingWords(list []Effect) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.words()
	}
	return strings.Join(out, "\n")
}

const howToRule = "Write lines such as GAIN Red 2 TALENTS, UNITS Red -1 INF AT Babylonia, REVOLT 2 LEVY AT Persia, " +
	"HOME Red or DRAW Red 1; or NOTHING."

// effect reads one line of a ruling.
func (a rulingReader) effect(m *order.Match, c *order.Context) order.Outcome {
	e, err := a.effectOf(m, c)
	if err == nil {
		err = e.whole()
	}
	if err == nil && e.Target != "" && !one(e.Target, ruledFor...) && a.player(e.Target) == nil {
		err = order.Complain("Nobody plays %s in this game.", e.Target)
	}
	if err != nil {
		return refusal(err)
	}
	a.serial++
	return filed(fmt.Sprint("RULING ", a.serial), e.words())
}

func (a rulingReader) effectOf(m *order.Match, c *order.Context) (e Effect, err error) {
	if m.Form == "NOEFFECT" {
		e.Op = OpNone
		return e, nil
	}
	op, _ := m.Get("op1")
	if e.Op = opOf(c.Word(op.From)); e.Op == OpGain {
		e.What = "talents"
	}
	targets, places := append(m.All("s"), m.All("who")...), m.All("b")
	if len(targets) > 1 || len(places) > 1 {
		return e, order.Complain("One line is about one player and one place. %s", howToRule)
	}
	if e.Target = seatOf(m, "s"); m.Has("who") {
		who, _ := m.Get("who")
		e.Target = c.Word(who.From)
	}
	for _, b := range places {
		e.Place = a.b.Name(a.area(b))
	}
	p, err := a.party(m, order.Bind{From: m.From, To: m.To}, c)
	for _, x := range p.units {
		if x.n < 0 {
			return e, order.Complain("How many %s?", x.unit.short())
		}
		e.Units[x.unit] += x.n
	}
	for _, n := range m.All("m") {
		e.Amount = numeral(n, c)
	}
	if m.Has("mi") {
		e.Amount = -e.Amount
		if e.Units.Total() > 0 {
			e.Amount = -1
		}
	}
	if e.Hit = numberAt(m, "hit", c); m.Has("hit") && (e.Hit < 1 || e.Hit > 6) {
		return e, order.Complain("HIT stands before a throw from 1 to 6.")
	}
	return e, err
}

func opOf(w string) Op {
	if one(w, "talents", "talent") {
		return OpGain
	}
	for _, op := range ops {
		if w == string(op) || w == string(op)+"s" || w+"s" == string(op) {
			return op
		}
	}
	return ""
}

// whole returns an error if an effect lacks something, or has too much.
func (e Effect) whole() error {
	lacks := func(what string) error {
		return order.Complain("%s needs %s. %s", strings.ToUpper(string(e.Op)), what, howToRule)
	}
	player := one(e.Op, OpGain, OpUnits, OpHire, OpHome, OpOffer, OpDraw, OpMarch, OpRelease)
	if e.Target == white {
		return order.Complain("%s is nobody's player.", white)
	}
	switch {
	case player && e.Target == "":
		return lacks("a player")
	case one(e.Op, OpGain, OpDraw, OpMarch) && e.Amount == 0:
		return lacks("a number")
	case one(e.Op, OpDraw, OpMarch) && e.Amount < 0:
		return lacks("a number from 1 on")
	case e.Op == OpHire && e.Units.Army() == 0, e.Op == OpUnits && e.Units.Total() == 0 && e.Amount >= 0:
		return lacks("units")
	case one(e.Op, OpRevolt, OpInvasion, OpCancel, OpPlague) && e.Place == "":
		return lacks("a place")
	case one(e.Op, OpRevolt, OpInvasion) && e.Units.Army() == 0:
		return lacks("units")
	case e.Units.Total() > 0 && !one(e.Op, OpUnits, OpHire, OpRevolt, OpInvasion):
		return order.Complain("%s has no units. %s", strings.ToUpper(string(e.Op)), howToRule)
	case one(e.Op, OpStorm, OpPlague) && e.Hit == 0:
		return lacks("HIT and a throw")
	}
	return nil
}

// Read reads a game master's ruling (G-12). It replaces the whole earlier one.
func (v Truth) Read(kind, old, text string) adjudicator.Reading {
	if v.board == nil || kind != "ruling" || v.Ruling == nil {
		why := "The game master has no pieces in this game, and nothing is waiting for a ruling."
		return adjudicator.Reading{Answer: old,
			Parts: []adjudicator.Part{{Fate: adjudicator.Refused, Quote: text, Why: why}}}
	}
	a := v.author(kind, sheet{})
	c := order.Read(v.board.lexicon(), a, order.NewSheet(), parser.Plain(text))
	out := adjudicator.Reading{Answer: old, Parts: reading.Parts(c.Parts), Notes: c.Notes}
	for i := range out.Parts {
		if p := &out.Parts[i]; p.Fate == adjudicator.Talk {
			p.Fate, p.Why = adjudicator.Refused, howToRule
		}
	}
	if out.Has(adjudicator.Filed) && wholly(out.Parts) {
		out.Answer = strings.Join(c.Sheet.Lines(), "\n")
	}
	return out
}

// wholly reports whether all parts of an answer can be accepted. If not, none of them is.
func wholly(parts []adjudicator.Part) bool {
	at := slices.IndexFunc(parts, func(p adjudicator.Part) bool {
		return one(p.Fate, adjudicator.Unsure, adjudicator.Refused)
	})
	for i := range parts {
		if at >= 0 && parts[i].Fate == adjudicator.Filed {
			parts[i] = adjudicator.Part{Fate: adjudicator.Refused, Quote: parts[i].Quote,
				Why: adjudicator.Beside("answer", parts[at].Quote)}
		}
	}
	return at < 0
}
