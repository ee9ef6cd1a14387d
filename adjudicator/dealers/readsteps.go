package dealers

import (
	"cmp"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file reads the steps of a turn, and its end.

// bonus reads the cards to dismiss before a reorganize action, as the era allows (DH-11).
func (a *author) bonus(m *kit.Match, c *kit.Context) kit.Outcome {
	cards, out := a.placed(m, m.All("i"), c, a.cardOf)
	if failed(out) {
		return out
	}
	turn, alt := a.at(c)
	if before := c.Given[keyOf(turn, alt, "BONUS")]; before != "" && !c.Fixes {
		cards = slices.Concat(strings.Split(strings.TrimPrefix(before, "BONUS DISMISS "), ", "), cards)
	}
	out.Adds = true
	return also(out, a.part(m, c, "BONUS DISMISS "+strings.Join(cards, ", ")))
}

// groupNow returns the group of the action of the current turn; "" if it is not known yet.
func (a *author) groupNow(c *kit.Context) Group {
	if a.kind == "more" && a.Acting != nil {
		return a.b.groupOf(a.Acting.Action)
	}
	turn, alt := a.at(c)
	key := keyOf(turn, alt, "ACTION")
	line := c.Given[key]
	if line == "" {
		a.early = true
		line = c.Sheet.Get(key)
	}
	if g, known := a.groups[key]; known && c.Given[key] == "" {
		return g
	}
	if !strings.HasPrefix(line, "ACTION ") {
		return ""
	}
	return a.b.boxNamed(line).Group
}

// playLines returns the lines for the plays of items.
func (a *author) playLines(m *kit.Match, items []kit.Bind, c *kit.Context,
	g Group) (lines []string, notes kit.Outcome) {
	list, notes := a.plays(m, items, c, unsaid)
	if failed(notes) {
		return nil, notes
	}
	for _, p := range list {
		p, note, bad := a.settled(p, g)
		if failed(bad) {
			return nil, bad
		}
		notes.And(kit.Outcome{Note: note})
		s := step{kind: stepPlay, play: p}
		if p.use {
			s.kind = stepUse
		}
		lines = append(lines, s.words(a.m))
	}
	return lines, notes
}

// playing reads cards that are played, optionally with a strength for all of them before a colon: "Support: Tutor,
// Recruit".
func (a *author) playing(m *kit.Match, c *kit.Context) kit.Outcome {
	if new := a.newCards(m, c); len(new) > 0 {
		return a.part(m, c, "TRAIN "+strings.Join(new, ", "))
	}
	lines, out := a.playLines(m, m.All("i"), c, a.groupNow(c))
	if failed(out) {
		return out
	}
	return also(out, a.part(m, c, lines...))
}

// newCards returns the cards that a match names without a word for what is done with them, if they are to be trained:
// the action is for that, and the player has none of them. "I take card Gunners 1"
func (a *author) newCards(m *kit.Match, c *kit.Context) []string {
	if !a.b.words(a.m).Is(c.Word(m.From), "cards") || a.groupNow(c) != Train {
		return nil
	}
	cards, bad := a.list(m, m.All("i"), c, a.traineeOf)
	d := doubter{View: a.View}
	if failed(bad) || slices.ContainsFunc(cards, d.has) {
		return nil
	}
	return cards
}

// playTo reads cards that are played for something: "Veteran=A, Recruit=A -> Portland".
func (a *author) playTo(m *kit.Match, c *kit.Context) kit.Outcome {
	items := m.All("i")
	var aim string
	if in, ok := m.Get("a"); ok {
		items = slices.DeleteFunc(items, func(b kit.Bind) bool { return b.From >= in.From })
		cards, out := a.list(m, m.Within("i", in), c, a.traineeOf)
		if failed(out) {
			return out
		}
		aim = "TRAIN " + strings.Join(cards, ", ")
	} else {
		at, bad := a.place(m, "w", c)
		if failed(bad) {
			return bad
		}
		aim = "ASSAULT " + a.m.Name(at)
	}
	lines, out := a.playLines(m, items, c, a.groupNow(c))
	if failed(out) {
		return out
	}
	return also(out, a.part(m, c, append(lines, aim)...))
}

// training reads cards that are trained, and those that are played for it.
func (a *author) training(m *kit.Match, c *kit.Context) kit.Outcome {
	of, _ := m.Get("l")
	list := a.list
	if a.raises(c) {
		list = a.placed
	}
	cards, out := list(m, m.Within("i", of), c, a.traineeOf)
	if failed(out) {
		return out
	}
	var lines []string
	if with, ok := m.Get("p"); ok {
		plays, bad := a.playLines(m, m.Within("i", with), c, Train)
		if failed(bad) {
			return bad
		}
		out.And(bad)
		lines = plays
	}
	return also(out, a.part(m, c, append(lines, "TRAIN "+strings.Join(cards, ", "))...))
}

// raises reports whether the action of the current turn dismisses the card needed to train another one (DH-20), as
// far as it is known.
func (a *author) raises(c *kit.Context) bool {
	name := ""
	if a.kind == "more" && a.Acting != nil {
		name = a.Acting.Action
	} else {
		turn, alt := a.at(c)
		key := keyOf(turn, alt, "ACTION")
		line := cmp.Or(c.Given[key], c.Sheet.Get(key))
		if !strings.HasPrefix(line, "ACTION ") {
			return false
		}
		name = a.b.boxNamed(line).Name
	}
	x := a.era().action(name)
	return x != nil && x.From == FromDismiss
}

// listing reads cards that are dismissed, or put into the ready area.
func (a *author) listing(m *kit.Match, c *kit.Context) kit.Outcome {
	list := a.list
	if m.Form == "DISMISS" {
		list = a.placed
	}
	cards, out := list(m, m.All("i"), c, a.cardOf)
	if failed(out) {
		return out
	}
	lines := []string{m.Form + " " + strings.Join(cards, ", ")}
	turn, alt := a.at(c)
	hasAction := a.kind == "more" || c.Sheet.Get(keyOf(turn, alt, "ACTION")) != ""
	if m.Form == "READY" && m.Has("box") && !hasAction { // "Ready: Veteran" names the box, too
		if x := slices.IndexFunc(a.era().Actions, func(x Action) bool { return x.Ready > 0 }); x >= 0 {
			lines = append([]string{"ACTION " + a.era().Actions[x].Name}, lines...)
		}
	}
	return also(out, a.part(m, c, lines...))
}

// doing reads DO, for the automatic effect of the action, and DONE, which is also a word with which letters end.
func (a *author) doing(m *kit.Match, c *kit.Context) kit.Outcome {
	if m.Form == "DOIT" {
		return a.part(m, c, "DO")
	}
	turn, _ := a.at(c)
	said := c.Lexemes[m.From].Shouted || m.To > m.From+1 || c.Word(m.From) != "done"
	if a.kind != "more" && !said && !a.begun(c, turn) {
		return kit.Outcome{Blank: true}
	}
	return a.part(m, c, "DONE")
}

// isReply reports whether a match stands below a quoted line, which it answers.
func (a *author) isReply(m *kit.Match, c *kit.Context) bool {
	quoted := false
	for line := range strings.SplitSeq(a.raw, "\n") {
		if quoted && strings.HasSuffix(strings.TrimSpace(line), word(c, all(m))) {
			return true
		}
		quoted = strings.HasPrefix(line, ">") || quoted && strings.TrimSpace(line) == ""
	}
	return false
}

// bare reads cards without a word for what is done with them: they continue the list of the line above.
func (a *author) bare(m *kit.Match, c *kit.Context) kit.Outcome {
	turn, alt := a.at(c)
	t, n, what := partOf(c.Last.Key)
	goesOn := t == turn && n == alt && c.Given[c.Last.Key] == c.Last.Line
	if goesOn && a.isDenial(m, c) { // such as "Ready: Tutor. No, the Veteran."
		return a.inPlace(m, c)
	}
	if goesOn && m.From > 0 && c.Word(m.From-1) != ":" && !a.isReply(m, c) {
		word, _, _ := strings.Cut(c.Last.Line, " ")
		switch {
		case one(word, "PLAY", "USE") && strings.HasPrefix(what, "STEP"):
			return a.playing(m, c)
		case one(word, "TRAIN", "DISMISS", "READY", "DISCARD", "KEEP") && !strings.HasSuffix(c.Last.Line, " ALL"):
			which := a.cardOf
			if word == "TRAIN" {
				which = a.traineeOf
			}
			cards, out := a.list(m, m.All("i"), c, which)
			if failed(out) {
				return out
			}
			line := c.Last.Line + ", " + strings.Join(cards, ", ")
			out.Orders, out.Adds = []kit.Order{a.order(c.Last.Key, line, m, c)}, true
			return out
		}
	}
	if a.kind == "winter" {
		return a.discardsOrKeeps(m, c)
	}
	if o := a.rechosen(m, c); len(o.Orders) > 0 {
		return o
	}
	out := question("What should be done with that? %s", howToBegin)
	for _, word := range []string{"PLAY", "TRAIN"} {
		out.Suggest = append(out.Suggest, a.suggested(m, c, word)...)
	}
	return out
}

// isDenial reports whether "no" stands before a match, so that it corrects what stands before it.
func (a *author) isDenial(m *kit.Match, c *kit.Context) bool {
	at := m.From - 1
	for at >= 0 && (c.Word(at) == "," || c.Word(at) == ":") {
		at--
	}
	return at >= 0 && at < m.From-1 && one(c.Word(at), "no", "nope", "nein")
}

// inPlace asks whether the cards of a match are meant in place of the last of the line before them.
func (a *author) inPlace(m *kit.Match, c *kit.Context) kit.Outcome {
	out := question("Instead of which card is that? %s", howToBegin)
	out.Undo = []string{c.Last.Key}
	word, list, _ := strings.Cut(c.Last.Line, " ")
	cards, bad := a.list(m, m.All("i"), c, a.cardOf)
	if names := strings.Split(list, ", "); !failed(bad) && one(word, "TRAIN", "DISMISS", "READY", "DISCARD", "KEEP") {
		out.Suggest = []string{word + " " + strings.Join(append(names[:len(names)-1], cards...), ", ")}
	}
	return out
}

// discardsOrKeeps asks what happens to cards in winter.
func (a *author) discardsOrKeeps(m *kit.Match, c *kit.Context) kit.Outcome {
	cards, out := a.list(m, m.All("i"), c, a.cardOf)
	if failed(out) {
		return out
	}
	out = question("Are these discarded, or kept?")
	for _, keeps := range []bool{false, true} {
		out.Suggest = append(out.Suggest, tidy{keeps, cards}.words())
	}
	return out
}

// rechosen returns a play of the letter or on file with another choice for its effect: "Night Broker ON Black, not
// Blue".
func (a *author) rechosen(m *kit.Match, c *kit.Context) (out kit.Outcome) {
	list, bad := a.plays(m, m.All("i"), c, unsaid)
	if failed(bad) || len(list) != 1 || list[0].choice.on == "" {
		return out
	}
	for _, k := range slices.Backward(c.Sheet.Keys()) {
		p, err := parseRest(a.b, a.m, c.Sheet.Get(k))
		_, _, what := partOf(k)
		isStep := what != "" && err == nil && len(p) > 0 && len(p[0].steps) == 1
		if !isStep || p[0].steps[0].play.card != list[0].card {
			continue
		}
		s := p[0].steps[0]
		s.play.choice.on = list[0].choice.on
		return kit.Outcome{Adds: true, Orders: []kit.Order{a.order(k, s.words(a.m), m, c)}}
	}
	return out
}

const howToBegin = "A line begins with what is done: ACTION, PLAY, USE, TRAIN, DISMISS, READY, ASSAULT, DISCARD, " +
	"KEEP, DONE or PASS in a turn; DEFEND, WINTER or STOP for whenever it is needed."

// suggested returns a line that the cards of a match may be meant for, if there is one.
func (a *author) suggested(m *kit.Match, c *kit.Context, word string) []string {
	if word == "TRAIN" {
		cards, bad := a.list(m, m.All("i"), c, a.traineeOf)
		if failed(bad) || a.groupNow(c) != Train {
			return nil
		}
		return []string{"TRAIN " + strings.Join(cards, ", ")}
	}
	lines, bad := a.playLines(m, m.All("i"), c, a.groupNow(c))
	if failed(bad) || a.groupNow(c) == "" {
		return nil
	}
	return []string{strings.Join(lines, "\n")}
}

// tidied returns which hand cards a match discards or keeps.
func (a *author) tidied(m *kit.Match, c *kit.Context) (x tidy, notes kit.Outcome) {
	cards, notes := a.tidyList(m, c)
	if failed(notes) {
		return x, notes
	}
	keeps := m.Has("kp")
	switch {
	case m.Has("but"):
		x = tidy{!keeps, cards}
	case len(cards) == 0 && (m.Has("all") || m.Has("rest")):
		x = tidy{!keeps, nil}
	case len(cards) == 0:
		x = tidy{keeps, nil}
	default:
		x = tidy{keeps, cards}
	}
	return x, notes
}

// unplayed returns the cards of the hand that no line of the letter names so far.
func (a *author) unplayed(c *kit.Context) []string {
	hand := slices.Clone(a.Hand)
	for key, line := range c.Given {
		if strings.HasSuffix(key, "TIDY") {
			continue
		}
		hand = slices.DeleteFunc(hand, func(n string) bool { return strings.Contains(line, plain(n)) })
	}
	return hand
}

// tidyList returns the cards of a match that are discarded or kept. "Both masses" are all those of the hand.
func (a *author) tidyList(m *kit.Match, c *kit.Context) (out []string, notes kit.Outcome) {
	for _, item := range m.All("i") {
		if masses := a.massesOf(m, item, c); len(masses) > 1 {
			out = append(out, masses...)
			continue
		}
		cards, bad := a.list(m, []kit.Bind{item}, c, a.cardOf)
		if failed(bad) {
			return nil, bad
		}
		notes.And(kit.Outcome{Note: bad.Note})
		out = append(out, cards...)
	}
	if len(out) > maxLines {
		return nil, refusal("There can be at most %d cards in one list.", maxLines)
	}
	return out, notes
}

// massesOf returns all masses of the hand, if an item names masses of several kinds and says no other number of them.
func (a *author) massesOf(m *kit.Match, item kit.Bind, c *kit.Context) (out []string) {
	isMasses := func(n string) bool { return a.b.card(n).Kind == Masses }
	named := a.cardsOf(thing(m, item))
	if len(named) < 2 || slices.ContainsFunc(named, func(n string) bool { return !isMasses(n) }) {
		return nil
	}
	for _, n := range eachName(a.Hand, plain) {
		if isMasses(n) {
			out = append(out, n)
		}
	}
	if n, bad := a.copies(m, item, c); failed(bad) || n > 1 && n != len(out) {
		return nil
	}
	return out
}

// dismissed reads cards of the discard pile that are to go, which can't mean that they are discarded: "Get rid of an
// Angry Masses from my discard pile". In a turn that dismisses cards but names none yet, it asks about cards of the
// hand, too.
func (a *author) dismissed(m *kit.Match, c *kit.Context) (out kit.Outcome, is bool) {
	turn, alt := a.at(c)
	line := cmp.Or(c.Given[keyOf(turn, alt, "ACTION")], c.Sheet.Get(keyOf(turn, alt, "ACTION")))
	isDismissing := strings.HasPrefix(line, "ACTION ") && a.b.boxNamed(line).Dismiss > 0
	if m.Has("kp") || m.Has("but") || len(m.All("i")) == 0 {
		return out, false
	}
	cards, out := a.placed(m, m.All("i"), c, a.cardOf)
	if failed(out) {
		return out, m.Has("fd")
	}
	line = "DISMISS " + strings.Join(cards, ", ")
	switch {
	case m.Has("fd") && a.groupNow(c) == Reorganize:
		return also(out, a.part(m, c, line)), true
	case m.Has("fd"), isDismissing && !strings.HasPrefix(c.Word(m.From), "discard") && !a.dismisses(c, turn):
		out = question("Are these cards dismissed?")
		out.Suggest = []string{line}
		return out, true
	}
	return out, false
}

// dismisses reports whether the letter names cards to dismiss in a turn.
func (a *author) dismisses(c *kit.Context, turn int) bool {
	for key, line := range c.Given {
		if t, _, _ := partOf(key); t == turn && strings.HasPrefix(line, "DISMISS ") {
			return true
		}
	}
	return false
}

// discards reads which hand cards are discarded or kept at the end of a turn. Several lines that discard are added
// up, and so are lines that keep.
func (a *author) discards(m *kit.Match, c *kit.Context) kit.Outcome {
	if out, is := a.dismissed(m, c); is {
		return out
	}
	x, out := a.tidied(m, c)
	if failed(out) {
		return out
	}
	turn, alt := a.at(c)
	key := keyOf(turn, alt, "TIDY")
	if before := c.Given[key]; before != "" && !c.Fixes {
		was, err := parseTidy(a.b, before)
		switch {
		case standingReader{a}.completes(before, x, a.unplayed(c)):
			// such as "keep the Tutor and throw away the Medics"
			if x.keep {
				return kit.Outcome{Blank: true}
			}
			out.Adds = true
		case m.Has("rest"), err != nil, was.words() == x.words():
			return kit.Outcome{Blank: true}
		case was.keep == x.keep && len(was.cards) > 0 && len(x.cards) > 0:
			x.cards, out.Adds = slices.Concat(was.cards, x.cards), true
		}
	}
	if !x.keep && len(x.cards) == 0 { // nothing, which is the default
		out.Drop = append(out.Drop, key)
		return out
	}
	return also(out, a.part(m, c, x.words()))
}
