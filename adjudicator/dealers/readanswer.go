package dealers

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// How questions of the draft, within a turn, and in winter are answered: an answer is a whole one.

// parseDraft takes a list of leaders and cities in normal form apart; none for LOT.
func parseDraft(b *Board, m *Map, text string) []string {
	list, _, err := newReader(b, m, nil).listDraft(plainly(text))
	if err != nil {
		return nil
	}
	return list
}

// parseDefence takes the answer of a defender in normal form apart. What can't be read is no defence.
func parseDefence(b *Board, m *Map, text string) defence {
	d := defence{at: nowhere}
	if c := lex(plainly(text)); c.Done() || newReader(b, m, nil).defence(c, &d) != nil {
		return defence{at: nowhere}
	}
	return d
}

// parseFinal takes the last step of an attacker in normal form apart: its final, all and said. What can't be read is nothing.
func parseFinal(b *Board, m *Map, text string) battle {
	none := battle{at: nowhere, from: nowhere, said: true}
	x := none
	c := lex(plainly(text))
	if newReader(b, m, nil).final(c, &x) != nil || !c.Done() {
		return none
	}
	return x
}

// parseTidy takes the answer in winter in normal form apart. What can't be read keeps all.
func parseTidy(b *Board, text string) tidy {
	c := lex(plainly(text))
	x, err := newReader(b, nil, nil).winterly(c)
	if err != nil || !c.Done() {
		return tidy{}
	}
	return *x
}

// readAnswer reads an answer to a question.
func (v *View) readAnswer(kind, old, text string) adjudicator.Reading {
	r := newReader(v.edition(), v.on(), v)
	switch kind {
	case "draft":
		return v.readDraft(r, old, text)
	case "more":
		return v.readMore(r, old, text)
	case "defence", "final", "winter":
		return v.readShort(r, kind, old, text)
	}
	return adjudicator.Reading{Answer: old}
}

// readMore reads the rest of a turn, in which cards were drawn.
func (v *View) readMore(r *reader, old, text string) adjudicator.Reading {
	s := r.sheetReader("more", sheet{})
	text = unlabelled(text, "more")
	if !saysNone(text) {
		s.read(text)
	}
	out := adjudicator.Reading{Answer: old, Parts: s.parts, Notes: s.notes}
	switch {
	case saysNone(text):
		out.Answer = noOrders
	case len(s.sheet.turns) > 0 && len(s.parts) == 0:
		p := s.sheet.turns[0]
		if faults := v.checkMore(r, p); len(faults) > 0 {
			out.Parts = faults
		} else {
			out.Answer = sheet{turns: queue.Queue[deed]{p}}.words(r.m)
		}
	}
	if note := orders.Aside(s.aside); note != "" {
		out.Notes = append(out.Notes, note)
	}
	out.Notes = orders.Unique(out.Notes)
	out.Form = answerForm("more", strings.Split(out.Answer, "\n"))
	return out
}

// checkMore refuses the rest of a turn of which no alternative can be carried out, or that is none. What he wrote before is
// never refused: what can be done of it is done.
func (v *View) checkMore(r *reader, p queue.Plan[deed]) (faults []adjudicator.Part) {
	if v.Acting != nil && v.Acting.Left == (sheet{turns: queue.Queue[deed]{p}}).words(r.m) {
		return nil
	}
	for _, d := range p {
		err := d.begun()
		if err == nil {
			err = v.check(d)
		}
		if err == nil {
			return nil
		}
		faults = append(faults, refused(d.words(r.m), err))
	}
	return faults
}

// begun refuses what can't be any more in the rest of a turn.
func (d deed) begun() error {
	switch {
	case d.action != "" || d.leader || d.token:
		return complain("The action of this turn is chosen already. Write what you still do: PLAY, TRAIN, ASSAULT, DISCARD, or DONE for nothing.")
	case len(d.bonus) > 0:
		return complain("The bonus of the era comes before the action, and that has begun (DH-11).")
	case d.pass != passNot:
		return complain("The action of this turn is chosen already, so you can't pass any more. Write DONE if you do nothing else.")
	}
	return nil
}

// unlabelled is a text without the word of the form before an answer.
func unlabelled(text, kind string) string {
	t := strings.TrimLeft(text, " \n>-*")
	label := labels[kind]
	if len(t) > len(label) && strings.EqualFold(t[:len(label)], label) && strings.HasPrefix(strings.TrimLeft(t[len(label):], " "), ":") {
		_, rest, _ := strings.Cut(t, ":")
		return strings.TrimLeft(rest, " ")
	}
	return text
}

