package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// suits replaces the symbols of the strengths on the cards by letters.
var suits = strings.NewReplacer("♠", " A", "♥", " D", "♣", " S")

// Read reads a player's letter. On a sheet, a letter amends the orders on file: turns as described in assemble.go;
// each other line replaces the order for the same thing, and everything else stays. Lines in the middle of a turn are
// added to the orders on file for the rest of it (more.go). An answer to a question of the draft, of an assault or in
// winter replaces the whole earlier answer.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	if v.player(v.Seat) == nil {
		return adjudicator.Reading{Answer: old}
	}
	if kind == "standing" && v.Draft != nil { // the list for the player's turn to choose
		kind = "draft"
	}
	text = parser.Plain(suits.Replace(text))
	switch kind {
	case "turn", "standing":
		return v.readSheet(kind, old, text)
	case "more":
		return v.readMore(old, text)
	case "draft", "defence", "final", "winter":
		return v.readShort(kind, old, text)
	}
	return adjudicator.Reading{Answer: old}
}

// read reads a text onto lines that are on file. It reads the text a second time if cards were named before the
// action for which they are played.
func (a *author) read(onFile []kit.Order, text string) *kit.Context {
	a.raw = text
	read := func() *kit.Context {
		a.ahead, a.nextAt, a.resolute = 0, kit.Bind{}, false
		on := kit.NewSheet()
		for _, x := range onFile {
			on.Set(x.Key, x.Line)
		}
		return kit.Read(a.b.words(a.m), a, on, text)
	}
	c := read()
	if !a.early {
		return c
	}
	for key, line := range c.Given {
		if strings.HasPrefix(line, "ACTION ") {
			a.groups[key] = a.b.boxNamed(line).Group
		}
	}
	if len(a.groups) > 0 {
		c = read()
	}
	return c
}

func (v *View) readSheet(kind, old, text string) adjudicator.Reading {
	before := strict.Must(parseSheet(v.edition(), v.on(), old))
	a := v.author(kind)
	s := settling{author: a, old: before}
	if reading.SaysNone(text) {
		s.parts = []adjudicator.Part{{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}}
		if len(before.rules.lines(a.m)) > 0 {
			s.note("Your standing orders are taken back as well.")
		}
	} else {
		s.Context = a.read(before.keyed(a.m), text)
		s.settle()
		s.askStays()
		s.joinAsked(text)
		s.suggestSketch(text)
		askShort(s.parts, text)
	}
	out := adjudicator.Reading{Answer: s.now.words(a.m)}
	if out.Answer == "" && (old != "" || reading.SaysNone(text)) {
		out.Answer = noOrders
	}
	s.doubts()
	out.Parts, out.Notes = s.parts, kit.Unique(s.notes)
	out.Missing, out.Form = v.missing(kind, s.now), v.form(s.now)
	out.Anew, out.Beside = s.anew(), []string{"defend", "winter", "stop"}
	return out
}

// askStays asks about another box for a turn on file of which the letter says that the rest stays, and that would lose
// it otherwise: "Entrench instead, the attack stays as it is."
func (s *settling) askStays() {
	if len(s.old.turns) == 0 || len(s.now.turns) == 0 || len(s.old.turns[0]) != 1 || len(s.now.turns[0]) != 1 {
		return
	}
	was, now := s.old.turns[0][0], s.now.turns[0][0]
	isBare := len(now.steps)+len(now.bonus) == 0 && now.action != "" && len(now.said) == 1
	if !isBare || now.action == was.action || len(was.steps) == 0 {
		return
	}
	stays := func(p adjudicator.Part) (is bool) {
		s.Look(p.Quote, func() { is = len(s.Find("same", 0, len(s.Lexemes))) > 0 })
		return is && p.Fate == adjudicator.Talk
	}
	if !slices.ContainsFunc(s.parts, stays) {
		return
	}
	meant := was
	meant.action, meant.leader, meant.token = now.action, now.leader, now.token
	s.now.turns = s.old.turns
	delete(s.Given, keyOf(1, 1, "ACTION"))
	p := &s.parts[now.said[0]]
	p.Fate, p.Why = adjudicator.Unsure, "Does the rest of your turn stay as it is?"
	p.Suggest = []string{strings.Join(meant.lines(s.m), "\n")}
}

// anew reports whether the letter replaces the writer's whole queue from the next turn on: it has the action of that
// turn, and does not just change it beside later ones.
func (s *settling) anew() bool {
	if s.Context == nil {
		return false
	}
	isAlone := strings.HasSuffix(s.Given[keyOf(1, 0, "NUMBER")], ":")
	key := keyOf(1, 1, "ACTION")
	return s.Given[key] != "" && !s.cubes[key] && !isAlone
}

