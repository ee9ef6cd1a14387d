package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	orders "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// How questions of the draft, of an assault and in winter are answered: an answer is a whole one.

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
	list, parts, ok := r.listDraft(text)
	out := adjudicator.Reading{Answer: old, Parts: parts}
	if ok && out.Has(adjudicator.Filed) {
		out.Answer = draftWords(list)
	}
	out.Notes = r.notes
	var now []string
	if out.Answer != "" {
		now = strict.Must(parseDraft(r.b, r.m, out.Answer))
	}
	if d := v.Draft; d != nil && len(now) > 0 {
		out.Missing = d.missing(now)
		var gone []string
		for _, n := range now {
			if !slices.Contains(d.Factions, n) && !slices.Contains(d.Cities, n) {
				gone = append(gone, n+" is not to be had any more.")
			}
		}
		if i := slices.IndexFunc(out.Parts, filed); i >= 0 && len(gone) == len(now) {
			out.Parts[i].Why = strings.Join(gone, " ")
		} else {
			out.Notes = append(out.Notes, gone...)
		}
	}
	out.Notes = orders.Unique(out.Notes)
	out.Form = answerForm("draft", []string{strings.TrimPrefix(out.Answer, "TAKE ")})
	return out
}

// filed reports whether a part is on file.
func filed(p adjudicator.Part) bool { return p.Fate == adjudicator.Filed }

// untaken refuses what was taken of an answer, since something else in it was not.
func untaken(parts []adjudicator.Part, why string) {
	for i := range parts {
		if filed(parts[i]) {
			parts[i].Fate, parts[i].Why = adjudicator.Refused, why
		}
	}
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

// listDraft reads the lines of an answer in the draft as one list, and says what became of each; not ok if one of them
// could not be taken, so that none is.
func (r *reader) listDraft(text string) (list []string, parts []adjudicator.Part, ok bool) {
	ok = true
	var odd []int // lines without any name that is known, which may be their writer's own
	for line := range strings.SplitSeq(text, "\n") {
		c := lex(line)
		all := c.From(0)
		lead(c)
		greeting(c)
		takes := c.Peek() == "take"
		c.Skip("i", "please", "id", "would", "like", "want", "to", "my", "the", "list", "draft", "take", "pick", "choose", "prefer", "preferences", "is", "best", "first", ":", ",")
		if trim(c); c.Done() || courteous(c) {
			continue
		}
		if !takes && !r.drafts(c) || one(c.Peek(), "thanks", "cheers", "regards", "best", "yours", "greetings") && !r.hasDraftable(c) {
			parts = append(parts, r.spoken(&all))
			continue
		}
		part := adjudicator.Part{Fate: adjudicator.Filed, Quote: shortened(written(&all))}
		known, slips := r.knows(c), len(r.slips)
		some, err := r.drafted(c)
		switch {
		case isNone(c):
		case err != nil:
			part = refused(written(&all), err)
			r.slipped(slips, len(parts))
			if ok = ok && !known; !known {
				odd = append(odd, len(parts))
			}
		}
		parts = append(parts, part)
		for _, n := range some {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	r.settleOdd(parts, odd)
	if !ok {
		untaken(parts, "Another line of your list was not taken, so this one was not, either.")
	}
	return list, parts, ok
}

// settleOdd takes lines in which nothing is known for talk, if something was taken beside them.
func (r *reader) settleOdd(parts []adjudicator.Part, odd []int) {
	if !slices.ContainsFunc(parts, filed) {
		return
	}
	for _, i := range odd {
		parts[i] = adjudicator.Spoken(parts[i].Quote, "")
		r.slips = slices.DeleteFunc(r.slips, func(s slip) bool { return s.part == i })
	}
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

// readShort reads an answer of one line.
func (v *View) readShort(r *reader, kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	var answers []string
	ok := true
	var odd []int // parts without anything that is known, which may be their writer's name
	for _, c := range r.answerLines(kind, text) {
		all := c.From(0)
		label(c, kind)
		if trim(c); c.Done() || courteous(c) {
			continue
		}
		if !r.answers(c, kind) {
			out.Parts = append(out.Parts, r.spoken(&all))
			continue
		}
		notes, slips, known := len(r.notes), len(r.slips), r.knows(c)
		part := adjudicator.Part{Fate: adjudicator.Filed, Quote: shortened(written(&all))}
		a, err := r.answer(c, kind)
		switch {
		case err != nil:
			r.notes, part = r.notes[:notes], refused(written(&all), err)
			r.slipped(slips, len(out.Parts))
			if ok = ok && !known; !known {
				odd = append(odd, len(out.Parts))
			}
		case !slices.Contains(answers, a):
			answers = append(answers, a)
		}
		out.Parts = append(out.Parts, part)
	}
	r.settleOdd(out.Parts, odd)
	switch {
	case !ok:
		untaken(out.Parts, "Another line of your answer was not taken, so this one was not, either.")
	case len(answers) > 1:
		untaken(out.Parts, "There are two different answers here, and only one can count. Write just that one.")
	case len(answers) == 1:
		out.Answer = answers[0]
	}
	notes, why := v.answerDoubts(r, kind, out.Answer)
	if i := slices.IndexFunc(out.Parts, filed); i >= 0 {
		out.Parts[i].Why = why
	}
	out.Notes = orders.Unique(append(r.notes, notes...))
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
