package dishonest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

// This file reads the game master's rulings: lines in the vocabulary of effects, such as GAIN UK 2 MONEY.

// noEffect is the ruling that nothing happens.
const noEffect = "NOTHING"

const howToRule = "Write lines such as GAIN UK 2 MONEY, GAIN UK -1 OIL, STEAL UK 1 SUPPLY, DRAW UK 1, UNITS USSR 2 " +
	"INF AT Moscow, UNITS USSR -1 AT Moscow, GARRISON UK AT Egypt, SUBVERT AT Libya, COLONY UK AT Libya, QUAGMIRE AT " +
	"Libya, ORDER UK 2, POOL UK 1, POINTS UK 1 or SCORE; or NOTHING."

// words returns an effect as a line of a ruling.
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

// rulingWords returns a ruling in normal form.
func rulingWords(effects []Effect) string {
	if len(effects) == 0 {
		return noEffect
	}
	return joined(effects, "\n", Effect.words)
}

// tooMuch returns an error if an effect has fields that its kind does not use.
func tooMuch(e Effect, f pack.Form) error {
	switch {
	case e.Place != "" && f.Places == nil, e.Units.Total() > 0 && e.Op != OpUnits,
		e.What != "" && f.What == nil, e.Target != "" && f.Targets == nil:
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

// opOf returns the kind of effect that a word names; "" if none.
func opOf(w string) Op {
	if one(w, "none", "nothing", "pass") {
		return OpNone
	}
	for _, op := range rulings {
		if w == string(op) || w == string(op)+"s" || w+"s" == string(op) ||
			strings.TrimSuffix(w, "ies")+"y" == string(op) {
			return op
		}
	}
	return ""
}

// A ruler is the game master, whose ruling is being read.
type ruler struct{ author }

// Resolve reads one line of a ruling.
func (r *ruler) Resolve(m *kit.Match, c *kit.Context) kit.Outcome {
	e, err := r.effect(m, c)
	if _, seat := seatOf(e.Target); err == nil && seat && r.player(e.Target) == nil {
		err = complain("Nobody plays %s in this game.", e.Target)
	}
	if err != nil {
		return kit.Outcome{Refuse: err.Error()}
	}
	line := e.words()
	return kit.Outcome{Orders: []kit.Order{{Key: fmt.Sprint(m.From, " ", line), Line: line}}}
}

// Block reads the text after words that would be a heading in a player's letter.
func (*ruler) Block(b kit.Block, c *kit.Context) { c.Read(b.Quote) }

// Own returns false, as nothing belongs to the game master.
func (*ruler) Own(string, []int) bool { return false }

// Suggest returns nothing, as effects are not guessed.
func (*ruler) Suggest([]kit.Bind, *kit.Context) []string { return nil }

// effect returns the effect in a line of a ruling.
func (r *ruler) effect(m *kit.Match, c *kit.Context) (Effect, error) {
	op, _ := m.Get("op")
	e := Effect{Effect: pack.Effect{Op: opOf(c.Word(op.To - 1))}}
	f, minus := r.b.forms()[e.Op], false
	for _, b := range m.Binds() {
		switch b.Name {
		case "k":
			if e.Target != "" {
				return e, complain("One line is about one power. %s", howToRule)
			}
			e.Target = string(seats()[b.Vals[0]])
		case "tg":
			e.Target = cmp.Or(e.Target, c.Word(b.To-1))
		case "ng":
			minus = true
		case "r":
			e.What = resources[b.Class].String()
		case "p":
			if e.Place != "" {
				return e, complain("One line is about one place. %s", howToRule)
			}
			e.Place = r.b.Name(Area(b.Vals[0]))
		case "n":
			if !slices.ContainsFunc(m.All("u"), func(u kit.Bind) bool { return u.From <= b.From && b.To <= u.To }) {
				e.Amount = r.number(m, b, c)
			}
		}
	}
	us, err := r.units(m, whole(m), c)
	if err != nil {
		return e, err
	}
	for _, u := range us {
		if u.n < 0 {
			return e, complain("How many %s?", u.unit.short())
		}
		e.Units[u.unit] += u.n
	}
	if minus {
		e.Amount = -e.Amount
	}
	if e.Op == OpSubvert && e.Amount == 0 {
		e.Amount = f.Most
	}
	if lacks := e.unruled(f); lacks != "" {
		return e, complain("%s needs %s. %s", strings.ToUpper(string(e.Op)), lacks, howToRule)
	}
	return e, tooMuch(e, f)
}

// Read reads a game master's ruling. It is accepted as a whole, if each of its lines can be.
func (v Truth) Read(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if kind != "ruling" || v.Ruling == nil {
		out.Parts = []adjudicator.Part{{Fate: adjudicator.Refused, Quote: text,
			Why: "The game master has no units in this game, and nothing is waiting for a ruling."}}
		return out
	}
	b := v.edition()
	c := kit.Read(b.lexicon(), &ruler{author{View: &v.View, b: b, kind: kind}}, kit.NewSheet(), parser.Plain(text))
	if len(c.Parts) == 0 {
		c.Add(kit.Part{Fate: kit.Refused, Quote: strings.TrimSpace(text), Why: howToRule})
	}
	faulty := ""
	for i := range c.Parts {
		if p := &c.Parts[i]; p.Fate == kit.Talk {
			p.Fate, p.Why = kit.Refused, howToRule
		}
		if faulty == "" && isOpen(c.Parts[i]) {
			faulty = c.Parts[i].Quote
		}
	}
	for i := range c.Parts {
		if p := &c.Parts[i]; faulty != "" && p.Fate == kit.Filed {
			p.Fate, p.Why = kit.Refused, adjudicator.Beside("ruling", faulty)
		}
	}
	lines := c.Sheet.Lines()
	rest := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return line == noEffect })
	if len(rest) > 0 {
		lines = rest
	} else {
		lines = slices.Compact(lines)
	}
	if faulty == "" && len(lines) > 0 {
		out.Answer = strings.Join(lines, "\n")
	}
	out.Parts, out.Notes = reading.Parts(c.Parts), c.Notes
	return out
}
