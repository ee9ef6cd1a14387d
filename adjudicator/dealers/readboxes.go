package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	kit "deaddrop/parser/order"
)

// This file reads the choice of a box of the action board, with its cube and with the orders that follow from it.

// box returns the box of the action board that a match names, by its name or by its number on the current side.
func (a *author) box(m *kit.Match, c *kit.Context) (string, kit.Outcome) {
	if b, ok := m.Get("x"); ok {
		names := eachName(b.Vals, func(i int) string { return a.b.boxes()[i].Name })
		up := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return a.era().action(n) == nil })
		if len(names) > 1 && len(up) > 0 {
			names = up
		}
		if len(names) > 1 {
			return "", question("Which box of the action board is %q: %s?", word(c, b), adjudicator.Listed(names, "or"))
		}
		return names[0], kit.Outcome{}
	}
	b, _ := m.Get("n")
	n, boxes := counted(c, b), a.era().Actions
	if n < 1 || n > len(boxes) {
		return "", refusal("There is no box %d on the action board: they are numbered from 1 to %d.", n, len(boxes))
	}
	return boxes[n-1].Name, kit.Outcome{}
}

// cube returns the cube with which a match chooses an action; "" for a small one.
func cube(m *kit.Match) (string, kit.Outcome) {
	by := ""
	for _, b := range m.All("by") {
		now := map[string]string{"leaderw": " BY LEADER", "useleader": " BY LEADER", "tokenw": " BY TOKEN"}[b.Class]
		if by != "" && now != "" && by != now {
			return "", refusal("An action is chosen with one cube: BY LEADER or BY TOKEN, and not both (DH-6).")
		}
		by += strings.TrimPrefix(now, by)
	}
	return by, kit.Outcome{}
}

// chosen returns the line of the action that a match chooses, and its group.
func (a *author) chosen(m *kit.Match, c *kit.Context) (line string, g Group, bad kit.Outcome) {
	name, bad := a.box(m, c)
	if failed(bad) {
		return "", "", bad
	}
	by, bad := cube(m)
	if failed(bad) {
		return "", "", bad
	}
	if a.era().action(name) == nil && a.late() {
		boxes := eachName(a.era().Actions, func(x Action) string { return x.Name })
		return "", "", refusal("%s is a box of the early era, which is over. The boxes are now %s.", name,
			adjudicator.Listed(boxes, "and"))
	}
	return "ACTION " + name + by, a.b.groupOf(name), bad
}

// action reads which box of the action board is chosen, and with which cube.
func (a *author) action(m *kit.Match, c *kit.Context) kit.Outcome {
	line, _, bad := a.chosen(m, c)
	if failed(bad) {
		return bad
	}
	turn, _ := a.at(c)
	isWord := m.Form == "BOX" && m.To == m.From+1
	if isWord && a.isWithin(m, c) && !a.begun(c, turn) {
		return kit.Outcome{Ask: "Is this the box of the action board?", Suggest: []string{line}}
	}
	out := a.part(m, c, line)
	for _, x := range out.Orders {
		a.cubes[x.Key] = false
	}
	return out
}

// isWithin reports whether a match stands behind other words that may go on with it: "hand and ready", "what lies
// ready".
func (a *author) isWithin(m *kit.Match, c *kit.Context) bool {
	if m.From == 0 || c.Word(m.From-1) == "and" {
		return m.From > 0
	}
	isVerb := doubles[c.Word(m.From)] != "" && !c.Lexemes[m.From].Capital
	return isVerb && c.Lexemes[m.From-1].Kind == kit.Word
}

// blank accepts a form line that was left blank.
func (*author) blank(*kit.Match, *kit.Context) kit.Outcome { return kit.Outcome{Blank: true} }

// noBox asks which box is meant: "ACTION Train".
func (a *author) noBox(m *kit.Match, c *kit.Context) kit.Outcome {
	said := strings.ToLower(c.Word(m.To - 1))
	head := "train"
	if a.b.words(a.m).Is(said, "dismiss") {
		head = "dismiss"
	}
	var like []string
	for _, x := range a.era().Actions {
		if strings.HasPrefix(strings.ToLower(x.Name), head) {
			like = append(like, x.Name)
		}
	}
	out := question("There is no box %q. Which one do you mean: %s?", said, adjudicator.Listed(like, "or"))
	for _, name := range like {
		out.Suggest = append(out.Suggest, "ACTION "+name)
	}
	return out
}

// lacksCards asks what is wanted after an order word. A word by itself is a form line that was left blank.
func (a *author) lacksCards(m *kit.Match, c *kit.Context) kit.Outcome {
	said, alone := c.Word(m.To-1), m.To >= len(c.Lexemes) || c.Lexemes[m.To].Kind == kit.Line
	switch {
	case alone && a.b.words(a.m).Is(said, "card"): // "recruit" is a word for training, and a card
		return question("What do you want to do with %q? %s", said, howToBegin)
	case alone:
		return kit.Outcome{Blank: true}
	}
	if a.b.words(a.m).Is(c.Word(m.To), "same") { // such as "The defence stays"
		return kit.Outcome{Talk: true}
	}
	for i := m.To; i < len(c.Lexemes) && c.Lexemes[i].Kind != kit.Line; i++ {
		if c.Lexemes[i].Kind == kit.Word {
			card := a.example()
			return question("I don't understand %q there. For example: PLAY %s=S, TRAIN Tutor, ASSAULT %s FIRST %s.",
				c.Quote(i, i+1), card, a.m.Name(0), card)
		}
	}
	return question("What does that mean?")
}