// joinAsked joins two parts of a phrase that are asked about, "attack Milan" and "everything", and suggests what they
// may mean together.
func (s *settling) joinAsked(text string) {
	const most = 12 // characters between the parts, such as " with "
	for i := len(s.parts) - 2; s.lavish != "" && i >= 0; i-- {
		p, next := &s.parts[i], s.parts[i+1]
		isRest := next.Fate == adjudicator.Unsure && len(next.Suggest) == 0
		if p.Fate != adjudicator.Unsure || !isRest {
			continue
		}
		_, behind, ok := strings.Cut(text, p.Quote)
		between, _, found := strings.Cut(behind, next.Quote)
		together := ok && found && len(between) <= most
		if !together || strings.ContainsAny(between, ".;!?\n") {
			continue
		}
		if offers := s.withAll(p.Quote, s.turnOf(i)); len(offers) > 0 {
			p.Quote, p.Suggest = p.Quote+between+next.Quote, offers
			s.parts = slices.Delete(s.parts, i+1, i+2)
		}
	}
}

// withAll returns the possible meanings of "attack Milan with everything": an assault with all cards that have
// attack, or with as few of them as suffice. Without a box it uses the first one that has room.
func (s *settling) withAll(attack string, turn int) (out []string) {
	c := s.View.author(s.kind).read(nil, attack)
	rest, err := parseRest(s.b, s.m, c.Given[keyOf(1, 1, "ASSAULT")])
	if err != nil || len(rest) == 0 || len(rest[0].steps) == 0 {
		return nil
	}
	b := rest[0].steps[0].battle
	for _, card := range s.View.strongest(Attack) {
		if s.lavish == "hand" && !slices.Contains(s.Hand, card) {
			continue
		}
		b.first = append(b.first, play{card: plain(card), value: Attack})
	}
	boxes, _ := sampler{s.View}.boxes(Assault)
	if given := s.Given[keyOf(turn, 1, "ACTION")]; given != "" {
		boxes = []string{given}
	}
	if len(boxes) == 0 || len(b.first) == 0 {
		return nil
	}
	for _, b.min = range []bool{false, true} {
		if whole := s.wholly(boxes[0]+"\nASSAULT "+b.words(s.m), turn); whole != "" {
			out = append(out, whole)
		}
	}
	return out
}

// unlabelled returns a text without the label of an answer on a form.
func unlabelled(text, kind string) string {
	t := strings.TrimLeft(text, " \n>-*")
	label := labels[kind]
	before, rest, ok := strings.Cut(t, ":")
	if ok && strings.EqualFold(strings.TrimSpace(before), label) {
		return strings.TrimLeft(rest, " ")
	}
	return text
}

// noAnswer has the answers that NONE stands for, by the kind of question.
var noAnswer = map[string]string{"defence": "NOTHING", "final": nothingFinal, "winter": keepAll}

// readShort reads an answer of one line.
func (v *View) readShort(kind, old, text string) adjudicator.Reading {
	a := v.author(kind)
	said := unlabelled(text, kind)
	out := adjudicator.Reading{Answer: old}
	s := settling{author: a}
	if none := noAnswer[kind]; none != "" && reading.SaysNone(said) {
		out.Answer, s.parts = none, []adjudicator.Part{{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}}
	} else {
		var onFile []kit.Order
		if old != "" {
			onFile = []kit.Order{{Key: answerKey, Line: old}}
		}
		c := a.read(onFile, said)
		out.Answer, s.parts, s.notes = c.Sheet.Get(answerKey), reading.Parts(c.Parts), c.Notes
		s.Context = c
		out.Answer = s.suggestAnswer(said, old, out.Answer)
		askShort(s.parts, said)
	}
	notes, why := v.answerDoubts(kind, out.Answer)
	s.notes = append(s.notes, notes...)
	if i := slices.IndexFunc(s.parts, filed); i >= 0 && why != "" {
		s.parts[i].Why = why
	}
	out.Parts, out.Notes = s.parts, kit.Unique(s.notes)
	if kind == "draft" && v.Draft != nil && out.Answer != "" {
		out.Missing = v.Draft.missing(strict.Must(parseDraft(a.b, a.m, out.Answer)))
	}
	out.Form = answerForm(kind, []string{strings.TrimPrefix(out.Answer, "TAKE ")})
	return out
}

// filed reports whether a part is on file.
func filed(p adjudicator.Part) bool { return p.Fate == adjudicator.Filed }

// missing returns notes on what a list for the draft leaves to chance.
func (d *Draft) missing(list []string) []string {
	has := func(some []string) bool {
		return slices.ContainsFunc(list, func(n string) bool { return slices.Contains(some, n) })
	}
	if len(list) == 0 { // the answer is LOT
		return nil
	}
	var out []string
	if !has(d.Factions) {
		out = append(out, "There is no leader on your list: yours will be drawn by lot.")
	}
	if !has(d.Cities) {
		out = append(out, "There is no city on your list: yours will be drawn by lot.")
	}
	return out
}

const shortLetter = 3 // words in such a letter

// askShort asks about a letter of one short line of which nothing is understood, as it may be an order.
func askShort(parts []adjudicator.Part, text string) {
	isTalk := func(p adjudicator.Part) bool { return p.Fate == adjudicator.Talk }
	text = strings.TrimSpace(text)
	said := len(parts) == 1 && isTalk(parts[0]) && parts[0].Quote == strings.TrimRight(text, ".!")
	if said && !strings.Contains(text, "\n") && len(strings.Fields(text)) <= shortLetter {
		parts[0].Fate, parts[0].Why = adjudicator.Unsure, "I don't understand this."
	}
}
