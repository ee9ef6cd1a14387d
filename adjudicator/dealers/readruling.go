package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

// This file reads the game master's rulings: lines in the vocabulary of effects, such as GAIN Red 2 ATTACK.

// noEffect is the ruling that nothing happens.
const noEffect = "NOTHING"

const howToRule = "Write lines such as GAIN Red 2 ATTACK, DRAW Red 1, POINTS Red -1, SPOILS Red 1 OF VALUE 3, " +
	"DISCARD Red 1 or SHUFFLE Red; or NOTHING."

// ops has the kinds of effects by the classes of their words.
var ops = map[string]Op{"gain": OpGain, "draw": OpDraw, "points": OpPoints, "spoilsw": OpSpoils, "discard": OpDiscard,
	"shuffle": OpShuffle}

// rules reads one line of a ruling.
func (a *author) rules(m *kit.Match, c *kit.Context) kit.Outcome {
	key := fmt.Sprint("RULE ", len(c.Given))
	if m.Has("nil") {
		return kit.Outcome{Orders: []kit.Order{a.order(noEffect, noEffect, m, c)}}
	}
	op, _ := m.Get("op")
	e := Effect{Effect: pack.Effect{Op: ops[op.Class]}}
	f := forms()[e.Op]
	for _, b := range slices.Concat(m.All("q"), m.All("to2")) {
		if e.Target != "" {
			return refusal("One line is about one player. %s", howToRule)
		}
		if e.Target = c.Word(b.From); b.Class == "seat" {
			e.Target = string(seats()[b.Vals[0]])
		}
	}
	for i, b := range m.All("n") {
		switch n := counted(c, b); {
		case i == 0:
			e.Amount = n
		case e.Op == OpSpoils && e.What == "":
			e.What = fmt.Sprint(n)
		default:
			return refusal("One line has one number. %s", howToRule)
		}
	}
	if b, ok := m.Get("v"); ok {
		e.What = fmt.Sprint(counted(c, b))
	}
	if x, _ := strengthOf(m, all(m)); x != unsaid {
		e.What = x.String()
	}
	if m.Has("minus") {
		e.Amount = -e.Amount
	}
	if lacks := e.unruled(f); lacks != "" {
		return refusal("%s needs %s. %s", strings.ToUpper(string(e.Op)), lacks, howToRule)
	}
	if err := tooMuch(e, f); err != nil {
		return refusal("%v", err)
	}
	if slices.Contains(seats(), adjudicator.Seat(e.Target)) && a.player(e.Target) == nil {
		return refusal("Nobody plays %s in this game.", e.Target)
	}
	return kit.Outcome{Orders: []kit.Order{a.order(key, e.line(), m, c)}}
}

// tooMuch returns an error if an effect has fields that its kind does not use.
func tooMuch(e Effect, f pack.Form) error {
	isMany := slices.Contains([]string{pack.ToAll, pack.ToOthers, toLeader}, e.Target)
	switch {
	case e.What != "" && !slices.Contains(f.What, e.What), e.Target != "" && e.Op == OpNone, isMany && f.Targets == nil:
		return complain("That is more than %s has, or something else. %s", strings.ToUpper(string(e.Op)), howToRule)
	case e.Amount < f.Least, e.Amount > f.Most, f.Least < 0 && e.Amount == 0:
		return complain("The number can be from %d to %d, and not 0. %s", f.Least, f.Most, howToRule)
	}
	return nil
}

// Read reads a game master's ruling.
func (v Truth) Read(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if kind != "ruling" || v.Ruling == nil {
		why := "The game master has no seat in this game, and nothing is waiting for a ruling."
		out.Parts = append(out.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: text, Why: why})
		return out
	}
	a := v.View.author(kind)
	c := a.read(nil, parser.Plain(text))
	out.Parts, out.Notes = reading.Parts(c.Parts), c.Notes
	askShort(out.Parts, text)
	lines := c.Sheet.Lines()
	effects := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return line == noEffect })
	if len(effects) > 0 {
		lines = effects
	}
	if len(lines) > 0 && len(out.Faults()) == 0 {
		out.Answer = strings.Join(lines, "\n")
	}
	return out
}