// readDraft reads leaders and cities, best first.
func (v *View) readDraft(r *reader, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	list, aside, err := r.listDraft(text)
	switch {
	case err != nil:
		out.Parts = append(out.Parts, refused(strings.ReplaceAll(text, "\n", " "), err))
	case len(list) > 0 || strings.TrimSpace(text) != "" && !labelOnly(text, "draft") && len(aside) == 0:
		out.Answer = draftWords(list)
	}
	out.Notes = r.notes
	now := parseDraft(r.b, r.m, out.Answer)
	if d := v.Draft; d != nil && len(now) > 0 {
		out.Missing = d.missing(now)
		for _, n := range now {
			if !slices.Contains(d.Factions, n) && !slices.Contains(d.Cities, n) {
				out.Notes = append(out.Notes, n+" is not to be had any more.")
			}
		}
	}
	if note := orders.Aside(aside); note != "" {
		out.Notes = append(out.Notes, note)
	}
	out.Notes = orders.Unique(out.Notes)
	out.Form = answerForm("draft", []string{strings.TrimPrefix(out.Answer, "TAKE ")})
	return out
}

// missing says what a list for the draft leaves to chance.
func (d *Draft) missing(list []string) []string {
	has := func(some []string) bool {
		return slices.ContainsFunc(list, func(n string) bool { return slices.Contains(some, n) })
	}
	var out []string
	if !has(d.Factions) {
		out = append(out, "There is no leader on your list: yours is drawn by lot.")
	}
	if !has(d.Cities) {
		out = append(out, "There is no city on your list: yours is drawn by lot.")
	}
	return out
}

