package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/adjudicator/reading"
	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// This file reads how a player continues a turn in the middle of it. New lines are added to those on file for the
// rest of the turn: a line that includes one on file, or another assault, replaces it, and the others come before
// what is left. Lines on file are removed only explicitly: by NOTHING for all of them, or by DROP ASSAULT or DROP
// TRAIN Recruit for one. The line of the form is the whole rest of the turn, and so is a letter if nothing is on
// file.

// readMore reads the rest of a turn in which cards were drawn.
func (v *View) readMore(old, text string) adjudicator.Reading {
	a := v.author("more")
	s := settling{author: a, drafts: map[int]queue.Plan[deed]{}}
	said := unlabelled(text, "more")
	before := a.left(old)
	s.old.turns = queue.Queue[deed]{before}
	out := adjudicator.Reading{Answer: old}
	var now queue.Plan[deed]
	var ok bool
	if reading.SaysNone(said) {
		s.parts, ok = []adjudicator.Part{{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}}, true
	} else {
		var onFile []kit.Order
		if whole := old == "" || said != text; !whole {
			onFile = s.old.keyed(a.m)
		}
		s.Context = a.read(onFile, said)
		s.parts, s.notes = s.fates(), s.Notes
		now, ok = s.rest(onFile)
		s.now.turns = queue.Queue[deed]{before}
		s.suggestTurns()
	}
	if ok {
		now = slices.DeleteFunc(now, deed.idle)
		out.Answer = restWords(now, a.m)
		if old == "" && v.Acting != nil { // the letter was CLEAR
			before = a.left(v.Acting.Left)
		}
		s.gone(before, now)
		s.remaining(before, now)
	}
	out.Parts, out.Notes = s.parts, kit.Unique(s.notes)
	out.Form = answerForm("more", strings.Split(out.Answer, "\n"))
	return out
}

// left parses the rest of a turn in normal form.
func (a *author) left(text string) queue.Plan[deed] {
	if text != "" {
		if p := strict.Must(parseRest(a.b, a.m, text)); len(p) > 0 {
			return p
		}
	}
	return queue.Plan[deed]{{}}
}

// rest returns how the turn continues after the letter; ok is false if the letter changes nothing, or is not
// accepted.
func (s *settling) rest(onFile []kit.Order) (now queue.Plan[deed], ok bool) {
	dropped := slices.ContainsFunc(onFile, func(x kit.Order) bool { return s.Sheet.Get(x.Key) != x.Line })
	if len(s.Given) == 0 && !dropped {
		return nil, false
	}
	now = s.plan(1, false)
	if len(onFile) > 0 && len(s.old.turns[0]) == 1 { // each alternative is followed by what is on file
		for i := 1; i < len(now); i++ {
			now[i] = s.beside(now[i], s.old.turns[0][0])
		}
	}
	s.drafts[1] = now
	if s.hasRefused(1) {
		s.refuseRest(1)
		return nil, false
	}
	ok = true
	for i := range now {
		if len(now[i].steps) > maxSteps {
			ok = s.refuse(now[i], complain("A turn can have at most %d steps.", maxSteps))
		}
		s.inOrder(&now[i], true)
	}
	return now, ok && (len(now) == 0 || s.refusable(now))
}

// refusable refuses additions none of whose alternatives is possible, and reports whether one is.
func (s *settling) refusable(now queue.Plan[deed]) (ok bool) {
	if now.First(s.addable) < len(now) {
		return true
	}
	for _, d := range now {
		s.refuse(d, s.addable(d))
	}
	s.refuseRest(1)
	return false
}

// beside combines the orders of a letter for the rest of a turn with those on file, in the first order in which
// everything is possible, if there is one. New orders come first, or else last; a card that can't be played twice is
// played as ordered now.
func (s *settling) beside(n, o deed) deed {
	for _, way := range []struct {
		replaces func(n, o step) bool
		against  func(deed) error
	}{{step.covers, s.check}, {step.again, s.check}, {step.again, s.addable}} {
		for _, last := range []bool{false, true} {
			if d := n.beside(o, way.replaces, last); way.against(d) == nil {
				return d
			}
		}
	}
	return n.beside(o, step.covers, false)
}

// beside combines two parts of a turn: a step of d that replaces one of o stands in its place, and the other steps of
// d come before it, or last.
func (d deed) beside(o deed, replaces func(n, o step) bool, last bool) deed {
	out := d
	out.steps, out.done = nil, d.done || o.done
	if !d.isChosen() {
		out.pass, out.action, out.leader, out.token = o.pass, o.action, o.leader, o.token
	}
	if len(d.bonus) == 0 {
		out.bonus = o.bonus
	}
	if !d.tidy.keep && len(d.tidy.cards) == 0 {
		out.tidy = o.tidy
	}
	old := slices.Clone(o.steps)
	var end []step
	for _, n := range d.steps {
		i := slices.IndexFunc(old, func(x step) bool { return replaces(n, x) })
		switch {
		case i >= 0:
			out.steps, old = append(append(out.steps, old[:i]...), n), old[i+1:]
		case last:
			end = append(end, n)
		default:
			out.steps = append(out.steps, n)
		}
	}
	out.steps = append(out.steps, old...)
	for _, n := range end {
		i := n.place(out.steps)
		out.steps = slices.Insert(out.steps, i, n)
	}
	return out
}

