package dealers

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file reads assaults: their targets, and the cards for the first step and the last one.

const whichStep = "Is that for the first step, or for the last one, which comes only if it is needed? " +
	"Write all cards for the first step after FIRST, separated by commas, and those for the last one after FINAL."

// battle returns the assault in a match.
func (a *author) battle(m *kit.Match, c *kit.Context) (b battle, notes kit.Outcome) {
	b.from = nowhere
	if b.at, notes = a.place(m, "w", c); failed(notes) {
		return b, notes
	}
	if b.from, notes = a.place(m, "f", c); failed(notes) {
		return b, notes
	}
	if b.at == b.from {
		return b, refusal("Nobody attacks %s from %s.", a.m.Name(b.at), a.m.Name(b.from))
	}
	notes = a.cardsFor(&b, m, c)
	return b, notes
}

// cardsFor adds the cards in a match to the two steps of an assault. If it is not clear which step they are for, it
// suggests both.
func (a *author) cardsFor(b *battle, m *kit.Match, c *kit.Context) (notes kit.Outcome) {
	var lists [2][]play
	for i, name := range []string{"first", "last"} {
		for _, in := range m.All(name) {
			list, bad := a.plays(m, m.Within("i", in), c, Attack)
			if failed(bad) {
				return bad
			}
			notes.And(bad)
			lists[i] = append(lists[i], list...)
		}
	}
	b.min, b.all = b.min || m.Has("m"), b.all || m.Has("la")
	if m.Has("vague") {
		out := question("%s", whichStep)
		last := lists[1]
		if len(last) == 0 {
			k := max(len(lists[0])-1, 0)
			lists[0], last = lists[0][:k], lists[0][k:]
		}
		meant := *b
		meant.first, meant.final, meant.said = lists[0], last, true
		all := *b
		all.first = slices.Concat(lists[0], last)
		for _, x := range []battle{meant, all} {
			out.Suggest = append(out.Suggest, "ASSAULT "+x.words(a.m))
		}
		return out
	}
	b.first, b.final = append(b.first, lists[0]...), append(b.final, lists[1]...)
	b.said = b.said || m.Has("fw") || m.Has("fn") || len(lists[1]) > 0
	return notes
}

// assaults reads which territory is attacked, and how.
func (a *author) assaults(m *kit.Match, c *kit.Context) kit.Outcome {
	b, out := a.battle(m, c)
	if failed(out) {
		return out
	}
	lines := []string{"ASSAULT " + b.words(a.m)}
	turn, alt := a.at(c)
	if key := keyOf(turn, alt, "ACTION"); c.Given[key] == "" && strings.HasPrefix(c.Sheet.Get(key), passes) {
		if box := a.boxOfWord(c.Quote(m.From, m.To)); box != "" { // it replaces the pass on file
			lines = append([]string{"ACTION " + box}, lines...)
		}
	}
	return also(out, a.part(m, c, lines...))
}

// boxOfWord returns the box of the action board for assaults whose name is the first word of a text; "" if none.
func (a *author) boxOfWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if x := a.era().action(strings.ToUpper(word[:1]) + strings.ToLower(word[1:])); x != nil && x.Group == Assault {
		return x.Name
	}
	return ""
}

// assaultSteps reads the steps of an assault in a line of their own.
func (a *author) assaultSteps(m *kit.Match, c *kit.Context) kit.Outcome {
	turn, alt := a.at(c)
	key := keyOf(turn, alt, "ASSAULT")
	line := c.Given[key]
	switch {
	case line == "" && c.Word(m.From) == "finally":
		return a.playing(m, c)
	case line == "":
		return question("In which assault? For example: ASSAULT %s FIRST %s FINAL %s.", a.m.Name(0), a.example(),
			a.example())
	}
	rest, err := parseRest(a.b, a.m, line)
	if err != nil || len(rest) == 0 {
		return question("%s", whichStep)
	}
	b := rest[0].steps[0].battle
	if m.Has("f") {
		from, bad := a.place(m, "f", c)
		if failed(bad) {
			return bad
		}
		b.from = from
	}
	out := a.cardsFor(&b, m, c)
	if failed(out) {
		return out
	}
	out.Adds, out.Orders = true, []kit.Order{a.order(key, "ASSAULT "+b.words(a.m), m, c)}
	return out
}
