package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	kit "deaddrop/parser/order"
)

// This file offers sketches for what is not understood.

// suggestSketch offers a sketch of the whole letter with its first part that is open, in place of what was offered
// for its parts, if something of it is not on file.
func (a *author) suggestSketch(c *kit.Context, parts []kit.Part, now *sheet, text string) {
	i := slices.IndexFunc(parts, func(p kit.Part) bool { return p.Fate == kit.Asked && len(p.Suggest) < 2 })
	if i < 0 {
		i = slices.IndexFunc(parts, func(p kit.Part) bool { return p.Fate == kit.Asked })
	}
	meant := a.sketch(text, c)
	if i < 0 && !slices.ContainsFunc(parts, isOpen) {
		i = a.firstTalk(c, parts, meant, *now)
	}
	if i < 0 {
		return
	}
	lines := a.missing(meant, *now)
	if len(lines) == 0 || a.isOffered(parts, lines) {
		return
	}
	r := a.read(a.kind, now.words(a.b), strings.Join(lines, "\n"), true)
	if len(r.Faults()) > 0 || !r.Has(adjudicator.Filed) {
		return
	}
	a.contest(c, parts, now, meant)
	whole := strings.Join(lines, "\n")
	for j := range parts {
		p := &parts[j]
		switch {
		case p.Fate == kit.Asked:
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), func(line string) bool {
				return a.isOfTurn(line) || within(strings.Split(line, "\n"), lines) || a.isSaid(lines, line)
			})
		case p.Fate == kit.Refused && len(p.Keys) > 0 && strings.Contains(p.Keys[0], "/") && strings.HasPrefix(p.Why,
			belongs):
			p.Fate = kit.Asked
		}
	}
	p := &parts[i]
	if p.Fate == kit.Talk {
		p.Fate, p.Why = kit.Asked, a.b.lexicon().Says("unclear")
	}
	if p.Suggest = kit.Unique(append([]string{whole}, p.Suggest...)); len(lines) > 1 {
		p.Suggest = p.Suggest[:1]
	}
	p.Suggest = p.Suggest[:min(len(p.Suggest), mostSketched)]
}

// firstTalk returns the index of the first part that was taken for talk and has a word with which an order may be
// meant, if nothing was filed, or if a sketch has more; -1 if there is none.
func (a *author) firstTalk(c *kit.Context, parts []kit.Part, meant []string, now sheet) int {
	isFiled := func(p kit.Part) bool { return p.Fate == kit.Filed }
	if slices.ContainsFunc(parts, isFiled) && !a.goesFurther(c, meant) && !a.saysMore(meant, now) {
		return -1
	}
	return slices.IndexFunc(parts, func(p kit.Part) (says bool) {
		if p.Fate != kit.Talk || strings.HasSuffix(p.Quote, "?") {
			return false
		}
		c.Look(p.Quote, func() { says = len(c.Words(telling)) > 0 })
		return says
	})
}

// telling has the classes of words that show that talk may be part of an order.
var telling = []string{"place", "tile", "card", "stopw", "defend", "garrison", "mobilize", "passw",
	"secondary", "supply", "everyw", "draw", "pool", "bid", "ally"}

// saysMore reports whether a sketch has a standing order, or a line for the income phase, about something of which
// nothing is on file.
func (a *author) saysMore(meant []string, now sheet) bool {
	key := func(line string) string {
		if head, _, ok := strings.Cut(line, ":"); ok {
			return head
		}
		return incomeKey(line)
	}
	said := map[string]bool{}
	for _, line := range now.lines(a.b) {
		said[key(line)] = true
	}
	return slices.ContainsFunc(a.missing(meant, now), func(line string) bool {
		return !a.isOfTurn(line) && !said[key(line)]
	})
}

// goesFurther reports whether a sketch has the moves that the letter has filed, and more, or longer ones.
func (a *author) goesFurther(c *kit.Context, meant []string) bool {
	was, ok := a.tacticsOf(bare(c.Given[partKey(1, 1, actPart)]))
	for _, line := range meant {
		if is, tactics := a.tacticsOf(line); ok && tactics {
			return steps(is) > steps(was) && len(is.moves) >= len(was.moves)
		}
	}
	return false
}

// steps returns the number of spaces that the units of an action enter.
func steps(x act) (n int) {
	for _, m := range x.moves {
		n += len(m.path) - 1
	}
	return n
}

// belongs is how the reason begins for which a part is not accepted because of another part of its turn.
const belongs = "This belongs to TURN"

// isOffered reports whether each question has a suggestion, and these have all lines of a sketch.
func (a *author) isOffered(parts []kit.Part, lines []string) bool {
	var all []string
	acts := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return !a.isOfTurn(line) })
	together := len(acts) < 2 // whether a turn is offered as a whole
	for _, p := range parts {
		if p.Fate == kit.Asked && len(p.Suggest) == 0 {
			return false
		}
		for _, x := range p.Suggest {
			together = together || within(acts, strings.Split(x, "\n"))
			all = append(all, strings.Split(x, "\n")...)
		}
	}
	if !together {
		return false
	}
	// such as a defence anywhere, where one of a place with a misspelt name is offered
	vague := func(line string) bool {
		with, anywhere := strings.CutPrefix(line, "DEFEND ANY: ")
		return anywhere && slices.ContainsFunc(all, func(x string) bool {
			return x != line && strings.HasSuffix(x,
				": "+with)
		})
	}
	return !slices.ContainsFunc(lines, func(line string) bool { return !slices.Contains(all, line) && !vague(line) })
}

