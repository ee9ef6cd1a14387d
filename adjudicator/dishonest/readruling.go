package dishonest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser"
)

// How the game master's rulings are read: lines of the vocabulary of effects, such as GAIN UK 2 MONEY.

// noEffect is the ruling that nothing happens.
const noEffect = "NOTHING"

const howToRule = "Write lines such as GAIN UK 2 MONEY, GAIN UK -1 OIL, STEAL UK 1 SUPPLY, DRAW UK 1, UNITS USSR 2 INF AT Moscow, UNITS USSR -1 AT Moscow, GARRISON UK AT Egypt, SUBVERT AT Libya, COLONY UK AT Libya, QUAGMIRE AT Libya, ORDER UK 2, POOL UK 1, POINTS UK 1 or SCORE; or NOTHING."

// words is an effect as a line of a ruling.
func (e Effect) words() string {
	if e.Op == OpNone {
		return noEffect
	}
	var units []string
	for _, t := range Types {
		if n := e.Units[t]; n > 0 {
			units = append(units, fmt.Sprintf("%d %s", n, t.short()))
		}
	}
	return e.Line(strings.Join(units, ", "))
}

// rulingWords is a ruling in normal form.
func rulingWords(effects []Effect) string {
	if len(effects) == 0 {
		return noEffect
	}
	return joined(effects, "\n", Effect.words)
}

// effect reads one line of a ruling.
func (r *reader) effect(c *cursor) (Effect, error) {
	lead(c)
	op := opOf(c.Peek())
	if op == "" {
		return Effect{}, complain("%s", howToRule)
	}
	c.Pos++
	e, f := Effect{Effect: pack.Effect{Op: op}}, r.b.forms()[op]
	minus := false
	for !c.Done() {
		if c.Skip(",", ":", "at", "in", "to", "of", "for", "a", "the", ".", "cards", "card", "points", "point", "happens", "places", "and", "from"); c.Done() {
			break
		}
		switch seat := r.seat(c); {
		case seat != "" && e.Target != "":
			return e, complain("One line is about one power. %s", howToRule)
		case seat != "":
			e.Target = seat
		case e.Target == "" && c.Accept(ruledFor...):
			e.Target = c.Tokens[c.Pos-1].Word
		case c.Accept(parser.Dash):
			minus = true
		default:
			if err := r.effectPart(c, &e); err != nil {
				return e, err
			}
		}
	}
	if minus {
		e.Amount = -e.Amount
	}
	if op == OpSubvert && e.Amount == 0 {
		e.Amount = f.Most
	}
	if lacks := e.unruled(f); lacks != "" {
		return e, complain("%s needs %s. %s", strings.ToUpper(string(e.Op)), lacks, howToRule)
	}
	return e, tooMuch(e, f)
}

// tooMuch refuses what effects of a kind don't have.
func tooMuch(e Effect, f pack.Form) error {
	switch {
	case e.Place != "" && f.Places == nil, e.Units.Total() > 0 && e.Op != OpUnits, e.What != "" && f.What == nil, e.Target != "" && f.Targets == nil:
		return complain("That is more than %s has. %s", strings.ToUpper(string(e.Op)), howToRule)
	case e.Place != "" && !slices.Contains(f.Places, e.Place):
		return complain("%s is a sea-zone. %s", e.Place, howToRule)
	case e.Op == OpUnits && e.Units.Total() > 0 && e.Amount != 0:
		return complain("Units come, or so many go: UNITS USSR 2 INF AT Moscow, or UNITS USSR -2 AT Moscow.")
	case e.Amount < f.Least && e.Amount != 0, e.Amount > f.Most && e.Amount != 0:
		return complain("The number can be from %d to %d. %s", f.Least, f.Most, howToRule)
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

// effectPart reads units, a number, a resource or a place of an effect.
func (r *reader) effectPart(c *cursor, e *Effect) error {
	n, t, ok, err := r.some(c)
	switch {
	case err != nil:
		return err
	case ok && n == all:
		return complain("How many %s?", t.short())
	case ok:
		if e.Units[t] += n; e.Units[t] > maxUnits {
			return complain("There are not so many units.")
		}
		return nil
	}
	if n, ok := c.Number(); ok {
		e.Amount = n
		return nil
	}
	if _, used := r.areas.Prefix(ahead(c)); used > 0 { // such as the Red Sea, which is no supply
	} else if res, ok := r.resource(c); ok {
		e.What = res.String()
		return nil
	}
	a, err := r.needArea(c, howToRule)
	if err != nil {
		return err
	}
	if e.Place != "" {
		return complain("One line is about one place. %s", howToRule)
	}
	e.Place = r.b.Name(a)
	return nil
}

// Read reads a game master's ruling.
func (v Truth) Read(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if kind != "ruling" || v.Ruling == nil {
		why := complain("The game master has no units in this game, and nothing waits for a ruling.")
		out.Parts = append(out.Parts, faulty(text, why))
		return out
	}
	r := newReader(v.edition(), nil)
	var lines []string
	for line := range strings.SplitSeq(plain(text), "\n") {
		c := lex(line)
		if c.Done() {
			continue
		}
		e, err := r.effect(c)
		if _, seat := seatOf(e.Target); err == nil && seat && v.player(e.Target) == nil {
			err = complain("Nobody plays %s in this game.", e.Target)
		}
		if err != nil {
			out.Parts = append(out.Parts, faulty(line, err))
			continue
		}
		lines = append(lines, e.words())
		out.Parts = append(out.Parts, adjudicator.Part{Fate: adjudicator.Filed, Quote: cut200(strings.TrimSpace(line))})
	}
	if !slices.ContainsFunc(lines, func(line string) bool { return line != noEffect }) {
		lines = slices.Compact(lines)
	} else {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == noEffect })
	}
	if len(lines) > 0 {
		out.Answer = wholeRuling(old, lines, out.Parts)
	}
	out.Notes = r.notes
	return out
}

// wholeRuling is a ruling of some lines, which is taken if none of them is refused; else the one on file, and no part
// is filed.
func wholeRuling(old string, lines []string, parts []adjudicator.Part) string {
	if !slices.ContainsFunc(parts, func(p adjudicator.Part) bool { return p.Fate != adjudicator.Filed }) {
		return strings.Join(lines, "\n")
	}
	for i, p := range parts {
		if p.Fate == adjudicator.Filed {
			parts[i] = faulty(p.Quote, complain("A ruling is taken as a whole, and another line of it was not."))
		}
	}
	return old
}
