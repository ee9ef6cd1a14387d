package gm

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// files puts the letter's orders on file.
func (in *incoming) files(q *question) {
	if q == nil {
		return
	}
	old, cleared := q.Answer, false
	for _, c := range in.words.Commands {
		if c.Name == "CLEAR" || c.Name == "ORDERS" && len(in.words.Lines) > 0 {
			old, cleared = "", c.Name == "CLEAR"
		}
	}
	edited := in.edited(q)
	lines := slices.Concat(edited, in.words.Lines)
	if len(lines) == 0 && !cleared {
		return
	}
	read := in.reply.View.Read(q.Kind, old, strings.Join(lines, "\n"))
	q.Heard = q.Heard || cleared || len(read.Faults) > 0 || read.Answer != q.Answer || in.reply.View.Read(q.Kind, "", strings.Join(lines, "\n")).Answer != ""
	in.r.Faults = append(in.r.Faults, read.Faults...)
	in.r.Notes = append(in.r.Notes, read.Notes...)
	if doubt := len(read.Faults) > 0; doubt != q.Doubt { // its author must have time to mend it, or may have mended it now
		q.Doubt, in.changed = doubt, true
		in.seat.Ready = in.seat.Ready && !doubt
	}
	if read.Answer == "" && q.Answer != "" && !cleared { // ORDERS with nothing that could be read
		in.r.Notes = append(in.r.Notes, "None of the orders could be taken, so what was on file stays.")
		return
	}
	was := q.Answer
	switch {
	case read.Answer != was:
		in.changed, in.seat.Ready = true, false
		q.file(read)
		in.fill(q, read.Form)
		in.r.New, in.r.Gone = beyond(read.Answer, was), beyond(was, read.Answer)
	case q.Ahead: // the same once more: now it is meant
		in.changed, q.Ahead = true, false
	case len(edited) > 0 && len(read.Faults) == 0:
		in.r.Notes = append(in.r.Notes, "What you changed in the order form leaves what is on file as it is; a line that is left blank takes nothing back.")
	}
}

// answersPress takes the lines out of a letter that answers press: they are meant for its writer, and might be taken
// for orders. A line ORDERS says that they are.
func (in *incoming) answersPress() {
	from, ok := parser.PressFrom(cmp.Or(in.words.Headline, in.Subject)) // a receipt has the subject of the press, but is none
	if !ok || len(in.words.Lines) == 0 || slices.ContainsFunc(in.words.Commands, func(c parser.Command) bool { return c.Name == "ORDERS" }) {
		return
	}
	in.r.Faults = append(in.r.Faults, adjudicator.Fault{Line: in.words.Lines[0], Text: "Your letter answers press of " + from +
		", so nothing in it was read as orders, and nothing of it was passed on. To answer the press, put a line PRESS TO " + from +
		" above your words and a line ENDPRESS below them. To send orders, answer another letter."})
	in.words.Lines = nil
}

// edited are the lines of the letter's order form that its author has changed.
func (in *incoming) edited(q *question) []string {
	f := in.words.Form
	if f == nil {
		return nil
	}
	printed, known := q.fileAt(f.Revision)
	why := ""
	switch {
	case f.Tag.Game != in.g.Name || !strings.EqualFold(f.Tag.Seat, string(in.seat.Name)):
		why = "It is not yours: it is for " + f.Tag.Seat + " in " + f.Tag.Game + "."
	case f.Tag.Question != q.Number:
		why = "It is for an older question, which is closed; use the one below."
	case !known:
		why = "It is too old; use the one below."
	}
	if why != "" {
		in.r.Faults = append(in.r.Faults, adjudicator.Fault{Line: f.Head(), Text: why + " It was not read."})
		return nil
	}
	return f.Edited(in.reply.View.Read(q.Kind, "", printed).Form)
}

// beyond are the lines of a text that another one does not have.
func beyond(text, other string) []string {
	have := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" || slices.Contains(have, line) })
}
