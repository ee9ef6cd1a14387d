package successors

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How the game master's rulings are read: lines of the vocabulary of effects, such as GAIN Red 2 TALENTS.

// ruledFor are whom a ruling can be for, beside a player.
var ruledFor = []string{"all", "others"}

// ops are the words of rulings.
var ops = []Op{OpGain, OpUnits, OpHire, OpHome, OpRevolt, OpInvasion, OpCancel, OpStorm, OpPlague, OpOffer, OpDraw, OpMarch, OpRelease}

// noEffect is the ruling that nothing does.
const noEffect = "NOTHING"

// words is an effect as a line of a ruling.
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

// rulingWords is a ruling, a line for each effect.
func rulingWords(list []Effect) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.words()
	}
	return strings.Join(out, "\n")
}

const howToRule = "Write lines such as GAIN Red 2 TALENTS, UNITS Red -1 INF AT Babylonia, REVOLT 2 LEVY AT Persia, HOME Red or DRAW Red 1; or NOTHING."

// effect reads one line of a ruling.
func (r *reader) effect(c *cursor) (Effect, error) {
	c.lead()
	if c.Accept("nothing", "none", "pass") {
		if c.Skip("happens", "."); !c.Done() {
			return Effect{}, leftover(c)
		}
		return Effect{Effect: pack.Effect{Op: OpNone}}, nil
	}
	var e Effect
	e.Op = opOf(c.Peek())
	if e.Op == "" {
		return e, order.Complain("%s", howToRule)
	}
	if e.Op == OpGain {
		e.What = "talents"
	}
	c.Pos++
	minus := false
	for !c.Done() {
		if c.Skip(",", ":", "at", "in", "to", "of", "for", "a", "the", "talents", "talent", "chits", "chit", ".", "leader"); c.Done() {
			break
		}
		switch seat := r.seat(c); {
		case seat != "":
			if e.Target != "" {
				return e, order.Complain("One line is about one player. %s", howToRule)
			}
			e.Target = seat
		case c.Accept(ruledFor...):
			e.Target = c.Tokens[c.Pos-1].Word
		case c.Accept("and"): // a plus
		case c.Accept(parser.Dash):
			minus = true
		case c.Accept("hit", "on"):
			n, ok := c.Number()
			if !ok || n < 1 || n > 6 {
				return e, order.Complain("HIT stands before a throw from 1 to 6.")
			}
			e.Hit = n
		default:
			if err := r.effectUnits(c, &e); err != nil {
				return e, err
			}
		}
	}
	if minus {
		e.Amount = -max(e.Amount, -e.Amount)
		if e.Units.Total() > 0 {
			e.Amount = -1
		}
	}
	return e, e.whole()
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

// effectUnits reads units, a number or a place of an effect.
func (r *reader) effectUnits(c *cursor, e *Effect) error {
	p, ok, err := r.portion(c)
	switch {
	case err != nil:
		return err
	case ok && p.n == all:
		return order.Complain("How many %s?", p.unit.short())
	case ok:
		e.Units[p.unit] += p.n
		if e.Units[p.unit] > maxUnits {
			return order.Complain("There are not so many units.")
		}
		return nil
	}
	if n, ok := c.Number(); ok {
		e.Amount = n
		return nil
	}
	a, err := r.needArea(c, howToRule)
	if err != nil {
		return err
	}
	if e.Place != "" {
		return order.Complain("One line is about one place. %s", howToRule)
	}
	e.Place = r.b.Name(a)
	return nil
}

// whole says what an effect lacks, or has too much.
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

// Read reads a game master's ruling (G-12).
func (v Truth) Read(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if v.board == nil || kind != "ruling" || v.Ruling == nil {
		out.Parts = append(out.Parts, refused(text, order.Complain("The game master has no pieces in this game, and nothing waits for a ruling.")))
		return out
	}
	r := newReader(v.board)
	var lines []string
	var all []saying
	for _, line := range wholeLines(parser.Plain(text)) {
		e, err := r.effect(line)
		if err == nil && e.Target != "" && e.Target != "all" && e.Target != "others" && v.player(e.Target) == nil {
			err = order.Complain("Nobody plays %s in this game.", e.Target)
		}
		if err != nil {
			all = append(all, saying{said: line.said(), err: err})
			continue
		}
		lines, all = append(lines, e.words()), append(all, saying{said: line.said(), taken: true})
	}
	if settle(all) {
		out.Answer = strings.Join(lines, "\n")
	}
	out.Parts = parts(all)
	out.Notes = r.notes
	return out
}