// place returns the position at which a step is inserted among others: cards before what they are played for, and
// everything before an assault.
func (s step) place(among []step) int {
	if one(s.kind, stepPlay, stepUse) {
		for i, o := range slices.Backward(among) {
			if one(o.kind, stepPlay, stepUse) {
				return i + 1
			}
		}
	}
	if i := slices.IndexFunc(among, func(o step) bool { return o.kind == stepAssault }); i >= 0 {
		return i
	}
	return len(among)
}

// covers reports whether a step includes another one, so that it replaces it; another assault does so as well, as a
// turn has only one.
func (s step) covers(o step) bool {
	switch {
	case s.kind != o.kind:
		return false
	case one(s.kind, stepPlay, stepUse):
		return s.play.words(unsaid) == o.play.words(unsaid)
	}
	return lacking(s.cards, o.cards) == ""
}

// again reports whether a step covers another, or plays the same card.
func (s step) again(o step) bool {
	if s.covers(o) {
		return true
	}
	return s.kind == o.kind && s.play.card != "" && s.play.card == o.play.card
}

// addable returns an error if something can't be added to the rest of a turn. The orders that were on file when the
// player was asked are not checked: they are carried out as far as possible.
func (s *settling) addable(d deed) error {
	if err := d.begun(); err != nil {
		return err
	}
	err := s.can(d)
	if err == nil || s.Acting == nil {
		return err
	}
	on, was := s.on(), strings.Split(s.Acting.Left, "\n")
	old := func(x step) bool { return slices.Contains(was, x.words(on)) }
	if fails := on.failing(d.steps, err); fails >= 0 && !old(d.steps[fails]) {
		return err
	}
	d.steps = slices.DeleteFunc(slices.Clone(d.steps), old)
	if len(d.steps) == 0 {
		return nil
	}
	return s.can(d)
}

// gone notes which steps that were on file are no longer there.
func (s *settling) gone(before, now queue.Plan[deed]) {
	var steps []step
	if len(now) > 0 {
		steps = slices.Clone(now[0].steps)
	}
	var out []string
	for _, o := range before[0].steps {
		i := slices.IndexFunc(steps, func(n step) bool { return n.covers(o) })
		if i < 0 {
			i = slices.IndexFunc(steps, func(n step) bool { return n.again(o) })
		}
		switch {
		case i < 0:
			out = append(out, o.words(s.m))
		case one(o.kind, stepPlay, stepUse, stepAssault) && o.words(s.m) != steps[i].words(s.m):
			s.note("%q replaces %q, which was on file.", steps[i].words(s.m), o.words(s.m))
		}
		if i >= 0 {
			steps = slices.Delete(steps, i, i+1)
		}
	}
	if len(out) > 0 {
		s.note("Dropped, though it was on file for this turn: %s.", strings.Join(out, "; "))
	}
}

// remaining marks the letter with the reason that the rest of the turn can't be carried out as it stands, and adds a
// note if there is no assault although the turn is for one.
func (s *settling) remaining(before, now queue.Plan[deed]) {
	if len(now) == 0 {
		return
	}
	assaults := func(d deed) bool {
		return slices.ContainsFunc(d.steps, func(x step) bool { return x.kind == stepAssault })
	}
	box := s.Acting
	idle := box != nil && s.b.groupOf(box.Action) == Assault && !box.Fought
	if idle && !slices.ContainsFunc(slices.Concat(before, now), assaults) {
		s.note("Your action is %s, and you attack no territory in this turn.", box.Action)
	}
	n := now.First(s.check)
	if n < len(now) {
		if err := s.checkTidy(now[n]); err != nil {
			s.doubt(now[n].tidied-1, fmt.Sprintf("%s: %v", now[n].tidy.words(), err))
		}
		return
	}
	err := s.check(now[0])
	part := s.blamed(now[0], err)
	if part < 0 {
		part = slices.IndexFunc(s.parts, filed)
	}
	s.doubt(part, err.Error())
}

// begun returns an error for orders that are no longer possible in the rest of a turn.
func (d deed) begun() error {
	switch {
	case d.action != "" || d.leader || d.token:
		return complain("This turn's action has already been chosen. Write what else you do: PLAY, TRAIN, ASSAULT, " +
			"DISCARD, or DONE for nothing.")
	case len(d.bonus) > 0:
		return complain("The bonus of the era comes before the action, and that has begun (DH-11).")
	case d.pass != passNot:
		return complain("This turn's action has already been chosen, so you can no longer pass. Write DONE if you do " +
			"nothing else.")
	}
	return nil
}
