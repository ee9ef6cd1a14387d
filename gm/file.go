package gm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// files puts the letter's orders on file, and notes what is open about them.
func (in *incoming) files(q *question) error {
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
	lines := slices.Concat(offered, edited, in.words.Lines)
	if len(lines) == 0 && !cleared {
		return nil
	}
	in.read = in.reply.View.Read(q.Kind, old, strings.Join(lines, "\n"))
	in.note(in.read.Notes...)
	open := in.read.Open()
	heard := cleared || len(open) > 0 || in.read.Has(adjudicator.Filed)
	q.Heard = q.Heard || heard
	switch {
	case cleared, whole && heard: // it begins anew
		in.changed = q.clear() || in.changed
	case !in.said:
		in.changed = q.answer(in.read, old) || in.changed
	case len(in.words.Lines) > 0: // beside the yes or no
		in.changed = q.answer(in.reply.View.Read(q.Kind, in.read.Answer, strings.Join(in.words.Lines, "\n")), old) || in.changed
	}
	in.elsewhere = in.fitsElsewhere()
	if len(open) > 0 && in.elsewhere == "" { // its author must have time to say more
		q.raise(open, in.seat.Sent+1)
		in.changed, in.seat.Ready = true, false
	}
	if in.read.Answer == "" && q.Answer != "" && !cleared { // ORDERS with nothing that could be read
		in.note("None of the orders could be taken, so what was on file stays.")
		return nil
	}
	in.put(q, len(edited) > 0)
	return nil
}

// put has what was read take the place of what is on file.
func (in *incoming) put(q *question, edited bool) {
	was, read := q.Answer, in.read
	switch {
	case read.Answer != was:
		in.changed, in.seat.Ready = true, false
		in.file(q, in.reply.View, read)
		q.settle(in.reply.View)
		in.fill(q, read.Form)
		in.r.New, in.r.Gone = beyond(read.Answer, was), beyond(was, read.Answer)
	case q.Ahead && read.Has(adjudicator.Filed): // the same once more: now it is meant
		in.changed, q.Ahead = true, false
	case edited && len(read.Open()) == 0:
		in.note("What you changed in the order form leaves what is on file as it is; a line that is left blank takes nothing back.")
	}
}

// file puts on file as the next revision what was read with a view. What was there goes into the log: it would make the head
// long, which is written with each letter, and it is hardly ever asked for.
func (s *step) file(q *question, view adjudicator.View, r adjudicator.Reading) {
	mustPass(view, q.Kind, r.Answer)
	if len(q.Files) == 0 {
		q.Files = []string{q.Answer}
	}
	for _, was := range q.Files {
		q.Past = append(q.Past, s.past(was))
	}
	q.Past, q.Files = q.Past[max(0, len(q.Past)-maxPast):], nil
	q.Answer, q.Missing, q.Ahead = r.Answer, r.Missing, false
	q.Revision++
}

// mustPass fails if an answer that was read is not in normal form: from file it could not be read again.
func mustPass(view adjudicator.View, kind, answer string) {
	if answer == "" {
		return
	}
	if err := view.Check(kind, answer); err != nil {
		panic(fmt.Sprintf("what was read for %q is not in normal form: %v", kind, err))
	}
}

// A past is so much of a log entry as says what was on file before.
type past struct{ Was string }

// past notes what was on file until now, and returns the log entry that says so: that of the letter which changes it, if
// there is one; 0 for nothing.
func (s *step) past(was string) uint64 {
	if was == "" {
		return 0
	}
	if s.admitted == 0 || s.letter.Was != "" {
		return s.write(kindPast, "", past{was})
	}
	s.letter.Was = was
	s.log[s.admitted-s.next].Body = squeeze(saved(kindLetter, s.letter))
	return s.admitted
}

// fileAt is what was on file at a revision, if that is known.
func (s *step) fileAt(q *question, revision int) (answer string, known bool, err error) {
	back := q.Revision - revision
	if back == 0 {
		return q.Answer, true, nil
	}
	if i := len(q.Files) - 1 - back; back > 0 && i >= 0 {
		return q.Files[i], true, nil
	}
	i := len(q.Past) - back
	if i < 0 || i >= len(q.Past) {
		return "", false, nil
	}
	if q.Past[i] == 0 {
		return "", true, nil
	}
	for e, err := range s.entries(q.Past[i]) {
		if err != nil {
			return "", false, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		var p past
		err = decode(e.Body, &p)
		return p.Was, err == nil, err
	}
	return "", false, fmt.Errorf("the log of %s has no entry %d", s.name, q.Past[i])
}

// answersPress takes the lines out of a letter that answers press: they are meant for its writer, and might be taken
// for orders. A line ORDERS says that they are.
func (in *incoming) answersPress() {
	from, ok := parser.PressFrom(cmp.Or(in.words.Headline, in.Subject)) // a receipt has the subject of the press, but is none
	if !ok || len(in.words.Lines) == 0 || in.words.Has("ORDERS") {
		return
	}
	to := from
	if from == string(somebody) {
		to = "ALL"
	}
	in.fault(in.words.Lines[0], "Your letter answers press of "+from+", so nothing in it was read as orders, and nothing of it was passed on. "+
		"To answer the press, put a line PRESS TO "+to+" above your words and a line ENDPRESS below them. To send orders, answer another letter.")
	in.words.Lines = nil
}

// edited are the lines of the letter's order form that its author has changed.
func (in *incoming) edited(q *question) ([]string, error) {
	f := in.words.Form
	if f == nil {
		return nil, nil
	}
	printed, known, err := in.fileAt(q, f.Revision)
	if err != nil {
		return nil, err
	}
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
		in.fault(f.Head(), why+" It was not read.")
		return nil, nil
	}
	return f.Edited(in.reply.View.Read(q.Kind, "", printed).Form), nil
}

// beyond are the lines of a text that another one does not have.
func beyond(text, other string) []string {
	have := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" || slices.Contains(have, line) })
}
