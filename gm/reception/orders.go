package reception

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// files files the letter's orders, and records the open points about them.
func (in *incoming) files(q *game.Question) error {
	offered := in.verdict(q)
	if q == nil {
		return nil
	}
	old, cleared, whole := q.Answer, in.words.Has("CLEAR"), in.words.Has("ORDERS") && len(in.words.Lines) > 0
	if cleared || whole {
		old = ""
	}
	edited, err := in.edited(q)
	if err != nil {
		return err
	}
	lines := slices.Concat(edited, in.words.Explained())
	if len(offered)+len(lines)+len(in.words.Headless) == 0 && !cleared {
		return nil
	}
	in.read = in.readAfter(q, old, offered, lines)
	in.askHeadless(q, old)
	in.note(in.read.Notes...)
	open := in.read.Open()
	heard := cleared || len(open) > 0 || in.read.Has(adjudicator.Filed)
	q.Heard = q.Heard || heard
	switch {
	case cleared, whole && heard: // the player starts afresh
		in.changed = q.Clear() || in.changed
	case !in.said || in.read.Anew:
		in.changed = q.AnswerPoints(in.read, old) || in.changed
	case len(in.words.Lines) > 0: // lines besides the YES or NO
		in.changed = q.AnswerPoints(in.reply.View.Read(q.Kind, in.read.Answer, strings.Join(in.words.Explained(), "\n")),
			old) || in.changed
	}
	in.changed = q.Outdated(in.reply.View, old, in.read.Answer) || in.changed
	in.elsewhere = in.fitsElsewhere()
	if len(open) > 0 && in.elsewhere == "" { // the author needs time to clarify it
		q.Raise(open, in.seat.Sent+1)
		in.changed, in.seat.Ready = true, false
	}
	if in.read.Answer == "" && q.Answer != "" && !cleared { // the letter says ORDERS but contains no readable order
		in.note("None of the orders could be accepted, so what was on file stays.")
		return nil
	}
	in.put(q, len(edited) > 0)
	return nil
}

// readAfter reads the orders that a YES has accepted, and then the other lines of the letter in addition to them. If
// those lines change what was accepted, all is read as one letter, and whoever contradicts themselves
// is asked.
func (in *incoming) readAfter(q *game.Question, old string, offered, lines []string) adjudicator.Reading {
	text := strings.Join(lines, "\n")
	if len(offered) == 0 {
		return in.reply.View.Read(q.Kind, old, text)
	}
	accepted := in.reply.View.Read(q.Kind, old, strings.Join(offered, "\n"))
	if len(lines) == 0 {
		return accepted
	}
	read := in.reply.View.Read(q.Kind, accepted.Answer, text)
	if len(game.Beyond(strings.Join(game.Beyond(accepted.Answer, old), "\n"), read.Answer)) > 0 {
		return in.reply.View.Read(q.Kind, old, strings.Join(slices.Concat(offered, lines), "\n"))
	}
	read.Parts = slices.Concat(accepted.Parts, read.Parts)
	for _, n := range accepted.Notes {
		if !slices.Contains(read.Notes, n) {
			read.Notes = append(read.Notes, n)
		}
	}
	return read
}

// put replaces the answer on file by what was read.
func (in *incoming) put(q *game.Question, edited bool) {
	was, read := q.Answer, in.read
	switch {
	case read.Answer != was:
		in.changed, in.seat.Ready = true, false
		play.FileAnswer(in.s, q, in.reply.View, read)
		q.Settle(in.reply.View)
		in.s.Fill(q, read.Form)
		in.r.New, in.r.Gone = game.Beyond(read.Answer, was), game.Beyond(was, read.Answer)
	case q.Ahead && read.Has(adjudicator.Filed): // the same orders again confirm them
		in.changed, q.Ahead = true, false
	case edited && len(read.Open()) == 0:
		in.note("Your changes to the order form change nothing on file; leaving a line blank takes nothing back.")
	}
}

// answersPress removes the lines of a letter that answers press: they are meant for the author of the press, and
// might be taken for orders. A line ORDERS declares them to be orders.
func (in *incoming) answersPress() {
	// a receipt may have the press's subject without being press
	from, ok := parser.PressFrom(cmp.Or(in.words.Headline, in.Subject))
	if !ok || len(in.words.Lines) == 0 || in.words.Has("ORDERS") {
		return
	}
	to := from
	if from == string(writing.Somebody) {
		to = "ALL"
	}
	in.fault(in.words.Lines[0], "Your letter answers press from "+from+", so nothing in it was read as orders, and "+
		"nothing in it was passed on. To answer the press, put a line PRESS TO "+to+
		" above your words and a line ENDPRESS below them. To send orders, answer another letter.")
	in.words.Lines = nil
}

