package dealers

import (
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file reads the parts of turns. Each is a line of the normal form, with a key for its turn, its alternative,
// and its kind: two actions are two lines for one thing. assemble.go puts them together.

// keyOf returns the key of a part of a turn, which partOf splits.
func keyOf(turn, alt int, what string) string { return fmt.Sprintf("TURN %d %d %s", turn, alt, what) }

// partOf splits a key into turn, alternative and kind.
func partOf(key string) (turn, alt int, what string) {
	_, _ = fmt.Sscanf(key, "TURN %d %d %s", &turn, &alt, &what)
	return turn, alt, what
}

// keyed returns the lines of a sheet with their keys.
func (s sheet) keyed(m *Map) []kit.Order {
	var out []kit.Order
	for i, p := range s.turns {
		for k, d := range p {
			for n, line := range d.lines(m) {
				old := fmt.Sprintf("OLD%d", n)
				what := keyWord(line, old)
				if one(what, "ASSAULT", "DO") { // new lines of these kinds are placed among steps, unlike those on file
					what = old
				}
				out = append(out, kit.Order{Key: keyOf(i+1, k+1, what), Line: line})
			}
		}
	}
	for _, line := range s.rules.lines(m) {
		out = append(out, kit.Order{Key: ruleKey(line), Line: line})
	}
	return out
}

// keyWord returns the kind of a line of a turn: a turn has one action or pass, one assault, and so on, and many
// steps.
func keyWord(line, step string) string {
	switch word, _, _ := strings.Cut(line, " "); word {
	case "ACTION", passes:
		return "ACTION"
	case "BONUS", "ASSAULT", "DO", "DONE":
		return word
	case "DISCARD", "KEEP":
		return "TIDY"
	}
	return step
}

// ruleKey returns the key of a standing order: the line without the action that it orders.
func ruleKey(line string) string {
	key, _, _ := strings.Cut(line, ":")
	if strings.HasPrefix(line, "WINTER ") {
		return "WINTER"
	}
	return key
}

// at returns the current turn and alternative.
func (a *author) at(c *kit.Context) (turn, alt int) {
	turn, alt = 1, 1
	keys := c.Sheet.Keys()
	for _, k := range slices.Backward(keys) {
		if t, _, what := partOf(k); what == "NUMBER" && c.Given[k] != "" {
			turn = t
			break
		}
	}
	turn = max(turn, a.ahead)
	for _, k := range keys {
		if t, n, _ := partOf(k); t == turn && c.Given[k] != "" {
			alt = max(alt, n)
		}
	}
	return turn, alt
}

// begun reports whether the letter has lines of a turn.
func (a *author) begun(c *kit.Context, turn int) bool {
	return slices.ContainsFunc(c.Sheet.Keys(), func(k string) bool {
		t, n, _ := partOf(k)
		return t == turn && n > 0 && c.Given[k] != ""
	})
}

const loneAlternative = "When is that? It begins like an alternative, but there is nothing before it."

// part returns an outcome that adds lines to one alternative of a turn; a form that begins with OR starts a new
// alternative.
func (a *author) part(m *kit.Match, c *kit.Context, lines ...string) kit.Outcome {
	if a.kind == "standing" && a.Draft != nil {
		return kit.Outcome{Talk: true}
	}
	if nx, ok := m.Get("nx"); ok && a.nextAt.To != nx.To && !a.goesAhead(c) {
		return kit.Outcome{Ask: whichTurn, Suggest: []string{strings.Join(lines, "\n")}}
	}
	a.nextAt, _ = m.Get("nx")
	turn, alt := a.at(c)
	if b, ok := m.Get("bx"); ok && !a.isOfBox(b, c.Sheet.Get(keyOf(turn, alt, "ACTION"))) {
		return kit.Outcome{Ask: a.b.words(a.m).Says("cond"), Suggest: []string{strings.Join(lines, "\n")}}
	}
	other := begins(m, c)
	if other {
		switch {
		case a.begun(c, turn):
			alt++
		default: // added to what is on file
			for _, k := range c.Sheet.Keys() {
				if t, n, _ := partOf(k); t == turn {
					alt = max(alt, n+1)
				}
			}
		}
	}
	if other && alt == 1 {
		return kit.Outcome{Ask: loneAlternative, Suggest: []string{strings.Join(lines, "\n")}}
	}
	var out kit.Outcome
	for i, line := range lines {
		what := keyWord(line, a.stepKey(m, c, i))
		if before := a.fixed(c, turn, alt, line); before != "" {
			_, _, what = partOf(before)
		}
		out.Orders = append(out.Orders, a.order(keyOf(turn, alt, what), line, m, c))
	}
	return out
}

// begins reports whether a match begins an alternative. A slash at the beginning of a line is that of a table.
func begins(m *kit.Match, c *kit.Context) bool {
	b, ok := m.Get("alt")
	isTable := c.Word(b.From) == "|" && (b.From == 0 || c.Lexemes[b.From-1].Kind == kit.Line)
	return ok && !isTable
}

// isOfBox reports whether a name is that of the box in a line that chooses one.
func (a *author) isOfBox(b kit.Bind, line string) bool {
	if !strings.HasPrefix(line, "ACTION ") {
		return false
	}
	name := a.b.boxNamed(line).Name
	return slices.ContainsFunc(b.Vals, func(i int) bool { return a.b.boxes()[i].Name == name })
}

// also returns an outcome with notes on what was read before.
func also(notes, out kit.Outcome) kit.Outcome {
	out.Note, out.Adds = strings.TrimSpace(notes.Note+" "+out.Note), out.Adds || notes.Adds
	out.Drop = append(out.Drop, notes.Drop...)
	return out
}

// stepKey returns a key for a step of a turn, by its position in the letter.
func (a *author) stepKey(m *kit.Match, c *kit.Context, i int) string {
	text := slices.Index(a.texts, c.Text)
	if text < 0 {
		text = len(a.texts)
		a.texts = append(a.texts, c.Text)
	}
	return fmt.Sprintf("STEP%d.%d.%d", text, c.Lexemes[m.From].From, i)
}

// fixed returns the key of the step of the letter that a line corrects: the last one of its kind.
func (a *author) fixed(c *kit.Context, turn, alt int, line string) string {
	if !c.Fixes {
		return ""
	}
	word, _, _ := strings.Cut(line, " ")
	for _, k := range slices.Backward(c.Sheet.Keys()) {
		t, n, what := partOf(k)
		if t == turn && n == alt && strings.HasPrefix(what, "STEP") && strings.HasPrefix(c.Given[k], word+" ") {
			return k
		}
	}
	return ""
}

// turnNumber reads TURN 2. The orders after it on the same line replace that turn only.
func (a *author) turnNumber(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.kind == "more" {
		return refusal("You are being asked only for the rest of this turn. You can change your queue of turns when " +
			"it is over.")
	}
	b, _ := m.Get("n")
	n, behind := counted(c, b), m.To
	for strings.Contains(":-.,", c.Word(behind)) && behind < len(c.Lexemes) {
		behind++
	}
	line := fmt.Sprintf("TURN %d", n)
	if behind < len(c.Lexemes) && c.Lexemes[behind].Kind != kit.Line {
		line += ":"
	}
	key := keyOf(n, 0, "NUMBER")
	return kit.Outcome{Orders: []kit.Order{a.order(key, line, m, c)}, Drop: []string{key}}
}

// turnNone takes back a turn and all later ones.
func (a *author) turnNone(m *kit.Match, c *kit.Context) kit.Outcome {
	out := a.turnNumber(m, c)
	for i := range out.Orders {
		out.Orders[i].Line = strings.TrimSuffix(out.Orders[i].Line, ":") + " " + noOrders
	}
	return out
}

// passes reads "PASS" and "PASS YEAR".
func (a *author) passes(m *kit.Match, c *kit.Context) kit.Outcome {
	if m.Has("y") {
		return a.part(m, c, passes+" YEAR")
	}
	return a.part(m, c, passes)
}

const whichTurn = "For which turn is that? Write TURN 2 above what is for the turn after your next one."

// passesLater reads a pass in the next turn, and asks which turn that is if it is not clear.
func (a *author) passesLater(m *kit.Match, c *kit.Context) kit.Outcome {
	if !a.goesAhead(c) {
		return kit.Outcome{Ask: whichTurn, Suggest: []string{passes}}
	}
	return a.part(m, c, passes)
}

// onward asks about a second action that goes on from the first: "From there on to Milan."
func (a *author) onward(m *kit.Match, c *kit.Context) kit.Outcome {
	out := question("A turn has one action. %s", whichTurn)
	if line, _, bad := a.chosen(m, c); m.Has("x") && !failed(bad) {
		turn, _ := a.at(c)
		out.Suggest, out.About = []string{line}, []string{keyOf(turn+1, 1, "ACTION")}
	}
	return out
}

// nextTurn reads what stands behind "next turn": it is for the turn behind the one that the letter has, or that is on file
// for now, and if there is none, that is asked.
func (a *author) nextTurn(b kit.Block, c *kit.Context) {
	if !a.goesAhead(c) {
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote, Suggest: c.Guess(b.Text), Why: whichTurn})
		return
	}
	c.ReadAll(b.Text)
	isAhead := func(k string) bool { t, _, _ := partOf(k); return t == a.ahead && c.Given[k] != "" }
	isAsked := slices.ContainsFunc(c.Parts, func(p kit.Part) bool {
		return p.Fate != kit.Talk && strings.Contains(b.Quote, p.Quote)
	})
	if !slices.ContainsFunc(c.Sheet.Keys(), isAhead) && !isAsked {
		a.ahead--
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote, Why: whichTurn})
	}
}

// goesAhead has the lines that follow be for the next turn but the one that the letter has, or that is on file. It reports
// whether there is such a turn.
func (a *author) goesAhead(c *kit.Context) bool {
	turn, _ := a.at(c)
	isTurn := func(k string) bool { t, _, _ := partOf(k); return t > 0 }
	if a.kind == "standing" && !slices.ContainsFunc(c.Sheet.Keys(), isTurn) { // the writer's next turn is the first
		a.ahead = turn
		return true
	}
	isFiled := a.kind == "turn" && turn == 1 && c.Sheet.Get(keyOf(1, 1, "ACTION")) != ""
	if !a.begun(c, turn) && !isFiled {
		return false
	}
	a.ahead = turn + 1
	return true
}

// idle reports whether a deed is empty.
func (d deed) idle() bool {
	chooses := d.pass != passNot || d.action != "" || d.leader || d.token
	does := len(d.bonus) > 0 || len(d.steps) > 0
	ends := d.done || d.tidy.keep || len(d.tidy.cards) > 0
	return !chooses && !does && !ends
}