// within reports whether all of some lines are among others.
func within(some, lines []string) bool {
	return !slices.ContainsFunc(some, func(line string) bool { return !slices.Contains(lines, line) })
}

// isSaid reports whether a line is for the income phase, and others say the same thing.
func (a *author) isSaid(lines []string, line string) bool {
	same := func(x string) bool { return incomeKey(x) == incomeKey(line) }
	return a.kind == "income" && slices.ContainsFunc(lines, same)
}

// isOfTurn reports whether a suggestion is part of a turn.
func (a *author) isOfTurn(line string) bool {
	x, err := parseSheet(a.b, "turn", bare(line))
	return err != nil || len(x.turns) > 0
}

// contest takes off file a turn that the letter has filed and a sketch has more of: further moves, an operation
// paid, or the turn before it.
func (a *author) contest(c *kit.Context, parts []kit.Part, now *sheet, meant []string) {
	if a.kind == "income" {
		a.contestTiles(c, parts, now, meant)
	}
	hasGap := len(now.turns) > 0 && len(now.turns[0]) == 0
	if !a.goesFurther(c, meant) && !a.paysMore(c, meant) && !hasGap {
		return
	}
	now.turns = slices.Clone(a.old.turns)
	for i := range parts {
		p := &parts[i]
		isTurn := slices.ContainsFunc(p.Keys, func(k string) bool { _, _, _, ok := partOf(k); return ok })
		if p.Fate == kit.Filed && isTurn {
			p.Fate, p.Why = kit.Asked, a.b.lexicon().Says("unclear")
		}
	}
}

// contestTiles takes off file the ideologies that the letter has filed, if a sketch has more behind them.
func (a *author) contestTiles(c *kit.Context, parts []kit.Part, now *sheet, meant []string) {
	const key = "IDEOLOGY"
	filed := c.Given[key]
	list := strings.TrimPrefix(filed, key+" ")
	isMore := func(line string) bool {
		is := strings.HasPrefix(line, key+" ") && (strings.Contains(line, list+", ") || strings.HasSuffix(line, ", "+list))
		return filed != "" && is
	}
	if !slices.ContainsFunc(meant, isMore) {
		return
	}
	now.income.ideology = a.old.income.ideology
	for i := range parts {
		if p := &parts[i]; p.Fate == kit.Filed && slices.Contains(p.Keys, key) {
			p.Fate, p.Why = kit.Asked, a.b.lexicon().Says("unclear")
		}
	}
}

// paysMore reports whether a sketch has the moves that the letter has filed, and more operations.
func (a *author) paysMore(c *kit.Context, meant []string) bool {
	was, ok := a.tacticsOf(bare(c.Given[partKey(1, 1, actPart)]))
	for _, line := range meant {
		if is, tactics := a.tacticsOf(line); ok && tactics {
			return len(is.moves) == len(was.moves) && is.ops > was.ops
		}
	}
	return false
}

// tacticsOf returns the tactics action in a line; ok is false if it is none.
func (a *author) tacticsOf(line string) (x act, ok bool) {
	s, err := parseSheet(a.b, "turn", line)
	if err != nil || len(s.turns) != 1 || len(s.turns[0]) != 1 {
		return x, false
	}
	x = s.turns[0][0].act
	return x, x.kind == actTactics
}

const mostSketched = 2 // suggestions of a question with a sketch

// missing returns the lines of a sketch that are not on file: all lines of its turns if they are not, and its
// standing orders.
func (a *author) missing(lines []string, now sheet) (out []string) {
	var acts []string
	x := sheet{income: income{draw: unsaid}}
	for _, line := range lines {
		rule, err := parseSheet(a.b, a.kind, line)
		if err != nil || len(rule.turns) > 0 || strings.HasPrefix(line, "TURN ") {
			acts = append(acts, line)
		} else {
			x.put(rule)
		}
	}
	plan, err := parseSheet(a.b, "turn", strings.Join(acts, "\n"))
	if err != nil || len(lines) == 0 {
		return nil
	}
	x.turns = plan.turns
	turns := sheet{turns: x.turns, income: income{draw: unsaid}}
	filed := sheet{turns: now.turns, income: income{draw: unsaid}}
	if len(x.turns) > 0 && turns.words(a.b) != filed.words(a.b) {
		out = strings.Split(turns.words(a.b), "\n")
	}
	was := append(now.income.lines(), now.rules.lines(a.b)...)
	for _, line := range append(x.income.lines(), x.rules.lines(a.b)...) {
		if !slices.Contains(was, line) && !slices.Contains(was, strings.TrimSuffix(line, " SUPPLY")) {
			out = append(out, line)
		}
	}
	return out
}