// listDraft reads the lines of an answer in the draft as one list.
func (r *reader) listDraft(text string) (list, aside []string, err error) {
	var odd []string // short lines without any name that is known, which may be their writer's own
	var why error
	for line := range strings.SplitSeq(text, "\n") {
		c := lex(line)
		lead(c)
		greeting(c)
		c.Skip("i", "please", "id", "would", "like", "want", "to", "my", "the", "list", "draft", "take", "pick", "choose", "prefer", "preferences", "is", "best", "first", ":", ",")
		if trim(c); c.Done() || courteous(c) || isNone(c) {
			continue
		}
		if !r.drafts(c) || one(c.Peek(), "thanks", "cheers", "regards", "best", "yours", "greetings") && !r.hasDraftable(c) {
			aside = append(aside, c.Rest())
			continue
		}
		known, said := r.knows(c), c.Rest()
		some, err := r.drafted(c)
		switch {
		case err != nil && known:
			return nil, nil, err
		case err != nil:
			odd, why = append(odd, said), cmp.Or(why, err)
			continue
		}
		for _, n := range some {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	if len(list) == 0 && why != nil {
		return nil, nil, why
	}
	return list, append(aside, odd...), nil
}

// knows reports whether something known is named in what is left of a line.
func (r *reader) knows(c *cursor) bool {
	return slices.ContainsFunc(c.Tokens[c.Pos:], func(t orders.Token) bool {
		found, _ := r.things.Prefix([]string{t.Word})
		return len(found) > 0
	})
}

// greeting goes past "Hi Max," and the like.
func greeting(c *cursor) {
	const most = 4 // words
	if !one(c.Peek(), "hi", "hello", "dear", "hey", "hallo") {
		return
	}
	for k := 1; k <= most; k++ {
		if one(c.At(k), ",", ".", "!", ":", parser.Dash) {
			c.Pos += k + 1
			return
		}
	}
}

// drafts reports whether a line may be one of leaders and cities: it is short, or has one of them.
func (r *reader) drafts(c *cursor) bool {
	const few = 4 // words
	return len(c.Tokens)-c.Pos <= few || c.Peek() == "take" || r.hasDraftable(c)
}

// hasDraftable reports whether a line has a leader or a start city.
func (r *reader) hasDraftable(c *cursor) bool {
	return slices.ContainsFunc(c.Tokens[c.Pos:], func(t orders.Token) bool {
		found, _ := r.things.Prefix([]string{t.Word})
		return r.draftable(found) != ""
	})
}

// labelOnly reports whether nothing stands in a text but the word of the form before an answer.
func labelOnly(text, kind string) bool {
	return strings.EqualFold(strings.Trim(text, " :\n"), labels[kind])
}

// readShort reads an answer of one line.
func (v *View) readShort(r *reader, kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	var answers, taken, aside []string
	var odd []adjudicator.Part // of lines without anything that is known, which may be their writer's name
	for _, c := range r.answerLines(kind, text) {
		said := c.Line
		label(c, kind)
		if trim(c); c.Done() || courteous(c) {
			continue
		}
		if !r.answers(c, kind) {
			aside = append(aside, c.Rest())
			continue
		}
		notes, known := len(r.notes), r.knows(c)
		a, err := r.answer(c, kind)
		if err != nil && !known {
			r.notes, odd = r.notes[:notes], append(odd, refused(said, err))
			continue
		}
		if err != nil {
			r.notes = r.notes[:notes]
			out.Parts = append(out.Parts, refused(said, err))
			continue
		}
		if !slices.Contains(answers, a) {
			answers, taken = append(answers, a), append(taken, said)
		}
	}
	if len(answers) == 0 {
		out.Parts = append(out.Parts, odd...)
	} else {
		for _, f := range odd {
			aside = append(aside, f.Quote)
		}
	}
	switch {
	case len(answers) > 1:
		for _, t := range taken {
			out.Parts = append(out.Parts, refused(t, complain("There are two different answers here, and only one can count. Write just that one.")))
		}
	case len(answers) == 1 && len(out.Parts) == 0:
		out.Answer = answers[0]
	}
	out.Notes = append(r.notes, v.answerDoubts(r, kind, out.Answer)...)
	if note := orders.Aside(aside); note != "" {
		out.Notes = append(out.Notes, note)
	}
	out.Notes = orders.Unique(out.Notes)
	out.Form = answerForm(kind, []string{out.Answer})
	return out
}

// answerLines are the lines of an answer; those that go on with the one above are put together with it.
func (r *reader) answerLines(kind, text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(text, "\n") {
		next := lex(line)
		if len(next.Tokens) == 0 {
			continue
		}
		if n := len(out); n > 0 && len(out[n-1].Line) < maxJoined && !courteous(out[n-1]) {
			last := out[n-1].Tokens[len(out[n-1].Tokens)-1].Word
			switch {
			case one(last, ",", "and", ":", "=", "discard", "keep") || open(out[n-1].Tokens) || one(next.Peek(), "if", "anyway", "by"):
				out[n-1] = lex(out[n-1].Line + " " + line)
				continue
			case kind != "winter" && r.isCards(next) && r.isCards(out[n-1]): // a card a line
				out[n-1] = lex(out[n-1].Line + ", " + line)
				continue
			}
		}
		out = append(out, next)
	}
	return out
}

// isCards reports whether a line of an answer begins with a card or an ability.
func (r *reader) isCards(c *cursor) bool {
	at := c.From(0)
	lead(&at)
	at.Skip("play", "use", "and", "then")
	return r.isThing(&at)
}

// label goes past the word of the form before an answer, and the marks of a list.
func label(c *cursor, kind string) {
	c.Skip(parser.Dash, ">", "*", "please", "answer", ".")
	switch kind {
	case "winter":
		c.Phrase("in winter")
		c.Accept("winter")
	case "final":
		c.Accept("final", "finally")
		c.Phrase("last step", "step")
	default:
		c.Accept("defend", "defence", "defense")
	}
	c.Skip(":", "is", parser.Dash, "i", "with", "play")
}

// answers reports whether a line may be an answer.
func (r *reader) answers(c *cursor, kind string) bool {
	at := c.From(c.Pos)
	if isNone(&at) || one(at.Peek(), "nothing", "no", "all", "everything", "hand", "ready", "use", "if", "only") {
		return true
	}
	if v, _ := r.verbAt(&at, 0); one(v, doDiscard, doKeep, doPlay, doUse, doDefend, doReady) {
		return true
	}
	return kind != "winter" && (r.isThing(&at) || len(c.Tokens) <= 4)
}

// answer reads one, and gives it in normal form.
func (r *reader) answer(c *cursor, kind string) (string, error) {
	switch kind {
	case "winter":
		if c.Accept("none") {
			return tidy{}.words(), nil
		}
		x, err := r.winterly(c)
		if err != nil {
			return "", err
		}
		return x.words(), whole(c)
	case "final":
		b := battle{at: nowhere, from: nowhere}
		if c.Phrase("all hand", "hand", "all my cards", "everything", "my hand", "whole hand", "all of my hand") {
			b.final = r.strongest()
			ifNeeded(c)
		} else if err := r.final(c, &b); err != nil {
			return "", err
		}
		return b.finalWords(), whole(c)
	}
	d := defence{at: nowhere}
	if r.isPlace(c) && !r.isNowThing(c) {
		if _, _, err := r.area(c); err != nil {
			return "", err
		}
	}
	c.Skip("any", ":")
	if err := r.defence(c, &d); err != nil {
		return "", err
	}
	return d.words(), whole(c)
}

// strongest are all hand cards that can attack, the strongest first.
func (r *reader) strongest() []play {
	var out []play
	for _, n := range r.v.Hand {
		if r.b.card(n).Values[Attack] > 0 {
			out = append(out, play{card: plain(n), value: Attack})
		}
	}
	slices.SortStableFunc(out, func(x, y play) int { return r.b.card(y.card).Values[Attack] - r.b.card(x.card).Values[Attack] })
	return out
}
