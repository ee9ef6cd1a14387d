package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser"
)

// How the game master's rulings are read: lines of the vocabulary of effects, such as GAIN Red 2 ATTACK.

// noEffect is the ruling that nothing happens.
const noEffect = "NOTHING"

const howToRule = "Write lines such as GAIN Red 2 ATTACK, DRAW Red 1, POINTS Red -1, SPOILS Red 1 OF VALUE 3, DISCARD Red 1 or SHUFFLE Red; or NOTHING."

// effect reads one line of a ruling.
func (r *reader) effect(c *cursor) (Effect, error) {
	lead(c)
	op := opOf(c.Peek())
	if op == "" {
		return Effect{}, complain("%s", howToRule)
	}
	c.Pos++
	e, f := Effect{Effect: pack.Effect{Op: op}}, forms()[op]
	minus := false
	for !c.Done() {
		if c.Skip(",", ":", "to", "of", "for", "a", "the", ".", "cards", "card", "points", "point", "happens", "and", "markers", "marker", "spoils", "war", "hand", "by", "lot"); c.Done() {
			break
		}
		seat := r.seat(c)
		n, counted := 0, false
		if seat == "" && c.Peek() != parser.Dash {
			n, counted = c.Number()
		}
		strength, named := strengthAt(c.Peek())
		switch {
		case seat != "" && e.Target != "":
			return e, complain("One line is about one player. %s", howToRule)
		case seat != "":
			e.Target = seat
		case e.Target == "" && !counted && c.Accept(pack.ToAll, pack.ToOthers, toLeader):
			e.Target = c.Tokens[c.Pos-1].Word
		case counted && op == OpSpoils && e.Amount != 0:
			e.What = fmt.Sprint(n)
		case counted && e.Amount != 0:
			return e, complain("One line has one number. %s", howToRule)
		case counted:
			e.Amount = n
		case c.Accept(parser.Dash):
			minus = true
		case c.Accept("value", "stack"):
			k, ok := c.Number()
			if !ok {
				return e, complain("%s", howToRule)
			}
			e.What = fmt.Sprint(k)
		case named:
			c.Pos++
			e.What = strength.String()
		default:
			return e, complain("I don't understand %q there. %s", c.Rest(), howToRule)
		}
	}
	if minus {
		e.Amount = -e.Amount
	}
	if lacks := e.unruled(f); lacks != "" {
		return e, complain("%s needs %s. %s", strings.ToUpper(string(e.Op)), lacks, howToRule)
	}
	return e, tooMuch(e, f)
}

// tooMuch refuses what effects of a kind don't have.
func tooMuch(e Effect, f pack.Form) error {
	switch {
	case e.What != "" && !slices.Contains(f.What, e.What), e.Target != "" && e.Op == OpNone, slices.Contains([]string{pack.ToAll, pack.ToOthers, toLeader}, e.Target) && f.Targets == nil:
		return complain("That is more than %s has, or something else. %s", strings.ToUpper(string(e.Op)), howToRule)
	case e.Amount < f.Least, e.Amount > f.Most, f.Least < 0 && e.Amount == 0:
		return complain("The number can be from %d to %d, and not 0. %s", f.Least, f.Most, howToRule)
	}
	return nil
}

// opOf is the kind of effect that a word names; "" for none.
func opOf(w string) Op {
	if one(w, "none", "nothing", "pass") {
		return OpNone
	}
	for _, op := range rulings {
		if w == string(op) || w == string(op)+"s" || w+"s" == string(op) {
			return op
		}
	}
	return ""
}

// Read reads a game master's ruling.
func (v Truth) Read(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if kind != "ruling" || v.Ruling == nil {
		out.Parts = append(out.Parts, refused(text, complain("The game master plays nobody in this game, and nothing waits for a ruling.")))
		return out
	}
	r := newReader(v.edition(), v.on(), nil)
	var lines []string
	for line := range strings.SplitSeq(plainly(text), "\n") {
		c := lex(line)
		if c.Done() || courteous(c) {
			continue
		}
		e, err := r.effect(c)
		if slices.Contains(seats(), adjudicator.Seat(e.Target)) && err == nil && v.player(e.Target) == nil {
			err = complain("Nobody plays %s in this game.", e.Target)
		}
		if err != nil {
			out.Parts = append(out.Parts, refused(line, err))
			continue
		}
		lines = append(lines, e.line())
	}
	if !slices.ContainsFunc(lines, func(line string) bool { return line != noEffect }) {
		lines = slices.Compact(lines)
	} else {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == noEffect })
	}
	if len(lines) > 0 && len(out.Parts) == 0 {
		out.Answer = strings.Join(lines, "\n")
	}
	out.Notes = r.notes
	return out
}