// edited returns the lines of the letter's order form that the player has changed.
func (in *incoming) edited(q *game.Question) ([]string, error) {
	f := in.words.Form
	if f == nil {
		return nil, nil
	}
	printed, known, err := play.FileAt(in.s, q, f.Revision)
	if err != nil {
		return nil, err
	}
	why := ""
	switch {
	case f.Tag.Game != in.s.Game.Name || !strings.EqualFold(f.Tag.Seat, string(in.seat.Name)):
		why = "It is not yours: it is for " + f.Tag.Seat + " in " + f.Tag.Game + "."
	case f.Tag.Question != q.Number:
		why = "It is for an older question, which is closed; use the one below."
	case !known:
		why = "It is too old; use the one below."
	}
	if why != "" {
		if !in.unfilled(q, *f) {
			in.fault(f.Head(), why+" It was not read.")
		}
		return nil, nil
	}
	return f.Edited(in.reply.View.Read(q.Kind, "", printed).Form), nil
}

// unfilled reports whether an order form, which may be quoted from an old letter, has no order of its writer: each line
// is blank, or is on file.
func (in *incoming) unfilled(q *game.Question, f parser.Form) bool {
	lines := f.Edited(in.reply.View.Read(q.Kind, "", q.Answer).Form)
	return !slices.ContainsFunc(lines, func(line string) bool { return !isBlank(line) })
}

const headlessForm = "This order form lacks its first line, so it may be an old one. Does it count?"

// askHeadless asks about a quoted order form that lacks its head: nobody can tell which of its lines are the writer's
// own. Lines that are on file anyway do not count.
func (in *incoming) askHeadless(q *game.Question, old string) {
	f := parser.Form{Lines: in.words.Headless}
	lines := f.Edited(in.reply.View.Read(q.Kind, "", old).Form)
	lines = slices.DeleteFunc(lines, isBlank)
	if len(lines) == 0 {
		return
	}
	read := in.reply.View.Read(q.Kind, old, strings.Join(lines, "\n"))
	fresh := game.Beyond(read.Answer, old)
	if len(fresh) == 0 || len(game.Beyond(strings.Join(fresh, "\n"), in.read.Answer)) == 0 {
		return
	}
	ask := adjudicator.Part{Fate: adjudicator.Unsure, Quote: lines[0], Why: headlessForm}
	if len(read.Open()) == 0 {
		ask.Suggest = []string{strings.Join(fresh, "\n")}
	}
	in.read.Parts = append(in.read.Parts, ask)
}

// isBlank reports whether a line of a form is not filled in.
func isBlank(line string) bool { return strings.HasSuffix(line, "-") || strings.HasSuffix(line, ":") }

const (
	maxStanding     = 12      // largest number of standing orders of a seat
	maxStandingText = 2 << 10 // largest length of one, in bytes
)

// orders processes the standing orders in a letter. Lines for one kind of question belong together, and replace
// earlier standing orders for it.
func (in *incoming) orders() {
	var kinds []string
	lines := map[string][]string{}
	for _, c := range in.words.Commands {
		if c.Name != "ON" {
			continue
		}
		kind, answer := parser.Standing(c.Args)
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if answer == "" {
			lines[kind] = nil
			continue
		}
		for order := range strings.SplitSeq(answer, ";") {
			lines[kind] = append(lines[kind], strings.TrimSpace(order))
		}
	}
	for _, kind := range kinds {
		if why := in.order(kind, strings.Join(lines[kind], "\n")); why != "" {
			in.fault("ON "+kind, why)
		}
	}
}

// order files or deletes a standing order, and returns the reason if it can't.
func (in *incoming) order(kind, text string) (why string) {
	known := in.s.Master.Words.Kinds(in.s.Game.Rules)
	without := slices.DeleteFunc(slices.Clone(in.seat.Standing), func(o game.StandingOrder) bool {
		return o.Kind == kind
	})
	switch {
	case in.s.Game.State != game.Running:
		return "No standing orders are accepted now."
	case text == "" && len(without) == len(in.seat.Standing):
		return "You have no standing orders for that."
	case text == "":
		in.seat.Standing = without
		in.note("Your standing orders for " + kind +
			" have been deleted. What they have already put on file for a question stays until you change it.")
		return ""
	case !slices.Contains(known, kind):
		return fmt.Sprintf("No question here has that name; there are %s.", game.Listed(known))
	case len(text) > maxStandingText || len(without) >= maxStanding:
		return "That is too long to be stored."
	}
	q := in.s.Game.Question(in.seat, 0)
	if q != nil && q.Kind == kind {
		read := in.reply.View.Read(kind, "", text)
		in.r.Faults = append(in.r.Faults, read.Faults()...)
		if read.Answer == "" {
			return "None of it can be read now, so it was not accepted."
		}
	}
	in.seat.Standing = append(without, game.StandingOrder{Kind: kind, Text: text})
	slices.SortFunc(in.seat.Standing, func(a, b game.StandingOrder) int { return strings.Compare(a.Kind, b.Kind) })
	in.note("Noted: ON " + kind + " DO " + strings.ReplaceAll(text, "\n", "; ") +
		". That will be your answer whenever you are asked for it and send nothing else; whatever can't be read then " +
		"is left out.")
	if q != nil && q.Kind == kind && q.Answer == "" {
		play.FileAnswer(in.s, q, in.reply.View, in.reply.View.Read(kind, "", text))
		q.Standing, q.Ahead, in.changed = true, !q.Short && !q.Aside, true
	}
	return ""
}