// whichCard asks for the card that is played for a strength, in a letter with orders: "and recrute for attack".
func (a *author) whichCard(_ *kit.Match, c *kit.Context) kit.Outcome {
	if len(c.Given) == 0 {
		return kit.Outcome{Talk: true}
	}
	return question("Which card is played for that?")
}

// boxList reads "Train 2: Tutor, Recruit", where the box says what is done with the cards.
func (a *author) boxList(m *kit.Match, c *kit.Context) kit.Outcome {
	line, g, bad := a.chosen(m, c)
	if failed(bad) {
		return bad
	}
	x := a.b.boxNamed(line)
	word, which, list := "", a.cardOf, a.list
	switch {
	case g == Assault:
		return a.boxWith(m, c)
	case g == Train && m.Has("cm"): // "Train 1, Tutor" may be for either
		return a.trainedOrPlayed(m, c, line)
	case g == Train:
		word, which = "TRAIN ", a.traineeOf
	case x.Dismiss > 0:
		word, list = "DISMISS ", a.placed
	case x.Ready > 0:
		word = "READY "
	default:
		return question("What do you want to do with the cards? Write PLAY, for example.")
	}
	cards, out := list(m, m.All("i"), c, which)
	if failed(out) {
		return out
	}
	return also(out, a.part(m, c, line, word+strings.Join(cards, ", ")))
}

// trainedOrPlayed asks whether cards behind a box are trained there, or pay for it.
func (a *author) trainedOrPlayed(m *kit.Match, c *kit.Context, line string) kit.Outcome {
	out := question("What should be done with the cards? %s", howToBegin)
	if cards, bad := a.list(m, m.All("i"), c, a.traineeOf); !failed(bad) {
		out.Suggest = append(out.Suggest, line+"\nTRAIN "+strings.Join(cards, ", "))
	}
	if lines, bad := a.playLines(m, m.All("i"), c, Train); !failed(bad) {
		out.Suggest = append(out.Suggest, strings.Join(append([]string{line}, lines...), "\n"))
	}
	return out
}

// boxNamed returns the box in a line that chooses it.
func (b *Board) boxNamed(line string) Action {
	name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(line, "ACTION "), " BY LEADER"), " BY TOKEN")
	i := slices.IndexFunc(b.boxes(), func(x Action) bool { return x.Name == name })
	return b.boxes()[i]
}

// boxWith reads "Train 1 with the Tutor and the Recruit".
func (a *author) boxWith(m *kit.Match, c *kit.Context) kit.Outcome {
	line, g, bad := a.chosen(m, c)
	if failed(bad) {
		return bad
	}
	lines, out := a.playLines(m, m.All("i"), c, g)
	if failed(out) {
		return out
	}
	return also(out, a.part(m, c, append([]string{line}, lines...)...))
}

// boxFor reads "Train 1 with the Tutor for a Recruit".
func (a *author) boxFor(m *kit.Match, c *kit.Context) kit.Outcome {
	line, g, bad := a.chosen(m, c)
	if failed(bad) {
		return bad
	}
	paid, _ := m.Get("p")
	of, _ := m.Get("l")
	if g != Train {
		return question("What do you want to do with the cards? Write PLAY, for example.")
	}
	lines, out := a.playLines(m, m.Within("i", paid), c, g)
	if failed(out) {
		return out
	}
	cards, bad := a.list(m, m.Within("i", of), c, a.traineeOf)
	if failed(bad) {
		return bad
	}
	out.And(kit.Outcome{Note: bad.Note})
	return also(out, a.part(m, c, slices.Concat([]string{line}, lines, []string{"TRAIN " + strings.Join(cards, ", ")})...))
}

// boxAssault reads "Storm Milan with Veteran".
func (a *author) boxAssault(m *kit.Match, c *kit.Context) kit.Outcome {
	line, g, bad := a.chosen(m, c)
	if failed(bad) {
		return bad
	}
	if g != Assault {
		return refusal("%s is no assault action.", a.b.boxNamed(line).Name)
	}
	b, out := a.battle(m, c)
	if failed(out) {
		return out
	}
	return also(out, a.part(m, c, line, "ASSAULT "+b.words(a.m)))
}

// byCube reads the cube for the action that was named before.
func (a *author) byCube(m *kit.Match, c *kit.Context) kit.Outcome {
	by, bad := cube(m)
	turn, alt := a.at(c)
	line := c.Sheet.Get(keyOf(turn, alt, "ACTION"))
	switch {
	case failed(bad):
		return bad
	case !strings.HasPrefix(line, "ACTION "):
		return question("With that cube, which action? For example: ACTION %s%s.", a.era().Actions[0].Name, by)
	case by == "" || strings.HasSuffix(line, by):
		return kit.Outcome{Blank: true}
	case strings.Contains(line, " BY "):
		return refusal("An action is chosen with one cube: BY LEADER or BY TOKEN, and not both (DH-6).")
	}
	key := keyOf(turn, alt, "ACTION")
	if c.Given[key] == "" {
		a.cubes[key] = true
	}
	out := a.part(m, c, line+by)
	out.Adds = true
	return out
}

// groupOf returns the group of the action with a name; "" if none.
func (b *Board) groupOf(name string) Group {
	for i := range b.Eras {
		if a := b.Eras[i].action(name); a != nil {
			return a.Group
		}
	}
	return ""
}
